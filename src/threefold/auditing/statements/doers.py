"""Who does what, by the words of a rule and of a summary: what people keep for themselves is forbidden to others, and
``the user pushes himself`` says so without a word that forbids."""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from threefold.auditing.statements.subjects import term
from threefold.text.later import later

_NAME = r"(?-i:(?!(?:Never|Always|Please|Do|Don|Not?|Only|Also|The|This|That|It|We|You)\b)[A-Z][a-z]+)"
_PATTERNS = (
    later(
        rf"(?i)\b(?P<who>user|i|we|{_NAME})(?:'ll| (?:will|always|alone|only|do(?:es)? (?:the|all|any)))* (?P<does>(?-i:[a-z]+))\b(?<!ed)(?!'t| not\b)"
    ),
    later(r"(?i)\b(?P<who>i|we)\b[^.;]{0,60}?\b(?:my|our)sel(?:f|ves)\b"),
    later(rf"(?i)\b(?P<who>user|he|she|they|{_NAME})\b[^.;]{{0,60}}?\b(?:him|her|them)sel(?:f|ves)\b"),
    later(
        r"(?i)\b(?:(?:\w+ed|done|made|run|sent|built|written|taken) by|up to|(?:left|leaves?|reserved|belongs?|falls?|job|task|responsibility)\b[^.;,]{0,20}? (?:to|for|of)) "
        rf"(?:the )?(?P<who>user|me|us|him|her|them|{_NAME})\b"
    ),
    later(rf"(?i)\b(?P<who>my|our|user|his|her|their|{_NAME})(?:'s)? (?:own )?(?:job|task|business|responsibility)\b"),
    later(r"(?i)\b(?:is|are|stays?|remains?)(?: \w+)? (?P<who>theirs|his|hers|mine|ours)\b"),
    later(r"由\s*(?P<who>我|用户|他|她|[A-Za-z]{2,40})"),
    later(
        r"(?P<who>我|用户|他|她|(?<![A-Za-z])[A-Za-z]{2,40})们?\s*(?:自己|本人|亲自|来(?=[^\w\s]|[做推发改弄处跑]|$)|负责)"
    ),
)
"""A subject with its verb, and other words for who it is that does something."""
_OTHERS = later(
    r"(?i)\b(?:can|may|too|also|as well|allowed|both)\b|\b(?:ask|request|order|want|approv|allow|permitt|confirm|demand)ed (?:for )?by\b"
    r"|sel(?:f|ves) (?:ask|want|said|request|order|told|allow|approv)|也|可以"
)
"""That others do it as well, or that it is what the one who is named wishes."""
_OURS, _THEIRS = "i we me us my our mine ours 我", "user he she they him her them his their theirs hers 用户 他 她"
_FIRST, _THIRD = frozenset(_OURS.split()), frozenset(_THEIRS.split())
_DO = frozenset(map(term, ("do", "does", "handle", "handles")))


def doers(text: str, verbs: Collection[str], *, rule: bool = False) -> frozenset[str]:
    """Who does something, of which these are the stems, by a text: ``user``, or names in lower case. A ``rule`` is in
    the user's own words, and a summary in those of a model."""
    if not rule and _OTHERS.search(text):
        return frozenset()
    ours, others = (_FIRST, _THIRD) if rule else (_THIRD, _FIRST)
    found = {who for who, does in _named(text) if not does or does in verbs or does in _DO}
    return frozenset("user" if who in ours else who for who in found - others)


@lru_cache(maxsize=1 << 10)  # each sentence of a summary is compared with many rules
def _named(text: str) -> tuple[tuple[str, str], ...]:
    """Everybody who may do something by a text, with the stem of their verb, if that has to be one of the rule's."""
    return tuple(
        (match["who"].lower(), term(match.groupdict().get("does", "").lower()))
        for pattern in _PATTERNS
        for match in pattern.finditer(text)
    )
