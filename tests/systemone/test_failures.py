"""Every way to fail becomes one typed outcome, over real HTTP, within the deadline."""

from __future__ import annotations

import contextlib
import json
import logging
import socket
import traceback
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jevcompat.mock import FAULTS, MockConfig, Running

from threefold.systemone import Answered, Choice, Failed, FailureKind, Score, Service, ServiceSettings, VerdictService

Serve = Callable[..., Any]
Connect = Callable[..., Service]
QUESTIONS = {
    "pick": Choice(instructions="Which?", options={"Yes": "it is so", "No": "it is not so"}),
    "rate": Score(instructions="How much?", levels=("none of it", "some of it", "all of it")),
}


def ask(service: Service, timeout_ms: int = 4000) -> Any:
    return service.ask("a state", QUESTIONS, timeout_ms=timeout_ms)


def only_failure(asked: Any) -> Failed:
    outcomes = list(asked.outcomes.values())
    assert all(isinstance(outcome, Failed) for outcome in outcomes)
    assert len({outcome.kind for outcome in outcomes}) == 1
    return outcomes[0]


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, FailureKind.REJECTED),
        (401, FailureKind.UNAUTHORISED),
        (402, FailureKind.HTTP),
        (403, FailureKind.FORBIDDEN),
        (404, FailureKind.NOT_FOUND),
        (413, FailureKind.TOO_LARGE),
        (418, FailureKind.HTTP),
        (422, FailureKind.REJECTED),
    ],
)
@pytest.mark.parametrize("provider", ["typesafe", "phocinae"])
def test_a_status_is_named_with_the_servers_words_and_not_asked_again(
    wire: ModuleType, serve: Serve, connect: Connect, provider: str, status: int, kind: FailureKind
) -> None:
    server = serve(lambda seen: wire.as_json({"detail": {"message": "because of this"}}, status))
    failed = only_failure(ask(connect(server.url, provider=provider, batch_size=1, max_in_flight=1)))
    assert (failed.kind, failed.status) == (kind, status)
    assert str(status) in failed.message
    assert "because of this" in failed.message
    assert len(server.seen) == 2


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (429, FailureKind.RATE_LIMITED),
        (500, FailureKind.SERVER_ERROR),
        (502, FailureKind.SERVER_ERROR),
        (503, FailureKind.OVERLOADED),
        (529, FailureKind.OVERLOADED),
    ],
)
@pytest.mark.parametrize("provider", ["typesafe", "phocinae"])
def test_a_busy_server_is_asked_again_after_what_it_says_and_then_named(
    wire: ModuleType, serve: Serve, connect: Connect, provider: str, status: int, kind: FailureKind
) -> None:
    server = serve(lambda seen: wire.as_json({"error": "later"}, status, **{"Retry-After": "0"}))
    failed = only_failure(ask(connect(server.url, provider=provider)))
    assert (failed.kind, failed.status) == (kind, status)
    assert len(server.seen) == 3


@pytest.mark.parametrize("provider", ["typesafe", "phocinae"])
def test_a_busy_server_that_recovers_is_a_success(
    wire: ModuleType, serve: Serve, connect: Connect, provider: str
) -> None:
    def second_time(seen: Any) -> Any:
        if seen.number == 0:
            return wire.as_json({"error": "loading"}, 503, **{"Retry-After": "0"})
        return getattr(wire, provider)(seen)

    assert ask(connect(serve(second_time).url, provider=provider)).failures() == {}


@pytest.mark.parametrize("wait", ["3600", "nan", "-1", "soon", "1e999", "Wed, 21 Oct 2099 07:28:00 GMT"])
@pytest.mark.parametrize("provider", ["typesafe", "phocinae"])
def test_no_retry_after_holds_a_caller_beyond_its_deadline(
    wire: ModuleType, serve: Serve, connect: Connect, provider: str, wait: str
) -> None:
    server = serve(lambda seen: wire.as_json({"error": "later"}, 429, **{"Retry-After": wait}))
    asked = ask(connect(server.url, provider=provider), timeout_ms=1000)
    assert only_failure(asked).kind is FailureKind.RATE_LIMITED
    assert asked.usage.seconds < 3


BODIES = {
    "empty": b"",
    "half": b'{"model": "jev", "answers": {"pick": {"type"',
    "text": b"<html>busy</html>",
    "not UTF-8": b"\xff\xfe{",
    "a number": b"42",
    "null": b"null",
    "nesting": b"[" * 100_000,
    "a string": b'"hello"',
    "no answers": b'{"model": "jev"}',
    "answers as text": b'{"answers": "none"}',
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("provider", ["typesafe", "phocinae"])
def test_a_body_that_is_no_answer_is_unreadable(
    wire: ModuleType, serve: Serve, connect: Connect, provider: str, name: str
) -> None:
    server = serve(lambda seen: wire.Answer(BODIES[name]))
    assert only_failure(ask(connect(server.url, provider=provider))).kind is FailureKind.UNREADABLE


@pytest.mark.parametrize("provider", ["typesafe", "phocinae"])
def test_a_body_that_never_ends_is_given_up(wire: ModuleType, serve: Serve, connect: Connect, provider: str) -> None:
    server = serve(lambda seen: wire.Answer(then="endless"))
    failed = only_failure(ask(connect(server.url, provider=provider)))
    assert failed.kind is FailureKind.UNREADABLE
    assert "longer than" in failed.message
    assert len(server.seen) == 1


@pytest.mark.parametrize("provider", ["typesafe", "phocinae"])
@pytest.mark.parametrize("then", ["drip", "hang"])
def test_a_body_that_drips_or_hangs_ends_with_the_deadline(
    wire: ModuleType, serve: Serve, connect: Connect, provider: str, then: str
) -> None:
    server = serve(lambda seen: wire.Answer(then=then))
    asked = ask(connect(server.url, provider=provider), timeout_ms=600)
    assert only_failure(asked).kind is FailureKind.TIMEOUT
    assert asked.usage.seconds < 3


@pytest.mark.parametrize("provider", ["typesafe", "phocinae"])
def test_a_compressed_body_is_not_unfolded(wire: ModuleType, serve: Serve, connect: Connect, provider: str) -> None:
    server = serve(lambda seen: wire.Answer(b"\x1f\x8b\x08\x00", headers={"Content-Encoding": "gzip"}))
    assert only_failure(ask(connect(server.url, provider=provider))).kind is FailureKind.UNREADABLE
    assert server.seen[0].headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("provider", ["typesafe", "phocinae"])
@pytest.mark.parametrize("raw", [b"", b"SSH-2.0-OpenSSH_9.6\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{}"])
def test_what_is_no_http_or_breaks_off_is_a_broken_connection(
    wire: ModuleType, serve: Serve, connect: Connect, provider: str, raw: bytes
) -> None:
    server = serve(lambda seen: wire.Answer(raw=raw))
    assert only_failure(ask(connect(server.url, provider=provider))).kind is FailureKind.CONNECTION


@pytest.mark.parametrize("provider", ["typesafe", "phocinae"])
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed_so_the_key_stays(
    wire: ModuleType, serve: Serve, provider: str, status: int, key: str
) -> None:
    elsewhere = serve()
    there = f"http://localhost:{elsewhere.port}/v1/systemone"
    server = serve(lambda seen: wire.as_json({}, status, Location=there))
    configured = ServiceSettings(url=server.url, provider=provider, key_env="A_KEY")  # type: ignore[arg-type]
    failed = only_failure(ask(Service(configured, {"A_KEY": key})))
    assert failed.kind is FailureKind.REDIRECTED
    assert f"localhost:{elsewhere.port}" in failed.message
    assert elsewhere.seen == []
    assert server.seen[0].headers["authorization"] == f"Bearer {key}"


@pytest.mark.parametrize("location", ["", "//[", "http://user:pass@evil.example.org/", "\x1b[31m", "x" * 5000])
def test_a_hostile_redirect_is_only_a_redirect(wire: ModuleType, serve: Serve, connect: Connect, location: str) -> None:
    server = serve(lambda seen: wire.as_json({}, 302, Location=location))
    failed = only_failure(ask(connect(server.url)))
    assert failed.kind is FailureKind.REDIRECTED
    assert len(failed.message) < 500
    assert "pass@" not in failed.message


@pytest.mark.parametrize("provider", ["typesafe", "phocinae"])
def test_a_refused_connection_is_named(connect: Connect, provider: str) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{held.getsockname()[1]}"
        assert only_failure(ask(connect(url, provider=provider))).kind is FailureKind.REFUSED


@pytest.mark.parametrize("provider", ["typesafe", "phocinae"])
def test_an_unknown_name_is_named(connect: Connect, provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*args: object, **kwargs: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    for variable in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    failed = only_failure(ask(connect("http://scores.invalid", provider=provider)))
    assert failed.kind is FailureKind.DNS
    assert "scores.invalid" in failed.message


def test_a_host_that_can_have_no_name_is_an_unknown_name(connect: Connect) -> None:
    assert only_failure(ask(connect(f"http://{'a' * 70}.example.org"))).kind is FailureKind.DNS


@pytest.mark.parametrize("provider", ["typesafe", "phocinae"])
def test_a_server_without_tls_is_named(connect: Connect, provider: str) -> None:
    with running(MockConfig()) as url:
        asked = ask(connect(url.replace("http://", "https://"), provider=provider))
    assert only_failure(asked).kind is FailureKind.TLS


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_no_fault_of_the_reference_server_raises_or_leaves_its_range(connect: Connect, key: str, fault: str) -> None:
    config = MockConfig(key=None if fault.startswith("auth-rejects") else key, faults=frozenset({fault}))
    with running(config) as url:
        asked = ask(connect(url))
    assert set(asked.outcomes) == set(QUESTIONS)
    for outcome in asked.outcomes.values():
        assert isinstance(outcome, Answered | Failed)
        if not isinstance(outcome, Failed):
            assert 0 <= outcome.confidence <= 1


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("first-question-only", FailureKind.MISSING_ANSWER),
        ("choice-key-case", FailureKind.BAD_ANSWER),
        ("choice-sum", FailureKind.BAD_ANSWER),
        ("choice-second", FailureKind.BAD_ANSWER),
        ("score-keys-1-based", FailureKind.BAD_ANSWER),
        ("score-sum", FailureKind.BAD_ANSWER),
        ("xssi-200", FailureKind.UNREADABLE),
        ("wrong-route", FailureKind.NOT_FOUND),
        ("auth-x-api-key", FailureKind.FORBIDDEN),
        ("accept-map-score", None),
        ("extra-answer", None),
        ("no-usage", None),
        ("float-usage", None),
        ("nan", None),
        ("choice-no-confidence", None),
        ("confidence-over", None),
        ("score-no-legend", None),
    ],
)
def test_a_fault_that_matters_is_named_and_one_that_does_not_is_not(
    connect: Connect, key: str, fault: str, kind: FailureKind | None
) -> None:
    with running(MockConfig(key=key, faults=frozenset({fault}))) as url:
        failures = ask(connect(url)).failures()
    assert set(failures) == ({kind.value} if kind is not None else set())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["pick", "rate", "type"]), inner),
    max_leaves=8,
)
bodies = json_values | st.fixed_dictionaries(
    {}, optional={"answers": json_values, "usage": json_values, "model": json_values, "option_scores": json_values}
)


@pytest.mark.parametrize("provider", ["typesafe", "phocinae"])
def test_whatever_json_a_server_sends_every_question_has_one_outcome(
    wire: ModuleType, serve: Serve, connect: Connect, provider: str
) -> None:
    sent: list[object] = []
    service = connect(serve(lambda seen: wire.Answer(json.dumps(sent[-1]).encode())).url, provider=provider)

    @given(bodies | st.lists(bodies, max_size=2))
    @settings(max_examples=60, deadline=None)
    def each(body: object) -> None:
        sent.append(body)
        asked = ask(service)
        assert set(asked.outcomes) == set(QUESTIONS)
        assert asked.usage.input_tokens >= 0
        assert not any(isinstance(o, Failed) and o.kind is FailureKind.INTERNAL for o in asked.outcomes.values())

    each()


def test_an_answer_that_nobody_asked_for_is_noted_and_not_used(connect: Connect, key: str) -> None:
    with running(MockConfig(key=key, faults=frozenset({"extra-answer"}))) as url:
        asked = ask(connect(url))
    assert set(asked.outcomes) == set(QUESTIONS)
    assert "not asked" in asked.notes[0]


def test_a_missing_token_report_is_noted(connect: Connect, key: str) -> None:
    with running(MockConfig(key=key, faults=frozenset({"no-usage"}))) as url:
        asked = ask(connect(url))
    assert asked.usage.unreported == 1
    assert asked.usage.cost_usd == 0


def test_the_body_that_the_original_plugin_sends_is_refused_where_ours_is_answered(connect: Connect, key: str) -> None:
    import httpx2

    body = {"state": "s", "question": "relevant?", "type": "score", "levels": {"0": "no", "1": "yes"}}
    with running(MockConfig(key=key)) as url:
        theirs = httpx2.post(url + "/v1/systemone", json=body, headers={"Authorization": f"Bearer {key}"})
        ours = ask(connect(url))
    assert theirs.status_code == 422
    assert ours.failures() == {}


def test_the_key_appears_in_no_message_log_or_traceback(
    wire: ModuleType, serve: Serve, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    shown = []
    behaviours = [
        lambda seen: wire.as_json({"detail": {"message": f"bad key {key} in {seen.headers['authorization']}"}}, 401),
        lambda seen: wire.as_json({"detail": [{"loc": ["body"], "msg": key, "input": key}]}, 422),
        lambda seen: wire.Answer(key.encode(), 500),
        lambda seen: wire.Answer(raw=b"HTTP/1.1 200 OK\r\nX: " + key.encode() + b"\r\nContent-Length: 9\r\n\r\n{"),
        lambda seen: wire.as_json({}, 307, Location=f"https://{key}.example.org/"),
        lambda seen: wire.as_json({"model": key, "answers": {}}),
    ]
    for provider in ("typesafe", "phocinae"):
        for behaviour in [*behaviours, getattr(wire, provider)]:
            configured = ServiceSettings(url=serve(behaviour).url, provider=provider, key_env="A_KEY")  # type: ignore[arg-type]
            service = Service(configured, {"A_KEY": key})
            asked = ask(service, timeout_ms=6000)
            shown += [repr(asked), str(asked), repr(service.endpoint), str(vars(service))]
    assert key not in "".join(shown)
    assert len(caplog.records) > 100
    assert key not in caplog.text
    assert all(key not in repr(vars(record)) for record in caplog.records)


def test_the_key_survives_in_no_exception_of_the_sdk(serve: Serve, wire: ModuleType, key: str) -> None:
    """The exception with every cause, and the variables of every frame, as a debugger would print them."""
    import asyncio

    from threefold.systemone import dialect, failures, render, typesafe

    service = Service(
        ServiceSettings(url=serve(lambda seen: wire.as_json({"detail": key}, 401)).url), {"JEV_API_KEY": key}
    )
    endpoint = service.endpoint
    assert endpoint is not None

    async def once() -> str:
        renderer = render.Renderer(redact=False)
        client = typesafe.TypeSafe(endpoint, renderer, dialect.Meter(), connections=1, seconds=5)
        with pytest.raises(failures.RequestFailed) as raised:
            await client.send([client.prepare("q", QUESTIONS["pick"], "s")], "s")
        await client.close()
        detailed = traceback.TracebackException.from_exception(raised.value, capture_locals=True)
        return "".join(detailed.format()) + repr(raised.value.failed)

    printed = asyncio.run(once())
    assert "RequestFailed" in printed
    assert key not in printed


def test_the_verdicts_service_answers_with_label_confidence_and_risk(connect: Connect, key: str) -> None:
    with running(MockConfig(key=key)) as url:
        answer = VerdictService(connect(url))("todos: 1\n- write the migration")
    assert not isinstance(answer, Failed)
    assert answer.label in ("safe_to_compact", "wait", "preserve_first")
    assert 0 <= answer.confidence <= 1
    assert 0 <= answer.risk <= 1
    assert json.dumps(answer.raw)


def test_the_verdicts_service_asks_one_choice_of_three_and_one_score_in_one_request(
    serve: Serve, connect: Connect
) -> None:
    server = serve()
    VerdictService(connect(server.url))("the state")
    (seen,) = server.seen
    body = seen.json()
    assert body["state"] == "the state"
    assert body["model"] == "jev-1.13.0"
    assert list(body["questions"]["verdict"]["criteria"]) == ["safe_to_compact", "wait", "preserve_first"]
    assert body["questions"]["risk"]["type"] == "score"
    assert len(body["questions"]) == 2


def test_the_verdicts_service_says_why_there_is_no_answer(wire: ModuleType, serve: Serve, connect: Connect) -> None:
    failed = VerdictService(connect(serve(lambda seen: wire.Answer(b"nope")).url))("the state")
    assert isinstance(failed, Failed)
    assert failed.kind is FailureKind.UNREADABLE
    assert isinstance(VerdictService(Service(ServiceSettings(), {}))("the state"), Failed)


@contextlib.contextmanager
def running(config: MockConfig) -> Iterator[str]:
    """jevcompat's server, without the half second that stopping it takes by default."""
    server = Running(config)
    server.thread._kwargs = {"poll_interval": 0.01}  # type: ignore[attr-defined]
    with server:
        yield server.url
