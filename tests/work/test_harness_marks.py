"""What DeepSeek Harness itself logs of the state of the work: turns, jobs, goals, questions, queued input."""

from __future__ import annotations

import json

from threefold.reading import read_source
from threefold.reading.source import BytesSource
from threefold.work import Work, fold

LONG = "python3 tools/migrate.py --from staging --to production " + "--table orders " * 20


class HarnessLog:
    """Writes events of log version 4."""

    def __init__(self) -> None:
        self.rows: list[dict[str, object]] = [{"type": "session", "version": 4, "id": "s", "createdAt": 1, "cwd": "/w"}]

    def put(self, type: str, surface: bool = False, **data: object) -> None:
        row: dict[str, object] = {"type": type, "seq": len(self.rows) - 1, "time": 1, "data": data}
        self.rows.append(row | ({"surfaceOp": "append"} if surface else {}))

    def human(self, text: str, kind: str = "user", **source: object) -> None:
        content = [{"type": "text", "text": text}]
        self.put("user/message", True, role="user", content=content, source={"kind": kind, **source})

    def call(self, id: str, command: str) -> None:
        block = {"type": "tool-call", "id": id, "name": "bash", "arguments": json.dumps({"command": command})}
        self.put("assistant/message", True, message={"role": "assistant", "content": [block]})

    def work(self) -> Work:
        text = "\n".join(json.dumps(row) for row in self.rows) + "\n"
        return fold(read_source(BytesSource(text.encode(), "log"), "dsh"))


def steps(work: Work) -> list[str]:
    return [item.text for item in work.next_steps]


def test_a_job_that_a_call_waits_for_is_that_call_however_long_its_command() -> None:
    log = HarnessLog()
    log.put("turn/start", turn=1)
    log.human("Migrate.")
    log.call("c1", LONG)
    log.put("job/registered", jobId="j1", label=" ".join(LONG.split()))
    work = log.work()
    assert len(work.next_steps) == 1
    assert work.next_steps[0].current


def test_a_job_that_was_put_into_the_background_runs_until_it_is_settled() -> None:
    log = HarnessLog()
    log.put("job/registered", jobId="j1", label="sleep 600")
    assert steps(log.work()) == ["Running job: sleep 600"]
    log.put("job/settled", jobId="j1", label="sleep 600", status="killed")
    assert steps(log.work()) == []


def test_a_job_that_failed_is_open_until_it_is_run_again_or_let_be() -> None:
    def failed() -> HarnessLog:
        log = HarnessLog()
        log.human("fetch the photos")
        log.put("job/registered", jobId="j1", label="curl -O https://inst.example/traps.tar")
        log.put("job/settled", jobId="j1", label="curl -O https://inst.example/traps.tar", status="failed")
        return log

    assert steps(failed().work()) == ["Failed job: curl -O https://inst.example/traps.tar"]
    again = failed()
    again.call("c1", "curl --retry 3 -O https://inst.example/traps.tar")
    result = {"type": "tool-result", "toolCallId": "c1", "name": "bash", "output": "100%", "isError": False}
    again.put("tool/result", True, role="tool", content=[result], toolCallId="c1", name="bash", output="100%")
    assert steps(again.work()) == []
    for words, over in (
        ("never mind", True),
        ("never mind the traps then", True),
        ("leave the footer as it is, and rename the title of the page", False),
    ):
        let_be = failed()
        let_be.human(words)
        assert any(step.startswith("Failed job") for step in steps(let_be.work())) is not over, words


def test_a_goal_is_open_until_it_is_complete() -> None:
    log = HarnessLog()
    log.put("goal/change", goal={"objective": "All rows survive", "phase": "active"})
    assert steps(log.work()) == ["Goal not reached: All rows survive"]
    log.put("goal/change", goal={"objective": "All rows survive", "phase": "complete"})
    assert steps(log.work()) == []


def test_an_approval_is_a_question_until_it_is_decided() -> None:
    log = HarnessLog()
    log.put("approval/asked", approvalId="a1", title="rm -rf build")
    assert [item.text for item in log.work().questions] == ["approval of rm -rf build"]
    log.put("approval/decided", approvalId="a1", decision="allow")
    assert log.work().questions == ()


def test_a_crash_is_open_until_work_goes_on_and_a_stop_until_the_talk_does() -> None:
    for reason, still_open in (("interrupted", True), ("aborted", False)):
        log = HarnessLog()
        log.put("turn/start", turn=1)
        log.human("Run the migration.")
        log.call("c1", "sleep 600")
        log.put("turn/end", turn=1, reason={"kind": reason})
        assert "Interrupted: Run the migration." in steps(log.work())
        log.put("turn/start", turn=2)
        log.human("What does it migrate, by the way?")
        answer = [{"type": "text", "text": "The orders of last year."}]
        log.put("assistant/message", True, message={"role": "assistant", "content": answer})
        log.put("turn/end", turn=2, reason={"kind": "completed"})
        assert ("Interrupted: Run the migration." in steps(log.work())) == still_open


def test_input_in_the_queue_is_open_until_it_is_handed_over() -> None:
    log = HarnessLog()
    inserted = [{"content": [{"type": "text", "text": "Then raise the timeout."}]}]
    log.put("agent/inbox/spliced", target="next-turn", start=0, inserted=inserted)
    assert steps(log.work()) == ["Queued input: Then raise the timeout."]
    log.put("agent/inbox/spliced", target="next-turn", start=0, removedCount=1, inserted=[])
    assert steps(log.work()) == []
