"""Values that were broken so far that no rule reads them any more."""

from __future__ import annotations

import pytest

from threefold.auditing import audit

SAID = [
    ("user", "the nightly job failed on 2026-10-07, see https://status.example.com/incidents/8841"),
    ("call", ("Bash", {"command": "python3 -m unittest discover -s tests"}, "t1")),
    ("result", ("t1", "TokenExpiredError: HTTP 403\nECONNRESET by peer\nRan 214 tests\nrows: 377 read, 12 skipped")),
]


@pytest.mark.parametrize(
    ("broken", "near"),
    [
        ("TokenExpiredEqror", "TokenExpiredError"),
        ("ECONNRESQT", "ECONNRESET"),
        ("HTTP 043", "HTTP 403"),
        ("2026-10-57", "2026-10-07"),
        ("httqs://status.example.com/incidents/8841", "https://status.example.com/incidents/8841"),
        ("`pytqon3 -m unittest discover -s tests`", "python3 -m unittest discover -s tests"),
        ("`python3 -m unittest dqscover -s tests`", "python3 -m unittest discover -s tests"),
    ],
)
def test_a_value_that_is_no_fact_any_more_is_the_fact_it_was_altered(compacted, broken: str, near: str) -> None:
    record = audit(*compacted(SAID, f"It failed with {broken} in the night."))
    ((found),) = record.fidelity.candidates
    assert (found.value, found.status) == (broken.strip("`"), "altered")
    assert near in [one.value for one in found.near]


@pytest.mark.parametrize(
    "word", ["TokenExpiredErrors", "TokenRefreshHandler", "ECONNRESET", "2026-10-07", "EVERYTHING"]
)
def test_what_stands_in_the_log_or_is_near_nothing_is_no_finding(compacted, word: str) -> None:
    assert audit(*compacted(SAID, f"It failed with {word} in the night.")).fidelity.candidates == ()


def test_a_count_and_what_it_counts_may_stand_apart_on_one_line(compacted) -> None:
    record = audit(*compacted(SAID, "377 rows were read; 378 rows were planned."), all_facts=True)
    assert [(one.value, one.status) for one in record.facts or ()] == [
        ("377 rows", "equivalent"),
        ("378 rows", "altered"),  # a digit away from what stands apart there
    ]


def test_a_port_that_the_summary_names_in_other_words_is_not_lost(compacted) -> None:
    entries = [("user", "the replica is on port 6433, the cache on port 6379")]
    record = audit(*compacted(entries, "The replica listens on 6433."))
    assert [one.value for one in record.coverage.lost] == ["6379"]


def test_a_host_with_a_slip_in_its_last_label_is_the_one_in_front_of_a_port(compacted) -> None:
    record = audit(*compacted([("user", "the cache is at cache.internal:6379")], "It is at cache.inqernal:6379."))
    (found,) = record.fidelity.candidates
    assert (found.value, found.status, [one.value for one in found.near]) == (
        "cache.inqernal", "altered", ["cache.internal"],
    )  # fmt: skip
