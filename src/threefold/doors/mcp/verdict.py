"""The three tools of the verdict. There is no fourth (G4)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from threefold.doors.mcp.tools import Call, Tool, listed, number, record, text
from threefold.errors import RecordRefused, UsageError
from threefold.report.masking import masked
from threefold.verdict import FIELDS, VERDICTS, Reservation, judge, parse_snapshot, reserved
from threefold.verdict.gates import TOOLS, check_tools

INSTRUCTIONS = (
    "Ask before a compaction: build a snapshot of the unlanded work, then judge it. The answer is for the session as a "
    "whole, one of safe_to_compact, wait and preserve_first; nothing here tells which parts of a context matter."
)


class Build(msgspec.Struct, forbid_unknown_fields=True):
    """Give one of ``session`` and ``record``."""

    session: Annotated[str, Meta(description="Path of a session log, of any format that can be read.")] = ""
    record: Annotated[
        dict[str, object] | None,
        Meta(description="An explicit record: session, todos, uncommitted, questions, decisions, next_steps."),
    ] = None
    at_compaction: Annotated[bool, Meta(description="Leave out the turn in progress.")] = False


class Judge(msgspec.Struct, forbid_unknown_fields=True):
    snapshot: Annotated[dict[str, object], Meta(description="What context_verdict_build made, unchanged.")]


class Verify(msgspec.Struct, forbid_unknown_fields=True):
    corpus: Annotated[str, Meta(description="Path of a labelled corpus (JSON lines), or of a directory of them.")]


SNAPSHOT = record(
    {
        "version": text(),
        "session": text("identity of the session"),
        **{field.name: listed(text(), field.heading) for field in FIELDS},
        "risk_hints": listed(text(), "what follows from the counts"),
        "state": text("the rendering that is judged"),
        "digest": text("SHA-256 over the record and its rendering"),
    },
    caution={
        "type": "object",
        "description": "present where the log is damaged or git gave no answer: the judge then says wait, not safe",
        "properties": {"reason": text(), "detail": text()},
    },
)
VERDICT = record(
    {
        "verdict": {"type": "string", "enum": list(VERDICTS)},
        "reason": text("a stable code"),
        "detail": text("one sentence for a person"),
        "count": number("items of unlanded work"),
        "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
        "digest": text(),
        "service": {"type": "object", "description": "whether a service was asked, and what it said"},
    }
)
REPORT = record(
    {
        "cases": number(),
        "lost": {
            "type": "object",
            "description": "cases in which compaction would lose work; letThrough must be empty",
        },
        "keep": {"type": "object"},
        "skipped": listed(text()),
        "exitStatus": number("0 none let through, 1 one was, 2 a state over its budget"),
        "results": listed({"type": "object"}),
    }
)


def _build(asked: Build, call: Call) -> dict[str, object]:
    from threefold.reading import read
    from threefold.verdict import build, from_record, reservation

    if bool(asked.session) == (asked.record is not None):
        raise UsageError("context_verdict_build takes one of session and record.")
    if asked.record is not None:
        return from_record(asked.record).to_json()
    with read(call.roots.path(asked.session)) as session:
        # git is asked of a directory below the roots only; elsewhere the log's own account of edits stands
        tree = None
        if session.cwd and call.roots.holds(session.cwd):
            from threefold.store.git import status

            tree = status(session.cwd, call.settings.verdict.git_timeout_ms)
        made = masked(build(session, tree, asked.at_compaction)).to_json()
        against = reservation(session.lines, tree)
        return made | {"caution": msgspec.to_builtins(against)} if against else made


def _judge(asked: Judge, call: Call) -> dict[str, object]:
    from threefold.systemone import verdict_service

    given = dict(asked.snapshot)
    against = _caution(given.pop("caution", None))
    verdict = judge(parse_snapshot(given), verdict_service(call.settings.service), call.settings.verdict)
    verdict = reserved(verdict, against)
    return {key: value for key, value in verdict.to_json().items() if key != "snapshot"}


def _caution(value: object) -> Reservation | None:
    """The caution that a snapshot carries beside its fields, as build put it there."""
    if value is None:
        return None
    try:
        return msgspec.convert(value, Reservation)
    except msgspec.ValidationError as error:
        raise RecordRefused(f"The snapshot's caution is not what context_verdict_build makes: {error}.") from None


def _verify(asked: Verify, call: Call) -> dict[str, object]:
    from threefold.doors.cli.verify import read_corpus
    from threefold.reading import read
    from threefold.systemone import verdict_service
    from threefold.verdict.verify import verify

    cases, folders = read_corpus([call.roots.path(asked.corpus)])
    report = verify(
        cases,
        lambda case: read(call.roots.path(str(folders[case.id] / case.session)), case.format),
        verdict_service(call.settings.service),
        call.settings.verdict,
    )
    return report.to_json()


def tools() -> tuple[Tool, ...]:
    """The tools of this server; G4 is checked as it starts."""
    made = (
        Tool(
            name=TOOLS[0],
            title="Snapshot of unlanded work",
            description="Make a snapshot of the work of a session that exists in no durable place yet.",
            arguments=Build,
            output=SNAPSHOT,
            run=_build,
        ),
        Tool(
            name=TOOLS[1],
            title="Verdict on compacting now",
            description="Judge a snapshot: safe_to_compact, wait or preserve_first, for the session as a whole.",
            arguments=Judge,
            output=VERDICT,
            run=_judge,
            asks=True,
        ),
        Tool(
            name=TOOLS[2],
            title="Check the verdict on a corpus",
            description="Run the verdict over a labelled corpus: no case that would lose work may be let through.",
            arguments=Verify,
            output=REPORT,
            run=_verify,
            asks=True,
        ),
    )
    check_tools(tool.name for tool in made)
    return made
