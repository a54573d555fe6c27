"""What sentences do, in English and Chinese: ask, offer, decide, plan, promise, put off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.work.sentences import asking, deciding, numbering, planning, summaries
from threefold.work.sentences.phrases import said

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

ASKS = """
Do you want the report as PDF or HTML?
Which branch should I target?
I need the API key from you before I can continue.
Please confirm that deleting the old table is fine.
Let me know whether I should squash the commits.
Once you confirm, I'll run the migration.
What should happen when the file is empty?
The remaining question is whether we support Windows.
Your call: keep the shim or drop it.
Could you confirm the deadline?
Does the customer still use the old format?
你希望默认值是多少？
两个方案，你选哪个？
请告诉我目标分支是哪个。
等你确认后我再执行。
是否保留旧的配置项？
这里用 UTC 还是本地时间？
得到你的同意后我再删除。
接口返回 404 还是空列表，你定。
"""
PROMISES = """
Next, I'll write the tests.
I still need to update the docs.
The docs are not updated yet.
Tests for the new field haven't been written.
TODO: handle empty files.
What's left is the error handling.
The deployment is still pending.
I stopped halfway: the reader is done, the writer is not.
Two tests still fail; I'll look at them next.
I've only finished the first part.
下一步是写测试。
文档还没更新。
还需要补充单元测试。
剩下的是错误处理。
稍后我会补上迁移脚本。
还差一个回归测试。
接下来我会修发票版式，让合计不再跨页。
"""
NOTHING_OPEN = """
Done. Everything is committed and the tests pass.
Let me know if you need anything else.
Would you like anything else?
If you want, I can also add a diagram.
You can run it with `npm start`.
I did not change anything else.
Nothing is left to do.
The server will restart automatically.
The user will be asked whether to overwrite.
It asks "Are you sure?" before deleting.
Why did this happen? The lock was never released.
The `next` pointer is set to null.
The todo list component renders the items.
Tests were added and they still pass.
The remaining two calls were replaced as well.
Added TODO comments: documented the deferred dispatch in `handle`.
Understood, I'll use tabs from now on.
See http://example.com/a?b=c for the answer.
全部完成，已提交。
有问题随时告诉我。
如果需要，我可以再画一张图。
还有什么需要我做的吗？
为什么会这样？因为锁没有释放。
剩下的两处也已经替换。
按你的要求，没有推送。
这个函数决定是否重试。
用户会看到“确定要删除吗？”的提示。
"""
DECIDES = """
Let's go with Postgres.
Decision: tokens expire after a day.
OK, we'll use blue-green deployments.
We agreed on weekly releases.
Use REST, not GraphQL.
So it's settled: EU hosting only.
Agreed, sessions live in Redis.
决定不支持 Python 3.9。
我们选 B 方案。
统一用 UTC 时间。
定了，令牌有效期一天。
那就用蓝绿部署。
用户名一律小写。
"""
DECIDES_NOTHING = """
Should we go with Postgres?
I haven't decided yet.
We need to decide on the name.
The scheduler decides which job runs.
If we go with Kafka, what changes?
As decided, please update the docs.
Let's do it.
Fix the bug in the parser.
用什么数据库好？
还没决定。
你来决定吧。
调度器决定哪个任务先跑。
那就提交吧。
按上次决定的来改文档。
"""
REMINDS = """
Don't forget to bump the version before release.
Later we need to add rate limiting.
Not now, but we must rotate the keys before launch.
发布前别忘了改版本号。
回头记得更新变更日志。
等合并之后再删掉旧分支。
"""
REMINDS_NOTHING = """
Fix the version number.
Remember to use tabs.
I will be back later.
先改版本号再提交。
记得用制表符。
"""


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def left_open(text: str) -> list[str]:
    decided = deciding.decisions(text, person=False)
    return [*asking.asks_of_person(text), *planning.plan_items(text), *planning.promises(text), *decided]


@pytest.mark.parametrize("text", lines(ASKS))
def test_a_question_or_a_wait_for_a_word_is_left_open(text: str) -> None:
    assert asking.asks_of_person(text)


@pytest.mark.parametrize("text", lines(PROMISES))
def test_what_is_still_to_be_done_is_left_open(text: str) -> None:
    assert planning.promises(text)


@pytest.mark.parametrize("text", lines(NOTHING_OPEN))
def test_a_report_a_courtesy_or_an_explanation_leaves_nothing_open(text: str) -> None:
    assert left_open(text) == []


@pytest.mark.parametrize("text", lines(DECIDES))
def test_a_person_decides(text: str) -> None:
    assert deciding.decisions(text, person=True)


@pytest.mark.parametrize("text", lines(DECIDES_NOTHING))
def test_a_person_decides_nothing(text: str) -> None:
    assert deciding.decisions(text, person=True) == []


@pytest.mark.parametrize("text", lines(REMINDS))
def test_a_person_puts_something_off(text: str) -> None:
    assert planning.reminders(text)


@pytest.mark.parametrize("text", lines(REMINDS_NOTHING))
def test_a_person_puts_nothing_off(text: str) -> None:
    assert planning.reminders(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "```\nShould I go on?\n```",
        "> Should I go on?",
        "## Should I go on?",
        "The prompt says `Should I go on?` in red.",
        "他说“要不要继续？”，然后走了。",
        "「要不要继续？」是按钮的文字。",
    ],
)
def test_a_question_in_code_a_quote_or_a_heading_is_nobody_s(text: str) -> None:
    assert list(asking.asks_of_person(text)) == []


def test_a_compound_question_is_its_parts() -> None:
    text = "Two things I need from you: how many rows should a batch have, and which encoding does the customer send?"
    assert len(asking.asks_of_person(text)) == 2
    assert len(asking.asks_of_person("编码用什么？要不要包含已取消的订单？")) == 2


def test_an_alternative_in_a_second_sentence_belongs_to_the_question_before_it() -> None:
    assert list(asking.asks_of_person("Should I revert it? Or keep it behind a flag?")) == [
        "Should I revert it? Or keep it behind a flag?"
    ]


def test_the_items_under_a_plan_are_steps_and_those_under_a_report_are_not() -> None:
    assert planning.plan_items("My plan:\n\n1. Parse\n2. Print\n\nThat is all.") == ["Parse", "Print"]
    assert planning.plan_items("What I changed:\n\n1. Parse\n2. Print") == []
    assert planning.plan_items("Possible next steps you could take:\n- Parse\n- Print") == []
    assert planning.plan_items("- [x] Parse\n- [ ] Print") == ["Print"]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("do points 1 and 2 now", {1, 2}),
        ("steps 2-4 please", {2, 3, 4}),
        ("first two", {1, 2}),
        ("先做第 1 步", {1}),
        ("做前三项", {1, 2, 3}),
        ("第二和第三点", {2, 3}),
        ("batch of 200", set()),
    ],
)
def test_the_numbers_of_a_list_that_a_message_names(text: str, numbers: set[int]) -> None:
    assert numbering.numbered(text) >= numbers
    assert bool(numbering.numbered(text)) == bool(numbers)


def test_what_a_summary_calls_pending() -> None:
    pending = "## Pending Tasks\n- Write the worker\n- (none)\n\n## Next Step\n1. Remove it"
    text = f"## Files\n- a.py\n\n{pending}\n\n## Notes\n- x"
    assert summaries.pending_in_summary(text) == ["Write the worker", "Remove it"]
    assert (
        summaries.pending_in_summary("7. Pending Tasks:\n   - None\n9. Optional Next Step:\n   None, all done.") == []
    )


@given(st.text(st.characters(), max_size=200))
def test_no_text_makes_a_rule_raise(text: str) -> None:
    left_open(text)
    asking.asks_of_model(text)
    planning.reminders(text)
    summaries.pending_in_summary(text)
    numbering.numbered(text)
    assert all(sentence.text in text for sentence in said(text))


# --- kinds that a tester found ----------------------------------------------------------------------------------------

COMMIT = "[main 1a2b3c4] x\n 1 file changed"


@pytest.mark.parametrize(
    ("asked", "advice", "said", "reply"),
    [
        ("Which queue for the mails?", "NATS is small; Kafka keeps everything.", "NATS it is.", "Understood."),
        ("SQLite or DuckDB?", "DuckDB for reports.", "DuckDB then.", "Good: DuckDB."),
        ("用 gRPC 还是 REST？", "gRPC 更快。", "gRPC 吧。", "明白。"),
        ("备份留多久合适？", "一般七天到三十天。", "那我们定十四天，之前的清掉。", "好的，十四天。"),
    ],
)
def test_a_choice_in_a_few_words_that_is_only_acknowledged_is_a_decision(
    log: ClaudeLog, asked: str, advice: str, said: str, reply: str
) -> None:
    for human, model in ((asked, advice), (said, reply)):
        log.human(human)
        log.model(model)
    assert len(log.work().decisions) == 1


@pytest.mark.parametrize(
    ("asked", "advice", "last", "counts"),
    [
        ("Which queue for the mails?", "NATS is small; Kafka keeps everything.", "ok NATS then", True),
        ("SQLite or DuckDB for the reports?", "DuckDB.", "good, then DuckDB, one file a month", True),
        ("备份留多久合适？", "一般七天。", "好，那就 14 天", True),
        ("SQLite or DuckDB for the reports?", "DuckDB.", "ok thanks", False),
        ("SQLite or DuckDB for the reports?", "DuckDB: it is faster.", "ok so DuckDB is faster", False),
        ("How big is the table?", "412 MB, index included.", "ok 412 is fine", False),
    ],
)
def test_a_choice_that_a_person_said_last_counts_before_anybody_answers(
    log: ClaudeLog, asked: str, advice: str, last: str, *, counts: bool
) -> None:
    log.human(asked)
    log.model(advice)
    log.human(last)
    work = log.work()
    assert (len(work.decisions) + len(work.next_steps) == 1) == counts


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("Deploy it to staging", "The code is committed. The deployment was rejected by the gateway."),
        ("让检查全部变绿", "改了两处并提交，但是流水线还是失败。"),
        ("Move all six screens to the new theme", "Four of six screens are moved."),
        ("把六个页面都换成新主题", "六个页面里换好了四个。"),
        ("Port the exporters", "The JSON exporter is done. The HTML exporter still uses the old calls."),
        ("换掉旧库", "导入已换好，导出仍然用旧库。"),
        ("改超时", "改好了。手册我晚点更新。"),
        ("Free some space", "I can empty the cache once you give the go-ahead."),
        ("腾点空间", "缓存可以清空，等你发话。"),
        ("Publish the package", "The name is taken; somebody must free it in the registry."),
    ],
)
def test_what_failed_is_done_in_part_or_waits_for_a_word_counts(log: ClaudeLog, asked: str, reply: str) -> None:
    log.human(asked)
    log.edit("a.py")
    log.bash("git commit -am x", COMMIT)
    log.model(reply)
    work = log.work()
    assert len(work.next_steps) + len(work.questions) >= 1


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("Fix the build", "The build failed because of a missing header; it passes now."),
        ("Rename them", "Two of two services are renamed."),
        ("怎么设置镜像？", "步骤：\n\n1. 打开配置文件\n2. 填写镜像地址"),
        ("How do I add a remote?", "Steps:\n\n1. Copy the address\n2. Run git remote add"),
        ("把这段译成英文：下周我们再决定发布日期。", "We will decide on the release date next week."),
    ],
)
def test_reports_recovered_failures_instructions_and_translations_do_not_count(
    log: ClaudeLog, asked: str, reply: str
) -> None:
    log.human(asked)
    if "Steps" not in reply and "步骤" not in reply and "译" not in asked:
        log.bash("make", "ok")
    log.model(reply)
    work = log.work()
    assert (work.next_steps, work.decisions, work.questions) == ((), (), ())


def test_words_about_a_commit_do_not_count_beside_the_files_themselves(log: ClaudeLog) -> None:
    log.human("改一下超时")
    log.edit("a.py")
    log.model("改好了。改动还没有提交。")
    work = log.work()
    assert (len(work.edits), work.next_steps) == (1, ())


def test_who_drops_the_subject_drops_what_was_announced_for_it(log: ClaudeLog) -> None:
    log.human("Add an export to PDF")
    log.model("I'll begin with the page layout.")
    log.human("Forget the PDF export, we don't need it.")
    log.model("All right.")
    assert log.work().next_steps == ()


def test_a_decision_that_the_same_message_has_written_down_has_landed(log: ClaudeLog) -> None:
    log.human("We'll keep prices in cents. Put that into docs/adr/9.md and commit.")
    log.write("docs/adr/9.md", "# 9\nMoney is an integer.")
    log.bash("git add docs && git commit -m 'ADR 9'", COMMIT)
    log.model("ADR 9 is committed.")
    assert log.work().decisions == ()


def test_a_job_that_a_tool_stops_by_its_short_id_is_over(log: ClaudeLog) -> None:
    log.human("x")
    log.call("Bash", "Command running in background with ID: b9", command="npm run dev", run_in_background=True)
    log.call("KillShell", "Successfully killed shell", shell_id="b9")
    log.model("Stopped.")
    assert log.work().next_steps == ()
