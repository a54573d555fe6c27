"""Tests that were said to fail, and the later runs that show them passing, or do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from threefold.work.commands.outcome import outcome_of
from threefold.work.commands.shell import steps
from threefold.work.commands.suites import run_of, says_tests_fail

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

FAILED = "12 passed, 1 failed in 3.2s\nFAILED tests/test_loader.py::test_timeout - TimeoutError"
SAYS = "The retry is in. One test, test_timeout, still fails because the mock clock does not advance."


def open_after(log: ClaudeLog, command: str, result: str, *, edits: bool = True, said: str = SAYS) -> list[str]:
    log.human("Add a retry to src/loader.py.")
    log.edit("src/loader.py")
    log.bash("pytest -q", FAILED)
    log.bash("git commit -am 'Add a retry'", "[main 1a2b3c4] Add a retry\n 1 file changed")
    log.model(said)
    log.human("Have another look.")
    if edits:
        log.edit("src/clock.py")
    log.bash(command, result)
    log.bash("git commit -am 'Mend it'", "[main 2a2b3c4] Mend it\n 1 file changed")
    log.model("Both are in order by now.")
    return [item.text for item in log.work().next_steps]


@pytest.mark.parametrize("command", ["pytest -q", "python -m pytest -q 2>&1 | tail -3", "pytest -x"])
def test_a_failing_test_is_over_once_its_suite_passes_after_an_edit(log: ClaudeLog, command: str) -> None:
    assert open_after(log, command, "13 passed in 3.0s") == []


def test_the_same_in_chinese(log: ClaudeLog) -> None:
    assert open_after(log, "pytest", "13 passed", said="重试加好了。有一个测试还是失败，因为时钟没有前进。") == []


@pytest.mark.parametrize(
    ("command", "result", "edits"),
    [
        ("pytest tests/test_other.py", "3 passed in 0.1s", True),
        ("pytest -k other", "3 passed in 0.1s", True),
        ("pytest -q", "12 passed, 1 skipped in 3.0s", True),
        ("npm test", "Tests: 13 passed, 13 total", True),
        ("pytest -q", "13 passed in 3.0s", False),
        ("pytest -q", FAILED, True),
    ],
)
def test_it_stays_open_without_an_edit_or_after_another_a_narrower_or_a_failing_run(
    log: ClaudeLog, command: str, result: str, edits: bool
) -> None:
    assert any("test_timeout" in text for text in open_after(log, command, result, edits=edits))


def test_what_fails_on_another_machine_is_not_shown_to_pass_by_a_run_on_this_one() -> None:
    assert says_tests_fail("Two tests still fail.")
    assert not says_tests_fail("Two tests still fail on Windows.")
    assert not says_tests_fail("The deployment failed.")


@pytest.mark.parametrize(
    ("command", "result", "passed"),
    [
        ("go test ./...", "ok  \texample.com/p\t0.2s", True),
        ("go test ./...", "--- FAIL: TestX (0.00s)\nFAIL", False),
        ("cargo test", "test result: ok. 5 passed; 0 failed; 0 ignored", True),
        ("npm run test:unit", "Tests: 2 failed, 3 passed", False),
        ("make check", "OK (12 tests)", True),
    ],
)
def test_how_a_run_of_tests_came_out_is_read_from_what_it_printed(command: str, result: str, passed: bool) -> None:
    run = run_of(steps(command)[0], outcome_of(result, is_error=False))
    assert run is not None
    assert run.passed is passed


def test_a_command_that_runs_no_tests_is_no_run() -> None:
    assert run_of(steps("cat passed.txt")[0], outcome_of("13 passed", is_error=False)) is None
