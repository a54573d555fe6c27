"""``threefold doctor``: what is configured, from where, whether it works, and what a compaction would do now."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import typer

from threefold.doors.cli.options import JSON, SETTINGS

if TYPE_CHECKING:
    from threefold.harness.standing import Standing
    from threefold.settings import Resolved
    from threefold.systemone import Asked, Failed, Service
    from threefold.systemone.checkup import Reach

HARNESS = typer.Argument(
    None,
    help="Look into one harness instead: dsh (the plugin at work), or claude-code, codex or pi (our hooks there).",
    show_default=False,
)
PROFILE = typer.Option("sdk", "--profile", help="With dsh: the profile to look into.")
HOME = typer.Option(None, "--home", help="With dsh: the harness's home.", show_default="$DSH_HOME, or ~/.dsh")
STATIC = typer.Option(False, "--static", help="With dsh: look at files only, and start no harness.")
PROBE = typer.Option(False, "--probe", help="Send one live question and check the answer; status 1 if it fails.")
OFFLINE = typer.Option(False, "--offline", help="Open no connection.")
ALL = typer.Option(False, "--all", help="List every setting, also those that have their default.")
REFERENCE = typer.Option(False, "--reference", help="Print every setting with its meaning, as Markdown, and stop.")


class Setting(msgspec.Struct, frozen=True):
    """One effective value; text that looks like a secret is masked."""

    value: object
    origin: str


class Address(msgspec.Struct, frozen=True, kw_only=True):
    """The service that is asked."""

    dialect: str
    url: str
    url_origin: str
    key: str | None
    """Length and last four characters."""
    key_origin: str
    model: str
    loopback: bool
    redacts: bool


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that doctor says; holds no key."""

    file: str | None
    beneath: str | None
    settings: dict[str, Setting]
    service: Address | None
    unavailable: Failed | None
    reach: Reach | None
    probe: Asked | None
    questions: dict[str, str]
    warnings: list[str]
    harnesses: list[Standing]
    now: list[str]


def doctor(
    harness: str | None = HARNESS,
    settings: Path | None = SETTINGS,
    probe: bool = PROBE,
    offline: bool = OFFLINE,
    every: bool = ALL,
    reference: bool = REFERENCE,
    as_json: bool = JSON,
    profile: str = PROFILE,
    home: Path | None = HOME,
    static: bool = STATIC,
) -> None:
    """Show what is configured and from where, whether the service works, and what a compaction would do now."""
    from threefold import settings as configured
    from threefold.errors import UsageError
    from threefold.report.text import tell
    from threefold.systemone import Failed, Service, checkup

    if harness == "dsh":
        from threefold.doors.cli.doctor_dsh import examine

        examine(profile, home, files_only=static or offline, as_json=as_json)
        return
    if harness is not None:
        _one(harness, as_json=as_json)
        return
    if reference:
        typer.echo(configured.reference(), nl=False)
        return
    if probe and offline:
        raise UsageError("--probe asks the service and --offline opens no connection; give one of them")
    resolved = configured.load(settings)
    service = Service(resolved.settings.service.for_scorer(resolved.settings.compact.scorer))
    reached = checkup.reach(service.endpoint) if service.endpoint is not None and not offline else None
    probed = checkup.probe(service) if probe else None
    report = gather(resolved, service, reached, probed)
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        for line in render(report, every=every):
            tell(line, hang=2)
    if probed is not None and isinstance(probed.outcomes["probe"], Failed):
        raise typer.Exit(1)


def _one(harness: str, *, as_json: bool) -> None:
    """What stands in one harness's settings; status 1 where it does not work."""
    from threefold.errors import UsageError
    from threefold.report.text import tell

    found = next((one for one in _standings() if one.harness == harness), None)
    if found is None:
        raise UsageError(f"doctor looks into claude-code, codex, pi or dsh, and was given {harness!r}")
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        tell(f"{_word(found)}  {found.harness}: {found.detail}", hang=6)
    if found.ok is False:
        raise typer.Exit(1)


def _standings() -> list[Standing]:
    from threefold.harness.standing import standings

    return list(standings(os.environ, Path.cwd()))


def _word(found: Standing) -> str:
    return {True: "ok  ", False: "FAIL", None: "-   "}[found.ok]


def gather(resolved: Resolved, service: Service, reached: Reach | None, probed: Asked | None) -> Report:
    """Put the report together."""
    from threefold.settings import walk
    from threefold.systemone import Service, checkup, questions
    from threefold.systemone.redact import mask

    compact, verdict, endpoint = resolved.settings.compact, resolved.settings.verdict, service.endpoint
    plan = checkup.Plan(
        scorer=compact.scorer, fallback=compact.fallback, safe_max=verdict.safe_max, wait_min=verdict.wait_min
    )
    address = None
    if endpoint is not None:
        address = Address(
            dialect=endpoint.dialect,
            url=mask(endpoint.url).text,
            url_origin=endpoint.url_origin,
            key=None if endpoint.key is None else endpoint.key.masked(),
            key_origin=endpoint.key_origin,
            model=endpoint.model,
            loopback=endpoint.loopback,
            redacts=service.redacts,
        )
    return Report(
        file=resolved.file,
        beneath=resolved.beneath,
        settings={
            name: Setting(mask(value).text if isinstance(value, str) else value, resolved.origins[name])
            for name, value in walk(resolved.settings)
        },
        service=address,
        unavailable=service.unavailable,
        reach=reached,
        probe=probed,
        questions={"relevance": questions.relevance_version(), "verdict": questions.verdict_version()},
        harnesses=_standings(),
        warnings=[] if endpoint is None else checkup.warnings(endpoint),
        now=checkup.forecast(service, Service(resolved.settings.service), plan, reached, probed),
    )


def render(report: Report, *, every: bool = False) -> Iterator[str]:
    """The report for a person, line by line; with ``every`` setting, or those that somebody set."""
    yield f"Settings file: {report.file or 'none'}{f', over {report.beneath}' if report.beneath else ''}"
    chosen = {name: s for name, s in report.settings.items() if every or s.origin != "default"}
    rest = len(report.settings) - len(chosen)
    width = max(map(len, chosen), default=0)
    for name, setting in chosen.items():
        value = msgspec.json.encode(setting.value).decode()
        yield f"  {name:<{width}}  {value}  ({setting.origin})"
    if rest:
        yield f"  {'The other' if chosen else 'All'} {rest} settings have their defaults; --all lists them."
    yield ""
    if report.service is None:
        yield f"Service: none. {report.unavailable.message if report.unavailable else ''}"
    else:
        service = report.service
        yield f"Service: {service.dialect} at {service.url} ({service.url_origin}), model {service.model}"
        yield f"Key: {service.key} ({service.key_origin})" if service.key else "Key: none"
        plain = "sent as they are" + (": the address is on this machine" if service.loopback else "")
        yield f"Secrets: {'masked before sending' if service.redacts else plain}"
    yield "Questions: " + ", ".join(report.questions.values())
    if report.reach is not None:
        yield f"Reach: {report.reach.words}"
    if report.probe is not None:
        yield f"Probe: {_probe_words(report.probe)}"
    yield from (f"Warning: {warning}" for warning in report.warnings)
    yield ""
    yield "In the settings of harnesses:"
    yield from (f"- {found.harness}: {found.detail}" for found in report.harnesses)
    yield ""
    yield "If a compaction ran now:"
    yield from (f"- {sentence}" for sentence in report.now)


def _probe_words(asked: Asked) -> str:
    from threefold.report.text import plural
    from threefold.systemone import Failed, Scored

    outcome, usage = asked.outcomes["probe"], asked.usage
    cost = f"{plural(usage.requests, 'request')}, {usage.input_tokens} input tokens, {usage.seconds:.2f} s"
    if isinstance(outcome, Failed):
        return f"failed, {outcome.kind.value}. {outcome.message} ({cost})"
    assert isinstance(outcome, Scored)  # the probe is a score
    notes = "".join(f" Note: {note}." for note in asked.notes)
    return (
        f"answered in shape by {outcome.model or 'a model that it does not name'}: relevance {outcome.relevance:.2f}, "
        f"confidence {outcome.confidence:.2f} ({cost}).{notes}"
    )


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(doctor)
