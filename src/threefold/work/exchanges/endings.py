"""What the closing words of work leave open.

Work that is over is told without a remainder. Which sentences leave one, whatever the work was about, was learned from
labelled messages (:mod:`threefold.work.sentences.remainders`). Beside that stand what no single sentence tells: the
line over a list, a share that falls short of what was asked for, and the measure of long reports.
"""

from __future__ import annotations

import re

from threefold.text.later import later
from threefold.text.sentences import Kind
from threefold.work.exchanges.exchange import Exchange
from threefold.work.sentences import asking, remainders, reports
from threefold.work.sentences.framing import explains, heading_over, lists_undone, recounts
from threefold.work.sentences.phrases import said
from threefold.work.sentences.signs import Work

_SHARE = later(r"(?<![\d.])(\d{1,3})(?:\.\d+)? ?(?:%|percent|per cent|个百分点)")
_AIM = later(
    r"(?:above|over|least|past|beyond|than|to|at|到|过|>=?|≥)\s{0,3}(\d{1,3})(?![\d.])|(?<![\d.])\d{1,3}(?=\s?(?:%|"
    r"percent))",
    re.IGNORECASE,
)
"""A share that is reported, and one that is asked for."""
_RECOUNTED = 100
"""Hundredths of log-odds by which a sentence has to lean that stands under a line that tells of what was done."""


def loose_ends(now: Exchange) -> list[str]:
    """The sentences of the closing words that leave something open; looked for once in an exchange that is over."""
    if now.ends is None:
        now.ends = [end for text in now.closing for end in open_ends(text, now.human, now.work)]
    return now.ends


def open_ends(reply: str, request: str, work: Work = "changed") -> list[str]:
    """The sentences of a reply to ``request`` that leave something open after some ``work``."""
    report = reports.open_in_report(reply)
    if report is not None:
        return report
    lines = said(reply)
    how = asking.wants_how(request)
    plainly = reports.says_outright(lines)
    aims = (int(match[1] or match[0]) for match in _AIM.finditer(request))
    aim = max((aim for aim in aims if aim <= 100), default=0)
    return [
        line.plain
        for line, head, lean, outright in zip(
            lines, heading_over(lines), remainders.leaning(lines, work, said(request)), plainly, strict=True
        )
        if line.kind is not Kind.HEADING
        and not (
            asking.is_question(line) or (not outright and (explains(head, line) or (how and asking.tells_how(line))))
        )
        and not line.masked.rstrip("*_ ").endswith((":", "："))  # what follows speaks for itself
        and (lean > (_RECOUNTED if recounts(head) else 0) or lists_undone(head, line) or _falls_short(line.masked, aim))
    ]


def _falls_short(words: str, aim: int) -> bool:
    """Whether a share is reported that is under what was asked for (77% of at least 80)."""
    shares = _SHARE.findall(words) if aim else []
    return bool(shares) and int(shares[0]) < aim
