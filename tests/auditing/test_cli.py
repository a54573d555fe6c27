# ruff: noqa: E501
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from threefold.doors.cli import app, execute
from threefold.store.jsonl import Journal

SUMMARY = "Fixed `src/orders/totals.py`, port 5432."
ENTRIES = [
    ("user", "fix src/orders/total.py, order 550e8400-e29b-41d4-a716-446655440000"),
    ("user", "no, use port 5433, not 5432"),
]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory of ours, and no settings of anybody."""
    place = tmp_path / "home"
    for name in list(os.environ):
        if name.startswith("THREEFOLD_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("THREEFOLD_HOME", str(place))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return place


@pytest.fixture
def log(compacted, home: Path) -> Path:
    session, _ = compacted(ENTRIES, SUMMARY)
    return Path(session.source.name)


def threefold(*arguments: object) -> int:
    return execute(app(), [str(argument) for argument in arguments])


def test_every_compaction_is_printed_as_one_json_array_and_kept_once(log: Path, home: Path, capsys) -> None:
    assert threefold("audit", log, "--json") == 0
    (record,) = json.loads(capsys.readouterr().out)
    assert {one["value"] for one in record["fidelity"]["candidates"]} == {"src/orders/totals.py", "5432"}
    assert threefold("audit", log, "--json") == 0
    kept = list(Journal(home / "reports" / "compaction-audit.jsonl"))
    assert [line["fingerprint"] for line in kept] == [record["fingerprint"]]


def test_a_person_gets_a_table_that_starts_with_what_binds_most(log: Path, capsys) -> None:
    assert threefold("audit", log) == 0
    out = capsys.readouterr().out
    assert out.index("Compaction 1 of 1") < out.index("ALTERED correction") < out.index("ALTERED path")
    assert out.index("ALTERED path") < out.index("left out")
    assert "what is left out is no fault by" in out


def test_where_the_record_was_kept_is_said_and_nothing_where_none_was(log: Path, home: Path, capsys) -> None:
    threefold("audit", log)
    assert f"Kept in {home / 'reports' / 'compaction-audit.jsonl'}; --no-report" in capsys.readouterr().out
    threefold("audit", log, "--no-report")
    assert "Kept in" not in capsys.readouterr().out


def test_the_table_fits_80_columns_counts_every_category_and_says_what_it_does_not_show(
    compacted, home: Path, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    from threefold.report import text

    monkeypatch.setenv("COLUMNS", "80")
    text.console.cache_clear()
    deep = "/srv/" + "very-long-folder/" * 6
    entries = [("user", "\n".join(f"use {deep}file{n}.csv with 数据{n}" for n in range(30)))]
    session, _ = compacted(entries, f"Used {deep}file0.csv, {deep}file77.csv and 12345 rows.")
    assert threefold("audit", session.source.name, "--no-report") == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert ["all", "1", "1", "1", "29"] in [line.split() for line in lines]
    assert sum("file1" in line and line.split()[0] == "path" for line in lines) > 0
    assert "  10 of 29 shown; --all lists all of them, --json too" in lines
    assert threefold("audit", session.source.name, "--no-report", "--all") == 0
    out = capsys.readouterr().out
    assert "shown;" not in out
    assert all(f"file{n}.csv" in out for n in range(1, 30))
    text.console.cache_clear()


def test_all_facts_lists_the_verified_ones_too(compacted, home: Path, capsys) -> None:
    session, _ = compacted(ENTRIES, "See src/orders/total.py.")
    assert threefold("audit", session.source.name, "--json", "--all-facts", "--no-report") == 0
    (record,) = json.loads(capsys.readouterr().out)
    assert [(one["value"], one["status"]) for one in record["facts"]] == [("src/orders/total.py", "verified")]
    assert not (home / "reports").exists()


@pytest.mark.parametrize(
    ("fail_on", "status"),
    [("", 0), ("altered", 1), ("unverified", 0), ("altered,lost-critical", 1), ("lost-critical", 1)],
)
def test_ci_can_fail_on_what_it_names_and_on_nothing_by_default(log: Path, fail_on: str, status: int) -> None:
    assert threefold("audit", log, *(["--fail-on", fail_on] if fail_on else [])) == status


def test_ci_fails_on_losses_that_bind_also_behind_the_head_and_not_on_all_that_a_summary_leaves_out(
    compacted, home: Path, capsys
) -> None:
    listed = "\n".join(f"src/orders/part{n}.py:{n}00 rows" for n in range(30))
    listing = [("call", ("Bash", {"command": "wc -l src/orders/*"}, "t1")), ("result", ("t1", listed))]
    session, _ = compacted([*ENTRIES, *listing], "Now src/orders/total.py uses port 5433.")
    assert threefold("audit", session.source.name, "--fail-on", "lost-critical", "--json") == 0
    assert json.loads(capsys.readouterr().out)[0]["coverage"]["lostCount"] >= 30
    rules = [("user", f"Never touch the module {name}.") for name in ("alpha", "beta", "gamma", "delta", "zeta", "eta")]
    session, _ = compacted([*ENTRIES, *rules, *listing], "Now src/orders/total.py uses port 5433.")
    assert threefold("audit", session.source.name, "--fail-on", "lost-critical") == 1
    assert "status 1 for lost-critical (6)." in capsys.readouterr().err
    session, _ = compacted([*ENTRIES, ("user", "Never touch src/billing/.")], "src/billing/ may be changed. Port 5433.")
    assert threefold("audit", session.source.name, "--fail-on", "lost-critical") == 1


def test_words_that_nobody_locked_are_no_lines_of_a_report(
    compacted, home: Path, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _ = compacted([("user", "Keep every invoice.")], "Invoices are kept.")
    assert threefold("audit", session.source.name, "--no-report") == 0
    assert "scopeLost" not in capsys.readouterr().out
    monkeypatch.setenv("THREEFOLD_AUDIT_COMPLIANCE_VOCAB", '{"scope": ["every"]}')
    assert threefold("audit", session.source.name, "--no-report") == 0
    assert "scopeLost  every" in capsys.readouterr().out


def test_a_compaction_that_cannot_be_audited_fails_ci(compacted, home: Path, capsys) -> None:
    session, _ = compacted(ENTRIES, " ")
    assert threefold("audit", session.source.name) == 0
    assert "Findings are" not in capsys.readouterr().out
    assert threefold("audit", session.source.name, "--fail-on", "altered") == 1


def test_fail_on_says_why_and_can_be_given_several_times(log: Path, compacted, capsys) -> None:
    assert threefold("audit", log, "--fail-on", "statements", "--fail-on", "unverified, altered") == 1
    assert "status 1 for statements (1), altered (2)." in capsys.readouterr().err
    session, _ = compacted(ENTRIES, " ")
    assert threefold("audit", session.source.name, "--fail-on", "altered") == 1
    assert "status 1 for 1 compaction that cannot be audited" in capsys.readouterr().err


def test_fail_on_is_silent_where_it_holds_and_says_where_there_was_nothing_to_check(
    compacted, tmp_path: Path, home: Path, capsys
) -> None:
    session, _ = compacted(ENTRIES, "See src/orders/total.py.")
    assert threefold("audit", session.source.name, "--fail-on", "altered", "--no-report") == 0
    assert capsys.readouterr().err == ""
    (tmp_path / "plain.jsonl").write_text('{"role": "user", "content": "hi"}\n', encoding="utf-8")
    assert threefold("audit", tmp_path / "plain.jsonl", "--fail-on", "altered", "--no-report") == 0
    assert "holds no compaction, so nothing was checked" in capsys.readouterr().err


def test_a_compaction_is_named_by_a_beginning_that_only_its_id_has(compacted, home: Path, capsys) -> None:
    entries = [("user", "use a.py"), ("compact", "Used a.py."), *[("user", "and b.py")] * 10, ("compact", "Used b.py.")]
    log = compacted([*entries, ("user", "go on")], "Used both.")[0].source.name
    assert threefold("audit", log, "--compaction", "b14", "--json") == 0
    assert [one["compactionId"] for one in json.loads(capsys.readouterr().out)] == ["b14"]
    assert threefold("audit", log, "--compaction", "b1", "--json") == 0
    assert [one["compactionId"] for one in json.loads(capsys.readouterr().out)] == ["b1"]
    assert threefold("audit", log, "--compaction", "b") == 3
    assert "Several compactions begin with b: 1 (b1), 2 (b12), 3 (b14)." in capsys.readouterr().err
    assert threefold("repair", log, "--compaction", "b1x") == 3


def test_one_compaction_can_be_chosen_by_number_or_id_and_an_unknown_one_is_named(log: Path, capsys) -> None:
    assert threefold("audit", log, "--compaction", "1", "--json") == 0
    (record,) = json.loads(capsys.readouterr().out)
    assert threefold("audit", log, "--compaction", record["compactionId"]) == 0
    assert threefold("audit", log, "--compaction", "7") == 3
    assert record["compactionId"] in capsys.readouterr().err


def test_two_files_can_be_compared_whether_the_original_is_a_log_or_text(log: Path, tmp_path: Path, capsys) -> None:
    summary, text = tmp_path / "summary.md", tmp_path / "original.txt"
    summary.write_text("Port 5434 in src/a.py", encoding="utf-8")
    text.write_text("The port is 5433, see src/a.py", encoding="utf-8")
    assert threefold("audit", "--summary", summary, "--original", text, "--json") == 0
    (record,) = json.loads(capsys.readouterr().out)
    assert [one["value"] for one in record["fidelity"]["candidates"]] == ["5434"]
    assert threefold("audit", "--summary", summary, "--original", log, "--json") == 0
    (record,) = json.loads(capsys.readouterr().out)
    assert "src/a.py" in [one["value"] for one in record["fidelity"]["candidates"]]


@pytest.mark.parametrize(
    "arguments",
    [
        ["audit"],
        ["audit", "--summary", "x"],
        ["audit", "--summary", "x", "--original", "x"],
        ["audit", "nowhere.jsonl"],
        ["audit", "x", "--fail-on", "evil"],
    ],
)
def test_wrong_use_is_one_sentence_and_status_3(home: Path, arguments: list[str], capsys) -> None:
    assert threefold(*arguments) == 3
    assert capsys.readouterr().err.startswith("threefold: ")


def test_a_second_audit_of_the_same_bytes_is_the_first_one_and_of_other_bytes_is_not(
    log: Path, home: Path, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown() -> dict[str, object]:
        assert threefold("audit", log, "--json") == 0
        (record,) = json.loads(capsys.readouterr().out)
        return {name: value for name, value in record.items() if name != "at"}

    first = shown()
    import threefold.auditing as room

    def never(*_: object, **__: object) -> None:
        raise AssertionError("audited again")

    with monkeypatch.context() as patch:
        patch.setattr(room, "audit_all", lambda log, missing, **_: never() if missing else [])
        assert shown() == first
        with log.open("a", encoding="utf-8") as file:
            file.write(
                '{"type": "user", "uuid": "later", "parentUuid": "u2", "message": {"role": "user", "content": "go on"}}\n'
            )
        assert shown() == first
    log.write_text(log.read_text().replace("src/orders/total.py", "src/orders/totals.py"))
    assert shown() != first
    for path in (home / "cache").rglob("*"):
        if path.is_file():
            path.write_bytes(b"\xff not a record")
    assert shown() != first


def test_repair_prints_lost_facts_word_for_word_within_its_budget(compacted, home: Path, capsys) -> None:
    session, _ = compacted(ENTRIES, "The work goes on.")
    assert threefold("repair", session.source.name, "--budget", "900") == 0
    block = capsys.readouterr().out
    assert len(block.encode()) <= 900
    assert "- [user, line 1, 2 back] fix src/orders/total.py, order 550e8400-e29b-41d4-a716-446655440000\n" in block
    assert "- [user, line 2, 1 back] no, use port 5433, not 5432\n" in block
    for line in block.splitlines():
        if line.startswith("- ["):
            assert line.partition("] ")[2] in {text for _, text in ENTRIES}
    assert threefold("repair", session.source.name, "--budget", "10") == 0
    assert capsys.readouterr().out == ""


def test_repair_quotes_a_message_once_however_many_facts_of_it_were_lost(compacted, home: Path, capsys) -> None:
    far = " and so on " * 60
    said = f"use /etc/one.conf{far}with /etc/two.conf\nand 6f9619ff-8b86-d011-b42d-00c04fc964ff too"
    session, _ = compacted([("user", said)], "Nothing.")
    assert threefold("repair", session.source.name) == 0
    out = capsys.readouterr().out
    assert out.count("- [user, line 1, 1 back]") == 1
    assert all(value in out for value in ("/etc/one.conf", "/etc/two.conf", "6f9619ff-8b86-d011-b42d-00c04fc964ff"))
    assert all(piece.strip("… ") in said for piece in out.split("1 back] ")[1].splitlines()[0].split(" … "))


def test_repair_of_a_log_without_a_compaction_says_so(tmp_path: Path, home: Path, capsys) -> None:
    log = tmp_path / "chat.json"
    log.write_text(json.dumps([{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]))
    assert threefold("repair", log) == 3
    assert "no compaction" in capsys.readouterr().err


def labels(count: int) -> str:
    lines = [
        {"category": "number", "status": "lost", "right": n % 5 != 0, "count": n % 4 + 1, "value": "7 MB", "rank": n}
        for n in range(count)
    ]
    return "\n".join(json.dumps(line) for line in lines) + "\n"


def test_calibration_refuses_to_recommend_from_few_labels(tmp_path: Path, home: Path, capsys) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(labels(20))
    assert threefold("calibrate", path, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["recommended"] == {}
    assert "30 more" in found["refused"]
    assert threefold("calibrate", path) == 0


def test_calibration_gives_rates_with_intervals_and_recommends_from_fifty_on(
    tmp_path: Path, home: Path, capsys
) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(labels(80))
    assert threefold("calibrate", path, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    rate = found["precision"]["lost number"]
    assert (rate["right"], rate["of"]) == (64, 80)
    assert rate["low"] < 0.8 < rate["high"]
    assert found["recommended"]["critical_number_count"] == 1
    assert found["settings"]["critical_number_count 2"]["of"] == 60
    assert found["settings"]["max_facts_per_category 20"]["of"] == 20
    assert threefold("calibrate", path) == 0
    assert "audit.critical_number_count 4" not in capsys.readouterr().out  # only where it makes a difference


def test_a_candidate_of_a_record_with_an_answer_is_a_label(log: Path, home: Path, tmp_path: Path, capsys) -> None:
    assert threefold("audit", log, "--json", "--no-report") == 0
    (record,) = json.loads(capsys.readouterr().out)
    candidates = [*record["fidelity"]["candidates"], *record["coverage"]["lost"]]
    path = tmp_path / "labels.jsonl"
    path.write_text("".join(json.dumps({**one, "right": True}) + "\n" for one in candidates))
    assert threefold("calibrate", path, "--json") == 0
    assert json.loads(capsys.readouterr().out)["labels"] == len(candidates)


def test_records_as_audit_prints_them_are_labels_once_a_person_answered_in_them(
    log: Path, home: Path, tmp_path: Path, capsys
) -> None:
    assert threefold("audit", log, "--json", "--no-report", "--all-facts") == 0
    printed = capsys.readouterr().out
    path = tmp_path / "labels.json"
    path.write_text(printed)
    assert threefold("calibrate", path) == 3
    assert '"right": true or false' in capsys.readouterr().err
    records = json.loads(printed)
    answered = [
        *records[0]["fidelity"]["candidates"][:1],
        *records[0]["coverage"]["lost"][:1],
        *records[0]["statements"][:1],
    ]
    for one in answered:
        one["right"] = True
    for layout in (None, 2):
        path.write_text(json.dumps(records, indent=layout))
        assert threefold("calibrate", path, path, "--json") == 0
        found = json.loads(capsys.readouterr().out)
        assert found["labels"] == 2 * len(answered)
        assert found["findings"] + found["statements"] == found["labels"]
    path.write_text("\n".join(json.dumps(one) for one in (records, records)))
    assert threefold("calibrate", path, "--json") == 0
    assert json.loads(capsys.readouterr().out)["labels"] == 2 * len(answered)
    path.write_text("\n".join(json.dumps(one) for one in records))  # lines of a report file, labelled
    assert threefold("calibrate", path, "--json") == 0
    assert json.loads(capsys.readouterr().out)["labels"] == len(answered)


def test_labels_that_speak_of_no_finding_are_accounted_for(tmp_path: Path, home: Path, capsys) -> None:
    path = tmp_path / "labels.jsonl"
    rule = {"category": "rule", "status": "lost", "right": True}
    path.write_text(labels(3) + json.dumps(rule) + "\n")
    assert threefold("calibrate", path) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert out.startswith("4 labels findings 3 ")
    assert "statements 1 " in out
    assert "3 labelled findings (1 of the 4 labels speak of" in out


def test_an_empty_file_of_labels_is_said_to_be_empty(tmp_path: Path, home: Path, capsys) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(" \n")
    assert threefold("calibrate", path) == 3
    assert "is empty" in capsys.readouterr().err


def test_recommended_settings_stand_as_in_the_settings_file_with_their_reason(
    tmp_path: Path, home: Path, capsys
) -> None:
    import tomllib

    path = tmp_path / "labels.jsonl"
    markers = [{"category": "path", "status": "lost", "right": True, "value": f"zebra/{n}.c"} for n in range(3)]
    path.write_text(labels(60) + "".join(json.dumps(one) + "\n" for one in markers))
    assert threefold("calibrate", path) == 0
    lines = capsys.readouterr().out.partition("[audit]")[2].splitlines()
    settings = tomllib.loads("\n".join(line for line in lines if " = " in line))
    assert settings["path_markers"] == ["zebra"]
    assert any("first folders of relative paths" in line for line in lines)


def test_a_vocabulary_that_cannot_be_used_is_said_in_the_record_and_to_a_person(
    log: Path, home: Path, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THREEFOLD_AUDIT_COMPLIANCE_VOCAB", '{"keep": 3}')
    assert threefold("audit", log, "--json", "--no-report") == 0
    (record,) = json.loads(capsys.readouterr().out)
    assert "default words" in record["compliance"]["warning"]
    assert threefold("audit", log, "--no-report") == 0
    assert "default words" in " ".join(capsys.readouterr().out.split())


def test_a_line_that_is_no_label_is_named(tmp_path: Path, home: Path, capsys) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text('{"category": "path"}\n')
    assert threefold("calibrate", path) == 3
    assert "Line 1" in capsys.readouterr().err


def test_a_report_that_cannot_be_written_costs_a_sentence_and_no_audit(log: Path, home: Path, capsys) -> None:
    home.write_text("a file stands where the directory should be")
    assert threefold("audit", log, "--json") == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)
    assert "could not be kept" in captured.err


def test_watch_audits_a_compaction_when_its_line_is_written(log: Path, home: Path, tmp_path: Path) -> None:
    pytest.importorskip("watchfiles")
    folder = tmp_path / "live"
    folder.mkdir()
    live = folder / "session.jsonl"
    lines = log.read_text().splitlines(keepends=True)
    live.write_text("".join(lines[:-2]))
    command = [sys.executable, "-c", "from threefold.doors.cli import main; main()", "watch", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "watching 1 log for compactions; Ctrl-C ends it\n"
            with live.open("a") as file:
                file.write("".join(lines[-2:]))
            assert "2 altered" in process.stdout.readline()
        finally:
            process.terminate()
    (kept,) = Journal(home / "reports" / "compaction-audit.jsonl")
    assert kept["compactionId"] == "b2"


def test_a_later_record_says_how_much_more_stands_under_earlier_compactions(compacted, home: Path, capsys) -> None:
    windows = ["\n".join(f"src/w{window}/file{path}.go" for path in range(150)) for window in range(2)]
    entries = [("user", windows[0]), ("compact", "Work went on."), ("user", windows[1])]
    log = compacted(entries, "Done.")[0].source.name
    assert threefold("audit", log, "--json", "--no-report") == 0
    first, second = json.loads(capsys.readouterr().out)
    assert first["coverage"]["leftToEarlier"] == 0
    assert second["coverage"]["leftToEarlier"] == 50
    assert threefold("audit", log, "--no-report") == 0
    out = capsys.readouterr().out
    assert "50 more were left out at earlier compactions already and stand there" in out
    assert threefold("audit", log, "--json", "--no-report", "--all-facts") == 0
    assert [len(record["coverage"]["lost"]) for record in json.loads(capsys.readouterr().out)] == [150, 300]


def test_a_log_without_compactions_is_an_empty_array(home: Path, tmp_path: Path, capsys) -> None:
    log = tmp_path / "log.jsonl"
    line = {"type": "user", "uuid": "u", "parentUuid": None, "sessionId": "s", "cwd": "/", "version": "2.1.42",
            "timestamp": "2026-01-01T00:00:00Z", "message": {"role": "user", "content": "hi"}}  # fmt: skip
    log.write_text(json.dumps(line) + "\n")
    assert threefold("audit", log, "--json") == 0
    assert json.loads(capsys.readouterr().out) == []
