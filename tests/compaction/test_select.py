"""What stays, shrinks and goes, and why: the rules of the selection, one by one."""

from __future__ import annotations

import json
from typing import Any

from threefold.compacting import compact
from threefold.compaction.settings import CompactSettings
from threefold.relevance.protocol import Report, Request, Score, Scorer, Scoring

Message = dict[str, Any]


class Table:
    """A scorer that knows a value and a confidence for each message by a word in it."""

    name = "table"

    def __init__(self, values: dict[str, tuple[float, float]], calibrated: bool = True) -> None:
        self.values, self.calibrated = values, calibrated

    def score(self, request: Request) -> Scoring:
        scores = []
        for candidate in request.candidates:
            if not candidate.settled:
                found = next((v for word, v in self.values.items() if word in candidate.text), (0.0, 1.0))
                scores.append(Score(index=candidate.index, value=found[0], confidence=found[1], source="table"))
        report = Report(scorer="table", tier="table", calibrated=self.calibrated)
        return Scoring(scores=tuple(scores), report=report)


def run(messages: list[Message], values: dict[str, tuple[float, float]], **fields: Any) -> Any:
    fields = {"keep_recent": 0, "summary_bytes": 0, **fields}
    scorers: list[Scorer] = [Table(values)]
    result = compact(messages, settings=CompactSettings(**fields), scorers=scorers, environ={})
    assert result.stats.error == ""
    return result


def say(text: str, role: str = "assistant") -> Message:
    return {"role": role, "content": text}


def bytes_of(*messages: Message) -> int:
    return len(json.dumps(list(messages), ensure_ascii=False, separators=(",", ":")).encode())


def kept(result: Any, messages: list[Message]) -> list[int]:
    return [messages.index(m) for m in result.messages if m in messages]


TASK = say("go", "user")


def test_the_most_valuable_that_fit_are_kept_and_the_order_stays() -> None:
    messages = [TASK, say("low " * 20), say("high " * 20), say("mid " * 20)]
    result = run(messages, {"low": (0.6, 1), "mid": (0.7, 1), "high": (0.9, 1)}, target_bytes=bytes_of(*messages) - 60)
    assert kept(result, messages) == [0, 2, 3]


def test_doubt_is_kept_while_cutting_the_surely_worthless_is_enough() -> None:
    messages = [TASK, say("doubt " * 20), say("worthless " * 20), say("needed " * 20)]
    values = {"doubt": (0.1, 0.2), "worthless": (0.2, 0.9), "needed": (0.9, 0.9)}
    enough = bytes_of(messages[0], messages[1], messages[3])
    assert kept(run(messages, values, target_bytes=enough), messages) == [0, 1, 3]


def test_doubt_goes_before_what_is_surely_needed_and_its_receipt_says_so() -> None:
    messages = [TASK, say("doubt " * 20), say("worthless " * 20), say("needed " * 20)]
    values = {"doubt": (0.9, 0.2), "worthless": (0.2, 0.9), "needed": (0.6, 0.9)}
    result = run(messages, values, target_bytes=bytes_of(messages[0], messages[3]) + 20)
    assert kept(result, messages) == [0, 3]
    assert "in doubt" in result.decisions[1].reason
    assert "doubt" not in result.decisions[2].reason


def test_a_sure_message_that_stays_with_a_doubtful_one_of_its_unit_is_not_said_to_be_in_doubt() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "count", "arguments": "{}"}}
    messages = [
        TASK,
        {"role": "assistant", "content": "worthless " * 4, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "doubt " * 20},
        say("needless " * 20),
    ]
    values = {"doubt": (0.4, 0.2), "worthless": (0.005, 0.99), "needless": (0.2, 0.9)}
    result = run(messages, values, target_bytes=bytes_of(*messages[:3]))
    assert [decision.decision for decision in result.decisions] == ["keep", "keep", "keep", "cut"]
    assert result.decisions[1].reason == "together with a message that is in doubt, so it stays"
    assert result.decisions[2].reason == "in doubt, so it stays"


def test_a_threshold_of_doubt_of_zero_doubts_nothing() -> None:
    messages = [TASK, say("doubt " * 20), say("worthless " * 20)]
    values = {"doubt": (0.1, 0.0), "worthless": (0.2, 0.9)}
    budget = bytes_of(TASK, messages[2])
    assert kept(run(messages, values, target_bytes=budget, min_confidence=0.0), messages) == [0, 2]


def test_a_pinned_message_stays_whole_while_it_fits() -> None:
    messages = [TASK, say("see src/a.py " + "x " * 100), say("needed " * 40)]
    result = run(messages, {"needed": (0.99, 1)}, target_bytes=bytes_of(TASK, messages[1]) + 20)
    assert kept(result, messages) == [0, 1]
    assert result.decisions[1].reason == "pinned"


def test_under_pressure_what_a_pinned_message_pins_is_carried_and_the_room_goes_by_worth() -> None:
    messages = [TASK, say("see src/a.py " + "x " * 400), say("see src/b.py " + "y " * 400), say("needed " * 40)]
    result = run(messages, {"needed": (0.99, 1)}, target_bytes=900)
    assert kept(result, messages) == [0, 3]
    digest = json.dumps(result.messages)
    assert "src/a.py" in digest
    assert "src/b.py" in digest
    assert result.stats.carried_spans == 2
    assert result.stats.bytes_after <= 900


def test_a_recent_tool_result_shrinks_to_its_pins_with_a_mark_before_a_humans_words_do() -> None:
    call = {"role": "assistant", "content": None, "tool_calls": [
        {"id": "c", "type": "function", "function": {"name": "bash", "arguments": "{}"}}]}  # fmt: skip
    answer = {"role": "tool", "tool_call_id": "c", "content": "noise " * 500 + "HTTP 429 at src/a.py " + "noise " * 500}
    human = say("please look at all of this again " * 10, "user")
    result = run([TASK, human, call, answer], {}, keep_recent=2, target_bytes=1200)
    assert result.stats.over_budget_bytes == 0
    assert result.messages[1] is human
    assert result.messages[2] is call
    text = result.messages[3]["content"]
    assert text.startswith("[threefold: ")
    assert "HTTP 429" in text
    assert "src/a.py" in text
    assert result.decisions[3].decision == "shrink"


def test_a_shrunk_message_says_how_many_bytes_went_and_how_to_recall_them(tmp_path: Any) -> None:
    messages = [TASK, say("noise " * 1000)]
    result = run(messages, {}, keep_recent=1, target_bytes=500, archive_path=str(tmp_path / "a"))
    assert "of 6,000 bytes cut here; threefold recall " in result.messages[1]["content"]
    without = run(messages, {}, keep_recent=1, target_bytes=500)
    assert "not archived" in without.messages[1]["content"]


def test_a_humans_constraint_stands_whole_even_where_its_message_could_not() -> None:
    order = "Keep the --legacy flag working, whatever happens."
    messages = [TASK, say("log " * 800 + ". " + order, "user"), say("bye", "user")]
    result = run(messages, {}, target_bytes=600)
    assert order in json.dumps(result.messages)
    assert result.stats.bytes_after <= 600


def test_what_cannot_fit_is_reported_to_the_byte_with_the_reason() -> None:
    messages = [say("rules " * 200, "system"), TASK, say("x" * 300)]
    result = run(messages, {}, target_bytes=500)
    assert result.stats.over_budget_bytes == result.stats.bytes_after - 500 > 0
    assert "system" in result.stats.over_budget_reason


def test_the_system_prompt_the_first_request_and_the_recent_stay_whatever_their_score() -> None:
    messages = [say("sys", "system"), TASK, *[say(f"n{i} " * 30) for i in range(6)], say("last", "user")]
    result = run(messages, {}, keep_recent=2, target_bytes=bytes_of(*messages) - 400)
    assert {0, 1, 7, 8} <= set(kept(result, messages))
    assert [result.decisions[i].reason for i in (0, 1, 8)] == ["system", "first request", "recent"]


def test_a_call_in_flight_stays_and_an_old_orphan_goes_first() -> None:
    def call(id: str) -> Message:
        return {"role": "assistant", "content": "calling", "tool_calls": [
            {"id": id, "type": "function", "function": {"name": "bash", "arguments": "{}"}}]}  # fmt: skip

    stray = {"role": "tool", "tool_call_id": "nobody", "content": "stray"}
    messages = [TASK, call("old"), stray, say("and now?", "user"), say("pad " * 100), call("new")]
    result = run(messages, {"pad": (0.9, 1)}, target_bytes=bytes_of(*messages) - 10)
    assert kept(result, messages) == [0, 3, 4, 5]
    assert result.decisions[5].reason == "call in flight"
    assert result.decisions[1].reason == result.decisions[2].reason == "half a tool pair"
    assert (result.stats.orphans_before, result.stats.orphans_after) == (3, 1)


def test_what_a_later_message_supersedes_is_worth_less_and_its_receipt_says_by_which_rule() -> None:
    def pair(id: str, name: str, arguments: str, answer: str) -> list[Message]:
        function = {"name": name, "arguments": arguments}
        return [
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": id, "type": "function", "function": function}],
            },
            {"role": "tool", "tool_call_id": id, "content": answer},
        ]

    messages = [
        TASK,
        *pair("1", "read_file", '{"path":"a"}', "first reading " * 10),
        *pair("2", "todo_write", '{"todos":["x"]}', "list one " * 10),
        *pair("3", "bash", '{"command":"make test"}', "three failed " * 10),
        *pair("4", "bash", '{"command":"ls"}', "identical output " * 10),
        *pair("5", "read_file", '{"path":"a"}', "second reading " * 10),
        *pair("6", "todo_write", '{"todos":["y"]}', "list two " * 10),
        *pair("7", "bash", '{"command":"make test"}', "all passed " * 10),
        *pair("8", "bash", '{"command":"ls -a"}', "identical output " * 10),
    ]
    words = "reading", "list", "failed", "passed", "identical"
    values = dict.fromkeys(words, (0.8, 1.0))
    result = run(messages, values, target_bytes=bytes_of(TASK, *messages[9:]) + 20)
    assert kept(result, messages) == [0, *range(9, 17)]
    reasons = [result.decisions[i].reason for i in (2, 4, 6, 8)]
    assert reasons == [
        "the file was read again later",
        "a newer todo list replaces it",
        "the same call was made again later",
        "a later result is identical",
    ]


def test_a_reading_of_a_part_does_not_supersede_the_whole() -> None:
    def read(id: str, arguments: str, answer: str) -> list[Message]:
        function = {"name": "read", "arguments": arguments}
        return [
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": id, "type": "function", "function": function}],
            },
            {"role": "tool", "tool_call_id": id, "content": answer},
        ]

    messages = [TASK, *read("1", '{"path":"a"}', "whole " * 20), *read("2", '{"path":"a","limit":5}', "part " * 20)]
    assert run(messages, {}, target_bytes=300).stats.superseded == 0


def test_scores_that_are_only_an_order_are_taken_in_that_order() -> None:
    messages = [TASK, say("one " * 50), say("two " * 200), say("six " * 5)]
    scorers: list[Scorer] = [Table({"one": (0.1, 1), "two": (0.9, 1), "six": (0.2, 1)}, calibrated=False)]
    settings = CompactSettings(keep_recent=0, summary_bytes=0, target_bytes=bytes_of(TASK, messages[2], messages[3]))
    result = compact(messages, settings=settings, scorers=scorers, environ={})
    assert kept(result, messages) == [0, 2, 3]
    assert result.stats.optimality is None


def test_an_image_in_a_recent_result_goes_as_a_whole_and_never_in_part() -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBOR" * 400}}
    messages: list[Message] = [
        TASK,
        {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "shot", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": [image]}]},
    ]
    whole = run(messages, {}, keep_recent=2, target_bytes=bytes_of(*messages))
    assert whole.messages == messages
    result = run(messages, {}, keep_recent=2, target_bytes=600)
    (block,) = result.messages[2]["content"][0]["content"]
    assert block["type"] == "text"
    assert block["text"].startswith("[threefold: ")
    assert result.stats.over_budget_bytes == 0


def test_a_secret_is_not_quoted_in_the_digest() -> None:
    secret = "sk-ant-api03-" + "Ab1" * 30
    messages = [TASK, *[say(f"The key of number {n} is {secret} and it is long enough. " * 3) for n in range(20)]]
    result = run(messages, {}, target_bytes=4000, summary_bytes=900)
    digest = [m for m in result.messages if "threefold-digest" in json.dumps(m)]
    assert len(digest) == 1
    assert secret not in json.dumps(digest)
    assert "The key of number" in json.dumps(digest)


def test_a_value_that_is_no_number_or_out_of_range_is_doubt_or_the_nearest_end() -> None:
    messages = [TASK, say("nan " * 20), say("huge " * 20), say("worthless " * 20)]
    values = {"nan": (float("nan"), 1.0), "huge": (7.0, 3.0), "worthless": (-2.0, 1.0)}
    result = run(messages, values, target_bytes=bytes_of(*messages[:3]))
    assert kept(result, messages) == [0, 1, 2]
    assert [result.decisions[i].value for i in (2, 3)] == [1.0, 0.0]
