"""The embedded scorer: no network, no key, good enough to be the default.

Two tiers. The lexical one is always there: BM25 on identifier-aware terms, wording, and what the conversation adds. The
embedding tier adds likeness in meaning for as many messages as its time limit lets it reach; when its encoder cannot
be used, the lexical tier answers and the report says so.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from threefold.relevance import calibration as calibrations
from threefold.relevance import encoder, signals, task, vectors
from threefold.relevance.cache import VectorCache, default_directory
from threefold.relevance.calibration import Calibration, Tier
from threefold.relevance.chunks import split
from threefold.relevance.context import Context
from threefold.relevance.encoder import Encoder, EncoderUnavailable
from threefold.relevance.meaning import Manner, Meaning
from threefold.relevance.protocol import (
    Candidate,
    Fallback,
    Report,
    Request,
    Score,
    Scoring,
    TaskSource,
    confidence_of,
)
from threefold.relevance.settings import RelevanceSettings
from threefold.relevance.signals import Guess, Signals, Texts
from threefold.relevance.strand import Strand
from threefold.relevance.tokens import terms
from threefold.relevance.wording import Wording


class LocalScorer:
    """Scores by words, wording, conversation and, where it can, meaning. Keeps its encoder loaded between runs."""

    name = "local"

    def __init__(
        self,
        settings: RelevanceSettings | None = None,
        calibration: Calibration | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``clock``: seconds from any start; what the time limit is measured by."""
        self._clock = clock
        self._settings = settings or RelevanceSettings()
        self._calibration = calibration or calibrations.load()
        self._encoder: Encoder | None = None
        self._reader: vectors.Reader | None = None
        self._missing = ""

    def score(self, request: Request) -> Scoring:
        """A calibrated probability for every candidate that is not settled; never raises for an encoder's sake."""
        started = self._clock()
        run = Run(request, Wording(self._calibration.wording.bias, self._calibration.wording.weights))
        falls: list[Fallback] = []
        embedded = vectors.Embedded(messages={})
        meaning: Meaning | None = None
        if self._settings.embeddings and run.query and run.open:
            meaning, embedded, falls = self._meaning(run, request, started)
        known = self._knows_encoder()
        direct, relations = run.readers(meaning, self._manner() if known else None)
        reached = set(embedded.messages)
        with_vectors = self._calibration.packaged if known else self._calibration.encoder

        def choose(place: int) -> Tier:
            return with_vectors if place in reached else self._calibration.lexical

        logits, parts = calibrations.read(choose, direct, relations)
        scores = tuple(
            self._score(candidate, choose(place), logits[place], parts[place], place in reached)
            for place, candidate in enumerate(request.candidates)
            if not candidate.settled
        )
        report = Report(
            scorer=self.name,
            tier="embedding" if any(score.source == "embedding" for score in scores) else "lexical",
            calibrated=True,
            calibration=self._calibration.version,
            task=run.task,
            task_source=run.task_source,
            task_index=run.task_index,
            fallbacks=tuple(falls),
            scored=len(scores),
            chunks=embedded.chunks,
            embedded=embedded.fresh,
            cache_hits=embedded.hits,
            unreached=embedded.unreached,
            milliseconds=(self._clock() - started) * 1000.0,
        )
        return Scoring(scores=scores, report=report)

    def _score(self, candidate: Candidate, tier: Tier, logit: float, parts: Signals, reached: bool) -> Score:
        """One message's score; a demand or correction of the human does not fall below the floor."""
        value = tier.probability(logit)
        parts["constant"] = tier.base
        floor = self._calibration.floor
        if value < floor and signals.is_standing_demand(candidate):
            parts["floor"] = floor - value
            value = floor
        source = "embedding" if reached else "lexical"
        return Score(index=candidate.index, value=value, confidence=confidence_of(value), source=source, signals=parts)

    def _meaning(
        self, run: Run, request: Request, started: float
    ) -> tuple[Meaning | None, vectors.Embedded, list[Fallback]]:
        """The conversation's vectors, or why there are none."""
        limit = self._settings.time_limit_ms
        if request.time_limit_ms is not None:  # what the whole run may take, of which this is a part
            limit = min(limit, request.time_limit_ms)
        deadline = started + limit / 1000.0
        model = self._load()
        if model is None or self._reader is None:
            return None, vectors.Embedded(messages={}), [Fallback("embedding", "lexical", self._missing)]
        try:
            task_rows = vectors.task_vectors(model, self._reader, run.task_chunks)
            with VectorCache(self._cache_directory()) as cache:
                order = run.order(self._calibration)
                embedded = vectors.embed(
                    model, self._reader, cache, run.texts, order, run.weights, deadline, self._clock
                )
                fault = cache.fault
            meaning = Meaning(request.candidates, task_rows, embedded.messages, known=self._knows_encoder())
        except Exception as error:  # the runtime raises its own types; lexical scores are still good
            reason = f"the encoder failed ({type(error).__name__})"
            return None, vectors.Embedded(messages={}), [Fallback("embedding", "lexical", reason)]
        falls = [Fallback("cache", "no cache", fault)] if fault else []
        if embedded.unreached:
            of = f"{embedded.unreached} of {embedded.unreached + len(embedded.messages)} messages"
            reason = f"{of} keep their lexical score: the time limit of {limit} ms came before they were embedded"
            reason += "" if fault else "; another run goes on from there"
            falls.append(Fallback("embedding", "lexical", reason))
        return meaning, embedded, falls

    def _load(self) -> Encoder | None:
        """The encoder, loaded when it is first needed; a failure is remembered and not tried again."""
        if self._encoder is None and not self._missing:
            try:
                self._encoder = encoder.load(self._settings.encoder)
                self._reader = vectors.Reader(self._encoder)
            except EncoderUnavailable as reason:
                self._missing = str(reason)
        return self._encoder

    def _knows_encoder(self) -> bool:
        return self._encoder is not None and self._encoder.name == self._calibration.manner.encoder

    def _manner(self) -> Manner:
        manner = self._calibration.manner
        return Manner(manner.bias, manner.weights, manner.authors)

    def _cache_directory(self) -> Path:
        return Path(self._settings.cache_path).expanduser() if self._settings.cache_path else default_directory()


class Run:
    """One conversation, cut, counted and matched with its task."""

    def __init__(self, request: Request, wording: Wording | None = None) -> None:
        """Without ``wording``, as while it is fitted, that signal is left out."""
        self.candidates = request.candidates
        given = (request.task or "").strip()
        self.task, self.task_index = (given, None) if given else task.find(request.candidates)
        self.task_source: TaskSource = "given" if given else "request" if self.task else "none"
        self.task_chunks = split(self.task)
        self.query = Counter[str]()
        for chunk in self.task_chunks:
            self.query.update(terms(chunk))
        hints = [term[1:] for term in self.query if term[0] in "wi" and len(term) > 4]
        self.texts = Texts(request.candidates, [split(candidate.text, hints) for candidate in request.candidates])
        self.weights = self.texts.index.weights(self.query)
        self.direct = signals.direct(self.texts, self.query)
        if wording is not None:
            worded = wording.of(request.candidates)
            self.direct = [{**found, "wording": value} for found, value in zip(self.direct, worded, strict=True)]
        self.context = Context(self.texts)
        self.open = any(not candidate.settled for candidate in request.candidates)

    def order(self, calibration: Calibration) -> list[int]:
        """Places in the order in which they should be embedded: the likeliest by the lexical tier first."""
        first = calibration.lexical.first
        return sorted(range(len(self.direct)), key=lambda place: (-first.logit(self.direct[place]), place))

    def readers(self, meaning: Meaning | None, manner: Manner | None) -> tuple[list[Signals], Related]:
        """The direct signals of every message, and what the messages say of one another."""
        related = Related(self.context, meaning)
        if meaning is None:
            return self.direct, related
        added = meaning.direct(manner)
        return [{**found, **added.get(place, {})} for place, found in enumerate(self.direct)], related


class Related:
    """What the messages of one conversation say of one another, by words and, where there are vectors, by meaning."""

    def __init__(self, context: Context, meaning: Meaning | None) -> None:
        self._context = context
        self._meaning = meaning
        kin, places = (meaning.kin, meaning.places) if meaning is not None else (None, ())
        self._strand = Strand(context.kin, context.turns, kin, places)

    def related(self, guess: Guess) -> list[Signals]:
        """The context signals of each message, given a guess of all."""
        found = self._context.related(guess)
        given = self._meaning.related(guess) if self._meaning is not None else {}
        return [{**own, **given.get(place, {})} for place, own in enumerate(found)]

    def strand(self, topic: Sequence[float]) -> list[float]:
        """For each message, how far those it is tied to speak of the task, given how far each does."""
        return self._strand.of(topic)
