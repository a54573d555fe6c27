"""The same records come out with what was remembered of a log's texts and without it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from threefold.auditing import AuditSettings, audit_all
from threefold.auditing.facts import recall
from threefold.auditing.facts.finder import Finder
from threefold.auditing.facts.recall import Recall
from threefold.auditing.reports.record import encode
from threefold.session import Compaction, Session
from threefold.store.audits import facts_shelf
from threefold.store.shelf import MOST, FactsShelf

Compacted = Callable[..., tuple[Session, Compaction]]
TEXTS = st.lists(
    st.sampled_from([
        "read src/a.go and src/b.go, then /etc/hosts", "12 files, 12 files and 3 files in 10 minutes", "see PR #12",
        "port 5433 answered HTTP 503 at 2026-01-08 10:20:30", "550e8400-e29b-41d4-a716-446655440000 is it",
        " padding" * 8, "读取 数据.txt 花了 10 分钟", "\x1b[1msrc/c.go\x1b[0m",
        "no, use 5433, not 5432", "\n", "`git push -f origin`",
    ]),
    min_size=1,
    max_size=6,
).map(" ".join)  # fmt: skip
ENTRIES = st.lists(
    st.tuples(st.sampled_from(["user", "assistant", "thinking", "compact"]), TEXTS), min_size=1, max_size=10
)
SUMMARY = "src/a.go has 12 files, took 11 minutes; PR #13; port 5433; src/d.go."


def records(session: Session, shelf: FactsShelf | None = None) -> list[bytes]:
    return [encode(record) for record in audit_all(session, at="t", all_facts=True, shelf=shelf)]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ENTRIES, ENTRIES, st.sampled_from([30, 40_000]))
def test_a_log_that_grew_gives_the_same_records_with_a_memory_of_its_beginning(
    compacted: Compacted, first: list[tuple[str, str]], more: list[tuple[str, str]], part: int
) -> None:
    before, recall._PART = recall._PART, part  # parts of a few facts, so that there are several
    try:
        with tempfile.TemporaryDirectory() as home:
            short, _ = compacted(first, SUMMARY)
            grown, _ = compacted([*first, ("compact", SUMMARY), *more], SUMMARY + " And src/b.go.")
            plain = records(short), records(grown)
            shelf = facts_shelf(home, "log", AuditSettings())
            for _ in range(2):
                assert records(short, shelf) == plain[0]
                assert records(grown, shelf) == plain[1]
    finally:
        recall._PART = before


class Counting(Finder):
    """A finder that says how many texts it was asked to read."""

    asked = 0

    def readings(self, data: bytes) -> list[tuple[int, int, object]]:  # type: ignore[override]
        self.asked += 1
        return super().readings(data)  # type: ignore[return-value]


LONG = [
    f"the file src/part{number}.go took {number} minutes and failed with HTTP 50{number % 10}".encode()
    for number in range(900)
]


def told(shelf: FactsShelf, texts: list[bytes]) -> tuple[int, list[object]]:
    finder = Counting()
    memory = Recall(finder, shelf)
    found: list[object] = [memory.tally(text) for text in texts]
    memory.close()
    return finder.asked, found


def test_only_what_is_new_is_read(tmp_path: Path) -> None:
    shelf = FactsShelf(str(tmp_path), "log")
    recall_part, recall._PART = recall._PART, 1000
    try:
        asked, found = told(shelf, LONG)
        assert asked == len(LONG)
        assert shelf.count() > 5
        assert told(shelf, LONG) == (0, found)
        assert told(shelf, [*LONG, LONG[0] + b" again"])[0] == 1
        assert told(shelf, [*LONG, LONG[0] + b" again"])[0] == 0
    finally:
        recall._PART = recall_part


def test_a_log_whose_end_was_read_first_is_not_read_again(tmp_path: Path) -> None:
    shelf = FactsShelf(str(tmp_path), "log")
    told(shelf, LONG[-20:])
    assert told(shelf, LONG)[0] == len(LONG) - 20
    assert told(shelf, LONG)[0] == 0


def test_a_part_that_somebody_damaged_is_forgotten_and_made_again(tmp_path: Path) -> None:
    shelf = FactsShelf(str(tmp_path), "log")
    _, found = told(shelf, LONG)
    place = Path(shelf.folder) / os.listdir(shelf.folder)[0]
    whole = place.read_bytes()
    for damaged in (b"", whole[:-1], whole[:40] + b"\xff" + whole[41:], b"\0" * 50):
        place.write_bytes(damaged)
        assert told(shelf, LONG) == (len(LONG), found)
        assert told(shelf, LONG) == (0, found)


def test_other_settings_and_other_logs_have_other_memories(tmp_path: Path) -> None:
    told(facts_shelf(str(tmp_path), "log", AuditSettings()), LONG)
    assert facts_shelf(str(tmp_path), "log", AuditSettings()).count() > 0
    assert facts_shelf(str(tmp_path), "other", AuditSettings()).count() == 0
    assert facts_shelf(str(tmp_path), "log", AuditSettings(path_markers=("zz",))).count() == 0


def test_a_folder_that_cannot_be_written_costs_nothing_but_the_time(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file stands where the folder should be")
    shelf = FactsShelf(str(tmp_path), "log")
    assert told(shelf, LONG)[1] == told(shelf, LONG)[1]
    assert shelf.count() == 0


def test_the_oldest_parts_are_let_go(tmp_path: Path) -> None:
    old, new = FactsShelf(str(tmp_path), "old"), FactsShelf(str(tmp_path), "new")
    old.save(0, b"x")
    os.utime(os.path.join(old.folder, os.listdir(old.folder)[0]), (1, 1))
    large = os.path.join(new.folder, "large")
    with open(large, "wb") as file:
        file.truncate(MOST)
    new.save(0, b"y")
    assert old.load(0) is None
    assert new.load(0) == b"y"
