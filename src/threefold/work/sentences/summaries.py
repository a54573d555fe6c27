"""What the summaries of earlier compactions call pending."""

from __future__ import annotations

import re

from threefold.text.later import later
from threefold.work.sentences.phrases import LONG, bare

_PENDING_HEAD = later(
    r"^[\s#*\d.、)）-]{0,12}(?:pending (?:tasks?|jobs?|work|items?|questions?)|(?:optional )?next steps?|"
    r"open (?:questions?|items?|tasks?)|remaining (?:work|tasks?)|todo|in progress|待办|未完成|下一步|后续|"
    r"待解决)",
    re.IGNORECASE,
)
_SECTION = later(
    r"^(?:#{1,6}\s|\d{1,2}[.、]\s{1,4}[^:：]{2,40}[:：]|\*\*[^*]{1,200}\*\*[:：]?\s*$|"
    r"[A-Z][A-Za-z /&-]{2,50}[:：]\s*$)"
)
_NONE = later(
    r"^\W*(?:none|n/?a|nothing|no (?:pending|outstanding|open|further|remaining|next|additional|other|explicit)|"
    r"all (?:tasks?|work) (?:is|are)|wait|await|无|没有|暂无|等待)",
    re.IGNORECASE,
)
_FROM_HARNESS = later(
    r"^\W*(?:if you need specific details from before|(?:please )?continue the conversation|continue with the last "
    r"task|recent messages are preserved|resume directly|the summary below)",
    re.IGNORECASE,
)
"""What a harness adds behind a summary, for the model to read."""
_QUOTED = later(
    r"^\W*(?:(?:the )?user(?:'s)? .{0,40}[:：]\s*[\"“「]|(?:direct |verbatim )?quotes?\b.{0,40}[:：]|[\"“「>])",
    re.IGNORECASE,
)
"""The user's words, which a summary gives as the ground for a step."""
_BOX = later(r"^\[([ xX~-])\]\s+")
_NUMBER = later(r"^\d{1,2}[.)、]\s*")


def pending_in_summary(text: str) -> list[str]:
    """What the sections of a summary name as pending or next; empty where they say that there is none."""
    found: list[str] = []
    inside = fenced = False
    for line in text.splitlines():
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
            continue
        if fenced or len(line) > LONG or line.lstrip().startswith("|"):
            continue  # code and tables illustrate
        plain = bare(line)
        if _PENDING_HEAD.match(line) and len(line) < 200:
            inside = True
            rest = plain.replace("：", ":").partition(":")[2].strip()
            if rest and not _NONE.match(rest):
                found.append(rest)
        elif _SECTION.match(line):
            inside = False
        elif inside and plain and not plain.startswith(("<", "[x]", "[X]")):
            plain = _BOX.sub("", _NUMBER.sub("", plain))
            if not (_NONE.match(plain) or _FROM_HARNESS.match(plain) or _QUOTED.match(plain)):
                found.append(plain)
    return found
