"""What the plugin costs DeepSeek Harness while it has nothing to do: turns with it and without it, side by side.

    python -m bench.dsh_steps [--turns 60]

Two harnesses run at once, one with the plugin and one without, and take turns at answering, so that whatever else
the machine does falls on both alike. Each turn calls one tool. The figure is the median of the ratios of neighbours.
Needs the runtime (requirements/dsh.txt) and Linux on x86_64.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

RECORDER = Path(__file__).resolve().parent.parent / "tools" / "record_dsh"
WARM_UP = 60
"""Turns that are not counted: the bridge starts at the first one and is busy with that for a second or two."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=60, help="turns that are counted, for each harness")
    turns = parser.parse_args().turns
    sys.path.insert(0, str(RECORDER))
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="threefold-bench-")))
        stages = [booted(stack, place / name, plugin=name == "with") for name in ("without", "with")]
        seconds = [[turn(stage, number) for stage in stages] for number in range(WARM_UP + turns)][WARM_UP:]
    ratios = [after / before for before, after in seconds]
    without, plugin = (statistics.median(column) for column in zip(*seconds, strict=True))
    low, _, high = statistics.quantiles(ratios, n=4)
    print(f"turns            {turns} with, {turns} without")
    print(f"median turn      {without * 1000:.1f} ms without, {plugin * 1000:.1f} ms with")
    print(f"ratio            {statistics.median(ratios):.3f} (quartiles {low:.3f} to {high:.3f})")


def booted(stack: ExitStack, home: Path, *, plugin: bool) -> Any:
    """A harness with a session in it, with the plugin or without."""
    from model_server import ScriptedModel  # type: ignore[import-not-found]
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


def turn(stage: Any, number: int) -> float:
    """Seconds of one turn with one tool call."""
    from model_server import Call

    begun = time.perf_counter()
    stage.turn(f"Turn {number}.", Call("read", {"file_path": "README.md"}), f"Done with {number}.")
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
