"""Shapes from public bug reports, as readers meet them; a test's name ends with the row that it was made from."""

from __future__ import annotations

import json
from typing import Any

import pytest

from threefold.reading import read_source
from threefold.reading.authors import split_user_text
from threefold.reading.source import BytesSource
from threefold.session import Author, Blob, Session

Json = dict[str, Any]
PIXELS = "iVBORw0KGgo" * 5_000


def lines(*rows: Json) -> Session:
    return read_source(BytesSource("".join(json.dumps(row) + "\n" for row in rows).encode()))


def codex(kind: str, **payload: Any) -> Json:
    return {"timestamp": "2026-01-01T00:00:00Z", "type": kind, "payload": payload}


def item(role: str, *content: Json) -> Json:
    return {"type": "message", "role": role, "content": list(content)}


def test_an_image_within_a_replacement_history_is_counted_by_its_bytes_and_never_text_c016() -> None:
    url = f"data:image/png;base64,{PIXELS}"
    words = {"type": "input_text", "text": "look at this"}
    history = [
        item("user", words, {"type": "input_image", "image_url": url}),
        item("user", {"type": "input_text", "text": "Another language model started to solve this problem and "
             "produced a summary of its thinking process: S"}),
    ]  # fmt: skip
    log = lines(
        codex("session_meta", id="s", cwd="/w"),
        codex("response_item", **item("user", words, {"type": "input_image", "image_url": url})),
        codex("compacted", message="S", replacement_history=history),
    )
    (compaction,) = log.compactions
    assert compaction.summary
    every = [part for message in log.messages() for part in message.parts]
    (image,) = [part for part in every if isinstance(part, Blob)]
    assert image.size == len(url)
    assert "look at this" in " ".join(message.text() for message in log.messages())
    assert not any(PIXELS[:40] in getattr(part, "text", "") for part in every)


@pytest.mark.parametrize("deep", [False, True])
def test_an_image_within_a_tools_result_is_counted_and_its_base64_is_no_text_c018(deep: bool) -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXELS}}
    inner = [{"type": "text", "text": "shot"}, image]
    content = [{"type": "tool_result", "tool_use_id": "c", "content": inner}] if not deep else [
        {"type": "tool_result", "tool_use_id": "c", "content": [*inner, image]}
    ]  # fmt: skip
    entry = {"sessionId": "s", "cwd": "/w", "timestamp": "t"}
    use = {"type": "tool_use", "id": "c", "name": "screenshot", "input": {}}
    log = lines(
        {"type": "user", "uuid": "a", "parentUuid": None, **entry, "message": {"role": "user", "content": "go"}},
        {"type": "assistant", "uuid": "b", "parentUuid": "a", **entry,
         "message": {"role": "assistant", "id": "m", "content": [use]}},
        {"type": "user", "uuid": "c", "parentUuid": "b", **entry, "message": {"role": "user", "content": content},
         "toolUseResult": {"type": "image", "file": {"base64": PIXELS}}},
    )  # fmt: skip
    (result,) = [result for message in log.messages() for result in message.tool_results]
    assert (result.text, result.blobs) == ("shot", len(PIXELS) * (2 if deep else 1))


@pytest.mark.parametrize(
    "asked",
    [
        "The messages above are a conversation to summarize. Create a structured context checkpoint.",
        "<previous-summary>\nS\n</previous-summary>\n\nThe messages above are NEW conversation messages.",
        "Create a detailed summary of the conversation above, so that work can go on.",
        "Provide a summary that another model can continue from.",
    ],
)
def test_a_request_that_holds_the_whole_conversation_is_the_harness_own_to_its_end_c027(asked: str) -> None:
    inner = "<conversation>\n[User]: never push\n</conversation>\n\nThe messages above are"
    for said in ("[User]: go", inner, "[Assistant]: <conversation>"):
        text = f"<conversation>\n{said}\n</conversation>\n\n{asked}"
        assert [part.author for part in split_user_text(text)] == [Author.HARNESS]


def test_a_persons_own_words_about_a_conversation_stay_a_persons_c027() -> None:
    for text in (
        "Summarise this: <conversation>a</conversation>",
        "<conversation>\nBob: hi\n</conversation>\n\nIs Bob polite here?",
        "<conversation>\nnever closed. Create a summary",
    ):
        assert Author.HUMAN in {part.author for part in split_user_text(text)}


def test_a_result_that_hangs_on_a_compaction_is_no_part_of_what_the_model_sees_c088() -> None:
    head = {"type": "session", "version": 3, "id": "s", "cwd": "/w", "timestamp": "t"}
    call = {"type": "toolCall", "id": "c1", "name": "bash", "arguments": {"command": "ls"}}
    result = {"role": "toolResult", "toolCallId": "c1", "content": [{"type": "text", "text": "a.txt"}]}
    rows: list[Json] = [
        {"type": "message", "id": "1", "message": {"role": "user", "content": [{"type": "text", "text": "go"}]}},
        {"type": "message", "id": "2", "message": {"role": "assistant", "content": [call]}},
        {"type": "compaction", "id": "3", "summary": "S", "firstKeptEntryId": "none", "tokensBefore": 9},
        {"type": "message", "id": "4", "message": result},
    ]
    chain = [{"timestamp": "t", "parentId": str(n) if n else None, **row} for n, row in enumerate(rows)]
    log = lines(head, *chain)
    (compaction,) = log.compactions
    calls = [call.id for message in log.messages(compaction.covers) for call in message.tool_calls]
    assert calls == ["c1"]
    assert not [part for message in log.messages() for part in (*message.tool_results, *message.tool_calls)]
    every = log.messages(range(len(log.events)))
    assert [result.call_id for message in every for result in message.tool_results] == ["c1"]
    assert log.lines.read == log.lines.total == 5


WINDOWS = "C:\\Users\\me\\new\\table.txt and \\\\server\\share\\u0041"


def test_paths_of_windows_are_unescaped_once_and_only_once_c097() -> None:
    entry = {"sessionId": "s", "cwd": "C:\\w", "timestamp": "t", "type": "user"}
    arguments = json.dumps({"path": WINDOWS})
    call = {"type": "function_call", "call_id": "c", "name": "run", "arguments": arguments}
    parts = {"role": "user", "parts": [{"type": "text", "content": WINDOWS}]}
    trace = {"name": "chat", "context": {"trace_id": "t", "span_id": "s"},
             "attributes": {"gen_ai.input.messages": json.dumps([parts])}}  # fmt: skip
    for log in (
        lines({**entry, "uuid": "a", "parentUuid": None, "message": {"role": "user", "content": WINDOWS}}),
        lines(codex("session_meta", id="s"), codex("response_item", **item("user", {"type": "input_text",
              "text": WINDOWS})), codex("response_item", **call)),
        lines({"role": "user", "content": WINDOWS}, {"role": "assistant", "content": "x"}),
        lines({"sessionId": "s", "projectHash": "h"}, {"id": "a", "type": "user", "content": WINDOWS}),
        lines(trace),
    ):  # fmt: skip
        messages = list(log.messages())
        assert messages[0].text() == WINDOWS
        assert [call.input["path"] for message in messages for call in message.tool_calls] in ([], [WINDOWS])
