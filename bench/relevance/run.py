"""How well relevance is scored without a network: ``make bench-relevance``.

Prints figures on the test part: baselines, the tiers as they are shipped, the joined conversations, the task taken from
the conversation, the cost of a chunk, and each tier with one signal left out. Intervals are 95%, by bootstrap over
whole sessions. ``--out-of-sample`` prints the tiers on the fitting part by cross-validation and does not open the test
part: that is what to look at while changing anything.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from bench.relevance.dataset import Labelled, join, load
from bench.relevance.fit import fit, prepare
from bench.relevance.fitting import Prepared
from bench.relevance.measures import summary
from threefold.relevance import chunks, encoder
from threefold.relevance.cache import VectorCache, key_of
from threefold.relevance.calibration import Aspects, Calibration, Forest, Pass, Tier
from threefold.relevance.calibration import load as load_calibration
from threefold.relevance.encoder import Encoder
from threefold.relevance.local import LocalScorer
from threefold.relevance.protocol import Request, Scorer
from threefold.relevance.recency import RecencyScorer
from threefold.relevance.settings import RelevanceSettings
from threefold.relevance.signals import relative

HEADER = f"{'':<34} {'AUC':<22} {'AUC, Chinese tasks':<22} {'cut at 90% recall':<22} ECE"
NEAR = "s-"
"""How the pools are named that were written to be hard."""
CACHE = Path(__file__).resolve().parents[2] / "build" / "relevance"

Values = list[list[float]]


def of_scorer(scorer: Scorer, tasks: Sequence[Labelled], *, given: bool = True) -> Values:
    """The scorer's value for every message of every task."""
    values = []
    for task in tasks:
        request = task.request if given else Request(candidates=task.request.candidates)
        values.append([score.value for score in scorer.score(request).scores])
    return values


def baselines(tasks: Sequence[Prepared]) -> Iterator[tuple[str, Values]]:
    """Recency, BM25 alone, MiniLM alone (cosine of the best chunk with the task)."""
    yield "recency", of_scorer(RecencyScorer(), [task.task for task in tasks])
    yield "BM25 alone", [relative(task.run.texts.index.scores(task.run.weights)) for task in tasks]
    cosines: Values = []
    for task in tasks:
        found = task.known.direct(None) if task.known is not None else {}
        cosines.append([found.get(place, {}).get("similarity", 0.0) for place in range(len(task.task.needed))])
    yield "MiniLM alone", cosines


def without(shipped: Calibration, signal: str) -> Calibration:
    """The calibration with one signal taken out of every reading; nothing is fitted again."""

    def bare(one: Pass) -> Pass:
        return Pass(one.bias, {name: weight for name, weight in one.weights.items() if name != signal})

    def tier(whole: Tier) -> Tier:
        first, second, third = map(bare, (whole.first, whole.second, whole.third))
        aspects = Aspects(topic=bare(whole.aspects.topic), kind=bare(whole.aspects.kind))
        # A forest asks for a signal by its name; one that nobody gives is 0 to it.
        forest = Forest([name if name != signal else "" for name in whole.forest.signals], whole.forest.trees)
        return msgspec.structs.replace(whole, first=first, second=second, third=third, forest=forest, aspects=aspects)

    return msgspec.structs.replace(
        shipped, lexical=tier(shipped.lexical), encoder=tier(shipped.encoder), packaged=tier(shipped.packaged)
    )


def cost(model: Encoder, tasks: Sequence[Labelled]) -> list[str]:
    """Milliseconds of a chunk, new and cached, of one message's lexical score, and of loading; and the memory."""
    texts = list(
        dict.fromkeys(chunk for task in tasks for one in task.request.candidates for chunk in chunks.split(one.text))
    )[:150]
    new = _each(lambda: [model.embed(text) for text in texts], len(texts))
    with tempfile.TemporaryDirectory() as folder, VectorCache(Path(folder)) as cache:
        keys = [key_of(model.name, text) for text in texts]
        cache.put({key: model.embed(text) for key, text in zip(keys, texts, strict=True)})
        cached = _each(lambda: cache.get([key_of(model.name, text) for text in texts]), len(texts))
    lexical = LocalScorer(RelevanceSettings(embeddings=False))
    messages = sum(len(task.needed) for task in tasks)
    score = _each(lambda: of_scorer(lexical, tasks), messages)
    started = time.process_time()
    encoder.load()
    loaded = time.process_time() - started
    alone = [sys.executable, "-m", "bench.relevance.run", "--memory"]
    memory = subprocess.run(alone, check=True, capture_output=True, text=True).stdout.strip()
    return [
        f"new chunk {new:.1f} ms, cached chunk {cached:.3f} ms, message by words {score:.2f} ms (processor time)",
        f"encoder loaded again in {loaded:.2f} s of processor time; {memory} MB resident when one session is scored",
    ]


def _each(work: Callable[[], object], count: int) -> float:
    """Milliseconds of processor time for one of ``count``: the machine may be busy with other things."""
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000.0 / count


def shipped(calibration: Calibration | None = None) -> Iterator[tuple[str, LocalScorer]]:
    """The tiers as a user gets them, or with another calibration."""
    yield "lexical tier", LocalScorer(RelevanceSettings(embeddings=False), calibration)
    yield "embedding tier", LocalScorer(RelevanceSettings(cache_path=str(CACHE), time_limit_ms=600_000), calibration)


def table(model: Encoder, *, signals: bool) -> None:
    """Everything on the test part."""
    tasks = load("test")
    pairs, needed = sum(len(task.needed) for task in tasks), sum(sum(task.needed) for task in tasks)
    print(f"test part: {len(tasks)} tasks, {pairs} pairs, {needed} needed\n{HEADER}")
    prepared = [task for task in prepare(tasks, model) if "+" not in task.task.session]
    for title, values in baselines(prepared):
        print(summary(title, tasks, values))
    long = [task for group in _groups(tasks) for task in join(group, seed=1)]
    pools = load("pools")
    near = [task for task in pools if task.session.startswith(NEAR)]
    single = [task for task in tasks if sum(other.session == task.session for other in tasks) == 1]
    for title, scorer in shipped():
        print(summary(title, tasks, of_scorer(scorer, tasks)))
        print(summary("  sessions with one task", single, of_scorer(scorer, single)))
        print(summary("  the same, task not given", single, of_scorer(scorer, single, given=False)))
        print(summary("  two or three sessions joined", long, of_scorer(scorer, long)))
        print(summary("  pools", pools, of_scorer(scorer, pools)))
        print(summary("  pools of terse people, near tasks", near, of_scorer(scorer, near)))
    print("\n".join(cost(model, tasks)))
    if signals:
        whole = load_calibration()
        print(f"\nwithout one signal (nothing fitted again)\n{HEADER}")
        by_words = {*whole.lexical.second.weights, *whole.lexical.third.weights}
        for name in sorted({*whole.packaged.second.weights, *whole.packaged.third.weights}):
            for title, scorer in shipped(without(whole, name)):
                if title == "embedding tier" or name in by_words:
                    print(summary(f"  {title} - {name}", tasks, of_scorer(scorer, tasks)), flush=True)


def _peak_megabytes() -> int:
    """Largest resident set of this process. Linux carries ``ru_maxrss`` over from the process that started this one."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text("ascii").split("VmHWM:")[1].split()[0]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024**2 if sys.platform == "darwin" else 1024)


def _groups(tasks: Sequence[Labelled], size: int = 2) -> list[list[Labelled]]:
    """Tasks of two sessions each, neighbours by name; an odd session joins the last group."""
    names = list(dict.fromkeys(task.session for task in tasks))
    last = max(0, len(names) // size - 1)
    number = {name: min(place // size, last) for place, name in enumerate(names)}
    return [[task for task in tasks if number[task.session] == group] for group in range(last + 1)]


def main() -> None:
    """Parse and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--out-of-sample", action="store_true", help="the fitting part only, by cross-validation")
    parser.add_argument("--no-signals", action="store_true", help="leave out the table without each signal")
    parser.add_argument("--memory", action="store_true", help="score one session and print the largest resident set")
    arguments = parser.parse_args()
    if arguments.memory:
        with tempfile.TemporaryDirectory() as folder:
            of_scorer(LocalScorer(RelevanceSettings(cache_path=folder, time_limit_ms=600_000)), load("fit")[:1])
        print(_peak_megabytes())
        return
    model = encoder.load()
    if arguments.out_of_sample:
        print(HEADER)
        fit(prepare(load("fit"), model), model.name)
    else:
        table(model, signals=not arguments.no_signals)


if __name__ == "__main__":
    main()
