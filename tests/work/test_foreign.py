"""Commits that somebody else made of the session's edits, and what only looks like one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from threefold.work.commands.foreign import person_committed

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

OLD = "aaaaaaa Begin"
NEW = "bbbbbbb Keep the last row"
STAT = " .../p.py | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)"


@pytest.mark.parametrize(
    "text",
    [
        "ok, can you check the lines? I put everything into one commit",
        "I've committed it.",
        "I committed your changes and pushed.",
        "I already checked in everything myself.",
        "It's all committed.",
        "Squash is not needed, we committed that as one",
        "committed it.",
        "committed and pushed it myself, all good",
        "already committed and pushed from my IDE",
        "ok, all committed now",
        "pushed and committed it in VS Code",
        "自己提交了",
        "刚提交并推送了，没问题",
        "我都提交了。",
        "改动已经提交了，继续吧",
        "我把这些改动提交了，看看下一个",
    ],
)
def test_a_person_says_that_they_committed(text: str) -> None:
    assert person_committed(text)


@pytest.mark.parametrize(
    "text",
    [
        "Did I commit it?",
        "I haven't committed it yet.",
        "I'll commit it later.",
        "Once I committed it you can go on.",
        "I committed the parser.",
        "I committed half of it.",
        "Yesterday I committed it to the other branch.",
        "I committed to help them.",
        "commit it",
        "committed the parser",
        "committed?",
        "checked in with Tom",
        "committed in March",
        "not committed",
        "never committed and pushed it",
        "committed to quality",
        "committed by Tom in March",
        "the committed one is fine",
        "some committed, some not",
        "提交了吗",
        "提交",
        "我还没提交",
        "我提交了吗？",
        "我把解析器提交了",
        "等我提交了再说",
    ],
)
def test_a_question_a_part_and_what_is_to_come_are_no_such_word(text: str) -> None:
    assert not person_committed(text)


def test_a_person_s_word_lands_what_was_edited_before_it_and_nothing_after(log: ClaudeLog) -> None:
    log.human("Fix the parser.")
    log.edit("src/p.py")
    log.model("Fixed.")
    log.human("I put everything into one commit. Now the lexer, please.")
    log.edit("src/lexer.py")
    log.model("The lexer is fixed.")
    assert [item.text for item in log.work().edits] == ["src/lexer.py"]


@pytest.mark.parametrize(
    ("look", "shown"),
    [
        ("git diff --stat HEAD~1 HEAD", STAT),
        ("git diff --stat bbbbbbb~1..bbbbbbb", STAT),
        ("git show --stat", f"commit bbbbbbb\n\n    Keep the last row\n\n{STAT}"),
        ("git log --stat -1", f"commit bbbbbbb\n\n    Keep the last row\n\n{STAT}"),
    ],
)
def test_a_commit_that_is_new_at_the_tip_lands_the_files_that_it_is_shown_to_hold(
    log: ClaudeLog, look: str, shown: str
) -> None:
    log.human("Fix the parser.")
    log.bash("git log --oneline -1", OLD)
    log.edit("src/p.py")
    log.edit("src/q.py")
    log.model("Fixed.")
    log.human("Look at the latest commit, please.")
    log.bash("git log --oneline -3", f"{NEW}\n{OLD}")
    log.bash(look, shown)
    log.model("It holds the fix.")
    assert [item.text for item in log.work().edits] == ["src/q.py"]


@pytest.mark.parametrize(
    ("before", "listed", "look"),
    [
        ("", f"{NEW}\n{OLD}", "git show --stat bbbbbbb"),  # nothing tells how old the commit is
        (f"{NEW}\n{OLD}", f"{NEW}\n{OLD}", "git show --stat bbbbbbb"),  # it was there before the edit
        (OLD, f"{NEW}\n{OLD}", "git diff --stat main~5..HEAD"),  # commits before it are among them
        (OLD, f"{NEW}\n{OLD}", "git show --stat aaaaaaa"),
        (OLD, "", "git show --stat bbbbbbb"),
    ],
)
def test_a_commit_that_may_have_been_there_before_the_edit_lands_nothing(
    log: ClaudeLog, before: str, listed: str, look: str
) -> None:
    log.human("Fix the parser.")
    if before:
        log.bash("git log --oneline -2", before)
    log.edit("src/p.py")
    log.model("Fixed.")
    log.human("Look at the history, please.")
    if listed:
        log.bash("git log --oneline -3", listed)
    log.bash(look, STAT)
    log.model("Looked.")
    assert [item.text for item in log.work().edits] == ["src/p.py"]


def test_an_edit_of_the_same_turn_and_a_tip_that_was_moved_by_a_command_land_nothing(new_log: type[ClaudeLog]) -> None:
    for between in ("git pull", "git checkout main"):
        log = new_log()
        log.human("Fix the parser.")
        log.bash("git log --oneline -1", OLD)
        log.edit("src/p.py")
        log.model("Fixed.")
        log.human("And now?")
        log.bash(between, "")
        log.bash("git log --oneline -3", f"{NEW}\n{OLD}")
        log.bash("git show --stat bbbbbbb", STAT)
        log.model("Looked.")
        assert [item.text for item in log.work().edits] == ["src/p.py"]
    log = new_log()
    log.human("Fix the parser.")
    log.bash("git log --oneline -1", OLD)
    log.edit("src/p.py")
    log.bash("git log --oneline -3", f"{NEW}\n{OLD}")
    log.bash("git show --stat bbbbbbb", STAT)
    log.model("Fixed.")
    assert [item.text for item in log.work().edits] == ["src/p.py"]
