"""What a summariser should keep: what a person refused, what is unlanded or put off, standing rules, critical facts.

The rules and facts are those that an audit would report lost for a summary that says nothing, most binding first, and
of them those that nobody finds again by looking. A compaction that the log does not hold yet is put in place by
``with_compaction``; the same serves to audit a summary that a harness hands over before it writes it down.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from threefold.report.masking import ADDRESSES, masked
from threefold.session import Compaction, Flag, Session
from threefold.settings import Settings

if TYPE_CHECKING:
    from threefold.auditing.facts.recall import Shelf
    from threefold.auditing.missing import Steps
    from threefold.auditing.reports.record import Candidate, Where
    from threefold.harness.ahead import Pasts
    from threefold.verdict import Snapshot
    from threefold.work import Work

_NOTHING = "(none)"
_LARGEST = 1_000_000
"""Bytes of earlier compactions' sources beyond which only what the model sees now is searched: an answer is waited
for, and what an earlier summary let go is gone from the context already."""
_REASON = 240
"""Characters of a reason that are shown."""
SAID = "said"
"""The category of a sentence that gives values: by itself a port does not tell of what it is."""
SET = "set"
_LABELS = {"deed": "done already", SAID: "the user wrote", SET: "set since"}

Held = tuple[str, str]
"""A category of the audit, and the words to be kept."""


def lines(work: Work, snapshot: Snapshot, held: Sequence[Held]) -> Iterator[str]:
    """One line for each thing to be kept: what a person refused, what is unlanded or put off, rules and facts. A
    command that was refused is no fact, and a file stands there once, by the longest of its names or as git calls it.
    """
    refused = [one.command for one in work.refused]
    reasons = [one.said for one in work.refused]
    for one, reason in zip(work.refused, masked(reasons, ADDRESSES), strict=True):  # before it is cut
        yield f"- The user did not let this run: {one.call}. They said: {reason[:_REASON]}"
    reasons = [reason[:_REASON] for reason in reasons]
    yield from (line for line in unlanded(snapshot) if line.partition(": ")[2] not in reasons)
    for item in work.deferred:
        yield f"- To be done later and not now, {item.why}: {item.text}"
    listed = [text for items in snapshot.work.values() for text in items]
    files = [words for category, words in held if category == "path"]
    for category, words in held:
        if category == "path" and (_named_within(words, files) or any(_same_file(words, one) for one in listed)):
            continue
        if category == "finding" and all(one.strip() in listed for one in words.split("; ")):
            continue  # each of them stands open by itself
        parts = words.split(" not ") if category == "correction" else [words.rstrip(".。")]
        if category in (SAID, SET, "correction") and any(all(part in one for part in parts) for one in listed):
            continue  # it stands there with all around it
        if words not in listed and not (category == "command" and any(words in command for command in refused)):
            yield f"- {_LABELS.get(category, category)}: {words}"


def unlanded(snapshot: Snapshot) -> Iterator[str]:
    """One line for each unlanded item, with what it is."""
    from threefold.verdict import FIELDS

    for field in FIELDS:
        for text in snapshot.work[field.name]:
            yield f"- {field.heading}: {text}"


def stated(
    session: Session,
    settings: Settings,
    shelf: Shelf | None = None,
    pasts: Pasts | None = None,
    steps: Steps | None = None,
) -> Iterator[Held]:
    """Each standing rule and critical fact of what would be summarised now that is worth a line.

    What only the harness said is left out: it says it again after a compaction; so is what a person pasted or merely
    told. A value that a person gave stands in their sentence. What they refused stands in the work. ``shelf`` keeps
    what was read of the log's texts for the next time, and with ``pasts`` it goes on where an audit ended; to keep more
    there would take longer than an answer may. ``steps`` comes from those who fold the session's work themselves.
    """
    from threefold.auditing.missing import missing
    from threefold.harness.own_words import OwnWords
    from threefold.store.known import ReadOnly
    from threefold.work.sentences.force import Later

    imagined, compaction = to_come(session)
    past = None if pasts is None else ReadOnly(pasts.of(compaction, to_come(session, whole=True)[1]))
    found = missing(imagined, compaction, settings.audit, shelf, past, steps)
    own = OwnWords(session)
    told: list[Held] = []
    for statement in found.statements:
        where, words = statement.where, " ".join(statement.value.split())
        if _harness_said(where):
            continue
        if statement.category != "rule" or where is None or own.lays_down(words, where.event):
            told.append((statement.category, words))
    yield from told
    names: list[Held] = []
    quoted = [words for _, words in told]
    lines: list[str] = []
    force = Later(found.said)
    for fact in found.ranked:
        where = fact.where
        given = where is not None and where.origin == "human"
        if binds(fact) and (where is None or not given or own.holds(fact.category, fact.value, where.event)):
            value = own.whole(fact.value, where.event) if where is not None and given else fact.value
            wanted = fact.value.partition(" not ")[0] if fact.category == "correction" else fact.value
            line = own.sentence(wanted, where.event) if where is not None and given else ""
            ended = force.ended(line, where.event) if line and where is not None else None
            if ended is not None and not ended.wanted and fact.category != "path":
                continue  # taken back, with all that it names
            alone = fact.category in ("path", "command") or (
                fact.category == "correction" and (not line or ended is not None)
            )
            if alone or where is None:
                if ended is None or not any(wanted in one.text.lower() for one in ended.rejected):
                    names.append((fact.category, value))
                continue
            if line and not any(line.rstrip(".。") in one for one in quoted):
                whole = line if ended is None else f"{line} (since replaced by: {ended.words})"
                lines = [one for one in lines if one.rstrip(".。") not in whole] + [whole]
                quoted.append(whole)
            elif not line:
                names.append((fact.category, value))
    yield from ((SAID, line) for line in lines)
    yield from ((SET, line) for line in found.changed)
    yield from (one for one in names if not any(one[1] in line for line in quoted))


def to_come(session: Session, *, whole: bool = False) -> tuple[Session, Compaction]:
    """The session with the compaction that is about to be, of which nothing is told yet: with the sources of earlier
    ones, as far as they may be searched while somebody waits, or with the ``whole`` of them."""
    return with_compaction(session, _NOTHING, largest=None if whole else _LARGEST)


_FOUND_NOWHERE = ("correction", "reference", "uuid", "url", "port", "env", "datetime", "error")
"""Categories of which a value in use is kept whoever said it; files, hashes and commands are found by looking."""


def binds(fact: Candidate) -> bool:
    """Whether a fact is worth a line: a person gave it, it names a file that was changed, or it is in use and cannot be
    looked up. What only the harness said it says again."""
    if _harness_said(fact.where):
        return False
    if fact.basis in ("the user corrected this", "the user wrote it", "a file that was changed"):
        return True
    return fact.still_used and fact.basis.startswith("used ") and fact.category in _FOUND_NOWHERE


def _named_within(path: str, files: Iterable[str]) -> bool:
    """Whether a longer name of the same file is among the names."""
    return any(len(one) > len(path) and _same_file(path, one) for one in files)


def _same_file(one: str, other: str) -> bool:
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return longer == shorter or longer.endswith("/" + shorter.removeprefix("./").removeprefix("@"))


def _harness_said(where: Where | None) -> bool:
    return where is not None and where.origin == "harness"


def with_compaction(
    session: Session,
    summary: str,
    *,
    id: str = "now",
    trigger: Literal["manual", "auto", "unknown"] = "unknown",
    largest: int | None = None,
    gaps: tuple[str, ...] = (),
) -> tuple[Session, Compaction]:
    """The same session with one compaction more, of everything that the model sees now.

    ``largest`` bounds the bytes of earlier compactions' sources that are gone back to; None goes back to all.
    """
    flags, sizes = session.events.flags, session.events.sizes
    seen = set(session.surface)
    earlier = [one.index for one in session.compactions if one.summary_event in seen]
    if largest is not None and sum(sizes[e] for one in earlier for e in session.compactions[one].covers) > largest:
        earlier = []
    compaction = Compaction(
        index=len(session.compactions),
        id=id,
        event=len(session.events) - 1,
        summary=summary,
        covers=array("q", (event for event in session.surface if not flags[event] & Flag.SUMMARY)),
        earlier=tuple(earlier),
        trigger=trigger,
        gaps=gaps,
    )
    extended = Session(
        format=session.format,
        source=session.source,
        decode=session.decode,
        events=session.events,
        lines=session.lines,
        version=session.version,
        id=session.id,
        cwd=session.cwd,
        surface=session.surface,
        compactions=(*session.compactions, compaction),
        cleared=session.cleared,
        notes=session.notes,
    )
    return extended, compaction
