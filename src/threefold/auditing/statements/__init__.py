"""Statements: what a summary says of the user's words, of standing rules and of the state of tasks."""
