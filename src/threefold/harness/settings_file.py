"""Hooks in a harness's own settings file: put in beside what is there, and taken out again without a trace.

Claude Code's ``settings.json`` and Codex's ``hooks.json`` share the shape ``{"hooks": {EVENT: [{"hooks": [...]}]}}``.
The file stays a person's: its order, its indentation and its permissions are kept, and the file as it was before is put
beside it. Where nothing else was changed since, that copy is put back byte for byte.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from threefold.errors import InputError
from threefold.store.files import replace_file

BACKUP = ".threefold-backup"
_OURS = re.compile(r"(?:\bthreefold(?:\.exe)?['\"]?|\bthreefold\.doors\.entry['\"]?) hook (?:claude-code|codex)\b")
_PRIVATE = 0o600


class Hook(msgspec.Struct, frozen=True):
    """One event at which we are asked. ``timeout`` is in seconds; ``matcher`` is empty for all of the event."""

    event: str
    timeout: int
    matcher: str = ""


class Ours(msgspec.Struct, frozen=True):
    """A hook of ours that stands in a file: its event, its place among the entries of that and in its entry."""

    event: str
    entry: int
    place: int
    command: str


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What would be done. ``text`` None removes the file; ``backup`` None makes no copy of what was there."""

    path: Path
    before: bytes | None
    text: str | None
    backup: Path | None = None
    drop: tuple[Path, ...] = ()
    """files that are removed as well"""


def command_words(words: Sequence[str]) -> list[str]:
    """How a harness asks us: this installation's script, or this Python without the working directory on its path."""
    script = Path(sys.executable).with_name("threefold")
    program = [str(script)] if script.is_file() else [sys.executable, "-P", "-m", "threefold.doors.entry"]
    return [*program, "hook", *words]


def command(words: Sequence[str]) -> str:
    """The same as one shell command."""
    return shlex.join(command_words(words))


def plan(path: Path, hooks: Sequence[Hook], command: str) -> Plan:
    """The file with our hooks in it, replacing those of an earlier installation. Raises InputError for a file that is
    not such a settings file; nothing is written."""
    place = _place(path)
    before, document = _read(place)
    settings = _without_ours(document)
    table = settings.setdefault("hooks", {})
    assert isinstance(table, dict)
    for hook in hooks:
        entry: dict[str, object] = {"matcher": hook.matcher} if hook.matcher else {}
        entry["hooks"] = [{"type": "command", "command": command, "timeout": hook.timeout}]
        table.setdefault(hook.event, []).append(entry)
    backup = _backup(place)
    keep = before is not None and not backup.exists() and not _has_ours(document)
    return Plan(path=place, before=before, text=_written(settings, before), backup=backup if keep else None)


def unplan(path: Path) -> Plan:
    """The file without our hooks. Raises InputError as ``plan`` does."""
    place = _place(path)
    before, document = _read(place)
    backup = _backup(place)
    drop = (backup,) if backup.exists() else ()
    if before is None or not _has_ours(document):
        return Plan(path=place, before=before, text=None if before is None else before.decode(), drop=drop)
    settings = _without_ours(document)
    if backup.exists():
        original, unchanged = _read(backup)
        if original is not None and _bare(unchanged) == _bare(settings):
            return Plan(path=place, before=before, text=original.decode(), drop=drop)
    text = _written(settings, before) if settings or backup.exists() else None
    return Plan(path=place, before=before, text=text, drop=drop)


def ours(path: Path) -> Iterator[Ours]:
    """Our hooks in a file; none where there is no file. Raises InputError as ``plan`` does."""
    for event, entries in _table(_read(_place(path))[1]).items():
        for number, entry in enumerate(entries):
            for place, hook in enumerate(_hooks_of(entry)):
                if _is_ours(hook):
                    assert isinstance(hook, dict)
                    yield Ours(event, number, place, str(hook["command"]))


def carry_out(plan: Plan) -> None:
    """Do it: the copy first, then the file in one step. Raises OSError."""
    mode = stat.S_IMODE(plan.path.stat().st_mode) if plan.before is not None else _PRIVATE
    if plan.backup is not None and plan.before is not None:
        replace_file(plan.backup, plan.before, mode)
    if plan.text is None:
        if plan.before is not None:
            plan.path.unlink()
            remove_if_empty(plan.path.parent)
    elif plan.before != plan.text.encode():
        plan.path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(plan.path, plan.text.encode(), mode)
    for path in plan.drop:
        path.unlink(missing_ok=True)


def remove_if_empty(*folders: Path) -> None:
    """Remove folders that hold nothing, from the innermost out."""
    for folder in folders:
        try:
            folder.rmdir()
        except OSError:
            return  # it holds something else, or is a person's to keep


def _place(path: Path) -> Path:
    """Where the file really is: a link into a folder of settings stays a link."""
    return Path(os.path.realpath(path))


def _backup(path: Path) -> Path:
    return path.with_name(path.name + BACKUP)


def _read(path: Path) -> tuple[bytes | None, dict[str, object]]:
    try:
        if path.exists() and not path.is_file():  # a pipe or a device would be read without end
            raise InputError(f"{path} is no file, so it was left alone.")
        raw = path.read_bytes()
    except FileNotFoundError:
        return None, {}
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    try:
        document = json.loads(raw.decode("utf-8")) if raw.strip() else {}
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not JSON ({error}), so it was left alone. Mend it and try again.") from None
    if not isinstance(document, dict) or not _well_formed(document.get("hooks", {})):
        raise InputError(f"{path} does not hold settings with hooks as they should be, so it was left alone.")
    return raw, document


def _well_formed(table: object) -> bool:
    return isinstance(table, dict) and all(isinstance(entries, list) for entries in table.values())


def _hooks_of(entry: object) -> list[object]:
    found = entry.get("hooks") if isinstance(entry, dict) else None
    return found if isinstance(found, list) else []


def _is_ours(hook: object) -> bool:
    text = hook.get("command") if isinstance(hook, dict) else None
    return isinstance(text, str) and _OURS.search(text) is not None


def _table(document: Mapping[str, object]) -> dict[str, list[object]]:
    table = document.get("hooks", {})
    assert isinstance(table, dict)
    return table


def _has_ours(document: Mapping[str, object]) -> bool:
    return any(_is_ours(hook) for entries in _table(document).values() for one in entries for hook in _hooks_of(one))


def _without_ours(document: Mapping[str, object]) -> dict[str, object]:
    """The settings without our hooks, and without what only held them; what a person left empty stays."""
    settings: dict[str, object] = dict(document)
    if not _has_ours(document):
        return json.loads(json.dumps(settings)) if settings else settings  # a copy: the caller adds to it
    table: dict[str, object] = {}
    for event, entries in _table(document).items():
        kept: list[object] = []
        for entry in entries:
            hooks = _hooks_of(entry)
            others = [hook for hook in hooks if not _is_ours(hook)]
            if len(others) == len(hooks):
                kept.append(entry)
            elif others:
                assert isinstance(entry, dict)
                kept.append(entry | {"hooks": others})
        if kept or not entries:
            table[event] = kept
    settings["hooks"] = table
    if not table:
        del settings["hooks"]
    return settings


def _bare(settings: Mapping[str, object]) -> dict[str, object]:
    """The settings without what is empty among the hooks."""
    table = {event: entries for event, entries in _table(settings).items() if entries}
    return {key: value for key, value in settings.items() if key != "hooks"} | ({"hooks": table} if table else {})


def _written(settings: Mapping[str, object], before: bytes | None) -> str:
    """JSON in the indentation of what was there."""
    text = before.decode() if before else ""
    found = re.search(r"\{[ \t]*\r?\n([ \t]+)", text)
    indent: int | str = found[1] if found else 2
    ending = "" if text and not text.endswith("\n") else "\n"
    try:
        written = json.dumps(settings, indent=indent, ensure_ascii=False) + ending
        written.encode()
    except UnicodeEncodeError:  # half a surrogate pair stays an escape, as it was
        written = json.dumps(settings, indent=indent) + ending
    return written
