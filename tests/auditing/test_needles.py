"""Letters are found in the first events in which they stand as words of their own, however often they stand there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.auditing.ledger import needles
from threefold.auditing.ledger.entries import Origin
from threefold.auditing.ledger.needles import Needles, stands_alone

WORDS = ("a.go", "b.go", "src/a.go", "5433", "x5433", "common.go:12", "\\na.go", "-a.go", "数据a.go")
TEXTS = st.lists(st.tuples(st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join), st.sampled_from(list(Origin))),
                 max_size=40)  # fmt: skip
SOUGHT = [b"a.go", b"src/a.go", b"5433", b"go", b"", b"a.go"]


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.sampled_from([1, 2, 64]), st.sampled_from([0, 1, 8]), st.sampled_from([0, 5_000]))
def test_the_places_are_those_of_a_search_for_each_alone(
    texts: list[tuple[str, Origin]], most: int, idle: int, many: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(needles, "_MANY", many)
        patch.setattr(needles, "_MOST_HITS", most)
        patch.setattr(needles, "_IDLE", idle)
        looked = Needles(SOUGHT)
        for event, (text, origin) in enumerate(texts):
            looked.look(text.encode(), event // 2, origin)
    for needle in filter(None, SOUGHT):
        found = [(event // 2, origin) for event, (text, origin) in enumerate(texts) if _stands(text.encode(), needle)]
        firsts = {event: (event, origin) for event, origin in reversed(found)}
        assert looked.places(needle) == sorted(firsts.values())[:most]
        assert looked.called(needle) == any(
            origin is Origin.CALL and _stands(text.encode(), needle) for text, origin in texts
        )


def _stands(data: bytes, needle: bytes) -> bool:
    places = (place for place in range(len(data)) if data.startswith(needle, place))
    return any(stands_alone(data, place, place + len(needle), needle) for place in places)
