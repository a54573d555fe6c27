"""Talk: questions asked and answered, decisions made and taken back."""

# ruff: noqa: E501  (what people and programs say in a session is not broken to the width of a page)
from __future__ import annotations

from model_server import Reply
from scenarios_files import BATCH, CLI, ENCODING, IMPORT, IMPORTER, SETTINGS, SPLIT, TEST_RUN
from stage import Stage, ask, bash, case, commit, edit, read, say

DECISIONS = "docs/DECISIONS.md"
LAST_DECISION = "1. Records are CSV, one customer a line.\n"
LEGACY_GONE = edit(CLI, '    parser.add_argument("--legacy", action="store_true", help="accept the 2019 layout")\n', "")


# -- questions: lost


@case("lost", "The question asked by tool timed out and the user has not answered since.", compression="zstd")
def question_by_tool_pending(s: Stage) -> None:
    s.turn(
        "Look at the --legacy flag: can it go?",
        read(CLI),
        say(
            "One thing only you can know.", ask("legacy", "Does any customer still send the 2019 layout?", "Yes", "No")
        ),
        "Nothing in the code needs --legacy; whether a customer does is the open point.",
    )


@case("lost", "The harness died while the question by tool was on the screen: a call without a result.", worktree=False)
def question_by_tool_cut_off(s: Stage) -> None:
    s.will_not_answer()
    s.start(
        "检查一下 --legacy 能不能删。",
        read(CLI),
        ask("legacy", "还有客户在用 2019 年的格式吗？", "有", "没有", wait=-1),
    )
    s.wait_for_call("ask_user_question")
    s.kill()


@case("lost", "The assistant asked in prose and the session rests there.")
def question_in_prose(s: Stage) -> None:
    s.turn(
        "What happens to rows with too many fields?",
        read(IMPORTER),
        "They are loaded as they are, with one field more; nothing checks the number. Should such rows be rejected, or cut to the known columns?",
    )


@case("lost", "The assistant asked in prose, in Chinese, after a commit; nobody answered.")
def question_in_prose_in_chinese(s: Stage) -> None:
    s.turn(
        "编码改成 utf-8-sig 并提交。",
        read(IMPORTER),
        ENCODING,
        commit("按 utf-8-sig 读取"),
        "已提交。另外，GB18030 的文件现在会报错，要不要为它们加一个自动识别？",
    )


@case("lost", "Of two questions the user answered one; that one is committed, the other is open.")
def one_of_two_answered(s: Stage) -> None:
    s.turn(
        "Prepare the importer for the new customer.",
        read(SETTINGS),
        "Two things I need from you before I start: how many rows should a batch have, and which encoding does the new customer send?",
    )
    s.turn(
        "200 rows.", BATCH, commit("Lower the batch to 200 rows", SETTINGS), "The batch has 200 rows now, committed."
    )


@case("lost", "The user's question got no answer: the model's endpoint refused the request.", worktree=False)
def users_question_unanswered(s: Stage) -> None:
    s.turn(
        "为什么 load 会把整个文件读进内存？改成生成器有什么坏处？",
        Reply(status=400, error="the request was refused"),
    )


@case("lost", "The assistant waits for a choice; the sentence has no question mark.", worktree=False)
def choice_without_question_mark(s: Stage) -> None:
    s.turn(
        "日期列有两种写法，看看怎么统一。",
        bash("printf 'id,date\\n1,2026-11-28\\n2,28.11.2026\\n'", "查看样例"),
        "两种写法是 2026-11-28 和 28.11.2026。请告诉我统一成哪一种，我再动手改。",
    )


# -- questions: keep


@case("keep", "The question by tool was answered late; the answer is carried out and committed.")
def question_answered_late(s: Stage) -> None:
    s.turn(
        "检查一下 --legacy 能不能删。",
        read(CLI),
        ask("legacy", "还有客户在用 2019 年的格式吗？", "有", "没有"),
        "代码里没有别的地方用到 --legacy，等你的回答。",
    )
    s.script(LEGACY_GONE, commit("删除 --legacy", CLI), "收到，没有客户在用，--legacy 已经删除并提交。")
    s.answer("legacy", "没有")


@case("keep", "The question by tool was answered on the spot, carried out and committed.")
def question_answered_at_once(s: Stage) -> None:
    s.will_answer("legacy", "No")
    s.turn(
        "Look at the --legacy flag: can it go?",
        read(CLI),
        ask("legacy", "Does any customer still send the 2019 layout?", "Yes", "No"),
        LEGACY_GONE,
        commit("Remove --legacy", CLI),
        "No customer sends the 2019 layout, so --legacy is removed and committed.",
    )


@case("keep", "The question in prose was answered, and the answer is committed.")
def question_in_prose_answered(s: Stage) -> None:
    s.turn(
        "The batches are too big.",
        read(SETTINGS),
        "BATCH_ROWS is 500 today. How many rows should a batch have?",
    )
    s.turn("200.", BATCH, commit("Lower the batch to 200 rows", SETTINGS), "BATCH_ROWS is 200, committed.")


@case("keep", "The question in Chinese was answered with no, and there is nothing to do.")
def question_answered_with_no(s: Stage) -> None:
    s.turn(
        "编码改成 utf-8-sig 并提交。",
        read(IMPORTER),
        ENCODING,
        commit("按 utf-8-sig 读取"),
        "已提交。要不要顺便把超时也调大？",
    )
    s.turn("不用。", "好的，超时保持 30 秒不变。")


@case("keep", "The question is rhetorical: its answer follows in the next sentence.")
def rhetorical_question(s: Stage) -> None:
    s.turn(
        "The test of quoted rows failed on the old parser. Fix it and commit.",
        read(IMPORTER),
        SPLIT,
        IMPORT,
        TEST_RUN,
        commit("Parse quoted fields with csv.reader"),
        "Why did it fail? Because str.split knows nothing of quotes. csv.reader does, and with it the test passes. Committed.",
    )


@case("keep", "The questions are a program's output, quoted; the run is over and nothing changed.", worktree=False)
def quoted_question(s: Stage) -> None:
    s.turn(
        "安装脚本会问什么？",
        bash(
            "printf 'Overwrite the existing settings? [y/N] n\\nKeep a backup? [Y/n] y\\nkept settings.py\\n'",
            "试运行安装脚本",
        ),
        "它问两个问题：\n\n```\nOverwrite the existing settings? [y/N]\nKeep a backup? [Y/n]\n```\n\n试运行时回答了 n 和 y，设置没有被改动。",
    )


@case("keep", "The question at the end is a courtesy; the work is committed.")
def courtesy_question(s: Stage) -> None:
    s.turn(
        "每批改成 200 行并提交。",
        read(SETTINGS),
        BATCH,
        commit("每批 200 行", SETTINGS),
        "改好并提交了。还有什么需要我帮忙的吗？",
    )


@case("keep", "The user's question is an exclamation, and what it asks for is committed.")
def exclamation_of_the_user(s: Stage) -> None:
    s.turn(
        "Who on earth splits CSV on commas? Use csv.reader, please, and commit it.",
        read(IMPORTER),
        SPLIT,
        IMPORT,
        commit("Parse quoted fields with csv.reader"),
        "parse_line uses csv.reader now; committed.",
    )


# -- decisions: lost


@case("lost", "The decision on timestamps was made in talk and written nowhere.", worktree=False)
def decision_in_talk(s: Stage) -> None:
    s.turn(
        "Which timestamps should the export have, local or UTC?",
        "UTC in ISO 8601 avoids the ambiguous hour in autumn; local time reads more easily.",
    )
    s.turn(
        "Then we decide: ISO 8601 in UTC everywhere, local time only in the web view.",
        "Agreed: ISO 8601 in UTC everywhere, local time only in the web view.",
    )


@case("lost", "The decision was made in talk, in Chinese, and written nowhere.", worktree=False)
def decision_in_talk_in_chinese(s: Stage) -> None:
    s.turn("主键用自增整数还是 UUID？", "UUID 便于合并多个来源，自增整数更小更快。")
    s.turn("那就决定了：主键用 UUID v7，不用自增整数。", "明白，主键用 UUID v7。")


@case("lost", "A decision was replaced by another in talk: the new one is written nowhere.", worktree=False)
def decision_replaced(s: Stage) -> None:
    s.turn("We go with SQLite for the staging area.", "All right, SQLite for the staging area.")
    s.turn(
        "On second thought no SQLite: we decided on Parquet files for the staging area, one for each day.",
        "Understood: Parquet files for the staging area, one for each day, and no SQLite.",
    )


@case("lost", "The decision is written into the decisions file, but that file is not committed.")
def decision_written_not_committed(s: Stage) -> None:
    s.turn(
        "我们决定：输入文件一律按 UTF-8 处理，其他编码拒绝。记到决策文档里。",
        read(DECISIONS),
        edit(DECISIONS, LAST_DECISION, LAST_DECISION + "2. 输入文件一律按 UTF-8 处理，其他编码拒绝。\n"),
        "已经记到 docs/DECISIONS.md 第 2 条。",
    )


# -- decisions: keep


@case("keep", "The decision stands in the decisions file and the file is committed.")
def decision_committed(s: Stage) -> None:
    s.turn(
        "We decided that input is UTF-8 only and everything else is rejected. Put it into the decisions file and commit.",
        read(DECISIONS),
        edit(DECISIONS, LAST_DECISION, LAST_DECISION + "2. Input is UTF-8 only; everything else is rejected.\n"),
        commit("Decide on UTF-8 only", DECISIONS),
        "It is decision 2 in docs/DECISIONS.md, committed.",
    )


@case("keep", "The decision, in Chinese, is in the decisions file and committed.")
def decision_committed_in_chinese(s: Stage) -> None:
    s.turn(
        "主键决定用 UUID v7。写进决策文档并提交。",
        read(DECISIONS),
        edit(DECISIONS, LAST_DECISION, LAST_DECISION + "2. 主键用 UUID v7。\n"),
        commit("决策：主键用 UUID v7", DECISIONS),
        "已写入 docs/DECISIONS.md 并提交。",
    )


@case("keep", "The decision was taken back whole before anything was done, and nothing took its place.", worktree=False)
def decision_taken_back(s: Stage) -> None:
    s.turn("决定了，暂存区改用 SQLite。", "好的，暂存区用 SQLite。")
    s.turn("算了，刚才的决定作废，什么都不改。", "好的，刚才的决定作废，什么都没有改动。")


@case("keep", "The decision is carried out in code and stands in the commit's message.")
def decision_in_commit_message(s: Stage) -> None:
    s.turn(
        "We go with batches of 200 rows because the warehouse cuts off at 256. Change it, commit it, and give the reason in the message.",
        read(SETTINGS),
        BATCH,
        bash(
            "git commit -q -a -m 'Batches of 200 rows' -m 'The warehouse cuts off at 256 rows, so we go with 200.' && git log -1 --format=%B",
            "Commit with the reason",
        ),
        "Committed, with the reason in the message.",
    )
