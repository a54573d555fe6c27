"""What type checkers are told: `make lint` reads this file, and refuses an answer of another type."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Literal, TypedDict

import threefold


class Said(TypedDict):
    """As vendors' libraries type their messages."""

    role: Literal["user", "assistant"]
    content: str


def test_messages_come_back_as_the_type_they_had() -> None:
    talk: list[Said] = [{"role": "user", "content": "Port the importer."}]
    plain: list[dict[str, Any]] = [{"role": "user", "content": "Port the importer."}]
    said: list[Said] = threefold.compact(talk).messages
    later: list[Said] = asyncio.run(threefold.acompact(talk)).messages
    loose: list[dict[str, Any]] = threefold.compact(plain).messages
    assert said == later == talk
    assert loose == plain


def test_a_session_gives_its_output(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text('{"role": "user", "content": "Port the importer."}\n' * 2)
    with threefold.read(path) as session:
        output: bytes = threefold.compact(session).output
    assert output == path.read_bytes()
