"""Commands that a person ran beside the conversation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from threefold.reading import read
from threefold.reading.ran import ran_by_person
from threefold.session import Ran


@pytest.mark.parametrize(
    ("text", "ran"),
    [
        ("<bash-input>git push</bash-input>", (Ran("git push", ended=False),)),
        ("<bash-stdout>done</bash-stdout><bash-stderr></bash-stderr>", (Ran("", "done"),)),
        ("<bash-stdout></bash-stdout><bash-stderr>no</bash-stderr>", (Ran("", "", failed=True),)),
        ("<bash-input>ls</bash-input>\n<bash-stdout>a</bash-stdout>", (Ran("ls", "a"),)),
        (
            "<user_shell_command>\n<command>\ngit push\n</command>\n<result>\nExit code: 1\nOutput:\nno\n</result>\n"
            "</user_shell_command>",
            (Ran("git push", "Exit code: 1\nOutput:\nno", failed=True),),
        ),
        ("please run <bash-input>git push</bash-input>", ()),
        ("git push", ()),
        ("", ()),
    ],
)
def test_a_command_of_the_person_is_told_from_what_they_say(text: str, ran: tuple[Ran, ...]) -> None:
    assert ran_by_person(text) == ran


def test_a_command_that_was_typed_in_pi_is_one_of_the_person(tmp_path: Path) -> None:
    rows = [
        {"type": "session", "version": 3, "id": "s", "timestamp": "2026-11-30T00:00:00Z", "cwd": "/home/dev/work"},
        {"type": "message", "id": "a", "parentId": None, "timestamp": "2026-11-30T00:00:01Z",
         "message": {"role": "bashExecution", "command": "git push", "output": "no", "exitCode": 1}},
    ]  # fmt: skip
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with read(log) as session:
        assert [mark for _, record in session.records() for mark in record.marks if isinstance(mark, Ran)] == [
            Ran("git push", "no", failed=True)
        ]
