"""``compact`` and ``acompact``, and ``values``: what every message is worth."""

from __future__ import annotations

import asyncio
import time as clock
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import overload

from threefold.compacting.call import Call, Progress
from threefold.compacting.outcome import Compaction, M, Made, Messages, as_it_was
from threefold.compacting.request import asked_before
from threefold.compacting.scoring import score, scorers_of
from threefold.compaction.conversation import Conversation
from threefold.compaction.prepare import Prepared, prepare
from threefold.compaction.result import Decision
from threefold.compaction.scores import Scores
from threefold.compaction.settings import CompactSettings
from threefold.compaction.units import rules_of
from threefold.compaction.wire import Wire
from threefold.errors import InputError, MissingExtra, SettingsError, UsageError, expect
from threefold.relevance.protocol import Report, Scorer
from threefold.section import hints
from threefold.session import Session
from threefold.settings import Settings, snake, unknown

CALLERS = (UsageError, SettingsError, InputError, MissingExtra)
"""Errors that are the caller's to mend: these are raised."""


@overload
def compact(
    messages: Session,
    task: str = "",
    settings: Settings | CompactSettings | Mapping[str, object] | None = None,
    *,
    scorers: Sequence[Scorer] | None = None,
    scores: str | Scores | None = None,
    environ: Mapping[str, str] | None = None,
    opened: tuple[Conversation, Wire] | None = None,
    progress: Progress | None = None,
) -> Made: ...
@overload
def compact(
    messages: Sequence[M],
    task: str = "",
    settings: Settings | CompactSettings | Mapping[str, object] | None = None,
    *,
    scorers: Sequence[Scorer] | None = None,
    scores: str | Scores | None = None,
    environ: Mapping[str, str] | None = None,
    opened: tuple[Conversation, Wire] | None = None,
    progress: Progress | None = None,
) -> Compaction[M]: ...
def compact(
    messages: Messages | Session,
    task: str = "",
    settings: Settings | CompactSettings | Mapping[str, object] | None = None,
    *,
    scorers: Sequence[Scorer] | None = None,
    scores: str | Scores | None = None,
    environ: Mapping[str, str] | None = None,
    opened: tuple[Conversation, Wire] | None = None,
    progress: Progress | None = None,
) -> Made | Compaction[M]:
    """Compact messages, or what the model of a session sees now, to the budget in the settings.

    ``settings`` may be a mapping of the compaction's fields, in either spelling (``target_bytes``, ``targetBytes``).
    ``scores`` are receipts to take scores from (a path), or scores; then nobody is asked. ``scorers`` are asked in
    order instead of those that the settings name. ``progress`` is told the name of each stage as it begins.

    Raises what is the caller's to mend (unknown settings, a receipts file without scores, a session that cannot be
    written), and nothing for a scorer, a disk or a network.
    """
    began = clock.perf_counter()
    whole = _whole(settings)
    _check(task, scorers, scores, environ, progress)
    say = progress or (lambda stage: None)
    try:
        made = Call(messages, task or whole.compact.task, whole, opened, say).made(scorers, scores, environ)
    except CALLERS:
        raise
    except Exception as fault:  # whatever it is, the caller keeps its conversation
        made = as_it_was(messages, opened, f"{type(fault).__name__}: {fault}")
    made.stats.seconds = clock.perf_counter() - began
    return made


@overload
async def acompact(
    messages: Session,
    task: str = "",
    settings: Settings | CompactSettings | Mapping[str, object] | None = None,
    *,
    scorers: Sequence[Scorer] | None = None,
    scores: str | Scores | None = None,
    environ: Mapping[str, str] | None = None,
) -> Made: ...
@overload
async def acompact(
    messages: Sequence[M],
    task: str = "",
    settings: Settings | CompactSettings | Mapping[str, object] | None = None,
    *,
    scorers: Sequence[Scorer] | None = None,
    scores: str | Scores | None = None,
    environ: Mapping[str, str] | None = None,
) -> Compaction[M]: ...
async def acompact(
    messages: Messages | Session,
    task: str = "",
    settings: Settings | CompactSettings | Mapping[str, object] | None = None,
    *,
    scorers: Sequence[Scorer] | None = None,
    scores: str | Scores | None = None,
    environ: Mapping[str, str] | None = None,
) -> Made | Compaction[M]:
    """``compact`` in a thread, for callers inside an event loop."""
    return await asyncio.to_thread(compact, messages, task, settings, scorers=scorers, scores=scores, environ=environ)


def _check(task: object, scorers: object, scores: object, environ: object, progress: object) -> None:
    """Raises UsageError for an argument of another type: behind this, no fault costs the caller its conversation."""
    none = type(None)
    expect(task, str, "compact takes the task as text", UsageError)
    expect(scorers, (Sequence, none), "compact takes a list of scorers", UsageError)
    for scorer in scorers if isinstance(scorers, Sequence) else ():
        if not callable(getattr(scorer, "score", None)):
            raise UsageError(f"compact takes scorers, each with a method score, not {type(scorer).__name__}.")
    expect(scores, (str, Scores, none), "compact takes Scores or the path of receipts", UsageError)
    expect(environ, (Mapping, none), "compact takes the environment as a mapping", UsageError)
    expect(progress, (Callable, none), "compact takes a progress that can be called", UsageError)  # type: ignore[arg-type]


def _whole(settings: Settings | CompactSettings | Mapping[str, object] | None) -> Settings:
    if isinstance(settings, Settings):
        expect(settings.compact, CompactSettings, "Settings takes CompactSettings under compact", SettingsError)
        return settings
    if isinstance(settings, Mapping):
        given = {snake(str(name)): value for name, value in settings.items()}
        if len(given) < len(settings):
            twice = sorted(name for name, n in Counter(snake(str(name)) for name in settings).items() if n > 1)
            raise SettingsError(f"settings gives {', '.join(twice)} in two spellings; leave one out.")
        known = hints(CompactSettings)
        for name in sorted(given.keys() - known.keys()):
            raise unknown(f"setting compact.{name}", name, known, "given as settings")
        return Settings(compact=CompactSettings(**given))  # type: ignore[arg-type]  # checked when it is made
    wanted = "settings takes a Settings, CompactSettings or a dict of its fields"
    expect(settings, (CompactSettings, type(None)), wanted, SettingsError)
    return Settings(compact=settings or CompactSettings())


def values(
    conversation: Conversation,
    wire: Wire,
    task: str = "",
    settings: Settings | None = None,
    *,
    session: Session | None = None,
    scorers: Sequence[Scorer] | None = None,
    environ: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> tuple[tuple[Decision, ...], Report]:
    """What every message is worth, also of those that would stay anyway; nothing is cut.

    Without a task, it is sought in the conversation, and then in what ``session``, whose surface that is, holds behind
    its last compaction. A decision is ``keep`` with the reason for which the message is protected, or ``doubt`` or
    ``open`` by its score.
    """
    whole = settings or Settings()
    say = progress or (lambda stage: None)
    say("finding units and pins")
    prepared = prepare(conversation, whole.compact, rules_of(wire.shape))
    say("scoring")
    asked = scorers if scorers is not None else scorers_of(whole, environ)
    wanted = task or whole.compact.task or asked_before(session, conversation)
    scored = score(prepared, asked, wanted, whole.compact.timeout_ms, settle=False)
    return tuple(_valued(prepared, scored.scores, place) for place in range(len(conversation))), scored.report


def _valued(prepared: Prepared, scores: Scores, place: int) -> Decision:
    item, unit = prepared.items[place], prepared.units.of[place]
    value = scores.values.get(place)
    stale = prepared.superseded.get(unit)
    doubtful = value is not None and value.confidence < prepared.settings.min_confidence
    decision = "keep" if unit in prepared.protected else "doubt" if doubtful else "open"
    reasons = [prepared.protected.get(unit, ""), stale.reason if stale is not None else ""]
    reasons.append("pinned" if len(prepared.held[place]) else "")
    return Decision(
        index=place,
        hash=prepared.conversation.hash(place),
        role=item.message.role,
        author=item.message.author.value,
        bytes=item.size,
        value=None if value is None else value.value,
        confidence=None if value is None else value.confidence,
        source="" if value is None else value.source,
        signals={} if value is None else value.signals,
        decision=decision,
        reason=", ".join(reason for reason in reasons if reason),
    )
