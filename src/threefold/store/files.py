"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def replace_file(path: str | os.PathLike[str], data: bytes, mode: int | None = None) -> None:
    """Put ``data`` at a path in one step: a reader sees the old file or the new one. Raises OSError.

    ``mode`` is the file's permissions; None leaves them to the umask.
    """
    place = Path(path)
    handle, temporary = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~_umask() if mode is None else mode)
        os.replace(temporary, place)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
