"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping
from pathlib import Path


def replace_file(path: str | os.PathLike[str], data: bytes, mode: int | None = None) -> None:
    """Put ``data`` at a path in one step: a reader sees the old file or the new one. Raises OSError.

    ``mode`` is the file's permissions; None leaves them to the umask.
    """
    replace_files({Path(path): data}, mode)


def replace_files(files: Mapping[Path, bytes], mode: int | None = None) -> None:
    """Put several files in place, after all of them were written in full beside it: where one cannot be written, none
    is. A device, a pipe or a standard stream is written to and stays what it is; a link stays one, and what it leads to
    is replaced. Raises OSError that names the file."""
    import tempfile  # takes longer to load than most of our files to read

    written: list[tuple[str, Path]] = []
    try:
        for place, data in files.items():
            try:
                if _is_stream(place):
                    place.write_bytes(data)
                    continue
                real = Path(os.path.realpath(place)) if place.is_symlink() else place
                if real.is_symlink():  # of a ring of links
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
                handle, temporary = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}.")
                written.append((temporary, real))
                with open(handle, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.chmod(temporary, 0o666 & ~_umask() if mode is None else mode)
            except OSError as error:
                raise type(error)(error.errno, error.strerror, str(place)) from None
        for temporary, place in written:
            os.replace(temporary, place)
    except BaseException:
        for temporary, _ in written:
            Path(temporary).unlink(missing_ok=True)
        raise


def _is_stream(place: Path) -> bool:
    """Whether what stands at a path takes what is written to it elsewhere: ``/dev/null``, ``/dev/stdout``, a pipe."""
    try:
        mode = os.stat(place).st_mode
        return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) or os.readlink(place).startswith("/proc/")
    except OSError:  # there is nothing yet, or no link
        return False


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
