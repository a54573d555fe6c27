"""Records that hold a value of another type than any writer's: such a field is as good as absent."""

from __future__ import annotations

import types
from typing import TypeVar, get_args

import msgspec

T = TypeVar("T")


def fitted(raw: bytes, shape: type[T]) -> T:
    """The JSON object in the bytes as a shape, without the fields whose values are of another type.

    Raises msgspec.DecodeError where the bytes hold no object, or a field without a default is missing then.
    """
    if not issubclass(shape, msgspec.Struct):
        return msgspec.json.decode(raw, type=shape)
    held = msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
    found: dict[str, object] = {}
    for field in msgspec.structs.fields(shape):
        value = held.get(field.encode_name)
        if value is None:
            continue
        try:
            found[field.name] = msgspec.json.decode(value, type=field.type)
        except msgspec.DecodeError:
            inner = _struct_in(field.type)
            if inner is not None and bytes(value)[:1] == b"{":
                found[field.name] = fitted(bytes(value), inner)
    for field in msgspec.structs.fields(shape):
        if field.required and field.name not in found:
            raise msgspec.ValidationError(f"`$.{field.encode_name}` is missing or of another type")
    return shape(**found)


def _struct_in(kind: object) -> type[msgspec.Struct] | None:
    """The shape that a field may have, if there is one."""
    kinds = get_args(kind) if isinstance(kind, types.UnionType) else (kind,)
    return next((one for one in kinds if isinstance(one, type) and issubclass(one, msgspec.Struct)), None)
