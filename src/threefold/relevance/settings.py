"""Settings of the embedded scorer."""

from typing import Annotated

from msgspec import Meta

from threefold.section import Section


class RelevanceSettings(Section, frozen=True, kw_only=True):
    """How messages are scored without a network."""

    encoder: Annotated[
        str,
        Meta(
            extra={"own": True}, description="Directory of another ONNX sentence encoder; empty is the packaged MiniLM."
        ),
    ] = ""
    embeddings: Annotated[bool, Meta(description="Whether the encoder is used beside the lexical tier.")] = True
    cache_path: Annotated[
        str, Meta(extra={"own": True}, description="Directory of the embedding cache; empty is the user's cache.")
    ] = ""
    time_limit_ms: Annotated[
        int, Meta(ge=0, description="Milliseconds that embedding may take in one run; the rest stays lexical.")
    ] = 10_000
