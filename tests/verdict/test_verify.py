"""A labelled corpus is judged in both directions."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from threefold.errors import ForbiddenKey, RecordRefused
from threefold.session import Session
from threefold.verdict import Service, VerdictSettings
from threefold.verdict.verify import Case, Report, parse_corpus, verify

Row = dict[str, Any]
CLEAN: Row = {"session": "clean"}


def lost(id: str, **record: object) -> Row:
    return {"id": id, "label": "lost", "record": {"session": id, **record}}


def keep(id: str, **record: object) -> Row:
    return {"id": id, "label": "keep", "record": {"session": id, **record}}


def no_session(case: Case) -> Session:
    raise AssertionError(f"{case.id} names no session")


def run(*rows: Row, service: Service | None = None, service_only: bool = False, chars: int = 12_000) -> Report:
    cases = parse_corpus("\n".join(json.dumps(row) for row in rows))
    settings = VerdictSettings(state_chars=chars)
    return verify(cases, no_session, service, settings, service_only=service_only)


class Said:
    def __init__(self, label: str) -> None:
        self.label, self.confidence, self.risk, self.raw, self.model = label, 1.0, 0.0, None, ""


FOUR = ["a", "b", "c", "d"]


def test_a_lost_case_that_is_judged_safe_is_let_through_and_gives_status_1() -> None:
    report = run(lost("missed"), keep("fine"))
    assert [found.outcome for found in report.outcomes] == ["let_through", "passed"]
    assert (report.exit_status, report.to_json()["lost"]) == (
        1, {"cases": 1, "judged": 1, "letThrough": ["missed"], "letThroughRate": 1.0},
    )  # fmt: skip


def test_the_rates_of_all_cases_count_what_was_skipped_as_told_to_wait() -> None:
    report = run(
        lost("missed", todos=[]), lost("open", todos=["a"]), keep("waits", todos=["a"]), keep("fine", todos=[])
    )
    shown = report.to_json()
    assert shown["ofAll"] == {"letThroughRate": 0.5, "toldToWaitRate": 0.5, "refusedRate": 0.0}
    assert (shown["lost"]["letThroughRate"], shown["skippedCount"]) == (1.0, 2)  # type: ignore[index]


def test_a_keep_case_that_is_refused_is_counted_and_a_waiting_one_counted_apart() -> None:
    report = run(
        lost("l", todos=FOUR), keep("refused", todos=FOUR), keep("waits", todos=["a"]), service=lambda s: Said("wait")
    )
    assert report.to_json()["keep"] == {
        "cases": 2, "judged": 2, "refused": ["refused"], "waited": ["waits"], "refusedRate": 0.5, "waitedRate": 0.5,
    }  # fmt: skip
    assert report.exit_status == 0


def test_what_the_local_rule_leaves_open_without_a_service_is_skipped() -> None:
    report = run(lost("l", todos=["a"]), keep("k", todos=["a"]), keep("clean"))
    assert [found.outcome for found in report.outcomes] == ["skip", "skip", "passed"]
    shown = report.to_json()
    assert (shown["skipped"], shown["skippedCount"], shown["allSkipped"]) == (["l", "k"], 2, False)


def test_with_service_only_and_no_service_every_case_is_skipped_and_the_status_is_0() -> None:
    report = run(lost("l", todos=FOUR), keep("k"), service_only=True)
    assert (report.all_skipped, report.exit_status, report.to_json()["allSkipped"]) == (True, 0, True)


def test_with_service_only_the_service_is_asked_about_every_case() -> None:
    asked: list[str] = []

    def service(state: str) -> Said:
        asked.append(state)
        return Said("preserve_first")

    report = run(lost("l", todos=FOUR), keep("k"), service=service, service_only=True)
    assert len(asked) == 2
    assert [found.outcome for found in report.outcomes] == ["caught", "refused"]


def test_a_state_over_the_budget_is_status_2_and_a_lost_case_let_through_outranks_it() -> None:
    big = keep("big", todos=["x" * 900])
    assert run(lost("l", todos=FOUR), big, chars=600).exit_status == 2
    assert run(lost("l"), big, chars=600).exit_status == 1


@pytest.mark.parametrize("label", ["lost", "keep"])
def test_a_corpus_with_one_label_only_is_refused(label: str) -> None:
    make = lost if label == "lost" else keep
    with pytest.raises(RecordRefused, match="needs both"):
        run(make("a"), make("b"))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no case"),
        ([lost("a"), keep("a")], "already"),
        ([lost("a"), {**keep("b"), "label": "maybe"}], "maybe"),
        ([lost("a"), {"label": "keep", "record": CLEAN}], "no id"),
        ([lost("a"), {"id": "b", "label": "keep"}], "record or a session"),
        ([lost("a"), {**keep("b"), "session": "x.jsonl"}], "record or a session"),
        ([lost("a"), {**keep("b"), "worktre": {}}], "worktre"),
        ([lost("a"), {**keep("b"), "worktree": {"changed": "a.py"}}], "list of paths"),
        ([lost("a"), {**keep("b"), "worktree": {"run": ["rm"]}}], "unknown run"),
        ([lost("a"), keep("b", notes=[])], "notes"),
        ([lost("a"), ["no object"]], "no object"),
    ],
)
def test_a_corpus_that_is_not_in_order_is_an_error(rows: list[Any], message: str) -> None:
    with pytest.raises(RecordRefused, match=message):
        run(*rows)


def test_a_forbidden_key_anywhere_in_a_line_is_refused_before_anything_else() -> None:
    with pytest.raises(ForbiddenKey) as caught:
        parse_corpus('{"id": 5, "label": "maybe", "record": {"outer": [{"per-block": 1}]}}')
    assert caught.value.path == "$.record.outer[0]['per-block']"


def test_notes_beside_the_known_fields_are_let_be() -> None:
    cases = parse_corpus('{"id": "a", "label": "lost", "record": {}, "why": "w", "language": "zh", "year": 2026}')
    assert (cases[0].why, cases[0].worktree) == ("w", None)


def test_no_repository_is_told_from_a_work_tree_that_is_not_described() -> None:
    first, second = parse_corpus(
        '{"id": "a", "label": "lost", "session": "x", "worktree": null}\n\n{"id": "b", "label": "keep", "session": "x"}'
    )
    assert first.worktree is not None
    assert not first.worktree.known
    assert second.worktree is None


# --- the command ------------------------------------------------------------------------------------------------------


def command(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "threefold", *map(str, arguments)]
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)


def corpus(folder: Path, *rows: Row) -> Path:
    path = folder / "corpus.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_the_command_names_every_failing_case_and_leaves_with_status_1(tmp_path: Path) -> None:
    rows = [lost("missed"), keep("fine"), keep("refused", todos=FOUR), lost("open", todos=["a"])]
    done = command("verify", corpus(tmp_path, *rows), "--offline", cwd=tmp_path)
    assert done.returncode == 1
    assert "LET THROUGH (1)\n  missed" in done.stdout
    assert "refused (1)\n  refused" in done.stdout
    assert "SKIP (1 lost, 0 keep)" in done.stdout
    assert "lost cases let through   1 of 2 (50.0%)\nkeep cases told to wait  0 of 2 (0.0%)" in done.stdout


def test_the_command_speaks_json(tmp_path: Path) -> None:
    path = corpus(tmp_path, lost("l", todos=FOUR), keep("k"))
    done = command("verify", path, "--service-only", "--json", cwd=tmp_path)
    shown = json.loads(done.stdout)
    assert (done.returncode, shown["allSkipped"], shown["skipped"], shown["exitStatus"]) == (0, True, ["l", "k"], 0)


@pytest.mark.parametrize(
    ("rows", "unjudged", "said"),
    [
        ([lost("l", todos=["a"]), keep("k", todos=["a"])], ["lost", "keep"], "No case got a verdict"),
        ([lost("l", todos=["a"]), keep("k")], ["lost"], "No lost case got a verdict"),
        ([lost("l", todos=FOUR), keep("k", todos=["a"])], ["keep"], "No keep case got a verdict"),
        ([lost("l", todos=FOUR), keep("k")], [], ""),
    ],
)
def test_a_run_that_judged_no_case_of_a_label_says_that_it_shows_nothing_of_it(
    rows: list[Row], unjudged: list[str], said: str, tmp_path: Path
) -> None:
    done = command("verify", corpus(tmp_path, *rows), "--offline", "--json", cwd=tmp_path)
    assert (done.returncode, json.loads(done.stdout)["unjudged"]) == (0, unjudged)
    assert (said in done.stderr) if said else done.stderr == ""


def test_a_refused_corpus_is_status_3_and_one_sentence(tmp_path: Path) -> None:
    done = command("verify", corpus(tmp_path, lost("a"), lost("b")), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("threefold: All 2 cases are labelled 'lost'")
    assert command("verify", tmp_path / "missing.jsonl", cwd=tmp_path).returncode == 3


def test_a_session_of_the_corpus_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    rows = [lost("a"), {"id": "b", "label": "keep", "session": "missing.jsonl"}]
    done = command("verify", corpus(tmp_path, *rows), "--offline", cwd=tmp_path)
    assert done.returncode == 3
    assert "case 'b'" in done.stderr


def test_a_corpus_of_the_repository_is_read_from_its_folder(root: Path, tmp_path: Path) -> None:
    done = command("verify", root / "corpus" / "verdict", "--offline", "--json", cwd=tmp_path)
    shown = json.loads(done.stdout)
    assert (done.returncode, shown["lost"]["letThrough"], shown["keep"]["refused"]) == (0, [], [])


@pytest.mark.parametrize(
    "line",
    [
        '{"id": "a", "label": "keep", "record": {"todos": ["x"], "todos": []}}',
        '{"id": "a", "label": "keep", "record": {}, "worktre": "x"}',
        '{"id": "a", "label": "keep", "label": "lost", "record": {}}',
    ],
)
def test_a_line_that_says_two_things_or_misspells_a_key_is_refused(line: str) -> None:
    other = '{"id": "b", "label": "lost", "record": {"todos": ["x"]}}'
    with pytest.raises(RecordRefused):
        verify(parse_corpus(f"{line}\n{other}"), lambda case: pytest.fail("no session is named"))


def test_the_work_tree_of_a_record_case_counts() -> None:
    lines = [
        '{"id": "a", "label": "lost", "record": {}, "worktree": {"changed": ["a.py"]}}',
        '{"id": "b", "label": "keep", "record": {}, "worktree": {"committed": ["a.py"]}, "language": "en"}',
    ]
    report = verify(parse_corpus("\n".join(lines)), lambda case: pytest.fail("no session is named"))
    assert [(found.id, found.count) for found in report.outcomes] == [("a", 1), ("b", 0)]
