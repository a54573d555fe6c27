"""``threefold run`` and ``inspect`` as a person runs them: a process of its own, its two streams and its status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from threefold.reading import read

EXAMPLE = "examples/import-fix.v4.jsonl"


def threefold(*arguments: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("JEV_", "TYPESAFE_", "THREEFOLD_"))}
    env |= {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONUTF8": "1"} | environment
    return subprocess.run(
        [sys.executable, "-m", "threefold", *map(str, arguments)],
        cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip


def test_run_prints_three_headings_with_verdict_bytes_and_facts(root: Path) -> None:
    done = threefold("run", EXAMPLE, cwd=root)
    assert (done.returncode, done.stderr) == (0, "")
    before, during, after = (done.stdout.index(word) for word in ("\nBEFORE", "\nDURING", "\nAFTER"))
    assert "preserve_first" in done.stdout[before:during]
    assert "src/importer.py" in done.stdout[before:during]
    assert "bytes become" in done.stdout[during:after]
    assert "task        Go on with the CLI flag" in done.stdout[during:after]
    assert "3 altered, 1 unverified" in done.stdout[after:]  # the id, the port and the path; the 840 ms
    assert done.stdout.index("lost rule") < done.stdout.index("what is left out is no fault")
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_terminal_that_says_no_width_is_taken_for_a_usual_one(root: Path) -> None:
    said = [threefold("run", EXAMPLE, cwd=root, COLUMNS=columns).stdout for columns in ("0", "80")]
    assert said[0] == said[1] != ""


def test_where_messages_are_several_entries_of_the_log_it_is_said_which_are_counted(tmp_path: Path) -> None:
    base = {"isSidechain": False, "sessionId": "s", "cwd": "/nowhere", "version": "2.1.0"}
    ask = base | {"type": "user", "uuid": "u1", "parentUuid": None, "message": {"role": "user", "content": "Mend it."}}
    parts = [{"type": "text", "text": f"Part {number} of an answer. " * 20} for number in range(8)]
    said = [
        base
        | {"type": "assistant", "uuid": f"a{place}", "parentUuid": f"a{place - 1}" if place else "u1"}
        | {"message": {"id": "m1", "role": "assistant", "model": "claude", "content": [part]}}
        for place, part in enumerate(parts)
    ]
    path = tmp_path / "s.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (ask, *said)))
    done = threefold("run", path, cwd=tmp_path)
    assert "· 2 messages" in done.stdout
    assert "log entries: 2 messages in 9 of them" in done.stdout
    sums = threefold("compact", path, "--target-bytes", "3000", "-o", tmp_path / "o", cwd=tmp_path).stderr
    assert sums.startswith("9 log entries (2 messages): ")


def test_run_as_json_is_one_document_that_holds_all_three(root: Path) -> None:
    document = json.loads(threefold("run", EXAMPLE, "--json", cwd=root).stdout)
    assert document["verdict"]["verdict"] == "preserve_first"
    stats = document["compaction"]["stats"]
    assert stats["bytes_after"] <= stats["target_bytes"] == stats["bytes_before"] // 2
    assert [record["signal"] for record in document["audits"]] == ["compaction.audit"]
    assert document["audits"][0]["blocked"] is False


def test_run_writes_every_result_into_a_folder_and_nothing_without_it(root: Path, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    assert threefold("run", root / EXAMPLE, cwd=tmp_path / "here").returncode == 0
    assert not list((tmp_path / "here").iterdir())
    done = threefold("run", root / EXAMPLE, "-o", tmp_path / "new" / "out", cwd=tmp_path / "here")
    assert done.returncode == 0
    assert not list((tmp_path / "here").iterdir())
    names = sorted(path.name for path in (tmp_path / "new" / "out").iterdir())
    assert names == ["audit.jsonl", "compacted.jsonl", "receipts.jsonl", "verdict.json"]
    with read(root / EXAMPLE) as original, read(tmp_path / "new" / "out" / "compacted.jsonl") as shorter:
        assert shorter.format == original.format
        assert shorter.lines.broken == 0
        kept = {original.raw(event) for event in original.surface}
        whole = [event for event in shorter.surface if shorter.raw(event) in kept]
        assert len(whole) >= len(shorter.surface) // 2


def test_a_budget_that_is_given_is_kept(root: Path, tmp_path: Path) -> None:
    document = json.loads(threefold("run", EXAMPLE, "--json", "--target-bytes", "20000", cwd=root).stdout)
    stats = document["compaction"]["stats"]
    assert stats["bytes_after"] <= stats["target_bytes"] == 20000
    words = (
        "--target-ratio",
        "0.7",
        "--task",
        "Write the changelog",
        "--scorer",
        "recency",
        "--settings",
        tmp_path / "s.toml",
    )
    (tmp_path / "s.toml").write_text("[compact]\ntarget_tokens = 100\ntoken_counter = 'usage'\n")
    stats = json.loads(threefold("run", EXAMPLE, "--json", *words, cwd=root).stdout)["compaction"]["stats"]
    assert stats["target_bytes"] == stats["bytes_before"] * 7 // 10
    assert (stats["task"], stats["scorer"]) == ("Write the changelog", "recency")


def test_run_says_which_files_the_session_did_not_change(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / "a.py").write_text("x")
    (tmp_path / "logs").mkdir()
    row = {"type": "user", "uuid": "u", "sessionId": "s", "cwd": str(tmp_path), "version": "2.1.0"}
    path = tmp_path / "logs" / "s.jsonl"
    path.write_text(json.dumps(row | {"message": {"role": "user", "content": "Explain a.py."}}) + "\n")
    shown = " ".join(threefold("run", path, cwd=tmp_path).stdout.split())
    assert "The files: none of them changed by this session, as far as the log shows" in shown


def test_run_takes_the_options_of_compact_but_for_those_of_its_output() -> None:
    from typer.main import get_command

    from threefold.doors.cli import app

    def options(command: str) -> set[str]:
        return {option.name or "" for option in get_command(app()).commands[command].params}  # type: ignore[attr-defined]

    assert options("compact") - options("run") == {"file", "stats_json", "quiet"}
    assert options("run") - options("compact") == {"session", "as_json"}


def test_one_budget_can_be_given_and_one_that_does_not_hold_can_be_a_status(root: Path) -> None:
    two = threefold("run", EXAMPLE, "--target-bytes", "9", "--target-ratio", "0.5", cwd=root)
    assert (two.returncode, two.stderr.startswith("threefold: Give one budget")) == (3, True)
    assert threefold("run", EXAMPLE, "--target-bytes", "9", "--scorer", "recency", cwd=root).returncode == 0
    assert threefold("run", EXAMPLE, "--target-bytes", "9", "--scorer", "recency", "--strict", cwd=root).returncode == 2


def test_inspect_as_json_has_the_promised_fields(root: Path) -> None:
    account = json.loads(threefold("inspect", EXAMPLE, "--json", cwd=root).stdout)
    assert account["format"] == "dsh"
    assert account["compactions"] == 1
    assert account["messages"] == sum(account["authors"].values())
    lines = account["lines"]
    assert lines["read"] + lines["skipped"] + lines["broken"] == lines["total"] == 184
    assert {"events", "tool_calls"} <= account.keys()


BAD: dict[str, bytes | None] = {
    "empty.jsonl": b"",
    "blank.jsonl": b" \n\n",
    "prose.txt": b"Once upon a time\nthere was a log.\n",
    "binary": bytes(range(256)) * 40,
    "utf16.jsonl": '{"type":"user"}'.encode("utf-16"),
    "other.json": b'{"name": "left-pad", "version": "1.0.0"}',
    "list.json": b"[1, 2, 3]",
    "deep.json": b"[" * 100_000,
    "torn.zstd": b"\x28\xb5\x2f\xfd\x04",
    "nul.jsonl": b"\x00" * 4096,
    "folder": None,
}


@pytest.mark.parametrize("name", [*BAD, "absent"])
@pytest.mark.parametrize("command", ["run", "inspect"])
def test_what_is_no_session_gives_one_sentence_and_status_3(name: str, command: str, tmp_path: Path) -> None:
    content = BAD.get(name, b"")
    if name != "absent":
        (tmp_path / name).mkdir() if content is None else (tmp_path / name).write_bytes(content)
    before = sorted(tmp_path.rglob("*"))
    done = threefold(command, name, cwd=tmp_path)
    assert done.returncode == 3
    assert done.stdout == ""
    assert done.stderr.startswith("threefold: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_read_permission_gives_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "secret.jsonl"
    path.write_text("{}")
    path.chmod(0)
    done = threefold("inspect", path, cwd=tmp_path)
    assert (done.returncode, "permission" in done.stderr) == (3, True)


def test_an_unknown_option_and_an_unknown_format_are_status_3(root: Path) -> None:
    assert threefold("run", EXAMPLE, "--nope", cwd=root).returncode == 3
    done = threefold("run", EXAMPLE, "--format", "nope", cwd=root)
    assert done.returncode == 3
    assert "claude-code" in done.stderr


def test_a_log_whose_text_tries_to_drive_the_terminal_is_shown_harmless(tmp_path: Path) -> None:
    todo = {"content": "\x1b[2J\x1b]0;owned\x07 wipe\u202e [bold]x[/bold]", "status": "pending"}
    rows = [
        {"type": "session", "version": 4, "id": "s\x1b[31m", "cwd": "/nowhere", "createdAt": 1, "delegationDepth": 0},
        {"type": "todo/write", "seq": 0, "data": {"todos": [todo]}},
    ]
    path = tmp_path / "hostile.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows))
    done = threefold("run", path, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert not {"\x1b", "\x07", "\u202e"} & set(done.stdout)
    assert "[bold]x[/bold]" in done.stdout


READ = (
    "claude-code",
    "claude-code-live",
    "codex",
    "codex-live",
    "dsh-v0",
    "dsh-v4",
    "gemini-cli",
    "mini-swe-agent",
    "openai-messages",
    "pi",
    "pi-live",
)
NO_LOG = ("compaction.projcache.json",)


def test_run_ends_in_its_normal_result_on_every_real_session(shared: Path) -> None:
    from threefold import pipeline
    from threefold.settings import Settings

    settings = Settings()
    count = 0
    for folder in READ:
        for path in sorted((shared / "sessions" / folder).iterdir()):
            if path.name in NO_LOG:
                continue
            result = pipeline.run(path, settings=settings)
            assert result.verdict.verdict in ("safe_to_compact", "wait", "preserve_first"), path
            stats = result.compacted.stats
            assert stats.error == "", path
            assert stats.bytes_after <= stats.target_bytes or stats.over_budget_bytes or not stats.changed, path
            count += 1
    assert count >= 60


def test_every_other_file_there_ends_in_one_sentence(shared: Path) -> None:
    from threefold.errors import InputError

    for path in sorted((shared / "sessions").rglob("*")):
        folder = path.relative_to(shared / "sessions").parts[0]
        if path.is_dir() or (folder in READ and path.name not in NO_LOG):
            continue
        refusal = ""
        try:
            with read(path) as session:
                assert session.lines.read + session.lines.skipped + session.lines.broken == session.lines.total, path
        except InputError as error:
            refusal = str(error)
        assert "\n" not in refusal, path


def piped(command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-c", command], cwd=cwd, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("redirect", [">&-", "| true", "| head -c 1 >/dev/null"])
def test_whoever_reads_the_output_does_not_change_the_status(redirect: str, root: Path) -> None:
    program = f"{sys.executable} -m threefold check {EXAMPLE} --no-git"
    done = piped(f"{program} {redirect}; echo ${{PIPESTATUS[0]}} >&2", root)
    assert done.stderr == "5\n"


def test_a_state_over_its_budget_leaves_the_compaction_and_the_audit(root: Path) -> None:
    done = threefold("run", EXAMPLE, cwd=root, THREEFOLD_VERDICT_STATE_CHARS="200")
    assert done.returncode == 2
    assert "bytes become" in done.stdout
    assert "1 unverified" in done.stdout


def test_a_folder_that_cannot_be_written_costs_the_files_and_not_the_result(root: Path, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file stands there")
    done = threefold("run", EXAMPLE, "-o", tmp_path / "out", cwd=root)
    assert done.returncode == 3
    assert "AFTER" in done.stdout
    assert str(tmp_path / "out") in done.stderr


def test_where_one_result_cannot_be_written_none_is(root: Path, tmp_path: Path) -> None:
    (tmp_path / "out" / "receipts.jsonl").mkdir(parents=True)
    done = threefold("run", EXAMPLE, "-o", tmp_path / "out", cwd=root)
    assert done.returncode == 3
    assert "receipts.jsonl" in done.stderr


def test_the_readmes_python_runs_as_it_stands(root: Path, tmp_path: Path) -> None:
    for name in ("README.md", "README.zh.md"):
        code = (root / name).read_text("utf-8").split("```python\n")[1].split("```")[0]
        code = code.replace("session.jsonl", str(root / EXAMPLE)) + "print(verdict.verdict, len(records))\n"
        env = {
            k: v for k, v in os.environ.items() if not k.startswith(("JEV_", "TYPESAFE_", "THREEFOLD_", "COVERAGE_"))
        }
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )
        assert (done.stdout, done.stderr) == ("preserve_first 1\n", "")


def test_every_verb_is_a_function_whatever_was_imported_before(tmp_path: Path) -> None:
    code = """
import pkgutil, threefold
names = [m.name for m in pkgutil.walk_packages(threefold.__path__, "threefold.") if m.name.count(".") == 1]
for name in names:
    if name != "threefold.__main__":
        __import__(name)
assert all(callable(getattr(threefold, verb)) for verb in ("read", "build", "judge", "compact", "audit", "run"))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_the_version_is_told_and_no_command_means_help(root: Path) -> None:
    done = threefold("--version", cwd=root)
    assert (done.returncode, done.stdout.startswith("threefold ")) == (0, True)
    assert "Commands" in threefold(cwd=root).stdout
