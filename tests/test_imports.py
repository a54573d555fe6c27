"""What `import threefold` does to a program: next to nothing. Seen from a fresh interpreter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


def fresh(code: str, folder: Path) -> str:
    """Run code in an interpreter of its own, in an empty folder that is also its home; what it printed on both streams.

    Coverage of child processes is switched off here, because it would itself be imported.
    """
    env = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    env |= {"HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout + result.stderr


LOADED = """
import json, sys
before = set(sys.modules)
import threefold
tops = {name.partition(".")[0] for name in set(sys.modules) - before}
print(json.dumps(sorted(tops - set(sys.stdlib_module_names) - {"threefold"})))
"""


def test_importing_loads_no_third_party_module_beyond_msgspec(tmp_path: Path) -> None:
    assert set(json.loads(fresh(LOADED, tmp_path))) <= {"msgspec"}


HEAVY = ["asyncio", "http", "multiprocessing", "sqlite3", "subprocess", "tomllib", "urllib.request"]


@pytest.mark.parametrize("module", HEAVY)
def test_importing_loads_no_heavy_part_of_the_standard_library(module: str, tmp_path: Path) -> None:
    assert fresh(f"import sys, threefold; print({module!r} in sys.modules)", tmp_path) == "False\n"


def test_importing_prints_nothing_and_creates_no_file(tmp_path: Path) -> None:
    assert fresh("import threefold", tmp_path) == ""
    assert not list(tmp_path.rglob("*"))


def test_importing_leaves_warnings_logging_and_signals_alone(tmp_path: Path) -> None:
    state = "(list(warnings.filters), logging.root.handlers[:], logging.root.level, signal.getsignal(signal.SIGINT))"
    code = f"import logging, signal, warnings\nbefore = {state}\nimport threefold\nassert before == {state}"
    assert fresh(code, tmp_path) == ""


def test_all_names_exactly_what_is_visible(tmp_path: Path) -> None:
    code = """
import json, types, threefold
for name in threefold.__all__:
    getattr(threefold, name)
modules = {name for name, value in vars(threefold).items() if isinstance(value, types.ModuleType)}
held = {name for name in vars(threefold) if not name.startswith("_")} - modules - {"annotations", "TYPE_CHECKING"}
print(json.dumps([threefold.__all__, [name for name in dir(threefold) if not name.startswith("_")], sorted(held)]))
"""
    everything, listed, held = json.loads(fresh(code, tmp_path))
    assert len(everything) == len(set(everything))
    assert set(listed) == set(everything)
    assert set(held) <= set(everything)


def test_type_checkers_see_the_names_that_a_program_sees(tmp_path: Path) -> None:
    code = """
import ast, inspect, json, threefold
tree = ast.parse(inspect.getsource(threefold))
imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module.startswith("threefold.")]
literal = [node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"]
named = sorted(alias.asname or alias.name for node in imports for alias in node.names)
print(json.dumps([sorted(threefold.__all__), named, sorted(ast.literal_eval(literal[0]))]))
"""
    everything, imported, literal = json.loads(fresh(code, tmp_path))
    assert imported == everything == literal


def test_a_name_that_is_not_there_is_an_attribute_error(tmp_path: Path) -> None:
    assert fresh("import threefold; print(hasattr(threefold, 'no_such_name'))", tmp_path) == "False\n"


VERBS = {"read", "build", "judge", "compact", "audit", "run", "ThreefoldError"}


def test_the_front_door_has_the_verbs_and_their_root_error(tmp_path: Path) -> None:
    assert set(json.loads(fresh("import json, threefold; print(json.dumps(threefold.__all__))", tmp_path))) >= VERBS


def test_no_room_has_the_name_of_a_verb(tmp_path: Path) -> None:
    """Python makes a submodule an attribute of its package when it is imported; it would hide the verb."""
    code = """
import json, pkgutil, threefold
print(json.dumps([sorted(m.name for m in pkgutil.iter_modules(threefold.__path__)), threefold.__all__]))
"""
    rooms, names = json.loads(fresh(code, tmp_path))
    assert not set(rooms) & set(names)
