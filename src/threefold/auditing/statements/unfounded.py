"""What a summary gives as binding or as waiting for an answer, and nothing in the log speaks of."""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Iterator

from threefold.auditing.facts.phrases import chinese, overlap, telling
from threefold.auditing.ledger.ledger import Ledger, Origin
from threefold.auditing.reports.record import Statement
from threefold.auditing.reports.reporting import cut
from threefold.auditing.statements.heard import Heard
from threefold.auditing.statements.humans import fragments
from threefold.auditing.statements.quotes import USER, quotes
from threefold.auditing.statements.rules import LABEL, constraints, literals_of
from threefold.auditing.statements.subjects import about
from threefold.text.later import later
from threefold.text.unicode import encode

_TELLING_WORDS = 3  # of a constraint, together in one event: it was taken from there
_LONG_WORD = later(r"[^\W\d_]{5,40}")
SAME_RULE = 0.4  # of a constraint's telling words stand in one rule of the session
_LINE = 600  # characters of a line that speaks of a question
_NO_ANSWER = later(
    r"(?i)\b(?:the )?user (?:(?:has|have|did)(?: not|n't)(?: yet)?|never|is yet to) (?:answer\w*|repl\w+|respond\w*|decided?|chosen?|confirm\w*)(?: yet| (?:to )?(?:this|it|that))*"
    r"|\b(?:awaiting|waiting (?:for|on)) (?:an? |the )?(?:answer|reply|decision) (?:from|of|by) the user|\b(?:awaiting|waiting (?:for|on)) (?:the )?user'?s? (?:answer|reply|decision)"
    r"|用户(?:还|尚|仍)?(?:没有?|未)(?:回答|答复|回复|决定|确认)"
)


def needles(summary: str) -> list[bytes]:
    """What is to be looked for in everybody's words: the summary's quotes of the user, and what its constraints name."""
    found = list(quoted(summary).values())
    for words in (*constraints(summary), *_unanswered(summary)):
        literal, longest = _named(words)
        found += map(encode, literal or (spelled for word in longest for spelled in (word, word.capitalize())))
    return found


def quoted(summary: str) -> dict[str, bytes]:
    """The fragments of the summary's quotes of the user."""
    return {piece: encode(piece) for quote in quotes(summary, ()) for piece in fragments(quote.text)[:2]}


def _named(constraint: str) -> tuple[list[str], list[str]]:
    """What a constraint names to the letter, and the longest words of one that names nothing."""
    longest = sorted(dict.fromkeys(_LONG_WORD.findall(constraint.lower())), key=lambda word: (-len(word), word))
    return literals_of(constraint), longest[:_TELLING_WORDS]


def constraints_of_nobody(summary: str, heard: Heard, ledger: Ledger) -> list[Statement]:
    """Constraints that the summary lists and nobody set: no human, no system prompt, no memory file says anything like
    them, and no plan, file or result either, from which they may have been taken."""
    given = [about(rule.text) for rule in heard.rules]
    together: dict[int, set[str]] = {}  # "never push to main. PRs only" may be told as one
    for rule, known in zip(heard.rules, given, strict=True):
        together.setdefault(rule.event, set()).update(known)
    given += together.values()
    read = {chinese(text) for _, text in heard.humans.texts}
    found: list[Statement] = []
    for words in constraints(summary):
        wanted = about(LABEL.sub("", words))
        said = heard.humans.says(words.replace("(", " ").replace(")", " "))
        if said or any(overlap(wanted, known) >= SAME_RULE for known in given):
            continue
        foreign = bool(read) and chinese(words) not in read
        if _stands_somewhere(words, ledger) or (foreign and not literals_of(words)):
            continue  # a translation shares no words with what it translates
        basis = "given as a constraint; no human, system prompt or memory file says anything like it"
        found.append(Statement(category="rule", value=cut(words), status="invented", basis=basis))
    return found


def _unanswered(summary: str) -> Iterator[str]:
    """The lines in which a summary says that the user has not answered something, without that remark."""
    for line in summary.split("\n"):
        if any(user in line for user in USER) and _NO_ANSWER.search(line):
            rest = _NO_ANSWER.sub("", line[:_LINE]).strip(" \t-*•.;,")
            if len(telling(rest)) > 1:
                yield rest


def questions_of_nobody(summary: str, heard: Heard, ledger: Ledger) -> list[Statement]:
    """What a summary gives as waiting for the user's answer, and nothing in the log speaks of."""
    basis = "given as not answered by the user; nothing in the log speaks of it"
    return [
        Statement(category="question", value=cut(line), status="invented", basis=basis)
        for line in dict.fromkeys(_unanswered(summary))
        if not heard.humans.says(line) and not _stands_somewhere(line, ledger) and any(_named(line))
    ]


def _stands_somewhere(constraint: str, ledger: Ledger) -> bool:
    """Whether what a constraint names stands anywhere, or its longest words together in one event."""
    literal, longest = _named(constraint)
    if literal:
        return any(ledger.places(encode(one)) for one in literal)
    events = [
        {
            event
            for spelled in (word, word.capitalize())
            for event, origin in ledger.places(encode(spelled))
            if origin is not Origin.REASONING
        }
        for word in longest
    ]
    return len(events) == _TELLING_WORDS and bool(set.intersection(*events))
