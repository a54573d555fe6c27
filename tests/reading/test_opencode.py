from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from threefold.errors import UnknownFormat, UnreadableInput
from threefold.reading import opencode, read
from threefold.reading.source import BytesSource
from threefold.session import Author, Edit, Session, Todo, Todos, Turn

Json = dict[str, Any]
INFO: Json = {"id": "ses_1", "projectID": "p", "directory": "/w", "version": "1.3.17", "time": {"created": 1}}


def message(id: str, role: str, at: int = 0, **more: Any) -> Json:
    return {"id": id, "sessionID": "ses_1", "role": role, "time": {"created": at}, **more}


def part(of: str, id: str, kind: str, **more: Any) -> Json:
    return {"id": id, "sessionID": "ses_1", "messageID": of, "type": kind, **more}


def text(of: str, words: str, **more: Any) -> Json:
    return part(of, f"{of}_t{words[:3]}", "text", text=words, **more)


def tool(of: str, call: str, status: str = "completed", **state: Any) -> Json:
    return part(
        of, f"{of}_{call}", "tool", callID=call, tool="bash", state={"status": status, "input": {"a": 1}, **state}
    )


TALK = [
    message("m1", "user", 1),
    text("m1", "one"),
    message("m2", "assistant", 2),
    text("m2", "alpha"),
    tool("m2", "c1", output="x"),
    message("m3", "user", 3),
    text("m3", "two"),
]
COMPACTED = [
    message("m4", "user", 4),
    part("m4", "m4_c", "compaction", auto=True, tail_start_id="m3"),
    message("m5", "assistant", 5, mode="compaction", summary=True, parentID="m4", modelID="k2"),
    text("m5", "They said one."),
    message("m6", "user", 6),
    text("m6", "Continue if you have next steps", synthetic=True),
    message("m7", "user", 7),
    text("m7", "three"),
]


def lines(*rows: Json) -> Session:
    return opencode.read(BytesSource(b"".join(json.dumps(row).encode() + b"\n" for row in (INFO, *rows))))


def texts(log: Session, events: Any = None) -> list[str]:
    return [m.text() for m in log.messages(events)]


def tree(root: Path, rows: Iterable[Json], session: Json = INFO) -> Path:
    """The rows as OpenCode's files."""
    files = {f"session/p/{session['id']}.json": session}
    for row in rows:
        folder = f"message/{session['id']}" if "role" in row else f"part/{row['messageID']}"
        files[f"{folder}/{row['id']}.json"] = row
    for name, value in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(json.dumps(value, indent=2))
    return root / f"session/p/{session['id']}.json"


def database(path: Path, rows: Iterable[Json], *sessions: str) -> Path:
    """The rows as OpenCode's database: ids are columns, the rest is JSON."""
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE session (id, project_id, parent_id, directory, version, title, revert, time_created)")
        db.execute("CREATE TABLE message (id, session_id, time_created, data)")
        db.execute("CREATE TABLE part (id, message_id, session_id, data)")
        db.execute("CREATE TABLE todo (session_id, content, status, position)")
        for name in ("ses_1", *sessions):
            db.execute("INSERT INTO session VALUES (?, 'p', NULL, '/w', '1.3.17', 't', NULL, 1)", (name,))
        db.execute("INSERT INTO todo VALUES ('ses_1', 'ship', 'pending', 0)")
        for row in rows:
            data = json.dumps({k: v for k, v in row.items() if k not in ("id", "sessionID", "messageID")})
            if "role" in row:
                db.execute("INSERT INTO message VALUES (?, 'ses_1', ?, ?)", (row["id"], row["time"]["created"], data))
            else:
                db.execute("INSERT INTO part VALUES (?, ?, 'ses_1', ?)", (row["id"], row["messageID"], data))
    db.close()
    return path


def test_the_parts_of_a_message_are_one_message_with_calls_and_results() -> None:
    log = lines(*TALK)
    first, answer, second = log.messages()
    assert [type(p).__name__ for p in answer.parts] == ["Text", "ToolCall", "ToolResult"]
    assert (answer.tool_calls[0].id, answer.tool_results[0].call_id, answer.tool_results[0].text) == ("c1", "c1", "x")
    assert [m.author for m in (first, answer, second)] == [Author.HUMAN, Author.MODEL, Author.HUMAN]
    assert (log.id, log.cwd, log.version) == ("ses_1", "/w", "1.3.17")


@pytest.mark.parametrize(
    ("status", "state", "results"),
    [
        ("pending", {}, []),
        ("running", {}, []),
        ("error", {"error": "boom"}, [("boom", True)]),
        ("completed", {"output": "x", "metadata": {"exit": 2}}, [("x", True)]),
        ("success", {"output": "x"}, [("x", False)]),
    ],
)
def test_how_a_call_went_shows_in_its_state(status: str, state: Json, results: list[tuple[str, bool]]) -> None:
    log = lines(message("m", "assistant"), tool("m", "c", status, **state))
    assert [(r.text, r.is_error) for m in log.messages() for r in m.tool_results] == results


def test_what_the_client_wrote_in_the_users_place_is_no_humans() -> None:
    log = lines(
        message("m", "user"),
        text("m", "read it"),
        text("m", "Called the Read tool", synthetic=True),
        text("m", "hidden", ignored=True),
        part("m", "s", "subtask", prompt="Review all."),
        part("m", "f", "file", mime="image/png", url="data:image/png;base64,AAAA"),
    )
    (said,) = log.messages()
    assert said.text(Author.HUMAN) == "read it"
    assert said.text(Author.HARNESS) == "Called the Read tool\nReview all."
    assert "hidden" not in said.text()


def test_a_compaction_leaves_the_tail_beside_the_summary() -> None:
    log = lines(*TALK, *COMPACTED)
    (compaction,) = log.compactions
    assert texts(log) == ["They said one.", "two", "Continue if you have next steps", "three"]
    assert (compaction.summary, compaction.trigger, compaction.model) == ("They said one.", "auto", "k2")
    assert (texts(log, compaction.covers), texts(log, compaction.kept)) == (["one", "alpha"], ["two"])
    assert [m.author for m in log.messages()] == [Author.SUMMARY, Author.HUMAN, Author.HARNESS, Author.HUMAN]


def test_a_second_compaction_goes_back_to_the_first() -> None:
    again = [
        message("n1", "user"),
        part("n1", "n1_c", "compaction", auto=False),
        message("n2", "assistant", summary=True, parentID="n1"),
        text("n2", "More."),
    ]
    log = lines(*TALK, *COMPACTED, *again)
    assert (log.compactions[1].earlier, log.compactions[1].trigger, texts(log)) == ((0,), "manual", ["More."])


@pytest.mark.parametrize(
    "answer",
    [
        [],
        [message("m5", "assistant", summary=True, error={"name": "APIError"})],
        [message("m5", "assistant", summary=True), text("m5", " ")],
    ],
)
def test_a_compaction_without_a_summary_is_an_attempt(answer: list[Json]) -> None:
    log = lines(*TALK, *COMPACTED[:2], *answer)
    assert (len(log.compactions), texts(log), len(log.attempts)) == (0, ["one", "alpha", "two"], 1)


def test_a_title_of_a_users_message_is_no_summary() -> None:
    log = lines(message("m", "user", summary={"title": "One", "body": "b"}), text("m", "one"))
    assert next(log.messages()).author is Author.HUMAN


def test_a_pruned_result_stays_stored_and_is_named() -> None:
    log = lines(message("m", "assistant"), tool("m", "c9", output="x", time={"start": 1, "compacted": 5}))
    assert (log.cleared, next(log.messages()).tool_results[0].text) == (frozenset({"c9"}), "x")


def test_messages_that_were_taken_back_are_not_seen() -> None:
    info = {**INFO, "revert": {"messageID": "m2"}}
    data = b"".join(json.dumps(row).encode() + b"\n" for row in (info, *TALK))
    log = opencode.read(BytesSource(data))
    assert (texts(log), len(log.notes)) == (["one"], 1)


def test_edits_and_the_end_of_a_turn_are_marked() -> None:
    log = lines(
        message("m", "assistant", finish="stop"),
        part("m", "p", "patch", files=["/w/x"]),
        message("n", "assistant", error={"name": "MessageAbortedError"}),
    )
    marks = [mark for _, r in log.records() for mark in r.marks]
    assert marks == [Turn(False, "completed"), Edit("/w/x"), Turn(False, "aborted")]


# --- where it is kept ------------------------------------------------------------------------------------------------


def test_an_export_a_tree_and_a_database_are_one_session(tmp_path: Path) -> None:
    rows = [*TALK, *COMPACTED]
    export = tmp_path / "export.json"
    held = [{"info": m, "parts": [r for r in rows if r.get("messageID") == m["id"]]} for m in rows if "role" in m]
    export.write_text(json.dumps({"info": INFO, "messages": held}, indent=2))
    storage = tmp_path / "storage"
    file = tree(storage, rows)
    kept = database(tmp_path / "opencode.db", rows)
    wanted = texts(lines(*rows))
    for path in (export, file, storage, tmp_path, storage / "ses_1", kept, kept / "ses_1"):
        with read(path) as log:
            assert (log.format, texts(log), len(log.compactions)) == ("opencode", wanted, 1), path
            assert log.lines.read == log.lines.total
            assert (log.cwd, json.loads(log.raw(log.surface[-1]))["text"]) == ("/w", "three")


def test_the_list_of_todos_in_a_database_is_marked(tmp_path: Path) -> None:
    with read(database(tmp_path / "opencode.db", TALK)) as log:
        assert log.record(len(log.events) - 1).marks == (Todos((Todo("ship", "pending"),)),)


def test_a_place_with_several_sessions_asks_which(tmp_path: Path) -> None:
    tree(tmp_path / "storage", TALK)
    tree(tmp_path / "storage", [], {**INFO, "id": "ses_2"})
    for path in (tmp_path / "storage", tmp_path / "storage" / "ses_3", database(tmp_path / "x.db", TALK, "ses_2")):
        with pytest.raises(UnreadableInput, match=r"name one.*ses_1, ses_2"):
            read(path)


def test_other_directories_and_databases_are_what_they_were(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="is a directory; name the session's log file in it"):
        read(tmp_path)
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE t (x)").connection.close()
    with pytest.raises(UnknownFormat):
        read(tmp_path / "other.db")
    with pytest.raises(UnreadableInput, match="cannot be opened"):
        read(tmp_path / "other.db" / "ses_1")


def test_the_event_files_of_openhands_are_one_log(tmp_path: Path) -> None:
    (tmp_path / "events").mkdir()
    for number, words in enumerate(("one", "two")):
        said = {"role": "user", "content": [{"type": "text", "text": words}]}
        value = {"id": f"e{number}", "kind": "MessageEvent", "source": "user", "timestamp": "t", "llm_message": said}
        (tmp_path / "events" / f"event-{number:05}-e.json").write_text(json.dumps(value, indent=1))
    for path in (tmp_path, tmp_path / "events"):
        with read(path) as log:
            assert (log.format, texts(log), log.lines.total) == ("openhands", ["one", "two"], 2)


@pytest.fixture
def real(shared: Path, tmp_path: Path) -> Path:
    """The real storage in its own shape: the files beside the checkout have flattened names."""
    for path in (shared / "sessions/opencode/storage").iterdir():
        place = tmp_path / path.name.replace("__", "/")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "said", "calls"),
    [
        ("storage_legacy/session/proj_test/ses_s_stage0_drift.json", ["Read README and extracted the title."], 1),
        ("storage_v2/session/proj_test/ses_s_stage0_small.json", ["Hello", "Found 2 files."], 1),
        (
            "storage_v2/session/proj_test/ses_s_stage0_large.json",
            ["Step 1", "Command failed with exit code 1.", "Step 2", "Ok"],
            1,
        ),
    ],
)
def test_real_storage_is_read(real: Path, name: str, said: list[str], calls: int) -> None:
    with read(real / name) as log:
        assert texts(log) == said
        pairs = [(c.id, r.call_id) for m in log.messages() for c, r in zip(m.tool_calls, m.tool_results, strict=True)]
        assert (len(pairs), all(a == b for a, b in pairs)) == (calls, True)
        files = len(list(real.glob(f"{name.partition('/')[0]}/message/*{log.id}*/*.json")))
        assert log.lines.read == log.lines.total
        assert log.events.counts()["message"] == files
        humans = [m.text(Author.HUMAN) for m in log.messages() if m.author is Author.HUMAN]
        assert humans == [words for words in said if words in ("Hello", "Step 1", "Step 2")]


def test_every_file_of_real_storage_is_read_alone_too(shared: Path) -> None:
    for path in (shared / "sessions/opencode/storage").glob("*.json"):
        with read(path) as log:
            assert (log.format, len(log.events), log.lines.broken) == ("opencode", 1, 0), path.name
