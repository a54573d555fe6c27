"""The HTTP client that both dialects use: one address, one key, no redirects, bounded bodies, every request counted."""

from __future__ import annotations

import logging
import socket
import ssl
from collections.abc import AsyncIterator
from typing import Any

import httpx2

from threefold.systemone import failures
from threefold.systemone.dialect import Meter
from threefold.systemone.endpoint import Endpoint
from threefold.systemone.protocol import Failed, FailureKind

BODY_BYTES = 4 << 20
"""Most bytes of a response that are read: an answer to eight questions has a few thousand."""


LOGGERS = ("typesafe_sdk", "httpx2", "httpcore2.connection", "httpcore2.http11", "httpcore2.proxy")
"""Who logs, at debug level, what came back: a server may echo the key."""


class _WithoutKey(logging.Filter):
    def __init__(self, endpoint: Endpoint) -> None:
        super().__init__()
        self._key = endpoint.key

    def filter(self, record: logging.LogRecord) -> bool:
        if self._key is not None:
            record.msg, record.args = self._key.scrub(record.getMessage()), ()
        return True


class NothingListens(httpx2.ConnectError):
    """The connection was refused."""


class UnknownHost(httpx2.ConnectError):
    """The name has no address."""


class NoTls(httpx2.ConnectError):
    """The handshake or the certificate failed."""


class UnusableBody(httpx2.RequestError):
    """The response is longer than ``BODY_BYTES`` or compressed."""


class GuardedClient(httpx2.AsyncClient):
    """Sends to one endpoint only. Errors of the transport are raised as the types above where one fits.

    The types survive the vendor SDK, which copies an exception by its type and message to keep keys out of it.
    """

    def __init__(self, endpoint: Endpoint, meter: Meter, connections: int) -> None:
        super().__init__(
            follow_redirects=False,
            # A proxy from the environment would carry what is meant to stay on this machine away from it.
            trust_env=not endpoint.loopback,
            # Nothing is encrypted on the way to http://localhost, and a TLS context costs 30 ms to make.
            verify=not (endpoint.loopback and endpoint.url.startswith("http://")),
            limits=httpx2.Limits(max_connections=connections, max_keepalive_connections=connections),
            event_hooks={"request": [self._address], "response": [_bound]},
        )
        self._endpoint = endpoint
        self._meter = meter
        self._filter = _WithoutKey(endpoint)
        for name in LOGGERS:
            logging.getLogger(name).addFilter(self._filter)

    async def aclose(self) -> None:
        """Close the connections and take the log filter away again."""
        try:
            await super().aclose()
        finally:
            for name in LOGGERS:
                logging.getLogger(name).removeFilter(self._filter)

    async def _address(self, request: httpx2.Request) -> None:
        """Aim at the exact endpoint, with our key or none, and ask for a body that cannot unfold."""
        request.url = httpx2.URL(self._endpoint.url)
        request.headers["Accept-Encoding"] = "identity"
        request.headers.pop("Authorization", None)
        if self._endpoint.key is not None:
            request.headers["Authorization"] = f"Bearer {self._endpoint.key.reveal()}"
        self._meter.requests += 1

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Send, naming what went wrong with the connection. The options are the parent's."""
        try:
            return await super().send(request, **options)
        except httpx2.ConnectError as error:
            raise _named(error)(str(error), request=request) from error


async def _bound(response: httpx2.Response) -> None:
    """Refuse a compressed body, and let no body grow beyond ``BODY_BYTES``."""
    if response.headers.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
        raise UnusableBody("it is compressed although that was not asked for", request=response.request)
    response.stream = _Bounded(response.stream, response.request)


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, stream: object, request: httpx2.Request) -> None:
        if not isinstance(stream, httpx2.AsyncByteStream):
            raise UnusableBody("it is no stream", request=request)
        self._stream = stream
        self._request = request

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > BODY_BYTES:
                raise UnusableBody(f"it is longer than {BODY_BYTES} bytes", request=self._request)
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


def _named(error: BaseException) -> type[httpx2.ConnectError]:
    """The type that says why a connection could not be made, from the errors behind ``error``."""
    seen: set[int] = set()
    queue: list[BaseException | None] = [error]
    while queue:
        cause = queue.pop()
        if cause is None or id(cause) in seen:
            continue
        seen.add(id(cause))
        if isinstance(cause, ConnectionRefusedError):
            return NothingListens
        if isinstance(cause, socket.gaierror):
            return UnknownHost
        if isinstance(cause, ssl.SSLError):
            return NoTls
        queue += [cause.__cause__, cause.__context__, *getattr(cause, "exceptions", ())]
    return httpx2.ConnectError


def transport_failure(endpoint: Endpoint, error: BaseException | None) -> Failed:
    """The outcome for an error below HTTP."""
    match error:
        case NothingListens():
            return failures.failed(endpoint, FailureKind.REFUSED, "refuses the connection: nothing listens there")
        case UnknownHost():
            return failures.failed(endpoint, FailureKind.DNS, "cannot be found: the name has no address")
        case NoTls():
            return failures.failed(endpoint, FailureKind.TLS, "offers no secure connection that can be trusted")
        case UnusableBody():
            return failures.failed(endpoint, FailureKind.UNREADABLE, f"sent a response that is not read: {error}")
        case httpx2.TimeoutException():
            return failures.failed(endpoint, FailureKind.TIMEOUT, "did not answer in time")
    return failures.failed(endpoint, FailureKind.CONNECTION, "broke the connection or does not speak HTTP")
