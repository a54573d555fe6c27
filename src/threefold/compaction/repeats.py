"""What a later message makes worth less: by rule, and with the reason in the receipt.

A rule names the earlier message and the later one that stands for it. It never cuts anything; it lowers a value, and
only where every result of a unit is superseded.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import msgspec

from threefold.compaction.conversation import Item
from threefold.compaction.units import Units
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


class Answered(msgspec.Struct, frozen=True):
    """A call with its result, and what of them tells a repetition."""

    name: str
    arguments: str
    call_id: str
    failed: bool
    text: str
    """a key for the result's text; empty where it is too short to count"""
    path: str
    """the file that a reading call names"""
    ranged: bool
    """the call reads a part of it"""
    todos: bool


def superseded(items: Sequence[Item], units: Units, cleared: frozenset[str] = frozenset()) -> dict[int, Superseded]:
    """The superseded units. One pass from the last item to the first; linear."""
    calls = {(call.id, place): call for place, item in enumerate(items) for call in item.message.tool_calls}
    answered: dict[int, list[Answered]] = {}
    for call_place, result_place in units.pairs.links:
        for result in items[result_place].message.tool_results:
            call = calls.get((result.call_id, call_place))
            if call is not None:
                answered.setdefault(units.of[call_place], []).append(_answered(call, result))
    later: dict[str, int] = {}
    found: dict[int, Superseded] = {}
    for unit in sorted(answered, reverse=True):
        verdicts = [_verdict(pair, later, cleared) for pair in answered[unit]]
        reasons = [verdict for verdict in verdicts if verdict is not None]
        if len(reasons) == len(verdicts):
            by, reason = reasons[0]
            found[unit] = Superseded(unit, by if by >= 0 else unit, reason)
        for pair in answered[unit]:
            for key in _stands_for(pair):
                later.setdefault(key, unit)
    return found


def _answered(call: ToolCall, result: ToolResult) -> Answered:
    name = call.name.lower()
    path, ranged = "", False
    if any(part in name for part in _READERS) and call.arguments.startswith("{"):
        values = call.input
        path = next((str(values[key]) for key in _PATHS if isinstance(values.get(key), str)), "")
        ranged = any(values.get(key) for key in _RANGES)
    text = ""
    if len(result.text) >= MIN_BYTES:
        text = hashlib.blake2b(result.text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return Answered(
        name=call.name,
        arguments=call.arguments,
        call_id=result.call_id,
        failed=result.is_error,
        text=text,
        path=path,
        ranged=ranged,
        todos=any(part in name for part in _TODOS),
    )


def _verdict(pair: Answered, later: dict[str, int], cleared: frozenset[str]) -> tuple[int, str] | None:
    if pair.call_id in cleared:
        return -1, "the harness had blanked it already"
    for key, reason in _superseded_by(pair):
        if key in later:
            return later[key], reason
    return None


def _superseded_by(pair: Answered) -> Iterator[tuple[str, str]]:
    if pair.text:
        yield f"text:{pair.text}", "a later result is identical"
    if pair.todos:
        yield f"todo:{pair.name}", "a newer todo list replaces it"
    if pair.path:
        yield f"file:{pair.path}", "the file was read again later"
    if len(pair.arguments) > 4:
        yield f"call:{pair.name}:{pair.arguments}", "the same call was made again later"


def _stands_for(pair: Answered) -> Iterator[str]:
    """What a later call makes stale; a failed call and one that reads a part of a file stand for nothing but itself."""
    if pair.text:
        yield f"text:{pair.text}"
    if pair.failed:
        return
    if pair.todos:
        yield f"todo:{pair.name}"
    if pair.path and not pair.ranged:
        yield f"file:{pair.path}"
    yield f"call:{pair.name}:{pair.arguments}"
