"""What a hook weighs before a compaction, whichever harness asks: the log, the verdict, the policy, what was before."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from threefold.harness import guidance, live, policy
from threefold.harness.asked import Event, Options
from threefold.harness.guidance import Held
from threefold.harness.keeping import Keeping
from threefold.harness.policy import Decision, Trigger
from threefold.report.masking import ADDRESSES, masked
from threefold.settings import Settings
from threefold.store.state import State, States
from threefold.verdict import Snapshot, Verdict
from threefold.verdict.gates import SAFE
from threefold.work import Work


class Weighed(NamedTuple):
    """What is to be done about one compaction, and what it rests on. What was stopped is remembered already, and the
    verdict kept."""

    session: str
    settings: Settings
    decision: Decision
    snapshot: Snapshot
    verdict: Verdict
    work: Work
    stated: tuple[Held, ...]
    keeping: Keeping

    def keep(self, opening: str, budget: int) -> str:
        """What the summariser is told to keep, within so many bytes, with secrets masked. An address stays: it
        may be what the order is about, and stands in the same context already."""
        lines = list(guidance.lines(self.work, self.snapshot, self.stated))
        return policy.kept(opening, masked(lines, ADDRESSES), budget)

    def reason(self) -> str:
        """Why it is stopped, for the person; of a compaction that is."""
        items = [text for found in self.snapshot.work.values() for text in found]
        return masked(policy.reason(self.verdict.verdict, self.verdict.detail, items, policy.way_out(self.session)))


def weigh(event: Event, options: Options, client: str, asking: Callable[[], tuple[Trigger, int]]) -> Weighed:
    """Judge what is about to be compacted, and say what the policy makes of it. Raises ThreefoldError and OSError.

    ``asking`` tells what asks for the compaction and how often that may be stopped. It is asked last: a client's log
    may be a moment late in saying that the model refused the context.
    """
    settings = live.settings_of(options.home)
    seen = live.look(event.log(), client, options.home, settings, stated=options.policy != "observe")
    found, verdict = live.judged(seen, event.text("cwd"), settings)
    states = States(options.home)
    keeping, known = Keeping(), states.known(event.session)
    past = live.past(known or State(event.session), seen.compactions)
    trigger, most_refusals = asking()
    decision = policy.decide(
        options.policy,  # type: ignore[arg-type]
        safe=verdict.verdict == SAFE,
        trigger=trigger,
        past=past,
        most_refusals=most_refusals,
        only_others=found.only_others,
    )
    # remembered before anything else, so that being killed is no second time
    stopped = State(event.session, client, past.refusals + 1, False, seen.compactions)
    decision = keeping.stopped(decision, states, known, stopped)
    live.record_verdict(keeping, options.home, client, trigger, decision, verdict)
    return Weighed(event.session, settings, decision, found.snapshot, verdict, seen.work, seen.stated or (), keeping)
