"""The tools around a compaction: make one, audit one, get back what was cut, explain a decision."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from threefold.doors.mcp.tools import Call, Tool, listed, number, record, text
from threefold.errors import InputError, UsageError

if TYPE_CHECKING:
    from threefold.store.receipts import Receipt, RunReceipts

INSTRUCTIONS = (
    "Compact a conversation within a budget, audit what a summary altered or lost, get back the original of what was "
    "cut, and explain why a message went. These tools do not say whether it is safe to compact now."
)
MOST_EXPLAINED = 200


class Compact(msgspec.Struct, forbid_unknown_fields=True):
    """Give one of ``messages`` and ``session``."""

    messages: Annotated[
        list[dict[str, object]] | None, Meta(description="Messages of OpenAI, Anthropic, Gemini or LangChain.")
    ] = None
    session: Annotated[str, Meta(description="Path of a session log, of any format that can be read.")] = ""
    task: Annotated[str, Meta(description="What the conversation is for; empty takes the latest request.")] = ""
    target_bytes: Annotated[int, Meta(ge=0, description="Bytes that the output may have; 0: as configured.")] = 0
    target_ratio: Annotated[
        float, Meta(ge=0, le=1, description="The budget as a share of the input; 0: use target_bytes.")
    ] = 0.0
    out: Annotated[
        str, Meta(description="Write the compacted log to this new file; an existing one is never replaced.")
    ] = ""


class Audit(msgspec.Struct, forbid_unknown_fields=True):
    """Give a ``session``; or a ``summary`` with the ``original`` that it was made from."""

    session: Annotated[str, Meta(description="Path of a session log that holds compactions.")] = ""
    compaction: Annotated[str, Meta(description="Only this one: its id, or its number from 1.")] = ""
    summary: Annotated[str, Meta(description="The text of a summary.")] = ""
    original: Annotated[str, Meta(description="Path of the log, or plain text, that the summary was made from.")] = ""


class Recall(msgspec.Struct, forbid_unknown_fields=True):
    """Give one of ``hash`` and ``run``."""

    hash: Annotated[str, Meta(description="A message's hash, or its beginning as a digest names it.")] = ""
    run: Annotated[str, Meta(description="A run's name: everything that it cut or shrank.")] = ""


class Explain(msgspec.Struct, forbid_unknown_fields=True):
    receipts: Annotated[str, Meta(description="Path of a receipts file (JSON lines).")]
    hash: Annotated[str, Meta(description="Only decisions on the message with this hash, or its beginning.")] = ""
    run: Annotated[str, Meta(description="Only this run; empty takes the last.")] = ""


COMPACTED = record(
    {
        "changed": {"type": "boolean"},
        "stats": {"type": "object", "description": "bytes before and after, kept, shrunk, cut, scorer, run_id"},
        "decisions": listed({"type": "object"}, "one for each message, with the reason"),
    },
    messages=listed({"type": "object"}, "the conversation that goes on (where messages were given)"),
    output=text("the compacted log (where a session was given and no file named)"),
    written=text("the file that was written"),
)
AUDITED = record({"records": listed({"type": "object"}, "one for each compaction: fidelity, coverage, statements")})
RECALLED = record(
    {"messages": listed(record({"hash": text(), "text": text("its original bytes as text"), "bytes": number()}))}
)
EXPLAINED = record(
    {
        "run": text(),
        "task": text(),
        "explanations": listed(record({"hash": text(), "kept": {"type": "boolean"}, "why": text()})),
        "left_out": number("decisions beyond the first 200"),
    }
)


def _compact(asked: Compact, call: Call) -> dict[str, object]:
    from threefold.compacting import compact
    from threefold.compacting.opened import opened

    if (asked.messages is None) == (not asked.session):
        raise UsageError("compact_conversation takes one of messages and session.")
    chosen = call.settings.compact
    if asked.target_ratio:
        chosen = msgspec.structs.replace(chosen, target_ratio=asked.target_ratio)
    elif asked.target_bytes:
        chosen = msgspec.structs.replace(chosen, target_bytes=asked.target_bytes, target_ratio=0.0)
    settings = msgspec.structs.replace(call.settings, compact=chosen)
    if asked.messages is not None:
        if asked.out:
            raise UsageError("compact_conversation writes a file for a session only.")
        made = compact(asked.messages, asked.task, settings, progress=call.progress)
        return {**_told(made.stats, made.decisions), "messages": list(made.messages)}
    place = call.roots.path(asked.out) if asked.out else None
    with opened(call.roots.path(asked.session)) as at:
        both = (at.conversation, at.wire)
        short = compact(at.session or (), asked.task, settings, opened=both, progress=call.progress)
    if place is None:
        return {**_told(short.stats, short.decisions), "output": short.output.decode("utf-8", "replace")}
    _write_new(place, short.output)
    return {**_told(short.stats, short.decisions), "written": str(place)}


def _told(stats: msgspec.Struct, decisions: Sequence[msgspec.Struct]) -> dict[str, object]:
    from threefold.report.masking import masked

    told = masked(msgspec.to_builtins(stats))
    return {"changed": bool(told.get("changed")), "stats": told, "decisions": masked(msgspec.to_builtins(decisions))}


def _write_new(place: Path, data: bytes) -> None:
    try:
        with open(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "wb") as file:
            file.write(data)
    except FileExistsError:
        raise InputError(f"{place} exists already; name a new file.") from None
    except OSError as error:
        raise InputError(f"{place} cannot be written: {error.strerror}.") from None


def _audit(asked: Audit, call: Call) -> dict[str, object]:
    from threefold.auditing.reports.given import plain_session, with_summary
    from threefold.auditing.reports.record import encode
    from threefold.doors.cli.audit import choose
    from threefold.errors import UnknownFormat
    from threefold.pipeline import audit
    from threefold.reading import read
    from threefold.reading.plain import plain_bytes
    from threefold.report.masking import masked

    if bool(asked.session) == bool(asked.summary) or bool(asked.summary) != bool(asked.original):
        raise UsageError("audit_compaction takes a session, or a summary with its original.")
    place = call.roots.path(asked.session or asked.original)
    try:
        log = read(place)
    except UnknownFormat:
        if asked.session:
            raise
        log = plain_session(plain_bytes(place), str(place))
    with log:
        if asked.summary:
            log, one = with_summary(log, asked.summary)
            wanted = {one.index}
        else:
            wanted = {one.index for one in choose(log, asked.compaction or None)}
        call.progress("auditing")
        records = audit(log, settings=call.settings)
    chosen = [made for one, made in zip(log.compactions, records, strict=True) if one.index in wanted]
    return {"records": [msgspec.json.decode(encode(masked(made))) for made in chosen]}


def _recall(asked: Recall, call: Call) -> dict[str, object]:
    from threefold.store.archive import Archive

    place = call.settings.compact.archive_path
    if not place:
        raise UsageError("No archive is configured (compact.archive_path), so nothing that was cut can be recalled.")
    if bool(asked.hash) == bool(asked.run):
        raise UsageError("recall takes one of hash and run.")
    store = Archive(place)
    if asked.hash:
        found = [(asked.hash, store.get(asked.hash))]
    else:
        found = [(entry.hash, raw) for entry, raw in store.recall_run(asked.run)]
    return {
        "messages": [{"hash": name, "text": raw.decode("utf-8", "replace"), "bytes": len(raw)} for name, raw in found]
    }


def _explain(asked: Explain, call: Call) -> dict[str, object]:
    from threefold.store.receipts import read

    runs = [run for run in read(call.roots.path(asked.receipts)) if asked.run in ("", run.run)]
    runs = [run for run in runs if _wanted(run, asked.hash)]
    if not runs:
        what = f"a decision on {asked.hash}" if asked.hash else f"the run {asked.run}" if asked.run else "a run"
        raise InputError(f"{asked.receipts} does not hold {what}.")
    run = runs[-1]
    wanted = _wanted(run, asked.hash)
    return {
        "run": run.run,
        "task": run.task,
        "explanations": list(_explained(wanted[:MOST_EXPLAINED], run)),
        "left_out": max(len(wanted) - MOST_EXPLAINED, 0),
    }


def _wanted(run: RunReceipts, hash: str) -> list[Receipt]:
    return [receipt for receipt in run.decisions if receipt.hash.startswith(hash)]


def _explained(receipts: Sequence[Receipt], run: RunReceipts) -> Iterator[dict[str, object]]:
    for receipt in receipts:
        kept = "stayed" if receipt.kept else "was cut"
        kept = "was shrunk" if receipt.decision == "shrink" else kept
        score = "it was not scored"
        if receipt.value is not None:
            sure = "" if receipt.confidence is None else f" with confidence {receipt.confidence:.2f}"
            score = f"{receipt.source or 'a scorer'} gave it {receipt.value:.2f}{sure}"
        why = f"Message {receipt.index} ({receipt.role}, {receipt.bytes:,} bytes) {kept}: {receipt.reason}; {score}."
        yield {"hash": receipt.hash, "kept": receipt.kept, "why": why, "receipt": msgspec.to_builtins(receipt)}


def tools() -> tuple[Tool, ...]:
    """The tools of this server."""
    return (
        Tool(
            name="compact_conversation",
            title="Compact a conversation",
            description="Keep what the task needs within a budget; no call is parted from its result, no pin is lost.",
            arguments=Compact,
            output=COMPACTED,
            run=_compact,
            writes=True,
            asks=True,
        ),
        Tool(
            name="audit_compaction",
            title="Audit a compaction",
            description="Name the hard facts that a summary altered, left without grounds, or lost.",
            arguments=Audit,
            output=AUDITED,
            run=_audit,
        ),
        Tool(
            name="recall",
            title="Get back what was cut",
            description="The original of a message that was cut, or of everything that a run cut.",
            arguments=Recall,
            output=RECALLED,
            run=_recall,
        ),
        Tool(
            name="explain_receipt",
            title="Explain a decision",
            description="Why a message stayed, was shrunk or was cut, from the receipts of a run.",
            arguments=Explain,
            output=EXPLAINED,
            run=_explain,
        ),
    )
