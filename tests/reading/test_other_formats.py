from __future__ import annotations

from pathlib import Path

import pytest

from threefold.errors import UnknownFormat
from threefold.reading import read


@pytest.mark.parametrize("text", ['{"a": 1}\n{"b": 2}\n', "[1, 2]", '{"messages": "none"}', "2\n", "# notes\n"])
def test_what_is_no_session_ends_in_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "log"
    path.write_text(text)
    with pytest.raises(UnknownFormat, match="is not a session log of a known format") as refused:
        read(path)
    assert "\n" not in str(refused.value)


KNOWN = {
    "claude-code": "claude-code",
    "claude-code-live": "claude-code",
    "cline": "cline",
    "codex": "codex",
    "codex-live": "codex",
    "dsh-v0": "dsh",
    "dsh-v4": "dsh",
    "copilot-cli": "copilot",
    "gemini-cli": "gemini",
    "kimi-cli": "kimi",
    "langchain": "langchain",
    "mini-swe-agent": "swe-agent",
    "openai-messages": "openai",
    "openhands": "openhands",
    "pi": "pi",
    "pi-live": "pi",
    "qwen-code": "qwen",
    "swe-agent": "swe-agent",
}


@pytest.mark.parametrize("folder", KNOWN)
def test_every_real_log_is_told_by_what_it_holds(shared: Path, folder: str, tmp_path: Path) -> None:
    for path in sorted((shared / "sessions" / folder).iterdir()):
        if path.name.endswith(".projcache.json"):
            continue
        nameless = tmp_path / "log"
        nameless.write_bytes(path.read_bytes())
        with read(nameless) as log:
            assert (path.name, log.format) == (path.name, KNOWN[folder])
            assert log.lines.read + log.lines.skipped + log.lines.broken == log.lines.total
