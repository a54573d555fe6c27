"""Lists of work within a sentence: ``Still to do: A, B and C``, ``还剩 A 和 B``, ``A done, B open``, ``<todo>A</todo>``.

Each entry is a thing with its state, which is told once for all of them or behind each.
"""

# ruff: noqa: E501
from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from threefold.auditing.statements.sections import DONE, OPEN, kind_of
from threefold.auditing.statements.stages import Stage, stage_of
from threefold.text.later import later

_OPEN_WORDS = (
    r"(?:what(?:'s| is)? (?:still )?(?:left|missing|open|remains|remaining)|(?:all|everything) that(?:'s| is) (?:left|missing|open)|(?:the )?(?:remaining|outstanding|open|pending|unfinished) (?:work|tasks?|steps?|items?|points?|parts?|pieces?)"
    r"|(?:the following|these) (?:is|are) (?:still )?(?:left|open|missing|pending|to do)(?: to do)?)"
)
_LABEL = later(r"[\s*_#>-]{0,8}([^\n:：.。,，;；]{2,40}?)[\s*_]{0,4}[:：][\s*_]{0,4}(?=\S)")
_ALSO_OPEN = later(
    r"(?i)(?:still |yet |not yet )?(?:to (?:be done|come|follow)|left(?: to do| over)?|missing|outstanding|open|to-?do|not (?:yet )?(?:done|started|begun|finished|implemented|written))(?: next| now| later| yet)?$|(?:all )?that(?:'s| is) left$|next(?: up)?$|(?:还|仍)?(?:需要?|剩下?|差|缺)$|剩余|剩下|接下来|下一步"
)
_ALSO_DONE = later(
    r"(?i)(?:finished|done|completed?)(?: so far| already| and merged)?$|已(?:经)?(?:完成|做完|实现|上线)$"
)
_IS_OPEN = later(rf"(?i)^\W*{_OPEN_WORDS} (?:is|are|includes?)(?: now| still)?(?: to)?:?\s+(?=\S)")
_STILL = later(
    r"(?i)^\W*(?:we|i|it|the (?:assistant|model|agent))? ?(?:still (?:need|have|has|needs)|(?:need|have|has|needs) (?:yet|still)) to\s+(?=\S)"
)
_REMAIN = later(
    r"(?i)\s(?:still |all )*(?:remains?|(?:is|are) (?:still |all )*(?:left|open|outstanding|missing|pending|unfinished|to be done|not (?:yet )?(?:done|started|begun|finished)))(?: to do| open| undone)?\W*$"
)
_OF_ALL = later(r"(?i)^\W*of the [\w ]{2,20},\s*")
_ARE_DONE = later(
    r"(?i)\s(?:is|are|was|were|have been|has been) (?:now |already |all |both )*(?:done|finished|completed?|implemented|merged|deployed)\W*$|(?:都|均|全部|也)*已(?:经)?(?:完成|做完|上线|实现|合并)了?\W*$"
)
_WE_DID = later(r"(?i)^\W*(?:we|i)(?: have|'ve)? (?:now |already )?(?:finished|completed|implemented|done)\s+(?=\S)")
_OPEN_ZH = later(
    r"^\W*(?:目前|现在|当前)?(?:还剩下?|还差|还缺|剩下(?:的)?(?:是|有|还有)?|剩余(?:的)?(?:是|有)?|未完成的(?:还)?(?:有|是)|没做的(?:有|是)|接下来(?:需?要做?|做)?|下一步(?:是|需?要)?|还需要?(?!.{0,3}吗)|还要)(?:[一二两三四五六七八九\d]{1,2} ?(?:件事|件|项|个任务|个|步))?\s?[:：，,]?\s?(?=\S)"
)
_DONE_ZH = later(r"^\W*(?:目前|现在)?已(?:经)?(?:完成|做完)(?:了|的有|的是)?\s?[:：]?\s?(?=\S)")
_BEGINS = (
    (_IS_OPEN, OPEN, False), (_STILL, OPEN, True), (_WE_DID, DONE, True), (_OPEN_ZH, OPEN, False), (_DONE_ZH, DONE, False)
)  # fmt: skip
"""How a part begins that lists what is open or done, and whether one thing alone is left to be read as a sentence."""
_TURN = later(
    r"[，,；;]\s?(?=还剩|还差|还缺|剩下|剩余|未完成|没做的|接下来|下一步|还需|还要|待办|已完成|已经完成)|[;；]\s?(?=\S)"
)
_BREAK = later(
    r"\s*(?:[,，;；、]|(?<=\s)(?:\(?[a-h1-9]\)|[1-9][.)、]))\s*(?:(?:and|then|plus|after that|finally|以及|和|然后|再)\s+|(?:以及|然后|再))?"
    r"|\s+(?:and|plus) (?=(?:the|a|an|to|then)\s)|(?<=[\u4e00-\u9fff]) ?(?:和|与|及|以及) ?(?=[\u4e00-\u9fff])|^\(?[a-h1-9][).、]\s*"
)
_GOES_ON = later(
    r"(?i)^(?:which|that|so|because|but|with|as|since|where|when|if|before|after|for|including|e\.g|i\.e|not|until|once|while|in|on|at|by|from|of|due|only|currently|currently|则|因为|所以|但|如果|包括|例如|等|以便|用于|不|其中)\b|^[(（]"
)
_SIGNS_DONE = frozenset("✅✔☑")
_TOLD_STATE = r"(?:(?:is |are |was |were )?(?:still |now |already |all )*(?:done|finished|completed?|merged|deployed|shipped|live|fixed|implemented|released|open|pending|to-?do|missing|outstanding|not (?:yet )?(?:done|started|begun|written|finished)|unstarted|in progress|wip|running|waiting(?: .{0,14})?|blocked)|已?(?:完成|做完|上线|修复|合并|部署|实现)了?|待办|待处理|待做|进行中|未开始|未完成|没做|还没做|没开始|未做)"
_STATES = later(rf"(?i){_TOLD_STATE}$")
_SIGNS = "✅✔☑❌✗✘⏳🔲⬜🚧⏸○☐"
_BEHIND = later(
    rf"(?i)^\W*(?P<name>[^:：—–=(（{_SIGNS}]{{2,80}}?)(?:\s*(?:[:：=]|\s[—–-]{{1,2}}\s|[(（]|\s)\s*(?P<word>{_TOLD_STATE})|\s*[:：]?\s*(?P<sign>[{_SIGNS}])\ufe0f?)[)）]?\W*$"
)
"""A thing with its state behind it."""
_FIRST = later(
    r"^[\s*_>-]{0,8}(?:\[(?P<mark>[A-Za-z ]{2,14}|[\u4e00-\u9fff]{2,4})\]|(?P<shout>DONE|TODO|WIP|OPEN|PENDING|FIXME)\b:?|(?P<sign>[✅✔☑❌✗✘⏳🔲⬜🚧⏸○☐])\ufe0f?)\s+(?P<text>\S.*)$"
)
_BEGUN = later(rf"^[\s*_>-]{{0,8}}(?:\[[^\]\n]{{2,14}}\]|[A-Z]{{3,8}}\b|[{_SIGNS}]|[^\n:：.。,，;；]{{2,40}}[:：])")
"""How each line of several begins that are lists of their own."""
_TOLD = later(
    r"(?i)(?:current )?(?:status|state|progress|where (?:we|things) stand|so far)$|(?:目前|当前)?(?:进度|状态|现状|进展)$"
)
_TAG = re.compile(r"<(?P<tag>[A-Za-z][\w-]{1,30})(?P<with>(?:\s[^<>\n]{0,200})?)>(?P<body>[^<>]{2,4000})</(?P=tag)>")
_ATTRIBUTE = later(r"(?i)\b(?:status|state)\s?=\s?[\"']([^\"'\n]{2,30})[\"']")
_LINE = later(r"\n+\s*(?:[-*•]|\d{1,2}[.)])?\s*|\s*[;；]\s*")
_MOST, _LONGEST, _SHORTEST = 40, 1_000, 2
Entry = tuple[str, str]
"""A thing, and whether it is open or done."""


def entries(sentence: str, going_on: str = "") -> list[Entry]:
    """The entries of the lists within a sentence. ``going_on`` says what a label of the part before says of this one."""
    text = sentence.strip()
    if not 4 < len(text) <= _LONGEST or text.startswith(("{", '["', "[{", '"', "<")):
        return []
    if found := _each(text):
        return found
    lines = text.split("\n")
    if len(lines) > 1:
        each = [entries(line) for line in lines] if all(map(_BEGUN.match, lines)) else []
        if each and all(each):
            return list(itertools.chain.from_iterable(each))[:_MOST]
    if found := _first(text):
        return found
    found = []
    for part in _parts(text):
        new, label = _of_part(part)
        if not new and going_on:
            new = [(one, going_on) for one in split(part)]
        going_on = label or going_on
        found += new
    return found[:_MOST]


def _first(text: str) -> list[Entry]:
    """The thing of a line that begins with its state."""
    match = _FIRST.match(text)
    kind = _state(match["mark"] or match["shout"] or match["sign"]) if match is not None else ""
    return [(match["text"], kind)] if match is not None and kind and "\n" not in text else []


def _parts(text: str) -> Iterator[str]:
    place = 0
    for match in _TURN.finditer(text):
        yield text[place : match.start()]
        place = match.end()
    yield text[place:]


def _of_part(part: str) -> tuple[list[Entry], str]:
    """The entries of one part of a sentence, and whether a label in front of it says what comes behind it too."""
    label = _LABEL.match(part)
    if label is not None:
        name, rest = label[1].strip("*_ "), part[label.end() :]
        kind = OPEN if _ALSO_OPEN.fullmatch(name) else DONE if _ALSO_DONE.fullmatch(name) else kind_of(name)
        if kind in (OPEN, DONE):
            return [(one, kind) for one in split(rest)], kind
        if _TOLD.search(name):
            return _each(rest), ""
    for pattern, kind, alone in _BEGINS:
        begun = pattern.match(part)
        if begun is not None:
            several = split(part[begun.end() :])
            return ([(one, kind) for one in several] if len(several) > 1 or not alone else []), ""
    for pattern, kind in ((_REMAIN, OPEN), (_ARE_DONE, DONE)):
        ended = pattern.search(part)
        if ended is not None:
            several = split(_OF_ALL.sub("", part[: ended.start()]))
            if len(several) > 1:
                return [(one, kind) for one in several], ""
    return _each(part), ""


def _each(text: str) -> list[Entry]:
    """Things of which each has its state behind it; nothing where one has none."""
    found: list[Entry] = []
    pieces = [piece for piece in re.split(r"[,，;；、]\s*(?:and\s)?", text.strip().rstrip(".。")) if piece.strip()]
    for piece in pieces:
        behind = _BEHIND.match(piece)
        kind = _state(behind["word"] or behind["sign"]) if behind is not None else ""
        if behind is None or not kind:
            return []
        found.append((behind["name"].strip(), kind))
    return found if len(found) >= _SHORTEST else []


def _state(told: str) -> str:
    """Whether a word or a sign for a state says done or open."""
    sign = told.strip().rstrip("\ufe0f")
    if len(sign) == 1 and sign in _SIGNS:
        return DONE if sign in _SIGNS_DONE else OPEN
    word = sign.lower()
    if word in ("todo", "wip", "pending", "open", "fixme"):
        return OPEN
    if not _STATES.match(word):
        return ""
    at = stage_of(word)
    if at is None:
        return OPEN
    return DONE if at[0] is Stage.DONE else OPEN if at[0] in (Stage.OPEN, Stage.RUNNING, Stage.PUT_OFF) else ""


def split(text: str) -> list[str]:
    """The things that a list names, one by one; what only goes on with one stays with it, as does what stands in
    brackets."""
    hidden = re.sub(r"\([^()]{0,300}\)|（[^（）]{0,200}）|`[^`\n]{0,200}`", lambda match: "\0" * len(match[0]), text)
    found: list[str] = []
    place = 0
    ends = [*((match.start(), match.end()) for match in _BREAK.finditer(hidden)), (len(text), len(text))]
    for end, after in itertools.islice(ends, _MOST):
        piece = text[place:end].strip(" .。*_\t\n")
        if piece and found and _GOES_ON.match(piece):
            found[-1] += f", {piece}"
        elif piece:
            found.append(piece)
        place = after
    return found


def tagged(summary: str) -> list[Entry]:
    """The entries of elements whose name or attribute says how far they are."""
    found: list[Entry] = []
    for match in itertools.islice(_TAG.finditer(summary), 200):
        told = _ATTRIBUTE.search(match["with"])
        kind = _state(told[1].replace("_", " ")) if told else kind_of(match["tag"].replace("_", " ").replace("-", " "))
        if kind in (OPEN, DONE):
            lines = (piece.strip(" \t-*•") for piece in _LINE.split(match["body"].strip()))
            found += [(line, kind) for line in lines if line]
    return found[:_MOST]
