"""What every ask promises, over real HTTP."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from jevcompat.mock import MockConfig, Running

from threefold.systemone import (
    Choice,
    Failed,
    FailureKind,
    Score,
    Scored,
    Service,
    ServiceSettings,
    questions,
)

Serve = Callable[..., Any]
Connect = Callable[..., Service]


def many(count: int, size: int = 40) -> dict[str, Score]:
    return {f"m{n}": questions.relevance_question("tool", f"message {n} " + "x" * size, 2000) for n in range(count)}


def kinds(asked: Any) -> set[str]:
    return {outcome.kind.value if isinstance(outcome, Failed) else "answered" for outcome in asked.outcomes.values()}


def test_the_reference_server_accepts_and_answers_every_question(connect: Connect, key: str) -> None:
    with Running(MockConfig(key=key)) as server:
        asked = connect(server.url).ask(questions.relevance_state("fix the parser"), many(20))
    assert asked.failures() == {}
    assert list(asked.outcomes) == [f"m{n}" for n in range(20)]
    assert all(isinstance(outcome, Scored) and 0 <= outcome.relevance <= 1 for outcome in asked.outcomes.values())


def test_questions_travel_at_most_eight_at_a_time_each_with_its_own_message(serve: Serve, connect: Connect) -> None:
    server = serve()
    connect(server.url).ask(questions.relevance_state("t"), many(20))
    assert sorted(len(seen.json()["questions"]) for seen in server.seen) == [4, 8, 8]
    for seen in server.seen:
        assert seen.json()["state"] == {"task": "t"}
        texts = [question["instructions"]["message"]["text"] for question in seen.json()["questions"].values()]
        assert len(set(texts)) == len(texts)


def test_at_most_sixteen_requests_are_under_way(wire: ModuleType, serve: Serve, connect: Connect) -> None:
    server = serve(wire.typesafe, hold=16)
    asked = connect(server.url).ask("state", many(400))
    assert asked.failures() == {}
    assert server.most_in_flight == 16


def test_both_ends_count_the_same_requests_questions_and_tokens(serve: Serve, connect: Connect) -> None:
    server = serve()
    usage = connect(server.url).ask("state", many(50)).usage
    assert usage.requests == len(server.seen) == 7
    assert usage.questions == usage.answered == sum(len(seen.json()["questions"]) for seen in server.seen) == 50
    assert usage.input_tokens == 500
    assert usage.cost_usd == pytest.approx(500 * 0.042 / 1e6)
    assert usage.output_tokens == 14


def test_retries_are_counted_as_requests(connect: Connect, key: str) -> None:
    config = MockConfig(key=key, busy_every=2)
    with Running(config) as server:
        asked = connect(server.url, max_in_flight=1).ask("state", many(40))
    assert asked.failures() == {}
    assert asked.usage.requests == config.requests > 5


def test_no_questions_cost_no_request(serve: Serve, connect: Connect) -> None:
    server = serve()
    assert connect(server.url).ask("state", {}).outcomes == {}
    assert server.seen == []


def test_no_time_costs_no_request(serve: Serve, connect: Connect) -> None:
    server = serve()
    assert kinds(connect(server.url).ask("state", many(3), timeout_ms=0)) == {"timeout"}
    assert server.seen == []


@pytest.mark.parametrize(("provider", "suffix"), [("typesafe", ""), ("phocinae", "/batch")])
@pytest.mark.parametrize("path", ["/api/alpha/decisions", "/typesafe/v1/systemone"])
def test_a_full_endpoint_is_asked_exactly(
    wire: ModuleType, serve: Serve, connect: Connect, provider: str, suffix: str, path: str
) -> None:
    server = serve(getattr(wire, provider))
    asked = connect(f"{server.url}{path}?version=2", provider=provider).ask("state", many(1))
    assert asked.failures() == {}
    assert server.seen[0].path == f"{path}{suffix}?version=2"
    assert server.seen[0].headers["host"] == f"127.0.0.1:{server.port}"


def test_without_a_service_every_question_says_so() -> None:
    asked = Service(ServiceSettings(), {}).ask("state", many(3))
    assert kinds(asked) == {"not_configured"}
    assert asked.usage.requests == 0


def test_a_batch_that_fails_does_not_spoil_the_others(wire: ModuleType, serve: Serve, connect: Connect) -> None:
    def third_fails(seen: Any) -> Any:
        broken = "m17" in seen.json()["questions"]
        return wire.Answer(b"}{") if broken else wire.typesafe(seen)

    asked = connect(serve(third_fails).url).ask("state", many(40))
    failed = {name for name, outcome in asked.outcomes.items() if isinstance(outcome, Failed)}
    assert failed == {f"m{n}" for n in range(16, 24)}


def test_one_bad_answer_does_not_spoil_its_batch(wire: ModuleType, serve: Serve, connect: Connect) -> None:
    def one_is_off(seen: Any) -> Any:
        body = wire.typesafe_body(seen)
        body["answers"]["m3"]["probabilities"]["0"] = "much"
        return wire.as_json(body)

    asked = connect(serve(one_is_off).url).ask("state", many(8))
    assert asked.failures() == {"bad_answer": 1}
    assert isinstance(asked.outcomes["m3"], Failed)


def test_a_server_that_never_answers_costs_no_more_than_the_deadline(
    wire: ModuleType, serve: Serve, connect: Connect
) -> None:
    def slow_for_some(seen: Any) -> Any:
        return wire.Answer(then="hang") if "m0" in seen.json()["questions"] else wire.typesafe(seen)

    asked = connect(serve(slow_for_some).url).ask("state", many(40), timeout_ms=1500)
    assert asked.failures() == {"timeout": 8}
    assert asked.usage.seconds < 5


def test_a_name_look_up_that_hangs_delays_neither_the_caller_nor_the_process() -> None:
    """In a process of its own: what is asserted is that it ends, with a resolver that never returns."""
    code = """
import socket, threading
socket.getaddrinfo = lambda *a, **k: threading.Event().wait()
from threefold.systemone import Choice, Service, ServiceSettings
service = Service(ServiceSettings(url="https://scores.example.org", timeout_ms=500), {})
print(service.ask("s", {"q": Choice(instructions="?", options={"a": "b"})}).failures())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "{'timeout': 1}\n", done.stderr


def test_it_can_be_asked_inside_a_running_event_loop(serve: Serve, connect: Connect) -> None:
    service = connect(serve().url)

    async def caller() -> Any:
        return service.ask("state", many(9))

    assert asyncio.run(caller()).failures() == {}


def test_a_request_too_large_for_the_server_is_halved_until_it_fits(
    wire: ModuleType, serve: Serve, connect: Connect
) -> None:
    def two_at_most(seen: Any) -> Any:
        return wire.typesafe(seen) if len(seen.json()["questions"]) <= 2 else wire.as_json({"detail": "too big"}, 413)

    server = serve(two_at_most)
    asked = connect(server.url).ask("state", many(8))
    assert asked.failures() == {}
    assert asked.usage.requests == len(server.seen) == 7


def test_requests_are_split_by_size_within_the_documented_limits(serve: Serve, connect: Connect) -> None:
    server = serve()
    text = "多" * 10_000
    asked = connect(server.url).ask(
        "state", {f"m{n}": questions.relevance_question("tool", text, 20_000) for n in range(16)}
    )
    assert asked.failures() == {}
    assert len(server.seen) > 2
    assert all(len(seen.body) < 2 * 64_000 + 1000 for seen in server.seen)


def test_a_state_beyond_the_documented_limit_is_refused_without_a_request(serve: Serve, connect: Connect) -> None:
    server = serve()
    asked = connect(server.url).ask("s" * 100_000, many(3))
    assert kinds(asked) == {"too_large"}
    assert server.seen == []


def test_when_every_request_must_fail_the_rest_is_not_sent(wire: ModuleType, serve: Serve, connect: Connect) -> None:
    server = serve(lambda seen: wire.as_json({"detail": "no"}, 401))
    asked = connect(server.url, max_in_flight=2).ask("state", many(400))
    assert asked.failures() == {"unauthorised": 400}
    assert len(server.seen) < 10


def test_lone_surrogates_control_characters_and_long_lines_are_sent_as_valid_json(
    serve: Serve, connect: Connect
) -> None:
    server = serve()
    nasty = "\ud800 \x00 \x1b[31m \r\n 日本語 \U0001f600 " + "z" * 3_000_000
    asked = connect(server.url).ask(
        questions.relevance_state(nasty), {"q": questions.relevance_question("user", nasty, 2000)}
    )
    assert asked.failures() == {}
    assert len(server.seen[0].body) < 20_000
    server.seen[0].json()


def test_a_choice_of_255_options_is_asked_and_read(serve: Serve, connect: Connect) -> None:
    choice = Choice(instructions="Which?", options={f"o{n}": f"option {n}" for n in range(255)})
    assert connect(serve().url).ask("state", {"q": choice}).failures() == {}


def test_importing_loads_neither_the_sdk_nor_the_detectors() -> None:
    code = (
        "import sys, threefold.systemone, threefold.settings; "
        "print([m for m in ('typesafe_sdk', 'httpx2', 'pydantic', 'detect_secrets', 'requests') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_importing_threefold_does_not_import_it() -> None:
    code = "import sys, threefold; print('threefold.systemone' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize(("redact", "address", "expected"), [
    ("auto", "http://127.0.0.1:1", False),
    ("auto", "https://scores.example.org", True),
    ("always", "http://127.0.0.1:1", True),
    ("never", "https://scores.example.org", False),
])  # fmt: skip
def test_redaction_is_on_unless_the_address_is_loopback_or_it_was_forbidden(
    redact: Any, address: str, expected: bool
) -> None:
    assert Service(ServiceSettings(url=address, redact=redact), {}).redacts is expected


def test_masked_secrets_are_counted_by_kind_and_do_not_reach_the_server(serve: Serve, connect: Connect) -> None:
    server = serve()
    text = "DB_PASSWORD=swordfish9 and jane@example.org"
    asked = connect(server.url, redact="always").ask(
        questions.relevance_state(text), {"q": questions.relevance_question("tool", text, 2000)}
    )
    assert asked.usage.masked == {"secret": 2, "e-mail": 2}
    assert b"swordfish9" not in server.seen[0].body
    assert b"jane@" not in server.seen[0].body


def test_what_failed_is_typed_and_closed() -> None:
    assert {kind.value for kind in FailureKind} >= {
        "no_key",
        "dns",
        "timeout",
        "redirected",
        "bad_answer",
        "missing_answer",
    }
