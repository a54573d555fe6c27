"""Where our own files are kept."""

from __future__ import annotations

import pytest

from threefold.store.places import home


@pytest.mark.parametrize(
    ("variables", "place"),
    [
        ({"THREEFOLD_HOME": "/own", "XDG_STATE_HOME": "/state"}, "/own"),
        ({"THREEFOLD_HOME": "", "XDG_STATE_HOME": "/state"}, "/state/threefold"),
        ({"XDG_STATE_HOME": ""}, "/home/a/.local/state/threefold"),
    ],
)
def test_an_empty_variable_counts_as_one_that_is_not_set(variables: dict[str, str], place: str) -> None:
    assert home({"HOME": "/home/a", **variables}) == place
