"""What a person did not let run: no attempt that failed, no deed, and a prohibition that holds."""

from __future__ import annotations

import pytest

from tests.work.conftest import CWD, ClaudeLog

REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the "
    "new_string was NOT written to the file). "
)
STOP = REFUSED + "STOP what you are doing and wait for the user to tell you how to proceed."


def because(words: str) -> str:
    return f"{REFUSED}To tell you how to proceed, the user said:\n{words}"


def fixed_and_not_committed(log: ClaudeLog, refusal: str = because("no, I did not say commit anything")) -> None:
    log.human("Fix the parser in src/a.py.")
    log.edit("src/a.py")
    log.bash("pytest -q", "12 passed")
    log.call("Bash", refusal, error=True, command="git add -A && git commit -m 'Fix the parser'")
    log.model("Understood. The parser is fixed in src/a.py, and not committed.")


def steps(log: ClaudeLog) -> list[str]:
    return [item.text for item in log.work().next_steps]


@pytest.mark.parametrize("refusal", [because("no, I did not say commit anything"), STOP])
def test_a_refused_call_is_no_failed_attempt_at_what_was_asked(log: ClaudeLog, refusal: str) -> None:
    fixed_and_not_committed(log, refusal)
    log.human("Are there other places with this problem?")
    log.model("No, that was the only one.")
    assert steps(log) == []


def test_a_call_that_ran_and_failed_still_is_one_whatever_was_refused_after_it(log: ClaudeLog) -> None:
    log.human("Fix the parser in src/a.py.")
    log.edit("src/a.py")
    log.bash("pytest -q", "1 failed", status=1)
    log.call("Bash", because("no, leave the history alone"), error=True, command="git commit -am wip")
    log.model("The fix is in src/a.py.")
    assert any(text.startswith("Asked for, and the last attempt failed") for text in steps(log))


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("The user denied this operation and provided the following feedback:\n<feedback>\nnot on main\n</feedback>",
         "not on main"),
        ("[execute_command for 'x'] Result:\nThe user denied this operation.", ""),
        ("The user rejected permission to use this specific tool call with the following feedback: not on main",
         "not on main"),
        ("The user rejected your command with the following message:\nnot on main", "not on main"),
        ("[Operation Cancelled] Reason: User did not allow tool call", ""),
        ("The tool call is rejected by the user. Please follow the new instructions from the user.", ""),
        ("exec command rejected by user", ""),
    ],
)  # fmt: skip
@pytest.mark.parametrize("error", [True, False])
def test_other_harnesses_refuse_in_other_words(log: ClaudeLog, result: str, words: str, error: bool) -> None:
    log.human("Fix the parser in src/a.py.")
    log.edit("src/a.py")
    log.call("Bash", result, error=error, command="git commit -am x")
    log.model("The parser in src/a.py is fixed.")
    assert steps(log) == []
    assert [one.words for one in log.work().refused] == ([words] if words else [])


@pytest.mark.parametrize("output", ["User bob cancelled order 7 and was told so", "permission denied: ./run.sh", "ok"])
def test_what_a_command_prints_of_users_is_no_refusal(log: ClaudeLog, output: str) -> None:
    log.human("Show the orders.")
    log.bash("./orders --last", f"{output}\nThe user said: nothing")
    assert log.work().refused == ()


def test_a_failure_that_no_person_caused_is_no_refusal(log: ClaudeLog) -> None:
    log.human("Fix the parser in src/a.py.")
    log.edit("src/a.py")
    log.call("Bash", "Permission denied (publickey).", error=True, command="git push")
    log.model("The fix is in src/a.py.")
    assert any("the last attempt failed" in text for text in steps(log))
    assert log.work().refused == ()


def test_what_was_refused_carries_out_nothing(log: ClaudeLog) -> None:
    log.human("Tidy the release notes.")
    log.model("I will rewrite the release notes for 2.0 tomorrow.")
    log.human("And the changelog?")
    log.call("Bash", because("not now"), error=True, command="git commit -m 'Rewrite the release notes for 2.0'")
    log.model("As you wish.")
    assert "I will rewrite the release notes for 2.0 tomorrow." in steps(log)


def test_a_refusal_is_kept_with_the_words_of_the_person(log: ClaudeLog) -> None:
    fixed_and_not_committed(log)
    (refusal,) = log.work().refused
    assert refusal.words == "no, I did not say commit anything"
    assert refusal.call == "Bash: git add -A && git commit -m 'Fix the parser'"
    assert refusal.command == "git add -A && git commit -m 'Fix the parser'"


def test_a_refusal_without_words_is_told_by_what_the_person_writes_next(log: ClaudeLog) -> None:
    fixed_and_not_committed(log, STOP)
    assert log.work().refused == ()


def test_a_prohibition_in_a_refusal_stands_written_nowhere(log: ClaudeLog) -> None:
    fixed_and_not_committed(log, because("no, never commit, I do that myself"))
    assert [item.text for item in log.work().decisions] == ["no, never commit, I do that myself"]


def test_a_correction_in_a_refusal_is_no_decision(log: ClaudeLog) -> None:
    fixed_and_not_committed(log, because("run it with -v so that I see the names"))
    assert log.work().decisions == ()


@pytest.mark.parametrize(
    ("later", "refused"),
    [
        ("git add src/a.py && git commit -m 'Mend it'", False),
        ("cd src && git -C /home/dev/shop add . && git -C /home/dev/shop commit -m Mend", False),
        ("git add src/a.py", True),
        ("git status && git log -3", True),
    ],
)
def test_a_refusal_is_over_once_the_same_deed_was_let_run(log: ClaudeLog, later: str, refused: bool) -> None:
    fixed_and_not_committed(log)
    log.human("Now.")
    log.bash(later, "ok")
    assert bool(log.work().refused) is refused


def test_a_refused_edit_is_over_once_the_same_file_was_edited(log: ClaudeLog) -> None:
    log.human("Mend it.")
    path = f"{CWD}/src/a.py"
    log.call("Edit", because("not like that"), error=True, file_path=path, old_string="a", new_string="b")
    assert [one.words for one in log.work().refused] == ["not like that"]
    log.edit("src/b.py")
    assert log.work().refused
    log.edit("src/a.py")
    assert log.work().refused == ()
