"""What an exchange leaves, by its shape: what a person said and nothing took up, and what closing words leave open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.work.exchanges import endings
from threefold.work.sentences import planning
from threefold.work.sentences.acts import Act, acts

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

COMMIT = "[main 1a2b3c4] x\n 1 file changed"


def left(log: ClaudeLog) -> int:
    work = log.work()
    return len(work.questions) + len(work.decisions) + len(work.next_steps)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("What does idempotent mean?", Act.ASK),
        ("does \\d match letters in go", Act.ASK),
        ("explain the two caches", Act.ASK),
        ("I keep forgetting how to exit vim, any idea?", Act.ASK),
        ("什么是幂等", Act.ASK),
        ("讲讲这个函数在干嘛", Act.ASK),
        ("这台机器内存都被谁吃了", Act.ASK),
        ("write a haiku about autumn", Act.TEXT),
        ("帮我起草一封邮件", Act.TEXT),
        ("thanks, that helped a lot!", Act.SOCIAL),
        ("great stuff", Act.SOCIAL),
        ("太好了，谢谢", Act.SOCIAL),
        ("懂了", Act.SOCIAL),
        ("sounds good", Act.ACCEPT),
        ("merged, thanks!", Act.SOCIAL),
        ("cloned it, compiles now", Act.REPORT),
        ("已经发出去了", Act.REPORT),
        ("forget it, leave everything as is", Act.OFF),
        ("算了，不改了", Act.OFF),
        ("nope", Act.OFF),
        ("the customer goes live on the 14th", Act.OTHER),
        ("staging listens on 5433", Act.OTHER),
        ("kill it in the next major", Act.OTHER),
        ("B", Act.OTHER),
        ("Redis 吧", Act.OTHER),
        ("测试环境换到 9443 端口了", Act.OTHER),
        ("欧洲集群封网，谁都别发布", Act.OTHER),
        ("can you add a flag for that?", Act.OTHER),
        ("figure out why and fix it", Act.OTHER),
        ("save a haiku into docs/haiku.md", Act.OTHER),
        ("that answers another question, not what I asked", Act.OTHER),
        ("need to ask the lawyers first", Act.OTHER),
        ("等我跟架构组商量一下，回头告诉你", Act.OTHER),
        ("quieter than the old fan", Act.REMARK),
        ("the compiler people would be proud", Act.REMARK),
        ("比上一版顺眼", Act.REMARK),
        ("so it only compares addresses", Act.ASK),
    ],
)
def test_what_a_person_s_sentence_does(text: str, act: Act) -> None:
    assert [found for found, _ in acts(text)] == [act]


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("The billing tables are read-only for us until the audit is over.", "Understood."),
        ("staging listens on 5433 since the move", "Good to know."),
        ("dates go over the wire as epoch millis, not ISO", "Fine, that's a serializer setting."),
        ("I'll send you the sample tonight.", "I'll wait for it."),
        ("Bump the version and tag it.", "Sure."),
        ("hosts have no persistent disk, so it gets wiped on every deploy", "Then it would forget everything."),
        ("客户周五要演示，报表必须能导出。", "收到。"),
        ("网关换到 9443 端口了。", "知道了。"),
        ("把版本号改成 2.4", "好的。"),
    ],
)
def test_what_a_person_says_and_nothing_carries_counts_in_whatever_words(log: ClaudeLog, said: str, reply: str) -> None:
    log.human(said)
    log.model(reply)
    assert left(log) == 1


@pytest.mark.parametrize("line", ["Log line 7 is fine.", "The importer reads row {} and then writes it to a table."])
@pytest.mark.parametrize("many", [10, 80, 400])
def test_an_order_before_or_behind_a_long_text_counts(log: ClaudeLog, line: str, many: int) -> None:
    pasted = "\n".join(line.format(n) for n in range(many))
    log.human(f"Please never drop the table orders.\n\n{pasted}\n\nPlease never drop the table zebras.")
    log.model("Understood. The log shows that all is well.")
    said = "\n".join(item.text for item in log.work().decisions)
    assert "the table orders" in said
    assert "the table zebras" in said


def test_a_statement_is_carried_by_a_later_write(log: ClaudeLog) -> None:
    log.human("staging listens on port 5433 since the move")
    log.model("Good to know.")
    assert left(log) == 1
    log.human("put that into docs/staging.md and commit")
    log.write("docs/staging.md", "Staging listens on port 5433.")
    log.bash("git add -A && git commit -m 'Docs: staging port'", COMMIT)
    log.model("Written and committed.")
    assert left(log) == 0


@pytest.mark.parametrize("last", ["", "ta", "懂了", "that explains it, thanks", "ah ok. makes sense", "👍"])
def test_questions_with_their_answers_and_thanks_leave_nothing(log: ClaudeLog, last: str) -> None:
    log.human("why does the worker need sqlite?")
    log.call("Grep", "dedup.py:3", pattern="sqlite")
    log.model("It keeps the ids of the last day, so that a message isn't processed twice.")
    if last:
        log.human(last)
    assert left(log) == 0


def test_an_agreed_proposal_that_nobody_carried_out_counts_and_a_thanked_one_does_not(log: ClaudeLog) -> None:
    log.human("our image has 2 GB, what should we do?")
    log.model("I'd use a slim base and a multi-stage build.")
    log.human("thanks!")
    log.model("You're welcome.")
    assert left(log) == 0
    log.human("sounds good, go ahead")
    log.model("Right.")
    assert left(log) >= 1


def test_a_cause_that_was_found_by_looking_counts_until_a_change_takes_it_up(log: ClaudeLog) -> None:
    log.human("find out why the nightly job leaks memory")
    log.call("Read", "…", file_path="job.py")
    log.bash("python -m tracemalloc job.py", "cache.py:40 900 MB")
    log.model("The cache is keyed by request object, so nothing is evicted.")
    assert left(log) == 1
    log.human("fix it and commit")
    log.edit("cache.py")
    log.bash("git commit -am 'Key the cache by id'", COMMIT)
    log.model("Fixed and committed.")
    assert left(log) == 0


def test_of_two_questions_the_one_that_no_reply_speaks_of_is_open(log: ClaudeLog) -> None:
    log.human("Which Node version does our CI use? And why do the e2e jobs run on a self-hosted runner?")
    log.call("Read", "node-version: 20.11", file_path="ci.yml")
    log.model("CI uses Node 20.11.")
    assert [item.text for item in log.work().questions] == ["And why do the e2e jobs run on a self-hosted runner?"]


def test_a_request_whose_last_call_failed_is_not_done(log: ClaudeLog) -> None:
    log.human("fix the header and push")
    log.edit("h.css")
    log.bash("git commit -am header", COMMIT)
    log.bash("git push", "rejected (non-fast-forward)", 1)
    log.model("The header is fixed and committed.")
    assert any("last attempt failed" in item.text for item in log.work().next_steps)


def test_a_grep_without_a_match_is_no_failure(log: ClaudeLog) -> None:
    log.human("remove the polyfills and commit")
    log.edit("a.js")
    log.bash("git commit -am 'Remove polyfills'", COMMIT)
    log.bash("grep -rn polyfill src", "", 1)
    log.model("Removed and committed; nothing refers to them any more.")
    assert left(log) == 0


def test_what_was_saved_only_in_words_counts(log: ClaudeLog) -> None:
    log.human("what did we find? keep it somewhere")
    log.call("Read", "…", file_path="job.py")
    log.model("I've saved the findings in NOTES.md.")
    assert any("NOTES.md" in item.text for item in log.work().next_steps)


def test_what_was_called_off_is_gone_although_questions_came_between(log: ClaudeLog) -> None:
    log.human("I want to move the mail queue to streams. Let's do that.")
    log.model("Moving it would lose the transaction with the business write.")
    log.human("how many mails a day do we send?")
    log.model("About 1,800.")
    log.human("lol forget it then, it stays as it is")
    log.model("Agreed, nothing changes.")
    assert left(log) == 0


@pytest.mark.parametrize(
    "ending",
    [
        "The other seven follow the same pattern.",
        "fr and es use nested objects, which the script can't walk.",
        "Session and ui are trickier because of the timers.",
        "Webhook URLs live in their dashboard, somebody with the login has to change them.",
        "Publishing stays on the old system until somebody adds the token.",
        "Receivers that verify sha1 will reject everything once this is deployed.",
        "The rollout has started; it takes about forty minutes.",
        "To get there I marked test_refund as skipped.",
        "That variable isn't set anywhere in our manifests.",
        "While there I noticed that deleted articles show up as well.",
        "It fails about once in fifty runs even so.",
        "其余六个页面照同样的办法来。",
        "日语是嵌套结构，脚本处理不了。",
        "要设计那边批了才能合。",
        "为此把 lint 那一步关掉了。",
        "回调地址得有账号的人去改。",
        "顺带发现已删除的文章也会出现。",
        "The disk layer ignores the setting so far.",
        "For the shared store I only sketched the interface.",
        "磁盘那层目前不认这个设置。",
        "另一条路径我没看。",
        "The CSV download isn't.",
        "CSV 下载没排。",
        "I had to comment out test_totals.",
        "It holds a dummy value of 1 until CI passes the real one.",
        "Without the server half it does nothing.",
        "除了手机页面，都好了。",
        "再大偏移量就溢出。",
        "生产数据上没人测过。",
        "共享的那边只搭了个架子。",
        "生产上得打开。",
    ],
)
def test_closing_words_of_work_that_leave_something_open(ending: str) -> None:
    reply = f"Committed. {ending}" if ending.isascii() else f"已提交。{ending}"
    assert endings.open_ends(reply, "do the thing and commit") == [ending]


@pytest.mark.parametrize(
    "reply",
    [
        "Fixed: the month was taken from UTC. All 14 tests pass, and it's committed.",
        "Renamed in a.ts and b.ts and committed. The public API is untouched.",
        "If the server refuses the file, the error is shown to the user. Committed.",
        "It failed when two workers shared a port. Each one takes a free port now. Committed.",
        "Users were thrown out after 30 minutes even when active. Each request renews the session now.",
        "--fast works and --quick still does too, as an alias. Committed.",
        "Names longer than 40 characters are rejected now. Existing rows are not affected.",
        "SHOP_API_KEY is read first, so nothing breaks for existing deployments.",
        "I did not change anything else.",
        "The remaining three calls are gone.",
        "上传失败时最多重试五次，一分钟后放弃并提示用户。已提交。",
        "原来是直接替换年份，2 月 29 日就不存在了；现在退到 28 日。测试全过，已提交。",
        "改好了，其他设置没有改动。",
        "合好了，没有冲突。",
        "Committed. The header row stays skipped, and an empty file still yields nothing.",
        "Done, both call sites were covered. The nightly job will pick it up automatically.",
        "The button is disabled while the request runs, so a second click does nothing. Committed.",
        "Committed. The session cookie keeps its name and lifetime.",
        "Done. Existing entries get their expiry the first time they are read, so nobody has to clear anything.",
        "Committed. Support accounts are exempt as they are for the other limits.",
        "## Summary\n\n- **src/p.py**: keep the last row\n- **tests**: 14 passed\n\nCommitted as `1a2b3c4`.",
        "## 总结\n\n- src/p.py：输入结束时输出剩余行\n\n已提交。",
        "已提交。表头依然跳过，空文件返回空列表。",
        "Committed. Chunks that arrived are not sent twice.",
        "An upload that was cut off is kept for a day and then swept by the existing cron job. Committed.",
        "Retries run in the worker, so the web process never waits. Committed.",
        "Committed. It builds concurrently, so nobody is locked out.",
        "Committed. If a request fails the last numbers stay on screen.",
        "改了：失败后等待时间逐次加倍。没改：签名、请求头。已提交。",
        "已提交。立即响应的接收方感觉不到变化。",
        "已提交。web 进程不会等待。",
        "同一地址失败五次后锁定十分钟，登录成功会清零。已提交。",
        "错误页会显示还要等多久，客服账号不受限制。已提交。",
        "已提交。夜间报表继续用 JSON，不受这次改动影响。",
    ],
)
def test_closing_words_that_tell_of_finished_work(reply: str) -> None:
    request = "keep the old flag --quick as an alias"
    assert endings.open_ends(reply, request) == []


@pytest.mark.parametrize(
    ("ending", "open"),
    [
        ("The parser keeps the last row.", False),
        ("The parser drops the last column of wide files.", True),
        ("JSON remains the default.", False),
        ("Two tests stay skipped.", True),
        ("Password reset has the same hole.", True),
        ("夜间报表继续用 JSON。", False),
        ("找回密码有同样的漏洞。", True),
    ],
)
def test_a_sentence_about_something_else_is_open_unless_it_merely_tells_what_that_does(ending: str, open: bool) -> None:
    reply = f"Committed. {ending}" if ending.isascii() else f"已提交。{ending}"
    assert bool(endings.open_ends(reply, "Fix the parser, it loses the last row.")) is open


@given(st.text(st.characters(), max_size=200), st.text(st.characters(), max_size=80))
def test_no_text_makes_a_shape_raise(reply: str, request: str) -> None:
    acts(request)
    assert all(isinstance(end, str) for end in endings.open_ends(reply, request))


def test_a_part_of_a_request_towards_people_of_which_nothing_speaks_is_open(log: ClaudeLog) -> None:
    log.human("sign me up as reviewer and ask Jin for the dataset")
    log.bash("gh pr edit 70 --add-reviewer me", "ok")
    log.model("You're a reviewer on 70.")
    assert any("ask Jin for the dataset" in item.text for item in log.work().next_steps)


def test_a_finding_that_was_filed_has_landed(log: ClaudeLog) -> None:
    log.human("worker 3 leaks memory. open an issue with what you find, don't fix it")
    log.bash("heaptrack w3", "socket.cpp:88")
    log.bash("gh issue create -t 'Leak in worker 3' -b 'socket.cpp:88 keeps closed sockets.'", "https://x/issues/92")
    log.model("#92 has the finding: socket.cpp:88 keeps closed sockets.")
    assert left(log) == 0


@pytest.mark.parametrize(
    ("asked", "reply", "open_"),
    [
        ("bring the coverage above 80", "77% now, up from 68.", True),
        ("bring the coverage above 80", "84% now, up from 68.", False),
        ("把覆盖率提到 80 以上", "从 68% 提到 77% 了。", True),
    ],
)
def test_a_share_under_what_was_asked_for_is_not_there_yet(log: ClaudeLog, asked: str, reply: str, open_: bool) -> None:
    log.human(asked)
    log.write("test_a.py", "x")
    log.bash("git add -A && git commit -m 'Tests for a'", COMMIT)
    log.model(f"Committed. {reply}" if reply.isascii() else f"已提交。{reply}")
    assert bool(left(log)) is open_


def test_a_remark_counts_only_where_the_reply_heeds_it(log: ClaudeLog) -> None:
    log.human("our intern runs the importer by hand at noon")
    log.model("Noted: I'll keep the importer idle around noon.")
    assert left(log) == 1


def test_a_remark_after_finished_work_leaves_nothing(log: ClaudeLog) -> None:
    log.human("Fix the typo in the footer and commit it.")
    log.write("footer.html", "colour")
    log.bash('git add -A && git commit -m "Fix the typo in the footer"', "[main 1a2b3c4] Fix the typo in the footer")
    log.model("Fixed and committed.")
    log.human("the intern will be relieved, she stared at it for a week")
    assert left(log) == 0


def test_a_person_s_word_that_all_is_well_settles_what_was_found(log: ClaudeLog) -> None:
    log.human("Find out why the printer queue hangs.")
    log.bash("lpstat -p", "printer office disabled")
    log.bash("tail /var/log/cups/error_log", "filter failed")
    log.model("The queue hangs because the filter for PDF crashes on the last job, 4711, which is broken.")
    assert left(log) == 1
    log.human("cancelled that job, everything is fine again")
    assert left(log) == 0


@pytest.mark.parametrize(
    ("answer", "open_"),
    [("Yes.", False), ("No, it reads them.", False), ("Neither!", False), ("No test changed.", True)],
)
def test_a_yes_or_no_answers_the_question_beside_a_request(log: ClaudeLog, answer: str, open_: bool) -> None:
    log.human("Raise the retry limit of the client to 5 and commit. Does the client skip deleted accounts?")
    log.edit("client.py")
    log.bash("git commit -am 'Raise the retry limit'", COMMIT)
    log.model(f"The client's retry limit is 5 now. {answer}")
    assert bool(log.work().questions) is open_


@pytest.mark.parametrize(("answer", "open_"), [("Yes.", False), ("Done.", True)])
def test_a_question_beside_a_request_is_open_where_the_reply_speaks_of_neither(
    log: ClaudeLog, answer: str, open_: bool
) -> None:
    log.human("Raise the retry limit to 5 and commit. Does the exporter skip deleted accounts?")
    log.edit("client.py")
    log.bash("git commit -am 'Raise it'", COMMIT)
    log.model(answer)
    log.human("thanks")
    assert bool(log.work().questions) is open_


@pytest.mark.parametrize(
    ("asked", "reply", "open_"),
    [
        ("Don't edit a thing, tell me what you would do.", "It never backs off; jitter would help.", False),
        ("Don't edit a thing, tell me which region the bucket is in.", "It never backs off.", True),
        ("先别动代码，你怎么看？", "没有退避，加点抖动会更稳。", False),
    ],
)
def test_a_question_names_neither_what_is_forbidden_beside_it_nor_an_opinion(
    log: ClaudeLog, asked: str, reply: str, open_: bool
) -> None:
    log.human(f"{'看看重试循环。' if not asked.isascii() else 'Read the retry loop.'} {asked}")
    log.call("Read", "while True: call()", file_path="retry.py")
    log.model(reply)
    log.human("ok, thanks")
    assert bool(log.work().questions) is open_


def test_steps_numbered_within_one_line_are_steps_of_the_plan() -> None:
    steps = planning.list_items("1. Move the price. 2. Import it again. 3. Delete the old import.")
    assert steps == ["Move the price.", "Import it again.", "Delete the old import."]


@pytest.mark.parametrize(
    "said",
    [
        "Don't touch the billing tables.",
        "No force pushes.",
        "Leave the legacy folder alone",
        "hands off the release branch",
        "千万别动归档库",
        "不许直接改线上配置",
    ],
)
def test_what_a_person_forbids_counts_until_it_is_written_down(log: ClaudeLog, said: str) -> None:
    log.human(said)
    log.model("OK.")
    assert left(log) == 1


@pytest.mark.parametrize("said", ["Don't bother.", "no worries", "don't change it", "不用了", "no hurry"])
def test_a_no_that_forbids_nothing_leaves_nothing(log: ClaudeLog, said: str) -> None:
    log.human("Which of the two parsers is faster?")
    log.model("The second, by a third.")
    log.human(said)
    log.model("OK.")
    assert left(log) == 0


def test_what_is_forbidden_for_good_beside_a_request_outlives_the_work(log: ClaudeLog) -> None:
    log.human("Rename the flag and commit. Don't push, ever.")
    log.write("cli.py", "--dry-run")
    log.bash('git add -A && git commit -m "Rename the flag"', COMMIT)
    log.model("Renamed and committed.")
    assert left(log) == 1


def test_no_deed_settles_what_was_forbidden(log: ClaudeLog) -> None:
    log.human("Leave src/settings.py alone, and never push: I do that myself.")
    log.model("Understood.")
    log.human("Fix the importer and commit.")
    log.write("src/importer.py", "strict = True")
    log.bash('git add -A && git commit -m "Fix the importer"', COMMIT)
    log.model("Fixed src/importer.py and committed; src/settings.py is as it was, and nothing was pushed.")
    assert left(log) == 1
    log.human("Put those rules into AGENTS.md and commit.")
    log.write("AGENTS.md", "Leave src/settings.py alone. Never push: the owner does that.")
    log.bash('git add -A && git commit -m "Rules"', COMMIT)
    log.model("Written to AGENTS.md and committed.")
    assert left(log) == 0
