"""What a person sees: on a terminal, no line of any command is wider than the screen."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import sys
import termios
import threading
from pathlib import Path

import pytest
from rich.cells import cell_len

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def on_terminal(width: int, *words: object, folder: Path) -> tuple[int, list[str]]:
    """Run the program in a terminal of so many columns: its status, and the lines as they stand in the end."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("JEV_", "TYPESAFE_", "THREEFOLD_", "COLUMNS"))}
    env = {
        **kept,
        "TERM": "xterm",
        "NO_COLOR": "1",
        "PYTHONUTF8": "1",
        "HOME": str(folder),
        "THREEFOLD_RELEVANCE_EMBEDDINGS": "false",
    }
    child, screen = pty.fork()
    if child == 0:  # pragma: no cover
        os.chdir(folder)
        os.execve(sys.executable, [sys.executable, "-m", "threefold", *map(str, words)], env)
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    shown = b""
    while True:
        try:
            data = os.read(screen, 65_536)
        except OSError:  # how Linux says that the other side has gone
            break
        if not data:
            break
        shown += data
    os.close(screen)
    _, status = os.waitpid(child, 0)
    text = CODES.sub("", shown.decode("utf-8", "replace"))
    return os.waitstatus_to_exitcode(status), [line.rstrip("\r").rsplit("\r", 1)[-1] for line in text.split("\n")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    """A real session, a chat with long and wide texts, and the receipts of a compaction that stays over its budget."""
    place = tmp_path_factory.mktemp("terminal")
    (place / "s.jsonl").write_bytes((root / "examples" / "import-fix.v4.jsonl").read_bytes())
    said = [{"role": "assistant", "content": f"第{n}步：一切正常。" * 20 + "and so on " * 30} for n in range(30)]
    messages = [{"role": "user", "content": "把解析器移植到新的接口，不要修改设置文件。" * 6}, *said]
    (place / "chat.json").write_text(json.dumps(messages, ensure_ascii=False), "utf-8")
    cases = [
        {
            "id": f"a-case-of-some-length-{n}",
            "label": ("lost", "keep")[n % 2],
            "record": {"todos": ["x" * 20] * (n % 5)},
        }
        for n in range(40)
    ]
    (place / "corpus.jsonl").write_text("\n".join(map(json.dumps, cases)))
    on_terminal(80, "compact", "s.jsonl", "--target-bytes", 6000, "-o", "o", "--receipt", "r.jsonl", folder=place)
    return place


COMMANDS: dict[str, tuple[object, ...]] = {
    "run": ("run", "s.jsonl"),
    "inspect": ("inspect", "s.jsonl"),
    "check": ("check", "s.jsonl", "--explain"),
    "compact": ("compact", "s.jsonl", "--target-bytes", 6000, "-o", "out.jsonl"),
    "compact chat": ("compact", "chat.json", "--target-bytes", 9000, "-o", "out.json"),
    "score": ("score", "s.jsonl"),
    "score chat": ("score", "chat.json"),
    "receipts": ("receipts", "r.jsonl"),
    "doctor": ("doctor", "--offline"),
    "doctor all": ("doctor", "--offline", "--all"),
    "audit": ("audit", "s.jsonl"),
    "verify": ("verify", "corpus.jsonl"),
    "watch": ("watch", "--once", "--existing", "s.jsonl"),
    "install": ("install",),
    "install dsh": ("install", "dsh", "--profile", "web"),
    "install dsh nowhere": ("install", "dsh"),
    "install codex": ("install", "codex"),
    "recall": ("recall", "--run", "no-such-run-of-any-name-at-all", "--archive", "a-directory-that-is-not-there"),
    "help": ("compact", "--help"),
    "usage": ("compact", "--a-flag-that-does-not-exist-and-has-a-long-name-besides"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_line_is_wider_than_the_terminal(name: str, folder: Path) -> None:
    width = 80
    _, lines = on_terminal(width, *COMMANDS[name], folder=folder)
    assert [line for line in lines if line.strip()]
    assert [line for line in lines if cell_len(line) > width] == []


def test_a_helps_paragraphs_are_broken_for_the_terminal_and_not_for_the_code(folder: Path) -> None:
    _, lines = on_terminal(80, "compact", "--help", folder=folder)
    wanted = " back from the archive. What is within the budget comes out as it is, and"
    assert wanted in map(str.rstrip, lines)
    _, lines = on_terminal(80, "install", "codex", "--help", folder=folder)
    wanted = " Record the verdict before and put the audit behind the compactions of Codex,"
    assert wanted in map(str.rstrip, lines)


def test_the_value_table_keeps_its_numbers_on_a_narrow_terminal(folder: Path) -> None:
    _, lines = on_terminal(80, "score", "s.jsonl", folder=folder)
    head = next(line for line in lines if "excerpt" in line)
    assert head.split() == ["index", "role", "value", "conf", "source", "flag", "excerpt"]
    assert any(line.rstrip().endswith("  (read)") for line in lines)  # a message that only calls a tool says which
    assert sum(re.match(r" *\d+  \w+ +\d\.\d{3}  \d\.\d{3}  ", line) is not None for line in lines) == 18


def test_a_named_pipe_is_told_of_before_it_is_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    writer = threading.Thread(target=(folder / "pipe").write_bytes, args=((folder / "s.jsonl").read_bytes(),))
    writer.start()  # waits for its reader
    status, lines = on_terminal(80, "inspect", "pipe", folder=folder)
    writer.join()
    assert status == 0
    assert lines[0].rstrip() == "threefold: pipe is a named pipe; waiting until somebody writes into it"
    assert any("DeepSeek Harness" in line for line in lines)
