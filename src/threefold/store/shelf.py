"""Which facts stand in which text of a log, kept beside our other files so that a grown log is read where it grew.

The parts of one log lie in one folder, under a name that says everything their content depends on but the texts: the
settings, the rules, and the code that reads. They may be deleted at any time; the oldest are, once all are large.
"""

from __future__ import annotations

import os

from threefold.store.cache import is_private, name_of, put_whole, trim

FOLDER = os.path.join("cache", "facts")
MOST = 256 << 20
"""Bytes of all parts of all logs that are kept."""


class FactsShelf:
    """The parts of one log under one set of settings. Whatever goes wrong, a miss is the worst that happens."""

    def __init__(self, home: str, log: str, *question: str) -> None:
        """``question`` is what the facts of a text depend on besides our own code."""
        self.folder = os.path.join(home, FOLDER)
        self._name = name_of(os.path.realpath(log), *question)[:32]

    def _path(self, number: int) -> str:
        return os.path.join(self.folder, f"{self._name}.{number}")

    def count(self) -> int:
        """How many parts there are."""
        number = 0
        while os.path.exists(self._path(number)):
            number += 1
        return number

    def load(self, number: int) -> bytes | None:
        """One part, or None: nothing that somebody else could have written is read."""
        path = self._path(number)
        if not is_private(self.folder, os.path.basename(path)):
            return None
        try:
            with open(path, "rb") as file:
                return file.read()
        except OSError:
            return None

    def save(self, number: int, data: bytes) -> None:
        """Keep a part, in one step, and let the oldest go."""
        try:
            put_whole(self.folder, f"{self._name}.{number}", data)
            trim(self.folder, MOST)
        except OSError:  # a full disk costs the time that was to be saved, and nothing else
            return

    def clear(self) -> None:
        """Let all parts of this log go."""
        for number in range(self.count()):
            try:
                os.unlink(self._path(number))
            except OSError:
                return
