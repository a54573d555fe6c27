"""A scoring server on loopback that does exactly what a test tells it, over real sockets.

It speaks TypeSafe's protocol and Phocinae's, and misbehaves in ways that ``jevcompat.mock`` does not: bodies that never
end, drips, hangs, redirects, compression, arbitrary bytes. It keeps every request it saw.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Seen:
    """One request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    number: int

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Answer:
    """One response. ``then`` is what follows the body: ``close``, ``endless``, ``drip``, ``hang`` or nothing."""

    body: bytes = b"{}"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    then: str = ""
    raw: bytes | None = None


Behaviour = Callable[[Seen], Answer]


def as_json(payload: object, status: int = 200, **headers: str) -> Answer:
    return Answer(json.dumps(payload).encode(), status, {"Content-Type": "application/json", **headers})


def probabilities(count: int, top: int) -> list[float]:
    """Two decimals, most of it on one place, summing to 1."""
    if count == 1:
        return [1.0]
    rest = round(0.3 / (count - 1), 2)
    values = [rest] * count
    values[top] = round(1 - rest * (count - 1), 2)
    return values


def typesafe_answer(question: dict[str, Any], top: int = 0) -> dict[str, Any]:
    if question["type"] == "choice":
        labels = list(question["criteria"])
        values = probabilities(len(labels), top)
        return {
            "type": "choice",
            "choice": labels[top],
            "probabilities": dict(zip(labels, values, strict=True)),
            "confidence": 0.5,
        }
    values = probabilities(len(question["criteria"]), top)
    return {
        "type": "score",
        "score": sum(level * value for level, value in enumerate(values)),
        "legend": {str(level): text for level, text in enumerate(question["criteria"])},
        "probabilities": {str(level): value for level, value in enumerate(values)},
        "confidence": 0.5,
    }


def typesafe_body(seen: Seen, top: int = 0) -> dict[str, Any]:
    asked = seen.json()["questions"]
    return {
        "model": "jev-1.13.0",
        "answers": {name: typesafe_answer(question, top) for name, question in asked.items()},
        "usage": {"input_tokens": 10 * len(asked), "output_tokens": 2},
    }


def typesafe(seen: Seen) -> Answer:
    return as_json(typesafe_body(seen))


def phocinae_body(seen: Seen, top: int = 0) -> list[dict[str, Any]]:
    replies = []
    for request in seen.json()["requests"]:
        reply: dict[str, Any] = {"model": request["model"], "answers": {}, "option_scores": {}, "answer_confidence": {}}
        for question in request["questions"]:
            score = question["type"] == "score"
            values = probabilities(9 if score else len(question["options"]), top)
            reply["answers"][question["id"]] = top + 2 if score else top
            reply["option_scores"][question["id"]] = values
            reply["answer_confidence"][question["id"]] = max(values)
        reply["usage"] = {"input_tokens": 20, "output_tokens": 0}
        replies.append(reply)
    return replies


def phocinae(seen: Seen) -> Answer:
    return as_json(phocinae_body(seen))


class Loopback:
    """The server, in a thread of its own. ``hold`` keeps answers back until that many requests are under way."""

    def __init__(self, behave: Behaviour = typesafe, hold: int = 0) -> None:
        self.behave = behave
        self.seen: list[Seen] = []
        self.in_flight = 0
        self.most_in_flight = 0
        self._hold = hold
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._full: asyncio.Event
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: list[asyncio.StreamWriter] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Loopback:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *exc: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        self._full = asyncio.Event()
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0, backlog=512)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        # asyncio leaks a connection that it accepts in the turn in which the server closes: let those arrive first.
        for _ in range(10):
            await asyncio.sleep(0)
        server.close()
        # A connection that was just accepted becomes a task, and an aborted one lost, some turns of the loop later.
        for _ in range(10):
            for task in list(self._tasks):
                task.cancel()
            for writer in self._writers:
                writer.transport.abort()
            await asyncio.sleep(0)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._writers.append(writer)
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        line, *rest = head.split("\r\n")
        method, path, _ = line.split(" ", 2)
        headers = {name.lower(): value.strip() for name, _, value in (row.partition(":") for row in rest if row)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        seen = Seen(method, path, headers, body, len(self.seen))
        self.seen.append(seen)
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            if self._hold:
                if self.in_flight >= self._hold:
                    self._full.set()
                await self._full.wait()
            await self._reply(self.behave(seen), writer)
        finally:
            self.in_flight -= 1
        return True

    async def _reply(self, answer: Answer, writer: asyncio.StreamWriter) -> None:
        if answer.raw is not None:
            writer.write(answer.raw)
            await writer.drain()
            raise ConnectionError("the answer is over")
        headers = dict(answer.headers)
        if answer.then in ("endless", "drip", "hang"):
            headers["Transfer-Encoding"] = "chunked"
        else:
            headers["Content-Length"] = str(len(answer.body))
        lines = [f"HTTP/1.1 {answer.status} Whatever", *(f"{name}: {value}" for name, value in headers.items())]
        writer.write("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n")
        if "Transfer-Encoding" not in headers:
            writer.write(answer.body)
        await writer.drain()
        while answer.then == "endless":
            writer.write(b"10000\r\n" + b" " * 65536 + b"\r\n")
            await writer.drain()
        while answer.then == "drip":
            writer.write(b"1\r\n \r\n")
            await writer.drain()
            await asyncio.sleep(0.01)
        if answer.then == "hang":
            await self._stop.wait()
        if answer.then == "close":
            raise ConnectionError("closed on purpose")
