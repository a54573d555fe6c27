"""``threefold doctor dsh``: is the plugin in the harness, and does it do its work there?"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import typer


def examine(profile: str, home: Path | None, *, files_only: bool, as_json: bool) -> None:
    """Print each check as it is done; status 1 where one failed."""
    from threefold.harness.dsh import checkup, install

    choice = install.Choice(home=install.dsh_home(home, os.environ), profile=profile)
    checks: list[checkup.Check] = []
    stages = [checkup.static(choice)]
    for stage in stages:
        for check in stage:
            checks.append(check)
            if not as_json:
                _show(check)
        if not files_only and stage is stages[0] and not any(check.ok is False for check in checks):
            stages.append(checkup.live(choice))
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(checks)).decode())
    if any(check.ok is False for check in checks):
        raise typer.Exit(1)


def _show(check: object) -> None:
    from threefold.harness.dsh.checkup import Check
    from threefold.report.text import tell

    assert isinstance(check, Check)
    word = {True: "ok  ", False: "FAIL", None: "-   "}[check.ok]
    tell(f"{word}  {check.name}" + (f": {check.detail}" if check.detail else ""), hang=6)
