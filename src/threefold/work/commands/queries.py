"""Which requests only ask: of the web by their method and what they send, of a database by their statements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from threefold.text.later import later
from threefold.work.commands.shell import MAX_COMMAND

CLIENTS = frozenset(("psql", "mysql", "mariadb", "sqlite3", "duckdb", "clickhouse-client", "sqlcmd", "trino"))
"""Programs that put statements to a database."""
_ASKS = later(
    r"(?i)\s*(?:select|show|explain|desc(?:ribe)?|pragma|with|values|table|use|status|"
    r"\\(?:[dlz]\S*|conninfo|timing|x|pset.*)|\.(?:schema|tables|indexes|databases|dump|mode|headers?))(?![\w.])"
)
_CHANGES = later(
    r"(?i)\b(?:insert\s+into|update\s+\S{1,200}\s+set|delete\s+from|drop\s+\w|alter\s+\w|create\s+\w|truncate\s|"
    r"replace\s+into|merge\s+into|refresh\s+materialized|into\s+(?:outfile|dumpfile)|set(?:val|_config)\s*\(|nextval\s*\(|"
    r"pg_(?:terminate|cancel|reload|rotate|drop|create|switch)\w*|pragma\s+\w+\s*=)|"
    r"^\s*select\s[^'\"]{1,400}\sinto\s"
)
"""What a statement that begins like a question may do all the same."""
_GLUED = later(r"(?:-[a-zA-Z]{1,4}|--\w+=)(?=\S)")
_STATEMENT = later(r"^(?!\w+=)(?:.*\s|[\\.]\w)", re.DOTALL)
_ASIDE = later(r"'[^']*'|--[^\n]*")


def asks(words: list[str], body: str) -> bool:
    """Whether all statements that a database's client is given only ask. One that reads them from a file may not."""
    if any(re.match(r"-[a-zA-Z]*f$|--file", word) for word in words):
        return False
    given = [_GLUED.sub("", word, count=1) for word in words if _STATEMENT.search(word)]
    text = _ASIDE.sub("", ";\n".join([*given, body])[:MAX_COMMAND])
    said = [part for part in text.split(";") if part.strip()]
    return bool(said) and all(_ASKS.match(part) and not _CHANGES.search(part) for part in said)


_READS = frozenset(("GET", "HEAD", "OPTIONS"))
_VALUED = frozenset("HuAebcmwrKyYzECDPtQxXdFTo")
"""Letters of curl's options that take what follows."""
_LETTERS = 100
"""Letters of short options that stand together which are looked at."""
_SENDS = later(r"-[dF]|--(?:data[\w-]*|form[\w-]*|json|field|raw-field|input)")
_SAVES = later(r"-[OT]|--(?:remote-name[\w-]*|upload-file)")
_NOWHERE = later(r"/dev/(?:null|stdout|stderr)|-")


def fetches(words: list[str]) -> bool:
    """Whether a request of ``curl`` or ``gh api`` only asks, and shows the answer."""
    if "graphql" in words:
        return not any("mutation" in word for word in words)
    method, sends = "", False
    for option, value in _options(words):
        if option in ("-X", "--request", "--method"):
            method = value.upper()
        elif option in ("-G", "--get"):
            method = method or "GET"
        elif _SAVES.fullmatch(option) or (option in ("-o", "--output") and not _NOWHERE.fullmatch(value)):
            return False
        sends = sends or _SENDS.fullmatch(option) is not None or (option == "-f" and words[0] == "api")
    return method in _READS or not (method or sends)


def _options(words: list[str]) -> Iterator[tuple[str, str]]:
    """The options with what stands behind each; short ones may stand together."""
    for word, following in pairwise([*words, ""]):
        if word.startswith("--"):
            name, _, value = word.partition("=")
            yield name, value or following
        elif word.startswith("-"):
            for at, letter in enumerate(word[1:_LETTERS], 2):
                yield "-" + letter, word[at:] or following
                if letter in _VALUED:
                    break
