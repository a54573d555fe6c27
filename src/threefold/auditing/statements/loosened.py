"""Sentences of a summary that loosen a rule, or widen it: they permit what it forbids by name, leave to choice what it
asks for, add to what it alone lets in, or tell of everything what it asks of a part."""

# ruff: noqa: E501
from __future__ import annotations

from functools import lru_cache

from threefold.auditing.facts.choices import NAME, PATH, values
from threefold.auditing.facts.phrases import chinese, negative
from threefold.auditing.statements.poles import ONLY, bars, depends, parts
from threefold.auditing.statements.rules import LABEL, bindings, clauses_of
from threefold.auditing.statements.stages import Stage, stage_of
from threefold.auditing.statements.subjects import about
from threefold.text.later import later

_LETS = later(
    r"(?i)^(?P<what>.{2,60}?) (?:is|are) (?:fine|ok|okay|welcome|allowed|permitted|encouraged|acceptable|accepted)\b(?! (?:only|if|when|once|after|in|on|for|from|as long)\b)"
    r"|\b(?:may|can|(?:is|are) (?:free|allowed) to|feel free to|ok(?:ay)? to) (?:also )?(?:be )?(?:use|used|add|added|have|include|included|contain|put)?\s?(?P<use>[\w .-]{2,40})"
    r"|可以?(?:使用|用|带|加|写|放|有|含)(?P<han>[^，,。；;]{1,12})"
)
"""How a sentence permits a thing."""
_PERMITS = later(
    r"(?i)\b(?:may|can|allowed|ok(?:ay)?|fine|welcome|feel free|go ahead|after all)\b|可以|允许|没事|没关系|行吧|好吧"
)
"""How a person permits something later on."""
_LEAVES = later(
    r"(?i)\b(?:is|are|stays?|remains?) (?:optional|not (?:required|needed|mandatory|necessary)|up to (?:the )?\w+)\b|\bneed not (?:be|have)?\b|可以不|不必|无需|不强制|可选|可有可无|随意"
)
"""How it leaves something to choice."""
_ALL = later(
    r"(?i)\b(?:every|each|all|any) (?:(?:of )?(?:the|our|its) )?(?P<what>[\w-]+(?: (?!and\b|or\b)[\w-]+)?)|(?:所有|一切|任何|全部)的?(?P<han>[\u4e00-\u9fff]{2,3}|[A-Za-z]+)"
)
_PART_OF = later(
    r"(?i)\b(?:if|when(?:ever)?|where) (?:an?|any|the) (?P<what>[\w-]+) (?P<which>[\w-]+(?: [\w-]+){0,3})"
    r"|\b(?P<these>[\w-]+s) (?:that|which|in|under|to|from|of|with|touching|for) (?P<such>[\w-]+(?: [\w-]+){0,2})"
    r"|(?:给|对|在|发给|面向|来自|涉及)?(?P<whose>[\u4e00-\u9fffA-Za-z]{2,8})的(?P<han>[\u4e00-\u9fff]{2,3}|[A-Za-z]+)"
)
"""How a rule holds for a part of some things alone: ``if a PR touches auth``, 给客户的邮件."""
_ANYTHING = later(r"(?i)\b(?:every|each|all|any|everything|no)\b|所有|一切|任何|全部")
_JOINED = later(r"(?i)\b(?:and|or|plus|as well as)\b|,|[和或与及、]|以及")
_BETWEEN = 12  # characters between two things that are joined
_FIRST_WORDS = 3


def loosens(rule: str, sentence: str) -> bool:
    """Whether a sentence loosens or widens a rule."""
    if depends(sentence) and not chinese(sentence):
        return False
    clauses = [clause for part in parts(LABEL.sub("", sentence)) for clause in clauses_of(part)]
    return (
        any(_lets(rule, one) or _leaves(rule, one) for one in clauses if not bars(one) or _LEAVES.search(one))
        or any(_adds(rule, one) for one in clauses_of(sentence))
        or _widens(rule, sentence)
    )


def released(rule: str, told: str, line: str) -> bool:
    """Whether a person said in a later sentence what a summary tells against a rule of theirs: they loosened it
    themselves, called it off, or spoke well of what it did not let in."""
    if line.rstrip().endswith(("?", "？")):
        return False
    if not bars(line) and not (_named(told) - _named(rule)).isdisjoint(_named(line)):
        return True
    wanted = about(rule)
    shared = wanted & about(line)
    if not shared:
        return False
    stage = stage_of(line, human=True)
    off = stage is not None and stage[0] is Stage.CANCELLED and 2 * len(shared) >= len(wanted)
    return off or (_PERMITS.search(line) is not None and not bars(line)) or loosens(rule, line)


def _named(text: str) -> set[object]:
    return {key for one in values(text) if one.kind in (NAME, PATH) for key in one.keys}


def _lets(rule: str, clause: str) -> bool:
    """Whether a clause permits what a part of a rule forbids by nothing but its name: ``no emojis``."""
    match = _LETS.search(clause)
    if match is None:
        return False
    what = about(match["what"] or match["use"] or match["han"])
    return any(what == about(one) or about(one) <= what for one in _barred(rule) if about(one))


@lru_cache(maxsize=1 << 10)
def _barred(rule: str) -> tuple[str, ...]:
    """The parts of a rule that forbid a thing and nothing besides."""
    found = (one for one in parts(rule) if bars(ONLY.sub(" ", one)) and not depends(one))
    return tuple(one for one in found if len(about(one)) == 1 and len(one.split()) <= _FIRST_WORDS)


def _leaves(rule: str, clause: str) -> bool:
    """Whether a clause leaves to choice what a clause of a rule asks for."""
    if not _LEAVES.search(clause) or _LEAVES.search(rule):
        return False
    what = about(_LEAVES.sub(" ", clause))
    asked = [one for one in bindings(rule) if not negative(one)]
    return bool(what) and any(what <= about(one) for one in asked)


def _adds(rule: str, clause: str) -> bool:
    """Whether a clause names another place or thing beside the one that a rule alone lets in."""
    if not ONLY.search(rule) or bars(ONLY.sub(" ", clause)) or not _JOINED.search(clause):
        return False
    ours = _named(rule)
    named = [one for one in values(clause) if one.kind in (NAME, PATH)]
    known = [one for one in named if not one.keys.isdisjoint(ours)]
    others = [one for one in named if one.keys.isdisjoint(ours) and one.kind == (known[0].kind if known else "")]
    if not known or not others:
        return False
    first, second = sorted((known[0], others[0]), key=lambda one: one.start)
    between = clause[first.end : second.start]
    return len(between) <= _BETWEEN and _JOINED.search(between) is not None and _same_deed(rule, clause, ours)


def _same_deed(rule: str, clause: str, names: set[object]) -> bool:
    """Whether a clause has a word for what may be done there that the rule has as well, or says that it may."""
    from threefold.auditing.statements.against import PERMITS

    if PERMITS.search(clause) or ONLY.search(clause):
        return True
    beside = {word for word in about(rule) if not any(word in str(name) for name in names)}
    return not beside.isdisjoint(about(clause))


def _widens(rule: str, sentence: str) -> bool:
    """Whether a sentence tells of every one of some things what a rule asks of those alone that are of a kind."""
    if _ANYTHING.search(rule):
        return False
    found = [(match["what"] or match["han"]).lower() for match in _ALL.finditer(sentence)]
    if not found:
        return False
    known = about(sentence)
    for match in _PART_OF.finditer(rule):
        thing = match["what"] or match["these"] or match["han"]
        which = about(match["which"] or match["such"] or match["whose"])
        same = any(about(one) & about(thing) or one == thing.lower() for one in found)
        if same and which and which.isdisjoint(known) and len(about(rule) & known) > 1:
            return True
    return False
