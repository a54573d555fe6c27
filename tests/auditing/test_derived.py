"""What follows from other values of a summary."""

from __future__ import annotations

import pytest

from threefold.auditing import audit

LOG = (
    "bundle 2,610.40 kB before, 905.15 kB after; 46 violations, then 9; 17 of 20 tries; took 0:02:54; "
    "p99 41.2 ms and 38.1 ms; $52.80 and $19.10; window 22:15 to 23:45; words 7,102 and 5,018; 3 failed, 58 passed"
)


def status(compacted, summary: str, value: str) -> str:
    record = audit(*compacted([("user", "go on"), ("assistant", LOG)], summary), all_facts=True)
    return {one.value: one.status for one in record.facts or ()}[value]


@pytest.mark.parametrize(
    ("summary", "value"),
    [
        ("The bundle went from 2,610.40 kB to 905.15 kB, 1,705.25 kB less.", "1,705.25 kB"),
        ("37 violations fixed (46 down to 9).", "37 violations"),
        ("17 of 20 tries worked, that is 85%.", "85%"),
        ("试了 20 次，成功 17 次，成功率 85%。", "85%"),
        ("It took just under three minutes (0:02:54).", "three minutes"),
        ("- p99 was 41.2 ms.\n- Now it is 38.1 ms.\n\nIt is faster by about three milliseconds.", "three milliseconds"),
        ("| a | $52.80 |\n| b | $19.10 (64% less) |", "64%"),
        ("The window is 22:15 to 23:45, 90 minutes.", "90 minutes"),
        ("窗口：晚上 22 点到 23 点，共 1 小时。", "1 小时"),
        ("The text had 7,102 words.\n\nIt stands at 5,018 words, 2,084 words shorter.", "2,084 words"),
        ("先 3 失败、58 通过，修复后 61 个全部通过。", "61 个"),
        ("The other two failures are open.", "two failures"),
        ("There were 0 warnings.", "0 warnings"),
    ],
)
def test_what_follows_from_other_values_is_derived(compacted, summary: str, value: str) -> None:
    assert status(compacted, summary, value) == "derived"


@pytest.mark.parametrize(
    ("summary", "value"),
    [
        ("The bundle went from 2,610.40 kB to 905.15 kB, 1,750.25 kB less.", "1,750.25 kB"),
        ("17 of 20 tries worked, that is 58%.", "58%"),
        ("It took 76 minutes (0:02:54).", "76 minutes"),
        ("The window is 22:15 to 23:45, 80 minutes.", "80 minutes"),
        ("The text had 7,102 words and 5,018 words; 2,480 words shorter.", "2,480 words"),
    ],
)
def test_what_does_not_follow_is_flagged(compacted, summary: str, value: str) -> None:
    assert status(compacted, summary, value) in ("altered", "unverified")


@pytest.mark.parametrize(
    ("summary", "value"),
    [
        ("The store has 7,200 KB in 9 files, 800 KB each.", "800 KB"),
        ("He was charged twice (105.60 EUR) for the 52.80 EUR.", "105.60 EUR"),
        ("每批 30 封，共 600 封，20 批。", "20 批"),
        ("The freeze of 2031-09-14 ends ten days later, on 24 September 2031.", "24 September 2031"),
        ("Works from 22:00 to 23:30, ninety minutes.", "23:30"),
        ("机柜两台，每台 3.5 万元，共 7 万元。", "7 万元"),
        ("共处理 603,112 个文件（约 60 万个）。", "60 万个"),
        ("It went from 2,610.40 kB down by 1,705.25 kB.", "1,705.25 kB"),
    ],
)
def test_products_quotients_days_and_differences_to_the_log_are_derived(compacted, summary: str, value: str) -> None:
    log = LOG + "; 7,200 KB in 9 files; 52.80 EUR; 30 封 600 封; 机柜两台，每台 3.5 万元; 603112 files; "
    log += "at 22:00 for 90 minutes; on 2031-09-14 for ten days"
    record = audit(*compacted([("user", "go on"), ("assistant", log)], summary), all_facts=True)
    assert {one.value: one.status for one in record.facts or ()}[value] == "derived"
