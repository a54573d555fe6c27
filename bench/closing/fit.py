"""Writes ``src/threefold/work/sentences/weights.py`` from the labelled sentences: ``python -m bench.closing.fit``.

Prints the figures of each hand, read by weights that were fitted to all the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.closing.dataset import Message, digest, load
from bench.closing.fitting import MISSED, Reading, Row, fit
from threefold.work.sentences.phrases import said
from threefold.work.sentences.signs import signs

TARGET = Path(__file__).resolve().parents[2] / "src" / "threefold" / "work" / "sentences" / "weights.py"
SHARE = {"sessions": 0.5, "finished": 0.5, "cases": 3.0}
"""How much a sentence counts of a file that was not written to learn from: sessions that stand for many of their kind,
and what the tests of the rules assert."""
WIDTH = 118


def rows_of(messages: Sequence[Message]) -> list[Row]:
    """The labelled sentences with their signs."""
    found = []
    for number, message in enumerate(messages):
        lines = message.lines()
        held = signs([line for line, _ in lines], message.work, said(message.request))
        for (_, label), own in zip(lines, held, strict=True):
            if label is not None:
                found.append(Row(own, label, number, message.hand, SHARE.get(message.hand, 1.0), message.work))
    return found


def auc(scores: Sequence[float], labels: Sequence[int]) -> float:
    """The share of pairs, one open and one not, of which the open one scores higher."""
    order = sorted(range(len(scores)), key=scores.__getitem__)
    ranks = sum(rank for rank, place in enumerate(order, 1) if labels[place])
    positive = sum(labels)
    return (ranks - positive * (positive + 1) / 2) / max(1, positive * (len(labels) - positive))


def figures(hand: str, rows: Sequence[Row], scores: Sequence[float]) -> str:
    """One line: how well the sentences and the messages of a hand are told apart, and the errors at the threshold."""
    labels = [row.label for row in rows]
    best: dict[int, float] = defaultdict(lambda: -99.0)
    is_open: dict[int, int] = defaultdict(int)
    for row, score in zip(rows, scores, strict=True):
        best[row.message] = max(best[row.message], score)
        is_open[row.message] = max(is_open[row.message], row.label)
    whole = list(best)

    def rate(values: Sequence[float], truth: Sequence[int], wanted: int) -> float:
        chosen = [value > 0.0 for value, label in zip(values, truth, strict=True) if label == wanted]
        return sum(chosen) / max(1, len(chosen))

    tops, opens = [best[one] for one in whole], [is_open[one] for one in whole]
    return (
        f"{hand:17} sentences {len(rows):5} AUC {auc(scores, labels):.3f} found {rate(scores, labels, 1):.2f} "
        f"needless {rate(scores, labels, 0):.2f}   messages {len(whole):4} AUC {auc(tops, opens):.3f} "
        f"found {rate(tops, opens, 1):.2f} needless {rate(tops, opens, 0):.2f}"
    )


def held_out(rows: Sequence[Row]) -> list[float]:
    """The score of each sentence, by a reading that was fitted to the other hands."""
    readings = {hand: fit([row for row in rows if row.hand != hand]) for hand in {row.hand for row in rows}}
    return [readings[row.hand].score(row.signs) for row in rows]


def margin(rows: Sequence[Row], scores: Sequence[float], missed: float) -> float:
    """The score above which a sentence is best called open: one that is missed costs ``missed``, a needless one 1."""
    ranked = sorted((score, row.label) for row, score in zip(rows, scores, strict=True) if row.hand not in SHARE)
    cost = float(sum(1 - label for _, label in ranked))  # all are called open
    least, best = cost, ranked[0][0] - 1.0
    for score, label in ranked:
        cost += missed * label - (1 - label)
        if cost < least:
            least, best = cost, score
    return best


def written(reading: Reading, above: Mapping[str, float], data: str) -> str:
    """The module that holds the reading, with the score ``above`` which a sentence is open after each kind of work."""
    biases = "{" + ", ".join(f'"{work}": {round(100 * (reading.bias - least))}' for work, least in above.items()) + "}"
    families: dict[str, list[str]] = defaultdict(list)
    for sign, weight in sorted(reading.weights.items()):
        hundredths = round(weight * 100)
        if hundredths:
            family, _, rest = sign.partition(" ")
            families[family].append(f"{rest.replace(' ', '_')} {hundredths}")
    blocks = []
    for family, entries in sorted(families.items()):
        lines, line = [], ""
        for entry in entries:
            if line and _columns(line) + _columns(entry) + 2 > WIDTH:
                lines.append(line)
                line = ""
            line = f"{line}  {entry}" if line else entry
        blocks.append(f'    "{family}": """\n' + "\n".join([*lines, line]) + '\n""",\n')
    return (
        '"""What each sign of a sentence speaks for: hundredths of log-odds that it leaves something open.\n\n'
        "Written by ``python -m bench.closing.fit``; not edited by hand.\n"
        '"""\n\n'
        f'DATA = "{data}"\n"""The hash of the labelled sentences that these weights were fitted to."""\n\n'
        f"BIAS = {biases}\n"
        '"""What a sentence has without any sign, after each kind of work."""\n\n'
        "FAMILIES = {\n" + "".join(blocks) + "}\n"
    )


def _columns(text: str) -> int:
    """The width of a text on a screen, where a Chinese character takes two."""
    return sum(1 if character < "\u2e80" else 2 for character in text)


def main() -> None:
    rows = rows_of(load())
    scores = held_out(rows)
    above = {}
    for work, missed in MISSED.items():
        own = [place for place, row in enumerate(rows) if row.work == work]
        above[work] = margin([rows[place] for place in own], [scores[place] for place in own], missed)
    for hand in sorted({row.hand for row in rows}):
        for work in MISSED:
            own = [place for place, row in enumerate(rows) if row.hand == hand and row.work == work]
            if own:
                over = [scores[place] - above[work] for place in own]
                print(figures(f"{hand} {work}", [rows[place] for place in own], over))
    TARGET.write_text(written(fit(rows), above, digest()), encoding="utf-8")
    print(f"{len(rows)} sentences, {TARGET.stat().st_size / 1000:.0f} kB of weights")


if __name__ == "__main__":
    main()
