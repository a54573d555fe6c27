from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.auditing import AuditSettings, audit
from threefold.auditing.reports.compliance import Compliance, WordsFound, _patterns, check, vocabulary
from threefold.auditing.reports.given import plain_session, with_summary


def compared(original: str, summary: str, **settings: object) -> Compliance:
    session, compaction = with_summary(plain_session(original.encode(), "original"), summary)
    found = audit(session, compaction, settings=AuditSettings(**settings)).compliance  # type: ignore[arg-type]
    assert found is not None
    return found


def test_a_locked_word_that_the_summary_drops_is_missing_and_a_reworded_one_is_too() -> None:
    found = compared("请打分并全量落盘", "请评估并全量落盘")
    assert found.missing
    assert found.words["missing"] == ("打分",)


def test_a_corrected_word_that_comes_back_is_superseded() -> None:
    found = compared("持仓", "持仓与营收占比")
    assert (found.superseded, found.words["superseded"]) == (True, ("营收占比",))
    assert found.coexists_review


def test_a_lost_scope_is_named() -> None:
    found = compared("fix all of them, every file", "fix them")
    assert set(found.words["scopeLost"]) == {"all", "every"}


def test_latin_words_have_edges_and_chinese_ones_have_none() -> None:
    found = compared("all files; HTML", "install the allocator; html,所有公司们")
    assert found.words["scopeLost"] == ("all",)
    assert "HTML" not in found.words["missing"]


def test_nothing_of_which_the_original_does_not_speak_is_missing() -> None:
    found = compared("hello", "goodbye")
    assert [found.missing, found.superseded, found.scopeLost, found.coexists_review] == [False] * 4


def test_one_list_can_be_replaced_and_the_others_keep_their_words() -> None:
    found = compared("alpha 打分", "全部", compliance_vocab=json.dumps({"keep": ["alpha"]}))
    assert found.words["missing"] == ("alpha",)
    assert vocabulary('{"keep": ["x"]}').drop == vocabulary("").drop


@pytest.mark.parametrize(
    "broken", ["{", "[]", '{"keep": "x"}', '{"keep": [1]}', '{"other": []}', '{"keep": ["' + "x" * 500 + '"]}']
)
def test_a_broken_vocabulary_falls_back_to_the_default_with_a_warning(broken: str) -> None:
    words = vocabulary(broken)
    assert words.keep == vocabulary("").keep
    assert words.warning
    assert check(words, set(), "", "1").warning == words.warning


def test_compliance_can_be_switched_off() -> None:
    session, compaction = with_summary(plain_session("打分".encode(), "original"), "x")
    assert audit(session, compaction, settings=AuditSettings(check_compliance=False)).compliance is None


WORDS = ("all", "HTML", "全部", "\u212a", "\u017fo", "straße", "ÉTÉ")
PIECES = st.sampled_from(
    ["all", "html", "全部", "k", "K", "so", "strasse", "STRASSE", "straße", "été", "calls", " ", "\n"]
)


@given(st.lists(st.lists(PIECES, max_size=4).map(" ".join), max_size=6))
def test_the_words_found_in_texts_one_after_the_other_are_those_that_each_text_holds(texts: list[str]) -> None:
    found = WordsFound(WORDS)
    for text in texts:
        found.feed(text.encode())
    alone = {word for word in WORDS for text in texts if _patterns((word,)).matching(text.encode())}
    assert found.found == alone
