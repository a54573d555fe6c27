"""Runs of tests: which suite a command runs, how the run came out, and which later run answers for an earlier one."""

from __future__ import annotations

import re

import msgspec

from threefold.text.later import later
from threefold.work.commands.outcome import Outcome
from threefold.work.commands.shell import Step
from threefold.work.sentences.phrases import Phrases

_RUNNER = later(
    r"(?:py\.?test|tox|nox|jest|vitest|mocha|ava|rspec|phpunit|ctest|nextest|unittest|playwright|tests?|check|spec|"
    r"test[:_-]\w+|run-?tests?(?:\.\w+)?|\w+\.test)"
)
"""A word of a command line that runs tests: a runner, or what build tools call it."""
_NARROWS = frozenset(("-k", "-m", "-t", "-run", "--grep", "--filter", "--testNamePattern", "-e", "-p", "--package"))
"""Options with which only some of the tests are run."""
_FAILED = later(
    r"(?mi)\b[1-9]\d* (?:\w+ )?(?:failed|failures?|failing|errors?)\b|^(?:--- )?FAIL(?:ED)?\b|\bfailures?: ?[1-9]|"
    r"\berrors?: ?[1-9]|\btest result: FAILED|^not ok\b|\bBUILD FAILED\b|^Traceback "
)
_PASSED = later(
    r"(?mi)\b[1-9]\d* (?:\w+ )?(?:tests? )?(?:passed|passing|pass)\b|^ok\b|^PASS\b|\btest result: ok\b|^OK \(|"
    r"\b[1-9]\d* (?:examples?|tests?|runs?|specs?), .{0,40}\b0 failures\b|\ball tests pass|\bpass(?:ed)?:? [1-9]"
)
_LEFT_OUT = later(r"(?i)\b(\d+) (?:skipped|xfailed|deselected|ignored|pending|todo)\b")
_ELSEWHERE = Phrases(
    r"\b(?:on|under|in) (?:windows|linux|mac\w*|arm\w*|ci|staging|prod\w*|python|node|the (?:pipeline|cluster))\b|"
    r"流水线|\bCI\b"
)
_TEST_FAILS = Phrases(
    r"(?:\btests?\b|\bspecs?\b|\bsuites?\b|\bcases?\b|\btest_\w+|\w+_test\b).{0,80}(?:\bfail(?:s|ed|ing|ures?)?\b|"
    r"\bred\b|\bbroken\b|\berrors?\b|\bbreaks?\b|\btim(?:es|ed) out\b)|\bfail(?:s|ed|ing|ures?)?\b.{0,40}\b(?:tests?|"
    r"test_\w+)\b|(?:测试|用例|test_\w+).{0,40}(?:失败|没过|不过|没通过|未通过|不通过|报错|红|挂)"
)


class Run(msgspec.Struct, frozen=True):
    """A run of tests: the words that name the suite, what narrows it down, how many tests it left out, how it ended."""

    suite: tuple[str, str]
    of: frozenset[str]
    left_out: int
    passed: bool

    def answers_for(self, failed: Run) -> bool:
        """Whether this run passed and covers what an earlier one, that failed, ran, leaving out no more tests."""
        covers = not self.of or all(any(_holds(one, part) for one in self.of) for part in failed.of or ("",))
        return self.passed and self.suite == failed.suite and covers and self.left_out <= failed.left_out


def _holds(whole: str, part: str) -> bool:
    return part == whole or part.startswith((whole.rstrip("/") + "/", whole + "::"))


def run_of(step: Step, outcome: Outcome) -> Run | None:
    """The run of tests that a step of a command line was, if it says how it came out."""
    words = step.argv
    place = next((at for at, word in enumerate(words[:5]) if _RUNNER.fullmatch(word.rpartition("/")[2])), -1)
    if place < 0 or not outcome.ran:
        return None
    failed = _FAILED.search(outcome.text) is not None
    if not failed and not (outcome.ok and _PASSED.search(outcome.text)):
        return None
    narrowed = {words[at + 1] for at, word in enumerate(words[:-1]) if word in _NARROWS and at > place}
    named = {word for word in words[place + 1 :] if re.match(r"[\w./@]", word) and word not in narrowed}
    left_out = sum(int(count) for count in _LEFT_OUT.findall(outcome.text))
    of = frozenset(named - {".", "./..."} | {f"only {word}" for word in narrowed})
    return Run((words[place].rpartition("/")[2], step.cwd), of, left_out, passed=not failed)


def says_tests_fail(text: str) -> bool:
    """Whether a sentence says that tests fail here, and not on some other machine."""
    return _TEST_FAILS.within(text) and not _ELSEWHERE.within(text)
