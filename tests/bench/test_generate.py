"""The generated logs are what the benchmarks take them for. Read here line by line, without any reader of ours."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FORMATS = ["dsh", "claude-code"]
SIZE = 2_000_000


def generate(root: Path, *options: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "bench.generate", *options]
    return subprocess.run(command, cwd=root, capture_output=True, check=False)


@pytest.fixture(scope="module", params=FORMATS)
def log(request: pytest.FixtureRequest, root: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, bytes]:
    path = tmp_path_factory.mktemp("logs") / "session.jsonl"
    result = generate(root, "--format", request.param, "--size", str(SIZE), "--seed", "5", "-o", str(path))
    assert result.returncode == 0, result.stderr
    return request.param, path.read_bytes()


def rows(log: tuple[str, bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log[1].splitlines()]


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, dict):
        yield from strings(list(value.values()))


def test_a_log_has_the_size_that_was_asked_for(log: tuple[str, bytes]) -> None:
    _, content = log
    last = content.rstrip(b"\n").rfind(b"\n") + 1
    assert last < SIZE <= len(content)


def test_a_seed_gives_the_same_bytes_again_and_another_seed_others(log: tuple[str, bytes], root: Path) -> None:
    kind, content = log
    again = generate(root, "--format", kind, "--size", str(SIZE), "--seed", "5").stdout
    other = generate(root, "--format", kind, "--size", "50kB", "--seed", "6").stdout
    assert hashlib.sha256(again).digest() == hashlib.sha256(content).digest()
    assert other[:50_000] != content[:50_000]


def test_a_fifth_of_the_text_is_chinese(log: tuple[str, bytes]) -> None:
    texts = [text for row in rows(log) for text in strings(row)]
    chinese = sum(3 * len(re.findall(r"[\u3000-\u9fff\uff00-\uffef]", text)) for text in texts)
    assert 0.13 < chinese / sum(len(text.encode()) for text in texts) < 0.27


def test_every_call_has_its_result(log: tuple[str, bytes]) -> None:
    blocks = [block for row in rows(log) for block in content(row)]
    calls = [block["id"] for block in blocks if block["type"] in ("tool-call", "tool_use")]
    answers = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
    answers += [row["data"]["message"]["toolCallId"] for row in rows(log) if row["type"] == "tool/result"]
    assert len(calls) == len(set(calls)) > 100
    # A log that is cut at its size may end between a call and its result.
    assert calls[: len(answers)] == answers
    assert len(calls) - len(answers) <= 1


def content(row: dict[str, Any]) -> list[dict[str, Any]]:
    message = row.get("message") or row.get("data", {}).get("message") or {}
    return message["content"] if isinstance(message.get("content"), list) else []


@pytest.mark.parametrize("log", ["dsh"], indirect=True)
def test_a_harness_log_counts_its_events_and_compacts_what_its_surface_shows(log: tuple[str, bytes]) -> None:
    header, *events = rows(log)
    assert (header["type"], header["version"]) == ("session", 4)
    assert [event["seq"] for event in events] == list(range(len(events)))
    surface: list[int] = []
    compactions = 0
    for event in events:
        match event.get("surfaceOp"):
            case "append":
                surface.append(event["seq"])
            case {"op": "replace", "startSeq": start, "endSeq": end}:
                first, last = surface.index(start), surface.index(end)
                summary = events[event["seq"] - 1]
                assert summary["type"] == "compaction/summary"
                assert summary["data"]["shadowedSeqs"] == surface[first : last + 1]
                assert events[event["seq"] + 1]["type"] == "compaction/end"
                surface[first : last + 1] = [event["seq"]]
                compactions += 1
    assert compactions


@pytest.mark.parametrize("log", ["claude-code"], indirect=True)
def test_a_claude_code_log_chains_its_entries_and_compacts_at_a_boundary(log: tuple[str, bytes]) -> None:
    chain = [row for row in rows(log) if "uuid" in row]
    boundaries = [place for place, row in enumerate(chain) if row.get("subtype") == "compact_boundary"]
    assert boundaries
    for place, row in enumerate(chain):
        before = chain[place - 1]["uuid"] if place else None
        if place in boundaries:
            assert (row["parentUuid"], row["logicalParentUuid"]) == (None, before)
            assert chain[place + 1]["isCompactSummary"] is True
        else:
            assert row["parentUuid"] == before
    stamps = [row["timestamp"] for row in chain]
    assert stamps == sorted(stamps)


def test_a_summary_quotes_the_window_before_it(log: tuple[str, bytes]) -> None:
    every = rows(log)
    place, summary = next(
        (place, row["data"]["summary"][0]["text"] if "data" in row else row["message"]["content"])
        for place, row in enumerate(every)
        if row["type"] == "compaction/summary" or row.get("isCompactSummary")
    )
    quoted = re.findall(r"^- (.+?): ", summary, re.MULTILINE)
    before = "\n".join(text for row in every[:place] for text in strings(row))
    found = sum(fact in before for fact in quoted)
    assert len(quoted) > 10
    assert 0.7 < found / len(quoted) < 1


def test_a_size_that_is_none_is_refused(root: Path) -> None:
    result = generate(root, "--size", "many")
    assert result.returncode == 2
    assert b"not a size" in result.stderr
