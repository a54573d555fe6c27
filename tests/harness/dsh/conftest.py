"""The real harness with the plugin in it: installed by the code that ships, driven by the recorder's tools."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

Row = dict[str, Any]
TOOLS = ("logfile", "model_server", "project", "runtime", "stage", "web", "workspace")
FILES = {
    f"data/{file}.txt": "".join(f"line {number} of listing {file}, that nobody needs again\n" for number in range(140))
    for file in range(14)
}
"""What fills a small window; none is long enough for the harness's own pruner."""
FILLS = {"sdk": 7, "web": 14}
"""How many of them fill it. The window of the web profile is larger, because there the engine's settings are fixed."""


@pytest.fixture(params=sorted(FILLS))
def profile(request: pytest.FixtureRequest) -> str:
    """For a test that holds in both profiles."""
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def recorder(checkout: Path) -> Iterator[dict[str, ModuleType]]:
    """The modules of tools/record_dsh; skips where the harness's runtime is not to be run."""
    if not os.environ.get("THREEFOLD_DSH"):
        pytest.skip("runs the real harness: `make test-dsh` (THREEFOLD_DSH=1)")
    if importlib.util.find_spec("deepseek_harness") is None:
        pytest.skip("the harness's runtime is not installed: pip install --pre 'threefold[dsh]'")
    sys.path.insert(0, str(checkout / "tools" / "record_dsh"))
    try:
        yield {name: importlib.import_module(name) for name in TOOLS}
    finally:
        sys.path.pop(0)
        for name in TOOLS:
            sys.modules.pop(name, None)


class Live:
    """One session in a running harness: `stage` is what a person and the model do; the rest looks at the outcome."""

    def __init__(self, stage: Any, home: Path, profile: str) -> None:
        self.stage = stage
        self.home = home
        self.profile = profile
        self.model = stage.model
        self.runtime = stage.runtime
        self.workspace = stage.workspace

    def report(self, name: str) -> list[Row]:
        """The lines of a report in the harness's home; one that is being written is not yet one."""
        path = self.home / "reports" / name
        whole = path.read_text().rpartition("\n")[0] if path.exists() else ""
        return [json.loads(line) for line in whole.split("\n") if line]

    def wait_for_report(self, name: str, count: int) -> list[Row]:
        """The report, once it has that many lines."""
        self.until(lambda: len(self.report(name)) >= count, f"{count} lines in {name}")
        return self.report(name)

    def until(self, done: Callable[[], bool], what: str) -> None:
        """Wait for something that the harness or the bridge does by itself."""
        import time

        deadline = time.monotonic() + 30
        while not done():
            assert time.monotonic() < deadline, f"waited for {what}; console: {self.console()}"
            time.sleep(0.02)

    def console(self) -> list[str]:
        """What the plugin said on the harness's standard error."""
        return [line for line in self.runtime.console if line.startswith("threefold:")]

    def stderr(self) -> str:
        return "\n".join(self.runtime.console)

    def of(self, kind: str) -> list[Row]:
        """The events of a type that the harness told of, in order."""
        self.runtime.look()
        return [row for row in self.runtime.rows if row["type"] == kind]

    def compact(self) -> Row:
        """The person types /compact; the end of that compaction, whatever became of it."""
        return self.command("/compact")

    def command(self, line: str) -> Row:
        """The person types a command that compacts; the event that ends the compaction."""
        since = len(self.runtime.rows)
        result = self.stage.command(line)
        return self.runtime.wait_for(
            lambda row: row["type"] == "compaction/end", f"the end of a compaction ({result})", since=since
        )

    def call(self, tool: str, arguments: dict[str, Any]) -> Any:
        """A call that the scripted model is to make."""
        return type(self.stage)._reply.__globals__["Call"](tool, arguments)

    def reply(self, **said: Any) -> Any:
        """Any other scripted answer."""
        return type(self.stage)._reply.__globals__["Reply"](**said)

    def filling(self) -> list[Any]:
        """Calls that read enough of FILES to fill a small window."""
        return [self.call("read", {"file_path": f"data/{number}.txt"}) for number in range(FILLS[self.profile])]

    def told_to_keep(self) -> str:
        """The last instruction that the summariser was given."""
        asked = [request for request in self.model.requests if request.kind == "compact"]
        return json.dumps(asked[-1].last, ensure_ascii=False)


def keep(logfile: ModuleType, home: Path, folder: Path, name: str) -> None:
    """Copy the logs of a home, without the vendor's prompt text."""
    for log in logfile.find_logs(home):
        ending = log.name.removeprefix("session")
        batches = [[logfile.trimmed(line) for line in batch] for batch in logfile.read_batches(log)]
        part = "-subagent" if "parentSession" in logfile.read_rows(log)[0] else ""
        logfile.write_batches(folder / f"{name}{part}{ending}", batches)


@pytest.fixture
def harness(
    recorder: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Live]]:
    """Boots a harness with the plugin; everything is closed at the end of the test.

    With THREEFOLD_RECORD=FOLDER the sessions' logs are kept there, under the test's name, as the recorder keeps them:
    the home is a neutral one and the vendor's prompt text is taken out. examples/dsh-plugin was made so.
    """
    kept = os.environ.get("THREEFOLD_RECORD")
    workspace = recorder["workspace"].Workspace(Path("/home/dev") if kept else tmp_path / "home")
    for name in list(os.environ):
        if name not in ("COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG"):
            monkeypatch.delenv(name)
    for name, value in workspace.environment.items():
        monkeypatch.setenv(name, value)
    with ExitStack() as stack:

        def boot(
            *,
            rows: str = "",
            profile: str = "sdk",
            policy: str = "",
            engine: str = "off",
            install: bool = True,
            prepare: Callable[[Any], None] | None = None,
            small_window: bool = False,
            compression: str = "",
            session: str = "live-1",
            bridge: list[str] | None = None,
            environment: Mapping[str, str] | None = None,
            files: Mapping[str, str] | None = None,
            beside: Mapping[str, str] | None = None,
            deadline_ms: int | None = 30_000,
            path: str = "",
        ) -> Live:
            from threefold.harness.dsh import install as installer

            nonlocal workspace
            workspace = replace(workspace, path=path or workspace.path)
            if not workspace.home.exists():
                workspace.make(recorder["project"].FILES | FILES | dict(files or {}))
            if install:
                choice = installer.Choice(home=workspace.dsh_home, profile=profile, policy=policy, engine=engine)
                installer.carry_out(installer.plan(choice))
                chosen = workspace.dsh_home / "profiles" / profile / installer.NAME / "chosen.patch.yml"
                if deadline_ms is not None:  # a busy machine is not what most tests are about
                    row = f"- id: context-verdict\n  config: {{ verdictPolicy: {policy or 'observe'}, "
                    kept_rows = chosen.read_text().replace("[]\n", "")
                    chosen.write_text(f"{kept_rows}{row}deadlineMs: {deadline_ms} }}\n")
                if bridge is not None:
                    place = workspace.dsh_home / "profiles" / profile / installer.NAME / "bridge.json"
                    place.write_text(json.dumps({"command": bridge}))
            if prepare is not None:
                prepare(workspace)
            for name, text in (beside or {}).items():
                (workspace.dsh_home / "profiles" / profile / name).write_text(text)
            for name, value in (environment or {}).items():
                monkeypatch.setenv(name, value)
            model = stack.enter_context(recorder["model_server"].ScriptedModel())
            driver = recorder["web"].WebRuntime if profile == "web" else recorder["runtime"].Runtime
            form = compression or ("zstd" if kept and profile == "web" else "none")
            runtime = driver(workspace, model.url, session, form, small_window)
            if rows:
                extra = tmp_path / "rows.yml"
                extra.write_text(rows)
                runtime.patches.append(extra)
            if kept:
                name = re.sub(r"\W+", "-", request.node.name.removeprefix("test_").replace("_", "-")).strip("-")
                stack.callback(workspace.remove)
                stack.callback(keep, recorder["logfile"], workspace.dsh_home, Path(kept), name)
            stack.callback(runtime.close)
            runtime.start()
            return Live(recorder["stage"].Stage(runtime, model, workspace), workspace.dsh_home, profile)

        yield boot
