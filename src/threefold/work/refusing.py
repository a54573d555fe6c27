"""What a person did not let run, and why: nothing was tried, and what they forbade holds until they let it run."""

from __future__ import annotations

from collections.abc import Iterator

from threefold.work.changing import SHOWN, Pending
from threefold.work.commands import tools
from threefold.work.commands.looking import only_looks
from threefold.work.commands.shell import steps
from threefold.work.model import Refusal
from threefold.work.sentences.lifting import lifts

_KEPT = 20
"""Refusals that are followed, the latest ones."""
_WORDS = 2_000
"""Characters of a reason that are kept."""


class Refusals:
    """Follows what was refused with a reason; without one, what the person writes next says what they want."""

    def __init__(self) -> None:
        self._open: list[tuple[Refusal, set[str]]] = []

    def refuse(self, pending: Pending, label: str, words: str, event: int) -> None:
        """A person refused a call and said why."""
        command = tools.command_of(pending.arguments) if pending.kind == "shell" else ""
        shown = f"{tools.short(pending.call.name)}: {label}" if label else tools.short(pending.call.name)
        refusal = Refusal(call=shown, command=command, words=words[:_WORDS], event=event)
        self._open = [*self._open[1 - _KEPT :], (refusal, set(_deeds(pending)))]

    def ran(self, pending: Pending) -> None:
        """A call was let run: what was refused before and does no more than was let run since is refused no longer."""
        if not self._open:
            return
        done = set(_deeds(pending))
        for _, left in self._open:
            left -= done
        self._open = [(refusal, left) for refusal, left in self._open if left]

    def heard(self, text: str) -> None:
        """A person wrote: what they forbade in refusing a call they may lift by that."""
        if self._open:
            self._open = [(refusal, left) for refusal, left in self._open if not lifts(refusal.words, text)]

    def open(self) -> tuple[Refusal, ...]:
        return tuple(refusal for refusal, _ in self._open)


def _deeds(pending: Pending) -> Iterator[str]:
    """What a call does, roughly enough that the same again in other words is the same: programs with their verbs, tools
    with their files."""
    if pending.kind != "shell":
        name = tools.plain(pending.call.name)
        paths = tools.paths_of(pending.call.input)
        yield from (f"{name} {path}" for path in paths or [pending.call.arguments[:SHOWN]])
        return
    found = [step for step in steps(tools.command_of(pending.arguments)) if step.program not in ("", "cd")]
    for step in [step for step in found if not only_looks(step)] or found:
        operands = (word for word in step.argv[1:] if not word.startswith("-"))
        first = next((word for word in operands if step.program != "git" or "/" not in word), "")
        yield f"{step.program} {first}"
