"""A fold that goes on from place to place says what a fold of each beginning says."""

from __future__ import annotations

import json
from pathlib import Path

from threefold.reading import read
from threefold.work import Progress, fold


def _log() -> list[dict[str, object]]:
    messages: list[dict[str, object]] = [{"role": "user", "content": "Please fix the parser and run the tests."}]
    for number in range(6):
        call = {"name": "bash", "arguments": json.dumps({"command": f"echo x > src/part{number}.py"})}
        messages.append({"role": "assistant", "content": "I will change it next.",
                         "tool_calls": [{"id": f"c{number}", "type": "function", "function": call}]})  # fmt: skip
        messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": "ok"})
        messages.append({"role": "assistant", "content": f"Done with {number}. Should I also rename the module?"})
        messages.append({"role": "user", "content": "Yes, but not now: first cancel the cache task."})
    return messages


def test_a_fold_that_goes_on_says_at_each_event_what_a_fold_of_so_many_events_says(tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    log.write_text(json.dumps({"messages": _log()}))
    with read(log) as session:
        progress = Progress(session)
        assert len(session.events) > 20
        for until in range(len(session.events) + 1):
            assert progress.at(until) == fold(session, until)
