"""``threefold install``: put Threefold into a harness, or take it out again."""

from __future__ import annotations

from pathlib import Path

import typer

from threefold.doors.cli import clients

PROFILE = typer.Option(..., "--profile", help="The profile to change: sdk, web, headless, acp, or one of yours.")
HOME = typer.Option(None, "--home", help="The harness's home.", show_default="$DSH_HOME, or ~/.dsh")
POLICY = typer.Option(
    "", "--policy", help="What becomes of a verdict: observe, guide, hold or veto.", show_default="observe"
)
ENGINE = typer.Option("off", "--engine", help="Who compacts: off (the harness), prune, or threefold.")
UNINSTALL = typer.Option(False, "--uninstall", help="Take it out of the profile.")
DRY_RUN = typer.Option(False, "--dry-run", help="Show what would be written, and write nothing.")

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

    if policy not in ("", *POLICIES):
        raise UsageError(f"--policy is {policy!r}; it must be one of {', '.join(POLICIES)}")
    if engine not in ("off", "prune", "threefold"):
        raise UsageError(f"--engine is {engine!r}; it must be one of off, prune, threefold")
    choice = install.Choice(home=install.dsh_home(home, os.environ), profile=profile, policy=policy, engine=engine)
    plan = install.unplan(choice) if uninstall else install.plan(choice)
    if dry_run:
        _show(plan)
        return
    install.carry_out(plan)
    if uninstall:
        typer.echo(f"Taken out of profile {profile} in {choice.home}.")
        return
    typer.echo(f"Installed in profile {profile} in {choice.home}; it works from the next start of the harness on.\n")
    typer.echo("Policies (--policy, or verdictPolicy of row context-verdict in the profile's cordis.patch.yml):")
    for name, meaning in POLICIES.items():
        typer.echo(f"  {'*' if name == (policy or 'observe') else ' '} {name:8} {meaning}")
    typer.echo(
        f"\nCheck it with: threefold doctor dsh --profile {profile}" + (f" --home {choice.home}" if home else "")
    )


def register(app: typer.Typer) -> None:
    group = typer.Typer(help="Put Threefold into a harness, or take it out again.", no_args_is_help=True)
    group.command()(dsh)
    clients.register(group)
    app.add_typer(group, name="install")


def _show(plan: object) -> None:
    from threefold.harness.dsh.install import Plan

    assert isinstance(plan, Plan)
    what = "removed" if plan.remove else "replaced by a copy of the bundle"
    typer.echo(
        f"# {plan.folder} would be {what}, and linked from {plan.link.parent}"
        if not plan.remove
        else f"# {plan.folder} and the link {plan.link} would be removed"
    )
    for path, text in plan.files.items():
        typer.echo(f"\n# {path}\n{text}", nl=False)
