"""What humans said in a session, in the forms by which a quote of theirs is recognised."""

# ruff: noqa: E501
from __future__ import annotations

import itertools
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from heapq import nlargest

from threefold.auditing.facts.phrases import characters, telling, trigrams, words
from threefold.auditing.statements.against import denies
from threefold.text.later import later
from threefold.text.sentences import sentences

_ELLIPSIS = later(r"\.{3,}|…+|\[[^\]\n]{0,200}\]|\([^)\n]{0,40}\)")
_CONSENTS = later(
    r"(?i)\b(?:yes|yep|yeah|yup|yea|ya|aye|ok|okay|sure|go ahead|go for it|do it|proceed|approved?|agreed?|lgtm|looks good|sounds good|fine|please do"
    r"|continue|correct|right|great|perfect|ship it|let'?s|you can|you may|confirm(?:ed)?|allow(?:ed)?|accept(?:ed)?|good|that works|implement)\b"
    r"|(?<![不没])(?:好|可以|行|同意|是的|对|继续|批准|确认)|嗯|没问题|开始吧|去做|授权|sim\b|claro|ja\b|oui\b|sí\b|はい|네"
)
_WAITED_FOR = later(
    r"(?i)\b(?:until|unless|before)\b[^.!?;,\n]{0,200}"
    r"|\b(?:after|once|when|if|as soon as) (?:i|we|he|she|they|the \w+|\w+) (?:\w+ ){0,3}?(?:approv|confirm|agree|accept|allow|okay|say|said|give|gave)\w*(?: \w+){0,2}"
    r"|除非[^，。；！？\n]{0,100}|等[^，。；！？\n]{0,40}(?:确认|同意|批准|授权)|(?:确认|同意|批准|授权)(?:了|过)?(?:之后|以后|后|再|前|之前)"
)
"""What speaks of a yes that is yet to come."""
_TO_THE_LETTER = 0.6  # of a quote's runs of three words, where it is word for word what somebody else wrote
_SAME_WORDS = 0.8  # of its telling words, likewise
_SHORT_YES = 300  # characters of a turn that says yes to what was put to it
_PUT = 1500  # characters in front of such a turn in which that is looked for
_QUOTED_ENOUGH = 0.3  # of a quote's runs of three words stand in one human turn: it is a quote, if a shortened one
_SHARED_ENOUGH = 0.5  # of its telling words: it is a paraphrase in quotation marks
_FEW = 3
_OF_FEW = 0.6  # of so few telling words
_READ = 200_000  # characters of one human text that are remembered
_SHORTEST = 3  # words of a quote that can be judged
_CLAUSES = later(
    r"(?i)[,;:]\s+(?:(?:and|but|so|then|also)\b\s*)?|\s(?:and|but|then|meanwhile|also)\s|[.!?]\s+|\s[-—–]\s|[，。；：！？、]"
)
_VERBATIM = 0.75  # of a quote's runs of three words stand in one human turn: it is theirs to the letter
_ADDED = 2  # telling words from which on a sentence says something by itself
_SPELLED_ALIKE = 0.75  # of the letters of two words that one may be a slip for the other
_MOST_TURNS = 40  # that say the same are looked at for a word
_FEWER = 20  # times as many words in a turn as are asked about: each is looked up in it
_SPOKEN_IN = 4000  # characters of a turn in which a sentence to the contrary is looked for


def fragments(quote: str) -> list[str]:
    """The pieces of a quote between its ellipses and the summary's own remarks, longest first."""
    pieces = [piece.strip(" ,.;:-—") for piece in _ELLIPSIS.split(quote)]
    return sorted((piece for piece in pieces if len(words(piece)) >= _SHORTEST), key=len, reverse=True)


class HumanTurns:
    """What humans said in the session, in the forms by which a quote is recognised."""

    def __init__(self) -> None:
        self.texts: list[tuple[int, str]] = []
        self.agreed: list[str] = []
        """each turn that says yes, with what the model had put to it; empty where it had put nothing in words"""
        self._heard: list[array[int]] = []
        self._at: dict[int, array[int]] = {}
        """the turns that hold a word or a run of words, by its hash, for those that were asked about"""

    def add(self, event: int, text: str, before: str = "") -> None:
        """Remember one human text. ``before`` is what the model said and called last."""
        if _CONSENTS.search(_WAITED_FOR.sub(" ", text[:_READ])):
            short = len(text) <= _SHORT_YES
            self.agreed.append(f"{text}\n{before[-_PUT:]}" if short and before else "" if short else text[:_READ])
        if len(text) > _READ:  # pasted data; what is quoted of its middle is found by its letters
            text = text[: _READ // 2] + "\n" + text[-_READ // 2 :]
        self.texts.append((event, text))

    def __getstate__(self) -> dict[str, object]:
        return {
            "texts": self.texts,
            "agreed": self.agreed,
            "_heard": [],
            "_at": {},
        }  # hashes of words differ from process to process

    def listen(self, quotes: Iterable[str]) -> None:
        """Find in one pass over the turns where the words of all these quotes stand, which are then asked about one by
        one. One that was not named is found all the same, by a pass of its own."""
        pieces = {piece for quote in quotes for piece in (quote, *fragments(quote))}
        self._find({hash(one) for piece in pieces for one in (*trigrams(piece), *telling(piece))})

    def _find(self, hashes: set[int]) -> None:
        if len(self._heard) < len(self.texts):  # most summaries quote nobody, so this is read when it is asked about
            self._heard.extend(_packed(text) for _, text in self.texts[len(self._heard) :])
            self._at.clear()
        wanted = {one for one in hashes if one not in self._at}
        self._at.update((one, array("l")) for one in wanted)
        for turn, heard in enumerate(self._heard if wanted else ()):
            many = len(heard) < len(wanted) * _FEWER
            for one in wanted.intersection(heard) if many else [one for one in wanted if _holds(heard, one)]:
                self._at[one].append(turn)

    def _sharing(self, some: Iterable[object]) -> Counter[int]:
        """How many of some words, or runs of words, each turn holds that holds any."""
        hashes = set(map(hash, some))
        self._find(hashes)
        return Counter(itertools.chain.from_iterable(self._at[one] for one in hashes))

    def says(self, quote: str, exactly: bool = False) -> bool:
        """Whether some human turn says this: to the letter, shortened, or in mostly the same words. ``exactly`` asks
        for more of them: somebody else wrote it word for word."""
        pieces = fragments(quote) or [quote]
        enough = (_TO_THE_LETTER, _SAME_WORDS) if exactly else (_QUOTED_ENOUGH, _SHARED_ENOUGH)
        return all(self._saying(piece, *enough) for piece in pieces[:3])

    def _saying(self, piece: str, quoted_enough: float, shared_enough: float) -> list[int]:
        """The turns that say a piece of a quote, those that hold most of it."""
        grams, wanted = trigrams(piece), telling(piece)
        quoted, shared = self._sharing(grams), self._sharing(wanted)
        enough = (shared_enough if len(wanted) > _FEW else max(shared_enough, _OF_FEW)) * len(wanted)
        found = {turn for turn, count in quoted.items() if count >= quoted_enough * len(grams)}
        found.update(turn for turn, count in shared.items() if count >= enough)
        return nlargest(_MOST_TURNS, sorted(found), key=lambda turn: quoted[turn] + shared[turn])

    def added(self, quote: str) -> str:
        """The clause of a quote with words that none of the turns has which it may be from, or an empty string.

        ``approved, go ahead and merge`` quotes a turn that approved, and puts an order behind it; ``v5 and v6 may go``
        quotes one that let go of v5. A word that was merely spelled right is the human's.
        """
        for piece in (fragments(quote) or [quote])[:3]:
            turns = [self.texts[turn][1].lower() for turn in self._saying(piece, _QUOTED_ENOUGH, _SHARED_ENOUGH)]
            if not turns or any(piece.lower() in turn for turn in turns):
                continue
            said = set[str]().union(*map(telling, turns))
            for clause in _CLAUSES.split(piece):
                if clause and (_unsaid(clause, said) or _unsaid_characters(clause, turns)):
                    return clause.strip()
        return ""

    def against(self, quote: str) -> tuple[int, str] | None:
        """The sentence by which a human said last the opposite of a quote that nobody said word for word, and where."""
        about, grams = telling(quote), trigrams(quote)
        if any(count >= _VERBATIM * len(grams) for count in self._sharing(grams).values()):
            return None
        near = (turn for turn, count in self._sharing(about).items() if count >= _ADDED)
        for event, text in map(self.texts.__getitem__, sorted(near, reverse=True)):
            for sentence in reversed(list(sentences(text[:_SPOKEN_IN]))):
                said = sentence.of(text)
                known = telling(said)
                shared = len(known & about)
                if shared >= _ADDED and shared >= _SHARED_ENOUGH * min(len(known), len(about)):
                    return (event, said) if denies(said, quote) else None
        return None


def _unsaid(clause: str, said: set[str]) -> bool:
    """Whether a clause has a telling word that was not said, in any spelling."""
    from difflib import get_close_matches  # loaded where it is needed: few quotes are not to the letter

    new = (word for word in telling(clause) - said if word.isascii() and word[:1].isalnum())
    return any(not word.isalpha() or not get_close_matches(word, said, 1, _SPELLED_ALIKE) for word in new)


def _unsaid_characters(clause: str, turns: Sequence[str]) -> bool:
    """Whether a clause has two Chinese characters beside each other neither of which was said."""
    known = characters(clause)
    new = known - set[str]().union(*map(characters, turns)) if known else known
    return any(one in new and other in new for one, other in itertools.pairwise(clause))


def _packed(text: str) -> array[int]:
    """The words and runs of words of a text by their hashes, in order: a tenth of the memory that a set of them takes."""
    return array("q", sorted({hash(one) for one in (*trigrams(text), *telling(text))}))


def _holds(known: array[int], one: int) -> bool:
    place = bisect_left(known, one)
    return place < len(known) and known[place] == one
