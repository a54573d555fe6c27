"""The reader on the page ``docs/readers.md`` is a reader: it is taken from there and run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from threefold.reading.detect import sample
from threefold.reading.source import BytesSource
from threefold.session import Author, Session


@pytest.fixture
def page(checkout: Path) -> str:
    return (checkout / "docs" / "readers.md").read_text()


@pytest.fixture
def reader(page: str) -> ModuleType:
    module = ModuleType("parrot")
    exec(compile(block(page, "python"), "docs/readers.md", "exec"), module.__dict__)
    return module


def block(page: str, language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", page, re.DOTALL)
    assert found is not None
    return found[1]


def test_it_has_fifty_lines_of_code(page: str) -> None:
    lines = [line for line in block(page, "python").splitlines() if line.strip()]
    code = [line for line in lines if not line.startswith(("from ", "import "))]
    assert len(code) <= 50


def read(reader: ModuleType, data: bytes) -> Session:
    session: Session = reader.read(BytesSource(data))
    return session


def test_it_reads_the_log_on_the_page(reader: ModuleType, page: str) -> None:
    data = block(page, "json").encode()
    assert reader.sniff(sample(BytesSource(data)))
    log = read(reader, data)
    every = list(log.messages(range(len(log.events))))
    assert [message.author for message in every] == [
        Author.HUMAN,
        Author.MODEL,
        Author.TOOL,
        Author.HARNESS,
        Author.SUMMARY,
    ]
    assert [c.id for m in every for c in m.tool_calls] == [r.call_id for m in every for r in m.tool_results] == ["c1"]
    (compaction,) = log.compactions
    assert (compaction.summary, list(compaction.covers)) == ("They asked for the files.", [1, 2, 3])
    assert [message.text() for message in log.messages()] == ["list the files", "They asked for the files."]
    assert log.lines.read == log.lines.total == 5


def test_its_accounts_add_up_whatever_the_lines_hold(reader: ModuleType, page: str) -> None:
    rows = [json.loads(line) for line in block(page, "json").splitlines()]
    bent = [{**row, key: value} for row in rows for key in row for value in (None, 3, [], {"a": 1}, "\ud83d")]
    data = b"".join(json.dumps(row).encode() + b"\n" for row in bent) + b'\x00\x00\nnot JSON\n{}\n{"who": "y'
    log = read(reader, data)
    assert log.lines.read + log.lines.skipped + log.lines.broken == log.lines.total == len(bent) + 4
    assert len(list(log.records())) == len(log.events)
