"""What the user configured: a file, the environment and flags, resolved into one ``Settings``.

Later wins: defaults, then the files, then the environment, then overrides (flags, a harness's plugin configuration). A
file that is named, by ``--settings`` or else by ``THREEFOLD_SETTINGS``, is the only one. Without one
``threefold/threefold.toml`` in the user's configuration directory holds, and over it ``threefold.toml`` in the working
directory, which may set only what does no harm (see ``settings_files``).

Names may be spelled ``target_bytes``, ``target-bytes`` or ``targetBytes``. What no field has is an error that names the
nearest one. In the environment a field is ``THREEFOLD_<SECTION>_<FIELD>``.

Reading happens only in ``load``; importing this module does no work.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_origin

import msgspec

from threefold.auditing.settings import AuditSettings
from threefold.compaction.settings import CompactSettings
from threefold.errors import SettingsError
from threefold.relevance.settings import RelevanceSettings
from threefold.section import Section, allowed, hints, meaning, own, refusal, unannotated
from threefold.settings_files import FILE_VARIABLE, Files, find, read, refuse_strangers, working_directory
from threefold.systemone.settings import ServiceSettings
from threefold.verdict.settings import VerdictSettings

HOME_VARIABLE = "THREEFOLD_HOME"
"""Where our own files are (see ``store.places``); it is no setting."""
PREFIX = "THREEFOLD_"

SECTIONS: dict[str, type[Section]] = {
    "verdict": VerdictSettings,
    "compact": CompactSettings,
    "audit": AuditSettings,
    "service": ServiceSettings,
    "relevance": RelevanceSettings,
}

SHARED = ("batch_size", "state_message_bytes", "price_per_million_tokens", "timeout_ms")
"""Fields that stand in ``compact``, as in the original plugin, and in ``service``: one value under two names."""

DEFAULT = "default"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be configured, by section."""

    verdict: VerdictSettings = VerdictSettings()
    compact: CompactSettings = CompactSettings()
    audit: AuditSettings = AuditSettings()
    service: ServiceSettings = ServiceSettings()
    relevance: RelevanceSettings = RelevanceSettings()


class Resolved(msgspec.Struct, frozen=True, kw_only=True):
    """The settings in effect, and where each came from."""

    settings: Settings
    origins: dict[str, str]
    """``section.field`` to ``default``, a file's path, a variable's name, or the label of the overrides."""
    file: str | None
    """The file that was read, the one of the working directory if there is one."""
    beneath: str | None = None
    """The person's own file, where the one of the working directory stands over it."""


Key = tuple[str, str]


class _Given(msgspec.Struct, frozen=True):
    """A value that someone set, where, and how much that counts."""

    value: object
    origin: str
    rank: int


def load(
    file: str | os.PathLike[str] | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    overrides: Mapping[str, object] | None = None,
    overrides_from: str = "command line",
    directory: str | os.PathLike[str] | None = None,
    home: str | os.PathLike[str] | None = None,
) -> Resolved:
    """The settings in effect.

    ``overrides`` maps sections to fields in any spelling (``{"compact": {"targetBytes": 60000}}``); a field that is
    None was not given. ``directory`` is the working directory if not the process's. Where ``home`` is given, a
    directory of the person's own that may hold their file, none of a working directory is read. Raises SettingsError
    for an unreadable file, an unknown name, a wrong type, a value out of its range, and what a file of the working
    directory may not set.
    """
    environ = os.environ if environ is None else environ
    working = None if home is not None else working_directory() if directory is None else Path(directory)
    files = find(file, environ, working, home)
    given: dict[Key, _Given] = {}
    if files.own is not None:
        given |= _from_mapping(read(files.own), str(files.own), rank=1)
    if files.here is not None:
        shared = _from_mapping(read(files.here), str(files.here), rank=2)
        refuse_strangers(files.here, ((".".join(key), one.value, _hint(key)) for key, one in shared.items()))
        given |= shared
    given |= _from_environment(environ)
    if overrides is not None:
        given |= _from_mapping(overrides, overrides_from, rank=4)
    return _resolve(given, files)


def _hint(key: Key) -> Any:
    return hints(SECTIONS[key[0]])[key[1]]


def reference() -> str:
    """Every field with its type, default and meaning, as Markdown tables; ``docs/settings.md`` holds this."""
    parts = []
    for name, section in SECTIONS.items():
        rows = [
            _row(f"`{field}`", f"`{_shown(getattr(section(), field))}`", allowed(hint), _here_too(hint), meaning(hint))
            for field, hint in hints(section).items()
        ]
        parts.append(
            "\n".join(
                [
                    f"## `[{name}]`",
                    "",
                    "| field | default | values | shared | meaning |",
                    "|---|---|---|---|---|",
                    *rows,
                ]
            )
        )
    return "\n\n".join(parts) + "\n"


def _here_too(hint: Any) -> str:
    """Whether a file of the working directory may set a field."""
    harmless = own(hint)
    return "yes" if harmless is None else f"only {harmless.replace('|', ', ')}" if harmless else "no"


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _from_mapping(mapping: Mapping[str, object], origin: str, rank: int) -> dict[Key, _Given]:
    given: dict[Key, _Given] = {}
    for section_name, fields in mapping.items():
        section = snake(str(section_name))
        if section not in SECTIONS:
            raise unknown(f"section {section_name!r}", section, SECTIONS, origin, hint=_section_of(section))
        if fields is None:
            continue
        if not isinstance(fields, Mapping):
            raise SettingsError(f"{section_name!r} in {origin} must be a table of settings, not {fields!r:.60}")
        known = hints(SECTIONS[section])
        for spelled, value in fields.items():
            field = snake(str(spelled))
            if field not in known:
                raise unknown(f"setting {section}.{spelled}", field, known, origin, hint=_section_of(field))
            if value is None:
                continue
            if (section, field) in given:
                raise SettingsError(f"{section}.{field} is set twice in {origin}, in two spellings")
            typed = _typed(f"{section}.{field}", value, known[field], origin)
            given[section, field] = _Given(typed, origin, rank)
    return given


def _from_environment(environ: Mapping[str, str]) -> dict[Key, _Given]:
    names = {
        f"{PREFIX}{section}_{field}".upper(): (section, field)
        for section in SECTIONS
        for field in hints(SECTIONS[section])
    }
    given: dict[Key, _Given] = {}
    for variable, text in environ.items():
        if not variable.startswith(PREFIX) or variable in (FILE_VARIABLE, HOME_VARIABLE):
            continue
        if variable in names:
            section, field = names[variable]
            hint = hints(SECTIONS[section])[field]
            typed = _typed(f"{section}.{field}", _listed(text, hint), hint, variable, strict=False)
            given[section, field] = _Given(typed, variable, rank=3)
        elif variable.removeprefix(PREFIX).split("_")[0].lower() in SECTIONS or _near(variable, names, 0.9):
            raise unknown(f"variable {variable}", variable, names, "the environment")
    return given


def _resolve(given: dict[Key, _Given], files: Files) -> Resolved:
    """Fill in the shared fields and the defaults, and make the sections."""
    for field in SHARED:
        _share(given, ("compact", field), ("service", field))
    sections: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for name, section in SECTIONS.items():
        values = {field: given[name, field] for field in hints(section) if (name, field) in given}
        sections[name] = section(**{field: one.value for field, one in values.items()})
        for field in hints(section):
            origins[f"{name}.{field}"] = values[field].origin if field in values else DEFAULT
    own_file, here = (None if path is None else str(path) for path in (files.own, files.here))
    return Resolved(
        settings=Settings(**sections), origins=origins, file=here or own_file, beneath=own_file if here else None
    )


def _share(given: dict[Key, _Given], one: Key, other: Key) -> None:
    """Give both names the value that counts more; two values that count the same must agree."""
    pair = [given[key] for key in (one, other) if key in given]
    if not pair:
        return
    if len(pair) == 2 and pair[0].rank == pair[1].rank and pair[0].value != pair[1].value:
        raise SettingsError(
            f"{'.'.join(one)} is {pair[0].value} ({pair[0].origin}) and {'.'.join(other)} is {pair[1].value} "
            f"({pair[1].origin}); they are one setting under two names, so set one of them"
        )
    given[one] = given[other] = max(pair, key=lambda value: value.rank)


def _typed(name: str, value: object, hint: Any, origin: str, *, strict: bool = True) -> object:
    """``value`` as the field's type; only text from the environment is converted."""
    if isinstance(value, str) and "\0" in value:
        raise SettingsError(f"{name} holds a NUL character, which no path, address or name can ({origin})")
    if isinstance(value, int) and value.bit_length() > 63:
        raise SettingsError(f"{name} is a number beyond all measure; it must be {allowed(hint)} ({origin})")
    try:
        return msgspec.convert(value, type=hint, strict=strict)
    except msgspec.ValidationError:
        raise SettingsError(f"{refusal(name, value, hint)} ({origin})") from None


def _listed(text: str, hint: Any) -> object:
    """A variable's text; for a list a JSON array, or one entry."""
    if get_origin(unannotated(hint)) is not tuple:
        return text
    if not text.startswith("["):
        return [text] if text else []
    try:
        return msgspec.json.decode(text.encode())
    except (msgspec.DecodeError, UnicodeEncodeError):
        return text


def snake(name: str) -> str:
    """``targetBytes`` and ``target-bytes`` as ``target_bytes``."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).replace("-", "_").lower()


def unknown(what: str, name: str, known: Mapping[str, object], origin: str, hint: str = "") -> SettingsError:
    """The error for a name that nothing has: with the one that was meant, or else all that are known."""
    near = _near(name, known, 0.5)
    help_text = hint or (f"; did you mean {near}?" if near else f"; known are {', '.join(known)}")
    return SettingsError(f"there is no {what} ({origin}){help_text}")


def _near(name: str, known: Mapping[str, object], cutoff: float) -> str:
    # Only a mistake pays for this import.
    import difflib

    return next(iter(difflib.get_close_matches(name, known, 1, cutoff)), "")


def _section_of(field: str) -> str:
    """Where a field that was put into the wrong section belongs."""
    places = [name for name, section in SECTIONS.items() if field in hints(section)]
    return f"; {field} belongs to [{places[0]}]" if places else ""


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()


def walk(settings: Settings) -> Iterator[tuple[str, object]]:
    """``section.field`` and value of everything, in order."""
    for name, section in SECTIONS.items():
        for field in hints(section):
            yield f"{name}.{field}", getattr(getattr(settings, name), field)
