"""An order of several parts: which they are, as the person put them.

A part is an item of a list, a sentence that orders, or a piece of such a sentence ("add a flag, make errors exit
with 2, and write a man page"). What only looks, tests, commits or forbids is no part: it leaves nothing to be made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from threefold.text.later import later
from threefold.text.sentences import Kind
from threefold.work.sentences import acts, asking, numbering, wishes
from threefold.work.sentences.acts import Act
from threefold.work.sentences.phrases import Phrases, Said, bare, said
from threefold.work.sentences.words import terms

LONG = 2_500
"""Characters; a longer request is a specification: the work on it is its measure, not its words."""
_HAN = 3
"""Chinese characters; a piece as short as that orders nothing of its own."""
_WORDS = 30
"""Words of a piece; a longer one tells a story."""


class Order(NamedTuple):
    """The parts of a message, and the words with which it picks one of them to begin with (else empty)."""

    parts: tuple[str, ...]
    begins: str


class Piece(NamedTuple):
    """A piece of a sentence, and what joins it to the one before."""

    text: str
    joined: str


_COUNT = later(r"^\s*[(（]?(?:\d{1,2}|[一二三四五六七八九十])[.)）、]\s*")
_SEPARATORS = later(
    r"\s+[+&]\s+|\s*[,;]?\s+(?:and|then|plus|as well as)\s+(?:(?:then|also|finally|lastly|please)\s+)?|"
    r"\s*[,;]\s+(?:(?:then|also|finally|"
    r"lastly|please)\s+)?|[，,；;]?(?:然后|还有|另外|顺便|最后(?!一|的)|接着|并且?(?=[把将给在]))(?:再|也|把(?=把))?|"
    r"[，；](?:再|也|并)?|、(?=[把将加改修删写做])",
    re.IGNORECASE,
)
_OF_A_LIST = later(r"\s+[+&]\s+|\s*[,;，；、]\s*(?:and\s+|以及|和)?|\s+and\s+", re.IGNORECASE)
"""What parts the entries of a list behind a colon."""
_WANTS = Phrases(r"^(?:\S+ ){0,3}?(?:i|we)(?:'d| would)? (?:also )?(?:need|want|like|love|have to|must|should)\b")
_ASKS_FOR_WORK = later(
    r"(?:\S+ )?(?:can|could|would|will) (?:you|we) (?:please )?(?!explain|tell|show|check|look|review|see|list|"
    r"describe)\w+",
    re.IGNORECASE,
)
_CONTEXT = Phrases(
    r"^(?:i|it|its|we|they|you|he|she|there|this|that|these|those|which|who|whose|what|why|how|because|since|so|"
    r"if|when|"
    r"while|but|as|where|unless|until|after|before|with|without|for|in|on|at|from|by|through|via|not|instead|rather|"
    r"like|however|e\.g|i\.e|incl|etc|such|especially|including|even|only|just|maybe|keep|leave|don't|"
    r"do not|never)\b|^(?:如果|要是|因为|由于|但|我|你|他|"
    r"这样|那样|现在|目前)"
)
"""How a piece begins that tells; what an "and" joins to it tells as well."""
_NO_PART = Phrases(
    r"^(?:thanks?|thank you|ok|okay|(?:good|nice|great) find|no|nothing|stop|wait|make sure|ensure|verify|check|see|"
    r"look|read|find|show|(?:tell|give|send|ask) (?:me|us)|explain|list|describe|compare|summari[sz]e|provide|"
    r"continue|ignore|skip|"
    r"forget|pick|"
    r"choose|decide|let me know|commit|amend|report|review|investigate|figure out|go|start|begin|nicely|properly)\b|"
    r"^(?:re)?run\b.{0,20}\b(?:tests?|suite|lint\w*|checks?|ci)\b|\btests? (?:pass|green)|^to (?:\S+ ?){1,4}$|"
    r"\b(?:in one commit|one commit|separate commits?|commit (?:it|them|after|each|everything|the))\b",
    r"^(?:不|别|只|保持|确保|注意|记得|跑|测|看|查|提交|告诉|说|解释|分析|评估|总结|翻译一下这|列出|对比|确认|"
    r"等|谢谢|好|麻烦|从|"
    r"每次)|(?:不要?变|不能变|不动|提交(?:一下)?|[跑过做完]测试|吗|忽略|跳过|再说|谢谢|看看|跑一[遍下]|直接推|"
    r"推(?:上去|送|一下)?)$|跑.{0,4}测试",
)
"""How a piece begins or ends that only tells, looks, tests, commits or restrains."""
_HEAD = later(r"\S\s+\S|[\u3400-\u9fff]|^\W*(?:to-?do|tasks?)$", re.IGNORECASE)
_FAILED = later(r"(?:error|exception|warning|fatal|failed|traceback)\W*$", re.IGNORECASE)
"""What stands before a colon over a list, and before one in a message of a program."""
_HARMLESS = frozenset((Act.SOCIAL, Act.OFF, Act.NO, Act.REPORT, Act.ACCEPT))
"""Acts that order nothing, unless their first word does."""
_SOCIAL = frozenset((Act.SOCIAL, Act.ACCEPT))
"""Acts of a piece that only says what its writer makes of something ("good catch, fix it")."""
_ADDS = Phrases(r"\b(?:too|as well|also)[.!]?$|^(?:same|ditto|also|and|plus)\b|也")
"""How a sentence adds to an order before it."""
_VERBS = Phrases(
    r"^(?:implement|build|refactor|replace|extract|introduce|enable|disable|support|improve|optimi[sz]e|reduce|"
    r"simplify|"
    r"migrate|port|rewrite|integrate|hook|inline|generate|regenerate|configure|cover|cap|limit|cache|validate|sort|"
    r"paginate|upgrade|log|hide)\b|^[a-z]+ (?:up |out |in |on |off )?(?:the|an?|all|our|my|this|that|these|both|every|"
    r"each|some|any)\b"
)
"""How an order begins whose verb says little: by its object."""
_NAME = later(r"(?=[A-Z`]|\S*[._/\d])\S")
"""A name by itself, as in "tests for Money, Currency and Rate"."""
_SEVERAL = Phrases(
    r"\b(?:fix|solve|repair|address|mend|handle|deal with)\b.{0,20}\b(?:these|those|them|all|both|issues|"
    r"problems|bugs)\b|"
    r"(?:都|一起|这些).{0,6}(?:修|改|处理|解决)"
)
"""An order to mend several things that were told of."""
_DONE_BEFORE = Phrases(r"^once .{1,60}\b(?:is|are)\b")
"""How a piece orders what has to be done before the rest."""
_REFERS = Phrases(
    r"^\S+ (?:it|its|them)\b|^\S+ (?:this|that|these|those)(?: one)?$|^.{0,3}它|^(?:改|换|调|设|升)(?:成|为|到)|"
    r"^.{1,3}(?:一下|了)$"
)
_TELLS = Phrases(
    r"\b(?:should|must|shall|may|might|can|could|cannot|can't|has to|have to|needs? to|says?|said|is|are|was|were|has|"
    r"wants?|told|asked|works|fails)\b|还没|没有|已经|现在是|目前是|[了过]$|太|很|自己"
)
"""How a piece tells how something is or has to be."""
_MAKES = Phrases(
    r"要(?:能|支持|有)|[加改修删换写补做拆并限锁压导建设封抽迁搬移清调优统升更支实发通部]|把|将|给|去掉|去除|"
    r"缓存|重命名|提取|提速|打开|关闭|启用|禁用|^(?:重构|画|配置|安装|接入|整理|归档|下线|增加|减少|降低|切换|"
    r"搭建|生成|处理|解决|开启|提高|引入|替换|设计|撰写|起草|翻译|移)"
)
"""Chinese deeds that change something."""
_DETERMINED = Phrases(r"^(?:an?|the|our|my|some|more|another|one|two|three|all|-)\b|^[-`]")
_BEGINS = Phrases(
    r"\b(?:start|begin|starting|beginning|go ahead|go) with\b|\b(?:first|now)(?: please)?[.!]*$|"
    r"\bone (?:at a time|by one|after (?:the other|another))\b|"
    r"\bin (?:that |this )?order\b|\b(?:the|number|step|part|item) (?:\S+ )?first\b|"
    r"从.{1,12}(?:开始|做起)|^(?:就|那)?先.{1,12}[。.！!]?$|^先[^，。；]{0,8}[前第][一二两三四五六\d]|"
    r"一个(?:一个|个)|逐[个一条项]|依次"
)
"""How one part is picked to begin with."""
_LEADS = later(
    r"(?:(?:while (?:you're |you are )?(?:at it|there)|please|pls|also|and|then|finally|next|plus|first|lastly|let's|"
    r"(?:can|could|would) (?:you|we)|i want(?: to)?|(?:i|we)(?:'d| would) (?:like|love)(?: to(?: have)?)?|"
    r"(?:i|we) (?:also )?(?:need(?: to)?|have to|must|should))\b|帮我|请|麻烦|先|再|也|并)[\s,，:：]*",
    re.IGNORECASE,
)
_ENDING = later(r"(?<=\w)\.[a-z]{1,5}\b")
"""What a file's name ends with: any other file's does, too."""
_GENERIC = (
    "add writ fix updat creat implement put set support ensur short small bit today afternoon mak giv turn deal handl "
    "car issue problem bug finding 一下 问题"
)
GENERIC = frozenset(_GENERIC.split())
"""Content words with which any part may be put."""


@lru_cache(8)
def order(text: str) -> Order:
    """The parts of what a person orders, fewer than two where the order is no list."""
    if len(text) > LONG:
        return Order((), "")
    counted = numbering.counted(text)
    indents = {bare(_COUNT.sub("", row))[:20]: len(row) - len(row.lstrip()) for row in counted.split("\n")}
    found: dict[str, None] = {}
    begins = ""
    top: int | None = None
    faults: list[str] = []
    closed = False  # by a full stop: what is listed below is no part of the order, but what it speaks of
    for line in said(counted):
        item, _, more = line.text.partition("\n")
        item = line.text if more[:1] in ("", " ", "\t") else item  # a line that is not set in is of no item
        indent = indents.get(bare(item)[:20]) if line.kind is Kind.ITEM else None
        if len(found) > 1 and indent is None and _BEGINS.within(line):
            begins = line.text
        elif indent is not None:
            top = indent if top is None else top
            if indent <= top + 1 and not closed and _is_part(item):  # what is set in below an item is of it
                found[bare(item).rstrip(".;,，；。")] = None
        elif line.kind is Kind.PROSE:
            found.update(dict.fromkeys(_of_sentence(line, faults, further=bool(found))))
            closed = top is None and line.text.rstrip().endswith((".", "!", "?", "。", "！", "？"))
    if len(found) < 2 and (len(faults) > 2 or (len(faults) > 1 and _SEVERAL.within(text))):
        return Order(tuple(faults), begins)
    return Order(tuple(found), begins)


def own_terms(texts: Iterable[str]) -> list[frozenset[str]]:
    """Of several things' words those that no other has, without what any thing may be called by."""
    wanted = [terms(_ENDING.sub("", text)) for text in texts]
    count: dict[str, int] = {}
    for words in wanted:
        for word in words:
            count[word] = count.get(word, 0) + 1
    own = [{word for word in words if count[word] == 1 and word not in GENERIC} for words in wanted]
    return [
        frozenset(word for word in words if len(word) > 1 or not word.isascii()) or frozenset(words) for words in own
    ]


def _of_sentence(line: Said, faults: list[str], *, further: bool) -> list[str]:
    """The parts that a sentence of prose orders; ``further``: others were ordered before it.

    Where it orders nothing, and tells of several things that are wrong or lack, those are added to ``faults``.
    """
    wants = _WANTS.within(line) or _ASKS_FOR_WORK.match(line.masked) is not None
    if not wants and asking.is_question(line):
        return []
    head, colon, tail = line.masked.partition("：" if "：" in line.masked else ": ")
    entries = _cut(line, _OF_A_LIST, len(head) + len(colon)) if colon and tail.strip() else []
    if len(entries) > 1 and _HEAD.search(head) and not (_FAILED.search(head) or wishes.looks_back(line)):
        return [entry.text for entry in entries if _is_part(entry.text)]
    if not wants and acts.act_of(line) in _HARMLESS and not wishes.orders(line):
        return []
    pieces = _cut(line, _SEPARATORS, 0)
    if not pieces or not (wants or _orders(line, pieces[0].text) or (further and _ADDS.within(line))):
        if all(_DETERMINED.within(piece.text) for piece in pieces):
            faults += [piece.text for piece in pieces]  # each with its own subject
        return []
    found: list[str] = []
    context = False
    names = sum(" " not in piece.text and _NAME.match(piece.text) is not None for piece in pieces) > 1
    series = wants or further or any("and" in piece.joined or len(piece.joined) > 1 for piece in pieces)
    for place, piece in enumerate(pieces):
        if not context and _REFERS.within(piece.text):
            found[-1:] = [f"{one}, {piece.text}" for one in found[-1:]]  # "rename the flag, make it the default"
            continue
        told = _TELLS.within(piece.text) and not (wants or _DONE_BEFORE.within(piece.text))
        context = told or _CONTEXT.within(piece.text) or (context and piece.joined == "and")
        if (
            not context
            and _is_part(piece.text)
            and ((not place and piece.text.isascii()) or _stands_alone(piece, series=series, names=names))
        ):
            found.append(piece.text)
    return found


def _orders(line: Said, first: str) -> bool:
    """Whether a sentence orders: by a verb that is known, or by a first word whose object follows at once."""
    if wishes.is_request(line) or _DONE_BEFORE.within(first):
        return True
    if not first.isascii():
        return _MAKES.within(first) and not wishes.looks_back(line)
    return _VERBS.within(first) and not (_TELLS.within(first) or wishes.looks_back(line))


def _stands_alone(piece: Piece, *, series: bool, names: bool) -> bool:
    """Whether a piece of an ordering sentence orders something of its own. ``series``: an "and" is in the sentence;
    ``names``: several mere names are."""
    if not piece.text.isascii():
        return len(piece.text) > _HAN and (len(piece.joined) > 1 or _MAKES.within(piece.text))
    return (
        (series and (" " in piece.text or (names and _NAME.match(piece.text) is not None)))
        or _VERBS.within(piece.text)
        or any(map(wishes.orders, said(piece.text)))
    )


def _cut(line: Said, separators: re.Pattern[str], start: int) -> list[Piece]:
    """The pieces of a sentence as it stands."""
    pieces: list[Piece] = []
    joined = ""
    for mark in [*separators.finditer(line.masked, start), None]:
        end = mark.start() if mark else len(line.text)
        piece = bare(line.text[start:end]).strip(" .,;，；。!！?？")
        lead = _LEADS.match(piece)
        while lead:
            piece = piece[lead.end() :]
            lead = _LEADS.match(piece)
        if piece:
            pieces.append(Piece(piece, joined))
        joined = mark[0].strip().lower() if mark else ""
        start = mark.end() if mark else end
    return pieces


def _is_part(piece: str) -> bool:
    line = said(piece)
    return (
        bool(terms(piece) - GENERIC)
        and len(piece.split()) <= _WORDS
        and not (_NO_PART.within(bare(piece)) or _CONTEXT.within(bare(piece)))
        and not any(map(wishes.prohibits, line))
        and (_DETERMINED.within(piece) or not all(acts.act_of(one) in _SOCIAL for one in line))
    )
