"""How fast and in how much memory logs are audited, beside a bare scan of the same texts in the same run.

``python bench/audit/speed.py LOG... [--rounds N]``: each log is read and all its compactions are audited, from the
file to the records, without any cache of earlier audits. The bare scan takes the texts that these audits fold, as bytes
in memory, and does nothing with them but ask the gate which rules can match and run those (RE2 on bytes): no file, no
JSON, no facts. Patterns are compiled before, for both. Times are of the processor, the best of the rounds. The ratio is
that of the two speeds; the second one, by time, leaves out how much of a file is text.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

from threefold.auditing.facts.fact import CATEGORIES
from threefold.auditing.facts.grammar import RULES
from threefold.auditing.ledger.ledger import pieces
from threefold.auditing.run import audit_each
from threefold.reading import read
from threefold.text.patterns import Pattern, PatternSet
from threefold.text.unicode import encode


def whole(path: Path) -> int:
    """From the file to the records; the number of compactions."""
    with read(path) as session:
        return sum(1 for _ in audit_each(session, at="-"))


def texts(path: Path) -> list[bytes]:
    """The texts behind all summaries of a log, each once."""
    with read(path) as session:
        events = sorted({event for one in session.compactions for event in session.leaves(one)})
        return [encode(piece.text) for piece in pieces(session, events)]


def gate_alone(known: list[bytes], gate: PatternSet) -> None:
    """Ask only which rules can match."""
    for text in known:
        gate.matching(text)


def scan(known: list[bytes], gate: PatternSet, patterns: list[Pattern]) -> None:
    """Ask which rules can match, and find all their matches."""
    for text in known:
        for index in gate.matching(text):
            patterns[index].all_spans(text)


PATTERNS = ("_gate", "_patterns")
"""Caches of compiled patterns, which the bare scan has compiled before as well."""


def forget() -> None:
    """Empty what is remembered of texts that were read before, in whatever cache of the audit."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("threefold.auditing", "threefold.text", "threefold.work")):
            for known, value in vars(module).items():
                if known not in PATTERNS and callable(getattr(value, "cache_clear", None)):
                    value.cache_clear()


def best(rounds: int, work: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
    """Seconds of the processor, the best of the rounds."""
    taken = []
    for _ in range(rounds):
        before()
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return min(taken)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("logs", nargs="+", type=Path)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--no-scan", action="store_true", help="only the audit, so that its memory can be seen")
    given = options.parse_args()
    gate = PatternSet([gate for gate, _ in RULES.values()])
    patterns = [Pattern(pattern) for _, pattern in RULES.values()]
    print(f"{len(RULES)} rules, {len(CATEGORIES)} categories, best of {given.rounds}")
    heads = "log", "MB", "texts", "comp.", "audit", "bare scan", "gate", "ratio", "by time"
    print("{:34} {:>7} {:>7} {:>5} {:>10} {:>10} {:>10} {:>6} {:>8}".format(*heads))
    sums = [0.0] * 5
    for log in given.logs:
        size, count = log.stat().st_size / 1e6, whole(log)
        audited = best(given.rounds, lambda log=log: whole(log), forget)  # type: ignore[misc]
        known = [] if given.no_scan else texts(log)
        text = sum(map(len, known)) / 1e6
        scanned = best(given.rounds, lambda known=known: scan(known, gate, patterns))  # type: ignore[misc]
        gated = best(given.rounds, lambda known=known: gate_alone(known, gate))  # type: ignore[misc]
        row = [size, text, audited, scanned, gated]
        sums = [one + other for one, other in zip(sums, row, strict=True)]
        show(log.name, count, row)
    if len(given.logs) > 1:
        show("all", 0, sums)
    scale = 2**20 if sys.platform == "darwin" else 2**10
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / scale:.0f} MB")


def show(name: str, compactions: int, row: list[float]) -> None:
    """One line of the table."""
    size, text, audited, scanned, gated = row
    audit_speed = size / audited
    scan_speed, gate_speed = (text / seconds if text else 0.0 for seconds in (scanned, gated))
    ratio, by_time = (audit_speed / scan_speed, scanned / audited) if text else (0.0, 0.0)
    speeds = " ".join(f"{speed:5.1f} MB/s" for speed in (audit_speed, scan_speed, gate_speed))
    print(f"{name:34} {size:7.1f} {text:7.1f} {compactions or '':>5} {speeds} {ratio:6.2f} {by_time:8.2f}")


if __name__ == "__main__":
    main()
