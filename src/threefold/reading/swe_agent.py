"""SWE-agent trajectories (``.traj``, and demonstrations that hold ``history`` alone), and those of mini-swe-agent.

Neither has a tool role in its older forms: an answer holds a command, and what the command printed comes back in the
user's role. So that everybody can tell who wrote what, such an answer is read as words and a call, and what follows it
as that call's result. Newer forms have calls of their own (``tool_calls``, ``tool_call_ids``).
"""

from __future__ import annotations

from threefold.reading import swe_agent_record as record
from threefold.reading.detect import Sample, sample
from threefold.reading.document import read_document
from threefold.reading.first_pass import FirstPass
from threefold.reading.values import Json, items, mapping, string
from threefold.session import Flag, Record, Session, Source

NAME = "swe-agent"
TITLE = "SWE-agent trajectory"
ROLES = frozenset(("system", "user", "assistant", "tool", "developer", "exit"))


def sniff(seen: Sample) -> bool:
    document = mapping(seen.document)
    if isinstance(document.get("history"), list) and _are_messages(items(document["history"])):
        return "trajectory" in document or "agent" in mapping((items(document["history"]) or [None])[0])
    if "trajectory_format" in document and _are_messages(items(document.get("messages"))):
        return True
    rows = seen.document if isinstance(seen.document, list) else document.get("messages")
    return _are_messages(items(rows)) and any(map(record.is_mini, map(mapping, items(rows)[:64])))


def _are_messages(rows: list[object]) -> bool:
    return bool(rows) and all(string(mapping(row).get("role")) in ROLES for row in rows[:64])


def read(source: Source) -> Session:
    """Read a trajectory."""
    top = sample(source).document
    holder = None if isinstance(top, list) else "history" if "history" in mapping(top) else "messages"
    index = Index(source)
    document = read_document(source, holder)
    for (start, end), line, value in zip(document.spans, document.numbers, document.elements, strict=True):
        index.add(start, end, line, mapping(value))
    index.finish()
    info = mapping(document.top.get("info"))
    index.version = string(document.top.get("trajectory_format")) or string(info.get("swe_agent_version"))
    index.id = string(document.top.get("environment"))
    if string(info.get("submission")).strip():
        index.notes.append("the run ended with a submission, which stands in info.submission")
    return index.session(NAME, index.decode, document.lines)


class Index(FirstPass):
    """The messages in order, and which call each observation answers."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._others = 0
        self._places: list[record.Place] = []
        self._answered: dict[int, int] = {}
        self._open = -1
        self._asked = self._submits = False

    def finish(self) -> None:
        """The log has ended: tell whether the last command handed in the result."""
        self.surface = list(range(len(self.events)))
        if self._others:
            self.notes.append(f"{self._others} elements are no messages")
        if self._open >= 0 and self._submits:
            self._places[self._open] = record.Place.SUBMISSION

    def add(self, start: int, end: int, line: int, message: Json) -> None:
        role = string(message.get("role"))
        event = self.events.add(start, end, line, "message", Flag.MESSAGE if role in ROLES else Flag.NONE)
        self._others += role not in ROLES
        place = self._place(role, message)
        self._places.append(place)
        if place is record.Place.OBSERVATION:
            self._answered[event] = self._open
        if place is record.Place.ANSWER and not items(message.get("tool_calls")):
            command = record.command_of(message)
            self._open = event if command is not None else -1
            self._submits = command is not None and record.submits(command)
        elif role in ("user", "tool", "exit"):
            self._open = -1

    def _place(self, role: str, message: Json) -> record.Place:
        if message.get("is_demo") is True or message.get("message_type") == "demonstration":
            return record.Place.HARNESS
        if role == "assistant":
            return record.Place.ANSWER
        if role != "user":
            return record.Place.HARNESS if role == "exit" else record.Place.OTHER
        if self._open >= 0 or items(message.get("tool_call_ids")) or message.get("message_type") == "observation":
            return record.Place.OBSERVATION
        first, self._asked = not self._asked, True
        # Behind the task nobody but the harness speaks in this role: it reminds of the format, or passes a word on.
        return record.Place.TASK if first else record.Place.HARNESS

    def decode(self, raw: bytes, index: int) -> Record:
        """The record of a message, which depends on where it stands."""
        return record.decode(raw, index, self._places[index], self._answered.get(index, -1))
