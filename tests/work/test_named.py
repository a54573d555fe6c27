"""Orders over several places and names: each is told of by its own name, and by no word that all of them share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from threefold.work.sentences.parts import order

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

HALF = [
    ("bump the memory in cache/ and in search/ to 2G", "cache/ has 2 GB now."),
    ("raise the limit in ingest/ and in workers/ to 9", "The limit in ingest/ is 9, the work is committed."),
    ("set the retries in ingest and export to 9", "The retries of ingest are 9 now."),
    ("add a spinner to the login form and to the signup form", "The login form has a spinner."),
    ("add paging to /users and to /teams", "/users is paged."),
    ("mail the figures to Nora and to Per", "Sent to Nora."),
]
WHOLE = [
    ("bump the memory in cache/ and in search/ to 2G", "Both have 2 GB now."),
    ("bump the memory in cache/ and in search/ to 2G", "The memory is 2 GB in the cache and in search."),
    ("add a spinner to the login form and to the signup form", "The login and signup forms have a spinner."),
    ("add a spinner to the login form and to the signup form", "Added and committed."),
    ("refactor the parser to be faster and to use less memory", "It is twice as fast and needs half the memory."),
    ("upgrade zod to 4 and vite to 8", "zod is at 4, vite at 8."),
]


def _left(log: ClaudeLog, asked: str, reply: str, *commands: str) -> list[str]:
    log.human(asked)
    if not commands:
        log.edit("app/main.cfg")
        log.bash('git commit -am "Work on it"', "[main 3fa9c2d] Work on it\n 1 file changed")
    for command in commands:
        log.bash(command, "ok")
    log.model(reply)
    work = log.work()
    return [item.text for item in (*work.next_steps, *work.decisions)]


@pytest.mark.parametrize(("asked", "reply"), HALF)
def test_one_place_that_is_told_of_tells_of_no_other(log: ClaudeLog, asked: str, reply: str) -> None:
    assert len(_left(log, asked, reply)) == 1


@pytest.mark.parametrize(("asked", "reply"), WHOLE)
def test_places_that_are_told_of_together_are_all_done(log: ClaudeLog, asked: str, reply: str) -> None:
    assert _left(log, asked, reply) == []


NAMES = [
    ("drain node-1, node-2 and node-3", "kubectl drain node-%s"),
    ("delete s3-logs-1, s3-logs-2 and s3-logs-3", "aws s3 rb s3://s3-logs-%s"),
    ("reboot 10.1.0.1, 10.1.0.2 and 10.1.0.3", "ssh 10.1.0.%s reboot"),
    ("terminate i-0a1, i-0a2 and i-0a3", "aws ec2 terminate-instances i-0a%s"),
    ("关掉 vm-1、vm-2 和 vm-3", "aws s3 ls; virsh shutdown vm-%s"),
]


@pytest.mark.parametrize(("asked", "command"), NAMES)
def test_of_names_that_a_number_tells_apart_the_one_that_nothing_names_stays_open(
    log: ClaudeLog, asked: str, command: str
) -> None:
    names = [part.words.split()[-1] for part in order(asked).things]
    reply = f"{names[0]} 和 {names[1]} 好了。" if not asked.isascii() else f"{names[0]} and {names[1]} are finished."
    assert _left(log, asked, reply, command % 1, command % 2) == [names[2]]


@pytest.mark.parametrize(("asked", "command"), NAMES)
def test_numbered_names_are_done_one_by_one_in_a_loop_or_by_a_span(log: ClaudeLog, asked: str, command: str) -> None:
    han = not asked.isascii()
    reply = "好了。" if han else "Finished."
    assert _left(log, asked, reply, *(command % number for number in (1, 2, 3))) == []
    assert _left(log, asked, reply, f"for i in 1 2 3; do {command % '$i'}; done") == []
    gone = "都没了。" if han else "The three of them are gone."
    assert _left(log, asked, gone, command % "{1..3}") == []
    assert _left(log, asked, "1 到 3 好了。" if han else "1 to 3 are through.", command % "$1") == []
    assert _left(log, asked, "三台都好了。" if han else "All three are through.", command % "$1") == []


@pytest.mark.parametrize(
    "text", ["it's node-1, node-2 and node-3", "nodes-1 and fail-2", "both v1 and v2", "see a-1 and a-2"]
)
def test_names_behind_a_word_that_is_no_deed_order_nothing(text: str) -> None:
    assert len(order(text).things) < 2
