"""Asking a service: one call, one deadline, one outcome for every question, whatever happens."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Iterator, Mapping

from threefold.systemone import deadline, failures
from threefold.systemone.dialect import Dialect, Item, Meter, Reply
from threefold.systemone.endpoint import Endpoint, locate
from threefold.systemone.failures import RequestFailed
from threefold.systemone.protocol import Answered, Asked, Content, Failed, FailureKind, Outcome, Question, Usage
from threefold.systemone.render import Json, Renderer
from threefold.systemone.settings import ServiceSettings

GIVE_UP_AFTER = 4
"""When this many requests in a row failed in a way that the next would too, the rest is not sent."""


class Service:
    """A configured service, or the reason why there is none.

    Making one reads the environment and nothing else; the SDK is imported, and the network used, by ``ask``.
    """

    def __init__(self, settings: ServiceSettings | None = None, environ: Mapping[str, str] | None = None) -> None:
        self.settings = ServiceSettings() if settings is None else settings
        located = locate(self.settings, os.environ if environ is None else environ)
        self.endpoint: Endpoint | None = located if isinstance(located, Endpoint) else None
        self.unavailable: Failed | None = located if isinstance(located, Failed) else None
        """Why nothing can be asked; None when there is an address to ask."""

    @property
    def redacts(self) -> bool:
        """Whether secrets are masked before sending: always, unless the address is loopback or it was forbidden."""
        if self.settings.redact == "auto":
            return self.endpoint is None or not self.endpoint.loopback
        return self.settings.redact == "always"

    def ask(
        self,
        state: Content,
        questions: Mapping[str, Question],
        timeout_ms: int | None = None,
        *,
        keep_bodies: bool = False,
    ) -> Asked:
        """Ask ``questions`` about ``state`` and return within ``timeout_ms`` (by default the settings').

        Never raises: a question without an answer gets a ``Failed``. May be called inside a running event loop, which
        it blocks for as long as it takes.
        """
        began = time.monotonic()
        limit_ms = self.settings.timeout_ms if timeout_ms is None else timeout_ms
        if self.endpoint is None or not questions:
            unavailable = self.unavailable
            outcomes: dict[str, Outcome] = {} if unavailable is None else dict.fromkeys(questions, unavailable)
            return Asked(outcomes=outcomes, usage=Usage(questions=len(questions)))
        bodies: list[object] | None = [] if keep_bodies else None
        run = _Run(self.settings, self.endpoint, Renderer(redact=self.redacts), state, questions, limit_ms, bodies)
        if limit_ms > 0:
            deadline.run(run.work, limit_ms / 1000)
        return run.result(time.monotonic() - began)


class _Run:
    """One ask in progress. The loop's thread files into it; ``result`` closes it."""

    def __init__(
        self,
        settings: ServiceSettings,
        endpoint: Endpoint,
        renderer: Renderer,
        state: Content,
        questions: Mapping[str, Question],
        limit_ms: int,
        bodies: list[object] | None,
    ) -> None:
        self._settings = settings
        self._endpoint = endpoint
        self._renderer = renderer
        self._state = state
        self._questions = questions
        self._limit_ms = limit_ms
        self._bodies = bodies
        self._lock = threading.Lock()
        self._closed = False
        self._outcomes: dict[str, Outcome] = {}
        self._fault: Failed | None = None
        self._hopeless: list[Failed] = []
        self._meter = Meter()
        self._input_tokens = self._output_tokens = self._unreported = self._extra = 0

    async def work(self) -> None:
        """Ask everything, at most ``max_in_flight`` requests at a time."""
        try:
            client = _client(self._endpoint, self._renderer, self._meter, self._settings, self._limit_ms / 1000)
            try:
                state = self._renderer.json(self._state)
                batches = self._batches(client, state)
                workers = [self._worker(client, state, batches) for _ in range(self._settings.max_in_flight)]
                await asyncio.gather(*workers)
            finally:
                await client.close()
        except Exception as error:  # a fault of ours or of a library's must not cost the caller its answer
            self._fault = self._internal(error)

    def _batches(self, client: Dialect, state: Json) -> Iterator[list[Item]]:
        """Questions in the order given, grouped by count and size; what is too large is filed and left out."""
        batch: list[Item] = []
        for name, question in self._questions.items():
            try:
                item = client.prepare(name, question, state)
            except RequestFailed as error:
                self._file({name: error.failed})
                continue
            except Exception as error:  # one question's fault must not spoil the others
                self._file({name: self._internal(error)})
                continue
            if batch and (len(batch) >= self._settings.batch_size or not client.fits([*batch, item], state)):
                yield batch
                batch = []
            batch.append(item)
        if batch:
            yield batch

    async def _worker(self, client: Dialect, state: Json, batches: Iterator[list[Item]]) -> None:
        for batch in batches:
            await self._send(client, state, batch)

    async def _send(self, client: Dialect, state: Json, batch: list[Item]) -> None:
        if len(self._hopeless) >= GIVE_UP_AFTER:
            self._file(dict.fromkeys((item.name for item in batch), self._hopeless[0]))
            return
        try:
            reply = await client.send(batch, state)
        except RequestFailed as error:
            if error.failed.kind is FailureKind.TOO_LARGE and len(batch) > 1:
                await self._send(client, state, batch[: len(batch) // 2])
                await self._send(client, state, batch[len(batch) // 2 :])
                return
            if error.failed.kind in failures.HOPELESS:
                self._hopeless.append(error.failed)
            self._file(dict.fromkeys((item.name for item in batch), error.failed))
        except Exception as error:  # one request's fault must not spoil the others
            self._file(dict.fromkeys((item.name for item in batch), self._internal(error)))
        else:
            self._hopeless.clear()
            self._file(reply.outcomes, reply)

    def _internal(self, error: Exception) -> Failed:
        """A fault that no one foresaw, by its type alone: its text might hold a key or a session's words."""
        return failures.failed(
            self._endpoint, FailureKind.INTERNAL, f"gave no answer: {type(error).__name__} in the client"
        )

    def _file(self, outcomes: Mapping[str, Outcome], reply: Reply | None = None) -> None:
        with self._lock:
            if self._closed:
                return
            self._outcomes.update(outcomes)
            if reply is not None:
                self._input_tokens += reply.input_tokens or 0
                self._output_tokens += reply.output_tokens or 0
                self._unreported += reply.input_tokens is None
                self._extra += reply.extra
                if self._bodies is not None:
                    self._bodies.append(reply.body)

    def result(self, seconds: float) -> Asked:
        """What was filed; what was not has run out of time. Later filings are ignored."""
        with self._lock:
            self._closed = True
            late = self._fault or failures.failed(
                self._endpoint, FailureKind.TIMEOUT, f"gave no answer within {self._limit_ms} ms"
            )
            outcomes = {name: self._outcomes.get(name, late) for name in self._questions}
            usage = Usage(
                requests=self._meter.requests,
                questions=len(outcomes),
                answered=sum(isinstance(outcome, Answered) for outcome in outcomes.values()),
                input_tokens=self._input_tokens,
                output_tokens=self._output_tokens,
                unreported=self._unreported,
                cost_usd=self._input_tokens * self._settings.price_per_million_tokens / 1_000_000,
                seconds=seconds,
                masked=dict(self._renderer.masked),
            )
            return Asked(outcomes=outcomes, usage=usage, notes=self._notes(), bodies=tuple(self._bodies or ()))

    def _notes(self) -> tuple[str, ...]:
        notes = []
        if self._extra:
            notes.append(f"{self._extra} answers to questions that were not asked were ignored")
        if self._unreported:
            notes.append(f"{self._unreported} responses report no usable token count, so the cost is too low")
        return tuple(notes)


def _client(endpoint: Endpoint, renderer: Renderer, meter: Meter, settings: ServiceSettings, seconds: float) -> Dialect:
    """The client for the endpoint's dialect. Imported here: the SDK and its HTTP library take a quarter of a second,
    which only an ask should pay."""
    if endpoint.dialect == "phocinae":
        from threefold.systemone.phocinae import Phocinae

        return Phocinae(endpoint, renderer, meter, connections=settings.max_in_flight, seconds=seconds)
    from threefold.systemone.typesafe import TypeSafe

    return TypeSafe(endpoint, renderer, meter, connections=settings.max_in_flight, seconds=seconds)
