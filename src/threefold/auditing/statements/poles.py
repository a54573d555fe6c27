"""What a sentence is for and what it is against, word by word: enough to see that two sentences in the same words say
opposite things."""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from threefold.auditing.facts.phrases import negative
from threefold.auditing.statements.rules import clauses_of
from threefold.auditing.statements.subjects import about
from threefold.text.later import later

_CONTRAST = later(
    r"(?i),?\s+(?=(?:instead of|rather than|in place of|(?:and|but) not)\s)|[:：]\s|[()（）]|(?=而不是|而非|不是)"
)
_LISTED = later(r"(?i)\W*[\w-]+(?:,? (?:and|or) [\w-]+)?\W*$")
"""What goes on with the list that the clause in front of it began."""
ONLY = later(r"(?i)\b(?:only|read-?only)\b|只(?:能|准|许|要|在)?")
BARS = later(
    r"(?i)\bhands?\b.{0,20}\boff\b|\b(?:off[- ]limits|out of bounds|banned|barred|ruled out|vetoed|taboo|frozen|blocked for|read-?only|nowhere|(?:confined|restricted|limited) to)\b"
    r"|\b(?:leave|leaves|leaving|left|keeps?|kept|stays?|stayed)\b[^.;。；]{0,80}?\b(?:alone|untouched|unchanged|out|away from|off|to (?:the )?(?:user|him|her|them)|as (?:it|they) (?:is|are|was|were)|as is)\b"
    r"|才[能可准许会]|用户(?:自己|本人|亲自)"
)
"""How something is forbidden without a negation."""
KEEPS = later(
    r"(?i)\b(?:stays?|stayed|remains?|remained|keeps?|kept|left|leave|still|is fixed|the same|unchanged|untouched|as (?:it|they) (?:is|are|was|were))\b"
    r"|保持|保留|留在|留着|待在|限于|原样|不[变动]"
)
"""How something is kept as it is: ``port 22 stays open`` for ``never close port 22``."""
_AT = later(
    r"(?i)(?<!-)\bonly (?=(?:in|if|when|for|on|during|while|with|after|once|at|under)\b)|只(?=在|有|能在|对|针对)"
)
"""How something is permitted for a time or a place alone."""
_WITHOUT = later(r"(?i)\bwithout (?:an?|the|any) [\w-]+|\b(?:skip|stop)(?:s|ped|ping)?\b|\bun[a-z]{3,20}ed\b")
"""Tells which thing is meant, or is a deed of its own, and is not against anything."""
_AGAINST = later(
    r"(?i)\b(?:(?:is|are|be) avoided|not (?:needed|required|necessary|enough)|need not|no need)\b|不用|无需|不必"
)
_REPORTS = later(
    r"(?i)\b(?:did|was|were|has|have|had|could)(?: not|n't)\b|\bnot (?:yet|been)\b|\byet\b|\b(?:is|are|stays?|remains?) not \w+ed\b|没(?!有我)|尚未|还未"
)
"""How a sentence tells what did not come about; it is neither for nor against it."""
_DEPENDS = later(
    r"(?i)\b(?:until|unless|before|except|once|if|when|whenever|without|after|as long as)\b|除非|如果|之前|以前|以后|之后|等|没有|没.{1,6}[不别]|才|每次"
)
"""What makes a clause hold for a time or a case alone."""


def reports(text: str) -> bool:
    """Whether a text tells of what did not come about."""
    return _REPORTS.search(text) is not None


def depends(text: str) -> bool:
    """Whether a text holds for a time or a case alone."""
    return _DEPENDS.search(text) is not None


def bars(text: str, *, somewhere: bool = False) -> bool:
    """Whether a text forbids something in any words, be it ``somewhere`` alone."""
    return BARS.search(text) is not None or negative(text if somewhere else _AT.sub(" ", text))


def parts(text: str) -> Iterator[str]:
    """The clauses of a text; what is set against something stands by itself."""
    for clause in clauses_of(text):
        yield from (part for part in _CONTRAST.split(clause) if part.strip())


@lru_cache(maxsize=1 << 10)
def poles(text: str) -> Mapping[str, bool]:
    """The telling words of a text that it is for (True) or against (False); those that are both, and those of clauses
    which report what came about, are left out."""
    found: dict[str, bool] = {}
    both: set[str] = set()
    stands = True
    for part in parts(text):
        bare = ONLY.sub(" ", part)
        against = negative(_WITHOUT.sub(" ", bare)) or _AGAINST.search(bare) is not None
        stands = not against and (stands or _LISTED.match(bare) is None)
        if reports(part):
            continue
        for word in about(bare):
            if found.setdefault(word, stands) != stands:
                both.add(word)
    return {word: stands for word, stands in found.items() if word not in both}


def exchanged(one: Mapping[str, bool], other: Mapping[str, bool]) -> bool:
    """Whether two texts exchange the sides of two things: ``letters, not numbers`` and ``numbers instead of letters``."""
    against = {one[word] for word in one.keys() & other.keys() if one[word] != other[word]}
    return len(against) == 2
