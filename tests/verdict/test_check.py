"""``threefold check``: the verdict of a session as text, as JSON and as an exit status."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from threefold.verdict import parse_snapshot
from threefold.verdict.snapshot import check as check_digest


@pytest.fixture(scope="module")
def logs(root: Path) -> Path:
    return root / "corpus" / "verdict"


def check(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "threefold", "check", *map(str, arguments)]
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)


def test_the_exit_status_is_the_verdict(logs: Path, tmp_path: Path) -> None:
    committed = logs / "logs" / "claude" / "edit-committed.jsonl"
    dirty = logs / "logs" / "claude" / "edit-uncommitted.jsonl"
    much = logs / "sessions" / "much-of-everything.v4.jsonl"
    found = [check(log, "--offline", "--no-git", cwd=tmp_path).returncode for log in (committed, dirty, much)]
    assert found == [0, 4, 5]


def test_the_json_holds_verdict_reason_counts_snapshot_and_digest(logs: Path, tmp_path: Path) -> None:
    done = check(logs / "sessions" / "much-of-everything.v4.jsonl", "--json", "--offline", "--no-git", cwd=tmp_path)
    shown = json.loads(done.stdout)
    assert (shown["verdict"], shown["reason"]) == ("preserve_first", "over_threshold")
    assert shown["count"] == sum(shown["counts"].values())
    snapshot = parse_snapshot(shown["snapshot"])
    check_digest(snapshot)
    assert snapshot.digest == shown["digest"]


def test_explain_says_where_each_item_stands_and_the_snapshot_never_does(logs: Path, tmp_path: Path) -> None:
    log = logs / "logs" / "claude" / "edit-uncommitted.jsonl"
    shown = json.loads(check(log, "--json", "--explain", "--offline", "--no-git", cwd=tmp_path).stdout)
    item = shown["explain"]["items"]["uncommitted"][0]
    assert item["text"] == "web/price.ts"
    assert "no commit carries it" in item["why"]
    assert "web/price.ts" in log.read_text("utf-8").splitlines()[item["line"] - 1]
    assert "event" not in json.dumps(shown["snapshot"])
    said = check(log, "--explain", "--offline", "--no-git", cwd=tmp_path).stdout
    assert f"line {item['line']}, event {item['event']}: changed by" in said


def test_explain_says_of_what_is_closed_where_it_came_up_and_where_and_how_it_was_closed(root: Path) -> None:
    log = root / "examples" / "import-fix.v4.jsonl"
    shown = json.loads(check(log, "--json", "--explain", "--offline", "--no-git", cwd=root).stdout)
    closed = next(item for item in shown["explain"]["closed"] if "--encoding to src/cli.py" in item["text"])
    lines = log.read_text("utf-8").splitlines()
    assert "Add --encoding to src/cli.py." in lines[closed["opened_line"] - 1]
    assert '"todo' in lines[closed["line"] - 1]
    said = check(log, "--explain", "--offline", "--no-git", cwd=root).stdout
    place = f"closed at line {closed['line']}, event {closed['event']}"
    assert f"came up at line {closed['opened_line']}, {place}: a todo list took its place" in said


REFUSED = """\
{"role": "user", "content": "Clean up the old release branches on origin."}
{"role": "assistant", "content": "", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "bash", \
"arguments": "{\\"command\\": \\"git push origin --delete release/1.0\\"}"}}]}
{"role": "tool", "tool_call_id": "a", "content": "The user doesn't want to proceed with this tool use. The tool use \
was rejected. To tell you how to proceed, the user said:\\n1.0 is on support until March, keep it"}
"""


def test_what_a_person_did_not_let_run_is_shown_with_their_words_and_does_not_count(tmp_path: Path) -> None:
    log = tmp_path / "refused.jsonl"
    log.write_text(REFUSED, encoding="utf-8")
    said = check(log, "--offline", "--no-git", cwd=tmp_path).stdout
    assert "not let run by the person (1; does not count" in said
    assert "git push origin --delete release/1.0" in said
    assert "they said: 1.0 is on support until March, keep it" in said
    shown = json.loads(check(log, "--offline", "--no-git", "--explain", "--json", cwd=tmp_path).stdout)
    assert shown["explain"]["refused"] == [
        {"call": "bash: git push origin --delete release/1.0", "said": "1.0 is on support until March, keep it",
         "event": 2, "line": 3}
    ]  # fmt: skip
    assert "March" not in json.dumps(shown["snapshot"])


def test_at_compaction_the_turn_in_progress_is_left_out_and_named(logs: Path, tmp_path: Path) -> None:
    log = logs / "logs" / "claude" / "call-in-flight-at-compaction.jsonl"
    assert check(log, "--offline", "--no-git", cwd=tmp_path).returncode == 4
    done = check(log, "--offline", "--no-git", "--at-compaction", "--explain", cwd=tmp_path)
    assert done.returncode == 0
    assert "left out (the turn in progress) (1)" in done.stdout


def test_a_record_and_a_work_tree_can_be_judged_without_a_log(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    record.write_text('{"session": "s", "todos": ["a", "b", "c", "d"]}', encoding="utf-8")
    assert check("--record", record, "--offline", cwd=tmp_path).returncode == 5
    subprocess.run(["git", "init", "-q", tmp_path / "repo"], check=True)
    assert check("--worktree", tmp_path / "repo", "--offline", cwd=tmp_path).returncode == 0
    (tmp_path / "repo" / "new.txt").write_text("x")
    done = check("--worktree", tmp_path / "repo", "--offline", cwd=tmp_path)
    assert done.returncode == 4
    assert "new.txt" in done.stdout


def test_what_git_says_of_a_given_directory_is_believed_over_the_log(logs: Path, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path / "repo"], check=True)
    log = logs / "logs" / "claude" / "edit-uncommitted.jsonl"
    assert check(log, "--worktree", tmp_path / "repo", "--offline", cwd=tmp_path).returncode == 0
    assert check(log, "--no-git", "--offline", cwd=tmp_path).returncode == 4


def test_files_that_the_log_shows_changed_are_told_from_others(logs: Path, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path / "repo"], check=True)
    for name in ("price.ts", "a.txt", "b.txt", "c.txt"):
        path = tmp_path / "repo" / "web" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    subprocess.run(["git", "add", "-A"], cwd=tmp_path / "repo", check=True)
    log = logs / "logs" / "claude" / "edit-uncommitted.jsonl"
    done = check(log, "--worktree", tmp_path / "repo", "--offline", cwd=tmp_path)
    assert done.returncode == 5
    assert done.stdout.startswith("preserve_first  (commit this first: it is on disk, and in no commit)\n")
    assert "uncommitted (4; 3 of them not changed by this session, as far as the log shows)" in done.stdout
    alone = check("--worktree", tmp_path / "repo", "--offline", cwd=tmp_path)
    assert "uncommitted (4)" in alone.stdout


def test_a_wait_says_what_to_do_and_only_an_explanation_speaks_of_services(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    record.write_text('{"session": "s", "todos": ["a", "b"]}', encoding="utf-8")
    done = check("--record", record, cwd=tmp_path)
    assert "Look at these 2: if they are fine, compact; else write down or finish what is open first." in (
        " ".join(done.stdout.split())
    )
    assert "grounds: the number of items does not decide, so a person does (no_service_configured)\n" in done.stdout
    assert "scoring service" not in done.stdout
    assert "scoring service" in check("--record", record, "--explain", cwd=tmp_path).stdout


def test_a_live_log_with_a_torn_last_line_is_taken_as_far_as_it_goes(logs: Path, tmp_path: Path) -> None:
    log = tmp_path / "live.jsonl"
    shutil.copy(logs / "logs" / "claude" / "edit-uncommitted.jsonl", log)
    with log.open("a", encoding="utf-8") as file:
        file.write('{"type":"assistant","message":{"role":"assi')
    assert check(log, "--offline", "--no-git", cwd=tmp_path).returncode == 4


def test_a_state_over_the_budget_is_status_2_and_no_verdict(logs: Path, tmp_path: Path) -> None:
    (tmp_path / "threefold.toml").write_text("[verdict]\nstate_chars = 200\n", encoding="utf-8")
    done = check(logs / "sessions" / "much-of-everything.v4.jsonl", "--json", "--offline", "--no-git", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "uncommitted" in done.stderr


@pytest.mark.parametrize(
    "text", ['{"session": "s", "notes": []}', '{"todos": [1]}', "[]", "{", '{"outer": [{"perBlock": 1}]}']
)
def test_a_record_that_is_not_in_order_is_status_3(text: str, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    record.write_text(text, encoding="utf-8")
    done = check("--record", record, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("threefold: ")


def test_what_is_to_be_judged_must_be_said_once(logs: Path, tmp_path: Path) -> None:
    assert check(cwd=tmp_path).returncode == 3
    log = logs / "logs" / "claude" / "edit-committed.jsonl"
    assert check(log, "--record", log, cwd=tmp_path).returncode == 3


def test_a_log_cannot_move_the_cursor(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    record.write_text(json.dumps({"todos": ["\u001b[2Jgone \u202egnol"]}), encoding="utf-8")
    said = check("--record", record, "--offline", cwd=tmp_path).stdout
    assert "\u001b" not in said
    assert "\u202e" not in said


def test_the_help_says_what_the_verdict_cannot_tell(tmp_path: Path) -> None:
    said = " ".join(check("--help", cwd=tmp_path).stdout.replace("│", " ").split())
    assert "cannot tell which parts of a context matter" in said
    assert "work that no record shows looks the same" in said
