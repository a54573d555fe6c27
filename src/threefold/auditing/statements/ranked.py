"""Which standing rules a summary lost or turned round, in the order in which they matter."""

from __future__ import annotations

from collections.abc import Sequence

from threefold.auditing.statements.rules import Rule
from threefold.auditing.statements.stated import Stated

_SOURCES = {"human": 0, "system": 1, "harness": 2, "memory": 3}


def lost_rules(found: Sequence[Rule], stated: Stated) -> list[Rule]:
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
