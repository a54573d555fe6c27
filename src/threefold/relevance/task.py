"""Which of the human's messages is the task, when the caller names none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from threefold.relevance import cues
from threefold.relevance.protocol import Candidate
from threefold.relevance.tokens import terms

_LEAST = 5  # different content words; "ok, go on with the second one" has fewer
_ENOUGH = 25  # content words at which a request stands by itself
_WIDEST = 3  # messages that make up a task at most
_LONGEST = 6000  # characters; a pasted log is not a request

# A request asks for something to be done; a remark, an answer or a constraint does not.
_REQUEST = re.compile(
    r"\b(?:please|can you|could you|would you|i(?:'d| would) like|i (?:want|need)|we (?:want|need)|let'?s|help me|"
    r"fix|add|make|write|implement|change|remove|replace|rename|create|build|find|explain|investigate|look (?:at|into)|"
    r"update|upgrade|migrate|refactor|move|draft|summari[sz]e|reproduce|set up|clean|figure out|"
    r"why (?:do|does|is|are))\b"
    r"|请|帮我|帮忙|麻烦|修复|修一下|改一下|改成|加上|新增|实现|写一|优化|排查|查一下|看一下|看下|处理|解决|迁移|部署|总结|翻译|为什么",
    re.IGNORECASE,
)


def find(candidates: Sequence[Candidate]) -> tuple[str, int | None]:
    """The human's latest real request, and its index; ``("", None)`` when no human said anything of substance.

    Short go-aheads, thanks and small talk are passed over. A request that is short is read together with the human's
    requests before it, up to three messages.
    """
    parts: list[str] = []
    index: int | None = None
    words: set[str] = set()
    for candidate in reversed(candidates):
        if candidate.author != "human" or not is_request(candidate.text):
            continue
        if index is None:
            index = candidate.index
        text = candidate.text[:_LONGEST]
        parts.append(text)
        words.update(terms(text))
        if len(words) >= _ENOUGH or len(parts) == _WIDEST:
            break
    return "\n".join(parts), index


def is_request(text: str) -> bool:
    """Whether a human's message asks for work, or says enough that it may state the work."""
    head = text[:_LONGEST]
    count = len(terms(head))
    if count < _LEAST or cues.aside(head) or cues.question(head) > 0.5:
        return False
    return _REQUEST.search(head) is not None or count >= _ENOUGH
