"""A log that grew, read on from where another process ended: nothing of it may show."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.reading import claude_code, read_on
from threefold.reading.resuming import LARGEST
from threefold.reading.source import BytesSource, FileSource
from threefold.session import Session


def entry(number: int, role: str, parent: int | None, **fields: object) -> dict[str, object]:
    return {
        "type": role, "uuid": f"u{number}", "parentUuid": f"u{parent}" if parent is not None else None,
        "sessionId": "s-1", "cwd": f"/work/{number}", "version": "2.1",
        "message": {"role": role, "id": f"m{number // 2}", "model": "opus", "content": f"text {number}"}, **fields,
    }  # fmt: skip


RESULT = [{"type": "tool_result", "tool_use_id": "t1", "content": "done"}]
KINDS: list[Callable[[int], dict[str, object]]] = [
    lambda n: entry(n, "user", n - 1),
    lambda n: entry(n, "assistant", n - 1),
    lambda n: entry(n, "assistant", n + 1),  # a link to what comes later
    lambda n: entry(n // 2, "user", None),  # a copy, and a chain that begins anew
    lambda n: entry(n, "user", n - 1, message={"role": "user", "content": RESULT}),
    lambda n: entry(n, "user", n - 2, isSidechain=True),
    lambda n: {"type": "system", "subtype": "compact_boundary", "uuid": f"u{n}", "logicalParentUuid": f"u{n - 1}",
               "compactMetadata": {"trigger": "auto", "preservedMessages": {"uuids": [f"u{n - 2}", "gone"]}}},
    lambda n: entry(n, "user", n - 1, isCompactSummary=True),
    lambda n: {"type": "system", "subtype": "microcompact_boundary", "uuid": f"u{n}", "parentUuid": f"u{n - 1}",
               "microcompactMetadata": {"compactedToolIds": [f"t{n}"]}},
    lambda n: {"type": "attachment", "uuid": f"u{n}", "parentUuid": f"u{n - 1}", "attachment": {"type": "file"}},
    lambda n: {"type": "last-prompt", "n": n},
    lambda n: {"type": f"odd-{n % 3}"},
    lambda n: {"type": "queue-operation", "operation": "enqueue"},
]  # fmt: skip
DAMAGE = [
    *(
        b"",
        b"   ",
        b"\x00\x00",
        b"nonsense",
        b"[1]",
        b'{"type": "user", "uu',
        b'{"a": 1} {"type": "user", "uuid": "g"}',
    ),
    *(b'{"type": "user", "uuid": "\xff\xfe", "message": "x"}', b'{"type": "user", "cwd": "\\ud800"}'),
]


@st.composite
def logs(draw: st.DrawFn) -> list[bytes]:
    """The lines of a log, each with its line feed; it may begin with a mark, and its last line may be torn."""
    lines: list[bytes] = []
    for number in range(draw(st.integers(1, 14))):
        made = [json.dumps(kind(number)).encode() for kind in KINDS]
        lines.append(draw(st.sampled_from([*made, *DAMAGE])))
    lines[0] = draw(st.sampled_from([b"", b"\xef\xbb\xbf"])) + lines[0]
    ending = draw(st.sampled_from([b"\n", b"\n", b""]))
    return [line + b"\n" for line in lines[:-1]] + [lines[-1] + ending]


def shown(session: Session) -> tuple[object, ...]:
    """All that a session says."""
    columns = session.events
    return (
        [*columns], bytes(columns.flags), list(columns.heads), list(session.surface), session.compactions,
        session.attempts, msgspec.json.encode(session.lines), session.version, session.id, session.cwd,
        session.cleared, session.notes, columns.counts(),
    )  # fmt: skip


def kept_of(data: bytes) -> bytes:
    return claude_code.read_on(BytesSource(data), b"", keep=True)[1]


@settings(max_examples=300)
@given(logs(), st.data())
def test_a_log_that_is_read_on_says_what_it_says_when_it_is_read_at_once(
    lines: list[bytes], data: st.DataObject
) -> None:
    whole = b"".join(lines)
    kept = b""
    for cut in sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=3))):  # grown several times
        beginning = whole[:cut]
        fresh, kept = claude_code.read_on(BytesSource(beginning), kept, keep=True)
        assert shown(fresh) == shown(claude_code.read(BytesSource(beginning)))
    assert shown(claude_code.read_on(BytesSource(whole), kept, keep=True)[0]) == shown(
        claude_code.read(BytesSource(whole))
    )


def test_so_do_real_logs(shared: Path) -> None:
    for log in sorted((shared / "sessions" / "claude-code").glob("*.jsonl")):
        lines = log.read_bytes().splitlines(keepends=True)
        kept = kept_of(b"".join(lines[: len(lines) * 2 // 3]))
        assert shown(claude_code.read_on(BytesSource(b"".join(lines)), kept, keep=True)[0]) == shown(
            claude_code.read(BytesSource(b"".join(lines)))
        )


LINES = [json.dumps(entry(n, ("user", "assistant")[n % 2], n - 1 if n else None)).encode() + b"\n" for n in range(400)]


def test_the_lines_that_were_read_before_are_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"".join(LINES[:390]))
    _, kept = read_on(log, "claude-code", b"", keep=True)
    assert len(kept) < log.stat().st_size
    log.write_bytes(b"".join(LINES))
    asked: list[int] = []
    read = FileSource.read

    def asking(source: FileSource, start: int, end: int) -> bytes:
        asked.append(start)
        return read(source, start, end)

    monkeypatch.setattr(FileSource, "read", asking)
    monkeypatch.setattr(FileSource, "chunks", lambda self: pytest.fail("the whole log is read"))
    session, _ = read_on(log, "claude-code", kept)
    assert len(session.events) == 400
    assert sorted(asked)[:3] == [0, 0, len(b"".join(LINES[:390]))]  # the format's signs, the first message, the rest


@pytest.mark.parametrize("damaged", [b"", b"[", b"[1,2]", b"null", b'[0,0,0,{},[[1,0,9,{"type":3}]]]'])
def test_what_cannot_be_read_of_what_was_kept_is_read_of_the_log(damaged: bytes) -> None:
    whole = b"".join(LINES)
    assert shown(claude_code.read_on(BytesSource(whole), damaged, keep=False)[0]) == shown(
        claude_code.read(BytesSource(whole))
    )
    assert shown(claude_code.read_on(BytesSource(LINES[0]), kept_of(whole), keep=False)[0]) == shown(
        claude_code.read(BytesSource(LINES[0]))
    )


def test_of_a_log_whose_last_line_may_not_be_whole_the_others_are_kept() -> None:
    whole = b"".join(LINES)
    assert kept_of(whole[:-1]) == kept_of(b"".join(LINES[:-1])) != kept_of(whole)


def test_of_a_log_that_did_not_grow_the_same_is_kept_again() -> None:
    whole = b"".join(LINES)
    for log in (whole, whole[:-1], whole + b"\n\n", b"\n" + whole):
        kept = kept_of(log)
        assert claude_code.read_on(BytesSource(log), kept, keep=True)[1] == kept


def test_nothing_is_kept_of_a_log_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept_of(b"".join(LINES))
    monkeypatch.setattr("threefold.reading.resuming.LARGEST", 1000)
    assert LARGEST > 1000
    assert kept_of(b"".join(LINES)) == b""


def test_a_format_that_is_read_as_a_whole_keeps_nothing(root: Path) -> None:
    session, kept = read_on(root / "examples" / "import-fix.v4.jsonl", "dsh", b"", keep=True)
    assert len(session.events)
    assert kept == b""
