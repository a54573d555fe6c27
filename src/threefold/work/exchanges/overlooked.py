"""What a reply passes over: a question beside something else."""

from __future__ import annotations

from collections import Counter

from threefold.text.later import later
from threefold.work.exchanges import kinds, taking
from threefold.work.exchanges.exchange import Exchange
from threefold.work.exchanges.replies import same_script
from threefold.work.sentences import asking, phrases
from threefold.work.sentences.phrases import Phrases
from threefold.work.sentences.words import carried, carries, terms

_SAYS_YES_OR_NO = Phrases(r"(?:^|[.!\n] ?)(?:yes|no|yep|nope|yeah|neither|both|none)(?:[.,;:!\n]|$)")
_OPENS_AS_ANSWER = Phrases(r"^(?:是|不是|有|没有|会|不会|能|不能|对|可以|不可以)")
"""It may answer the request as well, so it excuses a reply that speaks of the request alone, and no other."""


_CLAUSES = later(r"[,;，；—]\s*|\s[-–]\s|\b(?:but|and)\b")
_FORBIDS = Phrases(
    r"^\W*(?:(?:please|but|and|just|so) )*(?:don'?t|do not|never|no|without)\b",
    r"^\W*(?:请|先|千万|暂时)*(?:不要|别[^的人处]|不许|勿|不)",
)
_PUTS_IT = frozenset(
    (
        "tell",
        "show",
        "opinion",
        "thought",
        "think",
        "take",
        "say",
        "know",
        "告诉",
        "觉",
        "看",
        "看法",
        "想法",
        "意见",
        "怎",
    )
)
"""Words that ask and name nothing."""


def _about(question: str) -> frozenset[str]:
    """What a question names: not what one is told to leave alone beside it, and not that it is put."""
    asked = (clause for clause in _CLAUSES.split(question) if not _FORBIDS.within(clause))
    return terms(" , ".join(asked)) - _PUTS_IT


def _within_orders(human: str, reply: str, *, current: bool) -> list[str]:
    """The questions within orders of which a reply says nothing that, while the turn goes on, speaks of the order."""
    found = []
    low = reply.lower()
    for order, question in asking.beside_order(human):
        wanted = terms(order)
        own = terms(question) - wanted - _PUTS_IT
        told = carried(wanted, low) > 0 or (bool(wanted) and not current)
        if told and own and carried(own, low) == 0 and same_script(question, reply):
            found.append(question)
    return found


def passed_over(now: Exchange, *, current: bool) -> list[str]:
    """The questions beside something else of which no reply speaks: it speaks of the rest, or of neither.

    ``current``: the turn goes on, so a reply that speaks of neither may not be the last.
    """
    lines, questions = phrases.said(now.human), asking.asks_of_model(now.human)
    reply = "\n".join((*now.narration, *now.closing))
    if not now.closing or _SAYS_YES_OR_NO.within(reply):
        return []
    within = _within_orders(now.human, reply, current=current)
    if within:
        return within
    parts = [part for line in lines for part in asking.parts(line) if line.plain in questions]
    speaks = any(char.isalpha() for char in reply)  # a value alone is of no language
    if len(parts) > 1 and (not speaks or same_script(" ".join(parts), reply)):
        told = taking.of_questions(parts, now.human, reply)
        if not all(told):
            return [part for part, answered in zip(parts, told, strict=True) if not answered]
        if asking.only_asks(now.human):
            return []
    if len(lines) < 2:
        return []
    beside = len(questions) < len(lines) and not (current or kinds.only_informs(now) or asking.only_asks(now.human))
    excused = _OPENS_AS_ANSWER.within(reply)
    of_sentence: dict[str, set[str]] = {}
    for line in lines:
        of_sentence.setdefault(line.plain, set()).update(terms(line.masked))
    holders = Counter(term for held in of_sentence.values() for term in held)
    low = reply.lower()
    spoken = {term for term in holders.keys() | set().union(*map(terms, questions)) if carried((term,), low)}
    shared = len(spoken & holders.keys())
    found = []
    for question in dict.fromkeys(questions):
        if carries(now.landed(), terms(question), 0.5):
            continue  # what was put for agreement was written down
        wanted, held = _about(question), of_sentence.get(question, set())
        own = {term for term in wanted if holders[term] == (term in held)}  # no other sentence has them
        named = {term for term in own if term.isascii()}
        most = 0.25 if named and named.isdisjoint(spoken) else 0.1
        rest = shared - sum(holders[term] == 1 for term in held & spoken)
        of_the_rest = rest > 0 and len(own) >= 2 and len(own & spoken) / len(own) <= most
        of_neither = beside and wanted and len(terms(question)) >= 3 and wanted.isdisjoint(spoken)
        if (of_neither or (of_the_rest and not excused)) and same_script(question, reply):
            found.append(question)
    return found
