"""The record of a long log's later compaction counts all that is lost, and lists what no earlier record lists."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from threefold.auditing import audit, audit_all
from threefold.auditing.reports import reporting
from threefold.auditing.reports.record import encode
from threefold.session import Compaction, Session

Compacted = Callable[..., tuple[Session, Compaction]]


def listing(folder: str, count: int, start: int = 0) -> tuple[str, str]:
    return "user", "\n".join(f"src/{folder}/file{number}.go" for number in range(start, start + count))


def chain(compacted: Compacted, windows: int, paths: int, summary: str = "Work went on.") -> Session:
    """A log whose every window names other paths."""
    entries: list[tuple[str, object]] = []
    for window in range(windows):
        entries += [listing(f"w{window}", paths), ("compact", summary)]
    session, _ = compacted(entries[:-1], summary)
    return session


def test_what_an_earlier_record_lists_is_counted_and_only_the_most_binding_of_it_is_listed_again(
    compacted: Compacted,
) -> None:
    first, second, third = audit_all(chain(compacted, 3, 150))
    assert [one.coverage.lost_count for one in (first, second, third)] == [150, 300, 450]
    assert [one.coverage.left_to_earlier for one in (first, second, third)] == [0, 50, 200]
    for number, record in enumerate((first, second, third)):
        values = [one.value for one in record.coverage.lost]
        assert {f"src/w{number}/file{path}.go" for path in range(150)} <= set(values)
        assert len(values) + record.coverage.left_to_earlier == record.coverage.lost_count
        assert record.by_category["path"]["lost"] == record.coverage.lost_count
        assert [one.rank for one in record.coverage.lost] == list(range(1, len(values) + 1))
        assert record.coverage.ranked == record.coverage.lost[: reporting.RANKED]


def test_what_an_earlier_summary_still_said_or_what_was_said_since_is_listed_anew(
    compacted: Compacted, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [("user", "src/a.go src/b.go src/c.go src/d.go"), ("compact", "It is src/a.go."), ("user", "src/b.go")]
    session, compaction = compacted(entries, "Done.")
    monkeypatch.setattr(reporting, "MOST_TOLD", 0)
    record = audit(session, compaction)
    assert {one.value for one in record.coverage.lost} == {"src/a.go", "src/b.go"}
    assert (record.coverage.lost_count, record.coverage.left_to_earlier) == (4, 2)


def test_all_facts_lists_every_loss(compacted: Compacted) -> None:
    record = audit_all(chain(compacted, 3, 150), all_facts=True)[-1]
    assert len(record.coverage.lost) == record.coverage.lost_count == 450
    assert record.coverage.left_to_earlier == 0


def test_the_record_of_a_compaction_is_the_same_whichever_others_were_audited_with_it(compacted: Compacted) -> None:
    session = chain(compacted, 4, 60, "Touched src/w1/file3.go and src/w0/file5.go.")
    together = audit_all(session, at="t")
    for compaction, record in zip(session.compactions, together, strict=True):
        assert encode(audit(session, compaction, at="t")) == encode(record)


def test_an_earlier_summary_that_cannot_be_read_tells_of_nothing(compacted: Compacted) -> None:
    entries = [listing("a", 150), ("compact", " "), listing("b", 3)]
    session, compaction = compacted(entries, "Done.")
    assert audit(session, session.compactions[0]).coverage.lost_count == 150
    assert audit(session, compaction).coverage.left_to_earlier == 50  # an empty summary's record lists what went
    before = session.compactions[0]
    for word in ("the summary is encrypted", "it is kept beside it"):
        session.compactions = (msgspec.structs.replace(before, unreadable=word), compaction)
        record = audit(session, compaction)
        assert record.coverage.left_to_earlier == 0
        assert len(record.coverage.lost) == 153


def test_records_grow_with_what_is_new_and_not_with_the_log(compacted: Compacted) -> None:
    sizes = [len(encode(one)) for one in audit_all(chain(compacted, 24, 20))]
    assert max(sizes[12:]) < 1.2 * sizes[11]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.lists(st.integers(0, 30), min_size=1, max_size=12), min_size=2, max_size=5),
    st.lists(st.integers(0, 30), max_size=6),
)
def test_every_loss_that_is_left_out_stands_in_an_earlier_record(
    compacted: Compacted, windows: list[list[int]], told: list[int]
) -> None:
    summary = " ".join(["Done:", *(f"`src/p/f{number}.go`" for number in told)])
    entries: list[tuple[str, object]] = []
    for window in windows:
        entries += [("assistant", "\n".join(f"src/p/f{number}.go" for number in window)), ("compact", summary)]
    session, _ = compacted(entries[:-1], "Done.")
    before, reporting.MOST_TOLD = reporting.MOST_TOLD, 1
    try:
        records = audit_all(session, at="t")
        whole = audit_all(session, all_facts=True)
    finally:
        reporting.MOST_TOLD = before
    listed: set[str] = set()
    for record, all_of_it in zip(records, whole, strict=True):
        listed |= {one.value for one in record.coverage.lost}
        assert {one.value for one in all_of_it.coverage.lost} <= listed
        assert record.coverage.lost_count == all_of_it.coverage.lost_count
