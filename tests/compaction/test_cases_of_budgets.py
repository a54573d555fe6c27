"""Shapes from public bug reports about budgets, rounds and doubtful scores; a test's name carries the row's id."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import threefold
from threefold.compacting import compact
from threefold.compaction.conversation import DIGEST_TAG
from threefold.compaction.settings import CompactSettings
from threefold.relevance.protocol import Report, Request, Score, Scorer, Scoring

Messages = list[dict[str, Any]]
PROSE = "some output of a tool, line after line. "


class Fixed:
    """Scores by a function of the place; what it is asked about is kept."""

    name = "fixed"

    def __init__(self, value: Any, confidence: float = 0.9) -> None:
        self.value, self.confidence = value, confidence
        self.asked: list[list[int]] = []

    def score(self, request: Request) -> Scoring:
        wanted = [candidate.index for candidate in request.candidates if not candidate.settled]
        self.asked.append(wanted)
        scores = tuple(
            Score(index=place, value=self.value(place), confidence=self.confidence, source=self.name)
            for place in wanted
        )
        return Scoring(scores=scores, report=Report(scorer=self.name, tier=self.name, calibrated=True))


def compacted(messages: Messages, target: int, scorer: Scorer | None = None, **settings: Any) -> Any:
    """Compacted with the scores of ``scorer``, or by recency; checked to be the caller's own, in order, and paired."""
    before = json.dumps(messages)
    chosen = CompactSettings(target_bytes=target, scorer="recency", **settings)
    made = compact(messages, settings=chosen, scorers=None if scorer is None else [scorer], environ={})
    assert json.dumps(messages) == before
    assert made.stats.error == ""
    calls = {call["id"] for m in made.messages for call in m.get("tool_calls") or ()}
    assert {m["tool_call_id"] for m in made.messages if m["role"] == "tool"} <= calls
    return made


def size(messages: Any) -> int:
    return len(json.dumps(messages, ensure_ascii=False, separators=(",", ":")).encode())


def call(id: str) -> dict[str, Any]:
    function = {"name": "read", "arguments": json.dumps({"path": f"notes {id}"})}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": id, "type": "function", "function": function}]}


def result(id: str, text: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id, "content": text}


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def chat(rounds: int, text: str = PROSE * 20, begin: int = 0) -> Messages:
    found: Messages = []
    if not begin:
        found = [{"role": "system", "content": "You are a coding agent."}, user("Port the importer to the new parser.")]
    for n in range(begin, begin + rounds):
        found += [
            call(f"c{n}"),
            result(f"c{n}", f"{n}: {text}"),
            {"role": "assistant", "content": f"Step {n} is done."},
        ]
    return found


def texts(messages: Any) -> str:
    return json.dumps(messages, ensure_ascii=False)


# --- what was said last, and what cannot be parted ------------------------------------------------------------------


@pytest.mark.parametrize("keep_recent", [0, 1, 4])
def test_messages_that_a_human_sent_while_the_model_worked_all_survive_c001(keep_recent: int) -> None:
    late = [user("Also keep the old flag, please."), user("And one more thing: the changelog."), user("Then stop.")]
    made = compacted([*chat(30), *late], 5_000, keep_recent=keep_recent)
    assert [m for m in made.messages if m in late] == late


def test_a_result_without_its_call_goes_however_recent_it_is_c088() -> None:
    for at in (2, 20, 60, 92):
        messages = chat(30)
        messages.insert(at, result("gone", "output of a call that an earlier compaction took away. " * 3))
        made = compacted(messages, 9_000)
        assert (made.stats.orphans_before, made.stats.orphans_after) == (1, 0)


def test_reasoning_stays_with_the_call_that_it_led_to_or_both_go_c082() -> None:
    messages: Messages = [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go"}]}]
    for n in range(20):
        messages.append({"type": "reasoning", "id": f"r{n}", "summary": [], "encrypted_content": f"sealed {n} " * 20})
        messages.append({"type": "function_call", "call_id": f"c{n}", "name": "read", "arguments": "{}"})
        messages.append({"type": "function_call_output", "call_id": f"c{n}", "output": f"{n}: {PROSE * 8}"})
    for target in range(1_000, 16_000, 1_500):
        made = compact(messages, settings=CompactSettings(target_bytes=target, scorer="recency"), environ={})
        assert made.stats.error == ""
        kept = {
            m.get("id") or m.get("call_id") for m in made.messages if m.get("type") in ("reasoning", "function_call")
        }
        assert all((f"r{n}" in kept) == (f"c{n}" in kept) for n in range(20))
        assert all(m in messages for m in made.messages if m.get("type") == "reasoning")


# --- budgets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["plain words of a person, ", "一个人写下的话，", "Never touch this. "])
def test_a_last_message_larger_than_the_budget_is_shortened_with_a_mark_c044(unit: str) -> None:
    messages = [*chat(3), user(unit * (1_330_000 // len(unit.encode())))]
    made = compacted(messages, 64_000)
    assert size(made.messages) <= 64_000
    assert "bytes cut here" in texts(made.messages)


def test_a_history_far_above_any_window_is_compacted_c043_c046() -> None:
    messages = chat(2_000, PROSE * 100)
    assert size(messages) > 8_000_000
    assert size(compacted(messages, 60_000).messages) <= 60_000


def test_a_file_far_above_a_mebibyte_goes_through_the_command_line_c046(tmp_path: Path) -> None:
    from threefold.doors.cli import app, execute

    path, out = tmp_path / "m.json", tmp_path / "out.json"
    path.write_text(json.dumps(chat(600, PROSE * 100)))
    assert path.stat().st_size > 2_000_000
    arguments = ["compact", str(path), "--target-bytes", "50000", "--scorer", "recency", "-q", "-o", str(out)]
    assert execute(app("compact"), arguments) == 0
    assert out.stat().st_size <= 50_000


def test_sizes_before_and_after_are_taken_by_the_same_measure_c031_c035() -> None:
    for messages in (chat(1), chat(40), [{"role": "system", "content": "rules. " * 4_000}, user("go"), *chat(2)[2:]]):
        for target in (200, 3_000, 9_000, size(messages)):
            stats, out = (made := compacted(messages, target)).stats, made.messages
            assert (stats.bytes_before, stats.bytes_after) == (size(messages), size(out))
            assert size(out) <= size(messages)
            assert stats.over_budget_bytes == max(0, size(out) - target)


def test_one_huge_message_is_compacted_once_and_the_next_run_has_nothing_to_do_c031_c053() -> None:
    once = compacted([*chat(4), user("@src " + "content of the whole folder. " * 28_000)], 30_000)
    assert once.stats.changed
    assert once.stats.over_budget_bytes == 0
    again = compacted(once.messages, 30_000)
    assert not again.stats.changed
    assert all(one is other for one, other in zip(again.messages, once.messages, strict=True))


def test_below_the_trigger_nothing_is_rewritten_turn_after_turn_c052_c030() -> None:
    messages = chat(3)
    scorer = Fixed(lambda place: 0.5)
    for turn in range(3, 8):
        messages += chat(1, begin=turn)
        made = compacted(messages, 100_000, scorer)
        assert all(one is other for one, other in zip(made.messages, messages, strict=True))
        assert {d.reason for d in made.decisions} == {"under budget"}
    assert scorer.asked == []


def test_one_compaction_is_enough_for_a_budget_that_can_be_met_c053() -> None:
    for target in range(3_000, 25_000, 2_500):
        once = compacted(chat(40), target)
        assert once.stats.over_budget_bytes == 0
        assert not compacted(once.messages, target).stats.changed


def test_the_beginning_that_a_provider_caches_is_the_same_bytes_c054(tmp_path: Path) -> None:
    from threefold.compacting import opened

    body = {"model": "m", "tools": [{"name": "read", "input_schema": {}}], "system": "Rules.", "messages": chat(30)[1:]}
    path = tmp_path / "request.json"
    path.write_text(json.dumps(body))
    with opened(path) as at:
        chosen = CompactSettings(target_bytes=6_000, scorer="recency")
        made = compact(at.session or (), settings=chosen, environ={}, opened=(at.conversation, at.wire))
    until = path.read_bytes().index(b'{"role": "assistant"')
    assert made.stats.changed
    assert made.output[:until] == path.read_bytes()[:until]
    listed = compacted(chat(30), 6_000)
    assert listed.messages[:2] == chat(30)[:2]


# --- rounds ----------------------------------------------------------------------------------------------------------


def test_a_digest_never_nests_and_never_grows_without_end_c027_c028() -> None:
    messages = chat(20)
    sizes = []
    for turn in range(12):
        made = compacted(messages, 9_000)
        assert texts(made.messages).count(f"<{DIGEST_TAG}>") == 1
        assert made.stats.over_budget_bytes == 0
        sizes.append(made.stats.digest_bytes)
        messages = [*made.messages, *chat(10, begin=20 + 10 * turn)]
    assert max(sizes[1:]) <= 2_000


def test_a_prompt_that_holds_the_whole_conversation_is_kept_once_and_within_the_budget_c027() -> None:
    inner = "\n".join(f"user: step {n}\nassistant: done with step {n}" for n in range(2_000))
    prompt = user(f"Summarise what follows.\n<conversation>\n{inner}\n</conversation>")
    messages = [*chat(6), prompt, {"role": "assistant", "content": "A summary."}, *chat(6, begin=6)]
    for _ in range(4):
        made = compacted(messages, 12_000)
        assert size(made.messages) <= 12_000
        assert texts(made.messages).count("<conversation>") <= 1
        messages = [*made.messages, *chat(6, begin=50)]


def test_what_stood_as_a_mention_of_a_file_is_no_mention_in_the_digest_c037() -> None:
    messages = chat(3)
    for n in range(12):
        said = f"See @src/module{n}.py, @docs/设计.md and (@./notes/{n}) before you go on. Mind @property."
        messages += [
            {"role": "assistant", "content": "Some words stand here before. " * 20 + said[:-1].replace(". ", ", ")}
        ]
    messages += chat(6, begin=3)
    made = compacted(messages, 6_000, enable_pinning=False)
    (digest,) = [m["content"] for m in made.messages if DIGEST_TAG in str(m["content"])]
    assert "src/module" in digest
    assert "@src" not in digest
    assert "@docs" not in digest
    assert "@./" not in digest
    assert "@property" in digest


def test_a_path_that_was_mentioned_is_carried_without_becoming_a_mention_c037() -> None:
    said = [{"role": "assistant", "content": f"See @src/module{n}.py. " + "Words go on. " * 60} for n in range(20)]
    made = compacted([user("go"), *said], 4_000)
    (digest,) = [m["content"] for m in made.messages if DIGEST_TAG in str(m["content"])]
    assert all(f"src/module{n}.py" in texts(made.messages) for n in range(20))
    assert "@src" not in digest


def test_small_by_nature_nothing_to_cut_and_a_fault_are_told_apart_c039_c030() -> None:
    small = compacted(chat(2), 100_000)
    assert (small.stats.changed, small.stats.over_budget_bytes, small.stats.error) == (False, 0, "")
    assert {d.reason for d in small.decisions} == {"under budget"}
    stuck = compacted([{"role": "system", "content": "rules. " * 900}, user("go")], 500)
    assert (stuck.stats.changed, stuck.stats.error) == (False, "")
    assert stuck.stats.over_budget_bytes > 0
    assert "system" in stuck.stats.over_budget_reason
    assert {d.decision for d in stuck.decisions} == {"keep"}
    broken: Any = [*chat(30), {"role": "user", "content": object()}]
    fault = compact(broken, settings=CompactSettings(target_bytes=500, scorer="recency"), environ={})
    assert fault.messages == broken
    assert fault.stats.error


def test_a_history_of_mostly_text_meets_its_budget_in_every_round_c039() -> None:
    messages: Messages = [user("Port the importer.")]
    for turn in range(8):
        messages += [
            {"role": "assistant", "content": f"{turn}.{n}: " + "I think about it aloud. " * 30} for n in range(20)
        ]
        made = compacted(messages, 12_000)
        assert made.stats.over_budget_bytes == 0
        messages = list(made.messages)


def test_what_an_earlier_run_wrote_is_not_scored_again_c039() -> None:
    once = compacted(chat(40), 9_000)
    scorer = Fixed(lambda place: 0.5)
    compacted([*once.messages, *chat(20, begin=40)], 9_000, scorer)
    (place,) = [at for at, m in enumerate(once.messages) if DIGEST_TAG in str(m["content"])]
    assert place not in scorer.asked[0]


def test_a_result_that_the_harness_blanked_is_not_scored_c039(tmp_path: Path) -> None:
    from threefold.reading import read_source
    from threefold.reading.source import BytesSource

    lines: list[dict[str, Any]] = []

    def entry(kind: str, **fields: Any) -> None:
        uuid = f"00000000-0000-4000-8000-{len(lines):012d}"
        parent = lines[-1]["uuid"] if lines else None
        lines.append(
            {"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "isSidechain": False} | fields
        )

    entry("user", message={"role": "user", "content": "Port the importer."})
    for n in range(9):
        use = {"type": "tool_use", "id": f"t{n}", "name": "Bash", "input": {"command": f"make step{n}"}}
        entry("assistant", message={"id": f"m{n}", "role": "assistant", "model": "m", "content": [use]})
        answer = {"type": "tool_result", "tool_use_id": f"t{n}", "content": f"{n}: {PROSE * 9}"}
        entry("user", message={"role": "user", "content": [answer]})
    data = {"compactedToolIds": ["t0", "t2"], "preTokens": 9, "tokensSaved": 3}
    entry("system", subtype="microcompact_boundary", microcompactMetadata=data)
    raw = "".join(json.dumps(line) + "\n" for line in lines).encode()
    scorer = Fixed(lambda place: 0.5)
    with read_source(BytesSource(raw)) as session:
        assert session.cleared == {"t0", "t2"}
        made = compact(session, settings=CompactSettings(target_bytes=4_000), scorers=[scorer], environ={})
    assert made.stats.error == ""
    assert not {2, 6} & set(scorer.asked[0])
    assert {4, 8} <= set(scorer.asked[0])


# --- scores ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("low", [0.0, 0.05, 0.1])
def test_scores_that_are_all_low_still_rank_within_the_budget_c040(low: float) -> None:
    messages = chat(60)
    made = compacted(messages, 30_000, Fixed(lambda place: low + 0.2 * place / len(messages)), keep_recent=0)
    assert size(made.messages) > 27_000
    kept = {d.index for d in made.decisions if d.decision == "keep" and d.source == "fixed"}
    cut = {d.index for d in made.decisions if d.decision == "cut"}
    assert sum(kept) / len(kept) > sum(cut) / len(cut)


@pytest.mark.parametrize("odd", [7.0, -3.0, 1e308, math.nan, math.inf, -math.inf])
def test_a_score_that_is_none_is_doubt_and_doubt_is_kept_before_what_is_surely_not_needed_c091(odd: float) -> None:
    made = compacted(chat(30), 12_000, Fixed(lambda place: odd if place % 3 == 2 else 0.1), keep_recent=0)
    values = [d.value for d in made.decisions if d.value is not None]
    assert values
    assert all(0.0 <= value <= 1.0 for value in values)
    assert size(made.messages) <= 12_000


def test_ids_that_stand_twice_and_calls_that_wait_are_kept_or_cut_whole_c091() -> None:
    messages = chat(2)
    for n in range(30):
        messages += [call("same"), result("same", f"{n}: {PROSE * 10}")]
    messages += [call("waits"), call("same")]
    for target in (2_000, 6_000, 12_000):
        kept = compacted(messages, target).messages
        assert messages[-2] in kept
        assert messages[-1] in kept
        answers = sum(m["role"] == "tool" and m["tool_call_id"] == "same" for m in kept)
        calls = sum(c["id"] == "same" for m in kept for c in m.get("tool_calls") or ())
        assert calls == answers + 1


def test_the_verb_refuses_a_budget_that_is_no_budget_c041() -> None:
    with pytest.raises(threefold.ThreefoldError, match="target_ratio"):
        threefold.compact(chat(3), settings={"target_ratio": 1.5})
