"""The judge: the local rule at both ends, a service only in between, and a reason for every path."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.errors import OverBudget
from threefold.systemone import Failed, FailureKind, Service, ServiceSettings, VerdictService
from threefold.verdict import Reason, VerdictSettings, from_record, judge, judge_locally


class Said(msgspec.Struct):
    """A service's answer."""

    label: str = "safe_to_compact"
    confidence: float = 0.9
    risk: float = 0.1
    raw: object = None
    model: str = "scripted"


def todos(count: int) -> dict[str, object]:
    return {"session": "s", "todos": [f"todo {n}" for n in range(count)]}


@pytest.mark.parametrize(
    ("count", "verdict", "reason", "status"),
    [
        (0, "safe_to_compact", Reason.NOTHING_UNLANDED, 0),
        (1, "wait", Reason.NO_SERVICE, 4),
        (3, "wait", Reason.NO_SERVICE, 4),
        (4, "preserve_first", Reason.OVER_THRESHOLD, 5),
        (40, "preserve_first", Reason.OVER_THRESHOLD, 5),
    ],
)
def test_the_local_rule_decides_both_ends(count: int, verdict: str, reason: Reason, status: int) -> None:
    found = judge(from_record(todos(count)))
    assert (found.verdict, found.reason, found.exit_status, found.count) == (verdict, reason, status, count)


def test_the_local_rule_alone_says_that_it_does_not_decide() -> None:
    assert judge_locally(from_record(todos(2))).reason is Reason.AMBIGUOUS
    assert judge_locally(from_record(todos(0))).reason is Reason.NOTHING_UNLANDED


@pytest.mark.parametrize(
    ("said", "verdict", "reason"),
    [
        (Said(), "safe_to_compact", Reason.SERVICE_SAYS),
        (Said("wait"), "wait", Reason.SERVICE_SAYS),
        (Said("preserve_first", 0.2, 0.9), "preserve_first", Reason.SERVICE_SAYS),
        (Said(confidence=0.59), "wait", Reason.SERVICE_UNSURE),
        (Said(risk=0.35), "wait", Reason.SERVICE_CONTRADICTS),
        (Said(raw=[{"answers": {"per_block": []}}]), "wait", Reason.SERVICE_FORBIDDEN),
        (Said("drop_context"), "wait", Reason.SERVICE_INVALID),
        (Said(confidence=float("nan")), "wait", Reason.SERVICE_INVALID),
        (Said(risk=2.0), "wait", Reason.SERVICE_INVALID),
    ],
)
def test_a_service_decides_only_with_confidence_and_without_contradiction(
    said: Said, verdict: str, reason: Reason
) -> None:
    found = judge(from_record(todos(2)), lambda state: said)
    assert (found.verdict, found.reason, found.asked) == (verdict, reason, True)


def test_a_forbidden_key_in_an_answer_is_named_with_its_path() -> None:
    found = judge(from_record(todos(2)), lambda state: Said(raw=[{"answers": {"perBlock": []}}]))
    assert "$[0].answers.perBlock" in found.detail


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (FailureKind.NOT_CONFIGURED, Reason.NO_SERVICE),
        (FailureKind.NO_KEY, Reason.NO_SERVICE),
        (FailureKind.REFUSED, Reason.SERVICE_ABSENT),
        (FailureKind.TIMEOUT, Reason.SERVICE_ABSENT),
        (FailureKind.BAD_ANSWER, Reason.SERVICE_ABSENT),
    ],
)
def test_a_service_that_gives_no_answer_means_wait(kind: FailureKind, reason: Reason) -> None:
    found = judge(from_record(todos(2)), lambda state: Failed(kind=kind, message="It did not answer."))
    assert (found.verdict, found.reason) == ("wait", reason)
    assert found.problem == "It did not answer."
    assert ("It did not answer." in found.detail) is (kind is not FailureKind.NOT_CONFIGURED)


ONE = "1 file on disk is in no commit, too few to decide by number. Look at it: if it is fine, compact; else commit the"
THREE = (
    "1 thing is open in this session alone and 2 files on disk are in no commit, too few to decide by number. Look at "
    "these 3: if they are fine, compact; else write down or finish what is open and commit the files first."
)
FILES = "4 files on disk are in no commit; with 4 or more, land them first."
THINGS = "4 things are open in this session alone; with 4 or more, land them first."


@pytest.mark.parametrize(
    ("work", "detail"),
    [
        ({"uncommitted": ["a"]}, f"{ONE} file first."),
        ({"todos": ["a"], "uncommitted": ["b", "c"]}, THREE),
        ({"uncommitted": ["a", "b", "c", "d"]}, FILES),
        ({"todos": ["a", "b"], "questions": ["c", "d"]}, THINGS),
    ],
)
def test_the_detail_parts_files_from_words_and_says_what_to_do(work: dict[str, list[str]], detail: str) -> None:
    found = judge(from_record({"session": "s", **work}))
    assert found.detail == detail
    assert "service" not in found.detail


def test_a_state_of_another_version_is_not_judged() -> None:
    old = msgspec.structs.replace(from_record(todos(0)), version="context-verdict/0")
    assert judge(old).reason is Reason.OTHER_VERSION
    assert judge(old).verdict == "wait"


@pytest.mark.parametrize(
    ("count", "verdict"), [(1, "wait"), (3, "wait"), (4, "preserve_first"), (40, "preserve_first")]
)
def test_a_state_of_any_length_gets_the_verdict_of_its_count_and_is_sent_to_nobody(count: int, verdict: str) -> None:
    long = from_record({"session": "s", "todos": [f"{n} {'long ' * 3_000}" for n in range(count)]})
    asked: list[str] = []
    found = judge(long, asked.append, any_length=True)  # type: ignore[arg-type]
    assert (found.verdict, found.asked, asked) == (verdict, False, [])
    assert found.snapshot == long
    with pytest.raises(OverBudget, match=f"by the count alone, {count}, it would be {verdict}"):
        judge(long, asked.append)  # type: ignore[arg-type]


@given(st.integers(0, 12), st.integers(0, 3), st.integers(1, 6))
def test_adding_an_item_never_makes_a_verdict_safer(count: int, safe_max: int, wait_min: int) -> None:
    order = ["safe_to_compact", "wait", "preserve_first"]
    settings = VerdictSettings(safe_max=safe_max, wait_min=wait_min)
    fewer, more = (judge(from_record(todos(n)), None, settings).verdict for n in (count, count + 1))
    assert order.index(fewer) <= order.index(more)


@given(st.integers(1, 12), st.integers(1, 6))
def test_the_local_rule_never_says_safe_while_the_record_holds_unlanded_work(count: int, wait_min: int) -> None:
    assert judge(from_record(todos(count)), None, VerdictSettings(wait_min=wait_min)).verdict != "safe_to_compact"


# --- over HTTP --------------------------------------------------------------------------------------------------------


class Counting(http.server.BaseHTTPRequestHandler):
    """Answers as a System One service does, and counts."""

    requests: list[dict[str, object]]
    answers: dict[str, object]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.requests.append(json.loads(body))
        shown = json.dumps({"model": "m", "answers": self.answers, "usage": {"input_tokens": 1}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(shown)))
        self.end_headers()
        self.wfile.write(shown)

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def server(
    probabilities: dict[str, float], risk: list[float], extra: dict[str, object]
) -> Iterator[tuple[str, list[dict[str, object]]]]:
    answers: dict[str, object] = {
        "verdict": {
            "type": "choice",
            "choice": max(probabilities, key=lambda k: probabilities[k]),
            "probabilities": probabilities,
        },
        "risk": {"type": "score", "score": 0.0, "probabilities": {str(n): p for n, p in enumerate(risk)}},
        **extra,
    }
    handler = type("Handler", (Counting,), {"requests": [], "answers": answers})
    httpd = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=httpd.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{httpd.server_address[1]}", handler.requests  # type: ignore[attr-defined]
    finally:
        httpd.shutdown()
        httpd.server_close()
        thread.join()


SURE = {"safe_to_compact": 0.98, "wait": 0.01, "preserve_first": 0.01}


def service_at(url: str) -> VerdictService:
    return VerdictService(Service(ServiceSettings(url=url), environ={"JEV_API_KEY": "key-of-nobody"}))


def test_both_ends_cost_no_request_and_the_middle_costs_one() -> None:
    with server(SURE, [1.0, 0.0, 0.0, 0.0], {}) as (url, requests):
        service = service_at(url)
        assert judge(from_record(todos(0)), service).verdict == "safe_to_compact"
        assert judge(from_record(todos(4)), service).verdict == "preserve_first"
        assert requests == []
        found = judge(from_record(todos(2)), service)
        assert (found.verdict, found.reason) == ("safe_to_compact", Reason.SERVICE_SAYS)
        assert len(requests) == 1


def test_a_service_that_adds_a_per_block_answer_is_not_believed() -> None:
    with server(SURE, [1.0, 0.0, 0.0, 0.0], {"perBlock": [{"id": 1}]}) as (url, _):
        found = judge(from_record(todos(2)), service_at(url))
    assert (found.verdict, found.reason) == ("wait", Reason.SERVICE_FORBIDDEN)
    assert "perBlock" in found.detail


def test_a_service_whose_risk_contradicts_its_choice_means_wait() -> None:
    with server(SURE, [0.0, 0.0, 0.0, 1.0], {}) as (url, _):
        found = judge(from_record(todos(2)), service_at(url))
    assert (found.verdict, found.reason) == ("wait", Reason.SERVICE_CONTRADICTS)
