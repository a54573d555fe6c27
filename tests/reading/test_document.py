from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.errors import InputError
from threefold.reading.document import array_within, read_document, value_within
from threefold.reading.source import BytesSource

scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=6)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
)


def raw(value: object, indent: int | None = None) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=indent).encode("utf-8", "surrogatepass")


@given(st.lists(values, max_size=5), st.sampled_from([None, 1]), st.sampled_from([b"", b"\xef\xbb\xbf"]))
def test_every_element_stands_where_its_span_says(elements: list[Any], indent: int | None, mark: bytes) -> None:
    for key, value in ((None, elements), ("m", {"é": 1, "m": elements, "z": [2]})):
        data = mark + raw(value, indent)
        document = read_document(BytesSource(data), key)
        assert [json.loads(data[start:end]) for start, end in document.spans] == elements
        assert document.numbers == [data[:start].count(b"\n") + 1 for start, _ in document.spans]
        assert document.lines.read == document.lines.total == data.count(b"\n") + 1


@given(st.lists(values, max_size=5), values)
def test_an_array_within_a_record_is_found_by_its_path(elements: list[Any], other: Any) -> None:
    data = raw({"b": other, "a": {"x": other, "h": elements}, "h": [0]})
    spans, found = array_within(data, ("a", "h"))
    assert found == elements
    assert [json.loads(data[start:end]) for start, end in spans] == elements
    place = value_within(data, "b")
    assert place is not None
    assert json.loads(data[slice(*place)]) == other


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b'{"a":1}', b'{"a":{"h":3}}', b'{"a":{"h":[1,', b'{"a":{"h":[1 2]}}']
)
def test_where_there_is_no_such_array_there_is_nothing(data: bytes) -> None:
    assert array_within(data, ("a", "h")) == ([], [])


@pytest.mark.parametrize("data", [b"[1, 2", b"[1] x", b"{}", b"[" * 100_000, b'["\\'])
def test_a_broken_document_is_refused_with_its_place(data: bytes) -> None:
    with pytest.raises(InputError, match="not a whole JSON document"):
        read_document(BytesSource(data), None)
