"""What every room's settings have in common: typed fields with a range, checked whenever a value is made.

A room declares its settings as a frozen struct over ``Section``; each field is ``Annotated`` with a ``msgspec.Meta``
that holds its range and, as ``description``, its documentation. The same declaration checks values made in Python,
values read by ``threefold.settings``, and generates the reference in ``docs/settings.md``.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from threefold.errors import SettingsError

__all__ = ["Section", "allowed", "hints", "meaning", "own", "refusal", "unannotated"]


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One room's settings. A value of the wrong type or out of its range raises ``SettingsError`` on construction."""

    def __post_init__(self) -> None:
        """Check each field against its declared type and range; a list becomes a tuple where one is declared."""
        for field, hint in hints(type(self)).items():
            value = getattr(self, field)
            try:
                exact = msgspec.convert(value, type=hint)
            except (msgspec.ValidationError, UnicodeEncodeError):  # the second for half a character
                raise SettingsError(refusal(field, value, hint)) from None
            if type(exact) is not type(value):
                msgspec.structs.force_setattr(self, field, exact)


@cache
def hints(section: type[Section]) -> dict[str, Any]:
    """The declared type of each field, with its range and description."""
    every = get_type_hints(section, include_extras=True)
    return {name: every[name] for name in section.__struct_fields__}


def meaning(hint: Any) -> str:
    """The description of a field, or an empty string."""
    return " ".join(filter(None, (meta.description for meta in _metas(hint))))


def own(hint: Any) -> str | None:
    """Whether only a person's own file may set a field: None if any may, else the pattern of the values that any may
    set, which is empty where there are none."""
    marked = next((meta.extra["own"] for meta in _metas(hint) if meta.extra and "own" in meta.extra), None)
    return "" if marked is True else marked


def refusal(name: str, value: object, hint: Any) -> str:
    """One sentence that says what was given for ``name`` and what is allowed."""
    shown = repr(value)
    if any(meta.extra and meta.extra.get("private") for meta in _metas(hint)):
        shown = "not what it should be (its value is not shown, it may be a key)"
    elif len(shown) > 60:
        shown = shown[:57] + "..."
    return f"{name} is {shown}; it must be {allowed(hint)}"


def allowed(hint: Any) -> str:
    """The type and range of a field, in words."""
    kind = unannotated(hint)
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(map(str, get_args(kind)))
    if get_origin(kind) is tuple:
        return "a list, each entry " + allowed(get_args(kind)[0])
    words = {int: "a whole number", float: "a number", str: "text", bool: "true or false"}.get(kind, str(kind))
    low = next((m.ge for m in _metas(hint) if m.ge is not None), None)
    above = next((m.gt for m in _metas(hint) if m.gt is not None), None)
    high = next((m.le for m in _metas(hint) if m.le is not None), None)
    if low is not None and high is not None:
        return f"{words} from {low} to {high}"
    if low is not None:
        return f"{words}, {low} or more"
    if above is not None:
        return f"{words} above {above}" + (f", at most {high}" if high is not None else "")
    pattern = next((m.pattern for m in _metas(hint) if m.pattern is not None), None)
    return words if pattern is None else f"{words} that matches {pattern}"


def unannotated(hint: Any) -> Any:
    """The bare type of a field."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _metas(hint: Any) -> list[msgspec.Meta]:
    return [arg for arg in get_args(hint)[1:] if isinstance(arg, msgspec.Meta)] if get_origin(hint) is Annotated else []
