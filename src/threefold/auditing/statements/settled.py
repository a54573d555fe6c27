"""What a summary lists as open and the end of the record shows settled: done by a call, or told of as done with no word
about it since. What humans took back is told by ``takenback``."""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Sequence

from threefold.auditing.facts.phrases import chinese, overlap, stem, words
from threefold.auditing.ledger.ledger import Origin
from threefold.auditing.statements.labels import called, labelled, same
from threefold.auditing.statements.late import ALIKE, OPEN, READS, Late, claim_of, failed, lines, said
from threefold.auditing.statements.tasks import Listed, State, says_done
from threefold.text.later import later

_FITS = 2 / 3  # of an item's telling words stand in one sentence
_LISTED = 0.6  # of what stands under a label stands in an item
_LEADS = later(r"(?i)^\W*(?:(?:then|and|also|now|please|next|first|still)\b[,\s]*)*")
_GENERIC_VERBS = "fix add update change make run test check do implement create improve handle support clean"
_GENERIC = frozenset(map(stem, _GENERIC_VERBS.split()))
"""Verbs of which a later word may tell of another thing altogether."""
DEFERRED = later(
    r"(?i)\b(?:skip\w*|defer\w*|later|postpon\w*|cancel\w*|drop\w*|park\w*|not now|if|once|on hold)\b|跳过|推迟|暂缓|以后|取消|搁置|暂不|先不|[目暂]前?不(?:做|处理|管)|等.{1,12}再"
)
_VALUE = later(r"(?i)(?:\b(?:to|at|=)|[为到成])\s*[`\"]?([a-z]*\d[\w.,%]*)")
_FLAG = later(r"\s--?[a-z]")
"""What only a command line has."""
_RERUN = later(
    r"(?i)\b(?:back|re-?(?:run|test|check|start)\w*|again|verify|check|confirm|test|monitor|watch|if)\b|检查|确认|验证|重新|重跑|再|回|如果|观察"
)
_NAMED = later(r"[A-Za-z][\w.-]*\w")
_SPELLED = later(r"`([^`\n]{2,60})`|\b([A-Za-z]\w*[-_./\d][\w./-]*\w)")


def done_by_call(items: Sequence[Listed], late: Late) -> list[State]:
    """Open items that set something to a value, and a call that went well and names both the thing and the value."""
    calls = [
        one for one in late.of(Origin.CALL) if not READS.search(one.text[:200]) and not failed(one.call, late.texts)
    ]
    found: list[State] = []
    for item in items:
        asks = item.open and not (_RERUN.search(item.text) or _FLAG.search(item.text) or claim_of(item.text).done)
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
    known = labelled(one.text for one in texts if one.origin is Origin.HUMAN)
    found: list[State] = []
    for item in items:
        wanted = said(item.text)
        if not item.open or len(wanted) < 3 or _RERUN.search(item.text) or DEFERRED.search(item.text):
            continue
        first = next(iter(words(_LEADS.sub("", item.text))), "")
        verb = ALIKE.get(stem(first), stem(first)) if first.isascii() else ""
        asked, last = False, None
        for turn, line, about, done in spoken:
            told = bool(wanted & done) and not OPEN.search(line)
            deed = told and verb in done
            if any(same(item.text, one, known) or overlap(said(one), wanted) >= _LISTED for one in called(line, known)):
                last = (turn.event, line) if says_done(line) else None
            elif overlap(wanted, about) >= _FITS:
                asked, last = turn.origin is Origin.HUMAN, None
                if turn.origin is Origin.MODEL and told and says_done(line):
                    last = turn.event, line
            elif deed and (
                _is_it(verb, wanted, about) if asked else turn.origin is Origin.HUMAN and len(about & wanted) > 1
            ):
                last = turn.event, line
            elif verb in about and OPEN.search(line):
                last = None
        if last is not None:
            found.append(State(last[1], "done_listed_open", item.text, last[0]))
    return found


def _is_it(verb: str, wanted: set[str], known: set[str]) -> bool:
    """Whether a line that tells of a deed behind the order for it tells of this one: it names no other thing."""
    return known <= {verb} or len(known & wanted) > 1 or verb not in _GENERIC
