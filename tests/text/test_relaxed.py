"""A pattern that is asked of many texts stands behind a gate of RE2's, which must never shut out a match."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import threefold.auditing.run
import threefold.work.folding  # noqa: F401 - the patterns of both are declared
from threefold.text.later import ODD, declared, later
from threefold.text.patterns import Pattern
from threefold.text.relaxed import Unknown, relaxed
from threefold.text.together import Together

SAID = """
not done yet; the tests failed: 3 of 4, exit code 1. Never push, always say user-approved 'no', use 5433 instead of 5432
for port 8080 at 12:30 tomorrow on hold until Monday? It's fixed, reverted. I WILL have to ask Kim ERR_X --force \t\x0b
`git push` src/a.py v1.2.3 #12 (skipped) - [ ] item - [x] pending % = \x1c _a cannot can't
"""
LETTERS = st.text(st.characters(codec="ascii"), max_size=3)
OTHERS = """
不要推送，失败：3个测试没过；已完成！ 待办 — ✅ “quoted” café ÉTÉ naïve ü µ ß ① １２ 用户说 可以吗？ → § tests完成
"""
TEXTS = st.lists(st.sampled_from(SAID.split(" ")) | LETTERS, max_size=30).map(" ".join)


DECLARED = [given for given in declared() if isinstance(given[0], str)]


@pytest.fixture(scope="module")
def wide_gates() -> list[tuple[re.Pattern[str], Pattern]]:
    return [(re.compile(*given), Pattern(relaxed(*given, wide=True), max_mem=32 << 20)) for given in DECLARED]


@pytest.fixture(scope="module")
def gates() -> list[tuple[re.Pattern[str], Pattern]]:
    return [(re.compile(*given), Pattern(relaxed(*given), max_mem=32 << 20)) for given in DECLARED]


@given(text=TEXTS, beyond=st.lists(st.sampled_from(OTHERS.split(" ")) | st.text(max_size=2), min_size=1, max_size=8))
def test_so_does_every_phrase_of_a_text_beyond_ascii(text: str, beyond: list[str], wide_gates) -> None:
    words = text.split(" ")
    for place, word in enumerate(beyond):
        words.insert(place * 7 % len(words), word)
    text = " ".join(words).translate(dict.fromkeys(map(ord, ODD)))
    text = text.encode("utf-8", "ignore").decode()
    for pattern, gate in wide_gates:
        if pattern.search(text):
            assert gate.within(text.encode()), pattern.pattern


@given(text=TEXTS)
def test_every_phrase_that_stands_in_a_text_passes_its_gate(text: str, gates) -> None:
    data = text.encode()
    for pattern, gate in gates:
        if pattern.search(text):
            assert gate.within(data), pattern.pattern


@pytest.mark.parametrize(
    ("source", "flags", "text"),
    [
        (r"(?i)ask", 0, "xASKx"),
        (r"(?i)[^a-c]x{3,12}", 0, "Dxxxxxxxxxxxx"),
        (r"a$", 0, "ba\n"),
        (r"^b$", re.MULTILINE, "a\nb\nc"),
        (r"\s[\S]\D", 0, "\x1cab"),
        (r"(a)(?<!b)\1(?=c)(?!d)\Bc", 0, "aac"),
        (r"(?>a+)b*+[^\w]", 0, "aab."),
        (r"(?i)(?-i:OOM) \u212a|\u0131", 0, "OOM k"),
        (r"(?i)[\u00c0-\u024f]", 0, "i"),
        (r"(?s)a.b|[^\u4e00]{2}", 0, "a\nb"),
    ],
)
def test_what_re2_has_no_words_for_is_left_out_or_widened(source: str, flags: int, text: str) -> None:
    assert bool(re.search(source, text, flags)) <= Pattern(relaxed(source, flags)).within(text.encode())
    assert bool(re.search(source, text, flags)) <= Pattern(relaxed(source, flags, wide=True)).within(text.encode())


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"\b(?:已|\w+n't|done)\b", "（已）"),
        (r"\b(?:已|\w+n't|done)\b", "未 done。"),
        (r"(?i)\b[\w]+\b x", "été x"),
        (r"(?i)\bÉté\b", "-éTÉ-"),
        (r"(?i)[^\u4e00-\u9fff\W]\d\s", "ß１\u3000"),
        (r"[^\w\s]\S\D\W", "“é，。"),
        (r"\b(?=已)(?:un)?\b[a-z]{1,3}", "已 ab"),
        (r"(?i)[à-þ]|\bz{2,}\b", "Þ"),
    ],
)
def test_an_edge_beyond_ascii_is_left_out(source: str, text: str) -> None:
    assert bool(re.search(source, text)) <= Pattern(relaxed(source, 0, wide=True)).within(text.encode())


def test_an_edge_beside_a_word_in_ascii_is_asked_for() -> None:
    gate = Pattern(relaxed(r"(?i)\b(?:ok|done|\w+n't|已)\b", 0, wide=True))
    assert gate.within("这 ok。".encode())
    assert not gate.within("一个 token 和 undone 的".encode())


def test_a_pattern_that_is_not_understood_gets_no_gate() -> None:
    with pytest.raises(Unknown):
        relaxed(r"(a)?(?(1)b|c)", 0)
    odd, text = later(r"(a)?(?(1)b|c) of a longer pattern"), "what holds ab of a longer pattern, and more. " * 300
    for _ in range(3):
        assert odd.search(text)


@pytest.mark.parametrize(
    "text",
    [
        "nothing of the kind stands in this text",
        "here 3 tests failed, and there 4 did",
        "这里没有那样的话，什么都没有发生过，什么都没有发生过。",
        "这里 3 tests failed，那里 4 个也是，这里 3 tests failed，那里 4 个也是",
        "3 te\u017ft\u017f failed here, and of another kind 4",
        "\ud800 3 tests failed here, and of another kind 4",
    ],
)
def test_a_pattern_behind_its_gate_answers_as_one_without(text: str) -> None:
    source = r"(?i)\b(\d+) (?:tests?|specs?) (?:failed|broke)\b"
    here, there = later(source), re.compile(source)
    for _ in range(400):  # long before the end of which it stands behind a gate
        found, expected = here.search(text), there.search(text)
        assert (found and found.span()) == (expected and expected.span())
        assert here.findall(text) == there.findall(text)
        assert [one.span() for one in here.finditer(text)] == [one.span() for one in there.finditer(text)]
        assert here.sub("-", text) == there.sub("-", text)
        assert here.sub("-", text, count=1) == there.sub("-", text, count=1)


def test_patterns_that_are_asked_for_together_answer_as_each_alone() -> None:
    sources = [r"(?i)\b(?:failed|broke)\b", r"(?<!not )\bdone\b|已完成", r"\d+ (?=tests)"]
    together, alone = [later(one) for one in sources], [re.compile(one) for one in sources]
    asked = Together(*together)
    texts = [
        "3 tests broke, and the rest is done",
        "nothing of it",
        "这里已完成 3 tests",
        "fa\u0131led 已",
        "\ud800 done",
        "",
    ]
    for _ in range(300):  # long before the end of which they stand behind a gate
        for text in texts:
            for one, other in zip(together, alone, strict=True):
                found, expected = asked.search(one, text), other.search(text)
                assert (found and found.span()) == (expected and expected.span())
