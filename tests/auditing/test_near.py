from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.auditing import audit
from threefold.auditing.facts.slips import distance

WORD = st.text("abc", max_size=14)


def full_distance(one: str, other: str) -> int:
    """Optimal string alignment, the textbook way: the whole table."""
    table = [[max(i, j) if 0 in (i, j) else 0 for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            cost = one[i - 1] != other[j - 1]
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + cost)
            if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]


@settings(max_examples=200)
@given(WORD, WORD, st.integers(0, 4))
def test_the_bounded_distance_is_the_full_one_up_to_its_bound(one: str, other: str, most: int) -> None:
    assert distance(one, other, most) == min(full_distance(one, other), most + 1)


@settings(max_examples=200)
@given(st.text("abcdefgh", min_size=6, max_size=40), st.data())
def test_no_word_that_is_near_is_passed_over(word: str, data: st.DataObject) -> None:
    changed = list(word)
    for _ in range(2):
        place = data.draw(st.integers(0, len(changed) - 2))
        how = data.draw(st.sampled_from("crdis"))
        if how == "s":
            changed[place], changed[place + 1] = changed[place + 1], changed[place]
        elif how == "d":
            del changed[place]
        elif how == "i":
            changed.insert(place, "x")
        else:
            changed[place] = "y"
    other = "".join(changed)
    assert distance(word, other, 2) == min(full_distance(word, other), 3)


@pytest.mark.parametrize(
    ("said", "told", "near"),
    [
        ("it throws QuotaExceededError", "It throws QuotaLimitError.", ["QuotaExceededError"]),
        ("System.IO.PathTooLongException", "It was a DirectoryTooLongException.", ["PathTooLongException"]),
        ("it listens on port 7433", "It listens on port 7400.", ["7433"]),
        ("curl http://idx-a.int:8310/_bulk?pipeline=x", "The index is at http://idx-a.int:8130.", None),
        ("flake8 says S608", "flake8 says S605.", ["S608"]),
        ("Mar 17 05:01:12 mx1 dkim: bad", "Bad since Mar 18 05:01:12.", ["03-17T05:01:12"]),
        ("it was 2026-03-17", "It was March 18.", ["2026-03-17"]),
        ("open again from 9:45", "Open again from 9:15.", ["9:45"]),
        ("run it at 03:45 on the mirror", "It runs at 04:35 on the mirror.", ["03:45"]),
        ("the relay listens on 0.0.0.0:8443", "The relay listens on port 8334.", ["8443"]),
        ("The port there is 6543 (pgbouncer).", "The port is 6453 (pgbouncer).", ["6543"]),
        ("DB_PORT = 6543", "The database is on port 6453.", ["6543"]),
        ("Port is 8443 for nginx and 2222 for ssh.", "ports 2222 (ssh) and 8334 (nginx)", ["8443"]),
        ("Use at most 8 workers for 45 days.", "At most 18 workers, 45 days.", ["8 worker"]),
        ("3 retries of the queue", "30 retries of the queue.", ["3 retry"]),
        ("wait 30 seconds for the queue", "wait 30 minutes for the queue.", ["30 second"]),
        ("12 passed in 7.9s", "All 21 tests pass.", ["12 passed"]),
        ("213 passed in 7.9s", "231 (all) tests pass.", ["213 passed"]),
        ("612 GB of 750 GB", "612 of 570 GB are used.", ["750 GB"]),
        ("see lib/till/sale_view.dart", "See lib/till/sale_page.dart.", ["lib/till/sale_view.dart"]),
        ("src/unit/RefundRuleTest.java", "src/unit/RefundPolicyTest.java", ["src/unit/RefundRuleTest.java"]),
    ],
)
def test_names_share_words_ports_their_beginning_and_addresses_their_host(compacted, said, told, near) -> None:
    (found,) = audit(*compacted([("user", said)], told)).fidelity.candidates
    assert found.status == "altered"
    assert [one.value for one in found.near] == (near or ["http://idx-a.int:8310/_bulk?pipeline=x"])


@pytest.mark.parametrize("told", ["It was a TimeoutError.", "It was a QuotaHandler.", "It listens on port 9100."])
def test_what_only_has_a_kind_in_common_is_not_near(compacted, told: str) -> None:
    record = audit(*compacted([("user", "QuotaExceededError on port 7433")], told))
    assert [one for one in record.fidelity.candidates if one.near] == []
