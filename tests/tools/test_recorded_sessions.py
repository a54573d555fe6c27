"""The sessions recorded with DeepSeek Harness: whole, free of the machine they were made on, and labelled."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
import zstandard

KEYS = {"committed", "changed", "staged", "untracked"}
FOREIGN = re.compile(r"/(?:tmp|work|root|opt|usr|var|private|Users)/|/home/(?!dev/)")


def lines_of(path: Path) -> list[str]:
    """The lines of a log, plain or in zstd frames."""
    raw = path.read_bytes()
    if path.suffix == ".zstd":
        raw = zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True).read()
    return [line for line in raw.decode().split("\n") if line]


@pytest.fixture(scope="module")
def logs(checkout: Path) -> list[Path]:
    return [
        *sorted((checkout / "corpus/verdict/sessions").glob("*.v4.jsonl*")),
        *sorted((checkout / "bench/audit/sessions").glob("*.v4.jsonl")),
        checkout / "examples/import-fix.v4.jsonl",
    ]


@pytest.fixture(scope="module")
def rows(checkout: Path) -> list[dict[str, object]]:
    text = (checkout / "corpus/verdict/dsh.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_every_event_is_there(logs: list[Path]) -> None:
    for log in logs:
        header, *events = map(json.loads, lines_of(log))
        assert header["version"] == 4, log
        assert [event["seq"] for event in events] == list(range(len(events))), log


def test_no_path_of_a_machine_and_no_address_of_a_person_stands_in_a_recording(logs: list[Path]) -> None:
    for log in logs:
        text = "\n".join(lines_of(log))
        assert not FOREIGN.search(text), log
        assert set(re.findall(r"[\w.]+@[\w.]+", text)) <= {"dev@example.com"}, log


def test_the_vendors_prompt_text_is_taken_out(logs: list[Path]) -> None:
    for log in logs:
        for event in map(json.loads, lines_of(log)):
            if event["type"] == "system/message":
                assert "stand-in" in event["data"]["message"]["content"][0]["text"], log
            if event["type"] == "request/header":
                tools = event["data"]["header"]["tools"]
                assert {json.dumps(tool["parameters"]) for tool in tools} == {'{"type": "object"}'}, log
                assert {tool["description"] for tool in tools} == {"(description taken out of this recording)"}, log


def test_every_session_has_one_row_and_every_row_its_session(checkout: Path, rows: list[dict[str, object]]) -> None:
    named = Counter(str(row["session"]) for row in rows)
    found = {f"sessions/{path.name}" for path in (checkout / "corpus/verdict/sessions").iterdir()}
    assert named == Counter(found)
    assert len({row["id"] for row in rows}) == len(rows) >= 40


def test_a_row_says_label_and_reason_and_describes_the_work_tree_as_data_only(rows: list[dict[str, object]]) -> None:
    for row in rows:
        assert row["label"] in {"lost", "keep"}, row
        assert str(row["why"]).endswith("."), row
        tree = row.get("worktree")
        assert tree is None or (tree.keys() == KEYS and all(isinstance(paths, list) for paths in tree.values())), row


def test_both_labels_and_both_languages_have_their_share(checkout: Path, rows: list[dict[str, object]]) -> None:
    labels = Counter(row["label"] for row in rows)
    assert min(labels.values()) >= len(rows) * 0.4, labels
    chinese = sum(any_chinese_request(checkout / "corpus/verdict" / str(row["session"])) for row in rows)
    assert len(rows) * 0.4 <= chinese <= len(rows) * 0.6, chinese


def any_chinese_request(log: Path) -> bool:
    """Whether the person wrote Chinese."""
    events = map(json.loads, lines_of(log))
    typed = [e["data"] for e in events if e["type"] == "user/message" and e["data"]["source"]["kind"] == "user"]
    return any("一" <= character <= "鿿" for data in typed for character in data["content"][0]["text"])


def test_the_example_holds_what_its_readme_promises(checkout: Path) -> None:
    events = [json.loads(line) for line in lines_of(checkout / "examples/import-fix.v4.jsonl")]
    summary = next(event["data"]["summary"][0]["text"] for event in events if event["type"] == "compaction/summary")
    rest = "\n".join(json.dumps(event, ensure_ascii=False) for event in events if event["type"] == "tool/result")
    for altered, real in (
        ("3f2504e0-4f89-41d3-9a0c-0305e82c3307", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"),
        ("warehouse.example.com:5432", "warehouse.example.com:5433"),
        ("tests/data/quoted.csv", "tests/fixtures/quoted.csv"),
    ):
        assert altered in summary
        assert altered not in rest
        assert real in rest
    assert "840 ms" in summary
    assert "840 ms" not in rest
