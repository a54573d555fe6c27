"""What stands open in the record beside a summary that says that nothing is open."""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Iterator

from threefold.auditing.facts.phrases import overlap
from threefold.auditing.ledger.ledger import Origin
from threefold.auditing.statements.failing import last_failures
from threefold.auditing.statements.items import own_stage
from threefold.auditing.statements.late import Late, said
from threefold.auditing.statements.summary import split
from threefold.auditing.statements.tasks import State, none_open
from threefold.text.later import later
from threefold.work.model import FOUND, Work

_MOST = 5
_SPEAKS = 0.5  # of an item's telling words stand in a sentence
_BEHIND = 120  # characters behind a step in which the order may count its parts
_COUNTS = later(r"(?i)[:：]\s*(?:1[.)、]|\(?a\))|[一二三四五六两\d] ?(?:件事|点|项|步)[:：]")
"""How an order goes on whose parts are counted behind its head: it is done with them."""
_FAILS = later(r"(?i)\b(?:fail\w*|broken|red)\b|失败|未通过|没过")
_EXCUSED = later(
    r"(?i)\b(?:unrelated|pre-?existing|known|flaky|expected|before my change|on main too)\b|无关|已知|既有|原有|本来就|之前就"
)
"""How failures are told of that are none of this work's."""


def left_open(summary: str, work: Work, late: Late) -> list[State]:
    """Steps that the record shows not to be done and failures of the last run of tests, of whose state no sentence of a
    summary tells that says that nothing is open."""
    none = none_open(summary)
    found = list(_steps(summary, work, late, none)) if none else []
    shown = last_failures(late) if none and not found and not _FAILS.search(summary) else None
    if shown is not None:
        said_of = (one.text for one in late.texts if one.origin in (Origin.HUMAN, Origin.MODEL))
        found += [] if any(map(_EXCUSED.search, said_of)) else [State(shown[0], "open_listed_done", none, shown[1])]
    return found[:_MOST]


def _steps(summary: str, work: Work, late: Late, none: str) -> Iterator[State]:
    texts = (sentence.of(summary) for sentence in split(summary))
    told = [said(text) for text in texts if text != none and own_stage(text) is not None]
    for step in work.next_steps:
        wanted = said(step.text)
        orders = (one.text.partition(step.text) for one in late.of(Origin.HUMAN) if step.text in one.text)
        heads = any(_COUNTS.search(behind[:_BEHIND]) for _, _, behind in orders)
        if step.why != FOUND and wanted and not heads and not any(overlap(wanted, known) >= _SPEAKS for known in told):
            yield State(step.text, "open_listed_done", none, step.event)
