"""What a reply passes over: a question beside something else, and the part of a request that is towards people."""

from __future__ import annotations

from collections import Counter

from threefold.text.later import later
from threefold.work import acts, asking, kinds, phrases
from threefold.work.acts import Act
from threefold.work.exchange import Exchange
from threefold.work.phrases import Phrases
from threefold.work.replies import same_script
from threefold.work.words import carried, terms

_LONG = 2_500
"""Characters; a longer request is a specification."""
_SAYS_YES_OR_NO = Phrases(r"(?:^|[.!\n] ?)(?:yes|no|yep|nope|yeah|neither|both|none)(?:[.,;:!\n]|$)")
_OPENS_AS_ANSWER = Phrases(r"^(?:是|不是|有|没有|会|不会|能|不能|对|可以|不可以)")
"""It may answer the request as well, so it excuses a reply that speaks of the request alone, and no other."""
_TO_PEOPLE = Phrases(
    r"^\s*(?:please |also |then )?(?:ask|tell|notify|remind|send|e-?mail|message|ping|inform|invite|let \w+ know)\b|"
    r"^\s*(?:再|也|顺便)?(?:通知|告诉|问|提醒|发给|转告)"
)
"""Deeds towards people: no file shows them."""
_PARTS = later(r"\s+(?:and|then)\s+(?:then |also |please )?|[,;，；。]\s*|并且?|然后")


def unspoken(now: Exchange) -> list[str]:
    """The parts of a request of which neither the reply nor any deed speaks, though the exchange did the rest."""
    if not now.closing or not now.successes or len(now.human) > _LONG:
        return []
    all_of_it = "\n".join((*now.closing, *now.narration, *now.commands, *now.written)).lower()
    found = []
    for act, line in acts.acts(now.human):
        pieces = [piece for piece in _PARTS.split(line.masked) if piece.strip()] if act is Act.OTHER else []
        for piece in pieces[1:]:
            wanted = terms(piece)
            if (
                len(wanted) >= 2
                and _TO_PEOPLE.within(piece)
                and same_script(piece, all_of_it)
                and not carried(wanted, all_of_it)
            ):
                found.append(piece.strip())
    return found


def passed_over(now: Exchange, *, current: bool) -> list[str]:
    """The questions beside something else of which no reply speaks: it speaks of the rest, or of neither.

    ``current``: the turn goes on, so a reply that speaks of neither may not be the last.
    """
    lines, questions = phrases.said(now.human), asking.asks_of_model(now.human)
    reply = "\n".join((*now.narration, *now.closing))
    if len(lines) < 2 or not now.closing or _SAYS_YES_OR_NO.within(reply):
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
        wanted, held = terms(question), of_sentence.get(question, set())
        own = {term for term in wanted if holders[term] == (term in held)}  # no other sentence has them
        named = {term for term in own if term.isascii()}
        most = 0.25 if named and named.isdisjoint(spoken) else 0.1
        rest = shared - sum(holders[term] == 1 for term in held & spoken)
        of_the_rest = rest > 0 and len(own) >= 2 and len(own & spoken) / len(own) <= most
        of_neither = beside and len(wanted) >= 3 and wanted.isdisjoint(spoken)
        if (of_neither or (of_the_rest and not excused)) and same_script(question, reply):
            found.append(question)
    return found
