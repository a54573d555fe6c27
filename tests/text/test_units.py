from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.text.arithmetic import of_normal, rounds_to, same
from threefold.text.numerals import number
from threefold.text.quantities import Quantity, plain
from threefold.text.units import parse, quick


def read(text: str) -> Quantity:
    quantity = parse(text)
    assert quantity is not None, text
    return quantity


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("10 minutes", "10 minute"),
        ("10-minute", "10 minute"),
        ("10min", "10 minute"),
        ("10分钟", "10 minute"),
        ("二十分钟", "20 minute"),
        ("半小时", "0.5 hour"),
        ("½ hour", "0.5 hour"),
        ("1½ hours", "1.5 hour"),
        ("1,234 files", "1234 file"),
        ("1.5k tokens", "1500 token"),
        ("20M tokens", "20000000 token"),
        ("10 million rows", "10000000 row"),
        ("500_000 rows", "500000 row"),
        ("１２ GB", "12 GB"),
        ("3个", "3 one"),
        ("3万行", "30000 line"),
        ("三万五千行", "35000 line"),
        ("一百零五个文件", "105 file"),
        ("20%", "20 %"),
        ("２０％", "20 %"),
        ("5 per cent", "5 %"),
        ("百分之二十", "20 %"),
        ("$1.5k", "1500 USD"),
        ("￥200", "200 CNY"),
        ("200元", "200 CNY"),
        ("six failing tests", "6 test"),
        ("6 parallel review agents", "6 agent"),
        ("7-char", "7 character"),
        ("3 PRs", "3 pull-request"),
        ("45MB/s", "45 MB/s"),
        ("30 * time.Minute", "30 minute"),
        ("time.Second * 5", "5 second"),
        ("timedelta(minutes=30)", "30 minute"),
        ("Duration::from_secs(30)", "30 second"),
        ("timeout_ms: 30000", "30000 ms"),
        ('"timeoutSeconds": 30', "30 second"),
        ("maxBytes = 1024", "1024 byte"),
    ],
)
def test_an_amount_is_read_whatever_its_spelling(text: str, normal: str) -> None:
    assert read(text).normal == normal


@pytest.mark.parametrize("text", ["", "foo", "1.2.3", "per cent", "12", "7 wonders", "x" * 500, "9" * 5000 + " files"])
def test_what_is_no_amount_gives_nothing(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("90 s", "1.5 min"),
        ("1h30m", "90 minutes"),
        ("30 * time.Minute", "30 min"),
        ("timeout_ms: 30000", "30 seconds"),
        ("64 KB", "65536 bytes"),
        ("64 KB", "64000 bytes"),
        ("1 GiB", "1024 MiB"),
        ("二十分钟", "1200 s"),
        ("1 hour 20 minutes", "80 min"),
        ("8 Mbit/s", "1 MB/s"),
        ("512 Mb", "64 MB"),
        ("512 Mb", "512 MB"),
        ("3 个月", "90 days"),
        ("9折", "90%"),
        ("0.75 kg", "750 g"),
    ],
)
def test_unit_arithmetic_finds_equal_amounts(one: str, other: str) -> None:
    assert same(read(one), read(other))
    assert same(read(other), read(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [("90 s", "90 min"), ("3 files", "3 lines"), ("64 KiB", "64000 bytes"), ("$5.00", "€5.00"), ("10 MB", "10 MB/s")],
)
def test_unit_arithmetic_keeps_different_amounts_apart(one: str, other: str) -> None:
    assert not same(read(one), read(other))


@pytest.mark.parametrize(
    ("rough", "exact", "expected"),
    [
        ("1.5k tokens", "1523 tokens", True),
        ("1.5k tokens", "1723 tokens", False),
        ("2 GB", "2013 MB", True),
        ("200 files", "203 files", True),
        ("200 files", "237 files", False),
        ("237 files", "200 files", False),
        ("3 min", "190 s", True),
        ("3 min", "200 s", False),
        ("3 files", "3 lines", False),
        ("0 files", "0 files", False),
    ],
)
def test_a_rounded_amount_fits_the_exact_one_within_its_last_digit(rough: str, exact: str, expected: bool) -> None:
    assert rounds_to(read(rough), read(exact)) is expected


@settings(max_examples=150)
@given(st.integers(0, 99_999_999))
def test_digits_commas_and_han_numerals_agree(value: int) -> None:
    assert number(str(value)) == number(f"{value:,}") == value
    assert number(han(value)) == value


@settings(max_examples=150)
@given(st.fractions(max_denominator=10_000))
def test_a_plain_number_reads_back(value: Fraction) -> None:
    spelled = plain(abs(value))
    assert Fraction(spelled) == abs(value)


UNITS = [
    "ms",
    "s",
    "minutes",
    "h",
    "KB",
    "MB/s",
    "GiB",
    "%",
    "files",
    "commits",
    "x",
    "分钟",
    "个文件",
    "个",
    "chars",
    "PRs",
    "fps",
    "B",
    "foo",
]


@settings(max_examples=200)
@given(
    st.integers(0, 10**9),
    st.one_of(st.just(""), st.integers(0, 10**6).map(lambda n: f".{n}")),
    st.sampled_from(["", " ", "-"]),
    st.sampled_from(UNITS),
    st.booleans(),
)
def test_the_quick_reading_of_a_plain_amount_is_the_full_one(
    whole: int, decimals: str, gap: str, unit: str, commas: bool
) -> None:
    literal = f"{whole:,}{decimals}{gap}{unit}" if commas else f"{whole}{decimals}{gap}{unit}"
    plain_reading, full = quick(literal), parse(literal)
    if plain_reading is not None:
        assert full is not None
        assert plain_reading == (full.dimension, full.normal)
        again = of_normal(full.normal, full.dimension)
        assert again is not None
        assert again.values == full.values


def test_a_fraction_in_chinese_is_no_amount_and_makes_nothing_fail() -> None:
    assert parse("三分之一") is None


@settings(max_examples=150)
@given(st.text(max_size=30))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    parse(text)
    number(text)


def han(value: int) -> str:
    """Spell a number below 10**8 as Chinese does."""
    if value >= 10_000:
        high, low = divmod(value, 10_000)
        return han(high) + "万" + ("" if low == 0 else ("零" if low < 1000 else "") + han(low))
    if value == 0:
        return "零"
    spelled, gap = "", False
    for scale, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, value = divmod(value, scale)
        if digit:
            spelled += ("零" if gap and spelled else "") + "零一二三四五六七八九"[digit] + name
            gap = False
        elif spelled and value:
            gap = True
    return spelled
