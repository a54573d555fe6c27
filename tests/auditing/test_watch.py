from __future__ import annotations

from pathlib import Path

import pytest

from threefold.doors.cli.watch import Watcher
from threefold.settings import Settings
from threefold.store.jsonl import Journal

ENTRIES = [("user", "fix src/a.py")]


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def watcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: list[str]) -> Watcher:
    monkeypatch.setenv("THREEFOLD_HOME", str(tmp_path / "home"))
    return Watcher(Settings(), said.append)


def lines_of(compacted, summary: str = "Fixed src/b.py.") -> list[str]:
    session, _ = compacted(ENTRIES, summary)
    return Path(session.source.name).read_text().splitlines(keepends=True)


def test_only_what_is_appended_after_the_start_is_audited(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    live = tmp_path / "live" / "a.jsonl"
    live.parent.mkdir()
    lines = lines_of(compacted)
    live.write_text("".join(lines))
    watcher.start([live.parent], existing=False)
    watcher.changed([live])
    assert said == ["watching 1 logs"]
    with live.open("a") as file:
        file.write("".join(line.replace("b1", "b9").replace("u1", "u9") for line in lines[-2:]))
    watcher.changed([live])
    assert len(said) > 1
    watcher.changed([live])
    kept = list(Journal(tmp_path / "home" / "reports" / "compaction-audit.jsonl"))
    assert len(kept) == len({line["fingerprint"] for line in kept})


def test_existing_compactions_are_audited_when_asked_for(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    live = tmp_path / "live" / "a.jsonl"
    live.parent.mkdir()
    live.write_text("".join(lines_of(compacted)))
    watcher.start([live], existing=True)
    assert said[0].startswith("a.jsonl: audit of b1: ")


def test_a_summary_that_is_still_being_written_is_waited_for(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    live = tmp_path / "a.jsonl"
    lines = lines_of(compacted)
    live.write_text("")
    watcher.start([live], existing=False)
    live.write_text("".join(lines[:-1]))
    watcher.changed([live])
    assert said == ["watching 1 logs"]
    live.write_text("".join(lines))
    watcher.changed([live])
    assert len(said) == 2


def test_a_log_that_was_replaced_or_cut_is_looked_at_anew(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    live = tmp_path / "a.jsonl"
    live.write_text("x" * 100_000)
    watcher.start([live], existing=False)
    live.write_text("".join(lines_of(compacted)))
    watcher.changed([live])
    assert len(said) == 2
    other = tmp_path / "b.jsonl"
    other.write_text("".join(lines_of(compacted, "Fixed src/c.py, at last.")))
    other.replace(live)
    watcher.changed([live])
    assert len(said) == 3


def test_what_is_no_log_or_vanished_or_broken_ends_nothing(watcher: Watcher, tmp_path: Path, said: list[str]) -> None:
    broken = tmp_path / "a.jsonl"
    broken.write_text('{"isCompactSummary')
    watcher.changed([tmp_path / "gone.jsonl", tmp_path / "notes.txt", broken, tmp_path])
    assert len(said) <= 1


def test_thousands_of_logs_are_followed(watcher: Watcher, tmp_path: Path, said: list[str]) -> None:
    folder = tmp_path / "many"
    for number in range(2000):
        place = folder / f"{number % 50}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{number}.jsonl").write_text("{}\n")
    watcher.start([folder], existing=False)
    assert said == ["watching 2000 logs"]
    watcher.changed(folder.rglob("*.jsonl"))
    assert len(said) == 1


def test_debug_writes_a_heartbeat_for_each_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    from threefold.auditing import AuditSettings

    monkeypatch.setenv("THREEFOLD_HOME", str(tmp_path / "home"))
    watcher = Watcher(Settings(audit=AuditSettings(debug=True)), said.append)
    log = tmp_path / "a.jsonl"
    log.write_text("{}\n")
    watcher.changed([log])
    (beat,) = Journal(tmp_path / "home" / "reports" / "audit-debug.jsonl")
    assert beat["event"] == "changed"


def test_an_audit_that_is_switched_off_says_nothing(
    compacted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    from threefold.auditing import AuditSettings

    monkeypatch.setenv("THREEFOLD_HOME", str(tmp_path / "home"))
    watcher = Watcher(Settings(audit=AuditSettings(enabled=False)), said.append)
    live = tmp_path / "a.jsonl"
    live.write_text("".join(lines_of(compacted)))
    watcher.changed([live])
    assert said == []
