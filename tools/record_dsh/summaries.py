"""Sessions whose summaries are right in every hard fact, for the fault injector in `bench/audit`.

Each is dense in what the audit compares: ids, hashes, paths, amounts, ports, errors, variables, commands, dates, issue
numbers, and corrections by the person, in English and in Chinese. The injector changes or deletes one of them at a
time; a finding on an unchanged summary is a false alarm. The company, people, addresses and ids are invented.
"""

# ruff: noqa: E501  (what people and programs say in a session is not broken to the width of a page)
from __future__ import annotations

from stage import Scenario, Stage, bash, commit, edit, read, say, todo, write

INCIDENT = """2026-10-07T04:12:09Z WARN  pool exhausted on orders-db.internal:5433 after 250 ms, 64 connections in use
2026-10-07T04:12:11Z ERROR request 0f8fad5b-d9cb-469f-a165-70867728950e POST /v2/orders: HTTP 503, PoolTimeoutError after 1500 ms
2026-10-07T04:12:14Z ERROR request 7c9e6679-7425-40de-944b-e07fc1f90ae7 POST /v2/orders: HTTP 503, PoolTimeoutError after 1500 ms
2026-10-07T04:13:40Z ERROR worker e4eaaaf2-d142-11e1-b3e4-080027620cdd: ECONNRESET while reading 12 MB from cache.internal:6379
2026-10-07T04:19:02Z INFO  deploy f3b1c92a7d40 rolled back to 8d2e61c0b5aa by release/rollback_orders.sh
2026-10-07T04:21:55Z INFO  pool recovered: 9 connections in use, 35% of requests failed between 04:12 and 04:19, 18420 requests in all
"""

POOL = """# Pool of the orders service
POOL_MAX_CONNECTIONS=64
POOL_ACQUIRE_TIMEOUT_MS=1500
ORDERS_DATABASE_PORT=5433
"""

VALUES = """orders:
  image: registry.example.com/orders:v4.17.2
  replicas: 6
  memory: 768 MB
  probes:
    readiness: /health/ready
    timeout: 20 s
"""

OUTAGE_SUMMARY = """## Primary Request and Intent
- Find out why the orders service failed on 2026-10-07 (https://status.example.com/incidents/8841, PR #482) and raise the pool.
- The user corrected the port: the replica listens on 6433.

## Key Technical Concepts
- Requests waited for a connection and failed with HTTP 503 and PoolTimeoutError after 1500 ms; 35% of 18420 requests failed.
- First failed requests: 0f8fad5b-d9cb-469f-a165-70867728950e and 7c9e6679-7425-40de-944b-e07fc1f90ae7.
- Worker e4eaaaf2-d142-11e1-b3e4-080027620cdd saw ECONNRESET while it read 12 MB from cache.internal:6379.
- Deploy f3b1c92a7d40 was rolled back to 8d2e61c0b5aa by release/rollback_orders.sh.

## Files and Code
- config/orders/pool.env: POOL_MAX_CONNECTIONS raised from 64 to 96; POOL_ACQUIRE_TIMEOUT_MS is still 1500.
- deploy/orders/values.yaml: image v4.17.2, 768 MB of memory, readiness timeout 20 s.
- src/orders/pool_guard.py: written; refuses to start with more than 96 connections.
- data/incident-2026-10-07.txt: the log of the night.

## Errors and Fixes
- The pool was exhausted on orders-db.internal:5433 after 250 ms.
- `python3 -m unittest discover -s tests -v` passes with 1 test.

## Pending Jobs
- Write docs/runbooks/orders-pool.md

## Current Work
- The pool change is committed; the runbook is not written.

## Next Step
- Write docs/runbooks/orders-pool.md with the command `bash release/rollback_orders.sh --to 8d2e61c0b5aa`.

## Critical Context
- Never restart orders-db without telling the on-call person first.
"""

GUARD = '''"""Refuses to start with more connections than the database allows."""
import os

MOST = 96


def check():
    wanted = int(os.environ.get("POOL_MAX_CONNECTIONS", "0"))
    if wanted > MOST:
        raise SystemExit(f"{wanted} connections are more than {MOST}")
'''


def outage(s: Stage) -> None:
    s.turn(
        "The orders service failed last night, see data/incident-2026-10-07.txt, https://status.example.com/incidents/8841 and "
        "PR #482. Find out why and raise the pool in config/orders/pool.env. Never restart orders-db without telling the "
        "on-call person first.",
        say("I will read the log first.", read("data/incident-2026-10-07.txt")),
        say("The pool ran out of connections.", read("config/orders/pool.env")),
        read("deploy/orders/values.yaml"),
        edit("config/orders/pool.env", "POOL_MAX_CONNECTIONS=64", "POOL_MAX_CONNECTIONS=96"),
        write("src/orders/pool_guard.py", GUARD),
        bash("python3 -m unittest discover -s tests -v 2>&1", "Run the tests"),
        commit("Raise the pool of the orders service to 96", "config src"),
        say("", todo(("Raise the pool", "completed"), ("Write docs/runbooks/orders-pool.md", "pending"))),
        "The pool is at 96 connections and src/orders/pool_guard.py refuses more. The replica on port 5433 is untouched.",
    )
    s.turn(
        "No, use port 6433, not 5433, for the replica. And the runbook must name the rollback: "
        "bash release/rollback_orders.sh --to 8d2e61c0b5aa",
        say("The replica is on port 6433; I will put the rollback into the runbook.", bash("git log --oneline -2")),
        "Noted: the replica listens on 6433, and docs/runbooks/orders-pool.md will name `bash release/rollback_orders.sh --to "
        "8d2e61c0b5aa`.",
    )
    s.compact(OUTAGE_SUMMARY)
    s.turn("Thanks, that is all for today.", "Good. The runbook is still to be written.")


MIGRATION = """批次 3fa85f64-5717-4562-b3fc-2c963f66afa6 开始：共 4200 万行，分 12 批，每批 350 万行
第 7 批失败：DuplicateKeyError，主机 ledger-db.internal:5433，耗时 42 分钟，写入 18 GB
第 7 批重试：校验和 a94a8fe5ccb19ba61c4c0873d391e987982fbbd3，跳过 1260 行，成功率 99.7%
备份文件 backup/ledger/2026-09-18/part_07.parquet 已写入，大小 640 MB
"""

MIGRATION_SUMMARY = """## Primary Request and Intent
- 把账本表迁移到新库，分 12 批，每批 350 万行，共 4200 万行（工单 https://tracker.example.com/LED-731）。
- 用户纠正了端口：目标库是 5434。

## Key Technical Concepts
- 批次 3fa85f64-5717-4562-b3fc-2c963f66afa6；第 7 批因 DuplicateKeyError 失败，耗时 42 分钟，写入 18 GB。
- 重试的校验和是 a94a8fe5ccb19ba61c4c0873d391e987982fbbd3，跳过 1260 行，成功率 99.7%。

## Files and Code
- src/ledger/batch_runner.py: 已新建，单批上限 350 万行，超时 45 分钟。
- backup/ledger/2026-09-18/part_07.parquet: 大小 640 MB。
- data/migration-07.txt: 第 7 批的日志。

## Errors and Fixes
- 环境变量 LEDGER_TARGET_DSN 没有设置；已写进 config/ledger/target.env。

## Pending Jobs
- 迁移第 8 批到第 12 批

## Current Work
- 第 7 批已经重试成功。

## Next Step
- 运行 `python3 src/ledger/batch_runner.py --from 8 --to 12`

## Critical Context
- 不要删除旧表 ledger_2019。
"""

RUNNER = '''"""Runs the batches of the ledger's migration, one after the other."""
ROWS = 3_500_000  # 350 万行
TIMEOUT_MINUTES = 45  # 45 分钟
'''


def migration(s: Stage) -> None:
    s.turn(
        "把账本表迁移到新库，工单是 https://tracker.example.com/LED-731，第 7 批昨晚失败了，日志在 data/migration-07.txt。"
        "不要删除旧表 ledger_2019。",
        say("先看日志。", read("data/migration-07.txt")),
        say("主键重复。我写一个分批运行的脚本。", write("src/ledger/batch_runner.py", RUNNER)),
        say(
            "还缺 LEDGER_TARGET_DSN。", write("config/ledger/target.env", "LEDGER_TARGET_DSN=ledger-db.internal:5433\n")
        ),
        bash("git add -A && git commit -q -m 'Run the ledger in batches' && git log --oneline -1", "Commit the work"),
        say("", todo(("重试第 7 批", "completed"), ("迁移第 8 批到第 12 批", "pending"))),
        "第 7 批已经重试成功：跳过 1260 行，成功率 99.7%。下一步运行 `python3 src/ledger/batch_runner.py --from 8 --to 12`。",
    )
    s.turn(
        "目标库的端口不是 5433，是 5434。",
        say("好的，改成 5434。", read("config/ledger/target.env")),
        edit("config/ledger/target.env", "5433", "5434"),
        "目标库的端口已经改成 5434。",
    )
    s.compact(MIGRATION_SUMMARY)
    s.turn("好，今天先到这里。", "好的，第 8 批到第 12 批还没有迁移。")


BUILD = """build 7 of release/2026.11 at 2026-11-03T16:40:12Z
artifact dist/importer-2.9.1-py3-none-any.whl 418 KB sha256 5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8
artifact dist/importer-2.9.1.tar.gz 1.2 MB
signature keys/release_signing_2026.asc by 4A1C9E70B2D35F68
tests: 214 passed, 3 skipped in 93 seconds; coverage 87.5%
upload to https://packages.example.com/simple/importer/ failed: HTTP 403 (TokenExpiredError), attempt 4 of 5
runner 16fd2706-8baf-433b-82eb-8c7fada847da on node build-03.example.net:8472
"""

RELEASE_SUMMARY = """## Primary Request and Intent
- Publish importer 2.9.1 (issue #1377); the changelog entry is to be dated 2026-11-04, as the user corrected it.

## Key Technical Concepts
- The upload to https://packages.example.com/simple/importer/ failed with HTTP 403 (TokenExpiredError), attempt 4 of 5.
- Runner 16fd2706-8baf-433b-82eb-8c7fada847da on build-03.example.net:8472.

## Files and Code
- dist/importer-2.9.1-py3-none-any.whl: 418 KB.
- dist/importer-2.9.1.tar.gz: 1.2 MB.
- keys/release_signing_2026.asc: the signing key.
- docs/CHANGELOG.md: entry for v2.9.1 written.
- scripts/publish/upload_artifacts.sh: reads PACKAGES_UPLOAD_TOKEN.

## Errors and Fixes
- 214 tests passed in 93 seconds with a coverage of 87.5%.

## Pending Jobs
- Upload again once the token was renewed

## Current Work
- The changelog is committed; nothing was uploaded.

## Next Step
- Run `bash scripts/publish/upload_artifacts.sh --retries 5 --sign`.

## Critical Context
- The user wants 30 minutes between two uploads.
"""

SECOND_SUMMARY = """## Primary Request and Intent
- Publish importer 2.9.1 (issue #1377), then announce it in PR #1402.

## Key Technical Concepts
- The upload to https://packages.example.com/simple/importer/ failed with HTTP 403 (TokenExpiredError).
- The announcement is for the group of 2400 customers and goes out on 2026-11-09.

## Files and Code
- docs/announce/importer_2_9_1.md: written.
- dist/importer-2.9.1-py3-none-any.whl: 418 KB.
- scripts/publish/upload_artifacts.sh: reads PACKAGES_UPLOAD_TOKEN.

## Errors and Fixes
- (none)

## Pending Jobs
- Upload again once the token was renewed

## Current Work
- The announcement is written, not committed.

## Next Step
- Run `bash scripts/publish/upload_artifacts.sh --retries 5 --sign`.

## Critical Context
- The user wants 30 minutes between two uploads.
"""

UPLOAD = '#!/bin/sh\n: "${PACKAGES_UPLOAD_TOKEN:?not set}"\necho uploading\n'


def release(s: Stage) -> None:
    s.turn(
        "Publish importer 2.9.1, issue #1377. The build's report is data/build-7.txt. Leave 30 minutes between two uploads. "
        "Date the changelog 2026-11-03.",
        say("First the report of the build.", read("data/build-7.txt")),
        say("The token has expired.", write("scripts/publish/upload_artifacts.sh", UPLOAD)),
        say("Now the changelog.", read("docs/CHANGELOG.md")),
        edit("docs/CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n## v2.9.1, 2026-11-03\n"),
        commit("Write the changelog of v2.9.1", "docs scripts"),
        "The changelog has its entry for v2.9.1. The upload needs a new PACKAGES_UPLOAD_TOKEN; then "
        "`bash scripts/publish/upload_artifacts.sh --retries 5 --sign`.",
    )
    s.turn(
        "No, date it 2026-11-04, not 2026-11-03.",
        edit("docs/CHANGELOG.md", "v2.9.1, 2026-11-03", "v2.9.1, 2026-11-04"),
        commit("Correct the date", "docs"),
        "The entry is dated 2026-11-04 now.",
    )
    s.compact(RELEASE_SUMMARY)
    s.turn(
        "Write the announcement for PR #1402: it goes to 2400 customers on 2026-11-09.",
        write(
            "docs/announce/importer_2_9_1.md",
            "# importer 2.9.1\n\nFor the 2400 customers of PR #1402, on 2026-11-09.\n",
        ),
        "The announcement is in docs/announce/importer_2_9_1.md, not committed.",
    )
    s.compact(SECOND_SUMMARY)
    s.turn("Good, stop here.", "Stopped.")


def _scenario(name: str, play, files: dict[str, str]) -> Scenario:  # type: ignore[no-untyped-def]
    return Scenario(name=name, label="lost", why="A todo is open.", play=play, files=files)


SUMMARIES = (
    _scenario(
        "outage",
        outage,
        {
            "data/incident-2026-10-07.txt": INCIDENT,
            "config/orders/pool.env": POOL,
            "deploy/orders/values.yaml": VALUES,
            "release/rollback_orders.sh": "#!/bin/sh\necho rolled back\n",
        },
    ),
    _scenario("migration", migration, {"data/migration-07.txt": MIGRATION}),
    _scenario("release", release, {"data/build-7.txt": BUILD}),
)
