"""Which shape a message list has, and what one element of it says: Responses, Gemini, LangChain, Pydantic AI, which no
log reader reads.

OpenAI chat and Anthropic messages go through the reader of plain conversations, so that a list in memory and the same
list in a file are one conversation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from threefold.compaction.slots import dumps
from threefold.reading import chat_record
from threefold.reading.authors import split_user_text
from threefold.reading.gemini_record import record as gemini_record
from threefold.reading.values import Json, as_json, items, load, mapping, octets, string
from threefold.session import Author, Blob, Message, Part, Text, Thinking, ToolCall, ToolResult

_AUTHORS = {"user": Author.HUMAN, "human": Author.HUMAN, "assistant": Author.MODEL, "model": Author.MODEL}
_ROLES = {"human": "user", "ai": "assistant", "AIMessageChunk": "assistant", "function": "tool", "chat": "user"}


def shape_of(elements: Sequence[object]) -> str:
    """The shape of a message list, told from what its elements look like; OpenAI chat where nothing says otherwise."""
    blocks = told = False
    for element in elements:
        if not isinstance(element, dict):
            continue
        kind = element.get("type")
        if element.get("lc") == 1 and "kwargs" in element:
            return "langchain-constructor"
        if isinstance(element.get("data"), dict) and kind in ("human", "ai", "system", "tool"):
            return "langchain-dict"
        if kind is None and element.get("kind") in ("request", "response") and "parts" in element:
            return "pydantic-ai"
        if "parts" in element:
            return "gemini-contents"
        if kind == "gemini" or (kind == "user" and "role" not in element):
            return "gemini-record"
        if kind in ("function_call", "function_call_output", "reasoning", "item_reference") or (
            kind == "message" and "content" in element
        ):
            return "openai-responses"
        if "tool_calls" in element or element.get("role") in ("tool", "function"):
            return "openai-chat"
        told = told or element.get("role") in ("system", "developer")
        content = element.get("content")
        if isinstance(content, list):
            kinds = {block.get("type") for block in content if isinstance(block, dict)}
            if kinds & {"input_text", "output_text", "input_image", "input_file"}:
                return "openai-responses"
            if told:
                continue  # Anthropic's messages have no such role
            if kinds & {"tool_use", "tool_result", "thinking", "redacted_thinking", "image", "document"}:
                return "anthropic"
            blocks = True
    return "anthropic" if blocks and not told and not _has_openai_parts(elements) else "openai-chat"


def _has_openai_parts(elements: Sequence[object]) -> bool:
    for element in elements:
        content = element.get("content") if isinstance(element, dict) else None
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict) and block.get("type") in ("image_url", "input_audio", "file", "refusal"):
                return True
    return False


def message_of(raw: bytes, shape: str, index: int) -> Message | None:
    """The message that an element holds; None where it is none that this shape knows."""
    read = _READERS.get(shape)
    if read is None:
        return chat_record.decode(raw, index).message
    return read(load(raw), index)


def _text(text: str, author: Author) -> list[Part]:
    if not text:
        return []
    return [*split_user_text(text)] if author is Author.HUMAN else [Text(text, author)]


def _made(role: str, parts: list[Part], index: int, id: object = "") -> Message | None:
    return Message(role, tuple(parts), (index,), string(id)) if parts else None


# --- OpenAI Responses ------------------------------------------------------------------------------------------------


def _responses(value: Json, index: int) -> Message | None:
    kind, id = string(value.get("type")), value.get("id")
    if kind.endswith("_call_output") or kind == "tool_search_output":
        return _made("tool", [_output(value)], index, id)
    if kind == "reasoning":
        texts = [
            string(mapping(part).get("text")) for part in (*items(value.get("summary")), *items(value.get("content")))
        ]
        return _made("assistant", [Thinking("\n".join(texts), string(value.get("encrypted_content")))], index, id)
    if kind.endswith("_call"):
        arguments = next((value[key] for key in ("arguments", "input", "action", "queries") if key in value), None)
        name = string(value.get("name")) or kind
        return _made("assistant", [ToolCall(string(value.get("call_id")), name, as_json(arguments))], index, id)
    role = string(value.get("role"))
    author = _AUTHORS.get(role, Author.HARNESS)
    content = value.get("content")
    blocks = [{"type": "input_text", "text": content}] if isinstance(content, str) else items(content)
    parts: list[Part] = []
    for block in map(mapping, blocks):
        if isinstance(block.get("text"), str):
            parts.extend(_text(string(block.get("text")), author))
        elif string(block.get("type")).startswith("input_"):
            size = sum(octets(string(block.get(key))) for key in ("image_url", "file_data", "data", "file_url"))
            parts.append(Blob(string(block.get("type")), size, author))
    return _made(role, parts, index, id)


def _output(value: Json) -> ToolResult:
    output = value.get("output", value.get("tools"))
    if isinstance(output, list):
        blocks = [mapping(block) for block in output]
        text = "\n".join(string(block.get("text")) for block in blocks if block.get("text"))
        blobs = sum(octets(string(block.get("image_url"))) + octets(string(block.get("file_data"))) for block in blocks)
        return ToolResult(string(value.get("call_id")), text, blobs=blobs)
    return ToolResult(string(value.get("call_id")), as_json(output))


# --- Gemini contents -------------------------------------------------------------------------------------------------


def _contents(value: Json, index: int) -> Message | None:
    role = string(value.get("role")) or "user"
    author = _AUTHORS.get(role, Author.HARNESS)
    parts: list[Part] = []
    for block in map(mapping, items(value.get("parts"))):
        call = mapping(block.get("functionCall") or block.get("function_call"))
        answer = mapping(block.get("functionResponse") or block.get("function_response"))
        if call:
            name = string(call.get("name"))
            parts.append(ToolCall(string(call.get("id")) or name, name, as_json(call.get("args"))))
        elif answer:
            name = string(answer.get("name"))
            texts = [
                text if isinstance(text, str) else as_json(text) for text in mapping(answer.get("response")).values()
            ]
            parts.append(ToolResult(string(answer.get("id")) or name, "\n".join(texts), name=name))
        elif block.get("thought") is True:
            parts.append(Thinking(string(block.get("text")), string(block.get("thoughtSignature"))))
        elif isinstance(block.get("text"), str):
            parts.extend(_text(string(block.get("text")), author))
        else:
            held = mapping(block.get("inlineData") or block.get("inline_data"))
            parts.append(Blob(string(held.get("mimeType")), octets(string(held.get("data"))), author))
    return _made(role, parts, index)


# --- LangChain -------------------------------------------------------------------------------------------------------


def _langchain(value: Json, index: int) -> Message | None:
    body = mapping(value.get("kwargs")) or mapping(value.get("data"))
    kind = string(body.get("type")) or string(value.get("type"))
    role = _ROLES.get(kind, kind)
    flat: Json = {**body, "role": role}
    calls = items(body.get("tool_calls"))
    flat["tool_calls"] = []
    message = chat_record.decode(dumps(flat), index).message
    parts = list(message.parts) if message is not None else []
    known = {part.id for part in parts if isinstance(part, ToolCall)}
    for call in map(mapping, calls):
        if string(call.get("id")) not in known:
            parts.append(ToolCall(string(call.get("id")), string(call.get("name")), as_json(call.get("args"))))
    return _made(role, parts, index, body.get("id"))


# --- Pydantic AI -----------------------------------------------------------------------------------------------------


def _pydantic_ai(value: Json, index: int) -> Message | None:
    """A ``ModelRequest`` or ``ModelResponse`` as ``ModelMessagesTypeAdapter`` writes it."""
    parts: list[Part] = []
    kinds: set[str] = set()
    for block in map(mapping, items(value.get("parts"))):
        kind = string(block.get("part_kind"))
        kinds.add(kind)
        parts.extend(_pydantic_ai_parts(kind, block))
    if value.get("kind") == "response":
        return _made("assistant", parts, index)
    role = "system" if kinds <= {"system-prompt", "instructions"} else "tool" if _only_answers(kinds) else "user"
    return _made(role, parts, index)


def _only_answers(kinds: set[str]) -> bool:
    return all(kind.endswith("-return") or kind == "retry-prompt" for kind in kinds)


def _pydantic_ai_parts(kind: str, block: Json) -> list[Part]:
    content, call = block.get("content"), string(block.get("tool_call_id"))
    if kind.endswith("-call"):
        return [ToolCall(call, string(block.get("tool_name")), as_json(block.get("args")))]
    if kind.endswith("-return") or (kind == "retry-prompt" and block.get("tool_name")):
        text = content if isinstance(content, str) else as_json(content)
        return [ToolResult(call, text, is_error=kind == "retry-prompt", name=string(block.get("tool_name")))]
    if kind == "thinking":
        return [Thinking(string(content), string(block.get("signature")))]
    if kind == "text":
        return _text(string(content), Author.MODEL)
    author = Author.HUMAN if kind == "user-prompt" else Author.HARNESS
    parts: list[Part] = []
    for item in content if isinstance(content, list) else [content]:
        if isinstance(item, str):
            parts.extend(_text(item, author))
        elif isinstance(item, dict):
            held = string(item.get("data")) or string(item.get("url"))
            parts.append(Blob(string(item.get("media_type")), octets(held), author))
    return parts


_READERS: dict[str, Callable[[Json, int], Message | None]] = {
    "openai-responses": _responses,
    "gemini-contents": _contents,
    "gemini-record": lambda value, index: gemini_record(value, index).message,
    "langchain-constructor": _langchain,
    "langchain-dict": _langchain,
    "pydantic-ai": _pydantic_ai,
}
