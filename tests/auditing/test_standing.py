"""Numbers that stand in the log without their unit, or by another name."""

from __future__ import annotations

import pytest

from threefold.auditing import audit


def statuses(compacted, log: str, summary: str) -> list[tuple[str, str]]:
    entries = [("user", "go on"), ("call", ("Bash", {"command": "make check"}, "t1")), ("result", ("t1", log))]
    record = audit(*compacted(entries, summary), all_facts=True)
    return [(one.value, one.status) for one in record.facts or () if one.category == "number"]


@pytest.mark.parametrize(
    ("log", "summary", "value"),
    [
        ('{"TimeoutSecond":45,"Mem":"x"}\nlease_ttl: 480', "The lease has a TTL of eight minutes.", "eight minutes"),
        ("retry(limit=90, jitter=2)", "The retry limit is 90 seconds.", "90 seconds"),
        ("staff_per_shift: {day: 6, late: 5}", "Staff for each shift: 6 day.", "6 day"),
        ('{"no":"KX114","price":2375}', "航班 KX114 每人 2375 元。", "2375 元"),
        ("p 0 771204 881\np 1 771999 734", "第一个分区 771204 之后积压 881 条，另一个 734 条。", "734 条"),
        ("351 /srv/zones.csv", "Zones are read from /srv/zones.csv (351 lines).", "351 lines"),
        (
            "seed corpus: 629/88Kb exec/s: 14412",
            "The fuzzer made 14,412 execs/s with 629 corpus entries.",
            "629 corpus entries",
        ),
        ("rows=48000 mode=fast", "性能对比（48000 行）。", "48000 行"),
        ("Tests run: 38, Failures: 2", "第一次 38 个用例里有 2 个失败。", "38 个用例"),
        ("Tests  61 passed (61)", "61 个用例全部通过。", "61 个用例"),
        ("Amazon Elastic Compute Cloud  4,410.18\nAmazon RDS  1,988.40", "Costs: EC2 $4,410.18.", "$4,410.18"),
        ("118:\th.subs[id] = ch", "hub.go：118 行写入 subs。", "118 行"),
        (
            "const float dt_comp_volt = 0.19f;  // V",
            "The dead time is compensated with a volt value of 0.19 V.",
            "0.19 V",
        ),
        ("autosave_time(20.0)", "On leaving the room it saves if the last autosave time is over 20 s ago.", "20 s"),
        ("stage-core\tr6.4xlarge\tTrue\t3000", "- Disks: `stage-core` `r6.4xlarge` Multi-AZ 3,000 GB", "3,000 GB"),
        ("requests=8812 errors=23 p50=9ms", "Of the requests, 23 requests failed.", "23 requests"),
    ],
)
def test_a_number_without_its_unit_is_the_summarys_by_what_stands_around_it(
    compacted, log: str, summary: str, value: str
) -> None:
    assert (value, "equivalent") in statuses(compacted, log, summary)


@pytest.mark.parametrize(
    ("log", "summary", "value"),
    [
        ("TIMEOUT_SECONDS = 45", "The timeout is 45 minutes.", "45 minutes"),
        ("timeout_ms: 90", "The timeout is 90 seconds.", "90 seconds"),
        ("the lease is 30 files wide, limit 7", "The lease limit is 30 minutes.", "30 minutes"),
        ("ttl: 25 * 60 * 1000", "The TTL is 25 seconds.", "25 seconds"),
        ("src/app.ts:90: timeout", "The timeout is 90 seconds.", "90 seconds"),
        ("   481\\tlet limit = ttl;", "The limit is 481 seconds.", "481 seconds"),
        ("582 lines of the parser", "The parser has 582 files.", "582 files"),
        ("stage-core\tr6.2xlarge\tTrue\t3000", "- Disks: `stage-core` `r6.4xlarge` Multi-AZ 3,000 GB", "3,000 GB"),
        ("id 77 of nothing", "The wait took 77 hours.", "77 hours"),
    ],
)
def test_a_number_that_has_another_unit_or_nothing_around_it_is_no_ground(
    compacted, log: str, summary: str, value: str
) -> None:
    found = dict(statuses(compacted, log.replace("\\t", "\t"), summary))
    assert found[value] in ("altered", "unverified")


@pytest.mark.parametrize("wrong", ["88.4 GiB/s", "88.4 kbit/s"])
def test_a_rate_that_has_another_unit_in_the_log_is_altered(compacted, wrong: str) -> None:
    assert statuses(compacted, "scan: 88.4 MiB/s", f"The scan reads {wrong}.") == [(wrong, "altered")]


@pytest.mark.parametrize("wrong", ["16 个用例", "83 个用例"])
def test_a_wrong_count_of_tests_is_near_the_number_that_passed(compacted, wrong: str) -> None:
    assert dict(statuses(compacted, "Tests  361 passed (361)", "316 个用例全部通过。")) == {"316 个用例": "altered"}
    assert dict(statuses(compacted, "Tests  61 passed (61)", f"{wrong}全部通过。"))[wrong] in ("altered", "unverified")


@pytest.mark.parametrize(
    ("log", "summary", "value"),
    [
        ("Relay_Log_Space: 1395864371", "The relay log takes 1.40 GB of space.", "1.40 GB"),
        ("load_orders finished, duration 2474.9", "load_orders took about 41 minutes.", "41 minutes"),
        ("Failed: 3, Passed: 90, Skipped: 2", "90 passed, 3 failed and 2 skipped.", "2 skipped"),
        ("retries=4", "It makes 4 attempts.", "4 attempts"),
        ("docker run --memory 768m api", "The container has 768 MB of memory.", "768 MB"),
        ("BenchmarkX-8   1400   9120 ns/op   1792 B/op", "It takes 9120 ns/op and 1792 bytes.", "1792 bytes"),
        ("frame=20811 fps=43 time=00:12:00.17", "It made 20,811 frames in twelve minutes.", "twelve minutes"),
        ("frame=20811 fps=43", "It made 20,811 frames at 43 fps.", "43 fps"),
        ("机柜每台报价 4.7 万", "机柜每台 4.7 万元。", "4.7 万元"),
    ],
)
def test_an_amount_may_round_a_bare_number_of_the_log(compacted, log: str, summary: str, value: str) -> None:
    assert (value, "equivalent") in statuses(compacted, log, summary)


@pytest.mark.parametrize(
    ("log", "summary", "value"),
    [
        ("TOTAL 2310 481 1829 of the lines", "It has 2310 lines: 1829 covered, 418 lines not.", "418 lines"),
        ("count: 6218806 in stg.items", "stg.items has a count of 6,281,806 rows.", "6,281,806 rows"),
    ],
)
def test_an_amount_with_a_slip_is_the_bare_number_of_the_log_altered(compacted, log, summary, value) -> None:
    assert (value, "altered") in statuses(compacted, log, summary)


MINOR = "order TX-771204 paid, 2,917,360 分（29,173.60 元） in all, total=45900 for the last one"


@pytest.mark.parametrize(
    ("summary", "status"),
    [
        ("合计 29,173.60 元。", "verified"),
        ("合计 2,917,360 元。", "altered"),
        ("The last one of order TX-771204 was paid with 459 元.", "equivalent"),
        ("The last one of order TX-771204 was paid with 549 元.", "unverified"),
    ],
)
def test_money_that_the_log_counts_in_hundredths_is_a_hundredth_of_its_digits(
    compacted, summary: str, status: str
) -> None:
    assert [one for _, one in statuses(compacted, MINOR, summary)] == [status]


@pytest.mark.parametrize(
    ("log", "summary", "status"),
    [
        ("build takes 7:43, test 31:06", "build 用了 7 分 43 秒。", "equivalent"),
        ("build takes 7:43, test 31:06", "build 用了 9 分 43 秒。", "unverified"),
        ("(2615377, 94)", "数据约 261.5 万行，表宽 94。", "equivalent"),
        ("(2615377, 94)", "数据约 251.5 万行，表宽 94。", "unverified"),
    ],
)
def test_a_stopwatchs_time_and_a_count_told_in_millions_are_what_the_log_has(
    compacted, log: str, summary: str, status: str
) -> None:
    assert statuses(compacted, log, summary)[-1][1] == status


@pytest.mark.parametrize(
    ("log", "sentence", "value"),
    [
        ("BenchmarkJoin-4   44   26120877 ns/op   310 allocs/op", "Join takes 26 ms now, allocs went down.", "26 ms"),
        ("[fit] rows=41290 pos_rate=0.0731 features=118", "Of the rows, 7.31 % are positive (rate).", "7.31 %"),
        ("threshold=0.41 precision=0.6127 n=1651", "Its precision is 61 % at that threshold.", "61 %"),
        ('http_duration_seconds{quantile="0.99"} 0.4126', "The 99th percentile is 413 ms.", "413 ms"),
        ("avg_us=406.7 heap=9", "A cart takes 407 us.", "407 us"),
        ("/dev/md0  1831420M 1649102M 182318M  91%", "There are 178 GB free.", "178 GB"),
        ("weight_g=12850", "The crate weighs 12.8 kg.", "12.8 kg"),
        ("NAME AGE\nfeed-7c9 2d3h", "The pod feed-7c9 is 51 hours old.", "51 hours"),
        ("Elapsed (wall clock) time: 47:31.20", "A run takes 47.5 minutes.", "47.5 minutes"),
        ("uptime_in_millis: 1209600000", "It is up for 14 days.", "14 days"),
        ("Done. PASS=61 ERROR=1 SKIP=9", "There was 1 error.", "1 error"),
        ("Latency 23.61ms 402.11ms 2706 requests", "On average 24 ms, at most 402.1 ms.", "24 ms"),
        ("*/15 * * * * /usr/bin/sync", "It syncs every 15 minutes.", "15 minutes"),
        ("1842", "The message stands on 1,842 lines.", "1,842 lines"),
        ("502s on the hooks!", "The cause of the 502 errors is known.", "502 errors"),
        ("Python 3.12.1 is installed", "It runs on Python 3.12.", "3.12"),
    ],
)
def test_an_amount_is_equivalent_to_what_it_rounds_or_converts_whatever_that_looks_like(
    compacted, log: str, sentence: str, value: str
) -> None:
    assert (value, "equivalent") in statuses(compacted, log, sentence)


@pytest.mark.parametrize(
    ("log", "sentence", "value"),
    [
        ("BenchmarkJoin-4   44   26120877 ns/op   310 allocs/op", "Join takes 62 ms now, allocs went down.", "62 ms"),
        ("BenchmarkJoin-4   44   26120877 B/op   310 allocs/op", "Join takes 26 ms now, allocs went down.", "26 ms"),
        ("[fit] rows=41290 pos_rate=0.0731 features=118", "Of the rows, 7.13 % are positive (rate).", "7.13 %"),
        ("/dev/md0  1831420M 1649102M 182318M  91%", "There are 187 GB free.", "187 GB"),
        ("src/v0.4126/a.c 2026-0.4126", "The 99th percentile is 413 ms.", "413 ms"),
        ("Done. PASS=61 ERROR=1 SKIP=9", "There were 1 skipped.", "1 skipped"),
        ("Deleted 1842 users", "The message stands on 1,842 lines.", "1,842 lines"),
        ("Elapsed (wall clock) time: 47:31.20", "A run takes 41.5 minutes.", "41.5 minutes"),
    ],
)
def test_a_number_of_other_digits_or_of_another_unit_is_nothing_that_an_amount_rounds(
    compacted, log: str, sentence: str, value: str
) -> None:
    assert dict(statuses(compacted, log, sentence))[value] in ("altered", "unverified", "derived")
