"""A model on loopback that three clients take for their provider's: Anthropic messages, OpenAI responses and chat.

It answers the turns of a conversation from a script and every request for a summary with one text, and remembers what
it was asked. A script that was not used up, or was too short, is seen by ``left`` and by the plain reply.
"""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple


class Say(NamedTuple):
    """The model says a text; the provider reports this many input tokens."""

    text: str
    tokens: int = 1000


class Run(NamedTuple):
    """The model calls the shell."""

    command: str
    tokens: int = 1000


class Write(NamedTuple):
    """The model calls the tool that writes a file."""

    path: str
    content: str
    tokens: int = 1000


class TooLong(NamedTuple):
    """The provider refuses the request: the context is too long."""

    tokens: int = 0


Step = Say | Run | Write | TooLong
SUMMARY_SIGNS = (
    "create a detailed summary",
    "detailed summary of the conversation",
    "CONTEXT CHECKPOINT COMPACTION",
    "compaction_trigger",
    "structured context checkpoint",
    "context summarization assistant",
    "turn prefix",
)


class Model:
    """The server; ``requests`` are the bodies of all it was asked, ``summaries`` of those that asked for a summary."""

    def __init__(self, steps: Sequence[Step], summary: str) -> None:
        self.left = list(steps)
        self.summary = summary
        self.requests: list[dict[str, object]] = []
        self.summaries: list[dict[str, object]] = []
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Model:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def next(self, body: dict[str, object], newest: str) -> tuple[Step, int]:
        """The step that answers a request, and its number."""
        with self._lock:
            self.requests.append(body)
            number = len(self.requests)
            if any(sign in newest for sign in SUMMARY_SIGNS):
                self.summaries.append(body)
                return Say(self.summary, 5000), number
            if not body.get("tools"):  # a client's side question: a title, a topic
                return Say("side"), number
            return (self.left.pop(0) if self.left else Say("nothing more to do")), number


def _handler(model: Model) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            return

        def do_HEAD(self) -> None:
            self._json({})

        def do_GET(self) -> None:
            self._json({"object": "list", "data": [], "models": []})

        def do_POST(self) -> None:
            raw = self._body()
            body = json.loads(raw or b"{}")
            if "count_tokens" in self.path:
                self._json({"input_tokens": len(raw) // 4})
            elif "/v1/messages" in self.path:
                self._anthropic(body)
            elif self.path.endswith("/responses"):
                self._responses(body)
            elif self.path.endswith("/chat/completions"):
                self._chat(body)
            else:
                self._json({}, 404)

        def _body(self) -> bytes:
            if self.headers.get("transfer-encoding", "").lower() == "chunked":
                pieces = []
                while size := int(self.rfile.readline().strip() or b"0", 16):
                    pieces.append(self.rfile.read(size))
                    self.rfile.readline()
                self.rfile.readline()
                raw = b"".join(pieces)
            else:
                raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            return gzip.decompress(raw) if self.headers.get("content-encoding") == "gzip" else raw

        def _json(self, value: object, status: int = 200) -> None:
            data = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(data)

        def _events(self, events: Iterator[dict[str, object]], *, named: bool) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("connection", "close")
            self.end_headers()
            for event in events:
                head = f"event: {event['type']}\n" if named else ""
                self.wfile.write(f"{head}data: {json.dumps(event)}\n\n".encode())
            if not named:
                self.wfile.write(b"data: [DONE]\n\n")
            self.close_connection = True

        def _anthropic(self, body: dict[str, object]) -> None:
            step, number = model.next(body, json.dumps(_last(body, "messages")))
            if isinstance(step, TooLong):
                message = "prompt is too long: 210000 tokens > 200000 maximum"
                self._json({"type": "error", "error": {"type": "invalid_request_error", "message": message}}, 400)
                return
            self._events(_anthropic_events(step, number, str(body.get("model"))), named=True)

        def _responses(self, body: dict[str, object]) -> None:
            newest = json.dumps(_last(body, "input"))
            step, number = model.next(body, newest)
            tools = json.dumps(body.get("tools"))
            remote = "compaction_trigger" in newest
            self._events(_responses_events(step, number, tools, remote=remote), named=True)

        def _chat(self, body: dict[str, object]) -> None:
            step, number = model.next(body, json.dumps(body.get("messages")) if not body.get("tools") else "")
            if isinstance(step, TooLong):
                message = "This model's maximum context length is 100000 tokens, however you requested 110000 tokens"
                self._json({"error": {"message": message, "code": "context_length_exceeded"}}, 400)
                return
            self._events(_chat_events(step, number), named=False)

    return Handler


def _last(body: dict[str, object], key: str) -> object:
    items = body.get(key)
    return items[-1] if isinstance(items, list) and items else None


def _anthropic_events(step: Step, number: int, model: str) -> Iterator[dict[str, object]]:
    usage = {"input_tokens": step.tokens, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
    message = {"id": f"msg_{number:06}", "type": "message", "role": "assistant", "model": model, "content": []}
    head = {"stop_reason": None, "stop_sequence": None, "usage": usage | {"output_tokens": 1}}
    yield {"type": "message_start", "message": message | head}
    if isinstance(step, Say):
        block: dict[str, object] = {"type": "text", "text": ""}
        delta: dict[str, object] = {"type": "text_delta", "text": step.text}
    else:
        name, arguments = _call(step, bash="Bash", write="Write", path="file_path")
        block = {"type": "tool_use", "id": f"toolu_{number:06}", "name": name, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(arguments)}
    yield {"type": "content_block_start", "index": 0, "content_block": block}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    reason = "end_turn" if isinstance(step, Say) else "tool_use"
    yield {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": usage | {"output_tokens": 20}}
    yield {"type": "message_stop"}


def _responses_events(step: Step, number: int, tools: str, *, remote: bool) -> Iterator[dict[str, object]]:
    """``remote`` is a compaction by the provider, which gives a summary that only it can read."""
    yield {"type": "response.created", "response": {"id": f"resp_{number}"}}
    if remote:
        item: dict[str, object] = {"type": "compaction", "id": f"cmp_{number}", "encrypted_content": "c2VjcmV0"}
    elif isinstance(step, Run):
        name, key = ("exec_command", "cmd") if '"exec_command"' in tools else ("shell_command", "command")
        item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}"}
        item |= {"name": name, "arguments": json.dumps({key: step.command})}
    else:
        text = step.text if isinstance(step, Say) else "?"
        item = {"type": "message", "role": "assistant", "id": f"msg_{number}"}
        item["content"] = [{"type": "output_text", "text": text}]
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    usage = {"input_tokens": step.tokens, "output_tokens": 10, "total_tokens": step.tokens + 10}
    yield {"type": "response.completed", "response": {"id": f"resp_{number}", "usage": usage}}


def _chat_events(step: Step, number: int) -> Iterator[dict[str, object]]:
    base = {"id": f"c{number}", "object": "chat.completion.chunk", "created": 1, "model": "mock-1"}
    if isinstance(step, Say):
        delta: dict[str, object] = {"role": "assistant", "content": step.text}
    else:
        name, arguments = _call(step, bash="bash", write="write", path="path")
        function = {"name": name, "arguments": json.dumps(arguments)}
        call = {"index": 0, "id": f"call_{number}", "type": "function", "function": function}
        delta = {"role": "assistant", "tool_calls": [call]}
    yield base | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    reason = "stop" if isinstance(step, Say) else "tool_calls"
    yield base | {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}
    usage = {"prompt_tokens": step.tokens, "completion_tokens": 10, "total_tokens": step.tokens + 10}
    yield base | {"choices": [], "usage": usage}


def _call(step: Step, *, bash: str, write: str, path: str) -> tuple[str, dict[str, str]]:
    if isinstance(step, Write):
        return write, {path: step.path, "content": step.content}
    assert isinstance(step, Run)
    return bash, {"command": step.command}
