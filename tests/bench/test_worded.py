"""The fit of the wording: what marks it keeps, and which way they count."""

from __future__ import annotations

import numpy as np
import pytest

worded = pytest.importorskip("bench.relevance.worded", reason="needs the sources: bench/ is no part of a wheel")
fit, SESSIONS = worded.fit, worded.SESSIONS


def session(number: int) -> list[set[str]]:
    subject = f"subject {number}"
    return [{"must", "the", subject}, {"thanks", "the", subject}, {"must", subject}, {"thanks", subject}]


def test_a_mark_counts_by_what_the_labels_say_of_those_that_bear_it() -> None:
    sessions = [session(number) for number in range(SESSIONS)]
    reading = fit(sessions, [np.array([1.0, 0.0, 1.0, 0.0])] * SESSIONS)
    assert reading.weights["must"] > 0.5
    assert reading.weights["thanks"] < -0.5
    assert abs(reading.weights["the"]) < 0.05


def test_a_mark_that_few_sessions_hold_is_left_out() -> None:
    sessions = [session(number) for number in range(SESSIONS)]
    sessions[0][0].add("rare")
    assert set(fit(sessions, [np.array([1.0, 0.0, 1.0, 0.0])] * SESSIONS).weights) == {"must", "thanks", "the"}
