"""Arguments and options that several commands share, so that they read alike everywhere."""

from __future__ import annotations

import typer

SESSION = typer.Argument(help="A session log, of any format that can be read.", show_default=False)
FORMAT = typer.Option(None, "--format", help="Read it as this format, whatever it looks like.", show_default=False)
JSON = typer.Option(False, "--json", help="Print one JSON document instead of text.")
SETTINGS = typer.Option(None, "--settings", help="Settings file (TOML).", show_default="threefold.toml")
