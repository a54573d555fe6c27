"""What the end of a record tells of how far things are: the words of humans and of the model, and calls by their results."""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from threefold.auditing.ledger.ledger import Origin
from threefold.auditing.statements.labels import labels_in
from threefold.auditing.statements.late import Held, Late, lines, typed
from threefold.auditing.statements.stages import Stage, Told, told_in
from threefold.auditing.statements.things import ID, topic
from threefold.text.later import later

_MOST = 3000
_HEAD, _TURN, _TALK = 1500, 1000, 2000  # characters of a call, of a turn and of what was talked of that are looked at
_SHOWN = 300
_SHORT = 300  # characters of an answer that may say no more than that something was begun
_READS = later(
    r"(?i)^(?:read|grep|glob|ls|search|find|view|cat|fetch|open|get|list)\w*\n|^(?:todo|task|update_?plan|plan)\w*\n"
    r"|(?:^|\n)\W{0,40}(?:\w+\W{1,10})?(?:sudo )?(?:grep|rg|cat|ls|head|tail|sed -n|find|less|wc|jq|curl -sI?|git (?:status|log|diff|show|branch)|kubectl (?:-n \S+ )?(?:get|describe|logs)|docker (?:ps|logs)|squeue|sacct|df|du|ps|tree|stat|file)\b"
)
"""How a call begins that only looks, or that keeps a list of tasks."""
_EDITS = later(
    r"(?i)(?:\w*edit|write|\w*write_?file|create\w*|apply_?patch|str_?replace\w*|multiedit|notebookedit|update\w*)\b"
)
_REFUSED = later(
    r"(?i)\s*(?:<tool_use_error>|the user doesn't want|error: (?:string|file) )|.{0,80}(?:String to replace not found|rejected by the user)"
)
"""How a harness answers a call that it did not let run."""
_FAILS = later(
    r"(?im)^(?:npm )?ERR!.*|^[^\w\n]*(?:error|fatal|panic|traceback|failure)\b.*|^.*(?-i:_FAILED).*|^.*\b(?:failed|aborted|timed out|refused|rejected|rolled back|bounced|no route to host|could not \w+|unable to \w+|no space left|ERR_\w+|forbidden|permission denied|segmentation fault|out of memory|killed)\b.*"
    r"|^.*\b(?:exit(?:ed)? (?:code|with|status)[: ]*[1-9]|error:).*|^.*(?:失败|中止|超时|报错|被拒).*"
)
_NONE_FAILED = later(
    r"(?i)(?<!=)\b(?:0|no|zero) (?:[\w()]+ ){0,2}(?:fail\w*|errors?)\b|\b(?:fail\w*|errors?)\W{1,3}0\b|\b0 \+ 0 fail\w*|没有?(?:错误|失败|报错)|(?:失败|报错)[:： ]*0|\b0 ?个?失败"
)
_TAKES_BACK = later(
    r"(?i)\brollback\b|\brollout undo\b|\bgit revert\b|\b(?:revert|undo|downgrade|uninstall)\b|\bgit tag (?:-d|--delete)\b|\bgit push\b[^|;&\n]{0,60}(?:\s:\S|\s--delete\b)"
    r"|\bgit (?:restore\b|reset --hard\b|checkout (?:HEAD )?(?:-- )?[\w./-]*\.\w)|\b(?:kubectl|helm|docker|aws|gcloud|az|gh)\b[^|;&\n]{0,80}\s(?:delete|rm|remove|down)\b"
)
"""Calls by which something is undone."""
_OLD_NEW = later(r"\nold_string: (.{0,1500}?)\nnew_string: (.{0,1500}?)(?=\nreplace_all: |\Z)", re.DOTALL)
"""An edit, with what it takes out and what it puts in."""
_BEGUN = later(
    r"(?i)\b(?:submitted|queued|enqueued|scheduled|pending|started|launched|dispatched|triggered|running|in the background)\b|已?提交作业|排队|已?启动|已?触发|后台"
)
_OVER = later(
    r"(?i)\bqueued as\b|\b250\b|\b(?:complete[ds]?|finished|succeeded|ended|pass(?:ed|es)?|done|ok|ready|deployed)\b|完成|结束|跑完|成功|通过"
)
"""How it says that it came to its end; a mail server, that it took a mail."""
_TO = later(r"(?i)\s*(?:to|on)\b|\s*[到至]")
_PASSIVE = later(
    r"\b(?:cancell?ed|called off|off the table|needed|necessary|required|wanted|dropped|scrapped|shelved|skipped|abandoned)\b"
)
_REASON = later(r"(?i)[:：]\s|\b(?:because|due to|since|so that)\b|因为|由于")
_NOTHING: frozenset[str] = frozenset()
_OFF_OR_OPEN = (Stage.OPEN, Stage.PUT_OFF, Stage.CANCELLED)
_UNDONE = (Stage.BACK, Stage.FAILED)
_TELLING = (Stage.FAILED, Stage.OPEN, Stage.RUNNING, Stage.DONE)
"""What a person who asks does not tell: ``does anyone still run 3.8?``"""
_ANSWERS = (Stage.PUT_OFF, Stage.CANCELLED, *_UNDONE)


class Mention(NamedTuple):
    """A clause, or a call, that speaks of something, with how far it says that it is (None: it says nothing of that).

    Topics: of its ``subject``; of all that stands ``around`` it; of the ``turn`` and the request before it; of what the
    same sentence says is ``finished``; of the call that it comes after, or is (``ran``). ``talk``: it takes back what
    the talk was of."""

    place: int
    event: int
    origin: Origin
    text: str
    stage: Stage | None
    subject: frozenset[str]
    around: frozenset[str]
    labels: frozenset[str] = _NOTHING
    verb: str = ""
    edit: bool = False
    turn: frozenset[str] = _NOTHING
    finished: frozenset[str] = _NOTHING
    ran: frozenset[str] = _NOTHING
    talk: bool = False


def mentions_in(late: Late) -> list[Mention]:
    """Everything in the end of a record that speaks of something, in order."""
    held = list(late.texts)
    results = {one.call: one.text for one in held if one.origin is Origin.RESULT and one.call}
    edits: set[tuple[str, str]] = set()
    found: list[Mention] = []
    asked = called = _NOTHING
    for place, one in enumerate(held):
        if one.origin is Origin.CALL:
            called = topic(one.text[:_HEAD], call=True)
            if one.call in results and (mention := _of_call(place, one, results[one.call], called)):
                swapped = _OLD_NEW.search(one.text) if mention.edit else None
                undoes = swapped is not None and (swapped[2].strip(), swapped[1].strip()) in edits
                found.append(mention._replace(stage=Stage.BACK) if undoes else mention)
                edits.update([(swapped[1].strip(), swapped[2].strip())] if swapped else ())
        elif one.origin in (Origin.HUMAN, Origin.MODEL):
            turn = topic(one.text[:_TURN])
            asked = turn if one.origin is Origin.HUMAN else asked
            found += _of_words(place, one, turn | asked, called, held[max(0, place - 4) : place])
    return found[-_MOST:]


def _of_call(place: int, one: Held, result: str, about: frozenset[str]) -> Mention | None:
    if _READS.search(one.text[:_SHOWN]) or _REFUSED.match(result):
        return None
    edit = _EDITS.match(one.text) is not None
    fails = None if edit else _FAILS.search(_NONE_FAILED.sub(" ", f"{result[:2000]}\n{result[-1000:]}"))
    stage, text = Stage.DONE, one.text[:_SHOWN]
    if fails:
        stage, text = Stage.FAILED, fails[0].strip()[:_SHOWN]
    elif not edit and _TAKES_BACK.search(one.text[:_HEAD]):
        stage = Stage.BACK
    elif not edit and len(result) < _SHORT and _BEGUN.search(result) and not _OVER.search(result):
        stage, text = Stage.RUNNING, result.strip()
    ran = about if fails else _NOTHING
    if stage is not Stage.DONE:
        about |= topic(text) if fails else {word for word in topic(text) if ID.search(word)}
    return Mention(place, one.event, one.origin, text, stage, about, about, edit=edit, ran=ran)


def _of_words(
    place: int, one: Held, turn: frozenset[str], called: frozenset[str], talked: Sequence[Held]
) -> Iterator[Mention]:
    human = one.origin is Origin.HUMAN
    ran = _NOTHING if human else called
    before = ran
    first = ""
    for line in typed(one.text) if human else lines(one.text):
        first = first or line
        asks = human and line.rstrip().endswith(("?", "？"))
        told = list(told_in(line, human))
        stages = {one.stage for one in told}
        whole = topic(line)
        said = Mention(place, one.event, one.origin, line, None, whole, whole, labels_in(line), turn=turn)
        if not told or (line.rstrip().endswith(("?", "？")) and not human):
            yield said._replace(turn=_NOTHING)
        finished = _NOTHING.union(*(topic(clause.clause) for clause in told if clause.stage is Stage.DONE))
        for clause in told:
            subject, around = _subject(clause)
            labels = labels_in(clause.front) or labels_in(clause.clause)
            if not subject and not labels:
                inherits = (clause.stage is Stage.CANCELLED) if human else clause.stage not in _OFF_OR_OPEN
                own = topic(clause.word) if clause.stage is Stage.CANCELLED else _NOTHING
                subject = _thing(around - own) or (before if inherits else _NOTHING)
            if (
                human
                and not (subject or labels)
                and clause.stage in _ANSWERS
                and (line is first or clause.stage in _UNDONE)
            ):
                asked = _spoken_of(talked, clause.stage)
                subject, labels = topic(asked), labels_in(asked)
            talk = human and clause.stage is Stage.CANCELLED and not (subject or labels)
            if talk:
                models = (other.text[:_TALK] for other in talked if other.origin is not Origin.HUMAN)
                around = _NOTHING.union(*map(topic, models))
            unsaid = asks and clause.stage in _TELLING
            stage = None if unsaid or (clause.stage is Stage.DONE and stages - {Stage.DONE}) else clause.stage
            yield said._replace(
                stage=stage, subject=subject, around=around | subject, labels=labels, verb=clause.word, ran=ran,
                talk=talk, finished=finished if stage is not Stage.DONE else _NOTHING,
            )  # fmt: skip
        if len(told) > 1 and len(stages) == 1 and not (asks and told[0].stage in _TELLING):
            yield said._replace(stage=told[0].stage, verb=told[0].word)
        before = (human and told and subject) or _thing(whole) or before


def _spoken_of(talked: Sequence[Held], stage: Stage) -> str:
    """Of what the model spoke last before a human answered with nothing but how it is to be: what it asked, and of what
    failed or was taken back, what it had told."""
    last = next((one.text for one in reversed(talked) if one.origin is Origin.MODEL), "")
    told = list(lines(last[-_TALK:]))
    asked = [line for line in told if line.rstrip().endswith(("?", "？"))]
    return (asked or [""])[-1] if stage in (Stage.PUT_OFF, Stage.CANCELLED) else (told or [""])[0]


_ASSENTS = later(
    r"(?i)^\W*(?:(?:ok(?:ay)?|fine|sure|great|good|yes|yeah|nope|thanks?|please|right|alright|well|and|so|also)\b\W*)+"
)
"""What a person says before coming to the thing."""


def _subject(told: Told) -> tuple[frozenset[str], frozenset[str]]:
    """What a clause is about, and all that it names: what stands in front of the word that tells the stage, else what
    stands behind it, else what the sentence began with. Of an order to call something off it stands behind."""
    front, behind, around = told.front, told.behind, topic(told.clause)
    if told.stage is Stage.BACK and _TO.match(behind):
        behind, around = "", topic(front)  # what it was taken back to is another thing
    if told.stage is Stage.CANCELLED and told.word.isascii() and not _PASSIVE.search(told.word):
        front, behind = behind, front
    front, behind = _ASSENTS.sub("", front), _REASON.split(behind, maxsplit=1)[0]
    return _thing(topic(front)) or _thing(topic(behind)) or _thing(topic(told.first)), around


def _thing(words: frozenset[str]) -> frozenset[str]:
    """The words, if any of them names a thing: no short number alone does."""
    return words if any(not word.isdigit() or ID.search(word) for word in words) else _NOTHING
