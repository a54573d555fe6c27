"""Deeds that leave a trace, and orders over a set that the log itself lists: open until the record tells of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

COMMIT = "[main 1a2b3c4] Change\n 1 file changed"
ORDERED = {
    "bump the version to 1.4, tag it and push": ("tag it",),
    "make the button green, then roll it out to prod": ("roll it out to prod",),
    "add a filter and open a PR against develop": ("open a PR against develop",),
    "add a filter and make it a pull request please": ("make it a pull request please",),
    "can you fix the jump and get it live before tonight": ("get it live before tonight",),
    "fix the typo, merge to main": ("merge to main",),
    "fix the typo + publish to npm": ("publish to npm",),
    "超时改成 30 秒，然后部署到测试环境": ("部署到测试环境",),
    "页脚改成 2026,提交后推送,再发到npm": ("发到npm",),
    "版本号改好，打tag": ("打tag",),
}
"""Orders, with the clauses that name a deed which leaves a trace."""
NOT_ORDERED = """
add push notifications for new posts
let editors tag posts and publish them on a schedule
the deploy script fails with an odd path, fix it
change the text, don't push yet
change the text and commit it, I'll push it later
change the text, push it tomorrow after the demo
merge the two csv files into one
load() and read() are nearly the same, merge them
find the photos without labels and tag them
make the PR title shorter in the template
put the label on the left and push the sidebar to the right
deploy previews should use node 20, change that
推送通知改成异步
部署脚本报错了，修一下
按钮改成绿色，先别推
把推荐算法改成按时间排序
订单完成后把消息推送给商家
支持给用户打标签
文章要支持定时发布
"""
"""Orders that speak of such words and order no such deed, or not for now."""


def _changed(log: ClaudeLog, order: str, reply: str) -> None:
    log.human(order)
    log.edit("src/app.py")
    log.bash('git commit -qam "Change"', COMMIT)
    log.model(reply)


def _open(log: ClaudeLog) -> list[str]:
    return [item.text for item in log.work().next_steps if "no command and no word" in item.why]


@pytest.mark.parametrize(("order", "clauses"), ORDERED.items())
def test_a_deed_that_leaves_a_trace_is_open_while_there_is_none(
    log: ClaudeLog, order: str, clauses: tuple[str, ...]
) -> None:
    _changed(log, order, "改好了，已提交。" if not order.isascii() else "That is changed now, and committed.")
    assert _open(log) == [clause.replace(",", "，") if not order.isascii() else clause for clause in clauses]


@pytest.mark.parametrize("order", NOT_ORDERED.strip().splitlines())
def test_what_only_shares_a_word_with_such_a_deed_or_puts_it_off_is_no_order_for_it(log: ClaudeLog, order: str) -> None:
    _changed(log, order, "改好了，已提交。" if not order.isascii() else "That is changed now, and committed.")
    assert not _open(log)


@pytest.mark.parametrize(
    ("order", "command"),
    [
        ("fix it and tag it", "npm version patch"),
        ("fix it and open a PR", "gh pr create --fill"),
        ("fix it, deploy it to the box", "./bin/ship box"),
        ("fix it, deploy it to the box", "rsync -a public/ box:/srv/www"),
        ("修好以后部署到服务器", "kubectl rollout restart deployment/app"),
    ],
)
def test_a_command_of_its_family_is_the_trace_whatever_the_reply_says(log: ClaudeLog, order: str, command: str) -> None:
    log.human(order)
    log.edit("src/app.py")
    log.bash('git commit -qam "Change"', COMMIT)
    log.bash(command, "ok")
    log.model("Fixed." if order.isascii() else "修好了。")
    assert not _open(log)


def test_a_reply_that_speaks_of_it_is_read_as_it_stands(log: ClaudeLog) -> None:
    _changed(log, "fix it and deploy it", "Fixed, and live since a minute ago.")
    assert not _open(log)


def test_a_push_does_not_deploy_and_words_of_a_commit_are_no_deed(log: ClaudeLog) -> None:
    log.human("add a table of contents, push it and then deploy it to the server")
    log.edit("src/app.py")
    log.bash('git commit -qam "Table of contents, ready to deploy" && git push', COMMIT)
    log.model("The table of contents is in, committed and pushed.")
    assert _open(log) == ["deploy it to the server"]


def test_it_is_over_once_it_is_run_or_the_person_saw_to_it(log: ClaudeLog) -> None:
    _changed(log, "fix it and deploy it", "Fixed and committed.")
    assert _open(log)
    log.human("great. make the title bigger, too")
    log.edit("src/app.py")
    log.bash('git commit -qam "Title" && git push', COMMIT)
    log.model("The title is bigger now, pushed.")
    assert _open(log)
    log.human("I deployed it myself meanwhile")
    log.model("Good.")
    assert not _open(log)


SCRIPTS = "archive.sh  close.sh  import.sh\nrates.sh  tax.sh"


def _ported(log: ClaudeLog, order: str, *names: str, reply: str, listing: str = SCRIPTS) -> list[str]:
    log.human(order)
    log.bash("ls bin", listing)
    for name in names:
        log.edit(f"bin/{name}")
    log.bash('git commit -qam "Port"', COMMIT)
    log.model(reply)
    return [item.text for item in log.work().next_steps if "order over all" in item.why]


@pytest.mark.parametrize(
    "order",
    [
        "port the scripts in bin/ to python",
        "every script in bin/ needs a shebang",
        "add a license header to all the scripts under bin",
        "put the header into each of the five scripts in bin",
        "bin 目录下的脚本都加上版权声明",
    ],
)
def test_of_a_set_that_was_listed_the_members_that_nothing_names_are_open(log: ClaudeLog, order: str) -> None:
    reply = "rates and archive are done." if order.isascii() else "rates 和 archive 已经改好。"
    [left] = _ported(log, order, "rates.sh", "archive.sh", reply=reply)
    assert left.endswith("close.sh, import.sh, tax.sh")


@pytest.mark.parametrize(
    "reply",
    [
        "All five are ported.",
        "rates and archive are ported, the others were in Python already.",
        "rates and archive are ported; close, import and tax had nothing to port.",
        "The five of them run on Python now.",
    ],
)
def test_a_reply_that_speaks_of_all_or_of_the_rest_is_read_as_it_stands(log: ClaudeLog, reply: str) -> None:
    assert not _ported(log, "port the scripts in bin/ to python", "rates.sh", "archive.sh", reply=reply)


@pytest.mark.parametrize(
    "order",
    [
        "port rates.sh to python",
        "show the total for each row in the report",
        "the tax script should log in the same format as all our scripts",
    ],
)
def test_an_order_that_is_over_no_set_that_was_listed_leaves_none(log: ClaudeLog, order: str) -> None:
    assert not _ported(log, order, "rates.sh", reply="rates does that now.")


def test_a_command_that_may_have_changed_all_of_them_leaves_none(log: ClaudeLog) -> None:
    log.human("port the scripts in bin/ to python")
    log.bash("ls bin", SCRIPTS)
    log.edit("bin/rates.sh")
    log.bash("python tools/port.py bin", "ok")
    log.bash('git commit -qam "Port"', COMMIT)
    log.model("rates by hand, and a small tool did what it could do.")
    assert not [item for item in log.work().next_steps if "order over all" in item.why]


def test_a_second_look_that_shows_none_of_the_rest_leaves_none(log: ClaudeLog) -> None:
    log.human("replace the old logo in all the templates")
    log.bash("grep -rl old.png templates", "templates/a.html\ntemplates/mail.html\ntemplates/login.html")
    log.edit("templates/mail.html")
    log.edit("templates/login.html")
    log.bash("grep -rl old.png templates", "")
    log.model("mail and login show the new logo.")
    assert not [item for item in log.work().next_steps if "order over all" in item.why]


@pytest.mark.parametrize(
    "question",
    [
        "why do we lock the account row before we read the balance?",
        "咱们签名为什么先排序再拼接？不排会怎样",
    ],
)
def test_the_reason_of_a_choice_is_an_answer_and_no_finding(log: ClaudeLog, question: str) -> None:
    log.human(question)
    log.bash("grep -rn lock src", "src/a.py:3: lock()")
    log.bash("cat src/a.py", "lock()")
    if question.isascii():
        log.model("Because two transfers could read the same balance; both would book, and the account would be wrong.")
    else:
        log.model("因为双方要对同一个字符串做摘要。不排序的话顺序可能不同，摘要就对不上，回调会被当成伪造的拒掉。")
    assert not log.work().next_steps


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("deploy 1.8 to the test stage and tell me when it's done", "1.8 is live on the test stage."),
        ("deploy 1.8 to the test stage, ping me once it is ready", "1.8 is live on the test stage."),
        ("plz deploy 1.8 to the test stage and message me", "1.8 is live on the test stage."),
        ("把 1.8 部署到测试环境，完成后通知我", "1.8 已部署到测试环境。"),
        ("把 1.8 部署到测试环境，部署完告诉我一声", "1.8 已部署到测试环境。"),
    ],
)
def test_who_wants_to_be_told_when_it_is_done_is_told_by_the_reply(log: ClaudeLog, asked: str, reply: str) -> None:
    log.human(asked)
    log.bash("make deploy STAGE=test", "ok")
    log.model(reply)
    work = log.work()
    assert (work.questions, work.next_steps) == ((), ())


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("fix the typo and tell me when it was introduced", "The typo is fixed."),
    ],
)
def test_what_is_to_be_told_beside_that_it_is_done_is_asked_for(log: ClaudeLog, asked: str, reply: str) -> None:
    log.human(asked)
    log.edit("a.py")
    log.bash("git commit -am x", COMMIT)
    log.model(reply)
    work = log.work()
    assert len(work.questions) + len(work.next_steps) == 1


@pytest.mark.parametrize("word", ["pls", "plz", "please", "asap"])
def test_a_word_of_courtesy_is_no_part_of_an_order(log: ClaudeLog, word: str) -> None:
    log.human(f"the header is off by one, fix {word} and push")
    log.edit("a.py")
    log.bash("git commit -am x", COMMIT)
    log.bash("git push", "main -> main")
    log.model("Fixed, committed and pushed.")
    assert log.work().next_steps == ()
