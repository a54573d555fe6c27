"""The import contracts of pyproject.toml hold, and each of them can fail."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

#: Rooms that decide and therefore do nothing else: the contract `pure` and the search for forbidden calls below.
PURE = {"errors", "section", "session", "text", "work", "verdict", "compact", "audit"}

#: Rooms that meet the world through somebody else's framework.
ENTRY = {"doors", "harness", "middleware", "fleet"}

#: One forbidden import for each rule: the contract that must break, the room it is put into, and the import.
SEEDED_FAULTS = [
    ("direction", "verdict", "import threefold.compact"),
    ("direction", "compact", "import threefold.audit"),
    ("direction", "audit", "import threefold.verdict"),
    ("direction", "audit", "import threefold.compact"),
    ("direction", "verdict", "import threefold.relevance"),
    ("direction", "audit", "import threefold.relevance"),
    ("direction", "session", "import threefold.reading"),
    ("direction", "session", "import threefold.errors"),
    ("direction", "errors", "import threefold.text"),
    ("direction", "reading", "import threefold.verdict"),
    ("direction", "work", "import threefold.audit"),
    ("direction", "text", "import threefold.compact"),
    ("direction", "pipeline", "import threefold.doors"),
    ("direction", "store", "import threefold.fleet"),
    ("direction", "relevance", "import threefold.middleware"),
    ("direction", "systemone", "import threefold.harness"),
    ("direction", "lobby", "import threefold.errors"),
    ("pure", "verdict", "import os"),
    ("pure", "compact", "from pathlib import Path"),
    ("pure", "audit", "import time"),
    ("pure", "session", "import subprocess"),
    ("frameworks", "compact", "import openai"),
    ("frameworks", "audit", "import typer"),
    ("frameworks", "relevance", "import langchain"),
]


def lint_imports(tree: Path, contract: str) -> subprocess.CompletedProcess[str]:
    """Check one contract in a copy of the checkout."""
    return subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-logo", "--no-cache", "--contract", contract],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree / "src"), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


def add_import(tree: Path, room: str, statement: str) -> None:
    """Put an import into a room, and make the rooms that do not exist yet: a rule holds before its room does."""
    package = tree / "src" / "threefold"
    for name in {room, *re.findall(r"threefold\.(\w+)", statement)}:
        if not (package / f"{name}.py").exists() and not (package / name / "__init__.py").exists():
            (package / name).mkdir(exist_ok=True)
            (package / name / "__init__.py").write_text("")
    home = package / f"{room}.py"
    if not home.exists():
        home = package / room / "seeded.py"
    home.write_text((home.read_text() if home.exists() else "") + f"\n{statement}\n")


@pytest.fixture
def copy(checkout: Path, tmp_path: Path) -> Path:
    shutil.copy(checkout / "pyproject.toml", tmp_path)
    shutil.copytree(checkout / "src" / "threefold", tmp_path / "src" / "threefold")
    return tmp_path


@pytest.mark.parametrize("contract", ["direction", "pure", "frameworks"])
def test_the_tree_keeps_every_contract(copy: Path, contract: str) -> None:
    result = lint_imports(copy, contract)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(("contract", "room", "statement"), SEEDED_FAULTS)
def test_a_forbidden_import_breaks_its_contract(copy: Path, contract: str, room: str, statement: str) -> None:
    add_import(copy, room, statement)
    result = lint_imports(copy, contract)
    assert result.returncode != 0
    assert f"threefold.{room}" in result.stdout or room == "lobby", result.stdout + result.stderr


def contracts(checkout: Path) -> dict[str, set[str]]:
    config = tomllib.loads((checkout / "pyproject.toml").read_text())
    return {
        contract["id"]: {module.removeprefix("threefold.") for module in contract.get("source_modules", [])}
        for contract in config["tool"]["importlinter"]["contracts"]
    }


def rooms(checkout: Path) -> set[str]:
    package = checkout / "src" / "threefold"
    names = {path.parent.name for path in package.glob("*/__init__.py")} | {path.stem for path in package.glob("*.py")}
    return names - {"__init__", "__main__"}


def test_every_room_stands_in_the_contracts_that_concern_it(checkout: Path) -> None:
    listed = contracts(checkout)
    assert listed["pure"] == rooms(checkout) & PURE
    assert listed["frameworks"] == rooms(checkout) - ENTRY


# --- calls that need no import -----------------------------------------------------------------------------------

IMPURE_NAMES = {"open", "print", "input", "breakpoint", "eval", "exec", "__import__"}
IMPURE_METHODS = {"now", "utcnow", "today", "read_text", "read_bytes", "write_text", "write_bytes"}


def impure_calls(source: str) -> list[str]:
    """Calls in a module that reach outside it: files, streams, the clock."""
    calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = [call.id for call in calls if isinstance(call, ast.Name) and call.id in IMPURE_NAMES]
    return named + [call.attr for call in calls if isinstance(call, ast.Attribute) and call.attr in IMPURE_METHODS]


def test_rooms_that_decide_call_nothing_outside_themselves(checkout: Path) -> None:
    package = checkout / "src" / "threefold"
    files = [file for room in PURE for file in [package / f"{room}.py", *(package / room).rglob("*.py")]]
    found = {str(file): calls for file in files if file.exists() and (calls := impure_calls(file.read_text()))}
    assert not found


@pytest.mark.parametrize("call", ["open('x')", "print(1)", "datetime.now()", "date.today()", "path.read_text()"])
def test_a_call_to_the_outside_is_noticed(call: str) -> None:
    assert impure_calls(f"def decide():\n    return {call}\n")
