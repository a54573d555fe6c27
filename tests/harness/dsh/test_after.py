"""After: a real compaction in the real harness is audited from the live log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SUMMARY = (
    "## Primary Request and Intent\n- Mend src/importer.py.\n\n## Critical Context\n"
    "- Batch 7c9e6679-7425-40de-944b-e07fc1f90ae8 was lost.\n"
)
REQUEST = "Batch 7c9e6679-7425-40de-944b-e07fc1f90ae7 lost rows on warehouse.example.com:5433. Fix src/importer.py. "
FILLER = "The importer reads one customer a line, and quoted commas must survive. " * 40


def test_a_manual_compaction_is_judged_and_audited_from_the_live_log(harness: Callable[..., Any], profile: str) -> None:
    live = harness(profile=profile)
    live.stage.turn(REQUEST + FILLER, "I read it. " + FILLER)
    live.stage.turn("Go on.", "Done so far.")
    live.stage.will_compact(SUMMARY)
    end = live.compact()
    assert "error" not in end["data"]
    (record,) = live.wait_for_report("compaction-audit.jsonl", 1)
    assert record["sessionId"] == live.runtime.session
    assert record["compactionId"] == end["data"]["compactionId"]
    assert record["fidelity"]["altered"] == 1
    assert record["blocked"] is False
    (verdict,) = live.wait_for_report("compaction-verdict.jsonl", 1)
    assert (verdict["trigger"], verdict["action"]) == ("manual", "pass")
    live.until(lambda: len(live.console()) == 2, "two lines on the console")
    said = "\n".join(live.console())
    assert "before a compaction (manual)" in said
    assert "1 altered" in said
    live.model.check()
