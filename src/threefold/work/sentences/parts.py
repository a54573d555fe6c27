"""An order of several parts: which they are, as the person put them.

A part is an item of a list, a sentence that orders, or a piece of such a sentence ("add a flag, make errors exit
with 2, and write a man page"). What only looks, tests, commits or forbids is no part: it leaves nothing to be made."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from threefold.text.later import later
from threefold.text.sentences import Kind
from threefold.work.sentences import acts, asking, conjuncts, numbering, wishes
from threefold.work.sentences.acts import Act
from threefold.work.sentences.conjuncts import OF_A_LIST, SEPARATORS, Piece, cut
from threefold.work.sentences.phrases import Phrases, Said, bare, said
from threefold.work.sentences.words import GENERIC, terms

LONG = 2_500
"""Characters; a longer request is a specification: the work on it is its measure, not its words."""
_HAN = 3
"""Chinese characters; a piece as short as that orders nothing of its own."""
_WORDS = 30
"""Words of a piece; a longer one tells a story."""


class Part(NamedTuple):
    """One part of an order: as it is shown, the words that may tell it from others, and whether it is but named or
    wished for beside a deed (``beside``), so that it is done where any of those words is told of."""

    text: str
    words: str
    beside: bool = False


class Order(NamedTuple):
    """What a message orders, and the words with which it picks one part to begin with (else empty)."""

    things: tuple[Part, ...]
    begins: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that are deeds of their own or that a list names."""
        return tuple(one.text for one in self.things if not one.beside)


_COUNT = later(r"^\s*[(（]?(?:\d{1,2}|[一二三四五六七八九十])[.)）、]\s*")
_WANTS = Phrases(r"^(?:\S+ ){0,3}?(?:i|we)(?:'d| would)? (?:also )?(?:need|want|like|love|have to|must|should)\b")
_ASKS_FOR_WORK = later(
    r"(?:\S+ )?(?:can|could|would|will) (?:you|u|we) (?:please )?(?!explain|tell|show|check|look|review|see|list|"
    r"describe)\w+",
    re.IGNORECASE,
)
_ASKED = later(r"\b(?:can|could|would|will) (?:you|u|we)\W+(?:\w+\W+){0,2}$", re.IGNORECASE)
"""What stands before a piece that asks for work after something that was told."""
_CONTEXT = Phrases(
    r"^(?:i|it|its|we|they|you|he|she|there|this|that|these|those|which|who|whose|what|why|how|because|since|so|"
    r"if|when|"
    r"while|but|as|where|unless|until|after|before|with|without|for|in|on|at|from|by|through|via|not|instead|rather|"
    r"does|doesn't|isn't|aren't|has|can't|won't|"
    r"like|however|e\.g|i\.e|incl|etc|such|especially|including|even|only|just|maybe|keep|leave|don't|"
    r"do not|never)\b|^(?:如果|要是|因为|由于|但|我|你|他|"
    r"这样|那样|现在|目前)"
)
"""How a piece begins that tells; what an "and" joins to it tells as well."""
_NO_PART = Phrases(
    r"^(?:\w+ ){0,3}(?:two|three|four|five|\d|a few|a couple(?: of)?|some|several) (?:\w+ ){0,2}?"
    r"(?:things?|fixes|changes|requests|points|items|tasks|bits|asks|tweaks|favou?rs)\b",
    r"^(?:thanks?|thank you|ok|okay|(?:good|nice|great) find|no|nothing|stop|wait|make sure|ensure|verify|check|see|"
    r"look|read|find|show|(?:tell|give|send|ask) (?:me|us)|explain|list|describe|compare|summari[sz]e|provide|"
    r"continue|ignore|skip|"
    r"forget|pick|"
    r"choose|decide|let me know|commit|amend|report|review|investigate|figure out|go|start|begin|nicely|properly)\b|"
    r"^(?:re)?run\b.{0,20}\b(?:tests?|suite|lint\w*|checks?|ci)\b|\btests? (?:pass|green)|^to (?:\S+ ?){1,4}$|"
    r"^(?:ping|notify|alert) (?:me|us)\b|^(?:message|text|tell) (?:me|us)(?: (?:when|once|if|as soon as|after)\b|$)|"
    r"\b(?:in one commit|one commit|separate commits?|commit (?:it|them|after|each|everything|the))\b",
    r"^(?:不|别|只|保持|确保|注意|记得|跑|测|看|查|提交|告诉|说|解释|分析|评估|总结|翻译一下这|列出|对比|确认|"
    r"等|谢谢|好|麻烦|从|"
    r"每次)|(?:不要?变|不能变|不动|提交(?:一下)?|[跑过做完]测试|吗|忽略|跳过|再说|谢谢|看看|跑一[遍下]|直接推|"
    r"推(?:上去|送|一下)?)$|跑.{0,4}测试|(?:告诉|通知|告知|告诉一下)我?(?:一[声下])?$|[说吱回]一?声$|[跟和]我(?:说|讲)(?:一下)?$",
)
"""How a piece begins or ends that only tells, looks, tests, commits or restrains."""
_WRITES = Phrases(
    r"^(?:describe|explain|list|report|provide|summari[sz]e)\b.{1,80}\b(?:in|into|to) (?:the |our |its )?"
    r"(?:readme|changelog|docs|manual|wiki|\S+\.(?:md|rst|txt|adoc))\b"
)
"""Words for telling that order a text in a file."""
_HEAD = later(r"\S\s+\S|[\u3400-\u9fff]|^\W*(?:to-?do|tasks?)$", re.IGNORECASE)
_OF_TASKS = Phrases(
    r"\b(?:to-?dos?|tasks?|steps?|things|need\w*|want\w*|like|must|have to|should|following|changes)\b|[要请做改]"
)
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
_TOLD_AND_DONE = Phrases(r"^once .{1,60}\b(?:is|are)\b|也都?[删改去换加补修拆关移清].{0,2}了$")
"""How a piece orders what it seems to tell: what has to be done before the rest, and what 也 adds to it."""
_REFERS = Phrases(
    r"^\S+ (?:it|its|them)\b|^\S+ (?:this|that|these|those)(?: one)?$|^.{0,3}它|^(?:改|换|调|设|升)(?:成|为|到)|"
    r"^.{1,3}(?:一下|了)$"
)
_MENDS = Phrases(r"^(?:fix|solve|repair|correct|change|sort out) (?:it|this|that|these|those)\b")
_OF_IT = later(r"^\S+ (?:it|its|them|this|that|these|those)\b(?: one)?", re.IGNORECASE)
_TELLS = Phrases(
    r"\b(?:should|must|shall|may|might|can|could|cannot|can't|has to|have to|needs? to|says?|said|is|are|was|were|has|"
    r"wants?|told|asked|works|fails)\b|还没|没有|已经|现在是|目前是|可以[改动删加]|是.{1,16}的$|[了过]$|太|很|自己"
)
"""How a piece tells how something is or has to be."""
_MAKES = Phrases(
    r"要(?:能|支持|有|保存|显示|提示|记|发|通知|校验|跳转)|[加改修删换写补做拆并限锁压导建设封抽迁搬移清调优统升更支实发通部]|把|将|给|去掉|去除|"
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


@lru_cache(8)
def order(text: str) -> Order:
    """The parts of what a person orders, fewer than two where the order is no list."""
    if len(text) > LONG:
        return Order(())
    counted = numbering.counted(text)
    rows = [(bare(_COUNT.sub("", row)), len(row) - len(row.lstrip())) for row in counted.split("\n")]
    found: dict[str, Part] = {}
    begins = ""
    top: int | None = None
    faults: list[str] = []
    closed = False  # by a full stop: what is listed below is no part of the order, but what it speaks of
    orders = True
    lines = said(counted)
    for line, after in zip_longest(lines, lines[1:]):
        item, _, more = line.text.partition("\n")
        item = line.text if more[:1] in ("", " ", "\t") else item  # a line that is not set in is of no item
        opens = bare(item)[:20]  # of an item of several sentences, the first is the part
        indent = next((width for row, width in rows if row.startswith(opens)), None) if line.kind is Kind.ITEM else None
        if len(found) > 1 and indent is None and _BEGINS.within(line):
            begins = line.text
        elif indent is not None:
            top = indent if top is None else top
            if indent <= top + 1 and not closed and _is_part(item):  # what is set in below an item is of it
                named = bare(item).rstrip(".;,，；。")
                found[named] = Part(named, named)
        elif line.kind is Kind.PROSE and not (
            after is not None and after.kind is Kind.ITEM and line.text.rstrip().endswith((":", "："))
        ):  # what announces a list is none of it
            parts = _of_sentence(line, faults, further=any(not one.beside for one in found.values()), orders=orders)
            found.update((one.text, one) for one in parts)
            orders = bool(parts)
            closed = top is None and line.text.rstrip().endswith((".", "!", "?", "。", "！", "？"))
    deeds = sum(not one.beside for one in found.values())
    if deeds < 2 and (len(faults) > 2 or (len(faults) > 1 and _SEVERAL.within(text))):
        return Order(tuple(Part(fault, fault) for fault in faults), begins)
    if deeds == 1 and len(faults) > 1 and numbering.all_of(text) == len(faults):
        size = len(faults[0].split())
        return Order(tuple(Part(one, " ".join(one.split()[:size]), beside=True) for one in faults), begins)
    return Order(tuple(found.values()), begins)


def named_before(text: str, reply: str) -> Order:
    """What a message orders that speaks of things by their number alone ("get rid of those three"): the names that a
    sentence of the reply before it counts up, where they are as many."""
    count = numbering.all_of(text) if len(text) <= LONG else 0
    for line in reversed(said(reply)) if count > 1 else ():
        names = conjuncts.names(line.text)
        if len(names) == count:
            return Order(tuple(map(_beside, names)))
    return Order(())


@lru_cache(8)
def told_of(text: str, count: int) -> tuple[Part, ...]:
    """The things that a message tells of one after the other, where they are as many: "the avatar is stretched and the
    toast hides the menu" are two. What it asks is none."""
    if len(text) > LONG or count < 2:
        return ()
    lines = [line for line in said(text) if line.kind is not Kind.HEADING and not asking.is_question(line)]
    pieces = [piece.text for line in lines for piece in cut(line, SEPARATORS) if terms(piece.text) - GENERIC]
    kept = [piece for piece in pieces if not all(acts.act_of(one) in _HARMLESS for one in said(piece))]
    return tuple(map(_beside, kept)) if len(kept) == count else ()


def _of_sentence(line: Said, faults: list[str], *, further: bool, orders: bool) -> list[Part]:
    """The parts that a sentence of prose orders; ``further``: others were ordered before it; ``orders``: the sentence
    before it ordered something.

    Where it orders nothing, and tells of several things that are wrong or lack, those are added to ``faults``.
    """
    wants = _WANTS.within(line) or _ASKS_FOR_WORK.match(line.masked) is not None
    if not wants and asking.is_question(line):
        return []
    head, colon, tail = line.masked.partition("：" if "：" in line.masked else ": ")
    entries = cut(line, OF_A_LIST, len(head) + len(colon)) if colon and tail.strip() else []
    tells = _FAILED.search(head) or wishes.looks_back(line) or (_TELLS.within(head) and not _OF_TASKS.within(head))
    if len(entries) > 1 and _HEAD.search(head) and not tells:
        return [Part(entry.text, entry.text) for entry in entries if _is_part(entry.text)]
    pieces = cut(line, SEPARATORS)
    adds = further and _ADDS.within(line)
    wished = [_beside(piece.text) for piece in pieces if orders and _is_wished(piece.text)]
    if not (wants or wishes.orders(line) or _TOLD_AND_DONE.within(line)) and acts.act_of(line) in _HARMLESS:
        return wished
    asked = [_is_asked(line, piece.text) for piece in pieces]
    counts = bool(pieces) and conjuncts.counts_names(pieces)
    if not pieces or not (wants or counts or _orders(line, pieces[0].text) or adds or any(asked)):
        if all(_DETERMINED.within(piece.text) for piece in pieces):
            faults += [piece.text for piece in pieces]  # each with its own subject
        return wished
    found: list[Part] = []
    context = False
    wants = wants and not any(asked[1:])  # what stands before what is asked for tells why
    names = sum(" " not in piece.text and _NAME.match(piece.text) is not None for piece in pieces) > 1
    series = wants or further or any("and" in piece.joined or len(piece.joined) > 1 for piece in pieces)
    before = ""
    for place, piece in enumerate(pieces):
        text = piece.text
        if context and place and _MENDS.within(text):  # "the header overlaps, fix that": what was told is the part
            found.append(Part(pieces[place - 1].text, pieces[place - 1].text))
            continue
        if not context and _REFERS.within(text):
            rest = _OF_IT.sub("", text)
            if not text.isascii():
                found[-1:] = [one._replace(text=f"{one.text}, {text}") for one in found[-1:]]
            elif found and terms(rest) and not (_NO_PART.within(text) or conjuncts.describes(f"{before} {text}")):
                found.append(Part(text, rest, beside=True))
            continue
        if orders and (place or adds) and _is_wished(text):
            found.append(_beside(text))
            continue
        told = _TELLS.within(conjuncts.main_clause(text)) and not (wants or _TOLD_AND_DONE.within(text))
        again = not context and bool(conjuncts.opens_place(text)) and conjuncts.names_object(piece, before)
        context = not (again or counts or asked[place]) and (
            told or _CONTEXT.within(text) or (context and piece.joined == "and")
        )
        named = again and conjuncts.names_place(text)
        shared, deed = not conjuncts.places(before), not named and _is_deed(text)
        if context or (not (deed or asked[place]) and conjuncts.describes(before)):
            continue
        alone = counts or (not place and text.isascii()) or _stands_alone(piece, series=series, names=names)
        if alone and (counts or _is_part(text)):
            parts = _counted_up(text, names=counts) if not text.isascii() else [Part(text, text)]
        elif found and series and (named or (conjuncts.names_object(piece, before) and not _NO_PART.within(text))):
            parts = [_beside(text)]
        else:
            parts = []
        if parts and found and not deed and text.isascii():  # a thing beside that of the deed before
            parts = [one._replace(words=conjuncts.own_of(text, shared=shared, before=before)) for one in parts]
            first = conjuncts.first_of(before, text)
            found[:] = [one._replace(words=first) if one.text == before else one for one in found]
        found += parts
        before = text if deed or not before else f"{before} {text}"
    return found


def _is_asked(line: Said, piece: str) -> bool:
    """Whether a piece is what a sentence asks for with "can you"."""
    at = line.text.find(piece)
    return at > 0 and _ASKED.search(line.masked, max(0, at - 30), at) is not None


def _beside(text: str) -> Part:
    return Part(text, text, beside=True)


def _counted_up(text: str, *, names: bool) -> list[Part]:
    """A Chinese part, and what it counts up beside its first thing. ``names``: it is a word and names of one kind."""
    first, *others = conjuncts.counted_up(text)
    first = first.split()[-1] if names else first
    return [Part(text, first), *map(_beside, others)]


def _is_wished(text: str) -> bool:
    """Whether a piece says how something that it names shall be."""
    return (
        wishes.shall_be(text)
        and not _NO_PART.within(text)
        and bool(terms(text) - GENERIC)
        and len(text.split()) <= _WORDS
    )


def _is_deed(text: str) -> bool:
    """Whether a piece orders by a verb of its own; "the flag in the help" names a thing and its place."""
    named = conjuncts.places(text[: conjuncts.OPENING])
    return (_VERBS.within(text) and not named) or any(map(wishes.orders, said(text)))


def _orders(line: Said, first: str) -> bool:
    """Whether a sentence orders: by a verb that is known, or by a first word whose object follows at once."""
    if wishes.is_request(line) or _TOLD_AND_DONE.within(first):
        return True
    if not first.isascii():
        return _MAKES.within(first) and not wishes.looks_back(line)
    return _VERBS.within(first) and not (_TELLS.within(conjuncts.main_clause(first)) or wishes.looks_back(line))


def _stands_alone(piece: Piece, *, series: bool, names: bool) -> bool:
    """Whether a piece of an ordering sentence orders something of its own. ``series``: an "and" is in the sentence;
    ``names``: several mere names are."""
    if not piece.text.isascii():
        return len(piece.text) > _HAN and (len(piece.joined) > 1 or _MAKES.within(piece.text))
    return (series and (" " in piece.text or (names and _NAME.match(piece.text) is not None))) or _is_deed(piece.text)


def _is_part(piece: str) -> bool:
    line = said(piece)
    return (
        bool(terms(piece) - GENERIC)
        and len(piece.split()) <= _WORDS
        and not ((_NO_PART.within(bare(piece)) and not _WRITES.within(bare(piece))) or _CONTEXT.within(bare(piece)))
        and not any(map(wishes.prohibits, line))
        and (_DETERMINED.within(piece) or not all(acts.act_of(one) in _SOCIAL for one in line))
    )
