"""``threefold bridge``: requests and answers as lines of JSON on standard input and output, for a harness's plugin.

A request is ``{"id": 1, "verb": "before", "args": {...}}``; its answer ``{"id": 1, "result": ...}``, or
``{"id": 1, "error": "one sentence"}``. Requests of several sessions are worked on at the same time, and answers come as
they are ready; ``ping`` is answered at once. A line that is no request is answered under its id, or -1 where it has
none. The end of the input is the end of the bridge. Nothing else is written to the output: what a library prints goes
to standard error.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import BinaryIO

import msgspec

from threefold.doors.halves import id_of, mended, whole
from threefold.errors import ThreefoldError

Verb = Callable[[msgspec.Raw], object]
WORKERS = 4
IMMEDIATE = "ping"
_WARMED = 10.0
"""Seconds that the end waits for what is loaded ahead."""


class Request(msgspec.Struct):
    """One line of the input."""

    id: int
    verb: str
    args: msgspec.Raw = msgspec.Raw(b"{}")


class Answers:
    """The output; each answer is one whole line, whoever writes it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def send(self, answer: Mapping[str, object]) -> None:
        """Write one answer. Whoever asked may be gone; then nobody misses it."""
        try:
            line = _encoded(answer)
        except (UnicodeEncodeError, TypeError, msgspec.EncodeError) as error:
            line = msgspec.json.encode({"id": answer["id"], "error": f"the answer cannot be written: {error}"})
        with self._lock:
            try:
                self._stream.write(line + b"\n")
                self._stream.flush()
            except (BrokenPipeError, ValueError):
                return


def _encoded(answer: Mapping[str, object]) -> bytes:
    try:
        return msgspec.json.encode(answer)
    except UnicodeEncodeError:
        return msgspec.json.encode(whole(msgspec.to_builtins(answer)))


def serve(requests: BinaryIO, answers: BinaryIO, verbs: Mapping[str, Verb]) -> None:
    """Answer requests until the input ends; what is at work then is finished first."""
    out = Answers(answers)
    decoder = msgspec.json.Decoder(Request)
    with ThreadPoolExecutor(WORKERS, thread_name_prefix="bridge") as pool:
        for line in requests:
            if not line.strip():
                continue
            try:
                request = _request(decoder, line)
            except (msgspec.DecodeError, RecursionError) as error:
                given = id_of(line.decode("utf-8", "replace"))
                known = given if isinstance(given, int) else -1
                out.send({"id": known, "error": f"a line is no request: {error}"})
                continue
            verb = verbs.get(request.verb)
            if verb is None:
                out.send({"id": request.id, "error": f"there is no verb {request.verb!r:.60}"})
            elif request.verb == IMMEDIATE:
                out.send(_answer(request, verb))
            else:
                pool.submit(_work, out, request, verb)


def _request(decoder: msgspec.json.Decoder[Request], line: bytes) -> Request:
    """One line's request, with U+FFFD where it holds half a character. Raises msgspec.DecodeError."""
    try:
        return decoder.decode(line)
    except msgspec.DecodeError:
        return decoder.decode(mended(line.decode("utf-8", "replace")))


def _work(out: Answers, request: Request, verb: Verb) -> None:
    out.send(_answer(request, verb))


def _answer(request: Request, verb: Verb) -> dict[str, object]:
    try:
        return {"id": request.id, "result": verb(request.args)}
    except ThreefoldError as error:
        return {"id": request.id, "error": str(error)}
    except Exception as error:  # a fault of ours may cost an answer and never the bridge
        return {"id": request.id, "error": f"a fault of ours in {request.verb}, {type(error).__name__}: {error}"[:500]}


def main() -> None:
    """Serve the plugin of DeepSeek Harness on this process's own input and output."""
    from threefold.harness.dsh.verbs import VERBS, warm

    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    warming = threading.Thread(target=warm, daemon=True)
    warming.start()
    try:
        serve(sys.stdin.buffer, answers, VERBS)
    except KeyboardInterrupt:
        return
    finally:
        warming.join(_WARMED)  # libraries that are being loaded while Python ends abort the process


if __name__ == "__main__":
    main()
