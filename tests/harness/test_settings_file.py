"""Our hooks in a settings file that is a person's."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.errors import InputError
from threefold.harness.settings_file import BACKUP, Hook, carry_out, plan, unplan

OURS = "/opt/venv/bin/threefold hook claude-code --policy guide"
HOOKS = [Hook("PreCompact", 30), Hook("SessionStart", 10, "compact")]


def test_hooks_are_added_behind_those_that_are_there(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"model": "m", "hooks": {"PreCompact": [{"hooks": [{"type": "command", "command": "mine"}]}]}}')
    carry_out(plan(path, HOOKS, OURS))
    found = json.loads(path.read_text())
    assert found["model"] == "m"
    commands = [hook["command"] for entry in found["hooks"]["PreCompact"] for hook in entry["hooks"]]
    assert commands == ["mine", OURS]
    assert found["hooks"]["SessionStart"] == [
        {"matcher": "compact", "hooks": [{"type": "command", "command": OURS, "timeout": 10}]}
    ]
    assert (tmp_path / f"settings.json{BACKUP}").exists()


def test_installing_again_replaces_and_does_not_add(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{}")
    carry_out(plan(path, HOOKS, OURS))
    once = path.read_text()
    carry_out(plan(path, HOOKS, OURS.replace("guide", "hold")))
    carry_out(plan(path, HOOKS, OURS))
    assert path.read_text() == once
    assert (tmp_path / f"settings.json{BACKUP}").read_text() == "{}"


def test_a_file_that_was_not_there_is_gone_again(tmp_path: Path) -> None:
    path = tmp_path / ".claude" / "settings.json"
    carry_out(plan(path, HOOKS, OURS))
    assert path.stat().st_mode & 0o777 == 0o600
    carry_out(unplan(path))
    assert list(tmp_path.iterdir()) == []


def test_what_was_changed_since_stays_and_only_ours_goes(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{\n\t"model": "m"\n}')
    carry_out(plan(path, HOOKS, OURS))
    changed = json.loads(path.read_text())
    changed["hooks"]["PreCompact"][0]["hooks"].append({"type": "command", "command": "mine"})
    changed["theme"] = "dark"
    path.write_text(json.dumps(changed))
    carry_out(unplan(path))
    assert json.loads(path.read_text()) == {
        "model": "m", "hooks": {"PreCompact": [{"hooks": [{"type": "command", "command": "mine"}]}]}, "theme": "dark",
    }  # fmt: skip
    assert os.listdir(tmp_path) == ["settings.json"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    real = tmp_path / "dotfiles" / "settings.json"
    real.write_text("{}")
    link = tmp_path / "settings.json"
    link.symlink_to(real)
    carry_out(plan(link, HOOKS, OURS))
    assert link.is_symlink()
    assert OURS in real.read_text()


@pytest.mark.parametrize(
    "text", ["{", "[]", "null", '{"hooks": []}', '{"hooks": {"Stop": {}}}', '{"hooks": {"Stop": "x"}}', "// no\n{}"]
)
def test_a_file_that_is_not_understood_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text)
    for make in (lambda: plan(path, HOOKS, OURS), lambda: unplan(path)):
        with pytest.raises(InputError, match=r"left alone"):
            make()
    assert path.read_text() == text


@pytest.mark.skipif(os.name != "posix", reason="needs a named pipe of POSIX")
@pytest.mark.parametrize("name", ["settings.json", f"settings.json{BACKUP}"])
def test_a_settings_file_or_copy_that_is_a_pipe_is_refused_and_not_waited_for(tmp_path: Path, name: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{}")
    carry_out(plan(path, HOOKS, OURS))
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)
    with pytest.raises(InputError, match="is no file"):
        unplan(path)


def test_a_command_that_only_looks_like_ours_is_a_persons(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    mine = {"type": "command", "command": "mythreefold-hook claude-code"}
    path.write_text(json.dumps({"hooks": {"Stop": [{"hooks": [mine]}]}}))
    before = path.read_bytes()
    carry_out(plan(path, HOOKS, OURS))
    carry_out(unplan(path))
    assert path.read_bytes() == before


def test_taking_out_what_was_never_put_in_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    carry_out(unplan(path))
    assert not path.exists()
    path.write_text('{ "a":1 }')
    carry_out(unplan(path))
    assert path.read_text() == '{ "a":1 }'


TEXT = st.text(max_size=8)
HOOK = st.fixed_dictionaries({"type": st.just("command"), "command": TEXT}, optional={"timeout": st.integers(1, 9)})
ENTRY = st.fixed_dictionaries({"hooks": st.lists(HOOK, max_size=2)}, optional={"matcher": TEXT})
EVENTS = st.dictionaries(st.sampled_from(["PreCompact", "SessionStart", "Stop"]), st.lists(ENTRY, max_size=2))
LEAF = st.none() | st.booleans() | st.integers() | TEXT
FILE = st.fixed_dictionaries({}, optional={"hooks": EVENTS, "model": LEAF, "other": st.lists(LEAF, max_size=3)})


@settings(max_examples=80)
@given(document=FILE, indent=st.sampled_from([None, 2, 4, "\t"]), ending=st.sampled_from(["", "\n"]))
def test_in_and_out_again_leaves_every_byte_and_no_other_file(
    tmp_path_factory: pytest.TempPathFactory, document: dict[str, object], indent: int | str | None, ending: str
) -> None:
    folder = tmp_path_factory.mktemp("settings")
    path = folder / "settings.json"
    before = (json.dumps(document, indent=indent, ensure_ascii=False) + ending).encode()
    path.write_bytes(before)
    carry_out(plan(path, HOOKS, OURS))
    assert OURS in path.read_text()
    carry_out(unplan(path))
    assert path.read_bytes() == before
    assert os.listdir(folder) == ["settings.json"]
