"""Findings of a review or an investigation that stand in the model's words alone and that a summary leaves out.

Nothing on disk, in a commit or in a task list holds them: what the summary does not name of them is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from threefold.auditing.reports.record import Statement, Where
from threefold.auditing.reports.reporting import cut
from threefold.auditing.statements.rounds import speaks
from threefold.text.later import later
from threefold.work.model import FOUND, Item

_FOUND = later(
    r"(?i)\b(?:findings?|issues?|problems?|bugs?|faults?|defects?|causes?|concerns?|risks?|vulnerabilit\w+|flaws?|P[0-3])\b"
    r"|问题|原因|缺陷|隐患|漏洞|风险|发现"
)
_POINT = later(r"(?m)^[^\w\n]{0,20}(?:P[0-4]\b|\d{1,2}[.)、：:]|[①-⑳]|[一二三四五六七八九十]、|[-*•]\s)")
_SHORT = 60  # characters; no list of findings is shorter
_READ = 60_000  # characters of a text that are read
_FEWEST = 2
"""Findings of one list: what was found alone is told again in other words."""


def lists_findings(text: str) -> bool:
    """Whether a text of the model may list what it found: a first look."""
    return len(text) > _SHORT and _FOUND.search(text) is not None and len(_POINT.findall(text)) >= _FEWEST


def may_lack(summary: str, texts: Iterable[str]) -> bool:
    """Whether one of these texts lists a finding that no sentence of the summary names: if not, nobody needs to know
    which of them are open."""
    if not texts:
        return False
    from threefold.work.sentences.listing import listed

    return any(not speaks(summary, one.text) for text in texts for one in listed(text[:_READ], announced=False))


def unkept(summary: str, steps: Sequence[Item], where: Callable[[int], Where | None]) -> list[Statement]:
    """A statement for each list of findings that are open before a compaction, with those of them that no sentence of
    the summary names. Lists in another script than the summary's are left alone."""
    lists: dict[int, list[str]] = {}
    for item in steps:
        if item.why == FOUND:
            lists.setdefault(item.event, []).append(item.text)
    if not lists:
        return []
    from threefold.work.exchanges.replies import same_script  # loaded where it is needed: much hangs on it

    told: list[Statement] = []
    for event, found in lists.items():
        left = [text for text in found if not speaks(summary, text)]
        if len(found) >= _FEWEST and left and same_script(" ".join(found), summary):
            basis = "found by looking, and nothing written since carries it; no sentence of the summary names {}"
            many = f"these {len(left)} of {len(found)} that were open" if len(left) > 1 else "it"
            value = cut("; ".join(left))
            told.append(
                Statement(category="finding", value=value, status="lost", basis=basis.format(many), where=where(event))
            )
    return told
