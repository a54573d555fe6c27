"""The last word of a record about each thing that a summary gives as done or as open, where it says otherwise.

An item of the summary and a mention in the record are about one thing if they share its label, or the words that tell
it from others, the rarest first; across languages, names and deeds. Only a mention that is surely about the item can
stand against it, and any that may be about it clears it.
"""

# ruff: noqa: E501
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from threefold.auditing.facts.phrases import chinese
from threefold.auditing.ledger.ledger import Origin
from threefold.auditing.statements.failing import ALL_DONE
from threefold.auditing.statements.fulfilled import Fulfilled, unsettled
from threefold.auditing.statements.items import NOT_YET, Item, items, own_stage, tells_done
from threefold.auditing.statements.labels import labelled
from threefold.auditing.statements.late import Late
from threefold.auditing.statements.mentions import Mention, mentions_in
from threefold.auditing.statements.reserved import Reserved, keeps, reserved
from threefold.auditing.statements.rules import clauses_of
from threefold.auditing.statements.stages import Stage
from threefold.auditing.statements.summary import split
from threefold.auditing.statements.tasks import State
from threefold.auditing.statements.things import ID, NAME, Weights, deeds_of, sets_value, topic, unlike
from threefold.text.later import later

_SURELY, _PERHAPS, _NOT = 2, 1, 0
_PAIRS = 60_000
"""Pairs of an item and a mention that are compared for one summary."""
_LISTED = 0.6  # of what stands under a label stands in an item
_TEST = "@test"
_SAME_RUN = 0.6  # of the words of a call that failed stand in a later one: it was run again
_ITSELF = 0.7  # of an item's words stand in the error that a call gave: the item tells of that error
_MOST, _ALL = 0.6, 0.9  # of a mention's subject stand in an item
_SOME, _HALF, _HINT = 0.3, 0.5, 0.2  # of an item's words stand in a mention
_OVER = later(r"(?i)\b(?:complete[ds]?|finished|succeeded|ended|passed|done|ran through)\b|完成|结束|跑完|成功|通过")
_STARTED = later(
    r"(?i)\b(?:started|begun|submitted|queued|launched|triggered|scheduled)\b|已?(?:启动|提交作业|触发)|开始"
)
_AGAIN = later(
    r"(?i)\b(?:again|re-?run|once more|retry|redo)\b|\bafter all\b|\bchanged my mind\b|\bon second thoughts?\b|重[新跑做发试]|再(?:跑|做|发|试|来)|还是(?:做|加|要|搞|上)"
)
_RERUN = later(
    r"(?i)\b(?:back|re-?(?:run|test|check|start|peat)\w*|again|verify|check|confirm|test|monitor|watch|if)\b|检查|确认|验证|重新|重跑|再|回|如果|异常|则|观察"
)
"""What may be to be done once more after it was done."""
_NOW = later(r"(?i)\b(?:now|immediately|right away|at once|today|in this release)\b|现在|马上|立即|立刻|这次|今天")
_CLOCK = later(r"\d:\d\d")
_NUMBERED = later(r"(?<!\w)#\d{1,7}\b|(?<![\w.])\d{4,12}(?![\w.])")
"""An issue, a job."""
_UNDONE = later(r"(?i)\bnot\b|n't\b|\byet to\b|\bto be\b|\bnothing\b|[未没]")
_OF_ALL = later(r"(?i)\b(?:everything|all|both|nothing)\b|[都全均]|一切")
_JOINTLY = later(r"(?i)\bboth\b|[均都](?=已|[完实修做改加好通])")
"""How an item gives each of several things as done."""
_LIST = later(
    r"(?i)^\W*(?:[\w-]+(?: [\w-]+)?, )*[\w-]+(?: [\w-]+)? and [\w-]+(?: [\w-]+)? (?:remain|are|still|have|need|wait)\b"
)
"""A sentence that tells of several things by their names."""
_OFF = (Stage.CANCELLED, Stage.PUT_OFF)
_STILL_OPEN = (Stage.OPEN, Stage.FAILED, Stage.RUNNING, Stage.BACK)


def turned(summary: str, late: Late) -> list[State]:
    """The items of a summary of which the last word in the record says another state."""
    return list(_Threads(summary, late).turned())


class _Threads:
    """The items of one summary beside the mentions of one record."""

    def __init__(self, summary: str, late: Late) -> None:
        self._summary, self._items = summary, items(summary)
        self._mentions = mentions_in(late) if self._items else []
        self._weights = Weights(one.around for one in self._mentions)
        self._left = _PAIRS
        self._with: defaultdict[str, list[int]] = defaultdict(list)
        for index, one in enumerate(self._mentions):
            for word in one.around:
                self._with[word].append(index)
        self._labelled = [index for index, one in enumerate(self._mentions) if one.labels]
        calls = [place for place, one in enumerate(late.texts) if one.origin is Origin.CALL]
        self._last_call = max(calls, default=-1)
        self._runs = [index for index, one in enumerate(self._mentions) if one.origin is Origin.CALL]
        self._of_all = [one.place for one in self._mentions if one.origin is Origin.MODEL and _OF_ALL.search(one.text)]
        self._fulfilled = Fulfilled(late, self._mentions, self._weights)
        self._reserved = reserved(late) if any(item.done for item in self._items) else []
        humans = [one.text for one in late.texts if one.origin is Origin.HUMAN]
        self._known = {label: topic(listed) for text in humans for label, listed in labelled([text]).items()}

    def turned(self) -> Iterator[State]:
        for item in self._items:
            labels = self._labels(item)
            one: Mention | Reserved | None = self._against_done(item, labels) if item.done else None
            if item.done and one is None:
                one = self._left_to_people(item, labels)
            elif not item.done:
                one = self._against_open(item, labels) or self._done_by_calls(item, labels)
            if one is not None:
                well = isinstance(one, Mention) and one.stage is Stage.DONE
                done = "done_listed_open" if well else "cancelled_listed_open"
                yield State(one.text, "open_listed_done" if item.done else done, item.text, one.event)

    def _labels(self, item: Item) -> set[str]:
        """The labels under which an item was listed; an identifier that it begins with is one."""
        found = {item.label} if len(item.label) > 1 and item.label[0].isalpha() else set[str]()
        for label, about in self._known.items():
            own = label == item.label and (about & item.core or chinese("".join(about)) != chinese(item.text))
            if own or (about and self._share(about, item.whole) >= _LISTED):
                found.add(label)
        return found

    def _near(self, item: Item, labels: AbstractSet[str]) -> Iterator[Mention]:
        """The mentions that may be about an item, and every call, in order."""
        found = {index for word in item.whole for index in self._with.get(word, ())}
        found.update(self._runs, self._labelled if labels else ())
        for index in sorted(found):
            self._left -= 1
            if self._left < 0:
                return
            yield self._mentions[index]

    def _share(self, one: frozenset[str], other: frozenset[str]) -> float:
        return self._weights.share(one, other)

    def _about(self, one: Mention, item: Item, labels: AbstractSet[str]) -> int:
        """How surely a mention is about an item."""
        if one.labels & labels:
            return _SURELY
        shared = item.whole & one.around
        if not shared or unlike(item.whole, one.subject):
            return _NOT
        covers = max(self._share(part, one.around) for part in (item.core, *item.parts))
        if one.talk:
            spoken = len(item.core) > 1 and covers >= 2 * _HINT > self._share(item.core, topic(one.text))
            return _SURELY if spoken and not (item.done or item.head) else _NOT
        if one.origin is Origin.CALL or (one.ran and one.subject == one.ran):
            return self._by_call(one, item, shared, covers)
        return self._by_words(one, item, covers)

    def _by_call(self, one: Mention, item: Item, shared: frozenset[str], covers: float) -> int:
        if one.stage is Stage.FAILED and self._share(item.whole, topic(one.text)) >= _ITSELF:
            return _NOT
        whole = self._share(item.core, one.around) >= 0.8 and len(item.core) > 1
        deed = deeds_of(item.core) & one.around or (whole and not item.edits and own_stage(item.text) is Stage.DONE)
        sure = covers >= _HALF and (len(shared) > 1 or len(item.core) == 1) and deed
        tied = any(map(ID.search, shared))
        back = one.stage is Stage.BACK and covers >= 0.35 and len(shared) > 1
        if sure or back or (tied and one.stage is not Stage.DONE):
            return _SURELY
        return _PERHAPS if covers >= 0.25 or tied else _NOT

    def _by_words(self, one: Mention, item: Item, covers: float) -> int:
        # who takes a thing back or calls it off need not name it whole
        bare = one.origin is Origin.HUMAN and one.stage in (Stage.BACK, Stage.CANCELLED)
        subject = 0.0 if self._weights.generic(one.subject) else self._share(one.subject, item.whole)
        deeds = deeds_of(item.core)
        other_deed = deeds and deeds_of(one.subject) and not deeds & one.around
        undone = topic(one.verb) if one.stage is Stage.OPEN and _UNDONE.search(one.verb) else frozenset[str]()
        parts = item.parts or (item.core,)
        told_too = item.done and one.finished and all(
            self._share(part, one.around) <= self._share(part, one.finished) for part in parts
        )  # fmt: skip
        if other_deed or told_too or (item.head and one.turn and not (bare or item.head & one.turn)):
            return _PERHAPS
        if undone and not undone & item.whole:
            return _PERHAPS
        if item.done and one.stage is Stage.OPEN and one.around & item.core and ALL_DONE.search(item.text):
            return _SURELY
        if item.done and one.stage is Stage.OPEN and item.core <= one.subject and _LIST.search(one.text):
            return _SURELY
        if item.done and one.stage is Stage.OPEN and subject >= _ALL and _JOINTLY.search(item.text):
            return _SURELY
        if one.stage is Stage.DONE and not item.done and covers >= _MOST and topic(one.verb) & item.core:
            return _SURELY
        if one.stage not in (None, Stage.DONE) and _one_number(item.text, one.text):
            return _SURELY
        named = {word for word in item.core if NAME.search(word)}
        needed = _HALF if named and len(one.subject) < 3 and not (named & one.around or bare) else _SOME
        if subject >= _MOST and covers >= (_HALF if one.stage is Stage.CANCELLED else needed):
            return _SURELY
        least = needed * (0.2 if bare or chinese(item.text) != chinese(one.text) else 0.4)
        if subject >= _ALL and (covers >= least or (item.head and item.head <= one.subject)):
            return _SURELY
        return _PERHAPS if covers >= _HINT or subject >= _HALF else _NOT

    def _against_done(self, item: Item, labels: AbstractSet[str]) -> Mention | None:
        """The last mention that says of what is given as done that it failed, was taken back, called off or put off, still
        runs, or is open; and nothing behind it says that it was done after all."""
        last: Mention | None = None
        untouched: Mention | None = None  # open or running, and not named since
        own, before = item.core - deeds_of(item.core), False
        for one in self._near(item, labels):
            well = one.stage is Stage.DONE
            untouched = None if one.around & own and (well or one.stage is None) else untouched
            before = before or (well and bool(own & one.around))
            if (
                last
                and well
                and one.origin is Origin.CALL
                and last.stage is Stage.FAILED
                and self._ran_again(last, one)
            ):
                last = None
            sure = self._about(one, item, labels)
            if well and last and sure and self._clears(one, last, item, sure):
                last = None
            elif sure == _SURELY and not well and self._stands_against(one, item):
                last = last if before and self._of_others(one, item) else one
            elif sure == _SURELY and one.origin is Origin.MODEL and one.stage in (Stage.OPEN, Stage.RUNNING):
                begun = one.stage is Stage.RUNNING and (not _OVER.search(item.text) or _STARTED.search(item.text))
                untouched = one if not begun and any(map(str.isascii, own)) and not self._of_others(one, item) else None
        if untouched is not None and any(place > untouched.place for place in self._of_all):
            untouched = None  # "both are in now"
        return self._told(last) or untouched

    def _of_others(self, one: Mention, item: Item) -> bool:
        """Whether a mention that names nothing but a deed ("they are not committed yet") is about what its turn speaks
        of, and an item about something else; one that speaks of all must leave the deed open for something itself."""
        deeds = deeds_of(one.subject)
        named = one.turn - one.subject
        if not deeds or deeds != one.subject or not named or named & item.whole:
            return False
        if _OF_ALL.search(item.text) is None:
            return True
        told = (sentence.of(self._summary) for sentence in split(self._summary))
        return any(topic(text) & (deeds | named) and own_stage(text) is Stage.OPEN for text in told)

    def _done_by_calls(self, item: Item, labels: AbstractSet[str]) -> Mention | None:
        """The call that did what is given as open, where nobody spoke of it as open or asked for it since."""
        if _RERUN.search(item.text):
            return None
        call = self._fulfilled.of(item)
        for one in self._near(item, labels) if call else ():
            later = call is not None and one.place > call.place and one.origin is not Origin.CALL
            if later and (unsettled(one) or one.origin is Origin.HUMAN) and self._about(one, item, labels):
                return None
        return call

    def _left_to_people(self, item: Item, labels: AbstractSet[str]) -> Reserved | None:
        """What a human said last that people would do themselves, or later, where nothing tells that it was done."""
        kept = [one for one in self._reserved if not item.ruled and keeps(one, item, labels, self._weights)]
        for one in self._near(item, labels) if kept else ():
            human = one.origin is Origin.HUMAN
            told = one.place > kept[-1].place and one.stage in (Stage.DONE, None) if human else one.stage is Stage.DONE
            again = human and self._share(item.core, one.around) >= _MOST
            if told and self._about(one, item, labels) >= (_PERHAPS if again else _SURELY):
                return None
        return kept[-1] if kept else None

    def _ran_again(self, last: Mention, one: Mention) -> bool:
        """Whether a call is that of which a failure is told, once more, or tests that went well after others failed."""
        if _TEST in last.ran | last.around and _TEST in one.around and not one.edit:
            return True
        numbers = {word for word in last.ran if word.isdigit()}
        if numbers and numbers.isdisjoint(one.around):
            return False  # issue 305 is not looked at again with issue 301
        return bool(last.ran) and self._share(last.ran, one.around) >= _SAME_RUN and not unlike(last.ran, one.around)

    def _clears(self, one: Mention, last: Mention, item: Item, sure: int) -> bool:
        """Whether what went well does away with what was told before: no edit of a file is a run that goes well."""
        if one.origin is not Origin.CALL or any(map(ID.search, item.whole & one.around)):
            return True
        if one.edit and not item.edits and last.stage is not Stage.BACK and last.stage is not Stage.OPEN:
            return False
        shared = last.around & item.core
        return sure == _SURELY or last.origin is not Origin.CALL or shared <= one.around

    def _stands_against(self, one: Mention, item: Item) -> bool:
        if one.stage is Stage.RUNNING and (not _OVER.search(item.text) or _STARTED.search(item.text)):
            return False
        if one.stage in (Stage.OPEN, Stage.RUNNING):
            outright = one.stage is Stage.OPEN and one.origin is Origin.MODEL and NOT_YET.search(one.text)
            return bool(outright) or one.place > self._last_call or one.origin is Origin.CALL
        return one.stage is not None and not (one.stage is Stage.CANCELLED and one.verb[:4] in item.text.lower())

    def _told(self, last: Mention | None) -> Mention | None:
        """What the model says right behind a call, if it says the same."""
        if last is None or last.origin is not Origin.CALL:
            return last
        after = (one for one in self._mentions if last.place < one.place <= last.place + 2)
        return next((one for one in after if one.origin is Origin.MODEL and one.stage is last.stage), last)

    def _against_open(self, item: Item, labels: AbstractSet[str]) -> Mention | None:
        """The last mention that says of what is given as open that it was done, or that a human called it off; and nobody
        spoke of it as open since."""
        once = bool(labels) or not (_RERUN.search(item.text) or any(map(tells_done, clauses_of(item.text))))
        deeds = deeds_of(item.core)
        last: Mention | None = None
        called = False
        off = -1  # where a human called something off or put it off, which the model may say after them
        for one in self._near(item, labels):
            sure = self._about(one, item, labels)
            if not sure:
                continue
            off = one.place if one.origin is Origin.HUMAN and one.stage in _OFF else off
            deed = bool(deeds & one.around)
            human = one.origin is Origin.HUMAN
            if one.origin is Origin.CALL:
                called = called or (one.stage is Stage.DONE and sure == _SURELY and not one.edit)
                last = one if once and one.stage is Stage.DONE and sets_value(item.text, one.text) else last
            elif one.stage is Stage.DONE and (sure == _SURELY or (called and deed)):
                told = not deeds or deed or one.labels & labels or self._share(item.core, one.around) >= _MOST
                last = one if once and told else last
            elif sure == _SURELY and one.stage is Stage.CANCELLED and (human or -1 < off == one.place - 1):
                last = last if one.verb[:4] in item.text.lower() else one
            elif human and sure == _SURELY and one.stage is Stage.PUT_OFF:
                last = one if _NOW.search(item.text) and not _CLOCK.search(item.text) else None
            elif (one.stage in _STILL_OPEN and _reopens(one, last)) or (
                human and (_AGAIN.search(one.text) or _asks(one, sure))
            ):
                last, called = None, False
        return last


def _one_number(item: str, said: str) -> bool:
    """Whether two texts speak of one issue, job or the like by its number, and the second one of no other."""
    ours, theirs = set(_NUMBERED.findall(item)), set(_NUMBERED.findall(said))
    return len(theirs) == 1 and theirs <= ours


def _reopens(one: Mention, last: Mention | None) -> bool:
    """Whether what is said to be open is so after what was said last: what was called off is not, for having failed."""
    if last is None or last.stage is Stage.DONE:
        return True
    return one.origin is Origin.HUMAN and one.stage not in (Stage.BACK, Stage.FAILED)


def _asks(one: Mention, sure: int) -> bool:
    return one.stage is None and sure == _SURELY
