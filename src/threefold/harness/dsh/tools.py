"""The three tools that a model is given. There is no fourth, and none that singles out parts of a context (G4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from threefold.errors import InputError, ThreefoldError, UsageError
from threefold.harness.dsh import logs
from threefold.harness.dsh.settings import Configured
from threefold.report.masking import masked
from threefold.store.git import status
from threefold.verdict import Service, build, judge, parse_snapshot
from threefold.verdict.gates import TOOLS, refuse_forbidden

Arguments = Mapping[str, object]


def called(name: str, arguments: object, told: logs.Told, known: Configured, ask: Service | None) -> dict[str, object]:
    """What a tool answers; a refusal is an answer too, with the sentence in ``error``."""
    try:
        refuse_forbidden(arguments, "The call of the tool")
        if not isinstance(arguments, Mapping):
            raise InputError("The arguments of the tool are no JSON object.")
        return _TOOLS[name](arguments, told, known, ask)
    except KeyError:
        return {"error": f"There is no tool {name!r}; there are {', '.join(TOOLS)}."}
    except ThreefoldError as error:
        return {"error": str(error), "code": error.code}


def _build(arguments: Arguments, told: logs.Told, known: Configured, ask: Service | None) -> dict[str, object]:
    """The snapshot of the session that calls. Its own turn, which the call is part of, is left out."""
    if arguments:
        raise UsageError(f"context_verdict_build takes no arguments, and was given {', '.join(map(str, arguments))}.")
    with logs.opened(told) as session:
        tree = status(session.cwd or told.cwd, known.settings.verdict.git_timeout_ms)
        return masked(build(session, tree, at_compaction=True)).to_json()


def _judge(arguments: Arguments, told: logs.Told, known: Configured, ask: Service | None) -> dict[str, object]:
    if set(arguments) != {"snapshot"}:
        raise UsageError("context_verdict_judge takes one argument, snapshot: what context_verdict_build made.")
    verdict = judge(parse_snapshot(arguments["snapshot"]), ask, known.settings.verdict)
    return {key: value for key, value in verdict.to_json().items() if key != "snapshot"}


def _verify(arguments: Arguments, told: logs.Told, known: Configured, ask: Service | None) -> dict[str, object]:
    from threefold.doors.cli.verify import read_corpus
    from threefold.reading import read
    from threefold.verdict.verify import verify

    corpus = arguments.get("corpus")
    if set(arguments) != {"corpus"} or not isinstance(corpus, str):
        raise UsageError("context_verdict_verify takes one argument, corpus: the path of a labelled corpus.")
    root = Path(told.cwd).resolve()
    cases, folders = read_corpus([_inside(root, root / corpus)])
    report = verify(
        cases,
        lambda case: read(_inside(root, folders[case.id] / case.session), case.format),
        ask,
        known.settings.verdict,
    )
    return report.to_json()


def _inside(root: Path, path: Path) -> Path:
    """The path, if it is below the session's directory: a tool of ours opens no file that the harness's would ask for.

    Raises UsageError otherwise.
    """
    found = path.resolve()
    if not found.is_relative_to(root) or root == Path(root.anchor):
        raise UsageError(f"context_verdict_verify reads files below the session's directory; {path} is not there.")
    if found.exists() and not (found.is_file() or found.is_dir()):  # a pipe would be waited for
        raise UsageError(f"{path} is no file.")
    return found


_TOOLS: Mapping[str, Callable[[Arguments, logs.Told, Configured, Service | None], dict[str, object]]] = dict(
    zip(TOOLS, (_build, _judge, _verify), strict=True)
)
