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


_SESSIONS = (
    ("DeepSeek Harness", "DSH_HOME", "~/.dsh", "sessions"),
    ("Claude Code", "CLAUDE_CONFIG_DIR", "~/.claude", "projects"),
    ("Codex", "CODEX_HOME", "~/.codex", "sessions"),
    ("pi", "PI_CODING_AGENT_DIR", "~/.pi/agent", "sessions"),
    ("Gemini CLI", "", "~/.gemini", "tmp"),
    ("Qwen Code", "", "~/.qwen", "projects"),
    ("Kimi CLI", "KIMI_SHARE_DIR", "~/.kimi", "sessions"),
    ("Copilot CLI", "COPILOT_HOME", "~/.copilot", "session-state"),
)
"""Each harness whose logs can be read: its name, the variable that moves its home, its home, and the folder in it."""


def session_folders(environ: Mapping[str, str]) -> dict[str, str]:
    """The folders of session logs that are there, by the harness that writes them."""
    own_home = environ.get("HOME") or os.path.expanduser("~")
    found: dict[str, str] = {}
    for harness, variable, default, folder in _SESSIONS:
        given = (environ.get(variable) or default) if variable else default
        place = os.path.join(own_home, given[2:]) if given.startswith("~/") else given
        path = os.path.join(place, folder)
        if os.path.isdir(path):
            found[harness] = path
    return found
