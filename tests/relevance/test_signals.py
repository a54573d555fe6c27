"""The direction of every signal, on small cases made by hand, through the scorer as it is shipped."""

from __future__ import annotations

import pytest

from threefold.relevance import cues
from threefold.relevance.calibration import load
from threefold.relevance.local import LocalScorer
from threefold.relevance.protocol import Author, Candidate, Request, Score
from threefold.relevance.settings import RelevanceSettings
from threefold.relevance.signals import command_of

TASK = "Fix close_order in orders/close.py: the stock of orders that time out is never released."
Said = tuple[Author, str] | tuple[Author, str, str, str]

FILLER: tuple[Said, ...] = (
    ("human", "Could you tell me which port the staging dashboard listens on nowadays"),
    ("model", "The dashboard listens on port 3000."),
    ("tool", "alpha.md\nbeta.md\ngamma.md", "bash", "ls docs"),
    ("model", "There are three pages in the folder."),
)


def scored(*said: Said, task: str = TASK) -> list[Score]:
    candidates = tuple(
        Candidate(
            index=place,
            author=one[0],
            role="x",
            text=one[1],
            tool=one[2] if len(one) == 4 else "",
            arguments=one[3] if len(one) == 4 else "",
        )
        for place, one in enumerate(said)
    )
    scorer = LocalScorer(RelevanceSettings(embeddings=False))
    return list(scorer.score(Request(candidates=candidates, task=task)).scores)


# Each case: the signal, a message that has it, one that lacks it, and what stands around both.
RAISED: dict[str, tuple[Said, Said]] = {
    "words": (
        ("model", "The stock of timed out orders stays reserved for ever here."),
        ("model", "The colour of narrow panels stays greyish for ever here."),
    ),
    "identifiers": (
        ("model", "I have looked at close_order for a while."),
        ("model", "I have looked at paint_panel for a while."),
    ),
    "demand": (
        ("human", "You must never touch the public signature, two teams import it."),
        ("human", "Somebody touched the public signature, two teams import it."),
    ),
    "correction": (
        ("human", "Actually the list came from the other team on Monday morning."),
        ("human", "Then the list came from the other team on Monday morning."),
    ),
    "finding": (
        ("model", "The guard returns early because the state is already closed, so the release is skipped."),
        ("model", "The guard is a small function of nine lines near the top, with the release just below."),
    ),
    "failing": (
        ("tool", "FAILED tests/test_close.py::test_release - AssertionError: 1 != 0", "bash", "run"),
        ("tool", "tests/test_close.py::test_release was collected, item 1 of 40", "bash", "run"),
    ),
}
LOWERED: dict[str, tuple[Said, Said]] = {
    "opening": (("model", "Let me look at that next."), ("model", "The module was moved there.")),
    "aside": (
        ("human", "By the way, the coffee place on the corner opens again on Tuesday."),
        ("human", "The billing place on the corner opens again on Tuesday."),
    ),
    "question": (("human", "What does flush do in there?"), ("human", "It does a flush in there.")),
    "passing": (
        ("tool", "212 tests, everything passed", "bash", "run"),
        ("tool", "212 tests, 30 groups", "bash", "run"),
    ),
    "monotony": (
        ("tool", "GET /a/1 200\nGET /b/2 200\nGET /c/3 200\nGET /d/4 200\nGET /e/5 200", "bash", "tail"),
        ("tool", "ready\nlistening on 80\nworkers: 4, queue 9\n[boot] seed=7\n<open> www", "bash", "tail"),
    ),
    "edit": (("tool", "Replaced 1 occurrence.", "edit", "x.py"), ("tool", "Replaced 1 occurrence.", "bash", "x.py")),
    "web": (
        ("tool", "A queue holds items in the order in which they came.", "web_search", "queues"),
        ("tool", "A queue holds items in the order in which they came.", "bash", "queues"),
    ),
    "dismissal": (
        ("model", "The fax module is unrelated and unaffected."),
        ("model", "The fax module is modern and documented."),
    ),
}


@pytest.mark.parametrize("signal", RAISED)
def test_what_speaks_for_a_message_raises_it(signal: str) -> None:
    having, lacking = (scored(*FILLER, one, *FILLER)[len(FILLER)] for one in RAISED[signal])
    assert having.signals[signal] > lacking.signals.get(signal, 0.0)
    assert having.value > lacking.value


@pytest.mark.parametrize("signal", LOWERED)
def test_what_speaks_against_a_message_lowers_it(signal: str) -> None:
    having, lacking = (scored(*FILLER, one, *FILLER)[len(FILLER)] for one in LOWERED[signal])
    assert having.signals[signal] < lacking.signals.get(signal, 0.0)
    assert having.value < lacking.value


def test_a_read_that_was_repeated_later_loses() -> None:
    read: Said = ("tool", "def close_order(order): ...", "read", "orders/close.py")
    other: Said = ("tool", "def close_order(order): ...", "read", "orders/other.py")
    first, again = scored(read, *FILLER, read)[0], scored(read, *FILLER, other)[0]
    assert first.signals["superseded"] < 0.0
    assert first.value < again.value


def test_a_result_that_names_its_command_after_a_prompt_is_known_by_it() -> None:
    first: Said = ("tool", "$ pytest orders -q\n1 failed, 11 passed")
    again: Said = ("tool", "$ pytest orders -q\n12 passed")
    other: Said = ("tool", "$ pytest carts -q\n12 passed")
    assert "superseded" in scored(first, *FILLER, again)[0].signals
    assert "superseded" not in scored(first, *FILLER, other)[0].signals
    assert command_of(Candidate(index=0, author="tool", role="tool", text="$ cat a.py\nx = 1")) == "cat a.py"
    assert command_of(Candidate(index=0, author="tool", role="tool", text="costs 3 $ a day")) == ""


def test_an_old_todo_list_loses_to_a_newer_one_whatever_its_items() -> None:
    scores = scored(("tool", "1. close_order", "todo_write", "[1]"), *FILLER, ("tool", "2. stock", "todo_write", "[2]"))
    assert "superseded" in scores[0].signals
    assert "superseded" not in scores[-1].signals


def test_a_result_gains_from_the_finding_that_was_drawn_from_it_and_loses_by_a_dismissal() -> None:
    result: Said = ("tool", "41\n7", "bash", "count")
    drawn, left, waved = (
        scored(*FILLER, result, ("model", comment), *FILLER)[len(FILLER)]
        for comment in (
            "So close_order skips the stock of 41 orders because the guard returns early, which is the cause.",
            "It printed two lines.",
            "That is unrelated and unaffected.",
        )
    )
    assert drawn.signals["concluded"] > 0.0
    assert drawn.signals["answered"] > left.signals["answered"]
    assert waved.signals["dismissed"] < 0.0
    assert drawn.value > left.value > waved.value


def test_a_message_gains_when_later_ones_name_its_rare_identifier() -> None:
    source: Said = ("tool", "guard_state = 7", "bash", "print")
    naming: Said = ("model", "close_order returns early because of guard_state, so the stock is never released.")
    silent: Said = ("model", "close_order returns early because of that value, so the stock is never released.")
    named, unnamed = scored(source, *FILLER, naming)[0], scored(source, *FILLER, silent)[0]
    assert named.signals["referred"] > unnamed.signals.get("referred", 0.0)
    assert named.value > unnamed.value


def test_a_message_gains_from_needed_neighbours_and_from_sharing_their_words() -> None:
    near: Said = ("model", "The reservation table keeps a lease column.")
    worthy: tuple[Said, ...] = (
        ("human", "The stock of orders that time out must be released in close_order, via the lease column."),
        ("model", "close_order never releases the stock because the lease column is read after the timeout."),
    )
    inside = scored(*worthy, near, *worthy)[2]
    apart = scored(*FILLER, *worthy, *FILLER, near, *FILLER)[2 * len(FILLER) + 2]
    outside = scored(*FILLER, near, *FILLER)[len(FILLER)]
    assert inside.signals["neighbours"] > apart.signals["neighbours"]
    assert inside.signals["thread"] > outside.signals.get("thread", 0.0)
    assert inside.signals["feedback"] > outside.signals.get("feedback", 0.0)
    assert inside.value > outside.value


def test_a_message_gains_from_the_thread_it_shares_words_and_a_turn_with() -> None:
    asked: Said = ("human", "The stock of orders that time out must be released in close_order.")
    source: Said = ("tool", "hub.go:77 sends on a channel without a reader", "bash", "trace close_order stock")
    near: Said = ("model", "In hub.go the channel has no reader.")
    there = scored(*FILLER, asked, source, near, *FILLER)[len(FILLER) + 2]
    # After the source in each: what stands before it would gain from being referred to.
    elsewhere = scored(*FILLER, asked, source, *FILLER, near)[-1]
    alone = scored(*FILLER, asked, *FILLER, near)[-1]
    assert there.signals["kin"] > 0.0
    assert elsewhere.signals["kin"] > alone.signals.get("kin", 0.0)
    assert there.signals["turn"] > elsewhere.signals.get("turn", 0.0)
    assert there.signals["strand"] > elsewhere.signals["strand"] > alone.signals["strand"]
    assert there.value > elsewhere.value > alone.value


def test_a_demand_in_quite_other_words_does_not_fall_below_the_floor() -> None:
    demand: Said = ("human", "Never upgrade glibc, the wheels of last winter must keep working on the old boxes.")
    score = scored(*FILLER, demand, *FILLER)[len(FILLER)]
    assert score.value >= load().floor
    assert score.confidence < 0.35


def test_each_signal_with_a_direction_keeps_it_in_every_reading() -> None:
    calibration = load()
    for tier in (calibration.lexical, calibration.encoder, calibration.packaged):
        for reading in (tier.first, tier.second, tier.third):
            assert all(reading.weights[name] > 0 for name in RAISED)
            assert all(reading.weights[name] < 0 for name in (*LOWERED, "superseded", "dismissed"))
        context = ("referred", "feedback", "answered", "neighbours", "thread", "kin", "turn")
        assert all(reading.weights[name] > 0 for reading in (tier.second, tier.third) for name in context)
        assert tier.slope > 0


@pytest.mark.parametrize(
    ("text", "fails", "passes"),
    [
        ("12 passed in 3 s", False, True),
        ("0 failed, 0 errors, 12 passed", False, True),
        ("1 failed, 11 passed", True, False),
        ("Tests run: 4, Failures: 2", True, False),
        ("java.lang.OutOfMemoryError: heap", True, False),
        ("全部通过", False, True),
        ("部署失败：超时", True, False),
    ],
)
def test_a_log_that_failed_is_told_from_one_that_passed(text: str, fails: bool, passes: bool) -> None:
    assert (cues.failing(text) > 0.0) is fails
    assert (cues.passing(text) > 0.0) is passes


def test_a_long_text_that_opens_politely_is_no_small_talk() -> None:
    assert cues.opening("Sure, done.") > 0.9
    assert cues.opening("Sure. " + "The queue drops the newest message when it is full. " * 8) < 0.1
    assert cues.opening("好的，收到。") > 0.9
