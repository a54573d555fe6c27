"""The verdict's cost in what one message holds: the calls that it takes are counted, and none of it is timed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from threefold.session import Session
from threefold.work import fold

HOSTILE: dict[str, Callable[[int], str]] = {
    "question marks": lambda n: "? " * n,
    "one question again and again": lambda n: "Is it kept? " * n,
    "many questions": lambda n: "".join(f"Should part {i} be kept? " for i in range(n)),
    "many decisions": lambda n: "".join(f"Let's use part{i} for it. " for i in range(n)),
    "many prohibitions": lambda n: "".join(f"Never push to branch b{i}.\n" for i in range(n)),
    "many wishes": lambda n: "".join(f"Also remember that part{i} goes live on Friday. " for i in range(n)),
    "corrections": lambda n: "".join(f"no, use {i}, not {i + 1}. " for i in range(n)),
    "steps": lambda n: "".join(f"{i}. Do the step {i}\n" for i in range(n)),
    "objects": lambda n: "Fix " + " and ".join(f"the part{i} in area{i}" for i in range(n)) + ".",
    "wished": lambda n: "".join(f"Add part{i}. The part{i} should be blue. " for i in range(n)),
    "places": lambda n: "Drop them " + " and ".join(f"in d{i}/" for i in range(n)),
    "counted up": lambda n: "把 " + "、".join(f"A{i}" for i in range(n)) + " 和乙都改掉",
    "joined": lambda n: "加上甲" + "和" * n,
    "excepted": lambda n: "Fix both. 除了" * n + "a, b and c" * n,
    "letters": lambda n: "fix a and b, skip c. " * n,
    "promises": lambda n: "".join(f"Next I will fix part{i}. " for i in range(n)),
    "done and not done": lambda n: "".join(f"Part {i} is fixed. Part {i}x still fails. " for i in range(n)),
    "orders": lambda n: "".join(f"Add part {i} to it. " for i in range(n)),
    "one long order": lambda n: "please so so now just " * n,
    "leads without an order": lambda n: "请帮我你能我想你我要你" * n,
    "clauses": lambda n: "in load(), and then, " * n,
    "shares": lambda n: "".join(f"at least {i % 90}% of it; {i % 90}% pass. " for i in range(n)),
}


def _spoken(new_log: Callable[[], object], who: str, text: str) -> Session:
    log = new_log()
    log.human(text if who == "person" else "Fix the parser, at least 80% of it.")  # type: ignore[attr-defined]
    for number in range(4):
        log.bash(f"make part{number}")  # type: ignore[attr-defined]
    log.model(text if who == "model" else "The parser is fixed. It now reads both forms.")  # type: ignore[attr-defined]
    return log.session()  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("who", ["person", "model"])
@pytest.mark.parametrize("name", HOSTILE)
def test_what_one_message_holds_costs_no_more_than_its_size(
    name: str, who: str, new_log: Callable[[], object], work_of: Callable[[Callable[[], object]], int]
) -> None:
    first, small, large = (_spoken(new_log, who, HOSTILE[name](n)) for n in (40, 200, 800))
    fold(first)  # patterns are compiled, and modules loaded
    assert work_of(lambda: fold(large)) < 6 * work_of(lambda: fold(small))
