"""What follows from other values of a summary."""

from __future__ import annotations

import pytest

from threefold.auditing import audit

LOG = (
    "bundle 2,610.40 kB before, 905.15 kB after; 46 violations, then 9; 17 of 20 tries; took 0:02:54; "
    "p99 41.2 ms and 38.1 ms; $52.80 and $19.10; window 22:15 to 23:45; words 7,102 and 5,018; "
    "3 failed, 58 passed, 4 skipped"
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
        ("612 of 750 GB are used (82%).", "82%"),
        ("62 tests in all, of which 58 pass.", "62 tests"),
        ("There were 0 warnings.", "0 warnings"),
        ("The final run: 140 tests passed over both crates (122 core, 18 cmd), 2 ignored.", "140 tests"),
        ("A group for the four images without a build (`pdf:3`, `soap:1`, `wk:2`, `ocr:9`).", "four images"),
    ],
)
def test_what_follows_from_other_values_is_derived(compacted, summary: str, value: str) -> None:
    assert status(compacted, summary, value) == "derived"


@pytest.mark.parametrize(
    ("summary", "value"),
    [
        ("The bundle went from 2,610.40 kB to 905.15 kB, 1,750.25 kB less.", "1,750.25 kB"),
        ("17 of 20 tries worked, that is 58%.", "58%"),
        ("612 of 750 GB are used (28%).", "28%"),
        ("It took 76 minutes (0:02:54).", "76 minutes"),
        ("The final run: 150 tests passed over both crates (122 core, 18 cmd), 2 ignored.", "150 tests"),
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


TABLE = """
| measure | before | after |
|---|---|---|
| p95 | 612 ms | 418 ms |
| busy | 88% | 55% |
| queue | 9,140 | 2,105 |

| build | size |
|---|---|
| old | 41.7 MB |
| new | 36.2 MB |

一次 14 个批次里有 3 个出错。
"""


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("p95 fell by 31.7%.", "31.7%"),
        ("p95 is down by about a third, 32%.", "32%"),
        ("The busy share fell by 33 points.", "33 points"),
        ("忙碌占比下降 37.5%。", "37.5%"),
        ("The queue is 4.34x shorter.", "4.34x"),
        ("The build shrank by 5.5 MB.", "5.5 MB"),
        ("批次出错率约 21.4%。", "21.4%"),
        ("Three shards at 6 GiB each need 18 GiB.", "18 GiB"),
        ("每分钟 151 个，还剩 3910 个，要 26 分钟。", "26 分钟"),
        ("It used 7,310 kWh in all, which comes to 979.54 EUR at 0.134 EUR.", "979.54 EUR"),
    ],
)
def test_a_number_follows_from_two_that_the_summary_shows_beside_or_above_each_other(
    compacted, sentence: str, value: str
) -> None:
    log = f"{TABLE}\n6 GiB; three shards; 151 个 每分钟; 3910 个; 7,310 kWh; 0.134 EUR"
    record = audit(*compacted([("user", "go on"), ("assistant", log)], f"{TABLE}\n\n{sentence}"), all_facts=True)
    assert {one.value: one.status for one in record.facts or ()}[value] == "derived"


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("p95 fell by 37.1%.", "37.1%"),
        ("p95 was 31.7%.", "31.7%"),
        ("忙碌占比下降 35.7%。", "35.7%"),
        ("The queue is 3.44x shorter.", "3.44x"),
        ("The build shrank by 5.9 MB.", "5.9 MB"),
        ("Three shards at 6 GiB each need 81 GiB.", "81 GiB"),
        ("It used 7,310 kWh in all, which comes to 997.54 EUR at 0.134 EUR.", "997.54 EUR"),
    ],
)
def test_one_that_follows_from_no_two_is_flagged(compacted, sentence: str, value: str) -> None:
    log = f"{TABLE}\n6 GiB; three shards; 7,310 kWh; 0.134 EUR"
    record = audit(*compacted([("user", "go on"), ("assistant", log)], f"{TABLE}\n\n{sentence}"), all_facts=True)
    assert {one.value: one.status for one in record.facts or ()}[value] in ("altered", "unverified")


@pytest.mark.parametrize(
    ("summary", "value", "status"),
    [
        ("Before it took 1,904 ms.\n\nIt takes 26 ms, so it is 73 times faster.", "73 times", "derived"),
        ("Before it took 1,904 ms.\n\nIt takes 26 ms, so it is 37 times faster.", "37 times", "unverified"),
        ("Logins broke at 05:52. Users were back at 07:04. In 72 minutes 8 mails came.", "72 minutes", "derived"),
        ("Logins broke at 05:52. Users were back at 07:04. In 27 minutes 8 mails came.", "27 minutes", "unverified"),
    ],
)
def test_a_ratio_and_a_time_between_follow_from_values_of_other_sentences(
    compacted, summary: str, value: str, status: str
) -> None:
    log = "1,904 ms, 26 ms, from 05:52 to 07:04, 8 mails"
    record = audit(*compacted([("user", "go on"), ("assistant", log)], summary), all_facts=True)
    assert {one.value: one.status for one in record.facts or ()}[value] == status
