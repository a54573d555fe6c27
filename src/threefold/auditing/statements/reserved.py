"""What people said that they, or somebody else, would do: until somebody tells that it was done, it was not."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from threefold.auditing.facts.phrases import chinese, stem
from threefold.auditing.ledger.ledger import Origin
from threefold.auditing.statements.items import Item
from threefold.auditing.statements.labels import labels_in
from threefold.auditing.statements.late import Late, said, typed
from threefold.auditing.statements.rules import clauses_of
from threefold.auditing.statements.things import Weights, topic, unlike
from threefold.text.later import later

_WHO = (
    r"(?:(?-i:I)|we|he|she|they|(?:my|our|the) [a-z-]{2,20}|(?-i:(?!(?:It|This|That|There|What|You|The)\b)[A-Z][a-z]+)"
    r"|ops|legal|finance|qa|infra|support|marketing|somebody|someone)"
)
_NO_DEED = (
    "be|have|need|want|see|look|think|get|let|know|expect|like|prefer|wait|check|come|take|work|go|use|not|never|only"
)
_WHEN = (
    r"\b(?:tonight|tomorrow|later|soon|today|this (?:afternoon|evening|week)|next \w+"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|myself|ourselves|by hand|first|afterwards)\b"
)
_RESERVES = later(
    rf"(?i)(?<![\w'])(?P<who>{_WHO})(?:'ll| will| shall|(?:'m|'s|'re| am| is| are) going to| plans? to) "
    rf"(?:then |also |just |\w+ly )?(?!(?:{_NO_DEED})\b)(?P<does>[a-z]{{2,20}})\b(?P<what>[^.;!?\n]*)"
    rf"|(?<![\w'])(?P<who2>(?-i:I)|we) (?:then |also |just |\w+ly )?(?!(?:{_NO_DEED})\b)(?P<does2>[a-z]{{2,20}})\b"
    rf"(?<!ed)(?P<what2>[^.;!?\n]*?{_WHEN}[^.;!?\n]*"
    rf"|(?= [\w-]{{2,20}}(?: [\w-]{{2,20}})? (?:for|to|whether|about)\b)[^.;!?\n]*)"
)
_RESERVES_ZH = later(
    r"(?:我们?|[\u4e00-\u9fff]{1,4}(?:组|那边|部门?|团队)|老[\u4e00-\u9fff]|小[\u4e00-\u9fff])[^，。；？！吗\n]{0,8}?"
    r"(?:自己|来(?!说|看)|去|再|会|晚点|稍后|上午|下午|晚上|今晚|明天|明早|下周|周[一二三四五六日天])"
    r"(?P<does>[^，。；？！\n]{0,12})"
    r"|(?P<when>今晚|明天|明早|下周[一二三四五六日天]?|周[一二三四五六日天]|下个?月|\d{1,2} ?点)"
    r"(?:再|才|正式|统一)?(?P<starts>[开上发做弄跑切推部启][\u4e00-\u9fff]{0,4})(?=[，。；！\s]|$)"
)
"""How a human says who will do something, or when it will be done."""
_TIME = later(rf"(?i){_WHEN}|\b(?:in|at|during|after|before|once|when)\b.*|\b\d{{1,2}}(?::\d\d)?\b")
_POINTS = later(r"(?i)\b(?:it|that|this|them|those|these)\b|\bone\b")
_ORDERS = later(r"(?i)\b(?:please|you|let'?s)\b|请|你")
_NO_VERB = later(r"自己|亲自|[把给跟和与向对在也就先再去来了的这那]")
_MOST = 40
_SOME, _HALF, _MOSTLY = 0.3, 0.5, 0.6  # of the words of one stand in the other


class Reserved(NamedTuple):
    """A clause by which a human keeps something for people, or for later: the stems of what will be done, what it is
    about, and what was said before it in the same sentence; ``bare`` where it names nothing that it is done to. Of
    Chinese, ``verb`` holds its first letters."""

    place: int
    event: int
    text: str
    does: frozenset[str]
    verb: str
    what: frozenset[str]
    before: frozenset[str]
    labels: frozenset[str]
    bare: bool


def reserved(late: Late) -> list[Reserved]:
    """What humans said that people will do, in order."""
    found: list[Reserved] = []
    for place, one in enumerate(late.texts):
        if one.origin is not Origin.HUMAN:
            continue
        for line in typed(one.text[:4000]):
            before: list[str] = []
            for clause in clauses_of(line):
                if not _ORDERS.search(clause) and (match := _RESERVES.search(clause)):
                    does = match["does"] or match["does2"]
                    behind = match["what"] or match["what2"] or ""
                    what = topic(_TIME.sub(" ", f"{does} {behind}"))
                    deed = topic(does) | {stem(does.lower())}
                    bare, verb = not what - deed, ""
                elif match := _RESERVES_ZH.search(clause):
                    does = match["does"] or match["starts"] or ""
                    what, deed = topic(clause), topic(does)
                    bare, verb = False, _NO_VERB.sub("", does)[:2]
                else:
                    before.append(clause)
                    continue
                rest = topic(", ".join(before)) if bare or _POINTS.search(clause) or chinese(clause) else frozenset()
                about = frozenset(deed), verb, what, rest
                found.append(Reserved(place, one.event, line.strip(), *about, labels_in(line), bare))
                before.append(clause)
    return found[-_MOST:]


def keeps(one: Reserved, item: Item, labels: AbstractSet[str], weights: Weights) -> bool:
    """Whether what a human kept for people is what an item gives as done: by its label, or by the deed and most of what
    is done to it."""
    if one.labels & labels:
        return True
    things = (one.what | one.before) - one.does
    if unlike(things, item.whole):
        return False
    own = weights.share(item.core - one.does, things)
    theirs = weights.share(things, item.whole)
    if chinese(one.text) and chinese(item.text):
        same = any(letter in item.text for letter in one.verb)
    else:
        same = bool(one.does & item.whole or one.does & said(item.text))
    if same:
        return own >= _SOME or theirs >= _HALF or (one.bare and not one.before)
    return own >= _HALF and theirs >= _MOSTLY
