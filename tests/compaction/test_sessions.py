"""Every real session whose format is read, compacted to 50, 25 and 10 per cent."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from threefold.compacting import compact, opened
from threefold.compaction.compaction import size_of
from threefold.compaction.opening import open_session
from threefold.compaction.pins import Pins, pinned_texts
from threefold.compaction.scores import Scores, Value
from threefold.compaction.settings import CompactSettings
from threefold.compaction.units import pair
from threefold.errors import InputError
from threefold.reading import read, read_source
from threefold.reading.source import BytesSource

ROOT = Path(os.environ.get("THREEFOLD_SHARED") or Path(__file__).resolve().parents[3] / "shared") / "sessions"
LISTS = ("langchain/deepagents-messages.json",)
"""Message lists that no log reader reads."""
WRITTEN = frozenset(("dsh", "claude-code", "codex", "pi", "gemini", "openai", "anthropic"))
"""Formats that are written as they were read; the others become chat messages."""


def logs() -> tuple[list[str], list[str]]:
    found: list[str] = []
    others: list[str] = []
    for path in sorted(ROOT.glob("*/*")):
        name = str(path.relative_to(ROOT))
        try:
            if path.is_file() and name not in LISTS:
                with read(path) as session:
                    (found if session.format in WRITTEN else others).append(name)
        except InputError:
            continue
    return found, others


SESSIONS, OTHERS = logs() if ROOT.is_dir() else ([], [])
pytestmark = pytest.mark.skipif(not SESSIONS, reason=f"no real sessions at {ROOT}")


@pytest.mark.parametrize("ratio", [0.5, 0.25, 0.1])
@pytest.mark.parametrize("name", SESSIONS)
def test_a_real_session_keeps_pairs_pins_and_budget_and_is_read_back(name: str, ratio: float) -> None:
    settings = CompactSettings(target_ratio=ratio, scorer="recency")
    with read(ROOT / name) as session:
        conversation, wire = open_session(session)
        if not conversation.items:
            pytest.skip("the model of this session sees nothing")
        before = size_of(conversation, wire)
        result = compact(session, settings=settings, environ={})
        assert result.stats.error == ""
        assert result.stats.bytes_before == before
        assert len(result.output) == result.stats.bytes_after <= before
        limit = int(before * ratio)
        assert len(result.output) - limit == result.stats.over_budget_bytes or len(result.output) <= limit
        if result.stats.over_budget_bytes:
            assert result.stats.over_budget_reason

        again, _ = open_session(read_source(BytesSource(result.output, name)))
        assert [again.raw(item.index) for item in again.items] == list(result.pieces)
        for decision in result.decisions:
            if decision.decision == "keep":
                assert conversation.raw(decision.index) in result.pieces

        were, are = pair(conversation.items), pair(again.items)
        assert len(are.pending) <= len(were.pending)
        assert len(are.orphans) <= len(were.orphans)
        output = "\n".join(text for item in again.items for text, _ in pinned_texts(item.message))
        held = output.encode("utf-8", "surrogatepass")
        for item in conversation.items:
            if item.message.tool_results and all(r.call_id in session.cleared for r in item.message.tool_results):
                continue
            for text, _ in pinned_texts(item.message):
                data = text.encode("utf-8", "surrogatepass")
                for found in Pins().find_bytes(data):
                    assert data[found.start : found.end] in held, (item.index, data[found.start : found.end])


@pytest.mark.parametrize("name", SESSIONS)
def test_a_compacted_session_compacted_again_changes_nothing_more(name: str) -> None:
    with read(ROOT / name) as session:
        conversation, wire = open_session(session)
        if not conversation.items:
            pytest.skip("the model of this session sees nothing")
        settings = CompactSettings(target_bytes=size_of(conversation, wire) // 4, scorer="recency")
        once = compact(session, settings=settings, environ={})
    again = compact(read_source(BytesSource(once.output, name)), settings=settings, environ={})
    assert again.output == once.output


LARGE = [
    name for name in SESSIONS if (ROOT / name).stat().st_size > 150_000 and name.startswith(("claude-code/", "codex/"))
]


@pytest.mark.parametrize("name", LARGE)
def test_a_large_session_reaches_a_quarter(name: str) -> None:
    with read(ROOT / name) as session:
        result = compact(session, settings=CompactSettings(target_ratio=0.25, scorer="recency"), environ={})
        fixed = "summary" in result.stats.over_budget_reason or "recent" in result.stats.over_budget_reason
        assert result.stats.over_budget_bytes == 0 or (fixed and result.stats.bytes_before < 130_000)


def provider_messages(format: str, output: bytes) -> Iterator[tuple[str, Any]]:
    """The provider's own messages inside a log, each with the name of its SDK type."""
    values = json.loads(output) if output.lstrip()[:1] == b"[" else [json.loads(x) for x in output.splitlines() if x]
    for value in values:
        if format == "claude-code" and isinstance(value.get("message"), dict):
            yield "anthropic", value["message"]
        elif format == "codex" and value.get("type") == "response_item":
            yield "responses", value["payload"]
        elif format in ("anthropic", "openai"):
            yield format, value


def adapter(kind: str) -> TypeAdapter[Any]:
    if kind == "anthropic":
        from anthropic.types import MessageParam

        return TypeAdapter(MessageParam)
    if kind == "openai":
        from openai.types.chat import ChatCompletionMessageParam

        return TypeAdapter(ChatCompletionMessageParam)
    from openai.types.responses import ResponseInputItemParam

    return TypeAdapter(ResponseInputItemParam)


@pytest.mark.parametrize(
    "name", [n for n in SESSIONS if n.split("/")[0] in ("claude-code", "codex", "openai-messages")]
)
def test_what_is_written_is_accepted_by_the_vendors_types_wherever_the_input_was(name: str) -> None:
    with read(ROOT / name) as session:
        result = compact(session, settings=CompactSettings(target_ratio=0.25, scorer="recency"), environ={})
        format = session.format
    types = {kind: adapter(kind) for kind in ("anthropic", "openai", "responses")}
    for kind, message in provider_messages(format, result.output):
        try:
            types[kind].validate_python(message)
        except ValidationError:
            # The harness's own records are looser than the type here and there; ours must not be.
            assert "threefold" not in json.dumps(message)


@pytest.mark.parametrize("name", OTHERS)
def test_a_log_that_is_read_but_not_written_becomes_chat_messages(name: str) -> None:
    from openai.types.chat import ChatCompletionMessageParam

    with read(ROOT / name) as session:
        result = compact(session, settings=CompactSettings(target_ratio=0.25, scorer="recency"), environ={})
        assert result.stats.error == ""
        assert result.stats.shape == "openai-chat"
        assert result.stats.bytes_after <= result.stats.target_bytes or result.stats.over_budget_bytes
        assert result.stats.orphans_after <= result.stats.orphans_before
        types: TypeAdapter[Any] = TypeAdapter(ChatCompletionMessageParam)
        for line in result.output.splitlines():
            types.validate_python(json.loads(line))


def test_a_list_that_no_log_reader_knows_is_compacted_in_its_own_shape() -> None:
    path = ROOT / LISTS[0]
    with opened(path) as at:
        before = json.loads(path.read_bytes())
        settings = CompactSettings(target_ratio=0.25, scorer="recency", keep_recent=2)
        result = compact((), settings=settings, opened=(at.conversation, at.wire), environ={})
        assert result.stats.shape == "langchain-constructor"
        assert not result.stats.error
        after = json.loads(result.output)
        assert all(m in before or "threefold" in json.dumps(m) for m in after)
        assert len(after) < len(before)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("folder", ["claude-code-live", "pi-live", "codex-live", "dsh-v0", "gemini-cli"])
def test_any_settings_and_scores_give_a_log_that_is_read_back_and_stays_as_it_is(folder: str, seed: int) -> None:
    rng = random.Random(seed)
    names = [name for name in SESSIONS if name.startswith(f"{folder}/")]
    if not names:
        pytest.skip(f"no session of {folder}")
    name = rng.choice(names)
    with read(ROOT / name) as session:
        conversation, wire = open_session(session)
        settings = CompactSettings(
            target_bytes=int(size_of(conversation, wire) * rng.uniform(0.02, 0.99)),
            keep_recent=rng.choice((0, 1, 2, 4, 10)),
            summary_bytes=rng.choice((0, 300, 1024, 5000)),
            summary_role=rng.choice(("system", "user", "assistant", "developer")),
            min_confidence=rng.random(),
            enable_pinning=rng.random() < 0.9,
            pin_patterns=rng.choice(((), (r"the \w+",))),
        )
        values = {item.index: Value(rng.random(), rng.random(), "dice") for item in conversation.items}
        scores = Scores(values=values, calibrated=rng.random() < 0.7, scorer="dice")
        once = compact(session, settings=settings, scores=scores, environ={})
    assert once.stats.error == ""
    assert len(once.output) <= settings.target_bytes or once.stats.over_budget_bytes
    again, _ = open_session(read_source(BytesSource(once.output, name)))
    assert [again.raw(item.index) for item in again.items] == list(once.pieces)
    twice = compact(read_source(BytesSource(once.output, name)), settings=settings, scores=scores, environ={})
    assert twice.output == once.output
