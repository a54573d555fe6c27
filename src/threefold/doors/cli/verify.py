"""``threefold verify`` and ``threefold verify-artifact``: does it hold, on a corpus and as published?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from threefold.doors.cli.options import JSON, SETTINGS

if TYPE_CHECKING:
    from threefold.session import Session
    from threefold.verdict.verify import Case, Outcome, Report

CORPUS = typer.Argument(help="Corpus files (JSON lines), or folders of them.", show_default=False)
SERVICE_ONLY = typer.Option(
    False, "--service-only", help="Ask the service about every case; without one all are skipped."
)
OFFLINE = typer.Option(False, "--offline", help="Ask no service: what the local rule leaves open is skipped.")
ARTIFACT = typer.Argument(help="A wheel (.whl) or a source distribution (.tar.gz).", show_default=False)
HERE = typer.Option(
    False, "--dependencies-from-here", help="Take the dependencies from this environment, not an index."
)

NAMED = 8
"""Skipped cases that are named on the screen."""


def verify(
    corpus: list[Path] = CORPUS,
    service_only: bool = SERVICE_ONLY,
    offline: bool = OFFLINE,
    settings: Path | None = SETTINGS,
    as_json: bool = JSON,
) -> None:
    """Judge a labelled corpus and report both rates: lost work let through (status 1), and landed work held up.

    The rates are of all cases of a label, as ``threefold check`` answers them. What the local rule leaves open and no
    service answers is ``wait``, and counted as skipped besides: nobody decided it.
    """
    from threefold.errors import UsageError
    from threefold.settings import load
    from threefold.systemone import Service, verdict_service
    from threefold.verdict.verify import OVER_BUDGET
    from threefold.verdict.verify import verify as run

    if service_only and offline:
        raise UsageError("--service-only asks a service and --offline asks none; give one of them.")
    configured = load(settings).settings
    cases, folders = read_corpus(corpus)
    available = not offline and Service(configured.service).unavailable is None
    report = run(
        cases,
        lambda case: _session(case, folders[case.id]),
        verdict_service(configured.service) if available else None,
        configured.verdict,
        service_only=service_only,
    )
    if as_json:
        typer.echo(json.dumps(report.to_json(), ensure_ascii=True, indent=2))
    else:
        _show(report)
    if report.unjudged and not report.of(OVER_BUDGET):
        _say_unjudged(report)
    raise typer.Exit(report.exit_status)


def verify_artifact(artifact: Path = ARTIFACT, here: bool = HERE, as_json: bool = JSON) -> None:
    """Install what would be published into a fresh environment and inject everything that the gates forbid.

    A gate that was removed looks like one that found nothing, so each must be seen to refuse.
    """
    from threefold.doors.cli import artifact as checking

    results = checking.check(artifact, dependencies_from_here=here)
    failed = [result for result in results if not result.ok]
    if as_json:
        rows = [{"check": r.check, "ok": r.ok, "detail": r.detail} for r in results]
        typer.echo(json.dumps({"artifact": str(artifact), "ok": not failed, "checks": rows}, indent=2))
    else:
        for result in results:
            typer.echo(
                f"{'ok  ' if result.ok else 'FAIL'}  {result.check}" + (f": {result.detail}" if result.detail else "")
            )
        typer.echo(f"\n{len(results) - len(failed)} of {len(results)} checks hold in {artifact.name}")
    raise typer.Exit(1 if failed else 0)


def register(app: typer.Typer) -> None:
    app.command()(verify)
    app.command("verify-artifact")(verify_artifact)


def read_corpus(paths: list[Path]) -> tuple[list[Case], dict[str, Path]]:
    """The cases of corpus files, and for each id the folder that its session's path starts from."""
    from threefold.reading.plain import plain_bytes
    from threefold.verdict.verify import check_corpus, parse_corpus

    files: list[Path] = []
    for path in paths:
        below = (sorted(path.glob("*.jsonl")) or sorted(path.glob("*/*.jsonl"))) if path.is_dir() else [path]
        files.extend(file for file in below if file.is_file() or not path.is_dir())
    cases: list[Case] = []
    folders: dict[str, Path] = {}
    for file in files:
        found = parse_corpus(plain_bytes(file).decode("utf-8", "surrogateescape"), file.name)
        cases.extend(found)
        folders.update((case.id, file.parent) for case in found)
    check_corpus(cases)
    return cases, folders


def _session(case: Case, folder: Path) -> Session:
    from threefold.reading import read

    return read(folder / case.session, case.format)


def _say_unjudged(report: Report) -> None:
    """That nothing was let through is no finding where nothing was judged. Said beside the result, for CI too."""
    from threefold.report.text import tell

    which = "No case" if len(report.unjudged) > 1 else f"No {report.unjudged[0]} case"
    why = "a scoring service would judge what the local rule leaves open (threefold doctor shows whether one answers)"
    tell(f"threefold: {which} got a verdict, so this run shows nothing of them; {why}.", hang=2, error=True)


def _show(report: Report) -> None:
    from threefold.report.text import number, printable, rows, tell
    from threefold.verdict.gates import PRESERVE, SAFE, WAIT
    from threefold.verdict.verify import KEEP, LET_THROUGH, LOST, OVER_BUDGET, REFUSED, SKIP, WAITED

    def rate(verdict: str, label: str) -> str:
        count, cases = report.said(verdict, label)
        return f"{number(count)} of {number(cases)}" + (f" ({100 * count / cases:.1f}%)" if cases else "")

    skipped = report.of(SKIP)
    rows([
        ("lost cases let through", rate(SAFE, LOST)),
        ("keep cases told to wait", rate(WAIT, KEEP)),
        ("keep cases refused", rate(PRESERVE, KEEP)),
        ("skipped", f"{number(len(skipped))} of {number(len(report.outcomes))}"),
    ], indent=0)  # fmt: skip

    def listed(title: str, outcomes: list[Outcome]) -> None:
        if outcomes:
            typer.echo(f"\n{title} ({len(outcomes)})")
        for found in outcomes:
            typer.echo(f"  {printable(found.id)}  {found.verdict}  {found.reason}")
            for text in (found.why, found.detail if found.count else ""):
                if text:
                    tell(f"      {printable(text)}")

    listed("LET THROUGH", report.of(LET_THROUGH))
    listed("refused", report.of(REFUSED))
    listed("told to wait", report.of(WAITED))
    listed("over the character budget", report.of(OVER_BUDGET))
    if skipped:
        lost = sum(1 for found in skipped if found.label == LOST)
        typer.echo()
        tell(
            f"SKIP ({lost} {LOST}, {len(skipped) - lost} {KEEP}): the local rule leaves these open and no service "
            "answered. Each is told to wait, which lets nothing through and decides nothing.",
            hang=2,
        )
        more = f", and {len(skipped) - NAMED:,} more (--json names all)" if len(skipped) > NAMED else ""
        tell("  " + ", ".join(printable(found.id) for found in skipped[:NAMED]) + more, hang=2)
