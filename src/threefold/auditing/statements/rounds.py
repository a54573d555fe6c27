"""What changed from one summary to the next: open work that was dropped on the way, and a summary that grows by
carrying the one before it along."""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from threefold.auditing.facts.phrases import overlap, telling
from threefold.auditing.statements.summary import split, tellings
from threefold.auditing.statements.tasks import listed
from threefold.text.later import later
from threefold.work.model import Task

_NAMED = 0.5  # of an item's telling words stand in one sentence of the next summary: it is still spoken of
_SAME = 0.75  # of them stand in a task of the record
_CARRIED = 0.8  # of the earlier summary's sentences stand word for word in the next
_GROWN = 1.5
_FEWEST = 8  # sentences of a summary that is long enough to be said to be carried along
_MOST_RUNS, _RUN = 500, 300  # commands that are remembered, and characters of each
_LEADS = later(
    r"(?i)^\W*(?:(?:potentially|possibly|maybe|perhaps|optionally|consider(?: \w+ing)?|also|then|still|next|finally|fix|add|run|re-?run|update|implement|investigate|check|look (?:at|into)|handle|do)\b[\s:,-]*){1,3}"
)
"""What leads up to the name of a task, and of which any other sentence may speak."""
_TO_DECIDE = later(
    r"(?i)^\W*(?:to )?(?:decide|determine|choose|figure out|clarify|ask|confirm|decision)\b|^\W*(?:决定|确定|确认|选择)"
)
_UNDOES = later(
    r"(?i)\b(?:revert|abandon|undo|discard|drop|scrap|throw away|roll(?:ing)? back|get rid of|remove|start over|keep)\w*|回滚|撤销|撤回|放弃|丢弃|保留|删掉"
)
"""Verbs for letting go of what was done, or keeping it: who says one of them decides whether to say another."""
_RUNS = later(
    r"(?i)^\W*(?:then |also )?(?:re-?)?(?:run|execute|verify|check|make sure)\b|^\W*(?:再|重新)?(?:运行|跑|执行|验证)"
)
_SPELLED = later(r"`([^`\n]{3,120})`")
_CHECKS = (
    later(
        r"(?i)\b(?:unit|integration)?[-_ ]?tests?\b|\b(?:pytest|jest|vitest|mocha|rspec|phpunit|ctest|unittest)\b|测试"
    ),
    later(r"(?i)\b(?:lint\w*|[a-z-]+lint|ruff|flake8|clippy)\b|静态检查"),
    later(r"(?i)\btype-?check\w*|\b(?:mypy|pyright|tsc)\b|类型检查"),
    later(r"(?i)\b(?:build|compile)\b|构建|编译"),
)
"""What is run to see whether all is well: words of a task, and of the command that did it."""
_WENT_WRONG = later(
    r"(?i)\A\W*(?:exit code:? [1-9]|error\b|fatal\b|traceback|the user doesn't)|\bexit(?:ed)?(?: with)?(?: code| status)?[: ]+[1-9]|\b[1-9]\d* (?:tests? )?(?:failed|failures?|errors?|issues?)\b|^(?:--- )?FAIL\b|command not found|\btimed out\b",
    8,
)


_LETTERS_OF_CHECKS = (
    "test jest mocha spec unit lint ruff flake clippy check mypy pyright tsc build compile 测试 检查 构建 编译"
)
_OF_CHECKS = tuple(_LETTERS_OF_CHECKS.split())
_OF_FAILURES = ("exit", "fail", "error", "issue", "fatal", "traceback", "doesn't", "not found", "timed out")
"""Letters of which what these patterns find holds some."""


def _fails(result: str) -> bool:
    """Whether a part of a result tells of a failure."""
    lower = result.lower()
    return any(letters in lower for letters in _OF_FAILURES) and _WENT_WRONG.search(result) is not None


class Dropped(NamedTuple):
    """An item that the earlier summary lists as open and the next one does not name."""

    item: str


class Ran:
    """The commands that went well, each with the event of its last run; fed call by call."""

    def __init__(self) -> None:
        self.commands: dict[str, int] = {}

    def add(self, call: str, result: str, event: int) -> None:
        """Hear what a call answered."""
        head = call[:_RUN]
        lower = head.lower()
        if not any(letters in lower for letters in _OF_CHECKS) or not any(check.search(head) for check in _CHECKS):
            return
        if _fails(result[:2000]) or (len(result) > 500 and _fails(result[-500:])):
            self.commands.pop(head, None)
        elif head in self.commands or len(self.commands) < _MOST_RUNS:
            self.commands[head] = event

    def did(self, item: str, since: int) -> bool:
        """Whether a task that asks for checks to be run was done since an event: its command, or all that it names."""
        if not _RUNS.search(item):
            return False
        well = [command for command, event in self.commands.items() if event > since]
        spelled = _SPELLED.findall(item)
        if spelled:
            return all(any(one in command for command in well) for one in spelled)
        named = [check for check in _CHECKS if check.search(item)]
        return bool(named) and all(any(check.search(command) for command in well) for check in named)


def dropped(
    earlier: str, summary: str, since: int, humans: Sequence[tuple[int, str]], ran: Ran, tasks: Sequence[Task]
) -> list[Dropped]:
    """The open items of the earlier summary of which the next one says nothing, neither that they are open nor done,
    and that nothing settled since: no command that went well, no task of the record that was closed, no human.

    ``since`` is the event of the earlier summary; ``humans`` are the turns of humans with their events."""
    said = [text for event, text in humans if event > since]
    closed = [telling(task.text) for task in tasks if not task.open]
    return [
        Dropped(item.text)
        for item in listed(earlier)
        if item.open
        and len(telling(item.text)) > 2
        and not speaks(summary, item.text)
        and not ran.did(item.text, since)
        and not any(overlap(telling(item.text), known) >= _SAME for known in closed)
        and not _decided(item.text, summary, said)
    ]


def left_out(summary: str, tasks: Sequence[Task]) -> list[Task]:
    """The tasks that the record shows open and of which no sentence of the summary speaks."""
    return [task for task in tasks if task.open and len(telling(task.text)) > 1 and not speaks(summary, task.text)]


def speaks(summary: str, item: str) -> bool:
    """Whether some sentence of the summary names what an item is about."""
    topics = [topic for topic in (telling(item), telling(_LEADS.sub("", item))) if topic]
    return any(overlap(topic, words) >= _NAMED for words in tellings(summary) for topic in topics)


def _decided(item: str, summary: str, humans: Sequence[str]) -> bool:
    """Whether a human took the decision that an item leaves open, and the summary tells of it."""
    if not _TO_DECIDE.search(item) or not _UNDOES.search(item) or not _UNDOES.search(summary):
        return False
    return any(_UNDOES.search(text[:4000]) and not text.rstrip().endswith(("?", "？")) for text in humans)


def nests(earlier: str, summary: str) -> float:
    """How many times as long a summary is as the one before it, if it carries that one along word for word; else 0."""
    if len(summary) < _GROWN * len(earlier):
        return 0.0
    sentences = [sentence.of(earlier) for sentence in split(earlier)]
    carried = sum(sentence in summary for sentence in sentences)
    return len(summary) / len(earlier) if len(sentences) >= _FEWEST and carried >= _CARRIED * len(sentences) else 0.0
