"""What a tool of a server is: a name, what it says of itself, two schemas, and a function of plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from threefold.doors.mcp.roots import Roots
from threefold.errors import UsageError
from threefold.settings import Settings

T = TypeVar("T")
Schema = dict[str, Any]  # JSON Schema is what it is


class Call(msgspec.Struct, frozen=True):
    """What a tool is given beside its arguments. ``progress`` is told each stage, and raises where nobody waits."""

    roots: Roots
    settings: Settings
    progress: Callable[[str], None]


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """One tool. ``writes`` says whether a call may leave something behind (an archive, receipts, a file)."""

    name: str
    title: str
    description: str
    arguments: type[msgspec.Struct]
    output: Schema
    run: Callable[[Any, Call], Mapping[str, object]]
    writes: bool = False
    asks: bool = False
    """whether a call may ask a service outside this machine, where one is configured"""

    @property
    def input(self) -> Schema:
        """The schema of the arguments."""
        (schema,), parts = msgspec.json.schema_components([self.arguments], schema_hook=_anything)
        name = schema["$ref"].rpartition("/")[2]
        top = dict(parts.pop(name))
        top.pop("title", None)
        whole: Schema = _plain({**top, "type": "object", **({"$defs": parts} if parts else {})})
        return whole

    def read(self, arguments: object) -> msgspec.Struct:
        """The arguments, checked. Raises UsageError with what is wrong and where."""
        try:
            return msgspec.convert(arguments, self.arguments)
        except msgspec.ValidationError as error:
            raise UsageError(f"{self.name}: {error}.") from None


def _anything(kind: type) -> Schema:
    """The schema of ``object``: any JSON value."""
    if kind is object:
        return {"description": "any JSON value"}
    raise NotImplementedError


def _plain(schema: Any) -> Any:
    """The same schema, in which an object that may hold anything says so in the way that every client understands."""
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: True if key == "additionalProperties" and value == _anything(object) else _plain(value)
        for key, value in schema.items()
    }


def record(required: Mapping[str, Schema], **optional: Schema) -> Schema:
    """The schema of an object with these fields; others may follow in a later version."""
    return {"type": "object", "properties": {**required, **optional}, "required": list(required)}


def text(description: str = "") -> Schema:
    return {"type": "string", **({"description": description} if description else {})}


def number(description: str = "") -> Schema:
    return {"type": "integer", **({"description": description} if description else {})}


def listed(items: Schema, description: str = "") -> Schema:
    return {"type": "array", "items": items, **({"description": description} if description else {})}
