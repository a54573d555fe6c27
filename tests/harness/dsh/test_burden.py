"""Never a burden: whatever happens to Python, the harness compacts as it would have without us, and says so once."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

FILLER = "The importer reads one customer a line, and quoted commas must survive. " * 40
SUMMARY = "## Primary Request and Intent\n- Read the importer.\n"
FROZEN = [sys.executable, "-c", "import time; time.sleep(600)"]
NONSENSE = [sys.executable, "-c", "import sys; print('Good morning', flush=True); sys.stdin.read()"]
WRONG = [sys.executable, "-c", "import sys\nfor line in sys.stdin: print('[1, 2]', flush=True)"]
OTHER = [
    sys.executable,
    "-c",
    "import json, sys\n"
    "for line in sys.stdin: print(json.dumps({'id': json.loads(line)['id'], 'result': {'v2': {}}}), flush=True)",
]
ENDED = [sys.executable, "-c", "raise SystemExit(7)"]


SLOW = [
    sys.executable,
    "-c",
    "import time\n"
    "from threefold.doors.bridge import main\n"
    "from threefold.harness.dsh import verbs\n"
    "opened = verbs.logs.opened\n"
    "verbs.logs.opened = lambda told, exact=False: time.sleep(3 * exact) or opened(told, exact=exact)\n"
    "main()",
]


def bridges(live: Any, words: str) -> list[int]:
    """The processes below the harness whose command holds these words."""
    found = []
    for pid in live.runtime.children():
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes().decode()
        except OSError:
            continue  # it ended while we looked
        if words in command:
            found.append(pid)
    return found


@pytest.mark.parametrize(
    ("bridge", "reason"),
    [
        (["/nowhere/python"], "cannot be started"),
        (ENDED, "ended"),
        (FROZEN, "did not answer before within 2000 ms"),
        (NONSENSE, "nonsense"),
        (WRONG, "nonsense"),
        (OTHER, "as another version would"),
    ],
    ids=["missing", "ended", "frozen", "nonsense", "wrong", "other-version"],
)
def test_without_a_bridge_that_answers_the_harness_compacts_and_warns_once(
    harness: Callable[..., Any], profile: str, bridge: list[str], reason: str
) -> None:
    live = harness(profile=profile, policy="veto", bridge=bridge, deadline_ms=None)
    live.stage.turn(FILLER, "I read it. " + FILLER)
    live.stage.turn("Go on.", "Done so far.")
    live.stage.will_compact(SUMMARY)
    assert "error" not in live.compact()["data"]
    live.stage.turn("And on. " + FILLER, "Done. " + FILLER)
    live.stage.will_compact(SUMMARY)
    assert "error" not in live.compact()["data"]
    warnings = [line for line in live.console() if "warning" in line]
    assert len(warnings) == 1
    assert reason in warnings[0]
    live.model.check()


def test_a_bridge_that_is_only_slow_is_passed_by_and_left_to_its_other_work(
    harness: Callable[..., Any], profile: str
) -> None:
    live = harness(profile=profile, policy="guide", bridge=SLOW, deadline_ms=None)
    live.stage.turn(FILLER, "I read it. " + FILLER)
    live.until(lambda: bool(bridges(live, "opened = verbs.logs.opened")), "the bridge")
    (bridge,) = bridges(live, "opened = verbs.logs.opened")
    live.stage.will_compact(SUMMARY)
    assert "error" not in live.compact()["data"]
    live.wait_for_report("compaction-audit.jsonl", 1)
    assert bridges(live, "opened = verbs.logs.opened") == [bridge]
    (warning,) = [line for line in live.console() if "warning" in line]
    assert "within 2000 ms" in warning
    (verdict,) = live.wait_for_report("compaction-verdict.jsonl", 1)
    assert verdict["action"] == "late"


def test_without_a_bridge_the_engine_lets_the_model_write_the_summary(
    harness: Callable[..., Any], profile: str
) -> None:
    live = harness(profile=profile, engine="threefold", bridge=["/nowhere/python"], small_window=True)
    live.stage.will_compact(SUMMARY)
    live.stage.turn("Read the listings.", *live.filling(), "Read.")
    (landed,) = live.of("compaction/summary")
    assert landed["data"]["provider"] == "deepseek-official"
    assert sum("warning" in line for line in live.console()) == 1
    live.model.check()


def test_where_the_engine_cannot_be_put_in_place_the_harness_compacts_with_its_own(
    harness: Callable[..., Any], profile: str
) -> None:
    broken = {"threefold-dsh/engine.mjs": "throw new Error('another harness')\n"}
    live = harness(profile=profile, engine="threefold", beside=broken, small_window=True)
    live.stage.will_compact(SUMMARY)
    live.stage.turn("Read the listings.", *live.filling(), "Read.")
    (landed,) = live.of("compaction/summary")
    assert landed["data"]["provider"] == "deepseek-official"
    (warning,) = [line for line in live.console() if "warning" in line]
    assert "the harness's own engine compacts: another harness" in warning
    live.model.check()


def test_a_bridge_that_was_killed_costs_one_verdict_and_is_started_again(
    harness: Callable[..., Any], profile: str
) -> None:
    live = harness(profile=profile)
    live.stage.turn(FILLER, "I read it. " + FILLER)
    live.until(lambda: bool(bridges(live, "threefold.doors.bridge")), "the bridge")
    (first,) = bridges(live, "threefold.doors.bridge")
    os.kill(first, signal.SIGKILL)
    live.until(lambda: any("warning" in line for line in live.console()), "the warning")
    live.stage.will_compact(SUMMARY)
    assert "error" not in live.compact()["data"]
    live.until(lambda: _started_again(live, first), "another bridge")
    live.stage.turn("Go on. " + FILLER, "Done. " + FILLER)
    live.stage.will_compact(SUMMARY)
    assert "error" not in live.compact()["data"]
    live.wait_for_report("compaction-audit.jsonl", 1)
    assert sum("warning" in line for line in live.console()) == 1


def _started_again(live: Any, first: int) -> bool:
    live.stage.turn("Go on.", "Done so far.")
    return any(pid != first for pid in bridges(live, "threefold.doors.bridge"))


def test_two_sessions_at_once_share_one_bridge(harness: Callable[..., Any], profile: str) -> None:
    live = harness(profile=profile)
    live.stage.turn(FILLER, "I read it. " + FILLER)
    live.stage.script("In another session.")
    live.runtime.elsewhere("Say something else.")
    live.stage.will_compact(SUMMARY)
    live.compact()
    live.wait_for_report("compaction-audit.jsonl", 1)
    assert len(bridges(live, "threefold.doors.bridge")) == 1


def test_two_profiles_at_once_in_one_home_do_each_other_no_harm(harness: Callable[..., Any]) -> None:
    lives = [harness(profile="sdk", policy="guide"), harness(profile="web", policy="guide")]
    for live in lives:
        live.stage.turn(FILLER, "I read it. " + FILLER)
        live.stage.will_compact(SUMMARY)
    with ThreadPoolExecutor(2) as people:
        ends = list(people.map(lambda live: live.compact(), lives))
    assert not [end for end in ends if "error" in end["data"]]
    sessions = {live.runtime.session for live in lives}
    assert {row["sessionId"] for row in lives[0].wait_for_report("compaction-audit.jsonl", 2)} == sessions
    verdicts = lives[0].wait_for_report("compaction-verdict.jsonl", 2)
    assert {row["snapshot"]["session"] for row in verdicts} == sessions
    for live in lives:
        assert len(bridges(live, "threefold.doors.bridge")) == 1
        assert not [line for line in live.console() if "warning" in line]


def test_the_bridge_ends_with_the_harness_however_that_ends(harness: Callable[..., Any], profile: str) -> None:
    live = harness(profile=profile)
    live.stage.turn(FILLER, "I read it.")
    live.until(lambda: bool(bridges(live, "threefold.doors.bridge")), "the bridge")
    (bridge,) = bridges(live, "threefold.doors.bridge")
    process = live.runtime.process
    process.kill()
    process.wait()
    live.until(lambda: not Path(f"/proc/{bridge}/cmdline").exists() or _dead(bridge), "the bridge's end")


def _dead(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def test_a_mistake_in_the_settings_is_told_and_stops_nothing(harness: Callable[..., Any]) -> None:
    live = harness(rows="- id: context-verdict\n  config: { verdictPolicy: guide, waitMinimum: 3 }\n")
    live.stage.turn(FILLER, "I read it. " + FILLER)
    live.stage.will_compact(SUMMARY)
    assert "error" not in live.compact()["data"]
    (warning,) = [line for line in live.console() if "warning" in line]
    assert "waitMinimum" in warning
    live.wait_for_report("compaction-audit.jsonl", 1)
