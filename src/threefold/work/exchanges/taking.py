"""Which of several things an exchange took up: the parts of an order, or the findings of a review.

Words and deeds are asked for each thing; what was picked by its number or its words is done by what was done; and who
says that all is done, or tells of as many deeds as there were things, has done them all in other words.
"""

from __future__ import annotations

from collections.abc import Sequence

from threefold.text.later import later
from threefold.work.exchanges.exchange import Exchange, Open
from threefold.work.sentences import deciding, numbering
from threefold.work.sentences.parts import GENERIC
from threefold.work.sentences.phrases import Phrases
from threefold.work.sentences.words import carried, carries, terms

_ENOUGH = 0.25
"""The share of a thing's own words from which words of the model speak of it."""
_GENERAL = 0.15
"""The same where a person wanted all that is open."""
_HAN = 0.12
"""The same of Chinese, whose words are taken in pairs of characters: one pair in eight is a word of two characters."""
_FAR = 0.34
"""The same long after it came up."""
_WRITTEN = 0.67
"""The same share of a text that was written, in which any word may stand."""
_ALL = Phrases(
    r"\b(?:all (?:done|in\b|set|fixed|of (?:it|them|these|this|those)|two|three|four|five|six|seven|\d+|parts|points|"
    r"items|steps|findings|issues|problems|changes)|both|everything|each of (?:them|these)|one (?:commit )?each|"
    r"commit each|as (?:asked|ordered|requested|you asked)|(?:the )?(?:whole|entire) list|that was the last|the last "
    r"(?:one|part|item|step|point)|(?:the )?(?:rest|others|remaining \w+))\b",
    r"^(?:已经?)?(?:都|全[部都]|均)|(?:[一二两三四五六七八九十\d几][个项件处点条步样]\S{0,4}|这些\S{0,3}|"
    r"以上\S{0,3}|上述\S{0,3}|问题|"
    r"事情|需求|功能|任务)(?:已经?)?(?:都|全部?|均)|全部(?:完成|搞定|改|修|做|处理)|都(?:弄|改|修|做|搞|加|处理|完成|"
    r"解决)(?:好|完|定|了)|^(?:全|改|弄|做)(?:改|弄|做)?完了",
)
_ONLY_DONE = Phrases(
    r"^(?:all )?(?:done|finished|complete[d]?|implemented)(?: and (?:committed|pushed|tested))?$|"
    r"^(?:已经?)?(?:完成|搞定|(?:改|弄|做|修|优化|处理|搞|写|加|调整|更新)(?:完|好))了?$"
)
_COUNTED_UP = later(r"(?:[^、，。；]{1,14}[、和]){1,20}[^、，。；]{1,14}?都")
_OF_TESTS = Phrases(
    r"\b(?:tests?|suite|checks?|lint\w*|ci|green|callers?|call sites|references)\b|测试|用例|lint|引用|调用"
)
_OF_STATE = Phrases(
    r"\b(?:tests?|suite|lint\w*|ci|build|commit\w*|push\w*|green|pass\w*)\b|^(?:it|its|they|their|this|that|"
    r"these|those|"
    r"now|no|nothing|only|so|which)\b|测试|用例|提交|推送|构建|通过|^(?:它|这|现在|其中|默认)"
)
"""Clauses that tell how the work stands or goes on about what was just told, and of no other deed."""
_DONE = "complet finish commit implement fix readi test pass pushed green 完成 提交 搞定 测试 试通 通过"
_BARE = frozenset(_DONE.split())
_CLAUSES = later(r"[.!?;:\n](?:\s|$)|[。！？；：，]|,\s+(?:and\s+)?|\s-\s")
_ONWARDS = (
    "continu proceed ahead start carri move finish rest remain follow suggest propos recommend last repair 继续 接着 "
    "下来 修 改 下"
)
_GOING_ON = GENERIC | frozenset(_ONWARDS.split())
"""Words with which a person tells to go on, and names nothing."""
_EVERY = Phrases(
    r"\b(?:all|both|everything|each|every|them|these|those|the (?:rest|others))\b|都|全部|每[个项条处点]|一起|其余|剩下"
)
_BOTH = Phrases(r"\bboth\b|两[个项条处点件]都")
_NEXT = Phrases(r"\b(?:next|continue|go on|carry on|proceed|last)\b|下一|继续|接着|接下来")
"""How a person wants one more of them."""
_REST = Phrases(
    r"\b(?:rest|others?|remaining|everything else|anything else|nothing else)\b|其他|其它|其余|剩下|别的|另外"
)
_LEAVES = r"(?:ignore|skip|dismiss|drop|forget(?: about)?|leave)"
_DISMISSES = Phrases(
    rf"\b{_LEAVES}\b|\S (?:fine|ok(?:ay)?|known|intended|acceptable)\b|"
    r"\b(?:(?:don't|do not|won't|needn't|no need to) (?:care|bother|matter|touch|need|fix|do|change|worry|hurt)|"
    r"(?:does|is|are)(?:n't| not) (?:matter|needed|necessary|important|worth|real|relevant|bugs?|problems?)|wontfix|"
    r"by design|no need|not worth|false (?:positives?|alarms?))\b|不用|不管|别管|不必|没事|不重要|忽略|跳过|算了|"
    r"没关系|无所谓|可以接受|不是问题|误报|不改|别改|不修|已知|知道的"
)
_KEEPS = Phrases(
    rf"\b(?:don't|do not|never|not to|cannot|can't|shouldn't) {_LEAVES}\b|\bleave an? |\b(?:not a|no) false\b|"
    r"\b(?:fine|ok(?:ay)?|good) to\b|(?:别|不要|不能)(?:忽略|跳过)|不是误报"
)
"""The same words, used to keep a thing."""
_LATER = Phrases(
    r"\b(?:later|tomorrow|afterwards|for now|not now|can wait|some other (?:time|day)|next (?:week|time|sprint))\b|"
    r"先不|先别|先放|之后|明天|回头|以后|稍后|再说|下次"
)
"""What is put off is not dismissed, nor taken up."""
_PIECES = later(
    r"[,;!\n]|\.(?!\w)|(?<=[?？])|[，；。！]|\b(?:and|but|so)\b(?=\s+(?:ignore|skip|drop|leave|forget|the|don't))"
)
_LABELS = later(r"[a-z]\d{1,2}")
_ALL_OF_THEM = Phrases(r"\b(?:all|both|they|these|those|them|none|everything|any)\b|都")
_THE_SAME = Phrases(rf"^{_LEAVES} (?:it|that(?: one)?)$")
_THE_ONE = later(r"\bthe ((?:\S+ ){1,3}?)(?:one|thing|finding|issue|problem|bug)\b")
"""How one of several is called by what only it is about: "the lodash one"."""


_SHORT = 50
"""Bytes; a longer sentence about what was not picked says more than that it waits."""


def claims_all(reply: str, count: int) -> bool:
    """Whether words say that all of what was asked for is done, or count as many things up (``A、B 和 C 都好了``)."""
    parts = clauses(reply)
    if any(_ALL.within(clause) and not _OF_TESTS.within(clause) for clause in parts):
        return True
    lists = [found[0] for clause in parts if (found := _COUNTED_UP.search(clause))]
    return any(1 + sum(map(text.count, "、和")) >= count for text in lists)


def _says_done(reply: str) -> bool:
    """Whether a reply opens with nothing but that it is done."""
    return any(_ONLY_DONE.within(clause) for clause in clauses(reply)[:1])


def clauses(reply: str) -> list[str]:
    return [piece.strip(" *_`-") for piece in _CLAUSES.split(reply) if piece.strip(" *_`-")]


def of_order(own: Sequence[frozenset[str]], begins: str, now: Exchange) -> list[bool]:
    """For each part of the order that an exchange answers, by the words that are its own, whether it was taken up.

    ``begins`` are the words that pick one part to begin with: what is told of in no words at all is that part then.
    """
    reply = "\n".join(now.closing)
    if claims_all(reply, len(own)):
        return [True] * len(own)
    done = _spoken(own, now, _ENOUGH)
    if begins:
        picked = _picked(own, range(1, len(own) + 1), begins)
        first = picked if any(picked) else [True]
        return [hit or (place < len(first) and first[place]) for place, hit in enumerate(done)]
    missing = done.count(False)
    # what is left lies at the end: one that is passed over in the middle was told of in other words
    reworded = missing == 1 and len(own) > 2 and carried(own[-1], now.told()) > 0.3
    if not any(done) or reworded or _says_done(reply) or _others(reply, own) >= missing:
        return [True] * len(own)
    return done


def of_open(items: Sequence[Open], now: Exchange) -> list[bool]:
    """For each of several things that came up together and stand open, whether a later exchange took it up."""
    own = [item.terms for item in items]
    reply = "\n".join(now.closing)
    near = items[0].exchange == now.number - 1
    whole = len(items) == 2 or not _BOTH.within(now.human + reply)
    numbers = [item.number for item in items]
    wanted = _wanted(now.human)
    chosen = near and bool(numbering.picked(wanted))  # be it of one that is done by now
    bare = not (chosen or terms(now.human) - _GOING_ON)
    general = bare or (whole and _EVERY.within(wanted))
    picked = [False] * len(items) if general or not near else _picked(own, numbers, wanted)
    named = numbering.picked(reply) | (frozenset() if near else numbering.picked(now.human))
    spoken = _spoken(own, now, _GENERAL if general else _ENOUGH if near and not (chosen or any(picked)) else _FAR)
    done = [hit or number in named for hit, number in zip(spoken, numbers, strict=True)]
    if any(picked):
        return [hit or pick for hit, pick in zip(done, picked, strict=True)]
    every = whole and claims_all(reply, len(items))
    if every and (general or (near and not chosen and deciding.goes_on(now.human))):
        return [True] * len(items)
    if not general:
        return done
    if _NEXT.within(now.human):
        return done if any(done) else [True, *done[1:]]
    return [True] * len(items) if _says_done(reply) or _others(reply, own) >= done.count(False) > 0 else done


_SHIPS = frozenset(
    ("releas", "publish", "push", "ship", "deploy", "tag", "merg", "发布", "上线", "部署", "推送", "合并")
)
"""Words for one deed: whoever asked for a release is told that it is published."""


def _spoken(own: Sequence[frozenset[str]], now: Exchange, enough: float) -> list[bool]:
    told, written = now.told(), now.landed()

    def speaks(words: frozenset[str]) -> bool:
        least = _HAN if _is_han(words) else enough
        return carries(told, words, least) or carries(written, words, _WRITTEN)

    shipped = carried(_SHIPS, told) > 0
    return [not words or (shipped and not words.isdisjoint(_SHIPS)) or speaks(words) for words in own]


def _is_han(words: frozenset[str]) -> bool:
    """Whether most of a thing's words are Chinese."""
    return sum(not word.isascii() for word in words) > len(words) / 2


def _picked(own: Sequence[frozenset[str]], numbers: Sequence[int], picking: str) -> list[bool]:
    """Which things words pick: by number, else by words that only some of them have."""
    named = numbering.picked(picking)
    if named.intersection(numbers):
        return [number in named for number in numbers]
    given = terms(picking)
    by_words = [bool(words & given) for words in own]
    return by_words if len(own) == 1 or not all(by_words) else [False] * len(own)


def _others(reply: str, own: Sequence[frozenset[str]]) -> int:
    """How many clauses tell of a deed that none of the things is named by."""
    count = 0
    bare = True
    for clause in clauses(reply):
        low = clause.lower()
        content = terms(clause)
        named = any(not words.isdisjoint(content) or carried(words, low) > 0 for words in own)
        other = not named and bool(content - _BARE) and not _OF_STATE.within(clause)
        bare = bare and not (named or other)
        count += other
    return len(own) if bare else count


def _wanted(text: str) -> str:
    """What a person says, without the pieces that dismiss something or put it off."""
    return ", ".join(piece for piece in _PIECES.split(text) if not (_LATER.within(piece) or _dismisses(piece)))


def dismissed(items: Sequence[Open], text: str, *, near: bool) -> list[bool]:
    """Which of several things a person wants left as they are: by number, by name, or whatever they did not pick.

    ``near``: they came up in the exchange before, so that "they are known" speaks of them.
    """
    numbers = [item.number for item in items]
    own = [item.terms for item in items]
    picked = _picked(own, numbers, _wanted(text))
    dropped = [False] * len(items)
    before = ""
    for clause in map(str.strip, _PIECES.split(text)):
        about, before = (before if _THE_SAME.within(clause) else clause), clause
        if _LATER.within(clause) or not _dismisses(clause):
            continue
        named = numbering.picked(clause)
        if named:
            hit = [number in named for number in numbers]
        elif _REST.within(clause):
            hit = [not chosen for chosen in picked]
        elif near and any(called := [_called(words, about) for words in own]):
            hit = called
        else:
            hit = [near and _ALL_OF_THEM.within(clause)] * len(items)
        dropped = [drop or now for drop, now in zip(dropped, hit, strict=True)]
    return dropped


def puts_off_rest(text: str) -> bool:
    """Whether what a sentence puts off is only what was not picked of several things, and no more is said of that."""
    later = [piece for piece in _PIECES.split(text) if _LATER.within(piece)]
    return bool(later) and all(_REST.within(piece) and len(piece.encode()) < _SHORT for piece in later)


def _dismisses(piece: str) -> bool:
    return _DISMISSES.within(piece) and not (_KEEPS.within(piece) or piece.rstrip().endswith(("?", "？")))


def _called(words: frozenset[str], clause: str) -> bool:
    """Whether a clause calls a thing by its label, by much of its words, or as the one that it is."""
    given = terms(clause)
    label = any(_LABELS.fullmatch(word) for word in words & given)
    one = _THE_ONE.search(clause.lower())
    return label or carries(clause.lower(), words, _FAR) or (one is not None and bool(words & terms(one[1])))
