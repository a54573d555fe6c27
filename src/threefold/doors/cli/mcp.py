"""``threefold mcp``: the verdict, or what is around a compaction, as tools for any agent that speaks MCP."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from threefold.doors.cli.options import SETTINGS

if TYPE_CHECKING:
    from threefold.settings import Settings

SET = typer.Argument(help="Which tools: verdict (three) or compaction (four). Never both.", show_default=False)
ROOT = typer.Option(
    None, "--root", help="Files below this directory may be touched; may be given again.", show_default=False
)
HTTP = typer.Option(None, "--http", help="Serve streamable HTTP on this port instead of standard input and output.")
HOST = typer.Option("127.0.0.1", "--host", help="The address to serve HTTP on; others than loopback need a token.")
TOKEN = typer.Option(
    None, "--token-file", help="File with the token that requests carry.", show_default="THREEFOLD_MCP_TOKEN"
)


def mcp(
    tools: str = SET,
    root: list[Path] | None = ROOT,
    http: int | None = HTTP,
    host: str = HOST,
    token_file: Path | None = TOKEN,
    settings: Path | None = SETTINGS,
) -> None:
    """Serve tools over MCP: the three of the verdict, or the four around a compaction.

    Files are touched only below --root; without it, below the roots of the client that started the server, or else
    below the working directory.
    """
    from threefold.doors.mcp import SETS
    from threefold.errors import UsageError
    from threefold.settings import load

    if tools not in SETS:
        raise UsageError(f"There is no set of tools {tools!r}; there are {' and '.join(SETS)}.")
    if http is None and (token_file is not None or host != "127.0.0.1"):
        raise UsageError("--host and --token-file go with --http.")
    missing = [str(one) for one in root or () if not one.is_dir()]
    if missing:
        raise UsageError(f"--root names no directory: {', '.join(missing)}.")
    configured = load(settings).settings
    _serve(tools, configured, root or [], http, host, _token(token_file) if http is not None else "")


def _serve(tools: str, settings: Settings, roots: list[Path], http: int | None, host: str, token: str) -> None:
    from threefold.errors import MissingExtra

    try:
        from threefold.doors.mcp import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types", "anyio", "starlette"):
            raise
        raise MissingExtra(
            "MCP needs the official SDK: pip install 'threefold[mcp]' ('.[mcp]' in a checkout)."
        ) from None
    if http is None:
        serve.over_stdio(tools, settings, roots)
    else:
        serve.over_http(tools, settings, roots, host, http, token)


def _token(file: Path | None) -> str:
    from threefold.errors import UnreadableInput, UsageError

    if file is None:
        return os.environ.get("THREEFOLD_MCP_TOKEN", "")
    try:
        token = file.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    if not token:
        raise UsageError(f"{file} holds no token.")
    return token


def register(app: typer.Typer) -> None:
    app.command()(mcp)
