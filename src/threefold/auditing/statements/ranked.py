"""Which standing rules a summary lost or turned round, in the order in which they matter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from threefold.auditing.statements.rules import Rule

_SOURCES = {"human": 0, "system": 1, "harness": 2, "memory": 3}


class Said(Protocol):
    """What a summary says of rules: see ``stated.Stated``."""

    @property
    def exhausted(self) -> bool:
        """Whether it was compared with as many rules as it may be."""

    def survives(self, rule: Rule) -> bool:
        """Whether it holds a rule."""

    def opposed(self, text: str, *, openly: bool = False) -> str:
        """The sentence that says the opposite of a text, or an empty one."""

    def contradicts(self, rule: Rule) -> str:
        """The sentence that turns a rule in its own words round, or an empty text."""


def lost_rules(found: Sequence[Rule], stated: Said) -> list[Rule]:
    """The rules that did not survive: those of humans first, those of memory files, which are loaded again, last.

    Within a source, rules with a word of obligation come first, then the latest. Each rule is named once. Where the
    summary was compared with as many rules as it may be, the others are left out.
    """
    lost: dict[str, Rule] = {}
    for rule in sorted(found, key=lambda rule: (_SOURCES[rule.source], not rule.strong)):
        key = " ".join(rule.text.lower().split())
        if key in lost and _SOURCES[rule.source] >= _SOURCES[lost[key].source]:
            continue
        if stated.exhausted:
            break
        kept = rule.weak or stated.survives(rule)
        if not kept or stated.opposed(rule.text, openly=not rule.weak):
            lost[key] = rule
    return sorted(lost.values(), key=lambda rule: (_SOURCES[rule.source], not rule.strong, -rule.event))
