from __future__ import annotations

import msgspec

from threefold.report.masking import masked
from threefold.verdict.snapshot import check, snapshot

TOKEN = "ghp_" + "aB3" * 12


class Found(msgspec.Struct, frozen=True):
    value: str
    near: tuple[str, ...] = ()
    counts: dict[str, int] = {}


def test_what_holds_no_secret_is_the_same_object() -> None:
    found = [Found("src/a.py", ("12 passed",), {"password": 3})]
    assert masked(found) is found


def test_a_secret_is_masked_wherever_it_stands_and_the_words_around_it_stay() -> None:
    found = {"a": [Found(f"never commit {TOKEN} here", (TOKEN, "kept"), {"a": 1}), "plain", 3, None]}
    assert masked(found) == {
        "a": [
            Found("never commit [github-token redacted] here", ("[github-token redacted]", "kept"), {"a": 1}),
            "plain",
            3,
            None,
        ]
    }


def test_the_digest_of_a_masked_snapshot_holds() -> None:
    made = snapshot("s1", {"decisions": [f"use the token {TOKEN}"], "uncommitted": ["src/a.py"]})
    shown = masked(made)
    check(shown)
    assert TOKEN not in repr(shown)
    assert shown.counts == made.counts
