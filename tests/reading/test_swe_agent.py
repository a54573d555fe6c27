from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from threefold.reading import read, read_source
from threefold.reading.source import BytesSource
from threefold.session import Author, Session, Text, Turn

Json = dict[str, Any]
TASK = "Please solve this issue: It breaks.\n\nYou can execute bash commands and edit files to do so.\n"


def said(role: str, content: Any, **more: Any) -> Json:
    return {"role": role, "content": content, **more}


def log(value: Any) -> Session:
    return read_source(BytesSource(json.dumps(value).encode()))


def trajectory(*history: Json, **more: Any) -> Session:
    return log({"environment": "e", "trajectory": [], "history": history, "info": {}, **more})


def authored(session: Session) -> list[tuple[str, str]]:
    return [(p.author.value, p.text) for m in session.messages() for p in m.parts if isinstance(p, Text)]


def act(command: str, thought: str = "Look.") -> Json:
    return said("assistant", f"{thought}\n```\n{command}\n```", thought=thought, action=command, agent="primary")


MINI = [
    said("system", "Be good."),
    said("user", TASK),
    said("assistant", "THOUGHT: look\n\n```mswea_bash_command\nls -la\n```"),
    said("user", "<returncode>1</returncode>\n<output>\nnever delete\n</output>"),
]


def test_the_answer_of_a_trajectory_is_words_and_a_call_and_what_follows_is_its_result() -> None:
    session = trajectory(said("system", "s", agent="p"), said("user", "task"), act("ls"), said("user", "x.py\nbash-$"))
    _, _, answer, result = session.messages()
    assert (session.format, answer.text(), answer.tool_calls[0].input) == ("swe-agent", "Look.", {"command": "ls"})
    assert (result.role, result.tool_results[0].text) == ("tool", "x.py\nbash-$")
    assert result.tool_results[0].call_id == answer.tool_calls[0].id


def test_a_submission_ends_the_turn_and_waits_for_no_answer() -> None:
    session = trajectory(said("user", "task", agent="p"), act("submit", "Done."), info={"submission": "diff"})
    assert (list(session.messages())[1].tool_calls, session.record(1).marks) == ((), (Turn(False, "completed"),))
    assert len(session.notes) == 1


def test_newer_trajectories_have_calls_of_their_own() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "bash", "arguments": '{"command": "ls"}'}}
    session = trajectory(
        said("user", "task", agent="p"),
        said("assistant", "Look.", action="ls", tool_calls=[call], agent="p"),
        said("tool", [{"type": "text", "text": "x"}], message_type="observation", tool_call_ids=["c1"]),
    )
    _, answer, result = session.messages()
    assert [c.id for c in answer.tool_calls] == [r.call_id for r in result.tool_results] == ["c1"]


def test_a_demonstration_is_the_harness_s() -> None:
    session = trajectory(
        said("user", "Never push.", agent="p", is_demo=True),
        said("assistant", "ok", is_demo=True),
        said("user", "task"),
    )
    assert authored(session) == [("harness", "Never push."), ("harness", "ok"), ("human", "task")]


@pytest.mark.parametrize(
    "wrap", [lambda rows: rows, lambda rows: {"info": {}, "messages": rows, "trajectory_format": "m"}]
)
def test_what_a_command_printed_is_told_from_the_task(wrap: Any) -> None:
    session = log(wrap(MINI))
    _, _, answer, result = session.messages()
    assert authored(session)[1:4] == [
        ("harness", "Please solve this issue: "),
        ("human", "It breaks."),
        ("harness", TASK.partition("It breaks.")[2]),
    ]
    assert (answer.text(), answer.tool_calls[0].input) == ("THOUGHT: look\n\n", {"command": "ls -la"})
    assert (result.tool_results[0].is_error, result.author) == (True, Author.TOOL)


@pytest.mark.parametrize(
    ("template", "human"),
    [
        ("<pr_description>\nfix {}\n</pr_description>\nCan you help?", "fix it"),
        ("We're solving an issue. Here's the issue text:\nISSUE:\nfix {}\n\nINSTRUCTIONS:\nNow, you", "fix it"),
        ("fix {}", "fix it"),
        ("<pr_description>\nfix {}", "<pr_description>\nfix it"),
    ],
)
def test_the_template_around_a_task_is_no_humans(template: str, human: str) -> None:
    text = template.format("it")
    session = trajectory(said("user", text, agent="p"))
    assert "".join(words for author, words in authored(session) if author == "human") == human
    assert "".join(words for _, words in authored(session)) == text


def test_a_reminder_of_the_format_is_no_humans_and_a_word_that_is_passed_on_is() -> None:
    session = log(
        [
            *MINI,
            said("assistant", "hm"),
            said("user", "Please always provide EXACTLY ONE action."),
            said("assistant", "ok"),
            said("user", "The user added a new task: use uv"),
        ]
    )
    assert authored(session)[-4:] == [
        ("harness", "Please always provide EXACTLY ONE action."),
        ("model", "ok"),
        ("harness", "The user added a new task: "),
        ("human", "use uv"),
    ]


@pytest.mark.parametrize(
    ("name", "holder"), [("swe-agent/eps.traj", "history"), ("mini-swe-agent/github-issue.traj.json", None)]
)
def test_every_message_of_a_real_trajectory_is_read(shared: Path, name: str, holder: str | None) -> None:
    path = shared / "sessions" / name
    rows = json.loads(path.read_text())
    rows = rows[holder] if holder else rows
    with read(path) as session:
        assert (session.format, len(session.events)) == ("swe-agent", len(rows))
        assert session.lines.read == session.lines.total == len(path.read_text().splitlines())
        users = [row for row in rows if row["role"] == "user"]
        messages = list(session.messages())
        assert sum(m.author is Author.HUMAN for m in messages) == 1
        assert sum(bool(m.tool_results) for m in messages) == len(users) - 1
        calls = [c.id for m in messages for c in m.tool_calls]
        assert calls == [r.call_id for m in messages for r in m.tool_results]
