"""Who scores: the scorers that the settings name, in order, and what is done when one answers only in part.

Scores of different deciders are never compared raw. What one scorer left unanswered is filled in by the next only where
both are calibrated to the same probability; otherwise the next scores the whole run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import msgspec

from threefold.compacting.request import request_of
from threefold.compaction.prepare import Prepared
from threefold.compaction.scores import Scores, Value
from threefold.relevance.chain import added, score_with
from threefold.relevance.protocol import Fallback, Report, Request, Score, Scorer, Scoring
from threefold.relevance.recency import RecencyScorer
from threefold.settings import Settings
from threefold.systemone import Service


class Scored(msgspec.Struct, frozen=True, kw_only=True):
    """The scores of a run, and the report of the scorer that decided."""

    scores: Scores
    report: Report


def scorers_of(settings: Settings, environ: Mapping[str, str] | None = None) -> list[Scorer]:
    """The scorers that the settings name, in the order in which they are asked; recency stands behind the last.

    ``auto`` is the service when one is configured, then local, then recency; a named scorer falls to ``fallback``.
    Making them uses no network.
    """
    wanted = settings.compact.scorer
    if wanted == "recency":
        return [RecencyScorer()]
    if wanted == "local":
        return [_local(settings)]
    if wanted == "auto":
        service = Service(settings.service, environ)
        return [*([_service(service)] if service.unavailable is None else []), _local(settings)]
    named = _service(Service(settings.service.for_scorer(wanted), environ))
    return [named, *([_local(settings)] if settings.compact.fallback == "local" else [])]


def score(
    prepared: Prepared, scorers: Sequence[Scorer], task: str, time_limit_ms: int | None, *, settle: bool = True
) -> Scored:
    """Score what is not settled (everything, if ``settle`` is false). Never raises for a scorer's sake."""
    by_place = all(isinstance(scorer, RecencyScorer) for scorer in scorers)
    request = request_of(prepared, task, time_limit_ms, settle=settle, texts=not by_place)
    scoring = score_with(scorers, request)
    missing = _missing(request, scoring)
    if missing:
        scoring = _completed(request, scoring, missing, _behind(scorers, scoring))
    report = scoring.report
    values = {score.index: _value(score) for score in scoring.scores}
    return Scored(scores=Scores(values=values, calibrated=report.calibrated, scorer=report.scorer), report=report)


def _value(score: Score) -> Value:
    """A score within its range; one that is no number is doubt, and doubt is kept."""
    if not (math.isfinite(score.value) and math.isfinite(score.confidence)):
        return Value(0.5, 0.0, score.source)
    signals = {name: round(given, 3) for name, given in score.signals.items() if round(given, 3)}
    return Value(min(1.0, max(0.0, score.value)), min(1.0, max(0.0, score.confidence)), score.source, signals)


def _missing(request: Request, scoring: Scoring) -> set[int]:
    scored = {score.index for score in scoring.scores}
    return {candidate.index for candidate in request.candidates if not candidate.settled} - scored


def _behind(scorers: Sequence[Scorer], scoring: Scoring) -> Sequence[Scorer]:
    names = [scorer.name for scorer in scorers]
    return scorers[names.index(scoring.report.scorer) + 1 :] if scoring.report.scorer in names else ()


def _completed(request: Request, first: Scoring, missing: set[int], scorers: Sequence[Scorer]) -> Scoring:
    """What the first scorer left out, from the next; or all of it, where the two have no common measure."""
    reason = f"{len(missing)} of {len(missing) + len(first.scores)} messages were not scored"
    rest = msgspec.structs.replace(
        request,
        candidates=tuple(
            candidate if candidate.index in missing else msgspec.structs.replace(candidate, settled=True)
            for candidate in request.candidates
        ),
    )
    second = score_with(scorers, rest)
    merged = first.report.calibrated and second.report.calibrated
    if not merged:
        second = score_with(scorers, request)
    step = Fallback(first.report.scorer, second.report.scorer, reason + ("" if merged else ": all are scored again"))
    steps = (*first.report.fallbacks, step, *second.report.fallbacks)
    if not merged:
        report = msgspec.structs.replace(
            second.report,
            fallbacks=steps,
            requests=first.report.requests + second.report.requests,
            input_tokens=first.report.input_tokens + second.report.input_tokens,
            masked=added([first.report.masked, second.report.masked]),
        )
        return msgspec.structs.replace(second, report=report)
    scores = sorted((*first.scores, *second.scores), key=lambda score: score.index)
    return Scoring(scores=tuple(scores), report=msgspec.structs.replace(first.report, fallbacks=steps))


class _Made:
    """A scorer that is made when it is first asked, so that one that cannot be made is one that does not answer."""

    def __init__(self, name: str, make: Callable[[], Scorer]) -> None:
        self.name = name
        self._make = make
        self._scorer: Scorer | None = None

    def score(self, request: Request) -> Scoring:
        if self._scorer is None:
            self._scorer = self._make()
        return self._scorer.score(request)


def _service(service: Service) -> Scorer:
    def make() -> Scorer:
        from threefold.relevance.systemone import SystemOneScorer

        return SystemOneScorer(service, name)

    phocinae = service.endpoint is not None and service.endpoint.dialect == "phocinae"
    phocinae = phocinae or (service.endpoint is None and service.settings.provider == "phocinae")
    name = "phocinae" if phocinae else "jev"
    return _Made(name, make)


def _local(settings: Settings) -> Scorer:
    def make() -> Scorer:
        from threefold.relevance.local import LocalScorer

        return LocalScorer(settings.relevance)

    return _Made("local", make)
