"""Standing rules: what humans, system prompts and memory files said is always or never to be done.

What becomes of one in a summary is told by ``stated``.
"""

# ruff: noqa: E501
from __future__ import annotations

import re
from typing import NamedTuple

from threefold.auditing.phrases import telling
from threefold.auditing.summary import split
from threefold.text.later import later
from threefold.text.sentences import Kind, sentences

_LONGEST = 400  # characters of a sentence that can be a rule
_MOST = 400  # rules of one session that are kept
_STRONG = later(
    r"(?i)\b(?:never|always|must(?: not)?|mustn'?t|do not|don'?t|under no circumstances|at all times|every time|whenever|from now on"
    r"|make sure|ensure|be sure|require[sd]?|mandatory|forbidden|prohibited|not allowed|no longer|read-?only|research only"
    r"|only (?:use|edit|touch|change|run|read|write|in|on|to|through|under|from|between|after|with|by|via|if|when)"
    r"|without (?:\w+ing|any)|no (?:need to )?(?:commits?|push\w*|edits?|changes?|comments?|emojis?|co-authored|force)"
    r"|at most|no more than|(?:must|may|should) not exceed|limited to|cap (?:this|the|for|of|is|on)|budget cap"
    r"|(?:on|for|in|after|before) (?:every|each) \w+|keep \w+ (?:\w+ ){0,3}(?:under|below|within|in sync)"
    r"|remember (?:to|that)|keep (?:in mind|all|the)|stick to|prefer\w*|important)\b|^(?:please )?only\b|\bonly\.?$"
    r"|必须|务必|一定要|不要|不能|不许|不得|不准|禁止|严禁|切勿|请勿|别(?![的人处]|墅)|始终|总是|永远|每次|以后|从现在起|只能|只准|优先|尽量|统一用|一律"
)
_CONSTRAINTS = later(
    r"(?i)\b(?:constraints?|must(?: not)?|rules?|requirements?|guardrails?|do not|preferences)\b|约束|规则|限制|要求|禁止"
)
LABEL = later(r"^(?:[A-Z][A-Za-z]*(?: [A-Za-z]+){0,3}|[\u4e00-\u9fff]{2,8})[:：]\s*")
_FORMAT = later(
    r"(?i)\b(?:(?:answer|respond|reply|write|output|format|return|speak)(?: \w+){0,3} (?:in|as|with|using) (?:markdown|json|yaml|english|chinese|"
    r"german|french|spanish|portuguese|japanese|korean|bullet|plain text|tables?|html|xml|csv)|(?:markdown|json|yaml) (?:output|format|only))\b"
    r"|(?:用|使用|以)(?:中文|英文|Markdown|JSON|表格)(?:回复|回答|输出|写|格式)?"
)
_ORDER = later(
    r"(?i)\bfirst\b.{1,120}\b(?:then|and then|before|after)\b"
    r"|\b(?:run|do|check|test|ask|commit|build|lint)\b.{1,80}\bbefore\b(?! and after)|先.{1,60}(?:再(?![说看议])|然后|后)"
)
_TELLS = later(
    r"(?i)(?<![\w.])(?!(?:please|and|but|or|so|just|also|then|you|we|i|to|that)\b)[\w.]+ (?:do not|don'?t)\b"
    r"|\b(?:we|i) (?:do not|don'?t) (?:need|have|know|think|see|remember|mind|care)\b"
)
"""Not an order, but how something is: ``old files don't load``, ``we don't need it any more``."""
_ARROWS = later(r"\s*(?:->|→|⇒|=>)\s*")
_QUESTION = later(
    r"[?？]\s*$|^(?i:can|could|why|what|how|is|are|do (?:you|we|i|they)|does|did|should|would|where|when) "
)
_LITERAL = later(
    r"`([^`\n]{1,80})`|\"([^\"\n]{2,60})\"|“([^”\n]{2,60})”|([\w.+-]{1,64}@[\w.-]{2,64}\w)|(\d[\d,.:]*\d|\d)(?![\w/])"
    r"|((?:[A-Za-z0-9_]+[-./_]){1,8}[A-Za-z0-9_]+|(?<![\w-])--?[a-z][a-z-]+|\b[A-Z][A-Z0-9_]{2,})"
)
_INJECTED = later(r"(?i)<[a-z_-]*(?:hook|reminder|instruction|rules|context)[a-z_-]*>|\bhook\b|always|never|must")
_PAST = later(r"(?i)\b(?:was|were|did|had|worked|stopped|happened|got|went|showed|failed)\b")
_MEMORY = later(
    r"(?i)\b(?:CLAUDE|AGENTS|GEMINI|COPILOT|CONTEXT|project-context)[\w.-]*\.md\b|codebase and user instructions|# ?(?:project|user) (?:rules|instructions)"
)


class Rule(NamedTuple):
    """One standing rule. ``source`` is ``human``, ``system``, ``memory`` or ``harness``; ``strong`` says that a word of
    obligation stands in it."""

    text: str
    source: str
    event: int
    strong: bool
    steps: tuple[str, ...] = ()


def rules(text: str, source: str, event: int) -> list[Rule]:
    """The standing rules that a text of this source states."""
    found: list[Rule] = []
    if source in ("harness", "system") and _MEMORY.search(text[:4000]):
        source = "memory"
    elif source == "harness" and not _INJECTED.search(text[:400]):
        return []  # a command's own instructions, which bind while it runs
    for sentence in sentences(text):
        words = sentence.of(text)
        if sentence.kind is Kind.CODE or sentence.kind is Kind.HEADING or not 6 <= len(words) <= _LONGEST:
            continue
        stated = _TELLS.sub(" ", LABEL.sub("", words))
        strong, shaped = _STRONG.search(stated) is not None, _FORMAT.search(stated) is not None
        steps = _steps(words)
        ordered = bool(steps) or (_ORDER.search(words) is not None and not _PAST.search(words))
        if not (strong or shaped or ordered) or _QUESTION.search(words) or not telling(words):
            continue
        found.append(Rule(words, source, event, strong or shaped, steps))
        if len(found) >= _MOST:
            break
    return found


def _steps(words: str) -> tuple[str, ...]:
    """The steps of an order written with arrows: three or more, each a few words."""
    steps = tuple(step.strip() for step in _ARROWS.split(words) if step.strip()) if _ARROWS.search(words) else ()
    return steps if len(steps) > 2 and all(len(step.split()) <= 8 and "/" not in step for step in steps) else ()


_CLAUSE = later(r"(?<=\S)(?:[,;]\s+|\s+[—–]\s+|[，；]\s*)(?:(?:and|but|so)\s+)?", re.IGNORECASE)
_REASON = later(
    r"(?i)(?:^|[,;，；]?\s*)(?:\b(?:otherwise|or else|because|since|so that|as (?:it|that|this|they|we)|the reason is)\b|因为|否则|不然|以免|免得).*",
    re.DOTALL,
)
_TELLING_CLAUSE = later(
    r"(?i)(?:it|they|that|this|he|she|(?:\w+ ){1,3}(?:is|are|was|were|has|have|will|would|owns?|needs?))\b|(?:it|that|they|we)'(?:s|re|ll)\b"
)
"""A clause behind a rule that says why, or how things are: ``they load it at start``."""
_CONDITION = later(r"(?i)(?:when|whenever|if|before|after|for|on|in|while|unless|once|until|at)\b|如果|每次|当|在")


def core(rule: str) -> str:
    """The clauses of a rule that bind, without what leads up to them and without the reasons behind them.

    ``The code is in a.py, look at it first, but do not change the config`` binds in its last clause alone.
    """
    stated = LABEL.sub("", rule)
    short = _REASON.sub("", stated)
    if not _binds(short):
        short = stated
    clauses = _CLAUSE.split(short)
    first = next((index for index, clause in enumerate(clauses) if _binds(clause)), 0)
    if first and _CONDITION.match(clauses[first - 1]):
        first -= 1
    rest = [one for one in clauses[first + 1 :] if _binds(one) or not _TELLING_CLAUSE.match(one)]
    return ", ".join([clauses[first], *rest]).strip()


def _binds(clause: str) -> bool:
    return any(pattern.search(_TELLS.sub(" ", clause)) for pattern in (_STRONG, _FORMAT, _ORDER))


def constraints(summary: str) -> list[str]:
    """The obligations and prohibitions that a summary lists under a heading about rules or constraints."""
    found: list[str] = []
    inside = False
    for sentence in split(summary):
        words = sentence.of(summary)
        line = summary[summary.rfind("\n", 0, sentence.start) + 1 : sentence.end]
        heading = not line[:1].isspace() and line.rstrip().endswith((":", "：")) and len(line) < 80
        if sentence.kind is Kind.HEADING or heading:
            inside = _CONSTRAINTS.search(words) is not None
        elif not inside or sentence.kind is Kind.CODE or not 6 <= len(words) <= _LONGEST:
            continue
        elif _STRONG.search(LABEL.sub("", words)):
            found.append(words)
    return found


def literals_of(rule: str) -> list[str]:
    """What a rule names to the letter: what stands in quotes or backticks, flags, paths, names in capitals."""
    found = [next(group for group in match.groups() if group) for match in _LITERAL.finditer(rule)]
    return [
        value
        for value in found
        if value.upper()
        not in ("IMPORTANT", "NEVER", "ALWAYS", "MUST", "NOT", "DO", "ONLY", "ALL", "ANY", "THE", "AND")
    ]
