"""The work of a session, folded once: what is asked on the way changes nothing of what it comes to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from threefold.harness import guidance
from threefold.harness.open_work import OpenWork
from threefold.reading import read
from threefold.session import Session
from threefold.settings import Settings
from threefold.work import fold
from threefold.work.folding import Progress
from threefold.work.resuming import saved

REVIEW = "Two findings:\n\n1. The retry loop never sleeps.\n2. The header is logged in full."


def log_of(path: Path, *texts: str) -> Path:
    roles = ("user", "assistant")
    rows = [
        {"type": roles[place % 2], "uuid": f"u{place}", "parentUuid": f"u{place - 1}" if place else None,
         "sessionId": "s", "cwd": "/nowhere", "message": {"role": roles[place % 2], "content": text}}
        for place, text in enumerate(texts)
    ]  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


TALK = ("Review src/http.py, never push.", REVIEW, "Thanks.", "Shall I mend them?", "Yes, the first.", "On it.")


def opened(path: Path) -> Session:
    return read(path, "claude-code")


def test_what_is_kept_is_the_same_whoever_folds_the_work(tmp_path: Path) -> None:
    for many in range(1, len(TALK) + 1):
        with opened(log_of(tmp_path / "log.jsonl", *TALK[:many])) as session:
            alone = list(guidance.stated(session, Settings()))
            folding = OpenWork(session, b"")
            assert list(guidance.stated(session, Settings(), steps=folding.steps)) == alone
            assert folding.end()[0] == fold(session)
    assert any(category == "finding" for category, _ in alone)


@pytest.mark.parametrize("known", range(1, len(TALK) + 1))
def test_the_steps_before_an_event_are_those_of_a_fold_that_ends_there_wherever_it_goes_on_from(
    tmp_path: Path, known: int
) -> None:
    with opened(log_of(tmp_path / "log.jsonl", *TALK[:known])) as session:
        _, state = OpenWork(session, b"").end()
    with opened(log_of(tmp_path / "log.jsonl", *TALK)) as session:
        for event in (0, 3, len(TALK) - 1):
            folding = OpenWork(session, state)
            assert tuple(folding.steps(event)) == fold(session, event).next_steps
            assert folding.end()[0] == fold(session)


@pytest.mark.parametrize("kept", [b"", b"no pickle", b"\x80\x05N."])
def test_a_fold_that_cannot_go_on_begins_anew(tmp_path: Path, kept: bytes) -> None:
    with opened(log_of(tmp_path / "log.jsonl", *TALK)) as session:
        folding = OpenWork(session, kept)
        assert tuple(folding.steps(3)) == fold(session, 3).next_steps
        assert folding.end()[0] == fold(session)


def test_what_was_kept_and_lacks_something_is_dropped_wherever_that_shows(tmp_path: Path) -> None:
    with opened(log_of(tmp_path / "log.jsonl", *TALK[:2])) as session:
        progress = Progress(session)
        progress.at(2)
        del progress._state.talk
        lacking = saved(progress)
    with opened(log_of(tmp_path / "log.jsonl", *TALK)) as session:
        folding = OpenWork(session, lacking)
        assert tuple(folding.steps(5)) == fold(session, 5).next_steps
        assert folding.end()[0] == fold(session)
