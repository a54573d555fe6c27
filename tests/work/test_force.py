"""Whether a sentence of a person is still in force: lifted, released from, set to another value, or none of these."""

from __future__ import annotations

import pytest

from threefold.work.sentences.force import Later, ends

REPLACED = [
    ("use port 8080 for the dev server", "8080 is taken by jenkins, take 8099 instead", "8080"),
    ("set the timeout to 30 seconds", "hm make that 90", "30 seconds"),
    ("set the timeout to 30 seconds", "set the timeout to 90 seconds", "30 seconds"),
    ("send it to ops@acme.test at 08:00", "not ops@, finance@acme.test please. and 07:30", "ops@acme.test 08:00"),
    ("put it in docs/a.md", "put it in docs/b.md instead", "docs/a.md"),
    ("release it as 1.4.2", "no, 1.5.0", "1.4.2"),
    ("prefetch is 20", "prefetch should be 50, not 20", "20"),
    ("超时设为 30 秒", "还是改成 90 秒吧", "30 秒"),
    ("超时设为30秒", "改成90秒", "30秒"),
    ("用 8080 端口", "8080 被占用了，换成 8099", "8080"),
]
KEPT = [
    ("fix order 550e8400-e29b-41d4-a716-446655440000 in src/total.py", "no, use port 5433, not 5432"),
    ("keep 3 backups", "no, use port 5433, not 5432"),
    ("保留 3 个备份", "不对，端口用 5433，不是 5432"),
    ("set the read timeout to 30 seconds", "set the write timeout to 90 seconds"),
    ("use port 8080 for web", "use port 8081 for the api"),
    ("add port 8080 to the list", "add port 8081 to the list"),
    ("use port 8080", "also use 8081"),
    ("set the timeout to 30 seconds", "run it with 4 workers"),
    ("deploy to staging at 08:00", "what about 09:00?"),
    ("use port 8080", "the log says 404 for 3 requests"),
    ("use at most 4 workers", "use 8 if the queue is full"),
    ("put the notes in docs/a.md", "fix the typo in docs/b.md"),
    ("fix the tests in 2 files", "now look at 3 other files"),
    ("不要用 8080 端口", "日志里有 404"),
]


@pytest.mark.parametrize(("first", "later", "gone"), REPLACED)
def test_another_value_of_the_same_kind_for_the_same_thing_replaces_the_first(
    first: str, later: str, gone: str
) -> None:
    ended = Later([(1, first), (3, later)]).ended(first, 1)
    assert ended is not None
    assert (ended.words, ended.event) == (later, 3)
    assert " ".join(value.text for value in ended.rejected) == gone


@pytest.mark.parametrize(("first", "later"), KEPT)
def test_a_value_of_something_else_or_beside_it_replaces_none(first: str, later: str) -> None:
    assert Later([(1, first), (3, later)]).ended(first, 1) is None


def test_words_that_name_nothing_are_about_what_was_said_last() -> None:
    first, other = "set the timeout to 30 seconds", "the header should be sticky"
    assert Later([(1, first), (3, other), (5, "make that 90")]).ended(first, 1) is None
    assert Later([(1, first), (3, "thanks!"), (5, "make that 90")]).ended(first, 1) is not None


def test_of_several_values_the_last_is_told_and_who_goes_back_ended_nothing() -> None:
    first = "use port 8080 for the dev server"
    there, back = "take 8099 instead of 8080", "8099 is in use as well, take 8080 instead after all"
    said = [(1, first), (3, there), (5, "8099 is no good, take 9000")]
    ended = Later(said).ended(first, 1)
    assert ended is not None
    assert ended.words == "8099 is no good, take 9000"
    assert Later([(1, first), (3, there), (5, back.replace(" as well", ""))]).ended(first, 1) is None


@pytest.mark.parametrize(
    ("rule", "words", "near", "over"),
    [
        ("Never push to main.", "forget that, pushing to main is fine from now on", False, True),
        ("Never push to main.", "forget that", True, True),
        ("Never push to main.", "forget that", False, False),
        ("Never push to main.", "forget that, look at the header", False, False),
        ("Never push to main.", "ok push it now", True, False),  # an order is one exception, and no permission
        ("Never push to main.", "push to main", True, False),
        ("Don't push to main.", "ok push it now", True, True),
        ("Don't push to main.", "push to main", True, True),
        ("Don't push to main.", "commit and push", True, False),  # to where the work is
        ("Don't add dependencies.", "fine, you may add papaparse, forget the rule", False, True),
        ("Don't use lodash.", "never mind, let us look at the header", False, False),
        ("永远不要推送到 main", "那个规矩作废，以后可以推", True, True),
        ("不要推送到 main", "推送到 main 没问题了", False, True),
        ("Always run the linter before you commit.", "no need to run the linter any more", False, True),
        ("以后每次提交前先跑测试", "不用再先跑测试了", False, True),
        ("Always run the linter before you commit.", "stop the server", False, False),
        ("Always run the tests before a commit.", "there is no need to run the app", False, False),
        ("Always use 4 workers and never push.", "make it 8", True, False),  # the ban stands
    ],
)
def test_what_ends_a_rule(rule: str, words: str, *, near: bool, over: bool) -> None:
    assert ends(rule, words, near=near) is over


@pytest.mark.parametrize(
    ("told", "answer", "over"),
    [
        ("Dropping the index would save 20 s.", "no, that index is needed", True),
        ("The query takes 20 s.", "no, that index is needed", False),
        ("Dropping the index would save 20 s.", "yes, do it", False),
    ],
)
def test_what_a_model_puts_forward_is_over_once_the_person_declines_it(told: str, answer: str, *, over: bool) -> None:
    assert Later([(1, "it is slow"), (3, answer)]).declined(told, 2) is over
