"""The labelled sessions, as requests to a scorer and labels beside them."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from threefold.relevance.protocol import Author, Candidate, Request

DATA = Path(__file__).resolve().parent / "data"
Part = Literal["fit", "test", "pools"]
"""``pools``: a test part, too: messages of a day with several tasks, of which each needs some."""
JOINED = 0.25
"""What a joined conversation counts in a fit, against its sessions as they were written. It teaches to tell subjects
apart, which a fit learns at the expense of telling what one subject needs from what is only about it."""


class Head(msgspec.Struct, frozen=True):
    """First line of a session's file."""

    session: str
    language: str
    topic: str
    tasks: list[str]


class Line(msgspec.Struct, frozen=True):
    """Each further line: one message, and for each task of the session whether it is needed."""

    index: int
    author: Author
    role: str
    tool: str
    arguments: str
    text: str
    needed: list[bool]


class Labelled(msgspec.Struct, frozen=True):
    """One task of one session."""

    session: str
    language: str
    number: int
    request: Request
    needed: list[bool]
    weight: float = 1.0
    """How much each pair of the task counts in a fit."""


def load(part: Part) -> list[Labelled]:
    """Every task of the part, in the order of the file names."""
    return [labelled for path in sorted((DATA / part).glob("*.jsonl")) for labelled in _tasks(path)]


def digest(part: Part) -> str:
    """SHA-256 of the part's files, in the order of their names: what a calibration was fitted to."""
    found = hashlib.sha256()
    for path in sorted((DATA / part).glob("*.jsonl")):
        found.update(path.read_text("utf-8").encode())
    return found.hexdigest()


def _tasks(path: Path) -> Iterator[Labelled]:
    first, *rest = path.read_text("utf-8").splitlines()
    head = msgspec.json.decode(first, type=Head)
    lines = [msgspec.json.decode(line, type=Line) for line in rest]
    candidates = tuple(
        Candidate(
            index=line.index,
            author=line.author,
            role=line.role,
            text=line.text,
            tool=line.tool,
            arguments=line.arguments,
        )
        for line in lines
    )
    for number, task in enumerate(head.tasks):
        request = Request(candidates=candidates, task=task)
        yield Labelled(head.session, head.language, number, request, [line.needed[number] for line in lines])


def join(tasks: Sequence[Labelled], seed: int) -> list[Labelled]:
    """One long conversation out of several sessions, worked on in turns of 5 to 14 messages; each keeps its order.

    Nothing of one session is needed by a task of another, so what is told apart here is the subject and not the manner.
    """
    sessions = {task.session: task for task in tasks}
    generator = random.Random(seed)
    at = dict.fromkeys(sessions, 0)
    order: list[tuple[str, int]] = []
    while open_ := [name for name in sorted(at) if at[name] < len(sessions[name].needed)]:
        name = generator.choice(open_)
        for _ in range(generator.randint(5, 14)):
            if at[name] < len(sessions[name].needed):
                order.append((name, at[name]))
                at[name] += 1
    candidates = tuple(
        msgspec.structs.replace(sessions[name].request.candidates[place], index=index)
        for index, (name, place) in enumerate(order)
    )
    whole = "+".join(sessions)
    return [
        Labelled(
            whole,
            task.language,
            number,
            Request(candidates=candidates, task=task.request.task),
            [name == task.session and task.needed[place] for name, place in order],
            weight=JOINED * len(task.needed) / len(order),
        )
        for number, task in enumerate(tasks)
    ]
