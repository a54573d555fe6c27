"""The sums of a compaction for a person, in a few lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threefold.report.text import plural

if TYPE_CHECKING:
    from threefold.compaction.result import Stats

NO_TASK = "no task was found, so messages were scored by themselves: say with --task what is still to be achieved"


def summary(stats: Stats, counted: str) -> list[str]:
    """The sums of a run in a few lines; ``counted`` is how many messages it had."""
    if not stats.changed and not stats.over_budget_bytes and not stats.error:
        bytes_before = plural(stats.bytes_before, "byte")
        size = f"{stats.tokens_before:,} tokens by {stats.counter}" if stats.counter else bytes_before
        seen = f"{counted}, {size} that the model sees"
        limit = f"{stats.target_tokens:,} tokens" if stats.counter else f"{stats.target_bytes:,} bytes"
        return [f"{seen}: within the budget of {limit}, nothing of it was changed"]
    lines = [
        f"{counted}: {stats.kept:,} kept, {stats.shrunk:,} shrunk, {stats.cut:,} cut; "
        f"{stats.bytes_before:,} to {stats.bytes_after:,} bytes"
        + (f" (budget {stats.target_bytes:,})" if not stats.counter else "")
    ]
    if stats.counter:
        lines.append(
            f"{stats.tokens_before:,} to {stats.tokens_after:,} tokens (budget {stats.target_tokens:,})"
            f" by {stats.counter}"
        )
    scored = ", ".join(f"{count:,} by {source}" for source, count in sorted(stats.sources.items()))
    cost = f"; {stats.requests:,} requests, ${stats.cost_usd:.6f}" if stats.requests else "; no request was made"
    lines.append(f"scored: {scored or 'nothing'}{cost}")
    if scored and not stats.task and not stats.replayed and stats.sources.keys() != {"recency"}:
        lines.append(NO_TASK)
    if stats.masked:
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(stats.masked.items()))
        lines.append(f"masked before sending: {kinds}")
    lines += [f"stepped down: {step}" for step in stats.fallbacks]
    lines.append(f"pins: {stats.pinned_spans:,} distinct, all in the output, {stats.carried_spans:,} in its digest")
    if stats.over_budget_tokens:
        lines.append(_over(stats.over_budget_tokens, "tokens", stats.over_budget_reason))
    elif stats.over_budget_bytes:
        lines.append(_over(stats.over_budget_bytes, "bytes", stats.over_budget_reason))
    lines += [f"pin refused: {refused}" for refused in stats.refused_pins]
    for what, error in (("receipts", stats.receipt_error), ("archive", stats.archive_error)):
        if error:
            lines.append(f"no {what}: {error}")
    if stats.error:
        lines.append(f"a fault of ours, the messages are as they were: {stats.error}")
    return lines


def _over(by: int, unit: str, what: str) -> str:
    """What did not fit, and what a person can do about it."""
    help = "a larger budget or a smaller --keep-recent" if "recent" in what else "a larger budget"
    return f"over budget by {by:,} {unit}. What could not go: {what}. What would help: {help}"
