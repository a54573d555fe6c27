"""Which language a text is mostly in: by its script, and within Latin script by the commonest words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from threefold.text.later import later

_SCRIPTS = (
    ("Japanese", later(r"[\u3040-\u30ff]")),
    ("Korean", later(r"[\uac00-\ud7ff]")),
    ("Chinese", later(r"[\u4e00-\u9fff]")),
    ("Russian", later(r"[\u0400-\u04ff]")),
)
_LATIN = later(r"[A-Za-zÀ-ÿ]+")
_WORDS = {
    "English": "the and is to of that it for was with not this you are be have on we",
    "Portuguese": "o que não de para uma com você os do da em isso está então por mais",
    "Spanish": "el que no de para una con los las en por está pero más como lo del se",
    "French": "le la les des est pas que pour une dans avec vous je il et du ce sur",
    "German": "der die das und ist nicht ein eine zu mit für auf ich wir bitte den im",
    "Italian": "il che non di per una con sono gli della è questo ma più anche nel si",
}
_COMMON = {name: frozenset(words.split()) for name, words in _WORDS.items()}
_FEWEST = 12
"""Common words that a verdict needs: a few lines of code and file names say nothing."""
_FEWEST_IN_TURN = 3
_QUOTED = later(r"`[^`\n]{1,200}`|\"[^\"\n]{1,200}\"|'[^'\n]{1,200}'|“[^”\n]{1,200}”|「[^」\n]{1,200}」")
_NAMED = (
    ("Chinese", later(r"(?i)\b(?:in|use) chinese\b|(?:用|使用)(?:简体)?(?:中文|汉语)")),
    ("English", later(r"(?i)\b(?:in|use) english\b|(?:用|使用)英文")),
    ("German", later(r"(?i)\b(?:in|use) german\b|(?:用|使用)德文")),
    ("French", later(r"(?i)\b(?:in|use) french\b|(?:用|使用)法文")),
    ("Spanish", later(r"(?i)\b(?:in|use) spanish\b")),
    ("Portuguese", later(r"(?i)\b(?:in|use) portuguese\b")),
    ("Japanese", later(r"(?i)\b(?:in|use) japanese\b|(?:用|使用)日文")),
    ("Korean", later(r"(?i)\b(?:in|use) korean\b|(?:用|使用)韩文")),
)
_ANSWERS = later(r"(?i)\b(?:answer|respond|reply|replies|speak|write|communicate)\b|回答|回复|答复|沟通|输出")


@lru_cache(maxsize=4)
def language(text: str, fewest: int = _FEWEST) -> str:
    """The language of the prose, or "" where the text does not tell. ``fewest`` are the common words (or characters of
    a script) that it takes."""
    text = text[:200_000]
    latin = [word.lower() for word in _LATIN.findall(text)]
    for name, script in () if text.isascii() else _SCRIPTS:
        count = len(script.findall(text))
        if count >= fewest and count > 0.4 * len(latin):
            return name
    counts = Counter(latin)
    scores = {name: sum(map(counts.__getitem__, common)) for name, common in _COMMON.items()}
    best = max(scores, key=lambda name: scores[name])
    second = max(score for name, score in scores.items() if name != best)
    return best if scores[best] >= fewest and scores[best] >= 1.5 * second else ""


def spoken(turns: Iterable[str]) -> set[str]:
    """The languages that a person writes: those of whole turns, of single sentences, and each script that a turn merely
    holds some of. Who writes in two is not answered in a foreign one by either; a short text tells by a few words.

    ``turns`` are given as the sentences of each, one a line, without code. Latin words beside another script count by
    the sentence: they may be a pasted message. What stands in quotation marks was quoted, not written.
    """
    found: set[str] = set()
    for turn in turns:
        said = turn if turn.isascii() else _QUOTED.sub(" ", turn)
        scripts = {
            name for name, script in _SCRIPTS if not said.isascii() and len(script.findall(said)) >= _FEWEST_IN_TURN
        }
        found |= scripts - ({"Chinese"} if "Japanese" in scripts else set())
        found |= {
            language(one, _FEWEST_IN_TURN) for one in (turn.split("\n") if scripts else (turn, *turn.split("\n")))
        }
    return found - {""}


def asks_for(rule: str, spoken: str) -> bool:
    """Whether a rule says to answer in a language by its name."""
    return _ANSWERS.search(rule) is not None and any(name == spoken and named.search(rule) for name, named in _NAMED)
