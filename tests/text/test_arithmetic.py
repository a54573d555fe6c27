from __future__ import annotations

import pytest

from threefold.text.arithmetic import clock, of_normal, rough_values, short_clock, spellings
from threefold.text.quantities import Quantity
from threefold.text.units import parse


def read(text: str) -> Quantity:
    quantity = parse(text)
    assert quantity is not None, text
    return quantity


@pytest.mark.parametrize(
    ("text", "long", "short"),
    [
        ("5861 s", "01:37:41", None),
        ("531 s", "00:08:51", "8:51"),
        ("97 minutes", "01:37:00", None),
        ("59 s", None, None),
        ("2 days", None, None),
        ("61.5 s", None, None),
        ("90 MB", None, None),
    ],
)
def test_whole_seconds_below_a_day_are_shown_by_a_clock_and_below_an_hour_by_a_stopwatch(
    text: str, long: str | None, short: str | None
) -> None:
    assert (clock(read(text)), short_clock(read(text))) == (long, short)


@pytest.mark.parametrize(
    ("text", "some"),
    [("90 s", {"90 second", "1.5 minute", "90000 ms"}), ("64 KB", {"64000 byte", "65536 byte"}),
     ("10 MB/s", {"10 MB/s", "10000 KB/s"})],
)  # fmt: skip
def test_an_amount_is_spelled_in_every_unit_of_its_dimension(text: str, some: set[str]) -> None:
    found = set(spellings(read(text)))
    assert some <= found
    assert all(of_normal(spelling, read(text).dimension) is not None for spelling in found)


@pytest.mark.parametrize(
    ("normal", "dimension"),
    [("90 second", "time"), ("64 KB", "bytes"), ("3 file", "count:file"), ("10 MB/s", "bytes/s"),
     ("x KB", "bytes"), ("3 parsec", "time")],
)  # fmt: skip
def test_the_rough_values_of_a_normal_form_are_its_values(normal: str, dimension: str) -> None:
    exact = of_normal(normal, dimension)
    assert rough_values(normal, dimension) == ([] if exact is None else [float(value) for value in exact.values])
