"""Whether scoring would work now, in words: is the service reached, does it answer in shape, who scores otherwise."""

from __future__ import annotations

import socket
import threading
from urllib.parse import urlsplit

import msgspec

from threefold.systemone import questions
from threefold.systemone.endpoint import Endpoint
from threefold.systemone.protocol import Asked, Failed
from threefold.systemone.service import Service

REACH_S = 3.0
PROBE_TASK = "Make the CSV parser accept tabs as separators."
PROBE_MESSAGE = "The reader must keep accepting commas as well: three customers upload such files every night."


class Reach(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a connection can be opened; nothing is sent over it, no key in particular."""

    reachable: bool
    words: str


def reach(endpoint: Endpoint, seconds: float = REACH_S) -> Reach:
    """Open and close one connection to the service, or to the proxy that stands before it."""
    parts = urlsplit(endpoint.url)
    proxy = "" if endpoint.loopback else _proxy(parts.scheme, parts.hostname or "")
    target = urlsplit(proxy) if proxy else parts
    place = (target.hostname or "", target.port or (443 if target.scheme == "https" else 80))
    through = f" through the proxy {place[0]}:{place[1]}" if proxy else ""
    answer: list[str] = []

    def connect() -> None:
        try:
            socket.create_connection(place, timeout=seconds).close()
        except ConnectionRefusedError:
            answer.append("refuses the connection: nothing listens there")
        except socket.gaierror:
            answer.append("cannot be found: the name has no address")
        except TimeoutError:
            answer.append(f"does not answer within {seconds:g} s")
        except OSError as error:
            answer.append(f"cannot be reached ({error.strerror or type(error).__name__})")
        else:
            answer.append("")

    # A thread, because a name look-up has no time limit of its own.
    thread = threading.Thread(target=connect, name="threefold-reach", daemon=True)
    thread.start()
    thread.join(seconds + 1)
    problem = answer[0] if answer else f"does not answer within {seconds:g} s"
    return Reach(
        reachable=not problem,
        words=f"{endpoint.host}{through} {problem}." if problem else f"{endpoint.host} can be reached{through}.",
    )


def probe(service: Service, timeout_ms: int | None = None) -> Asked:
    """Ask one live question with a harmless text; its outcome has been read like any other, so its shape is checked."""
    question = questions.relevance_question("user", PROBE_MESSAGE, 2000)
    return service.ask(questions.relevance_state(PROBE_TASK), {"probe": question}, timeout_ms)


def warnings(endpoint: Endpoint) -> list[str]:
    """What a person would want to know before sending anything there."""
    found = []
    if endpoint.url.startswith("http://") and not endpoint.loopback:
        found.append(f"{endpoint.host} is asked over plain http: key and messages travel unencrypted.")
    if endpoint.dialect == "typesafe" and endpoint.model == "jev-latest":
        found.append(
            "jev-latest changes without notice, and scores of different models are not comparable; pin a version."
        )
    return found


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The settings that decide who scores."""

    scorer: str
    fallback: str
    safe_max: int
    wait_min: int


def forecast(
    service: Service, for_verdicts: Service, plan: Plan, reached: Reach | None, probed: Asked | None
) -> list[str]:
    """What happens when a compaction and a verdict run now, sentence by sentence.

    ``reached`` and ``probed`` tell of ``service``, which scores messages.
    """
    settings, endpoint = service.settings, service.endpoint
    problem = _problem(service, reached, probed)
    ambiguous = plan.wait_min - plan.safe_max - 1
    least, most = plan.safe_max + 1, plan.wait_min - 1
    items = f"{least} to {most} unlanded items" if least < most else f"{most} unlanded item{'s' if most > 1 else ''}"
    band = f"A verdict over {items}"
    said = []
    if plan.scorer in ("local", "recency"):
        said.append(f"A compaction is scored by {plan.scorer}, as compact.scorer says; no message is sent anywhere.")
    elif endpoint is None:
        next_one = "local" if plan.scorer == "auto" else plan.fallback
        said.append(f"A compaction is scored by {next_one}, without the network.")
    elif problem:
        said.append(f"A compaction would ask {endpoint.host} in vain and then be scored by {_next(plan)}: {problem}")
    else:
        masked = "secrets masked first" if service.redacts else "secrets not masked"
        said.append(
            f"A compaction asks {endpoint.host} how much the task depends on each message: "
            f"{settings.state_message_bytes} bytes of each at most, {masked}, {settings.batch_size} messages a "
            f"request, {settings.max_in_flight} requests at a time, {settings.timeout_ms / 1000:g} s in all. "
            f"Should it fail, {_next(plan)} scores."
        )
    if ambiguous > 0:
        said.append(f"{band} {_verdict_words(service, for_verdicts, problem)}; below and above, no request is made.")
    said.append("An audit asks nobody.")
    return said


def _verdict_words(service: Service, for_verdicts: Service, problem: str) -> str:
    asked = for_verdicts.endpoint
    same = service.endpoint is not None and asked is not None and service.endpoint.url == asked.url
    if asked is None or (same and problem):
        return "gets no answer and is wait"
    return "asks the same service" if same else f"asks {asked.host}"


def _next(plan: Plan) -> str:
    return "local" if plan.scorer == "auto" else plan.fallback


def _problem(service: Service, reached: Reach | None, probed: Asked | None) -> str:
    if service.unavailable is not None:
        return service.unavailable.message
    if probed is not None:
        outcome = probed.outcomes["probe"]
        return outcome.message if isinstance(outcome, Failed) else ""
    return reached.words if reached is not None and not reached.reachable else ""


def _proxy(scheme: str, host: str) -> str:
    """The proxy that the HTTP client takes for this host, as the standard library finds it, or an empty string."""
    from urllib.request import getproxies, proxy_bypass

    proxies = {} if proxy_bypass(host) else getproxies()
    found = proxies.get(scheme) or proxies.get("all") or ""
    return found if not found or "://" in found else f"http://{found}"
