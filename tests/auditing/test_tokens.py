"""Values that no rule reads as facts: bare numbers, serials, places in files, counts in columns, unlisted programs."""

from __future__ import annotations

import pytest

from threefold.auditing import audit
from threefold.auditing.facts.tokens import tokens

LOG = (
    "draft: 8,317 words after the cut\nERROR 2731 (HY000) at line 9: Unknown charset\nticket QX-2031-00752 opened\n"
    "probe serial 07AA1F4429\naccount 4485120077316629951\n73912 stale leases found\n"
    "Pool.swift:118: warning\n   96\tlet pool = nil\nbalance 731904 units"
)
RUN = ("call", ("Bash", {"command": "meshrun --nodes 4 fit.py --config conf/a.yaml --seed 4021 2>&1 | tail"}, "t0"))


def flagged(compacted, summary: str) -> list[tuple[str, str, list[str]]]:
    entries = [("user", "go on"), RUN, ("result", ("t0", LOG))]
    record = audit(*compacted(entries, summary))
    assert not record.failures
    return [(one.value, one.status, [near.value for near in one.near]) for one in record.fidelity.candidates]


@pytest.mark.parametrize(
    ("summary", "value", "near"),
    [
        ("The draft has 8,371 words after the cut.", "8,371 words", "8317 word"),
        ("After the cut of the draft it stands at 8,371.", "8,371", "8317"),
        ("It failed with error no. 2713 (HY000, unknown charset).", "2713", "error 2731"),
        ("单号 QX-2031-00725 已建。", "QX-2031-00725", "QX-2031-00752"),
        ("Probe 07AA1F4492 was used.", "07AA1F4492", "07AA1F4429"),
        ("涉及账号 4485120077316629915。", "4485120077316629915", "4485120077316629951"),
        ("It found 75,000 stale leases.", "75,000", "73912"),
        ("See Pool.swift:181 for the warning.", "Pool.swift:181", "Pool.swift:118"),
        (
            "Run `meshrun --nodes 4 fit.py --config conf/a.yaml --seed 4012`.",
            "meshrun --nodes 4 fit.py --config conf/a.yaml --seed 4012",
            "meshrun --nodes 4 fit.py --config conf/a.yaml --seed 4021 2>&1 | tail",
        ),
    ],
)
def test_a_value_with_a_slip_in_it_is_the_one_of_the_log_altered(
    compacted, summary: str, value: str, near: str
) -> None:
    ((found, status, values),) = flagged(compacted, summary)
    assert value in found or found in value
    assert status == "altered"
    assert near in values


@pytest.mark.parametrize(
    "summary",
    [
        "The draft stands at 8317, ticket QX-2031-00752, probe 07AA1F4429, account 4485120077316629951.",
        "It found about 74,000 stale leases; the balance is 732,000.",
        "See Pool.swift:118 and Pool.swift:96.",
        "Run `meshrun fit.py --config conf/a.yaml --seed 4021`.",
        "Nothing in the log is like 66120, AB-5512-77 or 9.75.",
        "The sum of 8317 and 2731 is 11,048, and the year is 2031.",
    ],
)
def test_what_stands_there_rounds_follows_or_is_like_nothing_is_no_finding(compacted, summary: str) -> None:
    assert flagged(compacted, summary) == []


def test_a_host_with_its_port_is_no_place_in_a_file(compacted) -> None:
    entries = [("user", "the store is at depot.example.com:7433"), ("assistant", "ok")]
    (found,) = audit(*compacted(entries, "It is at depot.example.com:7443.")).fidelity.candidates
    assert (found.category, found.status) == ("port", "altered")


def test_another_host_in_front_of_a_port_is_an_altered_address_and_the_port_is_none(compacted) -> None:
    entries = [("user", "the store is at depot1.prod.internal:7433"), ("assistant", "ok")]
    (found,) = audit(*compacted(entries, "It is at depot2.prod.internal:7433.")).fidelity.candidates
    assert (found.category, found.value, found.status) == ("url", "depot2.prod.internal", "altered")


def test_a_short_number_needs_the_sentences_words_beside_it(compacted) -> None:
    assert flagged(compacted, "Beta had 8,371 of something else altogether.") == []


TABLE = (
    "NAME        READY  RESTARTS  AGE\n"
    "feed-7c9d4  1/1    31        4h\n"
    "mail-55b1f  1/1    2         9d\n\n"
    "| shard | retries |\n|---|---|\n| eu-west-3 | 17 |\n| us-east-9 | 4 |"
)


@pytest.mark.parametrize(
    ("summary", "status", "near"),
    [
        ("Pod feed-7c9d4 had 13 restarts.", "altered", ["31 restart"]),
        ("Pod feed-7c9d4 had 9 restarts.", "altered", ["31 restart"]),
        ("Pod feed-7c9d4 had 31 restarts.", None, []),
        ("Shard eu-west-3 needed 4 retries.", "altered", ["17 retry"]),
        ("Shard us-east-9 needed 4 retries.", None, []),
        ("Shard xx-none-1 needed 3 restarts.", None, []),
    ],
)
def test_a_column_gives_its_numbers_their_thing_and_a_row_says_whose_they_are(
    compacted, summary: str, status: str | None, near: list[str]
) -> None:
    entries = [("user", "go on"), ("call", ("Bash", {"command": "list"}, "t0")), ("result", ("t0", TABLE))]
    found = audit(*compacted(entries, summary)).fidelity.candidates
    assert [(one.status, [value.value for value in one.near]) for one in found] == ([(status, near)] if status else [])


@pytest.mark.parametrize(
    "piece", ["1234,", "A1-", "x.y:1 ", "9" * 50, "12.5.", "AB12CD-", "aa.bb.", "--a-", "-a1 ", "1x1", "a.b@", "aa1-"]
)
def test_tokens_are_found_in_linear_time(piece: str) -> None:
    assert len(tokens(piece * (400_000 // len(piece)), [], frozenset({"number", "reference", "path"}))) < 10


SPOKEN = (
    "the score is in `parts/alto.ily`, tune with -fcap=12 and -O3 on web07 and pg-16; the choir has 36 sopranos and "
    "the hall of 24x36 m is rented by ana@choir.example from halls.music.example, its API v5 is slow; binlog.000417; "
    "use --workers 6 or --seed 1 --seed 2 --seed 3 --seed 4; nodes gpu01..gpu24"
)


@pytest.mark.parametrize(
    ("summary", "value", "near"),
    [
        ("The score is `alto.ily` with -fcap=21.", "-fcap=21", "-fcap=12"),
        ("The hall is at halls.music.exampel.", "halls.music.exampel", "halls.music.example"),
        ("Tuned with -O2 on the web host.", "-O2", "-O3"),
        ("Use --workers 8.", "--workers 8", "--workers 6"),
        ("Tune with web70.", "web70", "web07"),
        ("PostgreSQL pg-15 is what we tune.", "pg-15", "pg-16"),
        ("The choir has 63 sopranos.", "63 sopranos", "36 sopranos"),
        ("The hall: book.music.example rented.", "book.music.example", "halls.music.example"),
        ("Its API v4 is slow.", "API v4", "API v5"),
        ("The hall measures 24x42.", "24x42", "24x36"),
        ("Rented by ana@chor.example.", "ana@chor.example", "ana@choir.example"),
        ("The hall: halls.music.test rented.", "halls.music.test", "halls.music.example"),
    ],
)
def test_options_hosts_numbered_names_and_unlisted_things_are_looked_for_with_a_slip(
    compacted, summary: str, value: str, near: str
) -> None:
    (found,) = audit(*compacted([("user", SPOKEN)], summary)).fidelity.candidates
    assert (found.value, found.status, [one.value for one in found.near]) == (value, "altered", [near])


@pytest.mark.parametrize(
    "summary",
    [
        "-fcap=12, --workers=6 and -O3 on web07.",
        "Binlog 000417 was read.",
        "gpu13 of gpu01 to gpu24 is idle.",
        "Run with --seed 7.",
        "The 36 sopranos sing; 48 altos do not.",
        "web31 was never spoken of.",
        "The site is shop.other.example.",
        "The v2 of this plan.",
    ],
)
def test_what_stands_there_in_another_spelling_or_has_no_like_is_passed(compacted, summary: str) -> None:
    assert audit(*compacted([("user", SPOKEN)], summary)).fidelity.candidates == ()
