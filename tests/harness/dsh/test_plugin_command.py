"""The harness's own command for plugins, beside ours: it can put the bundle into a profile, and leaves ours there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from threefold.harness.dsh import checkup, install

PROGRAMS = Path(sys.executable).parent
FILLER = "The importer reads one customer a line, and quoted commas must survive. " * 40


@pytest.fixture
def plugin(recorder: dict[str, ModuleType]) -> Callable[..., None]:
    """Runs `dsh plugin --profile sdk` for a workspace; skips where there is no pnpm, which that command asks."""
    here = PROGRAMS.parent / "pnpm" / "node_modules" / ".bin"
    path = f"{here}:{PROGRAMS}:/usr/local/bin:/usr/bin:/bin"
    if shutil.which("pnpm", path=path) is None or shutil.which("node", path=path) is None:
        pytest.skip("`dsh plugin` needs pnpm and node: install npm, then `make test-dsh`")

    def run(workspace: Any, *words: str) -> None:
        home = {"DSH_HOME": str(workspace.dsh_home), "DSH_TELEMETRY_DISABLED": "1", "PATH": path}
        done = subprocess.run(
            [PROGRAMS / "dsh", "plugin", "--profile", "sdk", *words],
            cwd=workspace.cwd, env=workspace.environment | home, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr

    return run


def test_dsh_plugin_add_puts_the_bundle_into_a_profile_where_it_judges_and_audits(
    harness: Callable[..., Any], plugin: Callable[..., None]
) -> None:
    def added(workspace: Any) -> None:
        plugin(workspace, "add", "-w", f"file:{install.BUNDLE}")

    live = harness(install=False, prepare=added, path=f"{PROGRAMS}:/usr/bin:/bin")
    live.stage.turn(FILLER, "I read it. " + FILLER)
    live.stage.turn("Go on.", "Done so far.")
    live.stage.will_compact("## Primary Request and Intent\n- Read the importer.\n")
    assert "error" not in live.compact()["data"]
    live.wait_for_report("compaction-audit.jsonl", 1)
    live.wait_for_report("compaction-verdict.jsonl", 1)
    assert not [line for line in live.console() if "warning" in line]


def test_dsh_plugin_install_leaves_what_threefold_installed(
    recorder: dict[str, ModuleType], plugin: Callable[..., None], tmp_path: Path
) -> None:
    workspace = recorder["workspace"].Workspace(tmp_path / "home")
    workspace.make({"README.md": "Nothing.\n"})
    choice = install.Choice(home=workspace.dsh_home, profile="sdk", policy="guide", engine="prune")
    install.carry_out(install.plan(choice))
    plugin(workspace, "install")
    assert [check.name for check in checkup.static(choice) if not check.ok] == []
