# ruff: noqa: E501
"""Values that a person reads as one and the same, in a session and in its summary, and values that are not."""

from __future__ import annotations

import pytest

from threefold.auditing import audit
from threefold.auditing.facts.finder import Finder
from threefold.text.units import parse, parts

FINDER = Finder()


def normals(text: str) -> list[tuple[str, str]]:
    return [(fact.category, fact.normal) for fact in FINDER.facts(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("EUR 1,204,331.87 and USD 5", [("number", "1204331.87 EUR"), ("number", "5 USD")]),
        ("memory: 512Mi", [("number", "512 MiB")]),
        ("MAX = 10 * 1024 * 1024", [("number", "10 MiB")]),
        ("chunkBytes = 4 * 1024 * 1024", [("number", "4194304 byte")]),
        ("limit := 64 << 20", [("number", "64 MiB")]),
        ("the heap is -Xmx768m", [("number", "768 MiB")]),
        ("done in 51 min 12 s", [("number", "3072 second")]),
        ("1 hour 20 minutes", [("number", "4800 second")]),
        ("耗时1分48秒，共3小时26分", [("number", "108 second"), ("number", "12360 second")]),
        ("Error 1606. Could not", [("error", "error 1606")]),
        ("错误码 40013", [("error", "error 40013")]),
        ("exit 0:125", []),
        ("its conf listens on 8444 here", [("port", "8444")]),
        ("db at pg-spider:5433", [("port", "5433")]),
        ("见 Rust 是1.59", [("number", "v1.59")]),
        ("周一早上8点半，下午3点", [("datetime", "08:30"), ("datetime", "15:00")]),
        ("(<crates/lex/src/span.rs>)", [("path", "crates/lex/src/span.rs")]),
        ("</div> <br/> a<b/c.d", []),
        (
            "meta-can/recipes-can/canbridge/canbridge_1.4.bb",
            [("path", "meta-can/recipes-can/canbridge/canbridge_1.4.bb")],
        ),
        ("either red/green/blue or none", []),
        (
            "`./deploy.sh --env staging`\n`WAIT=--long time make -j8 all`",
            [
                ("command", "./deploy.sh --env staging"),
                ("path", "deploy.sh"),
                ("command", "WAIT=--long time make -j8 all"),
            ],
        ),
    ],
)
def test_a_value_is_read_as_what_a_person_reads(text: str, expected: list[tuple[str, str]]) -> None:
    assert normals(text) == expected


def test_a_compound_amount_is_the_sum_of_its_parts() -> None:
    whole = parse("1 h 37 min 41 s")
    assert whole is not None
    assert whole.values == (5861,)
    assert [part.normal for part in parts("1 h 37 min 41 s")] == ["1 hour", "37 minute", "41 second"]
    assert parts("41 s") == []


def statuses(record) -> list[tuple[str, str]]:
    return [(one.value, one.status) for one in record.facts or ()]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("const MAX = 10 * 1024 * 1024", "10 MB"),
        ("the heap is -Xmx768m", "768 MB"),
        ("memory: 1Gi", "1024Mi"),
        ("memory: 691Mi", "691 MiB"),
        ("done in 51m12s", "3072 s"),
        ("用时3小时26分", "206分钟"),
        ("耗时1分48秒", "108秒"),
    ],
)  # fmt: skip
def test_an_amount_in_another_spelling_is_equivalent(compacted, said: str, told: str) -> None:
    record = audit(*compacted([("user", "go"), ("assistant", said)], f"It is {told}."), all_facts=True)
    assert [status for _, status in statuses(record)] in (["equivalent"], ["verified"])


@pytest.mark.parametrize(
    ("said", "told", "near"),
    [
        ("const MAX = 10 * 1024 * 1024", "20 MB", []),
        ("total EUR 1,204,331.87 due", "EUR 1,204,381.87", ["1204331.87 EUR"]),
        ("limit 512Mi", "521Mi", ["512 MiB"]),
        ("Error 1606. Could not open it", "Error 1660", ["error 1606"]),
        ("it listens on 8444", "listens on 8443", ["8444"]),
        ("./deploy.sh --env staging --service api", "`./deploy.sh --env production --service api`", ["./deploy.sh --env staging --service api"]),
    ],
)  # fmt: skip
def test_an_amount_that_is_another_one_is_flagged(compacted, said: str, told: str, near: list[str]) -> None:
    entries = [("user", "go"), ("call", ("Bash", {"command": said}, "t1")), ("result", ("t1", "ok"))]
    (found,) = audit(*compacted(entries, f"It is {told}.")).fidelity.candidates
    assert (found.status, [one.value for one in found.near]) == ("altered" if near else "unverified", near)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("4419055  COMPLETED  22544384K  01:37:41", "1 h 37 min 41 s"),
        ("done in 51 minutes and then 12 seconds", "51 min 12 s"),
        ("Query OK (12 min 6.30 sec)", "12 minutes"),
        ("Warnings: 41", "41个"),
        ("60个全过了", "60个测试"),
        ("--> src/can/bus.rs:132:21", "132行"),
        ("NAME      READY  STATUS   RESTARTS  AGE\napi-2xk   0/1    Running  14        52m", "14 restarts"),
        ("Jun 30 07:58:12 mx2 postfix: bounced", "2026-06-30"),
        ("on 2026-06-30 it was, at 07:58:12 sharp", "2026-06-30 07:58:12"),
        ("it was 2026-02-24T11:07:53+01:00", "2026-02-24T10:07:53Z"),
        ("it was 2026-02-24T11:07:53+01:00", "10:07:53 UTC"),
        ("open D:\\work\\app\\pages\\upload\\Index.js", "pages/upload/index.js"),
        ("read /app/billing/tax.py; found billing/models.py:203", "/app/billing/models.py"),
        ("ls app/src/unit/one.t app/src/unit; unit/two.tt", "app/src/unit/two.tt"),
        ("cd ~/src/sifter && make", "/home/kim/src/sifter"),
        ("ls /Users/kim/src/sifter/core", "~/src/sifter/core"),
        ("backlog of 480 万条", "4.8 million messages"),
        ("Amazon EC2 8315.70\nAmazon S3 2218.15", "EC2 | $8,315.70 | S3 | $2,218.15"),
        ("the fee on 8,150.45 would be 81.50 rather than 122.26", "On 8,150.45 the fee is EUR 81.50 instead of 122.26"),
        ("mangle \"$f\" -density 250 -quality 71 \"$f\"; done", "`mangle … -density 250 -quality 71`"),
        ("server.headersTimeout = 7_000;", "headers 7 s"),
        ("Index of 318 pages: 3.6M", "3.6 MB for 318 pages of the index"),
        ("bench -t4 -c360 -d90s: 41 ms, 5127 done", "bench: 360 connections, 90 s, 5127 done"),
        ("--alpha=0.07 for the test", "alpha of the test is 7%"),
        ("images seen: 0->O 414, 8->B 162, 2->Z 66", "images: 0 for O 414, 8 for B 162, 2 for Z 66 times"),
        ("output files 3700, shuffle.partitions=3700", "3700 files"),
        ("1 failed, 31 passed", "31 passes"),
        ("6 主 7 从，节点 172.20.5.31", "7 replicas, 172.20.5.31"),
        ("店铺 8 折", "the shop's 20% off"),
        ("curl -sI https://shop.example/x\n204", "HTTP 204"),
        ("共 2,718 个", "2,718 keys"),
        ("snapshots  7,318.64\nbandwidth  11,902.09", "$7,319 for snapshots and $11.9k for bandwidth"),
        ("snapshots  2,640.00", "snapshots cost $2,640"),
        ("elapsed time of the render: 00:08:47", "the render took 8 min 47 s"),
    ],
)  # fmt: skip
def test_what_a_person_finds_well_grounded_is_not_flagged(compacted, said: str, told: str) -> None:
    entries = [("user", "go"), ("call", ("Bash", {"command": "show it"}, "t1")), ("result", ("t1", said))]
    assert audit(*compacted(entries, f"See: {told}")).fidelity.candidates == ()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("4419055  COMPLETED  22544384K  01:37:41", "1 h 37 min 14 s"),
        ("Query OK (12 min 6.30 sec)", "14 minutes"),
        ("Warnings: 41", "74个"),
        ("NAME      READY  STATUS   RESTARTS  AGE\napi-2xk   0/1    Running  14        52m", "41 restarts"),
        ("Jun 30 07:58:12 mx2 postfix: bounced", "2026-07-30"),
        ("it was 2026-02-24T11:07:53+01:00", "2026-02-24T09:07:53Z"),
        ("read /app/billing/tax.py; found billing/models.py:203", "/srv/billing/models.py"),
        ("read /app/billing/tax.py and /opt/billing/models.py; billing/models.py:203", "/app/billing/models.py"),
        ("the disk has 640 MB", "620 MB"),
        ("6 主 8 从，节点 172.20.5.31", "7 replicas, 172.20.5.31"),
        ("bench -t4 -c360 -d90s: 41 ms", "bench: 340 connections, 41 ms"),
        ("output files 3700, shuffle.partitions=3800", "3800 files"),
        ("店铺 8 折", "the shop's 30% off"),
        ("print 204 pages", "HTTP 204"),
        ("--> src/can/bus.rs:132:21", "132 lines"),
        ("it was 2026-01-08 14:55:43 +0100", "2026-01-08 14:55:34 +0100"),
        ("it was 2026-01-08 14:55:43 +0100", "2026-01-08 14:55:43 +0400"),
        ("the disk has 12 MB", "13 MB"),
        ("snapshots  7,318.64", "snapshots cost $7,391"),
        ("snapshots  7318 of them", "snapshots cost $7,318"),
        ("bandwidth  11,902.09", "bandwidth cost $12.4k"),
    ],
)  # fmt: skip
def test_what_only_looks_like_it_is_flagged(compacted, said: str, told: str) -> None:
    entries = [("user", "go"), ("call", ("Bash", {"command": "show it"}, "t1")), ("result", ("t1", said))]
    (found,) = audit(*compacted(entries, f"See: {told}")).fidelity.candidates
    assert found.status in ("altered", "unverified")


def test_a_name_in_capitals_is_a_fact_beside_the_amount_that_it_has() -> None:
    assert normals("POOL_WAIT_MS=5000") == [("number", "5000 ms"), ("env", "POOL_WAIT_MS")]


def test_a_command_that_a_call_gives_word_by_word_is_one_line(compacted) -> None:
    words = ["pnpm", "--filter", "till", "test", "--", "--runInBand"]
    entries = [("user", "go"), ("call", ("exec", {"cmd": words, "shell": ["bash", "-lc", "make -j6 all"]}, "t1"))]
    told = "`pnpm --filter till test -- --runInBand` and `make -j6 all` ran."
    assert audit(*compacted(entries, told)).fidelity.candidates == ()
