"""What the plugin may ask: one function for each verb, plain data in and out. Settings come with each request."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

from threefold.errors import InputError
from threefold.harness.dsh import logs
from threefold.harness.dsh.settings import configured
from threefold.harness.policy import Trigger
from threefold.systemone import verdict_service

T = TypeVar("T")
CLIENT = "dsh"
_TRIGGERS: Mapping[str, Trigger] = {"manual": "manual", "pressure": "automatic", "context-overflow": "overflow"}
"""The harness's words for who asks for a compaction, and ours."""


class _Before(logs.Told, rename="camel"):
    trigger: str = "pressure"
    home: str = ""
    config: dict[str, object] = msgspec.field(default_factory=dict)


class _After(logs.Told, rename="camel"):
    compaction_id: str = ""
    home: str = ""
    config: dict[str, object] = msgspec.field(default_factory=dict)


class _Tool(logs.Told, rename="camel"):
    tool: str = ""
    args: object = None
    home: str = ""
    config: dict[str, object] = msgspec.field(default_factory=dict)


class _Plan(logs.Told, rename="camel"):
    start: int = -1
    end: int = -1
    share: float = 0.5
    mode: str = ""
    within: int = 10_000
    home: str = ""
    config: dict[str, object] = msgspec.field(default_factory=dict)


class _Compact(msgspec.Struct):
    messages: list[dict[str, object]]
    task: str = ""
    home: str = ""
    config: dict[str, object] = msgspec.field(default_factory=dict)


def before(arguments: msgspec.Raw) -> object:
    """The verdict on a compaction that is about to be, and what is to be done."""
    from threefold.harness import live
    from threefold.harness.dsh.before import decide
    from threefold.harness.keeping import Keeping

    asked = _read(arguments, _Before)
    if asked.trigger not in _TRIGGERS:
        raise InputError(f"Unknown trigger {asked.trigger!r}.")
    trigger = _TRIGGERS[asked.trigger]
    known = configured(asked.config, asked.home)
    begun = time.monotonic()
    with logs.opened(asked, exact=True) as session:
        tree = live.worktree(session.cwd or asked.cwd, known.settings)
        answer, decision, verdict = decide(session, trigger, known, tree, live.service(known.settings))
    late = answer.action != "pass" and (time.monotonic() - begun) * 1000 > known.policy.deadline_ms
    keeping = Keeping()
    live.record_verdict(keeping, asked.home, CLIENT, trigger, decision, verdict, late=late)
    # Nobody reads what the bridge prints, so what could not be kept is told in the line.
    return msgspec.structs.replace(answer, line=" ".join((answer.line, *(f"({note})" for note in keeping.notes()))))


def after(arguments: msgspec.Raw) -> object:
    """The audit of a compaction that has landed."""
    from threefold.harness.dsh.after import audited
    from threefold.harness.live import now

    asked = _read(arguments, _After)
    known = configured(asked.config, asked.home)
    with logs.opened(asked) as session:
        return audited(session, asked.compaction_id, known, asked.home, now())


def tool(arguments: msgspec.Raw) -> object:
    """A call of one of the three tools by the model."""
    from threefold.harness.dsh.tools import called

    asked = _read(arguments, _Tool)
    known = configured(asked.config, asked.home)
    return called(asked.tool, asked.args, asked, known, verdict_service(known.settings.service))


def plan(arguments: msgspec.Raw) -> object:
    """What the engine is to do with a stretch of the surface: spans, one span, or shorter tool results."""
    from threefold.harness.dsh.planning import results, spans

    asked = _read(arguments, _Plan)
    settings = configured(asked.config, asked.home).settings
    compact = msgspec.structs.replace(settings.compact, timeout_ms=min(settings.compact.timeout_ms, asked.within))
    settings = msgspec.structs.replace(settings, compact=compact)
    with logs.opened(asked) as session:
        if asked.mode == "prune":
            return results(session, asked.start, asked.end, asked.share, settings)
        return spans(session, asked.start, asked.end, asked.share, settings, whole=asked.mode == "whole")


def compact(arguments: msgspec.Raw) -> object:
    """Messages of another plugin, compacted within a budget."""
    from threefold.compacting import compact as run

    asked = _read(arguments, _Compact)
    settings = configured(asked.config, asked.home).settings
    made = run(asked.messages, asked.task, settings)
    return {"messages": made.messages, "decisions": made.decisions, "stats": made.stats}


def ping(arguments: msgspec.Raw) -> object:
    """Whether the bridge lives; answered before anything that is at work."""
    return "pong"


def warm() -> None:
    """Import what the first request will need, so that it does not wait for it."""
    import threefold.harness.dsh.after
    import threefold.harness.dsh.before
    import threefold.harness.live
    import threefold.store.git  # noqa: F401


VERBS: Mapping[str, Callable[[msgspec.Raw], object]] = {
    "before": before,
    "after": after,
    "tool": tool,
    "plan": plan,
    "compact": compact,
    "ping": ping,
}


def _read(arguments: msgspec.Raw, shape: type[T]) -> T:
    try:
        return msgspec.json.decode(arguments, type=shape)
    except msgspec.DecodeError as error:
        raise InputError(f"The request is not of its shape: {error}.") from None
