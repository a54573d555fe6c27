"""How a tool call ended, as far as its result tells. A shell's failure is often no error of the tool."""

from __future__ import annotations

import re

import msgspec

from threefold.text.later import later
from threefold.text.patterns import Pattern

HEAD, TAIL = 4_000, 8_000
"""Characters at both ends of a result in which its outcome is looked for; what lies between is output."""

MARGIN = 700
"""Characters at both ends within which a harness notes an exit code."""

_EXIT = Pattern(
    r"(?m)(?:\[exit code: |^Exit code:? |exited with (?:exit )?code |[\"']?exit_?code[\"']?\s{0,3}[:=>]\s{0,3}|"
    r"^Exit Code: |[Cc]ommand failed with exit code |returned? (?:non-zero )?exit (?:status|code) )-?\d{1,10}",
    later=True,
)
_REFUSED = later(
    r"^\s*(?:<tool_use_error>|Error[: ]|ERROR: |\[stderr\]\nfatal: |The user doesn't want to proceed|"
    r"String to replace not found|File has not been read|Failed to |Permission denied|Tool call rejected|"
    r"User (?:rejected|denied)|No changes (?:were )?made|Operation cancelled|patch rejected|Invalid )"
)


_NOT_LET = later(
    r"^\s*(?:<tool_use_error>|Error:|\[[^\]\n]{1,200}\] Result:)?\s*(?:"
    r"(?:the )?user (?:doesn't want to (?:proceed|take)|rejected|denied|declined|did not allow|cancell?ed)|"
    r"the tool (?:use|call) (?:was|is) (?:rejected|denied)|tool call rejected|\[?operation cancell?ed|"
    r"permission (?:to use \S+ )?(?:denied by|was denied|has been denied)|"
    r"exec command rejected|command (?:was )?(?:rejected|not approved))",
    re.IGNORECASE,
)
"""How a harness says that a person did not let a call run."""


class Outcome(msgspec.Struct, frozen=True):
    """``ok`` says whether the call succeeded; ``known`` whether the result says so itself (an exit code).

    ``ran`` is false where a person did not let it run.
    """

    ok: bool
    known: bool
    text: str
    ran: bool = True


def outcome_of(text: str, is_error: bool) -> Outcome:
    """Read the end of a call from its result."""
    edges = text if len(text) <= HEAD + TAIL else text[:HEAD] + "\n" + text[-TAIL:]
    refused = _NOT_LET.match(edges) is not None
    if is_error:
        return Outcome(False, True, edges, ran=not refused)
    code = _exit_code(edges if len(edges) <= 2 * MARGIN else edges[:MARGIN] + "\n" + edges[-MARGIN:])
    if code is not None:
        return Outcome(code == b"0", True, edges)
    return Outcome(not refused and _REFUSED.match(edges) is None, False, edges, ran=not refused)


def _exit_code(edges: str) -> bytes | None:
    """The last exit code that is noted there."""
    if "xit" not in edges:
        return None
    raw = edges.encode("utf-8", "replace")
    spans = _EXIT.all_spans(raw)
    if not spans:
        return None
    note = raw[slice(*spans[-1])]
    return note[len(note.rstrip(b"-0123456789")) :]


_REASON = later(
    r"\b(?:the user said|(?:the following|user) (?:feedback|message))\s*:\s*(?:<feedback>\s*)?(.{1,4000})",
    re.IGNORECASE | re.DOTALL,
)
_ANSWER = later(r"^(?:User has answered your questions?|The user answered):?\s*(.{1,8000})", re.DOTALL)


def humans_answer(result: str) -> str:
    """What a human typed into a tool's result: the reason of a refusal, or the answer to a question; else empty."""
    found = _REASON.search(result[:6000]) if _NOT_LET.match(result) else _ANSWER.match(result)
    return found[1].partition("</feedback>")[0].strip() if found else ""


_ANSWERED_LATER = later(r'^\s*\{\s*"pending"\s*:\s*true')
_DECLINED = later(r"(?i)doesn't want to|declined|rejected|did not answer|timed? ?out|no answer|dismissed|cancelled")


def is_pending(outcome: Outcome) -> bool:
    """Whether the result of a call that asks a person says that they will answer later."""
    return _ANSWERED_LATER.match(outcome.text) is not None


def is_answer(outcome: Outcome) -> bool:
    """Whether the result of a call that asks a person is what the person said, or that they said nothing."""
    return not is_pending(outcome) and (outcome.ok or _DECLINED.search(outcome.text) is not None)
