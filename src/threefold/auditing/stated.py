"""What becomes of standing rules in a summary: which survived, which are lost, and of which it says the opposite.

A rule has survived a compaction when its literals and its polarity stand together in one sentence of the summary; an
order of steps, when the steps stand there in that order. Everything else is a rule the next model may not know.
"""

# ruff: noqa: E501
from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate, chain

from threefold.auditing import order
from threefold.auditing.against import opposes, turns
from threefold.auditing.language import asks_for, language
from threefold.auditing.late import names
from threefold.auditing.phrases import characters, negative, overlap, stem, telling
from threefold.auditing.poles import poles, reports
from threefold.auditing.rules import LABEL, Rule, bindings, binds, clauses_of, core
from threefold.auditing.sections import COPY, WORDS, sections
from threefold.auditing.summary import split, tellings
from threefold.auditing.wanted import HAN, HEDGED, Wanted, spelled_alike
from threefold.auditing.wanted import wanted as wanted_of
from threefold.text.later import later
from threefold.text.sentences import Kind

_LIFTED = later(
    r"(?i)\b(?:no longer|not (?:required|needed|necessary|apply)|need not|(?:don'?t|doesn'?t|does not|do not) (?:need|apply)|no need|dropped|lifted"
    r"|waived|relaxed|can be (?:skipped|ignored|bypassed)|feel free|is fine|are fine|as (?:much|many) as|never|not just|or outside)\b|不再|无需|不必|取消了"
)
_STAYS = later(
    r"(?i)\b(?:stays?|stayed|remains?|remained|keeps?|kept|left (?:alone|as)|as (?:it|they) (?:is|are|was|were)|the same)\b|保持|保留|原样"
)
"""What keeps a prohibition in other words than its own: ``port 22 stays open`` for ``never close port 22``."""
_INSTEAD = later(
    r"(?i)\b(?:instead of|rather than|in place of|and not|,? not|avoid(?:ing)?) (?:the |a |any |use |using )?([\w-]+)"
)
_CONTRAST = later(r"(?i)\b(?:instead of|rather than|in place of)\s([^,.;()]{1,120})")
_PERMITS = later(
    r"(?i)^(?:[*_`\s-]*)(?:use|flash|run|push|do)\b|\b(?:use|using|can|may|allowed|ok to|fine)\b|可以|允许|直接"
)
_ANY = 0.25  # of a rule's telling words, where two literals of it stand together
_SOME, _MOST = 0.4, 0.6  # of them, where one literal does, and where it has none
_FEWEST = 4  # characters of a rule that can be told in another order
_AS_RULE = 0.75
_NEARLY_ALL = 0.75  # of them: the sentence is the rule, and all of it tells its polarity
_ASKED = later(
    r"(?i)\b(?:ask\w*|check\w*|confirm\w*|consult\w*|tell|told|inform\w*|notif\w*|wait\w*|ok|okay|approv\w*|permission|consent|agree\w*|before|until|first|says?|looked at|seen|sign\w*)\b|问|确认|同意|通知|许可|批准|先|等|看过|征求"
)
_ONLY = later(r"(?i)\bonly\b|只")
_FORBIDDING = later(
    r"(?i)[\W\d]*(?:(?:things |what )?(?:do not|don'?ts?|never|must not|not allowed|not to (?:do|touch|change)|forbidden|prohibited|avoid|off limits)|禁止|禁令|禁区|不要|不得|不能)"
)
"""A heading under which everything is forbidden; not ``must and must not``."""
_PRONOUN = later(r"(?i)\b(?:it|them|that|this|those|these)\b")


_OF_IT = later(r"\s*(?:也|都|绝|千万)?[不别勿禁].{1,4}$")  # a clause whose subject stands in the one before: 不能改
_FEW = 16  # sentences that are looked through one by one
_COMPARED, _TIMES = 20_000, 20
"""Sentences of one summary that are compared with rules, and as many times all of them: each rule is compared with those
that share its words and its literals."""


class Stated:
    """The sentences of a summary, in the forms by which a rule is recognised."""

    def __init__(self, summary: str) -> None:
        self.sentences = [s.of(summary) for s in split(summary)]
        self.language = language(summary)
        self._words = tellings(summary)
        self._han = [HAN.search(sentence) is not None for sentence in self.sentences]
        self._lower = [sentence.lower() for sentence in self.sentences]
        self._binds: dict[int, bool] = {}
        self._text = "\n".join(self._lower)
        self._starts = [0, *accumulate(len(sentence) + 1 for sentence in self._lower)]
        self._with = _places(self._words)
        self.compared = 0
        self._under = self._headings(summary)
        told = {sentence.start for sentence, kind, _ in sections(summary) if kind in (WORDS, COPY)}
        self._quoted = [s.start in told or s.kind is Kind.CODE for s in split(summary)]
        self._names = [names(sentence) for sentence in self.sentences]
        self._naming = _places(self._names)
        self._alike = [spelled_alike(lower) | self._names[index] for index, lower in enumerate(self._lower)]
        self._spelling = _places(self._alike)

    @staticmethod
    def _headings(summary: str) -> list[bool]:
        """Whether the heading over each sentence forbids what stands under it: ``Do not:``, ``禁止``."""
        found, forbids = [], False
        for sentence in split(summary):
            if sentence.kind is Kind.HEADING:
                forbids = _FORBIDDING.match(sentence.of(summary)) is not None
            found.append(forbids)
        return found

    def survives(self, rule: Rule) -> bool:
        """Whether the summary holds a rule's literals, most of its words, and its polarity together in one sentence,
        or those of each of its clauses that bind.

        What leads up to a rule and the reasons behind it may be missing. A rule in another language than the summary
        is compared by what both write alike; one that has nothing of the kind cannot be judged. A rule about the
        language of the answers is kept by a summary that is in it.
        """
        if rule.steps:
            return any(order.in_order(rule.steps, self._lower[index]) for index in self._all())
        if asks_for(rule.text, self.language) and not negative(rule.text):
            return True
        whole = wanted_of(rule.text)
        clauses = [(clause, wanted_of(clause)) for clause in bindings(rule.text) if telling(clause)]
        several = len(clauses) > 1 and not (whole.sequence or whole.contrasts)
        parts = [wanted for _, wanted in clauses] if several else []
        if self._holds(whole, parts):
            return True
        bound = core(rule.text)
        if len(bound) < len(LABEL.sub("", rule.text)) - 1 and telling(bound):
            shorter = wanted_of(bound)
            if len(shorter.sequence) == len(whole.sequence) and self._holds(shorter, parts):
                return True
        if (
            whole.sequence
            and not rule.strong
            and order.one_each(whole.sequence, [self._words[index] for index in self._all()])
            and not self.contradicts(rule)
        ):
            return True
        if whole.sequence or whole.contrasts:
            return False  # such a rule says what it says as a whole
        return bool(clauses) and all(self._keeps(rule.text, clause, wanted) for clause, wanted in clauses)

    def _keeps(self, rule: str, clause: str, wanted: Wanted) -> bool:
        """Whether one clause of a rule stands somewhere: ``don't send it`` with what it is that is not to be sent."""
        if len(wanted.telling) < 2 and _PRONOUN.search(clause):
            about = telling(rule)
            return any(
                wanted.telling <= self._words[index]
                and overlap(about, self._words[index]) >= _SOME
                and not self._turned(index, wanted)
                for index in self._all()
            )
        return self._holds(wanted)

    def _holds(self, wanted: Wanted, parts: Sequence[Wanted] = ()) -> bool:
        """Whether some sentence says this, and turns none of its ``parts`` round."""
        if not wanted.names and self.language and wanted.han != (self.language == "Chinese"):
            return True  # nothing of it would look the same
        enough = (_MOST, _SOME, _ANY)[min(len(wanted.literals), 2)]
        least = enough * _AS_RULE
        if len(wanted.characters) >= _FEWEST:
            least = min(least, _ANY)
        for index in self._sharing(wanted, least, foreign=True):
            sentence = self.sentences[index]
            foreign = wanted.han != self._han[index]
            if foreign:
                if not wanted.named_in(self._alike[index]):
                    continue
            elif not self._says(index, wanted, enough):
                continue
            if self._turned(index, wanted):
                continue
            if any(part.telling & self._words[index] and self._turned(index, part) for part in parts):
                continue
            if not wanted.hedged and HEDGED.search(sentence):
                continue  # a rule that was watered down to a preference
            return True
        return False

    def _sharing(self, wanted: Wanted, least: float, *, foreign: bool = False) -> list[int]:
        """The sentences that hold each literal of a rule, and this share of its words or, if they are ``foreign`` to
        it, any of its names; a path may be told by its last part."""
        shared = Counter(chain.from_iterable(self._with.get(word, ()) for word in wanted.telling))
        found = {index for index, count in shared.items() if count / len(wanted.telling) >= least}
        if foreign:
            named = chain.from_iterable(self._spelling.get(name, ()) for name in wanted.names)
            found = {index for index in found if self._han[index] == wanted.han}
            found.update(index for index in named if self._han[index] != wanted.han)
        for literal in filter(None, (one.rpartition("/")[2] for one in wanted.literals)):
            found = self._holding(literal, found)
        return self._counted(found)

    def _holding(self, literal: str, among: Collection[int]) -> set[int]:
        """Those of some sentences in which a literal stands: looked for in each, or in all of them at once."""
        if len(among) < _FEW:
            return {index for index in among if literal in self._lower[index]}
        found, place = set[int](), self._text.find(literal)
        while place >= 0:
            index = bisect_right(self._starts, place) - 1
            if place + len(literal) < self._starts[index + 1]:
                found.add(index)
                place = self._text.find(literal, self._starts[index + 1])
            else:
                place = self._text.find(literal, place + 1)
        return found.intersection(among)

    def _counted(self, found: Iterable[int]) -> list[int]:
        """The places of sentences in order, which are going to be compared with a rule."""
        places = sorted(found)
        self.compared += len(places)
        return places

    def _all(self) -> list[int]:
        return self._counted(range(len(self.sentences)))

    @property
    def exhausted(self) -> bool:
        """Whether so many sentences were compared with rules that no more rules are."""
        return self.compared > _COMPARED + _TIMES * len(self.sentences)

    def _says(self, index: int, wanted: Wanted, enough: float) -> bool:
        """Whether a sentence says enough of a rule. What is itself a rule says it with less, as long as it is about the
        same thing: ``never log passwords`` shares but the verb with ``never log codes``."""
        shared = wanted.telling & self._words[index]
        if index not in self._binds:
            self._binds[index] = binds(self.sentences[index])
        if self._binds[index] and shared - {wanted.verb}:
            enough *= _AS_RULE
        return overlap(wanted.telling, shared) >= enough or self._reworded(index, wanted)

    def _reworded(self, index: int, wanted: Wanted) -> bool:
        """Whether a clause of a Chinese sentence has nearly all characters of a Chinese rule: ``文档用英文写``,
        ``文档写英文``."""
        if len(wanted.characters) < _FEWEST or overlap(wanted.telling, self._words[index]) < _ANY:
            return False
        return any(
            overlap(wanted.characters, characters(clause)) >= _NEARLY_ALL
            for clause in clauses_of(self.sentences[index])
        )

    def contradicts(self, rule: Rule) -> str:
        """The sentence that says the opposite of a rule in its own words, or an empty string."""
        if rule.steps:
            return ""
        whole = len(clauses_of(rule.text)) < 2 or wanted_of(rule.text).contrasts or order.sequence(rule.text)
        clauses = [one for one in bindings(rule.text) if not _PRONOUN.search(one)]
        texts = [rule.text, core(rule.text)] if whole else clauses
        for text in dict.fromkeys(texts):
            wanted = wanted_of(text)
            if not wanted.telling or (_ONLY.search(text) and not wanted.sequence):
                continue  # what holds for one alone is not turned round, but lost, where it is told of all
            for index in self._sharing(wanted, _MOST):
                sentence = self.sentences[index]
                if overlap(wanted.telling, self._words[index]) < _MOST or reports(sentence):
                    continue
                if self._turned(index, wanted) and (len(wanted.telling) > 1 or _PERMITS.search(sentence)):
                    return sentence
        return ""

    def opposed(self, text: str, *, openly: bool = False) -> str:
        """The sentence that says the opposite of a text in other words, or an empty string; no quotes and no copies.
        ``openly`` asks for one that exchanges its sides, or lifts what it makes wait."""
        about, named = telling(text), names(text)
        shared = Counter(chain.from_iterable(self._with.get(word, ()) for word in about))
        near = {index for index, count in shared.items() if count > 1}
        near.update(chain.from_iterable(self._naming.get(name, ()) for name in named))
        for index in self._counted(index for index in near if not self._quoted[index]):
            sentence = self.sentences[index]
            if turns(text, sentence) if openly else opposes(text, sentence):
                return sentence
        return ""

    def _turned(self, index: int, wanted: Wanted) -> bool:
        """Whether a sentence in the words of a rule has the opposite polarity, or its steps in another order."""
        sentence = self.sentences[index]
        if turns(wanted.text, sentence):
            return True
        if wanted.sequence and order.out_of_order(wanted.sequence, sentence):
            return True
        if wanted.asks and not _ASKED.search(sentence):
            return True
        about = " ".join(c for c in clauses_of(sentence) if wanted.speaks_of(c) or _OF_IT.match(c)) or sentence
        if wanted.forbids:
            if overlap(wanted.telling, self._words[index]) >= _NEARLY_ALL:
                about = sentence  # it is the rule, and all of it tells its polarity
            if self._under[index] or negative(_CONTRAST.sub(" ", about)):
                return False
            if wanted.verb not in self._words[index] and _STAYS.search(about):
                return False
            return not any(poles(sentence).get(word) is False for word in wanted.telling)
        return _lifted(about, wanted.telling) or (not reports(sentence) and _refuses(sentence, wanted.telling))


def _places(sets: Sequence[Collection[str]]) -> dict[str, list[int]]:
    """Where each word stands, by the places of the sets that hold it."""
    found = defaultdict[str, list[int]](list)
    for place, words in enumerate(sets):
        for word in words:
            found[word].append(place)
    return found


def _lifted(about: str, wanted: set[str]) -> bool:
    """Whether words of a sentence lift what a rule wants; those that the rule itself uses do not: ``drop bad rows``."""
    return any(stem(match[0].lower()) not in wanted for match in _LIFTED.finditer(about))


def _refuses(sentence: str, wanted: set[str]) -> bool:
    """Whether a sentence puts something in the place of what a rule wants: ``spaces instead of tabs``."""
    return any(stem(match[1].lower()) in wanted for match in _INSTEAD.finditer(sentence))
