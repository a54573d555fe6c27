"""Plain text of any of Unicode's encodings, from a file that is read once and not without end."""

from __future__ import annotations

import codecs
import os

from threefold.errors import InputError, UnknownFormat, UnreadableInput
from threefold.reading.source import marked_encoding

MOST = 256 << 20
"""Bytes of the largest text that is taken."""
_HEAD = 1024


def plain_bytes(path: str | os.PathLike[str]) -> bytes:
    """The text of a file as UTF-8; what is not marked as another of Unicode's encodings is given as it is.

    Raises UnreadableInput, UnknownFormat for a binary file, InputError for one that is too large.
    """
    name = os.fspath(path)
    try:
        with open(name, "rb") as file:
            head = file.read(_HEAD)
            encoding = marked_encoding(head)
            if encoding is None and b"\x00" in head:
                raise UnknownFormat(f"{name} is not a text: it is a binary file.")
            data = head + file.read(MOST)
    except OSError as error:
        raise UnreadableInput(f"{name} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise UnreadableInput(f"{name!r} cannot be opened: {error}.") from None
    if len(data) > MOST:
        raise InputError(f"{name} has more than {MOST:,} bytes: that is too large for a text.")
    if encoding is not None:
        return data.decode(encoding, "replace").encode("utf-8", "replace")
    return data.removeprefix(codecs.BOM_UTF8)
