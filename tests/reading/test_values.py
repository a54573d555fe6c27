from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.reading.lines import objects
from threefold.reading.values import as_json, integer, items, load, mapping, octets, shaped, string, strings


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (b'{"a": 1}', {"a": 1}),
        (b'{"a": "\\ud83d"}', {"a": "\ufffd"}),
        (b'{"a": "x\xff"}', {"a": "x\ufffd"}),
        (b'{"a": NaN}', {"a": None}),
        (b'{"a": 1e999}', {"a": float("inf")}),
        (b"[1]", {}),
        (b'{"a"', {}),
        (b"", {}),
        (b'{"a":' * 100_000, {}),
    ],
)
def test_what_can_be_read_is_read_and_the_rest_is_an_empty_object(raw: bytes, value: object) -> None:
    assert load(raw) == value


@given(st.binary(max_size=60))
def test_no_bytes_make_it_raise(raw: bytes) -> None:
    assert isinstance(load(raw), dict)
    assert isinstance(shaped(raw, Shape), Shape)


class Shape(msgspec.Struct):
    model: str = ""
    seqs: list[int] = []


@pytest.mark.parametrize(
    ("raw", "shape"),
    [
        (b'{"model": "m", "seqs": [4], "more": 1}', Shape("m", [4])),
        (b'{"model": "\\ud83d", "seqs": [4]}', Shape("\ufffd", [4])),
        (b'{"model": "m\xff", "seqs": [4]}', Shape("m\ufffd", [4])),
        (b'{"model": 7, "seqs": [4]}', Shape("", [4])),
        (b'{"seqs": 4, "model": "m"}', Shape("m")),
        (b"", Shape()),
    ],
)
def test_a_damaged_text_costs_a_shape_nothing_but_that_text(raw: bytes, shape: Shape) -> None:
    assert shaped(raw, Shape) == shape
    assert isinstance(load(b'{"a":' + raw + b"}"), dict)


def test_a_value_of_the_wrong_type_is_as_good_as_absent() -> None:
    assert (string(1), integer("1"), integer(True), mapping([]), items({})) == ("", 0, 0, {}, [])


def test_arguments_that_are_a_text_stay_as_they_are() -> None:
    assert (as_json('{"a": 1}'), as_json({"a": "é"}), as_json(None)) == ('{"a": 1}', '{"a": "é"}', "null")


def test_octets_are_bytes_of_utf_8() -> None:
    assert (octets("ab"), octets("é中"), octets("\ud83d")) == (2, 5, 1)


def test_strings_come_in_order() -> None:
    assert strings({"b": ["1", {"z": "2"}], "a": "0", "c": 3}) == ["0", "1", "2"]


def test_a_number_of_more_digits_than_python_reads_is_no_number_and_breaks_nothing() -> None:
    raw = b'{"a": ' + b"1" * 5_000 + b', "b": 2}'
    assert load(raw) == {"a": None, "b": 2}
    assert objects(raw, lambda _: True) == ([(0, len(raw))], "")
