"""What one call of ``threefold hook`` costs as a whole process, beside a bare interpreter in the same run.

    python -m bench.hook [--size 4MB] [--repeats 9] [--log FILE] [--client NAME] [--split]

A log is *new* when our home holds nothing at all, *another* when it holds what hooks compiled for other logs, *seen*
when a hook read the same bytes before, and *grown* when a hook read all but its last fiftieth. Medians; the clock on
the wall is what a person waits, and the processor's time is that of the process and of those that it waited for. On a
machine with nothing else to do the two are the same, but for ``guide`` of a log that was not seen before, which lets
two processes work side by side there. ``--split`` says where the time of a new log goes, within one process.

``--client`` is the harness whose hook is measured, and needs a log of its own for any but Claude Code. DeepSeek Harness
(``dsh``) has no hook: its plugin asks a bridge that runs as long as the harness, so what is measured of it is one
answer, of a bridge that has just begun and of one that answered before.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

THREEFOLD = [sys.executable, "-P", "-m", "threefold.doors.entry"]
EVENTS = {
    "claude-code": ("PreCompact", "PostCompact"),
    "codex": ("PreCompact", "PostCompact"),
    "pi": ("session_before_compact", "session_compact"),
}
GUIDED = ("claude-code", "pi")
"""Who can hand lines to its summariser."""
PACKAGE = Path(__file__).parent.parent / "src" / "threefold"
SUMMARY = "<summary>The user asked to mend src/app.py. 12 tests passed; the service listens on port 8123.</summary>"


class Cost(NamedTuple):
    """Seconds of one process: on the wall, and of the processor."""

    wall: float
    processor: float


def cost(words: Sequence[str], given: bytes, environ: dict[str, str]) -> Cost:
    """Run one process to its end, and wait for what it left behind, which is not counted."""
    held, left = os.pipe()  # open in every process that comes of this one
    begun = time.perf_counter()
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environ, pass_fds=(left,))
    os.close(left)
    assert process.stdin is not None
    process.stdin.write(given)
    process.stdin.close()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(words)} ended with {process.returncode}")
    found = Cost(time.perf_counter() - begun, used.ru_utime + used.ru_stime)
    os.read(held, 1)
    os.close(held)
    return found


def told(name: str, costs: Sequence[Cost]) -> None:
    """Print the medians of some costs in one line."""
    wall, processor = (statistics.median(each) * 1000 for each in zip(*costs, strict=True))
    print(f"{name:52} {wall:7.0f} ms {processor:7.0f} ms", flush=True)


class Bench:
    """One log, and a home of ours that is emptied where a log is to be new."""

    def __init__(self, log: Path, folder: Path, repeats: int, client: str = "claude-code") -> None:
        self.log, self.home, self.repeats = log, folder / "home", repeats
        self.environ = os.environ | {"THREEFOLD_HOME": str(self.home)}
        self.hook = [*THREEFOLD, "hook", client]
        self.before, self.after = EVENTS[client]
        self.pre = self.event(self.before, trigger="auto", reason="threshold")
        self.post = self.event(self.after, trigger="auto", compact_summary=SUMMARY, summary=SUMMARY)

    def event(self, name: str, **fields: object) -> bytes:
        base = {"session_id": "bench", "turn_id": "1", "transcript_path": str(self.log), "cwd": str(self.log.parent)}
        return json.dumps(base | {"hook_event_name": name} | fields).encode()

    def row(self, name: str, words: Sequence[str], given: bytes, before: Callable[[], object]) -> None:
        """Measure and print one line; ``before`` sets the scene for each repeat and is not measured."""
        costs = []
        for _ in range(self.repeats):
            before()
            costs.append(cost(words, given, self.environ))
        told(name, costs)

    def new(self) -> None:
        shutil.rmtree(self.home, ignore_errors=True)

    def another(self) -> Callable[[], object]:
        """A home that has seen other logs: what was compiled for them is there, and nothing of this one."""
        self.seen("--policy", "guide")
        kept = self.home / "cache"  # of which the patterns are good for every log

        def before() -> None:
            for folder in kept.iterdir():
                if folder.name != "patterns":
                    shutil.rmtree(folder)

        return before

    def grown(self, *words: str) -> Callable[[], object]:
        """A home that has seen the log before its last fiftieth was written."""
        whole = self.log.read_bytes()
        cut = whole.index(b"\n", len(whole) * 49 // 50) + 1

        def before() -> None:
            self.new()
            self.log.write_bytes(whole[:cut])
            cost([*self.hook, *words], self.pre, self.environ)
            with self.log.open("ab") as file:
                file.write(whole[cut:])

        return before

    def seen(self, *words: str) -> Callable[[], object]:
        """A home that has seen the log, by one call of a hook."""
        self.new()
        cost([*self.hook, *words], self.pre, self.environ)
        return lambda: None


def main() -> None:
    arguments = _arguments()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        log = arguments.log
        if log is None:
            log = folder / "log.jsonl"
            if arguments.client not in ("claude-code", "dsh"):
                raise SystemExit(f"name a --log of {arguments.client}")
            words = ["--format", arguments.client, "--size", arguments.size, "-o", str(log)]
            subprocess.run([sys.executable, "-m", "bench.generate", *words], check=True, stdout=subprocess.DEVNULL)
        else:  # a copy: it is cut and written again
            log = Path(shutil.copyfile(log, folder / "log.jsonl"))
        subprocess.run([sys.executable, "-m", "compileall", "-q", str(PACKAGE)], check=False, stdout=subprocess.DEVNULL)
        if arguments.split:
            split(log)
            return
        print(f"{log.stat().st_size / 1e6:.1f} MB, {arguments.repeats} repeats, load {os.getloadavg()[0]:.1f} on "
              f"{os.cpu_count()} processors\n{'':52} {'wall':>10} {'processor':>10}")  # fmt: skip
        if arguments.client == "dsh":
            answers(log, folder, arguments.repeats)
        else:
            hooks(Bench(log, folder, arguments.repeats, arguments.client), guided=arguments.client in GUIDED)


def hooks(bench: Bench, *, guided: bool) -> None:
    """The rows of a harness that starts a process for each event."""
    hook, pre, post = bench.hook, bench.pre, bench.post
    bench.row("a bare interpreter", [sys.executable, "-c", "pass"], b"", bench.new)
    bench.row("one that imports msgspec", [sys.executable, "-c", "import msgspec"], b"", bench.new)
    bench.row("an event with nothing to say", hook, bench.event("PostToolUse"), bench.new)
    for policy in ("observe", "guide") if guided else ("observe",):
        words = ["--policy", policy]
        bench.row(f"{bench.before}, {policy}, new", [*hook, *words], pre, bench.new)
        bench.row(f"{bench.before}, {policy}, another", [*hook, *words], pre, bench.another())
        bench.row(f"{bench.before}, {policy}, grown", [*hook, *words], pre, bench.grown(*words))
        bench.row(f"{bench.before}, {policy}, seen", [*hook, *words], pre, bench.seen(*words))
    bench.row(f"{bench.after}, new", hook, post, bench.new)
    bench.row(f"{bench.after}, the same summary again", hook, post, lambda: None)
    bench.row(f"{bench.after}, another", hook, post, bench.another())
    if guided:
        bench.row(f"{bench.after}, behind guide", hook, post, lambda: bench.seen("--policy", "guide"))
    bench.row(f"{bench.after}, behind observe", hook, post, bench.seen)
    further = bench.grown()

    def grown() -> None:
        further()
        cost(hook, pre, bench.environ)

    bench.row(f"{bench.after}, behind observe of a grown log", hook, post, grown)


def answers(log: Path, folder: Path, repeats: int) -> None:
    """The rows of DeepSeek Harness: what its plugin asks before a compaction and behind one."""
    from threefold.reading import read

    with read(log, "dsh") as session:
        id = session.compactions[-1].id
    asked = {"session": "bench", "cwd": str(folder), "log": str(log), "home": str(folder / "home")}
    asked["compactionId"] = id
    rows: dict[str, list[Cost]] = {}
    for _ in range(repeats):
        with bridge() as (asking, answering, spent):
            for round in ("begun", "that answered before"):
                for verb in ("before", "after"):
                    at, used = time.perf_counter(), spent()
                    asking.write(json.dumps({"id": 1, "verb": verb, "args": asked}).encode() + b"\n")
                    answer = json.loads(answering.readline())
                    if "error" in answer:
                        raise SystemExit(answer["error"])
                    found = Cost(time.perf_counter() - at, spent() - used)
                    rows.setdefault(f"{verb}, of a bridge {round}", []).append(found)
    for name, costs in rows.items():
        told(name, costs)


@contextmanager
def bridge() -> Iterator[tuple[IO[bytes], IO[bytes], Callable[[], float]]]:
    """A bridge: where it is asked, where it answers, and how much of the processor it took so far (on Linux)."""
    with subprocess.Popen([*THREEFOLD, "bridge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        threads = Path(f"/proc/{process.pid}/task")

        def spent() -> float:
            return sum(int(one.read_text().split()[0]) for one in threads.glob("*/schedstat")) / 1e9

        yield process.stdin, process.stdout, spent


def split(log: Path) -> None:
    """Where the processor's time of a new log goes, step by step."""
    steps: list[tuple[str, float]] = []

    def step(name: str, begun: float) -> float:
        now = time.process_time()
        steps.append((name, now - begun))
        return now

    at = time.process_time()
    from threefold.harness import guidance, live

    at = step("import what every call needs", at)
    from threefold.reading import read
    from threefold.work import fold

    session = read(log, "claude-code")
    at = step("read the log", at)
    fold(session)
    at = step("fold the work", at)
    import threefold.auditing  # noqa: F401

    at = step("import the audit", at)
    with tempfile.TemporaryDirectory() as home:
        list(guidance.stated(session, live.settings_of(home)))
    step("find the rules and facts to keep", at)
    for name, seconds in steps:
        print(f"{name:52} {seconds * 1000:7.0f} ms")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.hook", description="The cost of one call of the hook.")
    parser.add_argument("--size", default="4MB", help="size of the generated log")
    parser.add_argument("--log", type=Path, help="a log of the client's to take instead")
    parser.add_argument("--client", default="claude-code", choices=(*EVENTS, "dsh"), help="whose hook is measured")
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--split", action="store_true", help="where the time goes, step by step")
    return parser.parse_args()


if __name__ == "__main__":
    main()
