"""Whether what ``threefold install`` puts into a harness's settings stands there, as far as their files tell.

Codex keeps in its ``config.toml`` for which hooks it was told to trust them: under the file, the event and the place of
each, a hash of its words (seen with 0.171.0). Whether that hash is of the words that stand there now only Codex knows.
Nothing is written, and no harness is started.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from threefold.errors import InputError
from threefold.harness import pi, settings_file
from threefold.harness.dsh import install as dsh

_POLICY = re.compile(r"--policy[ =](\w+)")
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")
_COMMAND = re.compile(r"^const COMMAND: string\[\] = (\[.*\]); // threefold: command$", re.MULTILINE)


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in one harness's settings. ``ok`` None: nothing of ours is there; False: it is, and does not work."""

    harness: str
    ok: bool | None
    detail: str
    files: tuple[str, ...] = ()


def standings(environ: Mapping[str, str], folder: Path) -> Iterator[Standing]:
    """What stands in the settings of each harness: a person's own, and those of the project in ``folder``."""
    yield _hooks("claude-code", _home(environ, "CLAUDE_CONFIG_DIR", ".claude"), folder / ".claude", "settings.json")
    yield _hooks("codex", _home(environ, "CODEX_HOME", ".codex"), folder / ".codex", "hooks.json")
    yield _extension(_home(environ, "PI_CODING_AGENT_DIR", ".pi/agent"), folder / ".pi")
    yield _plugin(environ)


def _home(environ: Mapping[str, str], variable: str, usual: str) -> Path:
    return Path(environ.get(variable) or f"~/{usual}").expanduser().absolute()


def _nothing(harness: str, command: str, home: Path) -> Standing:
    here = shutil.which(command) is not None or home.is_dir()
    said = "nothing of ours is in its settings" if here else "it was not found on this machine"
    return Standing(harness=harness, ok=None, detail=f"{said}; threefold install {harness} puts it there")


def _hooks(harness: str, home: Path, project: Path, name: str) -> Standing:
    told: list[str] = []
    files: list[str] = []
    ok = True
    for path in dict.fromkeys((home / name, project / name)):
        try:
            found = list(settings_file.ours(path))
        except InputError as error:
            told.append(str(error).rstrip("."))
            files, ok = [*files, str(path)], False
            continue
        if found:
            problem = _gone(found[0].command) or (_untrusted(home, path, found) if harness == "codex" else "")
            policy = _POLICY.search(found[0].command)
            events = ", ".join(dict.fromkeys(one.event for one in found))
            told.append(f"hooks at {events} in {path}" + (f", policy {policy[1]}" if policy else ""))
            told += [problem] if problem else []
            files, ok = [*files, str(path)], ok and not problem
    if not told:
        return _nothing(harness, {"claude-code": "claude"}.get(harness, harness), home)
    trust = "; Codex was told to trust them as they stood then" if harness == "codex" and ok else ""
    return Standing(harness=harness, ok=ok, detail="; ".join(told) + trust, files=tuple(files))


def _gone(command: str) -> str:
    """Whether the program that a hook asks is there still."""
    try:
        program = shlex.split(command)[0]
    except (ValueError, IndexError):
        program = ""
    return "" if program and shutil.which(program) else f"the program that they ask is gone: {program or command}"


def _untrusted(home: Path, path: Path, found: list[settings_file.Ours]) -> str:
    """What Codex's own settings say against running these hooks; empty where it was told to trust each."""
    config = home / "config.toml"
    try:
        state = tomllib.loads(config.read_text("utf-8"))["hooks"]["state"] if config.is_file() else {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return f"{config} cannot be read, so whether Codex trusts them is not known"
    except (KeyError, TypeError):
        state = {}
    left = []
    for one in found:
        event = _CAPITAL.sub("_", one.event).lower()
        keys = (f"{place}:{event}:{one.entry}:{one.place}" for place in (path, os.path.realpath(path)))
        known = next((state[key] for key in keys if key in state), None) if isinstance(state, dict) else None
        if not isinstance(known, dict) or not known.get("trusted_hash"):
            left.append(one.event)
        elif known.get("enabled") is False:
            return f"Codex was told not to run the one at {one.event}"
    if not left:
        return ""
    return f"Codex skips those at {', '.join(left)} in silence: open /hooks in it and trust them"


def _extension(home: Path, project: Path) -> Standing:
    told: list[str] = []
    ok = True
    paths = [folder / "extensions" / pi.EXTENSION.name for folder in (home, project)]
    there = [path for path in dict.fromkeys(paths) if path.is_file()]
    for path in there:
        found = _COMMAND.search(path.read_text("utf-8", "replace"))
        command = shlex.join(json.loads(found[1])) if found else ""
        policy = _POLICY.search(command)
        told.append(f"the extension {path}" + (f", policy {policy[1]}" if policy else ""))
        problem = _gone(command)
        told += [problem] if problem else []
        ok = ok and not problem
    if not told:
        return _nothing("pi", "pi", home)
    return Standing(harness="pi", ok=ok, detail="; ".join(told), files=tuple(map(str, there)))


def _plugin(environ: Mapping[str, str]) -> Standing:
    home = dsh.dsh_home(None, environ)
    there = [
        name
        for name in dsh.profiles(home)
        if (home / "profiles" / name / "node_modules" / dsh.NAME).exists()
        and f'"{dsh.NAME}"' in (home / "profiles" / name / "package.json").read_text("utf-8", "replace")
    ]
    if not there:
        return _nothing("dsh", "dsh", home)
    files = tuple(str(home / "profiles" / name / "node_modules" / dsh.NAME) for name in there)
    named = "the profile " if len(there) == 1 else "the profiles "
    look = f"threefold doctor dsh --profile {there[0]} looks into it"
    return Standing(harness="dsh", ok=True, detail=f"the plugin in {named}{', '.join(there)}; {look}", files=files)
