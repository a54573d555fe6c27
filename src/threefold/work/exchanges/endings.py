"""What the closing words of work leave open, by the form of a sentence: negation, contrast, quantity, time, obligation.

Work that is over is told in the past and without a remainder. A sentence that speaks of a remainder, a wait, an
inability, a provisional state, somebody's duty or a later time leaves something open, whatever the work was about. What
describes behaviour ("rejects names that are too long", "no longer crashes"), what was left alone on purpose, and what
merely repeats the request does not.
"""

from __future__ import annotations

import re

from threefold.text.sentences import Kind
from threefold.work.exchanges import habits
from threefold.work.exchanges.exchange import Exchange
from threefold.work.sentences import forms, framing, reports
from threefold.work.sentences.asking import CONDITIONAL, is_question
from threefold.work.sentences.phrases import Phrases, Said, said
from threefold.work.sentences.words import share, terms

DEEDS = 20_000
"""Characters of what was written and run in which a sentence's subject is looked for."""
_ABOUT = 2_000
"""Characters of each text that was written in which what the work was about is looked for."""


def loose_ends(now: Exchange) -> list[str]:
    """The sentences of the closing words that leave something open; looked for once in an exchange that is over."""
    if now.ends is None:
        deeds = (*now.commands, *(text[:_ABOUT] for text in now.written)) if now.edits or now.commits else ()
        about = "\n".join(deeds)
        found = [end for text in now.closing[:-1] for end in open_ends(text, now.human, about, last=False)]
        now.ends = [*found, *open_ends(now.closing[-1], now.human, about)] if now.closing else []
    return now.ends


def open_ends(reply: str, request: str, about: str = "", *, last: bool = True) -> list[str]:
    """The sentences of a reply to ``request`` that leave something open.

    ``about`` is what was written and run, where something was; a sentence of a subject that no deed is about is a loose
    end, unless it tells how the work behaves. ``last`` is false for words that others followed: what they wait for has
    come or is spoken of there.
    """
    outright = reports.open_in_report(reply)
    if outright is not None:
        return outright
    everything = said(reply)
    over, explains = framing.heading_over(everything), framing.explaining(everything)
    kept = [place for place, line in enumerate(everything) if line.kind is not Kind.HEADING and not is_question(line)]
    lines = [everything[place] for place in kept]
    recounted = [
        place in explains or framing.recounts(over[place]) or framing.is_row(everything[place]) for place in kept
    ]
    pieces = [
        (place, piece) for place, line in enumerate(lines) for piece in forms.CLAUSE.split(line.masked) if piece.strip()
    ]
    mended = {number for number, (_, piece) in enumerate(pieces) if forms.DONE_NOW.within(piece)}
    final = max(mended, default=-1)
    wanted = terms(request)
    named = set(forms.IN_ORDER.findall(f"{request}\n{about}".lower()))
    found = {
        place
        for place, line in enumerate(lines)
        if framing.lists_undone(over[kept[place]], line) or framing.makes_exception(line)
    }
    aims = (int(match[1] or match[0]) for match in forms.AIM.finditer(request))
    aim = max((aim for aim in aims if aim <= 100), default=None)
    for number, (place, piece) in enumerate(pieces):
        told = number < final and forms.PAST.within(lines[place])
        mends = any(later in mended and pieces[later][0] == place for later in range(number + 1, number + 4))
        follows = pieces[number + 1] if number + 1 < len(pieces) else (-1, "")
        mends = mends or (follows[0] == place and forms.TURNED_OUT.within(follows[1]))
        if told or place in found or habits.advises(lines[place]) or (recounted[place] and not framing.is_plain(piece)):
            continue
        piece = forms.IN_ORDER.sub(lambda match: _unless_named(match, named), piece)
        if _falls_short(piece, aim) or _leaves_open(lines[place], piece, wanted, last=last, mends=mends):
            found.add(place)
    if about:
        deeds = about[:DEEDS].lower()
        for place, line in enumerate(lines[1:], 1):
            if (
                place not in found
                and not (recounted[place] or habits.advises(line))
                and not forms.TOLD.within(line)
                and habits.strays(line, deeds)
            ):
                found.add(place)
    return [lines[place].plain for place in sorted(found)]


def _unless_named(match: re.Match[str], named: set[tuple[str, str]]) -> str:
    """What is last, next or other, unless the request or the deeds name it so: "the last row" of a parser."""
    return match[2] if (match[1].lower(), match[2].lower()) in named else match[0]


def _falls_short(piece: str, aim: int | None) -> bool:
    """Whether a share is reported that is under what was asked for (77% of at least 80), or under the whole."""
    shares = [int(share) for share, _ in forms.SHARE.findall(piece)]
    if not shares:
        return False
    return shares[0] < aim if aim is not None else shares[0] < 100 and forms.WHOLE.within(piece)


def _leaves_open(line: Said, piece: str, wanted: frozenset[str], *, last: bool, mends: bool) -> bool:
    """Whether one clause of a sentence leaves something open. ``mends``: the sentence goes on to say what is now."""
    if not forms.MARKED.within(piece):
        return False
    piece = framing.without_tail(piece)
    if (
        CONDITIONAL.within(line)
        or forms.RECORDED.within(line)
        or forms.RESTRAINT.within(piece)
        or line.masked.endswith((":", "："))
    ):
        return False
    describes = forms.DESCRIBES.within(line) or (framing.is_of_file(line) and not forms.DUTY.within(piece))
    if line.kind is Kind.ITEM and describes and not framing.is_plain(piece):
        return False
    marks = [kind for kind in forms.KINDS if kind.within(piece)]
    if not marks:
        return False
    echoes = share(terms(line.masked), wanted)
    kept_up = forms.KEPT_UP.within(line) and not forms.OF_TESTS.within(line)
    well, same = forms.DONE_NOW.within(piece), kept_up or forms.SAME.within(piece)
    behaves = forms.BEHAVES.within(line)
    comes = habits.comes_by_itself(piece)
    excused: dict[Phrases, bool] = {
        forms.UNTOUCHED: forms.ELSE.within(piece) or share(terms(piece), wanted) > 0,
        forms.NOT_DONE: mends or (well and not behaves) or echoes >= 0.5,
        forms.WAITS_FOR: False,
        forms.CONSEQUENCE: echoes >= 0.34,
        forms.PART: same or forms.ACCOUNTS.within(piece),
        forms.REMAINDER: same
        or mends
        or forms.TURNED_OUT.within(piece)
        or forms.ACCOUNTS.within(piece)
        or comes
        or forms.RECURS.within(piece)
        or (forms.CASE_FIRST.within(line) and not forms.PAST.within(line)),
        forms.WAITS: behaves or not last,
        forms.UNABLE: mends or well or behaves or echoes >= 0.34,
        forms.DUTY: mends or well or behaves or comes or echoes >= 0.5,
        forms.OPEN_STATE: well or same or behaves or echoes >= 0.5 or forms.BY_DESIGN.within(line),
        forms.PROVISIONAL: (well and "until" not in piece) or forms.GIVEN.within(line) or echoes >= 0.5,
        forms.ASIDE: forms.LEFT_ALONE.within(piece),
    }
    return not all(excused[kind] for kind in marks)
