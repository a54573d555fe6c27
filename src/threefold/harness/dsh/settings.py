"""Settings of the plugin's rows: those of the rooms under the original plugins' names, and these."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from threefold.errors import SettingsError
from threefold.harness.policy import Policy
from threefold.section import Section, hints, refusal
from threefold.settings import Settings, load, snake

ORIGIN = "the plugin's rows"


class PolicySettings(Section, frozen=True, kw_only=True):
    """What becomes of a verdict, on row ``context-verdict``."""

    verdict_policy: Annotated[
        Policy,
        Meta(
            description="observe: record and go on. guide: tell the summariser what must survive. hold: a manual "
            "compaction waits for a person's word, an automatic one is guided. veto: not now."
        ),
    ] = "observe"
    guide_bytes: Annotated[int, Meta(ge=0, description="Most bytes that the summariser is told to keep.")] = 4_000
    max_refusals: Annotated[int, Meta(ge=0, description="Vetoes in a row after which a compaction is let through.")] = 3
    tell_model: Annotated[
        bool, Meta(description="Whether the model hears of a compaction that was stopped, as an injected message.")
    ] = True
    deadline_ms: Annotated[
        int, Meta(ge=100, description="Milliseconds that a compaction waits for the verdict; then it goes on.")
    ] = 2_000


class EngineSettings(Section, frozen=True, kw_only=True):
    """Who compacts, on row ``jev-compaction``; the engine itself is put in place by ``threefold install dsh``."""

    compaction_engine: Annotated[
        Literal["off", "prune", "threefold"],
        Meta(
            description="threefold: by relevance, without a model. prune: shorten tool results, the model's summary "
            "only if that is not enough. off: the harness's own."
        ),
    ] = "off"


class RepairSettings(Section, frozen=True, kw_only=True):
    """What is put back after a summary that lost facts, on row ``compaction-audit``."""

    repair_bytes: Annotated[int, Meta(ge=0, description="Most bytes of the quotes that are put back.")] = 4_000


class Configured(msgspec.Struct, frozen=True):
    """The settings of one request."""

    settings: Settings
    policy: PolicySettings
    engine: EngineSettings
    repair: RepairSettings


_OURS: dict[str, type[Section]] = {"verdict": PolicySettings, "compact": EngineSettings, "audit": RepairSettings}


def configured(rows: Mapping[str, object], home: str) -> Configured:
    """The settings of rows (``{"verdict": {...}, "compact": {...}, "audit": {...}}``), over file and environment.

    The settings file is looked for in the harness's home and in the user's configuration directory and never in the
    session's own directory, which a stranger may have written. Raises SettingsError for what no row knows.
    """
    return _configured(msgspec.json.encode(rows), home)


@lru_cache(maxsize=16)
def _configured(encoded: bytes, home: str) -> Configured:
    overrides: dict[str, object] = {}
    ours: dict[str, Section] = {}
    rows: dict[str, Any] = msgspec.json.decode(encoded)
    for name, kind in _OURS.items():
        row = rows.get(name) or {}
        if not isinstance(row, dict):
            raise SettingsError(f"the configuration of {name} in {ORIGIN} is {row!r:.60}; it must be a mapping")
        known = hints(kind)
        mine = {snake(key): value for key, value in row.items() if snake(key) in known}
        ours[name] = _made(kind, mine)
        overrides[name] = {key: _expanded(key, value) for key, value in row.items() if snake(key) not in known}
    loaded = load(overrides=overrides, overrides_from=ORIGIN, home=home)
    policy, engine, repair = ours["verdict"], ours["compact"], ours["audit"]
    assert isinstance(policy, PolicySettings)
    assert isinstance(engine, EngineSettings)
    assert isinstance(repair, RepairSettings)
    return Configured(loaded.settings, policy, engine, repair)


def _made(kind: type[Section], values: Mapping[str, object]) -> Section:
    for field, value in values.items():
        try:
            msgspec.convert(value, type=hints(kind)[field])
        except msgspec.ValidationError:
            raise SettingsError(f"{refusal(field, value, hints(kind)[field])} ({ORIGIN})") from None
    return kind(**values)


def _expanded(key: str, value: object) -> object:
    """Paths may begin with ``~``, as in the original plugin's example."""
    if snake(key) in ("receipt_path", "archive_path", "report_file") and isinstance(value, str) and value:
        return str(Path(value).expanduser())
    return value
