"""What the plugin costs DeepSeek Harness while it has nothing to do: turns with it and without it, side by side.

    python -m bench.dsh_steps [--turns 300]

Two harnesses run at once, one with the plugin and one without, and take turns at answering, now the one first and now
the other, so that whatever else the machine does falls on both alike. Each turn is two steps with one tool call.
Compared is the processor time of the harness's own process, all its threads, in nanoseconds as Linux accounts it: a
busy machine makes a turn longer and not dearer. The figure is the median of the differences between neighbours over the
median turn without the plugin, with the interval that holds it in 95 of 100 resamplings. Needs the runtime
(requirements/dsh.txt) and Linux on x86_64.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

RECORDER = Path(__file__).resolve().parent.parent / "tools" / "record_dsh"
WARM_UP = 60
"""Turns that are not counted: the bridge starts at the first one, and the harness's code is compiled as it runs."""
RESAMPLED = 2_000


class Turn(NamedTuple):
    """What one turn took, in seconds: of the processor in the harness, in what it started, and by the clock."""

    harness: float
    children: float
    clock: float


class Side:
    """A harness with a session in it."""

    def __init__(self, stage: Any) -> None:
        self.stage = stage
        self._harness, self._children = self._spent()

    def turn(self, number: int) -> Turn:
        """One turn with one tool call. What the harness does between two turns counts to the second."""
        from model_server import Call  # type: ignore[import-not-found]

        begun = time.perf_counter()
        self.stage.turn(f"Turn {number}.", Call("read", {"file_path": "README.md"}), f"Done with {number}.")
        clock = time.perf_counter() - begun
        before = self._harness, self._children
        self._harness, self._children = self._spent()
        return Turn(self._harness - before[0], self._children - before[1], clock)

    def _spent(self) -> tuple[float, float]:
        runtime = self.stage.runtime
        return spent(runtime.process.pid), sum(map(spent, runtime.children()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=300, help="turns that are counted, for each harness")
    turns = parser.parse_args().turns
    sys.path.insert(0, str(RECORDER))
    pairs: list[tuple[Turn, Turn]] = []
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="threefold-bench-")))
        without, plugin = (Side(booted(stack, place / name, plugin=name == "with")) for name in ("without", "with"))
        for number in range(WARM_UP + turns):
            if number % 2:
                after, before = plugin.turn(number), without.turn(number)
            else:
                before, after = without.turn(number), plugin.turn(number)
            pairs.append((before, after))
    report(pairs[WARM_UP:])


def report(pairs: Sequence[tuple[Turn, Turn]]) -> None:
    base = statistics.median(before.harness for before, _ in pairs)
    differences = [after.harness - before.harness for before, after in pairs]
    low, high = interval(differences)
    grows = statistics.median(differences) / base
    bridge = statistics.median(after.children - before.children for before, after in pairs)
    clock = statistics.median(after.clock / before.clock for before, after in pairs)
    print(f"turns                       {len(pairs)} with the plugin, {len(pairs)} without, taking turns")
    print(f"processor time of a turn    {base * 1000:.2f} ms without (median)")
    print(f"the plugin adds             {grows:+.1%} (95% interval {low / base:+.1%} to {high / base:+.1%})")
    print(f"processes that it started   {bridge * 1000:+.2f} ms a turn")
    print(f"by the clock                {clock - 1:+.1%}, whatever else the machine did")


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Where the median lies in 95 of 100 resamplings; the same ones every time."""
    chance = random.Random(1)
    medians = sorted(statistics.median(chance.choices(values, k=len(values))) for _ in range(RESAMPLED))
    return medians[RESAMPLED * 25 // 1000], medians[RESAMPLED * 975 // 1000]


def spent(pid: int) -> float:
    """Seconds that a process's threads have had of a processor; 0 for one that is gone."""
    total = 0
    try:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            total += int((thread / "schedstat").read_text().split()[0])
    except OSError:
        return total / 1e9  # a thread ended while we looked
    return total / 1e9


def booted(stack: ExitStack, home: Path, *, plugin: bool) -> Any:
    """A harness with a session in it, with the plugin or without."""
    from model_server import ScriptedModel
    from project import FILES  # type: ignore[import-not-found]
    from runtime import Runtime  # type: ignore[import-not-found]
    from stage import Stage  # type: ignore[import-not-found]
    from workspace import Workspace  # type: ignore[import-not-found]

    from threefold.harness.dsh import install

    workspace = Workspace(home)
    workspace.make(FILES)
    os.environ.update(workspace.environment)
    if plugin:
        install.carry_out(install.plan(install.Choice(home=workspace.dsh_home, profile="sdk")))
    model = stack.enter_context(ScriptedModel())
    runtime = Runtime(workspace, model.url, "bench", "none", False)
    stack.callback(runtime.close)
    runtime.start()
    return Stage(runtime, model, workspace)


if __name__ == "__main__":
    main()
