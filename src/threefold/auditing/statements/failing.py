"""What the summary gives as done, against the calls that should have done it: they failed, or name nothing of it."""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Sequence

from threefold.auditing.ledger.ledger import Ledger, Origin
from threefold.auditing.statements.late import (
    ALIKE,
    FAILED,
    READS,
    Claim,
    Late,
    claim_of,
    failed,
    mentions,
    names,
    said,
)
from threefold.auditing.statements.summary import split
from threefold.auditing.statements.tasks import State, says_done
from threefold.text.later import later
from threefold.text.sentences import Kind
from threefold.text.unicode import encode

_TESTS = later(r"(?i)\b(?:pytest|jest|vitest|mocha|rspec|phpunit|ctest|playwright|test\w*)\b")
_SOME_FAIL = later(
    r"(?i)\b[1-9]\d* (?:\w+ )?fail(?:ed|ures?|ing)\b|\bfail(?:ed|ures?)\b[: ]+[1-9]|^(?:--- )?FAIL\b|失败[：: ]*[1-9]|[1-9]\d* 个?失败",
    8,
)
_ALL_WELL = later(
    r"(?i)\b(?:all|every)\b(?: of)?(?: the)?(?: [\d,]+)?(?: [\w-]+)? (?:tests?|checks?|specs?|suites?)\b.{0,20}\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b|\bno (?:test )?failures?\b"
    r"|测试.{0,6}(?:全部|全都|都|全)(?:已)?通过|全部测试.{0,4}通过"
)
_BUT = later(
    r"(?i)\b(?:except|but|apart from|besides|other|before|first|then|after|of which|if|once|until|should|must|when|so that)\b|除了|但|其余|其他|之前|之后|后来|如果|必须"
)
_ID = later(r"\d{6,}|[0-9a-f-]{12,}|(?=(?:\D*\d){3})(?=[^a-z]*[a-z])[a-z0-9_-]{8,}")
_BEGUN = later(
    r"(?i)\b(?:submitt?ed|submitting|queued|enqueued|scheduled|pending|started|starting|launched|dispatched|triggered|spawned|in the background)\b|已?提交|排队|已?启动|已?触发|后台"
)
"""How something is told of that goes on by itself from then on."""
_PUTS = later(
    r"(?i)\b(?:deploy\w*|replac\w*|switch\w*|upgrad\w*|roll(?:ed)?[- ]?out|released?|install\w*|migrat\w*|applied|merged|enabled)\b|替换|上线|部署|切换|升级|发布|安装|合并|迁移|启用"
)
"""How something is told of that was put in the place of something else."""
_UNDOES = later(r"(?i)\brollback\b|\brollout undo\b|\b(?:revert|restore)\b")
"""What a call takes something back with."""
_UNDONE = later(
    r"(?i)\b(?:rolled[- ]?back|reverted|undone|restored (?:the )?(?:old|previous|backup)|back (?:on|to) (?:the )?(?:old|previous|v?\d))\b|已[^，。]{0,4}(?:回退|回滚|退回|撤回|换回|恢复旧|恢复原)|(?:回退|回滚|退回|撤回|换回|恢复旧版)(?:了|完成|成功)"
)
"""How the model tells that something was taken back."""
_JOINED = later(r"[/:=]")
_SHARED = 2  # telling words that what was taken back shares with what was put in place
_OVER = later(r"(?i)\b(?:complete[ds]?|finished|succeeded|ended|passed|done|ran through)\b|完成|结束|跑完|成功|通过")
ALL_DONE = later(
    r"(?i)\b(?:all|every|both)\b(?: of)?(?: the)?(?: [\w,-]+){1,3} (?:is|are|was|were|has been|have been)\b|全部|全都"
)


def failed_call(claim: Claim, late: Late) -> State | None:
    """The last call that names what a claim names and shares its deed or a long id with it, if it failed."""
    named = set() if FAILED.search(claim.text) else names(claim.text)
    for place, (event, origin, text, call) in reversed(list(enumerate(late.texts))) if named else ():
        if origin is not Origin.CALL or READS.search(text[:200]):
            continue
        called = {name for name in named if mentions(text, name)}
        if called:
            shared = {ALIKE.get(word, word) for word in said(text[:600])} & claim.words
            tied = any(_ID.fullmatch(name) for name in called)
            about = called if tied else called | claim.done
            if (
                (tied or (len(shared) > 1 and shared & claim.done))
                and failed(call, late.texts)
                and not late.reports(place, about)
            ):
                return State(text[:300], "open_listed_done", claim.text, event)
            return None
    return None


def only_begun(claim: Claim, late: Late) -> State | None:
    """The last line that names what a claim says is over, by a long id, if it was begun there and nothing was heard of
    it since."""
    named = [name for name in names(claim.text) if _ID.fullmatch(name)] if _OVER.search(claim.text) else []
    for name in named:
        told = [(one.event, line) for one in late.texts for line in one.text.split("\n") if mentions(line, name)]
        if told and _BEGUN.search(told[-1][1]) and not any(_OVER.search(line) for _, line in told):
            return State(told[-1][1][:300], "open_listed_done", claim.text, told[-1][0])
    return None


def rolled_back(claim: Claim, late: Late) -> State | None:
    """The last that was said or called to take something back, if it speaks of what a claim says was put in place and
    nothing has put it there again."""
    if not _PUTS.search(claim.text) or _UNDONE.search(claim.text):
        return None
    held = list(late.texts)
    tells = {Origin.CALL: _UNDOES, Origin.MODEL: _UNDONE}
    undone = [
        place for place, one in enumerate(held) if one.origin in tells and tells[one.origin].search(one.text[:600])
    ]
    if not undone:
        return None
    last, about = undone[-1], set[str]()
    for one in held[max(0, last - 4) : last + 1]:
        if one.origin is not Origin.RESULT:
            about |= said(" ".join([one.text[:600], *_JOINED.sub(" ", one.text[:600]).split()]))
    shared = about & claim.words
    if len(shared) < _SHARED or late.reports(last, shared):
        return None
    return State(held[last].text[:300].strip(), "open_listed_done", claim.text, held[last].event)


def not_all(summary: str, late: Late) -> list[State]:
    """``All tests pass``, where the last tests that ran did not; ``all files are converted``, where some failed."""
    claims = [text for s in split(summary) if s.kind is not Kind.CODE and not _BUT.search(text := s.of(summary))]
    last = next((one for one in reversed(late.of(Origin.CALL)) if _TESTS.search(one.text[:600])), None)
    results = [one for one in late.texts if last and one.origin is Origin.RESULT and one.call == last.call]
    found = [
        State(shown[0].strip(), "open_listed_done", text, result.event)
        for result in results[:1]
        if (shown := _SOME_FAIL.search(result.text))
        for text in claims
        if _ALL_WELL.search(text)
    ]
    told = [one for one in late.texts if one.origin in (Origin.HUMAN, Origin.MODEL) and _SOME_FAIL.search(one.text)]
    for text in claims if told else ():
        claim = claim_of(text)
        if claim.done and ALL_DONE.search(text) and not _ALL_WELL.search(text):
            found.append(State(told[-1].text[:300], "open_listed_done", text, told[-1].event))
    return found


def unnamed(summary: str, named: Sequence[tuple[int, int, str]], ledger: Ledger) -> list[State]:
    """What the summary gives as done with a name (of a variable) that a human gave and no call has ever named."""
    found: list[State] = []
    for sentence in split(summary):
        text = sentence.of(summary)
        if sentence.kind in (Kind.CODE, Kind.HEADING) or not says_done(text):
            continue
        for start, end, name in named:
            if not sentence.start <= start < end <= sentence.end:
                continue
            places = ledger.places(encode(name))
            if places and all(origin is Origin.HUMAN for _, origin in places):
                found.append(State(name, "open_listed_done", text, places[-1][0]))
    return found
