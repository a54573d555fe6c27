"""What is remembered of a live session between two calls of a hook."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.store.state import State, States


def test_a_state_is_read_as_it_was_put(tmp_path: Path) -> None:
    states = States(str(tmp_path))
    state = State("s-1", "claude-code", 1, True, 3)
    states.put(state)
    assert states.get("s-1") == state
    assert states.get("s-2") == State("s-2")
    states.forget("s-1")
    assert states.get("s-1") == State("s-1")


@settings(max_examples=60)
@given(session=st.text(st.characters(), max_size=40))
def test_no_name_of_a_session_reaches_outside_the_folder(
    tmp_path_factory: pytest.TempPathFactory, session: str
) -> None:
    home = tmp_path_factory.mktemp("home")
    states = States(str(home))
    states.put(State(session, "pi", 1))
    assert states.get(session) == State(session, "pi", 1)
    files = [path for path in home.rglob("*") if path.is_file()]
    assert [path.parent for path in files] == [home / "sessions"]


def test_two_sessions_whose_names_differ_in_one_character_are_two(tmp_path: Path) -> None:
    states = States(str(tmp_path))
    states.put(State("a/b", "pi", 1))
    assert states.get("a_b").refusals == 0
    assert states.get("a\\b").refusals == 0


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"refusals": "x", "acknowledged": 1}', "\x00"])
def test_a_broken_state_is_an_untouched_session(tmp_path: Path, text: str) -> None:
    states = States(str(tmp_path))
    states.put(State("s", "pi", 1))
    (tmp_path / "sessions" / "s.json").write_text(text)
    assert states.get("s") == State("s")


def test_what_waits_is_said_once_however_many_hooks_run_at_the_same_time(tmp_path: Path) -> None:
    states = States(str(tmp_path))
    states.leave("s", "model", "found: 深圳 🚢")
    states.leave("s", "person", "told")
    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(lambda _: States(str(tmp_path)).take("s", "model"), range(16)))
    assert sorted(taken) == [""] * 15 + ["found: 深圳 🚢"]
    assert states.take("s", "person") == "told"


def test_the_sessions_that_were_stopped_are_named_the_latest_first(tmp_path: Path) -> None:
    states = States(str(tmp_path))
    assert states.stopped() == []
    states.put(State("never-stopped"))
    assert states.stopped() == []
    for second, session in enumerate(("first", "second/with a name of its own")):
        states.put(State(session, "pi", 1))
        newest = max((tmp_path / "sessions").iterdir(), key=lambda path: path.stat().st_mtime_ns)
        os.utime(newest, (second, second))
    assert [state.session for state in states.stopped()] == ["second/with a name of its own", "first"]
    states.forget("first")
    assert len(states.stopped()) == 1


def test_an_acknowledgement_ahead_of_time_holds_too(tmp_path: Path) -> None:
    from threefold.harness import live

    assert live.past(State("s", acknowledged=True), compactions=2).acknowledged
    assert live.past(State("s", refusals=1, acknowledged=True, compactions=2), compactions=2).acknowledged
    assert not live.past(State("s", refusals=1, acknowledged=True, compactions=1), compactions=2).acknowledged
