"""The ``threefold`` command: one module for each command or pair of them, and the one place where errors become
sentences and exit statuses.

Statuses: 0 done · 1 a check failed, or a fault of ours · 2 over a budget (a state's, or the output's with ``compact
--strict``) · 3 usage, configuration or input · 4 and 5 the verdicts ``wait`` and ``preserve_first`` of ``check`` · 130
interrupted.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from inspect import getdoc, signature
from typing import TYPE_CHECKING

import typer

from threefold.doors.streams import tolerant

if TYPE_CHECKING:
    from typer.exceptions import TyperException

COMMANDS = {
    "run": "run",
    "inspect": "inspect",
    "check": "check",
    "compact": "compact",
    "audit": "audit",
    "watch": "watch",
    "score": "score",
    "receipts": "receipts",
    "recall": "recall",
    "repair": "repair",
    "verify": "verify",
    "verify-artifact": "verify",
    "calibrate": "calibrate",
    "doctor": "doctor",
    "install": "install",
    "hook": "hook",
    "acknowledge": "acknowledge",
    "bridge": "bridge",
    "mcp": "mcp",
}
"""Each command and the module of this package that adds it, in the order in which help lists them."""

EPILOG = "Statuses: 0 done, 1 a check failed, 2 over a budget, 3 usage or input, 4 wait, 5 preserve_first."


def app(command: str = "") -> typer.Typer:
    """Put the program together: the module of one command, if it is known which is wanted, or all of them."""
    program = typer.Typer(
        name="threefold",
        help="Make it safe to compact a long agent session: a verdict before, relevance during, an audit after.",
        epilog=EPILOG,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    program.callback(invoke_without_command=True)(_options)
    for name in dict.fromkeys([COMMANDS[command]] if command in COMMANDS else COMMANDS.values()):
        importlib.import_module(f"{__name__}.{name}").register(program)
    return program


def _options(
    version: bool = typer.Option(False, "--version", help="Print the version and stop.", is_eager=True),
) -> None:
    if version:
        from importlib.metadata import version as installed

        typer.echo(f"threefold {installed('threefold')}")
        raise typer.Exit


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and leave with its status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    sys.exit(execute(app(words[0] if words else ""), words))


def execute(program: typer.Typer, arguments: Sequence[str] | None = None) -> int:
    """Run a program and answer its exit status; every error becomes one sentence on standard error."""
    sys.stdout, sys.stderr = tolerant(sys.stdout), tolerant(sys.stderr)
    status = _status(program, arguments)
    try:
        sys.stdout.flush()
    except OSError as error:
        return _fail(f"the output could not be written: {error.strerror or error}.", 3)
    return status


def _status(program: typer.Typer, arguments: Sequence[str] | None) -> int:
    from typer.exceptions import TyperException

    from threefold.errors import ThreefoldError

    try:
        words = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
        _unwrap(program)
        _refuse_empty(program, words)
        result = typer.main.get_command(program)(args=words, prog_name=program.info.name, standalone_mode=False)
    except ThreefoldError as error:
        return _fail(str(error), error.exit_status)
    except TyperException as error:
        return _fail(_usage(error, program.info.name or ""), 3)
    except typer.Exit as stop:
        return stop.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except OSError as error:
        return _fail(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}.", 3)
    except Exception as error:
        if os.environ.get("THREEFOLD_DEBUG"):
            raise
        name = type(error).__name__
        return _fail(f"a fault of ours, {name}: {error}. THREEFOLD_DEBUG=1 shows where; your files are untouched.", 1)
    return result if isinstance(result, int) else 0


def _unwrap(program: typer.Typer) -> None:
    """Docstrings are broken where code is read; each paragraph of a help is broken anew for the reader's screen."""
    for command in program.registered_commands:
        text = command.help or getdoc(command.callback) or ""
        command.help = "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
    for group in program.registered_groups:
        if group.typer_instance is not None:
            _unwrap(group.typer_instance)


def _refuse_empty(program: typer.Typer, words: Sequence[str]) -> None:
    """Refuse an empty word where a path stands: as a path it would be the working directory, which nobody named."""
    from threefold.errors import UsageError

    kinds = dict(_kinds(program))
    without = kinds.pop("", "")
    for before, word in zip(["", *words], words, strict=False):
        option, given, value = word.partition("=")
        joined = bool(given) and option in kinds
        if value if joined else word:
            continue
        named = option if joined else before
        takes = kinds.get(named, "bool")
        if "Path" in (without if takes == "bool" else takes):
            raise UsageError(f"{'A path' if takes == 'bool' else named} is empty: name a file.")


def _kinds(program: typer.Typer) -> Iterator[tuple[str, str]]:
    """What each option takes, as it is annotated, and under the empty name what stands without one."""
    for command in program.registered_commands:
        for name, parameter in signature(command.callback or _options).parameters.items():
            info, kind = parameter.default, str(parameter.annotation)
            if isinstance(info, typer.models.OptionInfo):
                yield from ((one, kind) for one in info.param_decls or ("--" + name.replace("_", "-"),))
            elif isinstance(info, typer.models.ArgumentInfo):
                yield "", kind
    for group in program.registered_groups:
        if group.typer_instance is not None:
            yield from _kinds(group.typer_instance)


def _usage(error: TyperException, program: str) -> str:
    """What was wrong with the words of a call, and whose help to read: that of the command that was meant."""
    wording = getattr(error, "format_message", error.__str__)  # knows the nearest option, where there is one
    said = str(wording()).rstrip(". ") or "No command was given"
    context = getattr(error, "ctx", None)
    end = "" if said.endswith("?") else "."
    return f"{said}{end} Try '{context.command_path if context is not None else program} --help'."


def _fail(message: str, status: int) -> int:
    from threefold.errors import visible

    message = "\n".join(map(visible, message.split("\n")))
    with contextlib.suppress(OSError):  # it is full as well: the status says it alone
        if sys.stderr.isatty():
            from threefold.report.text import tell

            tell(f"threefold: {message}", hang=2, error=True)
        else:
            print(f"threefold: {message}", file=sys.stderr, flush=True)
    return status
