"""``python -m threefold``: the command line without the script."""

from threefold.doors.cli import main

main()
