from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.text.coded import code_quantity


@pytest.mark.parametrize(
    ("literal", "normal"),
    [
        ("30 * time.Minute", "30 minute"),
        ("time.Second * 5", "5 second"),
        ("timedelta(minutes=30)", "30 minute"),
        ("Duration.ofSeconds(5)", "5 second"),
        ("TimeSpan.FromHours(2)", "2 hour"),
        ("limit_ms = 9", "9 ms"),
        ("ttl_days = 7", "7 day"),
        ("maxBytes: 4096", "4096 byte"),
        ("buffer_bytes = 16 * 1024", "16384 byte"),
        ("4 * 1024 * 1024", "4 MiB"),
        ("10 << 20", "10 MiB"),
        ("Xmx768m", "768 MiB"),
        ("15 * 60 * 1000", "15 minute"),
        ("24 * 60 * 60", "1 day"),
        ("7 * 24 * 60 * 60", "7 day"),
        ("files: 7", "7 file"),
        ("retries = 3", "3 retry"),
    ],
)
def test_an_amount_is_read_as_code_spells_it(literal: str, normal: str) -> None:
    quantity = code_quantity(literal)
    assert quantity is not None
    assert quantity.normal == normal


@pytest.mark.parametrize("literal", ["12 * 5", "30 * time.Fortnight", "size: 9", "x = y", "9", "", "a" * 10_000 + ":"])
def test_what_code_does_not_spell_as_an_amount_is_none(literal: str) -> None:
    assert code_quantity(literal) is None


def test_a_size_in_a_name_may_be_of_either_power() -> None:
    quantity = code_quantity("cache_mb: 64")
    assert quantity is not None
    assert [int(value) for value in quantity.values] == [64 * 10**6, 64 << 20]


@given(st.text(max_size=40))
def test_no_text_makes_it_fail(text: str) -> None:
    code_quantity(text)
