"""Secrets do not reach what is written or shown of a log: they are masked as in a request, at the last moment.

What is compared and hashed keeps its letters; only the copy that a person, a file or a harness is given is masked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from threefold.verdict.snapshot import Snapshot, snapshot

T = TypeVar("T")
ADDRESSES = frozenset(("e-mail",))
"""What is personal, and no secret: whoever has the context has it already."""


def masked(value: T, keep: frozenset[str] = frozenset()) -> T:
    """``value`` with the secrets in its texts masked: a text, a struct, or what they are gathered in. The same object,
    where none is found. What is of a kind to ``keep`` stands as it is.

    Keys stay, since they are names of ours. A snapshot is made anew of its masked items, so that its digest holds.
    """
    from threefold.systemone.redact import mask_all  # loads RE2

    texts = list(dict.fromkeys(_texts(value)))
    found = mask_all(texts, keep)
    changed = {text: known for text, known in zip(texts, found, strict=True) if text != known}
    made: T = _with(value, changed) if changed else value
    return made


def _texts(value: object) -> list[str]:
    found: list[str] = []
    waiting = [value]
    for one in waiting:  # grows by what stands in it
        if isinstance(one, str):
            found.append(one)
        elif one is None or isinstance(one, int | float):
            continue  # which most are, and a mapping is told by a slower question
        elif isinstance(one, list | tuple):
            waiting += one
        elif isinstance(one, Snapshot):
            waiting += one.session, one.work, one.risk_hints, one.digest, one.version  # its state is rendered of these
        elif isinstance(one, msgspec.Struct):
            waiting += msgspec.structs.astuple(one)
        elif isinstance(one, Mapping):
            waiting += one.values()
    return found


def _with(value: Any, changed: Mapping[str, str]) -> Any:
    match value:
        case str():
            return changed.get(value, value)
        case msgspec.Struct():
            fields = {name: _with(getattr(value, name), changed) for name in value.__struct_fields__}
            return _struct(value, fields)
        case Mapping():
            return {key: _with(one, changed) for key, one in value.items()}
        case list():
            return [_with(one, changed) for one in value]
        case tuple():
            return tuple(_with(one, changed) for one in value)
    return value


def _struct(value: msgspec.Struct, fields: dict[str, Any]) -> msgspec.Struct:
    if isinstance(value, Snapshot) and (fields["work"] != value.work or fields["session"] != value.session):
        return snapshot(fields["session"], fields["work"])
    return msgspec.structs.replace(value, **fields)
