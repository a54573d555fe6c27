from __future__ import annotations

from threefold.reading.repeats import Repeats


def test_of_two_that_say_the_same_each_stands_for_one() -> None:
    old = Repeats([(1, 10), (2, 11), (1, 12)])
    assert [old.take(key) for key in (1, 1, 1, 2, 3)] == [10, 12, None, 11, None]
