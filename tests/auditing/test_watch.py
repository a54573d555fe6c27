from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from threefold.auditing import AuditSettings
from threefold.doors.cli.watcher import Watcher
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
    assert said == ["watching 1 log for compactions; Ctrl-C ends it"]
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
    assert said[0].startswith("a.jsonl: audit of compaction 1 of 1: ")


def test_what_a_terminal_would_obey_in_a_logs_name_is_shown_as_an_escape(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    live = tmp_path / "a\x1b[2J\nb.jsonl"
    live.write_text("".join(lines_of(compacted)))
    broken = tmp_path / "c\x07.jsonl"
    broken.write_text("compact_boundary, in no log at all\n")
    watcher.start([live], existing=True)
    watcher.changed([broken])
    watcher.settle()
    assert said[0].startswith("a\\x1b[2J\\nb.jsonl: audit of compaction 1 of 1: ")
    assert any("c\\x07.jsonl" in line for line in said)
    assert all(line.isprintable() for line in said)


def test_a_summary_that_is_still_being_written_is_waited_for(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    live = tmp_path / "a.jsonl"
    lines = lines_of(compacted)
    live.write_text("")
    watcher.start([live], existing=False)
    live.write_text("".join(lines[:-1]))
    watcher.changed([live])
    assert said == ["watching 1 log for compactions; Ctrl-C ends it"]
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


def test_a_compaction_that_another_auditor_recorded_first_gets_its_line_all_the_same(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    entries = [("user", "Fix src/a.py. Never push to main without asking me."), ("assistant", "Done.")]
    session, _ = compacted(entries, "Fixed src/b.py.")
    live = tmp_path / "a log.jsonl"
    text = Path(session.source.name).read_text()
    live.write_text("".join(text.splitlines(keepends=True)[:2]))
    watcher.start([live], existing=False)
    live.write_text(text)
    with subprocess.Popen(
        [sys.executable, "-m", "threefold", "audit", str(live)], stdout=subprocess.DEVNULL, env=os.environ
    ) as other:
        assert other.wait() == 0
    watcher.changed([live])
    assert said[-1].endswith(f" (recorded already); see threefold audit '{live}'")
    assert "0 altered, 1 unverified, 0 verified, 1 lost rule, 1 claim without evidence; " in said[-1]
    assert len(list(Journal(tmp_path / "home" / "reports" / "compaction-audit.jsonl"))) == 1


def test_watch_once_ends_with_how_many_logs_it_looked_at(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    live = tmp_path / "a.jsonl"
    live.write_text("".join(lines_of(compacted)))
    watcher.start([live], existing=True, once=True)
    assert said[-1] == "1 log looked at"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("existing", [True, False])
def test_a_log_that_may_not_be_read_costs_a_line(
    watcher: Watcher, tmp_path: Path, said: list[str], existing: bool
) -> None:
    closed = tmp_path / "live" / "a.jsonl"
    closed.parent.mkdir()
    closed.write_text("{}\n")
    closed.chmod(0)
    watcher.start([closed.parent], existing=existing)
    assert sum("a.jsonl: cannot be read: Permission denied" in line for line in said) == 1


def test_thousands_of_logs_are_followed(watcher: Watcher, tmp_path: Path, said: list[str]) -> None:
    folder = tmp_path / "many"
    for number in range(2000):
        place = folder / f"{number % 50}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{number}.jsonl").write_text("{}\n")
    watcher.start([folder], existing=False)
    assert said == ["watching 2,000 logs for compactions; Ctrl-C ends it"]
    watcher.changed(folder.rglob("*.jsonl"))
    assert len(said) == 1


def test_debug_writes_a_heartbeat_for_each_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
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
    monkeypatch.setenv("THREEFOLD_HOME", str(tmp_path / "home"))
    watcher = Watcher(Settings(audit=AuditSettings(enabled=False)), said.append)
    live = tmp_path / "a.jsonl"
    live.write_text("".join(lines_of(compacted)))
    watcher.changed([live])
    assert said == []


def appended(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def test_a_compaction_whose_line_was_first_seen_torn_is_audited_when_it_is_whole(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    data = "".join(lines_of(compacted)).encode()
    sign = data.rindex(b"isCompactSummary") + 40
    for name, start in (("new", False), ("known", True)):
        live = tmp_path / f"{name}.jsonl"
        live.write_bytes(data[:sign])
        if start:
            watcher.start([live], existing=False)
        watcher.changed([live])
        appended(live, data[sign : sign + 20])
        watcher.changed([live])
        assert not any(line.startswith(live.name) for line in said)
        appended(live, data[sign + 20 :])
        watcher.changed([live])
        assert name == "known" or said[-1].startswith("new.jsonl: audit of compaction 1 of 1: ")
    kept = list(Journal(tmp_path / "home" / "reports" / "compaction-audit.jsonl"))
    assert [line["compactionId"] for line in kept] == ["b1"]  # both logs are of one session: one fingerprint


def test_what_stood_in_a_log_before_the_watch_is_not_audited_with_what_came_later(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    session, _ = compacted([*ENTRIES, ("compact", "Fixed src/b.py."), ("user", "and src/c.py")], "Fixed src/d.py.")
    lines = Path(session.source.name).read_bytes().splitlines(keepends=True)
    live = tmp_path / "a.jsonl"
    live.write_bytes(b"".join(lines[:-2]))
    watcher.start([live], existing=False)
    appended(live, b"".join(lines[-2:]))
    watcher.changed([live])
    assert [line.partition(" audit of ")[2].partition(":")[0] for line in said[1:]] == ["compaction 2 of 2"]


def test_a_log_that_was_written_over_with_a_longer_one_is_looked_at_from_its_start(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    data = "".join(lines_of(compacted)).encode()
    live = tmp_path / "a.jsonl"
    live.write_bytes(b'{"type":"other"}\n' * 3)
    watcher.start([live], existing=False)
    with live.open("r+b") as file:  # the same file, longer, and none of its old bytes
        file.write(data)
        file.truncate()
    watcher.changed([live])
    assert said[1].startswith("a.jsonl: audit of compaction 1 of 1: ")


def test_a_compaction_that_was_rotated_away_before_it_was_seen_is_audited(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    live, away = tmp_path / "a.jsonl", tmp_path / "a.jsonl.1"
    live.write_text("{}\n")
    watcher.start([tmp_path], existing=False)
    appended(live, "".join(lines_of(compacted)).encode())
    live.rename(away)
    live.write_text("{}\n")
    watcher.changed([live, away])
    assert said[1].startswith("a.jsonl.1: audit of compaction 1 of 1: ")


def test_a_folder_that_was_moved_in_is_looked_through(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    inside = tmp_path / "live" / "moved" / "deep" / "a.jsonl"
    watcher.start([tmp_path], existing=False)
    inside.parent.mkdir(parents=True)
    inside.write_text("".join(lines_of(compacted)))
    watcher.changed([tmp_path / "live" / "moved"])
    assert said[1].startswith("a.jsonl: audit of compaction 1 of 1: ")


def test_a_compaction_without_a_summary_is_told_of_once_nothing_more_comes(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    live = tmp_path / "a.jsonl"
    live.write_text("{}\n")
    watcher.start([live], existing=False)
    appended(live, "".join(lines_of(compacted, " ")).encode())
    watcher.changed([live])
    assert len(said) == 1
    for _ in range(5):
        watcher.changed([])
    assert "cannot be audited" in said[1]


def test_a_log_that_cannot_be_read_is_tried_again_and_then_named(
    watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    broken = tmp_path / "a.jsonl"
    broken.write_text("isCompactSummary\n")
    watcher.changed([broken])
    assert said == []
    for _ in range(6):
        watcher.changed([])
    assert len(said) == 1
    assert str(broken) in said[0]


def test_a_hook_and_a_watch_write_one_record_of_one_compaction(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    """Each in its own process, each told of the compaction in its own way: the hook gets the summary with the
    summariser's notes and before its line is written, the log holds it inside the harness's own lines."""
    summary = (
        "This session is being continued from a previous conversation that ran out of context. The summary below "
        "covers the earlier portion.\n\nSummary:\nFixed src/b.py.\n\nPlease continue the conversation from where we "
        "left it off."
    )
    lines = lines_of(compacted, summary)
    live = tmp_path / "a.jsonl"
    live.write_text("".join(lines[:-2]))
    watcher.start([live], existing=False)
    event = {
        "hook_event_name": "PostCompact",
        "session_id": "s1",
        "transcript_path": str(live),
        "cwd": "/repo",
        "trigger": "auto",
        "compact_summary": "<analysis>\nseen /etc/other.conf\n</analysis>\n<summary>\nFixed src/b.py.\n</summary>",
    }
    environ = {**os.environ, "HOME": str(tmp_path)}
    hook = [sys.executable, "-P", "-m", "threefold.doors.entry", "hook", "claude-code"]
    for late in (False, True):
        done = subprocess.run(hook, input=json.dumps(event).encode(), env=environ, capture_output=True, check=True)
        assert done.stderr == b""
        if not late:
            appended(live, "".join(lines[-2:]).encode())
            watcher.changed([live])
    (kept,) = Journal(tmp_path / "home" / "reports" / "compaction-audit.jsonl")
    assert kept["fidelity"]["verified"] + kept["fidelity"]["altered"] + kept["fidelity"]["unverified"] == 1


def test_every_way_in_which_events_are_handled_leaves_a_heartbeat_with_debug(compacted, tmp_path: Path) -> None:
    session, _ = compacted(ENTRIES, "Fixed src/b.py.")
    log = session.source.name
    home = tmp_path / "home"
    environ = {**os.environ, "HOME": str(tmp_path), "THREEFOLD_HOME": str(home), "THREEFOLD_AUDIT_DEBUG": "true"}
    event = {"session_id": "s1", "transcript_path": log, "cwd": "/repo", "trigger": "auto", "compact_summary": "x"}
    for words, given in (
        (["hook", "claude-code"], {**event, "hook_event_name": "PreCompact"}),
        (["hook", "claude-code"], {**event, "hook_event_name": "PostCompact"}),
        (["audit", log], {}),
        (["watch", log, "--existing", "--once"], {}),
    ):
        command = [sys.executable, "-P", "-m", "threefold.doors.entry", *words]
        subprocess.run(command, input=json.dumps(given).encode(), env=environ, capture_output=True, check=True)
    beats = [beat["event"] for beat in Journal(home / "reports" / "audit-debug.jsonl")]
    assert beats == ["before", "after", "audit", "changed"]


def line_with(process: subprocess.Popen[str], words: str) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if words in line:
            return line
    raise AssertionError(f"the watch ended without saying {words!r}")


def test_the_folder_of_a_harness_that_is_first_used_later_is_found(compacted, tmp_path: Path) -> None:
    pytest.importorskip("watchfiles")
    lines = lines_of(compacted)
    moved = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "DSH_HOME", "PI_CODING_AGENT_DIR", "XDG_STATE_HOME", "THREEFOLD_HOME")
    environ = {key: value for key, value in os.environ.items() if key not in moved} | {"HOME": str(tmp_path)}
    command = [sys.executable, "-P", "-m", "threefold.doors.entry", "watch"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ, cwd=tmp_path) as process:
        try:
            line_with(process, "watching 0 logs")
            for folder in (".codex/sessions/2026", ".claude/projects/-repo"):  # one after the other
                live = tmp_path / folder / "a.jsonl"
                live.parent.mkdir(parents=True)
                line_with(process, "Codex: " if "codex" in folder else "Claude Code: ")
                live.write_text("".join(lines).replace('"s1"', f'"{folder}"'))
                assert "a.jsonl: audit of compaction 1 of 1: " in line_with(process, "audit of")
        finally:
            process.terminate()


def run_watch(tmp_path: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-P", "-m", "threefold", "watch", *map(str, words)]
    environ = {**os.environ, "THREEFOLD_HOME": str(tmp_path / "home")}
    return subprocess.run(call, env=environ, capture_output=True, text=True, check=False, timeout=60)


def test_a_named_pipe_among_the_logs_is_passed_over(compacted, tmp_path: Path) -> None:
    folder = tmp_path / "live"
    folder.mkdir()
    os.mkfifo(folder / "a.jsonl")
    (folder / "b.jsonl").write_text("".join(lines_of(compacted)))
    done = run_watch(tmp_path, folder, "--existing", "--once")
    assert done.returncode == 0, done.stderr
    assert "b.jsonl: audit of compaction 1 of 1: " in done.stdout
    assert "1 log looked at" in done.stdout


def test_a_named_pipe_is_never_opened_whether_it_comes_first_or_takes_a_logs_place(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str]
) -> None:
    pipe, log = tmp_path / "live" / "a.jsonl", tmp_path / "live" / "b.jsonl"
    pipe.parent.mkdir()
    os.mkfifo(pipe)
    log.write_text("".join(lines_of(compacted)[:-1]))

    def follow() -> None:
        watcher.start([pipe.parent], existing=False)
        watcher.changed([pipe, pipe.parent])
        log.unlink()
        os.mkfifo(log)
        watcher.changed([log])
        watcher.audit(log)

    following = threading.Thread(target=follow, daemon=True)  # to open a pipe would hold the tests up for good
    following.start()
    following.join(60)
    assert not following.is_alive()
    assert said == ["watching 1 log for compactions; Ctrl-C ends it"]


def test_once_without_existing_is_refused_and_says_what_to_do(tmp_path: Path) -> None:
    done = run_watch(tmp_path, tmp_path, "--once")
    assert done.returncode == 3
    assert "add --existing" in done.stderr
    assert done.stdout == ""


def test_what_was_audited_before_is_counted_in_one_line_of_its_own(compacted, tmp_path: Path) -> None:
    folder = tmp_path / "live"
    folder.mkdir()
    (folder / "a.jsonl").write_text("".join(lines_of(compacted)))
    first = run_watch(tmp_path, folder, "--existing", "--once")
    assert "audit of compaction 1 of 1: " in first.stdout
    assert first.stderr == ""
    again = run_watch(tmp_path, folder, "--existing", "--once")
    assert again.stdout == "1 log looked at\n"
    assert again.stderr == "threefold: 1 compaction in these logs was audited already.\n"


def test_who_follows_logs_is_told_that_what_they_hold_is_not_audited(
    compacted, watcher: Watcher, tmp_path: Path, said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    live = tmp_path / "live" / "a.jsonl"
    live.parent.mkdir()
    live.write_text("".join(lines_of(compacted)))
    watcher.start([live], existing=False)
    assert said == ["watching 1 log for compactions; Ctrl-C ends it"]
    assert capsys.readouterr().err.endswith("those that these logs hold already are audited with --existing.\n")


ODD = {
    "binary": (b"\x00\x01\x02 isCompactSummary \xff" * 40, "it is a binary file"),
    "empty": (b"", "is empty: there is no session in it"),
    "cut": (b'{"type":"user","isCompactSummary":true,"mess', "ends within its first JSON value: it was cut off"),
    "prose": (b"isCompactSummary, in no log at all\n", "it holds no JSON object"),
}


@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("existing", [True, False])
def test_a_file_that_was_named_and_is_no_log_is_told_of_once_and_followed(
    compacted,
    watcher: Watcher,
    tmp_path: Path,
    said: list[str],
    capsys: pytest.CaptureFixture[str],
    kind: str,
    existing: bool,
) -> None:
    odd = tmp_path / ("a.log" if existing else "a.jsonl")  # what was named may have any name
    data, told = ODD[kind]
    odd.write_bytes(data)
    watcher.start([odd], existing=existing)
    watcher.settle()
    assert said == ["watching 1 log for compactions; Ctrl-C ends it"]
    notes = [line for line in capsys.readouterr().err.splitlines() if str(odd) in line]
    assert len(notes) == 1
    assert told in notes[0]
    assert "--format" not in notes[0]
    odd.unlink()
    odd.write_text("".join(lines_of(compacted)))
    watcher.changed([odd])
    assert said[1].startswith(f"{odd.name}: audit of compaction 1 of 1: ")


def test_what_stands_in_a_folder_and_is_no_log_is_passed_over_without_a_word(
    watcher: Watcher, tmp_path: Path, said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "live"
    folder.mkdir()
    (folder / "a.jsonl").write_bytes(ODD["binary"][0])
    os.mkfifo(tmp_path / "p.jsonl")
    watcher.start([folder, tmp_path / "p.jsonl"], existing=False)
    err = capsys.readouterr().err
    assert "a.jsonl" not in err
    assert f"threefold: {tmp_path / 'p.jsonl'} is no regular file and is passed over.\n" in err
    assert said == ["watching 1 log for compactions; Ctrl-C ends it"]
