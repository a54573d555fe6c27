"""Content as the JSON that is sent: secrets masked, excerpts cut, sizes estimated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec

from threefold.systemone.protocol import Content, Excerpt
from threefold.systemone.redact import Masked, mask, whole_characters

Json = str | dict[str, "Json"] | list["Json"]

MARGIN = 4096
"""Characters beyond a cut that are looked at for secrets, so that none is cut in half before it is recognised."""
BYTES_PER_TOKEN = 2
"""A cautious reading of bytes as tokens: prose and code have 3 to 5 bytes (UTF-8) a token, Chinese about 3, so this
counts half again to twice too many. Only dense hexadecimal comes near it."""
SHORT, SHORTS = 512, 64
"""Of texts up to so many characters, so many are masked once and remembered for the ask."""
LEFT_OUT = "\n[... left out ...]\n"


class Renderer:
    """Renders content and keeps count of what was masked. Not for more than one thread."""

    def __init__(self, *, redact: bool) -> None:
        self._mask: Callable[[str], Masked] = mask if redact else _unmasked
        self._short: dict[str, Masked] = {}
        self.masked: Counter[str] = Counter()

    def json(self, content: Content) -> Json:
        """``content`` as JSON of strings, objects and arrays."""
        if isinstance(content, str):
            return self._clean(content)
        if isinstance(content, Excerpt):
            return self.excerpt(content)
        if isinstance(content, list):
            return [self.json(part) for part in content]
        return {self._clean(key): self.json(part) for key, part in content.items()}

    def excerpt(self, excerpt: Excerpt, limit: int | None = None) -> str:
        """The excerpt's text in at most ``limit`` bytes (its own limit by default): two thirds from its begin, one
        from its end. Bounded work whatever the text's length."""
        limit = excerpt.limit if limit is None else min(limit, excerpt.limit)
        window = limit + MARGIN
        text = excerpt.text
        if len(text) <= 2 * window:
            return _cut(self._clean(text), limit)
        head, tail = self._clean(text[:window]), self._clean(text[-window:])
        return _joined(head.encode(), tail.encode(), limit)

    def _clean(self, text: str) -> str:
        masked = self._short.get(text)
        if masked is None:
            masked = self._mask(text)
            # The question, the roles and the names of fields are the same in every question of an ask.
            if len(text) <= SHORT and len(self._short) < SHORTS:
                self._short[text] = masked
        self.masked.update(masked.counts)
        return masked.text


def plain(content: Json) -> str:
    """JSON content as text for a reader that takes nothing else: objects as ``key: value`` lines."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(plain(part) for part in content)
    return "\n".join(f"{key}: {plain(part)}" for key, part in content.items())


def tokens(value: object) -> int:
    """About how many input tokens ``value`` costs as JSON, estimated too high (see ``BYTES_PER_TOKEN``)."""
    return len(msgspec.json.encode(value)) // BYTES_PER_TOKEN + 1


def _unmasked(text: str) -> Masked:
    return Masked(whole_characters(text), {})


def _cut(text: str, limit: int) -> str:
    data = text.encode()
    return text if len(data) <= limit else _joined(data, data, limit)


def _joined(head: bytes, tail: bytes, limit: int) -> str:
    """The begin of ``head`` and the end of ``tail`` in at most ``limit`` bytes, never inside a character."""
    keep = limit - len(LEFT_OUT)
    if keep < 3 * len(LEFT_OUT):
        return head[:limit].decode("utf-8", "ignore")
    end = keep // 3
    return head[: keep - end].decode("utf-8", "ignore") + LEFT_OUT + tail[-end:].decode("utf-8", "ignore")
