"""How a tool call ended, as far as its result tells. A shell's failure is often no error of the tool."""

from __future__ import annotations

import re

import msgspec

HEAD, TAIL = 4_000, 8_000
"""Characters at both ends of a result in which its outcome is looked for; what lies between is output."""

MARGIN = 700
"""Characters at both ends within which a harness notes an exit code."""

_EXIT = re.compile(
    r"(?:\[exit code: |^Exit code:? |exited with (?:exit )?code |[\"']?exit_?code[\"']?\s{0,3}[:=>]\s{0,3}|"
    r"^Exit Code: |[Cc]ommand failed with exit code |returned? (?:non-zero )?exit (?:status|code) )(-?\d{1,10})",
    re.MULTILINE,
)
_REFUSED = re.compile(
    r"^\s*(?:<tool_use_error>|Error[: ]|ERROR: |\[stderr\]\nfatal: |The user doesn't want to proceed|"
    r"String to replace not found|File has not been read|Failed to |Permission denied|Tool call rejected|"
    r"User (?:rejected|denied)|No changes (?:were )?made|Operation cancelled|patch rejected|Invalid )"
)


class Outcome(msgspec.Struct, frozen=True):
    """``ok`` says whether the call succeeded; ``known`` whether the result says so itself (an exit code)."""

    ok: bool
    known: bool
    text: str


def outcome_of(text: str, is_error: bool) -> Outcome:
    """Read the end of a call from its result."""
    edges = text if len(text) <= HEAD + TAIL else text[:HEAD] + "\n" + text[-TAIL:]
    if is_error:
        return Outcome(False, True, edges)
    codes = _EXIT.findall(edges if len(edges) <= 2 * MARGIN else edges[:MARGIN] + "\n" + edges[-MARGIN:])
    if codes:
        return Outcome(codes[-1] == "0", True, edges)
    return Outcome(_REFUSED.match(edges) is None, False, edges)
