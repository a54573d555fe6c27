"""Which questions a reply answers, and what counts as carrying out or writing down."""

from __future__ import annotations

from threefold.text.later import later
from threefold.work.exchanges.exchange import Exchange, Open
from threefold.work.sentences import answering, asking, planning
from threefold.work.sentences.words import carries, literals, share, terms


def answered_of(asked: list[Open], text: str) -> list[Open]:
    """Which of the questions that were put together a reply answers."""
    if len(asked) == 1:
        return [item for item in asked if addresses(item.text, item.terms, text)]
    if answering.speaks_of_all(text) or answering.clauses(text) >= len(asked):
        return [] if answering.is_aside(text) or asking.only_asks(text) else asked
    given = terms(text)
    hit = [item for item in asked if item.terms & given]
    if hit:
        return hit
    counting = [item for item in asked if answering.wants_count(item.text) and any(c.isdigit() for c in text)]
    return counting or asked[:1]


def addresses(question: str, wanted: frozenset[str], text: str) -> bool:
    """Whether a reply answers one question: by consent or refusal, by being brief, or by speaking of the same thing."""
    overlap = share(wanted, terms(text))
    if answering.is_greeting(text):
        return False
    if asking.only_asks(text) and not answering.is_polar(text):
        return False
    if answering.is_aside(text):
        return overlap >= 0.34
    if answering.only_goes_on(text):
        return answering.wants_yes_or_no(question) and not answering.is_alternative(question)
    if answering.is_polar(text) or answering.is_brief(text) or overlap >= 0.25:
        return True
    return not answering.wants_yes_or_no(question)


def is_carried(wanted: frozenset[str], sentence: str, written: str) -> bool:
    """Whether what was written in the same exchange carries a decision; where its language is another, by its names."""
    named = literals(sentence)
    if not wanted or carries(written, wanted, 0.34):
        return True
    if not same_script(sentence, written):
        return not named or carries(written, named, 0.5)
    return len(wanted) <= 2


_HAN = later("[\u3400-\u9fff]")


def same_script(one: str, other: str) -> bool:
    """Whether two texts are both Chinese, or both not."""
    return _has_han(one) == _has_han(other)


def _has_han(text: str) -> bool:
    return not text.isascii() and _HAN.search(text) is not None


def reads_out(now: Exchange, text: str) -> bool:
    """Whether the model reads out, on a question, what stands in a file: then the file holds it."""
    return bool(asking.asks_of_model(now.human)) and now.calls > 0 and now.edits == 0 and planning.names_file(text)
