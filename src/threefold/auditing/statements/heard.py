"""What the ledger's texts say in sentences; heard in the pass that folds the ledger."""

# ruff: noqa: E501
from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from threefold.auditing.facts.phrases import overlap, telling
from threefold.auditing.ledger.ledger import Origin, Piece
from threefold.auditing.statements.carrying import Carried
from threefold.auditing.statements.deeds import CALLED
from threefold.auditing.statements.humans import HumanTurns
from threefold.auditing.statements.late import Late
from threefold.auditing.statements.rounds import Ran
from threefold.auditing.statements.rules import Rule, core, rules
from threefold.auditing.statements.tasks import Cancellations
from threefold.auditing.statements.unkept import lists_findings
from threefold.text.later import later
from threefold.work.commands.outcome import humans_answer

if TYPE_CHECKING:  # an audit that goes on where little was added hears of no bans
    from threefold.work.sentences.forbidding import Ban

_MOST_RULES = 4000  # of one session; a log that states more is no place where each can be checked
_DENIED = later(
    r"(?i)user (?:doesn't want to (?:proceed|take this action)|rejected|denied|declined|refused)|(?:tool use|permission|approval)"
    r"(?: request)? (?:was |has been )?(?:rejected|denied|declined|refused) by (?:the )?user"
)
_FOR_A_TIME = later(
    r"(?i)\b(?:until|yet|for now|till|not before|before (?:i|we|he|she|they))\b|n't .{1,60}\b(?:today|tonight)\b|先(?:别|不要|不)|暂时|等我"
)
"""How a human forbids for a time."""
_FOLLOWED = 100  # prohibitions, the latest, of which it is followed whether they were lifted
_LIFTED = 0.5  # of the telling words of such a rule stand in a later turn
_COMMAND = 20_000  # characters of a call in which a command is looked for
_BY_BUTTON = later(r"(?i)(?:the )?user (?:has )?(?:approved|accepted|confirmed)\b")
"""How a harness says that a person pressed a button."""
_PUT = 1000  # characters of the model's words and of a call that are held as what a human answers
_LISTS = 20
_NO_DEED = later(
    r"(?i)(?:\w*edit|write|\w*write_?file|apply_?patch|str_?replace\w*|todo\w*|update_?plan|task(?:create|update|list|get)|\w*read\w*|grep|glob)\n"
)
"""Calls that do nothing of what they speak of: they write it down, or look."""
_PLANS = later(r"(?i)^\w*(?:todo|task|plan)")
_TAKES_BACK = later(
    r"(?i)\b(?:cancel|forget (?:it|that|about|the)|scrap|abandon|never ?mind|drop (?:it|that|the)|call (?:it|that) off|revert)\w*"
    r"|取消|算了|放弃|作废|撤回"
)


class Heard:
    """What the ledger's texts say in sentences; fed piece by piece in the pass that folds the ledger."""

    def __init__(self) -> None:
        self.humans = HumanTurns()
        self.rules: list[Rule] = []
        self._rules: set[tuple[str, str]] = set()
        self.deeds: set[str] = set()
        self._unmade = list(CALLED)
        self.took_back = self.planned = False
        self.found: deque[str] = deque(maxlen=_LISTS)
        """the last texts of the model that may list what it found"""
        self.denials: list[tuple[int, str, str]] = []
        self._calls: dict[str, str] = {}
        self.carried = Carried()
        self.cancelled = Cancellations()
        self.late = Late()
        self.ran = Ran()
        self._for_a_time: list[Rule] = []
        self._bans: list[tuple[Rule, tuple[Ban, ...]]] = []
        self._demands: list[Rule] = []
        self._near = -1
        """the event in which a human last said something with a content"""
        self._put = ""
        """the last that the model said and called since a human spoke"""

    def add(self, piece: Piece, role: str) -> None:
        """Listen to one text."""
        self.carried.add(piece)
        self.late.add(piece)
        if piece.origin is Origin.HUMAN:
            self.humans.add(piece.event, piece.text, self._put)
            self._put = ""
            self.cancelled.add(piece.event, piece.text)
            self.took_back = self.took_back or _TAKES_BACK.search(piece.text) is not None
            gone = self._lift(piece.text)
            self._add_rules(_laid_down(rules(piece.text, "human", piece.event), gone))
            if self._near != piece.event and telling(piece.text[:_COMMAND]):
                self._near = piece.event
        elif piece.origin is Origin.HARNESS:
            source = "system" if role in ("system", "developer") else "harness"
            self._add_rules(rules(piece.text, source, piece.event))
        elif piece.origin is Origin.MODEL:
            if lists_findings(piece.text):
                self.found.append(piece.text)
            self._put = f"{self._put[-_PUT:]}\n{piece.text[-_PUT:]}"
        elif piece.origin is Origin.CALL:
            self._put = f"{self._put[-_PUT:]}\n{piece.text[:_PUT]}"
            self._calls[piece.call] = piece.text
            self.planned = self.planned or _PLANS.search(piece.text[:60]) is not None
            self._add_deeds(piece.text)
        elif piece.origin is Origin.RESULT:
            call = self._calls.pop(piece.call, None)  # what was answered need not be held
            head = piece.text[:300]
            if _BY_BUTTON.match(head):
                self.humans.agreed.append(self._put)
            if call is not None:
                self.ran.add(call, piece.text, piece.event)
            if call is not None and "user" in head.lower() and _DENIED.search(head):
                self.denials.append((piece.event, call, humans_answer(piece.text)))

    def _add_deeds(self, call: str) -> None:
        """Remember what a call may have done, by the words in it."""
        if self._unmade and not _NO_DEED.match(call):
            lower = call[:_COMMAND].lower()
            if made := [word for word in self._unmade if word in lower]:
                self.deeds.update(made)
                self._unmade = [word for word in self._unmade if word not in made]

    def _lift(self, text: str) -> list[Rule]:
        """Let go of what a human ordered for a time, once they come back to it, of what they forbade, once they order or
        allow it, and of what they demanded, once they release from it or set it to another value."""
        words = text[:_COMMAND]
        known = telling(words) if self._for_a_time else set()
        gone = [rule for rule in self._for_a_time if overlap(telling(core(rule.text)), known) >= _LIFTED]
        if self._bans or self._demands:
            from threefold.work.sentences.force import ends, may_end
            from threefold.work.sentences.lifting import left_of

            if gone or may_end(words):
                still = [
                    (one, left_of(left, words, one.text, near=one.event == self._near))
                    for one, left in self._bans
                    if one not in gone
                ]
                gone += [one for one, left in still if not left]
                self._bans = [(one, left) for one, left in still if left]
                gone += [
                    one
                    for one in self._demands
                    if one not in gone and ends(one.text, words, near=one.event == self._near)
                ]
        if gone:
            self._for_a_time = [rule for rule in self._for_a_time if rule not in gone]
            self._demands = [rule for rule in self._demands if rule not in gone]
        for rule in gone:
            self.rules.remove(rule)
            self._rules.discard((rule.source, rule.text))  # it may be laid down anew
        return gone

    def _add_rules(self, found: list[Rule]) -> None:
        """Remember rules, each text once: a harness repeats its reminders at every turn."""
        for rule in found:
            key = (rule.source, rule.text)
            if key not in self._rules and len(self.rules) < _MOST_RULES:
                self._rules.add(key)
                self.rules.append(rule)
                if rule.source == "human":
                    self._follow(rule)

    def _follow(self, rule: Rule) -> None:
        """Remember of a human's rule whether it is for a time, and what it forbids."""
        from threefold.work.sentences.forbidding import bans

        if _FOR_A_TIME.search(rule.text):
            self._for_a_time.append(rule)
        if forbids := bans(rule.text):
            self._bans = [*self._bans[1 - _FOLLOWED :], (rule, forbids)]
        else:
            self._demands = [*self._demands[1 - _FOLLOWED :], rule]


def _laid_down(found: list[Rule], gone: list[Rule]) -> list[Rule]:
    """The rules of a message without the words by which it ends others: "pushing is fine from now on" binds nobody."""
    if not (found and gone):
        return found
    from threefold.work.sentences.force import ends, forbids

    return [one for one in found if forbids(one.text) or not any(ends(rule.text, one.text, near=True) for rule in gone)]
