"""Terms of identifiers, words and Chinese."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.relevance.gloss import latinised
from threefold.relevance.tokens import is_identifier, stem, terms


@pytest.mark.parametrize(
    ("text", "whole", "parts"),
    [
        ("getUserName", "igetusername", {"wuser", "wnam"}),
        ("get_user_name", "iget_user_name", {"wuser", "wnam"}),
        ("src/app/models.py", "isrc/app/models.py", {"wsrc", "wapp", "wmodel", "wpy"}),
        ("torch.nn.Linear", "itorch.nn.linear", {"wtorch", "wnn", "wlinear"}),
        ("3.0.4", "i3.0.4", {"w3", "w4"}),
        ("HTTPServer2", "ihttpserver2", {"whttp", "wserver"}),
        ("b771e00", "ib771e00", {"w771"}),
    ],
)
def test_an_identifier_stands_whole_and_in_parts(text: str, whole: str, parts: set[str]) -> None:
    found = terms(f"see {text}, then")
    assert whole in found
    assert parts <= set(found)


def test_a_plain_word_is_no_identifier() -> None:
    assert not is_identifier("message")
    assert terms("Caching caches cached") == {"wcach": 3}


@pytest.mark.parametrize(
    ("one", "other"),
    [("pages", "page"), ("retries", "retry"), ("running", "runs"), ("expired", "expires"), ("queries", "query")],
)
def test_forms_of_a_word_share_a_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_chinese_gives_overlapping_pairs_but_none_across_a_function_word() -> None:
    found = terms("消息的重试")
    assert {"c消息", "c重试"} <= set(found)
    assert "c息的" not in found
    assert "c息重" not in found


def test_known_chinese_words_meet_their_english_ones() -> None:
    assert set(terms("登录接口超时")) & set(terms("the login endpoint has a timeout")) >= {
        "wlogin",
        "wendpoint",
        "wtimeout",
    }


def test_a_text_is_read_in_english_as_far_as_the_glossary_goes() -> None:
    latin, share = latinised("修复 login.py 里的缓存")
    assert latin.split() == ["fix", "login.py", "cache"]
    assert 0.5 < share < 1.0
    assert latinised("plain text") == ("plain text", 1.0)


@given(st.text(alphabet=st.characters(), max_size=300))
@settings(max_examples=150, deadline=None)
def test_any_text_has_terms_of_known_kinds(text: str) -> None:
    assert all(term[0] in "wic" and len(term) > 1 and count > 0 for term, count in terms(text).items())


def test_hostile_text_is_counted_and_not_refused() -> None:
    assert terms("\ud800 ok\x00 err\x1b[31mor \ud83d 完成") == terms("ok err 31mor 完成")


@pytest.mark.parametrize(
    ("written", "also"),
    [
        ("internal/fanout/hub.go:77", {"iinternal/fanout/hub.go", "ihub.go"}),
        ("hub.go:131", {"ihub.go"}),
        ("src\\\\main\\\\Hub.java#L4-L9", {"ihub.java"}),
        ("tests/test_close.py::test_release", {"itests/test_close.py", "itest_close.py", "itest_release"}),
        ("orders.close_order", {"iclose_order"}),
    ],
)
def test_a_place_in_a_file_is_also_the_file_and_a_joint_name_also_its_parts(written: str, also: set[str]) -> None:
    found = terms(written)
    assert "i" + written.lower() in found
    assert also <= set(found)
