"""Standing rules: what humans, system prompts and memory files said is always or never to be done.

A rule has survived a compaction when its literals and its polarity stand together in one sentence of the summary; an
order of steps, when the steps stand there in that order. Everything else is a rule the next model may not know.
"""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from threefold.auditing.phrases import negative, overlap, stem, telling
from threefold.auditing.summary import split, tellings
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
_HEDGED = later(
    r"(?i)\b(?:when(?:ever)? (?:possible|you can|practical|convenient)|if possible|try (?:not )?to|mostly|mainly|usually|generally|typically|ideally"
    r"|where practical|as needed|discouraged|should (?:avoid|usually)|be (?:careful|cautious|mindful)|recommended|optional(?:ly)?|close to|"
    r"prefer(?:s|red|ably)?|consider|in most cases|as a guideline)\b|尽量|最好|建议|一般|通常|尽可能"
)
_LIFTED = later(
    r"(?i)\b(?:no longer|not (?:required|needed|necessary|apply)|need not|(?:don'?t|doesn'?t|does not|do not) (?:need|apply)|no need|dropped|lifted"
    r"|waived|relaxed|can be (?:skipped|ignored|bypassed)|feel free|is fine|are fine|as (?:much|many) as|never|not just|or outside)\b|不再|无需|不必|取消了"
)
_INSTEAD = later(
    r"(?i)\b(?:instead of|rather than|in place of|and not|,? not|avoid(?:ing)?) (?:the |a |any |use |using )?([\w-]+)"
)
_CONSTRAINTS = later(
    r"(?i)\b(?:constraints?|must(?: not)?|rules?|requirements?|guardrails?|do not|preferences)\b|约束|规则|限制|要求|禁止"
)
_LABEL = later(r"^(?:[A-Z][A-Za-z]*(?: [A-Za-z]+){0,3}|[\u4e00-\u9fff]{2,8})[:：]\s*")
_FORMAT = later(
    r"(?i)\b(?:(?:answer|respond|reply|write|output|format|return|speak)(?: \w+){0,3} (?:in|as|with|using) (?:markdown|json|yaml|english|chinese|"
    r"german|french|spanish|portuguese|japanese|korean|bullet|plain text|tables?|html|xml|csv)|(?:markdown|json|yaml) (?:output|format|only))\b"
    r"|(?:用|使用|以)(?:中文|英文|Markdown|JSON|表格)(?:回复|回答|输出|写|格式)?"
)
_ORDER = later(
    r"(?i)\bfirst\b.{1,120}\b(?:then|and then|before|after)\b"
    r"|\b(?:run|do|check|test|ask|commit|build|lint)\b.{1,80}\bbefore\b|先.{1,60}(?:再|然后|后)"
)
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
        stated = _LABEL.sub("", words)
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


class Stated:
    """The sentences of a summary, in the forms by which a rule is recognised."""

    def __init__(self, summary: str) -> None:
        self.lower = summary.lower()
        self.sentences = [s.of(summary) for s in split(summary)]
        self._words = tellings(summary)
        self._negative = [negative(words) for words in self.sentences]

    def survives(self, rule: Rule) -> bool:
        """Whether one sentence of the summary holds the rule's literals, most of its words, and its polarity."""
        if rule.steps:
            return any(_in_order(rule.steps, sentence.lower()) for sentence in self.sentences)
        wanted = telling(_LABEL.sub("", rule.text)) or telling(rule.text)
        literals = [value.lower() for value in literals_of(rule.text)]
        forbids = negative(rule.text)
        for sentence, known, denies in zip(self.sentences, self._words, self._negative, strict=True):
            if (forbids and not denies) or (not forbids and (_LIFTED.search(sentence) or _refuses(sentence, wanted))):
                continue
            if _HEDGED.search(sentence) and not _HEDGED.search(rule.text):
                continue  # a rule that was watered down to a preference
            lower = sentence.lower()
            if literals and not all(literal in lower for literal in literals):
                continue
            if overlap(wanted, known) >= (0.4 if literals else 0.6):
                return True
        return False

    def contradicts(self, rule: Rule) -> str:
        """The sentence that says the opposite of a rule in its own words, or an empty string."""
        if rule.steps:
            return ""
        wanted = telling(_LABEL.sub("", rule.text)) or telling(rule.text)
        literals = [value.lower() for value in literals_of(rule.text)]
        forbids = negative(rule.text)
        for sentence, known, denies in zip(self.sentences, self._words, self._negative, strict=True):
            turned = not denies if forbids else _LIFTED.search(sentence) is not None or _refuses(sentence, wanted)
            lower = sentence.lower()
            if turned and overlap(wanted, known) >= 0.6 and all(literal in lower for literal in literals):
                return sentence
        return ""


def _refuses(sentence: str, wanted: set[str]) -> bool:
    """Whether a sentence puts something in the place of what a rule wants: ``spaces instead of tabs``."""
    return any(stem(match[1].lower()) in wanted for match in _INSTEAD.finditer(sentence))


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
        elif _STRONG.search(_LABEL.sub("", words)):
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


def _in_order(steps: Sequence[str], sentence: str) -> bool:
    place = 0
    for step in steps:
        wanted = [word for word in re.findall(r"\w+", step.lower()) if len(word) > 2][-2:] or [step.lower().strip()]
        found = min((at for at in (sentence.find(word, place) for word in wanted) if at >= 0), default=-1)
        if found < 0:
            return False
        place = found + 1
    return True


_SOURCES = {"human": 0, "system": 1, "harness": 2, "memory": 3}


def lost_rules(found: Sequence[Rule], stated: Stated) -> list[Rule]:
    """The rules that did not survive: those of humans first, those of memory files, which are loaded again, last.

    Within a source, rules with a word of obligation come first, then the latest. Each rule is named once.
    """
    lost: dict[str, Rule] = {}
    for rule in found:
        key = " ".join(rule.text.lower().split())
        if (key not in lost or _SOURCES[rule.source] < _SOURCES[lost[key].source]) and not stated.survives(rule):
            lost[key] = rule
    return sorted(lost.values(), key=lambda rule: (_SOURCES[rule.source], not rule.strong, -rule.event))
