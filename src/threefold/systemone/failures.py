"""What became of a request that gave no answer, as one ``Failed`` with words for a person."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from threefold.systemone.endpoint import Endpoint
from threefold.systemone.protocol import Failed, FailureKind
from threefold.systemone.redact import mask

_DETAIL = 200

_STATUS = {
    400: FailureKind.REJECTED,
    401: FailureKind.UNAUTHORISED,
    403: FailureKind.FORBIDDEN,
    404: FailureKind.NOT_FOUND,
    413: FailureKind.TOO_LARGE,
    422: FailureKind.REJECTED,
    429: FailureKind.RATE_LIMITED,
    503: FailureKind.OVERLOADED,
    529: FailureKind.OVERLOADED,
}

HOPELESS = frozenset(
    {
        FailureKind.BAD_KEY,
        FailureKind.REFUSED,
        FailureKind.DNS,
        FailureKind.TLS,
        FailureKind.REDIRECTED,
        FailureKind.UNAUTHORISED,
        FailureKind.FORBIDDEN,
        FailureKind.NOT_FOUND,
    }
)
"""Failures that the next request would meet as well."""


class RequestFailed(Exception):
    """Carries a ``Failed`` from the wire to whoever files outcomes; it never leaves this room."""

    def __init__(self, failed: Failed) -> None:
        super().__init__(failed.kind.value)
        self.failed = failed


def by_status(endpoint: Endpoint, status: int, body: object, location: str | None) -> Failed:
    """The failure that an HTTP status stands for; ``body`` is the decoded error body, in which servers say why."""
    if 300 <= status < 400:
        return _failed(endpoint, FailureKind.REDIRECTED, _redirect(endpoint, location), status)
    kind = _STATUS.get(status, FailureKind.SERVER_ERROR if status >= 500 else FailureKind.HTTP)
    words = clean(endpoint, _words(body))
    said = f" It says: {words}" if words else ""
    return _failed(endpoint, kind, f"{endpoint.host} answered {status}: {_advice(endpoint, kind)}.{said}", status)


def failed(endpoint: Endpoint, kind: FailureKind, what: str) -> Failed:
    """A failure without a status; ``what`` follows the host's name."""
    return _failed(endpoint, kind, f"{endpoint.host} {what}.", None)


def clean(endpoint: Endpoint, text: str) -> str:
    """A server's words on one short line, without control characters, secrets or the key."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text[: 8 * _DETAIL]).split())
    line = mask(endpoint.key.scrub(line) if endpoint.key is not None else line).text
    return line if len(line) <= _DETAIL else line[:_DETAIL] + "..."


def _words(body: object) -> str:
    """A server's own message, out of the shapes in use: text, or ``message``, ``error`` or ``detail`` in an object."""
    for _ in range(3):
        if isinstance(body, list):
            body = body[0] if body else ""
        if isinstance(body, Mapping):
            body = next((body[key] for key in ("detail", "error", "message", "msg") if body.get(key)), "")
    return body if isinstance(body, str) else ""


def _failed(endpoint: Endpoint, kind: FailureKind, message: str, status: int | None) -> Failed:
    safe = endpoint.key.scrub(message) if endpoint.key is not None else message
    return Failed(kind=kind, message=safe, status=status)


def _redirect(endpoint: Endpoint, location: str | None) -> str:
    try:
        host = urlsplit(location or "").netloc.rsplit("@", 1)[-1]
    except ValueError:
        host = ""
    where = clean(endpoint, host) if host else "another path"
    return f"{endpoint.host} redirects to {where}; it was not followed, so set the address to where it leads"


def _advice(endpoint: Endpoint, kind: FailureKind) -> str:
    key = f"check {endpoint.key_origin}" if endpoint.key is not None else "no key was sent, set JEV_API_KEY"
    if endpoint.dialect == "phocinae" and endpoint.key is None:
        key = "no key was sent, name its variable in service.key_env"
    return {
        FailureKind.UNAUTHORISED: f"the key is not accepted; {key}",
        FailureKind.FORBIDDEN: f"this is not allowed; {key}",
        FailureKind.NOT_FOUND: (
            f"nothing is found at {urlsplit(endpoint.url).path} for model {endpoint.model}; "
            f"check the address (from {endpoint.url_origin}) and service.model"
        ),
        FailureKind.TOO_LARGE: "the request is too large; lower service.batch_size or service.state_message_bytes",
        FailureKind.REJECTED: (
            "it does not understand the request; check that it is a System One server of this dialect"
        ),
        FailureKind.RATE_LIMITED: "too many requests, also after waiting; lower service.max_in_flight",
        FailureKind.OVERLOADED: "it is overloaded or still loading, also after waiting; try again later",
        FailureKind.SERVER_ERROR: "it failed, also after a second try; try again later",
    }.get(kind, "that is no success")
