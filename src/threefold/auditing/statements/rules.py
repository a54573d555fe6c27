"""Standing rules: what humans, system prompts and memory files said is always or never to be done.

What becomes of one in a summary is told by ``stated``.
"""

# ruff: noqa: E501
from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from threefold.auditing.facts.phrases import telling
from threefold.auditing.statements.summary import split
from threefold.text.later import later
from threefold.text.sentences import Kind, sentences
from threefold.text.together import Together

_HEADING = 80  # characters of a heading at most
_LONGEST = 400  # characters of a sentence that can be a rule
_MOST = 400  # rules of one session that are kept
_STRONG = later(
    r"(?i)\b(?:never|always|not (?:before|until) (?:i|we|he|she|they|it|the|[A-Z]\w+)\b|must(?: not)?(?! (?:shrink|grow|become|reach|drop|fall|rise)\b)|mustn'?t|do not|don'?t|under no circumstances"
    r"|at all times|every ?time|whenever|from now on|(?:has|have) to (?:stay|remain)|avoid|off[- ]limits|stay away from|hands off"
    r"|make sure|ensure|be sure|(?:is|are) required|required to|mandatory|forbidden|prohibited|not allowed|no longer (?:use|run|edit)"
    r"|read-?only|research only"
    r"|only (?:use|edit|touch|change|run|read|write|in|inside|within|on|to|through|under|from|between|after|with|by|via|if|when)"
    r"|(?:send|touch|change|delete|remove|add|commit|push|publish|merge|say|tell|write|edit|deploy|install) (?:nothing|nobody|no one)"
    r"|(?:nobody|no one|nothing)(?: (?!(?:i|we|you|but|else|that)\b)[\w-]+){0,4} (?:may|can|should|is to|gets?|goes|leaves)|leave \w+(?: \w+){0,3} (?:alone|untouched|as (?:it|they) (?:is|are)|unchanged)"
    r"|(?:skip|leave|ignore|hold) \w+ (?:until|till)|i(?:'d| would) rather|(?:stop|abort|halt) (?:at|when|if|once|as soon as)|(?:ask|check with|wait for|tell) (?:me|us|[A-Z]\w+)(?: \w+){0,3} (?:before|first)"
    r"|without (?:\w+ing|any)|(?<=, )without (?:the|an?|my|our)|no (?:need to )?(?:commits?|push\w*|edits?|changes?|comments?|emojis?|co-authored|force)"
    r"|(?:^|[.;] )(?:all|every|each|any) (?:[\w-]+ ){1,4}?(?:needs?|requires?|must|should|gets?|has to|have to)|(?:^|[.;] )(?:if|when|whenever) (?:an?|any) [\w-]+ (?!(?:was|were|had|did)\b)[a-z]+s (?=\w)"
    r"|at most|no more than|max(?:imum|\.)?(?: of)? \d+|(?:but|and) no [\w-]+(?: [\w-]+)? (?:yet|for now|please)|before you [a-z]+|(?:must|may|should) not exceed|limited to|cap (?:this|the|it|for|on)|budget cap"
    r"|(?:on|for|in|after|before) (?:every|each) \w+|keep \w+ (?:\w+ ){0,3}(?:under|below|within|in sync)"
    r"|remember (?:to|that)|stays? (?:where|as (?:is|it|they)|put|unchanged|the same)|keep (?:all|the)|stick to|(?<!\w )for (?:the|all|any|every) [\w-]+(?: [\w-]+)?,? use|prefer\w*|important(?=[:,])|important (?:to|that))\b|^(?:please )?only\b"
    r"|(?:^|[,;] )no (?!(?:wait|problem|idea|worr|need|change|way|thank|error|issue|luck|rush|hurry|matter|doubt|wonder|one|longer|more|result|answer|reason|clue|difference)\w*\b)[a-z][\w-]*(?: [\w-]+)?(?=[.,;!]|$)"
    r"|\bonly(?=[.,;:)]|$)"
    r"|必须|务必|一定要|(?:所有|每个|每次|任何|全部)[^，。；]{1,20}都(?:要|得|需)|要(?:提前|先|记得|注意|打码|经过|征得)|之前(?:要|得|都|先(?=[给问跟让找和征通确]))|都(?:要|得)(?=[等先经问用走])|不要|(?<![能就却仍])不能|不许|不得|不准|不可以|禁止|严禁|切勿|请勿"
    r"|(?<![特分级类识区个辨告差性])别(?![的人处名称墅针致是])|保持不变|始终|总是|永远|每次|(?:^|[，。；\s])以后|以后(?:都|不|要|别|请)|从现在起|只能|只准|优先|尽量|统一(?:用|为|使用|成|采用)|一律"
)
_CONSTRAINTS = later(
    r"(?i)\b(?:constraints?|must(?: not)?|rules?|requirements?|guardrails?|do not|preferences)\b|约束|规则|限制|要求|禁止"
)
LABEL = later(
    r"^(?![^:：\n]{0,60}(?:\b(?:must|never|always|not|keep|stays?|only)\b|不|必须|保持|只))(?:[A-Z][A-Za-z]*(?: [A-Za-z]+){0,3}|[\u4e00-\u9fff]{2,8})[:：]\s*"
)
_FORMAT = later(
    r"(?i)\b(?:(?:answer|respond|reply|write|output|format|return|speak)(?: \w+){0,3} (?:in|as|with|using) (?:\w+ )?(?:markdown|json|yaml|english|chinese|"
    r"german|french|spanish|portuguese|japanese|korean|bullet|plain text|tables?|html|xml|csv)|(?:markdown|json|yaml) (?:output|format|only))\b|(?:^|[,;.:] )(?:and )?(?:figures?|plots?|charts?|numbers?|amounts?|dates?|times?|headings?|comments?|captions?|labels?|alt texts?|units?) (?:as|in|with|rounded to) (?:an? |the )?\w+"
    r"|^(?:all|every|each) (?:the |our |my )?[\w-]+(?: [\w-]+)? (?:in|as|with) (?:an? |the )?[\w-]+(?: [\w-]+)?[.;,!]?$|^(?:(?!\b(?:is|are|was|were|look\w*|search\w*|see\w*|appear\w*|found|have|has|it|i|we|they|this|that)\b)[^.;])*\b(?:everywhere|throughout)(?=[.,;!]|$)"
    r"|[用以][^，。；]{1,16}为单位|保留.{1,3}位小数|精确到|四舍五入|(?:用|使用|以)(?:中文|英文|Markdown|JSON|表格)(?:回复|回答|输出|写|格式)?"
)
_ORDER = later(
    r"(?i)\bfirst\b.{1,120}\b(?:then|and then|before|after)\b"
    r"|\b(?:run|do|check|test|ask|commit|build|lint)\b.{1,80}\bbefore\b(?! and after)|先.{1,60}(?:再(?![说看议])|然后|后)"
)
_TELLS = later(
    r"(?i)\b(?:do not|don'?t) (?:worry|bother|mind|panic|hesitate|rush|hurry)\b|(?<![\w.])(?!(?:please|and|but|or|so|just|also|then|you|we|i|to|that)\b)[\w.]*\w (?:do not|don'?t)\b"
    r"|\b(?:we|i) (?:do not|don'?t) (?:need|have|know|think|see|remember|mind|care)\b"
    r"|\b(?:it|that|this|there|he|she|they) must(?: have)? be(?:en)?\b"
    r"|(?<![\w.])(?!(?:please|and|but|or|so|just|also|then|to)\b)\w+ (?:always|never) \w*[a-rt-z]s\b|\b(?:they|these|those) (?:always|never) \w+"
)
"""Not an order, but how something is: ``old files don't load``, ``the second one always wins``, ``it must be a race``;
or a word to the listener that forbids nothing: ``don't worry about the tests``."""
_INFORMS = later(
    r"(?i)^\W*(?:(?:please|also|and|but|so|ok(?:ay)?|just)\b[\s,]*){0,3}(?:(?:keep|bear|have) in mind|remember|note|be aware|mind you|fyi|for your information|as a reminder)\b[,:]?"
    r"(?: also)?(?: that\b|(?<=[,:])|(?= (?:the|there|we|i|it|you|they|this|our|my)\b))|^\W*(?:请)?(?:记住|记得|注意|提醒一下|要知道)[，,：:]?(?!要|别|不要|先|把|用)"
)
"""How information is given: what follows is a rule only if it obliges, forbids or prefers something by itself."""
_EACH = later(r"(?i)\b(?:on|for|in|after|before) (?:every|each) \w+")
"""What makes an order a standing one, and a statement of fact none."""
_OF_ONE_TEXT = later(
    r"(?i)(?:^|\b(?:and|but|so) )(?:this|that|the) (?:\w+ )?(?:plan|doc|document|report|summary|note|handoff|hand-over|handover|message|mail|e-?mail|post|answer|article|description|prompt|ticket|issue|list|table|draft)"
    r" (?:must|has to|needs? to|should) (?:also )?(?:be|contain|include|cover|have|say|list|explain|describe|read|mention)\b"
)
"""What one text that is being written is to be like: the task at hand, and no standing rule."""
_WEAK = later(
    r"(?i)^(?:yes|no|ok)?[, ]*not (?:the )?[\w-]+,|, (?:and |but )?not (?!(?:sure|yet|really|that|only|just|a|an|because|even|much|necessarily)\b)[\w-]+|\b(?:instead of|rather than)\b|\bkeep\b|\bstays?\b|而不是|而非|，不是|保留|保持"
)
"""What sets one thing against another, or keeps it: lost without harm, but not to be turned round."""
_MUSES = later(
    r"(?i)^(?:(?:well|hmm|and|so),? )?(?:i (?:think|guess|suppose|wonder)|maybe|perhaps)\b|^(?:我觉得|我猜|也许|可能|大概)"
)
_ARROWS = later(r"\s*(?:->|→|⇒|=>)\s*")
_QUESTION = later(
    r"[?？]\s*$|^(?i:can|could|why|what|how|is|are|do (?:you|we|i|they)|does|did|should|would|where|when) "
)
_LITERAL = later(
    r"`([^`\n]{1,80})`|\"([^\"\n]{2,60})\"|“([^”\n]{2,60})”|(?<!\w)'([^'\n]{2,60})'(?!\w)|([\w.+-]{1,64}@[\w.-]{2,64}\w)|(\d[\d,.:]*\d|\d)(?![\w/])"
    r"|((?:[A-Za-z0-9_]+[-./_]){1,8}[A-Za-z0-9_]+|(?<![\w-])--?[a-z][a-z-]+|\b[A-Z][A-Z0-9_]{2,})"
)
_INJECTED = later(r"(?i)<[a-z_-]*(?:hook|reminder|instruction|rules|context)[a-z_-]*>|\bhook\b|always|never|must")
_PAST = later(r"(?i)\b(?:was|were|did|had|worked|stopped|happened|got|went|showed|failed)\b")
_MEMORY = later(
    r"(?i)\b(?:CLAUDE|AGENTS|GEMINI|COPILOT|CONTEXT|project-context)[\w.-]*\.md\b|codebase and user instructions|# ?(?:project|user) (?:rules|instructions)"
)


class Rule(NamedTuple):
    """One standing rule. ``source`` is ``human``, ``system``, ``memory`` or ``harness``; ``strong`` says that a word of
    obligation stands in it; ``weak`` that it is no rule by its words, and merely sets one thing against another."""

    text: str
    source: str
    event: int
    strong: bool
    steps: tuple[str, ...] = ()
    weak: bool = False


_SHAPES = Together(_OF_ONE_TEXT, _STRONG, _FORMAT, _ORDER, _WEAK)


def rules(text: str, source: str, event: int) -> list[Rule]:
    """The standing rules that a text of this source states."""
    found: list[Rule] = []
    search = _SHAPES.search
    if source in ("harness", "system") and _MEMORY.search(text[:4000]):
        source = "memory"
    elif source == "harness" and not _INJECTED.search(text[:400]):
        return []  # a command's own instructions, which bind while it runs
    for sentence in sentences(text):
        words = sentence.of(text)
        if sentence.kind is Kind.CODE or sentence.kind is Kind.HEADING or not 6 <= len(words) <= _LONGEST:
            continue
        informs = _INFORMS.match(words)
        stated = _TELLS.sub(" ", LABEL.sub("", _EACH.sub(" ", words[informs.end() :]) if informs else words))
        if search(_OF_ONE_TEXT, stated):
            stated = _OF_ONE_TEXT.sub(" ", stated)
        strong, shaped = search(_STRONG, stated) is not None, search(_FORMAT, stated) is not None
        steps = _steps(words)
        ordered = bool(steps) or (search(_ORDER, words) is not None and not _PAST.search(words) and not informs)
        weak = not (strong or shaped or ordered) and source == "human" and search(_WEAK, stated) is not None
        if (
            not (strong or shaped or ordered or weak)
            or _QUESTION.search(words)
            or _MUSES.match(words)
            or not telling(words)
        ):
            continue
        found.append(Rule(words, source, event, strong or shaped, steps, weak))
        if len(found) >= _MOST:
            break
    return found


def _steps(words: str) -> tuple[str, ...]:
    """The steps of an order written with arrows: three or more, each a few words."""
    steps = tuple(step.strip() for step in _ARROWS.split(words) if step.strip()) if _ARROWS.search(words) else ()
    return steps if len(steps) > 2 and all(len(step.split()) <= 8 and "/" not in step for step in steps) else ()


_CLAUSE = later(
    r"(?<=\S)(?:[,;]\s+|:\s+(?=(?:never|always|don'?t|do not|only|no)\b)|\s{1,4}(?:[—–]|--?)\s{1,4}|[，；]\s*|(?<=[\u4e00-\u9fff])[,;]\s*|[.!?]\s+(?=(?-i:[A-Z]))|[。！？]\s*(?=\S)"
    r"|\s{1,4}(?=(?:and|but) (?:please |also )?(?:never|always|don'?t|do not|only|no|keep|without)\b)|(?=但是?|不过))"
    r"(?:(?:and|but|so)\s+|但是?|不过)?",
    re.IGNORECASE,
)
_REASON = later(
    r"(?i)(?:^|[,;，；]?\s*)(?:\b(?:otherwise|or else|because|since|so that|as (?:it|that|this|they|we)|the reason is)\b|因为|否则|不然|以免|免得).*",
    re.DOTALL,
)
_TELLING_CLAUSE = later(
    r"(?i)(?:it|they|that|this|he|she|(?:\w+ ){1,3}(?:is|are|was|were|has|have|will|would|owns?|needs?))\b|(?:it|that|they|we|he|she)'(?:s|re|ll)\b"
    r"|(?:我|他|她|它|这|那|会|太)"
)
"""A clause behind a rule that says why, or how things are: ``they load it at start``."""
_CONDITION = later(
    r"(?i)(?:(?:and|but|so) )?(?:when|whenever|if|before|after|for|on|in|while|unless|once|until|at)\b|如果|每次|当|在"
)


@lru_cache(maxsize=1 << 12)  # every compaction of a log asks for the same rules again
def core(rule: str) -> str:
    """The clauses of a rule that bind, without what leads up to them and without the reasons behind them.

    ``The code is in a.py, look at it first, but do not change the config`` binds in its last clause alone.
    """
    clauses = _clauses(rule)
    first = next((index for index, clause in enumerate(clauses) if binds(clause)), 0)
    if first and _CONDITION.match(clauses[first - 1]):
        first -= 1
    rest = [one for one in clauses[first + 1 :] if binds(one) or not _TELLING_CLAUSE.match(one)]
    return ", ".join([clauses[first], *rest]).strip()


def bindings(rule: str) -> list[str]:
    """The clauses of a rule that bind, each for itself, with the condition in front of it: a summary may keep them in
    sentences of their own."""
    found: list[str] = []
    clauses = _clauses(rule)
    for index, clause in enumerate(clauses):
        if binds(clause):
            leads = index and _CONDITION.match(clauses[index - 1]) and not binds(clauses[index - 1])
            found.append(f"{clauses[index - 1]}, {clause}" if leads else clause)
    return found


def _clauses(rule: str) -> list[str]:
    stated = LABEL.sub("", rule)
    short = _REASON.sub("", stated)
    return clauses_of(short if binds(short) else stated)


def clauses_of(sentence: str) -> list[str]:
    """The clauses of a sentence; at least one."""
    return [clause for clause in _CLAUSE.split(sentence) if clause.strip()] or [sentence]


@lru_cache(maxsize=1 << 10)  # the sentences of a summary are asked for with each rule
def binds(clause: str) -> bool:
    """Whether a clause obliges, forbids, or sets a form or an order."""
    stated = _TELLS.sub(" ", clause)
    return any(pattern.search(stated) for pattern in (_STRONG, _FORMAT, _ORDER))


def constraints(summary: str) -> list[str]:
    """The obligations and prohibitions that a summary lists under a heading about rules or constraints."""
    found: list[str] = []
    inside = False
    for sentence in split(summary):
        words = sentence.of(summary)
        near = max(0, sentence.start - _HEADING)
        start = summary.rfind("\n", near, sentence.start) + 1
        line = summary[start : sentence.end] if start or not near else ""  # a longer line is no heading
        heading = not line[:1].isspace() and line.rstrip().endswith((":", "：")) and len(line) < _HEADING
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
