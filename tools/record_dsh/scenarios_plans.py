"""Plans: todo lists, plans in prose, next steps."""

# ruff: noqa: E501  (what people and programs say in a session is not broken to the width of a page)
from __future__ import annotations

from scenarios_files import BATCH, CHANGELOG, CLI, ENCODING, IMPORT, IMPORTER, NOTE, SETTINGS, SPLIT, TEST_RUN
from stage import Stage, bash, case, commit, edit, read, say, todo, write

# -- lost


@case("lost", "Everything so far is committed, but one todo is pending.")
def todo_pending(s: Stage) -> None:
    s.turn(
        "每批改成 200 行并提交，然后给 --legacy 写一个测试。",
        todo(("每批 200 行", "in_progress"), ("给 --legacy 写测试", "pending")),
        read(SETTINGS),
        BATCH,
        commit("每批 200 行", SETTINGS),
        todo(("每批 200 行", "completed"), ("给 --legacy 写测试", "pending")),
        "第一项已提交。",
    )


@case("lost", "A todo is in progress: the search is done, the change is not begun.")
def todo_in_progress(s: Stage) -> None:
    s.turn(
        "Replace the hard-coded port everywhere.",
        todo(("Find every use of the port", "completed"), ("Replace them by settings.PORT", "in_progress")),
        bash("grep -rn 8443 src docs README.md", "Find the port"),
        "The port stands in src/settings.py only, as far as the search shows.",
    )


@case("lost", "The old list was finished and committed; the list that replaced it has an open item.")
def todo_list_replaced(s: Stage) -> None:
    s.turn(
        "每批 200 行，提交。",
        todo(("每批 200 行", "in_progress"), ("提交", "pending")),
        read(SETTINGS),
        BATCH,
        commit("每批 200 行", SETTINGS),
        todo(("每批 200 行", "completed"), ("提交", "completed")),
        "完成并已提交。",
    )
    s.turn(
        "接着做编码：先列出任务。",
        todo(("load 增加 encoding 参数", "pending"), ("命令行增加 --encoding", "pending")),
        "任务列好了。",
    )


@case("lost", "Of the plan's four points two are committed; the others exist in the conversation only.")
def plan_in_prose_half_done(s: Stage) -> None:
    s.turn(
        "How would you make the importer ready for quoted fields?",
        read(IMPORTER),
        "My plan:\n\n1. Use csv.reader in parse_line.\n2. Read files as utf-8-sig.\n3. Add a --encoding flag to the CLI.\n4. Reject rows with the wrong number of fields.",
    )
    s.turn(
        "Good, do points 1 and 2 now and commit them.",
        SPLIT,
        IMPORT,
        ENCODING,
        commit("Parse quoted fields, read utf-8-sig"),
        "Points 1 and 2 are committed.",
    )


@case("lost", "The user's reminder for later stands nowhere but in the conversation.", worktree=False)
def reminder_for_later(s: Stage) -> None:
    s.turn(
        "发布之前别忘了把版本号改成 2.1.0，现在先不用改。",
        "好的，发布之前我会把版本号改成 2.1.0。",
    )


@case("lost", "The assistant announced what it does next and the session rests before it.")
def next_step_promised(s: Stage) -> None:
    s.turn(
        "Use csv.reader in parse_line, commit, then bring the CLI in line.",
        read(IMPORTER),
        SPLIT,
        IMPORT,
        commit("Parse quoted fields with csv.reader"),
        "The parser is committed. Next I will change src/cli.py so that --legacy uses the new parser as well.",
    )


@case("lost", "接下来 announces work that was not done.")
def next_step_promised_in_chinese(s: Stage) -> None:
    s.turn(
        "先把编码改成 utf-8-sig 并提交，再处理命令行。",
        read(IMPORTER),
        ENCODING,
        commit("按 utf-8-sig 读取"),
        "编码已经提交。接下来我会给 src/cli.py 加上 --encoding 参数，并补一个测试。",
    )


@case("lost", "Three dirty files, two open todos and a question: far more than one thing would go.")
def much_of_everything(s: Stage) -> None:
    s.turn(
        "Make the importer robust: csv module, utf-8-sig, smaller batches, changelog, CLI flag.",
        todo(
            ("csv module in parse_line", "in_progress"),
            ("utf-8-sig", "pending"),
            ("Batches of 200", "pending"),
            ("Changelog entry", "pending"),
            ("--encoding flag", "pending"),
        ),
        say("", read(IMPORTER), read(SETTINGS), read(CHANGELOG), read(CLI)),
        SPLIT,
        IMPORT,
        ENCODING,
        BATCH,
        NOTE,
        todo(
            ("csv module in parse_line", "completed"),
            ("utf-8-sig", "completed"),
            ("Batches of 200", "completed"),
            ("Changelog entry", "in_progress"),
            ("--encoding flag", "pending"),
        ),
        "Parser, encoding and batch size are changed. Should --encoding accept any codec that Python knows, or only UTF-8 and GB18030?",
    )


# -- keep


@case("keep", "The user dropped the open todos; the list was emptied and the rest is committed.")
def todo_list_emptied(s: Stage) -> None:
    s.turn(
        "Lower the batch to 200 rows and commit, then write a test for it.",
        todo(("Batches of 200", "in_progress"), ("Test for it", "pending")),
        read(SETTINGS),
        BATCH,
        commit("Lower the batch to 200 rows", SETTINGS),
        todo(("Batches of 200", "completed"), ("Test for it", "pending")),
        "The batch size is committed.",
    )
    s.turn("Drop the test, a constant needs none.", todo(), "The list is empty now; no test will be written.")


@case("keep", "The assistant quotes the old list with its open boxes; all of it is done and committed.")
def old_list_quoted(s: Stage) -> None:
    s.turn(
        "每批 200 行，按 utf-8-sig 读取，提交。",
        todo(("每批 200 行", "in_progress"), ("按 utf-8-sig 读取", "pending")),
        say("", read(SETTINGS), read(IMPORTER)),
        BATCH,
        ENCODING,
        commit("每批 200 行，按 utf-8-sig 读取"),
        todo(("每批 200 行", "completed"), ("按 utf-8-sig 读取", "completed")),
        "都完成了，已提交。",
    )
    s.turn(
        "最开始的清单是什么样的？",
        "开始的时候是这样的：\n\n> - [ ] 每批 200 行\n> - [ ] 按 utf-8-sig 读取\n\n两项后来都完成并提交了。",
    )


@case(
    "keep",
    "TODO and a question mark stand in the code that the user pasted; the explanation was given.",
    worktree=False,
)
def todo_in_pasted_code(s: Stage) -> None:
    s.turn(
        "Explain this function:\n\n```python\ndef strip_bom(text):\n    # TODO: handle UTF-16 as well?\n    return text.removeprefix('\\ufeff')\n```",
        "It removes a byte order mark from the start of the text, if there is one, and gives the text back. The comment in it is a note of its author about UTF-16.",
    )


@case("keep", "What was announced as the next step was done and committed in the next turn.")
def next_step_done(s: Stage) -> None:
    s.turn(
        "编码改成 utf-8-sig，提交。",
        read(IMPORTER),
        ENCODING,
        commit("按 utf-8-sig 读取"),
        "已提交。接下来我会在变更日志里写一行。",
    )
    s.turn(
        "好，写吧。",
        read(CHANGELOG),
        edit(CHANGELOG, "## Unreleased\n", "## Unreleased\n\n- 按 utf-8-sig 读取。\n"),
        commit("变更日志：utf-8-sig", CHANGELOG),
        "变更日志也写好并提交了。",
    )


@case("keep", "All points of the plan in prose are carried out and committed.")
def plan_in_prose_done(s: Stage) -> None:
    s.turn(
        "How would you make the importer ready for quoted fields?",
        read(IMPORTER),
        "My plan:\n\n1. Use csv.reader in parse_line.\n2. Read files as utf-8-sig.\n3. Mention both in the changelog.",
    )
    s.turn(
        "Do all of it and commit.",
        SPLIT,
        IMPORT,
        ENCODING,
        read(CHANGELOG),
        edit(CHANGELOG, "## Unreleased\n", "## Unreleased\n\n- Quoted commas survive; files are read as utf-8-sig.\n"),
        TEST_RUN,
        commit("Parse quoted fields, read utf-8-sig"),
        "All three points are done and committed.",
    )


@case("keep", "Next step, TODO and questions are the words of a program that was written and committed.")
def work_words_in_a_program(s: Stage) -> None:
    s.turn(
        "Write a small wizard in src/wizard.py that asks for the file and the encoding, and commit it.",
        write(
            "src/wizard.py",
            'STEPS = ["Which file should be imported?", "Which encoding does it have?"]\n\n\ndef run(ask):\n    answers = []\n    for step in STEPS:\n        print("Next step:", step)  # TODO markers are for people, this is output\n        answers.append(ask())\n    return answers\n',
        ),
        commit("Add a wizard", "src/wizard.py"),
        "The wizard asks for the file and the encoding; it is committed.",
    )


@case(
    "keep",
    "The open boxes stand in a file of the repository, which is where they belong; the assistant only read it out.",
    files={"docs/ROADMAP.md": "# 路线图\n\n- [x] CSV 导入\n- [ ] Excel 导入\n- [ ] 增量导入\n"},
)
def roadmap_read_out(s: Stage) -> None:
    s.turn(
        "路线图里还有哪些没有做？",
        read("docs/ROADMAP.md"),
        "docs/ROADMAP.md 里还有两项没有打勾：Excel 导入和增量导入。",
    )
