"""``python -m threefold``: the command line without the script."""

from threefold.doors.entry import main

main()
