"""The bridge as a process of its own: lines in, lines out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def answers(*lines: str | bytes, home: Path, **variables: str) -> list[dict[str, Any]]:
    """What a bridge says to these lines, in the order in which it says it."""
    data = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("THREEFOLD_", "JEV_"))}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "threefold.doors.bridge"],
        input=data,
        env=environment | {"XDG_CONFIG_HOME": str(home)} | variables,
        cwd=home,
        capture_output=True,
        timeout=60,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def asked(number: int, verb: str, **arguments: Any) -> str:
    return json.dumps({"id": number, "verb": verb, "args": arguments})


@pytest.fixture
def log(root: Path) -> str:
    return str(root / "examples" / "import-fix.v4.jsonl")


def test_a_ping_is_answered_and_the_end_of_the_input_is_the_end(tmp_path: Path) -> None:
    assert answers(asked(1, "ping"), home=tmp_path) == [{"id": 1, "result": "pong"}]


def test_lines_that_are_no_request_cost_nothing_but_an_error(tmp_path: Path) -> None:
    said = answers("{", b"\xff\xfe", "[]", '{"id": "x"}', "", asked(7, "shout"), asked(8, "ping"), home=tmp_path)
    assert [answer["id"] for answer in said] == [-1, -1, -1, -1, 7, 8]
    assert "no verb" in said[-2]["error"]


def test_half_a_character_is_read_as_its_mark_and_answered_under_its_own_id(tmp_path: Path) -> None:
    messages = [{"role": "user", "content": "a\ud83d"}, {"role": "assistant", "content": "whole \U0001f600 \\ud83d"}]
    line = asked(3, "compact", messages=messages, task="x", home=str(tmp_path))
    assert r"a\ud83d" in line
    (said,) = answers(line, home=tmp_path)
    assert said["id"] == 3
    texts = [message["content"] for message in said["result"]["messages"]]
    assert texts == ["a\ufffd", "whole \U0001f600 \\ud83d"]


def test_what_cannot_be_read_is_an_error_under_the_id_that_it_gives(tmp_path: Path) -> None:
    deep = '{"id": 5, "verb": "compact", "args": ' + "[" * 9_000 + "]" * 9_000 + "}"
    (said,) = answers(deep, home=tmp_path)
    assert said["id"] == 5
    assert "error" in said


@pytest.mark.skipif(os.name != "posix", reason="needs a named pipe of POSIX")
@pytest.mark.parametrize("place", ["pipe", "/dev/zero", "folder"])
def test_a_log_that_is_no_file_is_refused_at_once_and_holds_no_worker(tmp_path: Path, place: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    verbs = ["before", "after", "tool", "plan", "before"]
    said = answers(*(asked(n, verb, log=str(tmp_path / place)) for n, verb in enumerate(verbs)), home=tmp_path)
    assert sorted(answer["id"] for answer in said) == list(range(len(verbs)))
    assert all("is no file" in answer["error"] for answer in said if verbs[answer["id"]] != "tool")


def test_a_session_is_judged_from_its_log_and_the_verdict_is_kept(tmp_path: Path, log: str) -> None:
    (said,) = answers(
        asked(1, "before", log=log, last=0, trigger="manual", home=str(tmp_path), config={"verdict": {}}), home=tmp_path
    )
    assert said["result"]["action"] == "pass"
    kept = (tmp_path / "reports" / "compaction-verdict.jsonl").read_text()
    assert json.loads(kept)["verdict"] == said["result"]["verdict"]


@pytest.mark.parametrize(("policy", "action"), [("observe", "pass"), ("guide", "guide"), ("veto", "veto")])
def test_a_verdict_that_cannot_be_kept_costs_no_answer_and_the_line_tells_of_it(
    tmp_path: Path, log: str, policy: str, action: str
) -> None:
    (tmp_path / "reports").write_text("no folder")
    told = {"log": log, "trigger": "manual", "home": str(tmp_path), "config": {"verdict": {"verdictPolicy": policy}}}
    (said,) = answers(asked(1, "before", **told), home=tmp_path)
    assert said["result"]["action"] == action
    assert "(could not write the verdict: " in said["result"]["line"]
    assert str(tmp_path / "reports") in said["result"]["line"]


def test_events_do_where_there_is_no_log(tmp_path: Path, log: str) -> None:
    header, *events = map(json.loads, Path(log).read_text().splitlines())
    told = {"header": header, "events": events, "session": header["id"], "home": str(tmp_path), "trigger": "pressure"}
    by_events, by_log = sorted(
        answers(
            asked(1, "before", **told, config={"verdict": {"verdictPolicy": "guide"}}),
            asked(2, "before", log=log, home=str(tmp_path), config={"verdict": {"verdictPolicy": "guide"}}),
            home=tmp_path,
        ),
        key=lambda answer: answer["id"],
    )
    assert by_events["result"] == by_log["result"]


def test_a_summary_is_audited_once_however_often_it_is_asked(tmp_path: Path, log: str) -> None:
    events = [json.loads(line) for line in Path(log).read_text().splitlines()]
    landed = next(event["data"]["compactionId"] for event in events if event["type"] == "compaction/summary")
    arguments = {"log": log, "compactionId": landed, "home": str(tmp_path), "config": {"audit": {}}}
    said = answers(asked(1, "after", **arguments), asked(2, "after", **arguments), home=tmp_path)
    assert all("altered" in answer["result"]["line"] for answer in said)
    assert len((tmp_path / "reports" / "compaction-audit.jsonl").read_text().splitlines()) == 1


def test_the_report_goes_where_the_settings_say(tmp_path: Path, log: str) -> None:
    events = [json.loads(line) for line in Path(log).read_text().splitlines()]
    landed = next(event["data"]["compactionId"] for event in events if event["type"] == "compaction/summary")
    config = {"audit": {"reportFile": str(tmp_path / "mine" / "audit.jsonl"), "checkCompliance": False}}
    (said,) = answers(asked(1, "after", log=log, compactionId=landed, home=str(tmp_path), config=config), home=tmp_path)
    assert str(tmp_path / "mine" / "audit.jsonl") in said["result"]["line"]
    assert not json.loads((tmp_path / "mine" / "audit.jsonl").read_text())["compliance"]


def test_a_log_that_lacks_the_last_event_is_an_error_and_no_verdict(tmp_path: Path, log: str) -> None:
    (said,) = answers(asked(1, "before", log=log, last=10**6, home=str(tmp_path)), home=tmp_path)
    assert "does not hold event 1000000" in said["error"]


def test_another_plugins_messages_are_compacted_within_the_budget(tmp_path: Path) -> None:
    messages = [{"role": "user", "content": "Fix src/a.py."}] + [
        {"role": "assistant", "content": f"Line {number} of something long. " * 40} for number in range(12)
    ]
    config = {"compact": {"targetBytes": 6000, "scorer": "recency"}}
    (said,) = answers(
        asked(1, "compact", messages=messages, task="Fix it", config=config, home=str(tmp_path)), home=tmp_path
    )
    result = said["result"]
    assert result["messages"][0] == messages[0]
    assert result["stats"]["bytes_after"] <= 6000
    assert len(result["decisions"]) == len(messages)


WATCHED = """
import socket

def refused(self, address):
    if self.family != socket.AF_UNIX:
        open(PLACE, "a").write(repr(address))
    raise OSError("no connection in this test")

socket.socket.connect = socket.socket.connect_ex = refused
"""


def test_nothing_is_sent_anywhere_while_no_service_is_configured(tmp_path: Path, log: str) -> None:
    place = tmp_path / "connected"
    (tmp_path / "sitecustomize.py").write_text(WATCHED.replace("PLACE", repr(str(place))))
    events = [json.loads(line) for line in Path(log).read_text().splitlines()]
    landed = next(event["data"]["compactionId"] for event in events if event["type"] == "compaction/summary")
    told = {"log": log, "home": str(tmp_path)}
    policy = {"verdict": {"verdictPolicy": "guide", "waitMin": 50}}
    said = answers(
        asked(1, "before", **told, config=policy),
        asked(2, "after", **told, compactionId=landed),
        asked(3, "tool", **told, tool="context_verdict_build", args={}),
        asked(
            4,
            "compact",
            messages=[{"role": "user", "content": "x" * 9000}] * 9,
            config={"compact": {"targetBytes": 99}},
        ),
        home=tmp_path,
        PYTHONPATH=str(tmp_path),
    )
    assert all("result" in answer for answer in said), said
    assert (
        json.loads((tmp_path / "reports" / "compaction-verdict.jsonl").read_text())["reason"] == "no_service_configured"
    )
    assert not place.exists()


def test_what_a_library_prints_never_reaches_the_answers(tmp_path: Path) -> None:
    program = (
        "from threefold.doors import bridge\n"
        "from threefold.harness.dsh import verbs\n"
        "verbs.VERBS = {'shout': lambda arguments: print('noise', flush=True) or 1}\n"
        "bridge.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=asked(1, "shout").encode() + b"\n", capture_output=True, check=True
    )
    assert done.stdout == b'{"id":1,"result":1}\n'
    assert b"noise" in done.stderr
