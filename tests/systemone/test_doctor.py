"""``threefold doctor``, as a person and as a script see it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer

from threefold.doors.cli import execute
from threefold.doors.cli.doctor import register
from threefold.systemone import Service, ServiceSettings, checkup

Serve = Callable[..., Any]


@pytest.fixture
def doctor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Runs the command in an empty folder with the environment given: status, stdout, stderr."""
    for name in list(os.environ):
        if name.startswith(("JEV_", "TYPESAFE_", "THREEFOLD_", "XDG_")) or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, **environ: str) -> tuple[int, str, str]:
        for name, value in environ.items():
            monkeypatch.setenv(name, value)
        program = typer.Typer(name="threefold", pretty_exceptions_enable=False)
        program.callback()(lambda: None)
        register(program)
        status = execute(program, ["doctor", *arguments])
        return status, *capsys.readouterr()

    return call


def test_nothing_configured_says_who_scores_and_what_to_set(doctor: Callable[..., tuple[int, str, str]]) -> None:
    status, out, _ = doctor()
    assert status == 0
    assert "scored by local, without the network" in out
    assert "JEV_API_KEY" in out
    assert "An audit asks nobody." in out


def test_one_item_is_no_range_of_items(doctor: Callable[..., tuple[int, str, str]]) -> None:
    assert "A verdict over 1 unlanded item gets" in doctor(THREEFOLD_VERDICT_WAIT_MIN="2")[1]


def test_every_setting_is_shown_with_its_origin(doctor: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    (tmp_path / "threefold.toml").write_text("[compact]\nkeep_recent = 9\n")
    status, out, _ = doctor("--json", "--offline", THREEFOLD_AUDIT_DEBUG="true")
    report = json.loads(out)
    assert status == 0
    assert report["settings"]["compact.keep_recent"] == {"value": 9, "origin": str(tmp_path / "threefold.toml")}
    assert report["settings"]["audit.debug"] == {"value": True, "origin": "THREEFOLD_AUDIT_DEBUG"}
    assert report["settings"]["verdict.safe_max"] == {"value": 0, "origin": "default"}
    assert report["file"] == str(tmp_path / "threefold.toml")


def test_a_probe_asks_one_live_question_and_reports_its_answer(
    doctor: Callable[..., tuple[int, str, str]], serve: Serve, key: str
) -> None:
    server = serve()
    status, out, _ = doctor("--probe", JEV_API_KEY=key, JEV_API_URL=server.url)
    assert status == 0
    assert "answered in shape by jev-1.13.0" in out
    assert f"A compaction asks 127.0.0.1:{server.port}" in out
    assert len(server.seen) == 1
    assert len(server.seen[0].json()["questions"]) == 1


def test_the_key_is_shown_by_length_and_last_four_only(
    doctor: Callable[..., tuple[int, str, str]], serve: Serve, wire: ModuleType, key: str
) -> None:
    server = serve(lambda seen: wire.as_json({"detail": f"not {key}"}, 401))
    for arguments in (["--probe"], ["--probe", "--json"]):
        status, out, err = doctor(*arguments, JEV_API_KEY=key, JEV_API_URL=server.url)
        assert status == 1
        assert f"{len(key)} characters, ending in {key[-4:]}" in out
        assert key not in out + err
        assert "does not accept" not in err


def test_a_failed_probe_has_status_1_and_says_what_a_compaction_would_do(
    doctor: Callable[..., tuple[int, str, str]], serve: Serve, wire: ModuleType, key: str
) -> None:
    server = serve(lambda seen: wire.as_json({"answers": {"probe": {"type": "score", "probabilities": {"0": 2}}}}))
    status, out, _ = doctor("--probe", JEV_API_KEY=key, JEV_API_URL=server.url)
    assert status == 1
    assert "bad_answer" in out
    assert "in vain and then be scored by local" in out


def test_a_probe_without_a_service_has_status_1(doctor: Callable[..., tuple[int, str, str]]) -> None:
    assert doctor("--probe")[0] == 1


def test_without_a_probe_only_a_connection_is_opened(
    doctor: Callable[..., tuple[int, str, str]], serve: Serve, key: str
) -> None:
    server = serve()
    status, out, _ = doctor(JEV_API_KEY=key, JEV_API_URL=server.url)
    assert status == 0
    assert "can be reached" in out
    assert server.seen == []


def test_a_server_that_is_not_there_is_said_and_is_no_error(
    doctor: Callable[..., tuple[int, str, str]], key: str
) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        status, out, _ = doctor(JEV_API_KEY=key, JEV_API_URL=f"http://127.0.0.1:{held.getsockname()[1]}")
    assert status == 0
    assert "nothing listens there" in out
    assert "in vain" in out


def test_a_key_over_plain_http_is_warned_of(doctor: Callable[..., tuple[int, str, str]], key: str) -> None:
    _, out, _ = doctor("--offline", JEV_API_KEY=key, JEV_API_URL="http://scores.example.org/v1/systemone")
    assert "travel unencrypted" in out
    assert "masked before sending" in out


def test_secrets_in_settings_are_masked(doctor: Callable[..., tuple[int, str, str]], key: str) -> None:
    secret = "ghp_" + "a1b2c3d4e5f6" * 3
    status, out, err = doctor("--offline", THREEFOLD_COMPACT_TASK=f"use {secret}")
    assert status == 0
    assert secret not in out + err


def test_a_mistake_in_the_settings_has_status_3_and_names_the_nearest(
    doctor: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    (tmp_path / "threefold.toml").write_text("[compact]\ntarget_byte = 9\n")
    status, _, err = doctor()
    assert status == 3
    assert "did you mean target_bytes" in err


def test_the_dialect_that_the_scorer_names_is_the_one_that_is_asked(
    doctor: Callable[..., tuple[int, str, str]], serve: Serve, wire: ModuleType
) -> None:
    server = serve(wire.phocinae)
    status, out, _ = doctor(
        "--probe",
        THREEFOLD_COMPACT_SCORER="phocinae",
        THREEFOLD_SERVICE_URL=server.url,
        THREEFOLD_SERVICE_PROVIDER="auto",
    )
    assert status == 0
    assert "Service: phocinae" in out
    assert server.seen[0].path.endswith("/batch")


def test_a_verdict_that_asks_another_service_is_said_to(
    doctor: Callable[..., tuple[int, str, str]], serve: Serve, key: str
) -> None:
    server = serve()
    _, out, _ = doctor("--offline", THREEFOLD_COMPACT_SCORER="phocinae", JEV_API_KEY=key, JEV_API_URL=server.url)
    assert "A compaction asks 127.0.0.1:8155" in out
    assert f"unlanded items asks 127.0.0.1:{server.port}" in out


def test_offline_and_probe_contradict_each_other(doctor: Callable[..., tuple[int, str, str]]) -> None:
    assert doctor("--probe", "--offline")[0] == 3


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"THREEFOLD_COMPACT_SCORER": "recency"}, "no message is sent anywhere"),
        ({"THREEFOLD_COMPACT_SCORER": "jev"}, "scored by recency, without the network"),
        ({"THREEFOLD_COMPACT_SCORER": "jev", "THREEFOLD_COMPACT_FALLBACK": "local"}, "scored by local, without"),
        ({"THREEFOLD_SERVICE_PROVIDER": "none"}, "service.provider is none"),
        ({"THREEFOLD_VERDICT_WAIT_MIN": "1"}, "An audit asks nobody."),
    ],
)
def test_the_forecast_follows_the_settings(
    doctor: Callable[..., tuple[int, str, str]], settings: dict[str, str], expected: str
) -> None:
    assert expected in doctor("--offline", **settings)[1]


def test_the_reference_document_is_what_the_command_prints(
    doctor: Callable[..., tuple[int, str, str]], checkout: Path
) -> None:
    """After a change of a setting: threefold doctor --reference, below the last line of the introduction."""
    status, out, _ = doctor("--reference")
    assert status == 0
    assert (checkout / "docs" / "settings.md").read_text("utf-8").endswith(out)


def test_a_look_up_that_hangs_does_not_hang_the_doctor() -> None:
    code = """
import socket, threading
socket.getaddrinfo = lambda *a, **k: threading.Event().wait()
from threefold.systemone import Service, ServiceSettings, checkup
service = Service(ServiceSettings(url="https://scores.example.org"), {})
print(checkup.reach(service.endpoint, seconds=0.1).words)
"""
    environ = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False, env=environ
    )
    assert done.stdout == "scores.example.org does not answer within 0.1 s.\n", done.stderr


def test_a_proxy_is_named_for_what_is_not_on_this_machine(monkeypatch: pytest.MonkeyPatch, serve: Serve) -> None:
    proxy = serve()
    monkeypatch.setenv("https_proxy", proxy.url)
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    endpoint = Service(ServiceSettings(url="https://scores.example.org"), {}).endpoint
    assert endpoint is not None
    reached = checkup.reach(endpoint)
    assert reached.reachable
    assert f"through the proxy 127.0.0.1:{proxy.port}" in reached.words
