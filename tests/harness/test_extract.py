"""A summary that no model wrote."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from threefold.harness import extract
from threefold.reading import read
from threefold.session import Session
from threefold.settings import Settings


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A log of pi: a rule, a dozen long results, and an end that is kept."""
    lines: list[dict[str, object]] = [{"type": "session", "version": 3, "id": "s", "cwd": "/home/dev/work"}]
    parent: str | None = None

    def add(id: str, message: dict[str, object]) -> None:
        nonlocal parent
        lines.append({"type": "message", "id": id, "parentId": parent, "message": message})
        parent = id

    add("a0", {"role": "user", "content": [{"type": "text", "text": "Never push to main. Mend the parser."}]})
    for number in range(12):
        call = {"type": "toolCall", "id": f"c{number}", "name": "bash", "arguments": {"command": f"run {number}"}}
        add(f"b{number}", {"role": "assistant", "content": [call]})
        result = [{"type": "text", "text": f"line {number} of nothing much\n" * 60}]
        add(f"d{number}", {"role": "toolResult", "toolCallId": f"c{number}", "toolName": "bash", "content": result})
    add("e0", {"role": "user", "content": [{"type": "text", "text": "Go on with the lexer."}]})
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return read(path)


@pytest.fixture
def offline() -> Settings:
    from threefold.compaction.settings import CompactSettings

    return Settings(compact=CompactSettings(scorer="recency"))


def test_it_holds_messages_word_for_word_in_fewer_bytes(session: Session, offline: Settings) -> None:
    events = extract.before(session, "e0")
    text = extract.summary(session, events, offline)
    assert "Never push to main. Mend the parser." in text
    assert "Go on with the lexer." not in text
    assert len(text.encode()) < sum(session.events.sizes[event] for event in events)


def test_nothing_is_given_where_nothing_would_be_saved(session: Session, offline: Settings) -> None:
    assert extract.summary(session, extract.before(session, "b0"), offline) == ""


def test_an_entry_that_the_model_does_not_see_gives_no_events(session: Session) -> None:
    assert list(extract.before(session, "no such entry")) == []
