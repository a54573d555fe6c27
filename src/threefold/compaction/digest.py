"""The one message of ours: what was cut, in quotes, and the pinned text that stands nowhere else.

Extractive and deterministic: every line is a piece of a message that was cut, to the letter (in quotes white space is
folded, and a mention of a file has lost its ``@``). It says whose work it is, how much went, and how to get it back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

import msgspec

from threefold.compaction.conversation import CLOSING, OURS
from threefold.compaction.text import one_line, size, truncated
from threefold.session import Author, Message, Text, ToolResult
from threefold.text.sentences import prose
from threefold.text.unicode import encode

PINNED = "[threefold: pinned text of what was cut, verbatim]"
MIN_QUOTE, MAX_QUOTE = 24, 240
"""Bytes of a quote: shorter ones say nothing, longer ones crowd others out."""
ELLIPSIS = "…"
WORD = 24
"""Characters that a quote gives up at most so as not to end inside a word."""
_MENTION = re.compile(r"(?<![\w.@])@(?=[\w.~-]*[/\\.]\w|[/~])")
"""The sign that makes clients load a file into the conversation; an address or a decorator is no mention."""
LOOK = 20_000
"""Characters of a text that are searched for a sentence to quote."""


class Cut(msgspec.Struct, frozen=True, kw_only=True):
    """One message that was cut, as the digest names it."""

    index: int
    label: str
    """who speaks: ``user``, ``assistant``, a tool's name"""
    message: Message
    handle: str
    """what `threefold recall` is given; empty where nothing is archived"""


def head(messages: int, cut_bytes: int, recall: str) -> str:
    """The first line: counts, bytes, whose work this is, and the command that gives it back (empty for none)."""
    return (
        f"{OURS}\n[threefold: {messages:,} messages ({cut_bytes:,} bytes) were cut here to fit a budget; what follows"
        f" are verbatim pieces of them, chosen by a program; {recall or 'not archived'}]"
    )


def quotes(cuts: Iterable[Cut], room: int, mask: Callable[[str], str] = str) -> list[str]:
    """Lines that quote the cut messages, in the order given (the most valuable first), within ``room`` bytes.

    No two lines quote the same text. ``mask`` takes secrets out of a quote: a digest outlives what it quotes.
    """
    lines: list[str] = []
    seen: set[str] = set()
    for cut in cuts:
        if room < MIN_QUOTE + 16:
            break
        label = f"- [{cut.index} {cut.label}{' ' + cut.handle if cut.handle else ''}] "
        limit = min(MAX_QUOTE, room - size(label) - 1)
        text = _quoted(_MENTION.sub("", mask(_gist(cut.message)[:LOOK])), limit)
        if size(text) < MIN_QUOTE or text in seen:
            continue
        seen.add(text)
        lines.append(label + text)
        room -= size(lines[-1]) + 1
    return lines


def _quoted(text: str, limit: int) -> str:
    """The text within ``limit`` bytes; of a longer one the beginning, up to the end of a word, and an ellipsis."""
    if size(text) <= limit:
        return text
    cut = truncated(text, limit - size(ELLIPSIS))
    space = cut.rfind(" ", max(0, len(cut) - WORD))
    whole = text[len(cut) : len(cut) + 1] == " "
    return (cut if whole or space <= 0 else cut[:space]).rstrip() + ELLIPSIS


def compose(opening: str, quoted: Sequence[str], pinned: Sequence[str]) -> str:
    """The message's text; empty where there is nothing to quote and nothing to carry."""
    if not quoted and not pinned:
        return ""
    lines = [opening, *quoted]
    if pinned:
        lines += [PINNED, *pinned]
    return "\n".join([*lines, CLOSING])


def carried_before(text: str) -> list[bytes]:
    """The pinned text that a digest of an earlier run carries, line by line."""
    _, found, rest = text.partition(f"\n{PINNED}\n")
    if not found:
        return []
    return [encode(line) for line in rest.removesuffix(CLOSING).split("\n") if line]


def _gist(message: Message) -> str:
    """The sentence that says most: a human's first, a model's last (its conclusion), a tool's first."""
    for part in message.parts:
        if isinstance(part, Text) and part.text.strip():
            if part.author is Author.MODEL:
                found = [sentence.of(part.text[-LOOK:]) for sentence in prose(part.text[-LOOK:])]
                long = [one_line(sentence) for sentence in found if len(sentence) >= MIN_QUOTE]
                return long[-1] if long else one_line(part.text[-LOOK:])
            return one_line(part.text[:LOOK])
    for part in message.parts:
        if isinstance(part, ToolResult) and part.text.strip():
            return one_line(part.text[:LOOK])
    return ""
