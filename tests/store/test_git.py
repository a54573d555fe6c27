"""What git says of a work tree: real repositories, hostile names, and no side effects."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from threefold.store import git_process
from threefold.store.git import status


def git(folder: Path, *words: str) -> str:
    environment = os.environ | {"GIT_CONFIG_NOSYSTEM": "1", "HOME": str(folder), "GIT_EDITOR": "true"}
    who = ("-c", "user.name=Dev", "-c", "user.email=dev@example.com", "-c", "init.defaultBranch=main")
    command = ["git", *who, "-c", "protocol.file.allow=always", *words]
    return subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "-q")
    (folder / "kept.txt").write_text("one\n")
    (folder / "gone.txt").write_text("a line that is long enough to be found again\n" * 3)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "Start")
    return folder


def test_a_clean_tree_has_no_path(repository: Path) -> None:
    tree = status(str(repository))
    assert (tree.known, tree.paths, tree.branch, tree.stashes) == (True, {}, "main", 0)
    assert Path(tree.root) == repository.resolve()


def test_changed_staged_and_untracked_files_are_told_apart(repository: Path) -> None:
    (repository / "kept.txt").write_text("two\n")
    (repository / "staged.txt").write_text("x")
    git(repository, "add", "staged.txt")
    (repository / "new").mkdir()
    (repository / "new" / "file.txt").write_text("x")
    tree = status(str(repository))
    assert (tree.changed, tree.staged, tree.untracked) == (("kept.txt",), ("staged.txt",), ("new/",))


def test_a_file_staged_and_changed_again_stands_once_among_the_paths(repository: Path) -> None:
    (repository / "kept.txt").write_text("two\n")
    git(repository, "add", "kept.txt")
    (repository / "kept.txt").write_text("three\n")
    tree = status(str(repository))
    assert (tree.staged, tree.changed) == (("kept.txt",), ("kept.txt",))
    assert list(tree.paths) == ["kept.txt"]


def test_a_rename_is_its_new_name(repository: Path) -> None:
    git(repository, "mv", "gone.txt", "there now.txt")
    assert status(str(repository)).staged == ("there now.txt",)


@pytest.mark.parametrize(
    "name",
    [
        "with blank.txt",
        'quo"te.txt',
        "two\nlines.txt",
        "tab\there.txt",
        "-rf",
        "文档.md",
        "emoji 🚀",
        "a -> b.txt",
        "? x",
    ],
)
def test_unusual_names_come_through_as_they_are(repository: Path, name: str) -> None:
    (repository / name).write_text("x")
    assert status(str(repository)).untracked == (name,)


def test_a_name_that_is_no_utf_8_comes_through_as_an_escape(repository: Path) -> None:
    try:
        Path(os.fsdecode(os.fsencode(repository) + b"/bad\xff.txt")).write_text("x")
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    assert status(str(repository)).untracked == (os.fsdecode(b"bad\xff.txt"),)


def test_the_whole_tree_is_looked_at_from_a_folder_within(repository: Path) -> None:
    (repository / "docs").mkdir()
    (repository / "kept.txt").write_text("two\n")
    tree = status(str(repository / "docs"))
    assert (tree.changed, Path(tree.root)) == (("kept.txt",), repository.resolve())


def test_a_repository_without_a_commit_can_be_asked(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "first.txt").write_text("x")
    assert status(str(tmp_path)).untracked == ("first.txt",)


def test_a_merge_that_stopped_is_named_with_its_conflicts(repository: Path) -> None:
    git(repository, "checkout", "-q", "-b", "other")
    (repository / "kept.txt").write_text("theirs\n")
    git(repository, "commit", "-qam", "Theirs")
    git(repository, "checkout", "-q", "main")
    (repository / "kept.txt").write_text("ours\n")
    git(repository, "commit", "-qam", "Ours")
    with pytest.raises(subprocess.CalledProcessError):
        git(repository, "merge", "other")
    tree = status(str(repository))
    assert (tree.operation, tree.conflicted) == ("merge", ("kept.txt",))
    git(repository, "checkout", "--ours", "kept.txt")
    git(repository, "add", "kept.txt")
    tree = status(str(repository))
    assert (tree.operation, tree.paths) == ("merge", {})


def test_a_dirty_submodule_counts(repository: Path, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    git(inner, "init", "-q")
    (inner / "a.txt").write_text("x")
    git(inner, "add", "-A")
    git(inner, "commit", "-q", "-m", "Start")
    git(repository, "submodule", "add", "-q", str(inner), "vendor")
    git(repository, "commit", "-q", "-m", "Vendor")
    assert status(str(repository)).paths == {}
    (repository / "vendor" / "a.txt").write_text("changed")
    assert status(str(repository)).changed == ("vendor",)


def test_stashes_and_commits_that_are_not_pushed_are_counted_apart(repository: Path, tmp_path: Path) -> None:
    remote = tmp_path / "remote.git"
    git(repository, "clone", "-q", "--bare", ".", str(remote))
    git(repository, "remote", "add", "origin", str(remote))
    git(repository, "fetch", "-q", "origin")
    git(repository, "branch", "-q", "--set-upstream-to=origin/main")
    (repository / "kept.txt").write_text("two\n")
    git(repository, "commit", "-qam", "Two")
    (repository / "kept.txt").write_text("three\n")
    git(repository, "stash", "-q")
    tree = status(str(repository))
    assert (tree.paths, tree.unpushed, tree.stashes) == ({}, 1, 1)


@pytest.mark.parametrize("directory", ["", "/nowhere/at/all", "bad\0name"])
def test_a_directory_that_is_not_there_says_nothing(directory: str) -> None:
    tree = status(directory)
    assert not tree.known
    assert tree.problem


def test_no_repository_a_bare_one_and_its_own_folder_say_nothing(tmp_path: Path, repository: Path) -> None:
    assert status(str(tmp_path)).problem == "no repository"
    git(tmp_path, "init", "-q", "--bare", "bare.git")
    assert not status(str(tmp_path / "bare.git")).known
    assert not status(str(repository / ".git")).known


def test_a_machine_without_git_says_so(repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert status(str(repository)).problem == "git is not installed"


def program(folder: Path, name: str, body: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def test_a_git_that_never_answers_is_given_up_and_ended(
    repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program(tmp_path / "bin", "git", f"echo $$ > {tmp_path}/pid; exec sleep 600")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    assert status(str(repository), timeout_ms=300).problem == "git took too long"
    pid = int((tmp_path / "pid").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_nothing_that_the_repository_configures_is_run(repository: Path, tmp_path: Path) -> None:
    trap = program(tmp_path / "bin", "trap.sh", f"touch {tmp_path}/sprung; cat")
    for key in ("core.fsmonitor", "core.pager", "pager.status", "filter.evil.clean", "filter.evil.process"):
        git(repository, "config", key, str(trap))
    git(repository, "config", "filter.evil.required", "true")
    program(repository / ".git" / "hooks", "post-index-change", f"touch {tmp_path}/sprung")
    (repository / ".gitattributes").write_text("*.txt filter=evil\n")
    os.utime(repository / "kept.txt", (1, 1))
    (tmp_path / "sprung").unlink(missing_ok=True)
    tree = status(str(repository))
    assert tree.known
    assert ".gitattributes" in tree.untracked
    assert not (tmp_path / "sprung").exists()


def armed(folder: Path, name: str, mark: Path) -> None:
    """A filter of the repository's own that leaves a mark when it is run, on a file that was touched since."""
    (folder / ".git" / "info").mkdir(exist_ok=True)
    (folder / ".git" / "info" / "attributes").write_text(f"*.txt filter={name}\n")
    with (folder / ".git" / "config").open("a") as file:
        file.write(f'[filter "{name}"]\n\tclean = "touch {mark}; cat"\n')
    (folder / "kept.txt").write_text("two\n")


@pytest.mark.parametrize("name", ["evil", "a=b", "x.y", "Ünï"])
def test_a_filter_of_whatever_name_is_not_run(repository: Path, tmp_path: Path, name: str) -> None:
    armed(repository, name, tmp_path / "ran")
    tree = status(str(repository))
    assert not (tmp_path / "ran").exists()
    assert (tree.known, tree.repository, tree.changed) == (
        (False, True, ()) if "=" in name else (True, False, ("kept.txt",))
    )


def test_filters_that_are_too_many_to_be_told_are_not_run(repository: Path, tmp_path: Path) -> None:
    armed(repository, "evil", tmp_path / "ran")
    with (repository / ".git" / "config").open("a") as file:
        file.write(f'[filter "{"q" * 100_000}"]\n' + "\tclean =\n" * 800)
    tree = status(str(repository), 20_000)
    assert not (tmp_path / "ran").exists()
    assert (tree.known, tree.repository) == (False, True)


def test_the_filters_of_a_submodule_and_of_one_within_it_are_not_run(repository: Path, tmp_path: Path) -> None:
    place = repository
    for depth in ("one", "two"):
        place = place / depth
        place.mkdir()
        git(place, "init", "-q")
        (place / "kept.txt").write_text("one\n")
        git(place, "add", "-A")
        git(place, "commit", "-q", "-m", "Start")
    git(repository / "one", "add", "two")
    git(repository / "one", "commit", "-q", "-m", "Within")
    git(repository, "add", "one")
    git(repository, "commit", "-q", "-m", "Outside")
    armed(place, "evil", tmp_path / "ran")
    armed(repository / "one", "other", tmp_path / "ran")
    tree = status(str(repository))
    assert not (tmp_path / "ran").exists()
    assert (tree.known, tree.changed) == (True, ("one",))


@pytest.mark.parametrize("address", ["../project", "ssh://nobody@localhost/x", "ext::sh -c touch% ran"])
def test_a_partial_clone_fetches_nothing_for_an_answer(repository: Path, tmp_path: Path, address: str) -> None:
    script = tmp_path / "fetch"
    script.write_text(f'#!/bin/sh\ntouch {tmp_path / "ran"}\nexec git-upload-pack "$@"\n')
    script.chmod(0o755)
    lost = git(repository, "rev-parse", "HEAD:gone.txt").strip()
    git(repository, "mv", "gone.txt", "moved.txt")
    with (repository / "moved.txt").open("a") as file:
        file.write("more\n")
    git(repository, "add", "moved.txt")
    (repository / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    for name, value in (
        ("core.repositoryformatversion", "1"), ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"), ("remote.origin.url", address),
        ("remote.origin.uploadpack", str(script)), ("core.sshCommand", str(script)), ("protocol.ext.allow", "always"),
    ):  # fmt: skip
        git(repository, "config", name, value)
    tree = status(str(repository))
    assert [place for place in (tmp_path, repository) if (place / "ran").exists()] == []
    assert (tree.known, set(tree.staged)) == (True, {"gone.txt", "moved.txt"})


def test_the_index_is_not_written_and_no_lock_is_taken(repository: Path) -> None:
    os.utime(repository / "kept.txt", (1, 1))  # git would like to refresh its index now
    index = repository / ".git" / "index"
    before = (index.stat().st_mtime_ns, index.read_bytes())
    (repository / ".git" / "index.lock").touch()
    assert status(str(repository)).known
    assert (index.stat().st_mtime_ns, index.read_bytes()) == before


def test_variables_that_point_git_elsewhere_are_not_followed(
    repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    git(tmp_path, "init", "-q", "elsewhere")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere" / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "elsewhere"))
    (repository / "kept.txt").write_text("two\n")
    assert status(str(repository)).changed == ("kept.txt",)


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("exit 0", "git rev-parse said nothing"),
        ('case "$*" in *porcelain*) exit 0;; *) exec "$REAL" "$@";; esac', "git status said nothing"),
        ("kill -SEGV $$", "git failed"),
        ('case "$*" in *porcelain*) yes 0123456789;; *) exec "$REAL" "$@";; esac', "git said more than 0 MB"),
        ('case "$*" in *porcelain*) setsid sleep 20 & esac; exec "$REAL" "$@"', "git left a process behind"),
    ],
)
def test_a_git_that_does_not_answer_is_no_clean_tree_and_the_repository_is_told(
    body: str, problem: str, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shutil.which("git")
    folder = tmp_path / "bin"
    folder.mkdir()
    program(folder, "git", body.replace("$REAL", str(real)))
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    if "MB" in problem:
        monkeypatch.setattr(git_process, "MOST", 100_000)
    tree = status(str(repository), 700)
    assert (tree.known, tree.repository) == (False, True)
    assert problem in tree.problem


def test_a_damaged_repository_is_one_that_git_does_not_answer_for(repository: Path) -> None:
    (repository / ".git" / "index").write_bytes(b"garbage")
    below = repository / "below"
    below.mkdir()
    tree = status(str(below))
    assert (tree.known, tree.repository) == (False, True)


def test_where_there_is_no_repository_none_is_told(tmp_path: Path) -> None:
    assert not status(str(tmp_path)).repository
    assert not status(str(tmp_path / "nowhere")).repository
