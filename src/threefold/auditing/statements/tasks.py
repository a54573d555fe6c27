"""States of tasks: what the record shows done, cancelled or open, against what the summary lists as open or done."""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections.abc import Container, Sequence
from functools import lru_cache
from typing import NamedTuple

from threefold.auditing.facts.phrases import overlap, telling, words
from threefold.auditing.statements import inline
from threefold.auditing.statements.sections import BULLET, COPY, DONE, OPEN, OTHER, RULES, WORDS, sections
from threefold.auditing.statements.summary import split, tellings
from threefold.text.later import later
from threefold.text.sentences import Kind
from threefold.work.model import Work

TICKED = later(r"^\s*[-*]?\s*\[([ xX~/-])\]\s*|^\s*(✅|☑|✔|⬜|☐|🔲|❌)\s*")
_PAST = later(r"(?i)\b(?:added|updated|fixed|created|removed|moved|renamed|implemented|changed|wrote|was|were)\b")
_COMMAND = later(r"`[^`\n]* [^`\n]*`\W*$")
"""What is copied out, and no task."""
_OPEN_STATE = later(
    r"(?i)^[^:：|—–\n]{3,80}(?:[:：|—–]| - )\W*(?:(?:still |currently |now )?(?:open|pending|to ?do|not (?:yet )?\w+ed|not (?:yet )?(?:done|begun|sent|built|written)|unstarted|outstanding|waiting|in progress|to be \w+ed|to (?:do|come))\b|(?:还|尚|仍)?(?:没|未)(?:有)?(?:开始|做|完成|处理|动|写|发|修)|待(?:办|做|处理|开始)|进行中)"
)
"""How an item tells behind its name that it is open: ``cycle report: not started``."""
_NOTHING = later(r"(?i)\W*(?:none|n/a|nothing|no (?:pending|open|remaining|outstanding)|无|没有|暂无)\b")
_SAYS_DONE = later(
    r"(?i)^\W*(?:[a-z]{2,20}ed|told|sent|written|made|built|ran|done)\b|\b(?:has|have) (?:now |already |all )?been\b"
    r"|\b(?:passed|succeeded|finished)\b|\b(?:was|were|is|are) (?:now |already |all )?(?:[a-z]{2,20}ed|met|live|done|told|sent|written|made|built|complete)\b|已|完成|(?:好|过|掉)了"
)
_NOT_YET = later(
    r"(?i)\b(?:not|never|yet|will|to be|needs?|pending|next|remains?|remaining|open|todo|once|when|should|must|plan(?:ned)?|waiting|later|if|fail\w*"
    r"|started|begun|partly|half|except)\b|n't\b|未|没|待|尚|还|要|先|等"
)
_ALL_DONE = later(
    r"(?i)\b(?:all|every) (?:of )?(?:the )?(?:to-?dos?|tasks?|items?|steps?|work)\b.{0,20}\b(?:done|completed?|finished)\b|\beverything (?:is|was) (?:done|finished|complete)\b"
    r"|\bnothing (?:is |was |remains |is left |left )*(?:open|pending|outstanding|to do|undone|unfinished|remains)\b|\b(?:nothing|no work) (?:is left|remains)\b|\bno (?:open|pending|remaining|outstanding|unfinished) (?:tasks?|to-?dos?|items?|work|issues?|steps?|points?)\b"
    r"|(?:任务|待办|步骤|工作|事项)(?:都|全部|均|全)*已?完成|没有(?:任何)?(?:未完成|待办|遗留|剩余|未决)|无(?:待办|遗留|未完成)|(?:pending|to-?dos?|remaining|outstanding|unfinished|(?:next|left|open)\b)[\w *-]{0,20}[:：\n]\W*(?:none|nothing|n/a)\W*$"
    r"|(?:待办|未完成|剩余|遗留|待处理|下一步)[^，。：:\n]{0,6}[:：\n]\W*(?:无|没有|暂无|空)\W*$"
)
"""How a summary says that nothing is open."""
_BUT = later(
    r"(?i)\b(?:other|else|besides|except|apart|beyond|further|explicit\w*|but|once|when|if|until|after|questions?|await\w*|wait\w*)\b|其[他它]|等(?!级)|另外|除|但|明确|之?后"
)
_SHORT = 60  # characters of a line that says no more than that there is nothing
ASIDE = later(r"\([^()]{25,300}\)|（[^（）]{12,150}）")
"""What a sentence adds about something else."""
_DAYS = later(
    r"(?i)\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:tomorrow|tonight|next (?:week|month|release))\b|周[一二三四五六日]|明天|今晚|下周|下个?版本"
)
_MATCH = 0.75  # of a task's telling words stand in an item of the summary, and the other way round half of the item's


_LETTERED = r"(?:plan|option|step|phase|task|variant|approach|idea|part|item|milestone) [a-z0-9]{1,3}\b"
_LETTERED_ZH = r"(?:方案|计划|步骤|任务|选项|阶段)\s*[A-Za-z0-9一二三四五六七八九十]{1,3}"
_NAMES = later(rf"(?i)\b{_LETTERED}|{_LETTERED_ZH}")
_CANCELS = later(
    rf"(?i)\b(?:cancel|forget(?: about)?|drop|scrap|abandon|skip|stop|no more|call off)\w* (?:with )?(?:the |our )?({_LETTERED})"
    rf"|(?:取消|放弃|不要做|别做|不做|停止|算了)\s*({_LETTERED_ZH})"
)


class Cancellations:
    """What humans cancelled by its letter or number (``cancel plan B``), and did not take up again."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}

    def add(self, event: int, text: str) -> None:
        """Listen to one human text."""
        cancelled = {_plain(match[1] or match[2]) for match in _CANCELS.finditer(text[:20_000])}
        for match in _NAMES.finditer(text[:20_000]) if self.names else ():
            if _plain(match[0]) not in cancelled:
                self.names.pop(_plain(match[0]), None)
        self.names.update(dict.fromkeys(sorted(cancelled), event))

    def revived(self, summary: str) -> list[State]:
        """The open items of a summary that carry the name of something cancelled."""
        items = [item for item in listed(summary) if item.open] if self.names else []
        found: list[State] = []
        for name, event in self.names.items():
            item = next((item for item in items if name in map(_plain, _NAMES.findall(item.text))), None)
            if item is not None:
                found.append(State(item.text, "cancelled_listed_open", item.text, event))
        return found


def _plain(name: str) -> str:
    return " ".join(name.lower().split())


class State(NamedTuple):
    """A task whose state the summary turned round: ``done_listed_open``, ``open_listed_done``, ``cancelled_listed_open``
    or ``listed_twice`` (as open and as done)."""

    task: str
    status: str
    item: str
    event: int | None


class Listed(NamedTuple):
    """One item that a summary lists under a heading about open or done work."""

    text: str
    open: bool


@lru_cache(maxsize=4)
def listed(summary: str) -> tuple[Listed, ...]:
    """The items that a summary lists as open or as done: bullets under a heading about such work, and ticked boxes."""
    found: list[Listed] = []
    for sentence, kind, line in sections(summary):
        text = sentence.of(summary)
        tick = TICKED.match(line.lstrip("-* ")) or TICKED.match(line)
        if tick:
            mark = tick[1] or tick[2]
            found.append(Listed(TICKED.sub("", text).strip(), mark not in ("x", "X", "✅", "☑", "✔")))
        elif kind not in (WORDS, RULES, COPY) and (within := inline.entries(text)):
            found += [Listed(one, state == OPEN) for one, state in within if not _NOTHING.match(one)]
        elif kind == OTHER and BULLET.match(line) and _OPEN_STATE.search(text):
            found.append(Listed(text, True))
        elif (
            kind in (OPEN, DONE)
            and not line.rstrip().endswith((":", "："))
            and BULLET.match(line)
            and not _NOTHING.match(text)
            and not _COMMAND.match(text)
        ):
            before = line[: line.find(text.split("\n", 1)[0])]
            if not before.strip(" \t>-*+•·0123456789.)、(（"):  # the item itself, and no second sentence of it
                found.append(Listed(text, kind == OPEN))
    return tuple(found)


def task_states(summary: str, work: Work, last_change: int = -1) -> list[State]:
    """The tasks whose state in the summary is not their state in the record.

    ``last_change`` is the event of the last edit: a task that was begun, and after which something was changed, may
    well be done although its list does not say so yet.
    """
    items = [(item, telling(item.text)) for item in listed(summary)]
    found: list[State] = []
    for task in work.tasks:
        wanted = telling(task.text)
        for item, known in items:
            if not _same(wanted, known):
                continue
            if item.open and _PAST.search(item.text[:80]):
                continue
            if item.open and task.status == "completed":
                found.append(State(task.text, "done_listed_open", item.text, task.event))
            elif item.open and task.status == "cancelled":
                found.append(State(task.text, "cancelled_listed_open", item.text, task.event))
            elif not item.open and task.open and not (task.status == "in_progress" and last_change > task.event):
                found.append(State(task.text, "open_listed_done", item.text, task.event))
            else:
                continue
            break
    found += _told_done(summary, work, last_change, {state.task for state in found})
    return found + _cancelled(items, work) + _twice(items)


def _told_done(summary: str, work: Work, last_change: int, named: Container[str]) -> list[State]:
    """Open tasks of which a sentence of the summary tells as of something done; or one that says that all are."""
    open_ = [
        (task, telling(task.text))
        for task in work.tasks
        if task.open and task.text not in named and not (task.status == "in_progress" and last_change > task.event)
    ]
    if not open_:
        return []
    listed_open = {item.text for item in listed(summary) if item.open and not says_done(item.text)}
    found: list[State] = []
    for sentence, known in zip(split(summary), tellings(summary), strict=True):
        text = sentence.of(summary)
        if sentence.kind not in (Kind.CODE, Kind.HEADING) and text not in listed_open and says_done(text):
            found += [
                State(task.text, "open_listed_done", text, task.event)
                for task, wanted in open_
                if len(wanted) > 1 and overlap(wanted, known) >= _MATCH
            ]
    if none := none_open(summary):
        found += [State(task.text, "open_listed_done", none, task.event) for task, _ in open_]
    return list({state.task: state for state in reversed(found)}.values())[::-1]


@lru_cache(maxsize=4)
def none_open(summary: str) -> str:
    """The words by which a summary says that nothing is open, if it lists nothing that is; else none."""
    if any(item.open and not says_done(item.text) for item in listed(summary)):
        return ""
    for sentence, kind, _ in sections(summary):
        text = sentence.of(summary)
        bare = kind == OPEN and len(text) < _SHORT and _NOTHING.match(text)
        if (bare or _ALL_DONE.search(text)) and kind not in (WORDS, RULES, COPY) and not _BUT.search(text):
            return text
    return ""


def says_done(sentence: str) -> bool:
    """Whether a sentence tells of something as done."""
    said = ASIDE.sub(" ", _ALL_DONE.sub(" ", sentence))
    return _SAYS_DONE.search(said) is not None and not _NOT_YET.search(said)


def speaks_of_tasks(summary: str) -> bool:
    """Whether a summary says of anything that it is open or done, so that the state of the work is worth knowing."""
    return bool(listed(summary) or none_open(summary)) or any(says_done(s.of(summary)) for s in split(summary))


_NUMBERED = later(r"[0-9]")


def _same(one: set[str], other: set[str]) -> bool:
    return len(one) > 1 and overlap(one, other) >= _MATCH and overlap(other, one) >= 0.5


def _cancelled(items: Sequence[tuple[Listed, set[str]]], work: Work) -> list[State]:
    """What a human took back and the summary lists as open."""
    found: list[State] = []
    for closed in work.closed:
        if not re.search(r"(?i)cancel|took back|taken back|withdr|drop|revok", closed.why):
            continue
        wanted = telling(closed.text)
        for item, known in items:
            if item.open and _same(wanted, known) and not same_day(closed.text, item.text):
                found.append(State(closed.text, "cancelled_listed_open", item.text, closed.event))
                break
    return found


def same_day(closed: str, item: str) -> bool:
    """Whether an item names the day to which a human put it off."""
    return not {day.lower() for day in _DAYS.findall(closed)}.isdisjoint(day.lower() for day in _DAYS.findall(item))


def _told_apart(one: str, other: str) -> bool:
    """Whether each of two texts has a letter or a number by itself that the other has not: ``module A``, ``module F``."""
    marks, others = (
        {word for word in words(text) if (len(word) == 1 and word.isascii()) or _NUMBERED.search(word)}
        for text in (one, other)
    )
    return not marks <= others and not others <= marks


def _twice(items: Sequence[tuple[Listed, set[str]]]) -> list[State]:
    """The same item listed as open and as done."""
    done = [(item, known) for item, known in items if not item.open]
    found: list[State] = []
    for item, known in items:
        alike = (one for one, other in done if _same(known, other) and _same(other, known))
        if item.open and any(not _told_apart(item.text, one.text) for one in alike):
            found.append(State(item.text, "listed_twice", item.text, None))
    return found
