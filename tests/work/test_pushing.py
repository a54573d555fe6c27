"""A push that a person ordered is open until one came through: a commit stands on one machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from threefold.work.sentences.pushing import claims_push, orders_push, settles_push

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

COMMIT = "[main 1a2b3c4] x\n 1 file changed"
PUSHED = "To git@host:acme/shop.git\n   1a2b3c4..2b3c4d5  main -> main"
REJECTED = " ! [rejected] main -> main (fetch first)\nerror: failed to push some refs"


@pytest.mark.parametrize(
    "order",
    [
        "Correct the heading on the landing page and push.",
        "bump lodash, commit + push pls",
        "Rename the job, run the tests and push to origin/main",
        "Can you fix the header and push it?",
        "Once it is green, push the branch.",
        "Tighten the regex; commit; push",
        "yes, push it",
        "Make the retry 3 and push to `release`.",
        "I want you to fix the typo and push it.",
        "don't forget to push",
        "we need to push this today",
        "Set the tax to 0.2 and get it pushed",
        "修复页脚的拼写，提交推送",
        "改完直接推上去",
        "把超时改成 30 秒，测试通过后推送",
        "提交后推到 origin",
        "修好后 commit 并 push",
        "顺便把分支推一下。",
    ],
)
def test_an_order_to_push_is_known(order: str) -> None:
    assert orders_push(order)


@pytest.mark.parametrize(
    "words",
    [
        "Implement push notifications for orders",
        "push the limit to 50",
        "Make the worker push jobs to the queue",
        "I'll commit and push it myself",
        "commit, but don't push",
        "git push fails with 403, why?",
        "Should we push this?",
        "The push is broken again",
        "push a value onto the stack",
        "commit only; I will push later",
        "before you push, run the tests",
        "Let's push the deadline back",
        "replace push with append",
        "增加消息推送功能",
        "推送通知没有声音，修一下",
        "提交但先别推送",
        "提交就行，我自己推",
        "git push 报错，怎么办",
        "把推送间隔改成 5 分钟",
    ],
)
def test_what_is_called_a_push_or_was_not_wanted_is_no_order(words: str) -> None:
    assert not orders_push(words)


def test_a_person_takes_a_push_back_or_sees_to_it() -> None:
    for words in ("I'll push later", "I pushed it", "no need to push", "leave the push to me", "先别推", "我已经推了"):
        assert settles_push(words), words
    for words in ("push it", "推送吧", "what does push do?"):
        assert not settles_push(words), words


def test_a_word_that_it_was_pushed_is_told_from_one_that_it_was_not() -> None:
    assert all(map(claims_push, ("Committed and pushed to origin.", "Pushed.", "已提交并推送。")))
    assert not any(map(claims_push, ("Committed; not pushed yet.", "You can push it now.", "尚未推送。")))


def _committed(log: ClaudeLog, order: str, *commands: tuple[str, str, int], reply: str = "Fixed and committed.") -> int:
    log.human(order)
    log.edit("a.py")
    log.bash('git commit -qam "Fix the total"', COMMIT)
    for command, result, status in commands:
        log.bash(command, result, status)
    log.model(reply)
    return len(log.work().next_steps)


@pytest.mark.parametrize(
    "order", ["fix the total, commit and push", "Fix the total and push it", "修复总价，提交并推送。"]
)
def test_a_commit_carries_no_push_out(log: ClaudeLog, order: str) -> None:
    reply = "Fixed and committed." if order.isascii() else "总价修好了，已提交。"
    assert _committed(log, order, reply=reply) == 1


@pytest.mark.parametrize(
    ("command", "result", "status", "left"),
    [
        ("git push", PUSHED, 0, 0),
        ("git push -u origin fix/total 2>&1; git status -sb", f"{PUSHED}\n## main...origin/main", 0, 0),
        ("gh pr create --fill", "https://host/acme/shop/pull/3", 0, 0),
        ("git status -sb", "## main...origin/main", 0, 0),
        ("git status -sb", "## main...origin/main [ahead 1]", 0, 1),
        ("git push --dry-run", PUSHED, 0, 1),
        ("git push; true", REJECTED, 0, 1),
        ("./release.sh", "ok", 0, 0),
    ],
)
def test_a_push_is_what_came_through_or_what_git_shows(
    log: ClaudeLog, command: str, result: str, status: int, left: int
) -> None:
    reply = "Fixed, committed and pushed." if not left or "dry" in command else "Fixed and committed."
    assert _committed(log, "fix the total, commit and push", (command, result, status), reply=reply) == left


def test_a_word_alone_pushes_nothing_that_a_plain_commit_shows(log: ClaudeLog) -> None:
    assert _committed(log, "fix the total, commit and push it", reply="Fixed, committed and pushed.") == 1


def test_a_push_that_the_model_leaves_to_the_person_is_open_until_they_take_it(log: ClaudeLog) -> None:
    log.human("push it to origin")
    log.bash("git remote -v", "origin git@host:acme/shop.git")
    log.model("I have no rights to push from here; you have to run `git push` yourself.")
    assert len(log.work().next_steps) == 1
    log.human("ok, I'll push it from my laptop")
    log.model("Good.")
    assert log.work().next_steps == ()


@pytest.mark.parametrize("words", ["actually don't push it, I want to look first", "I pushed it just now", "先别推送"])
def test_a_push_that_was_taken_back_or_done_by_the_person_is_over(log: ClaudeLog, words: str) -> None:
    assert _committed(log, "fix the total, commit and push") == 1
    log.human(words)
    log.model("OK.")
    assert log.work().next_steps == ()


def test_a_push_in_a_later_turn_carries_the_order_out_and_talk_does_not(log: ClaudeLog) -> None:
    assert _committed(log, "fix the total, commit and push") == 1
    log.human("What does autosquash do?")
    log.model("It orders fixup commits.")
    assert len(log.work().next_steps) == 1
    log.human("you forgot something")
    log.bash("git push", PUSHED)
    log.model("Right: pushed now.")
    assert log.work().next_steps == ()


def test_one_push_counts_once(log: ClaudeLog) -> None:
    _committed(log, "fix the total, commit and push", reply="Fixed and committed, but I did not push.")
    log.human("Now push it.")
    log.bash("git push", REJECTED, 1)
    log.model("The push was rejected: somebody else pushed first.")
    assert len(log.work().next_steps) <= 2


@pytest.mark.parametrize(
    ("status", "before", "left"),
    [
        (
            "On branch main\nYour branch is up to date with 'origin/main'.\nnothing to commit, working tree clean",
            False,
            0,
        ),
        ("## main...origin/main", False, 0),
        ("## main...origin/main\n?? notes.txt", False, 0),
        ("## main...origin/main", True, 1),
        ("## main...origin/main\n M b.py", False, 0),
    ],
)
def test_a_status_tells_of_a_push_only_where_nothing_waits_for_a_commit(
    log: ClaudeLog, status: str, before: bool, left: int
) -> None:
    """Level with its upstream, what is committed got there; what is not committed did not, whenever the look was."""
    log.human("Correct the tax, commit and push.")
    if before:
        log.edit("a.py")
        log.bash("git status -sb", f"{status}\n M a.py")
        log.model("The tax is corrected.")
        log.human("Commit it.")
        log.bash('git commit -qam "Tax"', COMMIT)
    else:
        log.edit("a.py")
        log.bash('git commit -qam "Tax"', COMMIT)
        log.bash("git status", status)
    log.model("The tax is corrected and committed.")
    assert len([item for item in log.work().next_steps if "push" in item.text]) == left
