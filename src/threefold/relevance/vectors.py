"""Which chunks of a conversation are embedded, in what order, and within what time."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from threefold.relevance.cache import VectorCache, key_of
from threefold.relevance.chunks import troubled
from threefold.relevance.encoder import Encoder
from threefold.relevance.gloss import latinised
from threefold.relevance.protocol import Candidate
from threefold.relevance.signals import Texts, command_of

if TYPE_CHECKING:
    from threefold.relevance.meaning import Array

PER_MESSAGE = 4
"""Chunks of one message that are embedded at most, so a 1 MB result costs no more than a page does."""
PER_TASK = 4
"""Chunks of the task."""
_SAVE_EVERY = 64  # vectors after which the cache is written: a run that is killed loses no more
_LEGIBLE = 0.8
_CALL = 160  # characters of a call that are embedded with each chunk of its result


class Embedded(msgspec.Struct):
    """What one run of the encoder gave, and what it cost."""

    messages: dict[int, tuple[Array, float]]
    """By place: the vectors of a message's chunks, and the share of its text that the encoder reads."""
    chunks: int = 0
    fresh: int = 0
    hits: int = 0
    unreached: int = 0


class Reader:
    """Turns texts into what an encoder can read: Chinese into known English words where it knows no Chinese."""

    def __init__(self, encoder: Encoder) -> None:
        self._plain = encoder.legible("数据库连接超时的原因是什么") >= _LEGIBLE

    def __call__(self, text: str) -> tuple[str, float]:
        """The text to embed, and the share of it that can be read."""
        return (text, 1.0) if self._plain else latinised(text)


def task_vectors(encoder: Encoder, reader: Reader, chunks: Sequence[str]) -> tuple[Array, float]:
    """The task's vectors, one a row; never cached, for tasks change."""
    import numpy as np

    read = [reader(chunk) for chunk in chunks[:PER_TASK]]
    return np.array([encoder.embed(text) for text, _ in read]), max(share for _, share in read)


def call_line(candidate: Candidate) -> str:
    """The call that a tool's result answers, as its first line: a bare count says nothing without its command."""
    if candidate.author != "tool" or not candidate.tool:
        return ""
    return f"{candidate.tool}: {command_of(candidate)[:_CALL]}\n"


def chosen(texts: Texts, place: int, weights: Mapping[str, float]) -> list[int]:
    """Which chunks of a message are embedded: all of few; of many, the likeliest, the first, and one with trouble."""
    chunks = texts.chunks[place]
    if len(chunks) <= PER_MESSAGE:
        return list(range(len(chunks)))
    counted: Sequence[Counter[str]] = texts.index.documents[place]
    order = sorted(range(len(chunks)), key=lambda at: (-texts.index.score_chunk(weights, counted[at]), at))
    picked = dict.fromkeys([*order[: PER_MESSAGE - 2], 0])
    trouble = next((at for at in range(len(chunks) - 1, -1, -1) if at not in picked and troubled(chunks[at])), None)
    for at in (trouble, len(chunks) - 1, *order):
        if at is not None and len(picked) < PER_MESSAGE:
            picked.setdefault(at)
    return sorted(picked)


def embed(
    encoder: Encoder,
    reader: Reader,
    cache: VectorCache,
    texts: Texts,
    order: Sequence[int],
    weights: Mapping[str, float],
    deadline: float,
    clock: Callable[[], float] = time.monotonic,
) -> Embedded:
    """The vectors of the messages at ``order``'s places, likeliest first, until the deadline.

    A message is reached when all its chosen chunks are. Chunks from the cache cost nothing and are always reached.
    """
    import numpy as np

    done = Embedded(messages={})
    wanted: list[tuple[int, list[tuple[bytes, str]], float]] = []
    for place in order:
        lead = call_line(texts.candidates[place])
        read = [reader(lead + texts.chunks[place][at]) for at in chosen(texts, place, weights)]
        texts_read = [(text, share) for text, share in read if text.strip()]
        if texts_read:
            keyed = [(key_of(encoder.name, text), text) for text, _ in texts_read]
            wanted.append((place, keyed, max(share for _, share in texts_read)))
    known = cache.get(key for _, keyed, _ in wanted for key, _ in keyed)
    fresh: dict[bytes, Array] = {}
    for place, keyed, share in wanted:
        missing = [(key, text) for key, text in keyed if key not in known]
        done.chunks += len(keyed)
        done.hits += len(keyed) - len(missing)
        for key, text in missing:
            if clock() >= deadline:
                break
            known[key] = fresh[key] = encoder.embed(text)
            done.fresh += 1
            if len(fresh) >= _SAVE_EVERY:
                cache.put(fresh)
                fresh.clear()
        if all(key in known for key, _ in keyed):
            done.messages[place] = (np.array([known[key] for key, _ in keyed]), share)
        else:
            done.unreached += 1
    cache.put(fresh)
    return done
