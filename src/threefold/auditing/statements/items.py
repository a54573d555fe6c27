"""What a summary gives as done or as open, item by item, with what each is about.

An item is a ticked box, a row of a table with a cell for its state, a name with its state behind it, a bullet under a
heading about done or open work, or a sentence that tells of something as done.
"""

# ruff: noqa: E501
from __future__ import annotations

import re
from typing import NamedTuple

from threefold.auditing.statements import inline
from threefold.auditing.statements.labels import own_label, without_label
from threefold.auditing.statements.late import NO_CLAIM, claim_of
from threefold.auditing.statements.rules import clauses_of
from threefold.auditing.statements.sections import BULLET, COPY, DONE, OPEN, RULES, WORDS, kind_of, sections
from threefold.auditing.statements.stages import Stage, stage_of
from threefold.auditing.statements.tasks import TICKED, says_done
from threefold.auditing.statements.things import topic
from threefold.text.later import later

_MOST = 400
_LONGEST = 1000  # characters of an item
_CELL = 30  # characters of a cell that tells a state
_STATE_BEGINS = 14  # characters behind a name within which its state begins
_NOT_DONE = (Stage.FAILED, Stage.OPEN, Stage.BACK, Stage.CANCELLED, Stage.PUT_OFF)
_OFF = (Stage.CANCELLED, Stage.PUT_OFF)
_ASIDE = later(r"\([^()]{0,300}\)|（[^（）]{0,200}）")
_KEPT = later(r"#\d|[0-9a-f]{7}")
"""What makes a short aside part of a name: an issue, a commit."""
_NAMED = later(r"^(?:[^:：|—–\n]{2,80})(?:[:：]|\s[—–-]{1,2}\s)")
_HEADED = later(r"^[^\n]{1,60}[:：][ \t]*\n\s*")
_FILE = later(r"\w\.[a-z]\w{0,4}$|^\d{6,}$|^(?=[a-f]*\d)[0-9a-f]{7,}$")
"""What names a thing of itself: a file, a long number, a commit."""
_AUTHORS = later(
    r"(?i)\b(?:fix|add|edit|change|write|wrote|implement|refactor|replace|rewrite|rename|move|create|update|extend|remove|sort|clean|document|repair|introduce|wire|correct|adjust|set|raise|lower|turn|convert|switch)\w*\b|修|改|加|写|换|补|重构|实现|删"
)
"""Deeds that an edit of a file may be."""
_UNDOES = later(r"(?i)\bhad\b|\brevert|\broll(?:ed)?[- ]?back|回滚|撤[回销]|回退")
_NO_ITEM = later(
    r"(?i)只有|只对|会继续|^\W*(?:tried|none|n/a|nothing|no |undecided|无|没有|暂无)|[?？]\W*$|\b(?:by|for) (?:the )?(?:user|human)|\b(?:user|himself|herself|themselves)\b|by hand|用户"
    r"|^\W*(?:current (?:work|state|status)|status|progress|next(?: steps?)?)\b.{0,3}[:：]|\b(\d+) ?(?:of|/) ?(?!\1\b)\d+\b"
)
"""What is a question, a human's own, a part of a whole, or says that there is nothing."""
NOT_YET = later(
    r"(?i)\b(?:(?:is|are|was|were|has|have)(?:n't| not)(?: yet)?(?: been)? \w+(?:ed|en|un|ne|nt|lt|de|ut)\b|still (?:to be|(?:has|have|needs?) to|open|missing|outstanding)|(?:is|are) (?:still )?to be \w+|yet to be|has yet to|not yet \w+|not \w+(?:ed|de|ne|nt|lt|en|un) yet|(?:does|do)(?:n't| not) \w+ yet)|尚未|还[没未需要]|仍(?:未|需|有.{1,12}[待等]|要|在等|待)|等待|有待|未(?!来|经|知|必)|没有?(?=[做写发跑改测画交提部迁建传])"
)
"""How a sentence says outright that something was not done yet."""
_STILL = later(r"(?i)\bto be \w+ed\b|\bstill (?:to|needs|open|has)\b|\bneeds\b|待|需要|还要")
"""How what failed is given as something that is to be done."""
_WHY = later(
    r"(?i)\b(?:because|since|so that|before|until|unless|if|when|while|which|why)\b|因为|所以|之前|如果|时(?=[，,])|的话|导致"
)
"""How it says so of what was, or of what might be."""
_TELLS = later(
    r"(?i)\b(?:has|have|was|were|is|are) (?:now |already |all )*(?:been )?\w+ed\b|已|[好完过掉]了|全部.{1,4}完"
)
"""How a sentence among rules tells what became of something."""
_LAYS_DOWN = later(
    r"(?i)\b(?:must|shall|should|never|always|only|don'?t|do not|may not|not allowed|no \w+ing|please)\b|不许|不得|不要|不能|不可|禁止|必须|别|只(?:能|准|许)|一律|务必|请"
)
"""How a sentence among rules is one."""
_BEFORE = later(r"(?i)\bbefore\b|\banything\b|之前")
_TODO = later(r"(?i)^\W*(?:to-?do|still (?:open|to do)|pending|open|待办|未完成|还没做)\s*[:：]\s*")
"""How a line begins that tells of itself that it is open."""
_PARTS = later(r"[;；]\s*")
_KEYED = later(
    r"\"([A-Za-z_ \u4e00-\u9fff]{2,30})\"\s{0,4}:\s{0,4}\[((?:\s{0,20}\"[^\"\n]{2,300}\"\s{0,4},?){1,40})\s{0,20}\]"
)
_STRING = later(r"\"([^\"\n]{2,300})\"")
"""A list of a summary that is written as JSON."""
_BY_ME = later(r"[由等]?我(?:自己)?来")
"""Who writes a summary tells with it of its own work."""
_YAML = later(r"^([A-Za-z][\w -]{1,40}):\s*\"([^\"\n]{2,400})\"$")
_TICKS = later(r"(?<=\S)\s+(?=\[[ xX]\]\s)")
_SO_THAT = later(r"(?i)\b(?:so that|that|where|how|which|what)\b.*|，?以便.*")


class Item(NamedTuple):
    """One item: its text, whether it is given as done, and topics: of its name, of each of several clauses and of the
    files it names, of all of it, and of what stands in front of a colon. ``edits``: an edit of a file may be all of it; ``ruled``: it stands among rules."""

    text: str
    done: bool
    core: frozenset[str]
    parts: tuple[frozenset[str], ...]
    whole: frozenset[str]
    head: frozenset[str]
    label: str
    edits: bool
    ruled: bool = False


def items(summary: str) -> list[Item]:
    """The items of a summary, in order."""
    found: list[Item] = []
    going_on = ""
    for sentence, kind, line in sections(summary):
        if kind in (WORDS, COPY) or len(found) == _MOST:
            continue
        if line.lstrip().startswith("|"):
            found += _of_row(line[:_LONGEST])
            continue
        raw = sentence.of(summary)
        if kind != RULES and "<" not in raw and (within := inline.entries(_HEADED.sub("", raw.strip()), going_on)):
            going_on = within[-1][1] if raw.endswith(("；", ";")) else ""
            found += [
                item for text, state in within if not _NO_ITEM.search(text) for item in _of_line(text, state, None)
            ]
            continue
        going_on = ""
        if len(several := _TICKS.split(line.strip())) > 1:
            ticked = ((TICKED.sub("", one).strip(), TICKED.match(one)) for one in several)
            found += [item for text, tick in ticked if tick and text for item in _of_line(text, "", tick)]
            continue
        text = TICKED.sub("", _HEADED.sub("", raw.strip())).strip()
        whole, text = text, _YAML.sub(r"\1: \2", text)
        if (
            not text
            or len(text) > _LONGEST
            or _NO_ITEM.search(text)
            or text[:1] in '"“「『`'
            or text[-1:] in '"”」]:：'
        ):
            continue
        first = text.split("\n", 1)[0]
        if kind == RULES and (_LAYS_DOWN.search(text) or not (NOT_YET.search(text) or _TELLS.search(text))):
            continue
        bullet = BULLET.match(line) and not line[: max(0, line.find(first))].strip(" \t>-*+•·0123456789.)、(（")
        tick = TICKED.match(line.lstrip("-* ")) or TICKED.match(line)
        todo = _TODO.match(text) if bullet and kind not in (OPEN, DONE) else None
        if todo:
            found += _of_line(text[todo.end() :], OPEN, tick)
        else:
            new = _of_line(text, kind if bullet else "", tick)
            new = new if whole is text else [item._replace(text=whole) for item in new]
            found += [item._replace(ruled=True) for item in new] if kind == RULES else new
    found += [item for text, state in inline.tagged(summary) for item in _of_line(text, state, None)]
    for keyed in _KEYED.finditer(summary):
        if (kind := kind_of(keyed[1].replace("_", " "))) in (OPEN, DONE):
            found += [item for text in _STRING.findall(keyed[2]) for item in _of_line(text, kind, None)]
    return found[:_MOST]


def _of_row(line: str) -> list[Item]:
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    states = ((cell, at) for cell in cells[1:] if len(cell) <= _CELL and (at := _at(cell)))
    told, at = next(states, ("", None))
    if at is None:
        return [item for cell in cells[1:] for part in _PARTS.split(cell) for item in _of_line(part.strip(), "", None)]
    name = " ".join(cell for cell in cells[:2] if cell != told)
    at = (Stage.OPEN, *at[1:]) if at[0] is Stage.FAILED else at
    return _item(line.strip().strip("|").strip(), at[0], name, own_label(f"{cells[0]}|"))


def _of_line(text: str, kind: str, tick: re.Match[str] | None) -> list[Item]:
    label = own_label(text)
    bare = without_label(text) if label else text
    own = own_stage(bare)
    if tick:
        done = (tick[1] or tick[2]) in ("x", "X", "✅", "☑", "✔")
        stage = own if own in (_NOT_DONE if done else _OFF) else Stage.DONE if done else Stage.OPEN
        return _item(text, stage, bare, label)
    named = _NAMED.match(bare)
    at = _at(_ASIDE.sub(" ", bare[named.end() :]).strip()[:60]) if named else None
    if named and at and at[1] < _STATE_BEGINS:
        behind = own_stage(bare[named.end() :])
        stage = behind if behind in (Stage.FAILED, Stage.BACK) else at[0]
        stage = Stage.OPEN if stage is Stage.FAILED and _STILL.search(bare, named.end()) else stage
        return _item(text, stage, bare[: named.end()], label, bare)
    if kind == OPEN:
        own = own_stage(_ASIDE.sub(" ", bare))
        claimed = (
            says_done(_SO_THAT.sub("", _ASIDE.sub(" ", bare))) and claim_of(bare).done and not NO_CLAIM.search(bare)
        )
        return _item(
            text,
            own if own is Stage.CANCELLED else Stage.DONE if claimed and own is Stage.DONE else Stage.OPEN,
            bare,
            label,
        )
    if kind == DONE:
        return _item(text, own if own in _NOT_DONE else Stage.DONE, bare, label)
    if own is Stage.OPEN and NOT_YET.search(bare) and not _WHY.search(bare):
        return _item(text, Stage.OPEN, bare, label)
    if (
        own is Stage.DONE
        and not (NO_CLAIM.search(bare) or _BEFORE.search(bare))
        and (claim_of(bare).done or says_done(bare))
    ):
        done_ones = [clause for clause in clauses_of(bare) if tells_done(clause) and topic(clause)]
        return _item(text, Stage.DONE, ", ".join(done_ones), label, bare) if done_ones else []
    return []


def _item(text: str, stage: Stage | None, name: str, label: str, whole: str = "") -> list[Item]:
    plain = _ASIDE.sub(lambda aside: aside[0] if len(aside[0]) < _CELL and _KEPT.search(aside[0]) else " ", name)
    core = topic(plain) or topic(name)
    done = stage is Stage.DONE
    if not (core or label) or stage not in (Stage.DONE, Stage.OPEN, Stage.RUNNING) or (done and _UNDOES.search(text)):
        return []
    everything = topic(whole or text)
    parts = [one for clause in clauses_of(plain) if (one := topic(clause))] if done else []
    several = [one for one in parts if len(parts) > 1 and sum(not word.isdigit() for word in one) > 1]
    files = frozenset(word for word in everything if _FILE.search(word) and word not in core)
    head = _NAMED.match(whole or name)
    return [
        Item(
            text, done, core, (*several, files) if files else tuple(several), everything,
            topic(head[0]) if head else frozenset(), label, _AUTHORS.search(name) is not None,
        )
    ]  # fmt: skip


def own_stage(text: str) -> Stage | None:
    """The stage that a text gives itself: done only where no clause says otherwise."""
    stages = [at[0] for clause in clauses_of(text.replace("（", "，").replace("(", ", ")) if (at := _at(clause))]
    other = [one for one in stages if one not in (Stage.DONE, Stage.RUNNING)]
    return other[0] if other else stages[0] if stages else None


def tells_done(clause: str) -> bool:
    """Whether a clause tells of something as done."""
    at = stage_of(clause)
    return at is not None and at[0] is Stage.DONE


def _at(clause: str) -> tuple[Stage, int, int] | None:
    clause = _BY_ME.sub("", clause)
    off = stage_of(clause, human=True)
    return off if off and off[0] is not Stage.DONE else stage_of(clause)
