"""Encoders of other shapes by path: other widths, inputs, poolings, vocabularies. The files are written here.

Each model looks its tokens up in a table (and, where it takes token types, adds a second table's rows), so what it must
give is known.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from threefold.relevance import encoder
from threefold.relevance.encoder import EncoderUnavailable
from threefold.relevance.local import LocalScorer
from threefold.relevance.protocol import Candidate, Request
from threefold.relevance.settings import RelevanceSettings
from threefold.relevance.vectors import Reader

Table = NDArray[np.float32]

CHINESE = "数据库连接超时的原因是什么订单关闭以后库存没有归还请修复会员页文案改成金卡登录正常"
WORDS = ["<s>", "</s>", "<unk>", "stock", "order", "timeout", "release", *dict.fromkeys(CHINESE)]
INT32, INT64 = 6, 7


def varint(number: int) -> bytes:
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number: int, value: int | bytes | str) -> bytes:
    """One field of a protocol buffer: a number, or bytes with their length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    raw = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(raw)) + raw


def described(name: str, kind: int, dimensions: Sequence[int | str]) -> bytes:
    """A ValueInfoProto of ONNX."""
    shape = b"".join(field(1, field(1, d) if isinstance(d, int) else field(2, d)) for d in dimensions)
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, shape)))


def node(kind: str, inputs: Sequence[str], output: str, attribute: bytes = b"") -> bytes:
    return b"".join(field(1, one) for one in inputs) + field(2, output) + field(4, kind) + attribute


def tensor(name: str, values: Table) -> bytes:
    return b"".join(field(1, size) for size in values.shape) + field(2, 1) + field(8, name) + field(9, values.tobytes())


def write_model(
    folder: Path,
    table: Table,
    types: Table | None = None,
    *,
    pools: bool = False,
    echoes: bool = False,
    kind: int = INT64,
) -> None:
    """An ONNX file (opset 13) that gives a token's row of the table, or the mean over all rows if it pools itself."""
    sequence: tuple[str, str] = ("batch", "tokens")
    inputs = [described("input_ids", kind, sequence), described("attention_mask", kind, sequence)]
    nodes = [node("Gather", ["words", "input_ids"], "looked_up")]
    weights = [tensor("words", table)]
    hidden = "looked_up"
    if types is not None:
        inputs.append(described("token_type_ids", kind, sequence))
        weights.append(tensor("types", types))
        nodes += [node("Gather", ["types", "token_type_ids"], "typed"), node("Add", [hidden, "typed"], "summed")]
        hidden = "summed"
    outputs = [described(hidden, 1, ("batch", "tokens", table.shape[1]))]
    if pools:
        axes = field(5, field(1, "axes") + field(8, 1) + field(20, 7))
        keep = field(5, field(1, "keepdims") + field(3, 0) + field(20, 2))
        nodes.append(node("ReduceMean", [hidden], "sentence_embedding", axes + keep))
        outputs.append(described("sentence_embedding", 1, ("batch", table.shape[1])))
    if echoes:
        nodes.append(node("Identity", ["input_ids"], "ids"))
        outputs.insert(0, described("ids", kind, sequence))
    graph = b"".join(field(1, one) for one in nodes) + field(2, "lookup")
    graph += b"".join(field(5, one) for one in weights)
    graph += b"".join(field(11, one) for one in inputs) + b"".join(field(12, one) for one in outputs)
    (folder / "model.onnx").write_bytes(field(1, 8) + field(8, field(2, 13)) + field(7, graph))


def write_tokenizer(folder: Path) -> None:
    """A vocabulary with marks around each text and each Chinese character a token, as multilingual models have."""
    tokenizer = Tokenizer(models.WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="<unk>"))
    tokenizer.normalizer = normalizers.BertNormalizer(handle_chinese_chars=True)
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 1)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))


def table_of(width: int, seed: int = 1) -> Table:
    return np.random.default_rng(seed).normal(size=(len(WORDS), width)).astype(np.float32)


def unit(vector: Table) -> Table:
    return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


def rows_of(text: str) -> list[int]:
    return [0, *(WORDS.index(word) if word in WORDS else 2 for word in text.split()), 1]


@pytest.mark.parametrize("kind", [INT32, INT64])
@pytest.mark.parametrize("pools", [False, True])
@pytest.mark.parametrize("typed", [False, True])
@pytest.mark.parametrize("width", [8, 768])
def test_an_encoder_of_another_shape_gives_the_mean_of_its_hidden_states(
    tmp_path: Path, width: int, typed: bool, pools: bool, kind: int
) -> None:
    table = table_of(width)
    types = np.ones((2, width), dtype=np.float32) if typed else None
    write_model(tmp_path, table, types, pools=pools, kind=kind)
    write_tokenizer(tmp_path)
    wanted = unit(table[rows_of("order timeout unheard")].mean(axis=0) + float(typed))
    assert np.allclose(encoder.load(str(tmp_path)).embed("order timeout unheard"), wanted, atol=1e-5)


def test_an_encoder_whose_directory_says_so_is_pooled_by_its_first_token(tmp_path: Path) -> None:
    table = table_of(16)
    types = table_of(16, seed=2)[:2]
    write_model(tmp_path, table, types)
    write_tokenizer(tmp_path)
    by_mean = encoder.load(str(tmp_path))
    (tmp_path / "1_Pooling").mkdir()
    (tmp_path / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    by_first = encoder.load(str(tmp_path))
    assert np.allclose(by_first.embed("stock release"), unit(table[0] + types[0]), atol=1e-5)
    assert by_first.name != by_mean.name  # their vectors are never taken for one another in the cache


def test_an_encoder_that_gives_its_tokens_first_is_read_by_its_hidden_states(tmp_path: Path) -> None:
    table = table_of(16)
    write_model(tmp_path, table, echoes=True)
    write_tokenizer(tmp_path)
    wanted = unit(table[rows_of("stock order")].mean(axis=0))
    assert np.allclose(encoder.load(str(tmp_path)).embed("stock order"), wanted, atol=1e-5)


def test_an_encoder_that_reads_fewer_tokens_is_given_no_more(tmp_path: Path) -> None:
    table = table_of(8)
    write_model(tmp_path, table)
    write_tokenizer(tmp_path)
    (tmp_path / "sentence_bert_config.json").write_text('{"max_seq_length": 4}')
    found = encoder.load(str(tmp_path)).embed("stock order timeout release stock")
    assert np.allclose(found, unit(table[[0, 3, 4, 1]].mean(axis=0)), atol=1e-5)


def test_an_encoder_that_gives_no_numbers_is_unavailable(tmp_path: Path) -> None:
    write_model(tmp_path, np.full((len(WORDS), 8), np.nan, dtype=np.float32))
    write_tokenizer(tmp_path)
    with pytest.raises(EncoderUnavailable, match="cannot be used"):
        encoder.load(str(tmp_path))


def test_an_encoder_that_knows_chinese_is_given_chinese_and_scores_a_conversation(tmp_path: Path) -> None:
    table = table_of(64)
    write_model(tmp_path, table)
    write_tokenizer(tmp_path)
    other = encoder.load(str(tmp_path))
    assert other.legible("数据库连接超时的原因是什么") == 1.0
    assert Reader(other)("数据库") == ("数据库", 1.0)
    said = ("会员页的文案改成金卡", "订单关闭以后库存没有归还的原因是什么", "登录正常")
    candidates = tuple(
        Candidate(index=place, author="model", role="assistant", text=text) for place, text in enumerate(said)
    )
    chosen = RelevanceSettings(encoder=str(tmp_path), cache_path=str(tmp_path / "cache"))
    request = Request(candidates=candidates, task="订单关闭以后库存没有归还，请修复")
    scoring = LocalScorer(chosen).score(request)
    assert scoring.report.tier == "embedding"
    assert scoring.report.fallbacks == ()
    values = [score.value for score in scoring.scores]
    assert values[1] == max(values)
    assert all("manner" not in score.signals for score in scoring.scores)  # fitted for another encoder's vectors


def test_a_configuration_that_is_no_object_is_passed_over(tmp_path: Path) -> None:
    write_model(tmp_path, table_of(8))
    write_tokenizer(tmp_path)
    (tmp_path / "sentence_bert_config.json").write_text(json.dumps([1]))
    assert encoder.load(str(tmp_path)).name.endswith(f"/{encoder.MAX_TOKENS}")
