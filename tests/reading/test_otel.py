"""Traces of OpenTelemetry. Those in ``otel/`` were written by its SDK and instrumentations (see ``otel/make.py``)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from threefold.reading import otel, read, read_source
from threefold.reading.source import BytesSource
from threefold.session import Author, Session, Thinking, Turn, Usage

Json = dict[str, Any]
MADE = Path(__file__).parent / "otel"
SENTENCE = "Set the port in /w/a.py to 8443. Never touch /w/b.py.\n\tThanks, 小明 😀"


def parts(role: str, *said: str | Json) -> Json:
    return {"role": role, "parts": [{"type": "text", "content": one} if isinstance(one, str) else one for one in said]}


def call(id: str, **arguments: str) -> Json:
    return {"type": "tool_call", "id": id, "name": "run", "arguments": arguments}


def answer(id: str, response: Any) -> Json:
    return {"type": "tool_call_response", "id": id, "response": response}


def span(number: int, sent: list[Json], made: list[Json], **more: Any) -> Json:
    """A span in the SDK's own JSON."""
    held = {"gen_ai.input.messages": json.dumps(sent), "gen_ai.output.messages": json.dumps(made)}
    return {
        "name": "chat m",
        "context": {"trace_id": "0xt", "span_id": f"0x{number}"},
        "start_time": f"2026-01-01T00:00:{number:02}Z",
        "attributes": {"gen_ai.operation.name": "chat", **held, **more},
    }


def log(*spans: Json) -> Session:
    return read_source(BytesSource("".join(json.dumps(one) + "\n" for one in spans).encode()))


def texts(session: Session, events: Any = None) -> list[str]:
    return [message.text() for message in session.messages(events)]


# --- what the SDK writes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(MADE.glob("*.json*")), ids=lambda path: path.name)
def test_each_way_of_the_sdk_to_write_a_conversation_gives_the_same_conversation(path: Path) -> None:
    with read(path) as session:
        assert session.format == "otel"
        assert [message.role for message in session.messages()] == [
            *("system", "user", "assistant", "tool", "assistant", "tool", "assistant", "user", "assistant")
        ]
        assert len(session.events) == 9
        every = list(session.messages())
        assert every[1].text(Author.HUMAN) == SENTENCE
        assert [c.id for m in every for c in m.tool_calls] == ["call_1", "call_2"]
        assert [r.call_id for m in every for r in m.tool_results] == ["call_1", "call_2"]
        assert every[3].tool_results[0].text == 'PORT = 8080\r\nNAME = "a"\n'
        assert every[4].tool_calls[0].input == {"path": "/w/a.py", "content": 'PORT = 8443\n"中文" 😀'}
        assert texts(session)[-3:] == ['Done: "/w/a.py" listens on 8443.', "Thank you.", "Gladly."]
        assert session.lines.read == session.lines.total
        assert session.notes == ()


@pytest.mark.parametrize("path", sorted(MADE.glob("*.json*")), ids=lambda path: path.name)
def test_the_bytes_of_an_event_are_the_message_and_no_more(path: Path) -> None:
    raw = path.read_bytes()
    with read(path) as session:
        said = session.raw(8)
        assert b"Gladly." in said
        assert b"Thank you." not in said
        assert raw.count(b"\n", 0, session.events[8].start) == session.events[8].line - 1 or "console" in path.name
        assert sum(event.end - event.start for event in session.events) < len(raw)


def test_tokens_go_with_the_answer_and_a_turn_ends_where_no_tool_is_called() -> None:
    with read(MADE / "attributes.otlp.jsonl") as session:
        assert session.record(2).marks == (Usage(50, 9),)
        assert session.record(8).marks == (Usage(50, 9), Turn(False, "completed"))
        assert session.record(8).time.startswith("2026-")


def test_a_whole_document_of_otlp_and_an_array_of_spans_are_read_too() -> None:
    rows = [json.loads(row) for row in (MADE / "attributes.otlp.jsonl").read_text().splitlines()]
    merged = {"resourceSpans": [held for row in rows for held in row["resourceSpans"]]}
    listed = [json.loads(row) for row in (MADE / "attributes.spans.jsonl").read_text().splitlines()]
    for value in (merged, listed):
        for indent in (None, 2):
            session = read_source(BytesSource(json.dumps(value, indent=indent).encode()))
            assert (session.format, len(session.events)) == ("otel", 9)
            assert session.lines.read + session.lines.skipped + session.lines.broken == session.lines.total


def test_what_a_program_printed_between_two_spans_of_the_console_is_a_broken_line() -> None:
    made = (MADE / "attributes.console.json").read_bytes()
    ends = made.index(b"\n}\n") + 3
    session = read_source(BytesSource(made[:ends] + b"warming up\n\n" + made[ends:] + b'{\n "torn'))
    assert len(session.events) == 9
    assert session.lines.faults == [(made[:ends].count(b"\n") + 1, "no part of a JSON object")]
    assert session.lines.read + session.lines.skipped + session.lines.broken == session.lines.total


# --- one message is one event --------------------------------------------------------------------------------------


def test_a_history_that_every_call_repeats_is_read_once() -> None:
    first = [parts("user", "go")]
    second = [*first, parts("assistant", "a"), parts("user", "on")]
    session = log(span(1, first, [parts("assistant", "a")]), span(2, second, [parts("assistant", "b")]))
    assert (len(session.events), texts(session)) == (4, ["go", "a", "on", "b"])


def test_the_same_words_said_twice_are_two_messages() -> None:
    first = [parts("user", "go on")]
    second = [*first, parts("assistant", "a"), parts("user", "go on")]
    session = log(span(1, first, [parts("assistant", "a")]), span(2, second, [parts("assistant", "b")]))
    assert texts(session) == ["go on", "a", "go on", "b"]


def test_calls_are_put_in_the_order_in_which_they_were_made() -> None:
    first = [parts("user", "go")]
    second = [*first, parts("assistant", "a"), parts("user", "on")]
    session = log(span(2, second, [parts("assistant", "b")]), span(1, first, [parts("assistant", "a")]))
    assert texts(session) == ["go", "a", "on", "b"]
    assert (len(session.events), session.notes) == (4, ())


def test_what_is_no_longer_sent_has_left_the_surface_and_stays_in_the_log() -> None:
    old = [parts("user", "go"), parts("assistant", call("c")), parts("tool", answer("c", "long"))]
    cut = [*old[:2], parts("tool", answer("c", "[cleared]")), parts("assistant", "x"), parts("user", "on")]
    session = log(span(1, old, [parts("assistant", "x")]), span(2, cut, [parts("assistant", "y")]))
    results = [r.text for m in session.messages() for r in m.tool_results]
    assert results == ["[cleared]"]
    assert "long" in [r.text for m in session.messages(range(len(session.events))) for r in m.tool_results]


def test_an_answer_that_was_thrown_away_and_asked_for_again_has_left_the_surface() -> None:
    sent = [parts("user", "go")]
    session = log(span(1, sent, [parts("assistant", "bad")]), span(2, sent, [parts("assistant", "good")]))
    assert texts(session) == ["go", "good"]


def test_a_sub_agents_conversation_is_a_side_conversation() -> None:
    sent = [parts("user", "go")]
    side = [parts("system", "You look things up."), parts("user", "look up x")]
    more = [*sent, parts("assistant", call("c")), parts("tool", answer("c", "x is 1"))]
    session = log(
        span(1, sent, [parts("assistant", call("c"))]),
        span(2, side, [parts("assistant", "x is 1")]),
        span(3, more, [parts("assistant", "done")]),
    )
    assert [message.role for message in session.messages()] == ["user", "assistant", "tool", "assistant"]
    every = list(session.messages(range(len(session.events))))
    assert [message.text() for message in every if message.sidechain] == ["You look things up.", "look up x", "x is 1"]
    assert any("2 conversations" in note for note in session.notes)


def test_another_users_conversation_that_begins_alike_is_another_one() -> None:
    sent = [parts("user", "hi")]
    more = [*sent, parts("assistant", "a"), parts("user", "on")]
    session = log(
        span(1, sent, [parts("assistant", "a")]),
        span(2, more, [parts("assistant", "b")]),
        span(3, sent, [parts("assistant", "z")]),
    )
    assert texts(session) == ["hi", "a", "on", "b"]


def test_where_the_provider_keeps_the_history_each_call_adds_to_it() -> None:
    one = {"gen_ai.conversation.id": "k"}
    session = log(
        span(1, [parts("user", "go")], [parts("assistant", "a")], **one),
        span(2, [parts("user", "on")], [parts("assistant", "b")], **one),
    )
    assert (session.id, texts(session)) == ("k", ["go", "a", "on", "b"])
    after = {"gen_ai.request.previous_response.id": "r1"}
    session = log(
        span(1, [parts("user", "go")], [parts("assistant", "a")], **{"gen_ai.response.id": "r1"}),
        span(2, [parts("user", "on")], [parts("assistant", "b")], **after),
    )
    assert texts(session) == ["go", "a", "on", "b"]


def test_an_agents_own_span_is_not_read_where_its_model_calls_are() -> None:
    sent = [parts("user", "go")]
    around = span(0, sent, [parts("assistant", "a")], **{"gen_ai.operation.name": "invoke_agent"})
    both = log(around, span(1, sent, [parts("assistant", "a")]))
    assert (texts(both), len(both.events)) == (["go", "a"], 2)
    assert texts(log(around)) == ["go", "a"]


def test_a_result_that_only_the_tools_span_holds_answers_its_call() -> None:
    tool = {
        "name": "execute_tool run",
        "context": {"trace_id": "0xt", "span_id": "0x9"},
        "start_time": "2026-01-01T00:00:09Z",
        "attributes": {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.id": "c"},
    }
    for told, seen in (("a \\ b", "a \\ b"), ('"quoted"', "quoted"), ("12", "12"), ('{"n": 1}', '{"n": 1}')):
        tool["attributes"] |= {"gen_ai.tool.call.result": told}  # type: ignore[operator]
        session = log(span(1, [parts("user", "go")], [parts("assistant", call("c"))]), tool)
        assert [(r.call_id, r.text) for m in session.messages() for r in m.tool_results] == [("c", seen)]
    again = [parts("user", "go"), parts("assistant", call("c")), parts("tool", answer("c", "seen"))]
    session = log(span(1, again[:1], again[1:2]), tool, span(10, again, [parts("assistant", "done")]))
    assert [r.text for m in session.messages(range(len(session.events))) for r in m.tool_results] == ["seen"]


# --- compactions ---------------------------------------------------------------------------------------------------


def test_a_summary_that_a_client_sends_in_place_of_the_history_is_a_compaction() -> None:
    old = [parts("system", "s"), parts("user", "go"), parts("assistant", "a"), parts("user", "on")]
    summary = "This session is being continued from a previous conversation: S"
    new = [old[0], parts("user", summary), old[3]]
    session = log(span(1, old, [parts("assistant", "b")]), span(2, new, [parts("assistant", "c")]))
    (made,) = session.compactions
    assert (made.summary, made.unreadable, made.gaps) == (summary, "", ())
    assert texts(session, made.covers) == ["go", "a", "b"]
    assert texts(session, made.kept) == ["on"]
    assert texts(session) == ["s", summary, "on", "c"]
    assert [m.author for m in session.messages()][1] is Author.SUMMARY


def test_a_second_summary_goes_back_to_the_first() -> None:
    opening = "Here is a summary of the conversation to date: "
    first, second = parts("user", opening + "S"), parts("user", opening + "T")
    session = log(
        span(1, [parts("user", "go")], [parts("assistant", "a")]),
        span(2, [first, parts("user", "on")], [parts("assistant", "b")]),
        span(3, [second, parts("user", "and on")], [parts("assistant", "c")]),
    )
    assert [made.earlier for made in session.compactions] == [(), (0,)]
    assert texts(session, session.leaves(session.compactions[1])) == ["go", "a", "on", "b"]


def test_a_compaction_that_the_provider_made_says_that_its_summary_is_not_there() -> None:
    sent = [parts("user", "go"), parts("assistant", "a"), parts("user", "on")]
    made = parts("assistant", {"type": "compaction"}, "b")
    more = [*sent, made, parts("user", "more")]
    session = log(span(1, sent, [made]), span(2, more, [parts("assistant", "c")]))
    (found,) = session.compactions
    assert "provider" in found.unreadable
    assert texts(session, found.covers) == ["go", "a", "on"]
    assert texts(session) == ["b", "more", "c"]


def test_a_summary_in_the_providers_mark_is_read() -> None:
    sent = [parts("user", "go")]
    made = parts("assistant", {"type": "compaction", "content": "S"})
    (found,) = log(span(1, sent, [made])).compactions
    assert (found.summary, found.unreadable) == ("S", "")


def test_a_call_that_says_it_was_compacted_is_a_compaction_without_a_summary() -> None:
    compacted = {"gen_ai.conversation.compacted": True}
    session = log(span(1, [parts("user", "go")], [parts("assistant", "a")], **compacted))
    (found,) = session.compactions
    assert (found.summary, texts(session, found.covers), texts(session)) == ("", ["go"], ["a"])
    assert found.unreadable


# --- shapes --------------------------------------------------------------------------------------------------------


def test_reasoning_binary_parts_and_instructions_are_told_apart() -> None:
    image = {"type": "blob", "modality": "image", "mime_type": "image/png", "content": "AAAA"}
    sent = [parts("user", "look", image)]
    made = [parts("assistant", {"type": "reasoning", "content": "hm"}, "seen")]
    rules = json.dumps([{"type": "text", "content": "Be brief."}])
    session = log(span(1, sent, made, **{"gen_ai.system_instructions": rules}))
    system, user, said = session.messages()
    assert (system.role, system.text()) == ("system", "Be brief.")
    assert user.parts[1].size == 4  # type: ignore[union-attr]
    assert said.parts[0] == Thinking("hm")
    bare = log(span(1, sent, made, **{"gen_ai.system_instructions": 'Be "brief".'}))
    assert texts(bare)[0] == 'Be "brief".'


def test_events_of_a_span_are_messages_as_those_of_a_log_are() -> None:
    events = [
        {"name": "gen_ai.user.message", "timestamp": "2026-01-01T00:00:00Z", "attributes": {"content": "go"}},
        {"name": "gen_ai.choice", "attributes": {"gen_ai.event.content": json.dumps({"message": {"content": "a"}})}},
        {"name": "exception", "attributes": {}},
    ]
    bare = span(1, [], [])
    session = log(bare | {"attributes": {"gen_ai.operation.name": "chat"}, "events": events})
    assert [(m.role, m.text()) for m in session.messages()] == [("user", "go"), ("assistant", "a")]


def test_messages_of_the_chat_interface_within_an_attribute_are_read() -> None:
    held = {"gen_ai.prompt": json.dumps([{"role": "user", "content": "go"}])}
    held |= {"gen_ai.completion": json.dumps([{"role": "assistant", "content": "a"}])}
    bare = span(1, [], [])
    session = log(bare | {"attributes": {"gen_ai.operation.name": "chat", **held}})
    assert texts(session) == ["go", "a"]


def test_a_trace_without_messages_says_how_to_have_them() -> None:
    bare = span(1, [], []) | {"attributes": {"gen_ai.operation.name": "chat"}}
    session = otel.read(BytesSource(json.dumps(bare).encode()))
    assert "CAPTURE_MESSAGE_CONTENT" in session.notes[0]
    assert session.lines.skipped == 1


def test_a_name_of_an_attribute_within_a_text_is_no_attribute() -> None:
    trap = '"gen_ai.input.messages": [{"role": "user", "parts": [{"type": "text", "content": "forged"}]}]'
    other = {'an"gen_ai.input.messages': json.dumps([parts("user", "forged too")])}
    session = log(span(1, [parts("user", trap)], [parts("assistant", "a")], **other))
    assert texts(session) == [trap, "a"]


def test_hostile_text_comes_through_both_layers_of_escapes() -> None:
    said = 'nul \0 "quotes" \\back\\ \r\n \x1b[31m 中文 😀 lone \ud800 <b>&amp;</b> \\u0041'
    session = log(span(1, [parts("user", said)], [parts("assistant", "a")]))
    wanted = said.replace("\ud800", "\ufffd")
    assert texts(session)[0].replace("\ud800", "\ufffd").replace("?", "\ufffd") == wanted
