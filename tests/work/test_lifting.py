"""Prohibitions that a person lifts later, and those that go on to hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from threefold.work.sentences.forbidding import bans
from threefold.work.sentences.lifting import left_of, lifts

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]

LIFTED = [
    ("Don't change any code yet.", "ok, fix it now"),
    ("Do not edit anything.", "good, please go ahead and fix it and commit"),
    ("Plan only, do not write code: why does the parser lose rows?", "looks right, implement it"),
    ("Never commit, I do that.", "actually you may commit this one yourself"),
    ("Don't commit until I have looked at it.", "looks good to me, commit it"),
    ("Don't edit or commit anything.", "fix it and commit"),
    ("Don't touch the users table yet.", "You can change the users table now."),
    ("Don't delete the old table yet.", "fine, drop it"),
    ("No code changes for now please.", "Go ahead."),
    ("Don't make any edits.", "Forget what I said about edits, change what you like"),
    ("The read-only rule: do not edit any files.", "The restrictions no longer apply."),
    ("Please do not make any code changes yet", "Please make the changes now"),
    ("You are not allowed to edit files.", "You may edit files now."),
    ("先不要改代码，看看解析器为什么丢行。", "可以，改吧，然后提交"),
    ("请不要修改任何文件。", "把解析器修一下吧"),
    ("别动数据库。", "现在可以改数据库了"),
    ("绝对不要提交", "这次你可以提交"),
    ("Do not push to origin.", "Great, you can push now"),
    ("Don't touch the billing API.", "You may break the API after all, it is a new version"),
    ("No new dependencies please.", "You may add dependencies after all"),
    ("Don't rename the columns.", "you may rename the columns now"),
    ("Don't use lodash.", "ok, you can use lodash"),
    ("Leave the fixtures alone.", "ok, now fix the fixtures as well"),
    ("Don't edit `tsconfig.json`.", "tsconfig.json may be edited now"),
    ("Don't add plugins.", "hm, forget what I said about plugins"),
    ("Don't modify the config or the schema.", "You can change the config and the schema now"),
    ("Hands off the mailer.", "The mailer is no longer off limits"),
    ("Never push to origin.", "you can push now"),
    ("不要改 tsconfig.json。", "tsconfig.json 可以改了"),
    ("别删旧页面。", "旧页面现在可以删了"),
    ("暂时不要动 config/dev.yaml。", "好，现在可以改 dev.yaml 了，端口设成 80"),
    ("不要动数据库结构，先优化查询", "那就加个字段吧，表结构可以改"),
    ("不要用 lodash。", "现在可以用 lodash 了"),
    ("保持接口不变。", "接口可以改了"),
    ("不要动 deploy.sh。", "之前说的不要动 deploy.sh 作废"),
    ("Don't rewrite history.", "you may rewrite history here"),
    ("Do not deploy to staging.", "okay, we can deploy now"),
    ("别动老代码", "老代码随便改"),
    ("不要动测试", "测试也一起改了吧"),
    ("不要发邮件给客户。", "现在可以给客户发邮件了"),
    ("不要改公共接口", "公共接口的限制取消了"),
]
HELD = [
    ("Don't change any code yet.", "why did you change it?"),
    ("Don't change any code yet.", "Write the plan to plan.md"),
    ("Don't change any code yet.", "I committed your fix"),
    ("Don't edit or commit anything.", "fix it"),
    ("Never commit, I do that.", "fix the parser, then commit"),
    ("Never push to main.", "push the branch"),
    ("Don't touch the users table.", "ok, fix it now"),
    ("Don't commit unless the tests pass.", "commit"),
    ("Don't push.", "You can push once CI is green."),
    ("Do not edit files.", "If it is the off-by-one, fix it."),
    ("Don't change code in src/auth.", "change the code in src/web"),
    ("Don't push to main, use the release branch.", "push to main"),
    ("Don't commit.", "The commit looks good."),
    ("Don't write comments in code.", "fix it"),
    ("Don't make breaking changes.", "fix it now"),
    ("Don't touch anything in vendor/.", "fix the vendor import"),
    ("Don't edit more than one file.", "fix it"),
    ("Don't push anything.", "Push notifications are late."),
    ("Don't edit anything.", "Edit: I meant the other file"),
    ("No, remove this again.", "remove the tests"),
    ("Do not change public APIs.", "you can change the private ones"),
    ("不要改变量名。", "改吧"),
    ("先不要改代码", "为什么要改？"),
    ("不要提交。", "我提交了"),
    ("别提交", "不，提交是我的事"),
    ("不要推送到 main", "推送到 dev"),
    ("永远不要提交", "提交吧"),
    ("Never push to main.", "you can push now"),
    ("Don't push.", "you can push later"),
    ("Don't push to origin.", "you can commit now"),
    ("Don't touch the API or the schema.", "The API may be changed now"),
    ("Don't touch src/mail/send.py", "you may edit src/mail/read.py"),
    ("Don't touch the tests.", "you may edit tests/test_sync.py"),
    ("Don't touch the tests.", "ignore the failing tests"),
    ("Don't touch the API.", "don't forget what I said about the API"),
    ("Don't use lodash.", "you can use ramda"),
    ("Leave it alone.", "fix it"),
    ("Leave the tests alone.", "ok, now run the tests as well"),
    ("别删旧接口。", "新接口可以删了"),
    ("别删旧接口。", "旧接口可以改了"),
    ("不要改配置。", "测试过了才能改配置"),
    ("不要改配置。", "配置可能改了"),
    ("不要动订单模块。", "取消订单时报错"),
    ("不要推送。", "不能推送了"),
    ("不要动 a.py。", "b.py 可以改了"),
    ("Do not commit secrets.", "you can commit now"),
    ("不要提交 .env 文件。", "可以提交了"),
    ("先别部署。", "什么时候可以部署？"),
    ("Never edit the generated files.", "you may edit them once the tests pass"),
    ("别碰支付模块。", "登录模块可以动了"),
    ("Never push to main without review.", "you can push now"),
]


@pytest.mark.parametrize(("rule", "words"), LIFTED)
def test_words_that_order_or_allow_what_was_forbidden_lift_it(rule: str, words: str) -> None:
    assert lifts(rule, words)


@pytest.mark.parametrize(("rule", "words"), HELD)
def test_words_about_something_else_or_on_a_condition_lift_nothing(rule: str, words: str) -> None:
    assert not lifts(rule, words)


def test_deeds_are_lifted_one_by_one() -> None:
    rule = "Don't edit or commit anything."
    left = left_of(bans(rule), "ok, fix it", rule)
    assert [ban.deeds for ban in left] == [{"commit"}]
    assert left_of(left, "why?", rule) == left
    assert left_of(left, "and commit it", rule) == ()


def test_a_lifted_prohibition_is_no_longer_what_only_the_talk_holds(new_log: type[ClaudeLog]) -> None:
    def decided(*words: str) -> list[str]:
        log = new_log()
        for text in words:
            log.human(text)
            log.model("Understood.")
        return [item.text for item in log.work().decisions]

    assert decided("Don't push anything until I say so.") == ["Don't push anything until I say so."]
    assert "Don't push anything until I say so." not in decided(
        "Don't push anything until I say so.", "ok, push it now"
    )
    assert "先不要推送任何东西。" in decided("先不要推送任何东西。", "看看测试")
    assert "先不要推送任何东西。" not in decided("先不要推送任何东西。", "可以推送了")


@pytest.mark.parametrize(
    ("rule", "later"),
    [
        ("Wait with the deploy until I say so.", "go ahead and deploy"),
        ("Hold the release until I have talked to QA.", "QA is happy, release it."),
        ("CI 没过之前先别合并", "CI 过了，合并吧"),
        ("Tell me why it is slow, no edits please.", "Right, go ahead and add the index."),
    ],
)
def test_what_was_to_wait_is_lifted_by_the_word_for_it(rule: str, later: str) -> None:
    assert lifts(rule, later)
