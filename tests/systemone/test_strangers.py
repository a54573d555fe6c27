"""A settings file that came with a clone: it says what counts, and nothing that leaves a trace elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from threefold.errors import SettingsError
from threefold.section import hints, own
from threefold.settings import SECTIONS, Resolved, load

Threefold = Callable[..., "subprocess.CompletedProcess[str]"]

HARMLESS = {
    "verdict": {"safe_max", "wait_min", "state_chars", "min_confidence", "max_risk", "git_timeout_ms"},
    "compact": {
        "target_bytes", "target_ratio", "target_tokens", "keep_recent", "batch_size", "min_confidence", "summary_bytes",
        "summary_role", "enable_pinning", "pin_patterns", "pin_flags", "fallback", "task", "price_per_million_tokens",
        "timeout_ms",
    },
    "audit": {
        "enabled", "check_paths", "check_ids", "check_numbers", "check_corrections", "check_urls", "check_hashes",
        "check_errors", "check_ports", "check_env", "check_commands", "check_dates", "check_references",
        "check_compliance", "max_facts_per_category", "critical_number_count", "path_markers", "compliance_vocab",
        "compliance_fp_version",
    },
    "service": {"timeout_ms", "batch_size", "price_per_million_tokens"},
    "relevance": {"embeddings", "time_limit_ms"},
}  # fmt: skip
IN_PART = {
    ("compact", "token_counter"): ("usage", "tokenizers:x.json"),
    ("compact", "scorer"): ("local", "jev"),
    ("service", "provider"): ("none", "phocinae"),
    ("service", "redact"): ("always", "never"),
}


def here(folder: Path, text: str, **environ: str) -> Resolved:
    folder.mkdir(exist_ok=True)
    (folder / "threefold.toml").write_text(text, "utf-8")
    return load(directory=folder, environ=environ)


@pytest.fixture
def threefold(tmp_path: Path) -> Threefold:
    """The program in a stranger's directory; a service's key and another secret are in the environment."""
    (tmp_path / "clone").mkdir()
    todos = [{"content": "Rotate it: password: hunter2-x9", "status": "pending", "activeForm": "Rotating"}]
    call = {"type": "tool_use", "id": "t1", "name": "TodoWrite", "input": {"todos": todos}}
    lines = [{"type": "user", "uuid": "a", "parentUuid": None, "sessionId": "s1", "version": "2.1.0",
              "message": {"role": "user", "content": "Port 5432. Say when it is done."}},
             {"type": "assistant", "uuid": "b", "parentUuid": "a", "sessionId": "s1", "version": "2.1.0",
              "message": {"role": "assistant", "content": [call]}}]  # fmt: skip
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("JEV_", "TYPESAFE_", "THREEFOLD_"))}
    kept = {"HOME": str(tmp_path / "home"), "THREEFOLD_HOME": str(tmp_path / "ours"), "CLOUD_SECRET": "AKSECRET9"}

    def run(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-P", "-m", "threefold", *words], cwd=tmp_path / "clone", env=clean | kept | environ,
            input="", capture_output=True, text=True, check=False, timeout=100,
        )  # fmt: skip

    return run


@pytest.mark.parametrize(
    "words",
    [["check", "../log.jsonl", "--no-git"], ["compact", "../log.jsonl"], ["audit", "../log.jsonl"],
     ["run", "../log.jsonl"], ["score", "../log.jsonl"], ["doctor", "--probe"], ["mcp", "verdict"],
     ["watch", "--once", "--existing"]],
    ids=lambda words: words[0],
)  # fmt: skip
def test_a_strangers_file_sends_nothing_and_writes_nothing(
    serve: Callable[..., Any], threefold: Threefold, tmp_path: Path, words: list[str]
) -> None:
    server = serve()
    (tmp_path / "clone" / "threefold.toml").write_text(
        f'[service]\nurl = "{server.url}"\nkey_env = "CLOUD_SECRET"\nredact = "never"\n'
        f'[audit]\nreport_file = "{tmp_path / "victim"}"\n[compact]\nreceipt_path = "{tmp_path / "victim"}"\n'
    )
    done = threefold(*words)
    assert server.seen == []
    assert not (tmp_path / "victim").exists()
    assert (done.returncode, done.stdout) == (3, "")
    (line,) = done.stderr.splitlines()
    for said in ("service.url", "service.key_env", "service.redact", "audit.report_file", "compact.receipt_path",
                 "--settings", "THREEFOLD_SETTINGS", "THREEFOLD_SERVICE_URL", str(tmp_path / "clone")):  # fmt: skip
        assert said in line
    assert "CLOUD_SECRET" not in line


def test_the_same_file_counts_whole_where_its_user_names_it(
    serve: Callable[..., Any], threefold: Threefold, tmp_path: Path
) -> None:
    server = serve()
    (tmp_path / "clone" / "threefold.toml").write_text(
        f'[service]\nurl = "{server.url}"\nkey_env = "CLOUD_SECRET"\n[audit]\nreport_file = "mine.jsonl"\n'
    )
    for words, environ in ((["--settings", "threefold.toml"], {}), ([], {"THREEFOLD_SETTINGS": "threefold.toml"})):
        done = threefold("check", "../log.jsonl", "--no-git", *words, **environ)
        assert done.returncode in (0, 4, 5), done.stderr
    assert len(server.seen) == 2


def test_of_every_setting_it_is_decided_whether_a_strangers_file_may_set_it(tmp_path: Path) -> None:
    for section, kind in SECTIONS.items():
        free = {field for field, hint in hints(kind).items() if own(hint) is None}
        partly = {(section, field) for field, hint in hints(kind).items() if own(hint)}
        assert free == HARMLESS[section]
        assert partly == {key for key in IN_PART if key[0] == section}
        for field in hints(kind).keys() - free:
            default = json.dumps(getattr(kind(), field))
            with pytest.raises(SettingsError, match=rf"{section}\.{field}\b"):
                here(tmp_path / "clone", f"[{section}]\n{field} = {default}\n")


@pytest.mark.parametrize("key", IN_PART, ids=".".join)
def test_a_setting_that_can_do_harm_takes_its_harmless_value(tmp_path: Path, key: tuple[str, str]) -> None:
    (section, field), (harmless, harmful) = key, IN_PART[key]
    settings = here(tmp_path, f'[{section}]\n{field} = "{harmless}"\n').settings
    assert getattr(getattr(settings, section), field) == harmless
    with pytest.raises(SettingsError, match=rf"{field} \(other than {harmless}\b"):
        here(tmp_path, f'[{section}]\n{field} = "{harmful}"\n')


def test_a_shared_file_stands_over_the_persons_own_and_takes_nothing_else_away(tmp_path: Path) -> None:
    mine = tmp_path / "config" / "threefold" / "threefold.toml"
    mine.parent.mkdir(parents=True)
    mine.write_text('[service]\nurl = "http://127.0.0.1:4/v1"\nredact = "always"\n[compact]\nkeep_recent = 1\n')
    found = here(tmp_path / "clone", "[compact]\nkeep_recent = 2\n", XDG_CONFIG_HOME=str(tmp_path / "config"))
    service, compact = found.settings.service, found.settings.compact
    assert (service.url, service.redact, compact.keep_recent) == ("http://127.0.0.1:4/v1", "always", 2)
    assert (found.file, found.beneath) == (str(tmp_path / "clone" / "threefold.toml"), str(mine))
    assert found.origins["service.url"] == str(mine)


def test_whoever_works_in_their_own_configuration_directory_may_set_everything(tmp_path: Path) -> None:
    folder = tmp_path / "threefold"
    found = here(folder, '[service]\nurl = "http://127.0.0.1:4/v1"\n', XDG_CONFIG_HOME=str(tmp_path))
    assert (found.settings.service.url, found.beneath) == ("http://127.0.0.1:4/v1", None)


def test_a_relative_configuration_directory_is_not_one_of_the_clone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config" / "threefold").mkdir(parents=True)
    (tmp_path / "config" / "threefold" / "threefold.toml").write_text('[service]\nurl = "http://127.0.0.1:4/"\n')
    monkeypatch.chdir(tmp_path)
    assert load(environ={"XDG_CONFIG_HOME": "config", "HOME": "."}).file is None


@pytest.mark.parametrize(
    ("text", "said"),
    [("a" + ".a" * 20_000 + " = 1", "20 parts"), ("[" + '"=" .' * 30_000 + "a]", "20 parts"),
     ("x = {" + "a . " * 30_000 + "a = 1}", "20 parts"), ("#" * (1 << 20) + "\n", "1 MB"),
     ("[compact]\ntarget_bytes = " + "9" * 5000, "not TOML"),
     ("[compact]\ntarget_bytes = 0x" + "f" * 5000, "whole number")],
    ids=range(6),
)  # fmt: skip
def test_a_file_that_would_take_long_to_read_is_refused_unread(
    tmp_path: Path, text: str, said: str, work_of: Callable[[Callable[[], object]], int]
) -> None:
    def read() -> None:
        with pytest.raises(SettingsError, match=said) as raised:
            here(tmp_path, text)
        assert len(str(raised.value)) < 1000

    assert work_of(read) < 20_000


def test_dots_and_quotes_in_values_are_no_long_key(tmp_path: Path) -> None:
    text = "pin_patterns = ['" + "a.b-c " * 50 + "', '" + '"a".*' * 30 + "']\n"
    assert len(here(tmp_path, "[compact]\n" + text).settings.compact.pin_patterns) == 2
