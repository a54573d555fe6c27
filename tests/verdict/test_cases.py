"""Shapes of lost work that users of agent harnesses reported in public, by the number of the case."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from threefold.reading import read_source
from threefold.reading.source import BytesSource
from threefold.session import Session
from threefold.store import git
from threefold.verdict import build, explain, judge

CWD = "/home/dev/shop"
COMMIT = "[main 1a2b3c4] x\n 1 file changed"


class Log:
    """A log in the shape of Claude Code's, entry by entry."""

    def __init__(self, cwd: str = CWD) -> None:
        self.rows: list[dict[str, object]] = []
        self.cwd = cwd

    def put(self, type: str, **fields: object) -> None:
        parent = self.rows[-1]["uuid"] if self.rows else None
        row = {"parentUuid": parent, "isSidechain": False, "cwd": self.cwd, "sessionId": "s", "type": type, **fields}
        self.rows.append({**row, "uuid": f"u{len(self.rows)}"})

    def human(self, text: str) -> None:
        self.put("user", message={"role": "user", "content": text})

    def model(self, text: str) -> None:
        self.put("assistant", message={"role": "assistant", "content": [{"type": "text", "text": text}]})

    def call(self, name: str, result: str | None, **arguments: object) -> None:
        id = f"c{len(self.rows)}"
        call = {"type": "tool_use", "id": id, "name": name, "input": arguments}
        self.put("assistant", message={"role": "assistant", "content": [call]})
        if result is not None:
            answer = {"type": "tool_result", "tool_use_id": id, "content": result}
            self.put("user", message={"role": "user", "content": [answer]})

    def edit(self, path: str) -> None:
        self.call("Edit", "The file has been updated.", file_path=f"{self.cwd}/{path}", old_string="a", new_string="b")

    def compacted(self) -> None:
        """A boundary, and the summary that stands for what was before it."""
        leaf = self.rows[-1]["uuid"]
        self.put("system", subtype="compact_boundary", content="Conversation compacted", logicalParentUuid=leaf,
                 compactMetadata={"trigger": "auto", "preTokens": 150_000})  # fmt: skip
        self.rows[-1]["parentUuid"] = None
        self.put("user", isCompactSummary=True, message={"role": "user", "content": "The work went on."})

    def session(self) -> Session:
        return read_source(BytesSource("\n".join(map(json.dumps, self.rows)).encode(), "log"))


def test_c021_sub_agents_that_were_spawned_and_did_not_report_are_open_across_a_boundary() -> None:
    log = Log()
    log.human("Have two agents look at the parsers.")
    for key in ("a1", "b2"):
        accepted = {"status": "accepted", "childSessionKey": f"agent:main:subagent:{key}", "runId": f"run-{key}-77"}
        log.call("sessions_spawn", json.dumps(accepted), task=f"Look at parser {key}")
    log.model("Both agents are at it.")
    log.compacted()
    steps = build(log.session()).next_steps
    assert sum("Look at parser" in step or "subagent" in step for step in steps) == 2


def test_c026_compactions_that_free_nothing_are_told() -> None:
    log = Log()
    log.human("Port the parser.")
    log.edit("a.py")
    for _ in range(3):
        log.compacted()
        log.call("Read", "...", file_path="/big.txt")
    assert any("no progress" in note for note in explain(log.session()).notes)


@pytest.mark.parametrize("case", ["c048", "c049"])
def test_c048_c049_once_the_work_is_saved_the_next_question_gets_another_answer(case: str) -> None:
    log = Log()
    log.human("Fix the header and commit.")
    log.edit("header.py")
    log.model("Fixed.")
    assert judge(build(log.session())).verdict == "wait"
    if case == "c048":
        log.call("Bash", COMMIT, command="git commit -am 'Fix the header'")
        log.model("Committed.")
        assert judge(build(log.session())).verdict == "safe_to_compact"
    else:  # saved in another terminal: git is asked anew each time
        from threefold.verdict import WorkTree

        assert judge(build(log.session(), WorkTree(root=CWD))).verdict == "safe_to_compact"


def run(root: Path, *words: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words], cwd=root, check=True, capture_output=True
    )


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    run(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "a.py").write_text("1")
    run(tmp_path, "add", "a.py")
    run(tmp_path, "commit", "-q", "-m", "one")
    return tmp_path


def test_c050_an_untracked_file_counts_a_stash_of_the_session_too_and_unpushed_commits_are_told(
    repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    remote = tmp_path_factory.mktemp("remote")
    run(remote, "init", "-q", "--bare")
    run(repository, "remote", "add", "origin", str(remote))
    run(repository, "push", "-q", "-u", "origin", "main")
    log = Log(str(repository))
    log.human("Try the other layout, then put it away.")
    log.edit("a.py")
    log.call("Bash", "Saved working directory and index state WIP on main", command="git stash")
    log.model("Put away.")
    (repository / "a.py").write_text("2")
    run(repository, "stash")
    (repository / "new.py").write_text("x")
    (repository / "b.py").write_text("x")
    run(repository, "add", "b.py")
    run(repository, "commit", "-q", "-m", "two")
    found = explain(log.session(), git.status(str(repository), 5_000))
    assert found.snapshot.uncommitted == ("new.py",)
    assert any("git stash" in step for step in found.snapshot.next_steps)
    assert any("not pushed" in note for note in found.notes)


def test_c051_edits_that_are_gone_from_the_tree_with_the_same_head_are_told(repository: Path) -> None:
    log = Log(str(repository))
    log.human("Fix it.")
    log.edit("a.py")
    log.model("Fixed.")
    (repository / "a.py").write_text("2")
    before = explain(log.session(), git.status(str(repository), 5_000))
    run(repository, "reset", "-q", "--hard")
    after = explain(log.session(), git.status(str(repository), 5_000))
    assert before.snapshot.uncommitted == ("a.py",)
    assert before.snapshot.digest != after.snapshot.digest
    assert any("a.py" in note and "no commit of the log carries it" in note for note in after.notes)


@pytest.mark.parametrize("prose", [True, False])
def test_c068_a_plan_that_nobody_approved_is_an_open_question(prose: bool) -> None:
    log = Log()
    log.human("How would you split the billing module? Don't start yet.")
    if prose:
        log.model("My plan:\n\n1. Move the models\n2. Move the views\n\nShall I go ahead?")
    else:
        log.call("ExitPlanMode", None, plan="1. Move the models\n2. Move the views")
    log.compacted()
    assert build(log.session()).questions


def test_c074_edits_without_a_commit_before_a_boundary_are_unlanded() -> None:
    log = Log()
    log.human("Port the parser.")
    log.edit("parser.py")
    log.compacted()
    assert build(log.session()).uncommitted == ("parser.py",)


def test_c077_tests_that_were_started_and_did_not_finish_are_unlanded() -> None:
    log = Log()
    log.human("Run the whole suite in the background, then deploy if it is green.")
    log.call("Bash", "Command running in background with ID: bash_7", command="make test", run_in_background=True)
    log.model("The suite is running.")
    log.compacted()
    assert any("make test" in step for step in build(log.session()).next_steps)


def test_c077_a_run_in_the_foreground_that_never_returned_is_unlanded_and_current() -> None:
    log = Log()
    log.human("Run the suite.")
    log.call("Bash", None, command="make test")
    assert build(log.session()).next_steps == ("Unfinished call of Bash: make test",)
    assert explain(log.session(), at_compaction=True).left_out


@pytest.mark.parametrize("at_compaction", [False, True])
def test_c090_a_call_as_the_last_item_counts_unless_the_compaction_happens_inside_it(at_compaction: bool) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "bash", "arguments": '{"command": "make deploy"}'}}
    rows = [{"role": "user", "content": "Deploy it."}, {"role": "assistant", "content": None, "tool_calls": [call]}]
    session = read_source(BytesSource("\n".join(map(json.dumps, rows)).encode(), "log"))
    steps = build(session, at_compaction=at_compaction).next_steps
    assert bool(steps) is not at_compaction
