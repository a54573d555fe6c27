"""Numbers without a unit, in digits and in words, English and Chinese."""

from __future__ import annotations

from fractions import Fraction

from threefold.text.later import later
from threefold.text.unicode import fold
from threefold.text.vocabulary import HAN_DIGITS, HAN_SCALES, HAN_SECTIONS, MAGNITUDE, VULGAR, WORDS

LONGEST = 120  # characters; no one writes an amount longer than this, and hostile text does
_DECIMAL = later(r"(\d{1,3}(?:,\d{3})+|\d+(?:_\d+)*)(\.\d+)?")


def number(text: str) -> Fraction | None:
    """The value of ``1,234``, ``10_000``, ``1.5``, ``½``, ``１２``, ``二十``, ``1万`` or ``twenty-five``, else None."""
    if len(text) > LONGEST:
        return None
    tail = VULGAR.get(text[-1:])
    if tail is not None:
        if len(text) == 1:
            return tail
        whole = number(text[:-1])
        return None if whole is None else whole + tail
    text = fold(text)
    found = _DECIMAL.fullmatch(text)
    if found:
        return Fraction(found[1].replace(",", "").replace("_", "") + (found[2] or ""))
    if text[-1:] in MAGNITUDE and text[:-1]:
        head = _DECIMAL.fullmatch(text[:-1])
        if head:
            return Fraction(text[:-1].replace(",", "").replace("_", "")) * MAGNITUDE[text[-1]]
    if text.isascii():
        return _word_number(text.lower())
    return _han_number(text)


def _word_number(word: str) -> Fraction | None:
    tens, _, ones = word.partition("-")
    if tens not in WORDS or (ones and (WORDS.get(ones, 10) > 9 or WORDS[tens] < 20)):
        return None
    return Fraction(WORDS[tens] + (WORDS[ones] if ones else 0))


def _han_number(text: str) -> Fraction | None:
    """Positional and spoken Han numerals up to 亿: 二十, 一百零五, 三万五千, 二〇二六, 半, 零点五."""
    if text == "半":
        return Fraction(1, 2)
    whole, point, decimals = text.partition("点")
    if point:
        head = _han_number(whole)
        if head is None or not decimals or any(c not in HAN_DIGITS for c in decimals):
            return None
        return head + Fraction(int("".join(str(HAN_DIGITS[c]) for c in decimals)), 10 ** len(decimals))
    if not text or any(c not in HAN_DIGITS and c not in HAN_SCALES and c not in HAN_SECTIONS for c in text):
        return None
    if all(c in HAN_DIGITS for c in text):
        return Fraction(int("".join(str(HAN_DIGITS[c]) for c in text)))
    total = section = digit = 0
    for char in text:
        if char in HAN_DIGITS:
            digit = HAN_DIGITS[char]
        elif char in HAN_SCALES:
            section += (digit or 1) * HAN_SCALES[char]
            digit = 0
        else:
            total = (total + (section + digit or 1)) * HAN_SECTIONS[char]
            section = digit = 0
    return Fraction(total + section + digit)
