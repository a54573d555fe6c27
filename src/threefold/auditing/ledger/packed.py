"""Texts by number, packed in blocks that are unpacked when one of them is asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator
from itertools import islice

import zstandard

_BLOCK = 256  # texts that are packed together: larger blocks are hardly smaller by text, and one costs more to open
_UNPACKED = 32  # blocks that are kept unpacked
_HELD = 3 << 20  # bytes of the first blocks that are kept unpacked once all were searched


class Packed:
    """Texts in the order in which they were added."""

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._starts: list[int] = []
        self._odd: dict[int, dict[int, str]] = {}
        self._size = 0
        self._derive()

    def _derive(self) -> None:
        """Begin with nothing unpacked."""
        self._unpacker = zstandard.ZstdDecompressor()
        self._unpacked: OrderedDict[int, list[str]] = OrderedDict()
        self._held: list[bytes] = []
        self._room = _HELD

    def __len__(self) -> int:
        return self._size

    def extend(self, texts: list[str]) -> None:
        """Add texts at the end. What there is of a block that is not full is packed anew with them."""
        first = self._size
        if self._blocks and self._size - self._starts[-1] < _BLOCK:
            texts = [*self._block(len(self._blocks) - 1), *texts]
            first = self._starts.pop()
            self._blocks.pop()
            self._odd.pop(len(self._blocks), None)
            self._unpacked.pop(len(self._blocks), None)
            if len(self._held) > len(self._blocks):
                self._room += len(self._held.pop())
        self._size = first + len(texts)
        packer = zstandard.ZstdCompressor(level=1)
        for start in range(0, len(texts), _BLOCK):
            block = texts[start : start + _BLOCK]
            for index, text in enumerate(block):
                if not text or "\n" in text:
                    self._odd.setdefault(len(self._blocks), {})[index] = text
                    block[index] = ""
            self._starts.append(first + start)
            self._blocks.append(packer.compress("\n".join(block).encode("utf-8", "surrogatepass")))

    def _block(self, number: int) -> list[str]:
        block = self._unpacked.get(number)
        if block is None:
            block = self._unpacked[number] = self._text(number).decode("utf-8", "surrogatepass").split("\n")
            for index, text in self._odd.get(number, {}).items():
                block[index] = text
            if len(self._unpacked) > _UNPACKED:
                self._unpacked.popitem(last=False)
        return block

    def _text(self, number: int) -> bytes:
        """The texts of a block, a line each; one that holds a line feed is an empty line."""
        return self._unpacker.decompress(self._blocks[number])

    def joined(self) -> Iterator[bytes]:
        """All texts but those that hold a line feed, block by block, each between line feeds."""
        yield from self._held
        for number in range(len(self._held), len(self._blocks)):
            text = b"\n%b\n" % self._text(number)
            if number == len(self._held) and len(text) <= self._room:
                self._held.append(text)
                self._room -= len(text)
            yield text

    def __getitem__(self, row: int) -> str:
        number = bisect_right(self._starts, row) - 1
        return self._block(number)[row - self._starts[number]]

    def since(self, row: int) -> Iterator[str]:
        """The texts from one on."""
        for number in range(max(0, bisect_right(self._starts, row) - 1), len(self._blocks)):
            yield from islice(self._block(number), max(0, row - self._starts[number]), None)

    def __iter__(self) -> Iterator[str]:
        return self.since(0)

    def __getstate__(self) -> tuple[object, ...]:
        return self._blocks, self._starts, self._odd, self._size

    def __setstate__(self, state: tuple[list[bytes], list[int], dict[int, dict[int, str]], int]) -> None:
        self._blocks, self._starts, self._odd, self._size = state
        self._derive()
