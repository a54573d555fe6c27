"""Repositories made to run a program of theirs when git is asked about them: none is run."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from threefold.store.git import status


def git(folder: Path, *words: str) -> str:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment |= {"GIT_CONFIG_NOSYSTEM": "1", "HOME": str(folder)}
    who = ("-c", "user.name=Dev", "-c", "user.email=dev@example.com", "-c", "init.defaultBranch=main")
    command = ["git", *who, "-c", "protocol.file.allow=always", *words]
    return subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True).stdout


def made(folder: Path) -> Path:
    """A repository with one commit, and a file that was changed since: git runs a filter to compare it."""
    folder.mkdir(parents=True)
    git(folder, "init", "-q")
    (folder / "a.txt").write_text("one\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "Start")
    (folder / "a.txt").write_text("two\n")
    return folder


def filtering(folder: Path, name: bytes = b"evil") -> None:
    (folder / ".git" / "info").mkdir(exist_ok=True)
    (folder / ".git" / "info" / "attributes").write_bytes(b"*.txt filter=" + name + b"\n")


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A program that leaves a mark."""
    path = tmp_path / "trap.sh"
    path.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\ncat\n")
    path.chmod(0o755)
    return path


@pytest.fixture(autouse=True)
def nothing_ran(tmp_path: Path) -> object:
    yield
    assert not (tmp_path / "ran").exists()


def in_a_worktrees_own_configuration(folder: Path, trap: Path) -> Path:
    filtering(folder)
    git(folder, "config", "extensions.worktreeConfig", "true")
    git(folder, "worktree", "add", "-q", "../other", "-b", "other")
    other = folder.parent / "other"
    git(other, "config", "--worktree", "filter.evil.process", str(trap))
    git(other, "config", "--worktree", "filter.evil.required", "true")
    (other / "a.txt").write_text("two\n")
    return other


def in_an_included_file(folder: Path, trap: Path) -> Path:
    filtering(folder)
    (folder / "more.cfg").write_text(f'[filter "evil"]\n\tclean = "{trap}"\n')
    git(folder, "config", "include.path", "../more.cfg")
    return folder


def under_a_name_of_odd_bytes(folder: Path, trap: Path) -> Path:
    filtering(folder, b"\xff\xfe.x")
    with (folder / ".git" / "config").open("ab") as file:
        file.write(b'[filter "\xff\xfe.x"]\n\tclean = "' + os.fsencode(trap) + b'"\n')
    return folder


def under_a_key_in_capitals(folder: Path, trap: Path) -> Path:
    filtering(folder)
    with (folder / ".git" / "config").open("a") as file:
        file.write(f'[FILTER "evil"]\n\tCLEAN = "{trap}"\n')
    return folder


def in_a_repository_within_that_watches_files(folder: Path, trap: Path) -> Path:
    within = made(folder / "within")
    git(within, "config", "core.fsmonitor", str(trap))
    git(folder, "add", "within")
    git(folder, "commit", "-q", "-m", "Within")
    return folder


def in_a_submodule(folder: Path, trap: Path) -> Path:
    made(folder.parent / "inner")
    git(folder, "submodule", "add", "-q", "../inner", "vendor")
    git(folder, "commit", "-q", "-m", "Vendor")
    place = folder / ".git" / "modules" / "vendor"
    (place / "info" / "attributes").write_text("*.txt filter=evil\n")
    git(folder / "vendor", "config", "filter.evil.clean", str(trap))
    (folder / "vendor" / "a.txt").write_text("two\n")
    return folder


def in_one_within_a_submodule_whose_files_lie_elsewhere(folder: Path, trap: Path) -> Path:
    sub = made(folder / "sub")
    deep = made(sub / "deep")
    git(sub, "add", "deep")
    git(sub, "commit", "-q", "-m", "Deep")
    git(folder, "add", "sub")
    git(folder, "commit", "-q", "-m", "Sub")
    elsewhere = folder.parent / "elsewhere"
    made(elsewhere)
    (sub / "deep").rename(elsewhere / "deep")
    git(sub, "config", "core.worktree", str(elsewhere))
    filtering(elsewhere / "deep")
    git(elsewhere / "deep", "config", "filter.evil.clean", str(trap))
    (elsewhere / deep.name / "a.txt").write_text("two\n")
    return folder


def where_the_work_tree_is_another_repository(folder: Path, trap: Path) -> Path:
    other = made(folder.parent / "other")
    filtering(folder)
    git(folder, "config", "filter.evil.clean", str(trap))
    git(folder, "config", "core.worktree", str(other))
    return folder


def in_a_bare_repository_among_the_files(folder: Path, trap: Path) -> Path:
    place = folder / "docs"
    git(folder, "init", "-q", "--bare", "docs")
    for key, value in (("core.bare", "false"), ("core.worktree", str(place)), ("core.fsmonitor", str(trap))):
        git(folder, "config", "--file", "docs/config", key, value)
    return place


def in_a_program_that_git_lfs_runs(folder: Path, trap: Path) -> Path:
    git(folder, "config", "lfs.extension.evil.clean", str(trap))
    return folder


ANSWERED = (
    in_a_worktrees_own_configuration,
    in_an_included_file,
    under_a_name_of_odd_bytes,
    under_a_key_in_capitals,
    in_a_repository_within_that_watches_files,
    in_a_submodule,
    in_one_within_a_submodule_whose_files_lie_elsewhere,
    where_the_work_tree_is_another_repository,
    in_a_bare_repository_among_the_files,
)


@pytest.mark.parametrize("hide", ANSWERED, ids=lambda hide: hide.__name__)
def test_a_program_is_not_run_wherever_it_is_hidden(
    tmp_path: Path, trap: Path, hide: Callable[[Path, Path], Path]
) -> None:
    tree = status(str(hide(made(tmp_path / "project"), trap)), 20_000)
    assert tree.known, tree.problem
    assert tree.paths


def test_a_repository_that_gives_git_lfs_a_program_gets_no_answer(tmp_path: Path, trap: Path) -> None:
    tree = status(str(in_a_program_that_git_lfs_runs(made(tmp_path / "project"), trap)))
    assert (tree.known, tree.repository) == (False, True)
    assert "git-lfs" in tree.problem


def test_a_git_among_the_files_is_not_the_one_that_is_asked(
    tmp_path: Path, trap: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made(tmp_path / "project")
    (folder / "bin").mkdir()
    trap.rename(folder / "bin" / "git")
    (folder / "git").symlink_to("bin/git")
    for path in ("./bin:", "bin:.:"):
        monkeypatch.setenv("PATH", path + os.environ["PATH"])
        assert status(str(folder)).changed == ("a.txt",)
    monkeypatch.setenv("PATH", "bin")
    assert status(str(folder)).problem in ("", "git is not installed")


def test_a_submodule_counts_for_what_one_within_it_holds(tmp_path: Path) -> None:
    outer = made(tmp_path / "project")
    git(outer, "add", "a.txt")
    within = made(made(outer / "one") / "two")
    git(within, "checkout", "-q", "a.txt")
    git(within.parent, "add", "-A")
    git(within.parent, "commit", "-q", "-m", "Two")
    git(outer, "add", "-A")
    git(outer, "commit", "-q", "-m", "One")
    assert status(str(outer)).paths == {}
    (within / "new.txt").write_text("x")
    assert status(str(outer)).changed == ("one",)
    assert status(str(outer / "one")).changed == ("two",)


@pytest.mark.parametrize("option", ["--split-index", "--index-version=4"])
def test_a_submodule_is_found_in_whatever_form_the_index_has(tmp_path: Path, option: str) -> None:
    outer = made(tmp_path / "project")
    made(outer / "one")
    git(outer, "add", "-A")
    git(outer, "commit", "-q", "-m", "One")
    git(outer, "update-index", *option.split("="))
    (outer / "new.txt").write_text("x")
    git(outer, "add", "new.txt")
    tree = status(str(outer))
    assert (tree.staged, tree.changed) == (("new.txt",), ("one",))


def test_a_submodule_that_is_now_a_link_is_not_followed(tmp_path: Path, trap: Path) -> None:
    outer = made(tmp_path / "project")
    made(outer / "one")
    git(outer, "add", "-A")
    git(outer, "commit", "-q", "-m", "One")
    (outer / "one").rename(tmp_path / "gone")
    filtering(tmp_path / "gone")
    git(tmp_path / "gone", "config", "filter.evil.clean", str(trap))
    (outer / "one").symlink_to(tmp_path / "gone")
    assert status(str(outer)).changed == ("one",)


def test_a_work_tree_without_submodules_costs_three_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = made(tmp_path / "two\nlines" / "project")
    real = subprocess.run(["sh", "-c", "command -v git"], capture_output=True, text=True, check=True).stdout.strip()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "git").write_text(f'#!/bin/sh\necho x >> {tmp_path}/asked\nexec {real} "$@"\n')
    (tmp_path / "bin" / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    assert Path(status(str(folder)).root) == folder.resolve()
    plain = made(tmp_path / "plain")
    (tmp_path / "asked").unlink()
    assert Path(status(str(plain)).root) == plain.resolve()
    assert len((tmp_path / "asked").read_text().split()) == 3
