"""Shapes from public bug reports in which a compaction gave secrets away; a test's name carries the row's id."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from threefold.compacting import compact
from threefold.settings import load

Serve = Callable[..., Any]
Messages = list[dict[str, Any]]

KEY_ID = "AKIA" + "Q7RJ3MZW5TYLX2VN"
GITHUB = "ghp_" + "x7Kq2mZr9Wt4Lb8Vn3Cs6Yd1Hf5Gj0PaUe2R"
PASSWORD = "correct-horse-battery-9"
PEM = "-----BEGIN RSA PRIVATE KEY-----\n" + ("MIIEpAIBAAKCAQEAx9k2" * 3 + "\n") * 20 + "-----END RSA PRIVATE KEY-----"
ENVIRONMENT = f"PATH=/usr/bin\nAWS_ACCESS_KEY_ID={KEY_ID}\nGITHUB_TOKEN={GITHUB}\nDB_PASSWORD={PASSWORD}\n"
SECRETS = (KEY_ID, GITHUB, PASSWORD, "MIIEpAIBAAKCAQEAx9k2")


def talk(rounds: int, command: str, output: str) -> Messages:
    found: Messages = [{"role": "user", "content": "Deploy the service."}]
    for n in range(rounds):
        function = {"name": "bash", "arguments": json.dumps({"command": f"{command} # {n}"})}
        calls = [{"id": f"c{n}", "type": "function", "function": function}]
        found.append({"role": "assistant", "content": None, "tool_calls": calls})
        found.append({"role": "tool", "tool_call_id": f"c{n}", "content": f"{output}\n{n}. " + "Fine so far. " * 40})
        found.append({"role": "assistant", "content": f"Run {n} is done and nothing was odd about it."})
    return found


def run(messages: Messages, url: str, key: str, folder: Path) -> tuple[Any, str]:
    """Compacted with the service at ``url``, and the receipts."""
    environ = {"JEV_API_KEY": key, "JEV_API_URL": url}
    fields = {"target_bytes": 6_000, "scorer": "jev", "receipt_path": str(folder / "receipts.jsonl")}
    settings = load(environ=environ, overrides={"compact": fields, "service": {"redact": "always"}}).settings
    made = compact(messages, "Deploy the service.", settings, environ=environ)
    assert made.stats.error == ""
    assert made.stats.scorer == "jev"
    return made, (folder / "receipts.jsonl").read_text()


CASES = {
    "an environment in a tool result c055": ("env", ENVIRONMENT),
    "a token within a command c057": (
        f"curl -H 'Authorization: Bearer {GITHUB}' -u admin:{PASSWORD} x.example",
        "ok",
    ),
    "a private key and an env file that were read c058": ("cat id_rsa .env", f"{PEM}\n{ENVIRONMENT}"),
}


@pytest.mark.parametrize("name", CASES)
def test_neither_the_service_nor_digest_nor_receipts_get_a_secret_c055_c057_c058(
    name: str, serve: Serve, key: str, tmp_path: Path
) -> None:
    server = serve()
    made, receipts = run(talk(20, *CASES[name]), server.url, key, tmp_path)
    assert server.seen
    sent = b"\n".join(seen.body for seen in server.seen).decode()
    digest = "\n".join(str(m["content"]) for m in made.messages if "threefold-digest" in str(m.get("content")))
    assert digest
    for secret in SECRETS:
        assert secret not in sent
        assert secret not in digest
        assert secret not in receipts


@pytest.mark.parametrize("name", CASES)
def test_what_looks_like_a_key_never_keeps_a_compaction_from_being_made_c056(
    name: str, serve: Serve, key: str, tmp_path: Path
) -> None:
    messages = talk(20, *CASES[name])
    for _ in range(3):
        made, _ = run(messages, serve().url, key, tmp_path)
        assert made.stats.changed
        assert made.stats.over_budget_bytes == 0
        messages = [*made.messages, *talk(20, *CASES[name])[1:]]
