"""Where the ``threefold`` command begins: a hook is answered before the command line's framework is loaded."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the program and leave with its status."""
    words = sys.argv[1:]
    if words[:1] == ["hook"] and "--help" not in words and "-h" not in words:
        from threefold.doors.hook import main as hook

        sys.exit(hook(words[1:]))
    from threefold.doors.cli import main as program

    program()


if __name__ == "__main__":
    main()
