"""Compliance: words that a user locked, looked for to the letter in the original and in the summary.

Literal only: a rewording is no loss, and nothing is said about who is right. Latin words are found as whole words
whatever their case; Chinese words have no boundaries and are found anywhere. Rules and default words are those of
``dsh-compaction-audit``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from threefold.text.patterns import PatternSet, quote
from threefold.text.unicode import encode

KEEP = ("评分", "打分", "全量", "齐全", "持仓", "公告", "挂", "落盘", "更新", "HTML", "公司", "弹性纯度")
DROP = ("环节", "营收占比")
SCOPE = ("全部", "所有", "每", "完整", "all", "every", "each", "full")
_MOST_WORDS = 1000
_LONGEST_WORD = 200


class Vocabulary(msgspec.Struct, frozen=True):
    """The three lists of words. ``warning`` says why a setting was not used, or is empty."""

    keep: tuple[str, ...] = KEEP
    drop: tuple[str, ...] = DROP
    scope: tuple[str, ...] = SCOPE
    warning: str = ""


def vocabulary(setting: str) -> Vocabulary:
    """The words of a ``compliance_vocab`` setting: each list that it gives replaces the default one.

    A value that is no JSON object of lists of words leaves every default in place and says so.
    """
    if not setting.strip():
        return Vocabulary()
    try:
        given = msgspec.json.decode(setting, type=dict[str, list[str]])
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        return Vocabulary(warning=f"compliance_vocab is not usable, the default words are used: {error}")
    unknown = sorted(given.keys() - {"keep", "drop", "scope"})
    if unknown:
        return Vocabulary(
            warning=f"compliance_vocab has unknown lists ({', '.join(unknown)}), the default words are used"
        )
    lists: dict[str, tuple[str, ...]] = {}
    for name, words in given.items():
        lists[name] = tuple(dict.fromkeys(word for word in words if word.strip()))
        if len(lists[name]) > _MOST_WORDS or any(len(word) > _LONGEST_WORD for word in lists[name]):
            return Vocabulary(warning=f"compliance_vocab.{name} is too long, the default words are used")
    return msgspec.structs.replace(Vocabulary(), **lists)


class WordsFound:
    """Which words of a vocabulary stand in texts, fed one text at a time; stops looking once all were found."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(dict.fromkeys(words))
        self.found: set[str] = set()
        self._sought: tuple[int, tuple[str, ...], tuple[str, ...]] = (-1, (), ())

    def feed(self, data: bytes) -> None:
        """Look through one more text."""
        if len(self.found) != self._sought[0]:
            left = tuple(word for word in self.words if word not in self.found)
            self._sought = len(self.found), left, tuple(word for word in left if word.casefold().isascii())
        words = self._sought[2] if data.isascii() else self._sought[1]
        if words:
            self.found.update(words[index] for index in _patterns(words).matching(data))


@lru_cache(maxsize=32)
def _patterns(words: tuple[str, ...]) -> PatternSet:
    """The patterns of a list, which every compaction of every log asks for again."""
    return PatternSet([_pattern(word) for word in words], ignore_case=True)


def _pattern(word: str) -> str:
    data = encode(word)
    left = r"\b" if word[0].isascii() and (word[0].isalnum() or word[0] == "_") else ""
    right = r"\b" if word[-1].isascii() and (word[-1].isalnum() or word[-1] == "_") else ""
    return left + quote(data) + right


class Compliance(msgspec.Struct, frozen=True, kw_only=True):
    """The four booleans of the original, spelled as it spells them, and the words behind each. All are candidates."""

    missing: bool
    superseded: bool
    scopeLost: bool
    coexists_review: bool
    words: dict[str, tuple[str, ...]]
    vocabulary_version: str = "1"
    warning: str = ""


def check(words: Vocabulary, original: set[str], summary: str, version: str) -> Compliance:
    """Compare the words found in the original with those of the summary."""
    stands = WordsFound((*words.keep, *words.drop, *words.scope))
    stands.feed(encode(summary))
    missing = tuple(word for word in words.keep if word in original and word not in stands.found)
    superseded = tuple(word for word in words.drop if word in stands.found)
    scope = tuple(word for word in words.scope if word in original and word not in stands.found)
    kept = tuple(word for word in words.keep if word in stands.found)
    together = kept + superseded if kept and superseded else ()
    return Compliance(
        missing=bool(missing),
        superseded=bool(superseded),
        scopeLost=bool(scope),
        coexists_review=bool(together),
        words={"missing": missing, "superseded": superseded, "scopeLost": scope, "coexists_review": together},
        vocabulary_version=version,
        warning=words.warning,
    )
