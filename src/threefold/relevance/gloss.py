"""Chinese words of software work in English, for matching texts across the two languages.

A glossary of a few hundred general words, looked up longest first. It is no translation: what it does not know is left
out, and ``share`` says how much of a text it covered.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import resources

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_RUN = re.compile(f"[{HAN}]+")


@cache
def _glossary() -> tuple[dict[str, tuple[str, ...]], int]:
    """The words, and the length of the longest."""
    lines = resources.files("threefold.relevance").joinpath("glossary.txt").read_text("utf-8").splitlines()
    words = {parts[0]: tuple(parts[1:]) for line in lines if not line.startswith("#") and (parts := line.split())}
    return words, max(map(len, words))


@lru_cache(maxsize=1 << 14)
def of_run(run: str) -> tuple[tuple[str, ...], int]:
    """English words for one run of Chinese characters, in order, and how many characters they stand for."""
    words, longest = _glossary()
    found: list[str] = []
    at = covered = 0
    while at < len(run):
        for size in range(min(longest, len(run) - at), 1, -1):
            english = words.get(run[at : at + size])
            if english is not None:
                found.extend(english)
                covered += size
                at += size
                break
        else:
            at += 1
    return tuple(found), covered


def latinised(text: str) -> tuple[str, float]:
    """The text with its Chinese in English words, and the share of its letters that can then be read (0 to 1)."""
    if text.isascii():
        return text, 1.0
    known = unknown = 0

    def replace(match: re.Match[str]) -> str:
        nonlocal known, unknown
        english, covered = of_run(match[0])
        known += covered
        unknown += len(match[0]) - covered
        return " " + " ".join(english) + " " if english else " "

    latin = _RUN.sub(replace, text)
    if not known + unknown:
        return text, 1.0
    letters = sum(map(str.isalpha, latin))
    # A Chinese character says about as much as two and a half Latin letters; the English words stand in for theirs.
    return latin, letters / (letters + 2.5 * unknown)
