"""``threefold install claude-code|codex|pi``: hooks in a harness's own settings, put in and taken out again."""

from __future__ import annotations

import os
from pathlib import Path

import typer

USER = typer.Option(False, "--user", help="For all projects of this user (the default).")
PROJECT = typer.Option(None, "--project", help="For one project: its folder.", show_default=False)
POLICY = typer.Option("observe", "--policy", help="What becomes of a verdict: observe, guide, hold or veto.")
INJECT = typer.Option(False, "--inject", help="Tell the model, too, which facts a summary lost.")
ENGINE = typer.Option(
    "off",
    "--engine",
    help="Who compacts: off (pi's own model), or threefold (messages word for word, without a model).",
)
UNINSTALL = typer.Option(False, "--uninstall", help="Take it out again.")
DRY_RUN = typer.Option(False, "--dry-run", help="Show what would be written, and write nothing.")

CLAUDE_POLICIES = {
    "observe": "record the verdict and go on; nothing is changed (the default)",
    "guide": "go on, and tell the summariser what must survive (recommended)",
    "hold": "stop a compaction that a person asked for, until `threefold acknowledge`; guide an automatic one",
    "veto": "stop an automatic one too, once, and never where the model refuses the context",
}

PI_POLICIES = CLAUDE_POLICIES | {
    "guide": "go on, and put what must survive at the end of what is summarised (recommended)",
    "hold": "cancel a compaction that a person asked for, until `threefold acknowledge`; guide an automatic one",
    "veto": "cancel an automatic one too, once, and never where the context overflows",
}


def claude_code(
    user: bool = USER,
    project: Path | None = PROJECT,
    policy: str = POLICY,
    inject: bool = INJECT,
    uninstall: bool = UNINSTALL,
    dry_run: bool = DRY_RUN,
) -> None:
    """Put the verdict before and the audit behind the compactions of Claude Code, by hooks in its settings.json."""
    from threefold.errors import UsageError
    from threefold.harness import settings_file

    if policy not in CLAUDE_POLICIES:
        raise UsageError(f"--policy is {policy!r}; it must be one of {', '.join(CLAUDE_POLICIES)}.")
    home = os.environ.get("CLAUDE_CONFIG_DIR") or os.path.expanduser("~/.claude")
    path = _settings(user, project, Path(home), ".claude") / "settings.json"
    if uninstall:
        _take_out(path, dry_run)
        return
    words = ["claude-code", "--policy", policy, *(["--inject"] if inject else [])]
    events = ("UserPromptSubmit", "Stop", *(["PostToolUse"] if inject else []))
    hooks = [settings_file.Hook("PreCompact", 30), settings_file.Hook("PostCompact", 60)]
    hooks += [settings_file.Hook(event, 10) for event in events]
    if not _put_in(path, hooks, settings_file.command(words), dry_run):
        return
    _policies(CLAUDE_POLICIES, policy)
    typer.echo("\nClaude Code asks for no further word. It reads hooks when a session starts; /hooks shows them.")
    if project is not None:
        typer.echo("A project's hooks run only in a folder that you trusted when Claude Code asked.")


def _settings(user: bool, project: Path | None, home: Path, folder: str) -> Path:
    """The folder of the settings file that is meant."""
    from threefold.errors import InputError, UsageError

    if user and project is not None:
        raise UsageError("Give --user or --project, not both.")
    if project is None:
        return home.expanduser().absolute()
    if not project.is_dir():
        raise InputError(f"{project} is no folder.")
    return project.absolute() / folder


def _put_in(path: Path, hooks: list, command: str, dry_run: bool) -> bool:  # type: ignore[type-arg]
    from threefold.harness import settings_file

    plan = settings_file.plan(path, hooks, command)
    if dry_run:
        typer.echo(f"# {plan.path}\n{plan.text}", nl=False)
        return False
    settings_file.carry_out(plan)
    typer.echo(f"Installed in {plan.path}" + (f"; as it was: {plan.backup}" if plan.backup else "") + ".")
    return True


def _take_out(path: Path, dry_run: bool) -> None:
    from threefold.harness import settings_file

    plan = settings_file.unplan(path)
    if dry_run:
        typer.echo(f"# {plan.path}\n{plan.text}" if plan.text is not None else f"# {plan.path} would be removed")
        return
    settings_file.carry_out(plan)
    typer.echo(f"Taken out of {plan.path}." if plan.before is not None else f"There was nothing in {plan.path}.")


def pi(
    user: bool = USER,
    project: Path | None = PROJECT,
    policy: str = POLICY,
    inject: bool = INJECT,
    engine: str = ENGINE,
    uninstall: bool = UNINSTALL,
    dry_run: bool = DRY_RUN,
) -> None:
    """Put the verdict before and the audit behind the compactions of pi, by an extension of one file."""
    from threefold.errors import UsageError
    from threefold.harness import pi as client
    from threefold.harness import settings_file
    from threefold.store.files import replace_file

    if policy not in PI_POLICIES:
        raise UsageError(f"--policy is {policy!r}; it must be one of {', '.join(PI_POLICIES)}.")
    if engine not in ("off", "threefold"):
        raise UsageError(f"--engine is {engine!r}; it must be off or threefold.")
    home = Path(os.environ.get("PI_CODING_AGENT_DIR") or "~/.pi/agent")
    path = _settings(user, project, home, ".pi") / "extensions" / client.EXTENSION.name
    if uninstall:
        if dry_run:
            typer.echo(f"# {path} would be removed")
            return
        there = path.exists()
        path.unlink(missing_ok=True)
        settings_file.remove_if_empty(path.parent)
        typer.echo(f"Taken out: {path}." if there else f"There was nothing at {path}.")
        return
    words = ["pi", "--policy", policy, *(["--inject"] if inject else [])]
    words += ["--engine", engine] if engine != "off" else []
    text = client.extension(settings_file.command_words(words))
    if dry_run:
        typer.echo(f"# {path}\n{text}", nl=False)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, text.encode())
    typer.echo(f"Installed as {path}.")
    _policies(PI_POLICIES, policy)
    typer.echo("\npi loads it at its next start or /reload, without asking." if project is None else
               "\npi loads a project's extensions only once the project is trusted.")  # fmt: skip


def codex(
    user: bool = USER,
    project: Path | None = PROJECT,
    policy: str = POLICY,
    inject: bool = INJECT,
    uninstall: bool = UNINSTALL,
    dry_run: bool = DRY_RUN,
) -> None:
    """Record the verdict before and put the audit behind the compactions of Codex, by hooks in its hooks.json."""
    from threefold.errors import UsageError
    from threefold.harness import settings_file

    if policy != "observe":
        raise UsageError(
            f"--policy is {policy!r}; for Codex there is only observe: nothing that a hook prints reaches its "
            "summariser, and stopping a compaction aborts the turn."
        )
    path = _settings(user, project, Path(os.environ.get("CODEX_HOME") or "~/.codex"), ".codex") / "hooks.json"
    if uninstall:
        _take_out(path, dry_run)
        return
    hooks = [settings_file.Hook("PreCompact", 30), settings_file.Hook("PostCompact", 60)]
    if inject:
        hooks += [settings_file.Hook(event, 10) for event in ("SessionStart", "UserPromptSubmit")]
    words = ["codex", *(["--inject"] if inject else [])]
    if not _put_in(path, hooks, settings_file.command(words), dry_run):
        return
    typer.echo(
        "\nCodex skips hooks that it was not told to trust, and says nothing about it. Start codex, open /hooks and "
        "trust these; or, where no one can, run it with --dangerously-bypass-hook-trust.\nThe verdict is recorded "
        "(observe); Codex lets no hook do more before a compaction."
    )
    if project is not None:
        typer.echo("A project's hooks are read only once Codex was told to trust the project itself.")


def _policies(policies: dict[str, str], chosen: str) -> None:
    typer.echo("\nPolicies (--policy):")
    for name, meaning in policies.items():
        typer.echo(f"  {'*' if name == chosen else ' '} {name:8} {meaning}")


def register(group: typer.Typer) -> None:
    group.command("claude-code")(claude_code)
    group.command()(codex)
    group.command()(pi)
