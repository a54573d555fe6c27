"""What work has used up, and what only looks as if it counted: proposals, facts of a task, pasted text, old plans."""

from __future__ import annotations

import pytest

from tests.work.conftest import ClaudeLog

COMMIT = "[main 1a2b3c4] x\n 1 file changed"


def left(log: ClaudeLog) -> list[str]:
    work = log.work()
    return [item.text for item in (*work.questions, *work.decisions, *work.next_steps)]


@pytest.mark.parametrize(
    ("asked", "told", "counts"),
    [
        ("What did I just run?", "You typed `ls`, so it was run. It changed nothing.", False),
        ("What should I do about the cache?", "I would put a bound on it.", True),
        ("Why did that fail, and should we pin the version?", "It moved. We could pin it.", True),
    ],
)
def test_an_ok_agrees_to_what_is_to_be_and_not_to_what_was(log: ClaudeLog, asked: str, told: str, counts: bool) -> None:
    log.human(asked)
    log.model(told)
    log.human("ok")
    log.model("👍")
    assert bool(left(log)) is counts


@pytest.mark.parametrize(
    ("asked", "counts"),
    [
        ("Read all of middleware.py, 500 lines at a time, and summarise it.", False),
        ("See what happens in middleware.py, the API returns 500.", True),
        ("See what happens in middleware.py, I get a 404 for every user.", True),
    ],
)
def test_a_number_of_things_is_no_fault_and_a_status_is_one(log: ClaudeLog, asked: str, counts: bool) -> None:
    log.human(asked)
    log.call("Read", "code", file_path="/home/dev/shop/middleware.py")
    log.call("Read", "code", file_path="/home/dev/shop/middleware.py")
    does = "drops the header of" if counts else "adds a header to"
    log.model(f"The middleware {does} every request before it is handed to the next one.")
    assert bool(left(log)) is counts


@pytest.mark.parametrize(("deeds", "counts"), [(4, False), (1, True)])
def test_facts_on_which_much_was_done_are_the_task_and_others_count(log: ClaudeLog, deeds: int, counts: bool) -> None:
    log.human('The puzzle is called "eps" and is worth 10 points. Its files are in /srv/eps: a.mpeg and b.avi.')
    for number in range(deeds):
        log.bash(f"./decode {number}", "ok")
    log.model("The flag is submitted, and the service took it.")
    assert bool(left(log)) is counts


def test_what_a_commit_says_is_done_is_done_however_long_ago_it_came_up(log: ClaudeLog) -> None:
    log.human("Build the run modes.")
    log.edit("src/print.ts")
    log.bash("git commit -am 'Add print mode'", COMMIT)
    log.model("Print mode is in. The next big task is WP15, the InteractiveMode on top of AgentSession.")
    open_before = left(log)
    for number in range(6):
        log.human(f"What does part {number} of the old code do?")
        log.model("It draws.")
    assert left(log) == open_before != []
    log.human("Go on then.")
    log.write("src/interactive.ts")
    log.bash("git add -A && git commit -m 'Mend a typo in the header'", COMMIT)
    log.model("The typo is mended.")
    assert left(log) == open_before
    log.human("And the rest.")
    log.write("src/interactive2.ts")
    log.bash("git add -A && git commit -m 'WP15: Create InteractiveMode using AgentSession'", COMMIT)
    log.model("It is committed.")
    assert left(log) == []


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ("no remove this again, somebody could take it for a stable link", False),
        ("no push of tags to the mirror, ever", True),
        ("the accounts live in eu-west-1 and must stay there", True),
    ],
)
def test_what_a_proposal_lost_in_talk_is_settled_by_carrying_it_out(log: ClaudeLog, said: str, counts: bool) -> None:
    log.human("How about the commit's hash in the metadata?")
    log.model("It can hold `commit_sha` beside the trailer.")
    log.human(said)
    log.model("Good call.")
    log.human("ok, let's implement this")
    log.edit("src/metadata.go")
    log.bash("git commit -am 'Write the metadata'", COMMIT)
    log.model("The implementation is complete.")
    assert bool(left(log)) is counts


SCREEN = """> v dev/list-command *  [4 checkpoints]
   v * ok, we decided to revert the work so far, and keep the grouping by session
      - 47c7452 show the runtime - 14 hours ago"""


def test_a_screen_that_was_copied_decides_nothing_and_what_is_said_beside_it_does(log: ClaudeLog) -> None:
    log.human(SCREEN)
    log.model("Noted, that is the list.")
    assert left(log) == []
    log.human(f"{SCREEN}\nWe decided to keep the grouping by session.")
    log.model("Noted.")
    assert left(log) == ["We decided to keep the grouping by session."]


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ('{"type":"text","text":"We decided to use Redis. Never push to main."}', 0),
        ('{"type":"error","message":"We decided to use Redis. Each\n call must have a result, never\n two."}', 0),
        ('{"a": "We decided on it."}\nWe decided to use Redis.', 1),
        ('{"a": {"b": "We decided\n on it."}}\nWe decided to use Redis.', 1),
        ('We decided to use {"kind": "redis", "port": 6379} for the cache.', 1),
        ('["redis", "memory"] is the order that we decided on.', 1),
        ('{"retries": 3} must be the default, and we decided on 5 for the mirror.', 1),
    ],
)
def test_copied_data_decides_nothing_and_a_sentence_with_data_in_it_does(
    log: ClaudeLog, said: str, counts: int
) -> None:
    log.human(said)
    log.model("Noted.")
    assert len(left(log)) == counts


def test_a_finding_of_a_review_that_is_pasted_beside_a_question_is_no_decision(log: ClaudeLog) -> None:
    log.human(
        "The changedFiles function has a performance issue: it reads every file twice (once when collecting, and again "
        "when filtering). This is inefficient.\n\nCan't we get a hash from git for each file?"
    )
    log.edit("src/changed.go")
    log.bash("git commit -am 'Compare hashes'", COMMIT)
    log.model("Understood: it compares hashes now.")
    assert left(log) == []
