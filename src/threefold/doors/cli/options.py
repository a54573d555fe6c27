"""Arguments and options that several commands share, so that they read alike everywhere."""

from __future__ import annotations

import typer

from threefold.doors.streams import at_hand

_SESSION = "A session log, of any format that can be read; - reads it from standard input."
SESSION = typer.Argument(help=_SESSION, callback=at_hand, show_default=False)
PERHAPS_SESSION = typer.Argument(None, metavar="[SESSION]", help=_SESSION, callback=at_hand, show_default=False)
FORMAT = typer.Option(None, "--format", help="Read it as this format, whatever it looks like.", show_default=False)
JSON = typer.Option(False, "--json", help="Print one JSON document instead of text.")
SETTINGS = typer.Option(None, "--settings", help="Settings file (TOML).", show_default="threefold.toml")
