from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.auditing.slips import distance

WORD = st.text("abc", max_size=14)


def full_distance(one: str, other: str) -> int:
    """Optimal string alignment, the textbook way: the whole table."""
    table = [[max(i, j) if 0 in (i, j) else 0 for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            cost = one[i - 1] != other[j - 1]
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + cost)
            if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]


@settings(max_examples=200)
@given(WORD, WORD, st.integers(0, 4))
def test_the_bounded_distance_is_the_full_one_up_to_its_bound(one: str, other: str, most: int) -> None:
    assert distance(one, other, most) == min(full_distance(one, other), most + 1)


@settings(max_examples=200)
@given(st.text("abcdefgh", min_size=6, max_size=40), st.data())
def test_no_word_that_is_near_is_passed_over(word: str, data: st.DataObject) -> None:
    changed = list(word)
    for _ in range(2):
        place = data.draw(st.integers(0, len(changed) - 2))
        how = data.draw(st.sampled_from("crdis"))
        if how == "s":
            changed[place], changed[place + 1] = changed[place + 1], changed[place]
        elif how == "d":
            del changed[place]
        elif how == "i":
            changed.insert(place, "x")
        else:
            changed[place] = "y"
    other = "".join(changed)
    assert distance(word, other, 2) == min(full_distance(word, other), 3)
