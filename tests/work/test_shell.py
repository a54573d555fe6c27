"""What a shell command does, as far as its text shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.work.commands.shell import join, steps
from threefold.work.commands.writes import effects, patch_effects

ROOT = "/repo"


def ran(command: str) -> list[list[str]]:
    return [step.argv for step in steps(command, ROOT)]


def touched(command: str) -> list[tuple[str, str]]:
    return [(effect.kind, effect.path) for step in steps(command, ROOT) for effect in effects(step)]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("git add -A && git commit -m 'a b'", [["git", "add", "-A"], ["git", "commit", "-m", "a b"]]),
        ("FOO=1 sudo -E git push", [["git", "push"]]),
        ("sudo -u postgres psql -l; nice -n 5 make", [["psql", "-l"], ["make"]]),
        ("bash -lc 'cd x && git commit -am hi'", [["cd", "x"], ["git", "commit", "-am", "hi"]]),
        ("if true; then git commit; fi", [["true"], ["git", "commit"]]),
        ("timeout 60 make test", [["make", "test"]]),
        ("echo git commit # git push", [["echo", "git", "commit"]]),
        ('printf "a \\"b\\" c"', [["printf", 'a "b" c']]),
        ("echo 'unclosed", [["echo", "unclosed"]]),
        ("", []),
    ],
)
def test_a_command_line_is_its_simple_commands(command: str, expected: list[list[str]]) -> None:
    assert ran(command) == expected


def test_a_here_document_is_a_body_and_no_command() -> None:
    found = steps("git commit -F - <<'EOF'\nrm -rf /\ngit push\nEOF\ngit log", ROOT)
    assert [step.program for step in found] == ["git", "git"]
    assert found[0].body == "rm -rf /\ngit push\n"


def test_the_message_in_a_substitution_is_the_commit_s_body() -> None:
    found = steps('git commit -m "$(cat <<\'EOF\'\nSay "no" & go; on\nEOF\n)" && git push', ROOT)
    assert [step.argv[:2] for step in found] == [["git", "commit"], ["git", "push"]]
    assert found[0].body == 'Say "no" & go; on\n'


def test_cd_moves_what_follows() -> None:
    assert [step.cwd for step in steps("cd web && git add . && cd /x; git status", ROOT)] == [
        "/repo", "/repo/web", "/repo/web", "/x",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("echo hi > a.txt", [("create", "/repo/a.txt")]),
        ("echo hi >> a.txt 2>&1", [("write", "/repo/a.txt")]),
        ("make 2> err.txt >/dev/null", [("create", "/repo/err.txt"), ("create", "/dev/null")]),
        ("sed -i 's/a/b/' x.py y.py", [("write", "/repo/x.py"), ("write", "/repo/y.py")]),
        ("sed -i '' -e 's/a/b/' x.py", [("write", "/repo/x.py")]),
        ("sed -n 's/a/b/p' x.py", []),
        ("perl -pi -e 's/a/b/' x.pl", [("write", "/repo/x.pl")]),
        ("tee -a log/a.txt b.txt", [("write", "/repo/log/a.txt"), ("write", "/repo/b.txt")]),
        ("mv a b", [("move", "/repo/b")]),
        ("mv a c d/", [("move", "/repo/d/a"), ("move", "/repo/d/c")]),
        ("cp -r a b", [("create", "/repo/b")]),
        ("rm -f a.txt", [("remove", "/repo/a.txt")]),
        ("python3 -c \"open('z.txt', 'w').write('x')\"", [("write", "/repo/z.txt")]),
        ("python3 - <<'E'\nfrom pathlib import Path\nPath('q.md').write_text('x')\nE", [("write", "/repo/q.md")]),
        ("grep a x.py | sort < in.txt", []),
        ("echo 'a > b'", []),
        ("cat file2>x", [("create", "/repo/x")]),
    ],
)
def test_the_files_that_a_command_writes(command: str, expected: list[tuple[str, str]]) -> None:
    assert touched(command) == expected


def test_a_patch_names_what_it_adds_updates_deletes_and_moves() -> None:
    patch = (
        "*** Begin Patch\n*** Add File: a\n+x\n*** Update File: b\n*** Move to: c\n*** Delete File: d\n*** End Patch"
    )
    assert [(e.kind, e.path, e.source) for e in patch_effects(patch, ROOT)] == [
        ("create", "/repo/a", ""), ("move", "/repo/c", "/repo/b"), ("remove", "/repo/d", ""),
    ]  # fmt: skip


def test_what_runs_on_in_the_background_is_told() -> None:
    assert [step.detached for step in steps("nohup ./train > log 2>&1 &\necho started", ROOT)] == [True, False]


@pytest.mark.parametrize(
    ("base", "path", "expected"),
    [
        ("/r", "a/../b", "/r/b"),
        ("/r", "/x", "/x"),
        ("", "a", "a"),
        ("/r", "~/x", "~/x"),
        ("C:/r", "a\\b", "C:/r/a/b"),
        ("/r", "C:\\x", "C:/x"),
    ],
)
def test_paths_are_joined_as_their_system_does(base: str, path: str, expected: str) -> None:
    assert join(base, path) == expected


pieces = [*"abg \n\t'\"\\;&|<>()$#`=-12{}", "git commit", "<<EOF\n", "EOF\n", "&&", "\ud800"]
shellish = st.lists(st.sampled_from(pieces), max_size=60).map("".join)


@given(shellish)
def test_no_command_line_makes_it_raise(command: str) -> None:
    for step in steps(command, ROOT):
        effects(step)


def test_a_command_of_a_megabyte_is_read_at_its_beginning() -> None:
    found = steps("git commit -m x; " + "echo '" + "a" * 1_000_000, ROOT)
    assert found[0].argv == ["git", "commit", "-m", "x"]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("tar xzf fonts.tgz -C static", [("write", f"{ROOT}/static")]),
        ("tar -xf a.tar", [("write", ROOT)]),
        ("tar --extract --file a.tar", [("write", ROOT)]),
        ("tar czf out.tgz src", []),
        ("tar tzf fonts.tgz", []),
        ("tar xOf a.tar README", []),
        ("unzip -q theme.zip -d web/theme", [("write", f"{ROOT}/web/theme")]),
        ("unzip -l theme.zip", []),
        ("gunzip data.csv.gz", [("write", f"{ROOT}/data.csv")]),
        ("gunzip -c data.csv.gz", []),
        ("7z x a.7z -oout", [("write", f"{ROOT}/out")]),
        ("git clone https://example.com/x/lib.git", [("create", f"{ROOT}/lib")]),
        ("git clone git@example.com:lib.git third_party/lib", [("create", f"{ROOT}/third_party/lib")]),
    ],
)
def test_what_is_unpacked_or_cloned_is_written(command: str, expected: list[tuple[str, str]]) -> None:
    assert touched(command) == expected


@pytest.mark.parametrize(
    ("command", "folder"),
    [
        ("git clone https://example.org/a/tool.git", "/repo/tool"),
        ("git clone --branch main --depth 1 /srv/tool z", "/repo/z"),
        ("git clone -b main git@example.org:a/tool.git", "/repo/tool"),
        ("git clone /srv/tool sub/dir", "/repo/sub/dir"),
    ],
)
def test_a_clone_makes_the_directory_that_it_names_or_that_git_makes(command: str, folder: str) -> None:
    assert touched(command) == [("create", folder)]


@pytest.mark.parametrize("command", ["xargs " * 2_000 + "rm a", "find . -exec " * 2_000, "find . -exec xargs " * 900])
def test_commands_within_commands_are_looked_into_some_levels_deep(command: str) -> None:
    assert touched(command) == []
