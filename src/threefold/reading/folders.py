"""Sessions that are no single file: a storage tree or database of OpenCode, the event files of OpenHands, and one of
the runs that a file of OpenHands' benchmarks holds.

Each becomes a source of lines, one for every file or row, in the order of the conversation. A session is named by its
own file (``session/<project>/<session>.json``), or as a path below the storage, the database or the file
(``opencode.db/ses_1``, ``output.jsonl/INSTANCE``); where a place holds one session, the place alone will do.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from threefold.errors import UnreadableInput, visible
from threefold.reading.lines import decode
from threefold.reading.source import BytesSource
from threefold.reading.values import items, load, mapping, string
from threefold.session import Source
from threefold.text.later import later

if TYPE_CHECKING:
    import sqlite3

SQLITE = b"SQLite format 3\x00"
_SHOWN = 8
_LONGEST = 200
"""Characters of a session's name, or of what is wrong with a line, that a message shows."""
_HEAD = 1 << 16
"""Bytes at the beginning of a file in which a benchmark's line names its instance."""


def open_folder(path: str | os.PathLike[str]) -> Source | None:
    """The source of a session that is no single file; None where the path is none of these.

    Raises UnreadableInput, with the sessions to choose from, where a place holds several.
    """
    place = Path(path)
    try:
        if place.is_dir():
            return _directory(place)
        if place.is_file():
            return _file(place)
        if place.parent.is_file() and _is_database(place.parent):
            return _database(place.parent, place.name)
        if place.parent.is_file() and _is_benchmark(place.parent):
            return _benchmark(place.parent, place.name)
        if (place.parent / "message").is_dir() and (place.parent / "session").is_dir():
            return _tree(place.parent, place.name)
    except (OSError, ValueError):  # the ordinary way of opening says what is wrong
        return None
    return None


def _files(folder: Path, names: str) -> list[Path]:
    """The files of such names; a pipe among them would be waited for."""
    return [path for path in sorted(folder.glob(names)) if path.is_file()]


def _directory(place: Path) -> Source | None:
    for root in (place, place / "storage"):
        if (root / "session").is_dir() and (root / "message").is_dir():
            return _tree(root, "")
    database = place / "opencode.db"
    if database.is_file() and _is_database(database):
        return _database(database, "")
    for folder in (place, place / "events"):
        files = _files(folder, "event-*.json") if folder.is_dir() else []
        if files:  # OpenHands: the names are numbered
            return _lines(map(_line, files), str(place))
    return None


def _file(place: Path) -> Source | None:
    if _is_database(place):
        return _database(place, "")
    if _is_benchmark(place):
        return _benchmark(place, "")
    root = place.parent.parent.parent
    if place.suffix == ".json" and place.parent.parent.name == "session" and (root / "message").is_dir():
        return _tree(root, place.stem)
    return None


# --- OpenCode's tree of files ----------------------------------------------------------------------------------------


def _tree(root: Path, wanted: str) -> Source | None:
    sessions = {path.stem: path for path in _files(root / "session", "*/*.json")}
    name = _one(sorted(sessions), wanted, root)
    info = _line(sessions[name])
    own = string(load(info).get("id")) or name
    folder = next((root / "message" / one for one in (own, name) if (root / "message" / one).is_dir()), None)
    messages = [] if folder is None else sorted(_files(folder, "*.json"), key=_when)
    lines = [info]
    loose = _loose_parts(root)
    for message in messages:
        raw = _line(message)
        lines.append(raw)
        id = string(load(raw).get("id")) or message.stem
        lines.extend(map(_line, _files(root / "part" / id, "*.json")))
        lines.extend(loose.get(id, ()))
    return _lines(iter(lines), str(root / "session" / sessions[name].parent.name / sessions[name].name))


def _when(path: Path) -> tuple[float, str]:
    created = mapping(load(_line(path)).get("time")).get("created")
    return (float(created) if isinstance(created, int | float) else 0.0, path.name)


def _loose_parts(root: Path) -> dict[str, list[bytes]]:
    """Parts of old storage, which stand in one directory and name their message."""
    found: dict[str, list[bytes]] = {}
    for path in _files(root / "part", "*.json"):
        raw = _line(path)
        found.setdefault(string(load(raw).get("messageID")), []).append(raw)
    return found


# --- OpenCode's database ---------------------------------------------------------------------------------------------


def _is_database(place: Path) -> bool:
    with place.open("rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def _database(place: Path, wanted: str) -> Source | None:
    import sqlite3  # few sessions stand in a database

    try:
        connection = sqlite3.connect(f"{place.absolute().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise UnreadableInput(f"{place} cannot be opened as a database: {error}.") from None
    try:
        connection.row_factory = sqlite3.Row
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"session", "message", "part"} <= tables:
            return None
        names = [row[0] for row in connection.execute("SELECT id FROM session ORDER BY time_created, id")]
        name = _one(names, wanted, place)
        return _lines(_rows(connection, name, todos="todo" in tables), f"{place}/{name}")
    except sqlite3.Error as error:
        raise UnreadableInput(f"{place} cannot be read as a database of OpenCode: {error}.") from None
    finally:
        connection.close()


def _rows(connection: sqlite3.Connection, name: str, *, todos: bool) -> Iterator[bytes]:
    """The rows of a session as the files of the tree have them: what the columns hold is put back into the JSON."""
    session = dict(connection.execute("SELECT * FROM session WHERE id = ?", (name,)).fetchone())
    revert = session.get("revert")
    yield _encoded(
        {
            "id": name,
            "projectID": session.get("project_id"),
            "directory": session.get("directory"),
            "version": session.get("version"),
            "title": session.get("title"),
            "parentID": session.get("parent_id"),
            "time": {"created": session.get("time_created")},
            **({"revert": json.loads(revert)} if isinstance(revert, str) and revert else {}),
        }
    )
    messages = "SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id"
    parts = "SELECT id, data FROM part WHERE message_id = ? ORDER BY id"
    for id, data in connection.execute(messages, (name,)).fetchall():
        yield _encoded({"id": id, "sessionID": name, **_held(data)})
        for part, held in connection.execute(parts, (id,)):
            yield _encoded({"id": part, "sessionID": name, "messageID": id, **_held(held)})
    if todos:
        listed = "SELECT content, status FROM todo WHERE session_id = ? ORDER BY position"
        rows = [{"content": content, "status": status} for content, status in connection.execute(listed, (name,))]
        if rows:
            yield _encoded({"id": "todos", "type": "todos", "time": {}, "todos": rows})


def _held(data: object) -> dict[str, object]:
    return load(data.encode("utf-8", "surrogatepass")) if isinstance(data, str) else {}


def _encoded(value: object) -> bytes:
    return json.dumps(value).encode()


# --- OpenHands' benchmarks -----------------------------------------------------------------------------------------


def _is_benchmark(place: Path) -> bool:
    """Whether a file holds a whole run in each line: what was tried (``instance_id``) and its ``history``."""
    with place.open("rb") as file:
        head = file.read(_HEAD)
        if not (head.startswith(b"{") and b'"instance_id"' in head):
            return False
        row = load((head + file.readline()).partition(b"\n")[0])
    if not row:  # the first line is torn, and others may be whole
        return _BEGINS.match(head) is not None
    return "instance_id" in row and isinstance(row.get("history"), list)


class _Run(msgspec.Struct):
    """A line of such a file; the history is left as it stands until its run is the one that is wanted."""

    instance_id: object = None
    history: msgspec.Raw = msgspec.Raw(b"null")


def _benchmark(place: Path, wanted: str) -> Source | None:
    """One run's events; every line of the file that cannot be read is among what the source says is damaged, for it may
    hold anything. Old files pair each action with its observation."""
    runs: dict[str, int] = {}
    damage: list[tuple[int, str]] = []
    with place.open("rb") as file:
        at = 0
        apart = _Apart()
        for number, line in enumerate(file, 1):
            run = _run(line)
            if isinstance(run, str):
                damage.append((number, run))
            elif run is not None:
                runs[apart.name(str(run.instance_id))] = at
            at += len(line)
        if not runs:
            return None
        file.seek(runs[_one(list(runs), wanted, place)])
        history = items(load(file.readline()).get("history"))
    events = [event for held in history for event in (held if isinstance(held, list) else [held])]
    name = f"{place}/{wanted}" if wanted else str(place)
    return _lines((_encoded(event) for event in events if event is not None), name, damage)


def _run(line: bytes) -> _Run | str | None:
    """A line's run, or what is wrong with the line; None for one that holds no run."""
    if not line.strip():
        return None
    try:
        run = decode(_RUN, line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return f"no whole run ({str(error)[:_LONGEST]})"
    if bytes(run.history).startswith(b"["):
        return run
    return None if bytes(run.history) == b"null" else "a run whose history is no list"


class _Apart:
    """Gives each of several runs of one id a name of its own: ``id``, ``id#2`` and so on."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._last: dict[str, int] = {}

    def name(self, id: str) -> str:
        name, number = id, self._last.get(id, 1)
        while name in self._taken:
            number += 1
            name = f"{id}#{number}"
        self._last[id] = number
        self._taken.add(name)
        return name


_RUN = msgspec.json.Decoder(_Run)
_BEGINS = later(rb'\{\s*"instance_id"')


# --- what they share -------------------------------------------------------------------------------------------------


def _one(names: list[str], wanted: str, place: Path) -> str:
    """The session that is meant. Raises UnreadableInput, which lists them, where that is not clear."""
    for name in (wanted, f"ses_{wanted}"):
        if name in names:
            return name
    if not wanted and len(names) == 1:
        return names[0]
    shown = ", ".join(visible(name, _LONGEST) for name in names[:_SHOWN])
    shown += f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    at = visible(str(place))
    what = f"{at} holds no session {visible(wanted, _LONGEST)}" if wanted else f"{at} holds {len(names)} sessions"
    raise UnreadableInput(f"{what}; name one, as {at}/NAME: {shown or 'there are none'}.")


def _line(path: Path) -> bytes:
    """A file of JSON as one line: a line feed in it is blank space, for within a text it is escaped."""
    return path.read_bytes().strip().replace(b"\r", b" ").replace(b"\n", b" ")


def _lines(lines: Iterator[bytes], name: str, damage: Iterable[tuple[int, str]] = ()) -> Source:
    return BytesSource(b"".join(line + b"\n" for line in lines), name, tuple(damage))
