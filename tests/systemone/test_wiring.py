"""A compaction over the command line with a service on loopback: what it says, counts and never writes down."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from threefold.doors.cli import app, execute

Serve = Callable[..., Any]
Compact = Callable[..., tuple[dict[str, Any], str]]


@pytest.fixture
def compact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, capfd: pytest.CaptureFixture[str]) -> Compact:
    """Compacts 42 messages, half of them with a password, against the server at ``url``: the stats and all it wrote."""
    for name in list(os.environ):
        if name.startswith(("JEV_", "TYPESAFE_", "THREEFOLD_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("JEV_API_KEY", key)
    monkeypatch.chdir(tmp_path)
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Fix the parser for tabs."}]
    for number in range(20):
        messages.append({"role": "assistant", "content": f"Step {number}. " + "I look at one more file. " * 30})
        messages.append({"role": "user", "content": f"Fine {number}. DB_PASSWORD=hunter{number}x " + "Go on. " * 60})
    (tmp_path / "messages.jsonl").write_text("".join(json.dumps(message) + "\n" for message in messages))

    def call(url: str, *arguments: str, **environ: str) -> tuple[dict[str, Any], str]:
        for name, value in {"JEV_API_URL": url, "THREEFOLD_SERVICE_REDACT": "always", **environ}.items():
            monkeypatch.setenv(name, value)
        files = ["--receipt", "receipts.jsonl", "--stats-json", "stats.json", "-o", "out.jsonl"]
        status = execute(app(), ["compact", "messages.jsonl", "--target-bytes", "9000", *files, *arguments])
        shown = capfd.readouterr()
        assert status == 0, shown.err
        written = "".join((tmp_path / name).read_text() for name in ("receipts.jsonl", "stats.json"))
        return json.loads((tmp_path / "stats.json").read_text()), shown.out + shown.err + written

    return call


def test_the_service_decides_and_is_accounted_for(compact: Compact, serve: Serve, key: str) -> None:
    server = serve()
    stats, everything = compact(server.url)
    assert stats["scorer"] == "jev"
    assert stats["requests"] == len(server.seen)
    assert stats["question_version"] == "relevance/1"
    assert stats["cost_usd"] > 0
    assert stats["masked"]["secret"] > 10
    assert not any(b"hunter" in seen.body for seen in server.seen)
    assert key not in everything


def test_phocinae_decides_and_its_wording_is_named(compact: Compact, serve: Serve, wire: ModuleType) -> None:
    server = serve(wire.phocinae)
    stats, _ = compact(server.url, "--scorer", "phocinae", THREEFOLD_SERVICE_URL=server.url)
    assert stats["scorer"] == "phocinae"
    assert stats["requests"] == len(server.seen)
    assert stats["question_version"] == "relevance/1 phocinae/1"


def test_a_service_that_refuses_costs_its_requests_and_nothing_else(
    compact: Compact, serve: Serve, wire: ModuleType, key: str
) -> None:
    server = serve(lambda seen: wire.as_json({"detail": f"not {key}"}, 401))
    stats, everything = compact(server.url, "--scorer", "jev")
    assert stats["scorer"] == "recency"
    assert stats["requests"] == len(server.seen) > 0
    assert "does not" in stats["fallbacks"][0] or "not accepted" in stats["fallbacks"][0]
    assert stats["bytes_after"] <= 9000
    assert key not in everything


def test_no_redact_sends_texts_as_they_are(compact: Compact, serve: Serve) -> None:
    server = serve()
    stats, _ = compact(server.url, "--no-redact")
    assert stats["masked"] == {}
    assert any(b"hunter" in seen.body for seen in server.seen)
