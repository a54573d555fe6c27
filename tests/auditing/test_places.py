"""Lines of files that a summary names: a wrong one is found however it is spelled, and none that the log shows is."""

from __future__ import annotations

import pytest

from threefold.auditing import audit
from threefold.auditing.facts.finder import Finder
from threefold.auditing.facts.places import places


def lines_of(text: str) -> list[tuple[str, int]]:
    return [(one.file, one.line) for one in places(text, Finder().facts(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`lib/tide.py:318` fails", [318]),
        ("`lib/tide.py`:318", [318]),
        ("lib/tide.py#L318-L330", [318]),
        ("lib/tide.py:318:7: error", [318]),
        ("lib/tide.py(318)", [318]),
        ('File "lib/tide.py", line 318, in ebb', [318]),
        ("lib/tide.py (the ebb table), line 318", [318]),
        ("see lib/tide.py lines 318-330", [318, 330]),
        ("lines 318, 320 and 330 of `lib/tide.py`", [318, 320, 330]),
        ("Line 318 in the file lib/tide.py", [318]),
        ("lib/tide.py 的第 318 到 330 行", [318, 330]),
        ("第 318 行（lib/tide.py）", [318]),
        ("lib/tide.py has 318 lines", []),
        ("lib/tide.py (318 lines)", []),
        ("lib/tide.py 318 行代码", []),
        ("lib/tide.py:2.5x faster", []),
        ("tide.example.com:8443", []),
    ],
)
def test_the_lines_of_a_file_are_read_in_every_spelling(text: str, expected: list[int]) -> None:
    assert [line for _, line in lines_of(text)] == expected


def wrong(compacted, entries: list[tuple[str, object]], summary: str) -> list[tuple[str, list[str]]]:
    record = audit(*compacted(entries, summary))
    assert not record.failures
    candidates = record.fidelity.candidates
    return [(one.value, [near.value for near in one.near]) for one in candidates if one.status == "altered"]


def ran(command: str, printed: str) -> list[tuple[str, object]]:
    return [("call", ("Bash", {"command": command}, "c0")), ("result", ("c0", printed))]


NAMED = [("user", "look at it"), *ran("make", "lib/tide.py:318: error: ebb is None")]


@pytest.mark.parametrize(
    "summary",
    [
        "The error is at lib/tide.py:381.",
        "tide.py:381 (the ebb table) is wrong.",
        "Line 381 of lib/tide.py is wrong.",
        "The error is in lib/tide.py, line 381.",
        "错误在 lib/tide.py 第 381 行。",
        "The error is at lib/tide.py lines 381-390.",
        "The error is at `lib/tide.py:381`.",
    ],
)
def test_a_line_that_no_place_of_the_file_has_is_that_of_the_log_altered(compacted, summary: str) -> None:
    ((value, near), *_) = wrong(compacted, NAMED, summary)
    assert value.endswith("tide.py:381")
    assert near[0].endswith("tide.py:318")


@pytest.mark.parametrize(
    "log",
    [
        [("assistant", "lib/tide.py line 318 is wrong.")],
        [("user", "看 lib/tide.py 第 318 行")],
        [*ran("grep -n ebb lib/tide.py", "318:ebb()\n402:  ebb()")],
        [*ran("cat lib/tide.py", "".join(f"{n:6}\tx\n" for n in range(1, 320))), ("user", "so line 318 of it")],
    ],
)
def test_lines_that_are_told_of_in_other_ways_are_known_too(compacted, log: list[tuple[str, object]]) -> None:
    assert not wrong(compacted, log, "The error is at lib/tide.py:318.")
    assert wrong(compacted, log, "The error is at lib/tide.py:381.") == [("lib/tide.py:381", ["lib/tide.py:318"])]


@pytest.mark.parametrize(
    "shown",
    [
        ran("sed -n 300,390p lib/tide.py", "a\nb"),
        ran("cat lib/tide.py", "x = 1\n" * 400),
        ran("cat -n lib/tide.py", "".join(f"{n:6}\tx\n" for n in range(370, 385))),
        ran("rg -n ebb", "lib/tide.py\n381:  ebb()\n"),
        ran("git diff lib/tide.py", "--- a/lib/tide.py\n@@ -370,20 +372,22 @@ def ebb():\n x"),
        ran("grep -rn ebb lib", "lib/tide.py:381:  ebb()"),
        [
            ("call", ("Read", {"file_path": "/repo/lib/tide.py", "offset": 350, "limit": 60}, "c0")),
            ("result", ("c0", "x")),
        ],
        [
            ("call", ("Write", {"file_path": "/repo/lib/tide.py", "content": "x\n" * 400}, "c0")),
            ("result", ("c0", "ok")),
        ],
        [*ran("ls lib", "tide.py"), ("assistant", "The second one is in line 381.")],
        ran("make", 'Traceback\n  File "/repo/lib/tide.py", line 381, in ebb'),
        [("assistant", "tide.py has it in 318 and 381.")],
    ],
)
def test_a_line_that_the_log_shows_in_any_way_is_not_flagged(compacted, shown: list[tuple[str, object]]) -> None:
    assert not wrong(compacted, [*NAMED, *shown], "The errors are at lib/tide.py:318 and lib/tide.py:381.")


def test_a_line_of_a_file_of_which_the_log_names_none_is_left_alone(compacted) -> None:
    entries = [("user", "fix lib/tide.py"), *ran("make", "lib/moon.py:318: error")]
    assert not wrong(compacted, entries, "The error is at lib/tide.py:381.")
