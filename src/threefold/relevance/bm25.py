"""BM25 over the chunks of one conversation, with weights on the query's terms."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

K1 = 1.2
B = 0.6
_KIND_WEIGHT = {"i": 1.6, "w": 1.0, "c": 0.7}
"""Identifiers say most; a Chinese word of three characters is two pairs, so each pair says less."""


class Index:
    """Documents (messages), each in one or more chunks; term rarity is counted over documents.

    Method: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the
    non-negative idf of Lucene.
    """

    def __init__(self, documents: Sequence[Sequence[Counter[str]]]) -> None:
        self.documents = documents
        self.frequency: Counter[str] = Counter()
        for chunks in documents:
            self.frequency.update(set().union(*chunks) if chunks else ())
        self._rarities: dict[str, float] = {}
        lengths = [chunk.total() for chunks in documents for chunk in chunks]
        self._mean = (sum(lengths) / len(lengths) if lengths else 0.0) or 1.0

    def rarity(self, term: str) -> float:
        """Inverse document frequency, times the weight of the term's kind."""
        known = self._rarities.get(term)
        if known is None:
            seen = self.frequency.get(term, 0)
            count = len(self.documents)
            known = math.log(1.0 + (count - seen + 0.5) / (seen + 0.5)) * _KIND_WEIGHT.get(term[:1], 1.0)
            self._rarities[term] = known
        return known

    def weights(self, query: Iterable[str]) -> dict[str, float]:
        """Weights of a query in which each term counts once; terms that stand nowhere are left out."""
        return {term: self.rarity(term) for term in sorted(set(query)) if term in self.frequency}

    def score_chunk(self, weights: Mapping[str, float], chunk: Counter[str]) -> float:
        """BM25 of one chunk."""
        norm = K1 * (1.0 - B + B * chunk.total() / self._mean)
        small, large = (weights, chunk) if len(weights) <= len(chunk) else (chunk, weights)
        return sum(weights[term] * chunk[term] * (K1 + 1.0) / (chunk[term] + norm) for term in small if term in large)

    def scores(self, weights: Mapping[str, float]) -> list[float]:
        """The best chunk of each document."""
        return [max((self.score_chunk(weights, c) for c in chunks), default=0.0) for chunks in self.documents]
