"""What a hook's process does without, seen from a fresh interpreter."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from threefold.doors.lean import lean

RUN = """
import json, sys
from threefold.doors.lean import lean
lean()
found = {name: name in sys.modules for name in ("msgspec", "typing_extensions", "inspect")}
import typing_extensions
from typing import Annotated
import msgspec
class Range(msgspec.Struct):
    low: Annotated[int, msgspec.Meta(ge=0)]
    rest: "list[Range] | None" = None
found["decoded"] = msgspec.json.decode(b'{"low": 1, "rest": [{"low": 2}]}', type=Range).rest[0].low
try:
    msgspec.json.decode(b'{"low": -1}', type=Range)
except msgspec.ValidationError:
    found["refused"] = True
found["whole"] = hasattr(typing_extensions, "TypedDict")
print(json.dumps(found))
"""


def test_msgspec_is_loaded_without_what_it_can_do_without_and_works_as_ever() -> None:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COV")}  # coverage loads inspect
    command = [sys.executable, "-W", "error", "-c", RUN]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=plain)
    assert json.loads(done.stdout) == {
        "msgspec": True,
        "typing_extensions": False,
        "inspect": False,
        "decoded": 2,
        "refused": True,
        "whole": True,
    }


def test_what_was_loaded_before_stays_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    import typing_extensions

    monkeypatch.setattr("gc.set_threshold", lambda most: None)
    lean()
    assert sys.modules["typing_extensions"] is typing_extensions
