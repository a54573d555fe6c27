"""What every test may ask for: Hypothesis profiles, the checkout's root, and the real sessions beside it."""

from __future__ import annotations

import cProfile
import os
from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest

# What we print is as wide as COLUMNS says, and pytest-xdist gives its workers one. A test that wants a width sets it.
os.environ.pop("COLUMNS", None)

# `dev` looks for something new each time; `ci` takes the same examples every time, so that a red run can be run again.
# No deadline in either: a slow machine is not a bug.
hypothesis.settings.register_profile("dev", deadline=None, max_examples=100)
hypothesis.settings.register_profile("ci", deadline=None, max_examples=100, derandomize=True, print_blob=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))

ROOT = Path(__file__).resolve().parent.parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what counts steps: coverage would make it two and three times as long, and plain tests run the same lines.
    ``.ci/run`` measures coverage without these, and without laws (which Hypothesis marks)."""
    for item in items:
        if "work_of" in getattr(item, "fixturenames", ()):
            item.add_marker("thorough")


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder that holds tests/, examples/ and pyproject.toml."""
    return ROOT


@pytest.fixture(scope="session")
def checkout(root: Path) -> Path:
    """The root where it is a checkout with sources; skips where the tests run against an installed wheel."""
    if not (root / "src" / "threefold").is_dir():
        pytest.skip("needs the sources: these tests run against an installed package")
    return root


@pytest.fixture(scope="session")
def shared(root: Path) -> Path:
    """The folder of real sessions and reference cases, which is not part of the repository.

    It is looked for beside the checkout; THREEFOLD_SHARED names another place.
    """
    folder = Path(os.environ.get("THREEFOLD_SHARED") or root.parent / "shared")
    if not folder.is_dir():
        pytest.skip(f"no real sessions at {folder} (THREEFOLD_SHARED names another folder)")
    return folder


@pytest.fixture(scope="session")
def work_of() -> Callable[[Callable[[], object]], int]:
    """How many calls a function makes, in Python and in C: the same on every machine, however busy it is."""

    def count(work: Callable[[], object]) -> int:
        profile = cProfile.Profile()
        profile.runcall(work)
        return sum(entry.callcount for entry in profile.getstats())

    return count
