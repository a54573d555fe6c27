"""What took the place of what in a session: answers, second thoughts, and edits."""

from __future__ import annotations

import json

import pytest

from threefold.auditing.facts.corrections import corrections
from threefold.auditing.ledger.changes import Changes


def changed(*turns: str) -> list[tuple[str, str]]:
    """The changes of some turns, as wanted and rejected value: ``u: …``, ``a: …``, ``e: old => new``, ``s: command``
    of a shell."""
    changes = Changes()
    for event, turn in enumerate(turns):
        who, _, text = turn.partition(": ")
        if who == "u":
            changes.answered(text, event, corrections(text))
        elif who == "a":
            changes.put(text)
        elif who == "s":
            changes.called("t", json.dumps({"command": text}), event)
            changes.returned("t", "", failed=False)
        else:
            old, _, new = text.partition(" => ")
            changes.called("t", json.dumps({"file_path": "/repo/a.conf", "old_string": old, "new_string": new}), event)
            changes.returned("t", "not found" if who == "fails" else "updated", failed=False)
    return [(one.wanted, one.rejected) for one in changes.found]


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (("a: Alert at 70 % usage?", "u: 95, else it pages us every night"), ("95 %", "70 %")),
        (("a: I would start the proxy on port 7070.", "u: no, 7071, 7070 is taken"), ("7071", "7070")),
        (("a: I batch 900 rows.", "u: 900 locks the table too long, 150 is fine"), ("150", "900")),
        (("a: 2 GB?", "u: no, 768 MB, the node is small"), ("768 MB", "2 GB")),
        (("a: I bind it to 0.0.0.0?", "u: no, only 127.0.0.1"), ("127.0.0.1", "0.0.0.0")),
        (("a: I will tag it with --force.", "u: no, --annotate"), ("--annotate", "--force")),
        (("a: I would go with Kafka for the mails.", "u: let's take NATS, we run it"), ("NATS", "Kafka")),
        (("a: Hash them with md5sum?", "u: blake3 please"), ("blake3", "md5sum")),
        (("a: I will take moment for the dates.", "u: no moment, use dayjs"), ("dayjs", "moment")),
        (("a: I'd write routes to `old-gw`.", "u: Not old-gw. billing has its own: bill-gw."), ("bill-gw", "old-gw")),
        (("u: give it 7 retries", "a: Done.", "u: actually make it 4 retries"), ("4 retries", "7 retries")),
        (("u: run it at 02:00", "a: ok", "u: make that 04:30, backups run then"), ("04:30", "02:00")),
        (("u: logs go after 9 days", "a: ok", "u: legal wrote: keep logs for 40 days"), ("40 days", "9 days")),
        (("u: release it as 3.1.0", "a: ok", "u: wait, nothing new in it: 3.0.4"), ("3.0.4", "3.1.0")),
        (("a: 并发数设 24？", "u: 6 就够了"), ("6", "24")),
        (("u: 每页 70 条", "a: 好", "u: 每页改 15 条，手机上太长"), ("15 条", "70 条")),
        (("a: 日志我放到 /var/log/app。", "u: 别放 /var/log/app，放 /data/logs"), ("/data/logs", "/var/log/app")),
        (("a: 备份保留一周？", "u: 两个月"), ("两个月", "一周")),
        (("u: check the feeds every 80 s. hmm 50",), ("50 s", "80 s")),
        (("u: give it 25 min? hmm no, the battery... 45 min pls.",), ("45 min", "25 min")),
        (("u: kick it off at 19:00. no wait the node is taken till ten. 23:15",), ("23:15", "19:00")),
        (("u: start the export at 19:00, no wait, 21:30",), ("21:30", "19:00")),
        (("u: min 10 for the pool, max 35. Actually it is Christmas. Keep max at 50.",), ("50", "35")),
        (("u: 每天 5:00 跑，不对，6:30 跑",), ("6:30", "5:00")),
        (
            ("a: I keep the rows for 20 days?", "u: actually refunds come in for 2 days. make it 70 days"),
            ("70 days", "20 days"),
        ),
        (
            ("u: A lease lasts 6 hours.", "a: ok", "u: Legal says six hours is too long. So please 3 hours."),
            ("3 hours", "six hours"),
        ),
        (("u: 超时改成30秒", "a: 好", "u: 太短了 改成90秒"), ("90秒", "30秒")),
        (("u: 分辨率整1080p", "a: 好", "u: 太卡 整720p得了"), ("720p", "1080p")),
        (("u: encode the talks with crf 28", "a: 240 MB.", "u: all mush. crf 21"), ("21", "28")),
        (("u: split it 60/40, seed 7", "a: ok", "u: reviewer two wants 75/25, redo"), ("75/25", "60/40")),
        (("u: 域名先解析到 10.4.3.14,测试用", "a: 好", "u: 看错表了,是 10.4.3.41"), ("10.4.3.41", "10.4.3.14")),
        (("u: max size?", "a: 50 MB is live.", "u: ops complained, go down to 25"), ("25 MB", "50 MB")),
        (("u: 12% for members, 5% for friends", "a: ok", "u: members get 9%"), ("9%", "12%")),
        (("e: workers = 4 => workers = 9",), ("9", "4")),
        (("s: sed -i 's/^severity: 2$/severity: 1/' run.md",), ("1", "2")),
        (("s: sed -i 's|/data/v3|/mnt/v4|g' a.env && cat a.env",), ("/mnt/v4", "/data/v3")),
        (('e: host = "0.0.0.0" => host = env.HOST',), ("env.HOST", "0.0.0.0")),
    ],
)
def test_an_answer_a_second_thought_and_an_edit_put_one_value_in_the_place_of_another(
    turns: tuple[str, ...], expected: tuple[str, str]
) -> None:
    assert expected in changed(*turns)


@pytest.mark.parametrize(
    "turns",
    [
        ("a: Alert at 70 % usage?", "u: yes, 70 %"),
        ("a: Alert at 70 % usage?", "u: why not 95?"),
        ("a: The run took 12 s.", "u: the limit is 30 s, right?"),
        ("u: connect timeout 5 s", "a: ok", "u: and read timeout 30 s"),
        ("u: user-event gets 6 partitions", "a: ok", "u: order-event gets 24 partitions"),
        ("a: Look at lines 343-364.", "u: I have two checkpoints"),
        ("u: check the feeds every 80 s. Log every 50 s.",),
        ("u: connect timeout 5 s. hmm what does the read timeout of 30 s do?",),
        ("u: 12% for members, 5% for friends", "a: ok", "u: staff get 9%"),
        ("s: sed -i 's/[0-9]* workers/9 workers/' a.conf",),
        ("s: sed -n 's/workers = 4/workers = 9/p' a.conf",),
        ("fails: workers = 4 => workers = 9",),
        ("e: return a + b => return a - b",),
    ],
)
def test_what_is_agreed_asked_measured_or_of_another_thing_changes_nothing(turns: tuple[str, ...]) -> None:
    assert changed(*turns) == []


@pytest.mark.parametrize("piece", ["make it 3 retries, ", "no, 5. ", "用 8 个，", "not a-b, use c-d. "])
def test_a_long_talk_is_read_in_linear_time(piece: str) -> None:
    turns = [f"u: {piece * (3_000 // len(piece))}" if n % 2 else f"a: {piece * 2_000}" for n in range(400)]
    changed(*turns)


def test_a_patch_tells_what_it_puts_in_the_place_of_what() -> None:
    patch = "*** Begin Patch\n*** Update File: a.toml\n@@\n-ttl = 300\n+ttl = 60\n x = 1\n*** End Patch"
    changes = Changes()
    changes.called("t", json.dumps({"input": patch}), 3)
    assert changes.found == []
    changes.returned("t", "Done.", failed=False)
    assert [(one.wanted, one.rejected, one.event, one.human) for one in changes.found] == [("60", "300", 3, False)]
