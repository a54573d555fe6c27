"""Whether a sentence of a person is still in force at the end, and which later words of theirs ended it.

The verdict, the audit, what a summariser is told to keep and what is put back behind a summary ask here, so that all
say the same of one ban and of one value.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from threefold.work.sentences.asking import is_question
from threefold.work.sentences.deciding import refuses
from threefold.work.sentences.forbidding import bans
from threefold.work.sentences.lifting import left_of, lifts, may_lift, may_release
from threefold.work.sentences.phrases import Phrases, said
from threefold.work.sentences.planning import suggests
from threefold.work.sentences.replacing import Replaced, Value, may_replace, replaced, setting
from threefold.work.sentences.wishes import prohibits
from threefold.work.sentences.words import terms

_FOLLOWED = 400
"""Messages of a person, the latest, in which what ends a sentence is looked for."""


_PUTS_FORWARD = Phrases(
    r"\b(?:would|could|should|might|suggest|propose|recommend|shall|let me|i can|option)\b|"
    r"可以|建议|要不要|不如|会让|能让"
)
"""How a model puts something forward."""


_FORBIDS = Phrases(r"\b(?:never|don'?t|do not|must not|mustn'?t)\b", r"不要|禁止|不得|不许|不准|勿|别[再碰动改用]")


class Ended(NamedTuple):
    """What ended a sentence: the later words and their event; of one whose values were replaced, those that hold no
    longer, and those in their place. Nothing is in the place of what was lifted."""

    words: str
    event: int
    rejected: tuple[Value, ...] = ()
    wanted: tuple[Value, ...] = ()


def ends(sentence: str, text: str, *, near: bool) -> bool:
    """Whether one later message of the person ends a sentence: it lifts it, or gives another value for each that it
    sets. ``near``: the person said nothing in between that the message could be about."""
    if lifts(sentence, text, near=near):
        return True
    found = replaces(sentence, text, near=near)
    return found is not None and not forbids(sentence) and set(found.rejected) >= set(setting(sentence).values)


def forbids(sentence: str) -> bool:
    """Whether a sentence forbids anything, which no other value ends; to need something no more is no prohibition."""
    if may_release(sentence):
        return False
    return _FORBIDS.within(sentence) or bool(bans(sentence)) or any(map(prohibits, said(sentence)))


def may_end(text: str) -> bool:
    """Whether a message can end anything."""
    return may_lift(text) or may_replace(text) or may_release(text)


def replaces(sentence: str, text: str, *, near: bool) -> Replaced | None:
    """What a later message replaces of the values of a sentence."""
    return replaced(setting(sentence), text, near=near)


class Later:
    """What a person said, in order, of which one asks what it made of a sentence of theirs."""

    def __init__(self, texts: Iterable[tuple[int, str]]) -> None:
        self._texts = list(texts)[-_FOLLOWED:]
        self._events = [event for event, _ in self._texts]
        self._known: dict[tuple[str, int], Ended | None] = {}

    def ended(self, sentence: str, event: int) -> Ended | None:
        """What ended a sentence of this event, a person's or one by which somebody told of a value; None while it is in
        force."""
        key = sentence, event
        if key not in self._known:
            self._known[key] = self._lifted(sentence, event) or self._replaced(sentence, event)
        return self._known[key]

    def declined(self, sentence: str, event: int) -> bool:
        """Whether a sentence of the model puts forward what the person turned down in their next words."""
        text = next((text for _, text, _ in self._after(event)), "")
        lines = said(sentence) if text and refuses(text) else ()
        return any(is_question(line) or suggests(line.text) or _PUTS_FORWARD.within(line) for line in lines)

    def _after(self, event: int) -> Iterator[tuple[int, str, bool]]:
        """The messages behind an event, and whether nothing with a content stands between."""
        near = True
        for at in range(bisect_right(self._events, event), len(self._texts)):
            later, text = self._texts[at]
            yield later, text, near
            near = near and not terms(text)

    def _lifted(self, sentence: str, event: int) -> Ended | None:
        standing = bans(sentence)
        for later, text, near in self._after(event):
            if not standing:
                if lifts(sentence, text, near=near):
                    return Ended(text, later)
            elif may_lift(text):
                standing = left_of(standing, text, sentence, near=near)
                if not standing:
                    return Ended(text, later)
        return None

    def _replaced(self, sentence: str, event: int) -> Ended | None:
        """The last words by which values of a sentence were replaced, if it is not set back to what it was."""
        first = now = setting(sentence)
        last: Ended | None = None
        if not first.values or forbids(sentence):
            return None
        near = True
        for later, text, _ in self._after(event):
            found = replaced(now, text, near=near)
            if found is not None:
                kept = [one for one in now.values if one not in found.rejected]
                now = now._replace(values=tuple(dict.fromkeys((*kept, *found.wanted))))
                last = Ended(found.words, later, found.rejected, found.wanted)
            near = found is not None or (near and not terms(text))
        if last is None or {one.normal for one in now.values} == {one.normal for one in first.values}:
            return None
        gone = tuple(one for one in first.values if one not in now.values)
        return last._replace(rejected=gone or last.rejected)
