"""What an engine is told to do with a stretch of the surface, from recorded logs and without a harness."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from threefold.errors import InputError
from threefold.harness.dsh.logs import Told, opened
from threefold.harness.dsh.planning import Plan, results, spans
from threefold.session import Session
from threefold.settings import Settings

KEEP = "never push to the origin remote"


def numbers(session: Session) -> list[int]:
    """The numbers of the events that the model sees, in its order."""
    return [json.loads(session.raw(event))["seq"] for event in session.surface]


@pytest.fixture
def settings() -> Settings:
    from threefold.compaction.settings import CompactSettings

    return Settings(compact=CompactSettings(scorer="recency"))


@pytest.fixture
def talked(root: Path) -> Session:
    """A session of long answers, just before its first compaction."""
    path = str(root / "examples" / "dsh-plugin" / "by-relevance.v4.jsonl")
    with opened(Told(log=path)) as whole:
        first = next(e for e in range(len(whole.events)) if whole.events.kind(e) == "compaction/start")
    return opened(Told(log=path, last=first - 1), exact=True)


@pytest.fixture
def listed(root: Path) -> Session:
    """A session of long tool results, just before they were shortened."""
    path = str(root / "examples" / "dsh-plugin" / "pruned.v4.jsonl")
    with opened(Told(log=path)) as whole:
        first = next(e for e in range(len(whole.events)) if whole.events.kind(e) == "compaction/prune")
    return opened(Told(log=path, last=first - 1), exact=True)


def stretch(session: Session) -> tuple[list[int], int, int]:
    seen = numbers(session)
    return seen, seen[1], seen[-2]


@pytest.mark.parametrize("share", [0.05, 0.3, 0.5])
def test_spans_lie_in_the_stretch_in_order_and_apart(talked: Session, settings: Settings, share: float) -> None:
    seen, start, end = stretch(talked)
    plan = spans(talked, start, end, share, settings)
    assert plan.spans
    assert plan.scorer == "recency"
    places = [(seen.index(span.start), seen.index(span.end)) for span in plan.spans]
    assert all(1 <= first <= last <= len(seen) - 2 for first, last in places)
    assert all(left[1] < right[0] for left, right in pairwise(places))


def test_a_span_is_smaller_than_what_it_replaces_and_says_whose_it_is(talked: Session, settings: Settings) -> None:
    seen, start, end = stretch(talked)
    for span in spans(talked, start, end, 0.3, settings).spans:
        events = [talked.surface[place] for place in range(seen.index(span.start), seen.index(span.end) + 1)]
        shown = sum(len(message.text().encode()) for _, record in talked.records(events) if (message := record.message))
        assert len(span.text.encode()) < shown
        assert "threefold" in span.text


def test_what_a_human_forbade_stays_or_stands_in_a_span(talked: Session, settings: Settings) -> None:
    seen, start, end = stretch(talked)
    plan = spans(talked, start, end, 0.05, settings)
    gone = {e for span in plan.spans for e in seen[seen.index(span.start) : seen.index(span.end) + 1]}
    stays = [talked.surface[place] for place, seq in enumerate(seen) if seq not in gone]
    texts = [record.message.text() for _, record in talked.records(stays) if record.message]
    assert any(KEEP in text for text in [*texts, *(span.text for span in plan.spans)])


def test_one_span_for_all_quotes_what_stays(talked: Session, settings: Settings) -> None:
    _, start, end = stretch(talked)
    (span,) = spans(talked, start, end, 0.5, settings, whole=True).spans
    assert (span.start, span.end) == (start, end)
    assert KEEP in span.text


def test_tool_results_are_shortened_to_what_is_pinned_and_nothing_else(listed: Session, settings: Settings) -> None:
    seen, start, end = stretch(listed)
    plan = results(listed, start, end, 0.1, settings)
    assert plan.results
    assert not plan.spans
    for shorter in plan.results:
        message = listed.record(listed.surface[seen.index(shorter.seq)]).message
        assert message is not None
        (result,) = message.tool_results
        assert len(shorter.text) < len(result.text)
        assert "data/" in shorter.text


def test_what_fits_already_is_left_alone(talked: Session, settings: Settings) -> None:
    _, start, end = stretch(talked)
    assert spans(talked, start, end, 1.0, settings).spans == Plan().spans


@pytest.mark.parametrize(("start", "end"), [(-1, 10), (10**6, 10**6)])
def test_a_stretch_that_is_not_on_the_surface_is_refused(
    talked: Session, settings: Settings, start: int, end: int
) -> None:
    with pytest.raises(InputError, match="does not hold the events"):
        spans(talked, start, end, 0.5, settings)
