"""Which files a server may touch: those below the roots that the operator named, or the client's.

The operator's roots are the last word where there are any. Without them, a client on standard input and output (which
started the server itself) may name its own; over HTTP, and for a client that names none, it is the working directory.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from threefold.errors import UnreadableInput


class Roots:
    """Directories below which files may be touched; links are followed before anything is compared."""

    def __init__(self, directories: Iterable[str | os.PathLike[str]]) -> None:
        self.directories = tuple(Path(os.path.realpath(directory)) for directory in directories)

    def path(self, given: str) -> Path:
        """The real path of a file that was named, relative to the first root. Raises UnreadableInput outside, and for a
        pipe or a device: whoever reads one may wait for good, and every other call with it."""
        if "\x00" in given or not given:
            raise UnreadableInput("A path is empty or holds a NUL character.")
        base = self.directories[0] if self.directories else Path()
        real = Path(os.path.realpath(base / given))
        if not self.holds(real):
            allowed = ", ".join(map(str, self.directories)) or "none"
            raise UnreadableInput(f"{given} is outside the roots of this server ({allowed}).")
        if real.exists() and not (real.is_file() or real.is_dir()):
            raise UnreadableInput(f"{given} is no file.")
        return real

    def holds(self, path: str | os.PathLike[str]) -> bool:
        """Whether a path lies below a root; what no file can be called does not."""
        if "\0" in os.fspath(path):
            return False
        real = Path(os.path.realpath(path))
        return any(real.is_relative_to(directory) for directory in self.directories)


def of_uris(uris: Iterable[str]) -> Roots:
    """The roots that a client named; only ``file:`` addresses of this machine are any."""
    found: list[str] = []
    for uri in uris:
        parts = urlsplit(uri)
        if parts.scheme == "file" and parts.netloc in ("", "localhost") and parts.path:
            found.append(unquote(parts.path))
    return Roots(found)
