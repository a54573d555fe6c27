"""Text to terms: words, identifiers whole and in parts, Chinese in character pairs.

A term is a short string whose first character says its kind: ``w`` a stemmed word or a part of an identifier, ``i`` a
whole identifier, ``c`` a pair of Chinese characters. The kinds never match one another.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from threefold.relevance.gloss import HAN, of_run

_LETTERS = "A-Za-z0-9_\u00c0-\u024f\u0370-\u03ff\u0400-\u04ff\u3040-\u30ff\uac00-\ud7af"
# One pass, no backtracking: a run of letters, then joints (at most two signs) that lead on to letters again.
_RAW = re.compile(f"[{_LETTERS}]+(?:[./:@#\\\\-]{{1,2}}[{_LETTERS}]+)*|[{HAN}]+")
_PARTS = re.compile(
    r"[A-Z]+(?![a-z])|[A-Z]?[a-z\u00df-\u024f\u0370-\u03ff\u0400-\u04ff\u3040-\u30ff\uac00-\ud7af]+|\d+"
)
_SIGNS = re.compile(r"[./:@#\\_-]+")
_PLACE = re.compile(r"(?:[:#]{1,2}L?\d+(?:-L?\d+)?)+$|::\w+$")  # a line, a range, a test in a file
_JOINTS = re.compile(r"[./:@#\\]+")
_FOLDERS = re.compile(r"[/\\]+")
_INNER_CAPITAL = re.compile(r"[a-z0-9][A-Z]")
_LONGEST = 120  # characters; longer runs are data (base64, minified code), of which the start is enough
_STOP_WORDS = (
    "a about after again all also always am an and any are as at be because been before being but by can could "
    "did do does doing don for from get go had has have having he her here him his how i if in into is it its "
    "just let like ll make may me more most must my never no not now of off on once one only or other our out "
    "over own re s same she should so some such t than that the their them then there these they this those to "
    "too under until up us use used using ve very was we were what when where which while who why will with "
    "would yes you your please thanks ok "
)
_STOP = frozenset(_STOP_WORDS.split())
_STOP_HAN = frozenset("的了吗呢吧啊呀么是我你他她它们这那就都也还在和与及或被把给对从到让很")


def stem(word: str) -> str:
    """A light stem: plural, -ing, -ed and a final e go; a doubled last consonant is halved. Lower case in and out."""
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if len(word) > 5 and word.endswith("ing"):
        word = word[:-3]
    elif (len(word) > 4 and word.endswith("ed")) or (len(word) > 5 and word.endswith("ly")):
        word = word[:-2]
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    return word


def is_identifier(raw: str) -> bool:
    """Whether a run of text is a name and no word: joints, digits among letters, an underscore or an inner
    capital."""
    if len(raw) < 3:
        return False
    if _SIGNS.search(raw) is not None:
        return any(c.isalnum() for c in raw)
    return (
        _INNER_CAPITAL.search(raw) is not None
        or (any(map(str.isdigit, raw)) and not raw.isdigit())
        or (len(raw) > 4 and raw.isdigit())
    )


@lru_cache(maxsize=1 << 16)
def _terms_of(raw: str) -> tuple[str, ...]:
    """The terms of one run; most runs repeat, so they are worked out once."""
    if _is_han(raw[0]):
        return _pairs(raw)
    raw = raw[:_LONGEST]
    found: list[str] = []
    if is_identifier(raw):
        found.append("i" + raw.lower().strip("_"))
        pieces = [piece for piece in _SIGNS.split(raw) if piece]
        if len(pieces) > 1:
            found.extend("i" + name.lower() for name in _inner_names(raw))
            found.extend("i" + piece.lower() for piece in pieces if is_identifier(piece))
        words = [part.lower() for piece in pieces for part in _PARTS.findall(piece)]
    else:
        words = [raw.lower()]
    found.extend("w" + stem(word) for word in words if word not in _STOP and (len(word) > 1 or word.isdigit()))
    return tuple(dict.fromkeys(found))


def _inner_names(raw: str) -> list[str]:
    """What else a joint name is called: without its line, by its file alone, and each name that it is made of.

    A trace says ``hub.go:77`` where the read of that file says ``internal/fanout/hub.go``, and a call says
    ``orders.close_order`` where the definition says ``close_order``.
    """
    bare = _PLACE.sub("", raw)
    names = dict.fromkeys((bare, _FOLDERS.split(bare)[-1], *_JOINTS.split(raw)))
    return [name for name in names if name != raw and is_identifier(name)]


def _is_han(character: str) -> bool:
    return "\u3400" <= character <= "\u4dbf" or "\u4e00" <= character <= "\u9fff" or "\uf900" <= character <= "\ufaff"


def _pairs(run: str) -> tuple[str, ...]:
    """Overlapping character pairs, none across a function word; lone characters; and known words in English."""
    found: list[str] = []
    content = "".join(" " if c in _STOP_HAN else c for c in run[: _LONGEST * 4])
    for piece in content.split():
        if len(piece) == 1:
            found.append("c" + piece)
        found.extend("c" + piece[i : i + 2] for i in range(len(piece) - 1))
    found.extend("w" + stem(word) for word in of_run(run)[0])
    return tuple(found)


def terms(text: str) -> Counter[str]:
    """How often each term stands in the text. Linear in the text; lone surrogates and controls separate terms."""
    counted: Counter[str] = Counter()
    for raw, times in Counter(_RAW.findall(text)).items():
        for term in _terms_of(raw):
            counted[term] += times
    return counted
