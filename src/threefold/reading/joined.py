"""Several files read as one log, one behind the other."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from threefold.session import Source


class JoinedSource:
    """Sources in order. A line feed is put behind one that does not end with one, so that no two lines are glued."""

    def __init__(self, sources: Sequence[Source], name: str) -> None:
        self._sources = list(sources)
        self._name = name
        self._glue = [_glue(source) for source in self._sources[:-1]] + [b""]
        sizes = [source.size + len(glue) for source, glue in zip(self._sources, self._glue, strict=True)]
        self.starts = [0, *accumulate(sizes)]
        """where each source begins, and where the last one ends"""

    @property
    def name(self) -> str:
        return self._name

    @property
    def size(self) -> int:
        return self.starts[-1]

    def source_at(self, place: int) -> int:
        """The number of the source in which a byte stands."""
        return min(bisect_right(self.starts, place) - 1, len(self._sources) - 1)

    def read(self, start: int, end: int) -> bytes:
        pieces: list[bytes] = []
        at = start
        while at < min(end, self.size):
            number = self.source_at(at)
            first, behind = self.starts[number], self.starts[number + 1]
            stop = min(end, behind)
            body = behind - len(self._glue[number])
            if at < body:
                pieces.append(self._sources[number].read(at - first, min(stop, body) - first))
            if stop > body:
                pieces.append(self._glue[number])
            at = stop
        return b"".join(pieces)

    def chunks(self) -> Iterator[bytes]:
        for source, glue in zip(self._sources, self._glue, strict=True):
            yield from source.chunks()
            if glue:
                yield glue

    def close(self) -> None:
        """Let go of the files."""
        for source in self._sources:
            close = getattr(source, "close", None)
            if close is not None:
                close()


def _glue(source: Source) -> bytes:
    return b"" if source.read(source.size - 1, source.size) in (b"\n", b"") else b"\n"
