"""``threefold hook``: one event of a harness on standard input, the answer in that harness's own contract.

A person waits for every call, so nothing is loaded that the event does not need. Whatever fails here is ours to bear:
the status is 0, nothing is printed that the harness could take for an answer, and one line on standard error says why.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from threefold.doors.lean import lean
from threefold.harness.asked import Answer, Event, Options
from threefold.store.places import home

if TYPE_CHECKING:
    from threefold.store.book import PatternBook

CLIENTS = ("claude-code", "codex", "pi")
POLICIES = ("observe", "guide", "hold", "veto")
_MOST_INPUT = 64 << 20
"""Bytes of an event that are read; a larger one passes."""


_MOST_DIGITS = 12
"""Digits of a number of bytes."""


class Misused(ValueError):
    """The command line in the harness's settings is none that we wrote, or the event is none; the message says so."""


def main(arguments: Sequence[str]) -> int:
    """Answer one event. Always 0."""
    try:
        client, options = parse(arguments, home(os.environ))
        event = _event(sys.stdin.buffer.read(_MOST_INPUT + 1) if sys.stdin is not None else b"")
        book = _ready(options.home) if "compact" in event.name.lower() else None  # the others read no log
        found = _answerer(client or _guess(event))(event, options)
    except BaseException as error:  # also an interrupt, and a module that cannot be loaded: never a status of ours
        _say(_told(error))
        return 0
    for note in found.notes:
        _say(note)
    try:
        sys.stdout.buffer.write(found.output.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
    except (OSError, ValueError, AttributeError):  # a stream that was closed before is None
        _say("the answer could not be handed over")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if found.afterwards is not None or (book is not None and book.is_new()):
        _apart(lambda: _rest(found.afterwards, book))
    return 0


def _ready(home: str) -> PatternBook:
    """Load what every event needs for which a log is read, in the least time."""
    lean()
    from threefold.store.book import PatternBook
    from threefold.text.later import begin_with

    patterns = PatternBook(home)
    begin_with(patterns.book)
    return patterns


def _rest(afterwards: Callable[[], object] | None, book: PatternBook | None) -> None:
    """What is left to do once the harness has its answer."""
    try:
        if afterwards is not None:
            afterwards()
    finally:
        if book is not None:
            book.add()


def _apart(work: Callable[[], object]) -> None:
    """Do work that nobody waits for in a process of its own, where the system can part one from this."""
    if not hasattr(os, "fork"):
        return
    try:
        if os.fork():
            return
    except OSError:
        return
    try:
        os.setsid()  # whoever ends this process and its children does not mean that one
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):  # the harness reads until they are closed
            os.dup2(nothing, standard)
        os.nice(10)
        work()
    finally:
        os._exit(0)


def parse(arguments: Sequence[str], home: str) -> tuple[str, Options]:
    """The client, if it is named, and the options. Raises Misused for what is neither."""
    client = ""
    options = Options(home)
    words = iter(arguments)
    for word in words:
        if word == "--inject":
            options = options._replace(inject=True)
        elif word == "--policy":
            policy = next(words, "")
            if policy not in POLICIES:
                raise Misused(f"--policy is {policy!r}; it must be one of {', '.join(POLICIES)}")
            options = options._replace(policy=policy)
        elif word == "--engine":
            engine = next(words, "")
            if engine not in ("off", "threefold"):
                raise Misused(f"--engine is {engine!r}; it must be off or threefold")
            options = options._replace(engine=engine)
        elif word == "--keep-bytes":
            size = next(words, "")
            if not (size.isdecimal() and len(size) <= _MOST_DIGITS):
                raise Misused(
                    f"--keep-bytes is {size[:40]!r}; it must be a number of bytes, of at most {_MOST_DIGITS} digits"
                )
            options = options._replace(keep_bytes=int(size))
        elif word in CLIENTS and not client:
            client = word
        else:
            raise Misused(
                f"hook does not know {word!r}; it knows {', '.join((*CLIENTS, '--policy', '--inject', '--engine'))}"
            )
    return client, options


def _event(raw: bytes) -> Event:
    import json

    if len(raw) > _MOST_INPUT:
        raise Misused(f"the event is larger than {_MOST_INPUT >> 20} MB")
    try:
        return Event(json.loads(raw.decode("utf-8", "replace").removeprefix("\ufeff")))
    except (ValueError, RecursionError):
        raise Misused("standard input held no JSON event") from None


def _guess(event: Event) -> str:
    """Which harness speaks: Codex numbers its turns and names its model, pi has events of its own."""
    if event.name.startswith("session_"):
        return "pi"
    if "turn_id" in event.fields or "/rollout-" in event.text("transcript_path").replace("\\", "/"):
        return "codex"
    return "claude-code"


def _answerer(client: str) -> Callable[[Event, Options], Answer]:
    if client == "codex":
        from threefold.harness import codex

        return codex.answer
    if client == "pi":
        from threefold.harness import pi

        return pi.answer
    from threefold.harness import claude_code

    return claude_code.answer


def _told(error: BaseException) -> str:
    """What went wrong, in a sentence."""
    from threefold.errors import ThreefoldError

    if isinstance(error, ThreefoldError | Misused):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{os.fsdecode(error.filename)}: {error.strerror}" if error.filename else error.strerror
    return f"{type(error).__name__}: {error}"


def _say(line: str) -> None:
    """One line of printable ASCII on standard error: a terminal may show it, and a path is anybody's text."""
    plain = f"threefold: {' '.join(line.split())}"[:1000].encode("ascii", "backslashreplace").decode()
    try:
        sys.stderr.write("".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in plain) + "\n")
    except (OSError, ValueError, AttributeError):
        return
