"""What runs in a shell command, as far as its text shows; :mod:`~threefold.work.commands.writes` tells what it writes,
and :mod:`~threefold.work.commands.looking` what only looks.

This is no shell. It splits a command line into its simple commands, with quotes, redirections, here-documents and
``cd`` understood, and gives up quietly on what only an interpreter could know (variables, loops, substitutions).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

import msgspec

from threefold.text.later import later

MAX_COMMAND = 200_000
"""Characters of a command that are looked at; a longer one is data, not commands."""

_HEREDOC = later(r"<<(-?)[ \t]*(['\"]?)([A-Za-z_][A-Za-z0-9_]*)\2")
_PIECE = later(
    r"(?P<space>(?:[ \t\r]|\\\n)+)|(?P<redirect>(?:\d{0,3}|&)(?:>>|>\||<<<|<<-?|<>|<&|>&|>|<)(?:\d+(?=[\s;|&)]|"
    r"$)|-(?=[\s;|&)]|$))?)|(?P<operator>&&|\|\||\|&|;;|[;\n|&()])|(?P<single>'[^']*'?)|(?P<double>\"(?:[^\"\\]|"
    r"\\.)*\"?)|(?P<escape>\\.)|(?P<comment>#[^\n]*)|(?P<plain>[^\s'\"\\;&|<>()#]+|.)",
    re.DOTALL,
)
_ASSIGNMENT = later(r"[A-Za-z_][A-Za-z0-9_]*=")
_UNQUOTE = later(r"\\([\"\\$`])")
_KEYWORDS = frozenset(("do", "then", "else", "elif", "if", "while", "until", "!", "{", "}", "time", "fi", "done"))
_PREFIXES = {
    "sudo": "ugCDhprtTU", "doas": "uC", "env": "uC", "command": "", "nohup": "", "setsid": "", "exec": "a", "nice": "n",
    "ionice": "cn", "stdbuf": "ioe", "xvfb-run": "", "watch": "n",
}  # fmt: skip
"""Programs that run the command behind them, and those of their options that take the next word."""
_SHELLS = frozenset(("bash", "sh", "zsh", "dash"))


class Step(msgspec.Struct):
    """One simple command: its words, the directory it runs in (as far as known), and the files it redirects into.

    ``appends`` are those of the files that it appends to. ``after`` is the operator behind it (``&&``, ``||``, ``;``,
    ``|``, ``&`` or ""). ``body`` is the text of its here-documents. ``detached`` is true for what runs on when the
    command line has ended.
    """

    argv: list[str]
    cwd: str
    outputs: list[str]
    appends: list[str] = []
    after: str = ""
    body: str = ""
    detached: bool = False

    @property
    def program(self) -> str:
        return posixpath.basename(self.argv[0]) if self.argv else ""


def steps(command: str, cwd: str = "") -> list[Step]:
    """The simple commands of a command line, in order. Linear in its length; never raises."""
    found: list[Step] = []
    _collect(command[:MAX_COMMAND], cwd, found, 0)
    return found


def _collect(command: str, cwd: str, found: list[Step], depth: int) -> None:
    text, bodies = _without_heredocs(command)
    for step in _simple(text, bodies):
        step.cwd = cwd
        _strip_prefixes(step)
        if step.program == "cd" and len(step.argv) > 1:
            cwd = join(cwd, step.argv[-1])
        inner = _inner_command(step)
        if inner is not None and depth < 3:
            _collect(inner, cwd, found, depth + 1)
            if found and step.after:
                found[-1].after = found[-1].after or step.after
        elif step.argv or step.outputs:
            found.append(step)


def _inner_command(step: Step) -> str | None:
    """The command line in ``bash -lc '…'`` and ``eval '…'``, or the here-document fed to a shell."""
    if step.program == "eval":
        return " ".join(step.argv[1:])
    if step.program not in _SHELLS:
        return None
    for place, word in enumerate(step.argv[1:], 1):
        if word.startswith("-") and word.endswith("c") and place + 1 < len(step.argv):
            return step.argv[place + 1]
    return step.body if step.body and len(step.argv) == 1 else None


def _strip_prefixes(step: Step) -> None:
    argv = step.argv
    while argv:
        word = argv[0]
        if word in ("nohup", "setsid"):
            step.detached = step.after == "&"
        if word in _KEYWORDS or _ASSIGNMENT.match(word):
            del argv[0]
        elif word in _PREFIXES:
            del argv[0]
            while argv and argv[0].startswith("-"):
                option = argv.pop(0)
                if argv and len(option) == 2 and option[1] in _PREFIXES[word]:
                    del argv[0]
        elif word == "timeout" and len(argv) > 2:
            del argv[0]
            while argv and (argv[0].startswith("-") or argv[0][:1].isdigit()):
                del argv[0]
        else:
            return


def _without_heredocs(command: str) -> tuple[str, list[str]]:
    """The command with the bodies of its here-documents taken out, and the bodies in order."""
    if "<<" not in command:
        return command, []
    kept: list[str] = []
    bodies: list[str] = []
    waiting: list[tuple[str, bool]] = []
    body: list[str] = []
    for line in command.splitlines(keepends=True):
        if waiting:
            word, dash = waiting[0]
            bare = line.rstrip("\r\n")
            if (bare.lstrip("\t") if dash else bare) == word or bare.strip() == word:
                bodies.append("".join(body))
                body = []
                del waiting[0]
            else:
                body.append(line)
            continue
        kept.append(line)
        if "<<" in line:
            waiting = [(match[3], bool(match[1])) for match in _HEREDOC.finditer(line.replace("<<<", "   "))]
    if waiting:  # never closed: what looked like a here-document was none, or the log cut it
        bodies.append("".join(body))
    return "".join(kept), bodies


class _Builder:
    """Puts the pieces of a command line together to steps."""

    def __init__(self, bodies: list[str]) -> None:
        self.step = Step([], "", [])
        self.word: list[str] | None = None
        self.into = "argv"
        self.documents = iter(bodies)

    def end_word(self) -> None:
        if self.word is None:
            return
        value = "".join(self.word)
        if self.into == "argv":
            self.step.argv.append(value)
        elif self.into in ("outputs", "appends"):
            self.step.outputs.append(value)
            if self.into == "appends":
                self.step.appends.append(value)
        self.word, self.into = None, "argv"

    def end_step(self, operator: str) -> Step:
        self.end_word()
        step, self.step = self.step, Step([], "", [])
        step.after = ";" if operator in ("\n", ";;", "(", ")") else operator
        step.detached = operator == "&"
        return step

    def redirect(self, piece: str) -> None:
        if self.word is not None and piece[:1].isdigit():  # `file2>x` is the word file2
            digits = len(piece) - len(piece.lstrip("0123456789"))
            self.word.append(piece[:digits])
        self.end_word()
        if "<<" in piece:
            self.step.body += "" if "<<<" in piece else next(self.documents, "")
            self.into = "nowhere"
        elif piece[-1:].isdigit() or piece.endswith("-"):
            pass  # a descriptor is copied or closed: no word belongs to it
        else:
            into = "appends" if ">>" in piece else "outputs"
            self.into = into if ">" in piece and not piece.endswith("<>") else "nowhere"

    def add(self, kind: str | None, piece: str) -> None:
        self.word = [] if self.word is None else self.word
        self.word.append(_unquoted(kind, piece))
        if "$(" in piece and "<<" in piece:
            self.step.body += next(self.documents, "")


def _simple(text: str, bodies: list[str]) -> Iterator[Step]:
    builder = _Builder(bodies)
    for match in _PIECE.finditer(text):
        kind, piece = match.lastgroup, match[0]
        if kind == "comment" and builder.word is None:
            continue
        if kind == "space":
            builder.end_word()
        elif kind == "redirect":
            builder.redirect(piece)
        elif kind == "operator":
            yield builder.end_step(piece)
        else:
            builder.add(kind, piece)
    yield builder.end_step("")


def _unquoted(kind: str | None, piece: str) -> str:
    if kind == "single":
        return piece[1:-1] if piece.endswith("'") and len(piece) > 1 else piece[1:]
    if kind == "double":
        return _UNQUOTE.sub(r"\1", piece[1:-1] if piece.endswith('"') and len(piece) > 1 else piece[1:])
    if kind == "escape":
        return piece[1:]
    return piece


def join(base: str, path: str) -> str:
    """``path`` seen from ``base``, tidied; both may be of either system. A relative path without a base stays so."""
    path = path.replace("\\", "/") if "\\" in path else path
    if path.startswith("~"):
        return path
    if path.startswith("/") or re.match(r"[A-Za-z]:/", path) or not base:
        return posixpath.normpath(path) if path else path
    return posixpath.normpath(posixpath.join(base.replace("\\", "/"), path))
