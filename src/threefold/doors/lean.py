"""What a process that lives for a tenth of a second does without."""

from __future__ import annotations

import contextlib
import gc
import sys

_RARELY = 200_000
"""Objects more than before at which garbage in circles is looked for: a log of some megabytes makes next to none."""
_OPTIONAL = "typing_extensions"
"""A module that msgspec takes where it is there. It loads the whole of ``inspect`` for what Python 3.11 has itself."""


def lean() -> None:
    """Load msgspec without what it can do without, and leave the collector at rest. For a process of our own only.

    Whoever else asks for that module finds it afterwards.
    """
    gc.set_threshold(_RARELY)
    if _OPTIONAL in sys.modules:
        return
    sys.modules[_OPTIONAL] = None  # type: ignore[assignment]  # which tells an import that there is none
    try:
        with contextlib.suppress(ImportError):  # should it need it one day, it is loaded as usual
            import msgspec  # noqa: F401
    finally:
        del sys.modules[_OPTIONAL]
