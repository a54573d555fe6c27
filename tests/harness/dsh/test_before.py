"""Before: what each policy makes of a verdict in the real harness."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

BATCH = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
REQUEST = (
    f"Batch {BATCH} lost rows. Fix src/importer.py, and never push to the origin remote: I do that myself. "
    + "The importer reads one customer a line, and quoted commas must survive. " * 40
)
SUMMARY = f"## Primary Request and Intent\n- Mend src/importer.py for batch {BATCH}; never push to the origin remote.\n"
PATIENT = "- id: context-verdict\n  config: { verdictPolicy: veto, maxRefusals: 99, deadlineMs: 30000 }\n"
OVERFLOW = "This model's maximum context length was reached: context window exceeded"


@pytest.fixture
def working(harness: Callable[..., Any]) -> Callable[..., Any]:
    """A session with unlanded work: two open todos, one edited file, and whatever the policy is."""

    def start(**options: Any) -> Any:
        live = harness(**options)
        todos = [
            {"content": "Mend parse_line", "status": "in_progress"},
            {"content": "Write the changelog entry", "status": "pending"},
        ]
        change = {"file_path": "src/importer.py", "old_string": "from CSV", "new_string": "from a CSV"}
        live.stage.turn(
            REQUEST,
            live.call("todo_write", {"todos": todos}),
            live.call("read", {"file_path": "src/importer.py"}),
            live.call("edit", change),
            "The docstring is mended; the parser is next.",
        )
        live.stage.turn("Go on tomorrow.", "Yes.")
        return live

    return start


def notes(live: Any) -> list[dict[str, Any]]:
    """What the model was told by us."""
    return [row for row in live.of("user/message") if row["data"]["source"]["kind"] == "plugin:threefold"]


def error(end: dict[str, Any]) -> str:
    return json.dumps(end["data"].get("error", ""), ensure_ascii=False)


def test_guide_tells_the_summariser_what_must_survive_and_within_the_budget(
    working: Callable[..., Any], profile: str
) -> None:
    live = working(profile=profile, policy="guide")
    live.stage.will_compact(SUMMARY)
    assert not error(live.compact()).strip('"')
    told = live.told_to_keep()
    assert "acting as a compaction engine" in told
    assert "Todos that are not done: Write the changelog entry" in told
    assert "Files changed and not committed: src/importer.py" in told
    assert BATCH in told
    assert "never push to the origin remote" in told.partition("Additional rule")[2]
    assert len(told.partition("Additional rule")[2].encode()) < 4_000
    (verdict,) = live.report("compaction-verdict.jsonl")
    assert (verdict["trigger"], verdict["action"]) == ("manual", "guide")
    assert not [line for line in live.runtime.console if "threefold" in line and "failed" in line]


def test_observe_leaves_the_summarisers_instruction_as_it_is(working: Callable[..., Any]) -> None:
    live = working()
    live.stage.will_compact(SUMMARY)
    live.compact()
    assert "Additional rule" not in live.told_to_keep()


def test_a_verdict_that_cannot_be_kept_is_told_in_the_harness_and_costs_nothing(
    working: Callable[..., Any], profile: str
) -> None:
    live = working(profile=profile, policy="guide")
    (live.home / "reports").write_text("no folder")
    live.stage.will_compact(SUMMARY)
    assert not error(live.compact()).strip('"')
    assert "Write the changelog entry" in live.told_to_keep()
    live.until(lambda: any("could not write the verdict: " in line for line in live.console()), "the line")


def test_a_held_compaction_waits_for_a_persons_word(working: Callable[..., Any], profile: str) -> None:
    live = working(profile=profile, policy="hold")
    live.stage.will_answer("threefold-hold", "Do not compact")
    assert "Write the changelog entry" in error(live.compact())
    assert not notes(live)  # it waits for whatever the model is asked next
    live.stage.turn("What now?", "I write it down first.")
    assert "A person asked for a compaction" in json.dumps(notes(live))
    live.stage.will_answer("threefold-hold", "Compact now")
    live.stage.will_compact(SUMMARY)
    assert not error(live.compact()).strip('"')
    assert [row["action"] for row in live.report("compaction-verdict.jsonl")] == ["hold", "hold"]


def test_a_held_compaction_waits_as_long_as_the_question_is_left_standing(
    working: Callable[..., Any], profile: str
) -> None:
    live = working(profile=profile, policy="hold")
    if profile == "web":
        live.runtime.leave()  # nobody has the page open
    else:
        live.stage.will_not_answer()
    with ThreadPoolExecutor(1) as person:
        typed = person.submit(live.stage.command, "/compact")
        live.until(lambda: bool(live.report("compaction-verdict.jsonl")), "the verdict")
        live.stage.person("sleep 0.5")
        assert not typed.done()
        assert not [one for one in live.model.requests if one.kind == "compact"]
        live.runtime.close()
        assert typed.exception()


def test_where_nobody_can_be_asked_a_held_compaction_is_refused_until_a_person_types_so(
    working: Callable[..., Any],
) -> None:
    live = working(policy="hold")
    refused = error(live.compact())
    assert "Threefold: " in refused
    assert "in this session alone" in refused or "in no commit" in refused
    live.stage.will_compact(SUMMARY)
    assert not error(live.command("/compact-anyway")).strip('"')
    assert "A person asked for it" in "\n".join(live.console())


def test_a_veto_gives_its_reason_and_ends_after_a_set_number_in_a_row(
    working: Callable[..., Any], profile: str
) -> None:
    live = working(profile=profile, policy="veto")
    for left in ("2 more in a row", "1 more in a row", "the next one is let through"):
        reason = error(live.compact())
        assert "src/importer.py" in reason
        assert "/compact-anyway" in reason
        assert left in reason
    live.stage.turn("What now?", "I write it down first.")
    (note,) = notes(live)  # one for a row of refusals
    assert "Write the changelog entry" in json.dumps(note)
    live.stage.will_compact(SUMMARY)
    assert not error(live.compact()).strip('"')
    assert "3 stopped in a row" in "\n".join(live.console())
    assert not [request for request in live.model.requests if request.kind == "compact"][1:]


def test_an_automatic_compaction_is_vetoed_with_a_note_to_the_model_and_an_overflow_never(
    working: Callable[..., Any], profile: str
) -> None:
    live = working(profile=profile, rows=PATIENT, small_window=True)
    live.stage.turn("Read the listings.", *live.filling(), "Read.")
    ends = live.of("compaction/end")
    assert ends
    assert all("Threefold: " in error(end) for end in ends)
    (note,) = notes(live)
    assert "no person wrote this" in json.dumps(note)
    assert "The context is nearly full" in json.dumps(note)
    before = len(live.of("compaction/summary"))
    live.model.drop_script()
    live.stage.will_compact(SUMMARY)
    live.stage.turn("Go on.", live.reply(status=400, error=OVERFLOW), "I went on after the overflow.")
    assert len(live.of("compaction/summary")) == before + 1
    assert live.report("compaction-verdict.jsonl")[-1]["trigger"] == "overflow"
