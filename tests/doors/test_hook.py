"""``threefold hook`` as a harness runs it: a process for each event."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from threefold.store.cache import Cache
from threefold.store.state import State, States


class Answered(NamedTuple):
    status: int
    output: str
    errors: str


Hook = Callable[..., Answered]
ELSEWHERE = "/home/dev/work"  # not on this machine, so that git has nothing to say


@pytest.fixture
def hook(tmp_path: Path) -> Hook:
    """Runs the hook with an event on standard input, in a home of its own."""

    def run(event: Mapping[str, object] | bytes, *words: str, full: bool = False, **variables: str) -> Answered:
        environ = {
            key: os.environ[key] for key in os.environ if not key.startswith(("THREEFOLD_", "JEV_", "TYPESAFE_"))
        }
        environ |= {"HOME": str(tmp_path), "THREEFOLD_HOME": str(tmp_path / "ours"), **variables}
        if full:  # coverage could not write what it measured, and would say so
            environ = {key: value for key, value in environ.items() if not key.startswith("COVERAGE_")}
        given = event if isinstance(event, bytes) else json.dumps(event).encode()
        done = subprocess.run(
            [*(["sh", "-c", 'ulimit -f 0 && exec "$@"', "sh"] if full else []),
             sys.executable, "-P", "-m", "threefold.doors.entry", "hook", *words],
            input=given, capture_output=True, env=environ, cwd=tmp_path, timeout=120, check=False,
        )  # fmt: skip
        return Answered(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


def transcript(path: Path, *messages: tuple[str, object]) -> Path:
    """A small log of Claude Code: one entry for each message."""
    parent: str | None = None
    with path.open("w") as file:
        for number, (role, content) in enumerate(messages):
            entry = {
                "type": role, "uuid": f"u{number}", "parentUuid": parent, "sessionId": "s-1", "isSidechain": False,
                "cwd": ELSEWHERE, "message": {"role": role, "content": content, "id": f"m{number}"},
            }  # fmt: skip
            file.write(json.dumps(entry, separators=(",", ":")) + "\n")
            parent = f"u{number}"
    return path


@pytest.fixture
def unlanded(tmp_path: Path) -> Path:
    """A log in which a file was written and not committed, and a rule was given."""
    call = {"type": "tool_use", "id": "t1", "name": "Write", "input": {"file_path": "deploy.md", "content": "8123"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "File created successfully at: deploy.md"}
    return transcript(
        tmp_path / "log.jsonl",
        ("user", "Never push to main. Write deploy.md, the service listens on port 8123."),
        ("assistant", [call]),
        ("user", [result]),
        ("assistant", [{"type": "text", "text": "Written."}]),
    )


def event(path: Path, name: str, **fields: object) -> dict[str, object]:
    return {
        "session_id": "s-1",
        "transcript_path": str(path),
        "cwd": ELSEWHERE,
        "hook_event_name": name,
        **fields,
    }


def test_observing_prints_nothing_and_records_the_verdict(hook: Hook, unlanded: Path, tmp_path: Path) -> None:
    done = hook(event(unlanded, "PreCompact", trigger="manual", custom_instructions=None))
    assert done == (0, "", "")
    (line,) = (tmp_path / "ours" / "reports" / "compaction-verdict.jsonl").read_text().splitlines()
    found = json.loads(line)
    assert (found["client"], found["trigger"], found["action"]) == ("claude-code", "manual", "pass")
    assert found["snapshot"]["uncommitted"] == ["deploy.md"]


@pytest.mark.parametrize("place", ["pipe", "/dev/zero", "folder"])
@pytest.mark.parametrize("name", ["PreCompact", "PostCompact"])
def test_a_log_that_is_no_file_is_answered_at_once(hook: Hook, tmp_path: Path, place: str, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    done = hook(event(tmp_path / place, name, trigger="auto", compact_summary="x"), "claude-code")
    assert (done.status, done.output) == (0, "")
    assert "is no file" in done.errors


def test_a_size_of_thousands_of_digits_is_refused_in_a_short_line(hook: Hook, unlanded: Path) -> None:
    done = hook(event(unlanded, "PreCompact", trigger="auto"), "--policy", "guide", "--keep-bytes", "9" * 5_000)
    assert (done.status, done.output) == (0, "")
    assert "of at most 12 digits" in done.errors
    assert len(done.errors) < 200


def test_a_closed_standard_input_is_no_event(tmp_path: Path) -> None:
    command = f"exec {shlex.quote(sys.executable)} -P -m threefold.doors.entry hook claude-code <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=tmp_path, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "threefold: standard input held no JSON event\n"


def test_guiding_prints_exactly_what_must_be_kept(hook: Hook, unlanded: Path) -> None:
    done = hook(event(unlanded, "PreCompact", trigger="manual"), "--policy", "guide")
    opening, *lines = done.output.splitlines()
    assert opening.startswith("Carry each of the following lines")
    assert lines[:2] == [
        "- Files changed and not committed: deploy.md",
        "- Decisions written nowhere: Never push to main.",
    ]
    assert sum("Never push to main." in line for line in lines) == 1  # once, though it is a rule as well
    assert any("port 8123" in line for line in lines)
    assert all(line.startswith("- ") for line in lines)


def test_guidance_stays_within_its_bytes(hook: Hook, unlanded: Path) -> None:
    done = hook(event(unlanded, "PreCompact", trigger="auto"), "--policy", "guide", "--keep-bytes", "300")
    assert 0 < len(done.output.encode()) <= 300
    assert hook(event(unlanded, "PreCompact", trigger="auto"), "--policy", "guide", "--keep-bytes", "10").output == ""


def test_holding_stops_what_a_person_asked_for_until_it_is_acknowledged(
    hook: Hook, unlanded: Path, tmp_path: Path
) -> None:
    asked = event(unlanded, "PreCompact", trigger="manual")
    for _ in range(2):
        answer = json.loads(hook(asked, "--policy", "hold").output)
        assert answer["decision"] == "block"
        assert "deploy.md" in answer["reason"]
        assert "threefold acknowledge s-1" in answer["reason"]
    environ = os.environ | {"THREEFOLD_HOME": str(tmp_path / "ours")}
    words = [sys.executable, "-P", "-m", "threefold", "acknowledge"]
    done = subprocess.run(words, env=environ, capture_output=True, text=True, check=True)
    assert "s-1" in done.stdout
    assert hook(asked, "--policy", "hold").output.startswith("Carry each")


def test_holding_stops_also_what_is_more_than_a_service_may_be_sent(hook: Hook, unlanded: Path, tmp_path: Path) -> None:
    todos = [{"content": f"Move part {n} of the importer {'over ' * 40}", "status": "pending"} for n in range(100)]
    call = {"type": "tool_use", "id": "t2", "name": "TodoWrite", "input": {"todos": todos}}
    grow(unlanded, 4, "assistant", [call])
    grow(unlanded, 5, "user", [{"type": "tool_result", "tool_use_id": "t2", "content": "Todos have been modified"}])
    done = hook(event(unlanded, "PreCompact", trigger="manual"), "claude-code", "--policy", "hold")
    answer = json.loads(done.output)
    assert answer["decision"] == "block"
    assert "(preserve_first)" in answer["reason"]
    assert len(answer["reason"]) < 5_000
    assert len(judged(tmp_path)[-1]["todos"]) == 100


def test_a_session_can_be_acknowledged_by_its_log(hook: Hook, unlanded: Path, tmp_path: Path) -> None:
    hook(event(unlanded, "PreCompact", trigger="manual"), "--policy", "hold")
    environ = os.environ | {"THREEFOLD_HOME": str(tmp_path / "ours")}
    words = [sys.executable, "-P", "-m", "threefold", "acknowledge", str(unlanded)]
    assert "s-1" in subprocess.run(words, env=environ, capture_output=True, text=True, check=True).stdout


def test_an_acknowledgement_is_used_up_by_the_compaction_that_it_let_through(
    hook: Hook, unlanded: Path, tmp_path: Path
) -> None:
    States(str(tmp_path / "ours")).put(State("s-1", "claude-code", 1, True, 0))
    asked = event(unlanded, "PreCompact", trigger="manual")
    assert hook(asked, "--policy", "hold").output.startswith("Carry each")
    hook(event(unlanded, "PostCompact", trigger="manual", compact_summary="<summary>We wrote deploy.md.</summary>"))
    assert json.loads(hook(asked, "--policy", "hold").output)["decision"] == "block"


def test_files_that_the_session_did_not_change_hold_nothing_up_and_those_that_it_did_do(
    hook: Hook, tmp_path: Path
) -> None:
    for words in (["init", "-q", "-b", "main"], ["config", "core.excludesFile", "/nowhere"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    folder = tmp_path / "shop"
    folder.mkdir()
    for number in range(5):
        (folder / f"scratch{number}.txt").write_text("x")
    landed = transcript(
        tmp_path / "a.jsonl", ("user", "What is 2 + 2?"), ("assistant", [{"type": "text", "text": "4."}])
    )
    here = {"cwd": str(folder), "trigger": "manual"}
    landed.write_text(landed.read_text().replace(ELSEWHERE, str(folder)))
    assert hook(event(landed, "PreCompact") | here, "--policy", "hold").output.startswith("Carry each")
    call = {
        "type": "tool_use",
        "id": "t1",
        "name": "Write",
        "input": {"file_path": f"{folder}/deploy.md", "content": "x"},
    }
    result = {
        "type": "tool_result",
        "tool_use_id": "t1",
        "content": f"File created successfully at: {folder}/deploy.md",
    }
    (folder / "deploy.md").write_text("x")
    wrote = transcript(tmp_path / "b.jsonl", ("user", "Write it."), ("assistant", [call]), ("user", [result]))
    wrote.write_text(wrote.read_text().replace(ELSEWHERE, str(folder)))
    answer = json.loads(hook(event(wrote, "PreCompact") | here, "--policy", "hold").output)
    assert answer["decision"] == "block"


def test_holding_guides_an_automatic_compaction(hook: Hook, unlanded: Path) -> None:
    done = hook(event(unlanded, "PreCompact", trigger="auto"), "--policy", "hold")
    assert done.output.startswith("Carry each")


def test_an_automatic_compaction_is_stopped_once_for_one_state_of_the_log(
    hook: Hook, unlanded: Path, tmp_path: Path
) -> None:
    asked = event(unlanded, "PreCompact", trigger="auto")
    assert hook(asked, "--policy", "veto").output.startswith("Carry each"), (
        "a log that shows no requests is not stopped"
    )
    lines = unlanded.read_text().splitlines()
    request = '{"type":"api-request","sessionId":"s-1"}'
    unlanded.write_text("\n".join([*lines[:-1], request, lines[-1]]) + "\n")
    outputs = [hook(asked, "--policy", "veto").output for _ in range(3)]
    assert [output.startswith('{"decision": "block"') for output in outputs] == [True, False, False]
    (state,) = (tmp_path / "ours" / "sessions").glob("*.json")
    assert json.loads(state.read_text())["refusals"] == 1


def test_a_compaction_after_a_request_that_the_model_refused_is_never_stopped(hook: Hook, unlanded: Path) -> None:
    with unlanded.open("a") as file:
        file.write('{"type":"api-request","sessionId":"s-1"}\n')
    done = hook(event(unlanded, "PreCompact", trigger="auto"), "--policy", "veto")
    assert done.output.startswith("Carry each")


def test_an_audit_is_kept_once_and_told_to_the_person_by_the_next_hook_alone(
    hook: Hook, unlanded: Path, tmp_path: Path
) -> None:
    after = event(
        unlanded, "PostCompact", trigger="auto", compact_summary="<summary>It listens on port 8124.</summary>"
    )
    assert hook(after) == (0, "", "")
    hook(after)
    (line,) = (tmp_path / "ours" / "reports" / "compaction-audit.jsonl").read_text().splitlines()
    assert [one["value"] for one in json.loads(line)["fidelity"]["candidates"]] == ["8124"]
    told = json.loads(hook(event(unlanded, "Stop", stop_hook_active=False)).output)
    assert set(told) == {"systemMessage"}
    assert "altered port: 8124" in told["systemMessage"]
    assert hook(event(unlanded, "UserPromptSubmit", prompt="next")).output == ""


def test_an_audit_that_is_said_again_names_the_place_where_the_log_is_now(
    hook: Hook, unlanded: Path, tmp_path: Path
) -> None:
    summary = {"trigger": "auto", "compact_summary": "<summary>It listens on port 8124.</summary>"}
    hook(event(unlanded, "PostCompact", **summary))
    hook(event(unlanded, "Stop"))
    moved = unlanded.rename(tmp_path / "moved.jsonl")
    hook(event(moved, "PostCompact", **summary))
    assert f"threefold audit {moved} " in json.loads(hook(event(moved, "Stop")).output)["systemMessage"]


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text here")
def test_a_home_whose_name_is_no_unicode_changes_nothing_of_what_is_told(
    hook: Hook, unlanded: Path, tmp_path: Path
) -> None:
    home = os.fsdecode(os.fsencode(tmp_path) + b"/h\xf6me")
    summary = {"trigger": "auto", "compact_summary": "<summary>It listens on port 8124.</summary>"}
    for _ in range(2):
        assert hook(event(unlanded, "PostCompact", **summary), "--inject", THREEFOLD_HOME=home) == (0, "", "")
        told = json.loads(hook(event(unlanded, "UserPromptSubmit", prompt="next"), THREEFOLD_HOME=home).output)
        assert "altered port: 8124" in told["systemMessage"]
        assert "Never push to main" in told["hookSpecificOutput"]["additionalContext"]


def test_the_model_is_told_only_where_that_was_asked_for_and_never_by_stop(hook: Hook, unlanded: Path) -> None:
    summary = {"trigger": "auto", "compact_summary": "<summary>Nothing to tell.</summary>"}
    hook(event(unlanded, "PostCompact", **summary), "--inject")
    assert "additionalContext" not in hook(event(unlanded, "Stop")).output
    told = json.loads(hook(event(unlanded, "PostToolUse", tool_name="Bash")).output)["hookSpecificOutput"]
    assert told["hookEventName"] == "PostToolUse"
    assert "Never push to main" in told["additionalContext"]
    assert hook(event(unlanded, "PreToolUse", tool_name="Bash")).output == ""


@pytest.mark.parametrize("name", ["SessionEnd", "Notification", "SubagentStop", "FutureEvent", ""])
def test_events_of_others_pass(hook: Hook, unlanded: Path, name: str) -> None:
    assert hook(event(unlanded, name, anything={"new": [1, None]}), "--policy", "hold") == (0, "", "")


@pytest.mark.parametrize(
    "given",
    [
        b"", b"not json", b"[]", b"null", b'"text"', b"\xff\xfe\x00", b"[" * 100_000,
        b'{"hook_event_name":"PreCompact"}',
        b'{"hook_event_name":"PreCompact","transcript_path":17,"session_id":{}}',
        b'{"hook_event_name":"PreCompact","transcript_path":"/no/such/file","session_id":"../../x"}',
        b'{"hook_event_name":"PostCompact","transcript_path":"/","compact_summary":"s","session_id":"s"}',
        b'{"hook_event_name":"PreCompact","transcript_path":"a\\u0000b","session_id":"s"}',
    ],
    ids=range(12),
)  # fmt: skip
def test_a_failure_of_ours_is_status_0_nothing_printed_and_one_line_of_complaint(hook: Hook, given: bytes) -> None:
    done = hook(given, "--policy", "hold")
    assert (done.status, done.output) == (0, "")
    assert done.errors.count("\n") <= 1


@pytest.mark.skipif(os.name != "posix", reason="needs a shell of POSIX")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
@pytest.mark.parametrize("words", [["--policy", "guide"], ["--frob"]], ids=" ".join)
def test_a_harness_that_closed_a_stream_gets_status_0_all_the_same(
    unlanded: Path, tmp_path: Path, closed: str, words: list[str]
) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-P", "-m", "threefold.doors.entry", "hook", *words],
        input=json.dumps(event(unlanded, "PreCompact", trigger="manual")).encode(), capture_output=True, check=False,
        env={**os.environ, "HOME": str(tmp_path), "THREEFOLD_HOME": str(tmp_path / "ours")}, cwd=tmp_path, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0


def test_a_call_that_is_not_understood_never_blocks(hook: Hook, unlanded: Path) -> None:
    for words in (["--policy", "always"], ["--frob"], ["nobody"], ["--keep-bytes", "many"]):
        done = hook(event(unlanded, "PreCompact", trigger="manual"), *words)
        assert (done.status, done.output) == (0, "")
        assert done.errors.startswith("threefold: ")


@pytest.mark.skipif(os.name != "posix", reason="sets a limit and a mode of POSIX")
@pytest.mark.parametrize("policy", ["observe", "guide", "hold", "veto"])
@pytest.mark.parametrize("home", ["a file", "below a file", "full", "closed"])
def test_a_home_that_cannot_be_written_costs_a_line_and_not_the_answer(
    hook: Hook, unlanded: Path, tmp_path: Path, home: str, policy: str
) -> None:
    asked = event(unlanded, "PreCompact", trigger="manual")
    wanted = hook(asked, "--policy", "observe" if policy == "observe" else "guide").output
    place = tmp_path / "bad"
    if home == "closed":
        if os.geteuid() == 0:
            pytest.skip("nothing is closed to root")
        place.mkdir(mode=0o000)
    elif home != "full":
        place.write_text("")
    place = place / "x" if home == "below a file" else place
    done = hook(asked, "--policy", policy, full=home == "full", THREEFOLD_HOME=str(place))
    assert done.status == 0
    assert done.output == wanted  # a stop that cannot be remembered could come again without end
    assert (policy == "observe") == (wanted == "")
    (line,) = done.errors.splitlines()
    assert line.startswith("threefold: could not write ")
    assert "the verdict" in line
    assert ("session's state" in line) == (policy in ("hold", "veto"))
    assert line.endswith("; so this compaction is not stopped") == (policy in ("hold", "veto"))


@pytest.mark.skipif(os.name != "posix", reason="sets a limit of POSIX")
def test_a_full_disk_after_a_compaction_is_named(hook: Hook, unlanded: Path) -> None:
    done = hook(event(unlanded, "PostCompact", trigger="auto", compact_summary="Port 9999."), full=True)
    (line,) = done.errors.splitlines()
    assert (done.status, done.output) == (0, "")
    assert "could not write the audit's record and what the person is to be told: " in line


@pytest.mark.parametrize("kept", ["", "{", "[]", "\x00"])
def test_nothing_is_stopped_while_it_cannot_be_read_what_was(
    hook: Hook, unlanded: Path, tmp_path: Path, kept: str
) -> None:
    asked = event(unlanded, "PreCompact", trigger="manual")
    assert "block" in hook(asked, "--policy", "hold").output
    (tmp_path / "ours" / "sessions" / "s-1.json").write_text(kept)
    done = hook(asked, "--policy", "hold")
    assert done.output.startswith("Carry each")
    assert done.errors == "threefold: could not read the session's state; so this compaction is not stopped\n"
    hook(event(unlanded, "PostCompact", trigger="manual", compact_summary="Done."))
    assert "block" in hook(asked, "--policy", "hold").output


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b"", "standard input held no JSON event"),
        (b"not json", "standard input held no JSON event"),
        (b"[" * 100_000, "standard input held no JSON event"),
        (b'{"hook_event_name":"PreCompact"}', "The event names no log of the session."),
        (b'{"hook_event_name":"PreCompact","transcript_path":"a\\u0000b"}', "cannot be used"),
        (b'{"hook_event_name":"PostCompact","transcript_path":"a\\ud800b"}', "cannot be used"),
        (b'{"hook_event_name":"PreCompact","transcript_path":"/\\u001b[31m\\u0007x"}', "/\\x1b[31m\\x07x: No such"),
    ],
    ids=range(7),
)  # fmt: skip
@pytest.mark.parametrize("client", ["claude-code", "codex"])
def test_what_is_wrong_with_an_event_is_said_in_words(hook: Hook, client: str, given: bytes, said: str) -> None:
    done = hook(given, client)
    assert (done.status, done.output) == (0, "")
    (line,) = done.errors.splitlines()
    assert said in line
    assert "Error" not in line
    assert line.isprintable()
    assert line.isascii()


def test_a_settings_file_in_the_sessions_own_directory_is_not_read(hook: Hook, unlanded: Path, tmp_path: Path) -> None:
    (tmp_path / "threefold.toml").write_text("[verdict]\nsafe_max = 99\n")
    done = hook(event(unlanded, "PreCompact", trigger="manual"), "--policy", "hold")
    assert json.loads(done.output)["decision"] == "block"


HOLDER = """
import fcntl, pathlib, sys
files = [path.open("rb") for path in pathlib.Path(sys.argv[1]).rglob("*.jsonl")]
for file in files:
    fcntl.flock(file, fcntl.LOCK_EX)
print(len(files), flush=True)
sys.stdin.read()
"""


def test_a_compaction_does_not_wait_for_a_process_that_holds_our_files_for_good(
    hook: Hook, unlanded: Path, tmp_path: Path
) -> None:
    before = event(unlanded, "PreCompact", trigger="manual")
    assert json.loads(hook(before, "--policy", "hold").output)["decision"] == "block"
    words = [sys.executable, "-c", HOLDER, str(tmp_path / "ours")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        assert int(holder.stdout.readline()) >= 1
        done = hook(before, "--policy", "hold", THREEFOLD_AUDIT_DEBUG="true")
        holder.stdin.close()
    assert json.loads(done.output)["decision"] == "block"
    (line,) = done.errors.splitlines()
    assert "could not write the verdict" in line
    assert "another process holds it" in line


def test_no_variable_of_the_environment_is_ever_written_down(hook: Hook, unlanded: Path, tmp_path: Path) -> None:
    token = "not-to-be-seen-4f1d"
    hook(event(unlanded, "PreCompact", trigger="manual"), "--policy", "hold", CLAUDE_CODE_MESSAGING_TOKEN=token)
    summary = {"trigger": "manual", "compact_summary": "nothing"}
    hook(event(unlanded, "PostCompact", **summary), "--inject", CLAUDE_CODE_MESSAGING_TOKEN=token)
    written = [path.read_bytes() for path in (tmp_path / "ours").rglob("*") if path.is_file()]
    assert len(written) >= 3
    assert not any(token.encode() in data for data in written)


def test_text_that_is_no_unicode_is_printed_all_the_same(hook: Hook, tmp_path: Path) -> None:
    path = transcript(tmp_path / "log.jsonl", ("user", "Never use \ud800 in 深圳 🚢 files."), ("assistant", "ok"))
    done = hook(event(path, "PreCompact", trigger="manual"), "--policy", "guide")
    assert done.status == 0
    assert "深圳" in done.output


def test_an_event_that_says_nothing_loads_neither_a_framework_nor_what_reads_logs() -> None:
    code = (
        "import io, os, sys\n"
        "os._exit = sys.exit\n"
        "sys.argv = ['threefold', 'hook']\n"
        'sys.stdin = io.TextIOWrapper(io.BytesIO(b\'{"hook_event_name": "PostToolUse", "session_id": "s"}\'))\n'
        "from threefold.doors.entry import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'typer', 'rich', 'msgspec', 're2', 'numpy', 'threefold.settings', 'threefold.reading', 'asyncio'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def recorded(shared: Path, log: str, inputs: str, copy: Path) -> list[dict[str, Any]]:
    """What a client really gave its hooks, with the log cut to what stood in it then."""
    lines = (shared / "sessions" / log).read_bytes().splitlines(keepends=True)
    found = []
    for line in (shared / "sessions" / "hook-inputs" / inputs).read_text().splitlines():
        entry = json.loads(line)
        count = entry["transcript"].get("lines", 0)
        found.append({"lines": b"".join(lines[:count]), "event": entry["stdin"] | {"transcript_path": str(copy)}})
    return found


@pytest.mark.parametrize(
    ("log", "inputs"),
    [
        ("claude-code-live/2.1.332-manual.jsonl", "claude-code-auto.jsonl"),
        ("claude-code-live/2.1.332-auto-tasks.jsonl", "claude-code-manual-and-auto.jsonl"),
        ("codex-live/0.171.0-auto-twice.jsonl", "codex-auto.jsonl"),
        ("codex-live/0.171.0-manual-appserver.jsonl", "codex-manual.jsonl"),
    ],
)
def test_what_a_client_really_gave_its_hooks_is_judged_and_audited(
    hook: Hook, shared: Path, tmp_path: Path, log: str, inputs: str
) -> None:
    copy = tmp_path / ("rollout-x.jsonl" if "codex" in log else "s.jsonl")
    compactions = 0
    for step in recorded(shared, log, inputs, copy):
        if step["lines"]:
            copy.write_bytes(step["lines"])
        done = hook(step["event"])
        assert (done.status, done.errors) == (0, "")
        compactions += step["event"]["hook_event_name"] == "PostCompact"
    reports = tmp_path / "ours" / "reports"
    assert len((reports / "compaction-verdict.jsonl").read_text().splitlines()) == compactions
    audits = [json.loads(line) for line in (reports / "compaction-audit.jsonl").read_text().splitlines()]
    assert len(audits) == compactions
    assert not any(audit["unauditable"] or audit["failures"] for audit in audits)


def test_tasks_that_claude_code_really_recorded_are_what_its_summariser_is_told_to_keep(
    hook: Hook, shared: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "s.jsonl"
    steps = recorded(shared, "claude-code-live/2.1.332-auto-tasks.jsonl", "claude-code-manual-and-auto.jsonl", copy)
    (step,) = [step for step in steps if step["event"]["hook_event_name"] == "PreCompact"]
    copy.write_bytes(step["lines"])
    assert "First thing" in hook(step["event"], "--policy", "guide").output


def test_an_encrypted_summary_of_codex_is_recorded_as_one_that_cannot_be_audited(
    hook: Hook, shared: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "rollout-y.jsonl"
    copy.write_bytes((shared / "sessions" / "codex-live" / "0.171.0-remote-v2-encrypted.jsonl").read_bytes())
    done = hook(event(copy, "PostCompact", turn_id="t", trigger="auto"))
    assert "cannot be audited" in json.loads(done.output)["systemMessage"]
    (line,) = (tmp_path / "ours" / "reports" / "compaction-audit.jsonl").read_text().splitlines()
    assert "encrypted" in json.loads(line)["unauditable"]


@pytest.mark.parametrize("log", ["1.6.0-rpc-manual.jsonl", "0.73.1-threshold.jsonl"])
def test_a_compaction_of_pi_is_audited_from_its_entry(hook: Hook, shared: Path, tmp_path: Path, log: str) -> None:
    copy = tmp_path / "pi.jsonl"
    copy.write_bytes((shared / "sessions" / "pi-live" / log).read_bytes())
    entries = [json.loads(line) for line in copy.read_text().splitlines()]
    (entry,) = [entry for entry in entries if entry["type"] == "compaction"]
    asked = event(copy, "session_compact", compaction_id=entry["id"], summary=entry["summary"], reason="manual")
    assert "Threefold: audit of" in json.loads(hook(asked).output)["line"]
    before = event(copy, "session_before_compact", reason="threshold")
    assert json.loads(hook(before, "pi", "--policy", "observe").output) == {}


def test_what_only_a_tool_or_the_harness_printed_is_not_guided(hook: Hook, tmp_path: Path) -> None:
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "make"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "src/printed/by_a_tool.py: 41 warnings\n" * 3}
    path = transcript(
        tmp_path / "log.jsonl",
        ("user", "<system-reminder>\nNever touch /opt/said/by_the_harness.py\n</system-reminder>"),
        ("user", "Mend src/named/by_a_person.py"),
        ("assistant", [call]),
        ("user", [result]),
        ("assistant", [{"type": "text", "text": "Looking."}]),
    )
    said = hook(event(path, "PreCompact", trigger="manual"), "--policy", "guide").output
    assert "src/named/by_a_person.py" in said
    assert "by_a_tool" not in said
    assert "by_the_harness" not in said


# --- a log that grew ------------------------------------------------------------------------------------------------


def grow(path: Path, number: int, role: str, content: object) -> None:
    """One entry more behind the last."""
    entry = {
        "type": role, "uuid": f"u{number}", "parentUuid": f"u{number - 1}", "sessionId": "s-1", "isSidechain": False,
        "cwd": ELSEWHERE, "message": {"role": role, "content": content, "id": f"m{number}"},
    }  # fmt: skip
    with path.open("a") as file:
        file.write(json.dumps(entry, separators=(",", ":")) + "\n")


def judged(tmp_path: Path) -> list[dict[str, Any]]:
    lines = (tmp_path / "ours" / "reports" / "compaction-verdict.jsonl").read_text().splitlines()
    return [json.loads(line)["snapshot"] for line in lines]


def test_a_log_that_grew_is_judged_with_what_was_added(hook: Hook, unlanded: Path, tmp_path: Path) -> None:
    asked = event(unlanded, "PreCompact", trigger="auto")
    assert hook(asked).status == 0
    write = {"type": "tool_use", "id": "t2", "name": "Write", "input": {"file_path": "more.md", "content": "x"}}
    grow(unlanded, 4, "assistant", [write])
    grow(unlanded, 5, "user", [{"type": "tool_result", "tool_use_id": "t2", "content": "File created successfully"}])
    assert hook(asked).status == 0
    grow(unlanded, 6, "user", "Thank you.")
    assert hook(asked).status == 0
    before, after, last = judged(tmp_path)
    assert (before["uncommitted"], after["uncommitted"]) == (["deploy.md"], ["deploy.md", "more.md"])
    assert last["uncommitted"] == after["uncommitted"]
    assert hook(asked, THREEFOLD_HOME=str(tmp_path / "fresh")).status == 0
    fresh = json.loads((tmp_path / "fresh" / "reports" / "compaction-verdict.jsonl").read_text())["snapshot"]
    assert fresh == last


def test_a_log_that_was_written_anew_with_as_many_bytes_is_judged_anew(
    hook: Hook, unlanded: Path, tmp_path: Path
) -> None:
    asked = event(unlanded, "PreCompact", trigger="auto")
    assert hook(asked).status == 0
    unlanded.write_text(unlanded.read_text().replace("deploy.md", "redone.md"))
    grow(unlanded, 4, "user", "Thank you.")
    assert hook(asked).status == 0
    assert [one["uncommitted"] for one in judged(tmp_path)] == [["deploy.md"], ["redone.md"]]


def test_what_others_may_have_written_is_not_gone_on_with(hook: Hook, unlanded: Path, tmp_path: Path) -> None:
    asked = event(unlanded, "PreCompact", trigger="auto")
    assert hook(asked).status == 0
    trap = tmp_path / "sprung"
    made = b"cposix\nsystem\n(S'touch " + str(trap).encode() + b"'\ntR."
    folder = tmp_path / "ours" / "cache" / "logs"
    trapped = 0
    for path in folder.iterdir():
        kept = Cache(str(tmp_path / "ours")).get(path.name) or b""
        if kept[:1] == b"\x84":
            known = msgspec.msgpack.decode(kept)
            Cache(str(tmp_path / "ours")).put(path.name, msgspec.msgpack.encode(known | {"state": made}))
            path.chmod(0o666)
            trapped += 1
    assert trapped == 1
    grow(unlanded, 4, "user", "Thank you.")
    assert hook(asked).status == 0
    assert not trap.exists()
    assert len(judged(tmp_path)) == 2


def test_a_kept_fold_of_which_a_byte_changed_is_not_gone_on_with(hook: Hook, unlanded: Path, tmp_path: Path) -> None:
    asked = event(unlanded, "PreCompact", trigger="auto")
    assert hook(asked).status == 0
    damaged = 0
    for path in (tmp_path / "ours" / "cache" / "logs").iterdir():
        whole = path.read_bytes()
        path.write_bytes(whole.replace(b"deploy.md", b"deplox.md"))
        damaged += path.read_bytes() != whole
    assert damaged == 2
    for number in (4, 5):
        assert hook(asked) == (0, "", "")
        grow(unlanded, number, "user", "Thank you.")
    assert [one["uncommitted"] for one in judged(tmp_path)] == [["deploy.md"]] * 3
