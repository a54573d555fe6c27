"""Which files a step of a shell command writes, removes or moves, and what formatters and package managers touch."""

from __future__ import annotations

import posixpath
import re
from itertools import pairwise

import msgspec

from threefold.text.later import later
from threefold.work.commands.shell import Step, join

_NODE_WRITE = later(r"(?:write|append)File(?:Sync)?\(\s*['\"`]([^'\"`\n]{1,300})['\"`]")
_WRITES_BY_NAME = later(r"\.write_(?:text|bytes)\(|open\(\s*\w+\s*,\s*(?:mode\s*=\s*)?['\"][wax]")
_NAMED = later(r"Path\(\s*['\"]([^'\"\n]{1,300})['\"]|\b\w+\s*=\s*['\"]([^'\"\n]{1,300}\.\w{1,8})['\"]")
_DEEPEST = 4
"""How often a command that runs a command is looked into."""
_MANY = "*"
"""Stands for files that a script finds by itself."""
_PYTHON_WRITE = later(
    r"open\(\s*['\"]([^'\"\n]{1,300})['\"]\s*,\s*(?:mode\s*=\s*)?['\"][wax]|"
    r"Path\(\s*['\"]([^'\"\n]{1,300})['\"]\s*\)\.write_(?:text|bytes)"
)


class Effect(msgspec.Struct, frozen=True):
    """What a step does to one path.

    ``create`` (or replace whole), ``write``, ``remove``, ``remove tree``, ``move`` (``path`` is then the new name),
    ``touch`` (something below it may have changed) or ``folder`` (a directory was made).
    """

    kind: str
    path: str
    source: str = ""


def effects(step: Step) -> list[Effect]:
    """The files that a step writes, removes or moves; paths are joined to its directory."""
    return _effects(step, 0)


def _effects(step: Step, depth: int) -> list[Effect]:
    found = [Effect("write" if path in step.appends else "create", join(step.cwd, path)) for path in step.outputs]
    inner = handed_on(step) if depth < _DEEPEST else []
    if inner:
        done = _effects(msgspec.structs.replace(step, argv=inner, outputs=[]), depth + 1)
        return found + (done or ([Effect("touch", step.cwd or ".")] if _rewrites(inner) else []))
    words = [word for word in step.argv[1:] if not word.startswith("-")]
    match step.program:
        case "tee":
            found += [Effect("write", join(step.cwd, path)) for path in words]
        case "sed" | "gsed" if any(_is_in_place(word) for word in step.argv[1:]):
            scripted = any(word in ("-e", "-f", "--expression", "--file") for word in step.argv)
            operands = _operands(step.argv[1:], ("-e", "-f", "--expression", "--file"))
            found += [Effect("write", join(step.cwd, path)) for path in operands[0 if scripted else 1 :] if path]
        case "perl" if any(re.match(r"-[a-zA-Z0]*i", word) for word in step.argv[1:]):
            found += [Effect("write", join(step.cwd, path)) for path in _operands(step.argv[1:], ("-e",)) if path]
        case "rm" | "unlink":
            recursive = any(re.match(r"--recursive|-[a-zA-Z]*[rR]", word) for word in step.argv[1:])
            found += [Effect("remove tree" if recursive else "remove", join(step.cwd, path)) for path in words]
        case "mv" if len(words) >= 2:
            found += _moves(step.cwd, words)
        case "cp" if len(words) >= 2:
            into = words[-1].endswith("/") or len(words) > 2
            names = [posixpath.join(words[-1], posixpath.basename(w)) if into else words[-1] for w in words[:-1]]
            found += [Effect("create", join(step.cwd, name)) for name in names]
        case "awk" | "gawk" if "inplace" in step.argv:
            found += [Effect("write", join(step.cwd, path)) for path in words[2:]]
        case "mkdir":
            found += [Effect("folder", join(step.cwd, path)) for path in words]
        case "curl" | "wget":
            found += [Effect("create", join(step.cwd, path)) for path in _downloads(step)]
        case "tar" | "bsdtar" | "unzip" | "7z" | "gunzip" | "unxz" | "unzstd" | "gzip" | "cpio":
            found += [Effect("write", join(step.cwd, path)) for path in _unpacked(step)]
        case "git" if words[:1] == ["clone"]:
            named = _operands(step.argv[step.argv.index("clone") + 1 :], _CLONE_VALUES)
            found += [Effect("create", join(step.cwd, path)) for path in named[1:2] or map(_cloned, named[:1])]
        case "apply_patch":
            found += patch_effects(step.body or " ".join(words), step.cwd)
        case program if re.fullmatch(r"python[\d.]*|node|deno|bun", program):
            found += [
                Effect("touch", step.cwd or ".") if path == _MANY else Effect("write", join(step.cwd, path))
                for path in _scripted(step)
            ]
    return found or [Effect("touch", join(step.cwd, path)) for path in _touched(step)]


def handed_on(step: Step) -> list[str]:
    """The command that xargs or ``find -exec`` runs on files which the log does not name."""
    argv = step.argv
    if step.program in ("xargs", "parallel"):
        rest = argv[1:]
        while rest and rest[0].startswith("-"):
            rest = rest[2 if rest[0] in ("-I", "-n", "-P", "-L", "-d", "-j", "-s") else 1 :]
        return rest
    if step.program in ("find", "fd", "fdfind"):
        marks = ("-exec", "-execdir", "-x", "-X", "--exec", "--exec-batch")
        start = next((place + 1 for place, word in enumerate(argv) if word in marks), 0)
        rest = argv[start:] if start else []
        return [word for word in rest if word not in ("{}", "+", ";", "\\;")]
    return []


def _rewrites(argv: list[str]) -> bool:
    """Whether a command changes the files that it is given in place."""
    program = posixpath.basename(argv[0])
    if program in ("sed", "gsed"):
        return any(map(_is_in_place, argv[1:]))
    if program == "perl":
        return any(re.match(r"-[a-zA-Z0]*i", word) for word in argv[1:])
    return program in ("dos2unix", "unix2dos") or (program in _FORMATS and not _LOOKS & set(argv))


def _unpacked(step: Step) -> list[str]:
    """What an archive is unpacked into: the directory that is named, else the one that the command runs in."""
    argv, program = step.argv, step.program
    words = [word for word in argv[1:] if not word.startswith("-")]
    if program in ("tar", "bsdtar"):
        letters = "".join(word for place, word in enumerate(argv[1:]) if re.fullmatch(r"-[a-zA-Z]+", word) or not place)
        if "--extract" not in argv and ("x" not in letters or "O" in letters):
            return []
        return [into for option, into in pairwise(argv) if option in ("-C", "--directory")] or ["."]
    if program == "unzip":
        if {"-l", "-t", "-p", "-v", "-Z"} & set(argv):
            return []
        return [into for option, into in pairwise(argv) if option == "-d"] or ["."]
    if program == "7z":
        return [word[2:] for word in argv if word.startswith("-o")] or ["."] if words[:1] in (["x"], ["e"]) else []
    if program == "cpio":
        return ["."] if any(re.match(r"-[a-zA-Z]*i", word) for word in argv) else []
    if any(re.match(r"-[a-zA-Z]*[ctl]|--stdout|--list|--test", word) for word in argv[1:]):
        return []
    if program == "gzip" and not any(re.match(r"-[a-zA-Z]*d|--decompress", word) for word in argv[1:]):
        return [word + ".gz" for word in words]
    return [re.sub(r"\.(?:gz|xz|zst|tgz)$", "", word) for word in words]


_CLONE_VALUES = (
    "-b", "--branch", "--depth", "-o", "--origin", "-c", "--config", "--reference", "--filter", "-j", "--jobs",
    "--template", "-u", "--upload-pack", "--shallow-since", "--separate-git-dir", "--revision", "--bundle-uri",
)  # fmt: skip
"""Options of ``git clone`` that take the next word."""


def _cloned(url: str) -> str:
    """The directory that git makes for a repository."""
    return posixpath.basename(url.rstrip("/").replace(":", "/")).removesuffix(".git")


def _scripted(step: Step) -> list[str]:
    """The files that an inline script writes, as far as it names them."""
    text = step.body + "".join(step.argv[1:])
    found = [match[1] or match[2] for match in _PYTHON_WRITE.finditer(text)]
    found += [match[1] for match in _NODE_WRITE.finditer(text)]
    if not found and _WRITES_BY_NAME.search(text):
        scratch = "/tmp" in text or "tempfile" in text
        found = [match[1] or match[2] for match in _NAMED.finditer(text)] or ([] if scratch else [_MANY])
    return found


def _downloads(step: Step) -> list[str]:
    """The files that curl and wget save to."""
    option = r"-[a-zA-Z]*O|--output-document" if step.program == "wget" else r"-[a-zA-Z#]*o|--output"
    found = []
    for word, following in zip(step.argv[1:], [*step.argv[2:], ""], strict=False):
        name, equals, value = word.partition("=")
        if re.fullmatch(option, name):
            found.append(value if equals else following)
        elif step.program == "curl" and re.fullmatch(r"-[a-zA-Z]*O|--remote-name", word):
            found += [posixpath.basename(url) for url in step.argv[1:] if "://" in url]
    return [path for path in found if path and path != "-"]


_RUNNERS = frozenset(("npx", "bunx", "uvx", "pnpx"))
_HANDING = frozenset(("npm", "pnpm", "yarn", "bun", "uv", "poetry", "pdm", "hatch", "pipx", "bundle"))
"""Package managers that ``run`` or ``exec`` a command."""
_MANIFESTS = {
    "npm": "package.json", "pnpm": "package.json", "yarn": "package.json", "bun": "package.json",
    "cargo": "Cargo.toml", "poetry": "pyproject.toml", "uv": "pyproject.toml", "pdm": "pyproject.toml",
    "go": "go.mod", "composer": "composer.json", "bundle": "Gemfile", "dotnet": "",
}  # fmt: skip
_ADDS = frozenset(("install", "i", "add", "remove", "rm", "uninstall", "update", "upgrade", "up", "require", "get"))
_ELSEWHERE = frozenset(("-g", "--global", "--no-save", "--dry-run"))
_FORMATS = {
    "prettier": ("--write", "-w"), "eslint": ("--fix",), "stylelint": ("--fix",), "biome": ("--write", "--apply"),
    "black": (), "ruff": ("format", "--fix"), "gofmt": ("-w",), "goimports": ("-w",), "rustfmt": (),
    "jscodeshift": (), "fastmod": (), "pyupgrade": (), "autoflake": ("-i", "--in-place"), "2to3": ("-w", "--write"),
    "ast-grep": ("-U", "--update-all"), "comby": ("-i", "-in-place"), "nbstripout": (), "isort": (),
    "clang-format": ("-i",), "autopep8": ("-i", "--in-place"), "yapf": ("-i", "--in-place"), "rubocop": ("-a", "-A"),
}  # fmt: skip
"""Programs that rewrite files in place, and with which of these words they do; () is always."""
_LOOKS = frozenset(("--check", "--diff", "--dry-run", "-l", "--list-different", "--version", "--help"))


def unwrapped(argv: list[str]) -> list[str]:
    """A command without the runner of a package manager (``npx``, ``uv run``, ``python -m``) before it."""
    program = posixpath.basename(argv[0]) if argv else ""
    if re.fullmatch(r"python[\d.]*", program) and argv[1:2] == ["-m"]:
        return argv[2:]
    if program in _RUNNERS:
        argv = argv[1:]
    elif program in _HANDING and argv[1:2] in (["exec"], ["run"], ["dlx"]):
        argv = argv[2:]
    else:
        return argv
    while argv and argv[0].startswith("-"):
        argv = argv[1:]
    return argv


def _touched(step: Step) -> list[str]:
    """What a formatter or a package manager changes, as far as its words tell."""
    argv = unwrapped(step.argv)
    program, rest = (posixpath.basename(argv[0]), argv[1:]) if argv else ("", [])
    words = [word for word in rest if not word.startswith("-")]
    if "generat" in program or program in ("protoc", "buf"):
        into = {"-o", "--output", "--out"}
        named = [following for word, following in pairwise(rest) if word in into]
        return named or [word.partition("=")[2] for word in rest if re.match(r"--\w*_?out(?:put)?=", word)]
    if program in _FORMATS:
        needed = _FORMATS[program]
        if (needed and not set(needed) & set(rest)) or _LOOKS & set(rest):
            return []
        return [word for word in words if word not in ("format", "check")] or ["."]
    if (program, *words[:1]) in (("cargo", "fmt"), ("go", "fmt"), ("go", "mod")):
        return [] if _LOOKS & set(rest) or words[1:2] == ["download"] else ["."]
    if program in _MANIFESTS and words[:1] and words[0] in _ADDS and not _ELSEWHERE & set(rest):
        adds = len(words) > 1 and not (program == "go" and words[0] != "get")
        return [_MANIFESTS[program]] if adds and _MANIFESTS[program] else []
    return []


def _moves(cwd: str, words: list[str]) -> list[Effect]:
    into = words[-1].endswith("/") or len(words) > 2
    moves = []
    for word in words[:-1]:
        name = posixpath.join(words[-1], posixpath.basename(word)) if into else words[-1]
        moves.append(Effect("move", join(cwd, name), join(cwd, word)))
    return moves


def _is_in_place(word: str) -> bool:
    return word.startswith("--in-place") or re.match(r"-[nErsuz]*i", word) is not None


def _operands(words: list[str], valued: tuple[str, ...]) -> list[str]:
    """The words that are neither options nor the values of those in ``valued``."""
    operands: list[str] = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in valued or (word.startswith("-") and not word.startswith("--") and word[-1:] == "e"):
            skip = True
        elif not word.startswith("-") and word:
            operands.append(word)
    return operands


_PATCH_LINE = later(r"^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)[ \t\r]*$", re.MULTILINE)


_PATCH_KINDS = {"Add File": "create", "Update File": "write", "Delete File": "remove", "Move to": "write"}


def patch_effects(patch: str, cwd: str = "") -> list[Effect]:
    """The files that a patch in the ``*** Begin Patch`` form touches."""
    found: list[Effect] = []
    for kind, path in _PATCH_LINE.findall(patch):
        path = join(cwd, path)
        if kind == "Move to" and found:
            found[-1] = Effect("move", path, found[-1].path)
        else:
            found.append(Effect(_PATCH_KINDS[kind], path))
    return found
