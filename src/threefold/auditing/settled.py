"""What a summary lists as open and the end of the record shows settled: skipped by a human, done by a call, or told of as
done by the model with no word about it since."""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Sequence

from threefold.auditing.late import ALIKE, OPEN, READS, Late, claim_of, failed, lines, said
from threefold.auditing.ledger import Origin
from threefold.auditing.phrases import chinese, overlap, stem, words
from threefold.auditing.tasks import Listed, State, same_day, says_done
from threefold.text.later import later

_FITS = 2 / 3  # of an item's telling words stand in one sentence
_NAMED_FITS = 0.2  # of an item's telling words are the name of what a human said to skip
_SKIP_FITS = 0.4  # of an item's telling words were spoken of when a human said to skip that
_SKIPS = later(
    r"(?i)^\W*(?:(?:ok(?:ay)?|no|hmm|well|then|please|and|so|let'?s)\b[,\s]*)*(?:(?:skip|drop|forget|park|leave|postpone|cancel|scrap)(?: about)? (?:that|this|it|those|these)|(?:that|this|it) can wait|never ?mind (?:that|this|it)?|not now)\b"
    r"|^\W*(?:好|嗯|行|算了|那)?[，,\s]*(?:这个|那个|这件事|这块|这条|它)?(?:先)?(?:跳过|不用做|不做|先放|放一放|不管|别做|不弄|搁置)"
)
_SKIPS_IT = later(
    r"(?i)\b(?:skip|drop|forget(?: about)?|cancel|scrap|leave out|don'?t bother with|no need for|never ?mind) (?:the |that |our |this )?(\w[^,.;:!?]{2,60})"
    r"|([^，。；！？,;!?\n]{2,40}?)\s?(?:就|先|暂时|都)*(?:不做了|不用做|不要了|不弄了|先不做|先放一放|先放着|不用管|不管了|取消)|(?:不用做|不用管|别管|别做|取消|放弃)([\u4e00-\u9fff\w]{2,16})"
    r"|([^，。；！？,;!?\n]{2,30}?)(?:[那这]\s?\d{0,6}\s?[笔份个条台张件项次]?)?我们?(?=[^，。；\n]{2,16}[，,]\s?你?(?:不用|别|不必)你?(?:管|做|弄|操心))"
)
"""How a human takes back something that is named."""
_PUTS_OFF = later(
    r"(?i)(\w[^,.;:!?]{2,60}?),? (?:next (?:week|month|sprint|time|release)|later|another time|not now)\b|([\u4e00-\u9fff\w]{2,16}?)(?:下周|下个月|以后|之后|改天|等.{1,6})再"
)
_NOW = later(r"(?i)\b(?:now|immediately|right away|at once|today|in this release)\b|现在|马上|立即|立刻|这次|今天")
"""What an item must say to be at odds with a human who put it off."""
_LEADS = later(r"(?i)^\W*(?:(?:then|and|also|now|please|next|first|still)\b[,\s]*)*")
_GENERIC_VERBS = "fix add update change make run test check do implement create improve handle support clean"
_GENERIC = frozenset(map(stem, _GENERIC_VERBS.split()))
"""Verbs of which a later word may tell of another thing altogether."""
_KIND_WORDS = "plan option step phase task variant approach idea part item milestone thing"
_KINDS = frozenset(map(stem, _KIND_WORDS.split()))
"""What alone names nothing: which plan it is, its letter says (see ``tasks.Cancellations``)."""
_DEFERRED = later(
    r"(?i)\b(?:skip\w*|defer\w*|later|postpon\w*|cancel\w*|drop\w*|park\w*|not now|if|once|on hold)\b|跳过|推迟|暂缓|以后|取消|搁置"
)
_VALUE = later(r"(?i)(?:\b(?:to|at|=)|[为到成])\s*[`\"]?([a-z]*\d[\w.,%]*)")
_FLAG = later(r"\s--?[a-z]")
"""What only a command line has."""
_RERUN = later(
    r"(?i)\b(?:back|re-?(?:run|test|check|start)\w*|again|verify|check|confirm|test|monitor|watch|if)\b|检查|确认|验证|重新|重跑|再|回|如果|观察"
)
_NAMED = later(r"[A-Za-z][\w.-]*\w")
_SPELLED = later(r"`([^`\n]{2,60})`|\b([A-Za-z]\w*[-_./\d][\w./-]*\w)")


def skipped(items: Sequence[Listed], late: Late) -> list[State]:
    """Open items that a human said to skip, by name or when the talk was of them, and that nobody took up again."""
    held = list(late.texts)
    found: list[State] = []
    for place, (event, origin, text, _) in enumerate(held):
        if origin is not Origin.HUMAN:
            continue
        named = [said(next(filter(None, match.groups()))) for match in _SKIPS_IT.finditer(text[:2000])]
        put_off = [said(next(filter(None, match.groups()))) for match in _PUTS_OFF.finditer(text[:2000])]
        before: set[str] = set()
        if _SKIPS.search(text[:200]):
            before.update(
                *(said(one.text) for one in held[max(0, place - 4) : place] if one.origin is not Origin.HUMAN)
            )
        if not named and not put_off and not before:
            continue
        later_on = [said(one.text) for one in held[place + 1 :] if one.origin is Origin.HUMAN]
        instead = said(text)
        for item in items:
            wanted = said(item.text)
            if not item.open or not wanted or _DEFERRED.search(item.text) or same_day(text, item.text):
                continue
            if any(overlap(wanted, known) >= _SKIP_FITS for known in later_on):
                continue
            foreign = chinese(text) != chinese(item.text)
            called_off = [*named, *(put_off if _NOW.search(item.text) else ())]
            fits = 0.0 if foreign else _NAMED_FITS
            by_name = any(one <= wanted and overlap(wanted, one) >= fits for one in called_off if one - _KINDS)
            talk = len(wanted) > 1 and overlap(wanted, before) >= _SKIP_FITS > overlap(wanted, instead)
            if by_name or talk:
                found.append(State(text[:300], "cancelled_listed_open", item.text, event))
    return found


def done_by_call(items: Sequence[Listed], late: Late) -> list[State]:
    """Open items that set something to a value, and a call that went well and names both the thing and the value."""
    calls = [
        one for one in late.of(Origin.CALL) if not READS.search(one.text[:200]) and not failed(one.call, late.texts)
    ]
    found: list[State] = []
    for item in items:
        asks = item.open and not _RERUN.search(item.text) and not _FLAG.search(item.text)
        value = _VALUE.search(item.text) if asks else None
        if value is None:
            continue
        spelled = _NAMED.findall(item.text) if chinese(item.text) else map("".join, _SPELLED.findall(item.text))
        names = {name.lower() for name in spelled} - {value[1].lower()}
        for event, _, text, _ in calls if names else ():
            known = text.lower()
            if value[1].lower() in known and all(name in known for name in names):
                found.append(State(item.text, "done_listed_open", item.text, event))
                break
    return found


def done_by_word(items: Sequence[Listed], late: Late) -> list[State]:
    """Open items of which the model or a human said that they are done, and nobody said anything else since."""
    texts = [one for one in late.texts if one.origin in (Origin.MODEL, Origin.HUMAN)]
    spoken = [(one, line, said(line), claim_of(line).done) for one in texts for line in lines(one.text)]
    found: list[State] = []
    for item in items:
        wanted = said(item.text)
        if not item.open or len(wanted) < 3 or _RERUN.search(item.text) or _DEFERRED.search(item.text):
            continue
        first = next(iter(words(_LEADS.sub("", item.text))), "")
        verb = ALIKE.get(stem(first), stem(first)) if first.isascii() else ""
        asked, last = False, None
        for turn, line, known, done in spoken:
            told = bool(wanted & done) and not OPEN.search(line)
            deed = told and verb in done
            if overlap(wanted, known) >= _FITS:
                asked, last = turn.origin is Origin.HUMAN, None
                if turn.origin is Origin.MODEL and told and says_done(line):
                    last = turn.event, line
            elif deed and (
                _is_it(verb, wanted, known) if asked else turn.origin is Origin.HUMAN and len(known & wanted) > 1
            ):
                last = turn.event, line
            elif verb in known and OPEN.search(line):
                last = None
        if last is not None:
            found.append(State(last[1], "done_listed_open", item.text, last[0]))
    return found


def _is_it(verb: str, wanted: set[str], known: set[str]) -> bool:
    """Whether a line that tells of a deed behind the order for it tells of this one: it names no other thing."""
    return known <= {verb} or len(known & wanted) > 1 or verb not in _GENERIC
