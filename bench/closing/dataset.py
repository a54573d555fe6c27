"""Labelled closing words: messages, the request that each answers, and which sentences leave something open."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import msgspec

from threefold.text.sentences import Kind
from threefold.work.sentences.phrases import Said, said
from threefold.work.sentences.signs import Work

DATA = Path(__file__).parent / "data"
_OWN_LINE = re.compile(r"[-*|#]|\d+[.)] |\*\*.*\*\*$")


class Message(msgspec.Struct):
    """A message in its sentences, each with 1 where it leaves something open, 0 where not, None where nobody can say.

    ``work`` is what was done before it. ``hand`` is who wrote it: the name of its file.
    """

    request: str
    language: str
    sentences: list[tuple[str, int | None]]
    work: Work = "changed"
    hand: str = ""

    @property
    def text(self) -> str:
        """The message as it was written."""
        return self.parted()[0]

    def parted(self) -> tuple[str, list[int]]:
        """The text, and where each sentence begins."""
        text, starts, before = "", [], ""
        for sentence, _ in self.sentences:
            if text:
                apart = _OWN_LINE.match(sentence) or _OWN_LINE.match(before)
                text += "\n" if apart else "" if self.language == "zh" else " "
            starts.append(len(text))
            text += sentence
            before = sentence
        return text, starts

    def lines(self) -> list[tuple[Said, int | None]]:
        """The sentences as the rules part them, with the label of what each stands in; headings have none."""
        text, starts = self.parted()
        found: list[tuple[Said, int | None]] = []
        place = 0
        for line in said(text):
            place = text.index(line.text, place)
            end = place + len(line.text)
            labels = [
                label
                for (sentence, label), start in zip(self.sentences, starts, strict=True)
                if place < start + len(sentence) and end > start
            ]
            known = [label for label in labels if label is not None]
            found.append((line, max(known) if known and line.kind is not Kind.HEADING else None))
        return found


def load() -> list[Message]:
    """Every message of every hand."""
    found = []
    for file in sorted(DATA.glob("*.jsonl")):
        for line in file.read_bytes().splitlines():
            message = msgspec.json.decode(line, type=Message)
            message.hand = file.stem
            found.append(message)
    return found


def digest() -> str:
    """The hash of all that is labelled."""
    files = sorted(DATA.glob("*.jsonl"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
