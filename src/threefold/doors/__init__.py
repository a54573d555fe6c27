"""The ways in: the command line, hooks and servers. They parse, call and render; nothing is decided here."""
