"""The four gates that keep the verdict what it is: one answer for a whole session.

- G1: the only input of ``judge`` is a snapshot whose digest matches what the one renderer made of it (``snapshot``).
- G2: one choice question with exactly three fixed options, and one score; anything else is refused.
- G3: a payload that carries a per-block key anywhere is refused, with the path; it is never stripped, because
  stripping would answer plausibly and hide that somebody upstream produces the forbidden shape.
- G4: exactly three tools; there is no screen, filter or pick.

The measurement behind them is :data:`MEASUREMENT`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from threefold.errors import ForbiddenKey, RecordRefused
from threefold.text.later import later

SAFE: Final = "safe_to_compact"
WAIT: Final = "wait"
PRESERVE: Final = "preserve_first"
VERDICTS: Final = (SAFE, WAIT, PRESERVE)
"""The three answers, in their order. No argument, setting or service answer adds a fourth."""

TOOLS: Final = ("context_verdict_build", "context_verdict_judge", "context_verdict_verify")
"""The whole surface that a model may be given."""

MEASUREMENT: Final = (
    "A screener that was asked which of thirty blocks may go called the block with the real fix disposable (0.323) and "
    "a nursery rhyme worth keeping (0.691)."
)

FORBIDDEN_KEYS: Final = (
    "perBlock",
    "perMessage",
    "perTurn",
    "perEvent",
    "perChunk",
    "perSegment",
    "perItem",
    "blocks",
    "blockId",
    "blockIds",
    "blockIndex",
    "blockScores",
    "blockLabels",
    "blockVerdicts",
    "messageIds",
    "messageIndex",
    "messageScores",
    "messageVerdicts",
    "eventIds",
    "eventScores",
    "turnIds",
    "turnScores",
    "chunkIds",
    "chunkScores",
    "segmentScores",
    "itemScores",
    "keepBlocks",
    "dropBlocks",
    "keepMessages",
    "dropMessages",
    "keepIds",
    "dropIds",
    "disposable",
    "droppable",
    "screened",
)
"""Names of shapes that single out parts of a context: 35, compared without case and separators."""

_SEPARATORS = later(r"[\W_]+")
_PLAIN_KEY = later(r"[A-Za-z_][A-Za-z0-9_]*")


def normal(key: str) -> str:
    """A key without case, width and separators: ``Per-Block`` and ``per_block`` are one name."""
    return _SEPARATORS.sub("", unicodedata.normalize("NFKC", key)).casefold()


_FORBIDDEN = frozenset(map(normal, FORBIDDEN_KEYS))


def forbidden_path(payload: object) -> str:
    """Where a payload first carries a forbidden key, as ``$.outer.inner[0].perBlock``; empty where it does not.

    Looks at every depth, in mappings and in lists within them. Linear, and without recursion.
    """
    waiting: list[tuple[object, str, str]] = [(payload, "$", "")]
    while waiting:
        value, path, name = waiting.pop()
        if name and normal(name) in _FORBIDDEN:
            return path
        if isinstance(value, Mapping):
            inner = [(item, _step(path, str(key)), str(key)) for key, item in value.items()]
            waiting.extend(reversed(inner))
        elif isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray):
            waiting.extend((item, f"{path}[{place}]", "") for place, item in reversed(list(enumerate(value))))
    return ""


def refuse_forbidden(payload: object, what: str) -> None:
    """G3. Raise :class:`ForbiddenKey` where ``payload`` carries a forbidden key; call it before any other check."""
    path = forbidden_path(payload)
    if path:
        raise ForbiddenKey(
            f"{what} carries {path}, which singles out parts of a context. {MEASUREMENT} Only a session as a whole is "
            f"judged: {', '.join(VERDICTS)}.",
            path,
        )


def check_options(options: Iterable[str]) -> None:
    """G2. Refuse a question whose options are not exactly the three verdicts, in their order."""
    given = tuple(options) if isinstance(options, Iterable) else (str(options),)
    if given != VERDICTS:
        shown = ", ".join(map(repr, given[:8]))
        raise RecordRefused(
            f"The question has {len(given)} options ({shown}); exactly three are asked: {', '.join(VERDICTS)}."
        )


def check_tools(names: Iterable[str]) -> None:
    """G4. Refuse a tool surface that is not exactly the three tools."""
    given = sorted(names)
    if given != sorted(TOOLS):
        raise RecordRefused(f"The tools are {', '.join(given)}; they must be exactly {', '.join(TOOLS)}.")


def _step(path: str, key: str) -> str:
    if _PLAIN_KEY.fullmatch(key):
        return f"{path}.{key}"
    escaped = key.replace("\\", "\\\\").replace("'", "\\'")
    return f"{path}['{escaped}']"
