"""Orders that an exchange did not carry out, and how it carried out those that it did."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from threefold.work.exchanges import kinds
from threefold.work.exchanges.exchange import Exchange
from threefold.work.sentences import acts, asking, ordering, outcomes, pushing
from threefold.work.sentences.acts import Act
from threefold.work.sentences.words import GENERIC, terms

SAID, REQUEST = "said", "request"
NOT_CARRIED_OUT = "Asked for and not carried out: "
_QUOTED = 240
"""Characters of an order that are quoted."""


class Left(msgspec.Struct, frozen=True):
    """One thing that an exchange left: its kind, the words, and why it counts."""

    kind: str
    text: str
    why: str
    wanted: frozenset[str] = frozenset()
    """the words by which it is known later, if not those of its text"""


_OFFHAND = (Act.TEXT, Act.OFF, Act.NO, Act.REPORT)
"""What a sentence does that orders no work, however it opens."""


def not_carried_out(now: Exchange) -> Iterator[Left]:
    """The order that nothing in an exchange carried out: no call changed anything, and no word tells what became of
    it. A change is fulfilled by nothing else; a run is, by any command."""
    if now.deeds or now.edits or now.commits or now.written or now.approved or now.listed:
        return  # a todo list, or a plan that was approved, stands for the order
    reply = "\n".join((*now.narration, *now.closing))
    heard = [(act, line) for act, line in acts.acts(now.human) if not now.puts_off(line.plain)]
    if any(act is Act.OFF for act, _ in heard) or asking.asks_of_person("\n".join(now.closing)):
        return
    wanted = [] if outcomes.tells_done(reply) else ordering.postponed(now.human)
    if not wanted and kinds.wants_to_be_told(now):
        return
    for act, line in heard:
        deed = ordering.deed_of(line) if act not in _OFFHAND else ""
        if deed:
            left = not outcomes.takes_up(reply, deed, looked=now.calls > 0)
        else:
            left = act is Act.OTHER and not now.calls and ordering.orders_run(line)
        if left and (reply or now.calls) and line not in wanted:
            wanted.append(line)
    if wanted:
        whole = " ".join(now.human.split())
        text = whole if len(whole) <= _QUOTED else " ".join(line.plain for line in wanted)[:_QUOTED]
        why = "no call changed anything, and no reply tells what became of it"
        yield Left(REQUEST, f"{NOT_CARRIED_OUT}{text}", why, terms(" ".join(line.masked for line in wanted)) - GENERIC)


def not_pushed(now: Exchange) -> str:
    """The sentence that orders a push of which the log shows none. A word for it counts where something ran that may
    have pushed, or where no commit shows how the rest was done."""
    reply = "\n".join(now.closing)
    ordered = "" if now.pushed or not reply or asking.asks_of_person(reply) else pushing.orders_push(now.human)
    if ordered and pushing.claims_push(reply) and (not now.commits or any(map(pushing.may_push, now.commands))):
        return ""
    return ordered


def carried_out(now: Exchange) -> str:
    """How an order was taken up in its own exchange: by which deeds, or by words."""
    changed = now.edits + now.commits
    if changed:
        return f"carried out: {_count(now.edits, 'edit')}, {_count(now.commits, 'commit')}"
    return f"carried out: {_count(now.deeds, 'call')} succeeded" if now.deeds else "a reply tells what became of it"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")
