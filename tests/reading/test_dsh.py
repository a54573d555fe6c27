"""DeepSeek Harness logs: both versions, the surface, compactions, and whose words they are."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from threefold.errors import InputError
from threefold.pipeline import build
from threefold.reading import read, read_source
from threefold.reading.source import BytesSource, open_source
from threefold.session import Author, Edit, Job, Queued, Session, Todo, Todos, Turn

HEADER = {"type": "session", "version": 4, "id": "s1", "createdAt": 1, "cwd": "/w", "delegationDepth": 0}


class Log:
    """Writes events as the harness does; each answers its seq."""

    def __init__(self) -> None:
        self.rows: list[dict[str, object]] = [HEADER]

    def add(self, type: str, data: object = None, op: object = None) -> int:
        seq = len(self.rows) - 1
        row: dict[str, object] = {"type": type, "seq": seq, "time": seq, "data": data or {}}
        self.rows.append(row if op is None else row | {"surfaceOp": op})
        return seq

    def user(self, text: str, op: object = "append", **source: object) -> int:
        content = [{"type": "text", "text": text}]
        return self.add("user/message", {"content": content, "source": source or {"kind": "user"}, "role": "user"}, op)

    def model(self, text: str, *calls: str) -> int:
        blocks: list[object] = [{"type": "text", "text": text}]
        blocks += [{"type": "tool-call", "id": c, "name": "bash", "arguments": "{}"} for c in calls]
        message = {"role": "assistant", "content": blocks}
        return self.add("assistant/message", {"message": message, "stream": [{"text": text}]}, "append")

    def result(self, call: str, text: str, op: object = "append", meta: object = None) -> int:
        message = {"role": "tool", "toolCallId": call, "content": [{"type": "text", "text": text}], "isError": False}
        return self.add("tool/result", {"message": message, "meta": meta}, op)

    def compaction(self, name: str, first: int, last: int, seqs: list[int], turn: int | None = None) -> int:
        self.add("compaction/start", {"compactionId": name, "turn": turn})
        summary = [{"type": "text", "text": f"summary {name}"}]
        span = {"start": first, "end": last}
        self.add(
            "compaction/summary",
            {"compactionId": name, "summary": summary, "shadowedSeqs": seqs, "shadowedRange": span, "model": "m-1"},
        )
        source = {"kind": "compact-checkpoint", "compactionId": name}
        seq = self.user(f"summary {name}", {"op": "replace", "startSeq": first, "endSeq": last}, **source)
        self.add("compaction/end", {"compactionId": name, "turn": turn})
        return seq

    def bytes(self) -> bytes:
        return "\n".join(json.dumps(row, ensure_ascii=False) for row in self.rows).encode() + b"\n"

    def read(self) -> Session:
        return read_source(BytesSource(self.bytes()))


def texts(session: Session, events: object = None) -> list[str]:
    return [m.text() or m.tool_results[0].text for m in session.messages(events)]  # type: ignore[arg-type]


def test_the_surface_is_what_was_appended_with_replacements_in_their_place() -> None:
    log = Log()
    log.user("one")
    two = log.result("t", "long output")
    log.model("three")
    log.result("t", "pruned", {"op": "replace", "startSeq": two, "endSeq": two})
    assert texts(log.read()) == ["one", "pruned", "three"]


def test_a_compaction_names_its_leaves_its_lock_and_its_trigger() -> None:
    log = Log()
    log.add("system/message", {"message": {"role": "system", "content": [{"type": "text", "text": "rules"}]}}, "append")
    first, last = log.user("task"), log.model("done")
    log.compaction("c1", first, last, [first, last], turn=3)
    log.user("more")
    session = log.read()
    (compaction,) = session.compactions
    assert texts(session, session.leaves(compaction)) == ["task", "done"]
    assert texts(session, compaction.kept) == ["rules"]
    assert texts(session) == ["rules", "summary c1", "more"]
    assert (compaction.trigger, compaction.model, compaction.shadowed) == ("auto", "m-1", (first, last))
    assert [session.events.kind(e or 0) for e in compaction.lock or ()] == ["compaction/start", "compaction/end"]
    assert [m.author for m in session.messages()] == [Author.HARNESS, Author.SUMMARY, Author.HUMAN]


def test_a_checkpoint_that_is_compacted_again_leads_to_its_own_leaves_once() -> None:
    log = Log()
    one = log.user("one")
    checkpoint = log.compaction("c1", one, one, [one])
    two = log.user("two")
    log.compaction("c2", checkpoint, two, [checkpoint, two])
    session = log.read()
    assert session.compactions[1].earlier == (0,)
    assert texts(session, session.leaves(session.compactions[1])) == ["one", "two"]
    assert texts(session) == ["summary c2"]


@pytest.mark.parametrize("damage", [b"\xff", b"\\ud83d"])
def test_a_damaged_character_beside_a_compaction_s_leaves_does_not_cost_them(damage: bytes) -> None:
    log = Log()
    one = log.user("one")
    log.compaction("c1", one, one, [one])
    damaged = log.bytes().replace(b'"m-1"', b'"m-1' + damage + b'"')
    (compaction,) = read_source(BytesSource(damaged)).compactions
    assert (compaction.id, list(compaction.covers), compaction.model) == ("c1", [0], "m-1\ufffd")


def test_shadowed_events_that_are_missing_are_counted_as_a_gap() -> None:
    log = Log()
    one = log.user("one")
    log.compaction("c1", one, one, [one, 900, 901])
    assert log.read().compactions[0].gaps == ("2 of 3 shadowed events are not in this log",)


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        ([("compaction/end", {"compactionId": "c", "error": {"message": "vetoed"}})], "vetoed"),
        ([], "not ended in this log"),
        ([("session/end-seed", {})], "torn off: the session was resumed before it ended"),
        ([("compaction/start", {}), ("compaction/end", {"error": "x"})], "torn off: another one was begun"),
    ],
)
def test_a_compaction_that_came_to_nothing_is_an_attempt(end: list[tuple[str, object]], reason: str) -> None:
    log = Log()
    log.user("one")
    log.add("compaction/start", {"compactionId": "c", "turn": None})
    for type, data in end:
        log.add(type, data)
    session = log.read()
    assert session.compactions == ()
    assert session.attempts[0].reason == reason


@pytest.mark.parametrize(
    ("source", "author"),
    [
        ({"kind": "user"}, Author.HUMAN),
        ({"kind": "user-question-reply"}, Author.HUMAN),
        ({"kind": "agent-instructions"}, Author.HARNESS),
        ({"kind": "runtime-context"}, Author.HARNESS),
        ({"kind": "compact-checkpoint"}, Author.SUMMARY),
        ({"kind": "plugin", "plugin": "compact"}, Author.SUMMARY),
        ({"kind": "plugin:other"}, Author.HARNESS),
    ],
)
def test_the_author_of_a_user_message_is_told_by_its_source(source: dict[str, object], author: Author) -> None:
    log = Log()
    log.user("words", **source)
    assert [m.author for m in log.read().messages()] == [author]


def test_marks_tell_todos_edits_jobs_turns_and_queued_input() -> None:
    log = Log()
    log.add("turn/start", {"turn": 1})
    log.add("todo/write", {"todos": [{"content": "a", "status": "pending"}]})
    log.result("t1", "ok", meta={"path": "/w/a", "diffs": [{"path": "/w/a"}]})
    log.add("job/registered", {"jobId": "j", "label": "tests"})
    log.add("job/settled", {"jobId": "j"})
    queued = {"content": [{"type": "text", "text": "later"}]}
    log.add("agent/inbox/spliced", {"target": "next-turn", "inserted": [queued]})
    log.add("agent/inbox/spliced", {"target": "next-turn", "removedCount": 1, "inserted": []})
    log.add("turn/end", {"reason": {"kind": "interrupted"}})
    assert [mark for _, record in log.read().records() for mark in record.marks] == [
        Turn(True),
        Todos((Todo("a", "pending"),)),
        Edit("/w/a", "t1"),
        Job("j", True, "tests"),
        Job("j", False),
        Queued("later", True, "next-turn"),
        Queued("", False, "next-turn"),
        Turn(False, "interrupted"),
    ]


def test_version_0_counts_packed_rows_by_what_they_stand_for() -> None:
    rows = [
        {"type": "session", "version": 0, "id": "s", "cwd": "/w", "delegationDepth": 0},
        {"type": "request/header", "data": {"header": {"system": "be brief"}}},
        {"type": "text-chunks", "data": {"texts": ["a", "b", "c"]}},
        {"type": "user/message", "data": {"content": "task", "source": {"kind": "user"}}, "surfaceOp": "append"},
        {"type": "compaction/summary", "data": {"compactionId": "c", "summary": "short", "shadowedSeqs": [4]}},
        {
            "type": "user/message",
            "data": {"content": "short", "source": {"kind": "plugin", "plugin": "compact"}},
            "surfaceOp": {"op": "replace", "start": 4, "end": 4},
        },
    ]
    session = read_source(BytesSource("\n".join(map(json.dumps, rows)).encode()))
    assert texts(session, session.leaves(session.compactions[0])) == ["task"]
    assert texts(session) == ["short"]
    assert texts(session, [0]) == ["be brief"]
    assert session.lines.reasons == {"stream chunk (repeated by its message)": 1}


def test_concatenated_zstd_frames_are_one_log_and_a_torn_last_frame_costs_only_itself(tmp_path: Path) -> None:
    log = Log()
    log.user("one")
    log.user("two")
    lines = log.bytes().splitlines(keepends=True)
    frames = [zstandard.compress(line) for line in lines]
    path = tmp_path / "session.v4.jsonl.zstd"
    path.write_bytes(b"".join(frames))
    with read(path) as session:
        assert texts(session) == ["one", "two"]
    path.write_bytes(b"".join(frames)[:-3])
    with read(path) as session:
        assert texts(session) == ["one"]
        assert session.lines.broken == 0


def test_a_large_zstd_log_is_spooled_to_a_file(tmp_path: Path) -> None:
    log = Log()
    for number in range(60):
        log.user(f"{number} " + "x" * 200_000)
    path = tmp_path / "log"
    path.write_bytes(zstandard.compress(log.bytes()))
    source = open_source(path)
    assert type(source).__name__ == "FileSource"
    assert len(list(read_source(source).messages())) == 60


ROW = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            [
                "user/message",
                "assistant/message",
                "tool/result",
                "compaction/start",
                "compaction/summary",
                "compaction/end",
                "todo/write",
                "turn/end",
                "agent/inbox/spliced",
                "session",
                "assistant/chunk",
            ]
        )
    },
    optional={
        "seq": st.integers(-2, 9),
        "surfaceOp": st.sampled_from(["append", {"op": "replace", "startSeq": 0, "endSeq": 2}, {"start": 1}, {}]),
        "data": st.sampled_from(
            [
                {"content": "words", "source": {"kind": "user"}},
                {"content": [{"type": "text", "text": "s"}], "source": {"kind": "compact-checkpoint"}},
                {"message": {"content": [{"type": "tool-call", "id": 4}, None, "x"]}, "usage": {"inputTokens": "x"}},
                {"message": {"toolCallId": "t", "content": [{"type": "image", "data": "abc"}]}, "meta": {"diffs": [3]}},
                {"shadowedSeqs": [0, 1, 7], "summary": [{"type": "text", "text": "s"}], "turn": None},
                {"todos": [{"content": 3}, 4], "reason": 5, "removedCount": 3, "inserted": [{}]},
                [1],
                "text",
                None,
                {"content": "\ud83d"},
            ]
        ),
    },
)


@given(st.lists(ROW, max_size=14), st.integers(0, 30))
def test_no_log_raises_anything_but_an_input_error_and_its_lines_add_up(rows: list[object], cut: int) -> None:
    data = b"\n".join(json.dumps(row).encode() for row in [HEADER, *rows])
    data = data[: len(data) - cut]
    try:
        session = read_source(BytesSource(data), "dsh")
    except InputError:
        return
    lines = session.lines
    assert lines.read + lines.skipped + lines.broken == lines.total
    assert len(set(session.surface)) == len(session.surface)
    list(session.records())
    list(session.messages())
    for compaction in session.compactions:
        leaves = list(session.leaves(compaction))
        assert len(set(leaves)) == len(leaves)


COMPACTIONS = {
    "compaction-recovery": 1,
    "compaction-auto2": 1,
    "compaction-delay": 1,
    "compaction-python-engine": 1,
    "compaction-web-http": 1,
    "compaction-with-plugin-record-and-resume": 1,
    "compaction": 1,
}


def test_every_real_log_accounts_for_all_its_lines_and_its_compactions(shared: Path) -> None:
    paths = sorted((shared / "sessions").glob("dsh-v*/*.jsonl*"))
    for path in paths:
        raw = path.read_bytes()
        if path.suffix == ".zstd":
            raw = zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True).read()
        with read(path) as session:
            lines = session.lines
            assert lines.total == raw.count(b"\n") + (not raw.endswith(b"\n")), path
            assert lines.read + lines.skipped + lines.broken == lines.total, path
            assert lines.broken == 0, path
            assert len(session.compactions) == COMPACTIONS.get(path.stem, 0), path
            assert session.attempts or "veto" not in path.stem, path
    assert len(paths) == 17


@pytest.mark.parametrize("seq", [2**63, -(2**63) - 1, 2**100, -1])
def test_a_seq_that_no_log_can_have_is_as_good_as_absent(seq: int) -> None:
    log = Log()
    log.user("one")
    log.rows[-1]["seq"] = seq
    first = log.user("two")
    log.compaction("c1", first, first, [first])
    assert texts(log.read()) == ["one", "summary c1"]


def places(value: object) -> Iterator[tuple[object, ...]]:
    """Where in a JSON value something stands."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, held in entries:
        yield (key,)
        yield from ((key, *rest) for rest in places(held))


@pytest.mark.parametrize("odd", [None, [], [[]], {}, {"a": {}}, 7, "x"], ids=repr)
def test_a_field_of_another_type_is_as_good_as_absent(root: Path, odd: object) -> None:
    lines = (root / "examples" / "import-fix.v4.jsonl").read_bytes().splitlines()
    records = {json.loads(line)["type"]: json.loads(line) for line in lines[1:]}
    for record in records.values():
        for place in places(record):
            bent = copy.deepcopy(record)
            held = bent
            for key in place[:-1]:
                held = held[key]
            held[place[-1]] = odd
            with read_source(BytesSource(b"\n".join((*lines[:9], json.dumps(bent).encode()))), "dsh") as log:
                assert log.lines.broken == 0, place
                assert [*log.messages()]  # those of the lines before it, at least
                build(log)
