"""What ``threefold run`` shows of an audit is what ``threefold audit`` puts at its head, no more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

from threefold.doors.cli import app, execute
from threefold.report import text
from threefold.report.text import middle


@pytest.fixture(autouse=True)
def narrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("THREEFOLD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "80")
    text.console.cache_clear()
    yield
    text.console.cache_clear()


def after(log: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert execute(app(), ["run", log]) == 0
    return capsys.readouterr().out.partition("\nAFTER")[2]


def test_run_names_nothing_first_where_the_ledger_is_incomplete_and_no_record_is_headed_by_anything(
    compacted, capsys
) -> None:
    entries = [("user", "read src/a.py"), ("assistant", "I read src/a.py.")]
    session, _ = compacted(entries, "Read src/a.py and src/somewhere/else.py.")
    log = Path(session.source.name)
    assert "unverified path  src/somewhere/else.py" in " ".join(after(str(log), capsys).split("\n"))
    log.write_text(log.read_text().replace('"logicalParentUuid": "u1"', '"logicalParentUuid": "gone"'))
    shown = after(str(log), capsys)
    assert "1 unverified" in shown
    assert "Look at this first: nothing." in shown
    assert "else.py" not in shown
    reasons = " ".join(shown.split()).count("the log is incomplete: ")
    assert execute(app(), ["audit", str(log), "--no-report"]) == 0
    assert capsys.readouterr().out.count("  incomplete: ") == reasons >= 1


def test_a_finding_that_is_too_long_keeps_its_end_and_its_line(compacted, capsys) -> None:
    deep = "/srv/" + "long-folder/" * 8
    entries = [("user", f"mend {deep}total.py and see {deep}near.py"), ("edited", ("x", f"{deep}near.py"))]
    session, _ = compacted(entries, f"Mended {deep}totals.py.")
    lines = after(session.source.name, capsys).splitlines()
    assert max(map(cell_len, lines)) <= 80
    (found,) = (place for place, line in enumerate(lines) if "altered path" in line)
    assert lines[found].endswith("/totals.py")
    assert lines[found + 1].endswith("/total.py  (line 1)") or lines[found + 1].endswith("/total.py (line 1)")


def test_what_is_cut_in_its_middle_is_never_wider_than_its_room() -> None:
    for value in ("src/" + "ordner/" * 20 + "a.py", "目录/" * 30 + "文件.py", "e\u0301/" * 40):
        for width in range(12, 60):
            shown = middle(value, width)
            assert cell_len(shown) <= width
            assert shown.endswith(value[-4:])
    assert middle("a.py", 12) == "a.py"
