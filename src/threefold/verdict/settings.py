"""Settings of the verdict."""

from typing import Annotated

from msgspec import Meta

from threefold.section import Section


class VerdictSettings(Section, frozen=True, kw_only=True):
    """What the local rule and the judge may decide."""

    safe_max: Annotated[int, Meta(ge=0, description="At most this many unlanded items are safe to compact.")] = 0
    wait_min: Annotated[
        int, Meta(ge=1, description="From this many unlanded items on, the answer is preserve_first without a request.")
    ] = 4
    state_chars: Annotated[
        int,
        Meta(
            ge=200,
            description="Most characters that the rendered state may have; over it only hooks judge, by the count.",
        ),
    ] = 12_000
    min_confidence: Annotated[
        float, Meta(ge=0, le=1, description="A service's safe_to_compact counts from this confidence on.")
    ] = 0.6
    max_risk: Annotated[
        float, Meta(ge=0, le=1, description="A service's safe_to_compact counts up to this risk (0 to 1).")
    ] = 0.34
    git_timeout_ms: Annotated[
        int, Meta(ge=1, le=3_600_000, description="Milliseconds that git may take to say what is not committed.")
    ] = 2_000
