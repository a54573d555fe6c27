"""Run inside an environment that holds a published artifact: inject everything that its gates must refuse.

A program of its own, with the standard library and the artifact alone: it must not import what it checks from anywhere
else. Reads what to inject from standard input (JSON) and prints one JSON object a check.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

Row = dict[str, Any]
Checks = Iterator[tuple[str, Callable[[], str]]]


def main() -> None:
    given = json.load(sys.stdin)
    for name, run in checks(given):
        if given["only"] not in ("", name):
            continue
        try:
            problem = run()
        except BaseException as error:  # whatever a broken artifact does is a failed check, not a crash of the probe
            problem = f"{type(error).__name__}: {error}"
        print(json.dumps({"check": name, "ok": not problem, "detail": problem}), flush=True)


def checks(given: dict[str, Any]) -> Checks:
    yield "the package is imported from the fresh environment", lambda: _placed(given["prefix"])
    yield "G1: exactly the seven fields", _fields
    yield "G1: what is rendered as work is counted", _counted
    yield "G1: a hand-made state is refused", lambda: _refused_state(lambda s: _with(s, state="Session: x\nnothing"))
    yield (
        "G1: a state edited in one character is refused",
        lambda: _refused_state(lambda s: _with(s, state=s.state + ".")),
    )
    yield "G1: an old state beside a new record is refused", lambda: _refused_state(_old_beside_new)
    yield (
        "G1: a digest made over something else is refused",
        lambda: _refused_state(lambda s: _with(s, digest="0" * 64)),
    )
    yield "G2: four options are refused", _four_options
    yield "G2: a fourth answer of a service is no verdict", _fourth_answer
    yield "G3: FORBIDDEN_KEYS holds the 35 names", lambda: _names(given["keys"])
    for key in given["keys"]:
        yield f"G3: {key} is refused everywhere", partial(_key, key)
    yield "G4: exactly three tools", lambda: _tools(given["tools"])
    yield "the local rule: nothing is safe, one waits, four are preserved first", _local_rule
    yield "a corpus with one label is refused", _one_label
    yield "an unknown label and an id used twice are refused", _bad_rows
    yield "the plugins offer the three tools and no other", lambda: _plugins(given["tools"])
    yield "the plugin's bridge refuses all of it too", lambda: _bridge(given["keys"])


def _verdict() -> Any:
    return importlib.import_module("threefold.verdict")


def _made(**work: list[str]) -> Any:
    return _verdict().from_record({"session": "probe", **work})


def _with(snapshot: Any, **changes: object) -> Any:
    return importlib.import_module("msgspec").structs.replace(snapshot, **changes)


def _old_beside_new(snapshot: Any) -> Any:
    new = _made(todos=["another"])
    return _with(new, state=snapshot.state, digest=snapshot.digest)


def _refuses(run: Callable[[], object], code: str) -> str:
    """Empty where ``run`` raises the package's error with that code."""
    root = importlib.import_module("threefold.errors").ThreefoldError
    try:
        run()
    except root as error:
        return "" if error.code == code else f"refused as {error.code!r}, not {code!r}"
    return "was accepted"


def _placed(prefix: str) -> str:
    place = pathlib.Path(importlib.import_module("threefold").__file__ or "").resolve()
    return "" if place.is_relative_to(pathlib.Path(prefix).resolve()) else f"imported from {place}"


def _fields() -> str:
    found = list(_made().record())
    wanted = ["session", "todos", "uncommitted", "questions", "decisions", "next_steps", "risk_hints"]
    if found != wanted:
        return f"the fields are {', '.join(found)}"
    return _refuses(lambda: _verdict().from_record({"session": "x", "notes": []}), "record")


def _counted() -> str:
    for field in _verdict().FIELDS:
        snapshot = _made(**{field.name: ["only this"]})
        verdict = _verdict().judge(snapshot)
        if snapshot.count != 1 or verdict.verdict == "safe_to_compact":
            return f"{field.name} is rendered and not counted"
        if "only this" not in snapshot.state:
            return f"{field.name} is counted and not rendered"
    return ""


def _refused_state(change: Callable[[Any], Any]) -> str:
    return _refuses(lambda: _verdict().judge(change(_made(todos=["one"]))), "state")


def _four_options() -> str:
    options = (*_verdict().VERDICTS, "drop_context")
    if len(options) != 4:
        return f"there are {len(options) - 1} verdicts"
    return _refuses(lambda: _verdict().judge(_made(), options=options), "record")


class _Answer:
    def __init__(self, label: str, raw: object) -> None:
        self.label, self.raw = label, raw
        self.confidence, self.risk, self.model = 1.0, 0.0, ""


def _fourth_answer() -> str:
    verdict = _verdict().judge(_made(todos=["one"]), lambda state: _Answer("drop_context", {}))
    return "" if verdict.verdict == "wait" else f"became {verdict.verdict}"


def _names(keys: list[str]) -> str:
    found = tuple(_verdict().FORBIDDEN_KEYS)
    if len(found) != 35 or len({re.sub(r"[^a-z]", "", key.lower()) for key in found}) != 35:
        return f"{len(found)} names"
    return "" if set(found) == set(keys) else f"differs in {', '.join(sorted(set(found) ^ set(keys)))}"


def _key(key: str) -> str:
    verdict = _verdict()
    spelled = (
        key,
        key.upper(),
        re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).lower(),
        re.sub(r"(?<=[a-z])(?=[A-Z])", "-", key),
    )
    for name in spelled:
        problem = _spelled(name)
        if problem:
            return f"{name} {problem}"
    try:
        verdict.from_record({"session": "x", "outer": {"inner": [{key: 1}]}})
    except importlib.import_module("threefold.errors").ForbiddenKey as error:
        if error.path != f"$.outer.inner[0].{key}" or "0.323" not in str(error):
            return (
                f"the error names {error.path} and quotes no measurement" if "0.323" not in str(error) else error.path
            )
    return ""


def _spelled(name: str) -> str:
    """One spelling of a key, in a record, a snapshot, a corpus and a service's answer."""
    verdict = _verdict()
    deep: Row = {"session": "x", "outer": {"inner": [{name: 1}]}}
    made: Row = _made().to_json() | {"extra": [[{name: 1}]]}
    rows: list[Row] = [{"id": "a", "label": "lost", "record": {name: 1}}]
    for run in (partial(verdict.from_record, deep), partial(verdict.parse_snapshot, made), partial(_corpus, rows)):
        problem = _refuses(run, "forbidden_key")
        if problem:
            return problem
    answer = _Answer("safe_to_compact", [{"answers": {name: []}}])
    said = verdict.judge(_made(todos=["one"]), lambda state: answer)
    if said.verdict != "wait" or said.reason.value != "service_forbidden_key" or name not in said.detail:
        return f"in a service's answer became {said.verdict}, {said.reason.value}"
    return ""


def _tools(tools: list[str]) -> str:
    found = list(_verdict().TOOLS)
    if sorted(found) != sorted(tools):
        return f"the tools are {', '.join(found)}"
    gates = importlib.import_module("threefold.verdict.gates")
    return _refuses(lambda: gates.check_tools([*tools, "context_verdict_screen"]), "record")


def _local_rule() -> str:
    rule = {0: "safe_to_compact", 1: "wait", 3: "wait", 4: "preserve_first", 9: "preserve_first"}
    for count, wanted in rule.items():
        found = _verdict().judge(_made(todos=[f"todo {n}" for n in range(count)])).verdict
        if found != wanted:
            return f"{count} items are judged {found}"
    return ""


def _corpus(rows: list[Row]) -> object:
    verify = importlib.import_module("threefold.verdict.verify")
    cases = verify.parse_corpus("\n".join(json.dumps(row) for row in rows))
    return verify.verify(cases, lambda case: None)


def _one_label() -> str:
    row: Row = {"label": "lost", "record": {"session": "x", "todos": ["t"]}}
    problem = _refuses(lambda: _corpus([row | {"id": "a"}, row | {"id": "b"}]), "record")
    return problem or _command(["verify"], [row | {"id": "a"}], 3)


def _bad_rows() -> str:
    lost: Row = {"label": "lost", "record": {"session": "x"}}
    keep: Row = {"label": "keep", "record": {"session": "x"}}
    twice = _refuses(lambda: _corpus([lost | {"id": "a"}, keep | {"id": "a"}]), "record")
    return twice or _refuses(lambda: _corpus([lost | {"id": "a"}, keep | {"id": "b", "label": "perhaps"}]), "record")


def _command(words: list[str], rows: list[Row], status: int) -> str:
    """Run the installed program on a corpus and compare its exit status."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "corpus.jsonl"
        path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
        code = "import sys; from threefold.doors.cli import main; main(sys.argv[1:])"
        done = subprocess.run(
            [sys.executable, "-I", "-c", code, *words, str(path)],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
    return (
        ""
        if done.returncode == status
        else f"threefold {words[0]} left with {done.returncode}: {done.stderr.strip()[:200]}"
    )


def _plugins(tools: list[str]) -> str:
    """Plugins in JavaScript name the three verdict tools and no fourth."""
    package = pathlib.Path(importlib.import_module("threefold").__file__ or "").parent
    for path in sorted([*package.rglob("*.mjs"), *package.rglob("*.js")]):
        with contextlib.suppress(OSError):
            named = set(re.findall(r"\bcontext_verdict_[a-z_]+", path.read_text(encoding="utf-8", errors="replace")))
            if named - set(tools):
                return f"{path.name} names {', '.join(sorted(named - set(tools)))}"
            if named and named != set(tools):
                return f"{path.name} lacks {', '.join(sorted(set(tools) - named))}"
    return ""


def _bridge(keys: list[str]) -> str:
    """The tools as the plugin reaches them: lines of JSON to `threefold bridge`."""
    made: Row = _made(todos=["one"]).to_json()
    judge = "context_verdict_judge"
    asked: list[tuple[str, Row, str]] = [
        (judge, {"snapshot": made | {"extra": [{key: 1}]}}, "forbidden_key") for key in keys
    ]
    asked.append((judge, {"snapshot": made | {"state": "Session: probe\nnothing"}}, "state"))
    asked.append((judge, {"snapshot": made, "options": ["a", "b", "c", "d"]}, "usage"))
    asked.append(("context_verdict_screen", {}, ""))
    with tempfile.TemporaryDirectory() as folder:
        row = {"id": "a", "label": "lost", "record": {"session": "x"}}
        (pathlib.Path(folder) / "one.jsonl").write_text(json.dumps(row), encoding="utf-8")
        asked.append(("context_verdict_verify", {"corpus": "one.jsonl"}, "record"))
        asked.append((judge, {"snapshot": made}, "wait"))
        answers = _answers(folder, asked)
    for number, (tool, arguments, wanted) in enumerate(asked):
        answer = answers.get(number, {})
        inner = answer.get("result")
        result: Row = inner if isinstance(inner, dict) else answer
        found = result.get("verdict") if wanted == "wait" else result.get("code", "")
        if found != wanted or (wanted != "wait" and not result.get("error")):
            return f"{tool} with {sorted(arguments)} answered {json.dumps(result)[:200]}"
    return ""


def _answers(folder: str, asked: list[tuple[str, Row, str]]) -> dict[int, Row]:
    lines = [
        json.dumps(
            {"id": number, "verb": "tool", "args": {"tool": tool, "args": arguments, "cwd": folder, "home": folder}}
        )
        for number, (tool, arguments, _) in enumerate(asked)
    ]
    code = "import sys; from threefold.doors.cli import main; main(['bridge'])"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], cwd=folder, input="\n".join(lines) + "\n", capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {row["id"]: row for row in rows}


if __name__ == "__main__":
    sys.stdin = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8")
    main()
