"""How each harness's log is written: which lines must stand, and what a line of ours looks like among them.

A line of ours says whose it is in the field that the harness has for that (``isMeta``, a plugin's source, a custom
type), so that no reader takes it for a person's or a model's words. Ids and times are taken from the neighbours: the
compactor has no clock.
"""

from __future__ import annotations

from collections.abc import Callable

from threefold.compaction.conversation import SYSTEM_ROLES, Conversation, content_hash
from threefold.compaction.slots import dumps
from threefold.compaction.wire import Anchor, LogLines, Wire, value_of
from threefold.reading.lines import objects
from threefold.session import Flag, Queued, Session
from threefold.work.ledger import Queue

Line = Callable[[str, str, bytes | None, bytes | None], tuple[object, str]]


def claude_code(text: str, role: str, before: bytes | None, after: bytes | None) -> tuple[object, str]:
    """A user entry that the harness marks as its own (``isMeta``)."""
    left, right = value_of(before), value_of(after)
    near = left or right
    parent = left.get("uuid")
    follows = right.get("parentUuid")
    uuid = follows if isinstance(follows, str) and follows != parent else _id(text)
    entry: dict[str, object] = {"parentUuid": parent, "isSidechain": False}
    entry |= {key: near[key] for key in ("userType", "cwd", "sessionId", "version", "gitBranch") if key in near}
    entry |= {"type": "user", "message": {"role": "user", "content": text}, "isMeta": True, "uuid": uuid}
    entry |= {"timestamp": near.get("timestamp", ""), "origin": {"kind": "threefold"}}
    return entry, "user"


def dsh(text: str, role: str, before: bytes | None, after: bytes | None) -> tuple[object, str]:
    """A user message whose source is a plugin."""
    near = value_of(before) or value_of(after)
    data = {
        "content": [{"type": "text", "text": text}],
        "source": {"kind": "plugin", "plugin": "threefold"},
        "role": "user",
        "id": _id(text),
    }
    event: dict[str, object] = {"type": "user/message"}
    event |= {key: near[key] for key in ("seq", "time") if key in near}
    event |= {"data": data, "surfaceOp": "append"}
    return event, "user"


def codex(text: str, role: str, before: bytes | None, after: bytes | None) -> tuple[object, str]:
    """A response item of the developer's (or the user's) role."""
    near = value_of(before) or value_of(after)
    given = "developer" if role in ("system", "developer") else "user"
    item = {"type": "message", "role": given, "content": [{"type": "input_text", "text": text}]}
    if "payload" not in near:
        return {**item, "role": "user"}, "user"
    return {"timestamp": near.get("timestamp", ""), "type": "response_item", "payload": item}, given


def pi(text: str, role: str, before: bytes | None, after: bytes | None) -> tuple[object, str]:
    """A custom message, which pi gives to the model as a user's and shows as an extension's."""
    left, right = value_of(before), value_of(after)
    if left.get("type") == "session":
        left = {}
    near = left or right
    follows = right.get("parentId")
    identity = follows if isinstance(follows, str) and follows != left.get("id") else _id(text)[:8]
    entry: dict[str, object] = {"type": "custom_message"}
    if "id" in near:
        entry |= {"id": identity, "parentId": left.get("id")}
    entry |= {"timestamp": near.get("timestamp", ""), "customType": "threefold", "content": text, "display": False}
    return entry, "user"


def gemini(text: str, role: str, before: bytes | None, after: bytes | None) -> tuple[object, str]:
    """A record of Gemini CLI, which has no kind for what is no person's and no model's and goes to the model."""
    near = value_of(before) or value_of(after)
    return {
        "id": _id(text),
        "timestamp": near.get("timestamp", ""),
        "type": "user",
        "content": [{"text": text}],
    }, "user"


LINES: dict[str, Line] = {"claude-code": claude_code, "dsh": dsh, "codex": codex, "pi": pi, "gemini": gemini}
LOOK_BACK = 256
"""How many entries before what was kept may stand the one that a compaction of pi names."""
LINKS = {"claude-code": ("uuid", "parentUuid"), "pi": ("id", "parentId")}
"""The names of an entry's id and of its parent's, in formats whose readers find the model's view by links; the others
list it in the order of the file."""
QUEUES = frozenset(("queue-operation", "agent/inbox/spliced"))
"""The kinds of event in which logs hold what a person typed while the model was at work."""


def log_wire(session: Session, conversation: Conversation) -> Wire:
    """How a session's log is written again."""
    items = conversation.items
    # Version 1 of pi had no ids: every entry hangs on the one before it, and a compaction names entries by number.
    links = None if (session.format, session.version) == ("pi", "1") else LINKS.get(session.format)

    def place(index: int) -> float:
        return float(index if links is None else items[index].event)

    fixed = [(float(event) - 0.5, session.raw(event)) for event in fixed_events(session, conversation)]
    fixed += [(float(len(session.events)), session.raw(event)) for event in waiting_input(session, conversation)]
    anchor = _first_kept(session, conversation) if links == LINKS["pi"] else None
    return LogLines(
        session.format, header(session), fixed, place, LINES[session.format], conversation.raw, anchor, links
    )


def header(session: Session) -> bytes:
    """The object at the beginning without which the log would not be known for what it is; its line may hold more."""
    if session.format == "dsh" or (session.format == "gemini" and len(session.events)):
        line = session.source.read(0, min(session.source.size, 1 << 20)).partition(b"\n")[0]
        bom = len(line) - len(line.removeprefix(b"\xef\xbb\xbf"))
        spans, _ = objects(line[bom:], lambda _: True)
        shown = {session.events.starts[event] for event in session.surface[:1]}
        if spans and not line[bom : bom + spans[0][0]].strip() and bom + spans[0][0] not in shown:
            return line[bom : bom + spans[0][1]] + b"\n"
    return b""


def fixed_events(session: Session, conversation: Conversation) -> list[int]:
    """Events that are no messages and must stand: metadata, and the boundary behind which the model's view begins."""
    events = session.events
    if session.format == "codex":
        return [event for event in range(min(len(events), 64)) if events.kind(event) == "session_meta"][:1]
    if session.format == "pi":
        return [0] if len(events) and events.kind(0) == "session" else []
    if session.format == "claude-code":
        shown = {item.event for item in conversation.items if events.flags[item.event] & Flag.SUMMARY}
        return [c.event for c in session.compactions if c.summary_event in shown and c.event != c.summary_event]
    return []


def waiting_input(session: Session, conversation: Conversation) -> list[int]:
    """Events that hold a person's words which no model was given yet: they are on no surface, and must not be lost."""
    events = session.events
    if QUEUES.isdisjoint(events.counts()):
        return []
    queue = Queue()
    for event, record in session.records(event for event in range(len(events)) if events.kind(event) in QUEUES):
        for mark in record.marks:
            if isinstance(mark, Queued):
                queue.mark(mark, event)
    waiting = queue.open()
    if waiting:
        for item in conversation.items:
            if item.event > waiting[0].event:
                queue.handed_over(item.message.text())
    return list(dict.fromkeys(item.event for item in queue.open()))


def _first_kept(session: Session, conversation: Conversation) -> Anchor | None:
    """The entry from which a compaction kept: without it nothing before the compaction would be read.

    A line with its id stands for it where it is no message, or was cut.
    """
    items = conversation.items
    shown = {item.event: item.index for item in items}
    for compaction in reversed(session.compactions):
        if compaction.event not in shown or not compaction.kept:
            continue
        named = value_of(session.raw(compaction.event)).get("firstKeptEntryId")
        ids = {event: value_of(session.raw(event)).get("id") for event in sorted(compaction.kept)}
        first = next((event for event, id in ids.items() if id == named), None)
        spoken = [event for event in ids if event in shown and items[shown[event]].message.role not in SYSTEM_ROLES]
        place = min(spoken, default=compaction.event) if first is None else first
        holds = frozenset(shown[event] for event in spoken)
        if first is None:
            for event in range(place - 1, max(-1, place - LOOK_BACK), -1):
                raw = session.raw(event)
                if value_of(raw).get("id") == named:
                    return Anchor(-1, holds, place - 0.25, raw)
        stood = value_of(session.raw(place))
        line = {"type": "custom", "id": named, "parentId": stood.get("parentId"), "customType": "threefold"}
        line["timestamp"] = stood.get("timestamp", "")
        return Anchor(-1 if first is None else shown.get(first, -1), holds, place - 0.25, dumps(line))
    return None


def _id(text: str) -> str:
    """An id of a note by its content, in the form of a UUID."""
    name = content_hash(text.encode("utf-8", "surrogatepass"))
    return f"{name[:8]}-{name[8:12]}-5{name[13:16]}-8{name[17:20]}-{name[20:32]}"
