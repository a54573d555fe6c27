"""A labelled corpus, judged in both directions.

A verdict can fail in two ways and one of them is dangerous: a ``lost`` case judged safe is work that a compaction
destroys. A ``keep`` case that is refused destroys nothing, and is a defect all the same: who always says
``preserve_first`` loses nothing and is of no use. Both rates are reported, and a corpus with one label only is refused,
because what it could show is true and means nothing.

Nothing in a corpus is ever executed: a work tree is described as data.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from difflib import get_close_matches

import msgspec

from threefold.errors import InputError, OverBudget, RecordRefused
from threefold.session import Session
from threefold.verdict.building import build
from threefold.verdict.gates import PRESERVE, SAFE, WAIT, refuse_forbidden
from threefold.verdict.judge import Reason, Service, judge
from threefold.verdict.settings import VerdictSettings
from threefold.verdict.snapshot import Snapshot, from_record, snapshot
from threefold.verdict.worktree import WorkTree, described

LOST, KEEP = "lost", "keep"
LET_THROUGH, CAUGHT = "let_through", "caught"
REFUSED, WAITED, PASSED = "refused", "waited", "passed"
SKIP, OVER_BUDGET = "skip", "over_budget"

_KEYS = frozenset(("id", "label", "record", "session", "worktree", "at_compaction", "format", "why"))
_UNANSWERED = frozenset((Reason.AMBIGUOUS, Reason.NO_SERVICE, Reason.SERVICE_ABSENT))


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One labelled case: an explicit record, or the path of a session log with what git says of its work tree."""

    id: str
    label: str
    where: str
    why: str = ""
    record: object = None
    session: str = ""
    format: str | None = None
    worktree: WorkTree | None = None
    at_compaction: bool = False


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a case.

    ``outcome`` of a ``lost`` case is ``let_through`` or ``caught``; of a ``keep`` case ``passed``, ``waited`` or
    ``refused``; of either ``skip`` (the local rule left it open and no service answered) or ``over_budget``.
    """

    id: str
    label: str
    outcome: str
    verdict: str = ""
    reason: str = ""
    count: int = 0
    detail: str = ""
    why: str = ""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A corpus run."""

    outcomes: tuple[Outcome, ...]

    def of(self, outcome: str) -> list[Outcome]:
        return [found for found in self.outcomes if found.outcome == outcome]

    def judged(self, label: str) -> int:
        """How many cases of a label got a verdict."""
        return sum(1 for found in self.outcomes if found.label == label and found.outcome not in (SKIP, OVER_BUDGET))

    def rate(self, outcome: str, label: str) -> float | None:
        """The share of the judged cases of a label with this outcome; None where none was judged."""
        judged = self.judged(label)
        return len(self.of(outcome)) / judged if judged else None

    def said(self, verdict: str, label: str) -> tuple[int, int]:
        """How many cases of a label were given a verdict, by whoever gave it, and how many cases it has.

        A case that was skipped was told to wait all the same: that is what ``threefold check`` says to it.
        """
        these = [found for found in self.outcomes if found.label == label]
        return sum(found.verdict == verdict for found in these), len(these)

    @property
    def all_skipped(self) -> bool:
        return all(found.outcome == SKIP for found in self.outcomes)

    @property
    def unjudged(self) -> list[str]:
        """The labels of which no case got a verdict: of them the run shows nothing, as a corpus without them would."""
        return [label for label in (LOST, KEEP) if not self.judged(label)]

    @property
    def exit_status(self) -> int:
        """1 where a ``lost`` case was let through, which outranks 2, a state over its budget; else 0."""
        if self.of(LET_THROUGH):
            return 1
        return 2 if self.of(OVER_BUDGET) else 0

    def to_json(self) -> dict[str, object]:
        """The run as plain data."""

        def ids(outcome: str) -> list[str]:
            return [found.id for found in self.of(outcome)]

        def of_all(verdict: str, label: str) -> float | None:
            count, cases = self.said(verdict, label)
            return count / cases if cases else None

        return {
            "cases": len(self.outcomes),
            "lost": {
                "cases": self.said(SAFE, LOST)[1], "judged": self.judged(LOST), "letThrough": ids(LET_THROUGH),
                "letThroughRate": self.rate(LET_THROUGH, LOST),
            },
            "keep": {
                "cases": self.said(SAFE, KEEP)[1], "judged": self.judged(KEEP), "refused": ids(REFUSED),
                "waited": ids(WAITED), "refusedRate": self.rate(REFUSED, KEEP), "waitedRate": self.rate(WAITED, KEEP),
            },
            "ofAll": {
                "letThroughRate": of_all(SAFE, LOST), "toldToWaitRate": of_all(WAIT, KEEP),
                "refusedRate": of_all(PRESERVE, KEEP),
            },
            "skipped": ids(SKIP),
            "skippedCount": len(self.of(SKIP)),
            "allSkipped": self.all_skipped,
            "unjudged": self.unjudged,
            "overBudget": ids(OVER_BUDGET),
            "exitStatus": self.exit_status,
            "results": [msgspec.to_builtins(found) for found in self.outcomes],
        }  # fmt: skip


def parse_corpus(text: str, name: str = "corpus") -> list[Case]:
    """The cases of a corpus of JSON lines. Raises ForbiddenKey before anything else, then RecordRefused."""
    cases: list[Case] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if line.strip():
            cases.append(_case(line, f"{name} line {number}"))
    return cases


def check_corpus(cases: Iterable[Case]) -> None:
    """Refuse a corpus that is empty, names a case twice, or has one label only."""
    seen: dict[str, str] = {}
    labels: set[str] = set()
    for case in cases:
        if case.id in seen:
            raise RecordRefused(f"{case.where}: the id {case.id!r} stands in {seen[case.id]} already.")
        seen[case.id] = case.where
        labels.add(case.label)
    if not seen:
        raise RecordRefused("The corpus holds no case.")
    if len(labels) == 1:
        only = labels.pop()
        raise RecordRefused(
            f"All {len(seen)} cases are labelled {only!r}. That none of the other label fails is then true and means "
            "nothing: a corpus needs both."
        )


def verify(
    cases: list[Case],
    read: Callable[[Case], Session],
    service: Service | None = None,
    settings: VerdictSettings | None = None,
    *,
    service_only: bool = False,
) -> Report:
    """Judge every case. ``read`` opens the session of a case that names one.

    With ``service_only`` the service is asked about each case; without a service all of them are then skipped.
    """
    check_corpus(cases)
    settings = settings or VerdictSettings()
    return Report(outcomes=tuple(_judged(case, read, service, settings, service_only) for case in cases))


def _judged(
    case: Case, read: Callable[[Case], Session], service: Service | None, settings: VerdictSettings, service_only: bool
) -> Outcome:
    try:
        made = _snapshot(case, read)
        verdict = judge(made, service, settings, service_only=service_only)
    except OverBudget as error:
        return Outcome(id=case.id, label=case.label, outcome=OVER_BUDGET, detail=str(error), why=case.why)
    except InputError as error:
        raise RecordRefused(f"{case.where}, case {case.id!r}: {error}") from error
    if verdict.reason in _UNANSWERED:
        outcome = SKIP
    elif case.label == LOST:
        outcome = LET_THROUGH if verdict.verdict == SAFE else CAUGHT
    else:
        outcome = PASSED if verdict.verdict == SAFE else REFUSED if verdict.verdict == PRESERVE else WAITED
    return Outcome(
        id=case.id, label=case.label, outcome=outcome, verdict=verdict.verdict, reason=verdict.reason.value,
        count=verdict.count, detail=verdict.detail, why=case.why,
    )  # fmt: skip


def _snapshot(case: Case, read: Callable[[Case], Session]) -> Snapshot:
    if not case.session:
        made = from_record(case.record, "the record")
        more = [path for path in case.worktree.paths if path not in made.uncommitted] if case.worktree else []
        if not more:
            return made
        return snapshot(made.session, {**made.work, "uncommitted": (*made.uncommitted, *more)})
    with closing(read(case)) as session:
        return build(session, case.worktree, case.at_compaction)


class _Twice(Exception):
    """A key stands twice in one object: which of the values is meant, nobody can tell."""


def _mistaken(key: str, value: object) -> bool:
    """Whether a key that is not known is no note: it holds a structure, or is a known one misspelt."""
    return isinstance(value, dict | list) or bool(get_close_matches(key, _KEYS, cutoff=0.8))


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(repr(key))
        found[key] = value
    return found


def _case(line: str, where: str) -> Case:
    try:
        row = json.loads(line, object_pairs_hook=_once_each)
    except _Twice as error:
        raise RecordRefused(f"{where}: {error} stands twice in one object.") from None
    except (ValueError, RecursionError) as error:
        raise RecordRefused(f"{where} is no JSON: {type(error).__name__}: {error}.") from None
    refuse_forbidden(row, where)
    if not isinstance(row, Mapping):
        raise RecordRefused(f"{where} is no object.")
    notes = {key for key, value in row.items() if key not in _KEYS and not _mistaken(key, value)}
    unknown = sorted(row.keys() - _KEYS - notes)
    if unknown:
        raise RecordRefused(f"{where}: unknown {', '.join(unknown)}; known are {', '.join(sorted(_KEYS))}.")
    for name in ("id", "label"):
        if not isinstance(row.get(name), str) or not row[name].strip():
            raise RecordRefused(f"{where} has no {name}.")
    if row["label"] not in (LOST, KEEP):
        raise RecordRefused(f"{where}: the label is {row['label']!r}; it is {LOST!r} or {KEEP!r}.")
    if ("record" in row) == ("session" in row):
        raise RecordRefused(f"{where} needs a record or a session, one of them.")
    if "session" in row and (not isinstance(row["session"], str) or not row["session"]):
        raise RecordRefused(f"{where}: session is the path of a log.")
    return Case(
        id=row["id"],
        label=row["label"],
        where=where,
        why=str(row.get("why", "")),
        record=row.get("record"),
        session=row.get("session", ""),
        format=row["format"] if isinstance(row.get("format"), str) else None,
        worktree=described(row["worktree"], f"{where}: worktree") if "worktree" in row else None,
        at_compaction=row.get("at_compaction") is True,
    )
