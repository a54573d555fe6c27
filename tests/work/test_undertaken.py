"""The tasks of a log alone are those of its whole fold, and what a person took back never escapes it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from threefold.reading import read
from threefold.session import Session
from threefold.work import fold
from threefold.work.undertaken import Undertaken

from .conftest import ClaudeLog

SESSIONS = Path(__file__).parents[3] / "shared" / "sessions"
_SAID = (
    "Please fix the parser and then write the tests for it.",
    "Yes, go on.",
    "Actually, forget the cache and drop the tests for the parser.",
    "不用做缓存了，取消测试",
    "```\nnever mind this code\n",
    "Why is it so slow?",
)


def _random_log(log: ClaudeLog, seed: int) -> Session:
    chance = random.Random(seed)
    tasks: list[str] = []
    for _ in range(60):
        match chance.randrange(8):
            case 0 | 1:
                log.human(chance.choice(_SAID))
            case 2:
                log.model(chance.choice(("Next I will write the tests for the parser.", " ", "Done. Shall I go on?")))
            case 3:
                items = [{"content": f"part {n}", "status": chance.choice(("pending", "completed"))} for n in range(3)]
                log.call("TodoWrite", "ok", error=chance.random() < 0.2, todos=items)
            case 4:
                tasks.append(str(len(tasks) + 1))
                log.call("TaskCreate", f"Task #{tasks[-1]} created", subject=f"task {tasks[-1]}")
            case 5 if tasks:
                status = chance.choice(("completed", "deleted", "in_progress"))
                log.call("TaskUpdate", "ok", taskId=chance.choice(tasks), status=status)
            case 6:
                action = chance.choice(("add", "toggle", "remove", "clear"))
                log.call("todo", "Added todo #7", action=action, id="7", text="sweep up")
            case _:
                log.call(chance.choice(("AskUserQuestion", "ExitPlanMode")), "drop the tests", question="Which?")
                log.bash("make test", chance.choice(("ok", None)))
    return log.session()


def _agrees(session: Session, places: list[int]) -> None:
    undertaken = Undertaken(session)
    for until in places:
        whole = fold(session, until)
        assert undertaken.at(until) == whole.tasks
        if any(item.why == "taken back" for item in whole.closed):
            assert undertaken.takes_back()


@pytest.mark.parametrize("seed", range(40))
def test_at_each_event_the_tasks_are_those_of_the_whole_fold_and_what_was_taken_back_is_noticed(
    log: ClaudeLog, seed: int
) -> None:
    session = _random_log(log, seed)
    _agrees(session, list(range(0, len(session.events) + 1, 7)))


def test_where_nobody_takes_anything_back_nothing_has_to_be_folded_for_it(log: ClaudeLog) -> None:
    log.human("Please fix the parser.")
    log.model("It is fixed: nothing was cancelled.")
    log.human("Thanks. Go on with the tests.")
    assert not Undertaken(log.session()).takes_back()
    log.human("Never mind the tests.")
    session = log.session()
    undertaken = Undertaken(session)
    undertaken.at(len(session.events))
    assert undertaken.takes_back()


@pytest.mark.skipif(not SESSIONS.exists(), reason="the real sessions are not beside this checkout")
def test_of_real_sessions_the_tasks_are_those_of_the_whole_fold() -> None:
    logs = sorted((*SESSIONS.glob("*/compacted-*.jsonl"), *SESSIONS.glob("*/*todo*.jsonl")))
    assert len(logs) > 8
    for log in logs:
        with read(log) as session:
            _agrees(session, [len(session.events)])
