"""The reader of closing sentences is what its labelled sentences make of it, and reads hands that it never saw."""

from __future__ import annotations

from bench.closing.dataset import digest, load
from bench.closing.fit import auc, rows_of, written
from bench.closing.fitting import Reading, fit
from threefold.work.sentences import weights
from threefold.work.sentences.phrases import said
from threefold.work.sentences.remainders import leaning


def test_the_weights_were_fitted_to_the_labelled_sentences_as_they_are() -> None:
    assert digest() == weights.DATA, "run: python -m bench.closing.fit"


def test_every_labelled_sentence_is_found_again_in_its_message() -> None:
    for message in load():
        found = "\n".join(line.text for line, _ in message.lines())
        assert all(said(sentence)[0].text in found for sentence, _ in message.sentences if said(sentence))


def test_a_hand_that_was_left_out_is_told_apart() -> None:
    rows = rows_of(load())
    reading = fit([row for row in rows if row.hand != "second"])
    left_out = [row for row in rows if row.hand == "second"]
    assert auc([reading.score(row.signs) for row in left_out], [row.label for row in left_out]) > 0.88


def test_what_is_written_is_read_back_to_the_hundredth() -> None:
    reading = Reading({"word not": 0.5, "pair a <c>": -0.25, "han 还没": 1.0, "word the": 0.001}, -2.0)
    held: dict[str, object] = {}
    exec(written(reading, {"changed": 0.0, "looked": 1.0}, "0"), held)
    assert held["BIAS"] == {"changed": -200, "looked": -300}
    assert {family: entries.split() for family, entries in held["FAMILIES"].items()} == {  # type: ignore[attr-defined]
        "han": ["还没", "100"],
        "pair": ["a_<c>", "-25"],
        "word": ["not", "50"],
    }


def test_a_heading_leans_nowhere_and_the_same_words_lean_the_same_way() -> None:
    lines = said("## Rest\n\nThe migration has not been run on staging yet.")
    assert leaning(lines) == leaning(lines)
    assert leaning(lines)[0] < 0 < leaning(lines)[1]
