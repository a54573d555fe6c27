"""What a summary lists as open and a human took back: called off, put off, left as it is, or taken on themselves."""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from threefold.auditing.facts.phrases import chinese, overlap, stem
from threefold.auditing.ledger.ledger import Origin
from threefold.auditing.statements.labels import called, labelled, same
from threefold.auditing.statements.late import Late, lines, said
from threefold.auditing.statements.settled import DEFERRED
from threefold.auditing.statements.tasks import ASIDE, Listed, State, same_day
from threefold.text.later import later

_NAMED_FITS = 0.2  # of an item's telling words stand in the line that takes back what it names
_LISTED_FITS = 0.6  # of what stands under a label stands in an item
_SKIP_FITS = 0.4  # of an item's telling words were spoken of when a human said to skip that
_LONGEST = 2000  # characters of a turn in which something is taken back
_SKIPS = later(
    r"(?i)^\W*(?:(?:ok(?:ay)?|no|hmm|well|then|please|and|so|let'?s)\b[,\s]*)*(?:(?:skip|drop|forget|park|leave|postpone|cancel|scrap)(?: about)? (?:that|this|it|those|these)|(?:that|this|it) can wait|never ?mind (?:that|this|it)?|not now)\b"
    r"|^\W*(?:好|嗯|行|算了|那)?[，,\s]*(?:这个|那个|这件事|这块|这条|它)?(?:先)?(?:跳过|不用做|不做|先放|放一放|不管|别做|不弄|搁置)"
)
_VERBS = r"skip|drop|forget(?: about)?|cancel|scrap|scratch|ditch|abandon|shelve|ignore|disregard|leave out|don'?t bother (?:with|about)|no need (?:for|of)|never ?mind(?: about)?|(?:don'?t|do not|no longer) need|decided against"
_W = r"(?:[^,.;:!?\n]|[.:](?=\w))"
_TAKES_BACK = (
    # forget the button altogether · never mind the retry budget
    later(rf"(?i)\b(?P<verb>{_VERBS}) (?:the |that |our |this |any )?(?!{_W}{{0,60}}\bfrom\b)(?P<what>\w{_W}{{2,60}})"),
    # WH-774 won't be needed · the migration is off the table
    later(
        rf"(?i)(?P<what>\w{_W}{{2,60}}?) (?:(?:won'?t|will not|isn'?t|is not|aren'?t|are not|(?:is|are) no longer) (?:be )?(?:needed|necessary|required|wanted|happening)|(?:is|are|has been|have been) (?:cancell?ed|called off|off the table|scrapped|shelved|not approved))\b"
    ),
    # ConflictPrompt is flaky, ignore it · that test fails on my box, leave
    later(
        rf"(?i)(?P<what>\w{_W}{{2,60}}?)(?: (?:is|are|was|were|has|have|always|never|fails?|keeps?)\b[^.;:!?\n]{{0,60}}?)?(?:,| -| –| —) (?:so |and |please |just )*(?:skip|drop|ignore|leave|cancel|scrap|forget(?: about)?)(?: (?:it|that|them|those))?\s*(?=[.,;!]|$)"
    ),
    # 飞书先不换了 · 第 3 条不批
    later(
        r"(?P<what>[^，。；！？,;!?\n]{2,40}?)\s?(?:就|先|暂时|都|也)*(?:不(?:再|用)?[做要弄换改加搞上接买发迁升写推跑建装测查删管]了|不用做|先不做|先放一放|先放着|不用管|取消|作废|免了|不批|没批准|被否|否了|驳回|砍掉|砍了|搁置)"
    ),
    later(r"(?:不用做|不用管|别管|别做|取消|放弃|砍掉|忽略|跳过)(?P<what>[\u4e00-\u9fff\w]{2,16})"),
    # 退款那 17 笔我已经让财务处理了，你不用管
    later(
        r"(?P<what>[^，。；！？,;!?\n]{2,30}?)(?:[那这]?\s?\d{0,6}\s?[笔份个条台张件项次]?)?(?:我们?|他们?|她)(?=[^，。；\n]{2,16}[，,]\s?你?(?:不用|别|不必)你?(?:管|做|弄|操心))"
    ),
)
"""How a human takes back something that is named."""
_FILLERS = later(
    r"(?i)\s+(?:altogether|completely|entirely|for (?:now|good|this)|please|then|too|again|after all|instead|now|any ?more|and|but|because|as|since)\b.*"
)
_PUTS_OFF = later(
    r"(?i)(\w[^,.;:!?]{2,60}?),? (?:next (?:week|month|sprint|time|release)|later|another time|not now)\b|([\u4e00-\u9fff\w]{2,16}?)(?:下周|下个月|以后|之后|改天|等.{1,6})再"
)
_NOW = later(r"(?i)\b(?:now|immediately|right away|at once|today|in this release)\b|现在|马上|立即|立刻|这次|今天")
"""What an item must say to be at odds with a human who put it off."""
_KIND_WORDS = "plan option step phase task variant approach idea part item milestone thing"
_KINDS = frozenset(map(stem, _KIND_WORDS.split()))
"""What alone names nothing: which plan it is, its letter says (see ``tasks.Cancellations``)."""


class _Back(NamedTuple):
    """What a line takes back: the words that name it, all words of the line, the verb, and what it speaks of by a
    label."""

    words: set[str]
    line: set[str]
    verb: str
    listed: list[str]


def skipped(items: Sequence[Listed], late: Late) -> list[State]:
    """Open items that a human said to skip, by name or when the talk was of them, and that nobody took up again."""
    held = list(late.texts)
    known = labelled(one.text for one in held if one.origin is Origin.HUMAN)
    found: list[State] = []
    for place, (event, origin, text, _) in enumerate(held):
        if origin is not Origin.HUMAN:
            continue
        called_off = list(_called_off(text[:_LONGEST], known))
        put_off = [said(next(filter(None, match.groups()))) for match in _PUTS_OFF.finditer(text[:_LONGEST])]
        before: set[str] = set()
        if _SKIPS.search(text[:200]):
            before.update(
                *(said(one.text) for one in held[max(0, place - 4) : place] if one.origin is not Origin.HUMAN)
            )
        if not called_off and not put_off and not before:
            continue
        later_on = [said(one.text) for one in held[place + 1 :] if one.origin is Origin.HUMAN]
        instead = said(text)
        for item in items:
            wanted = said(ASIDE.sub(" ", item.text))
            if not item.open or not wanted or DEFERRED.search(item.text) or same_day(text, item.text):
                continue
            if any(overlap(wanted, spoken) >= _SKIP_FITS for spoken in later_on):
                continue
            foreign = chinese(text) != chinese(item.text)
            by_name = any(_names(one, item.text, wanted, known, foreign) for one in called_off)
            if _NOW.search(item.text):
                by_name |= any(
                    one <= wanted and (foreign or overlap(wanted, one) >= _NAMED_FITS) for one in put_off if one
                )
            talk = len(wanted) > 1 and overlap(wanted, before) >= _SKIP_FITS > overlap(wanted, instead)
            if by_name or talk:
                found.append(State(text[:300], "cancelled_listed_open", item.text, event))
    return found


def _called_off(text: str, known: Mapping[str, str]) -> Iterator[_Back]:
    for line in lines(text):
        for pattern in _TAKES_BACK:
            for match in pattern.finditer(line):
                what = _FILLERS.sub("", match["what"])
                verb = match.groupdict().get("verb") or ""
                yield _Back(said(what), said(line), stem(verb.lower()), called(what, known))


def _names(back: _Back, item: str, wanted: set[str], known: Mapping[str, str], foreign: bool) -> bool:
    """Whether an item is what a line takes back; one whose own verb is that of the line orders the same."""
    if back.verb in wanted:
        return False
    if any(same(item, one, known) or overlap(said(one), wanted) >= _LISTED_FITS for one in back.listed):
        return True
    parts = wanted.union(*(word.split(".") for word in wanted))
    if not back.words - _KINDS or not back.words <= parts:
        return False
    return foreign or overlap(parts, back.words | back.line) >= _NAMED_FITS
