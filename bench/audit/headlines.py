"""How far a person agrees with what heads the audits of real sessions.

    python bench/audit/headlines.py FOLDER_OF_LOGS [--list]

``headlines.jsonl`` holds a person's answers: the log, the compaction, which finding (its category, status, and a digest
of its value), whether somebody who read the log agrees that it belongs at the head of a report, and why, in that
person's words. Answers about findings that do not head a report any more are kept, so that one that comes back is
known. ``--list`` prints every finding with its digest, to be labelled. The logs are not part of this project.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from threefold.auditing import AuditSettings, audit_all
from threefold.auditing.reports.calibrate import wilson
from threefold.auditing.reports.record import Candidate, Statement
from threefold.errors import ThreefoldError
from threefold.reading import read

LABELS = Path(__file__).with_name("headlines.jsonl")
Key = tuple[str, int, str, str, str]


def heads(folder: Path) -> Iterator[tuple[Key, Candidate | Statement]]:
    """Every finding that heads a report, of every log below a folder that can be read."""
    for path in sorted(folder.rglob("*.json*")):
        try:
            session = read(path)
        except (ThreefoldError, OSError):
            continue
        with session:
            for compaction, record in zip(
                session.compactions, audit_all(session, settings=AuditSettings()), strict=True
            ):
                for one in record.headline:
                    name = path.relative_to(folder).as_posix()
                    yield (name, compaction.index, one.category, one.status, digest(one.value)), one


def digest(value: str) -> str:
    return hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", type=Path)
    parser.add_argument("--list", action="store_true", help="print every finding, to be labelled")
    options = parser.parse_args()
    labels = {}
    for line in LABELS.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        labels[one["log"], one["compaction"], one["category"], one["status"], one["value"]] = one["agree"]
    agreed = labelled = unknown = 0
    for key, finding in heads(options.logs):
        agree = labels.get(key)
        labelled += agree is not None
        unknown += agree is None
        agreed += agree is True
        if options.list:
            where = finding.where.line if finding.where is not None else ""
            print(json.dumps(key), where, {True: "agrees", False: "disagrees", None: "not labelled"}[agree])
    rate = wilson(agreed, labelled)
    print(f"{labelled + unknown} findings head the reports; {labelled} are labelled, {unknown} are not")
    print(f"a person agrees with {rate.right} of {rate.of}: {rate.rate:.0%} ({rate.low:.0%} to {rate.high:.0%})")
    print(f"{len(labels) - labelled} answers are about findings that head no report now")


if __name__ == "__main__":
    main()
