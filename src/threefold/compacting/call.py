"""One call of ``compact``: what it was given, asked, decided and wrote down."""

from __future__ import annotations

import hashlib
import json
import shlex
import time as clock
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from threefold.compacting.counting import Counter, counter
from threefold.compacting.outcome import Compaction, Made, Messages
from threefold.compacting.request import asked_before
from threefold.compacting.scoring import score, scorers_of
from threefold.compaction import compaction as core
from threefold.compaction.conversation import Conversation
from threefold.compaction.opening import open_session, open_values
from threefold.compaction.prepare import Prepared, prepare
from threefold.compaction.result import Compacted
from threefold.compaction.scores import Scores
from threefold.compaction.slots import dumps
from threefold.compaction.units import rules_of
from threefold.compaction.wire import Wire
from threefold.errors import InputError, UsageError, visible
from threefold.relevance.protocol import Report, Scorer
from threefold.session import Message, Session
from threefold.settings import Settings
from threefold.store import receipts
from threefold.store.archive import Archive, Entry, Run

Progress = Callable[[str], None]
ROUNDS = 6
"""How often a budget in tokens is tried with another size in bytes."""


class Call:
    """One call of ``compact``."""

    def __init__(
        self,
        messages: Messages | Session,
        task: str,
        settings: Settings,
        opened: tuple[Conversation, Wire] | None,
        say: Progress,
    ) -> None:
        _refuse(messages)
        self.task, self.settings, self.say = task, settings.compact, say
        self.all_settings = settings
        self.session = messages if isinstance(messages, Session) else None
        self.values = None if opened is not None or isinstance(messages, Session) else messages
        say("reading")
        if opened is not None:
            self.conversation, self.wire = opened
        elif isinstance(messages, Session):
            self.conversation, self.wire = open_session(messages)
        else:
            self.conversation, self.wire = open_values(messages)
        self.size = core.size_of(self.conversation, self.wire)

    def made(
        self, scorers: Sequence[Scorer] | None, scores: str | Scores | None, environ: Mapping[str, str] | None
    ) -> Made:
        settings = self.settings
        if isinstance(scores, str):
            scores = receipts.scores(scores, self.conversation)
        counts = counter(settings.token_counter, self.session, self.conversation) if settings.target_tokens else None
        budget = self._budget(counts)
        if budget is None:
            return self._small(counts)
        self.say("finding units and pins")
        prepared = prepare(self.conversation, settings, rules_of(self.wire.shape))
        report: Report | None = None
        self.say("scoring")
        if isinstance(scores, Scores):
            known = scores
        else:
            asked = scorers if scorers is not None else scorers_of(self.all_settings, environ)
            scored = score(
                prepared, asked, self.task or asked_before(self.session, self.conversation), settings.timeout_ms
            )
            known, report = scored.scores, scored.report
        self.say("choosing")
        run = settings.run_id or self._run_id()
        compacted = self._compacted(prepared, known, budget, run, counts, archived=bool(settings.archive_path))
        self.say("writing records")
        stored, failed = self._archive(compacted, run)
        if failed:  # the output may name no handle under which nothing can be recalled
            compacted = self._compacted(prepared, known, budget, run, counts, archived=False)
        self._account(compacted, report, run, counts)
        compacted.stats.archived, compacted.stats.archive_error = stored, failed
        self._receipts(compacted, run)
        return self._result(compacted)

    # --- the budget ----------------------------------------------------------------------------------------------

    def _budget(self, counts: Counter | None) -> int | None:
        """The limit in bytes; None where the conversation fits."""
        settings = self.settings
        if counts is not None:
            tokens = counts.count(self._messages(), self.size)
            return None if tokens <= settings.target_tokens else max(1, self.size * settings.target_tokens // tokens)
        limit = self._limit
        return None if self.size <= limit else limit

    @property
    def _limit(self) -> int:
        """The budget in bytes, where none in tokens is set."""
        ratio = self.settings.target_ratio
        return int(self.size * ratio) if ratio else self.settings.target_bytes

    def _messages(self) -> list[Message]:
        return [item.message for item in self.conversation.items]

    def _compacted(
        self, prepared: Prepared, scores: Scores, limit: int, run: str, counts: Counter | None, *, archived: bool
    ) -> Compacted:
        recall = recalling(self.settings.archive_path, run) if archived else ""

        def within(limit: int) -> Compacted:
            return core.compact(prepared, scores, self.wire, limit, recall=recall, mask=_masked)

        compacted = within(limit)
        if counts is None:
            return compacted
        for _ in range(ROUNDS):
            tokens = self._tokens(compacted, counts)
            if tokens <= self.settings.target_tokens or not compacted.stats.changed:
                break
            limit = max(1, limit * self.settings.target_tokens // tokens - 1)
            compacted = within(limit)
        return compacted

    def _tokens(self, compacted: Compacted, counts: Counter) -> int:
        found: list[Message] = []
        for index, raw in compacted.pieces:
            message = self.conversation.decode(raw, 0 if index is None else index)
            if message is not None:
                found.append(message)
        return counts.count(found, len(compacted.output))

    # --- the outcome ---------------------------------------------------------------------------------------------

    def _small(self, counts: Counter | None) -> Made:
        """Under budget: the same objects, no request, no receipt."""
        same = [] if self.values is None else list(self.values)
        uncut = core.whole(self.conversation, self.wire)
        stats = uncut.stats
        stats.target_bytes = self._limit
        if counts is not None:
            stats.counter, stats.target_tokens = counts.name, self.settings.target_tokens
            stats.tokens_before = stats.tokens_after = counts.count(self._messages(), self.size)
        pieces = tuple(raw for _, raw in uncut.pieces)
        return Compaction(messages=same, output=uncut.output, decisions=uncut.decisions, stats=stats, pieces=pieces)

    def _result(self, compacted: Compacted) -> Made:
        kept: list[Mapping[str, object]] = []
        for index, raw in compacted.pieces if self.values is not None else ():
            whole = index is not None and compacted.decisions[index].decision == "keep"
            kept.append(self.values[index] if whole and index is not None and self.values else json.loads(raw))
        return Compaction(
            messages=kept,
            output=compacted.output,
            decisions=compacted.decisions,
            stats=compacted.stats,
            pieces=tuple(raw for _, raw in compacted.pieces),
        )

    def _account(self, compacted: Compacted, report: Report | None, run: str, counts: Counter | None) -> None:
        stats = compacted.stats
        stats.run_id = run
        stats.task = self.task
        stats.replayed = report is None
        if report is not None:
            stats.task = report.task or self.task
            stats.requests, stats.input_tokens = report.requests, report.input_tokens
            stats.cost_usd = report.input_tokens * self.settings.price_per_million_tokens / 1_000_000
            stats.masked = dict(report.masked)
            stats.question_version = report.question_version
            stats.fallbacks = [f"{step.wanted} → {step.used}: {step.reason}" for step in report.fallbacks]
        if counts is not None:
            stats.counter, stats.target_tokens = counts.name, self.settings.target_tokens
            stats.tokens_before = counts.count(self._messages(), self.size)
            stats.tokens_after = self._tokens(compacted, counts)
            stats.over_budget_tokens = max(0, stats.tokens_after - self.settings.target_tokens)

    def _run_id(self) -> str:
        """A name that the same input and settings always get."""
        digest = hashlib.sha256(dumps(msgspec.to_builtins(self.settings)))
        for item in self.conversation.items:
            digest.update(self.conversation.hash(item.index).encode())
        return f"run-{digest.hexdigest()[:16]}"

    # --- records -------------------------------------------------------------------------------------------------

    def _archive(self, compacted: Compacted, run: str) -> tuple[int, str]:
        """How many messages were put away, and what went wrong (then none counts as put away)."""
        settings = self.settings
        if not settings.archive_path or not compacted.removed:
            return 0, ""
        try:
            archive = Archive(settings.archive_path)
            stored = archive.put_all([self.conversation.raw(place) for place in compacted.removed])
            archive.put_run(Run(run=run, format=self.conversation.format, entries=_entries(compacted)))
            if settings.archive_max_bytes or settings.archive_max_days:
                archive.prune(
                    now=clock.time(),
                    max_age_seconds=settings.archive_max_days * 86_400 or None,
                    max_bytes=settings.archive_max_bytes or None,
                )
        except (OSError, InputError) as error:
            return 0, _said(error)
        return stored, ""

    def _receipts(self, compacted: Compacted, run: str) -> None:
        settings, stats = self.settings, compacted.stats
        if not settings.receipt_path:
            return
        try:
            stats.receipts = len(compacted.decisions) + 1
            receipts.write(
                settings.receipt_path,
                compacted.decisions,
                stats,
                run=run,
                time=datetime.now(UTC).isoformat(timespec="milliseconds"),
                task=stats.task,
                settings=msgspec.to_builtins(settings),
            )
        except OSError as error:
            stats.receipts = 0
            stats.receipt_error = _said(error)


def _refuse(messages: object) -> None:
    """Raises UsageError for what is neither messages nor a session: it would go on to a model as if it were."""
    if isinstance(messages, Session):
        return
    wanted = "compact takes a list of messages, each of them a dict, or a Session"
    if isinstance(messages, Mapping):
        inner = next((key for key in ("messages", "input", "contents") if isinstance(messages.get(key), list)), "")
        raise UsageError(f"{wanted}, not a dict" + (f": give it the list under {inner!r}." if inner else "."))
    if isinstance(messages, str | bytes | bytearray) or not isinstance(messages, Sequence):
        raise UsageError(f"{wanted}, not {type(messages).__name__}.")
    for place, message in enumerate(messages):
        if not isinstance(message, Mapping) and not (hasattr(message, "model_dump") and hasattr(message, "role")):
            how = "; docs/agents.md says how those of a framework are given" if hasattr(message, "__dict__") else ""
            raise UsageError(f"{wanted}; element {place} is {type(message).__name__}{how}.")


def recalling(archive: str, run: str) -> str:
    """The command that gives back what a run cut, for a shell."""
    return visible(shlex.join(["threefold", "recall", "--archive", archive, "--run", run]))


def _said(error: Exception) -> str:
    """What went wrong, in words for a person."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def _masked(text: str) -> str:
    from threefold.systemone.redact import mask

    return mask(text).text


def _entries(compacted: Compacted) -> tuple[Entry, ...]:
    return tuple(
        Entry(index=d.index, hash=d.hash, bytes=d.bytes, role=d.role, decision=d.decision)
        for d in (compacted.decisions[place] for place in compacted.removed)
    )
