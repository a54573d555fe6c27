"""Where the ``threefold`` command begins: a hook is answered before the command line's framework is loaded."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import NoReturn


def main() -> None:
    """Run the program and leave with its status."""
    words = sys.argv[1:]
    if words[:1] == ["hook"] and "--help" not in words and "-h" not in words:
        from threefold.doors.hook import main as hook

        _leave(hook(words[1:]))
    from threefold.doors.cli import main as program

    program()


def _leave(status: int) -> NoReturn:
    """End at once. To take apart what a hook loaded costs the person who waits a tenth of all its time, and everything
    that it wrote is closed."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):  # a stream that was closed before is None
            stream.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
