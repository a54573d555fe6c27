"""What a person says in their own words, apart from what they paste or merely tell: a screen, a log, a review."""

from __future__ import annotations

import re

from threefold.session import Author, Record, Session, Text
from threefold.text.later import later
from threefold.work.sentences import ruling, wishes
from threefold.work.sentences.asking import is_question
from threefold.work.sentences.phrases import Phrases, Said, said

_ADDRESSES = Phrases(
    r"\b(?:please|you|we|i|me|us|our|my|let's|must(?:n't)?|should(?:n't)?|shall|have to|has to|needs? to|don'?t|do not|"
    r"make sure|ensure|remember|from now on|going forward)\b|^(?:never|always|only|avoid|stop)\b|[\x{3400}-\x{9fff}]"
)
"""How a sentence turns to somebody, or obliges; how a thing behaves is told without."""


_BELONGS = later(r"/(?:\d{1,3}(?![\w.])|[\w.-]*[{<:][\w./{}<>:-]*[\w}>])")
"""How a value goes on that is no more than the beginning of what was written: 10.8.0.0/16, /exports/{id}/progress."""

_COMMAND = later(r"`[^`\n]* [^`\n]*`")
_SENTENCE = 240  # characters of a sentence that is given whole
_ADDS = 4  # characters beside a value that may tell what it is of
_COUNTED = {"1": "once|one|一次?", "2": "twice|two|[二两]次?", "3": "thrice|three|三"} | {
    str(number): word
    for number, word in enumerate(("four|四", "five|五", "six|六", "seven|七", "eight|八", "nine|九", "ten|十"), 4)
}


def spelled(value: str) -> re.Pattern[str]:
    """How a value stands in a sentence: an amount by its number, of which a small one may stand in words."""
    number = value.split(" ")[0] if value[:1].isdigit() else value
    words = f"|(?:{_COUNTED[number]})" if number in _COUNTED else ""
    return re.compile(rf"(?i)(?<![\w.])(?:{re.escape(number)}{words})")


class OwnWords:
    """Looks up what the persons of a session said."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: dict[int, tuple[str, tuple[Said, ...]]] = {}

    def lays_down(self, rule: str, event: int) -> bool:
        """Whether a rule is one that the person of an event lays down, and neither pasted nor part of what they report.

        A report of a fault says how things are ("edits before the first prompt are never captured"): in it only what
        turns to somebody or obliges is a rule.
        """
        text, sentences = self._of(event)
        rule = rule.removesuffix("…").strip()
        if text and rule not in _on_one_line(sentences):
            return False
        reports = any(map(wishes.reports_problem, sentences))
        return not reports or any(_turns_to_somebody(line) for line in said(rule))

    def holds(self, category: str, value: str, event: int) -> bool:
        """Whether a fact stands in the person's own words; one that cannot be found in the message at all does. Of a
        command, what they ask or tell about it gives none."""
        text, sentences = self._of(event)
        sought = (value.split(" ")[0] if category == "number" else value).lower()
        if sought not in " ".join(text.split()).lower():
            return True
        given = [
            line for line in sentences if category != "command" or not (is_question(line) or wishes.looks_back(line))
        ]
        return sought in _on_one_line(given).lower()

    def whole(self, value: str, event: int) -> str:
        """A value as the person wrote it, with what belongs to it: the mask of a network, the rest of a path."""
        text, _ = self._of(event)
        at = text.find(value)
        more = _BELONGS.match(text, at + len(value)) if at >= 0 else None
        return value + (more[0] if more else "")

    def sentence(self, value: str, event: int) -> str:
        """The sentence in which a person wrote a value, on one line, so that it tells what the value is of; nothing
        where it is long, only the value, or one that gives a command too."""
        _, sentences = self._of(event)
        sought = spelled(value)
        told = (
            " ".join(line.text.split())
            for line in sentences
            if sought.search(line.text) and not _COMMAND.search(line.text)
        )
        return next((one for one in told if len(value) + _ADDS < len(one) <= _SENTENCE), "")

    def _of(self, event: int) -> tuple[str, tuple[Said, ...]]:
        if event not in self._known:
            text = "\n".join(_typed(record) for _, record in self._session.records([event]))
            own = tuple(line for line in said(text) if line.text.count("}") <= line.text.count("{"))  # else torn data
            self._known[event] = text, own
        return self._known[event]


def _typed(record: Record) -> str:
    """What a person wrote in a record."""
    parts = record.message.parts if record.message is not None else ()
    return "\n".join(part.text for part in parts if isinstance(part, Text) and part.author is Author.HUMAN)


def _on_one_line(sentences: list[Said] | tuple[Said, ...]) -> str:
    return " ".join(" ".join(line.text.split()) for line in sentences)


def _turns_to_somebody(line: Said) -> bool:
    return _ADDRESSES.within(line) or wishes.orders(line) or ruling.lays_down(line)
