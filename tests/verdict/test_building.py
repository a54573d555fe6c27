"""From a log and a work tree to a snapshot."""

from __future__ import annotations

import pytest

from threefold.errors import RecordRefused
from threefold.verdict import WorkTree, described, from_work
from threefold.work import Item, Work

WHY = "changed"


def work(**fields: object) -> Work:
    return Work(cwd="/home/dev/shop/web", **fields)  # type: ignore[arg-type]


def item(text: str, event: int = 3, **fields: object) -> Item:
    return Item(text, event, WHY, **fields)  # type: ignore[arg-type]


def uncommitted(made: Work, tree: WorkTree | None) -> tuple[str, ...]:
    return from_work(made, "s", tree).snapshot.uncommitted


def test_git_s_word_replaces_the_log_s_edits() -> None:
    made = work(edits=(item("a.ts"), item("b.ts")))
    assert uncommitted(made, WorkTree(changed=("b.ts", "c.ts"))) == ("b.ts", "c.ts")
    assert uncommitted(made, WorkTree()) == ()


@pytest.mark.parametrize("tree", [None, WorkTree(known=False, problem="no repository")])
def test_where_git_knows_nothing_the_log_s_edits_count(tree: WorkTree | None) -> None:
    made = work(edits=(item("a.ts"),), outside=(item("/home/dev/other/x"),))
    assert uncommitted(made, tree) == ("a.ts", "/home/dev/other/x")


def test_a_file_outside_the_work_tree_counts_from_the_log() -> None:
    tree = WorkTree(root="/home/dev/shop")
    made = work(outside=(item("/home/dev/shop/api/a.ts"), item("/home/dev/other/x")))
    assert uncommitted(made, tree) == ("/home/dev/other/x",)
    assert uncommitted(made, WorkTree(committed=("api/a.ts",))) == ("/home/dev/other/x",)


def test_an_edit_is_found_again_under_the_name_that_git_gives_it() -> None:
    explained = from_work(work(edits=(item("a.ts", 7),)), "s", WorkTree(root="/home/dev/shop", changed=("web/a.ts",)))
    assert [found.event for found in explained.items["uncommitted"]] == [7]
    assert not any("clean for git" in note for note in explained.notes)


def test_an_edit_in_a_folder_that_git_lists_as_a_whole_is_found_there() -> None:
    tree = WorkTree(root="/r", untracked=("web/", "other/"))
    found = from_work(Work(cwd="/r", edits=(Item("web/a.ts", 7, "edited"),)), "s", tree)
    assert [(item.text, item.event) for item in found.items["uncommitted"]] == [("web/", 7), ("other/", -1)]
    assert not found.only_others
    assert from_work(Work(cwd="/r"), "s", tree).only_others
    assert not from_work(Work(cwd="/r", landed=(Item("other/b.ts", 9, "committed"),)), "s", tree).only_others
    assert not from_work(Work(cwd="/elsewhere", edits=(Item("a.ts", 7, "edited"),)), "s", tree).only_others
    assert not from_work(Work(cwd="/r"), "s", WorkTree(root="/r")).only_others


def test_an_edit_that_git_calls_clean_and_no_commit_carries_is_worth_a_note() -> None:
    explained = from_work(work(edits=(item("a.ts"),)), "s", WorkTree(root="/home/dev/shop/web"))
    assert explained.snapshot.count == 0
    assert any("a.ts" in note and "clean for git" in note for note in explained.notes)


def test_an_operation_in_progress_is_a_step_even_with_nothing_changed() -> None:
    assert from_work(work(), "s", WorkTree(operation="rebase")).snapshot.next_steps == (
        "Finish the rebase in progress",
    )


def test_a_stash_that_the_session_left_counts_unless_git_has_none() -> None:
    made = work(stashed=(item("Apply the stash"),))
    assert from_work(made, "s", WorkTree()).snapshot.next_steps == ("Apply the stash",)
    assert from_work(made, "s", WorkTree(stashes=1)).snapshot.next_steps == ("Apply the stash",)
    assert from_work(made, "s", WorkTree(stashes=0)).snapshot.count == 0


def test_words_about_committing_pass_with_a_clean_tree() -> None:
    made = work(edits=(item("a.ts"),), next_steps=(item("Not committed yet.", topic="commit"), item("Write the docs")))
    assert from_work(made, "s", WorkTree()).snapshot.next_steps == ("Write the docs",)
    assert len(from_work(made, "s", WorkTree(changed=("a.ts",))).snapshot.next_steps) == 2


def test_at_a_compaction_the_turn_in_progress_is_left_out_and_named() -> None:
    made = work(next_steps=(item("Unfinished call", current=True), item("Write the docs")))
    explained = from_work(made, "s", None, at_compaction=True)
    assert explained.snapshot.next_steps == ("Write the docs",)
    assert [found.text for found in explained.left_out] == ["Unfinished call"]
    assert from_work(made, "s", None).snapshot.count == 2


def test_an_item_counts_once() -> None:
    assert from_work(work(questions=(item("Which one?"), item("Which  one?"))), "s").snapshot.count == 1


def test_what_is_not_pushed_or_lies_stashed_is_told_and_does_not_count() -> None:
    explained = from_work(work(), "s", WorkTree(unpushed=2, stashes=1))
    assert explained.snapshot.count == 0
    assert "2 commits are not pushed." in explained.notes
    assert "git holds 1 stashed change." in explained.notes


def test_c029_compactions_without_any_progress_are_worth_a_note() -> None:
    notes = from_work(work(idle_compactions=3), "s").notes
    assert any("The last 3 compactions had no edit and no commit" in note for note in notes)


def test_a_work_tree_described_as_data_is_closed_too() -> None:
    tree = described({"committed": ["a"], "changed": ["b"], "staged": ["b"], "untracked": ["c"], "operation": "merge"})
    assert list(tree.paths) == ["b", "c"]
    assert not described(None).known
    for value in ([], {"command": "rm"}, {"changed": [1]}, {"operation": 5}):
        with pytest.raises(RecordRefused):
            described(value)


def test_untracked_names_that_differ_in_blanks_only_are_three_files() -> None:
    tree = WorkTree(untracked=("a b", "a  b", "a\nb"))
    assert uncommitted(work(), tree) == ("a b", "a  b", "a\nb")
