"""What a reply says of several things: that all are done, that some are, or something in other words.

The parts of an order, the findings of a review and the questions of a message are held against a reply alike: where it
speaks of some of them, and says nothing that may be about the others, those were passed over.
"""

from __future__ import annotations

from collections.abc import Sequence

from threefold.text.later import later
from threefold.work.sentences import numbering
from threefold.work.sentences.phrases import Phrases
from threefold.work.sentences.words import GENERIC, carried, terms

_ALL = Phrases(
    r"\b(?:all (?:done|in\b|set|fixed|of (?:it|them|these|this|those)|two|three|four|five|six|seven|\d+|parts|points|"
    r"items|steps|findings|issues|problems|changes)|both|everything|each of (?:them|these)|one (?:commit )?each|"
    r"commit each|as (?:asked|ordered|requested|you asked)|(?:the )?(?:whole|entire) list|that was the last|the last "
    r"(?:one|part|item|step|point)|(?:the )?(?:rest|others|remaining \w+))\b",
    r"^(?:已经?)?(?:都|全[部都]|均)|(?:[一二两三四五六七八九十\d几][个项件处点条步样台份页段块名位]\S{0,4}|这些\S{0,3}|"
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
_OF_COMMIT = Phrases(r"^all (?:is |are )?(?:committed|pushed)\b|^[都全部均已经]{0,4}(?:提交|推送|推|合并)\S{0,4}$")
"""What is committed is what was done, be it all or not."""
_OF_STATE = Phrases(
    r"\b(?:tests?|suite|lint\w*|ci|build|commit\w*|push\w*|green|pass\w*)\b|^(?:it|its|they|their|this|that|"
    r"these|those|"
    r"now|no|nothing|only|so|which)\b|测试|用例|提交|推送|构建|通过|^(?:它|这|现在|其中|默认)"
)
"""Clauses that tell how the work stands or goes on about what was just told, and of no other deed."""
_DONE = "complet finish commit implement fix readi test pass pushed green 完成 提交 搞定 测试 试通 通过"
_BARE = frozenset(_DONE.split())
_CLAUSES = later(r"[.!?;:\n](?:\s|$)|[。！？；：，]|,\s+(?:and\s+)?|\s-\s")
_SENTENCES = later(r"[.!?;](?:\s|$)|\n|[。！？；]")
_NAME = later(r"(?=\S*[./_])[\w./-]+")
"""A file, a folder or an identifier."""
_POINTS = later(r"(?i)\S+ (?:it|that|this|them|these|those)\b")
_EXPLAINS = later(r": |：")
"""What follows goes on about what stands before it."""


def claims_all(reply: str, *counts: int, own: Sequence[frozenset[str]] = ()) -> bool:
    """Whether words say that all of what was asked for is done, or count as many things up (``A、B 和 C 都好了``).

    ``counts``: how many things it may have been; a word for another number ("both" of three) speaks of some of them."""
    parts = clauses(reply)
    lists = [found[0] for clause in parts if (found := _COUNTED_UP.search(clause))]
    for clause in parts:
        if _ALL.within(clause) and not _OF_TESTS.within(clause) and not any(text in clause for text in lists):
            number = numbering.all_of(clause)
            if number in counts or not (number or _OF_COMMIT.within(clause)):
                return True
    lists = [text for text in lists if sum(carried(words, text) > 0 for words in own) in (0, len(own))]
    named = max((1 + sum(map(text.count, "、和")) for text in lists), default=0)
    return named >= min(counts) or numbering.of_deeds(reply) in counts


def says_done(reply: str) -> bool:
    """Whether a reply opens with nothing but that it is done."""
    return any(_ONLY_DONE.within(clause) for clause in clauses(reply)[:1])


def clauses(reply: str) -> list[str]:
    return [piece.strip(" *_`-") for piece in _CLAUSES.split(reply) if piece.strip(" *_`-")]


def spoken_for(
    texts: Sequence[str],
    own: Sequence[frozenset[str]],
    done: list[bool],
    message: str,
    reply: str,
    *,
    deeds: bool = False,
) -> list[bool]:
    """For each of several things of a message whether it is ``done`` or need not stay open. It stays open where a reply
    speaks of others, and says nothing in other words that may be about this one. ``deeds``: they are done also by what
    was done, and what only that names is what other words tell of first."""
    left = [text for text, hit in zip(texts, done, strict=True) if not hit]
    rest = terms(message) - terms(" ".join(left)) - GENERIC
    if not any(done):
        return [True] * len(own)
    untold = len(left)
    if deeds and not any(map(_POINTS.match, left)):  # "put that down" is told in the words for what it points at
        low = reply.lower()
        untold = max(untold, sum(not words or carried(words, low) == 0 for words in own))
    if other_words(reply, own, rest) >= untold:  # what is called by its name is seen in the deeds
        return [hit or not _NAME.fullmatch(text) for text, hit in zip(texts, done, strict=True)]
    return done


def other_words(reply: str, own: Sequence[frozenset[str]], rest: frozenset[str]) -> int:
    """How many deeds are told of in none of the words of the things, nor of the ``rest`` of the order: by sentences of
    their own, or by the clauses of one that counts up as many as there are things."""
    words = rest.union(*own)
    count = 0
    named = False
    other = False
    for sentence in _SENTENCES.split(reply):
        told = [_tells_other(clause, words) for clause in clauses(_EXPLAINS.split(sentence, maxsplit=1)[0])]
        others = told.count(True)
        named, other = named or None in told, other or others > 0
        count += others if len(told) >= len(own) > 2 else None not in told and others > 0
    return len(own) if not (named or other) or (not named and says_done(reply)) else count


def _tells_other(clause: str, words: frozenset[str]) -> bool | None:
    """Whether a clause tells of a deed other than of things of certain words; None: it tells of those."""
    low, content = clause.lower(), terms(clause)
    if not words.isdisjoint(content) or carried(words, low) > 0:
        return None
    return any(len(word) > 2 or not word.isascii() for word in content - _BARE if not word[0].isdigit()) and not (
        _OF_STATE.within(clause) or _ONLY_DONE.within(clause)
    )
