from __future__ import annotations

from pathlib import Path

import pytest

from threefold.errors import UnknownFormat
from threefold.reading import read

FOREIGN = [
    "cline/session.messages.json",
    "langchain/deepagents-messages.json",
    "swe-agent/eps.traj",
]


@pytest.mark.parametrize("name", FOREIGN)
def test_a_log_of_a_format_without_a_reader_ends_in_one_sentence(shared: Path, name: str) -> None:
    with pytest.raises(UnknownFormat, match="is not a session log of a known format") as refused:
        read(shared / "sessions" / name)
    assert "\n" not in str(refused.value)


KNOWN = {
    "claude-code": "claude-code",
    "claude-code-live": "claude-code",
    "codex": "codex",
    "codex-live": "codex",
    "dsh-v0": "dsh",
    "dsh-v4": "dsh",
    "copilot-cli": "copilot",
    "gemini-cli": "gemini",
    "kimi-cli": "kimi",
    "openai-messages": "openai",
    "openhands": "openhands",
    "pi": "pi",
    "pi-live": "pi",
    "qwen-code": "qwen",
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
