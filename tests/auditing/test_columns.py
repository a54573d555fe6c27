"""A ledger that put its facts into columns answers as one that holds them as objects."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.auditing.facts.finder import Finder
from threefold.auditing.grounds.coverage import Asserted, losses
from threefold.auditing.ledger.entries import Entry
from threefold.auditing.ledger.ledger import Ledger, Origin, Piece

FINDER = Finder()
SAID = (
    "src/a.py", "src/b/c.go", "lib/a.py", "a.py", "./src/a.py", "file:///tmp/x%0Ay.txt", "/tmp/数据.txt", "10 minutes",
    "600 seconds", "12 files", "13 files", "1.5k tokens", "5 MB", "v1.2.3", "#12", "#13", "HTTP 503", "port 5433",
    "https://example.com/x", "10.0.0.1", "API_KEY", "550e8400-e29b-41d4-a716-446655440000", "cd27c7e", "2026-01-08",
    "`git push -f origin`",
)  # fmt: skip
MENTIONS = st.lists(
    st.tuples(st.sampled_from(list(Origin)), st.lists(st.sampled_from(SAID), min_size=1, max_size=4), st.booleans()),
    max_size=25,
)


def shown(entry: Entry) -> tuple[object, ...]:
    return (entry.kind, entry.count, entry.first, entry.last, entry.origin, entry.origins, entry.said, entry.places)


def ledgers(mentions: list[tuple[Origin, list[str], bool]]) -> tuple[Ledger, Ledger]:
    """The same texts in a ledger of objects and in one that never holds more than three."""
    both = Ledger(FINDER), Ledger(FINDER, most=3)
    for ledger in both:
        event = 0
        for origin, said, further in mentions:
            event += further
            ledger.add(Piece(event, origin, " and ".join(said)))
    return both


@settings(max_examples=150, deadline=None)
@given(MENTIONS)
def test_every_fact_has_the_same_entry_in_the_same_place(mentions: list[tuple[Origin, list[str], bool]]) -> None:
    objects, columns = ledgers(mentions)
    for category, known in objects.facts.items():
        other = columns.facts[category]
        assert [(normal, shown(entry)) for normal, entry in known.items()] == [
            (normal, shown(entry)) for normal, entry in other.items()
        ]
        assert len(known) == len(other)
        for normal in known:
            found = other.get(normal)
            assert normal in other
            assert found is not None
            assert shown(found) == shown(known[normal])
        assert "nothing like it" not in other
        assert other.get("nothing like it") is None


@settings(max_examples=100, deadline=None)
@given(MENTIONS, st.integers(1, 3), st.sampled_from([None, 1, 4]))
def test_the_same_facts_are_lost_in_the_same_order(
    mentions: list[tuple[Origin, list[str], bool]], critical: int, most: int | None
) -> None:
    objects, columns = ledgers(mentions)
    for ledger in (objects, columns):
        ledger.edited["lib/a.py"] = 0
    text = "src/a.py and 12 files, see https://example.com/x"
    asserted = Asserted(FINDER.facts(text), text)
    found = [
        [(loss.category, loss.value, loss.weight, loss.reason, loss.still_used, shown(loss.entry)) for loss in lost]
        for lost in (losses(ledger, asserted, None, critical, most) for ledger in (objects, columns))
    ]
    assert found[0] == found[1]


@settings(max_examples=100, deadline=None)
@given(MENTIONS, st.integers(0, 24))
def test_every_search_finds_the_same(mentions: list[tuple[Origin, list[str], bool]], cut: int) -> None:
    objects, columns = ledgers(mentions[:cut])
    for origin, said, _ in mentions[cut:]:  # more is added after the first questions
        for ledger in (objects, columns):
            search(ledger)
            ledger.listing.reopen()
            ledger.add(Piece(99, origin, " and ".join(said)))
    assert search(objects) == search(columns)


def test_a_number_that_was_asked_for_is_found_where_it_is_said_later() -> None:
    for ledger in ledgers([(Origin.MODEL, ["30 MB"], False)]):
        assert ledger.listing.with_number("12") == []
        ledger.listing.reopen()
        ledger.add(Piece(99, Origin.MODEL, "12 MB and then 12 seconds"))
        assert [normal for normal, _ in ledger.listing.with_number("12")] == ["12 MB", "12 second"]


def search(ledger: Ledger) -> list[object]:
    listing = ledger.listing
    answers: list[object] = [
        listing.between("time", 1, 1000),
        listing.between("bytes", 5_000_000, 5_000_000),
        [(normal, shown(entry)) for normal, entry in listing.with_number("12")],
    ]
    for category, letters in (("path", "a.py\n"), ("path", "\nsrc"), ("hash", "\ncd27"), ("datetime", "2026")):
        first = listing.containing(category, letters)
        answers.append(first and (first[0], shown(first[1])))
    holding = [listing.holding("path", letters) for letters in ("a", "py", "src/", "数", "")]
    answers += [[(normal, shown(entry)) for normal, entry in found] for found in holding]
    like = [listing.paths_like(name, folder, 2) for name, folder in (("a.py", "src"), ("c.go", ""), ("x", "lib"))]
    return [*answers, *([[normal for normal, _ in found] for found in pair] for pair in like)]
