"""TypeSafe's System One (Jev) and every server that speaks its protocol, through the vendor's SDK.

The SDK brings the wire format, the retries and ``Retry-After``. What is ours: the exact endpoint and the guards (in
``http``), and reading answers one by one (in ``reader``), because the SDK's own model refuses a whole response for one
answer that is off.

Limits as documented: 64k tokens a request, 32k for the state and the longest question.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import cast
from urllib.parse import urlsplit

import httpx2
import pydantic
import typesafe_sdk as sdk

from threefold.systemone import failures
from threefold.systemone.dialect import Item, Meter, Reply, missing
from threefold.systemone.endpoint import Endpoint
from threefold.systemone.failures import RequestFailed
from threefold.systemone.http import GuardedClient, UnusableBody, transport_failure
from threefold.systemone.protocol import Choice, Failed, FailureKind, Outcome, Question
from threefold.systemone.reader import read_answer, tokens
from threefold.systemone.render import Json, Renderer
from threefold.systemone.render import tokens as estimate

REQUEST_TOKENS = 64_000
LONGEST_TOKENS = 32_000
RETRIES = 2
OPERATION_S = 10.0
"""Seconds without a byte after which one operation is given up and tried again."""


class _AnyJson(pydantic.RootModel[object]):
    """Whatever JSON came; it is read by ``reader``."""


class TypeSafe:
    """One ask of a TypeSafe server."""

    def __init__(
        self, endpoint: Endpoint, renderer: Renderer, meter: Meter, *, connections: int, seconds: float
    ) -> None:
        parts = urlsplit(endpoint.url)
        self._endpoint = endpoint
        self._renderer = renderer
        self._client = sdk.AsyncTypeSafeClient(
            # Without a key the SDK will not start; the guarded client sends its own header or none.
            api_key=endpoint.key.reveal() if endpoint.key is not None else "none",
            base_url=f"{parts.scheme}://{parts.netloc}",
            model=endpoint.model,
            http_client=GuardedClient(endpoint, meter, connections),
            timeout=httpx2.Timeout(min(OPERATION_S, seconds)),
            compression=False,
        )
        self._ends = time.monotonic() + seconds

    def prepare(self, name: str, question: Question, state: Json) -> Item:
        """The question as it will be sent. Raises RequestFailed when it is too large to be sent at all."""
        instructions = self._renderer.json(question.instructions)
        body: dict[str, object]
        if isinstance(question, Choice):
            body = {"type": "choice", "instructions": instructions, "criteria": dict(question.options)}
        else:
            body = {"type": "score", "instructions": instructions, "criteria": list(question.levels)}
        item = Item(name=name, question=question, body=body, tokens=estimate(body))
        if (together := estimate(state) + item.tokens) > LONGEST_TOKENS:
            raise RequestFailed(
                failures.failed(
                    self._endpoint,
                    FailureKind.TOO_LARGE,
                    f"takes {LONGEST_TOKENS} tokens for the state and a question, and these have about {together}, so "
                    "nothing was sent; lower service.state_message_bytes",
                )
            )
        return item

    def fits(self, items: list[Item], state: Json) -> bool:
        """Whether these questions may share one request."""
        return estimate(state) + sum(item.tokens for item in items) <= REQUEST_TOKENS

    async def send(self, items: list[Item], state: Json) -> Reply:
        """Ask these questions in one request. Raises RequestFailed."""
        try:
            answer = await self._client.system_one(
                state,
                {item.name: cast(sdk.Question, item.body) for item in items},
                retry=self._retry(),
                response_model=_AnyJson,
            )
        except sdk.TypeSafeError as error:
            raise RequestFailed(_failure(self._endpoint, error)) from None
        return self._read(answer.root, items)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    def _retry(self) -> sdk.RetryPolicy:
        """What the SDK may try again in the time that is left; a longer ``Retry-After`` ends the request at once."""
        return sdk.RetryPolicy(
            max_retries=RETRIES,
            timeout=max(0.001, self._ends - time.monotonic()),
            api_connection_error=False,
            predicate=_worth_another_try,
        )

    def _read(self, body: object, items: list[Item]) -> Reply:
        answers = body.get("answers") if isinstance(body, Mapping) else None
        if not isinstance(body, Mapping) or not isinstance(answers, Mapping):
            raise RequestFailed(
                failures.failed(self._endpoint, FailureKind.UNREADABLE, "sent JSON that is no object with answers")
            )
        named = body.get("model")
        model = failures.clean(self._endpoint, named) if isinstance(named, str) else ""
        outcomes: dict[str, Outcome] = {}
        for item in items:
            if item.name in answers:
                outcomes[item.name] = read_answer(item.question, answers[item.name], model)
            else:
                outcomes[item.name] = missing(self._endpoint, len(items), len(answers))
        usage = body.get("usage")
        extra = len(set(answers) - {item.name for item in items})
        return Reply(
            outcomes=outcomes,
            input_tokens=tokens(usage, "input_tokens"),
            output_tokens=tokens(usage, "output_tokens"),
            extra=extra,
            body=body,
        )


def _worth_another_try(error: BaseException) -> bool:
    """A connection that broke midway; not one that cannot be made, nor a body that is not read."""
    if not isinstance(error, sdk.TypeSafeAPIConnectionError) or isinstance(error, sdk.TypeSafeAPITimeoutError):
        return False
    return not isinstance(error.__cause__, httpx2.ConnectError | UnusableBody)


def _failure(endpoint: Endpoint, error: sdk.TypeSafeError) -> Failed:
    match error:
        case sdk.TypeSafeAPITimeoutError():
            return failures.failed(endpoint, FailureKind.TIMEOUT, "did not answer in time")
        case sdk.TypeSafeAPIConnectionError():
            return transport_failure(endpoint, error.__cause__)
        case sdk.TypeSafeAPIResponseValidationError():
            return failures.failed(endpoint, FailureKind.UNREADABLE, "sent a body that is no JSON")
        case sdk.TypeSafeAPIError():
            return failures.by_status(endpoint, error.status, error.body, error.headers.get("Location"))
    return failures.failed(endpoint, FailureKind.INTERNAL, f"was not asked: the SDK raised {type(error).__name__}")
