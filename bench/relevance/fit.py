"""Rebuilds ``src/threefold/relevance/calibration.json`` from the fitting part: ``python -m bench.relevance.fit``.

Reads nothing of the test part. Prints the out-of-sample figures of each tier.
"""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from bench.relevance.dataset import Labelled, digest, join, load
from bench.relevance.fitting import Prepared, fit_manner, fit_tier, folds, with_signal
from bench.relevance.measures import summary
from bench.relevance.worded import fit_wording
from threefold.relevance import encoder, vectors
from threefold.relevance.cache import VectorCache
from threefold.relevance.calibration import Calibration, MannerWeights
from threefold.relevance.encoder import Encoder
from threefold.relevance.local import Run
from threefold.relevance.meaning import Meaning

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "src" / "threefold" / "relevance" / "calibration.json"
CACHE = ROOT / "build" / "relevance"
VERSION = "5"
TOGETHER = 3
"""Sessions of one joined conversation."""
FLOOR = 0.33
"""Keeps a demand of the human out of what the scorer is sure is worthless: its confidence is 0.34, below 0.35."""


def prepare(tasks: list[Labelled], model: Encoder | None) -> list[Prepared]:
    """Cut, count and embed every task; vectors come from a cache in ``build/``."""
    fold_of = folds([task.session for task in tasks])
    tasks = [*tasks, *joined(tasks, fold_of)]
    prepared: list[Prepared] = []
    with VectorCache(CACHE) as cache:
        for task in tasks:
            run = Run(task.request)
            known = other = None
            if model is not None:
                reader = vectors.Reader(model)
                query = vectors.task_vectors(model, reader, run.task_chunks)
                places = range(len(run.candidates))
                done = vectors.embed(model, reader, cache, run.texts, places, run.weights, time.monotonic() + 600)
                known = Meaning(run.candidates, query, done.messages, known=True)
                other = Meaning(run.candidates, query, done.messages, known=False)
            prepared.append(Prepared(task, run, known, other, fold_of[task.session.partition("+")[0]]))
    return prepared


def joined(tasks: list[Labelled], fold_of: dict[str, int]) -> list[Labelled]:
    """The sessions of each fold joined into longer conversations of three each, beside themselves."""
    found: list[Labelled] = []
    for fold in sorted(set(fold_of.values())):
        names = sorted(session for session, number in fold_of.items() if number == fold)
        for start in range(0, len(names), TOGETHER):
            group = set(names[start : start + TOGETHER])
            found += join([task for task in tasks if task.session in group], seed=100 * fold + start)
    return found


def fit(prepared: list[Prepared], encoder_name: str, *, verbose: bool = True) -> Calibration:
    """The calibration of all three tiers."""
    manner, values = fit_manner(prepared)
    wording, worded = fit_wording(prepared)
    readers = {
        "lexical": [task.run.readers(None, None) for task in prepared],
        "encoder": [task.run.readers(task.other, None) for task in prepared],
        "packaged": [task.run.readers(task.known, None) for task in prepared],
    }
    tiers = {}
    for name, each in readers.items():
        direct = [with_signal("wording", task, own, worded) for task, (own, _) in zip(prepared, each, strict=True)]
        if name == "packaged":
            direct = [with_signal("manner", task, own, values) for task, own in zip(prepared, direct, strict=True)]
        relations = [related for _, related in each]
        tiers[name], out = fit_tier(prepared, direct, relations, meaning=name != "lexical", manner=name == "packaged")
        if verbose:
            for title, wanted in (("as written", False), ("joined", True)):
                part = [place for place, task in enumerate(prepared) if ("+" in task.task.session) == wanted]
                print(summary(f"{name}, {title}", [prepared[p].task for p in part], [out[p] for p in part]))
    return Calibration(
        version=VERSION,
        data=digest("fit"),
        floor=FLOOR,
        lexical=tiers["lexical"],
        encoder=tiers["encoder"],
        packaged=tiers["packaged"],
        manner=MannerWeights(encoder=encoder_name, **manner),
        wording=wording,
    )


def main() -> None:
    """Fit and write."""
    model = encoder.load()
    calibration = fit(prepare(load("fit"), model), model.name)
    TARGET.write_bytes(msgspec.json.format(msgspec.json.encode(calibration), indent=1) + b"\n")
    print(f"wrote {TARGET.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
