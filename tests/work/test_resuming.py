"""A fold that goes on where an earlier one ended says what a fold of the whole log says."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from threefold.reading import claude_code, codex, pi, read_source
from threefold.reading.source import BytesSource
from threefold.session import Session
from threefold.work import fold
from threefold.work.folding import Progress
from threefold.work.resuming import resumed, saved

Json = dict[str, Any]


def session(raw: bytes, format: str | None = None) -> Session:
    return read_source(BytesSource(raw), format)


def entry(number: int, role: str, content: Any, parent: int | None = None, **more: Any) -> bytes:
    before = number - 1 if parent is None else parent
    message = {"role": role, "content": content, "id": f"m{number}"}
    row = {"type": role, "uuid": f"u{number}", "parentUuid": f"u{before}" if before >= 0 else None, "sessionId": "s",
           "cwd": "/w", "timestamp": "2026-01-01T00:00:00Z", "message": message}  # fmt: skip
    return json.dumps(row | more).encode() + b"\n"


def talk() -> list[bytes]:
    todo = {"todos": [{"content": "ship it", "status": "pending"}]}
    write = {"type": "tool_use", "id": "t2", "name": "Write", "input": {"file_path": "/w/a.py", "content": "pass"}}
    return [
        entry(0, "user", "Mend the parser and add a test."),
        entry(1, "assistant", [{"type": "tool_use", "id": "t1", "name": "TodoWrite", "input": todo}]),
        entry(2, "user", [{"type": "tool_result", "tool_use_id": "t1", "content": "ok"}]),
        entry(3, "assistant", [write]),
        entry(4, "user", [{"type": "tool_result", "tool_use_id": "t2", "content": "ok"}]),
        entry(5, "assistant", [{"type": "text", "text": "Next I will write the test. Which port should it use?"}]),
        entry(6, "user", "8443"),
        entry(7, "assistant", [{"type": "text", "text": "Port 8443 then. I still have to update the changelog."}]),
    ]


def gone_on(rows: list[bytes], cut: int, format: str | None = None) -> Any:
    """The work of a log that grew, and whether the fold went on from the cut."""
    before = Progress(session(b"".join(rows[:cut]), format))
    kept = saved(before)
    whole = session(b"".join(rows), format)
    progress = resumed(whole, kept)
    return (progress or Progress(whole)).finish(None), progress is not None


@pytest.mark.parametrize("cut", range(1, 9))
def test_a_log_that_grew_is_folded_from_there_on_to_the_same_work(cut: int) -> None:
    work, resumes = gone_on(talk(), cut, "claude-code")
    assert resumes
    assert work == fold(session(b"".join(talk()), "claude-code"))


@pytest.mark.parametrize(
    ("folder", "module"), [("claude-code-live", claude_code), ("codex-live", codex), ("pi-live", pi)]
)
def test_every_cut_of_a_real_log_gives_the_same_work(shared: Path, folder: str, module: ModuleType) -> None:
    resumes = 0
    for path in sorted((shared / "sessions" / folder).iterdir())[:8]:
        rows = path.read_bytes().splitlines(keepends=True)
        whole = module.read(BytesSource(b"".join(rows)))
        for cut in range(2, len(rows), max(1, len(rows) // 6)):
            kept = saved(Progress(module.read(BytesSource(b"".join(rows[:cut])))))
            progress = resumed(whole, kept)
            assert (progress or Progress(whole)).finish(None) == fold(whole)
            resumes += progress is not None
    assert resumes > 10


def test_a_branch_that_leaves_what_was_folded_is_folded_from_the_beginning() -> None:
    rows = [*talk(), entry(8, "user", "Forget that; use port 9000.", parent=1)]
    work, resumes = gone_on(rows, 8, "claude-code")
    assert not resumes
    assert work == fold(session(b"".join(rows), "claude-code"))


@pytest.mark.parametrize("kept", [b"", b"cut", b"\x80\x05N."], ids=["nothing", "garbage", "another pickle"])
def test_what_cannot_be_read_is_folded_from_the_beginning(kept: bytes) -> None:
    assert resumed(session(b"".join(talk()), "claude-code"), kept) is None


def test_the_fold_of_another_log_is_not_gone_on_with() -> None:
    other = [entry(0, "user", "Something else of another length."), *talk()[1:]]
    assert resumed(session(b"".join(talk())), saved(Progress(session(b"".join(other[:3]))))) is None


def test_saying_what_is_open_is_not_kept() -> None:
    progress = Progress(session(b"".join(talk()[:6])))
    kept = saved(progress)
    first = progress.finish(None)
    again = resumed(session(b"".join(talk()[:6])), kept)
    assert again is not None
    assert again.finish(None) == first
