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
PURE = {"errors", "section", "session", "text", "work", "verdict", "compaction", "auditing"}

#: Rooms that meet the world through somebody else's framework.
ENTRY = {"doors", "harness", "middleware", "fleet"}

#: One forbidden import for each rule: the contract that must break, the room it is put into, and the import.
SEEDED_FAULTS = [
    ("direction", "verdict", "import threefold.compaction"),
    ("direction", "compaction", "import threefold.auditing"),
    ("direction", "auditing", "import threefold.verdict"),
    ("direction", "auditing", "import threefold.compaction"),
    ("direction", "verdict", "import threefold.relevance"),
    ("direction", "auditing", "import threefold.relevance"),
    ("direction", "session", "import threefold.reading"),
    ("direction", "session", "import threefold.errors"),
    ("direction", "errors", "import threefold.text"),
    ("direction", "reading", "import threefold.verdict"),
    ("direction", "work", "import threefold.auditing"),
    ("direction", "text", "import threefold.compaction"),
    ("direction", "pipeline", "import threefold.doors"),
    ("direction", "store", "import threefold.fleet"),
    ("direction", "relevance", "import threefold.middleware"),
    ("direction", "systemone", "import threefold.harness"),
    ("direction", "lobby", "import threefold.errors"),
    ("auditing", "auditing/facts", "import threefold.auditing.ledger"),
    ("auditing", "auditing/ledger", "import threefold.auditing.statements"),
    ("auditing", "auditing/grounds", "import threefold.auditing.comparing"),
    ("work", "work/sentences", "import threefold.work.commands"),
    ("work", "work/commands", "import threefold.work.exchanges"),
    ("pure", "verdict", "import os"),
    ("pure", "compaction", "from pathlib import Path"),
    ("pure", "auditing", "import time"),
    ("pure", "session", "import subprocess"),
    ("frameworks", "compaction", "import openai"),
    ("frameworks", "auditing", "import typer"),
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
    assert f"threefold.{room.replace('/', '.')}" in result.stdout or room == "lobby", result.stdout + result.stderr


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


# --- what a contract cannot see ------------------------------------------------------------------------------------

IMPURE_NAMES = {"open", "print", "input", "breakpoint", "eval", "exec", "__import__"}
IMPURE_METHODS = {"now", "utcnow", "today", "read_text", "read_bytes", "write_text", "write_bytes"}

#: Part of a package whose other parts are harmless; contracts know only whole packages outside the house.
IMPURE_MODULES = {"urllib.request"}


def reaches_out(node: ast.AST) -> bool:
    """Whether a node calls a file, a stream or the clock, or imports what does."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in IMPURE_NAMES
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in IMPURE_METHODS
        case ast.Import(names=names):
            return any(alias.name in IMPURE_MODULES for alias in names)
        case ast.ImportFrom(module=str(module), names=names):
            return module in IMPURE_MODULES or any(f"{module}.{alias.name}" in IMPURE_MODULES for alias in names)
    return False


def impurities(source: str) -> list[str]:
    """Where a module reaches outside itself."""
    return [ast.unparse(node) for node in ast.walk(ast.parse(source)) if reaches_out(node)]


def test_rooms_that_decide_reach_for_nothing_outside_themselves(checkout: Path) -> None:
    package = checkout / "src" / "threefold"
    files = [file for room in PURE for file in [package / f"{room}.py", *(package / room).rglob("*.py")]]
    found = {str(file): found for file in files if file.exists() and (found := impurities(file.read_text()))}
    assert not found


@pytest.mark.parametrize(
    "statement",
    [
        "return open('x')",
        "print(1)",
        "return datetime.now()",
        "return date.today()",
        "return path.read_text()",
        "import urllib.request",
        "from urllib import request",
        "from urllib.request import urlopen",
    ],
)
def test_reaching_outside_is_noticed(statement: str) -> None:
    assert impurities(f"def decide():\n    {statement}\n")
