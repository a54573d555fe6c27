"""Asks scorers in order until one answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from threefold.relevance.protocol import Fallback, Request, Scorer, ScorerUnavailable, Scoring
from threefold.relevance.recency import RecencyScorer


def score_with(scorers: Sequence[Scorer], request: Request) -> Scoring:
    """The answer of the first scorer that gives one, with every step down named in its report.

    A scorer that breaks in a way it did not foresee is stepped over like one that says it is unavailable: no scorer's
    failure may cost the caller its conversation. Recency stands behind the last one, so there is always an answer. The
    whole run is scored by one scorer, since values of different scorers are no common measure.
    """
    chain: list[Scorer] = [*scorers, RecencyScorer()]
    falls: list[tuple[str, str]] = []
    spent: list[ScorerUnavailable] = []
    for scorer in chain:
        try:
            scoring = scorer.score(request)
        except ScorerUnavailable as reason:
            falls.append((scorer.name, str(reason)))
            spent.append(reason)
            continue
        except Exception as fault:  # a scorer may be third-party code; the run must survive it
            falls.append((scorer.name, f"failed with {type(fault).__name__}"))
            continue
        steps = tuple(Fallback(name, scorer.name, reason) for name, reason in falls)
        report = msgspec.structs.replace(
            scoring.report,
            fallbacks=steps + scoring.report.fallbacks,
            requests=scoring.report.requests + sum(one.requests for one in spent),
            input_tokens=scoring.report.input_tokens + sum(one.input_tokens for one in spent),
            masked=added([scoring.report.masked, *(one.masked for one in spent)]),
        )
        return msgspec.structs.replace(scoring, report=report)
    raise AssertionError("recency always answers")


def added(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Counts by kind, summed."""
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    return dict(total)
