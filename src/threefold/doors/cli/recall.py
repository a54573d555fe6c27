"""``threefold recall``: the bytes of what was cut, from the archive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from threefold.doors.cli.options import SETTINGS
from threefold.doors.streams import printed

if TYPE_CHECKING:
    from threefold.store.archive import Archive

HASH = typer.Argument(None, help="A message's hash, or its beginning as a digest names it.", show_default=False)
RUN = typer.Option(
    None, "--run", help="Everything that this run cut or shrank, one message a line.", show_default=False
)
OUT = typer.Option(None, "--out", "-o", help="Write it here.", show_default="standard output")
ARCHIVE = typer.Option(None, "--archive", help="The archive's directory.", show_default="compact.archive_path")
PRUNE = typer.Option(False, "--prune", help="Apply the archive's limits of age and size now, and say what went.")


def recall(
    hash: str | None = HASH,
    run: str | None = RUN,
    out: Path | None = OUT,
    archive: str | None = ARCHIVE,
    prune: bool = PRUNE,
    settings: Path | None = SETTINGS,
) -> None:
    """Give back the original bytes of a message that was cut, or of everything that a run cut.

    Says so where nothing of that name was ever cut, or where it was removed since.
    """
    from threefold.errors import UsageError, visible
    from threefold.report.text import tell
    from threefold.settings import load
    from threefold.store.archive import Archive
    from threefold.store.files import replace_file

    configured = load(settings).settings.compact
    place = archive or configured.archive_path
    if not place:
        raise UsageError("No archive is named: give --archive DIR, or set compact.archive_path.")
    if [hash is not None, run is not None, prune].count(True) != 1:
        raise UsageError("Give one of a hash, --run RUN, or --prune.")
    store = Archive(place)
    if prune:
        _prune(store, configured.archive_max_days, configured.archive_max_bytes)
        return
    data = store.get(hash) if hash is not None else _of_run(store, run or "")
    if out is not None:
        replace_file(out, data)
        tell(f"{len(data):,} bytes written to {visible(str(out))}", hang=2, error=True)
    else:
        printed(data)


def _of_run(store: Archive, run: str) -> bytes:
    raws = [raw for _, raw in store.recall_run(run)]
    if any(b"\n" in raw for raw in raws):  # messages of an indented document: an array keeps them apart
        return b"[" + b",\n".join(raws) + b"]\n"
    return b"".join(raw + b"\n" for raw in raws)


def _prune(store: Archive, days: int, size: int) -> None:
    import time

    gone = store.prune(now=time.time(), max_age_seconds=days * 86_400 or None, max_bytes=size or None)
    typer.echo(f"{gone.objects:,} messages ({gone.bytes:,} bytes) removed, {gone.left:,} bytes left")


def register(app: typer.Typer) -> None:
    app.command()(recall)
