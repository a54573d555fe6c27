"""Other lives of a session: compacted by itself, in zstd frames, resumed, and in a subagent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from threefold.reading import read

TASK = "Search the listings for the customer with the number 4711."
FILLER = "The importer reads one customer a line, and quoted commas must survive. " * 40
SUMMARY = f"## Primary Request and Intent\n- {TASK}\n\n## Critical Context\n- Nothing was found in data/0.txt yet.\n"


@pytest.mark.parametrize("compression", ["none", "zstd"])
def test_an_automatic_compaction_is_guided_and_audited_in_a_plain_log_and_in_zstd_frames(
    harness: Callable[..., Any], profile: str, compression: str
) -> None:
    live = harness(profile=profile, policy="guide", small_window=True, compression=compression)
    live.stage.turn(f"{TASK} Never push to the origin remote.", "I will read them.")
    live.stage.will_compact(SUMMARY)
    live.stage.turn("Do it.", *live.filling(), "Customer 4711 stands in none.")
    (landed,) = live.of("compaction/summary")
    assert live.of("compaction/start")[0]["data"]["turn"] == 2
    assert "Additional rule" in live.told_to_keep()
    assert "Never push to the origin remote" in live.told_to_keep().partition("Additional rule")[2]
    (record,) = live.wait_for_report("compaction-audit.jsonl", 1)
    assert record["compactionId"] == landed["data"]["compactionId"]
    assert live.report("compaction-verdict.jsonl")[0]["trigger"] == "automatic"
    log = live.stage.log()
    assert (log.suffix == ".zstd") is (compression == "zstd")
    with read(log) as session:
        assert [one.trigger for one in session.compactions] == ["auto"]


def test_refusals_are_counted_over_a_resume(harness: Callable[..., Any], profile: str) -> None:
    live = harness(profile=profile, policy="veto")
    todo = {"todos": [{"content": "Mend parse_line", "status": "pending"}]}
    live.stage.turn("Fix it. " + FILLER, live.call("todo_write", todo), "Planned.")
    live.stage.turn("Go on.", "Yes.")
    assert "2 more in a row" in json.dumps(live.compact()["data"])
    live.stage.reopen()
    assert "1 more in a row" in json.dumps(live.compact()["data"])
    live.stage.will_compact(SUMMARY)
    assert "error" not in live.command("/compact-anyway")["data"]
    live.wait_for_report("compaction-audit.jsonl", 1)


def test_a_subagents_own_compaction_is_judged_and_audited_as_its_own_session(
    harness: Callable[..., Any], profile: str
) -> None:
    live = harness(profile=profile, policy="guide", small_window=True)
    live.stage.subagent(TASK, *live.filling(), "Customer 4711 stands in none.")
    live.stage.will_compact(SUMMARY)
    call = live.call("subagent", {"description": "Search the listings", "prompt": TASK})
    live.stage.start("Let a subagent search.", call, "It searches.", "It found nothing.")
    (record,) = live.wait_for_report("compaction-audit.jsonl", 1)
    assert record["sessionId"] != live.runtime.session
    assert not live.of("compaction/summary")
    assert live.report("compaction-verdict.jsonl")[0]["snapshot"]["session"] == record["sessionId"]


def test_lost_facts_are_put_back_only_where_a_person_opted_in(harness: Callable[..., Any], profile: str) -> None:
    live = harness(profile=profile, rows="- id: compaction-audit\n  config: { optInInject: true, debug: true }\n")
    live.stage.turn("The batch is 7c9e6679-7425-40de-944b-e07fc1f90ae7. " + FILLER, "I read it.")
    live.stage.turn("Go on.", "Yes.")
    live.stage.will_compact(SUMMARY)
    live.compact()
    (record,) = live.wait_for_report("compaction-audit.jsonl", 1)
    assert "7c9e6679-7425-40de-944b-e07fc1f90ae7" in record["inject"]
    live.until(lambda: any("audit of" in line for line in live.console()), "the audit")
    live.stage.turn("And now?", "The batch is known again.")
    shown = json.dumps([one for one in live.model.requests if one.kind == "chat"][-1].body["messages"])
    assert "threefold-recovered" in shown
    beats = live.report("audit-debug.jsonl")
    assert {"turn/start", "compaction/summary"} <= {beat["type"] for beat in beats}
    assert "7c9e6679-7425-40de-944b-e07fc1f90ae7" in shown
