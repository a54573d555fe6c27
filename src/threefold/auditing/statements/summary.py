"""What a summary itself asserts: its text without the lines that the harness puts around it.

A harness says where the full transcript lies, and how to go on; neither comes from the session. Those lines are blanked
and not cut, so that every offset stays an offset of the summary as it stands in the log.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

import msgspec

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.phrases import telling
from threefold.text.later import later
from threefold.text.sentences import Sentence, sentences

_WRAPPERS = later(
    r"(?:^|\n)(?:"
    r"This session is being continued from a previous conversation[^\n]*"
    r"|If you need specific details from before compaction[^\n]*"
    r"|[^\n]{0,80}read the full transcript at:[^\n]*"
    r"|Please continue the conversation from where we left[^\n]*"
    r"|Continue the conversation from where it left off[^\n]*"
    r"|Another language model started to solve this problem and produced a summary[^\n]*"
    r"|The conversation history before this point was compacted[^\n]*"
    r"|This is an automatically generated checkpoint[^\n]*"
    r"|Here is a summary of the conversation to date[^\n]*"
    r"|<system>Previous context has been compacted[^\n]*"
    r"|The messages after this summary are the most recent messages from before compaction[^\n]*"
    r"|</?(?:compacted-summary|summary|state_snapshot|analysis|conversation_summary)>"
    r"|Summary:(?=\n)"
    r")"
)
_THOUGHT = later(r"\A\s*<analysis>.{0,200000}?</analysis>(?=\s*<summary>)", re.DOTALL)
"""What a summariser wrote to itself in front of its summary: the harness takes it out before it puts the summary in."""
_REMINDER = later(r"<system-reminder>.{0,20000}?</system-reminder>", re.DOTALL)
_LONGEST_CONTEXT = 300  # characters around a fact that are shown, but for the rest of a word
_LONGEST_WORD = 4_096
_SAID_WITHIN = 80
_MOST_STEPS = 6
# What is shown is masked after it was cut, and a secret is known by what stands before it.
_SAYS_SECRET = later(
    r"(?i)pass|pwd|\bpw\b|secret|token|key|cred|auth|phrase|密|口令|令牌|\S{0,40}\s?[:=：＝|>]\W{0,4}\Z"
)
_BLANK = later(r"\s")
_COLON = later(r"\s*:")
_BREAK = later(r"(?<!\\)\\n")
_JSON = later(r"\"(?:[^\"\\]|\\.)*\"|[{}\[\],]|[^\"{}\[\],]+", re.DOTALL)


@lru_cache(maxsize=4)
def split(summary: str) -> tuple[Sentence, ...]:
    """The sentences of a summary, which several rules look through."""
    return tuple(sentences(summary))


@lru_cache(maxsize=4)
def tellings(summary: str) -> tuple[set[str], ...]:
    """The telling words of each sentence, which several rules compare with something; not to be changed."""
    return tuple(telling(sentence.of(summary)) for sentence in split(summary))


def body(summary: str) -> str:
    """The summary with the harness's own lines blanked; of the same length."""
    if "<analysis>" in summary:
        summary = _THOUGHT.sub(_blank, summary)
    if "<system-reminder>" in summary:
        summary = _REMINDER.sub(_blank, summary)
    return _laid_out(_WRAPPERS.sub(_blank, summary))


def _laid_out(summary: str) -> str:
    """A summary that is a JSON document as paragraphs of ``key: value`` and of what lists hold; each character at its
    place. The fields of an object within a list share a line."""
    if summary.lstrip()[:1] not in ("{", "["):
        return summary
    try:
        msgspec.json.decode(summary)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return summary
    around: list[str] = []
    parts: list[str] = []
    begins = True
    """whether what comes next begins a paragraph"""
    for match in _JSON.finditer(summary):
        token = match[0]
        if token[0] == '"':
            text = _BREAK.sub(" \n", token[1:-1])
            is_key = match.end() < len(summary) and _COLON.match(summary, match.end()) is not None
            parts += ["\n" if begins else " ", text, ":" if is_key else " "]
            begins = False
        elif token in "{[":
            parts.append(" " if token == "{" and around[-1:] == ["["] else "\n")
            around.append(token)
            begins = True
        elif token in "}]":
            around.pop()
            parts.append(" ")
        elif token == ",":
            within = around[-2:] == ["[", "{"]
            parts.append(";" if within else "\n")
            begins = not within
        else:
            parts.append(token.replace(":", " ", 1).replace("\n", " "))
            begins = begins and not token.strip()
    return "".join(parts)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def essence(summary: str) -> str:
    """The words that a summary consists of, whoever hands it over: a hook, before the harness has put its own lines
    around it, or the log, after that."""
    return " ".join(body(summary).split())


class Context:
    """Finds the sentence around a place in a summary."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sentences = split(text)
        self._starts = [sentence.start for sentence in self.sentences]

    def around(self, start: int, end: int) -> str:
        """The sentence or line that holds the span, cut to what a report can show."""
        index = bisect_right(self._starts, start) - 1
        low, high = start, end
        if index >= 0 and self.sentences[index].end >= end:
            low, high = self.sentences[index].start, self.sentences[index].end
        line_low = max(low, self.text.rfind("\n", low, start) + 1)
        line_high = self.text.find("\n", end, high)
        line_high = high if line_high < 0 else line_high
        if line_high - line_low > _LONGEST_CONTEXT:
            line_low = self._begin(max(line_low, start - _LONGEST_CONTEXT // 2), line_low)
            line_high = self._end(min(line_high, end + _LONGEST_CONTEXT // 2), line_high)
        return self.text[line_low:line_high].strip()

    def _begin(self, low: int, floor: int) -> int:
        """The start of the word at ``low``, or of what may say that it is a secret: a name or a sign before it."""
        for _ in range(_MOST_STEPS):
            reach = max(floor, low - _LONGEST_WORD)
            low = 1 + max(self.text.rfind(" ", reach, low), self.text.rfind("\t", reach, low), reach - 1)
            said = _SAYS_SECRET.search(self.text, max(floor, low - _SAID_WITHIN), low)
            if said is None:
                break
            low = said.start()
        return low

    def _end(self, high: int, ceiling: int) -> int:
        """The end of the word at ``high``."""
        ends = _BLANK.search(self.text, high, min(ceiling, high + _LONGEST_WORD))
        return min(ceiling, high + _LONGEST_WORD) if ends is None else ends.start()

    def of(self, facts: list[Fact]) -> dict[int, str]:
        """The sentence around each fact, by the fact's start."""
        return {fact.start: self.around(fact.start, fact.end) for fact in facts}
