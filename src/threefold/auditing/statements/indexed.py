"""The sentences of a summary by what they hold, so that each rule of a session is compared with those that share its
words, its literals or its names, and with no others. What no rule asks for is not made."""

# ruff: noqa: E501
from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import accumulate, chain, groupby, pairwise

from threefold.auditing.facts.phrases import chinese
from threefold.auditing.statements.language import language
from threefold.auditing.statements.late import names
from threefold.auditing.statements.rivals import rivals, slot
from threefold.auditing.statements.sections import COPY, OPEN, RULES, WORDS, sections
from threefold.auditing.statements.subjects import about, numbers, spelled, subject
from threefold.auditing.statements.summary import split
from threefold.auditing.statements.wanted import Wanted, named, spelled_alike
from threefold.text.later import later
from threefold.text.sentences import Kind

_FORBIDDING = later(
    r"(?i)[\W\d]*(?:(?:things |what )?(?:do not|don'?ts?|never|must not|not allowed|not to (?:do|touch|change)|forbidden|prohibited|avoid|off limits)|禁止|禁令|禁区|不要|不得|不能)"
)
"""A heading under which everything is forbidden; not ``must and must not``."""
_SEAM = later(r"([:：;；，。、()（）「」“”\"]\s*|,\s+)")
_TOLD = later(r"[A-Za-z]{2,}[ ,]+(?:[a-z]{2,}[ ,]+)*[a-z]{2,}")
"""Some words that follow each other: more than a name between Chinese words."""
VOID = later(r"(?i)\b(?:no longer|lifted|dropped|cancel\w*|void|withdrawn)\b|不再|取消|作废|失效|撤销|解除")
_COMPLETES = later(r"(?i)\W{0,3}(?:not|never|no|nothing|only|neither)\b|\W{0,3}(?:不|别|勿|绝不|只)")
_SHORT = 60  # characters of a sentence that completes the one before it
_FEWEST = 2  # terms that two sentences share
_FEW = 16  # sentences that are looked through one by one


class Indexed:
    """The sentences of one summary, by their places in it."""

    def __init__(self, summary: str) -> None:
        self._summary = summary
        self.sentences = [s.of(summary) for s in split(summary)]
        self.words = [about(sentence) for sentence in self.sentences]
        self.whole = len(self.sentences)
        """Sentences that stand in the summary; behind them come those that the next one completes (``Only in UTC. Never
        local.``), and parts of those in two scripts."""
        self._of = [*range(self.whole)]
        for place, (one, behind) in enumerate(pairwise(self.sentences[: self.whole])):
            if len(behind) <= _SHORT and _COMPLETES.match(behind):
                self.sentences.append(f"{one.rstrip(' .。;；')}, {behind}")
                self.words.append(about(self.sentences[-1]))
                self._of.append(place)
        for place in () if summary.isascii() else range(self.whole):
            for part in _strands(self.sentences[place]):
                self.sentences.append(part)
                self.words.append(about(part))
                self._of.append(place)

    @cached_property
    def language(self) -> str:
        """The language of the summary; empty where it does not tell."""
        return language(self._summary)

    @cached_property
    def tongue(self) -> str:
        """The language of the summary by however few words."""
        return self.language or language(self._summary, 1)

    @cached_property
    def lower(self) -> list[str]:
        """The sentences in lower case."""
        return [spelled(sentence).lower() for sentence in self.sentences]

    @cached_property
    def chinese(self) -> list[bool]:
        """Whether each sentence holds Chinese characters."""
        return [chinese(sentence) for sentence in self.sentences]

    @cached_property
    def forbidden(self) -> list[bool]:
        """Whether the heading over each sentence forbids what stands under it: ``Do not:``, ``禁止``."""
        found, forbids = [], False
        for sentence in split(self._summary):
            if sentence.kind is Kind.HEADING:
                forbids = _FORBIDDING.match(sentence.of(self._summary)) is not None
            found.append(forbids)
        return [found[place] for place in self._of]

    @cached_property
    def _kinds(self) -> list[str]:
        """The kind of the section of each sentence."""
        told = {sentence.start: kind for sentence, kind, _ in sections(self._summary)}
        found = [COPY if s.kind is Kind.CODE else told.get(s.start, "") for s in split(self._summary)]
        return [found[place] for place in self._of]

    @cached_property
    def quoted(self) -> list[bool]:
        """Whether each sentence gives somebody's words, or what was copied out."""
        return [kind in (WORDS, COPY) for kind in self._kinds]

    @cached_property
    def ordered(self) -> list[bool]:
        """Whether each sentence stands where a summary lists what binds or what is to be done."""
        return [kind in (RULES, OPEN) for kind in self._kinds]

    @cached_property
    def alike(self) -> list[frozenset[str]]:
        """What of each sentence stays the same in another language."""
        told = zip(self.lower, self.sentences, strict=True)
        return [spelled_alike(lower) | named(sentence) | subject(sentence) for lower, sentence in told]

    @cached_property
    def _names(self) -> list[set[str]]:
        return [names(sentence) for sentence in self.sentences]

    @cached_property
    def _with(self) -> dict[str, list[int]]:
        return _places(self.words)

    @cached_property
    def _naming(self) -> dict[str, list[int]]:
        return _places(self._names)

    @cached_property
    def _spelling(self) -> dict[str, list[int]]:
        return _places(self.alike)

    @cached_property
    def _text(self) -> str:
        return "\n".join(self.lower)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *accumulate(len(sentence) + 1 for sentence in self.lower)]

    def sharing(self, wanted: Wanted, least: float, *, foreign: bool) -> set[int]:
        """The sentences that hold each literal of a rule, and this share of its words or, if they are ``foreign`` to
        it, any of its names; a path may be told by its last part."""
        shared = Counter(chain.from_iterable(self._with.get(word, ()) for word in wanted.telling))
        found = {index for index, count in shared.items() if count / len(wanted.telling) >= least}
        if wanted.forbids and wanted.names:
            found.update(self._telling(wanted.names, len(wanted.names)))
        if foreign:
            found = {index for index in found if self.chinese[index] == wanted.han}
            alike = self._telling(wanted.names or wanted.subject, 1 if wanted.names or wanted.forbids else _FEWEST)
            found.update(index for index in alike if self.chinese[index] != wanted.han)
            if wanted.han:
                found.update(self._telling(wanted.subject, max(_FEWEST, len(wanted.subject))))
        for literal in filter(None, (one.rpartition("/")[2] for one in wanted.literals)):
            found = self._holding(literal, found)
        return found

    def _holding(self, literal: str, among: Collection[int]) -> set[int]:
        """Those of some sentences in which a literal stands: looked for in each, or in all of them at once."""
        if len(among) < _FEW:
            return {index for index in among if literal in self.lower[index]}
        found, place = set[int](), self._text.find(literal)
        while place >= 0:
            index = bisect_right(self._starts, place) - 1
            if place + len(literal) < self._starts[index + 1]:
                found.add(index)
                place = self._text.find(literal, self._starts[index + 1])
            else:
                place = self._text.find(literal, place + 1)
        return found.intersection(among)

    def _telling(self, terms: Collection[str], fewest: int) -> set[int]:
        """The sentences that tell so many of these terms, in either language."""
        shared = Counter(chain.from_iterable(self._spelling.get(term, ()) for term in terms))
        return {index for index, count in shared.items() if count >= fewest}

    def near(self, said: str) -> set[int]:
        """The sentences, no quotes and no copies, that share two words or terms of a text (one that has no more than two
        itself: one), or any of its names."""
        known = names(said)
        shared = Counter(chain.from_iterable(self._with.get(word, ()) for word in about(said)))
        found = {index for index, count in shared.items() if count > 1 or len(self.words[index]) <= _FEWEST}
        han = chinese(said)
        found.update(index for index in self._telling(subject(said), _FEWEST) if self.chinese[index] != han)
        found.update(chain.from_iterable(self._naming.get(name, ()) for name in known))
        return self._own(found)

    def rivalling(self, rule: str) -> set[int]:
        """The sentences, no quotes and no copies, that speak of one of the values between which a rule chooses."""
        values = rivals(rule)
        if values and not chinese(rule):
            return self._own(chain.from_iterable(self._with.get(word, ()) for word in values))
        if values:
            return self._own(chain.from_iterable(self._with.get(word, ()) for word in about(rule)))
        if chinese(rule) and numbers(rule):
            return self._own(chain.from_iterable(self._with.get(word, ()) for word in about(rule)))
        told = subject(rule) - numbers(rule) if numbers(rule) else slot(rule)
        return self._own(chain.from_iterable(self._spelling.get(word, ()) for word in told))

    def _own(self, found: Iterable[int]) -> set[int]:
        return {index for index in found if index < self.whole and not self.quoted[index]}


def _strands(sentence: str) -> list[str]:
    """What a sentence in two scripts says in Latin letters, between its Chinese: behind a label, in front of a note, or
    as one of several rules. Its Chinese is compared as it stands."""
    if not chinese(sentence) or VOID.search(sentence):
        return []
    runs = ["".join(parts) for han, parts in groupby(_SEAM.split(sentence), chinese) if not han]
    return [run.strip() for run in runs if _TOLD.search(run)]


def _places(sets: Sequence[Collection[str]]) -> dict[str, list[int]]:
    """Where each word stands, by the places of the sets that hold it."""
    found = defaultdict[str, list[int]](list)
    for place, words in enumerate(sets):
        for word in words:
            found[word].append(place)
    return found
