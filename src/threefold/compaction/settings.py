"""Settings of the compaction."""

from typing import Annotated, Literal

from msgspec import Meta

from threefold.section import Section


class CompactSettings(Section, frozen=True, kw_only=True):
    """The original plugin's settings under their names in snake case, and ours."""

    target_bytes: Annotated[
        int, Meta(ge=0, description="Bytes (UTF-8, whole messages as written) that the output may have.")
    ] = 262_144
    target_ratio: Annotated[
        float, Meta(ge=0, le=1, description="The budget as a share of the input's bytes; 0 means use target_bytes.")
    ] = 0.0
    target_tokens: Annotated[
        int, Meta(ge=0, description="The budget in tokens of the named counter; 0 means use bytes.")
    ] = 0
    token_counter: Annotated[
        str,
        Meta(
            extra={"own": "usage"},
            description="Who counts tokens: tiktoken:ENCODING, tokenizers:FILE (a tokenizer.json), or usage (what the "
            "session itself reported).",
        ),
    ] = ""
    keep_recent: Annotated[int, Meta(ge=0, description="This many last messages are kept whatever their score.")] = 4
    batch_size: Annotated[int, Meta(ge=1, le=64, description="Most messages in one request to a scoring service.")] = 8
    min_confidence: Annotated[
        float, Meta(ge=0, le=1, description="Below this confidence a score is doubt, and the message is kept.")
    ] = 0.35
    summary_bytes: Annotated[int, Meta(ge=0, description="Most bytes of the digest of what was cut; 0 is none.")] = 1024
    summary_role: Annotated[
        Literal["system", "user", "assistant", "developer"],
        Meta(description="Role of the digest; another is used, and reported, where the wire format forbids it."),
    ] = "system"
    state_message_bytes: Annotated[
        int, Meta(extra={"own": True}, ge=1, description="Most bytes of each message that are sent to a scorer.")
    ] = 2000
    enable_pinning: Annotated[bool, Meta(description="Whether text that matches a pin must survive.")] = True
    pin_patterns: Annotated[tuple[str, ...], Meta(description="Patterns (RE2) added to the five default pins.")] = ()
    pin_flags: Annotated[str, Meta(description="Flags of the pin patterns.")] = "i"
    receipt_path: Annotated[
        str, Meta(extra={"own": True}, description="JSONL file that receipts are appended to; empty is none.")
    ] = ""
    archive_path: Annotated[
        str, Meta(extra={"own": True}, description="Directory of the archive of what was cut; empty is none.")
    ] = ""
    archive_max_bytes: Annotated[
        int,
        Meta(
            extra={"own": True},
            ge=0,
            description="Bytes that the archive may have; the oldest goes first; 0 is no limit.",
        ),
    ] = 0
    archive_max_days: Annotated[
        int,
        Meta(
            extra={"own": True},
            ge=0,
            description="Days that the archive keeps a message that is not cut again; 0 is no limit.",
        ),
    ] = 0
    scorer: Annotated[
        Literal["auto", "jev", "phocinae", "local", "recency"],
        Meta(
            extra={"own": "local|recency"},
            description="Who scores: auto is jev when a key is set, then local, then recency.",
        ),
    ] = "auto"
    fallback: Annotated[
        Literal["recency", "local"], Meta(description="Who scores when a named scorer gives nothing.")
    ] = "recency"
    task: Annotated[str, Meta(description="What the session is for; empty takes the user's latest request.")] = ""
    run_id: Annotated[str, Meta(extra={"own": True}, description="Name of the run in receipts; empty derives one.")] = (
        ""
    )
    price_per_million_tokens: Annotated[
        float, Meta(ge=0, description="Price of a million input tokens in US dollars, for the stats.")
    ] = 0.042
    timeout_ms: Annotated[int, Meta(ge=1, description="Milliseconds that scoring may take as a whole.")] = 15_000
