"""The audit record: the fields of the original ``audit.signals`` example under their names, and ours beside them."""

from __future__ import annotations

import hashlib

import msgspec

from threefold.auditing.reports.compliance import Compliance
from threefold.auditing.settings import AuditSettings

RULES_VERSION = "21"
"""Raised whenever a rule changes what an audit may answer, so that a record is written again."""
SIGNAL = "compaction.audit"
FAILED = "compaction.audit.failed"
PLAIN = "text"
"""The format of a session that is one plain text."""
ORIGINAL_SCOPE = (
    "closed-set hard facts only (uuid | absolute/file path | number-with-unit | user correction); "
    "NOT general-narrative hallucination detection"
)


class Where(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place in the session: the event (its position), the line of the log, and whose words or which part it is; in a
    plain text also the character in the line, from 1."""

    event: int
    line: int = 0
    origin: str = ""
    column: int = 0


class NearReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """A near value, how it differs, and where it stands."""

    value: str
    difference: str
    where: Where | None = None


class Candidate(msgspec.Struct, frozen=True, kw_only=True, tag="fact", tag_field="section"):
    """One fact of a report. ``rank`` is 1 for the finding that binds most; 0 is not ranked.

    ``evidence`` is the sentence of the summary (fidelity) or the reason for the weight (coverage).
    """

    category: str
    value: str
    status: str
    basis: str
    near: tuple[NearReport, ...] = ()
    where: Where | None = None
    count: int = 1
    rank: int = 0
    kind: str = ""
    normal: str = ""
    evidence: str = ""
    span: tuple[int, int] | None = None
    found_outside_ledger: bool = msgspec.field(default=False, name="foundOutsideLedger")
    last: Where | None = None
    still_used: bool = msgspec.field(default=False, name="stillUsed")


class Fidelity(msgspec.Struct, frozen=True, kw_only=True):
    """Counts of distinct facts by status, and the altered and unverified ones."""

    verified: int = 0
    equivalent: int = 0
    altered: int = 0
    unverified: int = 0
    derived: int = 0
    candidates: tuple[Candidate, ...] = ()


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """``lost_count`` and ``lost`` follow the original's plain rule; ``ranked`` are the losses that bind most.

    Of what was lost at an earlier compaction already, ``lost`` lists only what binds most: ``left_to_earlier`` of the
    ``lost_count`` losses are listed in the records of earlier compactions and not in this one.
    """

    lost_count: int = msgspec.field(default=0, name="lostCount")
    lost: tuple[Candidate, ...] = ()
    ranked: tuple[Candidate, ...] = ()
    left_to_earlier: int = msgspec.field(default=0, name="leftToEarlier")


class Statement(msgspec.Struct, frozen=True, kw_only=True, tag="statement", tag_field="section"):
    """Something said, as opposed to a value: a quote of the user, a standing rule, the state of a task."""

    category: str
    value: str
    status: str
    basis: str
    where: Where | None = None
    rank: int = 0
    evidence: str = ""


class Failure(msgspec.Struct, frozen=True):
    """A stage of the audit that failed, how, and in which function. Nothing else of the record depends on it."""

    stage: str
    error: str
    place: str = ""


def place_of(error: Exception) -> str:
    """The function of ours that an exception came from, as ``module.function``."""
    place, trace = "", error.__traceback__
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        if module.startswith("threefold."):
            place = f"{module.removeprefix('threefold.')}.{trace.tb_frame.f_code.co_qualname}"
        trace = trace.tb_next
    return place


class AuditRecord(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What one audit of one compaction found. Nothing in it blocks anything: ``blocked`` is always false.

    ``unauditable`` is empty, or says why the summary cannot be compared with anything; then no count means anything.
    ``incomplete`` says what the ledger lacks, one reason each. ``timings`` are seconds by stage, if a clock was given.
    ``by_category`` counts the facts of each category by what became of them, lost ones among them.
    """

    at: str
    signal: str = SIGNAL
    scope: str = ORIGINAL_SCOPE
    session_id: str = ""
    compaction_id: str = ""
    summary_model: str = ""
    shadowed_seqs_count: int = 0
    shadowed_range: dict[str, int] | None = None
    summary_char_count: int = 0
    summary_facts_count: int = 0
    leaf_facts_count: int = 0
    ledger_incomplete: bool = False
    truncated: bool = False
    fidelity: Fidelity = Fidelity()
    coverage: Coverage = Coverage()
    fingerprint: str = ""
    opt_in_inject: bool = False
    blocked: bool = False
    compliance: Compliance | None = None
    statements: tuple[Statement, ...] = ()
    unauditable: str = ""
    incomplete: tuple[str, ...] = ()
    leaf_events_count: int = 0
    leaf_char_count: int = 0
    reasoning_char_count: int = 0
    summary_language: str = ""
    ledger_language: str = ""
    headline: tuple[Candidate | Statement, ...] = ()
    inject: str | None = None
    facts: tuple[Candidate, ...] | None = None
    by_category: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    normal_forms: dict[str, str] = msgspec.field(default_factory=dict)
    rules_version: str = RULES_VERSION
    failures: tuple[Failure, ...] = ()
    timings: dict[str, float] = msgspec.field(default_factory=dict)


_UNASKED = ("enabled", "report_file", "debug")
"""Settings that change no answer."""


def fingerprint(session: str, number: int, summary: str, settings: AuditSettings, version: str = RULES_VERSION) -> str:
    """The first 16 hex digits of SHA-1 over everything that an audit's answer depends on.

    ``number`` is the compaction's place among those of its session: a hook that is told of a compaction before its
    line is written does not know its id yet, and the two audits of it are to have one fingerprint. ``summary`` is
    without the harness's own lines, for the same reason.
    """
    answered = {name: value for name, value in msgspec.structs.asdict(settings).items() if name not in _UNASKED}
    digest = hashlib.sha1(usedforsecurity=False)
    for piece in (session, str(number), summary, msgspec.json.encode(answered, order="sorted").decode(), version):
        data = piece.encode("utf-8", "surrogatepass")
        digest.update(f"{len(data)}:".encode() + data)
    return digest.hexdigest()[:16]


def decode(line: bytes) -> AuditRecord:
    """A record from its line of JSON. Raises msgspec.DecodeError."""
    return msgspec.json.decode(line, type=AuditRecord)


def scope(categories: list[str], original: bool) -> str:
    """The sentence that names what was checked: the original's own when the categories are the original's."""
    if original:
        return ORIGINAL_SCOPE
    return f"closed-set hard facts only ({' | '.join(categories)}); NOT general-narrative hallucination detection"


def encode(record: AuditRecord) -> bytes:
    """The record as one line of JSON, without the line feed; lone surrogates become escapes that JSON allows."""
    try:
        return msgspec.json.encode(record)
    except UnicodeEncodeError:
        import json

        return json.dumps(msgspec.to_builtins(record), ensure_ascii=True).encode()
