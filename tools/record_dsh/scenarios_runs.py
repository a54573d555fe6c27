"""Runs: background jobs, stopped turns, crashes, queued input, resumes and earlier compactions."""

from __future__ import annotations

from model_server import Call
from scenarios_files import BATCH, CLI, ENCODING, IMPORT, IMPORTER, SETTINGS, SPLIT, TEST_RUN
from stage import Stage, bash, case, commit, edit, read, todo

LONG = bash("sleep 600", "Run the soak test")


def log_of(rows: str) -> Call:
    """About 5,000 tokens of tool result: two of them are over the threshold of the small window, one is not."""
    line = "INFO row $i of the nightly import was read and staged without a finding"
    return bash(f'for i in $(seq {rows}); do echo "{line}"; done', "Show a part of the nightly log")


FLAG = edit(
    CLI,
    '    parser.add_argument("--legacy"',
    '    parser.add_argument("--encoding", default="utf-8-sig")\n    parser.add_argument("--legacy"',
)


def summary(request: str, files: str, pending: str, current: str, following: str) -> str:
    """A checkpoint with the sections that the harness asks its summariser for."""
    return (
        f"## Primary Request and Intent\n- {request}\n\n## Key Technical Concepts\n- CSV, Python standard library\n\n"
        f"## Files and Code\n- {files}\n\n## Errors and Fixes\n- (none)\n\n## Pending Jobs\n- {pending}\n\n"
        f"## Current Work\n- {current}\n\n## Next Step\n- {following}\n\n## Critical Context\n- (none)\n"
    )


def _midway(request: str, following: str) -> str:
    return summary(request, "src/settings.py", "(none)", "The log was read.", following)


# -- lost


@case("lost", "A job that the assistant started is still running and its result is awaited.")
def job_running(s: Stage) -> None:
    s.turn(
        "Start the soak test in the background.",
        bash("sleep 600", "Run the soak test", background=True),
        "The soak test runs in the background.",
    )


@case("lost", "The edits are committed, but the job that is to prove them still runs.")
def job_running_after_commit(s: Stage) -> None:
    s.turn(
        "编码改成 utf-8-sig，提交，然后在后台跑压力测试。",
        read(IMPORTER),
        ENCODING,
        commit("按 utf-8-sig 读取"),
        bash("sleep 600", "运行压力测试", background=True),
        "已提交；压力测试在后台运行，还没有结果。",
    )


@case("lost", "The user stopped the turn in the middle of its first command and said nothing after it.", failures=1)
def turn_stopped(s: Stage) -> None:
    s.start("把所有测试跑十遍，统计失败次数。", LONG, "十遍都通过。")
    s.wait_for_call("bash")
    s.wait_for_job()
    s.abort()


@case(
    "lost",
    "The harness died in a running command: a tool call without a result, a turn without an end.",
    worktree=False,
)
def killed_in_a_command(s: Stage) -> None:
    s.start(
        "Run the migration against the staging copy.",
        bash("sleep 600", "Run the migration"),
        "The migration is through.",
    )
    s.wait_for_call("bash")
    s.wait_for_job()
    s.kill()


@case("lost", "What the user typed while the turn ran is still in the queue; nobody has read it.")
def queued_input_unread(s: Stage) -> None:
    s.start("跑一遍压力测试。", LONG, "压力测试通过。")
    s.wait_for_call("bash")
    s.queue("跑完之后把超时改成 60 秒。", "好的。")
    s.kill()


@case("lost", "An earlier summary names pending work; after it only a question was answered.")
def pending_since_compaction(s: Stage) -> None:
    s.turn(
        "Use csv.reader in parse_line and commit. After that the CLI needs an --encoding flag.",
        todo(("csv.reader in parse_line", "in_progress"), ("--encoding flag in the CLI", "pending")),
        read(IMPORTER),
        SPLIT,
        IMPORT,
        commit("Parse quoted fields with csv.reader"),
        todo(("csv.reader in parse_line", "completed"), ("--encoding flag in the CLI", "pending")),
        "The parser is committed.",
    )
    s.compact(
        summary(
            "Use csv.reader in parse_line, then give the CLI an --encoding flag.",
            "src/importer.py: parse_line uses csv.reader, committed.",
            "--encoding flag in src/cli.py",
            "The parser is committed.",
            "Add --encoding to src/cli.py.",
        )
    )
    s.turn("Which function did you change?", "parse_line in src/importer.py.")


@case(
    "lost",
    "The edits stand before the compaction and were never committed; what the model sees now does not show them.",
    worktree=False,
)
def edits_before_compaction(s: Stage) -> None:
    s.turn("文件按 utf-8-sig 读取。", read(IMPORTER), ENCODING, TEST_RUN, "改好了，测试通过。")
    s.compact(
        summary(
            "文件按 utf-8-sig 读取。",
            "src/importer.py：load 按 utf-8-sig 读取。",
            "(none)",
            "修改完成，测试通过。",
            "(none)",
        )
    )
    s.turn("load 现在用什么编码？", "utf-8-sig。")


@case("lost", "The todo was open when the harness was quit, and after the resume only a question was answered.")
def todo_open_after_resume(s: Stage) -> None:
    s.turn(
        "Lower the batch to 200 rows and commit, then write a test for the settings.",
        todo(("Batches of 200", "in_progress"), ("Test for the settings", "pending")),
        read(SETTINGS),
        BATCH,
        commit("Lower the batch to 200 rows", SETTINGS),
        todo(("Batches of 200", "completed"), ("Test for the settings", "pending")),
        "The batch size is committed.",
    )
    s.reopen()
    s.turn("Good morning. What is the batch size now?", "200 rows, since the last commit.")


@case(
    "lost",
    "The harness died in a command; after the resume the user only said hello and the work was not taken up.",
    failures=1,
)
def crash_not_taken_up(s: Stage) -> None:
    s.start(
        "编码改成 utf-8-sig，然后跑压力测试。",
        read(IMPORTER),
        ENCODING,
        LONG,
        "压力测试通过。",
    )
    s.wait_for_call("bash")
    s.wait_for_job()
    s.kill()
    s.reopen()
    s.turn("还在吗？", "在。")


@case(
    "lost",
    "The harness compacted by itself in the middle of the turn; the todo after it is open and the edit not committed.",
    small_window=True,
)
def automatic_compaction_work_open(s: Stage) -> None:
    s.will_compact(_midway("Read the nightly log and lower the batch size.", "Lower BATCH_ROWS in src/settings.py."))
    s.turn(
        "Read the nightly log, lower the batch to 200 rows, and write a changelog entry.",
        todo(("Read the nightly log", "in_progress"), ("Batches of 200", "pending"), ("Changelog entry", "pending")),
        log_of("1 310"),
        log_of("311 620"),
        todo(("Read the nightly log", "completed"), ("Batches of 200", "in_progress"), ("Changelog entry", "pending")),
        read(SETTINGS),
        BATCH,
        "The log has no findings and the batch is 200 rows now.",
    )


@case("lost", "A subagent was started and has not reported; what it does is in no file and no commit.")
def subagent_running(s: Stage) -> None:
    task = "Search the whole history for the commit that brought the 2019 layout."
    s.subagent(task, bash("sleep 600", "Walk the history"))
    s.turn(
        "Let a subagent find the commit that brought the 2019 layout.",
        Call("subagent", {"description": "Find the commit of the 2019 layout", "prompt": task}),
        "A subagent is searching the history.",
    )


@case("lost", "The goal is blocked: its one round is over and what it is for was not reached.")
def goal_not_reached(s: Stage) -> None:
    s.start(
        "把目标定为：测试覆盖 parse_line 的所有分支。最多自动继续一轮。",
        Call("create_goal", {"objective": "测试覆盖 parse_line 的所有分支", "max_goal_rounds": 1}),
        "目标已设定，目前只有一个测试。",
        read("tests/test_importer.py"),
        "还缺少带引号字段和空行的测试。",
    )
    s.wait_for_event("goal/change", '"block"')


@case("lost", "The plan lies before the user, who has neither approved nor refused it.", worktree=False)
def plan_awaits_approval(s: Stage) -> None:
    s.turn("接下来先做计划，不改代码。", "好的。")
    s.command("/plan")
    s.will_not_answer()
    s.start(
        "为引号字段的支持做一个计划。",
        read(IMPORTER),
        Call(
            "exit_plan_mode",
            {"plan": "# 支持引号字段\n\n1. parse_line 改用 csv.reader\n2. 增加带引号的测试\n3. 更新变更日志"},
        ),
    )
    s.wait_for_call("exit_plan_mode")


# -- keep


@case("keep", "The subagent has reported, its answer was passed on, and nothing was to be changed.")
def subagent_reported(s: Stage) -> None:
    task = "列出 src 中所有用到端口 8443 的地方。"
    s.subagent(task, bash("grep -rn 8443 src", "查找端口"), "只有 src/settings.py 第 4 行。")
    s.start(
        "让子代理查一下哪些地方用到了端口 8443。",
        Call("subagent", {"description": "查找端口的用法", "prompt": task}),
        "子代理正在查找。",
        "只有 src/settings.py 第 4 行用到了 8443。",
    )
    s.wait_for_words("只有 src/settings.py 第 4 行用到了 8443。")


@case("keep", "The goal was marked complete after the commit that reaches it.")
def goal_reached(s: Stage) -> None:
    s.start(
        "Make it your goal that quoted commas survive the import, and commit when they do.",
        Call("create_goal", {"objective": "Quoted commas survive the import", "max_goal_rounds": 3}),
        read(IMPORTER),
        SPLIT,
        IMPORT,
        TEST_RUN,
        commit("Parse quoted fields with csv.reader"),
        lambda: Call(
            "update_goal", {"action": "complete", "goal_id": s.goal()["id"], "revision": s.goal()["revision"]}
        ),
        "Quoted commas survive, the change is committed and the goal is complete.",
    )
    s.wait_for_words("the goal is complete")


@case("keep", "The plan was approved, carried out and committed.")
def plan_approved_and_done(s: Stage) -> None:
    s.turn("Let us plan before any code is changed.", "All right.")
    s.command("/plan")
    s.will_approve()
    s.turn(
        "Plan smaller batches.",
        read(SETTINGS),
        Call("exit_plan_mode", {"plan": "# Smaller batches\n\n1. Set BATCH_ROWS to 200\n2. Commit"}),
        BATCH,
        commit("Lower the batch to 200 rows", SETTINGS),
        "The plan is carried out: BATCH_ROWS is 200, committed.",
    )


@case("keep", "The background job settled, its output was read, and the edit is committed.")
def job_settled(s: Stage) -> None:
    s.start(
        "Use utf-8-sig, commit, and run the tests in the background.",
        read(IMPORTER),
        ENCODING,
        commit("Read files as utf-8-sig"),
        bash("python3 -m unittest discover -s tests 2>&1", "Run the tests", background=True),
        "Committed; the tests run in the background.",
        "The background tests are through: one test, no failure.",
    )
    s.wait_for_words("The background tests are through")


@case("keep", "The background job was stopped on the user's word; nothing runs and nothing changed.")
def job_stopped_on_purpose(s: Stage) -> None:
    s.turn("在后台跑压力测试。", bash("sleep 600", "运行压力测试", background=True), "压力测试在后台运行。")
    job = s.last_job()
    s.turn("不用跑了，停掉。", Call("job_kill", {"job_id": job}), "压力测试已经停掉，没有改动任何文件。")


@case("keep", "The earlier summary names pending work and a next step; both were done and committed after it.")
def pending_done_after_compaction(s: Stage) -> None:
    s.turn(
        "编码改成 utf-8-sig 并提交，然后给命令行加 --encoding。",
        todo(("utf-8-sig", "in_progress"), ("--encoding", "pending")),
        read(IMPORTER),
        ENCODING,
        commit("按 utf-8-sig 读取"),
        todo(("utf-8-sig", "completed"), ("--encoding", "pending")),
        "编码已提交。",
    )
    s.compact(
        summary(
            "编码改成 utf-8-sig，然后给命令行加 --encoding。",
            "src/importer.py：已提交。",
            "给 src/cli.py 加 --encoding",
            "编码已提交。",
            "给 src/cli.py 加 --encoding。",
        )
    )
    s.turn(
        "继续。",
        read(CLI),
        FLAG,
        commit("命令行增加 --encoding", CLI),
        todo(("utf-8-sig", "completed"), ("--encoding", "completed")),
        "--encoding 已经加上并提交，两项任务都完成了。",
    )


@case("keep", "The earlier summary says that nothing is committed and a question is open; both were settled after it.")
def summary_out_of_date(s: Stage) -> None:
    s.turn(
        "Use csv.reader in parse_line.",
        read(IMPORTER),
        SPLIT,
        IMPORT,
        "parse_line uses csv.reader. Should I also reject rows with the wrong number of fields?",
    )
    s.compact(
        summary(
            "Use csv.reader in parse_line.",
            "src/importer.py: parse_line uses csv.reader; NOT committed.",
            "Open question: reject rows with the wrong number of fields?",
            "Nothing is committed.",
            "Wait for the user's answer.",
        )
    )
    s.turn(
        "No, leave the rows alone. Commit what you have.",
        commit("Parse quoted fields with csv.reader"),
        bash("git status --short", "Show the state"),
        "Committed; rows of any length are still accepted, as before.",
    )


@case(
    "keep",
    "The session was quit and resumed, and the work finished and committed in the second process.",
    compression="zstd",
)
def done_after_resume(s: Stage) -> None:
    s.turn(
        "Lower the batch to 200 rows.",
        todo(("Batches of 200", "in_progress"), ("Commit", "pending")),
        read(SETTINGS),
        BATCH,
        todo(("Batches of 200", "completed"), ("Commit", "in_progress")),
        "BATCH_ROWS is 200.",
    )
    s.reopen()
    s.turn(
        "Commit it.",
        commit("Lower the batch to 200 rows", SETTINGS),
        todo(("Batches of 200", "completed"), ("Commit", "completed")),
        "Committed.",
    )


@case("keep", "The user stopped the turn, asked for something smaller, and that is committed.", failures=1)
def done_after_stop(s: Stage) -> None:
    s.start("把所有测试跑十遍。", LONG, "十遍都通过。")
    s.wait_for_call("bash")
    s.wait_for_job()
    s.abort()
    s.turn(
        "不用跑测试了，只把每批改成 200 行并提交。",
        read(SETTINGS),
        BATCH,
        commit("每批 200 行", SETTINGS),
        "每批 200 行，已提交。",
    )


@case("keep", "What the user typed while the turn ran was taken up, done and committed.")
def queued_input_done(s: Stage) -> None:
    s.start(
        "Show me the settings.",
        bash("sleep 2; cat src/settings.py", "Show the settings"),
        "The batch has 500 rows, the timeout is 30 seconds.",
    )
    s.wait_for_call("bash")
    s.queue(
        "Lower the batch to 200 rows and commit it.",
        read(SETTINGS),
        BATCH,
        commit("Lower the batch to 200 rows", SETTINGS),
        "BATCH_ROWS is 200, committed.",
    )
    s.runtime.wait_idle()


@case(
    "keep",
    "The harness compacted by itself in the middle of the turn; after it everything was committed.",
    small_window=True,
)
def automatic_compaction_work_done(s: Stage) -> None:
    s.will_compact(_midway("看夜间日志，每批改成 200 行并提交。", "修改 src/settings.py 并提交。"))
    s.turn(
        "看一下夜间日志，然后把每批改成 200 行并提交。",
        log_of("1 310"),
        log_of("311 620"),
        read(SETTINGS),
        BATCH,
        commit("每批 200 行", SETTINGS),
        "日志没有异常；每批 200 行，已提交。",
    )


@case(
    "keep",
    "The harness died in a command; after the resume the command was run again and the edit committed.",
    failures=1,
)
def done_after_crash(s: Stage) -> None:
    s.start("Use utf-8-sig, run the tests, commit.", read(IMPORTER), ENCODING, LONG, "The tests pass.")
    s.wait_for_call("bash")
    s.wait_for_job()
    s.kill()
    s.reopen()
    s.turn(
        "The machine went down. Finish it, please.",
        TEST_RUN,
        commit("Read files as utf-8-sig"),
        "The tests pass and the change is committed.",
    )
