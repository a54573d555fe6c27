"""Commands that a person ran beside the conversation, as agents hand them to the model in the user's role."""

from __future__ import annotations

import re

from threefold.session import Ran
from threefold.text.later import later

_BASH = later(r"\s*<bash-input>(.*?)</bash-input>\s*(.*)", re.DOTALL)
_PRINTED = later(r"\s*<bash-stdout>(.*?)</bash-stdout>(?:\s*<bash-stderr>(.*?)</bash-stderr>)?\s*", re.DOTALL)
_SHELL = later(
    r"\s*<user_shell_command>\s*<command>\s*(.*?)\s*</command>\s*<result>\s*(.*?)\s*</result>\s*</user_shell_command>\s*",
    re.DOTALL,
)
_EXIT = later(r"Exit code: (-?\d+)")


def ran_by_person(text: str) -> tuple[Ran, ...]:
    """What a text of the user's role says of a command of theirs (``!`` in Claude Code and Codex), or nothing.

    Claude Code writes the command and what it printed in two entries: the second has no command.
    """
    if "<" not in text[:80]:
        return ()
    if found := _BASH.fullmatch(text):
        printed = _PRINTED.fullmatch(found[2])
        return (Ran(found[1].strip(), printed[1] if printed else "", bool(printed and printed[2]), bool(printed)),)
    if found := _PRINTED.fullmatch(text):
        return (Ran("", found[1], failed=not found[1].strip() and bool((found[2] or "").strip())),)
    if found := _SHELL.fullmatch(text):
        code = _EXIT.search(found[2][:200])
        return (Ran(found[1], found[2], failed=code is not None and code[1] != "0"),)
    return ()
