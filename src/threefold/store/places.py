"""Where our own files are kept. Nothing but the standard library is imported here: hooks ask before all else."""

from __future__ import annotations

import os
from collections.abc import Mapping


def home(environ: Mapping[str, str]) -> str:
    """Our own directory: ``THREEFOLD_HOME``, or ``threefold`` in the user's state directory (XDG base directories)."""
    own = environ.get("THREEFOLD_HOME")
    if own:
        return os.path.expanduser(own)
    own_home = environ.get("HOME") or os.path.expanduser("~")
    state = environ.get("XDG_STATE_HOME") or os.path.join(own_home, ".local", "state")
    return os.path.join(state, "threefold")
