"""Facts that stand outside the ledger: an earlier summary, other events, and what the summariser itself wrote."""

from __future__ import annotations

import json
from pathlib import Path

from threefold.auditing import audit
from threefold.reading import read

OPENING = "Another language model started to solve this problem and produced a summary of its thinking process:\n"


def message(role: str, text: str) -> dict[str, object]:
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def test_a_codex_summarisers_own_answer_makes_nothing_stand_in_the_log(tmp_path: Path) -> None:
    summary = "The report took 71 seconds and went to src/raport.py."
    items: list[tuple[str, object]] = [
        ("session_meta", {"id": "019d1111-0000-7000-8000-000000000002", "cwd": "/w", "cli_version": "0.171.0"}),
        ("response_item", message("user", "make src/report.py faster: it takes 17 seconds")),
        ("response_item", message("assistant", "src/report.py took 17 seconds.")),
        ("event_msg", {"type": "agent_message", "message": summary}),
        ("response_item", message("assistant", summary)),
        ("compacted", {"message": OPENING + summary, "replacement_history": [message("user", OPENING + summary)]}),
    ]
    log = tmp_path / "rollout.jsonl"
    log.write_text(
        "".join(
            json.dumps({"timestamp": "2026-01-01T00:00:00.000Z", "type": kind, "payload": payload}) + "\n"
            for kind, payload in items
        )
    )
    with read(log) as session:
        record = audit(session, session.compactions[0])
    assert {(one.value, one.status, one.found_outside_ledger) for one in record.fidelity.candidates} == {
        ("71 seconds", "altered", False),
        ("src/raport.py", "altered", False),
    }
