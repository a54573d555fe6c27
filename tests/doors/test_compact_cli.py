"""``threefold compact``, ``score``, ``receipts``, ``recall`` and ``jev-compact`` as a person runs them."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from threefold.compaction.result import Stats
from threefold.doors.cli.compact import leave
from threefold.errors import InternalError

MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": "fix the parser, and keep the old flag"},
    *[{"role": "assistant", "content": f"step {n}: looked at src/m{n}.py. " + "word " * 40} for n in range(40)],
    {"role": "user", "content": "and now?"},
]
JEV = "import sys; from threefold.doors.cli.jev import main; main()"


def run(*arguments: object, program: tuple[str, ...] = ("-m", "threefold"), **environment: str) -> Any:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("JEV_", "TYPESAFE_", "THREEFOLD_"))}
    env |= {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONUTF8": "1", "THREEFOLD_COMPACT_SCORER": "recency"} | environment
    command = [sys.executable, *program, *map(str, arguments)]
    return subprocess.run(command, env=env, capture_output=True, text=True, encoding="utf-8", check=False)


def jev(*arguments: object, **environment: str) -> Any:
    return run(*arguments, program=("-c", JEV), **environment)


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "messages.jsonl"
    path.write_text("".join(json.dumps(message) + "\n" for message in MESSAGES))
    return path


def test_what_of_a_log_could_not_be_read_is_said(lines: Path) -> None:
    done = run("compact", lines, "--target-bytes", 4000)
    assert "could not be read" not in done.stderr
    lines.write_bytes(lines.read_bytes() + b"{torn\n" + '{"role": "user", "content": "配置"}\n'.encode("gb18030"))
    told = " ".join(run("compact", lines, "--target-bytes", 4000, "-o", lines.with_suffix(".out")).stderr.split())
    assert "1 line could not be read: threefold inspect says which" in told
    assert "bytes of the log are not UTF-8" in told


def test_messages_go_to_standard_output_in_the_inputs_format_and_sums_to_standard_error(lines: Path) -> None:
    done = run("compact", lines, "--target-bytes", 4000)
    assert done.returncode == 0
    assert len(done.stdout.encode()) <= 4000
    out = [json.loads(line) for line in done.stdout.splitlines()]
    assert [m for m in out if m in MESSAGES] == [m for m in MESSAGES if m in out]
    assert "bytes (budget 4,000)" in done.stderr
    assert "scored: 37 by recency" in done.stderr
    assert " distinct, all in the output, " in done.stderr


def test_an_array_comes_out_as_an_array_into_a_file_and_the_stats_as_json(tmp_path: Path) -> None:
    (tmp_path / "m.json").write_text(json.dumps(MESSAGES, indent=1))
    out, stats = tmp_path / "out.json", tmp_path / "stats.json"
    done = run("compact", tmp_path / "m.json", "--target-bytes", 4000, "-o", out, "--stats-json", stats, "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert len(json.loads(out.read_text())) < len(MESSAGES)
    told = json.loads(stats.read_text())
    assert told["bytes_after"] == len(out.read_bytes()) <= 4000


def test_a_file_within_the_budget_comes_out_byte_for_byte(lines: Path) -> None:
    done = run("compact", lines)
    assert done.stdout == lines.read_text()
    assert "within the budget of 262,144 bytes, nothing of it was changed" in done.stderr
    assert "[default: (262144)]" in run("compact", "--help").stdout


def test_what_was_cut_is_recalled_by_hash_and_by_run(lines: Path, tmp_path: Path) -> None:
    archive, receipt, out = tmp_path / "archive", tmp_path / "r.jsonl", tmp_path / "cut.jsonl"
    made = run("compact", lines, "--target-bytes", 4000, "--archive", archive, "--receipt", receipt, "--run-id", "r1")
    decisions = [json.loads(line) for line in receipt.read_text().splitlines()]
    cut = [d for d in decisions if d["kind"] == "decision" and d["decision"] == "cut"]
    one = run("recall", cut[0]["hash"][:12], "--archive", archive)
    assert json.loads(one.stdout) == MESSAGES[cut[0]["index"]]
    run("recall", "--run", "r1", "--archive", archive, "--out", out)
    assert [json.loads(line) for line in out.read_text().splitlines()] == [MESSAGES[d["index"]] for d in cut]
    told = next(line for line in made.stderr.splitlines() if line.startswith("archived: "))
    again = run(*shlex.split(told.partition("recall them: threefold ")[2]))
    assert again.stdout == out.read_text()
    never = run("recall", "ab" * 32, "--archive", archive)
    assert (never.returncode, never.stdout) == (3, "")
    assert "no run that used it cut such a message" in never.stderr
    assert run("recall", "ab" * 32).returncode == 3


def test_the_digest_names_the_command_that_gives_back_what_was_cut(lines: Path, tmp_path: Path) -> None:
    archive = tmp_path / "my archive"
    made = run("compact", lines, "--target-bytes", 4000, "--archive", archive, "--run-id", "r1")
    command = shlex.join(["threefold", "recall", "--archive", str(archive), "--run", "r1"])
    assert any(command in json.loads(line)["content"] for line in made.stdout.splitlines())


def test_an_archive_that_cannot_be_written_is_a_failure_and_the_output_is_written_all_the_same(
    lines: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no directory")
    done = run("compact", lines, "--target-bytes", 4000, "--archive", tmp_path / "file")
    assert done.returncode == 1
    assert "no archive: " in done.stderr
    assert done.stdout


def test_two_budgets_are_refused(lines: Path) -> None:
    done = run("compact", lines, "--target-bytes", 4000, "--target-ratio", 0.5)
    assert (done.returncode, done.stdout) == (3, "")
    assert "Give one budget" in done.stderr


def test_scores_are_looked_for_even_where_nobody_has_to_score(lines: Path, tmp_path: Path) -> None:
    done = run("compact", lines, "--scores", tmp_path / "no.jsonl")
    assert (done.returncode, done.stdout) == (3, "")


@pytest.mark.parametrize("text", ['{"a": 1}', '[{"a": 1}, {"b": 2}]'])
def test_json_that_holds_no_message_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(text)
    done = run("compact", tmp_path / "a.json")
    assert (done.returncode, done.stdout) == (3, "")
    assert "nor a list of messages" in done.stderr


def test_work_of_a_log_that_had_not_landed_is_told_where_something_was_cut(tmp_path: Path) -> None:
    log = Path(__file__).resolve().parents[2] / "examples" / "import-fix.v4.jsonl"
    done = run("compact", log, "--target-ratio", 0.5, "-o", tmp_path / "out.jsonl")
    verdict = run("check", log)
    assert verdict.returncode in (4, 5)
    assert f"threefold check of the input: {verdict.stdout.split()[0]}: " in done.stderr


def test_where_nothing_keeps_what_is_cut_it_is_said_what_would(lines: Path) -> None:
    assert "kept nowhere; --archive DIR" in run("compact", lines, "--target-bytes", 4000).stderr
    assert "--archive" not in run("compact", lines).stderr


def test_receipts_count_what_was_shortened_apart(tmp_path: Path) -> None:
    lines, receipt = tmp_path / "long.jsonl", tmp_path / "r.jsonl"
    long = [*MESSAGES, {"role": "user", "content": "one more line\n" * 900}, {"role": "assistant", "content": "ok"}]
    lines.write_text("".join(json.dumps(message) + "\n" for message in long))
    run("compact", lines, "--target-bytes", 4000, "--receipt", receipt)
    stats = json.loads(receipt.read_text().splitlines()[-1])["stats"]
    assert stats["shrunk"] > 0
    told = run("receipts", receipt).stdout
    assert f": {stats['kept']} kept, {stats['shrunk']} shrunk, {stats['cut']} cut\n" in told
    (account,) = json.loads(run("receipts", receipt, "--json").stdout)
    assert (account["kept"], account["shrunk"]) == (stats["kept"] + stats["shrunk"], stats["shrunk"])


def test_receipts_are_summarised_and_replayed_under_another_budget(lines: Path, tmp_path: Path) -> None:
    receipt = tmp_path / "r.jsonl"
    run("compact", lines, "--target-bytes", 4000, "--receipt", receipt, "--run-id", "r1")
    told = run("receipts", receipt).stdout
    assert "r1" in told
    stats = json.loads(receipt.read_text().splitlines()[-1])["stats"]
    assert f"{stats['bytes_before']:,} to {stats['bytes_after']:,} bytes, with digest and frame" in told
    assert "decided by recency 37" in told
    assert "top kept" in told
    assert "top cut" in told
    (account,) = json.loads(run("receipts", receipt, "--json").stdout)
    assert account["kept"] + account["cut"] == len(MESSAGES)
    again = run("compact", lines, "--target-bytes", 6000, "--scores", receipt)
    assert 4000 < len(again.stdout.encode()) <= 6000
    assert "no request was made" in again.stderr


def test_receipts_without_scores_are_an_error_that_says_why(lines: Path, tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text("")
    done = run("compact", lines, "--target-bytes", 4000, "--scores", tmp_path / "r.jsonl")
    assert (done.returncode, done.stdout) == (3, "")
    assert "no receipts in it" in done.stderr
    for words in ((), ("--json",)):
        done = run("receipts", lines, *words)
        assert (done.returncode, done.stdout) == (3, "")
        assert done.stderr == f"threefold: {lines} holds no receipts.\n"


def test_score_prints_a_value_table_and_cuts_nothing(lines: Path) -> None:
    done = run("score", lines)
    rows = done.stdout.splitlines()
    assert rows[0].split()[:4] == ["index", "role", "value", "conf"]
    assert len(rows) == len(MESSAGES) + 1
    assert "first request" in rows[1]
    assert "recent" in rows[-1]
    assert "42 of 42 messages scored by recency" in done.stderr
    table = json.loads(run("score", lines, "--json").stdout)
    assert len(table["messages"]) == len(MESSAGES)


def test_unknown_settings_and_files_are_one_sentence_and_status_3(lines: Path, tmp_path: Path) -> None:
    for arguments in (
        ("compact", lines, "--summary-role", "robot"),
        ("compact", lines, "--pin-flags", "q", "--target-bytes", 9),
        ("compact", tmp_path / "none.jsonl"),
        ("compact", tmp_path),
        ("recall",),
        ("receipts", tmp_path / "none"),
    ):
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (3, ""), arguments
        assert done.stderr.startswith("threefold: "), done.stderr
        assert done.stderr.count("\n") == 1, done.stderr


def test_pins_given_on_the_command_line_are_added_and_refused_ones_named(lines: Path) -> None:
    done = run("compact", lines, "--target-bytes", 5000, "--pin", r"step 7\b", "--pin", "(?<=x)y")
    assert "step 7" in done.stdout
    assert "pin refused: '(?<=x)y'" in done.stderr
    assert "pins: 0 distinct" in run("compact", lines, "--target-bytes", 5000, "--no-pin").stderr


def test_what_could_not_go_is_said_with_what_would_help_and_strict_makes_it_a_status(tmp_path: Path) -> None:
    path, out = tmp_path / "m.json", tmp_path / "out.json"
    path.write_text(json.dumps([{"role": "system", "content": "rules " * 500}, *MESSAGES]))
    for strict, status in (((), 0), (("--strict",), 2)):
        done = run("compact", path, "--target-bytes", 2000, "-o", out, *strict)
        assert done.returncode == status
        assert "over budget by " in done.stderr
        assert "system: 3," in done.stderr
        assert "What would help: a larger budget" in done.stderr
        assert len(json.loads(out.read_text())) < len(MESSAGES)
    assert run("compact", path, "--target-bytes", 6000, "-o", out, "--strict").returncode == 0


def test_a_conversation_without_a_request_gets_a_hint_and_one_with_a_task_does_not(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(json.dumps(MESSAGES[1:-1]))
    local = {"THREEFOLD_COMPACT_SCORER": "local", "THREEFOLD_RELEVANCE_EMBEDDINGS": "false"}
    for command in (("compact", path, "--target-bytes", 4000, "-o", tmp_path / "o.json"), ("score", path)):
        assert "no task was found" in run(*command, **local).stderr
        assert "no task was found" not in run(*command, "--task", "fix the parser", **local).stderr


def test_a_group_without_its_command_shows_its_help_and_says_what_is_missing() -> None:
    done = run("install")
    assert done.returncode == 3
    assert "claude-code" in done.stdout + done.stderr
    assert "No command was given. Try 'threefold install --help'." in done.stderr


def test_a_usage_error_names_the_help_of_the_command_that_was_meant(lines: Path) -> None:
    for words, command in (
        (("compact", lines, "--bogus"), "threefold compact"),
        (("score",), "threefold score"),
        (("receipts", "--top", "x", lines), "threefold receipts"),
        (("nonsense",), "threefold"),
    ):
        done = run(*words)
        assert done.returncode == 3
        assert done.stderr.endswith(f". Try '{command} --help'.\n"), done.stderr
    assert run("chekc").stderr == "threefold: No such command 'chekc'. Did you mean 'check'? Try 'threefold --help'.\n"


def test_no_progress_is_shown_where_there_is_no_terminal(lines: Path) -> None:
    assert "\x1b" not in run("compact", lines, "--target-bytes", 4000).stderr


def test_a_session_log_is_compacted_to_a_log_that_is_read_again(root: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    done = run("compact", root / "examples" / "import-fix.v4.jsonl", "--target-ratio", 0.4, "-o", out)
    assert done.returncode == 0, done.stderr
    assert "(without what 1 earlier compaction summarised)" in " ".join(done.stderr.split())
    told = json.loads(run("inspect", out, "--json").stdout)
    assert told["format"] == "dsh"
    assert told["lines"]["broken"] == 0


def test_jev_compact_takes_the_originals_flags_and_prints_json_lines(tmp_path: Path) -> None:
    (tmp_path / "m.json").write_text(json.dumps({"messages": MESSAGES}, indent=1))
    receipt = tmp_path / "r.jsonl"
    done = jev(
        "compact", tmp_path / "m.json", "--target-bytes", 4000, "--keep-recent", 2, "--batch-size", 4,
        "--min-confidence", 0.3, "--summary-bytes", 500, "--state-message-bytes", 900, "--timeout", 2000,
        "--price", 0.1, "--task", "fix",
        "--endpoint", "http://127.0.0.1:9/v1/systemone", "--pin", "x1", "--receipt", receipt, "--levels", "a,b",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    out = [json.loads(line) for line in done.stdout.splitlines()]
    assert out[0] == MESSAGES[0]
    assert len(out) < len(MESSAGES)
    assert "--levels has no effect" in done.stderr
    again = jev("compact", tmp_path / "m.json", "--target-bytes", 5000, "--scores", receipt)
    assert again.returncode == 0, again.stderr
    assert "1 run, " in jev("receipts", receipt).stdout
    kept = {"THREEFOLD_COMPACT_ARCHIVE_PATH": str(tmp_path / "cut")}
    assert "archived: " in jev("compact", tmp_path / "m.json", "--target-bytes", 4000, **kept).stderr
    assert "archive" not in done.stderr


def test_jev_compact_offers_the_four_commands_of_the_original() -> None:
    told = jev("--help").stdout
    assert all(name in told for name in ("compact", "score", "receipts", "doctor"))


def test_a_fault_of_ours_has_a_status_of_its_own_though_the_messages_were_given() -> None:
    for strict in (True, False):
        with pytest.raises(typer.Exit) as left:
            leave(Stats(error="KeyError: 'x'", over_budget_bytes=1), strict=strict)
        assert left.value.exit_code == InternalError.exit_status == 1
    leave(Stats(over_budget_bytes=1), strict=False)


def test_the_input_is_never_its_own_output(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(json.dumps(MESSAGES))
    before = path.read_bytes()
    done = run("compact", path, "--target-bytes", 1000, "-o", path)
    assert done.returncode == 3
    assert "another file" in done.stderr
    assert path.read_bytes() == before
