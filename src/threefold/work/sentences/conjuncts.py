"""How a sentence joins several deeds, objects or places, and which words tell each of them from the others.

"Fix the quoting and the byte order mark in the export" names two things in one place: each is told of by the words
before the preposition, and the place, which they share, tells of neither.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from threefold.text.later import later
from threefold.work.sentences.phrases import Said, bare
from threefold.work.sentences.words import terms


class Piece(NamedTuple):
    """A piece of a sentence, and what joins it to the one before."""

    text: str
    joined: str


SEPARATORS = later(
    r"\s+[+&]\s+|\s*[,;]?\s+(?:and|then|plus|as well as)\s+(?:(?:then|also|finally|lastly|please)\s+)?|"
    r"\s*[,;]\s+(?:(?:then|also|finally|"
    r"lastly|please)\s+)?|[，,；;]?(?:然后|还有|另外|顺便|最后(?!一|的)|接着|并且?(?=[把将给在]))(?:再|也|把(?=把))?|"
    r"[，；](?:再|也|并)?|、(?=[把将加改修删写做])",
    re.IGNORECASE,
)
OF_A_LIST = later(r"\s+[+&]\s+|\s*[,;，；、]\s*(?:and\s+|以及|和)?|\s+and\s+", re.IGNORECASE)
"""What parts the entries of a list behind a colon."""
_ASIDE = later(r"[(（][^()（）\n]{1,200}[)）]")
"""What stands in brackets is of the piece that they stand in ("20 runs, warm cache")."""
_LEADS = later(
    r"(?:(?:while (?:you're |you are )?(?:at it|there)|please|pls|also|and|then|finally|next|plus|first|lastly|let's|"
    r"by the way|btw|"
    r"(?:can|could|would) (?:you|u|we)|i want(?: to)?|(?:i|we)(?:'d| would) (?:like|love)(?: to(?: have)?)?|"
    r"(?:i|we) (?:also )?(?:need(?: to)?|have to|must|should))\b|帮我|请|麻烦|先|再|也|并)[\s,，:：]*",
    re.IGNORECASE,
)
_SUBORDINATE = later(
    r"(?<=\s)(?:that|which|who|whose|where|when|whenever|if|unless|until|while|because|since|so|but|not|instead|rather|"
    r"than|between|either|whether)\s",
    re.IGNORECASE,
)
"""What begins a clause that describes: an "and" within it joins what is described."""
_PREPOSITION = r"(?:in|on|at|for|to|from|into|onto|with|by|via|under|over|behind|above|below|across|inside|within|as)"
_PLACE = later(rf"\s{_PREPOSITION}\s", re.IGNORECASE)
_OPENS_PLACE = later(rf"({_PREPOSITION})\s+\S", re.IGNORECASE)
_OPENS_THING = later(r"(the|an?|my|our|its|their|every|each|all)\s+\S", re.IGNORECASE)
_IMPERATIVE = later(
    r"(?i:(?!(?:both|either|all|only|yes|yep|no|not|and|see|than)\s)[a-z]*(?:[a-rt-z]|ss)\s+)|"
    r"(?:帮我|请|麻烦|先|再|把)*[\u3400-\u9fff]{1,4}\s?(?=[A-Za-z\d])"
)
_COUNT = later(r"\d+")
_SEGMENT = later(r"[-_.:/]")
_KIND = later(r"[A-Za-z][\w.:/#-]*0[\w.:/#-]*|0(?:\.0){3}")
"""A name with its numbers made alike, or an address."""
_LIES_THERE = later(r"(?i:the|an?|my|our|its|their|every|each|all)\s+\S|[^a-z]|\S*[\d./_-]|[a-z]+s$")
"""What is a place behind "to", and no deed."""
_HAN_LIST = later(
    r"\s*(?:、|以及|(?<=[^，。；\s总共温饱平谐])\s?[和与及](?!\S{0,14}?(?:一致|一样|相同|对齐|同步|兼容|区分|统一|之间|分开|无关|有关)))\s*"
)
_HAN_ENTRY = 14
"""Characters of a thing in the middle of a Chinese list; a longer one is a clause."""
_HAN_OPENS = later(r".*(?:[把将给对为在让加改写删修补换做]|支持|实现|更新|处理|增加|添加|去掉)(?=.)", re.DOTALL)
_HAN_CLOSES = later(r"(?:[A-Za-z][\w.\-/]*|[^里的都上中各全三两四五几等加改删换做要应在能可也]{2,10})")
_OBJECT_WORDS = 5
"""Words of a thing that is named beside another without a verb of its own."""
OPENING = 12
"""Characters in which a deed names no place yet."""
_NAMES = later(r"`([^`\n]{1,80})`|(?<![\w/.-])([\w.-]*\w[/._-]\w[\w./-]*)")
_ADVERB = later(r"\w+ly")


def cut(line: Said, separators: re.Pattern[str], start: int = 0) -> list[Piece]:
    """The pieces of a sentence as it stands."""
    pieces: list[Piece] = []
    joined = ""
    asides = [aside.span() for aside in _ASIDE.finditer(line.masked)]
    marks = [mark for mark in separators.finditer(line.masked, start) if not _lies_in(mark.start(), asides)]
    for mark in [*marks, None]:
        end = mark.start() if mark else len(line.text)
        piece = bare(line.text[start:end]).strip(" .,;，；。!！?？")
        lead = _LEADS.match(piece)
        while lead:
            piece = piece[lead.end() :]
            lead = _LEADS.match(piece)
        if piece:
            pieces.append(Piece(piece, joined))
        joined = mark[0].strip().lower() if mark else ""
        start = mark.end() if mark else end
    return pieces


def _lies_in(place: int, spans: list[tuple[int, int]]) -> bool:
    return any(start < place < end for start, end in spans)


def names(text: str) -> dict[str, None]:
    """The files, folders and names in code that a sentence has, each once."""
    return dict.fromkeys(one or other for one, other in _NAMES.findall(text))


def main_clause(text: str) -> str:
    """A piece without the clause that describes what it names, or says when."""
    found = _SUBORDINATE.search(text)
    return text[: found.start()] if found else text


def places(text: str) -> frozenset[str]:
    """The prepositions of a piece."""
    return frozenset(match[0].strip().lower() for match in _PLACE.finditer(text))


def opens_place(text: str) -> str:
    """The preposition with which a piece opens."""
    found = _OPENS_PLACE.match(text)
    return found[1].lower() if found else ""


def names_object(piece: Piece, before: str) -> bool:
    """Whether a piece names one more object, place or quality beside what the piece ``before`` has to do with."""
    if not piece.text.isascii() or not before or describes(before):
        return False
    opens = opens_place(piece.text)
    head = own_of(piece.text, shared=True).split()
    return (
        bool(terms(piece.text))
        and len(head) <= _OBJECT_WORDS
        and (not opens or opens in places(before))
        and not _ADVERB.fullmatch(piece.text)
    )


def describes(text: str) -> bool:
    """Whether a piece goes on to describe what it names, or says when or what for."""
    return _SUBORDINATE.search(f"{text} ") is not None


def first_of(text: str, second: str) -> str:
    """Of a piece that orders, the words that name the first of several things of which the ``second`` is another."""
    opens = _OPENS_PLACE.match(second) or _OPENS_THING.match(second)
    second = second if opens else own_of(second, shared=True)
    at = text.lower().rfind(f" {opens[1].lower()} ") if opens else -1
    if at < 0:
        at = text.rfind(" ", 0, text.rfind(" ")) if len(second.split()) > 1 and not opens else text.rfind(" ")
    return text[at:] if at > 0 and terms(text[at:]) else text


def own_of(text: str, *, shared: bool, before: str = "") -> str:
    """Of a thing named by a piece without a verb, the words that are its own. ``shared``: the place behind it is the
    place of what stands ``before`` it, too. So is, behind a mere place or name, what a preposition opens that does not
    stand before it ("in the api and in the worker to 30 s")."""
    opens = _OPENS_PLACE.match(text)
    named = text[opens.end() - 1 :] if opens else text
    mere = bool(before) and (opens is not None or not _OPENS_THING.match(text))
    known = places(before) if mere else frozenset()
    ends = (place.start() for place in _PLACE.finditer(named) if shared or place[0].strip().lower() not in known)
    head = named[: next(ends, len(named))] if shared or mere else named
    return head if terms(head) else named


def counts_names(pieces: list[Piece]) -> bool:
    """Whether a sentence is a word and names of one kind ("drain node-1, node-2 and node-3", 重启 web-1、web-2), and so
    an order, whatever the word."""
    texts = [piece.text for piece in pieces]
    if len(texts) == 1:
        texts = _HAN_LIST.split(texts[0])
    opens = _IMPERATIVE.match(texts[0])
    names = [texts[0][opens.end() :] if opens else "", *texts[1:]]
    counted = [_COUNT.sub("0", name) for name in names]
    begin = _SEGMENT.split(counted[0])[0]
    return (
        len(names) > 1
        and all(_KIND.fullmatch(name) is not None for name in counted)
        and (len({*counted}) == 1 or ("0" not in begin and all(_SEGMENT.split(name)[0] == begin for name in counted)))
    )


def names_place(text: str) -> bool:
    """Whether a piece that opens with a preposition names what lies there, and no deed ("to the profile page", "to
    /invoices", "to Ben"; not "to make it work")."""
    found = _OPENS_PLACE.match(text)
    return found is not None and (found[1].lower() != "to" or _LIES_THERE.match(text, found.end() - 1) is not None)


def counted_up(text: str) -> list[str]:
    """The things that a Chinese clause names one after the other (把 A、B 和 C 都改掉): the clause up to the second,
    and the words of each further one; one entry where it names but one."""
    marks = [mark for mark in _HAN_LIST.finditer(text) if mark.start() and mark.end() < len(text)]
    if text.isascii() or not marks:
        return [text]
    ends = [*[mark.start() for mark in marks], len(text)]
    pieces = [text[: ends[0]], *(text[mark.end() : end] for mark, end in zip(marks, ends[1:], strict=True))]
    opens = _HAN_OPENS.match(pieces[0])
    first = pieces[0][opens.end() :] if opens else pieces[0]
    closes = _HAN_CLOSES.match(pieces[-1])
    if not closes or any(len(piece) > _HAN_ENTRY for piece in (first, *pieces[1:-1])):
        return [text]
    return [pieces[0], *pieces[1:-1], closes[0]]
