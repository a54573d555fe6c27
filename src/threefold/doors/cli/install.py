"""``threefold install``: put Threefold into a harness, or take it out again."""

from __future__ import annotations

from pathlib import Path

import typer

from threefold.doors.cli import clients
from threefold.doors.cli.installing import DRY_RUN, UNINSTALL, absent, done, one_of, say, told

PROFILE = typer.Option(
    "",
    "--profile",
    help="The profile to change (needed): sdk, web, headless, acp, or yours.",
    show_default=False,
)
HOME = typer.Option(None, "--home", help="The harness's home.", show_default="$DSH_HOME, or ~/.dsh")
POLICY = typer.Option(
    "", "--policy", help="What becomes of a verdict: observe, guide, hold or veto.", show_default="observe"
)
ENGINE = typer.Option("off", "--engine", help="Who compacts: off (the harness), prune, or threefold.")

POLICIES = {
    "observe": "record the verdict and go on (the default; nothing is changed)",
    "guide": "go on, and tell the summariser what must survive (recommended)",
    "hold": "a manual compaction waits for a person's word, an automatic one is guided",
    "veto": "refuse, at most three times in a row, and never where the context overflows",
}


def dsh(
    profile: str = PROFILE,
    home: Path | None = HOME,
    policy: str = POLICY,
    engine: str = ENGINE,
    uninstall: bool = UNINSTALL,
    dry_run: bool = DRY_RUN,
) -> None:
    """Put the plugin into a profile of DeepSeek Harness. The profile's own cordis.patch.yml is never written."""
    import os

    from threefold.errors import UsageError
    from threefold.harness.dsh import install

    one_of("--policy", policy or "observe", POLICIES)
    one_of("--engine", engine, ("off", "prune", "threefold"))
    place = install.dsh_home(home, os.environ)
    if not profile:
        there = install.profiles(place)
        known = f"{place} has" if there else f"{place} has none yet, and the harness ships"
        raise UsageError(f"Say which profile with --profile: {known} {', '.join(there or install.TEMPLATES)}.")
    choice = install.Choice(home=place, profile=profile, policy=policy, engine=engine)
    plan = install.unplan(choice) if uninstall else install.plan(choice)
    missing = absent("DeepSeek Harness", "dsh", place)
    if dry_run:
        _show(plan)
    else:
        install.carry_out(plan)
    if uninstall:
        say([] if dry_run else [f"Taken out of profile {profile} in {choice.home}."], dry_run=dry_run)
        return
    place_of = f"in profile {profile} in {choice.home}; it works from the next start of the harness on"
    where = "Policies (--policy, or verdictPolicy of row context-verdict in the profile's cordis.patch.yml):"
    check = f"Check it with: threefold doctor dsh --profile {profile}" + (f" --home {choice.home}" if home else "")
    told_so = [*told(POLICIES, policy, where), "", check]
    say(
        [*([missing, ""] if missing else []), *told_so] if dry_run else [*done(place_of, missing), *told_so],
        dry_run=dry_run,
    )


def register(app: typer.Typer) -> None:
    group = typer.Typer(help="Put Threefold into a harness, or take it out again.", no_args_is_help=True)
    group.command()(dsh)
    clients.register(group)
    app.add_typer(group, name="install")


def _show(plan: object) -> None:
    from threefold.harness.dsh.install import Plan

    assert isinstance(plan, Plan)
    becomes = "be replaced by" if plan.folder.exists() else "become"
    typer.echo(
        f"# {plan.folder} would {becomes} a copy of the bundle, and be linked from {plan.link.parent}"
        if not plan.remove
        else f"# {plan.folder} and the link {plan.link} would be removed"
        + ("" if plan.files else f", and all of {plan.folder.parent}, which holds nothing else")
    )
    for path, text in plan.files.items():
        typer.echo(f"\n# {path}\n{text}", nl=False)
