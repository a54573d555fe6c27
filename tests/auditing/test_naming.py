"""Names and arguments that a person puts in the place of others, and what only sounds like it."""

# ruff: noqa: E501
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.auditing import audit
from threefold.auditing.ledger.arguments import Arguments
from threefold.auditing.ledger.naming import Naming

Turns = list[tuple[str, object]]


def flagged(compacted, turns: Turns, summary: str) -> list[tuple[str, str]]:
    record = audit(*compacted(turns, summary))
    assert record.failures == ()
    found = [one for one in record.fidelity.candidates if one.category == "correction"]
    return [(one.value, one.near[0].value) for one in found if one.status == "altered"]


def run(command: str, call: str) -> Turns:
    return [("call", ("Bash", {"command": command}, call)), ("result", (call, "ok"))]


BUCKET: Turns = [
    ("user", "We need a queue in us-east-2, fifo."),
    *run("terraform plan -var region=us-east-2", "t1"),
    ("assistant", "The plan is ready for us-east-2. Shall I apply?"),
    ("user", "Hold on. Latency is too high for the Tokyo office. ap-east-2 then."),
    *run("terraform apply -var region=ap-east-2", "t2"),
    ("assistant", "The queue is up."),
]
PAPER: Turns = [
    ("user", "the report should use A5, margins 15 mm"),
    ("assistant", "Template updated: A5, 15 mm."),
    ("user", "the printer cannot do that. legal, not a5."),
    ("assistant", "ok"),
]
TABLES: Turns = [
    ("user", "show the stats with polars"),
    ("assistant", "stats.py reads the file with polars and groups by sensor."),
    ("user", "way too heavy for the box. no polars. use sqlite"),
    ("assistant", "Rewritten."),
]
FORMAT: Turns = [
    ("user", "Please make the tool print its report as TOML by default."),
    ("assistant", "TOML is the default output, but the crate is unmaintained."),
    ("user", "Oh. Then let's make CSV the default and drop TOML altogether."),
    ("assistant", "ok"),
]
RECEIVER: Turns = [
    ("user", "每周一把周报发给运营的刘洋"),
    ("assistant", "已设好。"),
    ("user", "不对,刘洋调走了,发给赵敏"),
    ("assistant", "好的。"),
]
NOISE: Turns = [
    ("user", "encode the talk, cq 31"),
    *run("ffmpeg -i talk.mov -cq 31 talk.mp4", "t1"),
    ("assistant", "talk.mp4: 120 MiB."),
    ("user", "faces are mush. try with 23"),
    *run("ffmpeg -y -i talk.mov -cq 23 talk.mp4", "t2"),
    ("assistant", "fine now"),
]


@pytest.mark.parametrize(
    ("turns", "summary", "expected"),
    [
        (BUCKET, "The queue was created in us-east-2 with fifo order.", ("us-east-2", "ap-east-2")),
        (PAPER, "The paper size of the report is A5 with margins of 15 mm.", ("A5", "legal")),
        (TABLES, '{"goal":"stats per sensor","decisions":["stats.py is built on polars","no charts"]}', ("polars", "sqlite")),
        (FORMAT, "The tool prints TOML unless told otherwise.", ("TOML", "CSV")),
        (RECEIVER, "- 周报每周一发给运营刘洋", ("刘洋", "赵敏")),
        (NOISE, "The talk was encoded with -cq 31.", ("31", "23")),
    ],
)  # fmt: skip
def test_a_name_that_a_person_replaced_given_as_what_holds_is_altered(
    compacted, turns: Turns, summary: str, expected: tuple[str, str]
) -> None:
    assert flagged(compacted, turns, summary) == [expected]


@pytest.mark.parametrize(
    ("turns", "summary"),
    [
        (BUCKET, "The queue is in ap-east-2; us-east-2 was planned first."),
        (PAPER, "The paper size of the report is legal."),
        (PAPER, "The paper size of the report is legal, not A5."),
        (TABLES, "stats.py uses sqlite; polars was dropped since it was too heavy."),
        (FORMAT, "The tool prints CSV; TOML was removed."),
        (RECEIVER, "周报每周一发给赵敏（刘洋已调走）"),
        (
            [
                ("user", "Add a column user_id."),
                ("assistant", "user_id is there."),
                ("user", "add user_name as well please"),
                ("assistant", "ok"),
            ],
            "The table has a column user_id.",
        ),
        (
            [
                ("user", "show me the log"),
                *run("tail -n 20 app.log", "t1"),
                ("user", "and the last 50 lines?"),
                *run("tail -n 50 app.log", "t2"),
                ("assistant", "Nothing in them."),
            ],
            "The last 20 lines of app.log showed nothing.",
        ),
        (
            [
                ("user", "send the report to Anna"),
                ("assistant", "Sent."),
                ("user", "now send the invoice to Bert too"),
                ("assistant", "Sent."),
            ],
            "The report was sent to Anna.",
        ),
    ],
)
def test_what_is_added_or_told_with_its_end_is_no_replaced_name(compacted, turns: Turns, summary: str) -> None:
    assert flagged(compacted, turns, summary) == []


def test_a_word_that_nobody_said_before_is_not_put_in_the_place_of_anything() -> None:
    naming = Naming()
    naming.heard("the build is green")
    for said in ("tabs, not spaces", "no yaml. use toml", "eu-west-1 then", "send it to Bob"):
        assert list(naming.replaced(said, objects=True)) == []


@given(st.lists(st.text(max_size=60), max_size=6), st.text(max_size=80))
def test_any_talk_is_read(talk: list[str], said: str) -> None:
    naming, arguments = Naming(), Arguments()
    for text in talk:
        naming.heard(text)
        list(naming.replaced(said, objects=True))
        arguments.heard(text)
        list(arguments.called(said))


@pytest.mark.parametrize("piece", ["no a. use b. ", "a not ", "不要 a ", "send it to Bob, ", "x-y-1 then ", "发给李"])
def test_a_long_sentence_is_read_in_linear_time(piece: str, work_of) -> None:
    def read(times: int) -> None:
        naming = Naming()
        naming.heard(piece * 50)
        list(naming.replaced((piece * times)[:400], objects=True))

    assert work_of(lambda: read(400)) < 4 * work_of(lambda: read(8)) + 20_000
