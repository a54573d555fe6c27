"""What the summary gives as done altogether where some of it failed, or with a name that no call has ever named."""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from threefold.auditing.ledger.ledger import Ledger, Origin
from threefold.auditing.statements.late import Late, claim_of
from threefold.auditing.statements.summary import split
from threefold.auditing.statements.tasks import State, says_done
from threefold.text.later import later
from threefold.text.sentences import Kind
from threefold.text.unicode import encode

_TESTS = later(r"(?i)\b(?:pytest|jest|vitest|mocha|rspec|phpunit|ctest|playwright|test\w*)\b")
_SOME_FAIL = later(
    r"(?i)(?<![\d.])[1-9]\d* (?:\w+ )?fail(?:ed|ures?|ing)\b|\bfail(?:ed|ures?)\b[: ]+[1-9]|^(?:--- )?FAIL\b|失败[：: ]*[1-9]|(?<!\d)[1-9]\d* 个?失败",
    8,
)
_ALL_WELL = later(
    r"(?i)\b(?:all|every)\b(?: of)?(?: the)?(?: [\d,]+)?(?: [\w-]+)? (?:tests?|checks?|specs?|suites?)\b.{0,20}\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b|\bno (?:test )?failures?\b"
    r"|测试.{0,6}(?:全部|全都|都|全)(?:已)?通过|全部测试.{0,4}通过"
)
_BUT = later(
    r"(?i)\b(?:except|but|apart from|besides|other|before|first|then|after|of which|if|once|until|should|must|when|so that)\b|除了|但|其余|其他|之前|之后|后来|如果|必须"
)
_TAIL = 4_000  # characters at the end of a result in which a run says how it went
ALL_DONE = later(
    r"(?i)\b(?:all|every|both)\b(?: of)?(?: the)?(?: [\w,-]+){1,3} (?:is|are|was|were|has been|have been)\b|全部|全都"
)


_N_PASS = later(
    r"(?i)(?<![\d.,/])(\d{1,3}(?:,\d{3})+|\d+) (?:[A-Za-z]+ ){0,2}(?:tests?|specs?|cases?|checks?) (?:[A-Za-z]+ ){0,2}(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b|(?<![\d.,/])(\d+) ?[个条]?(?:单元|集成)?(?:用例|测试)[^，。；,.;]{0,4}通过"
)
"""How a summary says how many tests pass."""
_PASSED = later(
    r"(?i)(?<![\d.])(\d+) (?:tests? )?pass(?:ed|ing)?\b|\bpass(?:ed)?\W{1,3}(\d+)|(\d+) ?个?(?:用例|测试)?通过"
)
_FAILED = later(
    r"(?i)(?<![\d.])(\d+) (?:tests? )?fail(?:ed|ures?|ing)\b|\bfail(?:ed|ures?)?\W{1,3}(\d+)|(\d+) ?个?(?:用例|测试)?失败"
)
_FAILS = later(r"(?i)\bfail|\berror|\bred\b|失败|报错")


class _Run(NamedTuple):
    """One run of tests: its call, how many passed and how many failed, what shows that, and its event."""

    call: str
    passed: int
    failed: int
    shown: str
    event: int


def _runs(late: Late) -> list[_Run]:
    """The runs of tests that say how many passed, in order."""
    found: list[_Run] = []
    calls = {one.call: one.text for one in late.of(Origin.CALL) if _TESTS.search(one.text[:600])}
    for one in late.texts:
        if one.origin is not Origin.RESULT or one.call not in calls:
            continue
        passed, failed = _last_count(_PASSED, one.text), _last_count(_FAILED, one.text)
        if passed is not None:
            shown = f"{passed} passed, {failed or 0} failed"
            found.append(_Run(calls[one.call], passed, failed or 0, shown, one.event))
    return found


def _last_count(pattern: re.Pattern[str], text: str) -> int | None:
    counts = [next(filter(None, match.groups())) for match in pattern.finditer(text[-_TAIL:])]
    return int(counts[-1]) if counts else None


def more_than_passed(summary: str, late: Late) -> list[State]:
    """``142 tests pass``, where the last run of these tests had 140 that passed and two that failed."""
    found: list[State] = []
    runs: list[_Run] | None = None
    for sentence in split(summary):
        text = sentence.of(summary)
        claimed = None if sentence.kind is Kind.CODE or _BUT.search(text) else _N_PASS.search(text)
        if claimed is None or _FAILS.search(text):
            continue
        runs = _runs(late) if runs is None else runs
        number = int((claimed[1] or claimed[2]).replace(",", ""))
        well = [place for place, one in enumerate(runs) if one.passed == number]
        suite = {runs[place].call for place in well} or {one.call for one in runs if one.passed + one.failed == number}
        last = next((one for one in reversed(runs) if one.call in suite), None)
        if last is not None and last.failed and last.passed < number:
            found.append(State(last.shown, "open_listed_done", text, last.event))
    return found


def not_all(summary: str, late: Late) -> list[State]:
    """``All tests pass``, where the last tests that ran did not; ``all files are converted``, where some failed."""
    claims = [text for s in split(summary) if s.kind is not Kind.CODE and not _BUT.search(text := s.of(summary))]
    shown = last_failures(late)
    found = [State(shown[0], "open_listed_done", text, shown[1]) for text in claims if shown and _ALL_WELL.search(text)]
    told = [one for one in late.texts if one.origin in (Origin.HUMAN, Origin.MODEL) and _SOME_FAIL.search(one.text)]
    for text in claims if told else ():
        claim = claim_of(text)
        if claim.done and ALL_DONE.search(text) and not _ALL_WELL.search(text):
            found.append(State(told[-1].text[:300], "open_listed_done", text, told[-1].event))
    return found


def last_failures(late: Late) -> tuple[str, int] | None:
    """What the last tests that ran say of failures, and where."""
    last = next((one for one in reversed(late.of(Origin.CALL)) if _TESTS.search(one.text[:600])), None)
    results = [one for one in late.texts if last and one.origin is Origin.RESULT and one.call == last.call]
    shown = _SOME_FAIL.search(results[0].text) if results else None
    return (shown[0].strip(), results[0].event) if shown else None


def unnamed(summary: str, named: Sequence[tuple[int, int, str]], ledger: Ledger) -> list[State]:
    """What the summary gives as done with a name (of a variable) that a human gave and no call has ever named."""
    found: list[State] = []
    for sentence in split(summary):
        text = sentence.of(summary)
        if sentence.kind in (Kind.CODE, Kind.HEADING) or not says_done(text):
            continue
        for start, end, name in named:
            if not sentence.start <= start < end <= sentence.end:
                continue
            places = ledger.places(encode(name))
            if places and all(origin is Origin.HUMAN for _, origin in places):
                found.append(State(name, "open_listed_done", text, places[-1][0]))
    return found
