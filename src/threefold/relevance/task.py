"""Which of the human's messages is the task, when the caller names none."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from threefold.relevance import cues
from threefold.relevance.protocol import Candidate
from threefold.relevance.tokens import terms

_LEAST = 3  # different content words; "please go on" has fewer
_ENOUGH = 25  # content words at which a request stands by itself
_WIDEST = 3  # messages that make up a task at most
_LOOKED_AT = 4000  # characters of each message that are searched for what it takes up
_LONGEST = 6000  # characters; a pasted log is not a request

_SHORT = 40  # characters of a go-ahead with what people add to it

_GO_AHEAD = re.compile(
    r"\s*(?:ok(?:ay)?|yes|yep|sure|go (?:on|ahead|for it)|continue|proceed|do it|(?:looks|sounds) good|great|perfect|"
    r"好|行|嗯|可以|继续|开始|动手)",
    re.IGNORECASE,
)
# A request asks for something to be done; a remark, an answer or a constraint does not.
_REQUEST = re.compile(
    r"\b(?:can you|could you|would you|i(?:'d| would) like|i (?:want|need)|we (?:want|need)|let'?s|help me|"
    r"fix|add|make|write|implement|change|remove|replace|rename|create|build|find|explain|investigate|look (?:at|into)|"
    r"update|upgrade|migrate|refactor|move|draft|summari[sz]e|reproduce|set up|clean|figure out|"
    r"why (?:do|does|is|are))\b"
    r"|请|帮我|帮忙|麻烦|修复|修一下|改一下|改成|加上|新增|实现|写一|优化|排查|查一下|看一下|看下|处理|解决|迁移|部署|总结|翻译|为什么",
    re.IGNORECASE,
)


def find(candidates: Sequence[Candidate]) -> tuple[str, int | None]:
    """The human's latest real request, and its index; ``("", None)`` when no human asked for anything.

    When the human's last word is itself a request, it is the task. When it is a go-ahead or small talk, the task is the
    request that the conversation is about: the one whose rare terms the later messages take up most, so that an errand
    done on the way does not stand for the work. The human's next most taken-up messages are read with it, up to three
    in all, for a request is seldom said in one breath.
    """
    spoken = [place for place, candidate in enumerate(candidates) if candidate.author == "human"]
    asked = [place for place in spoken if is_request(candidates[place].text)]
    # Words that ask for nothing are still the best there is to go by, when there is nothing else.
    asked = asked or [place for place in spoken if terms(candidates[place].text[:_LONGEST])][-1:]
    if not asked:
        return "", None
    if asked[-1] == spoken[-1]:
        return candidates[asked[-1]].text[:_LONGEST], candidates[asked[-1]].index
    taken = _taken_up(candidates, spoken)
    best = min(asked, key=lambda place: (-taken[place], -place))
    others = sorted((place for place in spoken if place != best), key=lambda place: (-taken[place], -place))
    chosen = [best, *(place for place in others[: _WIDEST - 1] if taken[place] > 0.0)]
    return "\n".join(candidates[place].text[:_LONGEST] for place in chosen), candidates[best].index


def _taken_up(candidates: Sequence[Candidate], spoken: Sequence[int]) -> dict[int, float]:
    """For each message of the human, how much of what it names comes up again later, rarer terms counting more."""
    held = [frozenset(terms(candidate.text[:_LOOKED_AT])) for candidate in candidates]
    frequency = Counter(term for found in held for term in found)
    last = {term: place for place, found in enumerate(held) for term in found}
    limit = max(4, len(candidates) // 4)
    return {
        place: sum(
            math.log(len(candidates) / frequency[term])
            for term in sorted(held[place])
            if 1 < frequency[term] <= limit and last[term] > place
        )
        for place in spoken
    }


def is_request(text: str) -> bool:
    """Whether a human's message asks for work, or says enough that it may state the work."""
    head = text[:_LONGEST]
    count = len(terms(head))
    if count < _LEAST or cues.aside(head) or _is_go_ahead(head):
        return False
    return _REQUEST.search(head) is not None or (count >= _ENOUGH and cues.question(head) < 0.5)


def is_bare(text: str) -> bool:
    """Whether a human's message is a go-ahead that names nothing: ``go on``, but not ``go on with the CLI flag``."""
    match = _GO_AHEAD.match(text[:_LONGEST])
    return match is not None and len(terms(text[match.end() : _LONGEST])) <= 1


def _is_go_ahead(text: str) -> bool:
    return len(text) <= _SHORT and _GO_AHEAD.match(text) is not None
