"""The options that say how messages are scored, and what a compaction may cost: one set for every command that has any
of them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from threefold.settings import Settings

PANEL = "Scoring and budget"
_BUDGETS = ("target_bytes", "target_ratio", "target_tokens")


def _option(kind: Any, help: str, *, to: str = "", default: Any = None, **more: Any) -> tuple[Any, str, Any]:
    """An option's type, the setting that it overrides (where one of the same name does not), and the option."""
    return kind, to, functools.partial(typer.Option, default, help=help, rich_help_panel=PANEL, **more)


OPTIONS = {
    "target_bytes": _option(int | None, "Budget in bytes of the whole output.", min=0),
    "target_ratio": _option(float | None, "Budget as a share of the input, in place of bytes.", min=0, max=1),
    "target_tokens": _option(int | None, "Budget in tokens of --token-counter.", min=0),
    "token_counter": _option(str | None, "tiktoken:ENCODING, tokenizers:FILE, or usage."),
    "task": _option(str | None, "What the session still has to achieve.", show_default="the last request"),
    "keep_recent": _option(int | None, "Last messages that stay whatever their score.", min=0),
    "min_confidence": _option(float | None, "Below this a score is doubt.", min=0, max=1),
    "summary_bytes": _option(int | None, "Most bytes of the digest's quotes; 0 is none.", min=0),
    "summary_role": _option(str | None, "Role of the digest: system, user, assistant or developer."),
    "state_message_bytes": _option(int | None, "Most bytes of a message sent to a scorer.", min=1),
    "batch_size": _option(int | None, "Most messages in one request to a service.", min=1),
    "scorer": _option(str | None, "auto, jev, phocinae, local or recency."),
    "fallback": _option(str | None, "Who scores when a named scorer gives nothing: recency or local."),
    "scores": _option(Path | None, "Take the scores from this receipts file; nobody is asked."),
    "pin": _option(list[str] | None, "A further pin pattern (RE2); may be given several times.", show_default=False),
    "pin_flags": _option(str | None, "Flags of the pin patterns."),
    "no_pin": _option(bool, "Pin nothing.", default=False),
    "receipt": _option(str | None, "Append receipts to this file.", to="receipt_path"),
    "archive": _option(str | None, "Put what is cut into this directory.", to="archive_path"),
    "run_id": _option(str | None, "Name of the run in receipts and archive."),
    "timeout": _option(int | None, "Milliseconds that scoring may take.", to="timeout_ms", min=1),
    "no_redact": _option(bool, "Send secrets to a scoring service as they are.", default=False),
    "price": _option(float | None, "US dollars for a million input tokens.", to="price_per_million_tokens", min=0),
}
_APART = frozenset({"task", "scores", "pin", "no_pin", "no_redact"})
"""Options that are no setting of the compaction by themselves."""


class Chosen:
    """What was given of these options."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.task: str = given.get("task") or ""
        self.scores: Path | None = given.get("scores")
        self.budget = {name: given[name] for name in _BUDGETS if given.get(name) is not None}
        """the budget that was named, by its setting; empty if none was"""
        self._given = given

    def settings(self, file: Path | None, service: dict[str, object] | None = None) -> Settings:
        """The settings of the file and the environment, with the options over them; pins are added and never replace.
        Raises UsageError for two budgets, and SettingsError."""
        from threefold.errors import UsageError
        from threefold.settings import load

        if len(self.budget) > 1:
            raise UsageError("Give one budget: --target-bytes, --target-ratio or --target-tokens.")
        fields: dict[str, object] = {
            OPTIONS[name][1] or name: value for name, value in self._given.items() if name not in _APART
        }
        if self.budget:  # one that the settings name does not count beside it
            fields |= {"target_ratio": 0.0, "target_tokens": 0, "target_bytes": None} | self.budget
        if self._given.get("no_pin"):
            fields["enable_pinning"] = False
        if pins := self._given.get("pin"):
            fields["pin_patterns"] = [*load(file).settings.compact.pin_patterns, *pins]
        asked = (service or {}) | ({"redact": "never"} if self._given.get("no_redact") else {})
        overrides: dict[str, object] = {"compact": fields}
        return load(file, overrides=overrides | ({"service": asked} if asked else {})).settings


def choosing(*names: str, budget: str = "262144") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the named options, all if none are; what was given of them is its argument ``chosen``. ``budget``
    says what holds where no budget is given."""

    def give(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command, eval_str=True).parameters
        added = {}
        for name in names or OPTIONS:
            kind, _, option = OPTIONS[name]
            words = {"show_default": budget} if name == "target_bytes" else {}
            flag = f"--{name.replace('_', '-')}"
            added[name] = inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=option(flag, **words), annotation=kind
            )

        def run(**given: Any) -> None:
            chosen = Chosen({name: given.pop(name) for name in added})
            command(**given, chosen=chosen)

        shown = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for name, one in own.items() if name != "chosen"]
        signature = inspect.Signature([*shown, *added.values()])
        functools.update_wrapper(run, command)
        run.__signature__ = signature  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in signature.parameters.values()}
        return run

    return give
