"""A session, or the caller's own message objects, as a conversation with the way to write it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from threefold.compaction.conversation import Conversation, Item, of_session
from threefold.compaction.logs import LINES, log_wire
from threefold.compaction.rendering import rendered
from threefold.compaction.shapes import message_of, shape_of
from threefold.compaction.slots import dumps
from threefold.compaction.wire import Listed, Wire
from threefold.errors import InputError
from threefold.reading.detect import sample
from threefold.reading.document import read_document
from threefold.reading.values import load, string
from threefold.session import Message, Session, Source

Opened = tuple[Conversation, Wire]
LISTS = {"langchain": ("messages",), "responses": ("input", "output")}
"""Formats that are lists of messages in a shape of ``wire``, and the keys under which an object holds one."""
_SAMPLE = 256
"""How many elements are looked at to tell a list's shape."""


def _dumped(value: object) -> object:
    """A vendor's object as JSON values: ``content=response.content`` is a list of them.

    What was never set is left out, as the vendors' clients do when they send it.
    """
    dump = getattr(value, "model_dump", None)
    if not callable(dump):
        raise TypeError(f"a message holds {type(value).__name__}, which is no JSON value")
    return dump(mode="json", exclude_unset=True, warnings=False)


_ENCODER = msgspec.json.Encoder(enc_hook=_dumped)


def open_values(values: Sequence[Mapping[str, object]]) -> Opened:
    """The caller's own messages: mappings, or objects of a vendor's library. Their bytes are those of compact
    JSON in UTF-8, as ``JSON.stringify`` writes it."""
    raws = [_encoded(value) for value in values]
    shape = shape_of([load(raw) for raw in raws[:_SAMPLE]])
    return _listed(raws, shape, "messages"), Listed(shape, b"[", b",", b"]")


def open_session(session: Session) -> Opened:
    """The conversation that the model of a session sees now.

    A log of a format that is read but not written becomes OpenAI chat messages, one a line.
    """
    if session.format in ("openai", "anthropic"):
        return _open_plain(session)
    if session.format == "gemini" and sample(session.source).holds("messages"):
        return _open_document(session.source, "messages", "gemini-record", session)
    if session.format in LISTS:
        return _open_list(session.source, LISTS[session.format])
    if session.format not in LINES:
        raws = rendered(session)
        return _listed(raws, "openai-chat", session.format), Listed("openai-chat", b"", b"\n", b"\n")
    conversation = of_session(session)
    return conversation, log_wire(session, conversation)


def _open_list(source: Source, holders: Sequence[str]) -> Opened:
    """A list of messages that its reader knows by name: an array, an object around one, or lines."""
    key = next(filter(sample(source).holds, holders), None)
    return open_source(source) if key is None else _open_document(source, key, "", None)


def open_source(source: Source) -> Opened:
    """A message list that no reader of logs knows: a JSON array, or one message a line, of any shape of ``wire``.

    Raises InputError where it is neither.
    """
    head = source.read(0, min(source.size, 1 << 16)).lstrip(b"\xef\xbb\xbf \t\r\n")
    refused = InputError(f"{source.name} is neither a session log of a known format nor a list of messages.")
    if head[:1] == b"[":
        conversation, wire = _open_document(source, None, "", None)
        if conversation.items and all(item.opaque for item in conversation.items):
            raise refused
        return conversation, wire
    raws = [line for line in source.read(0, source.size).split(b"\n") if line.strip()]
    values = [load(raw) for raw in raws]
    shape = shape_of(values[:_SAMPLE])
    conversation = _listed(raws, shape, "messages")
    if not all(values) or all(item.opaque for item in conversation.items):
        raise refused
    return conversation, Listed(shape, b"", b"\n", b"\n")


def _listed(raws: Sequence[bytes], shape: str, format: str) -> Conversation:
    """Items out of the bytes of messages."""
    items: list[Item] = []
    for index, raw in enumerate(raws):
        message = message_of(raw, shape, index)
        items.append(_item(index, raw, message, index))
    return Conversation(
        format=format,
        items=items,
        read=raws.__getitem__,
        decode=lambda raw, index: message_of(raw, shape, index),
    )


def _item(index: int, raw: bytes, message: Message | None, event: int) -> Item:
    """An item; without a message it is either an empty message, or something that no reader understands."""
    opaque = False
    if message is None:
        role = string(load(raw).get("role"))
        message, opaque = Message(role, (), (event,)), not role
    return Item(index=index, message=message, size=len(raw), head=index, event=event, opaque=opaque)


def _open_plain(session: Session) -> Opened:
    """A plain conversation: an array, an object around one, or lines."""
    source = session.source
    shape = "anthropic" if session.format == "anthropic" else "openai-chat"
    head = source.read(0, min(source.size, 1 << 16)).lstrip(b"\xef\xbb\xbf \t\r\n")
    if head[:1] == b"[":
        return _open_document(source, None, shape, None)
    kinds = session.events.counts()
    if sample(source).holds("messages"):
        return _open_document(source, "messages", shape, None)
    raws: list[bytes] = []
    for event in session.surface:
        kind = session.events.kind(event)
        raw = session.raw(event)
        if kind == "display":  # a paragraph of a text: its own bytes are no message that could stand alone
            message = session.record(event).message
            if message is None:
                continue
            raw = dumps({"role": message.role, "content": message.text() or _answers(message)})
        if kind in ("message", "display"):
            raws.append(raw)
    return _listed(raws, shape if "display" not in kinds else "openai-chat", session.format), Listed(
        shape, b"", b"\n", b"\n"
    )


def _answers(message: Message) -> str:
    return "\n".join(result.text for result in message.tool_results)


def _open_document(source: Source, key: str | None, shape: str, session: Session | None) -> Opened:
    """An array of messages within a document; everything around them is kept as it stands."""
    document = read_document(source, key)
    whole = source.read(0, source.size)
    spans = document.spans
    shape = shape or shape_of(document.elements[:_SAMPLE])
    chosen = spans
    if session is not None:  # its reader has a say in what the model sees
        seen = {session.events.starts[event] for event in session.surface}
        chosen = [(start, end) for start, end in spans if start in seen]
    if not spans:
        return _listed([], shape, "messages"), Listed(shape, whole, b"", b"")
    raws = [whole[start:end] for start, end in chosen]
    gap = whole[spans[0][1] : spans[1][0]] if len(spans) > 1 else b","
    wire = Listed(shape, whole[: spans[0][0]], gap, whole[spans[-1][1] :])
    return _listed(raws, shape, session.format if session is not None else "messages"), wire


def _encoded(value: Mapping[str, object]) -> bytes:
    try:
        return _ENCODER.encode(value)
    except (TypeError, ValueError, UnicodeEncodeError, msgspec.EncodeError):
        return dumps(value, _dumped)
