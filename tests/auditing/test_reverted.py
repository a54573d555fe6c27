"""A summary gives what was replaced as what holds: found in any form, and only where it is said of the same thing."""

from __future__ import annotations

import pytest

from threefold.auditing import audit

Turns = list[tuple[str, object]]


def edit(path: str, old: str, new: str, call: str = "t1") -> Turns:
    arguments = {"file_path": f"/repo/{path}", "old_string": old, "new_string": new}
    return [("call", ("Edit", arguments, call)), ("result", (call, "The file has been updated."))]


PORT: Turns = [
    ("user", "Bring the stack up."),
    ("assistant", "I will start the database container on port 7432."),
    ("user", "no, 7433, 7432 is taken by the one on the host"),
    *edit("compose.yml", '"7432:5432"', '"7433:5432"'),
]
RETRIES: Turns = [
    ("user", "Add retries to the client, 7 retries with backoff."),
    *edit("client.py", "retries = 0", "retries = 7"),
    ("assistant", "Done."),
    ("user", "actually make it 4 retries, the upstream is slow"),
    *edit("client.py", "retries = 7", "retries = 4", "t2"),
]
LIMIT: Turns = [
    ("user", "What limit does the worker get?"),
    ("assistant", "2 GB?"),
    ("user", "no, 512 MB, the node is small"),
    ("assistant", "ok"),
]
CACHE: Turns = [
    ("user", "Where does the cache go?"),
    ("assistant", "I would put it into src/utils/cache.py."),
    ("user", "put it in src/lib/cache.py, not in src/utils/cache.py"),
    ("assistant", "ok"),
]
TIMEOUT: Turns = [
    ("user", "API timeout 30 s, not 60 s. The DB timeout stays at 60 s."),
    *edit("conf.toml", "api_timeout = 60", "api_timeout = 30"),
]
QUEUE: Turns = [
    ("user", "We need a queue for the mails."),
    ("assistant", "I would go with Kafka for the queue."),
    ("user", "let's take NATS, we already run it"),
    ("assistant", "ok"),
]
POOL: Turns = [
    ("user", "the pool is too small"),
    *edit("gunicorn.conf.py", "workers = 4", "workers = 9"),
    ("assistant", "9 workers now."),
    ("user", "the box runs out of memory, lower it again"),
    *edit("gunicorn.conf.py", "workers = 9", "workers = 6", "t2"),
]
JOB: Turns = [
    ("user", "每天 2:00 跑任务"),
    ("assistant", "好"),
    ("user", "2:00 和备份冲突，改 3:30"),
    ("assistant", "好"),
]
TTL: Turns = [("user", "缓存过期设 10 分钟"), ("assistant", "好"), ("user", "还是改成 5 分钟吧"), ("assistant", "好")]
GATE: Turns = [
    ("user", "billing on 7002, auth on 7001"),
    ("assistant", "ok"),
    ("user", "billing on 7010 please, 7002 is used by grafana"),
    *edit("billing.yml", "port: 7002", "port: 7010"),
]
SWEEP: Turns = [
    ("user", "the sweep deletes event rows after 25 days"),
    ("assistant", "ok"),
    ("user", "make it 75 days, disputes come late"),
    ("assistant", "ok"),
]
BADGE: Turns = [("user", "README 的版本写 6.0.0"), *edit("README.md", "版本：6.0.0", "版本：6.0.0-rc2")]
LAUNCH: Turns = [
    ("user", "launch the training at 19:00 on 4 gpus. no wait, the node is taken till ten. 23:15"),
    ("assistant", "ok"),
]
LIMITED: Turns = [
    ("user", "max upload size?"),
    ("assistant", "10 MB."),
    ("user", "make it 50"),
    ("assistant", "50 MB is live."),
    ("user", "ops complained about the disk, go down to 25"),
    ("assistant", "25 MB, reloaded."),
]
THEME: Turns = [("user", "主色用橙色 #FF7A10"), ("assistant", "好"), ("user", "设计师改主意了,主色换成绿的 #12B896")]
LIVES: Turns = [
    ("user", "the player should have 3 lives"),
    ("assistant", "LIVES = 3."),
    ("user", "my kid says 3 is too hard, make it 5"),
    ("assistant", "Five lives! The enemies come in 3 waves."),
]
LOGS: Turns = [
    ("user", "keep the logs 30 days"),
    ("assistant", "ok"),
    ("user", "legal just wrote, has to be 90 days not 30"),
    ("assistant", "done"),
]


def flagged(compacted, turns: Turns, summary: str) -> list[tuple[str, str]]:
    record = audit(*compacted(turns, summary))
    assert record.failures == ()
    found = [one for one in record.fidelity.candidates if one.category == "correction"]
    return [(one.value, one.near[0].value) for one in found if one.status == "altered"]


@pytest.mark.parametrize(
    ("turns", "summary", "expected"),
    [
        (PORT, "The database container listens on port 7432.", ("7432", "7433")),
        (PORT, "- Database: localhost:7432", ("7432", "7433")),
        (RETRIES, "The client makes seven retries with backoff.", ("seven retries", "4 retries")),
        (RETRIES, "The client retries 7 times.", ("7 times", "4 retries")),
        (LIMIT, "The worker gets a memory limit of 2048 MB.", ("2048 MB", "512 MB")),
        (CACHE, "- utils/cache.py: the new cache class", ("utils/cache.py", "src/lib/cache.py")),
        (TIMEOUT, "The API timeout is one minute.", ("one minute", "30 s")),
        (QUEUE, "Queue backend: Kafka", ("Kafka", "NATS")),
        (POOL, "gunicorn now runs 9 workers.", ("9 workers", "6")),
        (JOB, "任务每天 2:00 运行。", ("2:00", "3:30")),
        (TTL, "缓存过期：600 秒", ("600 秒", "5 分钟")),
        (GATE, "billing listens on 7002.", ("7002", "7010")),
        (LIMITED, '{"upload_limit_now":"50 MB"}', ("50 MB", "25 MB")),
        (THEME, "主色:橙色 #FF7A10", ("#FF7A10", "#12B896")),
        (SWEEP, "sweep.ts deletes event rows older than 25 days", ("25 days", "75 days")),
        (BADGE, "| 项 | 旧 | 新 |\n|---|---|---|\n| 版本 | 5.2.1 | 6.0.0 |", ("6.0.0", "6.0.0-rc2")),
        (LAUNCH, "The training launches at 19:00 on 4 GPUs.", ("19:00", "23:15")),
    ],
)
def test_a_replaced_value_given_as_what_holds_is_altered_in_whatever_form(
    compacted, turns: Turns, summary: str, expected: tuple[str, str]
) -> None:
    assert flagged(compacted, turns, summary) == [expected]


@pytest.mark.parametrize(
    ("turns", "summary"),
    [
        (PORT, "The database listens on 7433 (7432 is taken on the host)."),
        (PORT, "The database port was 7432, and is 7433 now."),
        (PORT, "DB on port 7433 instead of 7432"),
        (RETRIES, "Retries were lowered from 7 to 4."),
        (RETRIES, "All 7 tests pass. Line 7 of client.py has the import."),
        (RETRIES, "The user asked for 7 retries. Afterwards he asked for 4 retries."),
        (LIMIT, "The worker gets a memory limit of 0.5 GB."),
        (CACHE, "The cache lives in lib/cache.py."),
        (CACHE, "The cache moved from src/utils/cache.py to src/lib/cache.py."),
        (TIMEOUT, "API timeout 30 s, DB timeout 60 s."),
        (TIMEOUT, "The DB timeout is 60 seconds."),
        (QUEUE, "NATS was chosen for the queue; Kafka had been proposed."),
        (QUEUE, "The queue is NATS. Kafka would have needed a cluster."),
        (POOL, "With 9 workers the box ran out of memory."),
        (POOL, "workers in gunicorn.conf.py: 4, then 9, now 6"),
        (JOB, "任务由 2:00 改到 3:30，2:00 是备份时间。"),
        (TTL, "缓存过期从 10 分钟改成 5 分钟"),
        (GATE, "grafana uses 7002, auth is on 7001."),
        (LIVES, "The player has five lives, since three proved too hard. Enemies come in 3 waves of growing speed."),
        (LOGS, "Retention of logs started out as 30 days, then went to 90 after the message from legal."),
        (THEME, "主色 #FF7A10（橙）改为 #12B896"),
        (LAUNCH, "The training uses at most 2 GPUs from 08:00 to 19:00."),
    ],
)
def test_what_was_or_what_is_said_of_something_else_is_no_replaced_value(compacted, turns: Turns, summary: str) -> None:
    assert flagged(compacted, turns, summary) == []


def test_a_value_that_came_back_is_the_one_that_holds(compacted) -> None:
    turns: Turns = [
        ("user", "try chunk size 4096"),
        *edit("io.py", "CHUNK = 1024", "CHUNK = 4096"),
        ("user", "slower. back to 1024"),
        *edit("io.py", "CHUNK = 4096", "CHUNK = 1024", "t2"),
    ]
    assert flagged(compacted, turns, "Chunk size is 1024.") == []
    assert flagged(compacted, turns, "Chunk size is 4096.") == [("4096", "1024")]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("set the timeout to 45 seconds, not 30", "The timeout is 45 s."),
        ("set the timeout to 45 seconds, not 30", "Timeout: 0.75 minutes"),
        ("the discount is five percent, not ten", "The discount is 5 %."),
        ("For money use integer cents and not floats.", "Money: integer cents, never floats."),
        ("put it in src/lib/cache.py, not in src/utils/cache.py", "It lives in lib/cache.py."),
        ("the deadline is March 14, not March 13", "Deadline: 14 March"),
        ("不是周三上线，是周四上线", "上线时间是周四"),
        ("Requests must always time out after 45 seconds.", "Every request must always time out after 45s."),
        ("The page must always load in under 1.5 seconds.", "The page must always load in less than 1500 ms."),
        ("Backups must always be kept for two weeks.", "Backups must always be kept for 14 days."),
        ("日志必须保留 30 天以上。", "日志必须至少保留一个月。"),
        ("别放 /var/log/app，放 /data/logs", "日志目录：/data/logs"),
    ],
)
def test_a_correction_and_a_rule_are_kept_by_their_values_in_another_form(compacted, said: str, told: str) -> None:
    record = audit(*compacted([("user", said), ("assistant", "ok")], told))
    assert [one.value for one in record.coverage.ranked if one.category == "correction"] == []
    assert [one.value for one in record.statements if one.category == "rule"] == []


def test_an_amount_that_a_person_set_in_an_answer_stands_in_the_log_with_the_unit_of_the_question(compacted) -> None:
    turns: Turns = [("assistant", "Alert at 70 % usage?"), ("user", "95, else it pages us"), ("assistant", "ok")]
    assert audit(*compacted(turns, "The alert fires at 95 % usage.")).fidelity.candidates == ()
