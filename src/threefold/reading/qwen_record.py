"""What one entry of a Qwen Code session says: its message, with authors, and its marks."""

from __future__ import annotations

from threefold.reading.authors import split_user_text
from threefold.reading.times import iso
from threefold.reading.values import Json, as_json, integer, items, load, mapping, octets, string
from threefold.session import (
    Author,
    Blob,
    Directory,
    Mark,
    Message,
    Part,
    Record,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
    Usage,
)

_ROLES = {"model": "assistant", "assistant": "assistant", "user": "user", "tool_result": "tool", "system": "system"}
_PERSON = (None, "mid_turn_user_message")
"""Subtypes of user entries that a person wrote; the others (notifications, schedules, goals) are the client's."""
_SNAPSHOT = "<state_snapshot>"


def decode(raw: bytes, index: int) -> Record:
    """The record of one entry, or of one message within a compressed history."""
    entry = load(raw)
    kind, time = string(entry.get("type")), iso(entry.get("timestamp"))
    if not kind:  # within a compressed history
        parts = parts_of(string(entry.get("role")), entry, person=True)
        message = Message(_ROLES.get(string(entry.get("role")), "user"), tuple(parts), (index,)) if parts else None
        return Record("compressed", message, (), time)
    cwd = string(entry.get("cwd"))
    marks: list[Mark] = [Directory(cwd)] if cwd and entry.get("parentUuid") is None else []
    if kind not in ("user", "assistant", "tool_result"):
        return Record(kind, None, tuple(marks), time)
    person = (
        kind == "user"
        and entry.get("subtype") in _PERSON
        and entry.get("provenance") in (None, "real_user")
        and not isinstance(entry.get("agentId"), str)
    )
    body = mapping(entry.get("message"))
    parts = _typed(parts_of(kind, body, person=person), mapping(entry.get("systemPayload")), person=person)
    if person and any(part.author is Author.HUMAN for part in parts):
        marks.append(Turn(True))
    if kind == "assistant":
        marks.extend(_spent(entry, parts))
    message = None
    if parts:
        role, id = _ROLES[kind], string(entry.get("uuid"))
        side = isinstance(entry.get("agentId"), str)
        message = Message(role, tuple(parts), (index,), id, string(entry.get("model")), side)
    return Record(kind, message, tuple(marks), time)


def parts_of(kind: str, body: Json, *, person: bool) -> list[Part]:
    """The parts of a message in Gemini's shape."""
    answer = kind in ("assistant", "model") or body.get("role") == "model"
    parts: list[Part] = []
    for part in map(mapping, items(body.get("parts"))):
        call, result = mapping(part.get("functionCall")), mapping(part.get("functionResponse"))
        text = string(part.get("text"))
        if call:
            name = string(call.get("name"))
            parts.append(ToolCall(string(call.get("id")) or name, name, as_json(call.get("args", {}))))
        elif result:
            parts.append(_result(result))
        elif part.get("thought") is True:
            parts.append(Thinking(text, string(part.get("thoughtSignature"))))
        elif text and answer:
            parts.append(Text(text, Author.MODEL))
        elif text and _SNAPSHOT in text and text.lstrip().startswith((_SNAPSHOT, "<scratchpad>")):
            parts.append(Text(text, Author.SUMMARY))
        elif text:
            parts.extend(split_user_text(text) if person else (Text(text, Author.HARNESS),))
        elif "inlineData" in part:
            held = mapping(part["inlineData"])
            author = Author.MODEL if answer else Author.HUMAN if person else Author.HARNESS
            parts.append(Blob(string(held.get("mimeType")) or "inline", octets(string(held.get("data"))), author))
    return parts


def _result(result: Json) -> ToolResult:
    response = mapping(result.get("response"))
    error = response.get("error")
    said = response.get("output", response.get("content", error))
    name = string(result.get("name"))
    blobs = sum(octets(string(mapping(mapping(p).get("inlineData")).get("data"))) for p in items(result.get("parts")))
    return ToolResult(
        string(result.get("id")) or name, as_json(response if said is None else said), bool(error), name, blobs
    )


def _typed(parts: list[Part], payload: Json, *, person: bool) -> list[Part]:
    """``displayText`` is what the person typed; around it stand files and notes that the client put in."""
    typed = string(payload.get("displayText")).strip()
    places = [i for i, part in enumerate(parts) if isinstance(part, Text) and part.author is Author.HUMAN]
    if not person or not typed or not places:
        return parts
    # A prompt that was typed otherwise than it was sent (a command) is taken to be the first text.
    own = next((i for i in places if typed in _text_of(parts[i])), places[0])
    found: list[Part] = []
    for place, part in enumerate(parts):
        if place not in places:
            found.append(part)
            continue
        text = _text_of(part)
        before, inside, behind = text.partition(typed) if place == own and typed in text else ("", "", text)
        if place == own and not inside:
            found.append(part)
            continue
        pieces = ((before, Author.HARNESS), (inside, Author.HUMAN), (behind, Author.HARNESS))
        found.extend(Text(piece, author) for piece, author in pieces if piece)
    return found


def _text_of(part: Part) -> str:
    return part.text if isinstance(part, Text) else ""


def _spent(entry: Json, parts: list[Part]) -> list[Mark]:
    marks: list[Mark] = []
    usage = mapping(entry.get("usageMetadata"))
    if usage.get("promptTokenCount") or usage.get("candidatesTokenCount"):
        marks.append(Usage(integer(usage.get("promptTokenCount")), integer(usage.get("candidatesTokenCount"))))
    if any(isinstance(p, Text) for p in parts) and not any(isinstance(p, ToolCall) for p in parts):
        marks.append(Turn(False, "completed"))
    return marks
