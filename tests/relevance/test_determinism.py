"""The same conversation gets the same scores in every process, whatever seed its hashes have."""

from __future__ import annotations

import os
import subprocess
import sys

CODE = """
from threefold.relevance.local import LocalScorer
from threefold.relevance.protocol import Candidate, Request
from threefold.relevance.settings import RelevanceSettings
words = [f"{a}{b}_{a}" for a in "parse refund invoice token cache timeout billing retry".split() for b in "abcdefgh"]
rows = [" ".join(words[(i * i * k + k) % len(words)] for k in range(1, 20)) for i in range(90)]
authors = ["human", "model", "tool"]
candidates = tuple(Candidate(index=i, author=authors[i % 3], role="user", text=t) for i, t in enumerate(rows))
scorer = LocalScorer(RelevanceSettings(embeddings=False))
request = Request(candidates=candidates, task=" ".join(words))
print([(s.value, s.confidence) for s in scorer.score(request).scores])
"""


def test_scores_do_not_depend_on_the_hash_seed() -> None:
    outputs = set()
    for seed in ("1", "2", "3", "4"):
        done = subprocess.run(
            [sys.executable, "-c", CODE],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        outputs.add(done.stdout)
    assert len(outputs) == 1
