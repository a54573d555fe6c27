"""Files: what was edited, and what a commit carries."""

# ruff: noqa: E501  (what people and programs say in a session is not broken to the width of a page)
from __future__ import annotations

from stage import Stage, bash, case, commit, edit, read, say, todo, write

IMPORTER, CLI, SETTINGS, CHANGELOG = "src/importer.py", "src/cli.py", "src/settings.py", "docs/CHANGELOG.md"
SPLIT = edit(IMPORTER, '    return line.rstrip("\\n").split(",")', "    return next(csv.reader([line]))")
IMPORT = edit(IMPORTER, '"""Read customer records from CSV."""', '"""Read customer records from CSV."""\n\nimport csv')
ENCODING = edit(IMPORTER, "    with open(path) as source:", '    with open(path, encoding="utf-8-sig") as source:')
BATCH = edit(SETTINGS, "BATCH_ROWS = 500", "BATCH_ROWS = 200")
NOTE = edit(CHANGELOG, "## Unreleased\n", "## Unreleased\n\n- Quoted commas survive the import.\n")
TEST_RUN = bash("python3 -m unittest discover -s tests 2>&1", "Run the tests")
HOOK = "printf '#!/bin/sh\\necho \"hook: line 7 is longer than 79 characters\" >&2\\nexit 1\\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit"


# -- lost


@case("lost", "The only edited file was never committed.")
def one_file_dirty(s: Stage) -> None:
    s.turn(
        "Quoted commas are split by parse_line. Please use the csv module.",
        say("", read(IMPORTER)),
        SPLIT,
        IMPORT,
        TEST_RUN,
        "parse_line now uses csv.reader and the test passes.",
    )


@case("lost", "Three edited files and none of them committed.")
def several_files_dirty(s: Stage) -> None:
    s.turn(
        "批次太大，改成 200 行；文件按 utf-8-sig 读；在变更日志里写一行。",
        say("先看这三个文件。", read(SETTINGS), read(IMPORTER), read(CHANGELOG)),
        BATCH,
        ENCODING,
        edit(CHANGELOG, "## Unreleased\n", "## Unreleased\n\n- 每批 200 行，按 utf-8-sig 读取。\n"),
        "三处都改好了，测试也通过。",
    )


@case("lost", "Every todo is ticked off, yet no commit carries the edits.", worktree=False)
def todos_done_not_committed(s: Stage) -> None:
    s.turn(
        "Read files as utf-8-sig, then check that the tests still pass.",
        todo(("Read files as utf-8-sig", "in_progress"), ("Run the tests", "pending")),
        read(IMPORTER),
        ENCODING,
        TEST_RUN,
        todo(("Read files as utf-8-sig", "completed"), ("Run the tests", "completed")),
        "Both done: files are read as utf-8-sig and the tests pass.",
    )


@case("lost", "A new file, with a name outside ASCII, was written and never added to git.")
def new_file_untracked(s: Stage) -> None:
    s.turn(
        "请写一份输入文件格式的说明，放在 docs 下。",
        read(IMPORTER),
        write("docs/格式说明.md", "# 输入格式\n\n每行一个客户，逗号分隔，三列：编号、姓名、状态。\n"),
        "说明写在 docs/格式说明.md 里了。",
    )


@case("lost", "The change was staged for review and is not committed.")
def staged_not_committed(s: Stage) -> None:
    s.turn(
        "Lower the batch to 200 rows and stage it, I will look at the diff.",
        read(SETTINGS),
        BATCH,
        bash("git add src/settings.py && git diff --cached --stat", "Stage the change"),
        "BATCH_ROWS is 200 and the change is staged.",
    )


@case("lost", "The hook refused the commit (exit code 1), so the edit has not landed.", failures=1)
def commit_refused_by_hook(s: Stage) -> None:
    s.person(HOOK)
    s.turn(
        "每批改成 200 行，然后提交。",
        read(SETTINGS),
        BATCH,
        bash("git commit -a -m '每批 200 行'", "提交"),
        "pre-commit 钩子拒绝了提交：第 7 行超过 79 个字符。",
    )


@case("lost", "The command ended with 0 only because of `|| true`; its output and git say that the commit was refused.")
def commit_failure_masked(s: Stage) -> None:
    s.person(HOOK)
    s.turn(
        "Lower the batch to 200 rows and commit.",
        read(SETTINGS),
        BATCH,
        bash("git commit -a -m 'Lower the batch to 200 rows' || true", "Commit the change"),
        "The batch is 200 rows now, and the change is committed.",
    )


@case("lost", "The shell changed the file: no diff stands in the log, but git says that it is not committed.")
def shell_edit_dirty(s: Stage) -> None:
    s.turn(
        "把超时改成 60 秒。",
        bash(
            "sed -i 's/TIMEOUT_SECONDS = 30/TIMEOUT_SECONDS = 60/' src/settings.py && grep TIMEOUT src/settings.py",
            "修改超时",
        ),
        "TIMEOUT_SECONDS 现在是 60。",
    )


@case("lost", "A commit came after the edit, but it carries another file only.")
def commit_of_another_file(s: Stage) -> None:
    s.turn(
        "Use csv.reader in parse_line and mention it in the changelog; commit the changelog now.",
        say("", read(IMPORTER), read(CHANGELOG)),
        SPLIT,
        IMPORT,
        NOTE,
        commit("Mention quoted commas in the changelog", CHANGELOG),
        "The changelog entry is committed.",
    )


@case("lost", "The assistant says that it committed; no command did.", worktree=False)
def commit_only_claimed(s: Stage) -> None:
    s.turn(
        "文件按 utf-8-sig 读取，改完提交。",
        read(IMPORTER),
        ENCODING,
        TEST_RUN,
        "已经按 utf-8-sig 读取，测试通过，并且已经提交。",
    )


@case("lost", "The commit was undone with a soft reset: the change is staged again.")
def commit_undone(s: Stage) -> None:
    s.turn(
        "Lower the batch to 200 rows and commit.",
        read(SETTINGS),
        BATCH,
        commit("Lower the batch to 200 rows", SETTINGS),
        "Done and committed.",
    )
    s.turn(
        "Take that commit back but leave the change in place.",
        bash("git reset --soft HEAD~1 && git status --short", "Undo the last commit"),
        "The commit is undone; the change is still there.",
    )


@case("lost", "The file was edited again after the commit.", worktree=False)
def edit_after_commit(s: Stage) -> None:
    s.turn("每批 200 行，提交。", read(SETTINGS), BATCH, commit("每批 200 行", SETTINGS), "已提交。")
    s.turn(
        "超时也改成 60 秒。",
        edit(SETTINGS, "TIMEOUT_SECONDS = 30", "TIMEOUT_SECONDS = 60"),
        "超时改成 60 秒了。",
    )


@case("lost", "A file was renamed in the index and nothing committed.")
def rename_not_committed(s: Stage) -> None:
    s.turn(
        "Rename src/cli.py to src/command.py with git.",
        bash("git mv src/cli.py src/command.py && git status --short", "Rename the file"),
        "src/cli.py is src/command.py now.",
    )


@case(
    "lost",
    "`git commit` stands in the text that the shell wrote to a file; it was never run, and an edit is open.",
    worktree=False,
)
def commit_only_in_a_text(s: Stage) -> None:
    s.turn(
        "Use utf-8-sig, and write down how a release is made.",
        read(IMPORTER),
        ENCODING,
        bash(
            "printf 'Release: run the tests, then git commit -m VERSION, then git tag.\\n' > docs/RELEASE.md",
            "Write the release notes",
        ),
        "The encoding is utf-8-sig and docs/RELEASE.md says how a release is made.",
    )


@case("lost", "`git commit --dry-run` committed nothing.", worktree=False)
def commit_dry_run(s: Stage) -> None:
    s.turn(
        "每批改成 200 行，看看提交会包含什么。",
        read(SETTINGS),
        BATCH,
        bash("git add -A && git commit --dry-run -m '每批 200 行'", "预览提交"),
        "预览里只有 src/settings.py 一个文件。",
    )


# -- keep


@case("keep", "The edit is tested and committed, and nothing else was asked.", compression="zstd")
def all_committed(s: Stage) -> None:
    s.turn(
        "Quoted commas are split by parse_line. Please use the csv module and commit.",
        read(IMPORTER),
        SPLIT,
        IMPORT,
        TEST_RUN,
        commit("Parse quoted fields with csv.reader"),
        "parse_line uses csv.reader, the test passes, and the change is committed.",
    )


@case("keep", "All todos are done and all their files are in one commit.")
def all_done_and_committed(s: Stage) -> None:
    s.turn(
        "每批 200 行，按 utf-8-sig 读取，写变更日志，然后一起提交。",
        todo(("每批 200 行", "in_progress"), ("按 utf-8-sig 读取", "pending"), ("写变更日志", "pending")),
        say("", read(SETTINGS), read(IMPORTER), read(CHANGELOG)),
        BATCH,
        ENCODING,
        edit(CHANGELOG, "## Unreleased\n", "## Unreleased\n\n- 每批 200 行，按 utf-8-sig 读取。\n"),
        commit("每批 200 行，按 utf-8-sig 读取"),
        todo(("每批 200 行", "completed"), ("按 utf-8-sig 读取", "completed"), ("写变更日志", "completed")),
        "三项都完成了，并且已经在同一个提交里。",
    )


@case("keep", "The shell changed the file and the next command committed it.")
def shell_edit_committed(s: Stage) -> None:
    s.turn(
        "把超时改成 60 秒并提交。",
        bash("sed -i 's/TIMEOUT_SECONDS = 30/TIMEOUT_SECONDS = 60/' src/settings.py", "修改超时"),
        bash("git commit -q -a -m '超时改为 60 秒' && git status --short && git log --oneline -1", "提交"),
        "TIMEOUT_SECONDS 是 60，已提交。",
    )


@case("keep", "The edit was taken back with git checkout on the user's word: the work tree is clean.")
def edit_taken_back(s: Stage) -> None:
    s.turn("Lower the batch to 200 rows.", read(SETTINGS), BATCH, "BATCH_ROWS is 200.")
    s.turn(
        "That was a mistake of mine, put it back as it was.",
        bash("git checkout -- src/settings.py && git status --short", "Restore the file"),
        "src/settings.py is back as it was; nothing is changed.",
    )


@case("keep", "The first commit failed, the second, after the fix, went through.", failures=1)
def commit_failed_then_made(s: Stage) -> None:
    s.person(HOOK)
    s.turn(
        "每批改成 200 行，然后提交。",
        read(SETTINGS),
        BATCH,
        bash("git commit -a -m '每批 200 行'", "提交"),
        "钩子拒绝了提交：第 7 行超过 79 个字符。这个钩子检查的并不是我改的文件。",
    )
    s.person("rm .git/hooks/pre-commit")
    s.turn(
        "钩子是旧的，我已经删掉了，再提交一次。",
        bash("git commit -q -a -m '每批 200 行' && git log --oneline -1", "再次提交"),
        "提交成功。",
    )


@case("keep", "The words next and TODO stand in the message of the commit that landed everything.")
def commit_message_speaks_of_next(s: Stage) -> None:
    s.turn(
        "Use csv.reader in parse_line. Commit it and say in the message that this prepares the v2 parser.",
        read(IMPORTER),
        SPLIT,
        IMPORT,
        bash(
            "git commit -q -a -F - <<'EOF'\nParse quoted fields with csv.reader\n\nnext: the v2 parser builds on this. The old TODO in parse_line is gone.\nEOF\ngit log --oneline -1",
            "Commit the change",
        ),
        "Committed, with the note on the v2 parser in the message.",
    )


@case("keep", "What was written is build output and a log that git ignores; nothing else changed.")
def ignored_output_only(s: Stage) -> None:
    s.turn(
        "跑一遍测试，把报告放到 build/report.txt。",
        bash(
            "mkdir -p build && python3 -m unittest discover -s tests > build/report.txt 2>&1; cp build/report.txt run.log; tail -1 build/report.txt",
            "运行测试并保存报告",
        ),
        "测试全部通过，报告在 build/report.txt。",
    )


@case("keep", "Three edits, each with a commit of its own; the last command shows a clean tree.")
def commit_for_each_file(s: Stage) -> None:
    s.turn(
        "Make three commits: batch of 200, utf-8-sig, changelog.",
        say("", read(SETTINGS), read(IMPORTER), read(CHANGELOG)),
        BATCH,
        commit("Lower the batch to 200 rows", SETTINGS),
        ENCODING,
        commit("Read files as utf-8-sig", IMPORTER),
        edit(CHANGELOG, "## Unreleased\n", "## Unreleased\n\n- Smaller batches, utf-8-sig.\n"),
        commit("Mention both in the changelog", CHANGELOG),
        bash("git status --short && git log --oneline -4", "Show the state"),
        "Three commits are made and the tree is clean.",
    )


@case("keep", "The person committed the assistant's edits in a terminal; only git knows, and it says clean.")
def committed_by_the_person(s: Stage) -> None:
    s.turn("文件按 utf-8-sig 读取。", read(IMPORTER), ENCODING, TEST_RUN, "改好了，测试通过。")
    s.person("git commit -q -a -m '按 utf-8-sig 读取'")
    s.turn(
        "我已经在终端里提交了。",
        bash("git status --short && git log --oneline -1", "查看状态"),
        "看到了，工作区是干净的。",
    )


@case("keep", "Only reading, in a directory that is no repository, and the question was answered.", repository=False)
def read_only_without_repository(s: Stage) -> None:
    s.turn(
        "What does load return for an empty file?",
        read(IMPORTER),
        "An empty list: the comprehension over the lines yields nothing.",
    )


@case("keep", "A greeting; there is no work at all.", worktree=False)
def greeting_only(s: Stage) -> None:
    s.turn("你好！", "你好！")


@case("keep", "The commit was made with `git -C`, from another directory.", worktree=False)
def commit_from_elsewhere(s: Stage) -> None:
    s.turn(
        "Lower the batch to 200 rows and commit.",
        read(SETTINGS),
        BATCH,
        bash(
            "cd / && git -C /home/dev/importer commit -q -a -m 'Lower the batch to 200 rows' && git -C /home/dev/importer log --oneline -1",
            "Commit the change",
        ),
        "BATCH_ROWS is 200, committed.",
    )
