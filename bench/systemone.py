"""Scoring messages against a server on loopback: how long, how many requests at a time, and what masking costs.

    python -m bench.systemone [--messages 1000] [--delay-ms 20] [--repeats 3] [--json FILE]

The server is a process of its own; it answers each request after a fixed delay, as a service across a network does, and
counts how many are under way. The baseline is the vendor's SDK as its quickstart uses it: one client, the same
questions and batches, one request after another. Ratios are to that baseline in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from threefold.systemone import Service, ServiceSettings, questions
from threefold.systemone.protocol import Excerpt, Score
from threefold.systemone.render import Renderer

BATCH = 8
BASELINE = "the vendor's SDK, one request after another"


class Row(NamedTuple):
    """One way of scoring, the best of the repeats."""

    name: str
    seconds: float
    ratio: float
    requests: int
    most_in_flight: int


def serve(delay_ms: float) -> None:
    """The server, until its standard input closes. Prints its port; ``GET /`` gives and resets its counts."""
    counts = {"requests": 0, "in_flight": 0, "most": 0}

    async def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                if head.startswith("GET"):
                    payload: dict[str, Any] = dict(counts)
                    counts.update(requests=0, most=0)
                else:
                    length = next(
                        int(row[15:]) for row in head.split("\r\n") if row.lower().startswith("content-length:")
                    )
                    asked = json.loads(await reader.readexactly(length))["questions"]
                    counts["requests"] += 1
                    counts["in_flight"] += 1
                    counts["most"] = max(counts["most"], counts["in_flight"])
                    await asyncio.sleep(delay_ms / 1000)
                    counts["in_flight"] -= 1
                    payload = answers(asked)
                body = json.dumps(payload).encode()
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")
                writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def main() -> None:
        server = await asyncio.start_server(client, "127.0.0.1", 0, backlog=256)
        print(server.sockets[0].getsockname()[1], flush=True)
        await asyncio.to_thread(sys.stdin.read)

    asyncio.run(main())


def answers(asked: dict[str, Any]) -> dict[str, Any]:
    """A well-formed answer to every question."""
    levels = {"0": 0.1, "1": 0.2, "2": 0.3, "3": 0.4}
    answer = {"type": "score", "score": 2.0, "legend": {}, "probabilities": levels, "confidence": 0.4}
    return {
        "model": "loopback",
        "answers": {
            name: answer | {"legend": dict(zip("0123", q["criteria"], strict=True))} for name, q in asked.items()
        },
        "usage": {"input_tokens": 200 * len(asked), "output_tokens": len(asked)},
    }


def messages(count: int) -> list[str]:
    """Tool output of 0.2 to 6 kB, every tenth with something to mask. The same for every run."""
    rng = random.Random(3)
    words = [
        "error",
        "parse",
        "src/ingest/parser.py",
        "line",
        "token",
        "value",
        "None",
        "return",
        "test_tabs",
        "4096",
        "ok",
    ]
    texts = []
    for number in range(count):
        text = " ".join(rng.choices(words, k=rng.randint(30, 900)))
        texts.append(f"{text}\nDB_PASSWORD=hunter{number} jane{number}@example.org" if number % 10 == 0 else text)
    return texts


def scores(texts: list[str]) -> dict[str, Score]:
    """One question for each message."""
    return {f"m{n}": questions.relevance_question("tool", text, 2000) for n, text in enumerate(texts)}


def through_the_sdk(url: str, texts: list[str]) -> None:
    """The baseline. Messages are cut to the same bytes, so that the same goes over the wire."""
    import typesafe_sdk as sdk

    renderer = Renderer(redact=False)
    asked: dict[str, sdk.Question] = {
        name: sdk.Score(instructions=renderer.json(question.instructions), criteria=list(question.levels))
        for name, question in scores(texts).items()
    }
    names = list(asked)
    with sdk.TypeSafeClient(api_key="none", base_url=url, model="jev-1.13.0", compression=False) as client:
        for start in range(0, len(names), BATCH):
            client.system_one({"task": "t"}, {name: asked[name] for name in names[start : start + BATCH]})


def through_ours(url: str, texts: list[str], **settings: Any) -> None:
    """Ours, with the settings given."""
    service = Service(ServiceSettings(url=url, timeout_ms=60_000, **settings), {})
    asked = service.ask({"task": Excerpt("t", 100)}, scores(texts))
    if asked.failures():
        raise SystemExit(f"not every message was scored: {asked.failures()}")


def counts_of(url: str) -> dict[str, int]:
    """The server's counts since the last time."""
    import httpx2

    counts: dict[str, int] = httpx2.get(url, trust_env=False).json()
    return counts


def measure(url: str, texts: list[str], repeats: int) -> list[Row]:
    """Every way of scoring, in turn."""
    ways: list[tuple[str, Callable[[], None]]] = [
        (BASELINE, lambda: through_the_sdk(url, texts)),
        ("threefold, one request at a time", lambda: through_ours(url, texts, max_in_flight=1)),
        ("threefold, 16 at a time (default)", lambda: through_ours(url, texts)),
        ("threefold, 16 at a time, secrets masked", lambda: through_ours(url, texts, redact="always")),
    ]
    rows: list[Row] = []
    for name, way in ways:
        way()  # imports and compiles what the first call pays for
        best, counted = float("inf"), {"requests": 0, "most": 0}
        for _ in range(repeats):
            counts_of(url)
            began = time.perf_counter()
            way()
            best = min(best, time.perf_counter() - began)
            counted = counts_of(url)
        rows.append(Row(name, best, best / (rows[0].seconds if rows else best), counted["requests"], counted["most"]))
    return rows


def main() -> None:
    """Start the server, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=1000)
    parser.add_argument("--delay-ms", type=float, default=20.0, help="how long the server takes for a request")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.delay_ms)
        return
    command = [sys.executable, "-m", "bench.systemone", "--serve", "--delay-ms", str(options.delay_ms)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdin is not None
        url = f"http://127.0.0.1:{server.stdout.readline().strip()}"
        rows = measure(url, messages(options.messages), options.repeats)
        server.stdin.close()
    print(f"{options.messages} messages, {BATCH} a request, {options.delay_ms:g} ms a request; baseline: {BASELINE}")
    for row in rows:
        way = f"{row.name:<45} {row.seconds:6.2f} s   {row.ratio:5.2f} x"
        print(f"  {way}   {row.requests} requests, {row.most_in_flight} at most under way")
    if options.json is not None:
        options.json.write_text(json.dumps([row._asdict() for row in rows], indent=2))


if __name__ == "__main__":
    main()
