"""What the five default patterns match, and what they leave alone."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.compaction import pins
from threefold.compaction.pins import MAX_SPAN, ORDER, Pins
from threefold.errors import SettingsError


def spans(text: str, pin: str = "", *, human: bool = False) -> list[str]:
    data = text.encode("utf-8", "surrogatepass")
    return [
        data[found.start : found.end].decode("utf-8", "surrogatepass")
        for found in Pins().find_bytes(data, human=human)
        if pin in ("", found.pin)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see src/ingest/parser.py, please", ["src/ingest/parser.py"]),
        ("C:\\app\\main.ts and C:\\\\app\\\\x.py", ["C:\\app\\main.ts", "C:\\\\app\\\\x.py"]),
        ("run /usr/bin/python3 in ~/x/y.toml", ["/usr/bin/python3", "~/x/y.toml"]),
        ("./run.sh ../lib/utils", ["./run.sh", "../lib/utils"]),
        ("请看src/a.py文件", ["src/a.py"]),
        ("改docs/设计/说明.md即可", ["docs/设计/说明.md"]),
        ("a/b.py:12:3 and (c/d.go)", ["a/b.py", "c/d.go"]),
        ("a/b.py c/d.py", ["a/b.py", "c/d.py"]),
    ],
)
def test_paths_are_pinned(text: str, expected: list[str]) -> None:
    assert spans(text, "path") == expected


@pytest.mark.parametrize(
    "text",
    [
        "and/or TCP/IP n/a",
        "on 1/2/2024",
        "application/json",
        "</div> <br/>",
        "/clear /tmp",
        "10.0.0.0/8",
        "A" * 300 + "/b",
    ],
)
def test_what_only_has_a_slash_is_no_path(text: str) -> None:
    assert spans(text, "path") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(https://a.b/c?d=e).", ["https://a.b/c?d=e"]),
        ("https://en.wikipedia.org/wiki/A_(b) x", ["https://en.wikipedia.org/wiki/A_(b)"]),
        ("见https://例子.com/路径，谢谢", ["https://例子.com/路径"]),
        ("HTTP://X.Y/Z!", ["HTTP://X.Y/Z"]),
        ("http:// and https://", []),
    ],
)
def test_urls_are_pinned_without_the_punctuation_behind_them(text: str, expected: list[str]) -> None:
    assert spans(text, "url") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("got HTTP 429, then HTTP/1.1 500", ["HTTP 429", "HTTP/1.1 500"]),
        ("status: 503, statusCode=404", ["status: 503", "statusCode=404"]),
        ("exit code 1, errno 13, ENOENT", ["exit code 1", "errno 13", "ENOENT"]),
        ("error TS2304 and error[E0308]", ["error TS2304", "error[E0308"]),
        ("错误码：1234，状态码 503", ["错误码：1234", "状态码 503"]),
        ("HTTP 200, status: 200, exit code 0, 429 apples", []),
    ],
)
def test_error_codes_are_pinned_and_successes_are_not(text: str, expected: list[str]) -> None:
    assert spans(text, "code") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('  File "a/b.py", line 3, in f\n    x()\n', ['File "a/b.py", line 3, in f']),
        ("Traceback (most recent call last):", ["Traceback (most recent call last)"]),
        ("pkg.mod.SomeError: bad: thing\n", ["pkg.mod.SomeError: bad: thing"]),
        ("    at foo (/a/b.js:1:2)\n", ["at foo (/a/b.js:1:2)"]),
        ("\tat a.b.C.run(C.java:12)\n", ["at a.b.C.run(C.java:12)"]),
        ("thread 'main' panicked at src/x.rs:1:2:\n", ["thread 'main' panicked at src/x.rs:1:2:"]),
        ("goroutine 1 [running]:\n\t/a/b.go:7\n", ["goroutine 1 [running]:", "/a/b.go:7"]),
        ("he met me at noon; errors happen", []),
    ],
)
def test_stack_traces_are_pinned(text: str, expected: list[str]) -> None:
    assert spans(text, "trace") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You must not push. We never do.", ["You must not push."]),
        ("Never push! Always test x.py first. Thanks.", ["Never push!", "Always test x.py first."]),
        ("- Do not touch it\n* **Important:** use tabs", ["Do not touch it", "Important:** use tabs"]),
        ("1. please don’t commit", ["please don’t commit"]),
        ("修复它。不要改API！必须加测试", ["不要改API！", "必须加测试"]),
        ("注意：先备份", ["注意：先备份"]),
        ("we must go, and I always do", []),
        ("这不是必须的", []),
    ],
)
def test_constraints_are_pinned_at_the_start_of_a_line_or_sentence_only(text: str, expected: list[str]) -> None:
    assert spans(text, "constraint") == expected


def test_a_human_orders_in_half_sentences_too() -> None:
    text = "fix the parser but keep the old flag. thanks"
    assert spans(text, ORDER, human=True) == ["fix the parser but keep the old flag"]
    assert spans(text) == []


def test_a_user_pattern_that_re2_refuses_is_named_and_skipped() -> None:
    pins = Pins((r"(?<=a)b", r"ticket-\d+"))
    assert len(pins.refused) == 1
    assert "(?<=a)b" in pins.refused[0]
    assert [found.pin for found in pins.find("TICKET-12")] == [r"ticket-\d+"]


def test_flags_decide_about_case_and_an_unknown_flag_is_an_error() -> None:
    assert Pins((r"ticket-\d+",), "").find("TICKET-12") == []
    assert Pins((r"^b.c$",), "ms").find("a\nb\nc")
    assert Pins((r"x1",), "gu").find("x1")
    with pytest.raises(SettingsError, match="'x'"):
        Pins((), "ix")


def test_no_pin_is_found_where_pinning_is_off() -> None:
    assert Pins(("x",), enabled=False).find("x src/a.py") == []


def test_a_span_is_capped_between_two_characters() -> None:
    (found,) = [f for f in Pins().find("不要" + "改" * 2000) if f.pin == "constraint"]
    assert MAX_SPAN - 3 < found.end - found.start <= MAX_SPAN


def test_a_base64_blob_is_no_path() -> None:
    assert spans("data:image/png;base64," + "iVBORw0KGgo/AAAA+ab/" * 40) == []


@given(st.text(max_size=400))
def test_every_span_lies_on_character_boundaries(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    for found in Pins().find_bytes(data, human=True):
        assert 0 <= found.start < found.end <= len(data)
        data[found.start : found.end].decode("utf-8")


def test_the_escapes_of_json_within_json_are_no_runs_that_might_be_paths() -> None:
    quoted = json.dumps(json.dumps([{"path": "src/x.py", "said": 'a "b" c'}] * 3)).encode()
    many = quoted + b'\\"' * 1000
    runs = pins._gate().patterns[0].all_spans(many)
    assert all(b"/" in many[start:end] for start, end in runs)
    found = Pins().find_bytes(quoted)
    assert {quoted[one.start : one.end] for one in found} == {b"src/x.py"}
