"""What a compaction gives back: a decision for each message, the sums, and what was cut."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

FORMAT = "threefold.receipt/1"


class Decision(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What became of one message, and why."""

    index: int
    """its position in the conversation"""
    hash: str
    """SHA-256 of its bytes; empty where the conversation was under budget and nothing was hashed"""
    role: str
    author: str
    bytes: int
    """as written, in the input"""
    value: float | None = None
    """the probability that the task needs it (None: not scored)"""
    confidence: float | None = None
    source: str = ""
    """which scorer or tier decided"""
    signals: dict[str, float] = {}
    """what each signal of the scorer gave, in log-odds; empty for scorers that have none"""
    decision: str
    """``keep``, ``shrink`` or ``cut``"""
    reason: str

    @property
    def kept(self) -> bool:
        return self.decision != "cut"


class Stats(msgspec.Struct, kw_only=True):
    """The sums of one compaction. Bytes are UTF-8 of the whole output as written, header and separators included."""

    messages: int = 0
    kept: int = 0
    shrunk: int = 0
    cut: int = 0
    bytes_before: int = 0
    bytes_after: int = 0
    target_bytes: int = 0
    over_budget_bytes: int = 0
    """by how much the output is larger than the budget; 0 where it fits"""
    over_budget_reason: str = ""
    changed: bool = False
    format: str = ""
    shape: str = ""
    scorer: str = ""
    """whose scores decided"""
    sources: dict[str, int] = {}
    """how many messages each source scored"""
    fallbacks: list[str] = []
    """steps down from one scorer to the next, with the reason"""
    calibrated: bool = False
    replayed: bool = False
    """the scores were given (from receipts), and nobody was asked"""
    task: str = ""
    question_version: str = ""
    requests: int = 0
    input_tokens: int = 0
    cost_usd: float = 0.0
    masked: dict[str, int] = {}
    """how many secrets of which kind were masked before anything was sent"""
    digest_bytes: int = 0
    digest_role: str = ""
    """the role that the digest was given ("" where there is none)"""
    pinned_spans: int = 0
    """distinct pinned spans of the input; each stands in the output, or the run is an error"""
    carried_spans: int = 0
    """of these, the ones that stand in the digest because their message was cut"""
    refused_pins: list[str] = []
    orphans_before: int = 0
    """half tool pairs in the input"""
    orphans_after: int = 0
    superseded: int = 0
    optimality: float | None = None
    """the worth of what was chosen over a bound that no choice exceeds (None where nothing was chosen by worth)"""
    tokens_before: int | None = None
    tokens_after: int | None = None
    target_tokens: int | None = None
    over_budget_tokens: int = 0
    counter: str = ""
    """the named counter of tokens"""
    archive_error: str = ""
    archived: int = 0
    """messages put into the archive"""
    receipt_error: str = ""
    receipts: int = 0
    """lines written to the receipts"""
    error: str = ""
    """a fault of ours: the messages are the caller's own"""
    run_id: str = ""
    seconds: float = 0.0


class Compacted(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of the pure part: the output's bytes, which items it is made of, decisions and sums."""

    output: bytes
    """the whole output in the input's own format"""
    pieces: Sequence[tuple[int | None, bytes]]
    """what it is made of: an item of the input by index (None: our digest), and its bytes"""
    decisions: tuple[Decision, ...]
    stats: Stats
    removed: tuple[int, ...] = ()
    """the items whose bytes are not in the output whole: cut or shrunk"""
