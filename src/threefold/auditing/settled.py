"""What a summary lists as open and the end of the record shows settled: skipped by a human, done by a call, or told of as
done by the model with no word about it since."""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Sequence

from threefold.auditing.late import OPEN, READS, Late, claim_of, failed, lines, said
from threefold.auditing.ledger import Origin
from threefold.auditing.phrases import overlap, stem
from threefold.auditing.tasks import Listed, State, says_done
from threefold.text.later import later

_FITS = 2 / 3  # of an item's telling words stand in one sentence
_NAMED_FITS = 0.2  # of an item's telling words are the name of what a human said to skip
_SKIP_FITS = 0.4  # of an item's telling words were spoken of when a human said to skip that
_HAN = later(r"[\u4e00-\u9fff]")
_SKIPS = later(
    r"(?i)^\W*(?:(?:ok(?:ay)?|no|hmm|well|then|please|and|so|let'?s)\b[,\s]*)*(?:(?:skip|drop|forget|park|leave|postpone|cancel|scrap)(?: about)? (?:that|this|it|those|these)|(?:that|this|it) can wait|never ?mind (?:that|this|it)?|not now)\b"
    r"|^\W*(?:好|嗯|行|算了|那)?[，,\s]*(?:这个|那个|这件事|这块|这条|它)?(?:先)?(?:跳过|不用做|不做|先放|放一放|不管|别做|不弄|搁置)"
)
_SKIPS_IT = later(
    r"(?i)\b(?:skip|drop|forget(?: about)?|cancel|scrap|leave out|don'?t bother with|no need for|never ?mind) (?:the |that |our |this )?(\w[^,.;:!?]{2,60})"
    r"|([\u4e00-\u9fff\w]{2,16}?)(?:就|先|暂时)*(?:不做了|不用做|不要了|不弄了|先不做|先放一放)|(?:不用做|别做|取消|放弃)([\u4e00-\u9fff\w]{2,16})"
)
"""How a human takes back something that is named."""
_KIND_WORDS = "plan option step phase task variant approach idea part item milestone thing"
_KINDS = frozenset(map(stem, _KIND_WORDS.split()))
"""What alone names nothing: which plan it is, its letter says (see ``tasks.Cancellations``)."""
_DEFERRED = later(
    r"(?i)\b(?:skip\w*|defer\w*|later|postpon\w*|cancel\w*|drop\w*|park\w*|not now|if|once|on hold)\b|跳过|推迟|暂缓|以后|取消|搁置"
)
_VALUE = later(r"(?i)(?:\b(?:to|at|=)|[为到成])\s*[`\"]?([a-z]*\d[\w.,%]*)")
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
        before: set[str] = set()
        if _SKIPS.search(text[:200]):
            before.update(
                *(said(one.text) for one in held[max(0, place - 4) : place] if one.origin is not Origin.HUMAN)
            )
        if not named and not before:
            continue
        later_on = [said(one.text) for one in held[place + 1 :] if one.origin is Origin.HUMAN]
        instead = said(text)
        for item in items:
            wanted = said(item.text)
            if not item.open or not wanted or _DEFERRED.search(item.text):
                continue
            if any(overlap(wanted, known) >= _SKIP_FITS for known in later_on):
                continue
            by_name = any(one <= wanted and overlap(wanted, one) >= _NAMED_FITS for one in named if one - _KINDS)
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
        value = _VALUE.search(item.text) if item.open and not _RERUN.search(item.text) else None
        if value is None:
            continue
        spelled = _NAMED.findall(item.text) if _HAN.search(item.text) else map("".join, _SPELLED.findall(item.text))
        names = {name.lower() for name in spelled} - {value[1].lower()}
        for event, _, text, _ in calls if names else ():
            known = text.lower()
            if value[1].lower() in known and all(name in known for name in names):
                found.append(State(item.text, "done_listed_open", item.text, event))
                break
    return found


def done_by_word(items: Sequence[Listed], late: Late) -> list[State]:
    """Open items of which the model said that they are done, and nobody said anything since."""
    texts = [one for one in late.texts if one.origin in (Origin.MODEL, Origin.HUMAN)]
    spoken = [(one, line, said(line)) for one in texts for line in lines(one.text)]
    found: list[State] = []
    for item in items:
        wanted = said(item.text)
        if not item.open or len(wanted) < 3 or _RERUN.search(item.text) or _DEFERRED.search(item.text):
            continue
        about = [(one, line) for one, line, known in spoken if overlap(wanted, known) >= _FITS]
        if not about or about[-1][0].origin is not Origin.MODEL or not says_done(about[-1][1]):
            continue
        if not OPEN.search(about[-1][1]) and wanted & claim_of(about[-1][1]).done:
            found.append(State(about[-1][1], "done_listed_open", item.text, about[-1][0].event))
    return found
