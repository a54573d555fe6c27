"""Shapes from public bug reports about compaction, each with the right outcome; a test's name carries the row's id."""

from __future__ import annotations

import json
from typing import Any

import pytest

import threefold

Messages = list[dict[str, Any]]


def compacted(messages: Messages, target: int, **settings: object) -> Any:
    """Compacted by recency, as a caller without a service gets it."""
    before = json.dumps(messages)
    result = threefold.compact(messages, settings={"target_bytes": target, "scorer": "recency", **settings})
    assert json.dumps(messages) == before, "the caller's messages are its own"
    assert result.stats.error == ""
    assert not orphans(result.messages)
    return result


def size(messages: Messages) -> int:
    return len(json.dumps(messages, ensure_ascii=False, separators=(",", ":")).encode())


def orphans(messages: Messages) -> set[str]:
    calls = {call["id"] for m in messages for call in m.get("tool_calls") or ()}
    results = {m["tool_call_id"] for m in messages if m.get("role") == "tool"}
    blocks = [b for m in messages if isinstance(m.get("content"), list) for b in m["content"]]
    calls |= {b["id"] for b in blocks if b.get("type") == "tool_use"}
    results |= {b["tool_use_id"] for b in blocks if b.get("type") == "tool_result"}
    return results - calls


def call(id: str, name: str = "read") -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps({"path": f"notes {id}"})}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": id, "type": "function", "function": function}]}


def result(id: str, text: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id, "content": text}


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def said(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def chat(rounds: int, text: str = "some output of a tool, line after line. " * 20) -> Messages:
    found = [{"role": "system", "content": "You are a coding agent."}, user("Port the importer to the new parser.")]
    for number in range(rounds):
        found += [call(f"c{number}"), result(f"c{number}", f"{number}: {text}"), said(f"Step {number} is done.")]
    return found


def texts(messages: Messages) -> str:
    return json.dumps(messages, ensure_ascii=False)


def test_compacting_again_without_new_turns_erases_nothing_more_c015() -> None:
    once = compacted(chat(30), 9_000)
    again = compacted(once.messages, 9_000)
    assert again.messages == once.messages


def test_base64_within_a_tool_result_does_not_poison_the_budget_c017() -> None:
    messages = chat(6)
    messages[3] = result("c0", "data:image/webp;base64," + "iVBORw0KGgo" * 30_000)
    out = compacted(messages, 8_000)
    assert size(out.messages) <= 8_000


def test_an_image_nested_in_a_tool_result_is_counted_and_never_cut_inside_c018() -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "QUJD" * 20_000}}
    messages: Messages = [
        user("look"),
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "shot", "input": {}}]},
    ]
    messages.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": [image]}]})
    messages += [said("I see it."), user("go on"), said("going on"), user("and?"), said("done"), user("good")]
    out = compacted(messages, 3_000)
    assert size(out.messages) <= 3_000
    kept = texts(out.messages)
    assert "QUJDQUJD" not in kept or "QUJD" * 20_000 in kept


def test_a_part_that_is_no_text_is_no_error_c019() -> None:
    messages = chat(12)
    messages.insert(
        2,
        {
            "role": "user",
            "content": [{"type": "video_url", "video_url": {"url": "data:video/mp4;base64," + "AAAA" * 9_000}}],
        },
    )
    assert size(compacted(messages, 9_000).messages) <= 9_000


def test_what_can_never_fit_is_said_and_the_loop_ends_c026() -> None:
    messages = [{"role": "system", "content": "rules of the house. " * 5_000}, user("Port it."), *chat(8)[2:]]
    out = compacted(messages, 20_000)
    assert out.stats.over_budget_bytes == size(out.messages) - 20_000 > 0
    assert "system" in out.stats.over_budget_reason
    again = compacted(out.messages, 20_000)
    assert again.messages == out.messages


@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
def test_a_short_history_never_comes_out_larger_c032_c033_c036(rounds: int) -> None:
    messages = chat(rounds)
    for target in (1, 200, size(messages) - 1, size(messages)):
        assert size(compacted(messages, target).messages) <= size(messages)


@pytest.mark.parametrize("share", [0.99, 0.9, 0.5, 0.25])
def test_a_budget_that_can_be_met_is_met_however_slightly_it_is_exceeded_c034_c038(share: float) -> None:
    messages = chat(60)
    target = int(size(messages) * share)
    assert size(compacted(messages, target).messages) <= target


def test_an_option_out_of_range_is_refused_c041() -> None:
    with pytest.raises(threefold.ThreefoldError, match="min_confidence"):
        threefold.compact(chat(3), settings={"min_confidence": 1.01})


def test_one_turn_with_several_large_reads_can_be_compacted_c042() -> None:
    messages = [{"role": "system", "content": "You are a coding agent."}, user("Read all five files.")]
    for number in range(5):
        messages += [call(f"r{number}"), result(f"r{number}", "plain prose of a long file. " * 2_000)]
    assert size(compacted(messages, 40_000, keep_recent=2).messages) <= 40_000


@pytest.mark.parametrize("text", ["All green here. " * 60_000, "一切正常，没有错误。" * 30_000])
def test_one_huge_result_or_error_is_shortened_with_a_mark_c045_c047(text: str) -> None:
    messages = [*chat(4), call("big"), result("big", text), said("That was long.")]
    out = compacted(messages, 30_000)
    assert size(out.messages) <= 30_000


def test_a_result_leads_no_output_whose_call_was_cut_c083_c084_c085_c086_c087() -> None:
    messages = chat(40)
    for target in range(600, 12_000, 700):
        roles = [m["role"] for m in compacted(messages, target).messages]
        assert "tool" not in roles[:1]


def test_parallel_calls_stay_with_all_of_their_results_c083() -> None:
    both = {
        "role": "assistant",
        "content": None,
        "tool_calls": [call("a")["tool_calls"][0], call("b")["tool_calls"][0]],
    }
    messages = [*chat(10)[:8], both, result("b", "second " * 200), result("a", "first " * 200), *chat(10)[8:]]
    for target in (2_000, 4_000, 8_000):
        kept = compacted(messages, target).messages
        ids = {m.get("tool_call_id") for m in kept} & {"a", "b"}
        assert ids in (set(), {"a", "b"})


def test_a_call_that_was_never_answered_does_not_block_anything_c089() -> None:
    messages = chat(30)
    messages.insert(2, call("killed"))
    assert size(compacted(messages, 9_000).messages) <= 9_000


def test_a_call_in_flight_at_the_end_stays_c090() -> None:
    messages = [*chat(30), call("running")]
    kept = compacted(messages, 6_000).messages
    assert kept[-1] == messages[-1]


def test_the_first_request_and_the_latest_work_stay_c069_c075() -> None:
    messages = chat(40)
    kept = compacted(messages, 6_000).messages
    assert messages[1] in kept
    assert kept[-1] == messages[-1]


def test_every_request_of_the_user_survives_c009_c078() -> None:
    messages = chat(30)
    wishes = [
        "Always answer with a status block.",
        "Never stop before the tests pass.",
        "Do not touch the settings file.",
    ]
    for place, wish in zip((5, 20, 50), wishes, strict=True):
        messages.insert(place, user(wish))
    kept = texts(compacted(messages, 7_000).messages)
    assert all(wish in kept for wish in wishes)


def test_thinking_is_kept_whole_with_its_signature_or_its_message_goes_c080_c081() -> None:
    messages: Messages = [user("Port the importer.")]
    for number in range(20):
        thinking = {"type": "thinking", "thinking": f"thought {number} " * 30, "signature": f"sig{number}=="}
        use = {"type": "tool_use", "id": f"t{number}", "name": "read", "input": {"n": number}}
        messages.append({"role": "assistant", "content": [thinking, use]})
        messages.append(
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"t{number}", "content": "out " * 200}]}
        )
    for target in (3_000, 8_000, 15_000):
        for kept in compacted(messages, target).messages:
            blocks = kept["content"] if isinstance(kept["content"], list) else []
            if any(block.get("type") == "thinking" for block in blocks):
                assert kept in messages


@pytest.mark.parametrize("length", range(230, 246))
@pytest.mark.parametrize("unit", ["👩\u200d👩\u200d👧\u200d👦", "🇩🇪", "한", "e\u0301"])
def test_no_cut_falls_inside_a_character_c099_c101(length: int, unit: str) -> None:
    messages = chat(12, text="x" * length + unit * 40)
    out = compacted(messages, 4_000, summary_bytes=300)
    json.dumps(out.messages, ensure_ascii=False).encode()
    assert "\ufffd" not in texts(out.messages)


def test_a_budget_is_counted_in_bytes_for_chinese_too_c102_c103_c104() -> None:
    messages = chat(40, text="构建日志：一切正常，没有错误。" * 30)
    for target in (6_000, 12_000, 24_000):
        assert size(compacted(messages, target).messages) <= target


def test_windows_paths_do_not_grow_from_round_to_round_c097() -> None:
    messages = chat(20, text=r"C:\Users\dev\app\main.ts is fine. " * 20)
    out = messages
    for target in (20_000, 12_000, 8_000, 8_000, 8_000):
        out = compacted(out, target).messages
        assert "\\\\\\\\" not in texts(out)
        assert size(out) <= target
