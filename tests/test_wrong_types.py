"""What the library says to arguments of another type: its own errors, with what was expected."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import threefold
from threefold import Session, Settings, read, verdict
from threefold.errors import InputError, RecordRefused, SettingsError, ThreefoldError, UsageError

LONG = [{"role": "user", "content": "word " * 2_000}] * 3
FEW = {"target_bytes": 2_000}
Call = Callable[[Any], object]
audit: Any = threefold.audit
build: Any = threefold.build
compact: Any = threefold.compact
judge: Any = threefold.judge
run: Any = threefold.run
any_read: Any = threefold.read
any_build: Any = verdict.build


@pytest.fixture
def session(root: Path) -> Session:
    return read(root / "examples" / "import-fix.v4.jsonl")


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda log: judge([]), InputError, "Snapshot"),
        (lambda log: judge(None), InputError, "Snapshot"),
        (lambda log: judge(log), InputError, "Snapshot.*not Session"),
        (lambda log: judge(build(log, None), settings=Settings()), SettingsError, "VerdictSettings.*not Settings"),
        (lambda log: judge(build(log, None), settings={}), SettingsError, "VerdictSettings.*not dict"),
        (lambda log: judge(build(log, None), 5), UsageError, "service"),
        (lambda log: judge(build(log, None), options=5), RecordRefused, "exactly three"),
        (lambda log: build([]), InputError, "Session.*not list"),
        (lambda log: build("log.jsonl"), InputError, "Session.*not str"),
        (lambda log: build(log, 5), InputError, "WorkTree.*not int"),
        (lambda log: build(log, "elsewhere"), InputError, "WorkTree.*not str"),
        (lambda log: build(log, settings=Settings()), SettingsError, "VerdictSettings"),
        (lambda log: any_build([]), InputError, "Session.*not list"),
        (lambda log: any_build(log, 5), InputError, "WorkTree"),
        (lambda log: audit([]), InputError, "Session.*not list"),
        (lambda log: audit("log.jsonl"), InputError, "Session.*not str"),
        (lambda log: audit(log, settings=5), SettingsError, "Settings.*not int"),
        (lambda log: audit(log, settings={}), SettingsError, "Settings.*not dict"),
        (lambda log: run([]), InputError, "path of a log"),
        (lambda log: run(log, settings=5), SettingsError, "Settings.*not int"),
        (lambda log: run(log, budget="third"), UsageError, "half"),
        (lambda log: any_read(5), InputError, "path of a log, not int"),
        (lambda log: any_read(b"log.jsonl"), InputError, "path of a log, not bytes"),
        (lambda log: any_read("log.jsonl", 5), UsageError, "name of a format"),
        (lambda log: compact(LONG, settings=5), SettingsError, "CompactSettings.*not int"),
        (lambda log: compact(LONG, settings=[]), SettingsError, "CompactSettings.*not list"),
        (lambda log: compact(LONG, settings={5: 1}), SettingsError, "no setting compact.5"),
        (lambda log: compact(LONG, settings={"target_bytes": "\ud800"}), SettingsError, "whole number"),
        (lambda log: compact(LONG, settings={"scorer": "\ud800"}), SettingsError, "scorer is"),
        (lambda log: compact(LONG, 5, FEW), UsageError, "task.*not int"),
        (lambda log: compact(LONG, settings=FEW, scorers=5), UsageError, "scorers.*not int"),
        (lambda log: compact(LONG, settings=FEW, scorers=[5]), UsageError, "method score, not int"),
        (lambda log: compact(LONG, settings=FEW, scores=5), UsageError, "receipts, not int"),
        (lambda log: compact(LONG, settings=FEW, environ=5), UsageError, "environment.*not int"),
        (lambda log: compact(LONG, settings=FEW, progress=5), UsageError, "progress.*not int"),
        (lambda log: run(log, progress=5), UsageError, "progress.*not int"),
    ],
)
def test_an_argument_of_another_type_is_an_error_that_says_what_was_expected(
    session: Session, call: Call, error: type[ThreefoldError], said: str
) -> None:
    with session, pytest.raises(error) as caught:
        call(session)
    assert re.search(said, str(caught.value))
    assert issubclass(type(caught.value), threefold.ThreefoldError)
