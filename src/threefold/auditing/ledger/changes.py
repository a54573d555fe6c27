"""Values that were replaced in the course of a session, each with what it was about.

A person answers a proposal with another value ("Alert at 80 %?" – "90, otherwise it pages every night"), puts right what
was said ("no, 5433"), or comes back to what was settled ("make it 3 retries"); an edit puts one value where another
stood. What the value is about stands in the words around both: there a summary that gives the old one is found by.
"""

# ruff: noqa: E501
from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from threefold.auditing.facts.choices import (
    ADDRESS,
    CODED,
    COLOUR,
    NAME,
    NUMBER,
    PATH,
    RATIO,
    Value,
    fits,
    same,
    value,
    values,
)
from threefold.auditing.facts.corrections import Correction
from threefold.auditing.facts.phrases import stem
from threefold.auditing.ledger.answers import (
    AGAIN,
    ASKS,
    NO,
    OBJECTS,
    SECOND,
    alike,
    clause_at,
    denied,
    in_full,
    lent,
    named,
    names_in,
    proposed,
    proposed_names,
    second_thoughts,
    terms,
    wanted_in,
)
from threefold.auditing.ledger.arguments import Arguments
from threefold.auditing.ledger.edits import edits, may_edit, pairs
from threefold.auditing.ledger.naming import Naming
from threefold.text.later import later
from threefold.text.sentences import Kind, sentences

_READ = 4_000  # characters of a human's text that are read; what is longer is pasted
_LONGEST = 400  # of a sentence
_ANSWERING = 3  # sentences, from the first on, that answer what the model said
_EXCLAIMED = 6  # characters of a sentence that only begins an answer: "No."
_PUT = 1_200  # of what the model said last
_CONTEXT = 300  # of what a human said before
_SETTLED = 200  # values, the latest, that a person or an edit may still replace
_RARE = (RATIO, ADDRESS, COLOUR)
"""Kinds of which a second value is meant for what the first was, where there was but one."""
_MOST = 2_000  # changes of one session
_FAILED = later(r"(?i)\b(?:error|failed|not found|no match\w*|did not match|rejected|denied|doesn't want)\b")


class Change(NamedTuple):
    """One value in the place of another."""

    wanted: str
    rejected: str
    said: str
    """the words in which it was wanted"""
    before: str
    """those in which the other one stood"""
    lead: str
    """what was said before that"""
    event: int
    human: bool
    """whether a person said so, and not merely an edit"""


class _Settled(NamedTuple):
    value: Value
    said: str
    lead: str
    turn: int
    terms: frozenset[str]


class Changes:
    """The changes of a session, folded text by text."""

    def __init__(self) -> None:
        self.found: list[Change] = []
        self._put = ""
        self._asked = ""
        """what a human said last"""
        self._turn = 0
        self._objects = False
        """whether what a human says begins with an objection"""
        self._second = False
        """whether a human thinks again within what they say: ``every 120 s. hmm 90``"""
        self._lines: list[str] = []
        """what a human says, up to the present sentence"""
        self._waiting: list[Value] = []
        """what the last sentence denied without saying what is meant instead"""
        self._naming = Naming()
        self._arguments = Arguments()
        self._calls: dict[str, tuple[int, tuple[tuple[str, str, str], ...]]] = {}
        self._settled: deque[_Settled] = deque(maxlen=_SETTLED)

    def put(self, text: str) -> None:
        """The model said something."""
        self._put = f"{self._put[-_PUT:]}\n{text[-_PUT:]}"
        self._naming.heard(text)

    def answered(self, text: str, event: int, corrected: Sequence[Correction]) -> None:
        """A human said something, and put these values right in so many words."""
        self._turn += 1
        put = [one.of(self._put) for one in sentences(self._put)][-6:]
        for one in corrected:
            if one.rejected:
                self._correct(one, text[one.start : one.end], put, event)
        if len(text) <= _READ:
            self._objects = OBJECTS.match(text) is not None
            whole = [one.of(text) for one in sentences(text) if one.kind is not Kind.CODE][:20]
            lines = [part for one in whole for part in second_thoughts(one)]
            self._waiting, self._lines, self._second = [], [], False
            first = True
            for index, sentence in enumerate(lines):
                self._second = self._second or (index > 0 and SECOND.match(sentence) is not None)
                if len(sentence) <= _LONGEST:
                    self._say(sentence, put if index < _ANSWERING else [], event, first=first)
                    for wanted, rejected, stood in self._naming.replaced(sentence, self._objects):
                        self._take(Change(wanted, rejected, sentence, stood, self._asked, event, True))
                self._lines.append(sentence)
                first = first and len(sentence.split()) <= 1 and len(sentence) <= _EXCLAIMED
        self._asked, self._put, self._lines = text[-_CONTEXT:], "", []
        self._naming.heard(text)
        self._arguments.heard(text)

    def called(self, call: str, arguments: str, event: int) -> None:
        """A call was made that may edit a file."""
        for wanted, rejected, said, stood in self._arguments.called(arguments):
            self._take(Change(wanted, rejected, said, stood, self._asked, event, True))
        if may_edit(arguments):
            self._calls[call] = event, tuple(edits(arguments))

    def returned(self, call: str, text: str, failed: bool) -> None:
        """A call was answered: what it edited stands from then on."""
        event, made = self._calls.pop(call, (0, ()))
        if made and not failed and not _FAILED.search(text[:200]):
            for path, old, new in made:
                self._edited(path, old, new, event)

    def _edited(self, path: str, old: str, new: str, event: int) -> None:
        path = "/".join(path.split("/")[-2:])
        for gone, come, before, after in pairs(old, new):
            said, stood, rejected = f"{path}: {after}", f"{path}: {before}", gone
            known = [one for one in self._settled if gone.kind == NUMBER and same(one.value, gone)]
            if len(known) == 1 and known[0].value.kind != NUMBER and known[0].turn < self._turn:  # a person said 80 %
                stood, rejected = f"{stood}\n{known[0].said}", known[0].value
            self._add(come, rejected, (said, stood, self._asked), event, human=False)
            self._settle(value(lent(come, rejected)) or come, said)

    def _correct(self, one: Correction, said: str, put: list[str], event: int) -> None:
        """What was put right in so many words, each value as the sentence has it: ``March 14``, not ``14``."""
        wanted, rejected = in_full(one, said)
        if wanted is not None and rejected is not None and not same(wanted, rejected):
            self._add(wanted, rejected, (said, *self._before(one.rejected, put)), event)
        else:
            self._take(Change(one.wanted, one.rejected, said, *self._before(one.rejected, put), event, True))

    def _say(self, sentence: str, put: list[str], event: int, *, first: bool) -> None:
        every = values(sentence)
        no = [one for one in every if denied(sentence, one)]
        yes = [one for one in every if one not in no]
        asks = ASKS.search(sentence) is not None
        waiting, self._waiting = self._waiting, []
        if not asks:
            amounts = [one for one in yes if one.kind != NAME]
            self._set(
                sentence,
                list(wanted_in(sentence, amounts, bool(no) or first or self._second, waiting)),
                no,
                waiting,
                put,
                event,
            )
            self._choose(sentence, put, event, first=first and bool(put))
            for gone in waiting or no:
                if gone.kind in (NAME, PATH) and any(gone.literal.lower() in one.lower() for one in put):
                    for come in [one for one in yes if fits(one, gone)][:1]:
                        self._add(come, gone, (sentence, *self._before(gone.literal, put)), event)
            put_ = " ".join(put).lower()
            replaced = {one.rejected.lower() for one in self.found[-8:] if one.event == event}
            self._waiting = [
                one
                for one in no
                if one.literal.lower() not in replaced and (one.kind not in (NAME, PATH) or one.literal.lower() in put_)
            ]
        kinds = [one.kind for one in yes]
        for one in yes:
            if one.kind != NAME:
                self._settle(one, sentence, clause_at(sentence, one.start) if kinds.count(one.kind) > 1 else "")

    def _set(
        self,
        sentence: str,
        wants: list[tuple[Value, str]],
        no: list[Value],
        waiting: list[Value],
        put: list[str],
        event: int,
    ) -> None:
        """A sentence sets some values and denies others, or leaves that to the sentence before it."""
        for wanted, clause in wants:
            others = [one for one, _ in wants if one is not wanted]
            against = [
                one
                for one in no or waiting
                if fits(one, wanted) and (one.kind == wanted.kind or all(other.kind != one.kind for other in others))
            ]
            proposals = (
                [] if against else list(proposed(wanted, put, self._objects or AGAIN.search(sentence) is not None))
            )
            for one in (*against, *proposals):
                self._add(wanted, one, (sentence, *self._before(one.literal, put)), event)
            if not against and not proposals:
                for known in self._replaced(wanted, clause, sentence):
                    self._add(wanted, known.value, (sentence, known.said, known.lead), event)

    def _choose(self, sentence: str, put: list[str], event: int, *, first: bool) -> None:
        """A sentence chooses names, against those that were put forward or denies itself."""
        names = list(names_in(sentence, first))
        for name in names:
            others = list(proposed_names(name, put, sentence))
            if not others and first and NO.search(sentence):
                recent = [one for one in self._settled if one.value.kind == NAME and one.turn >= self._turn - 2]
                others = [one.value.literal for one in recent[-1:] if alike(one.value.literal, name)]
            for other in others:
                if other.lower() != name.lower():
                    self._take(Change(name, other, sentence, *self._before(other, put), event, True))
        for name in filter(CODED.search, names):
            self._settle(Value(NAME, frozenset((name.lower(),)), name, 0, 0), sentence)

    def _before(self, rejected: str, put: list[str]) -> tuple[str, str]:
        """The sentence in which somebody else brought a value up, and what was said before that."""
        place = next((index for index in reversed(range(len(put))) if rejected.lower() in put[index].lower()), None)
        if place is None:
            read = value(rejected)
            known = next((one for one in reversed(self._settled) if read is not None and same(one.value, read)), None)
            if known is not None and known.turn < self._turn:
                return known.said, known.lead
            return "", f"{self._asked}\n{' '.join(put[-2:])}"
        return put[place], f"{self._asked}\n{' '.join((*put[max(0, place - 2) : place], *put[place + 1 : place + 2]))}"

    def _replaced(self, wanted: Value, clause: str, sentence: str) -> Iterator[_Settled]:
        """The last value that was settled for the same thing."""
        ours = terms(clause, values(clause))
        names = named(sentence, wanted)
        anew = self._second or NO.search(sentence) is not None or AGAIN.search(sentence) is not None
        kind = (
            {one.value.keys for one in self._settled if one.value.kind == wanted.kind} if wanted.kind in _RARE else ()
        )
        lone = len(kind) == 1
        for known in reversed(self._settled):
            if known.turn == self._turn:  # every 120 s. hmm 90
                again = self._second and known.said != sentence
                if not again or not (_one_kind(known, wanted) or (not ours and fits(known.value, wanted))):
                    continue
            elif not _one_kind(known, wanted):
                continue
            theirs = named(known.said, known.value)
            if names and theirs and names.isdisjoint(theirs):
                continue
            shared = ours & known.terms
            same_thing = wanted.is_count and not {known.value.kind, wanted.kind} & {
                "count:one",
                "count:item",
                "count:time",
            }
            alike = shared and (shared in (ours, known.terms) or anew or same_thing)
            lately = anew and (same_thing or not ours) and known.turn >= self._turn - 2
            if alike or lately or lone:
                if not same(known.value, wanted):
                    yield known
                return

    def _settle(self, value: Value, said: str, clause: str = "") -> None:
        """``clause`` is what of a sentence speaks of this value, where the sentence has others of its kind."""
        lead = "\n".join((self._asked, *self._lines))[-_CONTEXT:]
        about = clause or said
        self._settled.append(_Settled(value, said, lead, self._turn, terms(about, values(about))))

    def _add(self, wanted: Value, rejected: Value, words: tuple[str, str, str], event: int, human: bool = True) -> None:
        if not same(wanted, rejected):
            self._take(Change(lent(wanted, rejected), lent(rejected, wanted), *words, event, human))

    def _take(self, change: Change) -> None:
        near = range(max(0, len(self.found) - 8), len(self.found))
        rejected = change.rejected.lower()
        known = next((at for at in near if self._is(at, change.event, rejected)), None)
        if known is None and len(self.found) < _MOST:
            self.found.append(change)
        elif known is not None and change.said != self.found[known].said and AGAIN.search(change.said):
            self.found[known] = change  # the last word of the message

    def _is(self, at: int, event: int, rejected: str) -> bool:
        return self.found[at].event == event and self.found[at].rejected.lower() == rejected


def _one_kind(known: _Settled, wanted: Value) -> bool:
    one = known.value
    if one.kind == wanted.kind or (one.is_count and wanted.is_count):
        return fits(one, wanted)
    counted = one if one.is_count else wanted
    return counted.is_count and NUMBER in (one.kind, wanted.kind) and stem(counted.kind[6:]) in known.terms
