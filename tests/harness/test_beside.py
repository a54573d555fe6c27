"""Work done in a process beside this one, seen from a fresh interpreter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no process can be parted from another here")
BEGIN = """
import os
from threefold.harness.beside import beside
os.getloadavg = lambda: ({load}, 0.0, 0.0)
os.sched_getaffinity = lambda process: {{0, 1}}
os.cpu_count = lambda: 2
here = os.getpid()
"""


def run(code: str, load: float = 0.0) -> str:
    """What the code prints."""
    words = [sys.executable, "-W", "error", "-c", BEGIN.format(load=load) + code]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_outcome_comes_from_another_process_however_large_it_is() -> None:
    code = """
found = beside(lambda handed: str(os.getpid()).encode() + b" " * (4 << 20)).outcome()
print(len(found) > 4 << 20, int(found) != here)
"""
    assert run(code) == "True True\n"


def test_where_no_processor_is_idle_no_process_is_parted() -> None:
    assert run("print(beside(lambda handed: b'found'))", load=1.5) == "None\n"


@pytest.mark.parametrize("end", ["os._exit(0 if os.getpid() == here else 3)", "os.kill(os.getpid(), 9)", "1 / 0"])
def test_a_process_that_comes_to_no_good_end_has_no_outcome(end: str) -> None:
    code = f"""
def work(handed):
    if os.getpid() != here:
        {end}
    return b"found"
print(beside(work).outcome())
"""
    assert run(code) == "None\n"


@pytest.mark.parametrize("size", [0, 1, 30_000])
def test_the_work_is_handed_what_it_waits_for(size: int) -> None:
    code = f"""
began = beside(lambda handed: handed() + b"!")
began.hand(b"." * {size})
print(began.outcome() == b"." * {size} + b"!")
"""
    assert run(code) == "True\n"


@pytest.mark.parametrize("hand", ["pass", "began.hand(b'.' * (4 << 20))"], ids=["nothing", "too much"])
def test_work_that_is_handed_nothing_or_more_than_there_is_room_for_is_told_so(hand: str) -> None:
    code = f"""
began = beside(lambda handed: str(handed()).encode())
{hand}
print(began.outcome())
"""
    assert run(code) == "b'None'\n"


def test_what_nobody_waits_for_may_be_handed_over() -> None:
    code = """
began = beside(lambda handed: os._exit(3))
os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
began.hand(b"told")
print(began.outcome())
"""
    assert run(code) == "None\n"


def test_nothing_is_left_open() -> None:
    code = """
def go():
    began = beside(lambda handed: b"")
    began.hand(b"told")
    began.outcome()
    beside(lambda handed: b"").outcome()
go()
before = os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else []
go()
print(len(before) == len(os.listdir("/proc/self/fd") if before else []))
try:
    os.wait()
except ChildProcessError:
    print("no child")
"""
    assert run(code) == "True\nno child\n"


GUIDE = """
import io, json, sys
from types import SimpleNamespace
from threefold.doors import hook
hook._apart = lambda work: None
parted, fork = [], os.fork
os.fork = lambda: parted.append(1) or fork()
event = {{"session_id": "s", "transcript_path": {log!r}, "hook_event_name": "PreCompact", "trigger": "auto"}}
sys.stdin = SimpleNamespace(buffer=io.BytesIO(json.dumps(event).encode()))
hook.main(["--policy", "guide"])
print(len(parted), file=sys.stderr)
"""


def test_a_process_that_may_use_one_processor_alone_is_not_parted() -> None:
    code = """
os.sched_getaffinity = lambda process: {0}
os.cpu_count = lambda: 1
print(beside(lambda handed: b""))
"""
    assert run(code) == "None\n"


def test_what_a_summariser_is_to_keep_is_the_same_found_here_or_beside(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    text = (
        "Review src/http.py. Never push to \ud83d main. "
        "The service of 深圳 listens on port 8123; id 8c5f9b1e-6f0f-4f2e-9d0a-1b2c3d4e5f60."
    )
    found = "Two findings:\n\n1. The retry loop never sleeps.\n2. The header is logged in full."
    rows = [
        {"type": role, "uuid": role, "parentUuid": before, "sessionId": "s", "cwd": "/nowhere",
         "message": {"role": role, "content": said}}
        for role, before, said in (("user", None, text), ("assistant", "user", found))
    ]  # fmt: skip
    log.write_text("".join(json.dumps(row) + "\n" for row in rows))
    answers = []
    for load, parted in ((0.0, "1\n"), (9.0, "0\n")):
        environ = os.environ | {"THREEFOLD_HOME": str(tmp_path / str(load)), "HOME": str(tmp_path)}
        words = [sys.executable, "-c", BEGIN.format(load=load) + GUIDE.format(log=str(log))]
        done = subprocess.run(words, capture_output=True, env=environ, check=True)
        assert done.stderr.decode() == parted
        answers.append(done.stdout)
    assert answers[0] == answers[1]
    assert b"Never push to" in answers[0]
    assert b"8c5f9b1e" in answers[0]
    assert b"The retry loop never sleeps" in answers[0]
