"""``threefold install claude-code|codex|pi``: hooks in a harness's own settings, put in and taken out again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from threefold.doors.cli.installing import DRY_RUN, UNINSTALL, absent, done, one_of, say, told

if TYPE_CHECKING:
    from threefold.harness.settings_file import Hook

USER = typer.Option(False, "--user", help="For all projects of this user (the default).")
PROJECT = typer.Option(None, "--project", help="For one project: its folder.", show_default=False)
POLICY = typer.Option("observe", "--policy", help="What becomes of a verdict: observe, guide, hold or veto.")
INJECT = typer.Option(False, "--inject", help="Tell the model, too, which facts a summary lost.")
ENGINE = typer.Option(
    "off",
    "--engine",
    help="Who compacts: off (pi's own model), or threefold (messages word for word, without a model).",
)

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
    from threefold.harness import settings_file

    one_of("--policy", policy, CLAUDE_POLICIES)
    home = Path(os.environ.get("CLAUDE_CONFIG_DIR") or "~/.claude")
    path = _settings(user, project, home, ".claude") / "settings.json"
    if uninstall:
        _take_out(path, dry_run)
        return
    words = ["claude-code", "--policy", policy, *(["--inject"] if inject else [])]
    events = ("UserPromptSubmit", "Stop", *(["PostToolUse"] if inject else []))
    hooks = [settings_file.Hook("PreCompact", 30), settings_file.Hook("PostCompact", 60)]
    hooks += [settings_file.Hook(event, 10) for event in events]
    trust = ["Claude Code asks for no further word. It reads hooks when a session starts; /hooks shows them."]
    if project is not None:
        trust.append("A project's hooks run only in a folder that you trusted when Claude Code asked.")
    missing = absent("Claude Code", "claude", home)
    known = [*told(CLAUDE_POLICIES, policy), "", *trust]
    _put_in(path, hooks, settings_file.command(words), known, missing, dry_run)


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


def _put_in(path: Path, hooks: list[Hook], command: str, told: list[str], missing: str, dry_run: bool) -> None:
    from threefold.harness import settings_file

    plan = settings_file.plan(path, hooks, command)
    if dry_run:
        typer.echo(f"# {plan.path}\n{plan.text}", nl=False)
        say([*([missing, ""] if missing else []), *told], dry_run=True)
        return
    settings_file.carry_out(plan)
    where = f"in {plan.path}" + (f"; as it was: {plan.backup}" if plan.backup else "")
    say([*done(where, missing), *told], dry_run=False)


def _take_out(path: Path, dry_run: bool) -> None:
    from threefold.harness import settings_file

    plan = settings_file.unplan(path)
    nothing = f"There is nothing of ours in {plan.path}."
    unchanged = plan.before is None or (plan.text is not None and plan.text.encode() == plan.before)
    if dry_run and not unchanged:
        typer.echo(
            f"# {plan.path}\n{plan.text}" if plan.text is not None else f"# {plan.path} would be removed.",
            nl=plan.text is None,
        )
    if dry_run:
        say([nothing] if unchanged else [], dry_run=True)
        return
    settings_file.carry_out(plan)
    say([nothing if unchanged else f"Taken out of {plan.path}."], dry_run=False)


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
    from threefold.harness import pi as client
    from threefold.harness import settings_file
    from threefold.store.files import replace_file

    one_of("--policy", policy, PI_POLICIES)
    one_of("--engine", engine, ("off", "threefold"))
    home = Path(os.environ.get("PI_CODING_AGENT_DIR") or "~/.pi/agent")
    path = _settings(user, project, home, ".pi") / "extensions" / client.EXTENSION.name
    if uninstall:
        there = path.exists()
        if not dry_run:
            path.unlink(missing_ok=True)
            default = project is None and not os.environ.get("PI_CODING_AGENT_DIR")
            settings_file.remove_if_empty(*list(path.parents)[: 3 if default else 2])
        gone = f"{path} would be removed." if dry_run else f"Taken out: {path}."
        say([gone if there else f"There is nothing at {path}."], dry_run=dry_run)
        return
    words = ["pi", "--policy", policy, *(["--inject"] if inject else [])]
    words += ["--engine", engine] if engine != "off" else []
    text = client.extension(settings_file.command_words(words))
    trust = ("pi loads it at its next start or /reload, without asking." if project is None else
             "pi loads a project's extensions only once the project is trusted.")  # fmt: skip
    known = [*told(PI_POLICIES, policy), "", trust]
    missing = absent("pi", "pi", home)
    if dry_run:
        typer.echo(f"// {path}\n{text}", nl=False)
        say([*([missing, ""] if missing else []), *known], dry_run=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, text.encode())
    say([*done(f"as {path}", missing), *known], dry_run=False)


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
    home = Path(os.environ.get("CODEX_HOME") or "~/.codex")
    path = _settings(user, project, home, ".codex") / "hooks.json"
    if uninstall:
        _take_out(path, dry_run)
        return
    hooks = [settings_file.Hook("PreCompact", 30), settings_file.Hook("PostCompact", 60)]
    if inject:
        hooks += [settings_file.Hook(event, 10) for event in ("SessionStart", "UserPromptSubmit")]
    words = ["codex", *(["--inject"] if inject else [])]
    trust = [
        "Codex skips hooks that it was not told to trust, and says nothing about it. Start codex, open /hooks and "
        "trust these; or, where no one can, run it with --dangerously-bypass-hook-trust.",
        "The verdict is recorded (observe); Codex lets no hook do more before a compaction.",
    ]
    if project is not None:
        trust.append("A project's hooks are read only once Codex was told to trust the project itself.")
    _put_in(path, hooks, settings_file.command(words), trust, absent("Codex", "codex", home), dry_run)


def register(group: typer.Typer) -> None:
    group.command("claude-code")(claude_code)
    group.command()(codex)
    group.command()(pi)
