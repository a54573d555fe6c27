"""Days that a log names without their date. The logs of these tests were written on 2026-01-01, a Thursday."""

from __future__ import annotations

import pytest

from threefold.auditing import audit


def status(compacted, log: str, summary: str) -> list[str]:
    record = audit(*compacted([("user", log), ("assistant", "ok")], summary), all_facts=True)
    return [one.status for one in record.facts or () if one.category == "datetime"]


@pytest.mark.parametrize(
    ("log", "summary"),
    [
        ("send it by Friday", "It is due on Friday, 2026-01-02."),
        ("ask again tomorrow", "Ask again on 2 January 2026."),
        ("明天再弄", "2026 年 1 月 2 日再弄。"),
        ("周一之前给我", "1 月 5 日之前交。"),
        ("see logs/nightly-2025-12-30.log", "The run of 2025-12-30 failed."),
        ("dump_20251230.sql is there", "The dump is of 2025-12-30."),
        ("for d in 01 02; do run --date 2025-11-$d; done", "Run 2025-11-07 first."),
        ("start", "Begun on 2026-01-01."),
    ],
)
def test_a_day_is_told_by_its_name_a_file_a_loop_or_the_logs_own_time(compacted, log: str, summary: str) -> None:
    assert status(compacted, log, summary) == ["equivalent"]


@pytest.mark.parametrize(
    ("log", "summary"),
    [
        ("send it by Friday", "It is due on 2026-01-03."),
        ("ask again tomorrow", "Ask again on 2026-01-04."),
        ("see logs/nightly-2025-12-30.log", "The run of 2025-12-03 failed."),
        ("for d in 01 02; do run --date 2025-11-$d; done", "Run 2025-12-07 first."),
    ],
)
def test_another_day_is_flagged(compacted, log: str, summary: str) -> None:
    assert status(compacted, log, summary)[0] in ("altered", "unverified")
