"""What becomes of standing rules in a summary: which survived, which are lost, and of which it says the opposite.

A rule has survived a compaction when its literals and its polarity stand together in one sentence of the summary; an
order of steps, when the steps stand there in that order. Everything else is a rule the next model may not know.
"""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from threefold.auditing.facts.phrases import characters, chinese, negative, overlap
from threefold.auditing.statements import order
from threefold.auditing.statements.against import PERMITS, opposes, same_deed, spares, turns
from threefold.auditing.statements.indexed import VOID, Indexed
from threefold.auditing.statements.language import asks_for
from threefold.auditing.statements.loosened import loosens
from threefold.auditing.statements.poles import BARS, KEEPS, ONLY, bars, depends, poles, reports
from threefold.auditing.statements.rivals import BOUND, chooses, chooses_other, exchanges, flips, keeps_bound
from threefold.auditing.statements.rules import LABEL, Rule, bindings, binds, clauses_of, core
from threefold.auditing.statements.subjects import about, term
from threefold.auditing.statements.wanted import HEDGED, Wanted
from threefold.auditing.statements.wanted import wanted as wanted_of
from threefold.text.later import later

_LIFTED = later(
    r"(?i)\b(?:no longer|not (?:required|needed|necessary|apply)|need not|(?:don'?t|doesn'?t|does not|do not) (?:need|apply)|no need|dropped|lifted"
    r"|waived|relaxed|(?:may|can|could) (?:skip|omit|ignore|bypass)|can be (?:skipped|ignored|bypassed)|feel free|is fine|are fine|as (?:much|many) as|never|not just|or outside|optional)\b|可选|不强制|不再|无需|不必|不需要|不用(?=[跑等问做看测先再])|可以不|跳过|取消了"
)
_VEILED = later(
    r"(?i)\b(?:masked|redacted|hidden|anonymi[sz]ed|obfuscated|scrubbed|stripped|blanked|censored)\b|打码|脱敏|屏蔽|隐藏"
)
"""What keeps to ``never log codes`` without a word that forbids."""
_FOR_NOW = later(r"(?i)\b(?:before|until|till|unless|without)\b|前|除非|未经|没")
"""What a prohibition waits for."""
_AWAITS = later(
    r"(?i)\b(?:once|after|until|till|when|as soon as|pending|needs?|requires?|awaits?|waits?|beforehand|approv\w*|confirm\w*|consent|agree\w*|permission|ok(?:ay)?)\b|后|才|等|须|先"
)
"""How a sentence makes wait what a rule forbids for a time."""
_NOT_YET = later(r"(?i)\b(?:yet|for now|for the moment|right now)\b|暂|[先还][不别]")
"""How something is forbidden until a person speaks again."""
_HELD = later(
    r"(?i)\b(?:pending|awaits?|awaiting|waits?|waiting|on hold|held|approv\w*|confirm\w*|consent\w*|agree\w*|permission|go-ahead|ok|okay)\b|等|确认|同意|批准|暂缓"
)
"""How a sentence makes it wait for that word."""
_SUFFICES = later(r"(?i)\b(?:is|are) (?:enough|sufficient)\b|\bsuffices?\b|即可|就行|就够")
"""How a sentence is content with less."""
_INSTEAD = later(
    r"(?i)\b(?:instead of|rather than|in place of|and not|,? not|avoid(?:ing)?|without|skip(?:s|ping)?) (?:the |a |any |use |using )?([\w-]+)"
)
_CONTRAST = later(r"(?i)\b(?:instead of|rather than|in place of)\s([^,.;()]{1,120})")
_USES = later(r"(?i)^(?:[*_`\s-]*)(?:use|flash|run|push|do)\b|\b(?:use|using|fine)\b")
_ANY = 0.25  # of a rule's telling words, where two literals of it stand together
_SOME, _MOST = 0.4, 0.6  # of them, where one literal does, and where it has none
_FEWEST = 4  # characters of a rule that can be told in another order
_AS_RULE = 0.75
_REST = 3  # characters of a Chinese rule beside those of its terms
_NEARLY_ALL = 0.75  # of them: the sentence is the rule, and all of it tells its polarity
_ASKED = later(
    r"(?i)\b(?:ask\w*|check\w*|confirm\w*|consult\w*|tell|told|inform\w*|notif\w*|wait\w*|ok|okay|approv\w*|permission|consent|agree\w*|before|until|first|says?|looked at|seen|sign\w*)\b|问|确认|同意|通知|许可|批准|先|等|看过|过目|审[核批阅]|征求"
)
_TOLD_AFTER = later(
    r"(?i)\b(?:then|and|afterwards?) (?:tell|inform|notify|let)\w*|\b(?:tell|inform|notif|told)\w*[^.;]{0,40}\b(?:after(?:wards?)?|later|once done)\b|(?:之后|然后|再|完)(?:告诉|通知|告知|说)"
)
"""Who is told afterwards was not asked."""
_PARTS = later(r"[;；]\s*")
_PRONOUN = later(r"(?i)\b(?:it|them|that|this|those|these)\b")
_OF_IT = later(r"\s*(?:也|都|绝|千万)?[不别勿禁].{1,4}$")  # a clause whose subject stands in the one before: 不能改
_COMPARED, _TIMES = 20_000, 20
"""Sentences of one summary that are compared with rules, and as many times all of them: each rule is compared with those
that share its words and its literals."""


class Stated:
    """The sentences of a summary, in the forms by which a rule is recognised."""

    def __init__(self, summary: str) -> None:
        self.of = Indexed(summary)
        self.compared = 0

    def survives(self, rule: Rule) -> bool:
        """Whether the summary holds a rule's literals, most of its words, and its polarity together in one sentence,
        or those of each of its clauses that bind.

        What leads up to a rule and the reasons behind it may be missing. A rule in another language than the summary
        is compared by what both write alike; one that has nothing of the kind cannot be judged. A rule about the
        language of the answers is kept by a summary that is in it.
        """
        if rule.steps:
            return any(order.in_order(rule.steps, self.of.lower[index]) for index in self._all())
        if asks_for(rule.text, self.of.tongue) and not negative(ONLY.sub(" ", rule.text)):
            return True
        for at in self._rivals(rule.text):
            sentence = self.of.sentences[at]
            if self._binding(at) and (chooses(rule.text, sentence) or keeps_bound(rule.text, sentence)):
                return True
        whole = wanted_of(rule.text)
        bound = [(clause, wanted_of(clause)) for clause in bindings(rule.text) if about(clause)]
        # who does it instead often stands in a clause of its own, which forbids nothing: "…, I do that myself"
        clauses = [(clause, one._replace(doers=one.doers or whole.doers)) for clause, one in bound]
        several = len(clauses) > 1 and not (whole.sequence or whole.contrasts)
        parts = [wanted for _, wanted in clauses] if several else []
        if self._holds(whole, parts):
            return True
        binding = core(rule.text)
        if len(binding) < len(LABEL.sub("", rule.text)) - 1 and about(binding):
            shorter = wanted_of(binding)
            if len(shorter.sequence) == len(whole.sequence) and self._holds(shorter, parts):
                return True
        if (
            whole.sequence
            and not rule.strong
            and order.one_each(whole.sequence, [self.of.words[index] for index in self._all()])
            and not self.contradicts(rule)
        ):
            return True
        if whole.sequence or whole.contrasts:
            return False  # such a rule says what it says as a whole
        every = [wanted for _, wanted in clauses]
        return bool(clauses) and all(self._keeps(rule.text, clause, wanted, every) for clause, wanted in clauses)

    def _keeps(self, rule: str, clause: str, wanted: Wanted, every: Sequence[Wanted]) -> bool:
        """Whether one clause of a rule, of ``every`` one that binds, stands somewhere: ``don't send it`` with what it is
        that is not to be sent."""
        if len(wanted.telling) < 2 and _PRONOUN.search(clause):
            told = about(rule)
            return any(
                wanted.telling <= self.of.words[index]
                and overlap(told, self.of.words[index]) >= _SOME
                and not self._turned(index, wanted)
                and (wanted.hedged or not HEDGED.search(self.of.sentences[index]))
                for index in self._all()
            )
        return self._holds(wanted, beside=every)

    def _holds(self, wanted: Wanted, parts: Sequence[Wanted] = (), *, beside: Sequence[Wanted] = ()) -> bool:
        """Whether some sentence says this, and turns none of its ``parts`` round. ``beside`` are the parts of a rule of
        which this is one."""
        if not wanted.spelled and self.of.language and wanted.han != (self.of.language == "Chinese"):
            return True  # nothing of it would look the same
        enough = (_MOST, _SOME, _ANY)[min(len(wanted.literals), 2)]
        least = enough * _AS_RULE
        if len(wanted.characters) >= _FEWEST:
            least = min(least, _ANY)
        for index in self._sharing(wanted, least, foreign=True):
            sentence = self.of.sentences[index]
            foreign = wanted.han != self.of.chinese[index]
            if foreign:
                alike = self.of.alike[index]
                spared = wanted.forbids and not wanted.names and spares(sentence) and wanted.subject & alike
                if not (spared or wanted.named_in(alike)) or VOID.search(sentence):
                    continue
            elif not self._says(index, wanted, enough):
                continue
            if self._turned(index, wanted, beside):
                continue
            if (
                len(wanted.telling) < 2
                and BOUND.search(wanted.text)
                and not (self._binding(index) or BOUND.search(sentence))
            ):
                continue  # as many as may be, and no bound
            if any(part.telling & self.of.words[index] and self._turned(index, part, parts) for part in parts):
                continue
            if not foreign and any(self._leaves_out(part, index) for part in parts):
                continue  # one of several orders, and nothing of the others
            if not wanted.hedged and HEDGED.search(sentence):
                continue  # a rule that was watered down to a preference
            return True
        return False

    def _leaves_out(self, part: Wanted, index: int) -> bool:
        """Whether a sentence has nothing of a part of a rule that says something by itself, and no other has it."""
        alone = bool(part.telling) and not _PRONOUN.search(part.text)
        return alone and part.telling.isdisjoint(self.of.words[index]) and not self._holds(part)

    def _sharing(self, wanted: Wanted, least: float, *, foreign: bool = False) -> list[int]:
        return self._counted(self.of.sharing(wanted, least, foreign=foreign))

    def _counted(self, found: Iterable[int]) -> list[int]:
        """The places of sentences in order, which are going to be compared with a rule."""
        places = sorted(found)
        self.compared += len(places)
        return places

    def _all(self) -> list[int]:
        return self._counted(range(self.of.whole))

    @property
    def exhausted(self) -> bool:
        """Whether so many sentences were compared with rules that no more rules are."""
        return self.compared > _COMPARED + _TIMES * len(self.of.sentences)

    def _says(self, index: int, wanted: Wanted, enough: float) -> bool:
        """Whether a sentence says enough of a rule. What is itself a rule says it with less, as long as it is about the
        same thing: ``never log passwords`` shares but the verb with ``never log codes``."""
        shared = wanted.telling & self.of.words[index]
        sentence = self.of.sentences[index]
        if wanted.forbids and wanted.names and wanted.names <= self.of.alike[index] and BARS.search(sentence):
            return True  # whatever is not to be done with it
        if (binds(sentence) and shared - {wanted.verb}) or wanted.kept_for(sentence):
            enough *= _AS_RULE
        return overlap(wanted.telling, shared) >= enough or self._reworded(index, wanted)

    def _reworded(self, index: int, wanted: Wanted) -> bool:
        """Whether a Chinese sentence tells all that a Chinese rule is about, or a clause of it has nearly all of its
        characters: ``文档用英文写``, ``文档写英文``."""
        if wanted.han and wanted.rest <= _REST and len(wanted.subject) > 1 and wanted.subject <= self.of.alike[index]:
            return True
        if len(wanted.characters) < _FEWEST or overlap(wanted.telling, self.of.words[index]) < _ANY:
            return False
        return any(
            overlap(wanted.characters, characters(clause)) >= _NEARLY_ALL
            for clause in clauses_of(self.of.sentences[index])
        )

    def contradicts(self, rule: Rule) -> str:
        """The sentence that says the opposite of a rule in its own words, or an empty string."""
        if rule.steps:
            return ""
        whole = len(clauses_of(rule.text)) < 2 or wanted_of(rule.text).contrasts or order.sequence(rule.text)
        clauses = [one for one in bindings(rule.text) if not _PRONOUN.search(one)]
        texts = [rule.text, core(rule.text)] if whole else clauses
        others = [wanted_of(one) for one in clauses]
        for text in dict.fromkeys(texts):
            wanted = wanted_of(text)._replace(doers=wanted_of(rule.text).doers)
            if not wanted.telling or (ONLY.search(text) and not wanted.sequence):
                continue  # what holds for one alone is not turned round, but lost, where it is told of all
            for index in self._sharing(wanted, _MOST):
                if index >= self.of.whole:
                    break  # what stands beside it may turn it
                sentence = self.of.sentences[index]
                permits = PERMITS.search(sentence) and not (wanted.forbids and not same_deed(text, sentence))
                enough = _MOST if permits or binds(sentence) else _NEARLY_ALL
                if overlap(wanted.telling, self.of.words[index]) < enough or reports(sentence):
                    continue
                if self._turned(index, wanted, others) and (
                    len(wanted.telling) > 1 or (PERMITS.search(sentence) or _USES.search(sentence))
                ):
                    return sentence
        return ""

    def opposed(self, text: str, *, openly: bool = False) -> str:
        """The sentence that says the opposite of a text in other words, or an empty string; no quotes and no copies.
        ``openly`` asks for one that exchanges its sides, or lifts what it makes wait."""
        for index in self._counted(self.of.near(text)):
            sentence = self.of.sentences[index]
            alike = chinese(text) == self.of.chinese[index]
            if turns(text, sentence) if openly and alike else opposes(text, sentence, ordered=self.of.ordered[index]):
                return sentence
            if alike and self._binding(index, permits=True) and loosens(text, sentence):
                return sentence
        for index in self._rivals(text):
            sentence = self.of.sentences[index]
            if self._binding(index) and not reports(sentence) and chooses_other(text, sentence):
                return sentence
        return ""

    def _rivals(self, rule: str) -> list[int]:
        return self._counted(self.of.rivalling(rule))

    def _turned(self, index: int, wanted: Wanted, parts: Sequence[Wanted] = ()) -> bool:
        """Whether a sentence in the words of a rule has the opposite polarity, or its steps in another order. A clause
        that speaks of another of the rule's ``parts`` alone says nothing of this one."""
        sentence = self.of.sentences[index]
        if turns(wanted.text, sentence) or flips(wanted.text, sentence):
            return True
        if wanted.sequence and order.out_of_order(wanted.sequence, sentence):
            return True
        if wanted.asks and not _ASKED.search(_TOLD_AFTER.sub(" ", sentence)):
            return True
        clauses = [c for part in _PARTS.split(sentence) for c in clauses_of(part)]
        near = " ".join(c for c in clauses if wanted.speaks_of(c) or _OF_IT.match(c)) or sentence
        if _SUFFICES.search(near) and not _SUFFICES.search(wanted.text) and not wanted.telling <= self.of.words[index]:
            return True
        if wanted.forbids:
            if overlap(wanted.telling, self.of.words[index]) >= _NEARLY_ALL or wanted.han != self.of.chinese[index]:
                around = [part for part in _PARTS.split(sentence) if wanted.speaks_of(part)] or [sentence]
                near = "; ".join(_without(parts, wanted, part) for part in around)
            if exchanges(wanted.text, sentence) or wanted.kept_for(near) or self.of.forbidden[index]:
                return False
            if (
                (_FOR_NOW.search(wanted.text) and _AWAITS.search(near))
                or (_NOT_YET.search(wanted.text) and _HELD.search(near))
            ) and (overlap(wanted.telling, self.of.words[index]) >= _MOST):
                return False
            if bars(_CONTRAST.sub(" ", near), somewhere=depends(wanted.text) or ONLY.search(wanted.text) is not None):
                return False
            if _adds(_VEILED, near, wanted.telling) or (wanted.verb not in self.of.words[index] and KEEPS.search(near)):
                return False
            return not any(poles(sentence).get(word) is False for word in wanted.telling)
        if wanted.only and not (bars(near) or binds(near)):
            return True
        return _adds(_LIFTED, near, wanted.telling) or (not reports(sentence) and _refuses(sentence, wanted.telling))

    def _binding(self, index: int, *, permits: bool = False) -> bool:
        """Whether a sentence lays something down, by its words or its place; or ``permits`` something."""
        sentence = self.of.sentences[index]
        return self.of.ordered[index] or binds(sentence) or (permits and PERMITS.search(sentence) is not None)


def _without(parts: Sequence[Wanted], wanted: Wanted, text: str) -> str:
    """A text without the clauses that speak of another part of a rule and not of the one that is wanted."""
    clauses = clauses_of(text)
    own = [one for one in clauses if wanted.speaks_of(one) or not any(part.speaks_of(one) for part in parts)]
    return text if len(own) == len(clauses) else ", ".join(own)


def _adds(words: re.Pattern[str], about: str, wanted: set[str]) -> bool:
    """Whether a sentence has such words, other than the rule itself: ``drop bad rows`` is not lifted by ``dropped``."""
    return any(term(match[0].lower()) not in wanted for match in words.finditer(about))


def _refuses(sentence: str, wanted: set[str]) -> bool:
    """Whether a sentence puts something in the place of what a rule wants: ``spaces instead of tabs``."""
    return any(term(match[1].lower()) in wanted for match in _INSTEAD.finditer(sentence))
