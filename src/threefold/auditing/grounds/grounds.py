"""Grounds: where in a ledger a fact of a summary can have been taken from."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from threefold.auditing.facts.fact import Fact
from threefold.auditing.facts.options import ELLIPSES, lacks_option, words_of
from threefold.auditing.grounds import days, instants
from threefold.auditing.grounds.figures import Figures
from threefold.auditing.grounds.findings import EQUIVALENT, VERIFIED, Ground
from threefold.auditing.grounds.spelling import needles_of
from threefold.auditing.grounds.surroundings import Surroundings, whole
from threefold.auditing.ledger.ledger import Ledger, Origin
from threefold.text.later import later
from threefold.text.unicode import encode

_HOME = later(r"(?:~|/(?:home|Users)/[^/]+|/root)/")
_MATCHES, _NEARBY = 40, 120  # places of a status in one text, and characters around one that may say what it is
_ANSWERED = later(r"(?i)\b(?:https?|status|answer\w*|respon\w+|return\w*|GET|POST|PUT|PATCH|HEAD)\b|状态|返回|响应")
_ASKED = later(r"\b(?:curl|wget|http|requests?|fetch)\b")


class Grounds:
    """Looks in one ledger for what a fact can have been taken from."""

    def __init__(self, ledger: Ledger, cwd: str, around: Surroundings | None, facts: Sequence[Fact] = ()) -> None:
        """``facts`` are those of the summary, for which the ledger is searched together."""
        self.ledger, self.cwd, self.around, self.facts = ledger, cwd, around, facts
        self._runs: dict[str, list[str]] = {}

    def of(self, fact: Fact, sentence: str) -> Ground | None:
        """The status of a fact that stands in the ledger, why, and the event; None for one that does not."""
        entry = self.ledger.entry(fact.category, fact.normal)
        if entry is not None:
            return VERIFIED, "literal", entry.first
        if fact.category == "path":
            return self._path_grounds(fact)
        if fact.category == "number":
            return Figures(self.ledger, self.around).of(fact, sentence)
        if fact.category == "command":
            return self._command_grounds(fact)
        for needle in [encode(fact.literal)] if fact.kind == "http" else needles_of(fact, self.cwd):
            places = self.ledger.places(needle)
            if places:
                return VERIFIED, "letters", places[0][0]
        if fact.category == "hash":
            return self._hash_grounds(fact)
        if fact.kind == "http":
            return self._status_grounds(fact.normal.rpartition(" ")[2])
        if fact.category == "datetime":
            return instants.ground(fact, self.ledger) or self._day_grounds(fact)
        return None

    def _day_grounds(self, fact: Fact) -> Ground | None:
        """A day that the log names in another way."""
        found = None if self.around is None else days.ground(fact, self.ledger, self.around)
        return None if found is None else (EQUIVALENT, *found)

    def _path_grounds(self, fact: Fact) -> Ground | None:
        if "/.../" in fact.normal or "…" in fact.normal:
            return self._elided(fact.normal.replace("…", "..."))
        folder, _, name = fact.normal.rpartition("/")
        parts = {encode(folder), encode(name), encode(folder.rpartition("/")[2])} if folder and name else set()
        for needle in needles_of(fact, self.cwd):
            places = self.ledger.places(needle)
            if places and needle not in parts:
                return VERIFIED, "part of a longer path", places[0][0]
        if self.cwd and fact.normal.startswith(self.cwd + "/"):
            entry = self.ledger.entry("path", fact.normal[len(self.cwd) + 1 :])
            if entry is not None:
                return VERIFIED, "relative to the working directory", entry.first
        if not folder:
            return self._short_name(fact.normal)
        if not name:
            return None
        return (
            self._at_home(fact.normal)
            or self._joined(folder, name)
            or self._tail(fact.normal)
            or self._rooted(fact.normal, folder)
        )

    def _at_home(self, normal: str) -> Ground | None:
        """A path below a person's folder, which is ``~`` as well: ``/home/kim/src`` and ``~/src``."""
        home = _HOME.match(normal)
        if home is None:
            return None
        rest = normal[home.end() :]
        places = self.ledger.places(encode(f"~/{rest}"))
        if places:
            return EQUIVALENT, f"~/{rest}", places[0][0]
        longer = self.ledger.listing.containing("path", f"/{rest}\n") if home[0] == "~/" else None
        found = longer is not None and _HOME.match(longer[0])
        return (
            (EQUIVALENT, longer[0], longer[1].first)
            if longer and found and found.end() + len(rest) == len(longer[0])
            else None
        )

    def _tail(self, normal: str) -> Ground | None:
        """The end of a Windows path, whose letters are small in its normal form and whose separators differ."""
        tail = "/" + normal.lower()
        for other, entry in self.ledger.listing.holding("path", tail):
            if entry.kind == "windows" and other.endswith(tail):
                return VERIFIED, "part of a longer path", entry.first
        return None

    def _rooted(self, normal: str, folder: str) -> Ground | None:
        """A path whose folder stands there and whose end stands as a path of its own, below no other folder."""
        places = self.ledger.places(encode(folder))
        tail = normal.partition("/")[2]
        while places and "/" in tail:
            entry = self.ledger.entry("path", tail)
            if entry is not None and self.ledger.listing.containing("path", f"/{tail}\n") is None:
                return EQUIVALENT, f"{tail}, in a folder that stands apart", entry.first
            tail = tail.partition("/")[2]
        return None

    def _elided(self, normal: str) -> Ground | None:
        """``/var/.../T/x`` stands for any longer path that begins and ends so."""
        head, _, tail = normal.partition("...")
        for other, entry in self.ledger.listing.holding("path", max(head, tail, key=len)):
            if other.startswith(head) and other.endswith(tail) and len(other) >= len(head) + len(tail):
                return VERIFIED, f"{other}, shortened", entry.first
        return None

    def _short_name(self, name: str) -> Ground | None:
        """A file is called by the end of its name: ``condensation.go`` for ``manual_commit_condensation.go``."""
        if len(name) < 8:
            return None
        longer = self.ledger.listing.containing("path", f"_{name}\n", f"-{name}\n")
        return None if longer is None else (EQUIVALENT, f"short for {longer[0]}", longer[1].first)

    def _joined(self, folder: str, name: str) -> Ground | None:
        """A listing names the folder in its call and the file in its result: joined, they are the path."""
        if self.around is None:
            return None
        folders = {event for event, origin in self.ledger.places(encode(folder)) if origin is Origin.CALL}
        for event, origin in self.ledger.places(encode(name)):
            call = self.ledger.partners.get(event)
            if origin is Origin.RESULT and call in folders and self.around.lists(call, folder, event, name):
                return VERIFIED, "folder and name in one listing", event
        return None

    def _command_grounds(self, fact: Fact) -> Ground | None:
        for needle in needles_of(fact, self.cwd):
            places = self.ledger.places(needle)
            if places:
                return VERIFIED, "letters", places[0][0]
        words = set(words_of(fact.normal)) - ELLIPSES
        for normal in self._runs_with(words):
            entry = self.ledger.entry("command", normal)
            if (
                entry is not None
                and entry.kind == fact.kind
                and words <= set(words_of(normal))
                and not lacks_option(fact.normal, normal)
            ):
                return EQUIVALENT, "its words stand in one command", entry.first
        return None

    def _runs_with(self, words: set[str]) -> list[str]:
        """The ledger's commands with that of some words which the fewest of them have. All are cut into words once, for
        all commands of the summary."""
        if not words <= self._runs.keys():
            told = (words_of(fact.normal) for fact in self.facts if fact.category == "command")
            sought = words.union(*told) - self._runs.keys()
            self._runs.update((word, []) for word in sought)
            for normal in self.ledger.listing.of("command"):
                for word in sought.intersection(words_of(normal)):
                    self._runs[word].append(normal)
        return min((self._runs[word] for word in words), key=len, default=[])

    def _status_grounds(self, status: str) -> Ground | None:
        """A status that a server's answer is told by without the letters HTTP: ``The page answers 200``."""
        if self.around is None:
            return None
        for event, _ in self.ledger.places(encode(status)):
            call = self.ledger.partners.get(event)
            asked = call is not None and any(_ASKED.search(text) for text in self.around.texts(call))
            for text in self.around.texts(event):
                for start, end in itertools.islice(whole(status, text), _MATCHES):
                    if asked or _ANSWERED.search(text[max(0, start - _NEARBY) : end + _NEARBY]):
                        return EQUIVALENT, f"{status} as an answer", event
        return None

    def _hash_grounds(self, fact: Fact) -> Ground | None:
        for category, basis in (("hash", "prefix of a longer hash"), ("uuid", "prefix of a UUID")):
            longer = self.ledger.listing.containing(category, "\n" + fact.normal)
            if longer is not None:
                return VERIFIED, basis, longer[1].first
        return None
