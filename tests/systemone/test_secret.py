from __future__ import annotations

import copy
import json
import pickle

import msgspec
import pytest

from threefold.systemone import Secret

VALUE = "jev-0123456789abcdef"


def test_no_way_of_printing_it_shows_it() -> None:
    secret = Secret(VALUE)
    shown = [
        repr(secret),
        str(secret),
        f"{secret}",
        f"{secret!r:>40}",
        repr([secret]),
        repr({"k": secret}),
    ]
    assert not any(VALUE in text or VALUE[:6] in text for text in shown)


@pytest.mark.parametrize("write", [pickle.dumps, copy.deepcopy, json.dumps, msgspec.json.encode, msgspec.to_builtins])
def test_no_way_of_writing_it_writes_it(write: object) -> None:
    with pytest.raises(TypeError):
        write(Secret(VALUE))  # type: ignore[operator]


def test_it_has_no_attributes_to_look_into() -> None:
    assert not hasattr(Secret(VALUE), "__dict__")


def test_its_length_and_last_four_are_shown_and_of_a_short_one_the_length_only() -> None:
    assert Secret(VALUE).masked() == "20 characters, ending in cdef"
    assert Secret("hunter2").masked() == "7 characters"


def test_it_is_taken_out_of_text_wherever_it_stands() -> None:
    assert Secret(VALUE).scrub(f"a {VALUE} b {VALUE}") == "a *** b ***"
    assert Secret("").scrub("text") == "text"
