"""Orders over a set of files, of which the log itself shows the members: all of them, each, every script in a folder.

What the model listed before it set to work (``ls``, ``grep -l``, a search tool) is the set. Where some of its members
were changed one by one and told of, and nothing in the exchange names the others, those are still as they were.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from threefold.text.later import later
from threefold.work.commands.looking import only_looks
from threefold.work.commands.shell import steps
from threefold.work.exchanges.contrast import claims_all
from threefold.work.exchanges.exchange import Exchange
from threefold.work.sentences import numbering
from threefold.work.sentences.phrases import Phrases, said
from threefold.work.sentences.words import GENERIC, stands, terms

FEWEST = 3
"""Members of a set; of two one says both."""
MOST = 60
"""Members of a set that anybody goes through one by one."""
_LONG = 10_000
"""Characters of a reply, or commands of an exchange: of more, it is not asked."""
_DETERMINED = r"(?:the|these|those|our|my|its)"
_OVER_ALL = later(
    r"(?<!as )(?<!like )(?<!than )\b(?:"
    rf"(?:all|each|every one|every single one)(?: of)? {_DETERMINED} \w|all (?:\w+ ){{0,2}}\w+s\b|"
    r"(?:every|each) (?:single )?\w|everywhere|"
    rf"{_DETERMINED} (?:\w+ ){{0,2}}\w+s (?:in|under|of|from|inside) \S|"
    rf"{_DETERMINED} (?:two|three|four|five|six|seven|eight|nine|ten|\d{{1,3}}) (?:\w+ ){{0,2}}\w+s\b)|"
    r"所有|全部|每一?[个份张页条]|都[要得改换加转]?|各个|一个个|逐个|统统|一个.{0,2}[别不]漏",
    re.IGNORECASE,
)
"""How an order speaks of a whole set."""
_NAMED = 60
"""Characters from there in which it is said what the set is of."""
_OF_THE_REST = Phrases(
    r"\b(?:others?|rest|remaining|only ones?|(?:is|are|were) left|none|nothing|no (?:more )?\w+ (?:left|remains?)|"
    r"everything|everywhere|unchanged|untouched|"
    r"(?:had|have|has|was|were|is|are|did) (?:\w+ )?already|"
    r"already (?:had|have|has|used?|uses|is|are|does?|were|was|did))\b|"
    r"其余|其他|其它|剩下|另外|只有|已经是|本来就|原本|没有残留|无遗漏|不用改|不需要"
)
"""How a reply speaks of those that it does not name."""
_ROW = later(r"(?:[-dl][rwxsStT-]{9}\S*\s.*\s|\s*\d+\s+)?(\S+)")
SEARCHES = later(r"\b(?:grep|rg|ag|ack|find|fd|ls|glob)\b", re.IGNORECASE)
"""What looks for files, or for what stands in them."""
_HIT = later(r"([\w@][\w./@+-]*\.\w{1,8}):\d+:")
_FILE = later(r"\.?/?(?:[\w@][\w.@+-]*/)*[\w@][\w@+-]*(?:\.[\w@+-]+)*\.[A-Za-z]\w{0,7}")
_ENGLISH = "zero one two three four five six seven eight nine ten eleven twelve"
_NUMBERS = (
    _ENGLISH.split(),
    [f"{digit}个" for digit in "零一两三四五六七八九十"],
)
_BESIDE = "base common util utils helper helpers types conftest setup config readme makefile"
_HELPERS = frozenset(_BESIDE.split())
"""Names of files that go with a set and are none of it."""
_OPAQUE = later(r"[*`]|\bxargs\b|-exec|\$\(|\bfind\b|codemod|\$\{?\w")
_PROGRAMS = "python python3 node npx bash sh perl ruby make npm pnpm yarn sed awk just task"
_RUNNERS = frozenset(_PROGRAMS.split())
"""Programs that change what a script says."""
_HARMLESS = Phrases(
    r"^(?:\S*/)?(?:git|gh|glab|pytest|mypy|ruff|tsc|cargo (?:test|check|build|clippy)|go (?:test|build|vet)|"
    r"hugo|cd|echo|cat)\b|"
    r"\b(?:test|tests|build|check|lint|typecheck|compile|serve)\b"
)
"""Commands that change no member of a set."""


def untouched(now: Exchange) -> list[str]:
    """The members of the set that an order was for, of which nothing tells; empty where there is no such set, or where
    something was done that may have been done to all of them."""
    wanted = _wanted(now.human) if now.edits and now.seen else frozenset()
    if not wanted:
        return []
    reply = "\n".join(now.closing)
    if len(reply) > _LONG or len(now.commands) > _LONG:
        return []
    told = f"{now.told()}\n{now.landed()}"
    for before, look, listing in now.seen:
        members = _members(listing) if before == 0 and SEARCHES.search(look) else {}
        if not FEWEST <= len(members) <= MOST or wanted.isdisjoint(terms(f"{look} {' '.join(map(_folder, members))}")):
            continue
        left = [name for name, called in members.items() if not any(stands(word, told) for word in called)]
        if not left or len(left) == len(members):
            continue
        if claims_all(reply, len(members)) or _OF_THE_REST.within(reply) or _counts(reply, len(members)):
            return []
        return [] if _opaque(now, members) or _looked_again(now, left) else left
    return []


_LIST = later(r"`?([\w-]+)`?((?:, `?[\w-]+`?)*),? and `?([\w-]+)`?|([\w-]+)((?:、[\w-]+)*)[和、]([\w-]+)")
"""Names that a reply counts up."""


def short_of(now: Exchange) -> str:
    """What a reply says of an order over a number of things, where it counts up fewer, each of them a file that was
    changed, and speaks neither of all nor of the rest; else empty."""
    count = numbering.all_of(now.human) if now.edits and len(now.human) <= _LONG else 0
    reply = "\n".join(now.closing)
    if count < FEWEST or claims_all(reply, count) or _OF_THE_REST.within(reply) or _counts(reply, count):
        return ""
    changed = {_stem(command) for command in now.commands if _FILE.fullmatch(command)}
    for first, middle, last, han, between, end in _LIST.findall(reply.lower()):
        named = re.findall(r"[\w-]+", f"{first} {middle} {last} {han} {between} {end}")
        if 1 < len(named) < count and changed.issuperset(named):
            return f"Of {count} that were ordered, {len(named)} are told of: {', '.join(named)}"
    return ""


def _wanted(human: str) -> frozenset[str]:
    """The words with which an order says what its set is of."""
    found: set[str] = set()
    for line in said(human):
        for match in _OVER_ALL.finditer(line.text):
            found |= terms(line.text[match.start() : match.end() + _NAMED] if match[0].isascii() else line.text)
    return frozenset(found - GENERIC)


def _members(listing: str) -> dict[str, frozenset[str]]:
    """The files of the commonest kind that a listing names, each with the words that it is called by."""
    found: dict[str, None] = {}
    for row in listing.splitlines()[:400]:
        hit = _HIT.match(row)
        tokens = [hit[1]] if hit else row.split()
        if len(tokens) > 1 and not all(map(_FILE.fullmatch, tokens)):
            whole = _ROW.fullmatch(row)
            tokens = [whole[1]] if whole else []
        found.update(dict.fromkeys(token for token in tokens if _FILE.fullmatch(token)))
    kinds = Counter(name.rpartition(".")[2] for name in found)
    kind = kinds.most_common(1)[0][0] if kinds else ""
    stems = {name: _stem(name) for name in found if name.rpartition(".")[2] == kind}
    count = Counter(stems.values())
    return {
        name: frozenset((stem,)) if count[stem] == 1 else frozenset((_folder(name).rpartition("/")[2].lower(),))
        for name, stem in stems.items()
        if not (stem.startswith("_") or stem in _HELPERS)
    }


def _folder(name: str) -> str:
    return name.rpartition("/")[0]


def _stem(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[0].lower()


def _counts(reply: str, size: int) -> bool:
    """Whether a reply says how many there were."""
    words = (str(size), *(names[size] for names in _NUMBERS if size < len(names)))
    return any(re.search(rf"(?<![\w.]){word}(?![\w.])" if word.isascii() else word, reply.lower()) for word in words)


def _opaque(now: Exchange, members: dict[str, frozenset[str]]) -> bool:
    """Whether a command may have changed members that it does not name."""
    names = frozenset().union(*members.values())
    for command in now.commands:
        if " " not in command:
            continue  # a place that was edited
        for step in steps(command):
            text = " ".join(step.argv).lower()
            if only_looks(step) or _HARMLESS.within(text) or any(stands(name, text) for name in names):
                continue
            if _OPAQUE.search(text) or step.program in _RUNNERS or step.program.startswith("./"):
                return True
    return False


def _looked_again(now: Exchange, left: Iterable[str]) -> bool:
    """Whether the model looked again after its last change, and that look shows none of the rest."""
    again = [text for before, look, text in now.seen if SEARCHES.search(look) and before == now.edits]
    return bool(again) and not any(_stem(name) in text.lower() for text in again for name in left)
