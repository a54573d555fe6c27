"""Hard facts: values of a closed set of categories, found to the letter in any text, in English and Chinese.

The audit compares nothing else. What a fact is compared by is its *normal form*, which each category defines (see
``NORMAL_FORMS``); what a person is shown is its literal, cut from the text by its exact span.

How they are found is told in ``finder``.
"""

from __future__ import annotations

from typing import NamedTuple

CATEGORIES = (
    "uuid", "path", "number", "correction",  # the original's
    "url", "hash", "error", "port", "env", "command", "datetime", "reference",
)  # fmt: skip
ORIGINAL_CATEGORIES = frozenset(CATEGORIES[:4])

NORMAL_FORMS = {
    "uuid": "lower case",
    "path": "no ./ or trailing separator, / as separator, file:// decoded, Windows in lower case, Unicode composed",
    "number": "digits without separators or magnitudes, and one spelling of the unit; versions with a v",
    "correction": "the rejected value and the wanted one",
    "url": "scheme and host in lower case, no trailing slash",
    "hash": "lower case; a prefix stands for the whole",
    "error": "as written; HTTP and exit statuses as their number",
    "port": "the number",
    "env": "the name",
    "command": "blanks collapsed",
    "datetime": "ISO 8601, without a year that is not told; a date stands for every time in it",
    "reference": "# and the number, or the ticket's key",
}


class Fact(NamedTuple):
    """One hard fact. ``start`` and ``end`` are characters of the text; ``literal`` is what stands there.

    In a text with terminal sequences the literal is what a reader of the terminal saw.
    """

    category: str
    kind: str
    literal: str
    normal: str
    start: int
    end: int


class Mention(NamedTuple):
    """A fact by its byte span, for callers that look at millions of them and cut out few."""

    category: str
    kind: str
    normal: str
    start: int
    end: int
