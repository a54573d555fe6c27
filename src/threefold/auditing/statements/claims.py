"""What a summary claims to have changed that nothing changed, and the refusals of which it does not tell."""

# ruff: noqa: E501
from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.phrases import negative, overlap, stem, telling
from threefold.auditing.ledger.ledger import Ledger, Origin
from threefold.auditing.reports.record import Statement
from threefold.auditing.reports.reporting import Reporter, cut
from threefold.auditing.statements.summary import split, tellings
from threefold.session import Part, Record, ToolCall, ToolResult
from threefold.text.later import later
from threefold.text.sentences import Kind
from threefold.text.unicode import encode

_CHANGE = "implemented|created|wrote|modified|updated|edited|rewrote|refactored|patched|fixed"
_CHANGED = f"{_CHANGE}|rewritten|written|removed|deleted"
_CHANGE_ZH = "修改|更新|新增|新建|创建|编辑|重构|重写|改写|修复|删除|改|写"
_CLAIMED_CHANGE = later(
    rf"(?i)^(?:[-*•\s]|\d+[.)]\s)*(?:i |we |the assistant )?(?:have |has |already |successfully |then ){{0,3}}(?:{_CHANGE})\b"
)
_CHANGES_IT = later(
    rf"(?i)(?:^|[.,;:]\s|\band )\W*(?:i |we |the assistant )?(?:have |has |already |successfully |then ){{0,3}}(?:{_CHANGED}) (?:the )?(?:file )?[`*\"'“]{{0,3}}$"
    rf"|(?:{_CHANGE_ZH})(?:好)?了(?:文件)?\s?[`*“\"]{{0,3}}$|已(?:经)?(?:{_CHANGE_ZH})(?:文件)?\s?[`*“\"]{{0,3}}$"
)
"""What stands right before the name of a file that is said to have been changed."""
_IS_CHANGED = later(
    rf"(?i)^[`*\"'”]{{0,3}}(?: \([^()\n]{{0,60}}\))?,? (?:file )?(?:was|has been|is now) (?:also |now |then |already |successfully ){{0,2}}(?:{_CHANGED})\b"
    rf"|^[`*”\"]{{0,3}}(?:[（(][^（）()\n]{{0,40}}[）)])?[：:]?\s?(?:文件)?(?:也|均|都)?已(?:经)?(?:被|全部|成功)*(?:{_CHANGE_ZH})(?:完|好|成|了|并|且|为|\W|$)"
)
"""What stands right behind it."""
_NOT_CHANGED = later(
    r"(?i)\b(?:not|never|no|last|by (?!the assistant\b)|in commit|earlier|previously|recently|ago|before|should|must|will|to be|if|when|user)\b|n't\b|[未没]|用户|[之以]前|上[周次]|昨天|如果|是否|需|由"
)
"""What makes of it a change that was not made, or that another made."""
_TOLD_DENIAL = later(
    r"(?i)\b(?:reject|den(?:y|ied)|declin|refus|disapprov|interrupt|not? (?:want|allow))\w*|拒绝|不同意|否决|不允许"
)
_OF_EVERY_CALL = frozenset(
    map(stem, ("bash", "command", "description", "file", "path", "user", "code", "tool", "edit"))
)
_BEFORE = 24  # events before an answer among which its call is looked for
_NEAR = 80  # characters beside the name of a file
_MOST_PLACES = 64
"""Places of letters that a ledger holds; of what has so many, not all are known."""
_MOST_REFUSED = 200
"""Refusals of one session that are looked for, the last ones."""
_NEXT = 20
"""Turns of humans behind a refusal that may give another direction."""
_DIRECTS = 3  # telling words of a human's turn that gives a direction
_REASON_TOLD = 0.5  # of the telling words of a refusal's reason stand in one sentence of the summary


def denials(
    summary: str,
    refused: Sequence[tuple[int, str, str]],
    report: Reporter,
    earlier: Sequence[tuple[int, str]] = (),
    humans: Sequence[tuple[int, str]] = (),
) -> list[Statement]:
    """What a human refused to have done, where no sentence of the summary tells of a refusal in the same words.

    One that a summary among the ``earlier`` ones (each with its event) tells of is ``told_before``; one after which a
    human gave another direction (``humans`` are their turns, with events, in order) is ``overtaken``."""
    found: list[Statement] = []
    events = [event for event, _ in humans]
    for event, call, reason in _untold(summary, refused[-_MOST_REFUSED:]):
        basis, status = "a human refused this call; the summary does not say so", "lost"
        if any(at > event and not _untold(before, [(event, call, reason)]) for at, before in earlier):
            basis, status = f"{basis}, but the one before it does", "told_before"
        elif any(_directs(text, call) for _, text in humans[bisect_right(events, event) :][:_NEXT]):
            basis, status = f"{basis}; the human gave another direction after that", "overtaken"
        where = report.where(event, Origin.RESULT)
        found.append(Statement(category="denial", value=cut(call[:600]), status=status, basis=basis, where=where))
    return found


def _directs(text: str, call: str) -> bool:
    """Whether a human's turn asks for something else than a refused call, and forbids nothing."""
    said = telling(text[:2000])
    return len(said) >= _DIRECTS and not negative(text[:2000]) and overlap(said, telling(call[:2000])) < _REASON_TOLD


def _untold(summary: str, refused: Sequence[tuple[int, str, str]]) -> list[tuple[int, str, str]]:
    """The refusals of which a summary does not tell."""
    if not refused:
        return []
    words = tellings(summary)
    told = [known for s, known in zip(split(summary), words, strict=True) if _TOLD_DENIAL.search(s.of(summary))]
    found: list[tuple[int, str, str]] = []
    for event, call, reason in refused:
        wanted, why = telling(call[:2000]), telling(reason[:200].strip().partition("\n")[0])
        if why and any(overlap(why, known) >= _REASON_TOLD for known in words):
            continue
        deeds = {word for word in wanted if word.isalpha() and len(word) > 3} - _OF_EVERY_CALL
        if not any(len(wanted & known) >= min(2, len(wanted)) or deeds & known for known in told):
            found.append((event, call, reason))
    return found


def changes(summary: str, ledger: Ledger, facts: Sequence[Fact], record: Callable[[int], Record]) -> list[Statement]:
    """Files that the summary says were changed and that no call of a tool names, or that every call that names them only
    reads. ``record`` gives what an event says."""
    named = (fact for fact in facts if fact.category == "path" and fact.kind != "relative")
    files = sorted(named, key=lambda fact: fact.start)
    starts = [fact.start for fact in files]
    found: list[Statement] = []
    for sentence in split(summary) if files else ():
        inside = files[bisect_left(starts, sentence.start) : bisect_left(starts, sentence.end)]
        if not inside or sentence.kind is Kind.CODE:
            continue
        text = sentence.of(summary)
        opens, denied = _CLAIMED_CHANGE.match(text) is not None, _NOT_CHANGED.search(text) is not None
        for fact in inside:
            before = summary[max(sentence.start, fact.start - _NEAR) : fact.start]
            behind = summary[fact.end : min(sentence.end, fact.end + _NEAR)]
            itself = not denied and (_CHANGES_IT.search(before) or _IS_CHANGED.match(behind))
            name = fact.normal.rpartition("/")[2]
            if not (opens or itself) or any(path.endswith(name) for path in ledger.edited):
                continue
            called = ledger.called(encode(name))
            if (called and not itself) or not _only_read(name, ledger, record):
                continue
            basis = "every call that names it only reads" if called else "no call of a tool names it"
            basis = f"said to have been changed; {basis}"
            found.append(
                Statement(category="claim", value=fact.literal, status="no_evidence", basis=basis, evidence=cut(text))
            )
    return found


def _only_read(name: str, ledger: Ledger, record: Callable[[int], Record]) -> bool:
    """Whether every call that names a file, or whose answer does, only looks."""
    places = ledger.places(encode(name))
    if len(places) >= _MOST_PLACES:
        return False  # not all of them are known
    for event, origin in places:
        parts = _parts(event, record) if origin in (Origin.CALL, Origin.RESULT) else []
        calls = [part for part in parts if isinstance(part, ToolCall) and name in part.arguments]
        answers = {part.call_id for part in parts if isinstance(part, ToolResult) and name in part.text}
        for before in range(event - 1, max(-1, event - _BEFORE), -1) if answers else ():
            calls += [part for part in _parts(before, record) if isinstance(part, ToolCall) and part.id in answers]
        if not all(map(_looks, calls)):
            return False
    return True


def _parts(event: int, record: Callable[[int], Record]) -> Sequence[Part]:
    message = record(event).message
    return message.parts if message is not None else ()


def _looks(call: ToolCall) -> bool:
    from threefold.work.commands import looking, shell, tools  # loaded where it is needed: much hangs on it

    command = tools.command_of(call.input) if tools.is_shell(call) else ""
    return all(map(looking.only_looks, shell.steps(command))) if command else tools.only_reads(call.name)
