from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from threefold.reading.links import Links


def test_a_path_goes_from_the_root_to_the_entry() -> None:
    links = Links()
    for id, parent in (("a", ""), ("b", "a"), ("c", "b"), ("d", "a"), ("e", "d")):
        links.add(id, parent)
    assert links.resolve({"c", "gone"}) == {"c": 2}
    assert list(links.path(4)) == [0, 3, 4]
    assert list(links.path(2)) == [0, 1, 2]


def test_a_parent_that_is_nowhere_before_its_child_is_the_entry_before() -> None:
    links = Links()
    for id, parent in (("a", ""), ("b", "gone"), ("c", "d"), ("d", "c")):
        links.add(id, parent)
    links.resolve(set())
    assert list(links.path(3)) == [0, 1, 2, 3]
    assert links.dangling == 2


def test_an_entry_without_an_id_hangs_on_the_one_before() -> None:
    links = Links()
    for _ in range(3):
        links.add("", None)
    links.resolve(set())
    assert list(links.path(2)) == [0, 1, 2]


ids = st.sampled_from(["a", "b", "c", "d", ""])


@given(st.lists(st.tuples(ids, st.none() | ids), max_size=30))
def test_whatever_the_links_say_a_path_ends_and_never_goes_forward(entries: list[tuple[str, str | None]]) -> None:
    links = Links()
    for id, parent in entries:
        links.add(id, parent)
    links.resolve({"a", "b"})
    for entry in range(len(entries)):
        path = list(links.path(entry))
        assert path == sorted(set(path))
        assert path[-1] == entry
