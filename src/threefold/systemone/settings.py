"""Settings of the scoring services."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from threefold.section import Section

DEFAULT_MODEL = "jev-1.13.0"


class ServiceSettings(Section, frozen=True, kw_only=True):
    """Which service is asked, how, and what may leave the machine."""

    provider: Annotated[
        Literal["auto", "typesafe", "phocinae", "none"],
        Meta(
            extra={"own": "none"},
            description="Dialect of the service; auto is typesafe when a key or an address is configured, else none.",
        ),
    ] = "auto"
    url: Annotated[
        str,
        Meta(
            extra={"own": True},
            description="Address of the service. With a path it is the full endpoint and used exactly; "
            "without one it is a base to which /v1/systemone is added. Empty is the vendor's.",
        ),
    ] = ""
    key_env: Annotated[
        str,
        Meta(
            pattern="^([A-Z][A-Z0-9_]{0,63})?$",
            extra={"private": True, "own": True},
            description="Environment variable that holds the key, asked before JEV_API_KEY; empty is none.",
        ),
    ] = ""
    model: Annotated[
        str, Meta(extra={"own": True}, description="Model asked for; pinned, so that scores stay comparable.")
    ] = DEFAULT_MODEL
    timeout_ms: Annotated[int, Meta(ge=1, le=3_600_000, description="Milliseconds that one ask may take.")] = 15_000
    max_in_flight: Annotated[
        int, Meta(extra={"own": True}, ge=1, le=256, description="Most requests under way at one time.")
    ] = 16
    batch_size: Annotated[int, Meta(ge=1, le=64, description="Most questions in one request.")] = 8
    state_message_bytes: Annotated[
        int,
        Meta(extra={"own": True}, ge=1, le=1_000_000, description="Most bytes (UTF-8) of each message that are sent."),
    ] = 2000
    price_per_million_tokens: Annotated[
        float, Meta(ge=0, le=1_000_000, description="Price of a million input tokens in US dollars, for the stats.")
    ] = 0.042
    redact: Annotated[
        Literal["auto", "always", "never"],
        Meta(
            extra={"own": "always"},
            description="Whether secrets are masked before sending; auto is always unless the address is loopback.",
        ),
    ] = "auto"

    def for_scorer(self, scorer: str) -> ServiceSettings:
        """The settings with which a compaction asks: ``compact.scorer`` may name the service's dialect."""
        provider = {"jev": "typesafe", "phocinae": "phocinae"}.get(scorer)
        return self if provider is None else replace(self, provider=provider)
