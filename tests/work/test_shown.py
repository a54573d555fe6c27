"""What is shown to a person is something that they can act on, and is shown once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from threefold.verdict.building import from_work
from threefold.verdict.worktree import WorkTree

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

CONFLICT = (
    "CONFLICT (content): Merge conflict in a.py\nAutomatic merge failed; fix conflicts and then commit the result."
)


@pytest.mark.parametrize("verb", ["merge", "rebase"])
@pytest.mark.parametrize(
    "reply",
    [
        "It stopped at a conflict in a.py, which I have not resolved yet.",
        "There is a conflict in a.py. It needs to be resolved before this can be committed.",
        "a.py 有冲突，还没有解决。",
    ],
)
def test_one_conflict_counts_once_and_git_has_the_word_on_it(log: ClaudeLog, verb: str, reply: str) -> None:
    log.human(f"{verb} main")
    log.bash(f"git {verb} main", CONFLICT, 1)
    log.model(reply)
    work = log.work()
    assert [item.text for item in work.next_steps] == [f"Finish the git {verb} that stopped at a conflict"]
    tree = WorkTree(known=True, root=work.cwd, operation=verb)
    assert from_work(work, "s", tree).snapshot.next_steps == (f"Finish the {verb} in progress",)
    over = WorkTree(known=True, root=work.cwd)
    assert from_work(work, "s", over).snapshot.next_steps == ()


def test_other_work_that_failed_stands_beside_a_conflict(log: ClaudeLog) -> None:
    log.human("merge main")
    log.bash("git merge main", CONFLICT, 1)
    log.model("There is a conflict in a.py. The deployment is waiting for the new certificate, too.")
    assert len(log.work().next_steps) == 2


def test_a_sentence_that_ends_with_a_colon_is_shown_with_what_it_announces(log: ClaudeLog) -> None:
    log.human("From now on this is the rule for names:\n\nnever a plural for a table")
    log.model("Understood.")
    shown = [item.text for item in log.work().decisions]
    assert all(not text.endswith(":") for text in shown)
    assert any("plural" in text for text in shown)


def test_a_sentence_over_a_list_of_what_was_done_leaves_nothing_open(log: ClaudeLog) -> None:
    log.human("Document the paths.")
    log.edit("CLAUDE.md")
    log.bash('git commit -qam "Document paths"', "[main 1a2b3c4] Document paths\n 1 file changed")
    log.model(
        'I\'ve added a section "Root vs directory" that still documents:\n\n1. The pattern\n2. Examples\n\nCommitted.'
    )
    assert log.work().next_steps == ()


@pytest.mark.parametrize(
    "menu",
    [
        "Next steps:\n\n- Option A: a cache in Redis\n- Option B: a cache per process\n\nWhich one?",
        "接下来：\n\n- 方案一：Redis 缓存\n- 方案二：进程内缓存\n\n选哪个？",
    ],
)
def test_what_there_is_to_choose_from_is_no_step(log: ClaudeLog, menu: str) -> None:
    log.human("How should we cache this?" if menu.isascii() else "缓存怎么做？")
    log.model(menu)
    work = log.work()
    assert work.next_steps == ()
    assert len(work.questions) == 1


def test_a_step_that_is_said_again_is_shown_once(log: ClaudeLog) -> None:
    log.human("How do we get rid of the old login?")
    log.model("Plan:\n\n1. Move the sessions.\n2. Switch the page.\n3. Delete the folder.")
    log.human("do step 1")
    log.edit("sess.py")
    log.model("Step 1 is done.\n\nRemaining:\n\n- Switch the page\n- Delete the folder")
    steps = from_work(log.work()).snapshot.next_steps
    assert [step.rstrip(".") for step in steps] == ["Switch the page", "Delete the folder"]
