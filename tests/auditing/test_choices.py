"""Values that people choose between: two are the same one in whatever form they are given."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.auditing.facts.choices import fits, same, value, values


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("45 seconds", "45s"),
        ("half an hour", "30 minutes"),
        ("512 MB", "0.5 GB"),
        ("port 7443", "localhost:7443"),
        ("7443:443", "7443"),
        ("five percent", "5 %"),
        ("百分之五", "5%"),
        ("90 %", "0.9"),
        ("two weeks", "14 days"),
        ("一周", "7 天"),
        ("三十分钟", "half an hour"),
        ("March 14", "the 14th of March"),
        ("March 14", "2031-03-14"),
        ("3月14日", "14 March"),
        ("Thursday", "周四"),
        ("25 号", "3 月 25 日"),
        ("the 25th", "2031-03-25"),
        ("03-25", "March 25"),
        ("凌晨 2 点", "02:00"),
        ("下午三点半", "15:30"),
        ("six digits", "6 digits"),
        ("2 am", "02:00"),
        ("4:30", "04:30"),
        ("src/lib/cache.py", "lib/cache.py"),
        ("src/lib/cache.py", "/repo/src/lib/cache.py"),
        ("3 retries", "three retries"),
        ("3 retries", "3 times"),
        ("12 个", "12 分区"),
        ("1e-4", "0.0001"),
        ("v2.5.0", "2.5.0"),
        ("#22558A", "#22558a"),
    ],
)
def test_a_value_is_the_same_in_another_form(one: str, other: str) -> None:
    first, second = value(one), value(other)
    assert first is not None
    assert second is not None
    assert same(first, second)
    assert same(second, first)
    assert fits(first, second)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("45 seconds", "45 minutes"),
        ("1 week", "1 month"),
        ("512 MB", "512 KB"),
        ("3 retries", "3 replicas"),
        ("src/lib/cache.py", "src/utils/cache.py"),
        ("--force", "--force-with-lease"),
        ("March 14", "14 April"),
        ("25 号", "3 月 18 日"),
        ("上午 9 点", "晚上 9 点"),
        ("/data/models/v3", "/mnt/nvme/models/v3"),
        ("2 am", "2 pm"),
        ("2.5.0", "2.5.1"),
        ("5 %", "5 GB"),
        ("8:2", "9:1"),
    ],
)
def test_what_only_looks_alike_is_another_value(one: str, other: str) -> None:
    first, second = value(one), value(other)
    assert first is not None
    assert second is not None
    assert not same(first, second)


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ("改成30秒", "30秒"),
        ("改成21:00吧", "21:00"),
        ("改到9099端口", "9099"),
        ("用src/main.py里的", "src/main.py"),
        ("用--force别", "--force"),
        ("升到v1.2.3了", "v1.2.3"),
        ("整1080p", "1080p"),
        ("at 300dpi", "300dpi"),
    ],
)
def test_chinese_stands_beside_a_value_without_a_space(text: str, literal: str) -> None:
    assert [one.literal for one in values(text)] == [literal]


@pytest.mark.parametrize("text", ["第3步", "the 3rd", "5a0d7f"])
def test_what_counts_places_or_is_part_of_a_word_is_no_amount(text: str) -> None:
    assert not any(one.kind.startswith(("count:", "of:")) for one in values(text))


@pytest.mark.parametrize("text", ["a file", "the queue", "", "三分之一以上", "v", "#", "--", "12Gx"])
def test_a_word_or_a_broken_number_is_no_value(text: str) -> None:
    assert values(text) == []


@settings(max_examples=200)
@given(st.text(alphabet="ab1 2.:/-#$%,一二三十百分个月日周点半\n\ud800é", max_size=60))
def test_every_value_stands_where_it_says_and_no_text_makes_the_reader_fail(text: str) -> None:
    for one in values(text):
        assert text[one.start : one.end] == one.literal
        assert one.keys


@pytest.mark.parametrize("piece", ["1:", "a/", "1.", "half ", "十", "1e", "#a", "--a-", "1,000", "a.b", "$1"])
def test_a_long_run_of_half_values_is_read_in_linear_time(piece: str) -> None:
    values(piece * (400_000 // len(piece)), 400_000)
