"""The same records come out where a folding goes on from one that was kept, and where everything is folded anew."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from threefold.auditing import AuditSettings, audit
from threefold.auditing.ledger import listing
from threefold.auditing.reports.record import encode
from threefold.session import Compaction, Session

Compacted = Callable[..., tuple[Session, Compaction]]
TEXTS = st.lists(
    st.sampled_from([
        "read src/a.go and src/b.go, then /etc/hosts", "12 files, 12 files and 3 files in 10 minutes", "see PR #12",
        "Never push to main.", "no, use 5433, not 5432", "git push origin main", "读取 数据.txt 花了 10 分钟",
        "Should I go on with the release?", "\x1b[1msrc/c.go\x1b[0m", "cancel plan B", "half \ud800 a pair", "\n",
    ]),
    min_size=1,
    max_size=6,
).map(" ".join)  # fmt: skip
ENTRIES = st.lists(st.tuples(st.sampled_from(["user", "assistant", "thinking"]), TEXTS), min_size=1, max_size=10)
SUMMARIES = (
    "src/a.go has 12 files, took 11 minutes; PR #13; port 5433; src/d.go.",
    'The user said "read src/b.go now" and "never push to main". Pending Tasks:\n- plan B\n全部 pushed everything.',
)


class Kept:
    """Where a folding is kept; ``loads`` counts how often it was asked for."""

    def __init__(self) -> None:
        self.data: bytes | None = None
        self.parts: dict[str, bytes] = {}
        self.loads = self.saves = 0

    def load(self) -> bytes | None:
        self.loads += 1
        return self.data

    def save(self, data: bytes) -> None:
        self.data = data
        self.saves += 1

    def get(self, name: str) -> bytes | None:
        return self.parts.get(name)

    def put(self, data: bytes) -> str:
        name = sha256(data).hexdigest()
        self.parts[name] = data
        return name


def record(session: Session, compaction: Compaction, past: Kept | None = None) -> bytes:
    return encode(audit(session, compaction, at="t", all_facts=True, past=past))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ENTRIES, ENTRIES, st.sampled_from(SUMMARIES), st.sampled_from(SUMMARIES))
def test_a_log_that_grew_gives_the_record_that_it_gives_without_what_was_kept_of_it(
    compacted: Compacted, first: list[tuple[str, str]], more: list[tuple[str, str]], one: str, other: str
) -> None:
    past = Kept()
    for entries, summary in ((first, one), (first, other), ([*first, *more], one), ([*first, *more], other)):
        session, compaction = compacted(entries, summary)
        assert record(session, compaction, past) == record(session, compaction)


def test_of_a_log_that_is_known_nothing_is_read_again(compacted: Compacted) -> None:
    entries = [("user", "Never push to main. See src/a.go."), ("assistant", "12 files, port 5433")] * 9
    session, compaction = compacted(entries, SUMMARIES[0])
    past = Kept()
    wanted = record(session, compaction, past)
    assert past.saves == 1
    before = session.record
    read: list[int] = []

    def counted(index: int) -> object:
        read.append(index)
        return before(index)

    session.record = counted  # type: ignore[method-assign, assignment]
    assert record(session, compaction, past) == wanted
    assert past.saves == 1
    assert len(read) < len(entries)


def test_what_was_kept_of_another_log_or_under_other_settings_or_was_cut_is_passed_over(compacted: Compacted) -> None:
    session, compaction = compacted([("user", "see src/a.go"), ("assistant", "port 5433")], SUMMARIES[0])
    other, its = compacted([("user", "it is src/z.go and more"), ("assistant", "port 99")], SUMMARIES[0])
    past = Kept()
    record(session, compaction, past)
    kept = past.data
    assert kept
    for data in (kept[:-1], kept[: len(kept) // 2], b"", b"\x80", kept):
        past.data = data
        assert record(other, its, past) == record(other, its)
    for chosen in (AuditSettings(check_ports=False), AuditSettings(check_compliance=False)):
        past.data = kept
        assert encode(audit(session, compaction, settings=chosen, past=past)) == encode(
            audit(session, compaction, settings=chosen)
        )


def test_a_ledger_that_stands_in_columns_is_kept_too(compacted: Compacted) -> None:
    entries = [("user", "src/a.go src/b.go src/c.go 12 files port 5433, 3 files, a\\nb.go `git push -f`")] * 3
    past = Kept()
    before, listing.APART = listing.APART, 2
    try:
        for more in range(3):
            session, compaction = compacted(
                [*entries, *[("assistant", "4 files in src/d.go, 12 files")] * more], SUMMARIES[0]
            )
            assert record(session, compaction, past) == record(session, compaction)
    finally:
        listing.APART = before
    assert past.saves == 3
