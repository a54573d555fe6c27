"""What was cut, byte for byte: content-addressed, compressed, written so that a crash leaves whole objects or none.

``objects/ab/cdef….zst`` holds one message under the SHA-256 of its bytes; ``runs/RUN.json`` lists what one run cut;
``pruned.jsonl`` remembers what retention removed, so that a recall can tell *never cut* from *not kept any longer*.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import zstandard

from threefold.compaction.conversation import content_hash
from threefold.errors import InputError
from threefold.store.cache import put_whole
from threefold.store.jsonl import Journal

LEVEL = 6
EACH = 100
"""Up to so many messages, the disk is waited for after each."""
MIN_PREFIX = 6
"""Fewest characters of a hash that name a message."""
_HEX = re.compile(r"[0-9a-f]+\Z")
_SAFE = re.compile(r"[A-Za-z0-9._-]{1,128}\Z")


class NotArchived(InputError):
    """Nothing in the archive has this name, or it was removed since; the message says which."""

    code = "not_archived"


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One message that a run cut or shrank."""

    index: int
    hash: str
    bytes: int
    role: str = ""
    decision: str = "cut"


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """What one run put into the archive."""

    run: str
    format: str = ""
    entries: tuple[Entry, ...] = ()


class Pruned(msgspec.Struct, frozen=True):
    """What a retention removed."""

    objects: int
    bytes: int
    left: int
    """bytes that are still there"""


class Archive:
    """One directory of cut messages. It is made by the first thing that is put in."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path).expanduser()

    # --- putting in ----------------------------------------------------------------------------------------------

    def put(self, raw: bytes, *, durable: bool = True) -> str:
        """Store the bytes of a message and give back their hash. Raises OSError.

        ``durable`` waits for the disk.
        """
        name = content_hash(raw)
        place = self._place(name)
        if place.exists():
            with contextlib.suppress(OSError):
                os.utime(place)  # used again: its age counts from now
            return name
        packed = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True).compress(raw)
        put_whole(place.parent, place.name, packed, durable=durable)
        return name

    def put_all(self, raws: Sequence[bytes]) -> int:
        """Store the bytes of several messages; how many. Raises OSError at the first that cannot be written."""
        durable = len(raws) <= EACH
        for raw in raws:
            self.put(raw, durable=durable)
        if not durable and hasattr(os, "sync"):
            os.sync()  # waiting for the disk once is a hundred times faster than once for each file
        return len(raws)

    def put_run(self, run: Run) -> None:
        """Record what a run cut. Under a name that is taken, what the earlier run cut stays as well. Raises OSError."""
        try:
            earlier = self.run(run.run).entries
        except InputError:  # none, or its record is damaged
            earlier = ()
        cut = {(entry.index, entry.hash) for entry in run.entries}
        kept = tuple(entry for entry in earlier if (entry.index, entry.hash) not in cut)
        run = msgspec.structs.replace(run, entries=kept + run.entries)
        place = self._run_place(run.run)
        put_whole(place.parent, place.name, msgspec.json.encode(run), durable=True)

    # --- getting back --------------------------------------------------------------------------------------------

    def get(self, name: str) -> bytes:
        """The bytes under a hash, or under an unambiguous beginning of one.

        Raises NotArchived, which says whether it was never here or was removed, and InputError for what is no hash or
        several, or where the stored bytes are damaged.
        """
        wanted = name.strip().lower()
        if not _HEX.match(wanted) or not MIN_PREFIX <= len(wanted) <= 64:
            raise InputError(f"{name!r} is no hash: give {MIN_PREFIX} to 64 hexadecimal digits.")
        found = [wanted] if len(wanted) == 64 and self._place(wanted).exists() else self._beginning_with(wanted)
        if len(found) > 1:
            raise InputError(
                f"{name} names {len(found)} messages: {', '.join(h[:16] for h in found[:5])}. Give more of it."
            )
        if not found:
            raise NotArchived(self._why_not(wanted))
        try:
            raw = zstandard.ZstdDecompressor().decompress(self._place(found[0]).read_bytes())
        except (zstandard.ZstdError, OSError) as error:
            raise InputError(f"The archived message {found[0]} cannot be read: {error}.") from None
        if content_hash(raw) != found[0]:
            raise InputError(f"The archived message {found[0]} is damaged: its bytes have another hash.")
        return raw

    def run(self, name: str) -> Run:
        """What a run cut. Raises NotArchived for a run that the archive does not know."""
        place = self._run_place(name)
        try:
            return msgspec.json.decode(place.read_bytes(), type=Run)
        except FileNotFoundError:
            if not self.path.is_dir():
                raise NotArchived(f"There is no archive {self.path}.") from None
            raise NotArchived(
                f"The archive {self.path} knows no run {name!r}: it cut nothing, or used another archive."
            ) from None
        except msgspec.DecodeError as error:
            raise InputError(f"The record of run {name!r} is damaged: {error}.") from None

    def recall_run(self, name: str) -> Iterator[tuple[Entry, bytes]]:
        """Everything that a run cut or shrank, in the order of the conversation. Raises like ``get``."""
        for entry in self.run(name).entries:
            yield entry, self.get(entry.hash)

    def hashes(self) -> Iterator[str]:
        """The hashes of everything that is there."""
        for place in (self.path / "objects").glob("??/*.zst"):
            yield place.parent.name + place.stem

    # --- retention -----------------------------------------------------------------------------------------------

    def prune(self, *, now: float, max_age_seconds: float | None = None, max_bytes: int | None = None) -> Pruned:
        """Remove what is older than an age, then the oldest until the rest fits a size. Raises OSError.

        What is removed is remembered by its hash.
        """
        objects: list[tuple[float, int, Path]] = []
        for place in (self.path / "objects").glob("??/*.zst"):
            with contextlib.suppress(FileNotFoundError):
                status = place.stat()
                objects.append((status.st_mtime, status.st_size, place))
        objects.sort(key=lambda entry: (entry[0], str(entry[2])))
        total = sum(size for _, size, _ in objects)
        gone: list[bytes] = []
        freed = 0
        for modified, size, place in objects:
            old = max_age_seconds is not None and now - modified > max_age_seconds
            large = max_bytes is not None and total - freed > max_bytes
            if not old and not large:
                continue
            place.unlink(missing_ok=True)
            freed += size
            gone.append(msgspec.json.encode({"hash": place.parent.name + place.stem, "at": now}))
        Journal(self.path / "pruned.jsonl").append(gone)
        return Pruned(objects=len(gone), bytes=freed, left=total - freed)

    # --- places --------------------------------------------------------------------------------------------------

    def _place(self, name: str) -> Path:
        return self.path / "objects" / name[:2] / f"{name[2:]}.zst"

    def _run_place(self, run: str) -> Path:
        if not _SAFE.match(run) or run.startswith("."):
            raise InputError(f"{run!r} is no name of a run: letters, digits, '.', '_' and '-', at most 128 of them.")
        return self.path / "runs" / f"{run}.json"

    def _beginning_with(self, prefix: str) -> list[str]:
        folder = self.path / "objects" / prefix[:2]
        return sorted(prefix[:2] + place.stem for place in folder.glob(f"{prefix[2:]}*.zst"))

    def _why_not(self, wanted: str) -> str:
        for line in Journal(self.path / "pruned.jsonl"):
            hash = line.get("hash")
            if isinstance(hash, str) and hash.startswith(wanted):
                return f"{wanted} was cut, and has been removed from the archive since, by its retention."
        return f"{wanted} is not in the archive {self.path}: no run that used it cut such a message."
