"""Names that a person puts in the place of others, whether or not they are written as code: a library, a format, a
region, a person.

"letter, not a4", "no pandas. use the csv module", "make JSON the default and drop YAML", "eu-central-1 then", 发给王珊珊
behind 发给李慧. A word is no name by itself: each reading asks for what the conversation said before.
"""

# ruff: noqa: E501
from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice

from threefold.auditing.facts.choices import NAME, Value, values
from threefold.auditing.ledger.answers import AGAIN, NO, names_in
from threefold.text.later import later

_TALK = 6  # texts that were said last
_EACH = 1_200  # characters of one of them
_SHOWN = 400  # of a line
_WORDS = r"[\w.+#@/-]{1,40}(?: [\w.+#@/-]{1,40}){0,2}"
_ONLY = later(
    rf"(?i)\W*(?:(?:no|nope|hmm+|ah|oh|sorry|well|ok|btw|please|wait)\b\W*)*(?P<wanted>{_WORDS})(?:,| -+| —) ?(?:and |please )?not (?:the |an? )?(?P<rejected>{_WORDS})\W*"
    r"|\W*(?:(?:不对|不|等等|哦|啊)\W*)*(?:用|要|是|选)?\s?(?P<han_wanted>[^\s，,。;；、!！?？不别]{1,12})[，,\s]*(?:不是|不要用?|别用|不用|而不是)\s?(?P<han_rejected>[^\s，,。;；、!！?？]{1,12}?)[吧了啊]?\W*"
)
"""A sentence that does nothing but name the one instead of the other."""
_NAME = r"[`\"'“]?(?P<name>[A-Za-z][\w.+#/-]*\w)[`\"'”]?"
_DROPS = later(
    rf"(?i)\b(?:no(?: more)?|not|drop|ditch|remove|get rid of|kick out|throw out|rip out|stop using|don'?t use|without|instead of|rather than|forget|skip) (?:the )?{_NAME}"
    rf"|(?:别用|不用|不要|不能用|去掉|弃用|扔掉|删掉|换掉|抛弃|放弃)\s?{_NAME.replace('name', 'han')}|{_NAME.replace('name', 'gone')}\s?(?:换掉|去掉|扔掉|不要了|不用了|不行|别用)"
)
_USED = later(
    r"(?i)(?:\b(?:use|uses|used|using|with|via|through|in|on|as|by|for|adds?|added|install\w*|import\w*|show|require\w*|take|pick|choose|chose|go with|emit\w*|is|are|default(?: is)?)|w/|用|装|加|选|是|为)"
    r"[\s:`\"'“]{0,3}(?:(?:the|a|an|plain) )?$"
)
"""What stands in front of a name that was in use."""
_DEFAULT = later(
    rf"(?i)\bmake {_NAME} the default\b|(?:默认|缺省)(?:改?[用成为是]|改为|改成)\s?{_NAME.replace('name', 'han')}"
)
_ADDS = later(r"(?i)\b(?:also|too|as well|add|another|both|and|plus|besides)\b|[也还加和跟与另]")
_SO = later(r"(?i)\b(?:then|instead|please|pls)\b|[吧]")
_PARTS = later(r"[-_./:]")
_SENT = later(
    r"(?i)\b(?P<verb>send|sent|mail|e-?mail|assign|hand|report|cc|post|upload|forward|ship|goes|go|deliver)\b(?P<what>[^.,;:\n]{0,40}?) to (?:the )?(?P<name>[A-Z](?-i:[a-z]+)(?: [A-Z](?-i:[a-z]+))?(?![\w/-])|[#@][\w-]+)"
    r"|(?P<han_verb>(?:发|交|转|寄|派|抄送|分配|指派|提交)[给到至]|通知|抄送)(?:[^\s，,。;；、:：!！?？]{0,8}的)?(?P<han>[^\s，,。;；、:：!！?？的吧]{2,6})"
)
_VERBS = {"sent": "send", "e-mail": "mail", "email": "mail", "goes": "go"}


class Naming:
    """What was said last, and which names were used in it."""

    def __init__(self) -> None:
        self._talk: deque[str] = deque(maxlen=_TALK)
        self._sent: dict[str, tuple[str, str]] = {}
        """by the verb: whom it names, and the sentence"""
        self._dropped: list[str] = []
        self._chosen: list[str] = []

    def heard(self, text: str) -> None:
        """Somebody said this."""
        self._talk.append(text[-_EACH:])
        self._dropped, self._chosen = [], []

    def replaced(self, sentence: str, objects: bool) -> Iterator[tuple[str, str, str]]:
        """The names that a sentence of a person puts in the place of others: the new one, the other one, and the text
        in which that one stood."""
        yield from self._only(sentence)
        yield from self._instead(sentence)
        yield from self._like(sentence, objects)
        yield from self._receivers(sentence, objects)

    def _stood(self, name: str, used: bool = False) -> str:
        """The last line that has a name as a word, if any; only where it is said to be in ``use``."""
        lower = name.lower()
        for text in reversed(self._talk):
            for line in reversed(text.split("\n")):
                place = line.lower().find(lower)
                while place >= 0:
                    before, behind = line[place - 1 : place], line[place + len(name) : place + len(name) + 1]
                    apart = not (_joins(before) and _joins(name[0])) and not (_joins(behind) and _joins(name[-1]))
                    if apart and not (used and _USED.search(line[max(0, place - 30) : place]) is None):
                        return line[:_SHOWN]
                    place = line.lower().find(lower, place + 1)
        return ""

    def _only(self, sentence: str) -> Iterator[tuple[str, str, str]]:
        match = _ONLY.fullmatch(sentence)
        if match is not None:
            wanted, rejected = ((match[side] or match[f"han_{side}"]).rstrip(".") for side in ("wanted", "rejected"))
            line = self._stood(rejected)
            if line and wanted.lower() != rejected.lower():
                yield wanted, rejected, line

    def _instead(self, sentence: str) -> Iterator[tuple[str, str, str]]:
        """What is to go, and what is chosen beside it or behind it."""
        for match in _DROPS.finditer(sentence):
            name = match["name"] or match["han"] or match["gone"]
            if self._stood(name, used=True):
                self._dropped.append(name)
        told = [match["name"] or match["han"] for match in _DEFAULT.finditer(sentence)]
        chosen = [one for one in (*told, *names_in(sentence, answers=False)) if one not in self._dropped]
        self._chosen += chosen
        if self._dropped and self._chosen:
            for gone in self._dropped:
                yield self._chosen[0], gone, self._stood(gone, used=True)
            self._dropped = []

    def _like(self, sentence: str, objects: bool) -> Iterator[tuple[str, str, str]]:
        """A name that is spelled as one before it but for a part: ``eu-central-1`` behind ``eu-west-1``."""
        if _ADDS.search(sentence) or not (
            objects or NO.search(sentence) or AGAIN.search(sentence) or _SO.search(sentence)
        ):
            return
        here = [one for one in values(sentence) if one.kind == NAME]
        if len(here) != 1:
            return
        for text in islice(reversed(self._talk), 2):
            others = {one.literal.lower(): one for one in values(text) if one.kind == NAME and _is_like(one, here[0])}
            if len(others) == 1:
                other = next(iter(others.values()))
                yield here[0].literal, other.literal, self._stood(other.literal)
            if others:
                return

    def _receivers(self, sentence: str, objects: bool) -> Iterator[tuple[str, str, str]]:
        """To whom something goes, where it went to somebody else before."""
        for match in _SENT.finditer(sentence):
            verb = (match["verb"] or match["han_verb"]).lower()
            verb, name = _VERBS.get(verb, verb), match["name"] or match["han"]
            known = self._sent.pop(verb, None)
            if (
                known is not None
                and known[0].lower() != name.lower()
                and not _ADDS.search(sentence)
                and (objects or NO.search(sentence) or AGAIN.search(sentence))
            ):
                yield name, *known
            self._sent[verb] = name, sentence


def _is_like(one: Value, other: Value) -> bool:
    ours, theirs = (_PARTS.split(name.literal.lower()) for name in (one, other))
    return len(ours) == len(theirs) > 1 and ours != theirs and not set(ours).isdisjoint(theirs)


def _joins(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char in ("_", "-"))
