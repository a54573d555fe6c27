"""Comparing what sentences say by their telling words: no meaning is judged, only whether the same words stand together."""

# ruff: noqa: E501
from __future__ import annotations

import itertools
from functools import lru_cache

from threefold.text.later import later

_WORD = later(r"[a-z0-9_][a-z0-9_./@:#'-]*[a-z0-9_]|[a-z0-9_]|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7ff]|[^\W\d_]+")
_HAN = later(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7ff]")
_CHINESE = later(r"[\u4e00-\u9fff]")
_COMMON_WORDS = (
    "the a an and or but of to in on at by for from with as is are was were be been being it its it's this that these "
    "those i you we they he she my your our their me us them do does did done have has had will would should could can "
    "may might must shall if then than so too very just also only not no never always don't dont please there here what "
    "which who how when where why all any some each every more most other into out up down over under again about after "
    "anything something everything nothing anyone someone everyone nobody exceed exceeds maximum max within below least "
    "i'll i'm i've i'd we'll we're we've you'll you're they're he's she's that's there's haven't hasn't isn't aren't wasn't weren't won't can't "
    "before myself yourself himself herself itself ourselves themselves themself until unless while user asked want wants need needs make sure let lets let's get got using use used said says say saying go goes going"
)
_COMMON = frozenset(_COMMON_WORDS.split())
_HAN_COMMON = later(
    r"[不别]超过?|超过|最多|至多|至少|以内|绝对|一定|必须|务必|千万|不要|不能|不许|不得|不准|不可|禁止|严禁|切勿|请勿|始终|总是|永远|一律|任何|所有|全部|东西|内容|下面|里面|上面"
    r"|一下|可以|需要|应该|用户|我们|你们|就是|还是|以及|并且|而且|或者|如果|然后|[的了把将请也都就吧呢啊吗我你您他她它]"
)
"""Chinese words that say how something is meant, and not what it is about."""
_NEGATIVE = later(
    r"(?i)\b(?:not|no|never|none|nothing|nobody|without|avoid(?:ing|s|ed)?|forbid(?:den|s)?|prohibit(?:ed|s)?|refrain|skip(?:s|ped|ping)?|stop(?:s|ped|ping)?|cannot|nor|disallow(?:ed)?|"
    r"don'?t|do not|doesn'?t|didn'?t|can'?t|won'?t|shouldn'?t|mustn'?t|isn'?t|aren'?t|instead of|rather than|read-?only|only"
    r"|off[- ]limits|hands off|un(?!ited|ified|defined|installed|zipped|packed|locked|tagged)[a-z]{3,20}ed)\b"
    r"|不|(?<![特分级类识区个辨告差性])别(?![的名称墅致])|勿|禁|严禁|切勿|无需|没有|未|只"
)
_NEUTRAL = later(
    r"(?i)\b(?:if not|or not|whether or not|why not|not only|not just|not to mention|no (?:more|less|fewer|later) than|not exceed"
    r"|(?:do not|don'?t|must not|mustn'?t|should not|never|not)(?: [\w'-]+){0,3} (?:more|less|fewer|longer|shorter|larger|bigger|smaller|higher|lower|later|earlier|faster|slower) than)\b"
    r"|([\u4e00-\u9fff])[不没]\1|[不别][能得可要许应准]?(?:超过?|少于|低于|多于|高于|大于|小于)|不准超过?|不仅|不但|不错|不过|不同|不断|不少|不久|差不多|未来|只要|只是"
)
"""Negations that negate nothing: ``if not, come back``, ``能不能``, ``有没有``, ``不仅``; and those that set a bound, which
``at most`` and ``at least`` set as well."""


def words(text: str) -> list[str]:
    """The words of a text in lower case; each CJK character is one."""
    return [word.strip("'.:-/") or word for word in _WORD.findall(text.lower())]


_LONGEST_KEPT = 400
"""Characters of a text whose telling words are kept: each sentence is compared with each rule."""


def telling(text: str) -> set[str]:
    """The words that say what a sentence is about, cut to a stem; CJK as pairs of characters."""
    return set(_kept_telling(text)) if len(text) <= _LONGEST_KEPT else _telling(text)


def _telling(text: str) -> set[str]:
    kept: set[str] = set()
    for run in (text,) if text.isascii() else _HAN_COMMON.split(text):
        found = words(run)
        if run.isascii():  # most of them, and none of the rest concerns it
            kept.update([stem(word) for word in found if word not in _COMMON and len(word) > 1])
            continue
        han = [_is_han(word) for word in found]
        plain = (word for word, is_han in zip(found, han, strict=True) if not is_han)
        kept.update([stem(word) for word in plain if word not in _COMMON and len(word) > 1])
        beside = zip(itertools.pairwise(found), itertools.pairwise(han), strict=True)
        pairs = [one + other for (one, other), both in beside if all(both)]
        kept.update(pairs if pairs or han != [True] else found)
    return kept


@lru_cache(maxsize=1 << 11)
def _kept_telling(text: str) -> frozenset[str]:
    return frozenset(_telling(text))


def chinese(text: str) -> bool:
    """Whether a text holds any Chinese character."""
    return not text.isascii() and _CHINESE.search(text) is not None


def characters(text: str) -> set[str]:
    """The CJK characters of a text that say what it is about: in another order they often say the same."""
    return set(_HAN.findall(_HAN_COMMON.sub("", text))) - _HAN_WEAK


_HAN_WEAK = frozenset("要用在是有和与为到上下中里这那")


def _is_han(word: str) -> bool:
    """Whether a word is a CJK character. Most texts hold none, and do not pay for the pattern."""
    return not word.isascii() and _HAN.match(word) is not None


_FORMS = (
    "sent:send told:tell wrote:write written:write rewrote:rewrite rewritten:rewrite redrawn:redraw redrew:redraw set:set built:build made:make ran:run kept:keep found:find began:begin "
    "begun:begin chose:choose chosen:choose broke:break broken:break took:take taken:take went:go gone:go gave:give "
    "paid:pay sold:sell bought:buy brought:bring held:hold "
    "given:give left:leave drew:draw drawn:draw shown:show removal:remove approval:approve renewal:renew refusal:refuse"
)
_IRREGULAR = {form: verb for form, _, verb in (pair.partition(":") for pair in _FORMS.split())}


_ENDINGS = {
    "s": ("ations", "ments", "ions", "ings", "ies", "es", "s"),
    "n": ("ation", "ion"),
    "t": ("ment",),
    "g": ("ing",),
    "y": ("edly", "ly"),
    "d": ("ied", "ed"),
    "e": ("e",),
}
"""By their last letter, the longest first."""


@lru_cache(maxsize=1 << 13)
def stem(word: str) -> str:
    """A rough stem: enough to see that ``tests`` and ``testing`` are about one thing."""
    word = _IRREGULAR.get(word, word).removesuffix("'s")
    if not word.isalpha() or len(word) < 5:
        head, dash, last = word.rpartition("-")
        if dash and last.isalpha() and last.endswith("ing"):
            return head + dash + stem(last)  # force-push, force-pushing
        return word.removesuffix("s") if len(word) > 3 and last.isalpha() else word
    if word.endswith("ply"):
        return word[:-1]  # apply, applied
    for ending in _ENDINGS.get(word[-1], ()):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            cut = word[: -len(ending)]
            doubled = ending in ("ing", "ings", "ed") and cut[-1] == cut[-2] and cut[-1] not in "lsz"
            if doubled and len(cut) > 3:
                return cut[:-1]  # dropped, dropping: drop
            return cut[:-2] if cut.endswith("at") and len(cut) > 5 else cut  # allocating, allocation: alloc
    return word


def negative(text: str) -> bool:
    """Whether a sentence forbids, excludes or denies something."""
    return _NEGATIVE.search(text) is not None and _NEGATIVE.search(_NEUTRAL.sub(" ", text)) is not None


def trigrams(text: str) -> set[tuple[str, ...]]:
    """Runs of three words (shorter texts: all of it)."""
    found = words(text)
    if len(found) < 3:
        return {tuple(found)} if found else set()
    return set(zip(found, found[1:], found[2:], strict=False))


def overlap(one: set[str], other: set[str]) -> float:
    """The share of ``one`` that stands in ``other``; 0.0 for an empty set."""
    return len(one & other) / len(one) if one else 0.0
