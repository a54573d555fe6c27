"""The sentences of a summary with the values that they give, and what each is about."""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from threefold.auditing.facts.choices import NUMBER, PATH, Value, keys_of, same, values
from threefold.auditing.statements.sections import COPY, WORDS, sections
from threefold.auditing.statements.subjects import about, subject, term
from threefold.auditing.statements.summary import split
from threefold.text.later import later
from threefold.text.sentences import Kind

_WEAK_WORDS = (
    "use set run file code test user chang make take put keep good fine now new default valu add bit actual done thing one two day hour "
    "minut second time start work need want line number call go let pleas better note 用户 文件 代码 测试 使用 设置 改成 改为"
)
WEAK = frozenset(_WEAK_WORDS.split())
"""Terms that anything may be about."""
_JOINED = later(r"\w+(?:[._/-]\w+)+|[a-z]+[A-Z]\w*")
_PART = later(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}(?![a-z])")


class Told(NamedTuple):
    """A sentence, or a line of what is set as code, and where it stands."""

    start: int
    text: str
    values: list[Value]


class Telling:
    """A summary's sentences, but those that only give somebody's words or copy something out."""

    def __init__(self, summary: str) -> None:
        self._summary = summary
        self._terms: dict[int, frozenset[str]] = {}

    @cached_property
    def sentences(self) -> list[Told]:
        kinds = {sentence.start: kind for sentence, kind, _ in sections(self._summary)}
        found: list[Told] = []
        for sentence in split(self._summary):
            if kinds.get(sentence.start) in (WORDS, COPY):
                continue
            at, whole = sentence.start, sentence.of(self._summary)
            for line in whole.split("\n") if sentence.kind is Kind.CODE else [whole]:
                found.append(Told(at, line, values(line)))
                at += len(line) + 1
        return found

    @cached_property
    def _lower(self) -> list[str]:
        lower = [(one.text, one.text.lower()) for one in self.sentences]
        return [small if len(small) == len(text) else text for text, small in lower]

    @cached_property
    def _by_key(self) -> dict[object, list[tuple[int, Value]]]:
        found = defaultdict[object, list[tuple[int, Value]]](list)
        for index, sentence in enumerate(self.sentences):
            for one in sentence.values:
                for key in one.keys:
                    found[key].append((index, one))
        return found

    def terms(self, index: int) -> frozenset[str]:
        """What a sentence is about."""
        if index not in self._terms:
            self._terms[index] = terms(self.sentences[index].text)
        return self._terms[index]

    def places(self, literal: str, sought: Value | None) -> list[tuple[int, int, int]]:
        """Sentence, start and end within it of each place where a value stands in any form; ``sought`` is the value
        that its letters spell, if they spell one."""
        if sought is not None and (not sought.is_name or sought.kind == PATH):
            near = [place for key in keys_of(sought) for place in self._by_key.get(key, ())]
            return sorted({(index, one.start, one.end) for index, one in near if same(one, sought)})
        lower = literal.lower()
        pattern = re.compile(rf"(?a:(?<![\w./@-])){re.escape(lower)}(?a:(?![\w/@-]|\.\w))")
        lines = [(index, line) for index, line in enumerate(self._lower) if lower in line]
        return [(index, *match.span()) for index, line in lines for match in pattern.finditer(line)]


def terms(text: str, *without: str) -> frozenset[str]:
    """What a text is about, in the terms of either language, without these values."""
    for one in filter(None, without):
        text = re.sub(rf"(?<!\w){re.escape(one)}(?!\w)", " ", text)
    found = about(text) | set(subject(text))
    parts = {term(part.lower()) for joined in _JOINED.findall(text) for part in _PART.findall(joined)}
    return frozenset(one for one in found | parts if one not in WEAK and not one[:1].isdigit() and len(one) > 1)


def respelled(text: str, others: Sequence[str]) -> str:
    """A text with each of its values as the first of the other texts spells it that gives the same one."""
    wanted = [one for other in others for one in values(other) if not one.is_name]
    if not wanted:
        return text
    known: dict[object, list[Value]] = {}
    for one in wanted:
        for key in keys_of(one):
            known.setdefault(key, []).append(one)
    parts: list[str] = []
    done = 0
    for given in values(text, len(text)):
        found = next((one for key in given.keys for one in known.get(key, ()) if same(one, given)), None)
        if found is not None and given.start >= done:
            apart = " " if text[given.start - 1 : given.start] == ":" else ""  # of localhost:5433
            parts += [text[done : given.start], apart, found.literal if found.kind != NUMBER else given.literal]
            done = given.end
    return "".join((*parts, text[done:]))
