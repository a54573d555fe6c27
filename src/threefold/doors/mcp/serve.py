"""How a server is reached: standard input and output, or streamable HTTP.

HTTP is for this machine; an address that others can reach needs a token, which every request must carry. On the
loopback address the SDK refuses requests whose ``Host`` or ``Origin`` is another's (a web page that was led here).
"""

from __future__ import annotations

import hmac
import socket
import sys
from pathlib import Path

import anyio
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp, Receive, Scope, Send

from threefold.doors.mcp.roots import Roots
from threefold.doors.mcp.server import Serving
from threefold.doors.mcp.unread import Answered
from threefold.errors import UsageError
from threefold.settings import Settings
from threefold.systemone.endpoint import is_loopback


def over_stdio(name: str, settings: Settings, roots: list[Path]) -> None:
    """Serve the process that started this one, until it closes the input."""

    async def run() -> None:
        server = _serving(name, settings, roots, trusts_client=True).server
        async with stdio_server() as (requests, answers):
            await server.run(Answered(requests, answers), answers, server.create_initialization_options())

    anyio.run(run)


def over_http(name: str, settings: Settings, roots: list[Path], host: str, port: int, token: str) -> None:
    """Serve HTTP until interrupted; says on standard error where. Raises UsageError for an open door."""
    import uvicorn

    if not is_loopback(host) and not token:
        raise UsageError(
            f"{host} can be reached from other machines: give a token (--token-file, or THREEFOLD_MCP_TOKEN), or serve "
            "127.0.0.1."
        )
    app: ASGIApp = application(name, settings, roots, host, token)
    listener = _listen(host, port)
    place, bound = listener.getsockname()[:2]
    shown = f"[{place}]" if ":" in place else place
    print(f"threefold: serving {name} at http://{shown}:{bound}/mcp", file=sys.stderr, flush=True)
    config = uvicorn.Config(app, log_level="warning", lifespan="on")
    uvicorn.Server(config).run(sockets=[listener])


def application(name: str, settings: Settings, roots: list[Path], host: str, token: str) -> ASGIApp:
    """The web application, behind its token if it has one."""
    security = None if is_loopback(host) else TransportSecuritySettings(enable_dns_rebinding_protection=False)
    serving = _serving(name, settings, roots, trusts_client=False)
    local = "127.0.0.1" if is_loopback(host) else host
    app = serving.server.streamable_http_app(host=local, transport_security=security)
    return Guarded(app, token) if token else app


class Guarded:
    """Lets through what carries the token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._wanted = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not hmac.compare_digest(given, self._wanted):
                headers = [(b"www-authenticate", b"Bearer"), (b"content-type", b"text/plain")]
                await send({"type": "http.response.start", "status": 401, "headers": headers})
                await send({"type": "http.response.body", "body": b"A token is needed.\n"})
                return
        await self._app(scope, receive, send)


def _serving(name: str, settings: Settings, roots: list[Path], *, trusts_client: bool) -> Serving:
    own = Roots(roots) if roots else None
    return Serving(name, settings, own, Roots([Path.cwd()]), trusts_client=trusts_client)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host.strip("[]"), port), family=family)
    except OSError as error:
        raise UsageError(f"{host}:{port} cannot be listened on: {error.strerror}.") from None
