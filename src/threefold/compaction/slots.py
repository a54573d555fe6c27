"""Where in a message, in any wire format, the text stands that may be shortened.

One walk serves every format: it goes down only through the keys that hold content, never into reasoning, the arguments
of calls or binary parts, so that a sealed block comes back exactly as it was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Literal

Json = dict[str, object] | list[object] | str | int | float | bool | None
Kind = Literal["text", "result", "blob"]
Edit = Callable[[str, Kind], str]

_CONTENT_NAMES = (
    "message data payload kwargs content parts output text result functionResponse function_response "
    "toolCalls resultDisplay response"
)
_CONTENT = frozenset(_CONTENT_NAMES.split())
"""Keys that lead to text which the model reads."""
_RESULTS_NAMES = (
    "tool_result tool-result toolResult function_call_output custom_tool_call_output tool/result "
    "tool_search_output local_shell_call_output web_search_tool_result mcp_tool_result"
)
_RESULTS = frozenset(_RESULTS_NAMES.split())
"""Types whose content is the answer of a tool."""
_SEALED_NAMES = (
    "thinking redacted_thinking reasoning tool_use tool-call toolCall function_call custom_tool_call server_tool_use "
    "compaction web_search_call local_shell_call refusal"
)
_SEALED = frozenset(_SEALED_NAMES.split())
"""Types that are never touched inside."""
_BINARY_NAMES = "image input_image image_url document file audio input_audio input_file"
_BINARY = frozenset(_BINARY_NAMES.split())
"""Types of binary parts: never touched inside either, but such a part may go as a whole."""
_MEDIA = frozenset(["image-url", "audio-url", "video-url", "document-url", "binary", "uploaded-file"])
"""What Pydantic AI calls them, in ``kind``; they stay as they are."""
_INLINE = ("inlineData", "inline_data", "fileData", "file_data")
"""Where Gemini keeps them."""
_ANSWERS = ("response", "result", "functionResponse", "function_response", "resultDisplay")
"""Keys whose text is a tool's answer, whatever stands around them."""
_COPIES = frozenset(("toolUseResult", "stream", "details", "resultDisplay"))
"""Keys that repeat a result for a screen; the model does not read them, so a shortened message goes without."""
_SURROGATE = re.compile("[\ud800-\udfff]")


def edited(raw: bytes, edit: Edit) -> bytes | None:
    """The message with each of its texts passed through ``edit``; None where the bytes are no JSON object.

    A binary part is passed as its size in digits, of the kind ``blob``; another answer is a text that takes its place.

    Keys keep their order, and unknown keys their values.
    """
    try:
        value = json.loads(raw.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    changed = [False]
    shorter = _walk(value, edit, "text", changed)
    if changed[0] and isinstance(shorter, dict):
        shorter = {key: value for key, value in shorter.items() if key not in _COPIES}
        data = shorter.get("data")
        if isinstance(data, dict):
            shorter["data"] = {key: value for key, value in data.items() if key not in _COPIES}
    return dumps(shorter) if changed[0] else raw


def dumps(value: object, otherwise: Callable[[object], object] | None = None) -> bytes:
    """Compact JSON in UTF-8, as ``JSON.stringify`` writes it: lone surrogates are escaped, nothing else beyond need.
    ``otherwise`` gives values for what is none."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=otherwise)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text).encode()


def _walk(value: object, edit: Edit, kind: Kind, changed: list[bool]) -> object:
    if isinstance(value, list):
        return [_walk_element(item, edit, kind, changed) for item in value]
    if not isinstance(value, dict):
        return value
    form = value.get("type")
    form = form if isinstance(form, str) else ""
    part = value.get("part_kind")  # Pydantic AI
    if isinstance(part, str):
        if part in _SEALED or part in _BINARY or part.endswith("-call"):
            return value
        kind = "result" if part.endswith("-return") or part == "retry-prompt" else kind
    if form in _SEALED or value.get("kind") in _MEDIA:
        return value
    if form in _BINARY or any(key in value for key in _INLINE):
        return _blob(value, edit, changed)
    if form in _RESULTS or value.get("role") in ("tool", "toolResult", "function") or "functionResponse" in value:
        kind = "result"
    result: dict[str, object] = {}
    for key, item in value.items():
        inner: Kind = "result" if key in _ANSWERS else kind
        if key == "response" and isinstance(item, dict):
            result[key] = {name: _text(text, edit, "result", changed) for name, text in item.items()}
        elif key not in _CONTENT:
            result[key] = item
        elif isinstance(item, str):
            result[key] = item if key in ("data", "message") else _text(item, edit, inner, changed)
        else:
            result[key] = _walk(item, edit, inner, changed)
    return result


def _blob(value: dict[str, object], edit: Edit, changed: list[bool]) -> object:
    size = str(len(dumps(value)))
    new = edit(size, "blob")
    if new == size:
        return value
    changed[0] = True
    form = value.get("type")
    if not isinstance(form, str):
        return {"text": new}
    return {"type": "input_text" if form.startswith("input_") and form != "input_audio" else "text", "text": new}


def _walk_element(item: object, edit: Edit, kind: Kind, changed: list[bool]) -> object:
    return _text(item, edit, kind, changed) if isinstance(item, str) else _walk(item, edit, kind, changed)


def _text(item: object, edit: Edit, kind: Kind, changed: list[bool]) -> object:
    if not isinstance(item, str):
        return item
    new = edit(item, kind)
    if new != item:
        changed[0] = True
    return new
