"""A log that is audited again gives the records that it gives without any memory, and costs what was added to it."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from threefold.auditing.ledger import listing
from threefold.auditing.reports.record import encode
from threefold.doors.cli.audit import records_of
from threefold.reading import read
from threefold.session import Session
from threefold.settings import Settings
from threefold.store import audits, known, parts

Compacted = Callable[..., tuple[Session, object]]
SAID = (
    "read src/a.go and src/b.go, then /etc/hosts", "12 files, 12 files and 3 files in 10 minutes",
    "Never push to main.", "no, use 5433, not 5432", "读取 数据.txt 花了 10 分钟", "half \ud800 a pair",
    "cancel plan B", "see PR #12",
    "Should I go on with the release?",
    "It took 64 KB and 65536 bytes, 3.5 s, cd27c7e4a1b2c3d4e5f60718293a4b5c6d7e8f90",
)  # fmt: skip
SUMMARIES = (
    "src/a.go has 12 files, took 11 minutes; PR #13; port 5433; src/d.go.",
    'The user said "read src/b.go now" and "never push to main". Pending Tasks:\n- plan B\n64 KiB, cd27c7f.',
)
ENTRIES = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["user", "assistant"]), st.sampled_from(SAID)),
        st.tuples(st.just("compact"), st.sampled_from(SUMMARIES)),
    ),
    min_size=2,
    max_size=12,
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("THREEFOLD_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def shown(path: Path, *, cached: bool = True) -> list[bytes]:
    """The records of a log, without the time and the timings."""
    with read(path) as log:
        records = records_of(log, log.compactions, Settings(), cached=cached)
    found = [json.loads(encode(record)) for record in records]
    return [json.dumps({**one, "at": "", "timings": {}}).encode() for one in found]


def lines_of(compacted: Compacted, entries: list[tuple[str, object]], summary: str = SUMMARIES[0]) -> list[bytes]:
    session, _ = compacted(entries, summary)
    return Path(session.source.name).read_bytes().splitlines(keepends=True)


WORK: list[tuple[str, object]] = [("user", f"{text} src/w{n}/f.go") for n, text in enumerate(SAID * 4)]
LONG = [*WORK, ("compact", SUMMARIES[1]), *WORK[:20], ("compact", SUMMARIES[0]), *WORK[10:25]]


@pytest.fixture
def read_again(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The events that are decoded."""
    events: list[int] = []
    before = Session.record

    def counted(self: Session, index: int) -> object:
        events.append(index)
        return before(self, index)

    monkeypatch.setattr(Session, "record", counted)
    return events


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ENTRIES, st.sampled_from([2, 200]), st.data())
def test_a_log_that_grew_gives_the_records_of_one_that_was_never_seen(
    compacted: Compacted, home: Path, entries: list[tuple[str, object]], apart: int, data: st.DataObject
) -> None:
    lines = lines_of(compacted, entries)
    log = home.parent / "growing.jsonl"
    before, listing.APART = listing.APART, apart
    try:
        cuts = data.draw(st.lists(st.integers(1, len(lines)), max_size=4).map(sorted))
        for cut in (*cuts, len(lines), len(lines)):
            log.write_bytes(b"".join(lines[:cut]))
            assert shown(log) == shown(log, cached=False)
    finally:
        listing.APART = before


def test_of_a_log_that_did_not_change_nothing_is_decoded(
    compacted: Compacted, home: Path, read_again: list[int]
) -> None:
    log = home.parent / "log.jsonl"
    log.write_bytes(b"".join(lines_of(compacted, LONG)))
    wanted = shown(log)
    assert len(wanted) == 3
    read_again.clear()
    assert shown(log) == wanted
    assert read_again == []


def test_of_a_log_that_grew_only_what_was_added_is_decoded(
    compacted: Compacted, home: Path, read_again: list[int]
) -> None:
    lines = lines_of(compacted, LONG)
    cut = next(place for place, line in enumerate(lines) if b'"isCompactSummary"' in line) + 1
    log = home.parent / "log.jsonl"
    log.write_bytes(b"".join(lines[:cut]))
    shown(log)
    log.write_bytes(b"".join(lines))
    read_again.clear()
    found = shown(log)
    assert min(read_again) >= cut - 2
    assert found == shown(log, cached=False)


def test_nothing_that_was_damaged_or_that_others_can_write_is_believed(compacted: Compacted, home: Path) -> None:
    lines = lines_of(compacted, LONG)
    log = home.parent / "log.jsonl"
    wanted = {}
    for cut in (len(lines) - 17, len(lines)):
        log.write_bytes(b"".join(lines[:cut]))
        wanted[cut] = shown(log, cached=False)

    def keep() -> list[Path]:
        shutil.rmtree(home / "cache", ignore_errors=True)
        log.write_bytes(b"".join(lines[: len(lines) - 17]))
        shown(log)
        return [place for place in (home / "cache").rglob("*") if place.is_file()]

    assert {place.parent.name for place in keep()} >= {"audits", "audited", "parts"}
    folders = ("audits",), ("parts",), ("audited",), ("audits", "parts", "audited")
    for damage in (
        lambda old: old[:-1],
        lambda old: b"",
        lambda old: old[:40] + b"\x00" + old[41:],
        lambda old: old * 2,
    ):
        for cut, damaged in itertools.product(wanted, folders):
            for place in keep():
                if place.parent.name in damaged:
                    place.write_bytes(damage(place.read_bytes()))
            log.write_bytes(b"".join(lines[:cut]))
            assert shown(log) == wanted[cut]
    if hasattr(os, "getuid"):
        (one,) = (place for place in keep() if place.parent.name == "audited")
        one.chmod(0o622)
        found = known.Known(str(home), str(log), "claude-code", audits._settled(Settings().audit))
        assert found.size == 0
        assert shown(log) == wanted[len(lines) - 17]


def test_all_that_is_kept_is_for_its_owner_alone(compacted: Compacted, home: Path) -> None:
    log = home.parent / "log.jsonl"
    log.write_bytes(b"".join(lines_of(compacted, LONG)))
    shown(log)
    kept = [place for place in (home / "cache").rglob("*") if place.is_file()]
    assert kept
    assert all(place.stat().st_mode & 0o077 == 0 for place in kept)


def test_a_home_that_cannot_be_written_costs_nothing_but_time(compacted: Compacted, home: Path) -> None:
    log = home.parent / "log.jsonl"
    log.write_bytes(b"".join(lines_of(compacted, LONG)))
    home.mkdir()
    (home / "cache").write_bytes(b"a file where a folder should be")
    assert shown(log) == shown(log) == shown(log, cached=False)


def test_a_log_that_was_changed_in_its_middle_is_read_anew(compacted: Compacted, home: Path) -> None:
    log = home.parent / "log.jsonl"
    lines = lines_of(compacted, WORK)
    log.write_bytes(b"".join(lines))
    shown(log)
    log.write_bytes(b"".join(line.replace(b"src/w3/f.go", b"src/q3/f.go") for line in lines))
    assert shown(log) == shown(log, cached=False)


def test_two_processes_at_once_give_the_same(compacted: Compacted, home: Path) -> None:
    log = home.parent / "log.jsonl"
    lines = lines_of(compacted, LONG)
    for cut in (len(lines) - 17, len(lines)):
        log.write_bytes(b"".join(lines[:cut]))
        call = [sys.executable, "-P", "-m", "threefold", "audit", str(log), "--json"]
        both = [subprocess.Popen(call, stdout=subprocess.PIPE, cwd=home.parent) for _ in range(2)]
        found = [json.loads(one.communicate()[0]) for one in both]
        plain = [[json.dumps({**one, "at": "", "timings": {}}).encode() for one in records] for records in found]
        assert plain[0] == plain[1] == shown(log, cached=False)
    report = (home / "reports" / "compaction-audit.jsonl").read_bytes().splitlines()
    assert len(report) == len({json.loads(line)["fingerprint"] for line in report})


def test_what_is_kept_stays_within_its_bounds(
    compacted: Compacted, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "MOST", 20_000)
    monkeypatch.setattr(audits, "MOST", 20_000)
    for number in range(8):
        log = home.parent / f"log{number}.jsonl"
        log.write_bytes(b"".join(lines_of(compacted, [("user", f"{n} files {number}") for n in range(200)])))
        assert shown(log) == shown(log, cached=False)
    for folder in ("parts", "audits"):
        assert sum(place.stat().st_size for place in (home / "cache" / folder).iterdir()) <= 20_000
    monkeypatch.setattr(parts, "MOST_AT_ONCE", 10)
    assert shown(log) == shown(log, cached=False)
