"""Which words of a person still hold when a summary is read: rules and facts do, an order only until it is taken up."""

from __future__ import annotations

from threefold.auditing.ledger.ledger import Origin, of_message
from threefold.session import Session
from threefold.text.later import later

_STANDS = later(
    r"(?i)\b(?:never|always|must|do not|don't|from now on|every time|in future|"
    r"(?:keep|bear) in mind|remember|note that)\b"
    r"|不要|必须|禁止|不能|别|只能|务必|今后|以后|记住|注意"
)
"""What makes a rule of a sentence that else is worded as an order."""
_URGES = later(
    r"(?i)\b(?:let'?s|how about|what about|why not|i want you to|go ahead)\b|\b(?:can|could|would|will) (?:you|u)\b"
    r"|我们来|接下来|帮我|(?:^|[，,])\s*(?:再|然后|先|请)?把|[吧吗呢][。.！!？?]*$"
)
"""How work is asked for in other words than an order's."""
_SPEAKS_OF = later(r"(?i)^\W*(?:the|this|that|these|those|our|my|its?|it's|there|he|she|they|their|an?)\b")
"""How a sentence begins that has something other than the listener for its subject."""
_CLAUSE = later(r"[,;] |[，；]")
_LONGEST = 1500
"""Characters; a longer sentence is pasted data, and no order."""


def is_rule(sentence: str) -> bool:
    """Whether a sentence in which a rule was found is to be followed from then on, and not to be done once."""
    return not _asks(sentence) and (bool(_STANDS.search(sentence)) or not _orders(sentence))


def is_bound(sentence: str) -> bool:
    """Whether a sentence obliges or forbids for good, in so many words."""
    return not _asks(sentence) and bool(_STANDS.search(sentence))


def tells(sentence: str) -> bool:
    """Whether a sentence says how something is, and asks for nothing: what is neither a rule nor told is an order."""
    from threefold.work.sentences import wishes  # loaded where it is needed: much hangs on it
    from threefold.work.sentences.phrases import said

    if len(sentence) > _LONGEST:
        return True
    if _asks(sentence) or _orders(sentence):
        return False
    return bool(_SPEAKS_OF.search(sentence)) or all(
        wishes.tells_fact(one) or wishes.asserts(one) for one in said(sentence)
    )


def stands(text: str, sentence: tuple[int, int]) -> list[tuple[int, int]]:
    """What of a sentence still holds once its order was taken up: all of one that tells or binds, else the clauses that
    tell something beside the order."""
    start, end = sentence
    if tells(text[start:end]) or is_bound(text[start:end]):
        return [sentence]
    ends = [start + match.end() for match in _CLAUSE.finditer(text[start:end])]
    clauses = zip([start, *ends], [*ends, end], strict=True)
    return [(low, high) for low, high in clauses if ends and tells(text[low:high])]


def _asks(sentence: str) -> bool:
    return sentence.rstrip(" \"'”’)*`").endswith(("?", "？"))


def _orders(sentence: str) -> bool:
    from threefold.work.sentences import wishes
    from threefold.work.sentences.phrases import said

    return bool(_URGES.search(sentence)) or any(wishes.is_request(one) for one in said(sentence))


class TakenUp:
    """Whether an order was taken up before a compaction: the model went on, and the person then said something else.

    What nobody answered, and what the person said last, is not taken up; whether it is done, the record has to say.
    """

    def __init__(self, session: Session, before: int) -> None:
        self._session, self._before = session, before
        self._last: int | None = None

    def __call__(self, event: int) -> bool:
        """Whether the order in an event was taken up."""
        return event != self._last_order() and self._answered(event)

    def _last_order(self) -> int:
        """The event in which a person spoke last before the compaction, or -1."""
        if self._last is None:
            events = range(min(self._before, len(self._session.events)) - 1, -1, -1)
            self._last = next((event for event in events if Origin.HUMAN in self._origins(event)), -1)
        return self._last

    def _answered(self, event: int) -> bool:
        events = range(event + 1, min(self._before, len(self._session.events)))
        return any(self._origins(one) & {Origin.MODEL, Origin.CALL} for one in events)

    def _origins(self, event: int) -> set[Origin]:
        message = self._session.record(event).message
        if message is None or message.sidechain:
            return set()
        return {piece.origin for piece in of_message(message, event) if piece.text.strip()}
