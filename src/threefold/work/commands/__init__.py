"""Tool calls and shell commands: what they write, run and commit, and how they ended."""
