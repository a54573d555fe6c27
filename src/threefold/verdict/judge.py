"""From a snapshot to one of three verdicts: the local rule first, a service only in between."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Literal, Protocol, TypeGuard

import msgspec

from threefold.errors import OverBudget, SettingsError, UsageError, expect
from threefold.verdict.gates import PRESERVE, SAFE, VERDICTS, WAIT, check_options, forbidden_path
from threefold.verdict.settings import VerdictSettings
from threefold.verdict.snapshot import VERSION, Snapshot, check, check_budget


class Reason(StrEnum):
    """Why a verdict is what it is. The set is closed."""

    NOTHING_UNLANDED = "nothing_unlanded"
    """No more items than ``safe_max``; no request was made."""
    OVER_THRESHOLD = "over_threshold"
    """At least ``wait_min`` items; no request was made."""
    AMBIGUOUS = "ambiguous_local"
    """Between the two, and the caller wanted the local rule alone."""
    NO_SERVICE = "no_service_configured"
    """Between the two, and no service is configured."""
    SERVICE_ABSENT = "service_absent"
    """Between the two, and the service could not be asked or did not answer."""
    SERVICE_SAYS = "service_says"
    """Between the two, and the service said so, with enough confidence."""
    SERVICE_UNSURE = "service_unsure"
    """The service said ``safe_to_compact`` with less confidence than ``min_confidence``."""
    SERVICE_CONTRADICTS = "service_contradicts_itself"
    """The service said ``safe_to_compact`` and a risk over ``max_risk``."""
    SERVICE_FORBIDDEN = "service_forbidden_key"
    """The service's answer carries a forbidden key (G3); ``detail`` holds the path."""
    SERVICE_INVALID = "service_invalid"
    """The service's answer is none of the three verdicts, or its numbers are none."""
    OTHER_VERSION = "other_version"
    """The state is of another format version, so its fields may mean something else."""
    LOG_DAMAGED = "log_damaged"
    """Nothing unlanded is to be seen, and lines of the log are broken (:mod:`threefold.verdict.caution`)."""
    GIT_UNKNOWN = "git_unknown"
    """Nothing unlanded is to be seen, and git gave no answer about a repository that is there."""


EXIT_STATUS = {SAFE: 0, WAIT: 4, PRESERVE: 5}
"""The exit status of ``threefold check`` for each verdict."""
_TOO_LONG = "The state has more characters than verdict.state_chars, so it was sent to no service."


class Answer(Protocol):
    """What a service says of a session as a whole (``threefold.systemone.VerdictAnswer`` has this shape)."""

    @property
    def label(self) -> str: ...
    @property
    def confidence(self) -> float: ...
    @property
    def risk(self) -> float: ...
    @property
    def raw(self) -> object: ...


class Failure(Protocol):
    """Why a service gave no answer (``threefold.systemone.Failed`` has this shape)."""

    @property
    def kind(self) -> str: ...
    @property
    def message(self) -> str: ...


Service = Callable[[str], "Answer | Failure"]
"""Asked with the rendered state; gives an answer or says why there is none, and never raises."""

OneOfThree = Literal["safe_to_compact", "wait", "preserve_first"]
"""Spelled out for type checkers; see ``gates.VERDICTS``."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """One answer for the session as a whole.

    ``detail`` says to a person what is open and what to do. ``asked`` says whether a request was made; ``confidence``,
    ``risk`` and ``model`` are the service's, where it answered, and ``problem`` is why none was asked or answered.
    """

    verdict: OneOfThree
    reason: Reason
    count: int
    counts: dict[str, int]
    snapshot: Snapshot
    detail: str = ""
    asked: bool = False
    confidence: float | None = None
    risk: float | None = None
    model: str = ""
    problem: str = ""

    @property
    def exit_status(self) -> int:
        return EXIT_STATUS[self.verdict]

    def to_json(self) -> dict[str, object]:
        """The verdict as plain data; ``snapshot`` can be given back to :func:`parse_snapshot`."""
        return {
            "verdict": self.verdict,
            "reason": self.reason.value,
            "detail": self.detail,
            "count": self.count,
            "counts": self.counts,
            "digest": self.snapshot.digest,
            "snapshot": self.snapshot.to_json(),
            "service": {
                "asked": self.asked,
                "confidence": self.confidence,
                "risk": self.risk,
                "model": self.model,
                "problem": self.problem,
            },
        }


def judge(
    snapshot: Snapshot,
    service: Service | None = None,
    settings: VerdictSettings | None = None,
    *,
    service_only: bool = False,
    any_length: bool = False,
    options: tuple[str, ...] = VERDICTS,
) -> Verdict:
    """Judge a snapshot that :func:`threefold.verdict.build` made.

    The local rule decides both ends without a request; the service is asked only in between (or always, with
    ``service_only``, which a corpus run uses to measure the service). Raises RecordRefused for options other than the
    three verdicts (G2), StateRefused for a snapshot that its digest does not match (G1), OverBudget for a state over
    ``settings.state_chars``. With ``any_length``, for whoever has to act at once, such a state gets the verdict of its
    count, and ``wait`` in between: it is sent nowhere, so its length harms nobody.
    """
    settings = VerdictSettings() if settings is None else settings
    expect(snapshot, Snapshot, "judge takes a Snapshot, as build makes it")
    expect(settings, VerdictSettings, "judge takes VerdictSettings (settings.verdict of a Settings)", SettingsError)
    expect(service, (Callable, type(None)), "judge takes a service that can be called", UsageError)  # type: ignore[arg-type]
    check_options(options)
    if snapshot.version != VERSION:
        detail = f"The state is of version {snapshot.version!r}; this is {VERSION!r}. Build the snapshot again."
        return _verdict(snapshot, WAIT, Reason.OTHER_VERSION, detail)
    check(snapshot)
    local = None if service_only else _local(snapshot, settings)
    try:
        check_budget(snapshot, settings.state_chars, local.verdict if local else WAIT)
    except OverBudget:
        if not any_length:
            raise
        return local or _verdict(snapshot, WAIT, Reason.SERVICE_ABSENT, _unsure(snapshot), problem=_TOO_LONG)
    if local is not None:
        return local
    if service is None:
        return _verdict(
            snapshot, WAIT, Reason.NO_SERVICE, _unsure(snapshot), problem="No scoring service is configured."
        )
    return _ask(snapshot, service, settings)


def judge_locally(snapshot: Snapshot, settings: VerdictSettings | None = None) -> Verdict:
    """The local rule alone, for callers that want no request whatever is configured."""
    verdict = judge(snapshot, None, settings)
    if verdict.reason is not Reason.NO_SERVICE:
        return verdict
    return msgspec.structs.replace(verdict, reason=Reason.AMBIGUOUS, problem="The local rule alone was asked for.")


def _local(snapshot: Snapshot, settings: VerdictSettings) -> Verdict | None:
    count = snapshot.count
    if count >= settings.wait_min:
        detail = f"{_items(snapshot)}; with {settings.wait_min} or more, land them first."
        return _verdict(snapshot, PRESERVE, Reason.OVER_THRESHOLD, detail)
    if count <= settings.safe_max:
        detail = (
            "Nothing that is recorded is unlanded."
            if count == 0
            else f"{_items(snapshot)}; {settings.safe_max} may be."
        )
        return _verdict(snapshot, SAFE, Reason.NOTHING_UNLANDED, detail)
    return None


def _unsure(snapshot: Snapshot) -> str:
    look = "it: if it is fine" if snapshot.count == 1 else f"these {snapshot.count}: if they are fine"
    return f"{_items(snapshot)}, too few to decide by number. Look at {look}, compact; else {_first(snapshot)} first."


def _ask(snapshot: Snapshot, service: Service, settings: VerdictSettings) -> Verdict:
    answer = service(snapshot.state)
    kind = getattr(answer, "kind", None)
    if kind is not None:
        reason = Reason.NO_SERVICE if str(kind) in ("not_configured", "no_key") else Reason.SERVICE_ABSENT
        problem = str(getattr(answer, "message", kind))
        detail = _unsure(snapshot) if str(kind) == "not_configured" else f"{_unsure(snapshot)} {problem}"
        return _verdict(snapshot, WAIT, reason, detail, problem=problem)
    raw = getattr(answer, "raw", None)
    path = forbidden_path(raw)
    if path:
        detail = f"The service's answer carries {path}, which singles out parts of a context: it is not used."
        return _verdict(snapshot, WAIT, Reason.SERVICE_FORBIDDEN, detail, asked=True)
    label, confidence, risk = (
        getattr(answer, "label", ""),
        getattr(answer, "confidence", None),
        getattr(answer, "risk", None),
    )
    said: OneOfThree | None = next((verdict for verdict in VERDICTS if verdict == label), None)
    if said is None or not _unit(confidence) or not _unit(risk):
        detail = (
            f"The service answered {label!r} with confidence {confidence!r} and risk {risk!r}: no verdict of the three."
        )
        return _verdict(snapshot, WAIT, Reason.SERVICE_INVALID, detail, asked=True)
    return _weigh(snapshot, said, float(confidence), float(risk), str(getattr(answer, "model", "")), settings)


def _weigh(
    snapshot: Snapshot, label: OneOfThree, confidence: float, risk: float, model: str, settings: VerdictSettings
) -> Verdict:
    """``safe_to_compact`` needs confidence and a risk that does not contradict it; the other two stand as said."""
    verdict: OneOfThree = label
    reason = Reason.SERVICE_SAYS
    detail = f"{_items(snapshot)}; the service says {label} (confidence {confidence:.2f}, risk {risk:.2f})."
    if label == SAFE and confidence < settings.min_confidence:
        verdict, reason = WAIT, Reason.SERVICE_UNSURE
        detail += f" Less than {settings.min_confidence:.2f} is no permission."
    elif label == SAFE and risk > settings.max_risk:
        verdict, reason = WAIT, Reason.SERVICE_CONTRADICTS
        detail += f" A risk over {settings.max_risk:.2f} contradicts that."
    return msgspec.structs.replace(
        _verdict(snapshot, verdict, reason, detail, asked=True), confidence=confidence, risk=risk, model=model
    )


def _verdict(
    snapshot: Snapshot,
    verdict: OneOfThree,
    reason: Reason,
    detail: str,
    *,
    asked: bool = False,
    problem: str = "",
) -> Verdict:
    counts = snapshot.counts
    return Verdict(verdict=verdict, reason=reason, count=sum(counts.values()), counts=counts, snapshot=snapshot,
                   detail=detail, asked=asked, problem=problem)  # fmt: skip


def _items(snapshot: Snapshot) -> str:
    """What is open: things that stand in the session alone, and files, which are on disk whatever is compacted."""
    files = len(snapshot.uncommitted)
    things = snapshot.count - files
    said = []
    if things:
        said.append(
            "1 thing is open in this session alone"
            if things == 1
            else f"{things} things are open in this session alone"
        )
    if files:
        said.append("1 file on disk is in no commit" if files == 1 else f"{files} files on disk are in no commit")
    return " and ".join(said)


def _first(snapshot: Snapshot) -> str:
    """What lands it."""
    files = len(snapshot.uncommitted)
    said = ["write down or finish what is open"] if snapshot.count > files else []
    if files:
        said.append("commit the file" if files == 1 else "commit the files")
    return " and ".join(said)


def _unit(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0.0 <= value <= 1.0
