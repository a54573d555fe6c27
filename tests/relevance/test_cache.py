"""The cache of vectors."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from threefold.relevance.cache import VectorCache, key_of


def vector_of(seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.random.default_rng(seed).standard_normal(384).astype(np.float32) / 20.0


def test_a_vector_comes_back_as_good_as_it_went_in(tmp_path: Path) -> None:
    with VectorCache(tmp_path) as cache:
        cache.put({b"k": vector_of(1)})
    with VectorCache(tmp_path) as cache:
        assert np.allclose(cache.get([b"k", b"absent"])[b"k"], vector_of(1), atol=1e-3)


def test_the_key_changes_with_the_text_and_with_the_encoder() -> None:
    assert len({key_of("a", "text"), key_of("b", "text"), key_of("a", "text "), key_of("a", "\ud800")}) == 4


def test_more_keys_than_one_statement_takes_are_found(tmp_path: Path) -> None:
    keys = [str(number).encode() for number in range(1300)]
    with VectorCache(tmp_path) as cache:
        cache.put(dict.fromkeys(keys, vector_of(2)))
        assert cache.get(keys).keys() == set(keys)


def test_two_open_at_once_share_what_they_keep(tmp_path: Path) -> None:
    with VectorCache(tmp_path) as one, VectorCache(tmp_path) as other:
        one.put({b"a": vector_of(1)})
        other.put({b"b": vector_of(2)})
        assert one.get([b"a", b"b"]).keys() == other.get([b"a", b"b"]).keys() == {b"a", b"b"}


def test_over_its_limit_the_oldest_go_first(tmp_path: Path) -> None:
    with VectorCache(tmp_path, limit_bytes=200_000) as cache:
        for number in range(12):
            cache.put({f"{number}-{each}".encode(): vector_of(each) for each in range(40)})
        kept = cache.get([f"{number}-0".encode() for number in range(12)])
    assert b"11-0" in kept
    assert b"0-0" not in kept


def test_a_cache_that_is_no_database_is_told_and_stepped_over(tmp_path: Path) -> None:
    (tmp_path / "vectors-1.sqlite").write_bytes(b"not a database at all, but long enough to look at" * 40)
    with VectorCache(tmp_path) as cache:
        cache.put({b"k": vector_of(1)})
        assert cache.get([b"k"]) == {}
        assert "cannot be used" in cache.fault


def test_a_folder_that_cannot_be_made_is_told_and_stepped_over(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with VectorCache(tmp_path / "file" / "cache") as cache:
        cache.put({b"k": vector_of(1)})
        assert cache.get([b"k"]) == {}
        assert cache.fault
