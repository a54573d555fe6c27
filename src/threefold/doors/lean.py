"""What a process that lives for a tenth of a second does without."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import sys
from types import ModuleType

_RARELY = 200_000
"""Objects more than before at which garbage in circles is looked for: a log of some megabytes makes next to none."""
_OPTIONAL = "typing_extensions"
"""A module that msgspec takes where it is there. It loads the whole of ``inspect`` for what Python 3.11 has itself."""
_SYSTEM = "platform"
"""And one that ``uuid``, which msgspec needs, asks for the system's name: it compiles a dozen patterns for all else."""


def lean() -> None:
    """Load msgspec without what it can do without, and leave the collector at rest. For a process of our own only.

    Whoever else asks for that module finds it afterwards.
    """
    gc.set_threshold(_RARELY)
    if hasattr(os, "uname"):
        known = ModuleType(_SYSTEM)
        known.system = lambda: os.uname().sysname  # type: ignore[attr-defined]
        _load("uuid", without=_SYSTEM, known=known)
    _load("msgspec", without=_OPTIONAL, known=None)  # which tells an import that there is none


def _load(name: str, *, without: str, known: ModuleType | None) -> None:
    """Load a module while another one that it would load is taken for ``known``."""
    if without in sys.modules:
        return
    sys.modules[without] = known  # type: ignore[assignment]
    try:
        with contextlib.suppress(ImportError, AttributeError):  # should it need more one day, it is loaded as usual
            importlib.import_module(name)
    finally:
        del sys.modules[without]
