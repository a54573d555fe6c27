"""Receipts: one line for each decision of a compaction and one for the run, appended as JSON lines.

A receipt lets a person see why a message went, and lets the scores be used again, under another budget or threshold, at
no cost. Receipts of ``dsh-plugin-jev-compaction`` are read as well; that plugin names a message by the first 16
hexadecimal digits of the SHA-256 of its text, ours by the SHA-256 of its bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from threefold.compaction.conversation import Conversation
from threefold.compaction.result import FORMAT, Decision, Stats
from threefold.compaction.scores import Scores, Value
from threefold.errors import InputError
from threefold.reading.values import load
from threefold.store.jsonl import Journal

ORIGINAL_SCORES = ("jev", "cache")
"""Sources of scores in the original's receipts; its ``age`` and ``pin`` are no scores."""


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """One decision, of either writer."""

    index: int = -1
    hash: str = ""
    role: str = ""
    bytes: int = 0
    value: float | None = None
    confidence: float | None = None
    source: str = ""
    kept: bool = True
    decision: str = ""
    reason: str = ""


class RunReceipts(msgspec.Struct, kw_only=True):
    """The receipts of one run."""

    run: str
    time: str = ""
    task: str = ""
    original: bool = False
    """written by the original plugin"""
    decisions: list[Receipt] = []
    stats: dict[str, object] = {}

    @property
    def scored(self) -> list[Receipt]:
        """The decisions that hold a score which can be used again."""
        return [
            receipt
            for receipt in self.decisions
            if receipt.hash
            and receipt.value is not None
            and receipt.confidence is not None
            and (not self.original or receipt.source in ORIGINAL_SCORES)
        ]


def write(
    path: str | os.PathLike[str],
    decisions: Sequence[Decision],
    stats: Stats,
    *,
    run: str,
    time: str,
    task: str,
    settings: Mapping[str, object],
) -> int:
    """Append the receipts of a run, all of them or none; how many lines. Raises OSError."""
    lines = encoded(decisions, stats, run=run, time=time, task=task, settings=settings)
    Journal(Path(path).expanduser()).append(lines)
    return len(lines)


def encoded(
    decisions: Sequence[Decision], stats: Stats, *, run: str, time: str, task: str, settings: Mapping[str, object]
) -> list[bytes]:
    """The receipts of a run as lines of JSON: one for each decision, and one for the run behind them. Secrets in the
    task and elsewhere are masked."""
    from threefold.report.masking import masked

    decisions, stats, task, settings = masked((decisions, stats, task, settings))
    stamp = {"format": FORMAT, "run": run, "time": time}
    lines = []
    for d in decisions:
        fields = msgspec.structs.asdict(d)
        if not d.signals:
            del fields["signals"]
        lines.append(msgspec.json.encode({**stamp, "kind": "decision", **fields, "kept": d.kept}))
    closing = {**stamp, "kind": "run", "task": task, "settings": settings, "stats": msgspec.to_builtins(stats)}
    return [*lines, msgspec.json.encode(closing)]


def read(path: str | os.PathLike[str]) -> list[RunReceipts]:
    """The runs of a receipts file, in the order in which they were begun; lines that are none are passed over.

    Raises InputError where there is no such file.
    """
    place = Path(path).expanduser()
    if not place.is_file():
        raise InputError(f"{path} is no receipts file: it does not exist or is not a file.")
    runs: dict[str, RunReceipts] = {}
    for line in Journal(place):
        name, original = line.get("run"), False
        if not isinstance(name, str):
            name, original = line.get("runId"), True
        if not isinstance(name, str):
            continue
        stats = line.get("stats")
        if name in runs and runs[name].stats and not isinstance(stats, dict):
            del runs[name]  # closed: the same run was made again
        run = runs.setdefault(name, RunReceipts(run=name, original=original, decisions=[], stats={}))
        run.time = _text(line.get("time")) or _text(line.get("ts")) or run.time
        run.task = _text(line.get("task")) or run.task
        if isinstance(stats, dict):
            run.stats = stats
        else:
            run.decisions.append(_receipt(line))
    return list(runs.values())


def scores(path: str | os.PathLike[str], conversation: Conversation) -> Scores:
    """The scores of the last run in a receipts file that scored something, for the messages of a conversation.

    A message is known by its content. One that the receipts do not know is in doubt (and so is kept as long as that can
    be); where the run went by order alone it takes its place in that order. Raises InputError, which says why, where
    nothing can be used.
    """
    runs = read(path)
    usable = next((run for run in reversed(runs) if run.scored), None)
    if usable is None:
        raise InputError(f"{path} holds no scores that could be used again: {_why_unusable(runs)}.")
    known: dict[str, list[Value]] = {}
    for receipt in usable.scored:
        if receipt.value is None or receipt.confidence is None:
            continue
        value = Value(min(1.0, max(0.0, receipt.value)), min(1.0, max(0.0, receipt.confidence)), receipt.source)
        known.setdefault(receipt.hash, []).append(value)
    calibrated = usable.original or usable.stats.get("calibrated") is True
    scorer = "jev" if usable.original else _text(usable.stats.get("scorer")) or "receipts"
    found = _matched(conversation, known, original=usable.original, calibrated=calibrated)
    if not any(value.source != UNKNOWN for value in found.values()):
        raise InputError(
            f"{path} holds {len(usable.scored)} scores of run {usable.run}, but of none of these"
            f" {len(conversation)} messages: it belongs to another conversation, or to another format of this one."
        )
    return Scores(values=found, calibrated=calibrated, scorer=scorer)


UNKNOWN = "unknown"
"""The source of the value of a message that the receipts do not know."""


def _matched(
    conversation: Conversation, known: dict[str, list[Value]], *, original: bool, calibrated: bool
) -> dict[int, Value]:
    count = len(conversation)
    used: dict[str, int] = {}
    found: dict[int, Value] = {}
    for item in conversation.items:
        name = text_hash(conversation.raw(item.index)) if original else conversation.hash(item.index)
        values = known.get(name)
        if values is None:
            doubt = Value(0.5, 0.0, UNKNOWN)
            found[item.index] = doubt if calibrated else Value((item.index + 1) / count, 1.0, UNKNOWN)
            continue
        turn = used.get(name, 0)  # the same message twice: the first takes the first score
        found[item.index] = values[min(turn, len(values) - 1)]
        used[name] = turn + 1
    return found


def text_hash(raw: bytes) -> str:
    """How the original plugin names a message: 16 hexadecimal digits of the SHA-256 of its text."""
    return hashlib.sha256(_original_text(load(raw)).encode("utf-8", "replace")).hexdigest()[:16]


def _original_text(message: dict[str, object]) -> str:
    content = message.get("content")
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = [part if isinstance(part, str) else _part_text(part) for part in content]
        texts = [part for part in parts if part is not None]
        if texts:
            return "\n".join(texts)
    elif isinstance(content, dict):
        return _stringify(content)
    extra = [_stringify(message["tool_calls"])] if "tool_calls" in message else []
    return "\n".join([*extra, *([_text(message.get("content_text"))] if message.get("content_text") else [])])


def _part_text(part: object) -> str | None:
    if not isinstance(part, dict):
        return None
    value = next((part[key] for key in ("text", "content", "output") if part.get(key) is not None), None)
    return value if isinstance(value, str) else None


def _stringify(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _receipt(line: dict[str, object]) -> Receipt:
    kept = line.get("kept")
    decision = _text(line.get("decision")) or ("cut" if kept is False else "keep")
    return Receipt(
        index=_whole(line.get("index"), -1),
        hash=_text(line.get("hash")),
        role=_text(line.get("role")),
        bytes=_whole(line.get("bytes"), 0),
        value=_number(line.get("value")),
        confidence=_number(line.get("confidence")),
        source=_text(line.get("source")),
        kept=kept if isinstance(kept, bool) else decision != "cut",
        decision=decision,
        reason=_text(line.get("reason")),
    )


def _why_unusable(runs: Sequence[RunReceipts]) -> str:
    if not runs:
        return "it has no receipts in it"
    decisions = [receipt for run in runs for receipt in run.decisions]
    if not decisions:
        return f"its {len(runs)} runs hold no decisions"
    sources = sorted({receipt.source or "nothing" for receipt in decisions})
    return f"its {len(decisions)} decisions were made by {', '.join(sources)}, without a score"


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _whole(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
