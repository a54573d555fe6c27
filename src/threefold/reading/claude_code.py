"""Claude Code: JSON lines below ``~/.claude/projects``, and the ``{"loglines": [...]}`` export of web sessions.

Entries form a tree by ``parentUuid``; what the model sees is the path from the last entry back to the last compaction
boundary, together with the pieces that hang beside that path: the other lines of one model message (one content block
each, same ``message.id``) and the results of calls that were made in parallel. A compaction is a ``compact_boundary``
entry, whose chain starts anew, and an ``isCompactSummary`` entry behind it; messages that were kept verbatim are named
by uuid in the boundary and stand before it. Shapes were taken from logs of versions 2.0.76 to 2.1.332.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from threefold.reading import claude_record
from threefold.reading.claude_index import Index
from threefold.reading.claude_shapes import TREE, Entry, shorten
from threefold.reading.fitting import fitted
from threefold.reading.lines import Reader, clean
from threefold.reading.resuming import Resuming
from threefold.session import Compaction, EventTable, Lines, Session, Source

if TYPE_CHECKING:
    from threefold.reading.detect import Sample

NAME = "claude-code"
TITLE = "Claude Code session log"


def sniff(sample: Sample) -> bool:
    if sample.holds("loglines"):
        return True
    if sample.any(_is_imitation):
        return False
    return sample.any(lambda r: str(r.get("type")) in TREE and ("parentUuid" in r or "sessionId" in r))


def _is_imitation(record: dict[str, object]) -> bool:
    """Qwen Code writes the same envelope around messages of Gemini's shape, and its own state beside them."""
    message = record.get("message")
    return "parts" in record or "systemPayload" in record or (isinstance(message, dict) and "parts" in message)


def is_record(record: dict[str, object]) -> bool:
    return isinstance(record.get("type"), str) and bool(record.keys() & {"uuid", "sessionId", "leafUuid", "messageId"})


def read(source: Source) -> Session:
    """Read a Claude Code log in one pass."""
    index = Index()
    if _is_export(source):
        return _session(source, index, _read_export(source, index))
    return _session(source, index, _read_lines(index, Reader(source, Entry, is_record)))


def read_on(source: Source, begun: bytes, *, keep: bool) -> tuple[Session, bytes]:
    """Read a log that begins with the bytes of which ``begun`` was kept; the session, and what there is to ``keep``."""
    if _is_export(source):
        return read(source), b""
    index, reader = Index(), Resuming(source, Entry, is_record, begun, shorten if keep else None)
    lines = _read_lines(index, reader)
    begun = reader.begun()  # before copies are told from what they repeat
    return _session(source, index, lines), begun


def _session(source: Source, index: Index, lines: Lines) -> Session:
    index.resolve(lines)
    compactions = [_with_summary(compaction, source, index.events) for compaction in index.compactions]
    return Session(
        format=NAME,
        version=index.version,
        id=index.session_id,
        cwd=index.cwd,
        source=source,
        decode=claude_record.decode,
        events=index.events,
        lines=lines,
        surface=index.surface(),
        compactions=compactions,
        attempts=index.attempts,
        cleared=frozenset(index.cleared),
        notes=index.notes,
    )


def _with_summary(compaction: Compaction, source: Source, events: EventTable) -> Compaction:
    if compaction.summary_event is None:
        return compaction
    place = compaction.summary_event
    message = claude_record.decode(source.read(*events.span(place)), place).message
    text = message.text() if message is not None else ""
    return msgspec.structs.replace(
        compaction, summary=text, unreadable="" if text.strip() else "the summary holds no text"
    )


def _is_export(source: Source) -> bool:
    return b'"loglines"' in source.read(0, min(source.size, 4096))


def _read_lines(index: Index, reader: Reader[Entry]) -> Lines:
    for line, start, end, entry in reader:
        reason = index.add(line, start, end, entry)
        if reason:
            reader.skip(reason)
    return reader.lines


def _read_export(source: Source, index: Index) -> Lines:
    from threefold.reading.document import read_document

    document = read_document(source, "loglines")
    for number, (start, end) in enumerate(document.spans, 1):
        try:
            index.add(number, start, end, fitted(clean(source.read(start, end)), Entry))
        except msgspec.DecodeError:
            index.notes.append(f"element {number} of loglines is no entry")
    return document.lines
