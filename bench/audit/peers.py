"""Other programs that look for lost or invented facts, asked about the same changed summaries.

Each is asked in the way in which it does best: a checker of answers sees the changed sentence and every text behind the
summary, a guard is given each sentence of the untouched summary as if somebody had registered it by hand. None of them
says what kind of change it was. Those that are not installed are left out by name:

    pip install compaction-guard==0.1.0 compact-audit==0.1.0 hallucination-check==0.1.0
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Protocol


class Peer(Protocol):
    """``begin`` is told of the texts behind a summary and of the summary's sentences, each with a fact in it."""

    name: str

    def begin(self, texts: Sequence[str], summary: str, sentences: Sequence[str]) -> None: ...

    def noticed(self, literal: str, sentence: str, text: str) -> bool:
        """Whether a change is noticed: the new value, its sentence and the whole changed summary."""
        ...

    def missed(self, literal: str, text: str) -> bool:
        """Whether it is noticed that a fact was deleted from the summary."""
        ...

    def alarms(self, literal: str, sentence: str) -> bool:
        """Whether a fact of the untouched summary is flagged."""
        ...


class Literal:
    """The plain rule: a fact of the summary must stand to the letter in the texts, and one of the texts in it."""

    name = "a plain literal rule"

    def begin(self, texts: Sequence[str], summary: str, sentences: Sequence[str]) -> None:
        self.whole = "\n".join(texts)

    def noticed(self, literal: str, sentence: str, text: str) -> bool:
        return literal not in self.whole

    def missed(self, literal: str, text: str) -> bool:
        return literal in self.whole and literal not in text

    def alarms(self, literal: str, sentence: str) -> bool:
        return literal not in self.whole


class Guard:
    """compaction-guard 0.1.0."""

    name = "compaction-guard, every sentence registered"

    def __init__(self) -> None:
        self.check = importlib.import_module("compaction_guard").check

    def begin(self, texts: Sequence[str], summary: str, sentences: Sequence[str]) -> None:
        self.sentences = list(dict.fromkeys(one for one in sentences if one.strip()))

    def _broken(self, text: str) -> bool:
        found = self.check(self.sentences, text).findings
        return any(str(one.kind) not in ("preserved", "paraphrased", "unverifiable") for one in found)

    def noticed(self, literal: str, sentence: str, text: str) -> bool:
        return self._broken(text)

    def missed(self, literal: str, text: str) -> bool:
        return self._broken(text)

    def alarms(self, literal: str, sentence: str) -> bool:
        return False  # what is registered from the summary stands in it


class Surface:
    """compact-audit 0.1.0: what stands in the texts and not in the summary."""

    name = "compact-audit"

    def __init__(self) -> None:
        self.extract = importlib.import_module("compact_audit.extract").extract
        self.audit = importlib.import_module("compact_audit.audit").audit

    def begin(self, texts: Sequence[str], summary: str, sentences: Sequence[str]) -> None:
        self.found = self.extract([line for text in texts for line in text.splitlines()])
        self.before = self._dropped(summary)

    def _dropped(self, text: str) -> set[tuple[str, str]]:
        return {(one["category"], one["key"]) for one in self.audit(self.found, text)["dropped"]}

    def noticed(self, literal: str, sentence: str, text: str) -> bool:
        return bool(self._dropped(text) - self.before)

    def missed(self, literal: str, text: str) -> bool:
        return bool(self._dropped(text) - self.before)

    def alarms(self, literal: str, sentence: str) -> bool:
        return False  # it does not look at what a summary asserts


class Grounding:
    """hallucination-check 0.1.0: whether a sentence is supported by its sources."""

    name = "hallucination-check"

    def __init__(self) -> None:
        self.check = importlib.import_module("hallucination_check").check

    def begin(self, texts: Sequence[str], summary: str, sentences: Sequence[str]) -> None:
        self.texts = [text for text in texts if text.strip()]

    def _flagged(self, sentence: str) -> bool:
        return any(not one.supported for one in self.check(sentence, self.texts).claims)

    def noticed(self, literal: str, sentence: str, text: str) -> bool:
        return self._flagged(sentence)

    def missed(self, literal: str, text: str) -> bool:
        return False  # it does not look for what is missing

    def alarms(self, literal: str, sentence: str) -> bool:
        return self._flagged(sentence)


def installed() -> tuple[list[Peer], list[str]]:
    """The peers that can be run here, and the names of those that are not installed."""
    found: list[Peer] = []
    missing: list[str] = []
    for kind in (Literal, Guard, Surface, Grounding):
        try:
            found.append(kind())
        except ImportError:
            missing.append(kind.name)
    return found, missing
