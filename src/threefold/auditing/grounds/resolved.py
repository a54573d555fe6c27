"""Paths that calls make of folders and names: ``cd web && ls src`` and the name in its result, ``cp a.yml /etc/svc/``,
``{lib => src}/core.rs`` of a move."""

from __future__ import annotations

import itertools
import posixpath
from collections.abc import Callable, Iterator

from threefold.auditing.ledger.ledger import Ledger, Origin
from threefold.text.later import later
from threefold.text.unicode import encode

_TOKEN = later(r"[\w./~@+-]{1,200}")
_FOLDER = later(r"(?:\bcd|\bpushd|\s-C|\s--(?:prefix|cwd|directory|chdir|project|dir))[ =][\"']?([\w./~@+-]{1,200})")
"""What a call goes into before it does anything else."""
_LISTS, _COPIES = later(r"\b(?:ls|find|fd|tree|dir)\b"), later(r"\b(?:cp|mv|rsync|ln|install|scp)\b")
"""Calls whose result names what is in a folder, and those that put a file into one."""
_MOVED = later(r"([\w./~@+-]{0,200})\{([\w./~@+-]{0,200}) => ([\w./~@+-]{0,200})\}([\w./~@+-]{0,200})")
_RUN, _JOINED = later(r"[\w./~@+-]{0,200}\Z"), later(r"[\w/-]")
_REACH = 400  # characters beside a name or an arrow that are read
_TOKENS, _EVENTS, _NAMES = 24, 12, 40
Texts = Callable[[int], list[str]]


def resolved(path: str, cwd: str, ledger: Ledger, texts_of: Texts) -> tuple[str, int] | None:
    """Why a path stands in the log though nothing names it as a whole, and the event."""
    if cwd and (path == cwd or cwd.startswith(path.rstrip("/") + "/")):
        return "the working directory", ledger.first_event
    name = path.rpartition("/")[2]
    if not name or "/" not in path:
        return None
    for event, origin in ledger.places(encode(name))[:_EVENTS]:
        if origin is Origin.HUMAN:
            continue
        call = ledger.partners.get(event) if origin is Origin.RESULT else event
        calls = texts_of(call) if call is not None and origin in (Origin.RESULT, Origin.CALL) else []
        for text in texts_of(event):
            for made in _made("\n".join(calls), text, name):
                whole = posixpath.normpath(posixpath.join(cwd, made))
                if path in (made, whole) or (made.startswith("/") is False and whole.endswith("/" + path)):
                    return f"{made}, put together", event
    return None


def _spelled(text: str, name: str) -> Iterator[str]:
    """A name as the first places of a text have it, with the folders in front."""
    place = text.find(name)
    for _ in range(_NAMES):
        if place < 0:
            return
        end = place + len(name)
        before = _RUN.search(text[max(0, place - _REACH) : place])
        folders = before[0] if before is not None else ""
        if folders[-1:] in ("", "/") and not _JOINED.match(text, end):
            yield folders + name
        place = text.find(name, end)


def _made(call: str, text: str, name: str) -> Iterator[str]:
    """The paths to a name that a call and what it printed make together."""
    spelled = list(dict.fromkeys(one.removeprefix("./") for one in _spelled(text, name)))
    place = text.find(" => ")
    for _ in range(_NAMES if place >= 0 else 0):
        for head, old, new, tail in _MOVED.findall(text[max(0, place - _REACH) : place + _REACH])[:1]:
            spelled += [posixpath.normpath(f"{head}{side}{tail}") for side in (old, new)]
        place = text.find(" => ", place + 1)
        if place < 0:
            break
    gone_into = _FOLDER.findall(call)
    bases = ["", *gone_into, *itertools.accumulate(gone_into, posixpath.join)]
    joins = _COPIES.search(call) if text in call else _LISTS.search(call)
    folders = list(dict.fromkeys(_TOKEN.findall(call)))[:_TOKENS] if joins else []
    for base, one in itertools.product(dict.fromkeys(bases), spelled):
        yield posixpath.normpath(posixpath.join(base, one))
        for folder in folders:
            for last in dict.fromkeys((one, name)):
                if not last.startswith("/"):
                    yield posixpath.normpath(posixpath.join(base, folder, last))
