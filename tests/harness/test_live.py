"""A look at a log that grew goes on from the last one, where it can."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import msgspec
import pytest

from threefold.harness import live
from threefold.reading import read_on
from threefold.store.cache import Cache, name_of


def row(number: int, role: str, content: object) -> str:
    message = {"role": role, "content": content, "id": f"m{number}"}
    parent = f"u{number - 1}" if number else None
    entry = {"type": role, "uuid": f"u{number}", "parentUuid": parent, "sessionId": "s", "cwd": "/w"}
    return json.dumps(entry | {"message": message}) + "\n"


def look(log: Path, home: Path) -> live.Seen:
    return live.look(str(log), "claude-code", str(home), live.settings_of(str(home)), stated=False)


@pytest.mark.parametrize("lost", ["queue", "calls", "talk", "tasks", "files"])
def test_a_kept_fold_that_lacks_something_is_begun_anew_and_kept_whole(tmp_path: Path, lost: str) -> None:
    log, home = tmp_path / "log.jsonl", tmp_path / "home"
    log.write_text(row(0, "user", "Mend the parser.") + row(1, "assistant", [{"type": "text", "text": "I will."}]))
    look(log, home)
    cache, place = Cache(str(home)), name_of(str(log), "claude-code", "work")
    kept = msgspec.msgpack.decode(cache.get(place) or b"", type=live.Before)
    looked_at, done, state = pickle.loads(kept.state)
    delattr(state, lost)
    broken = pickle.dumps((looked_at, done, state))
    cache.put(place, msgspec.msgpack.encode(msgspec.structs.replace(kept, state=broken)))
    with log.open("a") as file:
        file.write(row(2, "user", "Which tests do you run?"))
    assert look(log, home) == look(log, tmp_path / "another home")
    whole = msgspec.msgpack.decode(cache.get(place) or b"", type=live.Before)
    assert whole.size == log.stat().st_size
    assert hasattr(pickle.loads(whole.state)[2], lost)


def test_what_a_log_showed_that_changed_behind_its_hash_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, home = tmp_path / "log.jsonl", tmp_path / "home"
    tasks = {"todos": [{"content": "Write docs", "status": "pending", "activeForm": "x"}]}
    call = {"type": "tool_use", "id": "t1", "name": "TodoWrite", "input": tasks}
    first = row(0, "user", "Mend the parser.") + row(1, "assistant", [call])
    for other in (first.replace("Write", "Check"), first + row(2, "user", "Then write docs/a.md.")):
        log.write_text(first)

        def changed(*given: Any, other: str = other, **more: Any) -> Any:
            log.with_suffix(".new").write_text(other)
            log.with_suffix(".new").replace(log)
            return read_on(*given, **more)

        with monkeypatch.context() as race:
            race.setattr("threefold.reading.read_on", changed)
            look(log, home)
        log.write_text(first)
        assert look(log, home) == look(log, tmp_path / "another home")
        with log.open("a") as file:
            file.write(row(2, "user", "Which tests do you run?"))
        assert look(log, home) == look(log, tmp_path / "a third home")
