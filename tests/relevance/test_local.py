"""The embedded scorer as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.relevance.local import LocalScorer
from threefold.relevance.protocol import Author, Candidate, Request, Scorer
from threefold.relevance.settings import RelevanceSettings

TASK = "Customers abroad are charged twice when their connection drops during checkout; make paying idempotent."
SAID: tuple[tuple[Author, str], ...] = (
    ("human", "Which of the two dashboards shows the weather in the office"),
    ("model", "The acquirer does not deduplicate, so a repeated capture takes the money again."),
    ("tool", "README\nLICENSE\nsetup.cfg"),
    ("human", "A key that two merchants happen to share must not show one the answer of the other."),
    ("model", "The logo is centred and the header is blue."),
    ("model", "ok"),
)


def conversation(*said: tuple[Author, str]) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(index=3 * place, author=author, role="x", text=text) for place, (author, text) in enumerate(said)
    )


@pytest.fixture(scope="module")
def scorer(tmp_path_factory: pytest.TempPathFactory) -> LocalScorer:
    return LocalScorer(RelevanceSettings(cache_path=str(tmp_path_factory.mktemp("cache"))))


def test_it_is_a_scorer(scorer: LocalScorer) -> None:
    assert isinstance(scorer, Scorer)
    assert scorer.name == "local"


def test_meaning_finds_what_words_do_not(scorer: LocalScorer) -> None:
    request = Request(candidates=conversation(*SAID), task=TASK)
    by_meaning = scorer.score(request)
    values = {score.index: score.value for score in by_meaning.scores}
    assert by_meaning.report.tier == "embedding"
    assert min(values[3], values[9]) > max(values[0], values[6], values[12], values[15])
    finding = next(score for score in by_meaning.scores if score.index == 3)
    assert finding.signals["similarity"] > 0.0
    assert {"manner", "likeness"} <= finding.signals.keys()


def test_what_is_settled_is_context_and_gets_no_score(scorer: LocalScorer) -> None:
    first, *rest = conversation(*SAID)
    settled = Candidate(index=first.index, author="human", role="x", text=first.text, settled=True)
    scoring = scorer.score(Request(candidates=(settled, *rest), task=TASK))
    assert [score.index for score in scoring.scores] == [3, 6, 9, 12, 15]
    assert scoring.report.scored == 5


def test_a_text_is_embedded_once_whatever_the_task(tmp_path: Path) -> None:
    chosen = RelevanceSettings(cache_path=str(tmp_path))
    first = LocalScorer(chosen).score(Request(candidates=conversation(*SAID), task=TASK)).report
    again = LocalScorer(chosen).score(Request(candidates=conversation(*SAID), task="Write the weather page")).report
    assert first.embedded == first.chunks == 6
    assert first.cache_hits == 0
    assert (again.embedded, again.cache_hits) == (0, 6)


def test_the_same_input_gives_the_same_scores(scorer: LocalScorer) -> None:
    request = Request(candidates=conversation(*SAID), task=TASK)
    assert scorer.score(request).scores == scorer.score(request).scores


def test_without_time_every_message_keeps_its_lexical_score(tmp_path: Path) -> None:
    chosen = RelevanceSettings(cache_path=str(tmp_path))
    request = Request(candidates=conversation(*SAID), task=TASK, time_limit_ms=0)
    scoring = LocalScorer(chosen).score(request)
    lexical = LocalScorer(RelevanceSettings(embeddings=False)).score(request)
    assert {score.source for score in scoring.scores} == {"lexical"}
    assert [score.value for score in scoring.scores] == [score.value for score in lexical.scores]
    assert scoring.report.unreached == len(SAID)
    assert scoring.report.tier == "lexical"


class Clock:
    """A clock on which every look takes one second."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def test_the_report_says_how_many_messages_were_embedded_and_how_many_the_time_limit_left_out(tmp_path: Path) -> None:
    chosen = RelevanceSettings(cache_path=str(tmp_path))
    request = Request(candidates=conversation(*SAID), task=TASK, time_limit_ms=3500)
    scoring = LocalScorer(chosen, clock=Clock()).score(request)
    sources = [score.source for score in scoring.scores]
    assert (sources.count("embedding"), sources.count("lexical")) == (3, 3)
    assert (scoring.report.embedded, scoring.report.unreached) == (3, 3)
    (fall,) = scoring.report.fallbacks
    assert (fall.wanted, fall.used) == ("embedding", "lexical")
    assert fall.reason.startswith("3 of 6 messages keep their lexical score: the time limit of 3500 ms")
    again = LocalScorer(chosen, clock=Clock()).score(request)
    assert (again.report.cache_hits, again.report.unreached, again.report.fallbacks) == (3, 0, ())


def test_a_missing_encoder_falls_to_the_lexical_tier_and_says_so(tmp_path: Path) -> None:
    broken = LocalScorer(RelevanceSettings(encoder=str(tmp_path), cache_path=str(tmp_path)))
    for _ in range(2):
        scoring = broken.score(Request(candidates=conversation(*SAID), task=TASK))
        (fall,) = scoring.report.fallbacks
        assert (fall.wanted, fall.used) == ("embedding", "lexical")
        assert "model.onnx" in fall.reason
        assert len(scoring.scores) == len(SAID)


def test_a_cache_that_cannot_be_used_is_told_and_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    chosen = RelevanceSettings(cache_path=str(tmp_path / "file"))
    scoring = LocalScorer(chosen).score(Request(candidates=conversation(*SAID), task=TASK))
    assert scoring.report.tier == "embedding"
    assert [fall.wanted for fall in scoring.report.fallbacks] == ["cache"]


def test_a_megabyte_of_output_costs_a_bounded_number_of_embeddings(tmp_path: Path) -> None:
    noise = "".join(f"{number} GET /health 200 {number % 7} ms\n" for number in range(40_000))
    middle = noise.index("20000 GET")
    text = noise[:middle] + "capture called twice for charge 88, idempotency key ignored\n" + noise[middle:]
    chosen = RelevanceSettings(cache_path=str(tmp_path))
    candidates = conversation(*SAID, ("tool", text), ("tool", noise))
    scoring = LocalScorer(chosen).score(Request(candidates=candidates, task=TASK))
    needle, hay = scoring.scores[-2:]
    assert scoring.report.chunks <= len(SAID) + 8
    assert needle.value > hay.value


def test_a_chinese_task_finds_english_output_and_chinese_demands(scorer: LocalScorer) -> None:
    said: tuple[tuple[Author, str], ...] = (
        ("human", "会员页的文案把黄金改成金卡"),
        ("tool", "ERROR OrderCloser stock release timeout order=881"),
        ("model", "登录页没有问题。"),
        ("human", "库存服务的接口不是幂等的，同一个订单不能还两次"),
        ("tool", "docs\nimages\nscripts"),
    )
    task = "订单超时关闭以后库存没有归还，请修复"
    values = [score.value for score in scorer.score(Request(candidates=conversation(*said), task=task)).scores]
    assert min(values[1], values[3]) > max(values[0], values[2], values[4])


def test_the_task_is_taken_from_the_conversation_when_none_is_given(scorer: LocalScorer) -> None:
    report = scorer.score(Request(candidates=conversation(*SAID, ("human", TASK)))).report
    assert (report.task_source, report.task_index, report.task) == ("request", 18, TASK)


def test_with_nothing_to_go_by_it_still_answers(scorer: LocalScorer) -> None:
    assert scorer.score(Request(candidates=())).scores == ()
    scoring = scorer.score(Request(candidates=conversation(("tool", ""), ("model", "\ud800"))))
    assert [0.0 <= score.value <= 1.0 for score in scoring.scores] == [True, True]
    assert scoring.report.task_source == "none"


@given(
    said=st.lists(st.tuples(st.sampled_from(["human", "model", "harness", "tool", "summary"]), st.text(max_size=80))),
    task=st.none() | st.text(max_size=60),
)
@settings(max_examples=60, deadline=None)
def test_any_conversation_gets_one_score_in_range_for_each_message(
    said: list[tuple[Author, str]], task: str | None
) -> None:
    lexical = LocalScorer(RelevanceSettings(embeddings=False))
    scoring = lexical.score(Request(candidates=conversation(*said), task=task))
    assert [score.index for score in scoring.scores] == [3 * place for place in range(len(said))]
    assert all(0.0 <= score.value <= 1.0 and 0.0 <= score.confidence <= 1.0 for score in scoring.scores)


def test_the_work_is_linear_in_the_messages() -> None:
    lexical = LocalScorer(RelevanceSettings(embeddings=False))
    many = conversation(*(SAID * 700))
    assert len(lexical.score(Request(candidates=many, task=TASK)).scores) == len(many)
