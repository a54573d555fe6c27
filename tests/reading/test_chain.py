"""Events in an order of their own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from threefold.reading.chain import Chain

STEPS = st.lists(
    st.tuples(st.sampled_from(("append", "insert", "remove", "replace")), st.integers(0, 11), st.integers(0, 11)),
    max_size=16,
)


@given(STEPS)
def test_a_chain_behaves_as_a_list_whatever_is_put_in_taken_out_and_replaced(steps: list[tuple[str, int, int]]) -> None:
    chain, model = Chain(), list[int]()
    for event, (what, first, last) in enumerate(steps):
        match what:
            case "append":
                chain.append(event)
                model.append(event)
            case "insert":
                offset = min(first, len(model))
                chain.insert(event, offset)
                model.insert(offset, event)
            case "remove" if first in model:
                chain.remove(first)
                model.remove(first)
            case "replace" if first in model and last in model and model.index(first) <= model.index(last):
                assert chain.replace(first, last, event)
                model[model.index(first) : model.index(last) + 1] = [event]
            case "replace":
                assert not chain.replace(first, last, event)
        assert (list(chain), len(chain)) == (model, len(model))
        assert [known for known in range(-1, 20) if known in chain] == sorted(model)
