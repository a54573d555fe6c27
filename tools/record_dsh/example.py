"""The session in `examples/`: an import that loses rows, mended in three turns with a compaction before the last.

The model's summary is written to be a believable bad one. Against what the session really says it

- has right: the batch id, the commit, the file names, the user's first request;
- ALTERS three facts: the staging batch id (last digit), the warehouse port (5433 became 5432), the fixture's directory;
- has one number from nowhere: the import time of 840 ms;
- loses: the ticket's address, the checksum, the 312 rows, the GB18030 customer, "leave src/settings.py alone", and the
  question that the user has not answered.

At the end the work is half landed: one commit, then edits that were never committed, one open todo, the question.
"""

# ruff: noqa: E501  (what people and programs say in a session is not broken to the width of a page)
from __future__ import annotations

from project import FILES
from stage import Scenario, Stage, ask, bash, commit, edit, read, say, todo, write

NIGHT = """2026-11-28T02:00:04Z INFO  batch 7c9e6679-7425-40de-944b-e07fc1f90ae7 started: 48210 rows from customers.csv
2026-11-28T02:00:04Z INFO  staging batch 3f2504e0-4f89-41d3-9a0c-0305e82c3301 opened on warehouse.example.com:5433
2026-11-28T02:00:09Z WARN  row 1207: 8 fields, expected 7
2026-11-28T02:00:31Z WARN  row 9944: 9 fields, expected 7
2026-11-28T02:01:17Z WARN  310 more rows with too many fields
2026-11-28T02:01:18Z ERROR 312 of 48210 rows rejected, checksum sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
2026-11-28T02:01:18Z INFO  warehouse.example.com:5433 closed after 74 s
"""

DRY_RUN = '''"""Read a file as the import would and say what happens, without writing anything."""
import sys

sys.path.insert(0, "src")
from importer import parse_line

ROWS = 4821


def main():
    rejected = 0
    for number in range(1, ROWS + 1):
        line = f'{number},"Customer, No. {number}",active'
        if number % 1607 == 0:
            line = f"{number},broken"
        fields = parse_line(line)
        if len(fields) != 3:
            rejected += 1
            print(f"ERROR row {number}: {len(fields)} fields, expected 3")
        elif number % 80 == 0:
            print(f"INFO  {number}/{ROWS} rows read, {rejected} rejected, connection warehouse.example.com:5433 idle")
    print(f"DONE  {ROWS} rows, {rejected} rejected")


main()
'''

SUMMARY = """## Primary Request and Intent
- Mend the CSV import so that quoted commas survive (batch 7c9e6679-7425-40de-944b-e07fc1f90ae7 lost rows), with a test.
- Then make the file's encoding configurable, default utf-8-sig.

## Key Technical Concepts
- csv.reader on a single line; the staging batch 3f2504e0-4f89-41d3-9a0c-0305e82c3307 is on
  warehouse.example.com:5432.

## Files and Code
- src/importer.py: parse_line uses csv.reader; load takes an encoding.
- tests/data/quoted.csv: the fixture with quoted commas.
- tests/test_importer.py: test_quoted covers it.

## Errors and Fixes
- Rows with quoted commas were split into too many fields. Fixed; the import of the fixture now takes 840 ms.

## Pending Jobs
- (none)

## Current Work
- The encoding parameter of load is written, not committed.

## Next Step
- Add --encoding to src/cli.py.

## Critical Context
- The fix of parse_line is committed.
"""

ADD_TEST = edit(
    "tests/test_importer.py",
    "\n\nif __name__",
    '\n    def test_quoted(self):\n        with open("tests/fixtures/quoted.csv") as source:\n'
    '            rows = [parse_line(line) for line in source]\n        self.assertEqual(rows[1], ["4711", "Meyer, Anna", "active"])\n'
    "        self.assertEqual(rows[2][1], 'O\"Brien, Pat')\n\n\nif __name__",
)

PLAN = (
    "Reproduce the lost rows",
    "Mend parse_line in src/importer.py",
    "Add a test with quoted commas",
    "Make the encoding configurable",
    "Add --encoding to src/cli.py",
    "Write the changelog entry",
)


def plan(done: int):  # type: ignore[no-untyped-def]  # one todo list; the item after the done ones is in progress
    return todo(
        *(
            (item, "completed" if at < done else "in_progress" if at == done else "pending")
            for at, item in enumerate(PLAN)
        )
    )


def import_fix(s: Stage) -> None:
    """Three turns; the compaction stands between the second and the third."""
    s.turn(
        "The nightly import lost rows again: batch 7c9e6679-7425-40de-944b-e07fc1f90ae7, see data/import-2026-11-28.txt and "
        "https://tracker.example.com/IMP-482. I think quoted commas are the reason. Please fix parse_line and add a test with "
        "a fixture. Leave src/settings.py alone, and never push: I do that myself after a review.",
        say(
            "I will reproduce it first, then fix the parser.",
            plan(0),
            think="Look at the log before touching the parser.",
        ),
        read("data/import-2026-11-28.txt"),
        say(
            "312 of 48210 rows were rejected because they had too many fields. Now the parser.", read("src/importer.py")
        ),
        bash(
            "python3 -c \"import sys; sys.path.insert(0, 'src'); from importer import parse_line; "
            'print(parse_line(\'4711,\\"Meyer, Anna\\",active\'))"',
            "Reproduce the split inside quotes",
        ),
        say(
            "Reproduced: the quoted comma is split, so a row of 3 fields becomes 4. csv.reader knows the quoting rules.",
            edit("src/importer.py", '    return line.rstrip("\\n").split(",")', "    return next(csv.reader([line]))"),
        ),
        edit(
            "src/importer.py",
            '"""Read customer records from CSV."""',
            '"""Read customer records from CSV."""\nimport csv',
        ),
        write("tests/fixtures/quoted.csv", 'id,name,state\n4711,"Meyer, Anna",active\n4712,"O""Brien, Pat",closed\n'),
        ADD_TEST,  # refused: the harness wants a file read before it is edited
        say("", read("tests/test_importer.py")),
        ADD_TEST,
        bash("python3 -m unittest discover -s tests -v 2>&1", "Run the tests"),
        commit("Parse quoted fields with csv.reader", "src tests"),
        say("", plan(3)),
        "Fixed and committed: quoted commas and doubled quotes survive, and tests/test_importer.py covers both with "
        "tests/fixtures/quoted.csv. I did not touch src/settings.py and pushed nothing.",
    )
    s.turn(
        "很好。接下来把文件编码做成可配置的，默认 utf-8-sig；客户 4711 的文件是 GB18030。先不要删 --legacy。",
        say("好的：load 增加 encoding 参数，默认 utf-8-sig，--legacy 保持不变。", read("src/importer.py")),
        edit("src/importer.py", "def load(path):", 'def load(path, encoding="utf-8-sig"):'),
        edit(
            "src/importer.py",
            "    with open(path) as source:",
            '    with open(path, encoding=encoding, newline="") as source:',
        ),
        bash(
            "python3 -m unittest discover -s tests 2>&1 && git status --short", "Run the tests and show what is changed"
        ),
        say("", plan(4)),
        say(
            "有一点需要你决定。",
            ask(
                "undecodable",
                "Should a row that cannot be decoded be skipped with a warning, or stop the whole import?",
                "Skip it (Recommended)",
                "Stop the import",
            ),
        ),
        "load 现在接受 encoding 参数，测试通过，改动还没有提交。无法解码的行是跳过还是终止导入，等你的决定。"
        "下一步：给 src/cli.py 加 --encoding。",
    )
    s.compact(SUMMARY)
    s.turn(
        "Go on with the CLI flag, and do a dry run before you commit anything.",
        read("src/cli.py"),
        edit(
            "src/cli.py",
            '    parser.add_argument("--legacy"',
            '    parser.add_argument("--encoding", default="utf-8-sig", help="encoding of the file")\n    parser.add_argument("--legacy"',
        ),
        say(
            "The flag is in. Now the dry run over 4821 generated rows.",
            bash("python3 src/dry_run.py", "Dry run of the import"),
        ),
        bash("python3 -m unittest discover -s tests -v 2>&1", "Run the tests"),
        bash("git status --short && git diff --stat", "Show what is not committed"),
        say("", plan(5)),
        "--encoding is wired into src/cli.py. The dry run read 4821 rows and rejected 3 (rows 1607, 3214 and 4821 have 2 "
        "fields instead of 3), the tests pass, and src/cli.py and src/importer.py are changed but not committed. Next I "
        "will write the entry in docs/CHANGELOG.md and then commit both files.",
    )


EXAMPLE = Scenario(
    name="import-fix",
    label="lost",
    why="Two files are changed, a todo and a question are open.",
    play=import_fix,
    failures=1,
    files={"data/import-2026-11-28.txt": NIGHT, "src/dry_run.py": DRY_RUN},
)

assert not set(EXAMPLE.files) & set(FILES), "the example's own files must not hide the project's"
