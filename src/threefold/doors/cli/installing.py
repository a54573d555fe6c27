"""What ``threefold install`` asks and says, whatever the harness."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

import typer

UNINSTALL = typer.Option(False, "--uninstall", help="Take it out again.")
DRY_RUN = typer.Option(False, "--dry-run", help="Show what would be written, and write nothing.")
DEFAULT = "observe"
_MEANINGS = 13
"""The column in which the meanings of policies stand."""


def one_of(option: str, value: str, known: Iterable[str]) -> None:
    """Raises UsageError for a value that is none of the known ones."""
    from threefold.errors import UsageError

    if value not in known:
        raise UsageError(f"{option} is {value!r}; it must be one of {', '.join(known)}.")


def absent(client: str, command: str, home: Path) -> str:
    """What to say where a harness is not on this machine, as far as its command and its home tell; else empty."""
    if shutil.which(command) or home.expanduser().is_dir():
        return ""
    return (
        f"{client} was not found: no {command} is on the path, and there was no {home}. This waits until it is there."
    )


def told(policies: Mapping[str, str], chosen: str, heading: str = "Policies (--policy):") -> Iterable[str]:
    """The policies with the chosen one marked, line by line."""
    yield heading
    for name, meaning in policies.items():
        yield f"  {'*' if name == (chosen or DEFAULT) else ' '} {name:8} {meaning}"


def done(where: str, missing: str) -> list[str]:
    """What an installation did: it is prepared where the harness is ``missing``."""
    return [f"Prepared {where}.", missing, ""] if missing else [f"Installed {where}.", ""]


def say(lines: Iterable[str], *, dry_run: bool) -> None:
    """Print what a person should know; beside a file that is only shown, as comments that say what was not done."""
    from threefold.report.text import tell

    for line in ("", *lines, "", "Nothing was written.") if dry_run else lines:
        indent = len(line) - len(line.lstrip())
        tell(line, hang=_MEANINGS - indent if indent else 0, lead="# " if dry_run else "")
