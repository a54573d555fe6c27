"""The snapshot: one table, one renderer, one digest."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.errors import ForbiddenKey, OverBudget, RecordRefused, StateRefused
from threefold.verdict import FIELDS, Snapshot, VerdictSettings, from_record, judge, parse_snapshot
from threefold.verdict import snapshot as module

NAMES = [field.name for field in FIELDS]
items = st.lists(st.text(max_size=30), max_size=3)
records = st.fixed_dictionaries({"session": st.text(max_size=20), **dict.fromkeys(NAMES, items)})


def test_the_fields_are_the_seven_of_the_closed_set() -> None:
    assert list(from_record({}).record()) == ["session", *NAMES, "risk_hints"]
    assert NAMES == ["todos", "uncommitted", "questions", "decisions", "next_steps"]


@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_work_is_counted_and_rendered(name: str) -> None:
    snapshot = from_record({name: ["only this"]})
    assert snapshot.count == 1
    assert "- only this" in snapshot.state
    assert judge(snapshot).verdict == "wait"


def test_a_field_that_is_added_to_the_table_is_both_counted_and_rendered(monkeypatch: pytest.MonkeyPatch) -> None:
    added = module.Field("promises", "Promises that were made", "promise is open", "promises are open")
    monkeypatch.setattr(module, "FIELDS", (*FIELDS, added))
    before, after = module.snapshot("s", {}), module.snapshot("s", {"promises": ["call back"]})
    assert (before.count, after.count) == (0, 1)
    assert "Promises that were made (1):\n- call back" in after.state
    assert after.risk_hints == ("1 promise is open",)


def test_a_field_that_is_taken_from_the_table_is_neither_counted_nor_rendered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIELDS", tuple(field for field in FIELDS if field.name != "decisions"))
    with pytest.raises(RecordRefused, match="decisions"):
        module.snapshot("s", {"decisions": ["UTC everywhere"]})
    assert "ecision" not in module.snapshot("s", {}).state


def test_risk_hints_follow_from_the_counts_whatever_a_record_says() -> None:
    assert from_record({"todos": ["a", "b"], "risk_hints": ["all is well"]}).risk_hints == ("2 todos are not done",)
    assert from_record({"risk_hints": ["7 commits are not pushed"]}).count == 0


@given(records)
def test_a_snapshot_survives_the_way_through_json(record: dict[str, object]) -> None:
    snapshot = from_record(record)
    again = parse_snapshot(msgspec.json.decode(msgspec.json.encode(snapshot.to_json())))
    assert again == snapshot
    module.check(again)


@given(records, st.data())
def test_a_state_that_is_changed_in_any_character_is_refused(record: dict[str, object], data: st.DataObject) -> None:
    snapshot = from_record(record)
    place = data.draw(st.integers(0, len(snapshot.state) - 1))
    other = data.draw(st.characters().filter(lambda char: char != snapshot.state[place]))
    state = snapshot.state[:place] + other + snapshot.state[place + 1 :]
    with pytest.raises(StateRefused):
        judge(msgspec.structs.replace(snapshot, state=state))


@given(records, records)
def test_an_old_state_beside_a_new_record_is_refused(old: dict[str, object], new: dict[str, object]) -> None:
    one, other = from_record(old), from_record(new)
    if one.record() == other.record():
        return
    with pytest.raises(StateRefused):
        judge(msgspec.structs.replace(other, state=one.state, digest=one.digest))


def test_a_digest_over_something_else_is_refused() -> None:
    with pytest.raises(StateRefused, match="digest"):
        judge(msgspec.structs.replace(from_record({"todos": ["a"]}), digest="0" * 64))


def test_hints_that_do_not_follow_from_the_counts_are_refused() -> None:
    with pytest.raises(StateRefused, match="hints"):
        judge(msgspec.structs.replace(from_record({"todos": ["a"]}), risk_hints=("fine",)))


def test_the_digest_is_the_same_in_every_run() -> None:
    digest = from_record({"session": "s", "todos": ["Ärger 字"]}).digest
    assert digest == from_record({"session": "s", "todos": ["Ärger 字"]}).digest


@pytest.mark.parametrize("key", ["notes", "Todos", "messages", "state"])
def test_a_key_outside_the_closed_set_is_an_error(key: str) -> None:
    with pytest.raises(RecordRefused, match=key):
        from_record({"session": "s", key: []})


@pytest.mark.parametrize(
    "record",
    [
        [],
        "text",
        7,
        None,
        {"todos": "one"},
        {"todos": [1]},
        {"todos": [{"text": "a"}]},
        {"session": 5},
        {"session": {}},
    ],
)
def test_a_record_of_another_shape_is_an_error(record: object) -> None:
    with pytest.raises(RecordRefused):
        from_record(record)


def test_a_forbidden_key_is_named_before_the_unknown_field_that_holds_it() -> None:
    with pytest.raises(ForbiddenKey) as caught:
        from_record({"outer": {"inner": [{"perBlock": 1}]}})
    assert caught.value.path == "$.outer.inner[0].perBlock"


def test_a_state_over_the_budget_is_no_verdict_and_says_how_large_each_field_is() -> None:
    snapshot = from_record({"session": "s", "uncommitted": [f"src/file_{n}.py" for n in range(100)]})
    with pytest.raises(
        OverBudget, match=r"characters and the budget is 1,000 \(todos \d+, uncommitted 1,\d+"
    ) as caught:
        judge(snapshot, settings=VerdictSettings(state_chars=1_000))
    assert caught.value.exit_status == 2
    assert judge(snapshot, settings=VerdictSettings(state_chars=len(snapshot.state))).verdict == "preserve_first"


def test_an_item_is_one_line_whatever_it_holds() -> None:
    snapshot = from_record({"todos": ["two\nlines\tand  blanks"], "uncommitted": ["bad\udcff name"]})
    assert snapshot.todos == ("two lines and blanks",)
    assert snapshot.uncommitted == ("bad\\udcff name",)
    assert parse_snapshot(snapshot.to_json()) == snapshot


def test_a_snapshot_without_state_or_digest_was_not_made_by_build() -> None:
    made = from_record({"todos": ["a"]}).to_json()
    for name in ("state", "digest", "version"):
        with pytest.raises(RecordRefused, match=name):
            parse_snapshot({key: value for key, value in made.items() if key != name})


def test_nothing_in_a_snapshot_names_a_place_in_a_log() -> None:
    assert set(Snapshot.__struct_fields__) == {"session", "work", "risk_hints", "state", "digest", "version"}


def test_paths_that_differ_in_blanks_only_count_each_and_stand_on_a_line_of_their_own() -> None:
    names = ["a b", "a  b", "a\nb", " a b", "\u3000", " "]
    made = module.snapshot("s", {"uncommitted": names})
    assert made.work["uncommitted"] == tuple(names)
    lines = made.state.splitlines()
    shown = [line[2:] for line in lines if line.startswith("- ")]
    assert len(set(shown)) == len(names)
    assert shown[:3] == ["a b", '"a  b"', '"a\\nb"']


@pytest.mark.parametrize("field", [*(field.name for field in FIELDS), "risk_hints"])
def test_a_field_that_is_null_does_not_say_that_there_is_nothing(field: str) -> None:
    with pytest.raises(RecordRefused, match=rf"{field} is a list of texts; null"):
        from_record({"session": "s", field: None})
