from __future__ import annotations

import pytest

from threefold.auditing import audit
from threefold.auditing.facts.slips import kindred, longer, one_piece, slips


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("29.7", "27.9"),  # neighbours swapped across the point
        ("215", "21.5"),
        ("2.15", "21.5"),
        ("48", "4800"),
        ("v3.2.7", "v3.7.2"),
        ("v15.7.0", "v15.0.7"),
        ("v2026.1.5", "v2026.5.1"),
        ("513", "512"),
    ],
)
def test_what_a_hand_or_a_model_slips_into_is_one_slip_away(told: str, said: str) -> None:
    assert said in {other for other, _ in slips(told)}


def test_a_number_is_no_slip_of_itself_and_of_no_number_far_away() -> None:
    near = {other for other, _ in slips("4175")}
    assert "4175" not in near
    assert near.isdisjoint({"17", "9999", "5714"})


def test_a_number_of_any_length_has_few_slips() -> None:
    assert len(list(slips("9" * 20))) < 1000
    assert list(slips("9" * 10_000)) == []


def test_names_that_differ_in_one_word_or_an_ending_are_kindred() -> None:
    assert kindred("CACHE_ENTRY_SEC", "CACHE_ENTRY_MS")
    assert kindred("DEPLOY_KEY", "DEPLOY_KEY_FILE")
    assert not kindred("API_TOKEN", "API_LEVEL")
    assert not kindred("HOME", "HOMEBREW_PREFIX")


def test_a_name_with_letters_put_in_is_the_longer_one() -> None:
    assert longer("cron", "crontab")
    assert longer("SignTable", "SigningTable")
    assert not longer("one", "oneself")
    assert not longer("totals", "importer")


def test_an_address_that_differs_in_one_piece_is_near_and_another_number_is_another_page() -> None:
    assert one_piece("http://localhost:3000/list?tab=done", "http://localhost:3000/list?tab=open")
    assert one_piece("https://host.example/team/app", "https://host.example/team-two/app")
    assert not one_piece("https://host.example/team/app", "https://other.example/team/app")
    assert not one_piece("https://host.example/pull/17", "https://host.example/pull/402")


@pytest.mark.parametrize(
    ("said", "told", "near"),
    [
        ("The file has 38.6 GB.", "The file has 36.8 GB.", "38.6 GB"),
        ("Use tool 3.7.2 here.", "Use tool 3.2.7 here.", "v3.7.2"),
        ("DEPLOY_WAIT_SEC is 5", "DEPLOY_WAIT_MS is 5", "DEPLOY_WAIT_SEC"),
        ("see http://localhost:3000/list?tab=open", "see http://localhost:3000/list?tab=done",
         "http://localhost:3000/list?tab=open"),
        ("edit /etc/dkim/SigningTable now", "edit /etc/dkim/SignTable now", "/etc/dkim/SigningTable"),
        ("edit /etc/jobs/crontab.txt", "edit /etc/jobs/cron.txt", "/etc/jobs/crontab.txt"),
        ("at 2026-07-02T23:04:18.221+08:00 it broke", "at 2026-07-02T22:04:18+08:00 it broke",
         "2026-07-02T23:04:18.221+08:00"),
    ],
)  # fmt: skip
def test_a_value_a_slip_away_from_one_of_the_session_is_that_one_altered(
    compacted, said: str, told: str, near: str
) -> None:
    (found,) = audit(*compacted([("user", said), ("assistant", "ok")], told)).fidelity.candidates
    assert (found.status, [one.value for one in found.near]) == ("altered", [near])
