"""The small project that the recorded sessions work on: a CSV importer with a test and some documentation."""

IMPORTER = '''"""Read customer records from CSV."""


def parse_line(line):
    return line.rstrip("\\n").split(",")


def load(path):
    with open(path) as source:
        return [parse_line(line) for line in source]
'''

CLI = '''"""Command line of the importer."""
import argparse


def build_parser():
    parser = argparse.ArgumentParser(prog="importer")
    parser.add_argument("file")
    parser.add_argument("--legacy", action="store_true", help="accept the 2019 layout")
    return parser
'''

SERVER = '''"""Settings of the import service."""

HOST = "127.0.0.1"
PORT = 8443
TIMEOUT_SECONDS = 30
BATCH_ROWS = 500
'''

TESTS = """import sys
import unittest

sys.path.insert(0, "src")
from importer import parse_line


class ParseLine(unittest.TestCase):
    def test_plain(self):
        self.assertEqual(parse_line("a,b\\n"), ["a", "b"])


if __name__ == "__main__":
    unittest.main()
"""

FILES = {
    "README.md": "# importer\n\nReads customer records from CSV into the warehouse.\n",
    ".gitignore": "build/\n__pycache__/\n*.log\n",
    "src/importer.py": IMPORTER,
    "src/cli.py": CLI,
    "src/settings.py": SERVER,
    "tests/test_importer.py": TESTS,
    "docs/CHANGELOG.md": "# Changelog\n\n## Unreleased\n",
    "docs/DECISIONS.md": "# Decisions\n\n1. Records are CSV, one customer a line.\n",
}
