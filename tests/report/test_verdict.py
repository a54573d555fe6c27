"""What a verdict means, in a few words."""

from __future__ import annotations

import msgspec
import pytest

from threefold.report.verdict import grounds, meaning
from threefold.verdict import Reason, VerdictSettings, from_record, judge_locally


@pytest.mark.parametrize(
    ("todos", "files", "said"),
    [
        (4, 0, "write this down first: it exists nowhere else"),
        (0, 4, "commit this first: it is on disk, and in no commit"),
        (2, 2, "write down and commit this first: it exists nowhere else"),
        (0, 0, "nothing that is recorded would be lost"),
    ],
)
def test_files_are_to_be_committed_and_words_to_be_written_down(todos: int, files: int, said: str) -> None:
    work = {"todos": [f"todo {n}" for n in range(todos)], "uncommitted": [f"src/f{n}.py" for n in range(files)]}
    assert meaning(judge_locally(from_record({"session": "s"} | work))) == said


def test_what_the_settings_allow_to_be_lost_is_not_called_nothing() -> None:
    state = from_record({"session": "s", "todos": ["write the entry"]})
    verdict = judge_locally(state, VerdictSettings(safe_max=1))
    assert (verdict.verdict, meaning(verdict)) == ("safe_to_compact", "no more is open than the settings allow")


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_is_said_in_words_and_keeps_its_name(reason: Reason) -> None:
    verdict = msgspec.structs.replace(judge_locally(from_record({"session": "s"})), reason=reason)
    words, _, name = grounds(verdict).rpartition(" (")
    assert name == f"{reason.value})"
    assert len(words.split()) > 4
    assert "_" not in words
