"""Nothing in the audit raises to its caller: every function of the room is made to raise, one after the other."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from types import CodeType, FrameType, FunctionType

import pytest

import threefold.auditing as room
from threefold.auditing import AuditRecord, AuditSettings, audit, audit_all, run
from threefold.auditing.facts.finder import Finder
from threefold.auditing.facts.recall import Recall
from threefold.auditing.ledger import growing, listing
from threefold.auditing.reports.given import plain_session, with_summary
from threefold.auditing.reports.record import Failure, encode
from threefold.session import Session

NOT_OF_AN_AUDIT = ("auditing.reports.calibrate", "auditing.reports.given", "auditing.missing")
"""Modules that prepare audits or speak about them, and are no part of one."""
THE_CALLERS_OWN = {
    *("auditing.run.audit", "auditing.run.audit_all", "auditing.run.audit_each"),
    *("auditing.reports.record.encode", "auditing.reports.record.decode"),
    *(
        "auditing.facts.recall.Recall.close",
        "auditing.facts.recall._packed",
    ),  # keep for next time, when every record was given
    "auditing.ledger.ledger.pieces",  # a reader of texts for those who measure
    "auditing.facts.grammar._any",  # puts patterns together when the module is loaded
}
"""What the caller itself calls."""
ON_FAILURE = {"auditing.comparing.Comparison.failed", "auditing.reports.record.place_of"}
"""What runs only when something else has failed."""


PROTOCOLS = (
    "auditing.ledger.entries.Facts.",
    "auditing.facts.recall.Shelf.",
    "auditing.resuming.Past.",
    "auditing.ledger.parts.Parts.",
    "auditing.statements.ranked.Said.",
)


def modules() -> list[object]:
    found = [importlib.import_module(one.name) for one in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")]
    return [one for one in found if one.__name__.removeprefix("threefold.") not in NOT_OF_AN_AUDIT]


def functions() -> dict[str, FunctionType]:
    """Every function and method that is written in the room, by its name."""
    found: dict[str, FunctionType] = {}

    def take(value: object, module: str) -> None:
        if isinstance(value, property):
            value = value.fget
        value = inspect.unwrap(value.__func__ if isinstance(value, (staticmethod, classmethod)) else value)  # type: ignore[arg-type]
        if isinstance(value, FunctionType) and value.__module__ == module and "<" not in value.__code__.co_filename:
            found[f"{module.removeprefix('threefold.')}.{value.__code__.co_qualname}"] = value

    for module in modules():
        for value in vars(module).values():
            if isinstance(value, type) and value.__module__ == module.__name__:
                for member in vars(value).values():
                    take(member, module.__name__)
            else:
                take(value, module.__name__)
    return {name: found[name] for name in sorted(found)}


def forget() -> None:
    """Empty the caches, which would answer in a function's place."""
    for module in modules():
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def broken(*_: object, **__: object) -> None:
    raise RuntimeError("seeded fault")


def seeded(function: FunctionType) -> CodeType:
    """The code of a function that raises, under the other's name."""
    code = broken.__code__.replace(co_name=function.__code__.co_name, co_qualname=function.__code__.co_qualname)
    if not function.__code__.co_freevars:
        return code
    raise AssertionError(f"{function.__qualname__} is a closure: it cannot be made to raise")


OLD = "Next steps:\n- clear the old cache\n- write the changelog entry\n\nSaw /srv/old/place.cfg there. " + "\n".join(
    f"Point {n} of the carried list." for n in range(12)
)
UUID, HASH = "550e8400-e29b-41d4-a716-446655440000", "cd27c7e4a1b2c3d4e5f60718293a4b5c6d7e8f90"
ENTRIES: list[tuple[str, object]] = [
    ("user", "Never push to main. First run the tests, then commit. No, use 5433, not 5432. 请不要提交。"),
    ("user", "Never paint the garden bench green, and never feed the parrots at noon"),
    ("user", "Two things: (a) oil the hinges, (b) 页面上漆"),
    ("user", "Always: run the linter -> run the tests -> commit the change"),
    ("user", "Lines without a customer must be kept, not skipped."),
    ("user", "Never rename billing.proto in the release branch of the partners."),
    ("user", "Use cedar, never pine. Hang at most 4 lanterns."),
    ("user", "Send it by Friday; for d in 1 2; do run 2025-11-$d; done. Keep 4 shards, not 6. Use depot7, not depot8. "
             "No es 7070, sino 7071."),
    ("user", "Keep the labels short, no glitter. Work only inside apps/kiln, and edit nothing else."),
    ("user", "First weigh the sacks, then label the crates, then stack the pallets."),
    ("user", "Always use tabs for indentation. First stop the writer, then migrate the tables."),
    ("user", "Do not add an eslint-disable. 不要在 site.properties 里全局打开。 Sign the images with cosign keyless. "
             "I'll order the copies of the flyer myself."),
    ("user", "<system-reminder>hook: always answer in English</system-reminder>"),
    ("thinking", "the retry waits 30 * time.Second and the file common.go says so"),
    ("call", ("TodoWrite", {"todos": [{"content": "migrate the orders table", "status": "completed",
                                       "activeForm": "migrating"},
                                      {"content": "rename the invoice bucket", "status": "pending",
                                       "activeForm": "renaming"}]}, "t0")),
    ("result", ("t0", "Todos have been modified successfully.")),
    ("call", ("Bash", {"command": "git push --force origin main", "why": '{"inner": ["/srv/app/x.py"]}'}, "t1")),
    ("result", ("t1", "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how "
                      "to proceed, the user said: leave the main branch alone please")),
    ("call", ("Bash", {"command": "docker volume prune --all"}, "t6")),
    ("result", ("t6", "The user doesn't want to proceed with this tool use. The tool use was rejected.")),
    ("call", ("LS", {"path": "/srv/app/src/orders"}, "t2")),
    ("result", ("t2", "totals.py\nmanual_commit_condensation.go\nimporter_helper.py")),
    ("call", ("Edit", {"file_path": "/repo/src/orders/totals.py", "old_string": "a", "new_string": "b"}, "t3")),
    ("edited", ("t3", "/repo/src/orders/totals.py")),
    ("call", ("Bash", {"command": "pytest"}, "t4")),
    ("result", ("t4", "Read *src/late.py* and **src/bold.py**. " + "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo3" * 20)),
    ("result", ("t4", "12 files, 34567 tokens, 1.5k lines, 90 "
                      "seconds, 250 MB, 17 tests failed in the orders suite, v1.2.3, about 12345 requests\n"
                      "rows: 377 read, 723 seconds\n"
                      "Apr  6 10:02:19 UTC 2026 lease_ttl: 45, wait_ms: 46, {day: 6}, flake8 S608, 61 passed\n"
                      "dump disk 1288490188, 3000 ms\n"
                      "Tests run: 38, all well. Pool.swift:118 warns; serial 07AA1F4429; 73912 stale leases found")),
    ("call", ("Bash", {"command": "meshrun fit.py --config conf/a.yaml --seed 4021"}, "t5")),
    ("result", ("t5", "NAME  READY  RESTARTS  AGE\nfeed-7c9d4  1/1  31  4h")),
    ("assistant", "I would start on kiln-east-2 at 凌晨 2 点. 发布放 3 月 18 日。"),
    ("user", "发布不对，改到 25 号"),
    ("user", "no, kiln-west-2. 凌晨 3 点, seed 4022"),
    ("call", ("Bash", {"command": "meshrun fit.py --config conf/a.yaml --seed 4022"}, "t21")),
    ("result", ("t21", "done")),
    ("call", ("Bash", {"command": "cat gauge"}, "t20")),
    ("result", ("t20", '{"ts": 1778317200} at 2026-05-09T08:00:00Z, cached: hits=9120 misses=480')),
    ("assistant", f"See {UUID} and {HASH}, PR #1234, HTTP 503, port 5433, https://api.example.com/v1/orders, "
                  "OrderTotalError, API_TOKEN_FILE, `git log --oneline -5`, 2026-01-08T10:20:30Z, 2026-02-09, "
                  "at 11:45, /var/folders/ab/T/x1/report.txt, 3个文件, C:\\app\\a.ts, "
                  "https://example.com/a/b, 17 customers, orders at db-one.orders.example. "
                  "The order of the poster failed."),
    ("result", ("t4", f"{UUID} 中src/wide.py {HASH[:9]}-dirty")),
    ("call", ("Bash", {"command": "./publish.sh feed.zip --target depot"}, "t17")),
    ("result", ("t17", "error: HTTP 403 Forbidden")),
    ("assistant", "The upload of the feed to the depot failed."),
    ("call", ("Bash", {"command": "./publish.sh feed.zip --target depot"}, "t18")),
    ("result", ("t18", "200 OK")),
    ("assistant", "The images are published and signed. (a) is done. The feed is uploaded to the depot. "
                  "The poster is ordered."),
    ("user", "Read lib/tide.py from line 300; the harbour closes at 03:45 and listens on port 8443."),
    ("call", ("Read", {"file_path": "/repo/lib/tide.py", "offset": 300, "limit": 20}, "t7")),
    ("result", ("t7", "   318\tebb()\n   319\tflow()")),
    ("compact", OLD),
    ("user", "forget the cache, cancel that, and cancel plan B. Also touch src/late.py and HTML 全部. "
             "Flag ticket OPS-771 as frozen. I merged the branch."),
    ("call", ("Bash", {"command": "tickets flag OPS-771 frozen"}, "t19")),
    ("result", ("t19", "error: no such ticket")),
    ("assistant", "plan: pending. The report has not been sent yet. "
                  "The customer asked for 17 customers in the report of the orders suite."),
]  # fmt: skip
SUMMARY = f"""<summary>
1. Primary Request: the user said "delete every branch on the server" and "leave the main branch alone please".
The user approved the release. The user asked "the retry waits 30 seconds".
{OLD}
- {"its long way through the orchard " * 12} to /srv/app/src/never/far.py {"and on through the orchard " * 12}
- Port 5432 is used; src/orders/total.py, src/order/totals.py, totals.rb, condensation.go
- /var/.../report.txt, common.go. Please
find the flag -x that is in the file. Read 377 rows. It lies in '/Users/dev/My Documents/app notes/a b.txt' now.
- `gitt log --oneline -7` fails.
- /srv/app/src/orders/importer_helper.py, /repo/src/orders/totals.py, /srv/app/lib/orders/importer_helper.py
- /repo/src/orders/totalsheets.py
- 34567 rows, 34576 tokens, 1.5 min, 12 minutes, ~12k requests, about 35k tokens, 250 KB, 0.25 GB
- 18 tests failed in the orders suite
- 550e8400-e29b-41d4-a716-446655440001, cd27c7e, cd27c7f4a1, PR #1235, HTTP 504, https://api.example.com/v1/order
- OrderTotalsError, API_TOKEN_FILES, `git log -5 --oneline`, `git log --oneline -6`, 2026-01-08, 2026-01-09T10:20:31Z
- 2026-01-08T10:20:30+04:00
- 2026-02-09T11:45, 99 unicorns, three agents: one, two, three, src/late.py, /srv/old/place.cfg, src/never/seen.py
- v1.2.4, 1234567 things, port 5434, 4个文件
- Use 5432, not 5433. It ended on Apr  6 10:02:19 UTC 2026 (C:\\app\\b), with OrderCountError and S605, port 5490.
- 38 个用例
- Due on 2026-01-02, begun on 2025-11-07; 10 days before 2031-05-20 is 2031-05-10. Its dump takes 1.29 GB of the disk.
- 4,000 KB in 8 files, 500 KB each; 9871 ms less than 12871 ms; a buffer of 7,713 KB
- The orders stand at db-two.orders.example since January 6, and in voices/alto.ily.
- Serial 07AA1F4492, 75,000 stale leases found, Pool.swift:181, 66120 of them. Pod feed-7c9d4 had 13 restarts.
- `meshrun fit.py --config conf/a.yaml --seed 4012`
- A frame takes 16.4 ms, that is 61 fps. The gauge has 95.0% cached hits.
- The gauge is of 2026-05-09 09:00 UTC
- It rang at 10:00 CEST
- There are 6, and nothing else to tell of the shards. It goes to depot7.
- 19 of 20, that is 95%; 46 files down to 9, 37 files fewer; 22:15 to 23:45 are 90 minutes; 3 rows of 40 files, 7.5%
- A lease of 45 seconds, a wait of 46 seconds, 6 day, 0 errors, two places, the other two failures, 83 tests, 16 cases
- It grew by 16 files to 4,417 files. That is 4,381 files more than it was.
- The old build takes 4,210 ms, so the new one at 57.6 ms is 73 times faster. The 500 errors are gone.
- lib/tide.py:381, line 301 of lib/tide.py; port 8334 of the harbour that closes at 04:35; 231 (all) tests
## Constraints
- You must never use tabs in the billing module.
- Push to main whenever the tests pass.
- Wood: pine only. Lanterns: at most nine.
- Glitter is welcome on labels.
- The agent may edit apps/kiln and apps/shop.
- Label the crates, then weigh the sacks, then stack the pallets.
- Never paint the garden bench green
- Lines without a customer must be skipped, not kept.
- billing.proto keeps its name in the branch, no renames.
- An eslint-disable is fine in old code. The user wants it switched on in site.properties.
- Use spaces instead of tabs for indentation. Migrate the tables first, then stop the writer.
## Pending Tasks
- Sign the images with cosign keyless
- The user said: "please order forty copies of the flyer now"
- plan B: migrate the orders table
- migrate the orders table
- clear the old cache
- (a) oil the hinges
- 用户说“页面上漆，直接”
## Completed
- clear the old cache
- Committed and pushed everything. Created src/never/seen.py. 环节 打分
- The branch was merged. manual_commit_condensation.go was updated.
- Ticket OPS-771 flagged as frozen
| Upload of the feed to the depot | done |
| Order of the poster | done |
## Where it stands
Status: the poster of the harbour done, the banner of the harbour open.
Still to do: paint the kiosk, oil the gate of the harbour. <todo>mend the net of the kiosk</todo>
[wip] the lamp of the kiosk
61 tests pass.
## Original Request
- "never paint the kiosk lavender". Which kiosk? The user has not answered.
"""


@pytest.fixture
def sessions(compacted: Callable[..., tuple[Session, object]]) -> list[Session]:
    kept, _ = compacted(ENTRIES, SUMMARY)
    spanish = "o que não de para uma com você os do da em isso está então por mais. " * 3
    other, _ = compacted(
        [
            ("user", spanish),
            ("assistant", "hi, /etc/a.conf"),
            ("compact", "Next steps:\n- run the lavender regression suite of the kiosk"),
            ("user", "cancel that; /etc/a.conf, after 21 minutes"),
            ("assistant", "Should the kiosk be closed at noon, or stay open until the evening?"),
        ],
        "The user is here and the file is to be kept for that and it was on this. " * 3 + "It took 12 minutes.",
        preTokens=100_000,
    )
    blank, _ = compacted([("user", "see /etc/a.conf")], " ")
    text, _ = with_summary(plain_session(b"see /etc/a.conf", "text"), "See /etc/a.conf.")
    none, _ = compacted([("user", "Oil the hinges."), ("assistant", "I have not oiled them yet.")], "Left: none.")
    done, _ = compacted(
        [
            ("user", "Lower the rate of the tracer to 5, and shorten the banner."),
            ("call", ("Bash", {"command": "./rate tracer 5"}, "t1")),
            ("result", ("t1", "error: no tracer")),
            ("call", ("Bash", {"command": "./rate tracer 5"}, "t2")),
            ("result", ("t2", "rate 5")),
            ("call", ("Bash", {"command": "git commit -qam tracer"}, "t3")),
            ("result", ("t3", "[main 81aa0de] tracer")),
            ("assistant", "Shall I push the rate of the tracer?"),
            ("user", "not yet"),
        ],
        "## To do\n- lower the rate of the tracer\n- commit the tracer\n",
    )
    patch = "*** Begin Patch\n*** Update File: queue.toml\n@@\n-jobs = 80\n+jobs = 60\n*** End Patch"
    changed, _ = compacted(
        [
            ("user", "Cap the queue of the kiosk, and keep its log for 三十分钟."),
            ("assistant", "I would take jest for its suite. Cap the queue at 80 jobs?"),
            ("user", "use vitest. 60 jobs in the queue of the kiosk."),
            ("call", ("Edit", {"file_path": "/repo/queue.py", "old_string": 'host = "0.0.0.0"',
                               "new_string": "host = env.QUEUE_HOST"}, "t1")),
            ("result", ("t1", "updated")),
            ("call", ("apply_patch", {"input": patch}, "t2")),
            ("result", ("t2", "updated")),
            ("call", ("Bash", {"command": "sed -i 's/ttl = 7/ttl = 9/' queue.toml"}, "t9")),
            ("result", ("t9", "")),
        ],
        "The suite uses jest. The suite runs vitest.\nThe queue of the kiosk is capped at 80 jobs.",
    )  # fmt: skip
    bound, _ = compacted([("user", "Hang at most 4 lanterns.")], "## Constraints\n- Hang 9 lanterns.")
    twice, _ = compacted(
        [("user", f"Use port {port} for the relay, not {port - 1}") for port in (5433, 5434)],
        "The relay uses port 5432.",
    )
    return [kept, other, blank, text, none, done, changed, bound, twice]


PART = 8


@pytest.fixture
def parts(compacted: Callable[..., tuple[Session, object]]) -> list[Session]:
    """The first of these sessions with a few lines of its summary, which most functions need no more of."""
    lines = SUMMARY.splitlines()
    return [compacted(ENTRIES, "\n".join(lines[at : at + PART]))[0] for at in range(0, len(lines), PART)]


SETTINGS = AuditSettings(opt_in_inject=True)


class OnePart:
    """A shelf with one part on it, to which nothing is added: some texts are remembered, others are not."""

    def __init__(self) -> None:
        self.part: bytes | None = None

    def count(self) -> int:
        return int(self.part is not None)

    def load(self, number: int) -> bytes | None:
        return self.part

    def save(self, number: int, data: bytes) -> None:
        if self.part is None and number == 0:
            self.part = data

    def clear(self) -> None:
        return None


class InMemory:
    """Where a folding is kept."""

    def __init__(self) -> None:
        self.data: bytes | None = None
        self.parts: dict[str, bytes] = {}

    def load(self) -> bytes | None:
        return self.data

    def save(self, data: bytes) -> None:
        self.data = data

    def get(self, name: str) -> bytes | None:
        return self.parts.get(name)

    def put(self, data: bytes) -> str:
        name = str(len(self.parts))
        self.parts[name] = data
        return name


SHELF = OnePart()
_memory = Recall(Finder(), SHELF)
_memory.tally(b"a text of some other session, which names /etc/hosts")
_memory.close()


def folded_once(session: Session) -> list[AuditRecord]:
    twice = [*session.compactions, session.compactions[-1]]  # what was folded serves the last one again
    return audit_all(session, twice, settings=SETTINGS, at="t", clock=lambda: 1.0, all_facts=True, shelf=SHELF)


def told_by_earlier(session: Session) -> list[AuditRecord]:
    return audit_all(session, settings=SETTINGS, at="t")  # where earlier records tell of some losses


def alone(session: Session) -> list[AuditRecord]:
    return [audit(session, session.compactions[-1], settings=SETTINGS, at="t")]


def gone_on(session: Session) -> list[AuditRecord]:
    kept = InMemory()  # and other processes: of a log that grew, and of the same one
    chosen = session.compactions[0], session.compactions[-1], session.compactions[-1]
    return [audit(session, one, settings=SETTINGS, at="t", past=kept) for one in chosen]


AUDITS: tuple[tuple[Callable[[Session], list[AuditRecord]], Callable[[int], int]], ...] = (
    (alone, lambda compactions: 1),
    (gone_on, lambda compactions: 3),
    (told_by_earlier, lambda compactions: compactions),
    (folded_once, lambda compactions: compactions + 1),
)
"""The ways to ask for audits, and how many records each gives for so many compactions."""


def reached(session: Session, audits: Callable[[Session], list[AuditRecord]]) -> Counter[CodeType]:
    """What audits call, and how often."""
    codes: Counter[CodeType] = Counter()

    def seen(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            codes[frame.f_code] += 1

    forget()
    sys.setprofile(seen)
    try:
        audits(session)
    finally:
        sys.setprofile(None)
    return codes


@pytest.fixture
def restored() -> Iterator[None]:
    codes = {name: function.__code__ for name, function in functions().items()}
    yield
    for name, function in functions().items():
        function.__code__ = codes[name]
    forget()


@pytest.mark.thorough
def test_whichever_function_of_the_audit_raises_the_record_names_it_and_the_caller_hears_nothing(
    sessions: list[Session], parts: list[Session], restored: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "APART", 5)  # a ledger that is soon a large one, which stands in columns
    monkeypatch.setattr(growing, "_PENDING", 0)
    monkeypatch.setattr(run, "HELD", 1)  # and summaries that are read again when it is their turn
    known = {name: one for name, one in functions().items() if not name.startswith(PROTOCOLS)}
    ways = [(session, way) for way in AUDITS for session in sessions] + [(part, AUDITS[0]) for part in parts]
    alone(sessions[0])  # and what is loaded is called no more
    tried = [(session, way, reached(session, way[0])) for session, way in ways]
    tried.sort(key=lambda one: one[2].total())  # a function is made to raise where that costs least
    unreached = {name for name, one in known.items() if not any(one.__code__ in codes for _, _, codes in tried)}
    assert "\n".join(sorted(unreached - THE_CALLERS_OWN - ON_FAILURE)) == ""
    silent: list[str] = []
    for name in sorted(known.keys() - unreached - THE_CALLERS_OWN):
        function, code = known[name], known[name].__code__
        session, way = next((session, way) for session, way, codes in tried if code in codes)
        function.__code__ = seeded(function)
        failures = outcome(session, way)
        function.__code__ = code
        if not any(failure.place == name or failure.stage == "audit" for failure in failures):
            silent.append(name)
    assert silent == []


def test_what_speaks_of_failures_may_fail_too(sessions: list[Session], restored: None) -> None:
    known = functions()
    for name in ON_FAILURE:
        for other in ("auditing.comparing.Comparison.record", "auditing.ledger.ledger.Ledger.add"):
            codes = known[name].__code__, known[other].__code__
            known[name].__code__, known[other].__code__ = seeded(known[name]), seeded(known[other])
            assert outcome(sessions[0], AUDITS[-1])
            known[name].__code__, known[other].__code__ = codes


def outcome(
    session: Session, way: tuple[Callable[[Session], list[AuditRecord]], Callable[[int], int]]
) -> list[Failure]:
    """The seeded failures of the session's records, which are as many as they are to be and can be written."""
    forget()
    audits, count = way
    found = audits(session)
    assert len(found) == count(len(session.compactions))
    assert not any(record.blocked for record in found)
    assert all(json.loads(encode(record)) for record in found)
    return [failure for record in found for failure in record.failures if "seeded fault" in failure.error]
