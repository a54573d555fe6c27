"""What a later message makes worth less: by rule, and with the reason in the receipt.

A rule names the earlier message and the later one that stands for it. It never cuts anything; it lowers a value, and
only where every result of a unit is superseded.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence

import msgspec

from threefold.compact.conversation import Item
from threefold.compact.units import Units
from threefold.session import ToolCall, ToolResult

FACTOR = 0.25
"""What a superseded unit's value is multiplied by: its successor says the same or says it newer."""
MIN_BYTES = 32
"""Shorter results ("ok", "done") repeat by chance and are worth nothing to cut."""
_READERS = ("read", "view", "cat", "open", "show", "get_file")
_TODOS = ("todo", "update_plan", "task_list")
_PATHS = ("file_path", "path", "filePath", "filename", "file", "absolute_path", "target_file")
_RANGES = ("offset", "limit", "start_line", "end_line", "view_range", "start", "end", "lines", "range")


class Superseded(msgspec.Struct, frozen=True):
    """A unit that a later one stands for, and why."""

    unit: int
    by: int
    reason: str


def superseded(items: Sequence[Item], units: Units, cleared: frozenset[str] = frozenset()) -> dict[int, Superseded]:
    """The superseded units. One pass from the last item to the first; linear."""
    calls = {(call.id, place): call for place, item in enumerate(items) for call in item.message.tool_calls}
    answered: dict[int, list[tuple[ToolCall, ToolResult]]] = {}
    for call_place, result_place in units.pairs.links:
        for result in items[result_place].message.tool_results:
            call = calls.get((result.call_id, call_place))
            if call is not None:
                answered.setdefault(units.of[call_place], []).append((call, result))
    later: dict[str, int] = {}
    found: dict[int, Superseded] = {}
    for unit in sorted(answered, reverse=True):
        verdicts = [_verdict(call, result, later, cleared) for call, result in answered[unit]]
        reasons = [verdict for verdict in verdicts if verdict is not None]
        if len(reasons) == len(verdicts):
            by, reason = reasons[0]
            found[unit] = Superseded(unit, by if by >= 0 else unit, reason)
        for call, result in answered[unit]:
            for key in (*_stands_for(call, result), _same_text(result)):
                if key:
                    later.setdefault(key, unit)
    return found


def _verdict(
    call: ToolCall, result: ToolResult, later: dict[str, int], cleared: frozenset[str]
) -> tuple[int, str] | None:
    if result.call_id in cleared:
        return -1, "the harness had blanked it already"
    for key, reason in _superseded_by(call, result):
        if key in later:
            return later[key], reason
    return None


def _superseded_by(call: ToolCall, result: ToolResult) -> Iterator[tuple[str, str]]:
    text = _same_text(result)
    if text:
        yield text, "a later result is identical"
    if _is(call, _TODOS):
        yield f"todo:{call.name}", "a newer todo list replaces it"
    path = _path(call)
    if path and _is(call, _READERS):
        yield f"file:{path}", "the file was read again later"
    if len(call.arguments) > 4:
        yield f"call:{call.name}:{call.arguments}", "the same call was made again later"


def _stands_for(call: ToolCall, result: ToolResult) -> Iterator[str]:
    """What a later call makes stale; a failed call and one that reads a part of a file stand for nothing but itself."""
    if result.is_error:
        return
    if _is(call, _TODOS):
        yield f"todo:{call.name}"
    path = _path(call)
    if path and _is(call, _READERS) and not any(call.input.get(name) for name in _RANGES):
        yield f"file:{path}"
    yield f"call:{call.name}:{call.arguments}"


def _same_text(result: ToolResult) -> str:
    if len(result.text) < MIN_BYTES:
        return ""
    return "text:" + hashlib.blake2b(result.text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _is(call: ToolCall, names: Sequence[str]) -> bool:
    name = call.name.lower()
    return any(part in name for part in names)


def _path(call: ToolCall) -> str:
    if not call.arguments.startswith("{"):
        return ""
    values = call.input
    return next((json.dumps(values[name]) for name in _PATHS if isinstance(values.get(name), str)), "")
