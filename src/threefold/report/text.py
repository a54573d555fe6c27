"""Plain text for a terminal: one screen, read by a tired person.

Text of a session is hostile here: control characters are shown as such, so that a log cannot move the cursor, and
nothing in it is taken for markup.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

WIDEST = 100
"""Columns beyond which no line of prose goes: long lines are hard to read."""
_USUAL = 80


@cache
def console() -> Console:
    """The terminal; no wider than ``WIDEST``."""
    found = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
    if found.width < 1:  # COLUMNS=0, by which a terminal says that it knows no width
        found.width = _USUAL
    if found.width > WIDEST:
        found.width = WIDEST
    return found


def printable(text: str) -> str:
    """One line of text with nothing in it that a terminal would obey."""
    return "".join(
        c if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn") else " " if c in "\r\n\t" else "\ufffd"
        for c in text
    )


def clip(text: str, width: int) -> str:
    """The text on one line of at most ``width`` columns; an ellipsis behind a whole word says that more follows.

    Only where a word takes a third of the line (a path, a text without blanks) is it cut within.
    """
    line = " ".join(printable(text[: width * 8]).split())
    if cell_len(line) <= width and len(text) <= width * 8:
        return line
    cut = set_cell_size(line, max(width - 1, 1)).rstrip()
    whole = cut.rpartition(" ")[0] if line[len(cut) : len(cut) + 1].strip() else cut
    return (whole if cell_len(whole) * 3 > width * 2 else cut).rstrip(" ,;:") + "…"


def middle(text: str, width: int) -> str:
    """The text on one line of at most ``width`` columns, cut in its middle: a path's end tells it from others."""
    line = " ".join(printable(text).split())
    if cell_len(line) <= width:
        return line
    head = set_cell_size(line, width // 3).rstrip()
    return f"{head}…{set_cell_size(line[::-1], max(width - cell_len(head) - 1, 1)).rstrip()[::-1]}"


def say(text: str = "", style: str = "") -> None:
    """A paragraph; lines that it is broken into are indented as it is."""
    body = text.lstrip(" ")
    indent = len(text) - len(body)
    for line in Text(body, style=style).wrap(console(), max(console().width - indent, 20)) or [Text()]:
        line.rstrip()
        console().print(Text(" " * indent).append_text(line), overflow="fold")


def tell(text: str = "", hang: int = 0, *, lead: str = "", error: bool = False) -> None:
    """One line on standard output or standard error; on a terminal it is broken between words.

    What it is broken into stands under its beginning, ``hang`` columns further in. A pipe or a file gets it whole.
    ``lead`` stands before each line.
    """
    stream = sys.stderr if error else sys.stdout
    lines = [text]
    if stream.isatty():
        lines = folded(text, min(Console(stderr=error).width or _USUAL, WIDEST) - len(lead), hang)
    print("\n".join(f"{lead}{line}".rstrip() for line in lines), file=stream, flush=True)


def folded(text: str, width: int, hang: int = 0) -> list[str]:
    """A line as lines of at most ``width`` columns, broken between words; one of which none fits is broken within."""
    body = text.lstrip(" ")
    indent = len(text) - len(body)
    first = next(iter(Text(body).wrap(console(), max(width - indent, 20))), Text()).plain.rstrip()
    rest = Text(body[len(first) :].lstrip()).wrap(console(), max(width - indent - hang, 20))
    return [" " * indent + first, *(" " * (indent + hang) + line.plain.rstrip() for line in rest if line.plain.strip())]


def heading(word: str, question: str) -> None:
    line = Text(f"{word:<8}", style="bold")
    line.append(question, style="dim")
    console().print()
    console().print(line)


def columns(table: Sequence[Sequence[str]], width: int, right: Sequence[int] = ()) -> Iterator[str]:
    """Rows as lines of at most ``width`` columns; the last gets what the others leave. ``right`` are flush right."""
    if not table:
        return
    widths = [max(cell_len(row[place]) for row in table) for place in range(len(table[0]) - 1)]
    room = max(10, width - sum(widths) - 2 * len(widths))
    for row in table:
        cells = [
            " " * (size - cell_len(cell)) + cell if place in right else set_cell_size(cell, size)
            for place, (cell, size) in enumerate(zip(row, widths, strict=False))
        ]
        line = "  ".join([*cells, clip(row[-1], room)])
        yield (line if cell_len(line) <= width else set_cell_size(line, width)).rstrip()


def rows(items: Iterable[tuple[str, str]], indent: int = 2, style: str = "", *, whole: bool = False) -> None:
    """Pairs in two columns; the second is cut at the edge of the screen, or broken there where it must be ``whole``."""
    pairs = list(items)
    if not pairs:
        return
    width = min(max(cell_len(left) for left, _ in pairs), 34)
    for left, right in pairs:
        room = max(console().width - indent - width - 2, 10)
        shown = folded(printable(right), room) if whole else [clip(right, room)]
        for place, piece in enumerate(shown):
            line = Text(" " * indent + set_cell_size(left if place == 0 else "", width) + "  ", style=style)
            console().print(line.append(piece), overflow="crop", no_wrap=True)


@contextmanager
def progress(stages: int) -> Iterator[Callable[[str], None]]:
    """A bar on standard error that fills by stages and names the one at work; nothing where that is no terminal."""
    terminal = Console(stderr=True)
    if not terminal.is_terminal:
        yield lambda stage: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(bar_width=30), TimeElapsedColumn())
    with Progress(*columns, console=terminal, transient=True) as bar:
        task = bar.add_task("reading", total=stages + 1)
        yield lambda stage: bar.update(task, description=stage, advance=1)


def number(value: int) -> str:
    return f"{value:,}"


def plural(count: int, one: str, many: str = "") -> str:
    plain = one.removesuffix("y") + "ies" if one.endswith("y") else one + "s"
    return f"{count:,} {one if count == 1 else many or plain}"


# --- inspect ---------------------------------------------------------------------------------------------------


def inspection(result: Mapping[str, object], title: str) -> None:
    """The account of a log."""
    lines = _map(result["lines"])
    say(f"{title} {_str(result['version'])}".rstrip(), "bold")
    authors = ", ".join(f"{n:,} {name}" for name, n in _map(result["authors"]).items())
    rows(
        [
            ("session", _str(result["session"]) or "not named in the log"),
            ("directory", _str(result["cwd"]) or "not named in the log"),
            ("events", number(_int(result["events"]))),
            ("messages", number(_int(result["messages"]))),
            ("  by author", authors or "none"),
            ("tool calls", number(_int(result["tool_calls"]))),
            ("seen by the model now", plural(_int(result["surface"]), "message")),
            ("compactions", _compactions(result)),
            ("lines", _accounts(lines)),
        ]
    )
    rows(((f"  {n} skipped", reason) for reason, n in _map(lines["skipped_reasons"]).items()), style="dim")
    faults = [_map(fault) for fault in _list(lines["broken_lines"])]
    rows(((f"  line {fault['line']} broken", _str(fault["what"])) for fault in faults[:10]), style="yellow")
    if _int(lines["broken"]) > 10:
        say(f"    and {_int(lines['broken']) - 10} more broken lines (--json lists the first {len(faults)})", "yellow")
    if unread := _str(lines["undecodable"]):
        rows((("  encoding", unread),), style="yellow")
    rows((("note", note) for note in map(str, _list(result["notes"])[:5])), style="dim")


def _compactions(result: Mapping[str, object]) -> str:
    items = [_map(item) for item in _list(result["compaction_list"])]
    where = ", ".join(f"{item['trigger']} at line {item['line']}" for item in items[:4])
    more = f" and {len(items) - 4} more" if len(items) > 4 else ""
    failed = len(_list(result["failed_compactions"]))
    text = f"{len(items)}" + (f"  ({where}{more})" if items else "")
    return text + (f", {failed} begun and not completed" if failed else "")


def _accounts(lines: Mapping[str, object]) -> str:
    total, read, skipped, broken = (_int(lines[k]) for k in ("total", "read", "skipped", "broken"))
    return f"{total:,} = {read:,} read + {skipped:,} skipped + {broken:,} broken"


def _map(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, (list, tuple)) else ()


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0


def _str(value: object) -> str:
    return value if isinstance(value, str) else ""
