"""A model on loopback that always says the same: what the doctor lets a harness talk to."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

ANSWER = "Noted by the doctor. " * 40
SUMMARISER = "x-deepseek-harness-compact"
"""The header by which the harness marks a summariser's call."""


class FixedModel:
    """Serves ``POST /v1/messages``, streaming; a context manager. ``url`` is valid inside it."""

    def __init__(self, summary: str) -> None:
        class Handler(BaseHTTPRequestHandler):
            def log_message(self, format: str, *args: object) -> None:
                """Quiet."""

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("content-length") or 0))
                text = summary if self.headers.get(SUMMARISER) == "1" else ANSWER
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.end_headers()
                self.wfile.write(_stream(text))

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> FixedModel:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


def _stream(text: str) -> bytes:
    """One message of the Anthropic wire format as server-sent events."""
    usage = {"input_tokens": 100, "output_tokens": max(1, len(text) // 4)}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "fixed", "content": [], "usage": usage}
    events: list[tuple[str, dict[str, object]]] = [
        ("message_start", {"message": message | {"stop_reason": None, "stop_sequence": None}}),
        ("content_block_start", {"index": 0, "content_block": {"type": "text", "text": ""}}),
        ("content_block_delta", {"index": 0, "delta": {"type": "text_delta", "text": text}}),
        ("content_block_stop", {"index": 0}),
        ("message_delta", {"delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": usage}),
        ("message_stop", {}),
    ]
    return "".join(f"event: {name}\ndata: {json.dumps({'type': name} | data)}\n\n" for name, data in events).encode()
