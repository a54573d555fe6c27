"""The compaction: speed, memory, slope, and how close to the best choice its selection comes.

    python -m bench.compact [--counts 1000,10000,50000] [--repeats 3] [--json FILE]

Speed: seeded OpenAI chats of mixed message sizes are compacted to a quarter of their bytes, by recency and by replayed
scores, each in a process of its own. The baseline is the standard library's ``json`` writing and reading the same
messages, in the same process. Choice: random sets of things whose best choice is found by trying all, and large sets
against the fractional bound, for our choice and for greedy by value per byte.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from bench.texts import Texts

ROOT = Path(__file__).resolve().parent.parent
SHARE = 0.25
CASES = ("recency", "replay")


def messages(count: int, seed: int = 1) -> list[dict[str, object]]:
    """A conversation of ``count`` messages: requests, answers, calls with results from a line to 250."""
    rng = random.Random(seed)
    texts = Texts(seed)
    found: list[dict[str, object]] = [{"role": "system", "content": "You are a coding agent."}]
    while len(found) < count:
        number, roll = len(found), rng.random()
        if roll < 0.08:
            found.append({"role": "user", "content": texts.prose(rng.randrange(1, 5))})
        elif roll < 0.3:
            found.append({"role": "assistant", "content": texts.prose(rng.randrange(1, 8))})
        else:
            arguments = json.dumps({"path": f"src/m{rng.randrange(400)}.py", "limit": rng.randrange(1, 2000)})
            call = {"id": f"c{number}", "type": "function", "function": {"name": "read", "arguments": arguments}}
            found.append({"role": "assistant", "content": None, "tool_calls": [call]})
            lines = rng.choice((1, 2, 4, 6, 8, 12, 30, 250 if rng.random() < 0.1 else 10))
            found.append({"role": "tool", "tool_call_id": f"c{number}", "content": texts.log(lines)})
    return found


# --- one measurement, in a process of its own ------------------------------------------------------------------------


def child(case: str, count: int) -> None:
    """Compact once and print what it took; memory without what the messages themselves take is measured too."""
    import resource

    from threefold.compacting import compact
    from threefold.compaction.scores import Scores, Value
    from threefold.compaction.settings import CompactSettings

    found = messages(count)
    start = time.perf_counter()
    size = len(json.dumps(found))
    json.loads(json.dumps(found))
    baseline = time.perf_counter() - start
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    rng = random.Random(2)
    replayed = {index: Value(rng.random(), rng.random(), "jev") for index in range(len(found))}
    scores = Scores(values=replayed, calibrated=True, scorer="jev") if case == "replay" else None
    settings = CompactSettings(target_ratio=SHARE, scorer="recency")
    compact(
        found[:50], settings=settings, environ={}
    )  # what is loaded when first used is loaded before the clock starts
    clock, cpu = time.perf_counter(), time.process_time()
    stats = compact(found, settings=settings, scores=scores, environ={}).stats
    row = {
        "case": case,
        "messages": len(found),
        "bytes": size,
        "seconds": time.perf_counter() - clock,
        "cpu_seconds": time.process_time() - cpu,
        "baseline_seconds": baseline,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "before_mb": before / 1024,
        "over_budget": stats.over_budget_bytes,
        "carried": stats.carried_spans,
        "worth_of_bound": stats.optimality,
    }
    if stats.error:
        raise SystemExit(stats.error)
    print(json.dumps(row))


def measure(case: str, count: int, repeats: int) -> dict[str, float]:
    """The fastest of several runs."""
    rows = []
    for _ in range(repeats):
        command = [sys.executable, "-m", "bench.compact", "--child", case, str(count)]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True, env=os.environ)
        rows.append(json.loads(done.stdout))
    best: dict[str, float] = min(rows, key=lambda row: row["cpu_seconds"])
    return best


# --- the choice ------------------------------------------------------------------------------------------------------


def choices(seed: int = 3) -> Iterator[dict[str, object]]:
    """How much of the best worth the choice and greedy reach: the mean and the worst of many random sets."""
    from threefold.compaction.knapsack import bound, choose

    rng = random.Random(seed)
    for name, count, sets in (("14 things, all tried", 14, 60), ("40 things", 40, 100), ("2,000 things", 2000, 20)):
        ours, greedy = [], []
        for _ in range(sets):
            costs = [int(rng.lognormvariate(6, 1.4)) + 40 for _ in range(count)]
            values = [rng.random() for _ in range(count)]
            room = int(sum(costs) * rng.uniform(0.1, 0.6))
            best = exact(values, costs, room) if count <= 14 else bound(values, costs, room)
            if best > 0:
                ours.append(sum(values[i] for i in choose(values, costs, room)) / best)
                greedy.append(sum(values[i] for i in by_density(values, costs, room)) / best)
        yield {
            "sets": name,
            "measured_against": "the best choice" if count <= 14 else "a bound above the best choice",
            "ours_mean": sum(ours) / len(ours),
            "ours_worst": min(ours),
            "greedy_mean": sum(greedy) / len(greedy),
            "greedy_worst": min(greedy),
        }


def exact(values: list[float], costs: list[int], room: int) -> float:
    """The best worth, by trying every set."""
    things = range(len(values))
    return max(
        sum(values[i] for i in chosen)
        for size in range(len(values) + 1)
        for chosen in combinations(things, size)
        if sum(costs[i] for i in chosen) <= room
    )


def by_density(values: list[float], costs: list[int], room: int) -> list[int]:
    """What greedy by value for each byte keeps."""
    kept = []
    for place in sorted(range(len(values)), key=lambda place: -values[place] / costs[place]):
        if costs[place] <= room:
            kept.append(place)
            room -= costs[place]
    return kept


# --- the command -----------------------------------------------------------------------------------------------------


def main() -> None:
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2], int(sys.argv[3]))
        return
    parser = argparse.ArgumentParser(description="Measure the compaction against writing and reading the same JSON.")
    parser.add_argument("--counts", default="1000,10000,50000", help="messages, comma-separated; default %(default)s")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each, the best counts; default %(default)s")
    parser.add_argument("--json", type=Path, help="write the rows to this file too")
    options = parser.parse_args()

    rows = []
    print("case      messages     MB   cpu s  wall s  x json  us/msg  peak MB")
    for case in CASES:
        for count in map(int, options.counts.split(",")):
            row = measure(case, count, options.repeats)
            rows.append(row)
            print(
                f"{case:8} {row['messages']:9,.0f} {row['bytes'] / 1e6:6.1f} {row['cpu_seconds']:7.2f}"
                f" {row['seconds']:7.2f} {row['cpu_seconds'] / row['baseline_seconds']:7.1f}"
                f" {row['cpu_seconds'] / row['messages'] * 1e6:7.0f}"
                f" {row['peak_mb']:8.0f}",
                flush=True,
            )
    print()
    found = list(choices())
    for choice in found:
        print(
            f"{choice['sets']:22} of {choice['measured_against']}: ours {choice['ours_mean']:.4f} (worst"
            f" {choice['ours_worst']:.4f}), greedy {choice['greedy_mean']:.4f} (worst {choice['greedy_worst']:.4f})"
        )
    if options.json is not None:
        options.json.write_text(json.dumps({"speed": rows, "choice": found}, indent=2) + "\n")


if __name__ == "__main__":
    main()
