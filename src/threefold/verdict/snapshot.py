"""The snapshot: seven closed fields, one renderer, one digest.

:data:`FIELDS` is the one table. The counter, the renderer, the parser of records and the canonical form are driven by
it, so that what is rendered as work is exactly what is counted as work.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

import msgspec

from threefold.errors import OverBudget, RecordRefused, StateRefused
from threefold.verdict.gates import refuse_forbidden

VERSION = "context-verdict/1"
"""The format of a snapshot. A snapshot of another version is not judged: the answer is ``wait``."""


class Field(msgspec.Struct, frozen=True):
    """A field of unlanded work: its name, its heading in the rendering, and the words for its risk hint.

    ``paths`` says that its items are paths, which are kept as they are and quoted where they are rendered.
    """

    name: str
    heading: str
    one: str
    many: str
    paths: bool = False


FIELDS: tuple[Field, ...] = (
    Field("todos", "Todos that are not done", "todo is not done", "todos are not done"),
    Field("uncommitted", "Files changed and not committed", "file is not committed", "files are not committed",
          paths=True),
    Field("questions", "Questions that nobody answered", "question has no answer", "questions have no answer"),
    Field("decisions", "Decisions written nowhere", "decision is written nowhere", "decisions are written nowhere"),
    Field("next_steps", "Steps planned or begun and not done", "step is not done", "steps are not done"),
)  # fmt: skip
"""The fields that count as unlanded work, in the order in which they are rendered."""

NONE = "(none)"


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a session's unlanded work, and how it reads.

    Made by :func:`snapshot` only. ``work`` maps each field of :data:`FIELDS` to its items, plain sentences or paths;
    ``risk_hints`` follow from the counts and from nothing else. ``state`` is what the one renderer made of it, and
    ``digest`` the SHA-256 over the canonical form and the state: an integrity check against accidents (a hand-made
    state, an old state beside a new record), not a security control, since anybody can compute one.
    """

    session: str
    work: dict[str, tuple[str, ...]]
    risk_hints: tuple[str, ...]
    state: str
    digest: str
    version: str = VERSION

    def __getattr__(self, name: str) -> tuple[str, ...]:
        """The items of one field: ``snapshot.todos``."""
        try:
            return self.work[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def counts(self) -> dict[str, int]:
        """Items by field."""
        return {field.name: len(self.work[field.name]) for field in FIELDS}

    @property
    def count(self) -> int:
        """All items of unlanded work."""
        return sum(self.counts.values())

    def record(self) -> dict[str, object]:
        """The seven fields, as an explicit record gives them."""
        return {
            "session": self.session,
            **{field.name: list(self.work[field.name]) for field in FIELDS},
            "risk_hints": list(self.risk_hints),
        }

    def to_json(self) -> dict[str, object]:
        """The snapshot as plain data; :func:`parse_snapshot` reads it back."""
        return {"version": self.version, **self.record(), "state": self.state, "digest": self.digest}


def snapshot(session: str, work: Mapping[str, Sequence[str]]) -> Snapshot:
    """Make a snapshot of items by field. Fields that are not given are empty; an unknown one is refused."""
    unknown = sorted(work.keys() - {field.name for field in FIELDS})
    if unknown:
        raise RecordRefused(_unknown(unknown))
    items = {field.name: tuple(map(_path if field.paths else _plain, work.get(field.name, ()))) for field in FIELDS}
    hints = risk_hints({name: len(found) for name, found in items.items()})
    name = _plain(session)
    state = render(name, items, hints)
    return Snapshot(session=name, work=items, risk_hints=hints, state=state, digest=digest(name, items, hints, state))


def risk_hints(counts: Mapping[str, int]) -> tuple[str, ...]:
    """What the counts alone say of the risk, in words."""
    return tuple(
        f"{counts[field.name]} {field.one if counts[field.name] == 1 else field.many}"
        for field in FIELDS
        if counts[field.name]
    )


def render(session: str, work: Mapping[str, Sequence[str]], hints: Sequence[str]) -> str:
    """The one renderer: the text that a service is asked about."""
    lines = [f"Session: {session or NONE}"]
    for field in FIELDS:
        items = work[field.name]
        lines.append(f"{field.heading} ({len(items)}):" if items else f"{field.heading}: {NONE}")
        lines.extend(f"- {shown(field, item)}" for item in items)
    lines.append(f"Risk hints: {'; '.join(hints) or NONE}")
    return "\n".join(lines)


def shown(field: Field, item: str) -> str:
    """An item on one line. A path that would not stand on it as it is, is quoted as JSON would."""
    odd = field.paths and (not item.isprintable() or item != item.strip() or item.startswith('"') or "  " in item)
    return json.dumps(item) if odd else item


def sizes(snapshot: Snapshot) -> dict[str, int]:
    """Characters of the rendering by field."""
    return {
        field.name: len(field.heading) + sum(len(shown(field, item)) + 3 for item in snapshot.work[field.name])
        for field in FIELDS
    }


def canonical(session: str, work: Mapping[str, Sequence[str]], hints: Sequence[str], version: str = VERSION) -> bytes:
    """The bytes that the digest is made over: sorted keys, no blanks, ASCII."""
    value = {
        "version": version,
        "session": session,
        **{field.name: list(work[field.name]) for field in FIELDS},
        "risk_hints": list(hints),
    }
    return json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode()


def digest(
    session: str, work: Mapping[str, Sequence[str]], hints: Sequence[str], state: str, version: str = VERSION
) -> str:
    """SHA-256, in hexadecimal, over the canonical form, a zero byte and the rendering."""
    rendered = json.dumps(state, ensure_ascii=True).encode()
    return hashlib.sha256(canonical(session, work, hints, version) + b"\0" + rendered).hexdigest()


def check(snapshot: Snapshot) -> None:
    """G1. Render a snapshot again and refuse one whose hints, state or digest are not what comes of it."""
    hints = risk_hints(snapshot.counts)
    state = render(snapshot.session, snapshot.work, hints)
    if snapshot.risk_hints != hints:
        raise StateRefused("The snapshot's risk hints do not follow from its counts. Build the snapshot again.")
    if snapshot.state != state:
        raise StateRefused(
            "The state is not what the renderer makes of the record beside it: edited, made by hand, or of "
            "another record. Build the snapshot again."
        )
    if snapshot.digest != digest(snapshot.session, snapshot.work, hints, state):
        raise StateRefused("The digest does not match the record and its state. Build the snapshot again.")


def check_budget(snapshot: Snapshot, budget: int, by_count: str) -> None:
    """Refuse a state of more characters than the budget, with the sizes for each field, and say what its count alone
    comes to; nothing is ever cut."""
    if len(snapshot.state) <= budget:
        return
    shown = ", ".join(f"{name} {size:,}" for name, size in sizes(snapshot).items())
    raise OverBudget(
        f"The state of {snapshot.session or 'this session'} has {len(snapshot.state):,} characters and the budget is "
        f"{budget:,} ({shown}). No verdict was made; by the count alone, {snapshot.count:,}, it would be {by_count}. "
        "Raise verdict.state_chars, or land some of the work."
    )


# --- reading explicit records ----------------------------------------------------------------------------------------

_RECORD_KEYS = frozenset(("session", "risk_hints", *(field.name for field in FIELDS)))


def from_record(record: object, what: str = "The record") -> Snapshot:
    """A snapshot of an explicit record: the closed field set, and nothing else.

    ``session`` is a text; the five fields of work are lists of texts, empty where they are left out. ``risk_hints``
    may be given and is not used: they follow from the counts. Raises ForbiddenKey before RecordRefused.
    """
    refuse_forbidden(record, what)
    if not isinstance(record, Mapping):
        raise RecordRefused(f"{what} is no JSON object with the fields {', '.join(sorted(_RECORD_KEYS))}.")
    unknown = sorted(str(key) for key in record.keys() - _RECORD_KEYS)
    if unknown:
        raise RecordRefused(f"{what}: {_unknown(unknown)}")
    session = record.get("session", "")
    if not isinstance(session, str):
        raise RecordRefused(f"{what}: session is a text that names the session.")
    _texts(record.get("risk_hints", ()), "risk_hints", what)
    return snapshot(session, {field.name: _texts(record.get(field.name, ()), field.name, what) for field in FIELDS})


def parse_snapshot(value: object, what: str = "The snapshot") -> Snapshot:
    """Read what :meth:`Snapshot.to_json` wrote. Nothing is recomputed: :func:`check` tells whether it still holds."""
    refuse_forbidden(value, what)
    if not isinstance(value, Mapping):
        raise RecordRefused(f"{what} is no JSON object.")
    unknown = sorted(str(key) for key in value.keys() - _RECORD_KEYS - {"version", "state", "digest"})
    if unknown:
        raise RecordRefused(f"{what}: {_unknown(unknown)}")
    words = {name: value.get(name, "") for name in ("session", "version", "state", "digest")}
    for name, word in words.items():
        if not isinstance(word, str):
            raise RecordRefused(f"{what}: {name} is a text.")
    missing = [name for name in ("version", "state", "digest") if not words[name]]
    if missing:
        raise RecordRefused(f"{what} has no {' and no '.join(missing)}: only a snapshot that build made can be judged.")
    return Snapshot(
        session=str(words["session"]),
        work={field.name: _texts(value.get(field.name, ()), field.name, what) for field in FIELDS},
        risk_hints=_texts(value.get("risk_hints", ()), "risk_hints", what),
        state=str(words["state"]),
        digest=str(words["digest"]),
        version=str(words["version"]),
    )


def _texts(value: object, name: str, what: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        known = "null does not say that there are none" if value is None else f"{type(value).__name__} is none"
        raise RecordRefused(f"{what}: {name} is a list of texts; {known}.")
    for place, item in enumerate(value):
        if not isinstance(item, str):
            raise RecordRefused(f"{what}: {name}[{place}] is no text; items are plain sentences or paths.")
    return tuple(value)


def _path(text: str) -> str:
    """A path as it is; lone surrogates, as of undecodable names, are shown as escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _plain(text: str) -> str:
    """An item on one line. Lone surrogates, as of undecodable file names, are shown as escapes."""
    line = " ".join(text.split())
    return line.encode("utf-8", "backslashreplace").decode("utf-8")


def _unknown(names: Sequence[str]) -> str:
    closed = ", ".join(("session", *(field.name for field in FIELDS), "risk_hints"))
    return f"unknown {'field' if len(names) == 1 else 'fields'} {', '.join(names[:5])}; the closed set is {closed}."
