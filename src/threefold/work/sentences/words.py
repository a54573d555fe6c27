"""The words that carry a sentence's content, and whether another text carries them too.

English words are cut to a stem, identifiers are split, Chinese is taken in pairs of characters. Good enough to tell
whether a commit is about the thing that was planned; never used to compare values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from threefold.text.later import later

_WORD = later(r"[A-Za-z][a-z]+|[A-Z]{2,}s?(?![a-z])|[A-Za-z]\d[\w]*|[A-Z]|\d[\d.,]*\d|\d|[a-z]")
_HAN = later(r"[\u3400-\u9fff]+")
_STOP_WORDS = (
    "a an the and or but if then else so as at by for from in into of off on onto out over to up with without about "
    "is are was were be been being am do does did done have has had having can could may might must shall should"
    " will "
    "would i me my we us our you your he she it its they them their this that these those there here what which who "
    "whom whose when where why how all any both each few more most other some such no not only own same than too"
    " very "
    "just also now yet still already again once ll ve re don doesn didn isn aren wasn won please pls ok okay yes let"
    " lets plz "
    "want wants like need needs next later first second step steps thing things one make makes made use uses used "
    "using get go going well good done new old file files change changes changed anything something everything "
    "nothing someone explain maybe perhaps "
    "really actually way ways bit lot decide decided decides decision agree agreed settle settled settling "
    "rather instead sound sounds great nice perfect fine cool thank thanks thx asap understood noted sure alright"
)
_STOP = frozenset(_STOP_WORDS.split())
_STOP_HAN = frozenset(
    "的了和与及或是在有我你您他它们这那就都也还要会能可以吗呢吧啊把被给让对从到为以之其并而但则很再先请好不没无一"
    "个些么什怎样着过得地"
)
_DIGITS = frozenset("0123456789")
_WORDLIKE = _DIGITS | frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_ENDINGS = ("ations", "ation", "ings", "ing", "ied", "ies", "edly", "ed", "ers", "er", "es", "ly", "s", "e")


_LONGEST_KEPT = 2_000
"""Characters of a text whose words are kept: a sentence is asked about many times, a long reply is not."""


def terms(text: str) -> frozenset[str]:
    """The content words of a text."""
    return _kept_terms(text) if len(text) <= _LONGEST_KEPT else _terms(text)


def _terms(text: str) -> frozenset[str]:
    found = {stem(word) for word in map(str.lower, _WORD.findall(text)) if word not in _STOP}
    for run in () if text.isascii() else _HAN.findall(text):
        kept = "".join(char if char not in _STOP_HAN else " " for char in run)
        for piece in kept.split():
            found.update([piece] if len(piece) == 1 else (piece[i : i + 2] for i in range(len(piece) - 1)))
    found.discard("")
    return frozenset(found)


_kept_terms = lru_cache(maxsize=1 << 11)(_terms)


def literals(text: str) -> frozenset[str]:
    """The content words that are spelled alike in any language: numbers, names, identifiers."""
    return frozenset(term for term in terms(text) if term.isascii())


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """A word without its ending, where enough of it remains."""
    if not word.isalpha() or len(word) < 4:
        return word.strip(".,")
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= (3 if ending == "s" else 4):
            base = word[: -len(ending)]
            return base[:-1] if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "aeiousl" else base
    return word


def carried(wanted: Iterable[str], text: str) -> float:
    """The share of ``wanted`` (from :func:`terms`) that stands in a text (lower case), from 0 to 1."""
    count = hits = 0
    for term in wanted:
        count += 1
        hits += term in text and stands(term, text)  # most terms do not stand there at all
    return hits / count if count else 0.0


def carries(text: str, wanted: Collection[str], least: float) -> bool:
    """Whether at least the share ``least`` (above 0) of ``wanted`` stands in a text; looks no further than it must."""
    count = left = len(wanted)
    hits = 0
    for term in wanted:
        left -= 1
        if term in text and stands(term, text):
            hits += 1
            if hits / count >= least:
                return True
        elif (hits + left) / count < least:
            return False
    return False


def stands(term: str, text: str) -> bool:
    """Whether a term stands in a text: at the beginning of a word, and as a whole where it is short or a number."""
    at = text.find(term)
    if at < 0 or not term.isascii():
        return at >= 0
    size, length = len(term), len(text)
    whole = size < 4 or not term.isalpha()
    while at >= 0:
        end = at + size
        if (not at or _parts(text[at - 1], term[0])) and (not whole or end == length or _parts(text[end], term[-1])):
            return True
        at = text.find(term, at + 1)
    return False


def _parts(neighbour: str, edge: str) -> bool:
    """Whether a word ends between two characters: a letter and a digit are of two words."""
    return neighbour not in _WORDLIKE or (neighbour in _DIGITS) != (edge in _DIGITS)


def share(wanted: frozenset[str], given: frozenset[str]) -> float:
    """The share of ``wanted`` that is in ``given``."""
    return len(wanted & given) / len(wanted) if wanted else 0.0


_FILE_ENDING = later(r"(?<=\w)\.[a-z]{1,5}\b")
"""What a file's name ends with: any other file's does, too."""
_GENERIC = (
    "add writ fix updat creat implement put set support ensur short small bit today afternoon mak giv turn deal handl "
    "car issue problem bug finding commit 一下 问题 删 改 加 换 修 调 补 做 写"
)
GENERIC = frozenset(_GENERIC.split())
"""Content words with which any part may be put."""


def own_terms(texts: Iterable[str]) -> list[frozenset[str]]:
    """Of several things' words those that no other has, without what any thing may be called by."""
    wanted = [terms(_FILE_ENDING.sub("", text)) for text in texts]
    count: dict[str, int] = {}
    for words in wanted:
        for word in words:
            count[word] = count.get(word, 0) + 1
    own = []
    for words in wanted:
        shared = [word for word in words if count[word] > 1]
        ends, begins = {word[-1] for word in shared}, {word[0] for word in shared}
        alone = {word for word in words if count[word] == 1 and word not in GENERIC}
        kept = {word for word in alone if len(word) > 1 or not word.isascii()} or alone
        own.append(frozenset({word for word in kept if not _astride(word, ends, begins)} or kept))
    return own


def _astride(word: str, ends: set[str], begins: set[str]) -> bool:
    """Whether a pair of Chinese characters lies half in a pair that is shared: it is told wherever that is."""
    return len(word) == 2 and not word.isascii() and (word[0] in ends or word[1] in begins)
