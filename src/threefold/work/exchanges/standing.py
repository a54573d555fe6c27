"""What was said and still stands open, with what the log did so far: the state that a conversation is folded to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec

from threefold.work.commands.suites import Run, says_tests_fail
from threefold.work.exchanges import kinds, taking
from threefold.work.exchanges.exchange import Exchange, Open
from threefold.work.exchanges.settling import NEAR, STEPS, Deeds
from threefold.work.model import Item
from threefold.work.sentences import answering
from threefold.work.sentences.forbidding import bans
from threefold.work.sentences.phrases import Phrases, bare, said
from threefold.work.sentences.wishes import prohibits
from threefold.work.sentences.words import carries, share, terms

FOLLOWED = 200
"""How many open items are followed; what is older than those stays as it is."""
_SHAPED = frozenset(("loose", "finding"))
"""Kinds that are weak evidence: once they are closed, nobody needs to be told of them."""
_CARRIED_BY_TEXT = {"decision": 0.5, "said": 0.34, "finding": 0.34}
"""What a written text carries, and from which share of its content words."""
_DONE_BY_COMMIT = frozenset(("plan", "promise", "pending", "request", "loose"))
_OF_TESTS = frozenset(("promise", "loose", "finding"))
"""Kinds that may tell of tests that fail."""
OF_A_WISH = frozenset(("plan", "promise", "interrupted", "request", "finding", "loose", "part", "deed", "deferred"))
"""Kinds that are remembered together with what the person wanted when they came up."""
_LOOKS_AROUND = Phrases(
    r"\b(?:look|looking|check|read|see|inspect|investigate|explore|search|grep|find out|understand)\b|看|查|读|了解|"
    r"确认"
)
"""How it is announced that one looks around first."""
TOGETHER = frozenset(("part", "finding"))
"""Kinds of which several come up as one list."""


_TELLING = 3
"""Content words; an item of fewer is not understood without what it was said of."""


class Standing:
    """The open items of a conversation, the exchange that is being heard, and what the log did up to it."""

    def __init__(self) -> None:
        self.items: list[Open] = []
        self._old: list[Open] = []
        self._standing: dict[tuple[str, str], Open] = {}
        self.closed: list[Item] = []
        self.exchange = Exchange(0)
        self.before: Exchange | None = None
        """the exchange before, thanks and small talk left out"""
        self.changes = 0
        self.commits = 0
        self.tools = False
        self.elsewhere = False
        """whether something that the log does not show in full may have made a commit"""
        self.failing: dict[tuple[str, str], Run] = {}
        """of each suite the last run, where it failed"""
        self.touched: set[str] = set()
        """the names of the files that the log shows changed"""

    def of(self, *kinds: str) -> list[Item]:
        """What is open of these kinds."""
        return [
            Item(item.text, item.event, item.why, item.current, item.topic)
            for item in (*self._old, *self.items)
            if item.kind in kinds
        ]

    def open(
        self,
        kind: str,
        text: str,
        event: int,
        why: str,
        number: int = 0,
        *,
        covered: bool = False,
        current: bool = False,
        offer: bool = False,
        wanted: frozenset[str] = frozenset(),
    ) -> None:
        """Something came up in the exchange that is being heard, and stands until it is closed."""
        if text.endswith((":", "：")):
            text = self._completed(text)
        same = self._standing.get((kind, text))
        if not text or (same is not None and same.kind == kind):  # what was closed meanwhile has another kind
            return
        self.items.append(
            Open(
                kind=kind,
                text=text,
                event=event,
                why=why,
                terms=wanted or terms(text),
                number=number,
                exchange=self.exchange.number,
                offer=offer,
                stopped=self.exchange.stopped,
                covered=covered,
                current=current,
                changes=self.changes,
                about=terms(self.exchange.human[:600]) if kind in OF_A_WISH else frozenset(),
                failed=tuple(self.failing.values()) if kind in _OF_TESTS and says_tests_fail(text) else (),
                forbids=kind in ("said", "reminder") and (any(map(prohibits, said(text))) or bool(bans(text))),
            )
        )
        self._standing[kind, text] = self.items[-1]

    def _completed(self, text: str) -> str:
        """Words that end with a colon, and the line that they announce: by themselves they say nothing."""
        rows = [row for part in (self.exchange.human, *self.exchange.closing) for row in map(bare, part.split("\n"))]
        end = next((place for place, row in enumerate(rows, 1) if row and text.endswith(row)), len(rows))
        row = next(filter(None, rows[end:]), "")
        return f"{text} {row}" if row and not row.startswith(("```", "~~~", "|")) else text

    def announced(self, number: int) -> bool:
        """Whether the exchange of this number announced steps that are open, which stand for the order; a look around
        does not."""
        steps = (item for item in self.items if item.exchange == number and item.kind in STEPS)
        return any(not _LOOKS_AROUND.within(item.text) for item in steps)

    def covers(self, text: str, apart: tuple[str, ...] = ()) -> bool:
        """Whether something that this exchange opened, of no kind that stands ``apart``, holds the same sentence."""
        number = self.exchange.number
        return any(
            item.exchange == number and item.kind not in apart and (text in item.text or item.text in text)
            for item in self.items
        )

    def shut(self, item: Open, event: int, how: str) -> None:
        """An item is closed; :meth:`sweep` takes it from the list."""
        if item.kind not in _SHAPED or item.number:
            self.closed.append(Item(item.text, event, how, opened=item.event))
        item.kind = f"closed {item.kind}"

    def defer(self, item: Open, words: str, about: str) -> None:
        """The person puts an item off in these words: it is to be done, and not now. ``about`` says what it is of,
        where its own words do not ("shall I do it?")."""
        item.kind = "deferred"
        if len(item.terms) < _TELLING and about and about not in item.text:
            item.text = about if item.text in about else f"{item.text} (of: {about})"
            item.terms |= terms(about)
        item.why = f'put off by the person: "{words}"'
        item.number = 0
        item.exchange = self.exchange.number

    def part(self, item: Open, pieces: list[tuple[str, frozenset[str]]]) -> None:
        """In the place of an item stand its parts, each with the words that are its own."""
        for number, (text, own) in enumerate(pieces, 1):
            self.items.append(msgspec.structs.replace(item, kind="part", text=text, terms=own, number=number))
        item.kind = f"closed {item.kind}"

    def drop(self, test: Callable[[Open], bool], event: int, how: str) -> None:
        """Close every item that a test picks."""
        for item in self.items:
            if test(item):
                self.shut(item, event, how)
        self.sweep()

    def sweep(self) -> None:
        """Drop what is closed. What is too old stays open and is not looked at again: each exchange costs the same."""
        old = self.exchange.number - NEAR
        self._old.extend(item for item in self.items if item.kind == "loose" and item.exchange < old)
        self.items = [
            item
            for item in self.items
            if not (item.kind.startswith("closed ") or (item.kind == "loose" and item.exchange < old))
        ]
        if len(self.items) > FOLLOWED:
            self._old.extend(self.items[:-FOLLOWED])
            self.items = self.items[-FOLLOWED:]
        self._standing = {(item.kind, item.text): item for item in self.items}

    def tested(self, run: Run, event: int) -> None:
        """Tests were run. What was said to fail is over once the same tests pass after a change."""
        if not run.passed:
            self.failing[run.suite] = run
            return
        for item in self.items:
            if item.failed and self.changes > item.changes:
                item.failed = tuple(failed for failed in item.failed if not run.answers_for(failed))
                if not item.failed:
                    self.shut(item, event, "a later run of the same tests passed")
        self.sweep()
        if run.suite in self.failing and run.answers_for(self.failing[run.suite]):
            del self.failing[run.suite]

    def settle_written(self, text: str, event: int) -> None:
        """A written text carries decisions that were made before it."""
        waiting = [item for item in self.items if item.kind in _CARRIED_BY_TEXT]
        if not waiting:
            return
        low = text.lower()
        for item in waiting:
            if carries(low, item.terms, max(_CARRIED_BY_TEXT[item.kind], 0.5 if item.number else 0)):
                self.shut(item, event, "written down since")
        self.sweep()

    def settle_committed(self, message: str, event: int) -> None:
        """A commit says that something is done which came up so long ago that no exchange is asked about it."""
        given = terms(message) if self._old else frozenset()
        for item in self._old[-FOLLOWED:] if given else ():
            if item.kind in _DONE_BY_COMMIT and share(item.terms, given) >= 0.5:
                self.shut(item, event, "a commit since says that it is done")
        self._old = [item for item in self._old if not item.kind.startswith("closed ")]

    def settle_done(self, now: Exchange) -> None:
        """What the exchange did or claimed closes plans, promises and interrupted turns."""
        waiting = [item for item in self.items if item.kind != "decision" and not item.forbids]
        if not waiting:
            return
        event = now.closing_event if now.closing_event >= 0 else now.human_event
        deeds = Deeds(now, self.changes)
        steps = Counter(item.exchange for item in self.items if item.kind in STEPS)
        done = [
            item
            for item in waiting
            if not (item.number and item.kind in TOGETHER) and deeds.settle(item, alone=steps[item.exchange] == 1)
        ]
        changed = now.edits > 0 or now.commits > 0
        for group in [] if now.went_wrong else self.together():
            if changed or (now.successes > 0 and group[0].kind == "part"):
                done += [item for item, taken in zip(group, taking.of_open(group, now), strict=True) if taken]
        for item in done:
            self.shut(item, event, "what was done or said since covers it")
        if answering.only_goes_on(now.human) or kinds.is_social(now):
            for item in self.items:
                if item.kind == "request" and item.exchange == now.number - 1:
                    item.exchange = now.number  # it is still what was ordered last
        self.sweep()

    def together(self) -> list[list[Open]]:
        """What stands open and came up as one list: the parts of an order, the findings of a review."""
        lists: dict[tuple[str, int], list[Open]] = {}
        for item in self.items:
            if item.number and item.kind in TOGETHER:
                lists.setdefault((item.kind, item.exchange), []).append(item)
        return list(lists.values())
