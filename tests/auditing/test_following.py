"""What follows from the log though it does not stand there: reckoned numbers, moments in other forms, joined paths.

Each law is tried both ways: what follows is not flagged, and what is a slip away from it is.
"""

from __future__ import annotations

import random

import pytest

from threefold.auditing import audit


def flagged(compacted, calls: list[tuple[str, str]], summary: str, said: str = "go on") -> set[str]:
    """The values that are flagged of a summary of these commands and what they printed."""
    entries: list[tuple[str, object]] = [("user", said)]
    for number, (command, printed) in enumerate(calls):
        entries += [("call", ("Bash", {"command": command}, f"t{number}")), ("result", (f"t{number}", printed))]
    record = audit(*compacted([*entries, ("assistant", "Done.")], summary))
    assert not record.failures
    return {one.value for one in record.fidelity.candidates}


@pytest.mark.parametrize(
    ("command", "printed", "right", "wrong"),
    [
        ("wc -l *.ts", " 412 src/a.ts\n 88 src/b.ts\n1207 src/c.ts", "src has 1,707 lines.", "src has 1,770 lines."),
        ("npm ls | wc -l; npm outdated", "47\nreact 18.2.0", "There are 47 packages.", "There are 74 packages."),
        ("cat r", "hits=9120 misses=480", "The hit rate is 95%.", "The hit rate is 59%."),
        ("git shortlog -sn", "  31\tAnna\n  20\tIvo", "Ivo made 20 commits.", "Ivo made 29 commits."),
        ("cat c.py", "backoff=(200, 400)", "Backoff is 200 to 400 ms.", "Backoff is 250 to 450 ms."),
        ("cat c.yml", "scale: {min: 12, max: 40}", "Scaled from 12 to 40 replicas.", "Scaled from 12 to 45 replicas."),
        ("cat c.yml", "max_age: PT36H", "The maximum age is 36 hours.", "The maximum age is 37 hours."),
        (
            "cat deploy.log",
            "2026-05-09T02:14:07Z start deploy\n2026-05-09T02:31:52Z deploy healthy",
            "The deploy took 17 m 45 s.",
            "The deploy took 27 m 45 s.",
        ),
        ("cat run.txt", "3 failed, 57 passed in 8.3s", "57 passed in 8 s.", "57 passed in 3 s."),
        ("cat trace", "tax_us=911200 ok=1 tax_us=402118", "Both tax calls take 1.31 s.", "Both tax calls take 1.13 s."),
        ("tail log", "step 120 eta 5:42:10", "It has 5 h 42 min left.", "It has 5 h 24 min left."),
    ],
)  # fmt: skip
def test_a_number_that_follows_from_the_log_is_not_flagged_and_a_slip_of_it_is(
    compacted, command: str, printed: str, right: str, wrong: str
) -> None:
    assert flagged(compacted, [(command, printed)], right) == set()
    assert len(flagged(compacted, [(command, printed)], wrong)) == 1


@pytest.mark.parametrize(
    ("printed", "right", "wrong"),
    [
        ('{"ts": 1778313600}', "The reboot was at 2026-05-09 08:00 UTC.", "The reboot was at 2026-05-09 08:01 UTC."),
        ('{"ts": 1778313600123}', "It came on 2026-05-09 at 08:00 UTC.", "It came on 2026-05-09 at 09:00 UTC."),
        ("2026-05-09 14:00:00+08:00 up", "It was up at UTC 06:00.", "It was up at UTC 07:00."),
        ("2026-05-09 08:00:00Z up", "It was up at 10:00 CEST.", "It was up at 11:00 CEST."),
        ("15 4 1 * * /opt/report.sh", "The report is made at 04:15.", "The report is made at 04:51."),
        ("notBefore=2026-03-03 notAfter=2026-06-01", "Valid from 2026-03-03 to 2026-06-01, 90 days.",
         "Valid from 2026-03-03 to 2026-06-01, 80 days."),
        ("frame avg=16.40ms", "A frame takes 16.4 ms, that is 61 fps.", "A frame takes 16.4 ms, that is 71 fps."),
    ],
)  # fmt: skip
def test_a_moment_or_a_rate_in_another_form_is_the_same_and_a_slip_of_it_is_not(
    compacted, printed: str, right: str, wrong: str
) -> None:
    assert flagged(compacted, [("cat it", printed)], right) == set()
    assert len(flagged(compacted, [("cat it", printed)], wrong)) == 1


@pytest.mark.parametrize(
    ("command", "printed", "right", "wrong"),
    [
        ("cd libs/core && ls src", "index.ts\nparse.ts", "libs/core/src/parse.ts", "libs/cord/src/parse.ts"),
        ("cd web && pytest tests/test_x.py", "1 passed", "/repo/web/tests/test_x.py", "/repo/wed/tests/test_x.py"),
        ("cp config/prod.yml /etc/svc/", "", "/etc/svc/prod.yml", "/etc/svd/prod.yml"),
        ("git diff --stat", "{lib => src/lib}/core.rs | 2 +-", "src/lib/core.rs", "src/lid/core.rs"),
        ("git diff --stat", "{lib => src/lib}/core.rs | 2 +-", "lib/core.rs", "lob/core.rs"),
    ],
)  # fmt: skip
def test_a_path_that_a_call_puts_together_stands_there(
    compacted, command: str, printed: str, right: str, wrong: str
) -> None:
    assert flagged(compacted, [(command, printed)], f"See `{right}`.") == set()
    assert flagged(compacted, [(command, printed)], f"See `{wrong}`.") == {wrong}


def test_the_working_directory_and_what_is_above_it_stand_there(compacted) -> None:
    session, compaction = compacted(
        [("user", "go on")], "All of it is in /srv/team/app and /srv/team.", cwd="/srv/team/app"
    )
    assert audit(session, compaction).fidelity.candidates == ()


def test_a_name_that_begins_like_a_month_is_no_month(compacted) -> None:
    assert flagged(compacted, [("git shortlog", "31 Mara, 12 Juno")], "Mara 31, Juno 12.") == set()
    assert flagged(compacted, [("date", "2026-03-12")], "It was on 31 March.") == {"31 March"}


def test_numbers_that_nothing_of_the_sentence_leads_to_ground_nothing(compacted) -> None:
    """Any log holds pairs of numbers from which nearly any number could be reckoned."""
    chance = random.Random(7)
    noise = [(f"cmd{n}", " ".join(str(chance.randint(100, 999)) for _ in range(8))) for n in range(40)]
    wrong = [f"{chance.randint(1000, 1900)} warnings" for _ in range(30)]
    found = flagged(compacted, noise, "\n\n".join(f"The compiler printed {one}." for one in wrong))
    assert len(found) >= 0.9 * len(set(wrong))
