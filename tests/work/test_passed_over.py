"""What a reply passes over: a part of an order, a question beside another, a finding beside those that were mended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from threefold.work.sentences.conjuncts import counted_up
from threefold.work.sentences.parts import named_before, order

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

ONE_OF_SEVERAL = [
    ("Give the invoice list a search and a sort menu.", "Search", "The invoice list has a search now. Committed."),
    ("make the sidebar collapsible and resizable", "Collapse", "The sidebar can be collapsed. Committed."),
    ("Drop the debug prints in server/ and in client/.", "Drop prints", "The debug prints in server are gone."),
    ("Write docs for the lexer as well as for the linker", "Lexer docs", "The lexer has docs now: two pages."),
    ("Mend the wrong total and the garbled title.", "Total", "The total is right: tax was added twice. Committed."),
    ("Paint the banner green and put it above the menu.", "Green", "The banner is green now. Committed."),
    ("Fix the leak in the pool, and by the way the idle limit should be 9.", "Leak", "The leak is gone. Committed."),
    ("Cap the log at 5 MB. The reader should skip blank lines.", "Cap", "The log is capped at 5 MB. Committed."),
    ("Mend the leak when the pool is full. Also rename the queue.", "Leak", "The leak is fixed: the pool is checked."),
    ("the red form and the blue form lose their text. please fix that in both of them", "Red", "The red form is fine."),
    ("把首页和详情页的配色换掉", "首页配色", "首页的配色换好了，已提交。"),
    ("给 Cart、Coupon、Refund 三张表加上索引", "Cart 索引", "Cart 表的索引已加上，已提交。"),
    ("支持 PNG 和 WebP 两种格式", "支持 PNG", "PNG 已经支持：直接转码，速度不错。已提交。"),
    ("Speed up the query and add an index on paid_at", "Query", "The query reads two columns; 40 ms, not 900."),
    ("Can you make the bar remember its width? The open tab should be stored too.", "Bar", "The bar keeps its width."),
    ("删掉旧的钩子代码；文档里的说明也删了", "删除钩子", "旧的钩子代码删干净了，一共 340 行。已提交。"),
    ("给订单和退款都加上操作日志", "订单日志", "订单的创建和取消都会写操作日志，已提交。"),
    ("the nav should collapse below 900px and the logo should shrink", "Nav", "The nav collapses below 900px."),
    ("修一下缩略图变形的问题，顺便把水印去掉", "缩略图", "缩略图变形已修复：按比例缩放，看起来正常。已提交。"),
]
ALL_OF_SEVERAL = [
    ("Give the invoice list a search and a sort menu.", "Both", "Both are in: a field above, a menu beside it."),
    ("make the sidebar collapsible and resizable", "Sidebar", "The sidebar collapses, and it can be resized."),
    ("Mend the wrong total and the garbled title.", "Mend", "The total is right now. Umlauts survive the export."),
    ("split core.py into a.py and b.py, then delete core", "Split", "core.py is split into a.py and b.py, and gone."),
    ("Paint the banner green and put it above the menu.", "Banner", "Done, committed."),
    ("Clean the cache, the cache may be emptied, and add a lock.", "Lock", "The cache is clean and has a lock."),
    ("Make the parser accept tabs and spaces", "Parser", "Any whitespace is accepted. Committed."),
    ("Write a function that takes a list and returns its median", "median", "`median()` is in stats.py, with tests."),
    ("validate the mail, the phone number and the zip code", "Validate", "All contact fields are checked now."),
    ("Refactor the cache so it is testable and doesn't leak handles", "Cache", "The cache closes what it opened."),
    ("把首页和详情页的配色换掉", "配色", "两个页面的配色都换好了，已提交。"),
    ("支持 PNG 和 WebP 两种格式", "格式", "PNG、WebP 都支持了，已提交。"),
    ("让接口和文档保持一致，再补一个测试", "测试", "接口已经对齐，测试补了一个，已提交。"),
]


def _done(log: ClaudeLog, wants: str, message: str, reply: str) -> list[str]:
    log.human(wants)
    log.edit("src/main.c")
    log.bash(f'git add -A && git commit -m "{message}"', f"[main 1a2b3c4] {message}\n 1 file changed")
    log.model(reply)
    return [item.text for item in log.work().next_steps]


@pytest.mark.parametrize(("wants", "message", "reply"), ONE_OF_SEVERAL)
def test_of_several_objects_places_or_wishes_the_one_that_nothing_speaks_of_stays_open(
    log: ClaudeLog, wants: str, message: str, reply: str
) -> None:
    assert len(_done(log, wants, message, reply)) >= 1


@pytest.mark.parametrize(("wants", "message", "reply"), ALL_OF_SEVERAL)
def test_what_is_told_of_in_its_own_or_in_other_words_is_done(
    log: ClaudeLog, wants: str, message: str, reply: str
) -> None:
    assert _done(log, wants, message, reply) == []


def test_the_place_that_two_things_share_tells_of_neither() -> None:
    quoting, mark = order("fix the quoting and the bom in the csv export").things
    assert (quoting.words.strip(), mark.words) == ("the quoting", "the bom")


def test_what_is_said_of_a_thing_with_it_is_no_deed_but_is_wanted_beside_it() -> None:
    things = order("Rename the flag, make it the default, commit.").things
    assert [(one.text, one.beside) for one in things] == [("Rename the flag", False), ("make it the default", True)]


@pytest.mark.parametrize("text", ["让接口和文档保持一致", "接口要返回总和", "把日志和监控分开"])
def test_a_chinese_and_that_likens_or_parts_counts_nothing_up(text: str) -> None:
    assert counted_up(text) == [text]


def test_things_that_are_called_by_their_number_are_those_that_were_named_before(log: ClaudeLog) -> None:
    reply = "Nobody calls `bin/rotate`, `bin/sync-old` and `bin/warmup`. The rest is used."
    assert len(named_before("get rid of those three and commit", reply).things) == 3
    assert named_before("get rid of those two", reply).things == ()
    log.human("which scripts in bin/ are unused?")
    log.bash("ls bin", "rotate sync-old warmup")
    log.model(reply)
    log.human("get rid of those three and commit")
    log.bash('git rm -q bin/rotate bin/sync-old && git commit -qm "Remove scripts"', "")
    log.model("Removed and committed, 62 lines less to wonder about.")
    assert [item.text for item in log.work().next_steps] == ["bin/warmup"]


# --- nothing done but to look ---------------------------------------------------------------------------------


def _looked(log: ClaudeLog, wants: str, reply: str) -> list[str]:
    log.human(wants)
    log.call("Read", "1\tx = 1", file_path="/home/dev/shop/api.py")
    if reply:
        log.model(reply)
    return [item.text for item in log.work().next_steps]


@pytest.mark.parametrize(
    ("wants", "reply"),
    [
        ("Add a footer.", "I read base.html; the layout lives there."),
        ("Deploy v2 to staging.", "Staging runs v1.9 at the moment."),
        ("给 API 加上限流，每分钟 120 次", "限流应该放在中间件里。"),
        ("Fix the crash in load().", ""),
    ],
)
def test_an_order_for_which_nothing_was_done_but_to_look_stays_open(log: ClaudeLog, wants: str, reply: str) -> None:
    assert len(_looked(log, wants, reply)) == 1


@pytest.mark.parametrize(
    ("wants", "reply"),
    [
        ("Add a footer.", "There already is one, in base.html."), ("Delete the old table.", "I cannot: it is in use."),
        ("Explain the footer.", "It is drawn by base.html."), ("Show me the crash.", "It is in load(), line 4."),
        ("Run the tests.", "All 12 pass."), ("Put together a list of the flags", "There are four of them in env.py."),
        ("Get me the last ten commits", "The last ten: a1 to a10."), ("列个清单", "一共四个，都在 env.py 里。"),
    ],
)  # fmt: skip
def test_what_needs_no_deed_is_answered_by_looking(log: ClaudeLog, wants: str, reply: str) -> None:
    assert _looked(log, wants, reply) == []


def test_a_tool_that_is_not_known_to_look_may_have_done_it(log: ClaudeLog) -> None:
    log.human("Deploy v2 to staging.")
    log.call("mcp__ops__rollout", "ok", version="v2")
    log.model("Staging runs v2 since a minute.")
    assert log.work().next_steps == ()


# --- questions and findings -----------------------------------------------------------------------------------


def test_of_two_questions_in_one_sentence_the_one_that_no_reply_speaks_of_stays_open(log: ClaudeLog) -> None:
    log.human("Which codec do we stream in, and why do listeners on the old phones get dropped after an hour?")
    log.bash("grep -rn codec .", "stream.toml:4: aac")
    log.model("The codec is AAC, set in stream.toml.")
    assert [item.text for item in log.work().questions] == [
        "why do listeners on the old phones get dropped after an hour?"
    ]


def test_a_short_question_is_answered_by_a_value_alone(log: ClaudeLog) -> None:
    log.human("which branch am i on and how many docs are in the index?")
    log.bash("git branch --show-current", "main")
    log.model("On main; 41,202.")
    assert log.work().questions == ()


FOUND = "- Get mutates the list without a lock\n- Put never evicts after an overwrite\n- the TTL is in wall time"


def test_of_what_was_found_on_the_way_the_finding_that_the_work_passes_over_stays_open(log: ClaudeLog) -> None:
    log.human("have a look at lru.go and fix the worst of what you find")
    log.call("Read", "1\tpackage lru", file_path="/home/dev/shop/lru.go")
    log.model(f"What I see:\n{FOUND}\nThe first two are the worst, I'll fix those.")
    log.edit("lru.go")
    log.bash('git commit -am "lru: lock, evict after an overwrite"', "[main 1a2b3c4] lru\n 1 file changed")
    log.model("The lock and the eviction are in and committed.")
    assert [item.text for item in log.work().next_steps] == ["the TTL is in wall time"]


def test_findings_are_picked_and_dismissed_by_their_letters(log: ClaudeLog) -> None:
    log.human("look at mail.go, anything risky?")
    log.call("Read", "1\tpackage mail", file_path="/home/dev/shop/mail.go")
    log.model("(a) mails are not escaped. (b) the parse error is thrown away. (c) each mail is parsed again.")
    assert len(log.work().next_steps) == 3
    steps = _done(log, "a is bad, fix that. c doesnt matter", "Escape", "Values are escaped now. Committed.")
    assert steps == ["the parse error is thrown away."]


def test_a_finding_is_no_more_taken_up_by_the_name_of_the_file_than_by_other_work(log: ClaudeLog) -> None:
    log.human("Any problem in store.py?")
    log.call("Read", "1\tx = 1", file_path="/home/dev/shop/store.py")
    log.model("Yes: save() swallows the IOError, so a full disk goes unnoticed.")
    assert len(_done(log, "Thanks. Now add a footer to web/f.html and commit.", "Footer", "The footer is in.")) == 1


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("does the renderer look ok to you?", "Not quite. The name goes into a shell unescaped."),
        ("review the last commit please", "Reads well. I would be careful with the retry: its body is consumed."),
        ("为什么登录之后页面会白屏？", "路由守卫里接口 401 的时候没有捕获异常，导航一直挂起，所以页面是白的。"),
        ("检查一下接口权限", "除了 /admin/users 没有校验管理员之外，其他接口都有权限控制。"),
        ("why does the ingest fall over at 3?", "The reader opens two handles per file and closes neither of them."),
    ],
)
def test_a_judgement_that_is_asked_for_in_plain_words_is_a_review(log: ClaudeLog, asked: str, reply: str) -> None:
    log.human(asked)
    log.call("Read", "1\tx = 1", file_path="/home/dev/shop/store.py")
    log.model(reply)
    assert len(log.work().next_steps) == 1


LISTED = (
    "I see three things:\n1. The cache key ignores the tenant.\n2. `flush()` swallows errors.\n3. The lock stays held."
)
TOLD = "The cache key ignores the tenant. Errors are swallowed in `flush()`. And the lock is never released."


def _reviewed(log: ClaudeLog, reply: str) -> None:
    log.human("review cache.py please")
    log.call("Read", "1\tx = 1", file_path="/home/dev/shop/cache.py")
    log.model(reply)


@pytest.mark.parametrize("found", [LISTED, TOLD])
@pytest.mark.parametrize("wants", ["fix them", "please fix", "ok fix"])
def test_who_wanted_all_findings_mended_and_is_told_of_two_is_owed_the_third(
    log: ClaudeLog, found: str, wants: str
) -> None:
    _reviewed(log, found)
    steps = _done(log, wants, "Key with tenant, raise in flush", "The key has the tenant now and flush() raises.")
    assert len(steps) == 1
    assert "lock" in steps[0]


@pytest.mark.parametrize("found", [LISTED, TOLD])
@pytest.mark.parametrize(
    "dismisses",
    ["none of that matters, the module goes next week", "all three are intended behaviour, nothing to do here."],
)
def test_a_sentence_that_dismisses_all_findings_is_no_decision_of_its_own(
    log: ClaudeLog, found: str, dismisses: str
) -> None:
    _reviewed(log, found)
    log.human(dismisses)
    log.model("Understood.")
    work = log.work()
    assert (work.next_steps, work.decisions) == ((), ())


@pytest.mark.parametrize("wants", ["Fix 1. The other two are fine as they are.", "fix 1, the rest is known"])
def test_a_sentence_that_picks_a_finding_is_no_statement_beside_the_work(log: ClaudeLog, wants: str) -> None:
    _reviewed(log, LISTED)
    assert _done(log, wants, "Key", "Fixed and committed.") == []
    assert log.work().decisions == ()


def test_a_review_that_lists_what_it_found_counts_without_a_call(log: ClaudeLog) -> None:
    log.human("Review cache.py.")
    log.model(LISTED)
    assert len(log.work().next_steps) == 3


def test_what_is_found_in_pasted_code_counts_without_a_call(log: ClaudeLog) -> None:
    log.human("What is wrong with this?\n```python\ndef load(p):\n    return open(p).read()\n```")
    log.model("- The handle is never closed.\n- The encoding depends on the locale.")
    assert len(log.work().next_steps) == 2


def test_one_of_two_things_that_were_announced_is_not_both(log: ClaudeLog) -> None:
    log.human("Make the export async.")
    log.edit("export.py")
    log.bash('git commit -am "Async export"', "[main 1a2b3c4] Async export\n 1 file changed")
    log.model("The export is async now. Next I will add the progress endpoint and update docs/export.md.")
    steps = _done(
        log, "good, go on with the endpoint", "Progress endpoint", "The progress endpoint is in and committed."
    )
    assert len(steps) == 1


def test_what_is_put_for_agreement_and_written_down_waits_for_no_answer(log: ClaudeLog) -> None:
    log.human("we never add npm packages below 1.0, ok? put that somewhere you'll see it")
    log.call("Write", "File created", file_path="CLAUDE.md", content="## Dependencies\n- No packages below 1.0.")
    log.bash('git commit -am "CLAUDE.md: no packages below 1.0"', "[main 1a2b3c4] CLAUDE.md\n 1 file changed")
    log.model("It sits under Dependencies in CLAUDE.md, committed.")
    log.human("thanks")
    log.model("Any time.")
    assert log.work().questions == ()


@pytest.mark.parametrize(
    ("wants", "reply", "left"),
    [
        ("Tidy the notes and tell me whether the outage is mentioned.", "The notes are sorted by area now.", 1),
        ("Tidy the notes and tell me whether the outage is mentioned.", "The notes are sorted; the outage is in.", 0),
        ("Drop the index and let me know if anything fails.", "The index is dropped.", 0),
        ("清理一下日志目录，再告诉我最大的文件是哪个", "日志目录已清理。", 1),
        ("清理一下日志目录，再告诉我最大的文件是哪个", "日志目录已清理，最大的是 app.log。", 0),
    ],
)
def test_a_question_within_an_order_is_open_until_a_reply_speaks_of_it(
    log: ClaudeLog, wants: str, reply: str, left: int
) -> None:
    log.human(wants)
    log.edit("notes.md")
    log.model(reply)
    assert len(log.work().questions) == left


@pytest.mark.parametrize(
    ("reply", "left"),
    [
        ("orders, items and users are on polars now.", 1),
        ("orders, items and users are on polars now; stock already was.", 0),
        ("All of them are on polars now.", 0),
        ("The four of them are on polars: orders, items and users by hand.", 0),
        ("Casts, joins and groups are on polars now.", 0),
    ],
)
def test_an_order_over_a_number_of_things_is_held_against_the_files_that_a_reply_counts_up(
    log: ClaudeLog, reply: str, left: int
) -> None:
    log.human("convert all four loaders to polars")
    for name in ("orders", "items", "users"):
        log.edit(f"loaders/{name}.py")
    log.model(reply)
    assert len([item for item in log.work().next_steps if "told of" in item.text]) == left


@pytest.mark.parametrize(
    ("why", "found"),
    [
        ("why does the disk on db2 fill up every night?", "The slot old_dwh is inactive, so no log is ever removed."),
        ("why is the queue so late in the morning?", "The report puts 90,000 entries into the same queue at six."),
        ("为什么线上 CPU 一直 100%？", "是日志正则回溯造成的：LogFilter 在长行上是指数级的。"),
    ],
)
def test_the_cause_of_a_state_that_is_asked_about_is_a_finding(log: ClaudeLog, why: str, found: str) -> None:
    log.human(why)
    log.bash("du -sh /data/*", "210G wal")
    log.model(found)
    assert len(log.work().next_steps) == 1
