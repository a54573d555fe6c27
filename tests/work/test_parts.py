"""Orders of several parts and findings of reviews: what was done closes its own part, and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from threefold.work.sentences.acts import Act, acts
from threefold.work.sentences.listing import SHOWN, listed
from threefold.work.sentences.numbering import picked
from threefold.work.sentences.parts import order
from threefold.work.sentences.phrases import punctuated, said
from threefold.work.sentences.wishes import prohibits

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

FLAG = "The --json flag is in and committed; 12 tests pass."
ORDERS = {
    "Add a --json flag, make errors exit with 2, and write a man page.": 2,
    "Add a --json flag. Make errors exit with 2. Write a man page.": 2,
    "Please do these:\n1. add a --json flag\n2. exit with 2 on errors\n3. write a man page\n\nStart with 1.": 2,
    "Please do these:\n- add a --json flag\n- exit with 2 on errors\n- write a man page\nCommit after each.": 2,
    "I'd like these three things: a --json flag, exit code 2 on errors, and a man page. Start with the flag.": 2,
    "We need a --json flag, exit code 2 on errors, and a man page. One at a time please, flag first.": 2,
    "TODO for today: --json flag, exit codes, man page. Begin with the flag": 2,
    "Could you add a --json flag and then write a man page?": 1,
    "1) add a --json flag 2) exit with 2 on errors 3) write a man page": 2,
}
CHINESE = {
    "加一个 --json 参数，把出错时的退出码改成 2，再写一份手册。": 2,
    "我要三样：--json 参数、出错时退出码 2、man 手册。先做参数。": 2,
    "第一，加 --json 参数；第二，出错退出码改成 2；第三，补手册。": 2,
    "今天要做：1. --json 参数 2. 退出码改成 2 3. 补手册": 2,
    "先加上 --json 参数，然后把退出码统一成 2": 1,
    "加一下 --json 参数，还有手册过期了要更新": 1,
}
NO_LISTS = """
Refactor the worker, keep the public API as it is, and run the tests before committing.
Rename the flag, make it the default, commit.
Fix the crash in the parser, it dies on empty input.
Add ETag to GET /catalog, it's 2 MB and changes twice a day
Support says yes, remove the legacy login and commit.
Add the glossary on the docs branch, through GitHub.
make target "fmt" that runs black and isort; commit+push please
Why is the list empty, and what would you do about it?
重构一下 worker，接口不要变，跑完测试再提交
这个页面太慢了，用户投诉很多，优化一下
someone mixed tabs and spaces in deploy.py. make it spaces, 4
set up the cache, keep the cli and config the same
write the post-mortem from my notes below.\n- 14:02 deploy of gateway\n- 14:05 p99 at 9 s
长连接心跳现在是 30 秒写死的，改成可配置，先出计划
每天的 job 跑 5 个小时，最后一个 task 总是卡住，优化一下
the header is off by one, fix it pls and thx
run the migration, ping me when finished
Migrate the table and notify me once it is through.
把 1.8 发布到测试环境，发完告诉我
把报告改好，改好后通知我
"""
FURTHER = """
pls move the retry constants to settings.py + kill the dead code in net.py
Please convert the settings page to TypeScript. The profile page too.
Once the flaky socket test is fixed, split conftest.py into one file per folder.
Let's replace Celery with our own queue & delete the beat schedule
We have to support Postgres 16, stop using the old driver and squash the migrations.
The navbar overlaps the content. Also the dropdown doesn't close. Can you fix these?
Build the feed page: infinite scroll, skeleton while loading.
swap the icons, then the colours
重构订单状态机，再给每个状态转换补测试
列表页要能搜索，详情页加返回按钮
"""
REVIEW = (
    "Three problems stand out:\n\n1. `pay.py:40` rounds half up, so refunds differ by a cent.\n"
    "2. `pay.py:77` logs the card number in clear.\n3. `pay.py:102` swallows the timeout and reports success.\n\n"
    "**Validation**\n\n1. Ran `pytest -q`.\n2. Ran `git diff --check`."
)
CHINESE_REVIEW = "主要有三个问题：\n\n1. 退款时四舍五入不一致。\n2. 卡号明文写进日志。\n3. 超时被吞掉，返回成功。"


def _done(log: ClaudeLog, order: str, reply: str, message: str = "JSON output") -> list[str]:
    log.human(order)
    log.edit("src/cli.py")
    log.bash("pytest -q", "12 passed")
    log.bash(f'git add -A && git commit -m "{message}"', f"[main 1a2b3c4] {message}\n 1 file changed")
    log.model(reply)
    work = log.work()
    return [item.text for item in (*work.next_steps, *work.decisions)]


@pytest.mark.parametrize(("text", "left"), ORDERS.items())
def test_the_parts_of_an_order_that_no_word_and_no_deed_speaks_of_stay_open_by_their_own_words(
    log: ClaudeLog, text: str, left: int
) -> None:
    steps = _done(log, text, FLAG)
    assert len(steps) == left, steps
    assert not any("json" in step for step in steps)


@pytest.mark.parametrize(("text", "left"), CHINESE.items())
def test_the_parts_of_a_chinese_order_that_nothing_speaks_of_stay_open(log: ClaudeLog, text: str, left: int) -> None:
    steps = _done(log, text, "--json 参数已加好，测试通过，已提交。", "增加 --json 参数")
    assert len(steps) == left, steps
    assert not any("json" in step for step in steps)


@pytest.mark.parametrize(
    "reply", ["All three are in and committed.", "Done, all of it.", "Everything on the list is committed."]
)
@pytest.mark.parametrize("text", [text for text in ORDERS if " first." not in text and " with the flag" not in text])
def test_who_says_that_all_is_done_closes_every_part(log: ClaudeLog, text: str, reply: str) -> None:
    assert _done(log, text, reply) == []


@pytest.mark.parametrize("reply", ["都改好了，已提交。", "三项都完成了。", "搞定，已提交。", "全部完成，测试通过。"])
def test_who_says_so_in_chinese_closes_every_part(log: ClaudeLog, reply: str) -> None:
    assert _done(log, "加一个 --json 参数，把出错时的退出码改成 2，再写一份手册。", reply) == []


def test_as_many_deeds_as_there_were_parts_are_those_parts_in_other_words(log: ClaudeLog) -> None:
    text = "Please update the dependencies, get rid of the deprecation warnings and make the Docker image smaller"
    assert _done(log, text, "Updated, quiet, and the image went from 1.1 GB to 210 MB. Committed.") == []


def test_one_deed_told_in_two_sentences_is_one_part(log: ClaudeLog) -> None:
    text = "Add rate limiting to the login endpoint, then lock an account after ten failed tries"
    steps = _done(log, text, "Login is rate limited. It allows five requests a minute. Tests pass, committed.")
    assert steps == ["lock an account after ten failed tries"]


def test_done_and_no_more_is_the_part_that_was_to_come_first(log: ClaudeLog) -> None:
    steps = _done(log, "TODO for today: --json flag, exit codes, man page. Begin with the flag", "Done, committed.")
    assert steps == ["exit codes", "man page"]


def test_each_go_on_closes_the_next_part_and_the_last_all(log: ClaudeLog) -> None:
    text = "需要支持：按日期筛选、导出 Excel、批量删除。一个一个来，先筛选。"
    assert len(_done(log, text, "按日期筛选好了，提交了。", "按日期筛选")) == 2
    assert _done(log, "下一个", "完成，已提交。", "Excel") == ["批量删除"]
    assert _done(log, "接着做", "批量删除也好了，已提交。", "批量删除") == []


def test_another_request_closes_no_part(log: ClaudeLog) -> None:
    _done(log, "Add a --json flag, make errors exit with 2, and write a man page.", FLAG)
    log.human("great, run the linter once")
    log.bash("ruff check .", "All checks passed!")
    log.model("Linter is clean.")
    assert len(log.work().next_steps) == 2


def test_a_part_that_is_called_off_is_over(log: ClaudeLog) -> None:
    _done(log, "Add a --json flag and a man page.", FLAG)
    assert len(log.work().next_steps) == 1
    log.human("skip the man page")
    log.model("Fine.")
    assert log.work().next_steps == ()


def test_a_todo_list_takes_the_place_of_the_order_that_it_was_made_from(log: ClaudeLog) -> None:
    log.human("Add a --json flag, make errors exit with 2, and write a man page.")
    todos = [{"content": "Write a man page", "status": "pending", "activeForm": "Writing"}]
    log.call("TodoWrite", "Todos have been modified", todos=todos)
    log.edit("src/cli.py")
    log.bash('git commit -am "JSON output"', "[main 1a2b3c4] JSON output\n 1 file changed")
    log.model("The --json flag is in.")
    assert log.work().next_steps == ()
    assert [item.text for item in log.work().todos] == ["Write a man page"]


@pytest.mark.parametrize("text", NO_LISTS.strip().splitlines())
def test_what_restrains_tells_or_goes_on_about_one_thing_is_no_further_part(text: str) -> None:
    assert len(order(text.replace("\\n", "\n")).parts) < 2, order(text)


@pytest.mark.parametrize("text", FURTHER.strip().splitlines())
def test_what_orders_something_of_its_own_is_a_further_part(text: str) -> None:
    assert len(order(text).parts) == 2, order(text)


def test_names_that_are_counted_up_are_a_part_each_and_what_is_set_in_below_an_item_is_of_it() -> None:
    named = order("write unit tests for Money, Currency and ExchangeRate").parts
    assert named[1:] == ("Currency", "ExchangeRate")
    assert len(order("1. cut the bundle in half\n   - tree shaking\n   - drop lodash\n2. preload the fonts").parts) == 2


def test_what_is_announced_between_calls_is_not_told_as_done(log: ClaudeLog) -> None:
    log.human("Add a --json flag and write a man page.")
    log.model("Let me add the flag first. I'll write the man page after that.")
    log.edit("src/cli.py")
    log.bash('git commit -am "JSON output"', "[main 1a2b3c4] JSON output\n 1 file changed")
    log.model("The --json flag is in and committed.")
    assert [item.text for item in log.work().next_steps] == ["write a man page"]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("fix the first one", {1}), ("ignore 2 and 3", {2, 3}), ("Start with 1.", {1}), ("先修第二个", {2}),
        ("修 2 和 3", {2, 3}), ("Go with step one now.", {1}), ("fix 3 bugs", set()), ("for the first time", set()),
        ("wait 5 minutes", set()), ("修 3 个 bug", set()), ("fix 1.5 to 2", set()),
    ],
)  # fmt: skip
def test_a_number_picks_where_it_stands_for_an_item(text: str, numbers: set[int]) -> None:
    assert picked(text) == numbers


# --- findings ----------------------------------------------------------------


def _reviewed(log: ClaudeLog, asked: str = "please review pay.py", reply: str = REVIEW) -> list[str]:
    log.human(asked)
    log.call("Read", "1\tdef pay(): pass", file_path="/home/dev/shop/pay.py")
    log.model(reply)
    return [item.text for item in log.work().next_steps]


def test_a_review_counts_each_finding_and_not_its_heading_nor_how_it_was_checked(log: ClaudeLog) -> None:
    steps = _reviewed(log)
    assert [step[:14] for step in steps] == ["`pay.py:40` ro", "`pay.py:77` lo", "`pay.py:102` s"]


@pytest.mark.parametrize(
    "picks",
    ["fix no. 2 first", "fix the second one", "Good catch with the card number, please mend that.", "do 2", "fix 2"],
)
def test_the_findings_that_were_not_picked_stay_open(log: ClaudeLog, picks: str) -> None:
    _reviewed(log)
    steps = _done(log, picks, "The card number is masked in the log. Committed.", "Mask the card number")
    assert [step[:11] for step in steps] == ["`pay.py:40`", "`pay.py:102"]


@pytest.mark.parametrize("picks", ["fix the second one", "just the second one please", "only no. 2", "第二个修一下"])
@pytest.mark.parametrize("reply", ["Done, committed.", "Everything is done.", "已完成，已提交。"])
def test_a_bare_reply_is_about_no_finding_but_the_one_that_was_picked(log: ClaudeLog, picks: str, reply: str) -> None:
    _reviewed(log)
    steps = _done(log, picks, reply, "Keep each card number out of the logs in clear")
    assert [step[:11] for step in steps] == ["`pay.py:40`", "`pay.py:102"]


def test_what_a_files_name_ends_with_tells_of_no_finding_in_another_file(log: ClaudeLog) -> None:
    _reviewed(log, reply="Two problems:\n\n1. Cards are stored in clear\n2. `cash.py` never rounds")
    assert _done(log, "fix 1", "Cards are masked now.", "Mask cards") == ["`cash.py` never rounds"]


@pytest.mark.parametrize(
    ("asked", "reply", "count"),
    [
        ("review my branch", "Fees are rounded per line instead of on the sum. `due` ignores the calendar.", 2),
        ("review pay.py", "Looks good overall. The cache key leaves out the locale, so readers mix languages.", 1),
        ("code review please", "Overall solid. My main concern is that `close` may run twice. I'd also drop `tmp`.", 2),
        ("is there a bug in pay.py?", "Yes. The counter is read and written outside of the lock.", 1),
        ("check pay.py for race conditions", "One race: `get` reads the map without the lock. It may panic.", 1),
        ("anything wrong with pay.py?", "The card number ends up in the log, in clear.", 1),
        ("give me feedback on my branch", "I'd split the second commit. The parser accepts negative sums.", 2),
        ("给 pay.py 提点意见", "超时写死了三十秒。并发写的时候计数会算少。", 2),
        ("review pay.py", "Deleting a customer leaves their cards behind in the vault.", 1),
        ("审查一下 pay.py", "整体没问题。有一处隐患：读的时候没加锁，会 panic。", 1),
        ("pay.py 有没有安全漏洞", "有两个问题。用户输入直接拼进了 SQL。删除用户后文件没有清理。", 2),
        ("帮我 review 一下改动", "逻辑基本正确，就是分页参数没做上限，传很大的数会拖垮库。", 1),
    ],
)  # fmt: skip
def test_a_review_in_prose_counts_each_sentence_that_tells_of_a_fault(
    log: ClaudeLog, asked: str, reply: str, count: int
) -> None:
    steps = _reviewed(log, asked, reply)
    assert len(steps) == count, steps


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("review my branch", "Looks good, no issues found. The retry doesn't block the queue."),
        ("review pay.py", "I read all of it; the errors are handled consistently and nothing needs a change."),
        ("is there a bug in pay.py?", "No. Every access is behind the lock, and `close` waits for the workers."),
        ("check pay.py for race conditions", "No race conditions: the map is only touched from the event loop."),
        ("anything wrong with pay.py?", "No, it does what the ticket asks for, and the tests pass."),
        ("any thoughts on the diff?", "Looks right to me: the names are clear, and the tests pass."),
        ("review PR 12 and post your comments", "Posted with two remarks: the empty list, and the race in `get`."),
        ("审查一下 pay.py", "没有发现问题，锁都加了，错误也都处理了，可以合并。"),
        ("pay.py 有没有隐患", "看过了，没有安全问题，两处写操作都在锁里面。"),
        ("检查所有依赖的许可证", "检查完了：没有 GPL 依赖，全部是 MIT 或 Apache。"),
    ],
)  # fmt: skip
def test_a_review_in_prose_that_finds_nothing_leaves_nothing_open(log: ClaudeLog, asked: str, reply: str) -> None:
    assert _reviewed(log, asked, reply) == []


def test_a_pick_of_what_a_review_said_in_prose_leaves_the_rest_open(log: ClaudeLog) -> None:
    _reviewed(log, reply="Fees are rounded per line instead of on the sum. `due` ignores the calendar.")
    steps = _done(log, "good catch, fix the rounding", "Rounding happens on the sum now.", "Round once")
    assert steps == ["`due` ignores the calendar."]


LABELLED = "Findings:\n\n- P1: sums overflow\n- P2: locks are held too long\n- P3: dead code in `cash.py`"


@pytest.mark.parametrize(
    "dismisses",
    [
        "fix P1 and P2, leave P3", "P1 and P2 please, P3 is a false positive", "修 P1 和 P2，P3 不用管",
        "fix P1 and P2. the cash.py one is known", "fix P1 and P2, cash.py is dead code by design, leave it",
    ],
)  # fmt: skip
def test_a_finding_is_dismissed_by_its_label_or_as_the_one_that_it_is(log: ClaudeLog, dismisses: str) -> None:
    _reviewed(log, reply=LABELLED)
    assert _done(log, dismisses, "P1 and P2 are fixed.", "Sums and locks") == []


@pytest.mark.parametrize(
    "keeps",
    [
        "ok fix P1 and P2", "fix P1 and P2, don't forget P3 afterwards", "fix P1 and P2, P3 can wait",
        "fix P1 and P2; is P3 by design?", "先修 P1 和 P2，不要忽略 P3", "fix P1 and P2, P3 is not a false positive",
    ],
)  # fmt: skip
def test_a_finding_of_which_no_word_says_that_it_may_stay_is_not_dismissed(log: ClaudeLog, keeps: str) -> None:
    _reviewed(log, reply=LABELLED)
    assert "dead code in `cash.py`" in _done(log, keeps, "P1 and P2 are fixed.", "Sums and locks")


@pytest.mark.parametrize(
    "dismisses",
    ["both are known, let's do the footer instead", "neither matters, leave them", "两个都不用管，改页脚吧"],
)
def test_all_findings_may_be_dismissed_at_once(log: ClaudeLog, dismisses: str) -> None:
    _reviewed(log, reply="Two problems:\n\n1. Cards are stored in clear\n2. Sums overflow")
    assert _done(log, dismisses, "The footer is updated, committed.", "Footer") == []


def test_findings_that_wait_are_named_by_their_own_words_alone(log: ClaudeLog) -> None:
    _reviewed(log, reply=LABELLED)
    steps = _done(log, "fix P1, the others can wait", "Sums no longer overflow.", "Sums")
    assert steps == ["locks are held too long", "dead code in `cash.py`"]


@pytest.mark.parametrize("says", ["good catch", "hmm ok", "oh wow", "makes sense", "nice find", "说得对", "好的"])
def test_what_somebody_makes_of_a_thing_is_no_part_of_the_order_behind_it(says: str) -> None:
    assert order(f"{says}, fix the rounding and add a man page").parts == ("fix the rounding", "add a man page")


@pytest.mark.parametrize("picks", ["先修第二个", "卡号的那个修掉", "把第二处改了吧"])
def test_the_findings_that_were_not_picked_in_chinese_stay_open(log: ClaudeLog, picks: str) -> None:
    _reviewed(log, "帮我审一下 pay.py", CHINESE_REVIEW)
    steps = _done(log, picks, "已打码，测试通过，已提交。", "日志打码")
    assert steps == ["退款时四舍五入不一致。", "超时被吞掉，返回成功。"]


@pytest.mark.parametrize(
    "dismisses",
    [
        "fix no. 2, the others are fine as they are", "fix the second one and ignore the rest",
        "fix 2, skip 1 and 3", "先修第二个，其他不用管",
    ],
)  # fmt: skip
def test_findings_that_the_person_dismisses_are_over(log: ClaudeLog, dismisses: str) -> None:
    _reviewed(log)
    assert _done(log, dismisses, "The card number is masked. Committed.", "Mask the card number") == []
    assert sum(item.why == "dismissed by the person" for item in log.work().closed) == 2


def test_findings_that_are_put_off_stay_open(log: ClaudeLog) -> None:
    _reviewed(log)
    steps = _done(log, "fix no. 2, leave the others for later", "The card number is masked.", "Mask the card number")
    assert any("rounds half up" in step for step in steps)
    assert any("timeout" in step for step in steps)


@pytest.mark.parametrize(
    ("wants", "reply"),
    [
        ("fix all of them", "All three fixed and committed."), ("please fix", "Done."), ("go", "Fixed and committed."),
        ("都修一下", "三个问题都修好了，已提交。"),
    ],
)  # fmt: skip
def test_findings_that_were_all_mended_are_over(log: ClaudeLog, wants: str, reply: str) -> None:
    _reviewed(log)
    assert _done(log, wants, reply, "Fix review findings") == []


def test_both_of_two_closes_no_third_finding(log: ClaudeLog) -> None:
    _reviewed(log)
    steps = _done(log, "fix 1 and 2", "Both fixed and committed.", "Rounding and masking")
    assert [step[:11] for step in steps] == ["`pay.py:102"]


def test_findings_that_were_put_into_an_issue_are_over(log: ClaudeLog) -> None:
    _reviewed(log)
    log.human("file an issue with them")
    body = REVIEW.partition("**")[0].replace("`", "")
    log.bash(f"gh issue create -t 'Review of pay' -b '{body}'", "https://example.com/issues/3")
    log.model("Filed as #3.")
    assert log.work().next_steps == ()


def test_findings_are_picked_by_the_weight_under_which_they_stand(log: ClaudeLog) -> None:
    reply = (
        "## Code Review Complete\n\n### Critical (P1)\n\n**1. Token survives logout**\n`src/auth.py:41`\n\n"
        "### Important (P2)\n\n**2. Lock released early**\n`src/cache.py:88`\n**Fix:** move it.\n\n"
        "**3. Symlinks are followed**\n`src/copy.py:10`\n\n### Recommendation\n\n1. Approve once P1 is fixed."
    )
    assert _reviewed(log, "can you review this branch?", reply) == [
        "Token survives logout", "Lock released early", "Symlinks are followed"
    ]  # fmt: skip
    steps = _done(log, "fix the P1", "Logout revokes the token. Committed.", "Revoke on logout")
    assert steps == ["Lock released early", "Symlinks are followed"]


def test_a_long_list_is_cut_at_a_readable_number_with_a_count_of_the_rest() -> None:
    reply = "Findings:\n\n" + "\n".join(f"{number}. The guard of case {number} is missing." for number in range(1, 31))
    found = listed(reply)
    assert len(found) == SHOWN + 1
    assert found[-1].text == f"{30 - SHOWN} more findings of the same list"


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("Explain how the scheduler works", "It has three parts:\n\n1. A heap of due times.\n2. A thread.\n3. A pool."),
        ("What are the options?", "There are two:\n\n1. An LRU in the process.\n2. Redis, shared by all."),
        ("讲讲这个调度器怎么工作的", "分三部分：\n\n1. 一个堆\n2. 一个线程\n3. 一个线程池"),
    ],
)
def test_a_list_that_explains_holds_no_findings(log: ClaudeLog, asked: str, reply: str) -> None:
    assert _reviewed(log, asked, reply) == []


def test_the_steps_that_lead_to_one_problem_are_no_findings() -> None:
    assert listed("**The Problem:**\n1. A command is sent.\n2. Its result comes late.\n3. The API refuses it.") == []


@pytest.mark.parametrize("text", ["把日志级别改成可配置的", "识别改成异步", "类别改用枚举"])
def test_a_chinese_word_that_ends_like_a_prohibition_forbids_nothing(text: str) -> None:
    assert not any(map(prohibits, said(text)))


def test_to_rename_is_no_question_for_a_name() -> None:
    assert [act for act, _ in acts("Rename Config to Settings.")] == [Act.OTHER]
    assert [act for act, _ in acts("Recheck the numbers.")] == [Act.ASK]


def test_where_the_work_tree_lies_tells_of_no_part(log: ClaudeLog) -> None:
    log.human("Add a --json flag, make errors exit with 2, and write a man page.")
    log.call("Edit", "updated", file_path="/errors/2/exit/src/lib/cli.py", old_string="a", new_string="b")
    log.bash('git commit -am "JSON output"', "[main 1a2b3c4] JSON output\n 1 file changed")
    log.model(FLAG)
    assert [item.text for item in log.work().next_steps] == ["make errors exit with 2", "write a man page"]


def test_what_is_named_as_coming_next_is_not_done(log: ClaudeLog) -> None:
    assert _done(log, "Add a --json flag and a man page.", "The --json flag is in. Next comes the man page.") == [
        "Next comes the man page."
    ]


def test_the_words_that_pick_what_comes_first_are_no_remark_of_another_subject(log: ClaudeLog) -> None:
    steps = _done(log, "Please do these:\n1. add a --json flag\n2. exit with 2 on errors\n\nStart with 1.", FLAG)
    assert steps == ["exit with 2 on errors"]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_part_of_which_nothing_tells_stays_open_wherever_it_stands(log: ClaudeLog, place: int) -> None:
    told = ["upgrade to React 19", "silence the console warnings"]
    order = [*told[:place], "update the changelog", *told[place:]]
    reply = "On React 19 now, and the console warnings are silenced. Committed."
    assert _done(log, "; ".join(order), reply) == ["update the changelog"]


@pytest.mark.parametrize("reply", ["完成，改了三处。", "搞定，已提交。", "参数、退出码、手册都处理好了。"])
def test_done_before_anything_else_and_as_many_things_counted_up_are_all_of_the_order(
    log: ClaudeLog, reply: str
) -> None:
    assert _done(log, "加一个 --json 参数，把出错时的退出码改成 2，再写一份手册。", reply) == []


@pytest.mark.parametrize("reply", ["参数处理好了，测试都过了。", "参数加好了，所有引用都改了。"])
def test_all_tests_and_all_references_are_not_all_of_the_order(log: ClaudeLog, reply: str) -> None:
    assert len(_done(log, "加一个 --json 参数，把出错时的退出码改成 2，再写一份手册。", reply)) == 2


def test_a_name_in_camel_case_is_told_of_by_its_name(log: ClaudeLog) -> None:
    text = "Could we get rid of jQuery, modernise the build and add a CSP header?"
    steps = _done(log, text, "jQuery is gone: 14 call sites use the DOM API now. Committed.", "Plain DOM")
    assert steps == ["modernise the build", "add a CSP header"]


@pytest.mark.parametrize("reply", ["参数加好了，手册也写了，都提交了。", "参数和手册都弄好了。"])
def test_that_all_of_it_is_committed_tells_of_no_part_that_was_not_done(log: ClaudeLog, reply: str) -> None:
    assert _done(log, "加一个 --json 参数，把出错时的退出码改成 2，再写一份手册。", reply) == ["把出错时的退出码改成 2"]


@pytest.mark.parametrize("deed", ["remove", "add", "translate"])
def test_a_file_that_is_named_and_that_nothing_names_is_not_done(log: ClaudeLog, deed: str) -> None:
    text = f"Rename the title to Workbench and {deed} web/StatsCard.tsx."
    log.human(text)
    log.edit("web/home.tsx")
    log.bash('git commit -am "Rename the title"', "[main 1a2b3c4] Rename the title\n 1 file changed")
    log.model("I renamed the title to Workbench.")
    assert [item.text for item in log.work().next_steps] == [f"{deed} web/StatsCard.tsx"]


@pytest.mark.parametrize(("text", "left"), CHINESE.items())
def test_a_chinese_message_means_the_same_whichever_keyboard_its_marks_come_from(
    log: ClaudeLog, text: str, left: int
) -> None:
    narrow = str.maketrans("，；：！？", ",;:!?")
    reply = "--json 参数已加好，测试通过，已提交。"
    steps = _done(log, text.translate(narrow), reply.translate(narrow), "增加 --json 参数")
    assert len(steps) == left, steps


def test_marks_of_code_and_of_numbers_stay_as_they_are() -> None:
    text = "见 src/a.py:3,时间 10:30,地址 http://a.cn:80/x?q=1,`a,b` 和 f(1,2)"
    assert punctuated(text) == "见 src/a.py:3，时间 10:30，地址 http://a.cn:80/x?q=1,`a,b` 和 f(1,2)"
    assert punctuated("a, b: c?") == "a, b: c?"


def test_what_stands_in_brackets_is_no_part_of_its_own() -> None:
    things = order("time the solver (8 threads, warm cache) and put the median into docs/perf.md").parts
    assert things == ("time the solver (8 threads, warm cache)", "put the median into docs/perf.md")


def test_of_an_item_of_several_sentences_the_first_is_the_part_and_the_line_over_a_list_is_none() -> None:
    text = "登录页改三个地方：1、加记住我；2、统一错误提示；3、输错五次锁十分钟。改完提交"
    assert order(text).parts == ("加记住我", "统一错误提示", "输错五次锁十分钟")
    english = "Please fix these in the importer:\n1. Drop blank lines. They break it.\n2. Reject a byte order mark."
    assert order(english).parts == ("Drop blank lines", "Reject a byte order mark")


@pytest.mark.parametrize("asks", ["can u", "could u", "can you"])
def test_an_order_in_short_spelling_has_its_parts(asks: str) -> None:
    text = f"there is a typo on the about page, and {asks} get rid of the share button on recipes"
    assert order(text).parts == ("get rid of the share button on recipes",)
    assert len(order(f"two little things, {asks} do dark mode (follow the system) and also add a logo").parts) == 2


def test_what_is_told_before_it_is_to_be_mended_is_the_part() -> None:
    text = "can you add a dark mode and also when I print a page the sidebar overlaps the text, fix that too please"
    assert order(text).parts[1:] == ("when I print a page the sidebar overlaps the text",)


def test_a_program_that_is_only_asked_tells_of_no_part(log: ClaudeLog) -> None:
    log.human("1. reconnect when the serial port drops\n2. rotate the log at 10 MB")
    log.edit("daemon.py")
    log.bash('git commit -qam "Reconnect" && git log --oneline -1', "1a2b3c4 Reconnect")
    log.model("The daemon opens the serial port again when it drops. Committed.")
    assert [item.text for item in log.work().next_steps] == ["rotate the log at 10 MB"]


def test_half_a_word_that_two_parts_share_and_a_bare_word_that_it_is_done_tell_of_no_part(log: ClaudeLog) -> None:
    left = _done(
        log,
        "三个地方：1、加“记住我”；2、错误提示不要区分用户名还是密码；3、密码错五次锁十分钟",
        "改好了：“记住我”勾选后免登录；错误提示统一成“用户名或密码错误”。测试通过，已提交。",
        "登录页：记住我、统一错误提示",
    )
    assert left == ["密码错五次锁十分钟"]
