"""What is remembered of a live session between two calls of a hook, each of which is a process of its own.

One small file for each session holds the breaker: how often a compaction was stopped since the last one that landed,
and whether a person let the next one through. What waits to be said to the person or the model stands in files beside
it, which are taken in one step, so that of several hooks that run at once only one says it. Only the standard library
is used.
"""

from __future__ import annotations

import _thread
import hashlib
import json
import os
from typing import Literal, NamedTuple

FOLDER = "sessions"
Whom = Literal["person", "model"]
_LONGEST = 100
"""Characters of an id that names its file."""


class State(NamedTuple):
    """The breaker of one session. ``compactions`` is how many the log held when it was last stopped."""

    session: str
    client: str = ""
    refusals: int = 0
    acknowledged: bool = False
    compactions: int = 0


class States:
    """The files below one folder. A file that is missing or broken is an untouched session."""

    def __init__(self, home: str) -> None:
        self.folder = os.path.join(home, FOLDER)

    def get(self, session: str) -> State:
        """What is known of a session."""
        return self.known(session) or State(session)

    def known(self, session: str) -> State | None:
        """The same, but None for a file that is there and cannot be read: the session may have been stopped before."""
        try:
            with open(self._path(session, ".json"), "rb") as file:
                known = json.loads(file.read())
        except (FileNotFoundError, NotADirectoryError):
            return State(session)
        except (OSError, ValueError, RecursionError):
            return None
        return _state(session, known) if isinstance(known, dict) else None

    def put(self, state: State) -> None:
        """Remember a session's state. Raises OSError."""
        self._write(self._path(state.session, ".json"), json.dumps(state._asdict()))

    def forget(self, session: str) -> None:
        """A compaction landed: whatever was stopped or let through before is over."""
        _unlink(self._path(session, ".json"))

    def stopped(self) -> list[State]:
        """The sessions whose last compaction was stopped, the latest first."""
        try:
            files = [entry for entry in os.scandir(self.folder) if entry.name.endswith(".json")]
        except OSError:
            return []
        found = []
        for entry in sorted(files, key=lambda entry: entry.stat().st_mtime, reverse=True):
            try:
                with open(entry.path, "rb") as file:
                    known = json.loads(file.read())
            except (OSError, ValueError, RecursionError):
                continue
            state = _state(str(known.get("session", "")) if isinstance(known, dict) else "", known)
            if state.session and state.refusals:
                found.append(state)
        return found

    def leave(self, session: str, whom: Whom, text: str) -> None:
        """Put down what the next hook that reaches them is to say; it replaces what waited. Raises OSError."""
        self._write(self._path(session, f".{whom}"), text)

    def take(self, session: str, whom: Whom) -> str:
        """What waits to be said to them, once; empty where nothing does."""
        path = self._path(session, f".{whom}")
        mine = f"{path}.{os.getpid()}.{_thread.get_ident()}"
        try:
            os.rename(path, mine)  # whoever wins this has it
        except OSError:
            return ""
        try:
            with open(mine, encoding="utf-8", errors="replace") as file:
                return file.read()
        except OSError:
            return ""
        finally:
            _unlink(mine)

    def _path(self, session: str, ending: str) -> str:
        name = session
        if not _is_plain(session):
            name = "x" + hashlib.sha256(session.encode("utf-8", "surrogatepass")).hexdigest()[:40]
        return os.path.join(self.folder, name + ending)

    def _write(self, path: str, text: str) -> None:
        from threefold.store.cache import put_whole  # most calls of a hook write nothing

        put_whole(self.folder, os.path.basename(path), text.encode("utf-8", "backslashreplace"))


def _state(session: str, known: object) -> State:
    if not isinstance(known, dict):
        return State(session)
    refusals, compactions = known.get("refusals"), known.get("compactions")
    return State(
        session=session,
        client=str(known.get("client", "")),
        refusals=refusals if isinstance(refusals, int) else 0,
        acknowledged=known.get("acknowledged") is True,
        compactions=compactions if isinstance(compactions, int) else 0,
    )


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return


def _is_plain(id: str) -> bool:
    """Whether an id is made of letters, digits, hyphens and underscores, and begins as a name does."""
    return id.isascii() and id[:1].isalnum() and len(id) <= _LONGEST and id.translate(_JOINTS).isalnum()


_JOINTS = str.maketrans("", "", "-_")
