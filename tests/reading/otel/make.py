"""Makes the traces beside it: the real OpenTelemetry SDK with its instrumentation of ``openai``, a model on loopback.

    pip install opentelemetry-sdk opentelemetry-exporter-otlp-json-file
    pip install openai opentelemetry-instrumentation-genai-openai
    python tests/reading/otel/make.py attributes|details
    pip install 'openai<2' opentelemetry-instrumentation-openai-v2==2.4b0 opentelemetry-util-genai==0.4b0
    python tests/reading/otel/make.py events

``attributes``: the messages stand in each span, written by the exporter of OTLP files (``attributes.otlp.jsonl``), by
the SDK's console (``attributes.console.json``) and as one span a line (``attributes.spans.jsonl``). ``details``: they
stand in one event for each request (``details.otlp.jsonl``). ``events``: one event for each message, as the convention
was before (``events.otlp.jsonl``, and ``events.console.json`` by the SDK's console).
"""

from __future__ import annotations

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

MODE = sys.argv[1]
if MODE != "events":
    os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = {
    "attributes": "SPAN_ONLY",
    "details": "EVENT_ONLY",
    "events": "true",
}[MODE]

HERE = Path(__file__).parent


def call(id: str, name: str, **arguments: str) -> dict[str, object]:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}


REPLIES: list[dict[str, object]] = [
    {"content": "I will look at the file.", "tool_calls": [call("call_1", "read_file", path="/w/a.py")]},
    {"content": None, "tool_calls": [call("call_2", "write_file", path="/w/a.py", content='PORT = 8443\n"中文" 😀')]},
    {"content": 'Done: "/w/a.py" listens on 8443.'},
    {"content": "Gladly."},
]
TURNS: list[list[dict[str, object]]] = [
    [
        {"role": "system", "content": "You are a careful agent."},
        {"role": "user", "content": "Set the port in /w/a.py to 8443. Never touch /w/b.py.\n\tThanks, 小明 😀"},
    ],
    [{"role": "tool", "tool_call_id": "call_1", "content": 'PORT = 8080\r\nNAME = "a"\n'}],
    [{"role": "tool", "tool_call_id": "call_2", "content": "written"}],
    [{"role": "user", "content": "Thank you."}],
]


class Model(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        return

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        message = {"role": "assistant", **REPLIES.pop(0)}
        finish = "tool_calls" if message.get("tool_calls") else "stop"
        body = {
            "id": f"chatcmpl-{len(REPLIES)}",
            "object": "chat.completion",
            "created": 1,
            "model": "mock-1",
            "choices": [{"index": 0, "finish_reason": finish, "message": message}],
            "usage": {"prompt_tokens": 50, "completion_tokens": 9, "total_tokens": 59},
        }
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def main() -> None:
    from openai import OpenAI
    from opentelemetry.exporter.otlp.json.file import FileSpanExporter
    from opentelemetry.exporter.otlp.json.file._log_exporter import FileLogExporter
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk._logs.export import ConsoleLogRecordExporter, SimpleLogRecordProcessor
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor

    if MODE == "events":
        from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
    else:
        from opentelemetry.instrumentation.genai.openai import OpenAIInstrumentor

    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    about = Resource.create({"service.name": "agent"})
    spans, logs = TracerProvider(resource=about), LoggerProvider(resource=about)
    made: list[Path] = []

    def file(name: str) -> Path:
        made.append(HERE / name)
        made[-1].unlink(missing_ok=True)
        return made[-1]

    if MODE == "attributes":
        spans.add_span_processor(SimpleSpanProcessor(FileSpanExporter(file("attributes.otlp.jsonl"))))
        console = file("attributes.console.json").open("w")
        spans.add_span_processor(SimpleSpanProcessor(ConsoleSpanExporter(out=console)))
        lines = file("attributes.spans.jsonl").open("w")
        flat = ConsoleSpanExporter(out=lines, formatter=lambda span: span.to_json(indent=None) + "\n")
        spans.add_span_processor(SimpleSpanProcessor(flat))
    else:
        logs.add_log_record_processor(SimpleLogRecordProcessor(FileLogExporter(file(f"{MODE}.otlp.jsonl"))))
        console = file(f"{MODE}.console.json").open("w")
        logs.add_log_record_processor(SimpleLogRecordProcessor(ConsoleLogRecordExporter(out=console)))
    OpenAIInstrumentor().instrument(tracer_provider=spans, logger_provider=logs)
    client = OpenAI(base_url=f"http://127.0.0.1:{server.server_address[1]}", api_key="none")
    messages: list[dict[str, object]] = []
    for turn in TURNS:
        messages += turn
        answer = client.chat.completions.create(model="mock-1", messages=messages)  # type: ignore[arg-type]
        messages.append(answer.choices[0].message.model_dump(exclude_none=True))
    spans.shutdown()
    logs.shutdown()
    for path in made:
        print(f"{path.name}: {path.stat().st_size:,} bytes")


main()
