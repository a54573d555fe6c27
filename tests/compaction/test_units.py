"""Each rule of what may not be parted, by itself."""

from __future__ import annotations

from threefold.compaction.conversation import Item
from threefold.compaction.units import Alternation, ReasoningLeads, ToolPairs, WholeMessages, group, pair, rules_of
from threefold.session import Author, Message, Part, Text, Thinking, ToolCall, ToolResult


def items(*parts: Part | tuple[Part, ...], heads: dict[int, int] | None = None) -> list[Item]:
    found = []
    for index, part in enumerate(parts):
        several = part if isinstance(part, tuple) else (part,)
        role = {Author.MODEL: "assistant", Author.TOOL: "tool"}.get(several[0].author, "user")
        message = Message(role, several)
        found.append(Item(index=index, message=message, size=10, head=(heads or {}).get(index, index)))
    return found


def members(found: list[Item], *rules: object) -> list[tuple[int, ...]]:
    return [unit.members for unit in group(found, rules).units]  # type: ignore[arg-type]


CALL_A, CALL_B = ToolCall("a", "read", "{}"), ToolCall("b", "read", "{}")
ANSWER_A, ANSWER_B = ToolResult("a", "one"), ToolResult("b", "two")
HUMAN, MODEL = Text("do it", Author.HUMAN), Text("done", Author.MODEL)
THOUGHT = Thinking("hm", "sig")


def test_several_calls_of_one_turn_take_all_their_results_along_in_any_order() -> None:
    assert members(items((CALL_A, CALL_B), ANSWER_B, HUMAN, ANSWER_A), ToolPairs()) == [(0, 1, 3), (2,)]


def test_calls_that_repeat_an_id_are_answered_one_by_one() -> None:
    assert members(items(CALL_A, ANSWER_A, CALL_A, ANSWER_A), ToolPairs()) == [(0, 1), (2, 3)]


def test_two_open_calls_of_one_id_each_get_a_result() -> None:
    pairs = pair(items(CALL_A, CALL_A, ANSWER_A, ANSWER_A))
    assert pairs.pending == ()
    assert pairs.orphans == ()


def test_a_result_before_its_call_is_its_result_all_the_same() -> None:
    assert pair(items(ANSWER_A, CALL_A)).links == ((1, 0),)


def test_a_call_without_result_is_pending_and_a_result_without_call_an_orphan() -> None:
    found = items(CALL_A, ANSWER_B)
    pairs = pair(found)
    assert (pairs.pending, pairs.orphans) == ((0,), (1,))
    assert [(fault.rule, fault.index) for fault in group(found).faults] == [("tool-pairs", 0), ("tool-pairs", 1)]


def test_the_lines_of_one_message_stay_together_with_its_thinking() -> None:
    found = items(THOUGHT, MODEL, CALL_A, ANSWER_A, heads={1: 0, 2: 0})
    assert members(found, ToolPairs(), WholeMessages()) == [(0, 1, 2, 3)]


def test_a_piece_whose_message_lost_its_beginning_is_a_fault() -> None:
    found = items(THOUGHT, MODEL, heads={1: 0})[1:]
    assert [fault.what for fault in WholeMessages().faults(found, pair(found))]


def test_reasoning_in_an_item_of_its_own_stays_with_what_it_led_to() -> None:
    assert members(items(THOUGHT, CALL_A, ANSWER_A), ToolPairs(), ReasoningLeads()) == [(0, 1, 2)]
    found = items(THOUGHT, HUMAN)
    assert [fault.index for fault in ReasoningLeads().faults(found, pair(found))] == [0]


def test_where_turns_alternate_a_request_goes_with_its_answer() -> None:
    found = items(HUMAN, MODEL, HUMAN, CALL_A, ANSWER_A, MODEL)
    assert members(found, ToolPairs(), Alternation()) == [(0, 1), (2,), (3, 4), (5,)]
    broken = items(MODEL, MODEL)
    assert [fault.rule for fault in Alternation().faults(broken, pair(broken))] == ["alternation"]


def test_only_gemini_contents_have_to_alternate() -> None:
    assert "alternation" in {rule.name for rule in rules_of("gemini-contents")}
    assert "alternation" not in {rule.name for rule in rules_of("anthropic")}


def test_grouping_is_the_same_whatever_the_order_of_the_rules() -> None:
    found = items(THOUGHT, CALL_A, HUMAN, ANSWER_A, heads={1: 0})
    one = members(found, ToolPairs(), WholeMessages(), ReasoningLeads())
    assert one == members(found, ReasoningLeads(), WholeMessages(), ToolPairs()) == [(0, 1, 3), (2,)]
