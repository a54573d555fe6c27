"""BM25 over chunks."""

from __future__ import annotations

from threefold.relevance.bm25 import Index
from threefold.relevance.tokens import terms


def index_of(*documents: list[str]) -> Index:
    return Index([[terms(chunk) for chunk in chunks] for chunks in documents])


def test_the_best_chunk_of_a_document_counts() -> None:
    index = index_of(["quiet noise here", "the payment timeout struck"], ["payment of the bill and much else besides"])
    first, second = index.scores(index.weights(terms("payment timeout")))
    assert first > second > 0.0


def test_a_rare_identifier_weighs_more_than_a_common_word() -> None:
    index = index_of(["error in close_order"], ["error in parser"], ["error in lexer"], ["fine"])
    assert index.rarity("iclose_order") > index.rarity("werror") > 0.0


def test_a_term_that_stands_nowhere_changes_nothing() -> None:
    index = index_of(["alpha beta"], ["gamma delta"])
    assert index.weights(terms("alpha unheard")).keys() == {"walpha"}


def test_an_empty_conversation_has_no_scores() -> None:
    assert index_of().scores({}) == []
    assert index_of([]).scores({}) == [0.0]
