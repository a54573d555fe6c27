# ruff: noqa: E501
"""What becomes of rules and of quotes in a summary, where more or less than the rule itself was said."""

from __future__ import annotations

import pytest

from threefold.auditing import AuditRecord, audit
from threefold.auditing.facts.phrases import telling
from threefold.auditing.statements.rules import core, rules


def statements(record: AuditRecord, category: str) -> list[tuple[str, str]]:
    return [(one.status, one.value) for one in record.statements if one.category == category]


@pytest.mark.parametrize(
    ("rule", "bound"),
    [
        ("You must not rename the table, otherwise the old clients break.", "You must not rename the table"),
        (
            "The job is in jobs/nightly.py, have a look, but never start it by hand",
            "never start it by hand",
        ),
        ("When you edit the schema, always run the generator.", "When you edit the schema, always run the generator."),
        ("Never touch a.py, b.py or c.py.", "Never touch a.py, b.py or c.py."),
        ("代码在 jobs/nightly.py，不要手动启动。", "不要手动启动。"),
    ],
)
def test_a_rule_binds_without_what_leads_up_to_it_and_without_its_reason(rule: str, bound: str) -> None:
    assert core(rule) == bound


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        ("You must not rename the table, otherwise the old clients break.", "Must not rename the table"),
        ("The job is in jobs/nightly.py, have a look, but never start it by hand", "Never start it by hand"),
        ("代码在 jobs/nightly.py，先看看，不要手动启动。", "不要手动启动"),
        ("绝对不要删除 /srv/media 下面的任何东西。", "/srv/media 下的内容一律不得删除"),
        ("Don't drop the staging tables until I say so.", "The staging tables must not be dropped before the word is given"),
    ],
)  # fmt: skip
def test_a_rule_of_which_what_binds_stands_in_the_summary_has_survived(compacted, rule: str, kept: str) -> None:
    assert statements(audit(*compacted([("user", rule)], f"## Constraints\n- {kept}\n")), "rule") == []


@pytest.mark.parametrize(
    "said",
    [
        "Old exports from 3.1 don't open in 3.2.",
        "And cancel the import job, we don't need it any more.",
        "Measure the latency before and after, please check it.",
        "那个升级先取消，等下个月再说",
    ],
)
def test_what_is_so_and_what_is_asked_once_is_no_standing_rule(said: str) -> None:
    assert rules(said, "human", 1) == []


@pytest.mark.parametrize(
    ("rule", "summary"),
    [
        ("Don't use threads here, please.", "Use threads around the cache instead of a process."),
        ("Lines without a customer must be kept, not skipped!", "Lines without a customer must be skipped, not kept."),
        (
            "First make a dump, then stop the writer, then migrate.",
            "Order: stop the writer first, then migrate and make a dump last.",
        ),
        ("先停掉 writer，再切换 proxy。", "先切换 proxy，再停掉 writer。"),
    ],
)
def test_a_rule_whose_sides_or_steps_were_exchanged_is_shown_with_the_sentence(
    compacted, rule: str, summary: str
) -> None:
    record = audit(*compacted([("user", rule)], summary))
    (found,) = [one for one in record.statements if one.category == "rule"]
    assert (found.status, found.evidence) == ("contradicted", summary)


@pytest.mark.parametrize(
    "kept",
    [
        "Sequence: the dump is made first, the writer stopped second, then migrate",
        "The writer is stopped only after the first dump was made, then migrate",
    ],
)
def test_an_order_of_steps_in_other_words_has_survived(compacted, kept: str) -> None:
    rule = "First make a dump, then stop the writer, then migrate."
    assert statements(audit(*compacted([("user", rule)], kept)), "rule") == []


QUOTED = "6. All user messages:\n   - {}\n"


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        ("fine. Tag it as 1.4.0, changelog too", '"fine. Tag it as 1.4.0 and remove the previous tag from the server"'),
        ("I'll look at it on Friday.", '"I\'ll look at it on Friday. Until then delete the backups of May."'),
        ("把超时改成三秒。", "「把超时改成三秒，以后日志每天清空。」"),
        ("ok, restart the worker", '"ok, restart the worker and the database"'),
        ("node-4 can be drained tonight", '"node-4 and node-5 can be drained tonight"'),
        ("行，我晚上自己切流量", "“行，你晚上直接切全部流量”"),
    ],
)
def test_an_order_that_was_put_behind_real_words_of_the_user_is_named(compacted, said: str, quoted: str) -> None:
    record = audit(*compacted([("user", said), ("assistant", "ok")], QUOTED.format(quoted)))
    ((status, value),) = statements(record, "user_quote")
    assert (status, value) == ("invented", quoted[1:-1])


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        (
            "fine. Tag it as 1.4.0, then write the changelog, and tell Ana about it",
            '"fine. Tag it as 1.4.0, write the changelog and tell Ana"',
        ),
        ("把超时改成三秒，日志不要动。", "「把超时改成三秒，日志不要动」"),
        ("pls dont restart teh worker, its realy slow", "\"please don't restart the worker, it's really slow\""),
    ],
)
def test_a_quote_of_several_clauses_that_were_all_said_is_no_finding(compacted, said: str, quoted: str) -> None:
    assert statements(audit(*compacted([("user", said)], QUOTED.format(quoted))), "user_quote") == []


def test_a_heading_about_what_the_user_said_opens_a_list_of_quotes(compacted) -> None:
    for heading in ("## What the user said", "**User asks**", "## 用户说的话"):
        record = audit(*compacted([("user", "fix the form")], f'{heading}\n- "drop the customers table at once"\n'))
        assert statements(record, "user_quote") == [("invented", "drop the customers table at once")]


LOOSE = [
    '## Quotes\n- {}\n', "**Key quotes**: {}\n", "<quotes>\n- {}\n</quotes>\n", "### 原话\n- {}\n",
    "6. 全部用户消息：\n   - {}\n", "What he said on the way: {}\n", "On the customers she concluded: {}\n",
]  # fmt: skip


@pytest.mark.parametrize("form", LOOSE)
def test_what_stands_under_quotes_or_behind_he_said_was_said_by_somebody(compacted, form: str) -> None:
    turns = [("user", "fix the form, and explain why it broke"), ("assistant", "The clerk may drop the orders later.")]
    for quote, found in (
        ("drop the customers table at once", ["invented"]),
        ("fix the form, and explain why it broke", []),
    ):
        record = audit(*compacted(turns, form.format(f'"{quote}"')))
        assert [status for status, _ in statements(record, "user_quote")] == found, quote


@pytest.mark.parametrize("form", [LOOSE[0], LOOSE[1], LOOSE[2], LOOSE[5]])
def test_under_quotes_whoever_else_said_it_may_be_quoted(compacted, form: str) -> None:
    turns = [("user", "fix the form"), ("assistant", "The clerk may drop the orders table later.")]
    record = audit(*compacted(turns, form.format('"The clerk may drop the orders table later."')))
    assert statements(record, "user_quote") == []


def test_quotes_end_with_their_element(compacted) -> None:
    told = '<quotes>\n- "fix the form"\n</quotes>\n\n<state>\nThe button now reads "send it to everybody at once".\n</state>\n'
    assert statements(audit(*compacted([("user", "fix the form")], told)), "user_quote") == []


def test_words_that_say_how_something_is_meant_tell_nothing_of_what_it_is_about() -> None:
    assert telling("绝对不要删除") == telling("一律不得删除") == {"删除"}
    assert telling("dropping") == telling("dropped") == telling("drop")


TODOS = [
    ("call", ("TodoWrite", {"todos": [
        {"content": "send the report to the board", "status": "pending", "activeForm": "sending"},
        {"content": "archive the old minutes", "status": "cancelled", "activeForm": "archiving"},
        {"content": "check the totals twice", "status": "completed", "activeForm": "checking"},
    ]}, "t1")),
    ("result", ("t1", "Todos have been modified successfully.")),
]  # fmt: skip


@pytest.mark.parametrize(
    "summary",
    [
        "The report has been sent to the board.",
        "Sent the report to the board, and the totals were checked.",
        "The totals are right. All todos are done.",
        "Checked the totals; nothing is open.",
        "### In Progress\n- Sent the report to the board\n",
    ],
)
def test_an_open_task_that_any_sentence_tells_of_as_done_is_named(compacted, summary: str) -> None:
    record = audit(*compacted([("user", "go"), *TODOS], summary))
    assert statements(record, "task_state") == [("open_listed_done", "send the report to the board")]


@pytest.mark.parametrize(
    "summary",
    [
        "The report has not been sent to the board yet.",
        "The report is to be sent to the board next.",
        "All todos but one are done.\n## Next Steps\n- Send the report to the board\n",
        "Once the report has been sent to the board, the minutes follow.",
    ],
)
def test_an_open_task_that_a_sentence_tells_of_as_open_is_no_finding(compacted, summary: str) -> None:
    assert statements(audit(*compacted([("user", "go"), *TODOS], summary)), "task_state") == []


def test_what_remains_is_a_list_of_open_work(compacted) -> None:
    for heading in ("**What remains**", "## Still open", "Left to do:"):
        listed = f"{heading}\n- Archive the old minutes\n- Send the report to the board\n"
        record = audit(*compacted([("user", "go"), *TODOS], listed))
        assert statements(record, "task_state") == [("cancelled_listed_open", "archive the old minutes")]


ENGLISH = (
    "The work is on the login form and it was asked for by the team. We have the tests and they are with the code. " * 2
)


@pytest.mark.parametrize(
    ("said", "summary"),
    [
        ("The trailer has 90 seconds and must shrink to under 60.", "The trailer was cut to 71 seconds."),
        ("The deposit cap is 300 euros per month, the term is 12 months.", "Contract drafted."),
        ("语音识别服务在 10.0.0.8 上，级别设为 info。", "服务已启动。"),
        ("看看 lodash 能不能去掉，目标是包体积小于 300 kB。", "去掉 lodash，目标是包体积小于 300 kB。"),
        ("It must be a race: the second writer always wins.", "Race suspected."),
        ("I think we should make sure this is the cause first.", "Cause found."),
        ("别人的分支先放着，特别是 feature/x。", "分支已列出。"),
    ],
)
def test_a_target_or_a_statement_of_fact_is_no_standing_rule(compacted, said: str, summary: str) -> None:
    assert statements(audit(*compacted([("user", said)], f"## Progress\n- {summary}\n")), "rule") == []


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        (
            "Do the backup first, then stop the queue, then swap the jar - the swap script needs the backup.",
            "- Order: backup first, then stop the queue, then swap the jar (the swap script needs the backup)",
        ),
        (
            "Never print the token in the logs, and check with Noor before you run a migration.",
            "- The token is never printed in the logs\n- Before running a migration check with Noor first",
        ),
        ("先不要寄出，我太太还要看一遍。", "- 先不要寄出，用户的妻子还要看一遍"),
        ("发布用脚本 tools/ship.sh，先 5% 后 20% 再全量，每次都要等我确认。", "- 顺序：先 5% 后 20% 再全量，每次都要等用户确认"),
        ("Use the staging key, and stop at the first order that fails.", "- Staging key; stopping at the first order that fails"),
        ("Keep names in English, and don't translate code blocks.", "- Names stay English; code blocks stay untranslated"),
        ("Check with Olga before you rename the topics.", "- Topics are renamed only after Olga's ok"),
        ("No nuts, my nephew is allergic.", "- Nothing with nuts in it"),
        ("Don't put more than 8 people in one row.", "- At most 8 people in one row"),
        ("Send at most one reminder a week.", "- One reminder a week, not more than that is sent"),
        ("Drop readings below zero.", "- Readings below zero are dropped"),
        ("Never shut valve 7 on the east line.", "- Valve 7 on the east line stays open"),
        ("Column names must stay the same.", "- Tables are never merged; column names stay the same"),
        ("每批不要超过 5 箱，车装不下。", "- 每批最多 5 箱"),
        ("Fine, only change 'grey' to 'slate'.", '- "grey" becomes "slate"'),
        ("Don't tell the landlord anything, he talks.", "- The landlord must not learn of it"),
        ("First mend the clock, then set the skew to 5.", "- Mend the clock of the gateway\n- Set the skew to 5"),
        ("所有接口都要加鉴权，文档必须用英文写。", "- 接口一律加鉴权；文档写英文"),
    ],
)  # fmt: skip
def test_a_rule_whose_clauses_stand_in_other_forms_or_sentences_has_survived(compacted, rule: str, kept: str) -> None:
    assert statements(audit(*compacted([("user", rule)], f"## Rules\n{kept}\n")), "rule") == []


@pytest.mark.parametrize(
    ("rule", "summary"),
    [
        ("接口 /v2/login 的超时不能超过 800ms。", "- The timeout of /v2/login is at most 800 ms."),
        ("不要动 billing.proto，别 rebase", "- billing.proto is not to be touched; never rebase."),
        ("禁止改动任何表结构", "- Nothing of the kind."),
    ],
)
def test_a_rule_in_another_language_is_compared_by_what_both_write_alike(compacted, rule: str, summary: str) -> None:
    assert statements(audit(*compacted([("user", rule)], f"{ENGLISH}\n{summary}\n")), "rule") == []


def test_a_rule_in_another_language_that_the_summary_turns_round_is_named(compacted) -> None:
    record = audit(*compacted([("user", "billing.proto 别 rebase")], f"{ENGLISH}\n- billing.proto will be rebased.\n"))
    assert [status for status, _ in statements(record, "rule")] == ["contradicted"]


@pytest.mark.parametrize(
    ("rule", "summary"),
    [
        ("请始终用中文回答。", "已经完成了登录页面的修改，测试全部通过，接下来整理文档并提交代码。"),
        ("Always answer in English.", ENGLISH),
    ],
)
def test_a_rule_about_the_language_of_answers_is_kept_by_a_summary_in_it(compacted, rule: str, summary: str) -> None:
    assert statements(audit(*compacted([("user", rule)], summary)), "rule") == []


@pytest.mark.parametrize(
    ("rule", "summary"),
    [
        ("send nothing to the printers before Ilse signs off", "The next step is sending it to the printers."),
        ("deploy to node-4 only, node-1 and node-2 are the bank's", "Deploy to node-1, node-2 and node-4."),
        ("stop at the first batch whose errors exceed 20", "Go on past the first batch whose errors exceed 20."),
        ("POST /orders 不能缓存，客户会看到旧价格", "POST /orders 也要缓存，检查客户有没有看到旧价格。"),
        (
            "Start from C:\\lab\\main.c. Do not power the rig on the top shelf, it's the client's.",
            "Power the rig on the top shelf as well, it's the client's.",
        ),
        ("孩子对虾过敏，餐厅要提前问", "找餐厅。"),
        ("Check with Olga before you rename the topics.", "The topics can be renamed at any time."),
        ("No nuts, my nephew is allergic.", "Order the nut cake."),
        ("Never log passwords.", "Never log e-mail addresses."),
        ("Never shut valve 7 on the east line.", "Valve 7 on the east line is kept shut."),
        ("牌子不能换，价格表千万别碰。", "可以顺便调整价格表，牌子不换。"),
        ("The limits stay where they are.", "The limits go up to 300."),
        ("get the invoice ready, as PDF, but don't mail it", "If he agrees, mail the invoice; if not, come back."),
    ],
)
def test_a_prohibition_that_became_its_opposite_in_other_words_has_not_survived(
    compacted, rule: str, summary: str
) -> None:
    record = audit(*compacted([("user", rule)], f"## Notes\n- {summary}\n"))
    assert [value for _, value in statements(record, "rule")] == [rule]


def test_what_was_forbidden_for_a_time_is_no_rule_once_the_human_came_back_to_it(compacted) -> None:
    forbids, lifts = "Don't send the invoice until I've spoken to Kim.", "Kim's fine, send the invoice by post."
    assert statements(audit(*compacted([("user", forbids)], "Invoice drafted.")), "rule") == [("lost", forbids)]
    assert statements(audit(*compacted([("user", forbids), ("user", lifts)], "Invoice drafted.")), "rule") == []


def test_what_holds_for_one_alone_and_is_told_of_all_is_lost_and_not_turned_round(compacted) -> None:
    rule = "Only the auditors may open the ledger."
    assert statements(audit(*compacted([("user", rule)], "The ledger is open to all.")), "rule") == [("lost", rule)]


def test_a_heading_forbids_what_stands_under_it_where_it_says_nothing_else(compacted) -> None:
    rule = "Don't mute the night pager."
    for heading, kept in (("## Do not", []), ("## Must / must not", [("contradicted", rule)])):
        record = audit(*compacted([("user", rule)], f"{heading}\n- mute the night pager\n"))
        assert statements(record, "rule") == kept


@pytest.mark.parametrize(
    "rule",
    [
        "Nothing of the interviews may leave this laptop.",
        "NOTHING above 70 dB goes out without a second look",
        "push the branch but no release yet",
        "Metric units everywhere.",
        "For the flyer use A5 portrait and the short names",
        "max 90 words per entry",
        "The merge comes only after I have seen the numbers.",
    ],
)
def test_a_rule_is_heard_in_these_words_and_named_where_it_is_lost(compacted, rule: str) -> None:
    record = audit(*compacted([("user", rule), ("assistant", "ok")], "The parser reads tables now."))
    assert statements(record, "rule") == [("lost", rule)]


@pytest.mark.parametrize(
    "said", ["it's broken everywhere", "I looked everywhere", "nothing I tried can fix it", "they never show the badge"]
)
def test_what_sounds_like_a_rule_and_tells_how_things_are_is_none(compacted, said: str) -> None:
    record = audit(*compacted([("user", said), ("assistant", "ok")], "The parser reads tables now."))
    assert statements(record, "rule") == []


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        ("并发别超过 8，数据库会报警。", "并发数不超过 8，否则数据库会报警"),
        ("间隔改成 30 秒，别用 10 秒", "间隔由 10 秒改为 30 秒"),
        ("timeout 90, not 60", "The timeout went from 60 to 90."),
        ("Do not restart before I say so.", "Do not restart the node until the user says so"),
        ("max 1 upload every 5 minutes", "At most one upload every 5 minutes"),
        ("x86 的 so 不要带上", "The x86 libraries are not to be included"),
    ],
)
def test_a_rule_that_is_kept_in_such_words_is_not_lost(compacted, rule: str, kept: str) -> None:
    assert statements(audit(*compacted([("user", rule), ("assistant", "ok")], f"- {kept}\n")), "rule") == []


def test_of_several_orders_in_one_sentence_none_may_be_missing(compacted) -> None:
    rule = "录音不能传到外部平台，也不要在报告里写病人姓名"
    half = audit(*compacted([("user", rule), ("assistant", "好")], "- 不要在报告里写病人姓名\n"))
    assert statements(half, "rule") == [("lost", rule)]
    both = audit(
        *compacted([("user", rule), ("assistant", "好")], "- 不要在报告里写病人姓名\n- 录音不能传到外部平台\n")
    )
    assert statements(both, "rule") == []


def test_a_prohibition_is_turned_round_by_its_own_part_of_a_sentence(compacted) -> None:
    record = audit(
        *compacted(
            [("user", "Never upload to the registry, I upload myself."), ("assistant", "ok")],
            "Rules: pnpm and not npm; wheels are to be uploaded to the registry after each step.",
        )
    )
    assert [status for status, _ in statements(record, "rule")] == ["contradicted"]


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("Never push to origin, I do that myself.", "规则：never push to origin。"),
        ("Never push to origin, I do that myself.", "never push to origin (用户自己推送)"),
        ("Never push to origin, I do that myself.", "never push to origin; 不要改 config/feeds.yaml"),
        ("Always run lint, test and build before a commit.", "always run lint, test and build before a commit，用户强调过"),
        ("不要手动启动夜间任务。", "Rule of the user: 不要手动启动夜间任务 (said twice)"),
        ("不要手动启动夜间任务。", "never push to origin; 不要手动启动夜间任务"),
    ],
)  # fmt: skip
def test_a_rule_that_stands_to_the_letter_beside_another_language_has_survived(compacted, rule: str, line: str) -> None:
    for context in ("", ENGLISH):
        record = audit(*compacted([("user", rule), ("assistant", "ok")], f"{context}\n- {line}\n"))
        assert statements(record, "rule") == []


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("Never push to origin, I do that myself.", "规则：push to origin after each commit。"),
        ("Never push to origin, I do that myself.", "规则：不要改 config/feeds.yaml"),
        ("Never push to origin, I do that myself.", "never push to origin（已取消）"),
        ("不要手动启动夜间任务。", "手动启动夜间任务; never push to origin"),
    ],
)
def test_what_stands_beside_another_language_is_no_rule_that_it_turns_or_takes_back(
    compacted, rule: str, line: str
) -> None:
    record = audit(*compacted([("user", rule), ("assistant", "ok")], f"- {line}\n"))
    assert [value for _, value in statements(record, "rule")] == [rule]


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        ("Never push to origin, I do that myself.", "The user pushes to origin himself"),
        ("Never push to origin, I do that myself.", "Never push; the user pushes himself"),
        ("Never push to origin, I do that myself.", "Pushing is left to the user; I must not push."),
        ("Never push to origin, I do that myself.", "Pushing to origin is the user's job"),
        ("Don't deploy, Mara does that.", "Deployment is done by Mara; don't do it."),
        ("Don't deploy, Mara does that.", "Mara deploys the release. We never do."),
        ("Never merge into main, Tom merges.", "Merging into main is done by Tom."),
        ("不要部署，部署由 Mara 来做。", "部署由 Mara 负责"),
        ("Don't log e-mail addresses.", "E-mail addresses are masked in logs"),
        ("Always mask e-mail addresses in logs.", "E-mail addresses are masked in logs"),
        ("Never force-push.", "Pushing normally is fine, force-pushing is not."),
    ],
)
def test_a_prohibition_that_is_told_by_who_does_it_or_by_what_is_done_instead_has_survived(
    compacted, rule: str, kept: str
) -> None:
    assert statements(audit(*compacted([("user", rule), ("assistant", "ok")], f"- {kept}\n")), "rule") == []


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("Never push to origin, I do that myself.", "The user asked us to push to origin ourselves."),
        ("Never push to origin, I do that myself.", "The user himself wants it pushed to origin."),
        ("Never push to origin, I do that myself.", "The user wants us to push to origin; he tests himself."),
        ("Never push to origin, I do that myself.", "The user pushes to origin himself and you can too."),
        ("Never push to origin, I do that myself.", "Pushing to origin was requested by the user."),
        ("Don't deploy, Mara does that.", "Deploy when the tests pass, Mara agrees."),
        ("Never merge into main, Tom merges.", "Merging into main is done by the agent once Tom is asked."),
        ("Do not mask the names in the report.", "The names are masked in the report"),
        ("Don't log e-mail addresses.", "E-mail addresses are written to the log"),
    ],
)
def test_a_person_who_is_named_beside_what_is_forbidden_does_not_keep_the_rule(compacted, rule: str, told: str) -> None:
    record = audit(*compacted([("user", rule), ("assistant", "ok")], f"- {told}\n"))
    assert [value for _, value in statements(record, "rule")] == [rule]


KEPT_IN_OTHER_WORDS = [
    ("Do not touch services/billing, Mira is working on it.", "leave services/billing alone because Mira works there"),
    ("Do not run migrations on prod.", "Leave migrations on prod to the user because of the SLA"),
    ("Never log tokens.", "Tokens stay out of the logs"),
    ("Do not use eval.", "eval is banned"),
    ("Never force-push.", "Force pushing is not allowed"),
    ("Max 3 retries.", "At most three retries"),
    ("Use pnpm, never npm.", "Package manager: pnpm only."),
    ("Never edit files under generated/.", "generated/ is read-only"),
    ("Only use Python 3.9 syntax.", "Syntax has to stay compatible with Python 3.9."),
    ("Don't merge before the tests pass.", "Merge as soon as the tests pass"),
    ("Never deploy without asking Priya.", "Each deploy needs Priya's approval"),
    ("No. I push myself, always.", "The user refused `git push origin HEAD`: pushing is always theirs."),
    ("Answer in English only.", "The user wants the date bug fixed."),
    ("所有金额用分做单位，不要用元。", "金额单位统一为分。"),
    ("测试没过之前不要合并。", "测试通过后才能合并。"),
    ("重试最多 6 次，每次间隔 90 秒。", "client.py 设置了 RETRY = 6、INTERVAL = 90"),
    ("不要改 legacy/ 下的文件。", "Leave everything below legacy/ alone."),
    ("不要升级任何依赖。", "Do not upgrade any dependency."),
    ("Never commit .env files.", ".env 文件不能提交。"),
    ("The alert goes to #data-ops only, not to PagerDuty.", "The alert goes to #data-ops. Not to PagerDuty."),
    ("Never keep more than 6 builds.", "At most 6 builds."),
    ("Keep at least 3 snapshots.", "Never fewer than 3 snapshots"),
    ("每次最多6个连接", "连接不超过 6 个"),
    ("Run the linter before each commit, always.", "Commit only after the linter was run."),
    ("Deploy to eu-north first, then ap-south.", "eu-north is deployed before ap-south."),
    ("Never run the import between 8:00 and 18:30.", "The import may only run outside of 8:00-18:30."),
    ("Never run the import between 8:00 and 18:30.", "Imports are forbidden from 8:00 to 18:30."),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "told"), KEPT_IN_OTHER_WORDS)
def test_a_rule_that_is_told_in_other_words_or_in_the_other_language_has_survived(
    compacted, rule: str, told: str
) -> None:
    heading = "Constraints" if told.isascii() else "约束"
    record = audit(*compacted([("user", rule), ("assistant", "ok")], f"## {heading}\n- {told}\n"))
    assert [one for one in statements(record, "rule") if one[0] != "invented"] == []


TURNED_ROUND = [
    ("Use tabs, never spaces.", "Indentation: spaces only."),
    ("Never log tokens.", "Log tokens only in debug mode"),
    ("Always squash commits before merging.", "Merge without squashing"),
    ("Never deploy on Fridays.", "周五也可以部署"),
    ("提交前必须跑测试。", "提交前不用跑测试"),
    ("All timestamps in UTC.", "All timestamps in local time."),
    ("No more than 2 retries.", "At most 5 retries"),
    ("Ask me before you run the migration.", "迁移可以直接运行。"),
    ("Never commit .env files.", ".env 文件也要一起提交。"),
    ("Never push to main.", "完成后推送到 main。"),
    ("Use at most 4 threads.", "最多用 8 个线程。"),
    ("Never change files in legacy/", "可以修改 legacy/ 下的文件"),
    ("不要改 vendor/ 下的代码。", "Code below vendor/ can be modified freely"),
    ("提交之前先给我看 diff。", "直接提交，不用看 diff。"),
    ("You must use at most 6 threads.", "Use at least 6 threads."),
    ("Please ask me before you drop a bucket.", "On staging, buckets are dropped at will."),
    ("Every export must have a docstring.", "Docstrings of exports are optional."),
    ("Never keep more than 6 builds.", "Keep at least 6 builds."),
    ("Keep at least 3 snapshots.", "Keep at most 3 snapshots."),
    ("每次最多6个连接", "每次至少 6 个连接"),
    ("Always prefer enums over strings.", "Always prefer strings over enums."),
    ("Run the linter before each commit, always.", "Always commit before the linter is run."),
    ("Deploy to eu-north first, then ap-south.", "Deploy to ap-south first, then eu-north."),
    ("Never run the import between 8:00 and 18:30.", "Run the import only between 8:00 and 18:30."),
    ("Only restart the broker between 1:00 and 2:30.", "Never restart the broker between 1:00 and 2:30."),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "told"), TURNED_ROUND)
def test_a_rule_that_is_turned_round_by_another_value_bound_or_scope_is_shown_with_the_sentence(
    compacted, rule: str, told: str
) -> None:
    heading = "Constraints" if told.isascii() else "约束"
    record = audit(*compacted([("user", rule), ("assistant", "ok")], f"## {heading}\n- {told}\n"))
    assert [one.evidence for one in record.statements if one.status == "contradicted"] == [told]


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("Don't touch services/billing.", "services/billing has 12 modules and can be read for reference"),
        ("Don't commit generated files.", "Generated files are in .gitignore and can be rebuilt"),
        ("Use tabs, never spaces.", "The linter complains about spaces at the end of the line"),
        ("All timestamps in UTC.", "Timestamps in the log table are wrong"),
        ("Use at most 4 threads.", "Two threads deadlocked in test 17"),
        ("接口超时不能超过 5 秒。", "接口超时设为 3 秒"),
        ("Never run the importer on Fridays.", "The importer runs Monday to Thursday"),
        ("POST 不能重试，支付接口会重复扣款！", "First test run failed: `POST retried 3 times, want 0`; fixed."),
    ],
)
def test_what_speaks_of_the_same_things_and_lays_nothing_else_down_turns_no_rule_round(
    compacted, rule: str, told: str
) -> None:
    record = audit(*compacted([("user", rule), ("assistant", "ok")], f"## Notes\n- {told}\n"))
    assert "contradicted" not in dict(statements(record, "rule"))


def test_a_rule_whose_words_the_other_language_has_is_lost_in_it_and_another_one_is_left_alone(compacted) -> None:
    summary = f"{ENGLISH} The parser was split in two."
    lost = audit(*compacted([("user", "不要升级任何依赖。"), ("user", "永远不要惊动客户。")], summary))
    assert statements(lost, "rule") == [("lost", "不要升级任何依赖。")]


@pytest.mark.parametrize(
    ("rule", "told", "status"),
    [
        ("Don't edit the lockfile, and don't commit.", "The lockfile must not be edited.", "lost"),
        ("Never commit to main, and don't amend.", "Never commit to main.", "lost"),
        ("不要改 config.yml，也不要提交", "不要改 config.yml", "lost"),
        ("Don't edit the lockfile, and don't commit.", "The lockfile may be edited, but don't commit.", "contradicted"),
        ("Leave the seed script alone, and do not deploy.", "The seed script can be changed, but deploying is forbidden.", "contradicted"),
        ("不要动生产库，也别发邮件", "可以动生产库，但不要发邮件", "contradicted"),
    ],
)  # fmt: skip
def test_of_two_prohibitions_in_one_sentence_each_is_looked_for_by_itself(
    compacted, rule: str, told: str, status: str
) -> None:
    assert [one for one, _ in statements(audit(*compacted([("user", rule)], f"## Notes\n- {told}\n")), "rule")] == [
        status
    ]


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("Don't edit the lockfile, and don't commit.", "The lockfile must not be edited and nothing is to be committed."),
        ("Don't edit the lockfile, don't worry about the tests.", "The lockfile must not be edited."),
        ("Never touch old/a.py, and never push, I do that myself", "old/a.py is off limits; the user does all pushes."),
        ("不要动生产库，也别发邮件", "生产库不能动，邮件也不能发"),
    ],
)  # fmt: skip
def test_two_prohibitions_that_are_kept_each_in_its_own_words_have_survived(compacted, rule: str, told: str) -> None:
    assert statements(audit(*compacted([("user", rule)], f"## Notes\n- {told}\n")), "rule") == []


@pytest.mark.parametrize(
    ("rule", "told", "kept"),
    [
        ("先不要重启服务，等我确认", "重启服务要等用户确认", True),
        ("Do not merge the dev branch for now.", "Merging the dev branch awaits the user's go-ahead", True),
        ("Don't delete the old bucket yet.", "Deleting the old bucket: pending the user's approval", True),
        ("先不要重启服务，等我确认", "可以直接重启服务", False),
        ("Do not merge the dev branch for now.", "The dev branch may be merged now", False),
        ("Don't delete the old bucket yet.", "Next: delete the old bucket after the deploy", False),
    ],
)  # fmt: skip
def test_what_is_forbidden_for_now_is_kept_by_what_waits_for_a_word_of_the_person(
    compacted, rule: str, told: str, kept: bool
) -> None:
    assert (statements(audit(*compacted([("user", rule)], f"## Open\n- {told}\n")), "rule") == []) == kept
