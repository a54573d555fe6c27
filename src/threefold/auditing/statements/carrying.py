"""What was under way when a compaction came, and must be carried over it: a question that nobody answered yet, a deed
that is not to be done twice, a human's message that was neither summarised nor kept."""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from threefold.auditing.facts.phrases import overlap, telling
from threefold.auditing.ledger.ledger import Origin, Piece, of_message
from threefold.auditing.statements.summary import split, tellings
from threefold.auditing.statements.tasks import none_open
from threefold.session import Compaction, Queued, Session
from threefold.text.later import later

_ASKS_BY_TOOL = later(r"(?i)^\w*ask\w*(?:user|question)?\w*\n")
_QUEUES = frozenset(("queue-operation", "agent/inbox/spliced"))
"""Kinds of events in which a log holds what was typed while the model was at work."""
_PENDING = later(
    r"(?i)[\"']?pending[\"']?\s*[:=]\s*true|\bno (?:answer|reply|response)\b.{0,30}\b(?:arrived|received|came|yet)\b|\b(?:answer|question|reply) is (?:still )?pending\b|\bnot (?:yet )?answered\b"
)
"""How a tool says that a question was put and nobody has answered so far."""
_PUTS_OFF = later(
    r"(?i)\b(?:while|let me|need to|have to|i'?ll|i will|still) (?:i )?(?:think|decid\w*|consider\w*|ask|check|get back|come back)\b|\b(?:not sure|undecided|later|no idea) (?:yet|about|on)\b|\bdecide later\b|再想想|考虑一下|还没(?:想|决定)|晚点|以后再"
)
"""How a human speaks of a question without answering it."""
_AGREES = later(r"(?i)\b(?:yes|yep|no|nope|ok|okay|sure|both|neither)\b|是|不|好|可以|行")
_YES_NO = 3  # words of a turn that may answer a question which it does not name
_OFFERS = later(
    r"(?i)\b(?:would you like|do you want|want me to|anything else|something else|let me know)\b|还需要|需要我|要我(?:再|继续)"
)
"""How a question begins that offers something more: who says nothing to it declines."""
_ASKED = later(r"(?m)^question: (.{3,600})$")
_TOLD = 0.6  # of a question's telling words stand in one sentence of the summary
_LEAVES_OPEN = later(
    r"(?i)[?？]|\b(?:ask(?:s|ed|ing)?|questions?|open|pending|awaits?|awaiting|waits?|waiting|unanswered|undecided|decide[sd]?|whether|not (?:yet )?answered)\b|问|是否|还是|未定|待定|等待?"
)
_LONGEST = 20_000  # characters of a model's text that are read for what it asks
_MOST = 20
"""Questions, deeds or messages that are remembered."""
_DEEDS = (
    ("push", ("git push",), later(r"\bgit push\b(?!.*--dry-run)"), later(r"(?i)\bpush|推送|提交并推")),
    (
        "pull request",
        ("gh pr create", "glab mr create"),
        later(r"\bgh pr create\b|\bglab mr create\b"),
        later(r"(?i)\bpull request|\bmerge request|\b[pm]r\b|/pull/|拉取请求|合并请求"),
    ),
    (
        "release",
        ("release create", " publish", "twine upload"),
        later(r"\b(?:gh release create|npm publish|twine upload|cargo publish|uv publish|poetry publish)\b"),
        later(r"(?i)\brelease|\bpublish|\bupload|发布|上传"),
    ),
    (
        "deployment",
        ("kubectl apply", "helm ", "terraform apply", "vercel --prod", "fly deploy"),
        later(r"\b(?:kubectl apply|helm (?:upgrade|install)|terraform apply|vercel --prod|fly deploy)\b"),
        later(r"(?i)\bdeploy|\bapplied|\brolled out|\bhelm\b|\bterraform\b|\bkubectl\b|部署|上线"),
    ),
)
"""What is not to be done twice: its name, letters of which each of its commands holds some, the commands, and the words
that tell of it."""
_FAILED = later(
    r"(?i)\b(?:error|fatal|failed|failure|rejected|denied|not found|refused|aborted|doesn't want|exit(?:ed)? (?:code|with)[: ]*[1-9])\b|错误|失败"
)


class Asked(NamedTuple):
    """A question to the person, and where it was put."""

    event: int
    text: str


class Carried:
    """What is under way, as far as the texts went; fed piece by piece."""

    def __init__(self) -> None:
        self.done: dict[str, tuple[int, str]] = {}
        self._begun: dict[str, tuple[str, str]] = {}
        self._words: Piece | None = None
        self._tool: Piece | None = None
        self._pending: dict[str, Piece] = {}
        """questions put by tool that the tool itself says are not answered, by the call"""

    def add(self, piece: Piece) -> None:
        """Listen to one text: a human's answers what was asked, a model's closing words ask anew."""
        if piece.origin is Origin.HUMAN:
            self._words = self._tool = None
            self._answer(piece.text)
        elif piece.origin is Origin.MODEL and piece.text.strip():
            self._words = piece
        elif piece.origin is Origin.CALL:
            self._called(piece)
        elif self._tool is not None and piece.origin is Origin.RESULT and piece.call == self._tool.call:
            if piece.call and _PENDING.search(piece.text[:2000]) and len(self._pending) < _MOST:
                self._pending[piece.call] = self._tool
        elif piece.origin is Origin.RESULT and piece.call in self._begun:
            deed, command = self._begun.pop(piece.call)
            if not _FAILED.search(piece.text[:2000]):
                self.done[deed] = (piece.event, command)

    def _answer(self, text: str) -> None:
        """Let go of the questions that a human's turn answers: it names the call, something of the question or of its
        options, or says no more than yes or no. Who is still thinking about it has not answered."""
        if not self._pending:
            return
        said, short = telling(text[:_LONGEST]), len(text.split()) <= _YES_NO
        for call, piece in list(self._pending.items()):
            shares = not said.isdisjoint(telling(piece.text[:_LONGEST]))
            if call in text or ((shares or (short and _AGREES.search(text))) and not _PUTS_OFF.search(text[:_LONGEST])):
                del self._pending[call]

    def _called(self, piece: Piece) -> None:
        if _ASKS_BY_TOOL.match(piece.text):
            self._tool = piece
        head = piece.text[:4000]
        for deed, letters, made, _ in _DEEDS:
            match = made.search(head) if any(one in head for one in letters) else None
            if match and piece.call:
                start = piece.text.rfind("\n", 0, match.start()) + 1
                self._begun[piece.call] = deed, piece.text[start : match.end() + 80].partition("\n")[0]

    def questions(self) -> list[Asked]:
        """What was asked since a human last spoke, by tool or in the model's last words; and what a tool put earlier,
        said to be waiting, and no human has answered."""
        found: list[Asked] = []
        for put in self._pending.values():
            found += [Asked(put.event, one) for one in _ASKED.findall(put.text[:_LONGEST])]
        if self._tool is not None and self._tool.call not in self._pending:
            asked = _ASKED.findall(self._tool.text[:_LONGEST])
            found += [Asked(self._tool.event, one) for one in asked]
        from threefold.work.sentences.asking import asks_of_person  # loaded where it is needed: much hangs on it

        if self._words is not None and (self._tool is None or self._words.event > self._tool.event):
            said = asks_of_person(self._words.text[-_LONGEST:])
            found += [Asked(self._words.event, one) for one in said if not _OFFERS.search(one)]
        return found[:_MOST]


def unasked(carried: Carried, summary: str) -> list[Asked]:
    """The open questions of which no sentence of the summary speaks."""
    none = none_open(summary)  # then only what asks, or leaves open, speaks of a question
    known = [
        words
        for sentence, words in zip(split(summary), tellings(summary), strict=True)
        if not none or _LEAVES_OPEN.search(sentence.of(summary))
    ]
    return [
        one
        for one in carried.questions()
        if len(telling(one.text)) > 1 and not any(overlap(telling(one.text), words) >= _TOLD for words in known)
    ]


def untold(carried: Carried, summary: str) -> list[tuple[str, int, str]]:
    """The deeds that were done and that the summary does not tell of in any word: what, where, and the command."""
    told = {deed: words for deed, _, _, words in _DEEDS}
    return [(deed, *place) for deed, place in carried.done.items() if not told[deed].search(summary)]


def queued(session: Session, before: int) -> list[str]:
    """What people typed while the model was at work and before an event: also what never became a turn. What a harness
    puts there stands in tags."""
    events = session.events
    if not events.counts().keys() & _QUEUES:
        return []
    typed = session.records(event for event in range(min(before, len(events))) if events.kind(event) in _QUEUES)
    marks = (mark for _, record in typed for mark in record.marks)
    texts = (mark.text.strip() for mark in marks if isinstance(mark, Queued) and mark.waiting)
    return list(dict.fromkeys(text for text in texts if text and not text.startswith("<")))


def unheard(session: Session, compaction: Compaction) -> Iterator[tuple[int, str]]:
    """The messages of humans that came behind what was summarised and before the compaction, and were not kept."""
    if not len(compaction.covers):
        return
    kept = set(compaction.kept)
    window: Sequence[int] = range(compaction.covers[-1] + 1, min(compaction.event, len(session.events)))
    summaries = {one.summary_event for one in session.compactions}
    for event, record in session.records(event for event in window if event not in kept and event not in summaries):
        if record.message is not None and not record.message.sidechain:
            for piece in of_message(record.message, event):
                if piece.origin is Origin.HUMAN and len(piece.text.split()) > 1:
                    yield event, piece.text
