"""One question to git: a process that is bounded in time and in what it says, and that runs and fetches nothing."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

_FIXED = (
    "--no-optional-locks",
    "--no-pager",
    "-c", "core.fsmonitor=false",
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.untrackedCache=keep",
    "-c", "status.relativePaths=false",
    "-c", "status.branch=false",
    "-c", "submodule.recurse=false",
    "-c", "protocol.allow=never",
)  # fmt: skip
LACKS = "the repository lacks objects that it would have to fetch"
MOST = 64 << 20
"""Bytes of git's answer; a longer one is none."""


class NoAnswer(Exception):
    """git gave none; the text says why."""


def run(
    arguments: Iterable[str], directory: str, deadline: float, accept: tuple[int, ...] = (0,), git_dir: str = ""
) -> bytes:
    """One answer of git, about the repository that holds a directory, or the one of ``git_dir`` with the directory as
    its work tree. Raises NoAnswer."""
    import subprocess  # a hook loads it where there is a directory to ask about

    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    # a relative place is one in the directory, and a program there is not ours to run
    places = [place for place in environment.get("PATH", os.defpath).split(os.pathsep) if os.path.isabs(place)]
    environment["PATH"] = os.pathsep.join(places) or os.defpath
    if git_dir:
        environment |= {"GIT_DIR": git_dir, "GIT_WORK_TREE": directory}
    environment |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", "GIT_PAGER": "cat"}
    environment |= {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}
    left = deadline - time.monotonic()
    if left <= 0:
        raise NoAnswer("git took too long")
    ends = [os.pipe(), os.pipe()]
    try:
        process = subprocess.Popen(
            ["git", *_FIXED, *arguments], cwd=directory, env=environment, stdin=subprocess.DEVNULL,
            stdout=ends[0][1], stderr=ends[1][1], start_new_session=True,
        )  # fmt: skip
    except OSError as error:
        for pipe in ends:
            os.close(pipe[0])
        missing = isinstance(error, FileNotFoundError)
        raise NoAnswer("git is not installed" if missing else f"git cannot be run: {error.strerror}") from None
    finally:
        for pipe in ends:
            os.close(pipe[1])
    output, complaint = (_Output(pipe[0], lambda: _kill(process)) for pipe in ends)
    with process:
        try:
            process.wait(timeout=max(deadline - time.monotonic(), 0))
        except subprocess.TimeoutExpired:
            _kill(process)
            raise NoAnswer("git took too long") from None
    said = output.until(deadline)
    if process.returncode not in accept:
        raise NoAnswer(_reason(os.fsdecode(complaint.until(deadline))))
    return said


class _Output:
    """What git prints into one pipe, read beside it and bounded.

    The thread ends with the pipe. That may be long after git has ended, where git left a process behind that holds
    it; nobody waits for that.
    """

    def __init__(self, descriptor: int, stop: Callable[[], None]) -> None:
        import threading

        self._descriptor = descriptor
        self._stop = stop
        self._chunks: list[bytes] = []
        self._size = 0
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            while chunk := os.read(self._descriptor, 1 << 16):
                self._size += len(chunk)
                if self._size > MOST:
                    self._chunks.clear()
                    self._stop()
                    return
                self._chunks.append(chunk)
        finally:
            os.close(self._descriptor)

    def until(self, deadline: float) -> bytes:
        """All of it. Raises NoAnswer where it is too long, or where it does not end in time."""
        self._thread.join(max(deadline - time.monotonic(), 0))
        if self._size > MOST:
            raise NoAnswer(f"git said more than {MOST >> 20} MB")
        if self._thread.is_alive():
            raise NoAnswer("git left a process behind and its answer has no end")
        return b"".join(self._chunks)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End git and what it started: the group is its own."""
    import signal

    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, ProcessLookupError, PermissionError):
        process.kill()


def _reason(complaint: str) -> str:
    if "not a git repository" in complaint:
        return "no repository"
    if "dubious ownership" in complaint:
        return "the repository belongs to another user (git's safe.directory)"
    if ("transport '" in complaint and "not allowed" in complaint) or "lazy fetching disabled" in complaint:
        return LACKS
    if "must be run in a work tree" in complaint:
        return "a repository without a work tree"
    return complaint.strip().splitlines()[0][:200] if complaint.strip() else "git failed"
