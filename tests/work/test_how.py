"""Who wants to be told how is told commands, and who asks why is given reasons: neither is work that is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from threefold.work.exchanges.endings import open_ends
from threefold.work.sentences import acts, answering, planning

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]


@pytest.mark.parametrize(
    "asked", ["remind me how to list ignored files", "remind me again which port the admin uses", "Remind me why."]
)
def test_who_wants_to_be_reminded_of_what_they_forgot_puts_nothing_off(asked: str) -> None:
    assert planning.reminders(asked) == []


def test_who_wants_to_be_reminded_to_do_something_does() -> None:
    assert planning.reminders("remind me to rotate the keys")
    assert planning.reminders("remind me before the release")


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("install nginx and explain how to start it", "Installed. `brew services start nginx` starts it."),
        (
            "add the nightly job and show me how to stop it",
            "It is scheduled. To stop it, run `systemctl stop nightly`.",
        ),
        ("装好 nginx，并告诉我怎么启动", "已装好。要启动的话，执行 `brew services start nginx`。"),
    ],
)
def test_the_command_that_somebody_wanted_to_be_told_is_no_step(asked: str, reply: str) -> None:
    assert open_ends(reply, asked, "ran") == []


def test_what_is_left_beside_that_command_stays_open() -> None:
    reply = "Installed. `brew services start nginx` starts it. The certificate has not been installed yet."
    assert open_ends(reply, "install nginx and tell me how to start it") == [
        "The certificate has not been installed yet."
    ]


@pytest.mark.parametrize("head", ["This is right because:", "The likely explanation:", "Here's why:", "原因如下："])
def test_reasons_in_a_list_are_no_steps_unless_they_say_so(head: str) -> None:
    reasons = "1. Stays on the old branch\n2. Later runs would compute the same value, so we just keep the first"
    assert open_ends(f"Done. {head}\n\n{reasons}", "fix the merge") == []
    left = "2. The importer has not been converted yet"
    assert open_ends(f"Done. {head}\n\n1. Stays on the old branch\n{left}", "fix the merge") == [left[3:]]


def test_an_order_is_fulfilled_whatever_verb_stands_in_what_is_to_be_told_beside_it(log: ClaudeLog) -> None:
    log.human("schedule the cleanup for 4am and tell me how to remove it again")
    log.bash('(crontab -l; echo "0 4 * * * clean") | crontab -')
    log.model(
        "The cleanup runs at 4:00 in the morning, every day of the week. To remove it, delete its line in `crontab -e`."
    )
    work = log.work()
    assert [*work.decisions, *work.next_steps] == []


@pytest.mark.parametrize("words", ["yep, that was it", "that fixed it, thanks", "That did it!"])
def test_a_cause_that_the_person_confirms_as_gone_is_over(log: ClaudeLog, words: str) -> None:
    log.human("why does the upload fail?")
    log.bash("df -h", "/dev/sda1 100%")
    log.model("The disk is full; somebody has to empty `/var/spool`.")
    assert log.work().next_steps
    log.human(words)
    log.model("Good.")
    assert log.work().next_steps == ()


@pytest.mark.parametrize("words", ["that was it only for the test db", "that worked until noon", "was that it?"])
def test_a_cause_that_is_half_gone_is_not(words: str) -> None:
    assert not acts.reports_done(words)


@pytest.mark.parametrize("words", ["just keep going until done", "please continue until everything is finished"])
def test_to_go_on_to_the_end_is_to_go_on(words: str) -> None:
    assert answering.only_goes_on(words)


def test_to_go_on_until_something_happens_is_more() -> None:
    assert not answering.only_goes_on("keep going until the tests on staging are red")
