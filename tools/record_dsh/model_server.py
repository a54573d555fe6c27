"""A scripted model on loopback: the `POST /v1/messages` that DeepSeek Harness speaks, streaming.

The harness is real; only the model's words are written beforehand. A script is a queue of replies for the ordinary
calls and another for the summariser's (which the harness marks with the header `x-deepseek-harness-compact: 1`).
Calls for a session title are answered from a constant, so that they never use up the script.

Standard library only, and knows nothing of the recorder: the tests of the live plugin use the same server.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Literal

COMPACT_HEADER = "x-deepseek-harness-compact"
CHUNK_CHARACTERS = 120  # a delta of the stream; small enough that a paragraph arrives in several

Kind = Literal["chat", "compact", "title"]


@dataclass(frozen=True)
class Call:
    """One tool call that the scripted model makes; `id` is given by the server when left empty."""

    name: str
    arguments: dict[str, object]
    id: str = ""


@dataclass(frozen=True)
class Reply:
    """One scripted answer of the model: text, reasoning and tool calls, or an HTTP error when `status` is not 200.

    `hold` is waited for before the first byte is sent: a test sets it to let a delayed answer go.
    """

    text: str = ""
    calls: tuple[Call, ...] = ()
    reasoning: str = ""
    status: int = 200
    error: str = ""
    hold: threading.Event | None = None


Scripted = Reply | Callable[[], Reply]  # a function is asked at the time of the call, for ids that nobody knows before


@dataclass(frozen=True)
class Request:
    """One request as the server saw it."""

    kind: Kind
    headers: dict[str, str]
    body: dict[str, object]

    @property
    def first(self) -> object:
        """The first message of the request."""
        messages = self.body.get("messages")
        return messages[0] if isinstance(messages, list) and messages else None

    @property
    def last(self) -> object:
        """The last message of the request."""
        messages = self.body.get("messages")
        return messages[-1] if isinstance(messages, list) and messages else None


@dataclass
class ScriptedModel:
    """The server and its script; a context manager. `url` is valid inside it.

    A call beyond the script is answered with a plain sentence, so that the harness comes to rest, and counted in
    `overrun`; `check()` raises for that and for replies nobody asked for, so a script cannot drift from the session.
    """

    requests: list[Request] = field(default_factory=list)
    overrun: int = 0
    _chat: deque[Scripted] = field(default_factory=deque)
    _others: dict[str, deque[Scripted]] = field(default_factory=dict)
    _compact: deque[Scripted] = field(default_factory=deque)
    _calls: int = 0
    _messages: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _server: ThreadingHTTPServer | None = None

    @property
    def url(self) -> str:
        if self._server is None:
            raise RuntimeError("the scripted model is not running: enter it as a context manager first")
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def script(self, *replies: Scripted) -> None:
        """Append answers for ordinary model calls."""
        with self._lock:
            self._chat.extend(replies)

    def script_summary(self, *replies: Scripted) -> None:
        """Append answers for the summariser's calls."""
        with self._lock:
            self._compact.extend(replies)

    def script_for(self, opening: str, *replies: Scripted) -> None:
        """Append ordinary answers for the conversation whose first message holds these words, such as a subagent's."""
        with self._lock:
            self._others.setdefault(opening, deque()).extend(replies)

    def drop_script(self) -> int:
        """Forget the ordinary replies that were not asked for (a turn was cut short on purpose); says how many."""
        with self._lock:
            left = len(self._chat)
            self._chat.clear()
        return left

    def check(self) -> None:
        """Raise AssertionError when the script and the session parted ways."""
        left = len(self._chat) + len(self._compact) + sum(map(len, self._others.values()))
        if self.overrun or left:
            asked = "\n  ".join(f"{request.kind}: {json.dumps(request.last)[-300:]}" for request in self.requests)
            raise AssertionError(
                f"the script does not fit the session: {self.overrun} calls beyond it, {left} left; calls:\n  {asked}"
            )

    def take(self, request: Request) -> Reply:
        """The next scripted answer for a request."""
        if request.kind == "title":
            return Reply(text="Scripted session")
        first = json.dumps(request.first, ensure_ascii=False)
        scripted: Scripted = Reply(text="The script ends here.")
        with self._lock:
            queue = self._compact if request.kind == "compact" else self._chat
            if request.kind == "chat":
                queue = next((script for opening, script in self._others.items() if opening in first), queue)
            if queue:
                scripted = queue.popleft()
            else:
                self.overrun += 1
        return scripted if isinstance(scripted, Reply) else scripted()

    def call_id(self) -> str:
        with self._lock:
            self._calls += 1
            return f"call_{self._calls:04d}"

    def message_id(self) -> str:
        with self._lock:
            self._messages += 1
            return f"msg_{self._messages:04d}"

    def __enter__(self) -> ScriptedModel:
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_for(self))
        server.daemon_threads = True
        self._server = server
        threading.Thread(target=server.serve_forever, args=(0.02,), name="scripted-model", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


def kind_of(headers: dict[str, str], body: dict[str, object]) -> Kind:
    """What a request is for: the summariser says so in a header; a title call has no tools and speaks of a title."""
    if headers.get(COMPACT_HEADER) == "1":
        return "compact"
    if not body.get("tools") and "title" in json.dumps(body)[:4000].lower():
        return "title"
    return "chat"


def stream_of(
    model: ScriptedModel, reply: Reply, name: object, request_bytes: int
) -> Iterator[tuple[str, dict[str, object]]]:
    """The server-sent events of one Anthropic message. Token counts are bytes / 4: a stand-in, not a measurement."""
    usage = {"input_tokens": max(1, request_bytes // 4), "output_tokens": 1}
    message = {"id": model.message_id(), "type": "message", "role": "assistant", "model": name, "content": []}
    yield "message_start", {"message": message | {"stop_reason": None, "stop_sequence": None, "usage": usage}}
    for index, (start, deltas) in enumerate(_blocks(model, reply)):
        yield "content_block_start", {"index": index, "content_block": start}
        for delta in deltas:
            yield "content_block_delta", {"index": index, "delta": delta}
        yield "content_block_stop", {"index": index}
    written = len(reply.text) + len(reply.reasoning) + sum(len(json.dumps(call.arguments)) for call in reply.calls)
    stop = "tool_use" if reply.calls else "end_turn"
    usage = usage | {"output_tokens": max(1, written // 4)}
    yield "message_delta", {"delta": {"stop_reason": stop, "stop_sequence": None}, "usage": usage}
    yield "message_stop", {}


def _blocks(model: ScriptedModel, reply: Reply) -> Iterator[tuple[dict[str, object], list[dict[str, object]]]]:
    if reply.reasoning:
        deltas: list[dict[str, object]] = [
            {"type": "thinking_delta", "thinking": piece} for piece in _pieces(reply.reasoning)
        ]
        deltas.append({"type": "signature_delta", "signature": "scripted"})
        yield {"type": "thinking", "thinking": "", "signature": ""}, deltas
    if reply.text:
        yield {"type": "text", "text": ""}, [{"type": "text_delta", "text": piece} for piece in _pieces(reply.text)]
    for call in reply.calls:
        arguments = json.dumps(call.arguments, ensure_ascii=False)
        start: dict[str, object] = {
            "type": "tool_use",
            "id": call.id or model.call_id(),
            "name": call.name,
            "input": {},
        }
        yield start, [{"type": "input_json_delta", "partial_json": arguments}]


def _pieces(text: str) -> list[str]:
    return [text[at : at + CHUNK_CHARACTERS] for at in range(0, len(text), CHUNK_CHARACTERS)]


def _handler_for(model: ScriptedModel) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Quiet: the requests are kept in `ScriptedModel.requests`."""

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            if not self.path.endswith("/v1/messages"):
                self._send_error(404, "only POST /v1/messages is served here")
                return
            body = json.loads(raw)
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = Request(kind_of(headers, body), headers, body)
            model.requests.append(request)
            reply = model.take(request)
            if reply.hold is not None:
                reply.hold.wait()
            try:
                if reply.status != 200:
                    self._send_error(reply.status, reply.error or "scripted error")
                else:
                    self._send_stream(reply, body.get("model"), len(raw))
            except (BrokenPipeError, ConnectionResetError):
                # The harness was aborted or killed while it listened: a scripted situation, not a fault here.
                self.close_connection = True

        def _send_stream(self, reply: Reply, name: object, request_bytes: int) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("connection", "close")
            self.end_headers()
            for event, data in stream_of(model, reply, name, request_bytes):
                payload = json.dumps({"type": event} | data, ensure_ascii=False)
                self.wfile.write(f"event: {event}\ndata: {payload}\n\n".encode())
                self.wfile.flush()
            self.close_connection = True

        def _send_error(self, status: int, message: str) -> None:
            error = {"type": "error", "error": {"type": "invalid_request_error", "message": message}}
            payload = json.dumps(error).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

    return Handler
