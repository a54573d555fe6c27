"""What ``threefold hook`` does again on a log that it saw before: counted, not timed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

RUN = """
import io, json, sys
from types import SimpleNamespace
from threefold.doors import hook
from threefold.harness import beside
beside._has_room = lambda: False
event, words, largest, told = json.loads(sys.argv[1]), json.loads(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
left, decoded = [], []
hook._apart = left.append
if largest >= 0:
    from threefold.harness import guidance
    from threefold.reading import claude_record
    guidance._LARGEST, decode = largest, claude_record.decode
    claude_record.decode = lambda raw, event: decoded.append(event) or decode(raw, event)
sys.stdin = SimpleNamespace(buffer=io.BytesIO(json.dumps(event).encode()))
hook.main(words)
from threefold.text import later
found = {"decoded": sorted(decoded), "modules": sorted(sys.modules)}
found["compiled"] = [source for source, _ in later._book.missed if isinstance(source, str)] + later._book.unparted
with open(told, "w") as file:
    json.dump(found, file)
for work in left:
    work()
"""


def log_of(path: Path, turns: int, subject: str = "parser") -> Path:
    """A log with a compaction in its middle, in which persons give rules and facts."""
    with path.open("w") as file:
        for number in range(turns):
            role = ("user", "assistant")[number % 2]
            text = f"Never rename {subject}{number // 30}.py. See src/{subject}{number}.py: port 8{number:03}, please."
            entry: dict[str, Any] = {
                "type": role, "uuid": f"u{number}", "parentUuid": f"u{number - 1}" if number else None,
                "sessionId": "s-1", "isSidechain": False, "cwd": "/home/dev/work",
                "message": {"role": role, "content": text, "id": f"m{number}"},
            }  # fmt: skip
            if number == 40:
                entry = {"type": "system", "subtype": "compact_boundary", "uuid": "u40", "parentUuid": None,
                         "logicalParentUuid": "u39", "sessionId": "s-1"}  # fmt: skip
            if number == 41:
                entry |= {"type": "user", "isCompactSummary": True, "message": {"role": "user", "content": text}}
            file.write(json.dumps(entry) + "\n")
    return path


def answered(
    home: Path, log: Path, name: str, *words: str, summary: str = "", largest: int = 1_000_000
) -> tuple[str, dict[str, Any]]:
    """What a hook prints in a process of its own, and what was counted in it until the answer was given."""
    event = {"session_id": "s-1", "transcript_path": str(log), "hook_event_name": name, "trigger": "auto"}
    event |= {"compact_summary": summary} if summary else {}
    told = log.with_suffix(".told")
    environ = {key: value for key, value in os.environ.items() if not key.startswith("COV")}
    done = subprocess.run(
        [sys.executable, "-P", "-c", RUN, json.dumps(event), json.dumps(words), str(largest), str(told)],
        capture_output=True, text=True, env=environ | {"THREEFOLD_HOME": str(home), "HOME": str(home)}, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout, json.loads(told.read_text())


GUIDE = ("--policy", "guide")
BEGINS = {0, 41}
"""What every reading decodes: the first message, by which a log shows its format, and the summary."""


@pytest.mark.parametrize("largest", [1_000_000, 0], ids=["back to everything", "back to the last compaction"])
def test_what_is_to_be_kept_of_a_log_that_grew_is_found_without_reading_the_rest_again(
    tmp_path: Path, largest: int
) -> None:
    log = log_of(tmp_path / "log.jsonl", 300)
    answered(tmp_path / "home", log, "PreCompact", *GUIDE, largest=largest)
    log_of(log, 306)
    output, counted = answered(tmp_path / "home", log, "PreCompact", *GUIDE, largest=largest)
    fresh, anew = answered(tmp_path / "fresh", log, "PreCompact", *GUIDE, largest=largest)
    assert output == fresh
    assert "Never rename parser10.py" in output
    assert len(anew["decoded"]) > 300
    # each of those added by the work and by the audit; of the others what persons said of what is kept, and a summary
    assert len(counted["decoded"]) < 80
    assert len([event for event in counted["decoded"] if event >= 300]) >= 12


def test_a_log_in_which_things_were_found_is_read_once_for_its_work_and_for_what_is_to_be_kept(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log.jsonl", 300)
    found = "Two findings:\n\n1. The loop never sleeps.\n2. The header is logged in full."
    with log.open("a") as file:
        for number, role, said in ((300, "user", "Review src/http.py."), (301, "assistant", found)):
            entry = {"type": role, "uuid": f"u{number}", "parentUuid": f"u{number - 1}", "sessionId": "s-1"}
            file.write(json.dumps(entry | {"message": {"role": role, "content": said}}) + "\n")
    output, counted = answered(tmp_path / "home", log, "PreCompact", *GUIDE)
    assert "The loop never sleeps" in output
    # but for what persons said of what is kept, which is looked up in their own words
    twice = [event for event, many in Counter(counted["decoded"]).items() if many > 1 and event % 2]
    assert set(twice) <= BEGINS


def test_the_work_of_a_log_that_grew_is_folded_from_there_on(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log.jsonl", 300)
    answered(tmp_path / "home", log, "PreCompact")
    log_of(log, 306)
    _, counted = answered(tmp_path / "home", log, "PreCompact")
    assert set(counted["decoded"]) - BEGINS == set(range(300, 306))


def test_an_audit_of_a_log_that_grew_reads_what_was_added(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log.jsonl", 300)
    answered(tmp_path / "home", log, "PreCompact")
    log_of(log, 306)
    summary = "The user said never to rename parser9.py. See src/parser304.py and src/parser3.py: port 8304."
    answered(tmp_path / "home", log, "PostCompact", summary=summary)
    _, counted = answered(tmp_path / "home", log, "PostCompact", summary=summary + " All of it was done.")
    assert {event for event in counted["decoded"] if event < 300} <= BEGINS


def test_a_hook_compiles_nothing_that_another_one_could_have_kept(tmp_path: Path) -> None:
    log, other = log_of(tmp_path / "log.jsonl", 90), log_of(tmp_path / "other.jsonl", 120, "把 token")
    answered(tmp_path / "home", log, "PreCompact", *GUIDE)
    answered(tmp_path / "home", log, "PostCompact", summary="Wrote src/a.py; 3 tests passed.")
    _, guided = answered(tmp_path / "home", other, "PreCompact", *GUIDE)
    _, audited = answered(tmp_path / "home", other, "PostCompact", summary="接下来修 src/b.py。用户说不要提交。")
    assert (guided["compiled"], audited["compiled"]) == ([], [])


NEVER = {"numpy", "inspect", "dataclasses", "typer", "rich", "onnxruntime", "detect_secrets", "tomllib", "asyncio"}


def test_no_hook_loads_what_its_event_does_not_need(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log.jsonl", 90)
    _, first = answered(tmp_path / "home", log, "PreCompact", largest=-1)
    log_of(log, 96)
    _, observed = answered(tmp_path / "home", log, "PreCompact", largest=-1)
    _, seen = answered(tmp_path / "home", log, "PreCompact", largest=-1)
    _, guided = answered(tmp_path / "home", log, "PreCompact", *GUIDE, largest=-1)
    _, audited = answered(tmp_path / "home", log, "PostCompact", summary="See src/parser3.py.", largest=-1)
    for one in (first, observed, seen, guided, audited):
        assert NEVER.isdisjoint(one["modules"])
        assert "subprocess" not in one["modules"]  # the log's directory is not there, so git is not asked
    audit = "threefold.auditing.run"
    assert [audit in one["modules"] for one in (first, observed, seen, guided, audited)] == [False] * 4 + [True]
    assert "threefold.work.folding" not in seen["modules"]
    assert "threefold.work.folding" not in audited["modules"]
