"""Phocinae servers: another dialect under the same path.

Its HTTP layer reads nothing but the state and the options, so the question stands at the head of the state and every
option explains itself. The state is cut without a word at 300 to 500 tokens: each message travels in an item of its
own, shortened here to what is surely read, and a state that may not be shortened (the verdict's) is refused instead.
A score runs from 2 to 10, with one probability for each.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Mapping
from typing import cast
from urllib.parse import urlsplit

import httpx2
import msgspec

from threefold.systemone import failures
from threefold.systemone.dialect import Item, Meter, Reply, missing
from threefold.systemone.endpoint import Endpoint
from threefold.systemone.failures import RequestFailed
from threefold.systemone.http import GuardedClient, UnusableBody, transport_failure
from threefold.systemone.protocol import Choice, Content, Excerpt, Failed, FailureKind, Outcome, Question
from threefold.systemone.questions import phocinae as templates
from threefold.systemone.reader import chosen, distribution, number, scored, tokens
from threefold.systemone.render import Json, Renderer, plain

STATE_BYTES = 1000
"""What is surely read: 300 tokens at somewhat over three bytes, which holds for English, code and Chinese."""
TASK_SHARE = 4
"""A shortened task takes at most this part of the state."""
BATCH_ITEMS = 64
BODY_BYTES = 2 << 20
LOWEST, HIGHEST = 2, 10
TRIES = 3
PAUSE_S = 0.5


class Phocinae:
    """One ask of a Phocinae server."""

    def __init__(
        self, endpoint: Endpoint, renderer: Renderer, meter: Meter, *, connections: int, seconds: float
    ) -> None:
        self._endpoint = endpoint
        self._renderer = renderer
        parts = urlsplit(endpoint.url)
        batch = msgspec.structs.replace(endpoint, url=parts._replace(path=parts.path.rstrip("/") + "/batch").geturl())
        self._client = GuardedClient(batch, meter, connections)
        self._client.timeout = httpx2.Timeout(seconds)
        self._ends = time.monotonic() + seconds

    def prepare(self, name: str, question: Question, state: Json) -> Item:
        """One item: the question and the state as text. Raises RequestFailed when the state may not be shortened."""
        asked, about = _split(question.instructions)
        asked = plain(self._renderer.json(asked))
        if isinstance(question, Choice):
            template, body = templates().choice, {"type": "choice", "options": list(question.options.values())}
            words = {"question": asked}
        else:
            template, body = templates().score, {"type": "score"}
            words = {"question": asked, "lowest": question.levels[0], "highest": question.levels[-1]}
        room = STATE_BYTES - len(template.format(**words, state="").encode())
        text = self._text(state, about, room)
        full = template.format(**words, state=text)
        if (size := len(full.encode())) > STATE_BYTES:
            raise RequestFailed(
                failures.failed(
                    self._endpoint,
                    FailureKind.TOO_LARGE,
                    f"reads about {STATE_BYTES} bytes of a state and cuts the rest without a word; this one has {size} "
                    "bytes, so nothing was sent",
                )
            )
        item: dict[str, object] = {
            "model": self._endpoint.model,
            "state": full,
            "questions": [{"id": name, **body}],
        }
        return Item(name=name, question=question, body=item, tokens=size // 3)

    def _text(self, state: Json, about: Content | None, room: int) -> str:
        """State and message as text; where a message is given, both are shortened to fit."""
        shared = plain(state)
        if about is None:
            return shared
        if len(shared.encode()) > room // TASK_SHARE:
            shared = Renderer(redact=False).excerpt(Excerpt(shared, room // TASK_SHARE))
        left = room - len(shared.encode()) - 1
        frame = plain(Renderer(redact=False).json(_shortened(about, 0)))
        body = plain(self._renderer.json(_shortened(about, max(0, left - len(frame.encode())))))
        return f"{shared}\n{body}"

    def fits(self, items: list[Item], state: Json) -> bool:
        """Whether these may share one batch."""
        return len(items) <= BATCH_ITEMS and sum(3 * item.tokens + 200 for item in items) <= BODY_BYTES

    async def send(self, items: list[Item], state: Json) -> Reply:
        """Ask these in one batch, again when the server is busy or still loading. Raises RequestFailed."""
        content = msgspec.json.encode({"requests": [item.body for item in items]})
        tries = 0
        while True:
            tries += 1
            came, wait = await self._post(content)
            if isinstance(came, bytes):
                return self._read(came, items)
            if wait is None or tries >= TRIES or time.monotonic() + wait >= self._ends:
                raise RequestFailed(came)
            await asyncio.sleep(wait)

    async def _post(self, content: bytes) -> tuple[bytes | Failed, float | None]:
        """The body of a success; else what became of it and, if it may become better, after how many seconds."""
        request = self._client.build_request(
            "POST", self._endpoint.url, content=content, headers={"Content-Type": "application/json"}
        )
        try:
            response = await self._client.send(request, auth=None)
        except httpx2.RequestError as error:
            hopeless = isinstance(error, httpx2.ConnectError | UnusableBody | httpx2.TimeoutException)
            return transport_failure(self._endpoint, error), None if hopeless else PAUSE_S
        if response.is_success:
            return response.content, None
        again = response.status_code == 429 or response.status_code >= 500
        return self._refused(response), _pause(response.headers.get("Retry-After")) if again else None

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    def _refused(self, response: httpx2.Response) -> Failed:
        body = _decoded(response.content)
        if body is None:
            body = response.content[:400].decode("utf-8", "replace")
        return failures.by_status(self._endpoint, response.status_code, body, response.headers.get("Location"))

    def _read(self, content: bytes, items: list[Item]) -> Reply:
        replies = _decoded(content)
        if not isinstance(replies, list):
            raise RequestFailed(
                failures.failed(self._endpoint, FailureKind.UNREADABLE, "sent no JSON array of answers")
            )
        absent = missing(self._endpoint, len(items), len(replies))
        outcomes: dict[str, Outcome] = dict.fromkeys((item.name for item in items), absent)
        usages: list[object] = []
        for item, reply in zip(items, replies, strict=False):
            outcomes[item.name] = read_reply(item.question, item.name, reply) or absent
            usages.append(reply.get("usage") if isinstance(reply, Mapping) else None)
        return Reply(
            outcomes=outcomes,
            input_tokens=_total([tokens(usage, "input_tokens") for usage in usages]),
            output_tokens=_total([tokens(usage, "output_tokens") for usage in usages]),
            extra=max(0, len(replies) - len(items)),
            body=replies,
        )


def read_reply(question: Question, name: str, reply: object) -> Outcome | None:
    """The outcome in one item of a batch's response, None when it leaves the question out. Never raises."""
    if not isinstance(reply, Mapping):
        return _bad("it is no object")
    answers, scores = reply.get("answers"), reply.get("option_scores")
    if not isinstance(answers, Mapping):
        return _bad("it has no answers")
    if name not in answers:
        return None
    if not isinstance(scores, Mapping) or name not in scores:
        return _bad("it has no option_scores, without which there is no confidence (the server hides extensions)")
    labels = list(question.options) if isinstance(question, Choice) else []
    given = scores[name]
    expected = len(labels) if isinstance(question, Choice) else HIGHEST - LOWEST + 1
    if not isinstance(given, list) or len(given) != expected:
        return _bad(f"its option_scores are no list of {expected}")
    values = distribution(given)
    if isinstance(values, Failed):
        return values
    picked = number(answers[name])
    low = 0 if isinstance(question, Choice) else LOWEST
    if picked is None or not picked.is_integer() or not low <= picked < low + expected:
        return _bad("its answer is none of those that can be given")
    named = reply.get("model")
    model = named[:100] if isinstance(named, str) else ""
    if isinstance(question, Choice):
        index = int(picked)
        if values[index] < max(values) - 0.01:
            return _bad("its answer is not its most probable option, so it contradicts itself")
        return chosen(labels, values, model, labels[index])
    return scored(values, model)


def _split(instructions: Content) -> tuple[Content, Content | None]:
    """The question itself, and the message that it is about where there is one."""
    if isinstance(instructions, dict) and "question" in instructions:
        return instructions["question"], {key: value for key, value in instructions.items() if key != "question"}
    return instructions, None


def _shortened(content: Content, limit: int) -> Content:
    """``content`` with each excerpt cut to ``limit`` bytes."""
    if isinstance(content, Excerpt):
        return Excerpt(content.text if limit else "", min(limit, content.limit))
    if isinstance(content, list):
        return [_shortened(part, limit) for part in content]
    if isinstance(content, dict):
        return {key: _shortened(part, limit) for key, part in content.items()}
    return content


def _decoded(content: bytes) -> object:
    """The JSON in ``content``, None when it is none. NaN is let through here, for it spoils only its own answer."""
    try:
        decoded: object = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return decoded


def _pause(retry_after: str | None) -> float:
    """Seconds to wait: what the server asks for, where that is a plain number."""
    try:
        seconds = float(retry_after or "")
    except ValueError:
        return PAUSE_S
    return seconds if math.isfinite(seconds) and seconds >= 0 else PAUSE_S


def _total(counts: list[int | None]) -> int | None:
    return None if not counts or None in counts else sum(cast(list[int], counts))


def _bad(what: str) -> Failed:
    return Failed(kind=FailureKind.BAD_ANSWER, message=f"The service's answer cannot be used: {what}.")
