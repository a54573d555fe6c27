"""What heads a report: each wrong place of a summary once, so that none hides another."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from threefold.auditing import audit
from threefold.auditing.reports.record import AuditRecord, Candidate, Statement
from threefold.doors.cli import app, execute
from threefold.report import text

WORK = [("assistant", "Looking."), ("user", "go on")]


@pytest.fixture
def wide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("THREEFOLD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "120")
    text.console.cache_clear()
    yield
    text.console.cache_clear()


def headed(compacted, said: str, summary: str) -> AuditRecord:
    return audit(*compacted([("user", said), *WORK], summary))


def spans(record: AuditRecord) -> list[tuple[int, int]]:
    return sorted(one.span for one in record.headline if isinstance(one, Candidate) and one.span is not None)


@pytest.mark.parametrize(
    ("said", "summary"),
    [
        (
            "run pytest -q tests/billing/test_total.py and see http://127.0.0.1:5433/health",
            "Ran `pytest -q tests/billing/test_totals.py` and asked http://127.0.0.1:5434/health.",
        ),
        (
            "the fault is in src/billing/total.py:118, keep id 550e8400-e29b-41d4-a716-446655440000",
            "The fault is in src/billing/totals.py:181; id 550e8400-e29b-41d4-a716-446655440001.",
        ),
        (
            "call https://api.acme.io:8443/v2/orders on port 8443",
            "Call https://api.acme.io:8444/v2/orders; the port is 8444.",
        ),
    ],
)
def test_no_two_findings_at_the_head_are_about_one_place_or_one_value_within_another(
    compacted, said: str, summary: str
) -> None:
    record = headed(compacted, said, summary)
    found = spans(record)
    assert found
    assert all(end <= start for (_, end), (start, _) in itertools.pairwise(found))
    values = [one.value for one in record.headline]
    assert not any(one != other and one in other for one in values for other in values)


def test_a_correction_turned_round_is_shown_as_altered_and_not_as_lost_too(compacted) -> None:
    record = headed(compacted, "no, use boot_id, not md5", "The key is md5 of the record.")
    assert [(one.category, one.status) for one in record.headline] == [("correction", "altered")]


def test_a_value_within_an_invented_quote_is_not_shown_beside_it(compacted) -> None:
    record = headed(compacted, "look at the importer", 'The user said: "you may restart it on port 5439 at any time".')
    heads = [one.category for one in record.headline]
    assert heads.count("user_quote") == 1
    assert "port" not in heads


def test_what_is_left_out_of_the_head_stands_among_the_findings_still(compacted) -> None:
    said = "call https://api.acme.io:8443/v2/orders on port 8443"
    record = headed(compacted, said, "Call https://api.acme.io:8444/v2/orders; the port is 8444.")
    assert {"url", "port"} <= {one.category for one in record.fidelity.candidates}


def test_two_wrong_values_of_one_sentence_are_two_places(compacted) -> None:
    said = "the host is 172.20.4.118 and the token lives 15 minutes, file src/auth/token.py"
    record = headed(compacted, said, "Host 172.20.4.181, file src/auth/tokens.py.")
    assert len([one for one in record.headline if not isinstance(one, Statement)]) == 2


def test_of_lost_commands_of_nearly_the_same_words_the_screen_shows_one(compacted, capsys, wide) -> None:
    probes = [f"git diff --stat {n}aa1f0c~1..{n}aa1f0c" for n in range(3, 9)]
    other = ["terraform plan -out=tf.plan", "kubectl get pods -n pay", "docker compose up -d", "go vet ./..."]
    other += ["npm run build -- --prod", "cargo build --release", "make -j4 all"]
    entries = [("user", "go on")]
    for number, command in enumerate([*probes, *other]):
        entries += [("call", ("Bash", {"command": command}, f"t{number}")), ("result", (f"t{number}", "ok"))]
    session, _ = compacted(entries, "Nothing to tell.")
    assert execute(app(), ["audit", session.source.name, "--no-report"]) == 0
    table = capsys.readouterr().out.partition("\nlost")[2]
    assert table.count("git diff --stat") == 1
    assert "(+5)" in table
    assert "terraform plan" in table
    assert execute(app(), ["audit", session.source.name, "--no-report", "--all"]) == 0
    assert capsys.readouterr().out.partition("\nlost")[2].count("git diff --stat") == len(probes)
