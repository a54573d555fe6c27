"""Record sessions with the real DeepSeek Harness runtime and a scripted model.

    python tools/record_dsh/record.py --out OUT              # the whole verdict corpus
    python tools/record_dsh/record.py --out OUT --only NAME  # some of it; may be given several times
    python tools/record_dsh/record.py --out OUT --example    # the session in examples/
    python tools/record_dsh/record.py --out OUT --summaries  # the sessions of bench/audit

OUT receives `sessions/NAME.v4.jsonl[.zstd]` and, for the corpus, `dsh.jsonl` with one truth row a session. Needs the
packages in requirements.txt beside this file. See README.md for what is real in a recording and what is not.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

import example
import scenarios  # noqa: F401  (registers the corpus)
import summaries
from logfile import read_batches, read_rows, trimmed, write_batches
from model_server import ScriptedModel
from project import FILES
from runtime import Runtime
from stage import SCENARIOS, Scenario, Stage
from workspace import Workspace, leave_only

HOME = Path("/home/dev")  # stands in every log; made for the recording and removed after it
FAILED = re.compile(r"\[exit code: (?!0\])-?\d+\]")
FOREIGN = re.compile(
    r"/(?:tmp|work|root|opt|usr|var|private|Users)/|/home/(?!dev/)"
)  # paths of a machine, not of the story


def play(scenario: Scenario, workspace: Workspace, target: Path) -> dict[str, object]:
    """Play one scenario, write its log, and give its truth row."""
    workspace.make(FILES | dict(scenario.files), repository=scenario.repository)
    suffix = ".zstd" if scenario.compression == "zstd" else ""
    log = target / "sessions" / f"{scenario.name}.v4.jsonl{suffix}"
    with ScriptedModel() as model:
        runtime = Runtime(workspace, model.url, scenario.name, scenario.compression, scenario.small_window)
        try:
            runtime.start()
            scenario.play(Stage(runtime, model, workspace))
            # Copied while the harness lives: quitting it would settle its jobs and say so in the log.
            source = runtime.wait_on_disk()
            worktree = workspace.worktree()
            write_batches(log, [[trimmed(line) for line in batch] for batch in read_batches(source)])
        finally:
            runtime.close()
        model.check()
    check(scenario, log)
    row: dict[str, object] = {
        "id": f"dsh-{scenario.name}",
        "label": scenario.label,
        "session": log.relative_to(target).as_posix(),
    }
    if scenario.worktree:
        row["worktree"] = worktree
    return row | {"why": scenario.why}


def check(scenario: Scenario, log: Path) -> None:
    """Refuse a recording in which a tool failed that was not meant to, or that names a path of this machine."""
    rows = read_rows(log)
    results = [json.dumps(row, ensure_ascii=False) for row in rows if row["type"] == "tool/result"]
    failed = [text for text in results if '"isError": true' in text or FAILED.search(text)]
    if len(failed) != scenario.failures:
        shown = "\n  ".join(text[:600] for text in failed)
        raise SystemExit(
            f"{scenario.name}: {len(failed)} tool results failed, {scenario.failures} were meant to\n  {shown}"
        )
    if [row["seq"] for row in rows[1:]] != list(range(len(rows) - 1)):
        raise SystemExit(f"{scenario.name}: the events are not numbered from 0 without a gap")
    for row in rows:
        if found := FOREIGN.search(json.dumps(row, ensure_ascii=False)):
            raise SystemExit(
                f"{scenario.name}: a path of this machine stands in the log: {found.group()} in {row['type']}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="where sessions/ and dsh.jsonl go")
    parser.add_argument(
        "--only", action="append", metavar="NAME", choices=SCENARIOS, help="record just this scenario (repeatable)"
    )
    parser.add_argument("--example", action="store_true", help="record the example session instead of the corpus")
    parser.add_argument("--summaries", action="store_true", help="record the sessions of the audit's fault injector")
    options = parser.parse_args()
    chosen = [SCENARIOS[name] for name in options.only or SCENARIOS]
    if options.example or options.summaries:
        chosen = [example.EXAMPLE] if options.example else list(summaries.SUMMARIES)
    target = options.out.absolute()
    workspace = Workspace(HOME)
    leave_only(workspace.environment)
    rows: list[dict[str, object]] = []
    try:
        for number, scenario in enumerate(chosen, 1):
            rows.append(play(scenario, workspace, target))
            print(f"{number:3}/{len(chosen)} {scenario.label} {scenario.name}", file=sys.stderr, flush=True)
    finally:
        workspace.remove()
        if not (options.example or options.summaries):
            merge(target / "dsh.jsonl", rows)


def merge(path: Path, rows: list[dict[str, object]]) -> None:
    """Put the rows into the corpus file: scenario order, rows of scenarios not played this time stay."""
    known = {}
    if path.exists():
        known = {row["id"]: row for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())}
    known |= {row["id"]: row for row in rows}
    order = [f"dsh-{name}" for name in SCENARIOS]
    lines = [json.dumps(known[name], ensure_ascii=False) + "\n" for name in order if name in known]
    path.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
