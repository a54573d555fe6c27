"""Scorers in order."""

from __future__ import annotations

from threefold.relevance.chain import score_with
from threefold.relevance.local import LocalScorer
from threefold.relevance.protocol import Candidate, Request, ScorerUnavailable, Scoring
from threefold.relevance.recency import RecencyScorer
from threefold.relevance.settings import RelevanceSettings

REQUEST = Request(
    candidates=tuple(Candidate(index=place, author="human", role="user", text=f"word {place}") for place in range(4)),
    task="word",
)


class Absent:
    name = "absent"

    def score(self, request: Request) -> Scoring:
        raise ScorerUnavailable("no key is set")


class Broken:
    name = "broken"

    def score(self, request: Request) -> Scoring:
        return Scoring(scores=(), report=[][len(request.candidates)])


def test_the_first_that_answers_decides_all_and_every_step_down_is_named() -> None:
    local = LocalScorer(RelevanceSettings(embeddings=False))
    scoring = score_with([Absent(), Broken(), local, RecencyScorer()], REQUEST)
    assert scoring.report.scorer == "local"
    assert {score.source for score in scoring.scores} == {"lexical"}
    assert [(fall.wanted, fall.used, fall.reason) for fall in scoring.report.fallbacks] == [
        ("absent", "local", "no key is set"),
        ("broken", "local", "failed with IndexError"),
    ]


def test_recency_stands_behind_the_last_one() -> None:
    scoring = score_with([Broken()], REQUEST)
    assert scoring.report.scorer == "recency"
    assert not scoring.report.calibrated
    assert [score.value for score in scoring.scores] == [0.25, 0.5, 0.75, 1.0]


def test_recency_scores_only_what_is_open_and_says_that_it_is_sure() -> None:
    settled = Candidate(index=9, author="model", role="assistant", text="", settled=True)
    scoring = RecencyScorer().score(Request(candidates=(*REQUEST.candidates[:1], settled)))
    assert [(score.index, score.value, score.confidence) for score in scoring.scores] == [(0, 0.5, 1.0)]
    assert RecencyScorer().score(Request(candidates=())).scores == ()
