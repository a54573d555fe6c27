"""Reading candidates for addresses, ids, codes, names and commands."""

from __future__ import annotations

import re

from threefold.auditing.facts import grammar
from threefold.auditing.facts.paths import Reading, normal_path
from threefold.text.later import later

_RUNS = later(rb"[a-z]+|[A-Z]+|[0-9]+")
_HEX = later(rb"[0-9a-fA-F]+$")


def is_blob(run: bytes) -> bool:
    """Whether a long run is encoded data: random base64 changes between cases and digits at every other character."""
    if _HEX.match(run):
        return len(run) > 128
    if b"/" not in run:
        return len(_RUNS.findall(run)) > 0.3 * len(run)
    pieces = [piece for piece in run.split(b"/") if len(piece) >= 40 and not _HEX.match(piece)]
    return any(len(_RUNS.findall(piece)) > 0.3 * len(piece) for piece in pieces)


def read_url(text: str, before: str, after: str) -> list[Reading]:
    """An address, without the stops and brackets that belong to the sentence around it."""
    end = len(text)
    while end:
        last = text[end - 1]
        if last in ".,;:!?'*_([" or (
            last in ")]" and text.count(last, 0, end) > text.count("(["[")]".index(last)], 0, end)
        ):
            end -= 1
        else:
            break
    body = text[:end]
    scheme, _, rest = body.partition("://")
    if before[-1:].isalnum() or not rest or rest in ("/", "..."):
        return []
    if scheme.lower() == "file":
        return [Reading("path", "file-url", normal_path(body), 0, end)]
    host, slash, path = rest.partition("/")
    if not any(char.isalnum() for char in host):
        return []
    return [Reading("url", scheme.lower(), f"{scheme.lower()}://{host.lower()}{slash}{path}".rstrip("/"), 0, end)]


def read_uuid(text: str, before: str, after: str) -> list[Reading]:
    """A UUID in any case; a longer run of hex digits or dashes around it makes it part of something else."""
    if joins(before[-1:]) or joins(after[:1]) or (after[:1] == "-" and after[1:2].isalnum()):
        return []
    return [Reading("uuid", "uuid", text.lower(), 0, len(text))]


def joins(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")


def read_hash(text: str, before: str, after: str) -> list[Reading]:
    """A commit id or digest: hex digits of both sorts, or a whole 40, and no colour, exponent or number."""
    if before[-1:] in ("#", "-", ".", "+", "/", "\\", "%") and before[-1:] != "/" and len(text) < 12:
        return []
    if text.isalpha() or text.isdigit():
        return []
    exponent = text.lower().find("e")
    if 0 < exponent < len(text) - 1 and (text[:exponent] + text[exponent + 1 :]).isdigit():
        return []
    if after[:1] == "-" and after[1:2].isalnum():
        return []
    return [Reading("hash", "hash", text.lower(), 0, len(text))]


_STOPPED_WORDS = (
    "of in and or the to for on at by is as are was were from with but not if then than that this after before when "
    "while per via into over under out only"
)
STOPPED = frozenset(_STOPPED_WORDS.split())
_ERRNO_WORDS = (
    "ENOENT EACCES EPERM EEXIST ENOTDIR EISDIR EINVAL EMFILE ENFILE ENOSPC EROFS EPIPE EAGAIN EBUSY EDOM ERANGE "
    "EDEADLK ENOTEMPTY ELOOP ECONNREFUSED ECONNRESET ECONNABORTED EADDRINUSE EADDRNOTAVAIL ETIMEDOUT EHOSTUNREACH "
    "ENETUNREACH ENOTFOUND ENOMEM EIO EBADF ECHILD EFAULT EINTR ENODEV ENOTSUP EPROTO EOF ERESOLVE EINTEGRITY ENOLCK"
)
_ERRNO = frozenset(_ERRNO_WORDS.split())
_SIGNAL_WORDS = "SIGHUP SIGINT SIGQUIT SIGILL SIGABRT SIGBUS SIGFPE SIGKILL SIGSEGV SIGPIPE SIGALRM SIGTERM SIGUSR"
_SIGNALS = frozenset(_SIGNAL_WORDS.split())
_STATUS = later(r"(?i)(?:http(?:/[\d.]+)?|status(?: ?code)?|状态码)[\"']?[ :=]+([1-5]\d\d)$")
_STATUS_TEXT = later(r"([1-5]\d\d) [A-Z]")
_NUMBERED = later(r"(?i)(?:error|错误)[^\d]{0,8}(\d{4,5})$")
_EXIT = later(r"(?i)(?:exit|退出码).*?(-?\d+)$", re.DOTALL)
_LINT = later(r"[A-Z]{1,4}\d{3,4}$")
_LINTER_WORDS = "F W C D B N S RUF SIM PLR PLW PLE PLC ANN PTH UP TRY CS"
_LINTERS = frozenset(_LINTER_WORDS.split())


def read_error(text: str, before: str, after: str) -> list[Reading]:
    """An exception's name, a code of a compiler, a status of HTTP or of a process."""
    if before[-1:] in ("_", "$") or after[:1] == "_":
        return []
    found = _NUMBERED.match(text)
    if found:
        return [Reading("error", "numbered", f"error {found[1]}", 0, len(text))]
    found = _STATUS.match(text) or _STATUS_TEXT.match(text)
    if found:
        return [Reading("error", "http", f"HTTP {found[1]}", 0, len(text))]
    if text[:4].lower() == "exit" or text.startswith("退出码"):
        found = _EXIT.match(text)
        if after[:1] == ":" and after[1:2].isdigit():
            return []  # 0:125 is a status and a signal
        return [] if found is None else [Reading("error", "exit", f"exit {found[1]}", 0, len(text))]
    if text.startswith(("E", "SIG")) and text.isalpha() and text.isupper():
        return [Reading("error", "code", text, 0, len(text))] if text in _ERRNO or text in _SIGNALS else []
    if _LINT.match(text) and not text.startswith(("E", "TS", "SC")) and text.rstrip("0123456789") not in _LINTERS:
        return []
    if text[-1:].islower():  # a name
        if text in _ASSERTS:
            return []
        return [Reading("error", "name", text, 0, len(text))]
    return [Reading("error", "code", text, 0, len(text))]


_ASSERTS = frozenset(
    {"NoError", "NotError", "IsError", "AsError", "HasError", "OnError", "WithError", "EqualError", "ExpectError"}
    | {"AssertError", "RequireError", "HandleError", "LastError", "TheError", "AnError", "AnyError"}
)
"""Names of assertions and handlers that only sound like an exception's."""
_LAST_DIGITS, _EACH_DIGITS = later(r"\d+$"), later(r"\d+")
_SEVERAL = later(r"(?i)[a-z_]*ports\b|端口")
_NO_PORTS = later(r"\w*(?:re|im|sup|ex|view|trans|pass|air)ports?\b")
"""Words that end like a port's."""


_HOST_AND_PORT = later(r"(?!127\.|0\.0\.0\.0)([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+):\d+$")


def read_port(text: str, before: str, after: str) -> list[Reading]:
    """The digits of ports, whose words before them only say that they are some, and the host in front of them."""
    found = list((_EACH_DIGITS if _SEVERAL.match(text) else _LAST_DIGITS).finditer(text))
    if not found or _NO_PORTS.match(text.lower()) or (after[:1] in (".", "-", "/") and after[1:2].isdigit()):
        return []
    if after[:1] == " " and after[1:2] == "%":
        return []
    ports = [Reading("port", "port", one[0], *one.span()) for one in found if 1 < int(one[0]) <= 65535]
    host = _HOST_AND_PORT.match(text)
    return ports if host is None or not ports else [Reading("url", "host", host[1].lower(), 0, host.end(1)), *ports]


def read_env(text: str, before: str, after: str) -> list[Reading]:
    """An environment variable or a constant spelled like one."""
    name = text.strip("${}")
    if name.startswith("ERR_"):
        return [Reading("error", "code", name, text.index(name), text.index(name) + len(name))]
    if before[-1:] in (".", "-") and before[-2:-1].isalnum() and not text.startswith("$") and "_" not in name:
        return []
    if name.replace("_", "").isdigit() or not any(char.isalpha() for char in name):
        return []
    start = text.index(name)
    return [Reading("env", "variable" if start else "name", name, start, start + len(name))]


_NUMBER_AT_END = later(r"\d+$")


def read_reference(text: str, before: str, after: str) -> list[Reading]:
    """An issue, a pull request or a ticket. ``#1`` without such a word numbers the summary's own list."""
    digits = _NUMBER_AT_END.search(text)
    if digits is None or (after[:1] == "." and after[1:2].isdigit()) or (after[:1] == "-" and after[1:2].isalnum()):
        return []
    head = text[: digits.start()]
    if head[:1].isupper() and head.endswith("-") and head[:-1].isupper():
        if head[:-1] in grammar.NO_TICKETS or before[-1:] in ("-", "_", "/", "."):
            return []
        if head != "GH-":
            return [Reading("reference", "ticket", text, 0, len(text))]
    if head == "#" and (
        len(digits[0]) < 2 or before[-1:] in ("&", "/") or before[-2:] == "](" or before[-1:].isalnum()
    ):
        return []
    if head == "!" and before[-1:] not in (" ", "(", ""):
        return []
    word = head.rstrip("#-/! ").lower()
    if word in ("bug", "ticket", "close", "ref", "refs") and "#" not in head:
        return []
    if word == "bug" and len(digits[0]) < 2:
        return []
    return [Reading("reference", "number", f"#{digits[0]}", 0 if "#" not in head else digits.start() - 1, digits.end())]


_FLAG = later(r"(?:^|[\s=])--?[A-Za-z]")
_PREFIX = later(r"(?:(?:[A-Z][A-Z0-9_]*=\S*|time|sudo|nohup|env|exec) )+")
"""Variables that a command is run with, and programs that run another."""
_SPACES = later(r"\s+")


_SENTENCE = later(r"[：，。；（]")
"""Where a line that begins with a command goes on in Chinese."""


def read_command(text: str, before: str, after: str) -> list[Reading]:
    """A command line with a flag, between backticks or on a line of its own."""
    ticked = text[:1] == "`"
    body = text.strip("`") if ticked else text
    body = body.strip()
    body = body.removeprefix("$ ").removeprefix("> ")
    if not ticked:
        body = _SENTENCE.split(body, maxsplit=1)[0]
    body = body.rstrip(" \\.…;")
    if len(body) > 400 or not _FLAG.search(body):
        return []
    prefix = _PREFIX.match(body)
    program, _, rest = body[prefix.end() if prefix else 0 :].partition(" ")
    if program.rpartition("/")[2] not in grammar.PROGRAMS and not program.startswith("./") and program[-3:] != ".sh":
        return []
    if not rest or (not ticked and _is_prose(rest)):
        return []
    start = text.index(body)
    return [Reading("command", program, _SPACES.sub(" ", body), start, start + len(body))]


def _is_prose(rest: str) -> bool:
    """Whether a line that begins with a program's name goes on like a sentence ("find the flag -x that …")."""
    words = rest.split()
    return sum(word.isalpha() and word.lower() in STOPPED for word in words) >= 2
