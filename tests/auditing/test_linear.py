"""The audit's cost where both sides hold much of one kind: calls are counted, and none of it is timed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from threefold.auditing import AuditRecord, audit
from threefold.auditing.facts.finder import Finder
from threefold.auditing.grounds.findings import EQUIVALENT
from threefold.auditing.grounds.grounds import Grounds
from threefold.auditing.grounds.surroundings import Surroundings
from threefold.auditing.ledger.ledger import Ledger, Origin, Piece
from threefold.auditing.reports.given import plain_session, with_summary
from threefold.auditing.statements.ranked import lost_rules
from threefold.auditing.statements.rules import rules
from threefold.auditing.statements.stated import Stated

Lines = Callable[[int], str]

HOSTILE: dict[str, tuple[Lines, Lines]] = {
    "rules and sentences in nearly their words": (
        lambda i: f"Never push to branch b{i} in repo{i * 7 % 1000}.",
        lambda i: f"You may push to branch b{i + 1} in repo{i * 7 % 1000}. Never delete b{i}.",
    ),
    "rules that the summary repeats": (lambda i: f"Never push to b{i}.", lambda i: f"Never push to b{i}."),
    "Chinese rules": (lambda i: f"不要删除文件{i}。", lambda i: f"可以删除文件{i + 1}。"),
    "rules without a literal": (
        lambda i: f"Never merge the {'very ' * (i % 40)}old branch of part {chr(97 + i % 26)}{chr(97 + i // 26 % 26)}.",
        lambda i: f"You may merge the old branch of part {chr(97 + i % 26)}{chr(97 + i // 26 % 26)}.",
    ),
    "commands with one other word": (lambda i: f"`git push -f origin b{i}`", lambda i: f"`git push origin b{i} -f`"),
    "commands with two other words": (
        lambda i: f"`git push -f origin b{i}`",
        lambda i: f"`git push --force origin c{i}`",
    ),
    "ids": (lambda i: f"id 550e8400-e29b-41d3-9a0c-{i:012x}", lambda i: f"id 550e8400-e29b-41d3-9a0d-{i:012x}"),
    "addresses": (lambda i: f"https://e{i}.com/x?y={i}", lambda i: f"https://e{i}.com/x?y={i + 1}"),
    "exceptions": (lambda i: f"Foo{i}Error", lambda i: f"Fop{i}Error"),
    "numbers": (lambda i: f"took {i * 37} seconds", lambda i: f"took {i * 37 + 1} seconds"),
    "rows": (lambda i: f"| row{i} | {i} | {i * 2} |", lambda i: f"row{i} has {i + 1} items."),
    "lines of one file": (lambda i: f"src/a.py:{i * 3}: x", lambda i: f"src/a.py:{i * 3 + 1} and lines {i}-{i + 9}"),
    "lines of many files": (lambda i: f"src/f{i}.py:{i}\n{i}: x", lambda i: f"Line {i + 7} of src/f{i}.py (a note)."),
    "ports": (lambda i: f"port {i + 2000} of relay{i}", lambda i: f"ports {i + 4000} (a), {i + 5000} of relay{i}"),
    "tasks that are done and failed": (
        lambda i: f"User: run job {i}\nAssistant: The upload of batch {i} to the depot failed, job {i} was taken back.",
        lambda i: f"- [x] Upload of batch {i} to the depot: done\n- [ ] job {i}",
    ),
    "rows of tasks": (lambda i: f"Assistant: 第 {i} 步完成。", lambda i: f"| {i} | 第 {i} 步 | 未完成 |"),
    "issues": (lambda i: f"PR #{i}", lambda i: f"PR #{i + 7}"),
}


def _audited(of_log: Lines, of_summary: Lines, count: int) -> Callable[[], AuditRecord]:
    log, summary = ("\n".join(map(one, range(count))) for one in (of_log, of_summary))
    session, compaction = with_summary(plain_session(log.encode(), "original"), summary)
    return lambda: audit(session, compaction)


@pytest.mark.parametrize("name", HOSTILE)
def test_many_of_one_kind_on_both_sides_cost_no_more_than_their_size(
    name: str, work_of: Callable[[Callable[[], object]], int]
) -> None:
    first, small, large = (_audited(*HOSTILE[name], count) for count in (20, 200, 800))
    first()  # patterns are compiled, and modules loaded
    assert work_of(large) < 6 * work_of(small)


LONG = {
    "letters": "a" * 300_000,
    "underscores": "_" * 300_000,
    "words of code": "a_" * 150_000,
    "Chinese": "汉" * 100_000,
    "places": "a.py:1" * 50_000,
    "headings of rules": ("## " + "-" * 1_900 + "\n") * 150,
    "colons": "x " + ": " * 150_000,
    "full-width colons": "x" + "：\n" * 100_000,
    "quotes that open": "用户说“" * 60_000,
    "lines without a word": "x\n" + "---\n" * 80_000,
}


@pytest.mark.thorough
@pytest.mark.parametrize("word", LONG.values(), ids=LONG)
def test_a_summary_of_one_long_thing_ends(word: str) -> None:
    session, compaction = with_summary(
        plain_session(
            b"User: Fix src/a.py. Never push. No, use 5433, not 5432.\nAssistant: It is fixed. Next is 3 of 4.",
            "original",
        ),
        word,
    )
    assert not audit(session, compaction).failures


def test_many_refused_calls_and_many_turns_cost_no_more_than_their_size(
    compacted, work_of: Callable[[Callable[[], object]], int]
) -> None:
    def audited(count: int) -> Callable[[], AuditRecord]:
        no = "The user doesn't want to proceed with this tool use."
        entries = [
            entry
            for i in range(count)
            for entry in (
                ("user", f"Look at part {i} of the harbour plan."),
                ("call", ("Bash", {"command": f"rm -rf harbour/part{i}"}, f"c{i}")),
                ("result", (f"c{i}", no)),
            )
        ]
        session, compaction = compacted(entries, "Work went on at the harbour.")
        return lambda: audit(session, compaction)

    first, small, large = audited(20), audited(700), audited(2800)
    first()
    assert work_of(large) < 6 * work_of(small)


def test_many_quotes_of_a_user_of_many_turns_cost_no_more_than_their_size(
    compacted, work_of: Callable[[Callable[[], object]], int]
) -> None:
    def audited(count: int) -> Callable[[], AuditRecord]:
        turns = [("user", f"I want berth{i} and not berth{i + 1} on the page.") for i in range(count // 4)]
        quotes = "\n".join(f'- "I want berth{i} and berth{i + 2} on page"' for i in range(count))
        session, compaction = compacted(turns, f"All user messages:\n{quotes}")
        return lambda: audit(session, compaction)

    first, small, large = audited(20), audited(300), audited(1_200)
    first()
    assert work_of(large) < 6 * work_of(small)


def test_numbers_are_looked_for_beside_their_thing_without_a_pattern_for_each(
    work_of: Callable[[Callable[[], object]], int],
) -> None:
    table = "\n".join(f"row{number} {number * 2} files" for number in range(2_000))
    around = Surroundings(plain_session(table.encode(), "original"), Finder())
    assert around.stands_beside(0, "14", "file")
    assert not around.stands_beside(0, "15", "file")
    assert work_of(lambda: [around.stands_beside(0, str(number), "file") for number in range(501, 601, 2)]) < 50 * 20


def test_commands_are_cut_into_words_once_for_all_of_a_summary(
    work_of: Callable[[Callable[[], object]], int],
) -> None:
    ledger = Ledger(Finder())
    ledger.add(Piece(0, Origin.RESULT, "\n".join(f"`git push -f origin b{i}`" for i in range(400))))
    facts = ledger.finder.facts("\n".join(f"`git push origin b{i} -f`" for i in range(400)))
    grounds = Grounds(ledger, "", None, facts)
    assert [ground[0] for fact in facts if (ground := grounds.of(fact, ""))] == [EQUIVALENT] * 400
    assert work_of(lambda: [Grounds(ledger, "", None, facts).of(fact, "") for fact in facts[:1]]) > 400
    assert work_of(lambda: [grounds.of(fact, "") for fact in facts]) < 400 * 100


def test_rules_that_choose_a_value_cost_no_more_than_the_sentences_that_choose_one(
    work_of: Callable[[Callable[[], object]], int],
) -> None:
    def compared(count: int) -> Callable[[], object]:
        found = rules(
            "\n".join(f"Use at most {n} threads for the import, never forks{n}." for n in range(count)), "human", 0
        )
        summary = "## Constraints\n" + "\n".join(f"- Use {n} threads or forks{n}; 1,1,1x" for n in range(2 * count))
        return lambda: lost_rules(found, Stated(summary))

    compared(200)()  # patterns are compiled, and gates in front of them
    assert work_of(compared(200)) < 6 * work_of(compared(50))


def _steps(work: Callable[[], object]) -> int:
    """How many instructions of Python's run: unlike calls they show a list that is gone through again and again."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> Callable[..., object]:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("unit", ["a.py 。", "See src/a.py. ", "- fixed b.py\n", "`c.rs` was changed; ", "Took 5 s. "])
def test_a_summary_twice_as_long_takes_twice_the_steps(unit: str) -> None:
    def audited(times: int) -> Callable[[], AuditRecord]:
        session, compaction = with_summary(plain_session(b"User: fix a.py\nAssistant: ok", "original"), unit * times)
        return lambda: audit(session, compaction)

    audited(50)()
    few, many = _steps(audited(300)), _steps(audited(1_200))
    assert many < 5 * few
