"""Which settings files hold, and what one that a stranger may have written may say.

A directory that was cloned or unpacked may bring a ``threefold.toml``. What that file may set changes what is counted,
kept and said, and nothing else: no setting that could send, read or write anything elsewhere, or delete something, is
taken from it. Such a field carries ``extra={"own": True}`` in its declaration, or, where some of its values do no
harm, ``extra={"own": PATTERN}`` with what those match.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from threefold.errors import SettingsError
from threefold.section import own

FILE = "threefold.toml"
FILE_VARIABLE = "THREEFOLD_SETTINGS"
LARGEST = 1 << 20
"""Bytes of a settings file."""
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+"""
_LONG_KEY = rf"(?:{_PART}\.[ \t]*+){{20}}"
"""A key of more parts than any setting has; to read one takes time with the square of its length."""


class Files(msgspec.Struct, frozen=True):
    """The files that hold."""

    own: Path | None = None
    """the person's own, or one that they named"""
    here: Path | None = None
    """the one of the working directory, over it"""


def find(
    file: str | os.PathLike[str] | None,
    environ: Mapping[str, str],
    directory: Path | None,
    home: str | os.PathLike[str] | None,
) -> Files:
    """The settings files to read. One that was named must exist, and is the only one; the others may be missing.

    ``home`` is a directory of the person's own that comes before their configuration directory.
    """
    for named, by in ((file, "--settings"), (environ.get(FILE_VARIABLE), FILE_VARIABLE)):
        if named:
            path = Path(named).expanduser()
            if not path.is_file():
                raise SettingsError(f"{by} names {path}, which is no file")
            return Files(path)
    places = [Path(home) / FILE] if home is not None else []
    mine = next((path for path in [*places, *_configured(environ)] if _is_file(path)), None)
    here = directory / FILE if directory is not None else None
    if here is None or not _is_file(here) or (mine is not None and os.path.samefile(here, mine)):
        return Files(mine)
    return Files(mine, here)


def working_directory() -> Path:
    """The working directory, which may have been deleted under the process: then nothing is found there."""
    try:
        return Path.cwd()
    except OSError:
        return Path(os.curdir)


def _configured(environ: Mapping[str, str]) -> list[Path]:
    """The file in the user's configuration directory. A relative one would be a place in the working directory; the
    XDG Base Directory Specification has it ignored."""
    given, home = environ.get("XDG_CONFIG_HOME", ""), environ.get("HOME", "")
    folder = given if os.path.isabs(given) else os.path.join(home, ".config")
    return [Path(folder) / "threefold" / FILE] if os.path.isabs(folder) else []


def _is_file(path: Path) -> bool:
    """Whether a file is there; a place that may not be looked into holds no settings."""
    try:
        return path.is_file()
    except OSError:
        return False


def read(path: Path) -> dict[str, object]:
    """What a settings file says. Raises SettingsError for what is none."""
    import tomllib  # most have no settings file

    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path} is not UTF-8 at byte {error.start}") from error
    if len(data) > LARGEST:
        raise SettingsError(f"{path} is larger than a settings file may be ({LARGEST >> 20} MB)")
    if re.search(_LONG_KEY, text):
        raise SettingsError(f"{path} is not TOML of settings: a key in it has more than 20 parts")
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except RecursionError:
        raise SettingsError(f"{path} is not TOML: it is nested too deeply") from None
    except ValueError as error:  # TOMLDecodeError, and a number of too many digits
        raise SettingsError(f"{path} is not TOML: {error}") from error


def refuse_strangers(path: Path, given: Iterable[tuple[str, object, Any]]) -> None:
    """Raise SettingsError where a file of the working directory sets what it may not: ``given`` is each setting, its
    value and the declared type of its field."""
    refused, first = [], ""
    for name, value, hint in given:
        harmless = own(hint)
        if harmless is not None and not (harmless and isinstance(value, str) and re.fullmatch(harmless, value)):
            refused.append(name + (f" (other than {harmless.replace('|', ' or ')})" if harmless else ""))
            first = first or name
    if refused:
        variable = f"THREEFOLD_{first}".upper().replace(".", "_")
        raise SettingsError(
            f"{path} lies in the working directory, so a stranger may have written it, and it sets "
            f"{', '.join(refused)}, which could send, read, write or delete something elsewhere: put that into "
            f"~/.config/threefold/{FILE}, a variable ({variable}) or a flag, or, if you trust this file, name it with "
            f"--settings or {FILE_VARIABLE}"
        )
