"""Other lives of a session: compacted by itself, in zstd frames, resumed, and in a subagent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from threefold.reading import read

TASK = "Search both listings for the customer with the number 4711."
LISTING = "".join(f"line {number} of a listing that nobody needs again\n" for number in range(400))
FILES = {f"data/{number}.txt": LISTING for number in range(4)}
SUMMARY = f"## Primary Request and Intent\n- {TASK}\n\n## Critical Context\n- Nothing was found in data/0.txt yet.\n"


def words(live: Any) -> dict[str, Any]:
    found: dict[str, Any] = type(live.stage)._reply.__globals__
    return found


def reads(live: Any, count: int) -> list[Any]:
    return [words(live)["Call"]("read", {"file_path": f"data/{number}.txt"}) for number in range(count)]


def test_an_automatic_compaction_in_a_log_of_zstd_frames_is_guided_and_audited(harness: Callable[..., Any]) -> None:
    live = harness(policy="guide", small_window=True, compression="zstd", files=FILES)
    live.stage.turn(f"{TASK} Never push to the origin remote.", "I will read them.")
    live.stage.will_compact(SUMMARY)
    live.stage.turn("Do it.", *reads(live, 2), "Customer 4711 stands in neither.")
    (landed,) = live.of("compaction/summary")
    assert live.of("compaction/start")[0]["data"]["turn"] == 2
    assert "Additional rule" in live.told_to_keep()
    assert "Never push to the origin remote" in live.told_to_keep().partition("Additional rule")[2]
    (record,) = live.wait_for_report("compaction-audit.jsonl", 1)
    assert record["compactionId"] == landed["data"]["compactionId"]
    assert live.report("compaction-verdict.jsonl")[0]["trigger"] == "pressure"
    log = live.stage.log()
    assert log.suffix == ".zstd"
    with read(log) as session:
        assert [one.trigger for one in session.compactions] == ["auto"]


def test_refusals_are_counted_over_a_resume(harness: Callable[..., Any]) -> None:
    live = harness(policy="veto")
    todo = {"todos": [{"content": "Mend parse_line", "status": "pending"}]}
    live.stage.turn("Fix it. " + LISTING[:3000], words(live)["Call"]("todo_write", todo), "Planned.")
    live.stage.turn("Go on.", "Yes.")
    assert "2 more in a row" in json.dumps(live.compact()["data"])
    pipes = live.runtime._client._proc
    live.stage.reopen()
    for pipe in (pipes.stdin, pipes.stdout, pipes.stderr):
        pipe.close()
    assert "1 more in a row" in json.dumps(live.compact()["data"])
    live.stage.will_compact(SUMMARY)
    assert "error" not in live.command("/compact-anyway")["data"]
    live.wait_for_report("compaction-audit.jsonl", 1)


def test_a_subagents_own_compaction_is_judged_and_audited_as_its_own_session(harness: Callable[..., Any]) -> None:
    live = harness(policy="guide", small_window=True, files=FILES)
    live.stage.subagent(TASK, *reads(live, 2), SUMMARY, "Customer 4711 stands in neither.")
    call = words(live)["Call"]("subagent", {"description": "Search the listings", "prompt": TASK})
    live.stage.start("Let a subagent search.", call, "It searches.", "It found nothing.")
    (record,) = live.wait_for_report("compaction-audit.jsonl", 1)
    assert record["sessionId"] != "live-1"
    assert not live.of("compaction/summary")
    assert live.report("compaction-verdict.jsonl")[0]["snapshot"]["session"] == record["sessionId"]


def test_lost_facts_are_put_back_only_where_a_person_opted_in(harness: Callable[..., Any]) -> None:
    live = harness(rows="- id: compaction-audit\n  config: { optInInject: true, debug: true }\n")
    live.stage.turn("The batch is 7c9e6679-7425-40de-944b-e07fc1f90ae7. " + LISTING[:3000], "I read it.")
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
