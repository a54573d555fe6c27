"""Commits that somebody else made of the session's edits: by a person's word, or new at the tip of the history.

A commit that git shows at the tip, and that was not there when the log showed the tip before, was made meanwhile. The
files that it is shown to hold have landed as they were when the person wrote last: git lets no commit come from
elsewhere into a work tree in which a file that it touches is changed. Of a commit whose age the log does not show,
nothing follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from threefold.text.later import later
from threefold.work.sentences.asking import is_question
from threefold.work.sentences.phrases import Phrases, said

_ALL = (
    r"(?:it|that|this|them|these|those|everything|all(?: (?:of )?(?:it|that|this|them|(?:the|your|our) (?:changes|work|"
    r"edits|files)))?|(?:the|your|our) (?:changes|work|edits)|what (?:you|we) (?:did|have|had))"
)
_COMMITTED = Phrases(
    rf"\b(?:i|we)(?:'ve| have)? (?:just |already |now |also |all )*(?:committed|checked in)(?: {_ALL}(?: (?:to|as|on|"
    r"in|into|with|under) .*)?| to (?:main|master|trunk|the) .*)?(?: (?:myself|now|already|here|locally|too|all))*"
    r"(?:\s*[.!)]|\s*$| and\b)",
    rf"\b(?:i|we)(?:'ve| have)? (?:just |already |now )*(?:put|squashed|folded|packed) {_ALL} in(?:to)? (?:\w+ )"
    r"{0,3}commits?\b",
    rf"\b(?:{_ALL}(?: is| are|'s)|they're|it's) (?:now |all |already )*committed(?:[.,;!)]|$| (?:and|to|as|on|in)\b)",
    r"我(?:已经?|都|全部?|刚刚?|自己|手动|也|先|把(?:它们?|这些|全部|所有|改动|代码|东西|"
    r"修改)[^，。]{0,4}?)*(?:提交|\s?commit\s?)(?:并|和)?\s?(?:推送|push)?\s?"
    r"(?:了|过了|好了|完了|成|到)|(?:^|[，,。 ])(?:都|全部?|已经?|改动)+(?:都|"
    r"已经?)?提交(?:了|好了)",
)
_COMMITTED_IT = Phrases(
    r"^(?:(?:ok(?:ay)?|great|good|nice|cool|thanks|thx|perfect|yes|yep|done|just|already|now|also|all)\W+)*"
    rf"(?:(?:pushed|tested|reviewed|staged)(?: {_ALL})? and )?committed(?: {_ALL})?"
    r"(?: (?:and|\+|&) (?:already |also )?(?:pushed|merged|deployed|tagged))?(?: (?:it|them|that))?"
    r"(?: (?:to|on) (?:main|master|trunk|\w+ branch))?"
    r"(?: (?:from|in|with|via|through|using) (?:(?:my|the|an?) [\w.-]+|vs ?code|intellij|github desktop|lazygit))?"
    r"(?: (?:myself|now|already|here|locally|too|by hand|manually|just now))*\s*[.!~)]*$",
    r"^(?:(?:都|全部?|已经?|刚刚?|自己|手动|也|在\s?\S{1,8}里)+\s?)?(?:commit|提交)\s?(?:[并和且、加]?\s?(?:推送|push|推))?\s?"
    r"(?:了|过了|好了|完了)[。！!~]*$",
)
"""How a person tells of their own commit without a word for themselves; who asks for one says "commit"."""
_NOT_YET = Phrases(
    r"\b(?:if|when|once|before|until|unless|after|since|yesterday|last|earlier|had|not|never|nothing|some|part|only|"
    r"half|except|thought|wish)\b|n't\b|没|未|别|不|如果|等|之前|部分|只|除了|昨天|上次"
)
_CLAUSE = later(r"[,;，；。]\s*")
_HASH = later(r"^(?:commit )?([0-9a-f]{7,40})\b", re.MULTILINE)
_SUBJECT = later(r"^\[[^\]\n]{1,200} ([0-9a-f]{7,40})\]", re.MULTILINE)
_STAT = later(r"^ (?:\.\.\.)?(\S.{0,300}?) +\| +(?:\d+|Bin)\b")
_NARROWS = later(
    r"--(?:all|grep|author|since|until|before|after|reverse|branches|remotes|merges|diff-filter).*|-[SGL].*|--"
)
_PARENT = later(r"(?:~1?|\^1?)$")
_MOST = 200
"""Lines of a listing, and new commits, that are kept in view."""


def person_committed(text: str) -> bool:
    """Whether a person says that they committed what there was to commit."""
    told = (line for line in said(text) if not is_question(line))
    clauses = (piece.strip() for line in told for piece in _CLAUSE.split(line.masked))
    tells = (piece for piece in clauses if _COMMITTED.within(piece) or _COMMITTED_IT.within(piece))
    return any(not _NOT_YET.within(piece) for piece in tells)


class Commits:
    """Which commits at the tip are new, as far as the log shows."""

    def __init__(self) -> None:
        self._tip = ""
        self._new: dict[str, int] = {}

    def moved(self) -> None:
        """The tip may be another one for other reasons than a commit: nothing is known of what comes now."""
        self._tip = ""
        self._new.clear()

    def made(self, output: str) -> None:
        """The session committed by itself."""
        if found := _SUBJECT.findall(output):
            self._tip = found[-1]

    def holding(self, verb: str, words: list[str], output: str, since: int) -> Iterator[tuple[str, int]]:
        """The files that a command shows within new commits, each with the event before which they were committed:
        ``since``, the person's last message, for what came into view after it."""
        if verb == "log":
            self._listed(words, output, since)
        if verb in ("log", "show"):
            yield from self._sections(output, words)
        elif verb == "diff":
            yield from self._between(words, output)

    def _listed(self, words: list[str], output: str, since: int) -> None:
        if any(map(_NARROWS.fullmatch, words)) or any(word[:1] != "-" and word not in ("HEAD", "@") for word in words):
            return
        listed = [match[1] for match in _HASH.finditer(output)][:_MOST]
        if not listed:
            return
        if self._tip:
            for hash in listed:
                if _same(hash, self._tip):
                    break
                self._new.setdefault(hash, since)
            for hash in [*self._new][:-_MOST]:
                del self._new[hash]
        self._tip = listed[0]

    def _since(self, hash: str) -> int | None:
        named = self._tip if hash in ("HEAD", "@", "") else hash
        return next((since for new, since in self._new.items() if named and _same(new, named)), None)

    def _sections(self, output: str, words: list[str]) -> Iterator[tuple[str, int]]:
        shown = [word for word in words if not word.startswith("-")]
        since = self._since(shown[0]) if len(shown) == 1 else self._since("HEAD") if not shown and words else None
        for line in output.splitlines():
            if head := _HASH.match(line):
                since = self._since(head[1])
            elif since is not None and (stat := _STAT.match(line)):
                yield stat[1], since

    def _between(self, words: list[str], output: str) -> Iterator[tuple[str, int]]:
        ends = [end for word in words if not word.startswith("-") for end in word.split("..")]
        if len(ends) != 2 or not (_PARENT.sub("", ends[0]) == ends[1] or self._since(ends[0]) is not None):
            return  # what lies between may have been there before
        since = None if _PARENT.search(ends[1]) else self._since(ends[1])
        for line in output.splitlines() if since is not None else ():
            if stat := _STAT.match(line):
                yield stat[1], since if since is not None else -1


def _same(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)
