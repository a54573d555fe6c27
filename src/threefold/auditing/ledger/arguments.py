"""What a command is given at one place and is given anew there after a person named the new value: ``-crf 28``, then
"crf 21" and ``-crf 21``."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

import msgspec

from threefold.text.later import later

_LARGEST = 4_000  # characters of arguments that are read
_MOST = 200  # places whose values are kept, the latest
_READ = 4_000  # characters of what a person said
_COMMAND = frozenset(("command", "cmd", "script"))
_PARTS = later(r"\s*(?:&&|\|\|?|;|\n|\$\(|`)\s*")
_PROGRAM = later(r"(?:\w+=\S+ |sudo |env |time |nohup |npx |uv run )*([\w./-]+)")
_GIVEN = later(
    r"(?<!\S)(?P<flag>--?[A-Za-z][\w-]*)(?:=| )(?P<key>[A-Za-z_][\w.-]*=)?"
    r"(?P<value>\"[^\"\n]{1,80}\"|'[^'\n]{1,80}'|[^\s;|&\"'-][^\s;|&\"']{0,80})"
)
_STOPS = ".,:;!?。，；：！？"


class Arguments:
    """The values that commands were given last, and what a person said last."""

    def __init__(self) -> None:
        self._given: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._said = ""

    def heard(self, text: str) -> None:
        """A person said this."""
        self._said = text if len(text) <= _READ else ""

    def called(self, arguments: str) -> Iterator[tuple[str, str, str, str]]:
        """The new value, the one before it, the line in which a person names the new one, and how the old one was
        given."""
        command = _command(arguments)
        for part in _PARTS.split(command) if " -" in command else ():
            program = _PROGRAM.match(part)
            if program is None:
                continue
            name = program[1].rpartition("/")[2]
            for match in _GIVEN.finditer(part):
                place = match["flag"] + " " + (match["key"] or "").rstrip("=")
                value = match["value"].strip("\"'")
                old = self._given.pop((name, place), value)
                self._given[name, place] = value
                if len(self._given) > _MOST:
                    self._given.popitem(last=False)
                line = self._named(value) if value != old and not self._named(old) else ""
                if line:
                    yield value, old, line, f"{name} {place} {old}"

    def _named(self, value: str) -> str:
        """The line of what a person said last that names a value."""
        for line in self._said.split("\n"):
            words = line.lower().replace("，", " ").replace("。", " ").split()
            if value.lower() in [word.strip(_STOPS + "`\"'") for word in words]:
                return line.strip()
        return ""


def _command(arguments: str) -> str:
    """The shell command that a call runs, if it runs one."""
    if len(arguments) > _LARGEST or " -" not in arguments:
        return ""
    try:
        given = msgspec.json.decode(arguments)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return ""
    if not isinstance(given, dict):
        return ""
    found = next((given[key] for key in given if key in _COMMAND), "")
    if isinstance(found, list):
        found = " ".join(one for one in found if isinstance(one, str))
    return found if isinstance(found, str) else ""
