"""What is too large to be kept in one value: parts, each under the digest of its content.

A name says what the bytes are, so that neither damage nor somebody else's file is taken for them. Parts may be deleted
at any time; the ones that were longest of no use go first.
"""

from __future__ import annotations

import hashlib
import os

from threefold.store.cache import is_private, put_whole, trim

FOLDER = os.path.join("cache", "parts")
MOST = 512 << 20
"""Bytes of all parts of all logs that are kept."""
MOST_AT_ONCE = 192 << 20
"""Bytes that one audit adds to them."""


class Parts:
    """The parts below one home. Whatever goes wrong, a miss is the worst that happens."""

    def __init__(self, home: str) -> None:
        self.folder = os.path.join(home, FOLDER)
        self._left = MOST_AT_ONCE

    def get(self, name: str) -> bytes | None:
        """The bytes that were put under this name, or None."""
        if not name.isalnum() or not is_private(self.folder, name):
            return None
        try:
            with open(os.path.join(self.folder, name), "rb") as file:
                data = file.read()
            os.utime(file.name)
        except OSError:
            return None
        return data if _name(data) == name else None

    def put(self, data: bytes) -> str:
        """Keep bytes; their name, or an empty string where they cannot be kept."""
        name = _name(data)
        if is_private(self.folder, name) and self.get(name) is not None:
            return name
        self._left -= len(data)
        if self._left < 0:
            return ""
        try:
            put_whole(self.folder, name, data)
        except OSError:  # a full disk costs the time that was to be saved, and nothing else
            return ""
        return name

    def trim(self) -> None:
        """Let go of what is too much."""
        trim(self.folder, MOST)


def _name(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=32).hexdigest()
