"""Requests on standard input that the SDK cannot parse, and would leave without any answer.

A client waits for the answer to each id that it gave. Text that holds half a character (an escape of one surrogate, as
``JSON.stringify`` writes it) is read with U+FFFD in its place. What cannot be read at all, such as data nested deeper
than the parser goes, is answered with an error, where an id is to be found.
"""

from __future__ import annotations

from types import TracebackType
from typing import Protocol, Self

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from threefold.doors.halves import id_of, mended


class Incoming(Protocol):
    """What messages come from."""

    async def receive(self) -> SessionMessage | Exception: ...
    async def aclose(self) -> None: ...


class Outgoing(Protocol):
    """Where messages go."""

    async def send(self, item: SessionMessage, /) -> None: ...


class Answered:
    """A stream of messages in which each request that could not be parsed was mended or is answered."""

    def __init__(self, incoming: Incoming, outgoing: Outgoing) -> None:
        self._incoming, self._outgoing = incoming, outgoing

    async def receive(self) -> SessionMessage | Exception:
        """The next message. Raises anyio.EndOfStream after the last."""
        item = await self._incoming.receive()
        if not isinstance(item, ValidationError):
            return item
        text = _text(item)
        try:
            return SessionMessage(types.jsonrpc_message_adapter.validate_json(mended(text), by_name=False))
        except ValidationError as error:
            wrong = str(error.errors()[0]["msg"])
        asked = id_of(text)
        if asked is not None:
            said = types.ErrorData(code=types.PARSE_ERROR, message=f"The request cannot be read: {wrong}.")
            await self._outgoing.send(SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=asked, error=said)))
        return item

    async def aclose(self) -> None:
        """Close the stream that this one is made of."""
        await self._incoming.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        await self.aclose()
        return None


def _text(error: ValidationError) -> str:
    """The line that could not be parsed; empty where it was JSON, of another shape."""
    first = error.errors()[0]
    given = first["input"] if first["type"] == "json_invalid" else ""
    return given if isinstance(given, str) else ""
