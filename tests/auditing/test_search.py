"""What the audit finds by one search is what it would find by looking at each fact."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.auditing.facts.finder import Finder
from threefold.auditing.grounds.coverage import Asserted, losses
from threefold.auditing.ledger.entries import Entry
from threefold.auditing.ledger.ledger import Ledger, Origin, Piece

FINDER = Finder()
NAMES = st.lists(st.text("ab_-/\n", min_size=1, max_size=6), unique=True, max_size=12)


def ledger_of(texts: list[str]) -> Ledger:
    ledger = Ledger(FINDER)
    for event, text in enumerate(texts):
        ledger.add(Piece(event, Origin.RESULT, text))
    return ledger


@settings(max_examples=100, deadline=None)
@given(NAMES, st.text("ab_-", min_size=1, max_size=2))
def test_the_first_fact_that_holds_letters_is_found_in_all_of_them_joined(names: list[str], letters: str) -> None:
    ledger = ledger_of([])
    for event, name in enumerate(names):
        ledger.listing.apart["path"][name] = Entry("file", event, event, int(Origin.RESULT), int(Origin.RESULT), -1)
    plain = [name for name in names if "\n" not in name]
    for wanted, holds in (
        (letters, lambda name: letters in name),
        (f"\n{letters}", lambda name: name.startswith(letters)),
        (f"{letters}\n", lambda name: name.endswith(letters)),
    ):
        found = ledger.listing.containing("path", wanted)
        assert (found[0] if found else None) == next((name for name in plain if holds(name)), None)


def test_amounts_listed_later_are_found_in_order_with_those_before() -> None:
    ledger = ledger_of(["took 30 seconds and 5 seconds"])
    assert [normal for _, normal in ledger.listing.between("time", 0, 100)] == ["5 second", "30 second"]
    ledger.listing.reopen()
    ledger.add(Piece(1, Origin.RESULT, "took 10 seconds of 3 files"))
    assert [normal for _, normal in ledger.listing.between("time", 0, 100)] == ["5 second", "10 second", "30 second"]


def test_bounded_losses_are_the_most_binding_of_all_losses() -> None:
    ledger = ledger_of([f"src/part{number}.py " * (number % 5 + 1) + f"PR #{number}" for number in range(40)])
    asserted = Asserted([], "")
    whole = losses(ledger, asserted, None, 2)
    few = losses(ledger, asserted, None, 2, most=7)
    for category in ("path", "reference"):
        of = [loss.value for loss in whole if loss.category == category]
        assert len(of) == 40
        assert [loss.value for loss in few if loss.category == category] == of[:7]
