"""How the audit stands to the facts that a person looked up in the logs.

    python bench/audit/labels.py FOLDER_OF_LOGS [--json]

``labels.jsonl`` names facts of real summaries by their place (log, compaction, characters of the summary), and whether
a person who read the log found them well grounded. A fact that is well grounded and flagged (altered or unverified) is
a false alarm; one that is not and is passed was missed. Every fact that was flagged when the labels were made is among
them, so that the share of all facts is known too. The logs themselves are not part of this project.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from threefold.auditing import audit
from threefold.auditing.reports.calibrate import wilson
from threefold.reading import read

LABELS = Path(__file__).with_name("labels.jsonl")
FLAGGED = ("altered", "unverified")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    labels = [json.loads(line) for line in LABELS.read_text().splitlines()]
    tally: Counter[str] = Counter()
    statuses: dict[tuple[str, int], dict[tuple[int, str], str]] = {}
    for name in sorted({label["log"] for label in labels}):
        with read(options.logs / name) as session:
            for compaction in session.compactions:
                facts = audit(session, compaction, all_facts=True).facts or ()
                statuses[name, compaction.index] = {(f.span[0], f.category): f.status for f in facts if f.span}
    for label in labels:
        status = statuses[label["log"], label["compaction"]].get((label["start"], label["category"]), "gone")
        flagged = status in FLAGGED
        tally["labels"] += status != "gone"
        tally["gone"] += status == "gone"
        tally["grounded"] += label["grounded"] and status != "gone"
        tally["false alarms"] += label["grounded"] and flagged
        tally["ungrounded"] += not label["grounded"] and status != "gone"
        tally["found"] += not label["grounded"] and flagged
    facts = sum(len(found) for found in statuses.values())
    alarms = wilson(tally["false alarms"], tally["grounded"])
    if options.json:
        print(json.dumps({**tally, "facts in the summaries": facts, "false alarm rate": alarms.rate}))
        return
    print(f"{tally['labels']} labelled facts of {facts} ({tally['gone']} labels name no fact any more)")
    share = wilson(tally["false alarms"], facts)
    print(f"well grounded and flagged: {alarms.right} of {alarms.of} labels, {alarms.rate:.1%}")
    print(f"                           of all facts {share.rate:.1%} ({share.low:.1%} to {share.high:.1%})")
    print(f"not grounded and flagged:  {tally['found']} of {tally['ungrounded']}")


if __name__ == "__main__":
    main()
