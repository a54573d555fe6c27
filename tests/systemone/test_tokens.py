"""Tokens that show their kind by what they begin with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.systemone import tokens
from threefold.systemone.redact import mask

ROWS = [*tokens.rows()]
BODIES = {"hex": "0123456789abcdef", "run": "aB3dE6gH9jK2mN5pQ8sT1vW4"}


def token(prefix: str, characters: str, least: int) -> str:
    body = BODIES["hex" if characters == "[0-9a-f]" else "run"]
    return prefix + (body * 5)[:least]


@pytest.mark.parametrize("row", ROWS, ids=[f"{kind}-{least}" for kind, _, _, least in ROWS])
def test_each_prefix_shows_a_token_in_its_own_letters_and_in_small_ones(row: tuple[str, list[str], str, int]) -> None:
    _, prefixes, characters, least = row
    for prefix in prefixes:
        made = token(prefix, characters, least)
        for shown in (made, made.lower()):
            assert shown[-8:] not in mask(f"ran {shown} and").text


API_KEYS = [prefix for kind, prefixes, _, _ in ROWS for prefix in prefixes if kind == "api-key" and len(prefix) > 3]


@given(st.sampled_from(API_KEYS), st.data())
def test_words_behind_a_prefix_are_no_token(prefix: str, data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(["some", "name", "with", "parts"]), min_size=8, max_size=8))
    assert mask(prefix.lower() + "_".join(words)).counts == {}


@pytest.mark.parametrize(
    "cut", ["ghp_aB3dE6gH9jK2mN5pQ8sT", "use glpat-aB3dE6gH9jK2m", "AKIAQ7RJ3MZW5T…", "sk-ant-aB3dE6gH9..."]
)
def test_the_half_of_a_token_at_the_end_of_a_text_is_masked(cut: str) -> None:
    assert mask(cut).counts


@pytest.mark.parametrize(
    "secret",
    ["-----begin rsa private key-----\nmiieowibaakcaqeaxyz9\n", "age-secret-key-1qyqszqgpqyqszqgpqyqszqgp",
     "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nMIIEowIBAAKCAQEAxyz9\n",
     "sg.aB3dE6gH9jK2mN5pQ8sT1v.aB3dE6gH9jK2mN5pQ8"]
)  # fmt: skip
def test_keys_in_small_letters_are_masked(secret: str) -> None:
    assert secret.split()[-1] not in mask(f"x\n{secret}").text


@pytest.mark.parametrize(
    ("value", "is_drawn"),
    [("hunter2x9Q", True), ("aB3dE6gH9jK2", True), ("p4ss!word", True), ("3f2a9c1d4e5b6a79", False), ("word2", False),
     ("2026-01-01T00:00", False), ("1.2.3-rc4", False), ("TestAutoCommitStrategy", False), ("sha256", False)]
)  # fmt: skip
def test_what_looks_drawn_by_lot(value: str, is_drawn: bool) -> None:
    assert tokens.drawn(value.encode()) is is_drawn
