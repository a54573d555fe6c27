"""What happens in a session, told without any harness's format: turns of prompts, steps with tools, and an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bench.texts import Texts

Todos = list[tuple[str, str]]


@dataclass(frozen=True)
class Step:
    """One call of the model: what it thought and said, the tool that it called, and what came back."""

    thinking: str
    text: str
    tool: str
    """read, edit, write, bash or todo."""
    path: str = ""
    command: str = ""
    old: str = ""
    new: str = ""
    result: str = ""
    todos: Todos = field(default_factory=list)


@dataclass(frozen=True)
class Turn:
    """A person's prompt, the steps that it led to, and the model's last word."""

    prompt: str
    steps: list[Step]
    answer: str


def turns(texts: Texts, huge: int) -> Iterator[Turn]:
    """Turns without end. One result in a few hundred has about `huge` lines."""
    todos: Todos = []
    while True:
        steps = [_step(texts, todos, huge) for _ in range(texts.random.randrange(3, 14))]
        yield Turn(texts.prose(texts.random.randrange(1, 5)), steps, texts.prose(texts.random.randrange(2, 9)))


def _step(texts: Texts, todos: Todos, huge: int) -> Step:
    rnd = texts.random
    thinking = texts.prose(rnd.randrange(1, 6)) if rnd.random() < 0.4 else ""
    text = texts.prose(rnd.randrange(1, 4)) if rnd.random() < 0.6 else ""
    path = f"{texts.home}/{rnd.choice(texts.paths)}"
    lines = huge if rnd.random() < 0.004 else min(600, int(rnd.expovariate(1 / 52)) + 2)
    kind = rnd.choices(("read", "notes", "edit", "write", "log", "tests", "list", "commit", "todo"), _WEIGHTS)[0]
    match kind:
        case "read":
            return Step(thinking, text, "read", path=path, result=texts.code(lines))
        case "notes":
            return Step(thinking, text, "read", path=path, result=texts.document(lines // 3 + 1))
        case "edit":
            return Step(
                thinking,
                text,
                "edit",
                path=path,
                old=texts.code(rnd.randrange(1, 9)),
                new=texts.code(rnd.randrange(1, 14)),
            )
        case "write":
            return Step(thinking, text, "write", path=path, new=texts.code(min(lines, 60)))
        case "log":
            return Step(
                thinking,
                text,
                "bash",
                command=f"tail -n {lines} /var/log/{rnd.choice(texts.paths)}.log",
                result=texts.log(lines),
            )
        case "tests":
            return Step(thinking, text, "bash", command="python -m pytest -q", result=texts.tests(lines))
        case "list":
            return Step(thinking, text, "bash", command="ls -l $(git ls-files)", result=texts.listing(lines))
        case "commit":
            message = texts.prose(1).replace("'", "")
            result = (
                f"[main {texts.token('', 7)}] {message}\n {rnd.randrange(1, 9)} files changed, {lines} insertions(+)"
            )
            return Step(thinking, text, "bash", command=f"git commit -am '{message}'", result=result)
    todos[:] = _advance(texts, todos)
    return Step(thinking, text, "todo", todos=list(todos))


_WEIGHTS = (18, 20, 16, 6, 16, 10, 5, 4, 5)


def _advance(texts: Texts, todos: Todos) -> Todos:
    """The next state of the list: one item further, and a new list when all is done."""
    if all(status == "completed" for _, status in todos):
        return [
            (texts.prose(1), "in_progress" if not place else "pending") for place in range(texts.random.randrange(2, 7))
        ]
    done = sum(status == "completed" for _, status in todos) + 1
    return [
        (said, "completed" if place < done else "in_progress" if place == done else "pending")
        for place, (said, _) in enumerate(todos)
    ]


def summary(texts: Texts, headings: tuple[str, ...]) -> str:
    """A compaction's summary: facts of the window just ended, a few of them bent, under a harness's headings."""
    rnd = texts.random
    facts = list(texts.recent)
    rnd.shuffle(facts)
    texts.recent.clear()
    for place in range(len(facts) - 1, -1, -12):
        facts[place] = facts[place].translate(_BENT)
    parts: list[str] = []
    for heading in headings:
        quoted = "".join(f"- {facts.pop()}: {texts.prose(1)}\n" for _ in range(min(len(facts), rnd.randrange(4, 12))))
        parts.append(f"{heading}\n{texts.prose(3)}\n{quoted}")
    return "\n".join(parts)


_BENT = str.maketrans("345678", "456783")
