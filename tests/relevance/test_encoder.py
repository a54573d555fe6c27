"""The packaged encoder, another by path, and broken ones."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from threefold.relevance import encoder
from threefold.relevance.encoder import Encoder, EncoderUnavailable


@pytest.fixture(scope="module")
def packaged() -> Encoder:
    return encoder.load()


def test_like_meanings_lie_nearer_than_unlike_ones(packaged: Encoder) -> None:
    query = packaged.embed("how do I reset my password")
    assert query @ packaged.embed("steps for recovering a forgotten login secret") > 0.4
    assert query @ packaged.embed("a recipe for banana bread") < 0.2


def test_a_vector_does_not_depend_on_what_was_embedded_before(packaged: Encoder) -> None:
    first = packaged.embed("short")
    packaged.embed("a much longer text that fills the window " * 40)
    assert np.array_equal(first, packaged.embed("short"))
    assert float(np.linalg.norm(first)) == pytest.approx(1.0, abs=1e-5)


def test_padding_is_off_so_a_short_text_is_not_read_as_a_long_empty_one(packaged: Encoder) -> None:
    assert packaged._tokenizer.padding is None
    assert packaged._tokenizer.truncation["max_length"] == encoder.MAX_TOKENS


def test_it_knows_how_much_of_a_text_it_can_read(packaged: Encoder) -> None:
    assert packaged.legible("the parser fails") == 1.0
    assert packaged.legible("数据库连接超时的原因是什么") < 0.5


def test_lone_surrogates_and_controls_are_embedded(packaged: Encoder) -> None:
    assert np.isfinite(packaged.embed("\ud800\x00 \x1b[0m")).all()
    assert np.isfinite(packaged.embed("")).all()


def test_another_encoder_is_loaded_from_its_directory(tmp_path: Path, packaged: Encoder) -> None:
    model, tokenizer = encoder._files("")
    (tmp_path / "onnx").mkdir()
    shutil.copy(model, tmp_path / "onnx" / "model.onnx")
    shutil.copy(tokenizer, tmp_path / "tokenizer.json")
    other = encoder.load(str(tmp_path))
    assert other.name != packaged.name
    assert np.array_equal(other.embed("same weights"), packaged.embed("same weights"))


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({}, r"no model\.onnx"),
        ({"model.onnx": b"x"}, r"no tokenizer\.json"),
        ({"model.onnx": b"not a model", "tokenizer.json": b"{}"}, "cannot be used"),
    ],
)
def test_a_broken_encoder_says_what_is_wrong(tmp_path: Path, files: dict[str, bytes], reason: str) -> None:
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with pytest.raises(EncoderUnavailable, match=reason):
        encoder.load(str(tmp_path))


def test_loading_the_encoder_reports_nothing_to_anybody_and_leaves_no_id_of_the_machine(tmp_path: Path) -> None:
    code = "from threefold.relevance.encoder import load; load().embed('a text')"
    env = {k: v for k, v in os.environ.items() if k != "ORT_DISABLE_TELEMETRY"}
    env |= {"HOME": str(tmp_path), "XDG_CACHE_HOME": "", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
