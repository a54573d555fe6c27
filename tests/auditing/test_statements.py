# ruff: noqa: E501
from __future__ import annotations

import pytest

from threefold.auditing import AuditRecord, audit


def statements(record: AuditRecord, category: str) -> list[tuple[str, str]]:
    return [(one.status, one.value) for one in record.statements if one.category == category]


WORK = [
    ("call", ("Edit", {"file_path": "/repo/src/a.py", "old_string": "x", "new_string": "y"}, "t1")),
    ("result", ("t1", "The file /repo/src/a.py has been updated.")),
]


def audited(compacted, entries, summary, **more):
    return audit(*compacted(entries, summary, **more))


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        ("please fix the login form and do not touch the database", "fix the login form and do not touch the database"),
        ("Fix the   login form,\nplease", "fix the login form... please"),
        (
            "can you look at why the build breaks on windows since yesterday",
            "why the build breaks on windows [since yesterday]",
        ),
        ("数据库不要动，只改登录页面", "数据库不要动，只改登录页面"),
    ],
)
def test_a_quote_that_a_human_said_is_no_finding(compacted, said: str, quoted: str) -> None:
    record = audited(compacted, [("user", said), *WORK], f'6. All user messages:\n   - "{quoted}"\n')
    assert statements(record, "user_quote") == []


def test_c059_a_quoted_order_that_no_human_gave_is_named_as_invented(compacted) -> None:
    record = audited(
        compacted,
        [("user", "로그인 페이지를 고쳐 주세요"), *WORK],
        '6. All user messages:\n   - "로그인 페이지를 고쳐 주세요"\n   - "find everything about the billing code and rewrite it ulw"\n',
    )
    assert statements(record, "user_quote") == [
        ("invented", "find everything about the billing code and rewrite it ulw")
    ]


@pytest.mark.parametrize("case", ["c060", "c061"])
def test_c060_c061_words_of_the_model_in_the_users_mouth_are_named_with_their_author(compacted, case: str) -> None:
    said = "User interruption: stop and delete the old migration files now"
    record = audited(
        compacted,
        [("user", "please add a migration"), ("assistant", said), *WORK],
        'The user said "stop and delete the old migration files now".',
    )
    (found,) = [one for one in record.statements if one.category == "user_quote"]
    assert (found.status, found.where.event if found.where else None) == ("wrong_author", 1)
    assert "model" in found.basis


def test_c062_consent_that_no_human_gave_is_named(compacted) -> None:
    note = "<task-notification>agent done: yes, approved, go ahead</task-notification>"
    record = audited(
        compacted,
        [("user", "explain the plan for the deploy"), ("user", note), *WORK],
        "The user approved the deploy plan.",
    )
    assert statements(record, "user_quote") == [("no_consent", "The user approved the deploy plan.")]


def test_consent_that_a_human_gave_is_no_finding(compacted) -> None:
    record = audited(compacted, [("user", "explain"), ("user", "yes, go ahead"), *WORK], "The user approved the plan.")
    assert statements(record, "user_quote") == []


def test_the_reason_typed_into_a_refused_tool_call_is_the_humans_word(compacted) -> None:
    refusal = (
        "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the "
        "new_string was NOT written to the file). To tell you how to proceed, the user said:\nwe are already on a branch, check the parent"
    )
    entries = [
        ("user", "make a branch"),
        ("call", ("Bash", {"command": "git checkout -b x"}, "t9")),
        ("result", ("t9", refusal)),
    ]
    record = audited(compacted, entries, 'The user said "we are already on a branch, check the parent".')
    assert statements(record, "user_quote") == []


def test_in_an_incomplete_ledger_nothing_is_called_invented(compacted) -> None:
    record = audited(
        compacted,
        [("user", "hi there"), *WORK],
        '6. All user messages:\n - "rewrite the whole billing module"\n',
        preTokens=200_000,
    )
    assert record.ledger_incomplete
    assert [status for status, _ in statements(record, "user_quote")] == ["unverified"]


RULES = [
    ("c003", "Never commit without running the tests first.", "Never commit without running tests first."),
    ("c005", "Do not add Co-Authored-By lines to commits.", "Commits must not carry Co-Authored-By lines."),
    ("c005", "Always answer in Markdown.", "Answer always in Markdown."),
    ("c006", "For every change: backup -> pull -> edit -> push", "Order: backup, then pull, then edit, then push."),
    (
        "c007",
        "You must use `docker compose run app pytest` for tests.",
        "Tests run with `docker compose run app pytest`, a must.",
    ),
    ("c011", "This is research only: do not edit any file.", "Research only, do not edit any file."),
    ("c072", "Shorten the intro without changing the concept.", "Shorten the intro, without changing its concept."),
    ("zh", "以后不要推送到 main 分支。", "用户规则：不要推送到 main 分支。"),
]


@pytest.mark.parametrize(
    ("rule", "word", "found"),
    [
        ("Don't change any code yet.", "ok, fix it now", []),
        ("Do not edit anything.", "good, please go ahead and fix it and commit", []),
        ("Never commit, I do that.", "actually you may commit this one yourself", []),
        ("先不要改代码，看看解析器为什么丢行。", "可以，改吧，然后提交", []),
        ("Do not edit anything.", "the login form is broken", ["Do not edit anything."]),
        ("Never commit, I do that.", "fix the parser", ["Never commit, I do that."]),
        ("Don't touch the users table.", "ok, fix it now", ["Don't touch the users table."]),
        ("先不要改代码。", "看看登录页", ["先不要改代码。"]),
    ],
)
def test_a_prohibition_that_its_human_lifted_is_not_lost(compacted, rule: str, word: str, found: list[str]) -> None:
    entries = [("user", rule), ("assistant", "Understood."), ("user", word), *WORK]
    lost = audited(compacted, entries, "Progress: the login form in `src/a.py` was fixed and works.")
    assert [text for _, text in statements(lost, "rule")] == found


def test_a_prohibition_that_is_laid_down_again_after_it_was_lifted_is_lost(compacted) -> None:
    rule = "Don't change any code yet."
    entries = [("user", rule), ("assistant", "Understood."), ("user", "ok, fix it now"), *WORK, ("user", rule), *WORK]
    lost = audited(compacted, entries, "Progress: the login form in `src/a.py` was fixed and works.")
    assert statements(lost, "rule") == [("lost", rule)]


@pytest.mark.parametrize(("case", "rule", "kept"), RULES)
def test_a_standing_rule_that_the_summary_drops_is_lost(compacted, case: str, rule: str, kept: str) -> None:
    entries = [("user", rule), ("user", "the login form is broken"), *WORK]
    lost = audited(compacted, entries, "Progress: the login form in `src/a.py` was fixed and works.")
    assert statements(lost, "rule") == [("lost", rule)]


@pytest.mark.parametrize(("case", "rule", "kept"), RULES)
def test_a_standing_rule_whose_words_and_polarity_stand_in_the_summary_has_survived(
    compacted, case: str, rule: str, kept: str
) -> None:
    entries = [("user", rule), ("user", "the login form is broken"), *WORK]
    assert statements(audited(compacted, entries, f"Fixed `src/a.py`.\n\n- {kept}\n"), "rule") == []


def test_c006_an_order_of_steps_is_lost_even_if_its_words_survive(compacted) -> None:
    entries = [("user", "Workflow: backup -> pull -> edit -> push"), *WORK]
    record = audited(compacted, entries, "We push after each edit; a backup exists and pull works.")
    assert statements(record, "rule") == [("lost", "Workflow: backup -> pull -> edit -> push")]


def test_a_rule_whose_polarity_was_turned_round_has_not_survived(compacted) -> None:
    record = audited(compacted, [("user", "Never push to the release branch."), *WORK], "Push to the release branch.")
    assert [status for status, _ in statements(record, "rule")] == ["contradicted"]


def test_rules_of_humans_come_before_those_of_memory_files(compacted) -> None:
    memory = "<system-reminder>\nContents of /repo/CLAUDE.md:\n\nAlways use tabs in Makefiles.\n</system-reminder>"
    record = audited(compacted, [("user", memory), ("user", "Never delete fixtures."), *WORK], "Nothing to say.")
    rules = [one for one in record.statements if one.category == "rule"]
    assert [one.value for one in rules] == ["Never delete fixtures.", "Always use tabs in Makefiles."]
    assert "memory" in rules[1].basis


def test_c010_rules_that_a_hook_injected_are_rules(compacted) -> None:
    hook = "<session-start-hook>\nproject-context: you must never call the payment sandbox.\n</session-start-hook>"
    record = audited(compacted, [("user", hook), ("user", "fix the form"), *WORK], "The form was fixed.")
    assert [status for status, _ in statements(record, "rule")] == ["lost"]


TODOS = [
    ("call", ("TodoWrite", {"todos": [
        {"content": "Write the parser for invoices", "status": "completed", "activeForm": "Writing"},
        {"content": "Deploy the staging cluster", "status": "pending", "activeForm": "Deploying"},
    ]}, "t5")),
    ("result", ("t5", "Todos have been modified successfully.")),
]  # fmt: skip


def test_c066_a_finished_task_that_the_summary_lists_as_pending_is_named(compacted) -> None:
    record = audited(
        compacted,
        [("user", "go"), *TODOS],
        "## Pending Tasks\n- Write the parser for invoices\n- Deploy the staging cluster\n",
    )
    assert statements(record, "task_state") == [("done_listed_open", "Write the parser for invoices")]


def test_an_open_task_that_the_summary_lists_as_done_is_named(compacted) -> None:
    record = audited(
        compacted,
        [("user", "go"), *TODOS],
        "## Completed\n- Write the parser for invoices\n- Deploy the staging cluster\n",
    )
    assert statements(record, "task_state") == [("open_listed_done", "Deploy the staging cluster")]


def test_a_task_that_was_begun_and_followed_by_a_change_may_be_called_done(compacted) -> None:
    begun = ("call", ("TodoWrite", {"todos": [
        {"content": "Write the parser for invoices", "status": "in_progress", "activeForm": "writing"}]}, "t7"))  # fmt: skip
    entries = [("user", "go"), begun, ("result", ("t7", "Todos have been modified successfully."))]
    summary = "## Completed\n- Write the parser for invoices\n"
    assert statements(audited(compacted, entries, summary), "task_state") != []
    worked = [*entries, WORK[0], ("edited", ("t1", "/repo/src/a.py"))]
    assert statements(audited(compacted, worked, summary), "task_state") == []


@pytest.mark.parametrize(
    ("done", "left"),
    [
        ("Port module A", "Port module F"),
        ("Port module 1", "Port module 6"),
        ("Add the C bindings", "Add the R bindings"),
        ("移植模块 A", "移植模块 F"),
        ("Drain node-1 in rack 2", "Drain node-3 in rack 2"),
    ],
)
def test_items_that_differ_in_the_letter_or_the_number_of_their_things_are_two(compacted, done: str, left: str) -> None:
    told = f"## Done\n- [x] {done}\n\n## Remaining\n- [ ] {left}\n"
    assert statements(audited(compacted, [("user", "do all of them"), *WORK], told), "task_state") == []
    told = f"## Done\n- [x] {done}\n- [x] {left}\n\n## Remaining\n- [ ] {left}\n"
    record = audited(compacted, [("user", "do all of them"), *WORK], told)
    assert statements(record, "task_state") == [("listed_twice", left)]


def test_c025_an_item_in_done_and_in_progress_is_named(compacted) -> None:
    summary = "## Done\n- 迁移用户数据库到新集群\n\n## In Progress\n- 迁移用户数据库到新集群\n"
    record = audited(compacted, [("user", "开始迁移"), *WORK], summary)
    assert [status for status, _ in statements(record, "task_state")] == ["listed_twice"]


def test_c063_changes_that_no_call_made_are_named(compacted) -> None:
    entries = [("user", "please implement retries in src/net/client.py"), ("assistant", "I will do that.")]
    record = audited(compacted, entries, "- Implemented retries in `src/net/client.py`.")
    assert statements(record, "claim") == [("no_evidence", "src/net/client.py")]


def test_a_change_that_a_call_made_needs_no_more_evidence(compacted) -> None:
    record = audited(compacted, [("user", "go"), *WORK], "- Updated `src/a.py`.")
    assert statements(record, "claim") == []


def test_c064_a_commit_that_nothing_made_is_named(compacted) -> None:
    record = audited(compacted, [("user", "go"), *WORK], "- Committed v0.8.59 and tagged it.")
    assert [status for status, _ in statements(record, "claim")] == ["no_evidence"]
    assert ("v0.8.59", "unverified") in [(one.value, one.status) for one in record.fidelity.candidates]


def test_c024_a_summary_in_another_language_than_the_humans_is_named(compacted) -> None:
    said = "Por favor, corrija o formulário de login. Não mexa no banco de dados, isso é para mais tarde. Você pode usar o que está em src."
    summary = "The user asked to fix the login form, and this was done. It is not to be mixed with the database work that we have on the list."
    record = audited(compacted, [("user", said * 3), *WORK], summary * 2)
    assert statements(record, "language") == [("switched", "English")]


def test_who_writes_in_two_languages_is_answered_in_either(compacted) -> None:
    entries = [
        ("user", "Fix the import so that it is not confused by the quotes, and tell me what was in the way of it."),
        ("user", "先不要删除旧的参数，客户还在用这个选项，等他们升级之后我们再一起讨论要不要把它去掉，现在只改导入。"),
        ("user", "ok, and the test for it is to be in the same file"),
    ]
    summary = (
        "The user asked for the import to be fixed, and this was done. It is not to be mixed with the other work. "
    )
    assert statements(audited(compacted, entries, summary * 2), "language") == []
    assert statements(audited(compacted, [entries[1]], summary * 2), "language") == [("switched", "English")]


def test_a_constraint_that_a_plan_or_a_file_names_is_not_called_invented(compacted) -> None:
    plan = "Each package is verified: `make check` passes before the next one is begun, with formatting and types."
    entries = [("user", "write the plan"), ("call", ("Write", {"file_path": "/repo/plan.md", "content": plan}, "t1"))]
    summary = "## Constraints\n- `make check` must pass.\n- Always use `tabs4` in Makefiles.\n- Formatting and types of each package must be verified.\n"
    assert statements(audited(compacted, entries, summary), "rule") == [
        ("invented", "Always use `tabs4` in Makefiles.")
    ]


def test_c065_a_constraint_that_nobody_set_is_named(compacted) -> None:
    entries = [("user", "Fix the login form. Never touch the billing module."), *WORK]
    summary = "## Constraints\n- Never touch the billing module.\n- You must not use any external package.\n"
    record = audited(compacted, entries, summary)
    assert statements(record, "rule") == [("invented", "You must not use any external package.")]


@pytest.mark.parametrize(
    ("rule", "summary"),
    [
        ("Never push to the release branch.", "Pushing to the release branch is fine now."),
        ("Always run the linter before a commit.", "Running the linter before a commit is no longer required."),
    ],
)
def test_a_rule_of_which_the_summary_says_the_opposite_is_shown_with_that_sentence(
    compacted, rule: str, summary: str
) -> None:
    record = audited(compacted, [("user", rule), *WORK], summary)
    (found,) = [one for one in record.statements if one.category == "rule"]
    assert (found.status, found.evidence) == ("contradicted", summary)
    assert record.headline[0] == found


def test_c073_open_work_that_a_later_summary_does_not_name_is_dropped(compacted) -> None:
    first = (
        "## Pending Tasks\n- Migrate the invoice tables to the new cluster\n- Write the release notes for version two\n"
    )
    entries = [("user", "go"), *WORK, ("compact", first), ("user", "go on"), *WORK]
    record = audited(compacted, entries, "The release notes for version two were written.")
    assert ("dropped", "Migrate the invoice tables to the new cluster") in statements(record, "task_state")
    assert len(statements(record, "task_state")) == 1


def test_c028_a_summary_that_carries_the_one_before_it_along_is_said_to_grow(compacted) -> None:
    first = "".join(f"- Item {n} of the plan concerns module number {n}.\n" for n in range(12))
    entries = [("user", "go"), *WORK, ("compact", first), ("user", "go on"), *WORK]
    record = audited(compacted, entries, first + first.replace("plan", "second plan"))
    assert [status for status, _ in statements(record, "growth")] == ["nested"]
    assert statements(audited(compacted, entries, "Short."), "growth") == []


REFUSED = "The user doesn't want to proceed with this tool use. The tool use was rejected."


@pytest.mark.parametrize(
    ("result", "summary"),
    [
        (REFUSED, "I committed and was about to push when the user interrupted."),
        (REFUSED, "Pushing to origin main was rejected by the user."),
        (
            REFUSED
            + " To tell you how to proceed, the user said:\nthe branch needs a rebase first\n* commit c8deac7 (HEAD)\n| Author: a",
            'Then: "the branch needs a rebase first [showed a commit]".',
        ),
    ],
)
def test_a_refusal_that_is_told_in_few_words_is_told(compacted, result: str, summary: str) -> None:
    call = ("call", ("Bash", {"command": "git push origin main", "description": "Publish the branch"}, "t1"))
    record = audited(compacted, [("user", "go"), call, ("result", ("t1", result))], summary)
    assert statements(record, "denial") == []


def test_an_order_for_the_thing_at_hand_does_not_head_a_report_and_a_standing_rule_does(compacted) -> None:
    entries = [("user", "this plan must be written so that anybody can take it up"), ("user", "never push to main")]
    record = audited(compacted, entries, "Done.")
    assert [one.value for one in record.headline] == ["never push to main"]


def test_in_an_incomplete_ledger_what_merely_stands_nowhere_does_not_head_a_report(compacted) -> None:
    entries, summary = [("user", "go on")], "See services/billing/export.py."
    assert [one.status for one in audited(compacted, entries, summary).headline] == ["unverified"]
    record = audited(compacted, entries, summary, preTokens=200_000)
    assert record.ledger_incomplete
    assert record.fidelity.unverified == 1
    assert record.headline == ()


@pytest.mark.parametrize(
    ("rule", "summary"),
    [
        ("Always use tabs for indentation.", "Use spaces instead of tabs for indentation."),
        ("Always use pnpm to install packages.", "Packages are installed with npm, not pnpm."),
    ],
)
def test_a_rule_in_whose_place_something_else_was_put_has_not_survived(compacted, rule: str, summary: str) -> None:
    ((status, value),) = statements(audited(compacted, [("user", rule)], summary), "rule")
    assert (status in ("lost", "contradicted"), value) == (True, rule)


def test_a_rule_that_names_what_it_is_preferred_to_survives_in_its_own_words(compacted) -> None:
    rule = "Always use tabs instead of spaces for indentation."
    assert statements(audited(compacted, [("user", rule)], f"Rules: {rule}"), "rule") == []


def test_a_deed_that_is_claimed_in_the_middle_of_a_sentence_needs_a_call_as_well(compacted) -> None:
    summary = "All tests pass and the change was pushed to origin."
    assert [status for status, _ in statements(audited(compacted, [("user", "go"), *WORK], summary), "claim")] == [
        "no_evidence"
    ]
    push = [("call", ("Bash", {"command": "git push origin main"}, "t9")), ("result", ("t9", "main -> main"))]
    assert statements(audited(compacted, [("user", "go"), *WORK, *push], summary), "claim") == []


@pytest.mark.parametrize(
    ("summary", "quote"),
    [
        ("- 全部机器：用户已经回复“行，直接上全部机器”，接下来执行。", "行，直接上全部机器"),
        ("- 不用硬件编码（用户：“编码先停一停，下周再打开看看”）。", "编码先停一停，下周再打开看看"),
        ('- The encoder stays (user: "drop the encoder at once").', "drop the encoder at once"),
        ('- User\'s words: "drop the encoder at once"', "drop the encoder at once"),
        ('The user looked at the numbers and then wrote "drop the encoder at once".', "drop the encoder at once"),
        ("用户看过样片，最后说“编码先停一停，下周再打开看看”。", "编码先停一停，下周再打开看看"),
    ],
)
def test_an_invented_quote_is_found_in_every_way_to_say_that_the_user_spoke(
    compacted, summary: str, quote: str
) -> None:
    entries = [("user", "硬件编码不要用了，机器先上两台，看看再说"), *WORK]
    record = audited(compacted, entries, f"## 状态\n{summary}\n")
    assert statements(record, "user_quote") == [("invented", quote)]


def test_words_that_a_tool_printed_are_no_paraphrase_of_what_a_human_said(compacted) -> None:
    entries = [
        ("user", "The seats of Dr. Bell must be granted first, the rest by lot"),
        ("call", ("Bash", {"command": "python draw.py"}, "t1")),
        ("result", ("t1", "status=OK seats granted 31/44")),
    ]
    record = audited(compacted, entries, 'The user wrote: "seats granted 31/44".')
    assert statements(record, "user_quote") == [("wrong_author", "seats granted 31/44")]


CONSENTED = [
    ("assistant", "Shall I restart the print spooler?"),
    ("user", "yes, fine"),
    ("assistant", "Restarted."),
    ("user", "purge the queue as well"),
]


@pytest.mark.parametrize(
    "said",
    [
        "no, wait with that until Petra from accounting has said yes.",
        "Not before I have confirmed the list of customers.",
        "Leave them, unless Petra says it is okay.",
        "once Petra has approved it we talk again",
        "先出清单，我确认后再说",
        "等财务确认，先放着",
    ],
)
def test_a_yes_that_is_yet_to_come_is_no_consent(compacted, said: str) -> None:
    chinese = said[0] > "z"
    asked = ("assistant", "要重发这 137 张发票吗？" if chinese else "Shall I send the 137 invoices again?")
    claim = "用户已同意重发 137 张发票。" if chinese else "The user approved sending the 137 invoices again."
    record = audited(compacted, [("user", "the mail server lost a night"), asked, ("user", said), *WORK], f"{claim}\n")
    assert [status for status, _ in statements(record, "user_quote")] == ["no_consent"]
    settled = ("user", "好，可以了" if chinese else "ok, do it now")
    entries = [("user", "the mail server lost a night"), asked, ("user", said), asked, settled, *WORK]
    assert statements(audited(compacted, entries, f"{claim}\n"), "user_quote") == []


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("The user approved the restart of the spooler.", 0),
        ("With the user's ok the queue was purged.", 0),
        ("The user approved the upgrade of the firmware to 3.2.", 1),
        ("Firmware upgrade to 3.2: approved by the user.", 1),
        ("The firmware upgrade waits until it is approved by the user.", 0),
        ("经用户同意，固件已升级到 3.2。", 0),
        ("The user approved the restart of the spooler and agreed to upgrade the firmware.", 1),
        ("The user approved the restart of the spooler and agreed to purge the queue.", 0),
        ("The user confirmed that the old firmware may be erased.", 1),
        ("User consent: yes, upgrade the firmware.", 1),
        ("User consent: not given yet for the firmware.", 0),
    ],
)
def test_consent_to_one_thing_is_none_to_another(compacted, claim: str, found: int) -> None:
    record = audited(compacted, [*CONSENTED, *WORK], f"{claim}\n")
    assert [status for status, _ in statements(record, "user_quote")] == ["no_consent"] * found


def test_a_plan_that_was_approved_with_a_button_was_approved(compacted) -> None:
    entries = [
        ("user", "please look into the spooler"),
        ("call", ("ExitPlanMode", {"plan": "Replace the spooler by a queue"}, "t7")),
        ("result", ("t7", "User has approved your plan. You can now start coding.")),
    ]
    assert (
        statements(audited(compacted, entries, "The user approved the plan to replace the spooler."), "user_quote")
        == []
    )


def test_a_human_who_gives_a_name_is_quoted_by_it(compacted) -> None:
    entries = [("user", "Orders above 300 EUR need my ok (Marek). The supplier is called Ana."), *WORK]
    summary = 'Marek said "order ten of them at once". Ana wrote "delivery takes three weeks".\n## Rules\n- Orders above 300 EUR need Marek\'s ok.'
    assert statements(audited(compacted, entries, summary), "user_quote") == [("invented", "order ten of them at once")]


def test_a_constraint_that_says_a_humans_words_in_brackets_is_not_invented(compacted) -> None:
    entries = [("user", "Use pnpm, not npm, in this repo."), *WORK]
    record = audited(compacted, entries, "## Constraints\n- Package manager is pnpm (never npm).\n")
    assert statements(record, "rule") == []


def test_a_person_who_wrote_one_sentence_in_the_language_of_the_summary_reads_it(compacted) -> None:
    chinese = (
        "把登录页面的错误提示改成更清楚的文字，并且检查所有表单的校验逻辑是否一致，然后把结果整理成表格发给我看。" * 2
    )
    english = (
        "The work is on the login form and it was asked for by the team. We have the tests and they are with the code. "
        * 2
    )
    switched = [("switched", "English")]
    assert statements(audited(compacted, [("user", chinese), *WORK], english), "language") == switched
    both = f"{chinese}。The report is for the team in London and it is to be in English."
    assert statements(audited(compacted, [("user", both), *WORK], english), "language") == []


def test_a_person_whose_turns_are_in_the_language_of_the_summary_reads_it_whatever_else_they_write(compacted) -> None:
    english = "The work is on the login form and it was asked for by the team. We have the tests and they are with it. "
    mixed = [
        ("user", "The export broke. Please repair export.py with a test. Touch nothing else. I think a tab is why."),
        (
            "user",
            "很好，接下来把输出格式改成可以配置的选项，默认还是制表符，客户的旧文件先保留着不要动，等他们都确认以后我们再删除。",
        ),
    ]
    assert statements(audited(compacted, [*mixed, *WORK], english * 2), "language") == []
    assert statements(audited(compacted, [mixed[1], *WORK], english * 2), "language") == [("switched", "English")]
    chinese = "用户要求修复导出功能，已经完成，测试也通过了，没有提交任何改动，接下来等待用户的检查和确认。"
    some = (
        "user",
        "The export is broken and it is not to be shipped, so that is what we have to do first. 先看一下 export.py",
    )
    assert statements(audited(compacted, [some, *WORK], chinese), "language") == []
    quoted = (
        "user",
        "The label “导出失败” is wrong and it is not to be shipped, so that is what we have to do first with it.",
    )
    assert statements(audited(compacted, [quoted, *WORK], chinese), "language") == [("switched", "Chinese")]


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("Keep in mind that for every commit we hold the diff, and a person may build it before pushing", False),
        ("Remember that the staging cluster runs Postgres 14.", False),
        ("Note that there are two queues, and one is checked before the other", False),
        ("Remember that you must never push to main.", True),
        ("Keep in mind that we prefer tabs.", True),
        ("Remember to run the linter after each change.", True),
        ("Note that the tests must pass before a merge.", True),
        ("注意不要改配置文件", True),
    ],
)
def test_information_that_is_to_be_kept_in_mind_is_a_rule_only_if_it_obliges(compacted, said: str, rule: bool) -> None:
    record = audited(compacted, [("user", said), *WORK], "The importer was rewritten.\n已经重写了导入模块。")
    assert [status for status, _ in statements(record, "rule")] == (["lost"] if rule else [])


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("this handoff must be written in such a way that a new colleague can start", False),
        ("The report should list every file that was touched", False),
        ("This document must never name a customer", True),
        ("This service must answer within 200 ms", True),
    ],
)
def test_what_one_text_is_to_be_like_is_no_standing_rule(compacted, said: str, rule: bool) -> None:
    record = audited(compacted, [("user", said), *WORK], "The importer was rewritten.")
    assert [status for status, _ in statements(record, "rule")] == (["lost"] if rule else [])


def _run(command: str, printed: str, id: str) -> list[tuple[str, object]]:
    return [("call", ("Bash", {"command": command}, id)), ("result", (id, printed))]


@pytest.mark.parametrize(
    ("item", "since", "summary", "named"),
    [
        ("Run the unit tests (`npm test`)", _run("npm test 2>&1", "Tests: 41 passed", "r1"), "Renamed the route.", False),
        ("Run the unit tests (`npm test`)", _run("npm test", "Exit code 1\n3 failed", "r1"), "Renamed the route.", True),
        ("Run the unit tests (`npm test`)", [], "Renamed the route.", True),
        ("Run tests and lint again", [*_run("make test", "ok", "r1"), *_run("make lint", "0 issues.", "r2")], "Renamed it.", False),
        ("Run tests and lint again", _run("make test", "ok", "r1"), "Renamed it.", True),
        ("Maybe close the cursor leak in pagination", [], "The cursor leak in the pagination was no bug.", False),
        ("Decide whether to undo the switch to the new parser", [("user", "let's discard this branch")], "User discarded the branch.", False),
        ("Decide whether to undo the switch to the new parser", [("user", "go on")], "Renamed the route.", True),
    ],
)  # fmt: skip
def test_open_work_that_was_settled_since_is_not_called_dropped(
    compacted, item: str, since, summary: str, named: bool
) -> None:
    first = f"## Pending Tasks\n- {item}\n"
    record = audited(compacted, [("user", "go"), *WORK, ("compact", first), ("user", "go on"), *since], summary)
    assert (("dropped", item) in statements(record, "task_state")) is named


def test_a_command_that_went_well_before_the_earlier_summary_settles_nothing(compacted) -> None:
    first = "## Pending Tasks\n- Run the unit tests (`npm test`)\n"
    entries = [("user", "go"), *_run("npm test", "41 passed", "r1"), ("compact", first), ("user", "go on"), *WORK]
    assert len(statements(audited(compacted, entries, "Renamed the route."), "task_state")) == 1


_PUBLISH = [
    ("call", ("Bash", {"command": "docker publish registry/shop:9 --all-tags"}, "d1")),
    ("result", ("d1", REFUSED)),
]


@pytest.mark.parametrize(
    ("between", "status"),
    [
        ([], "lost"),
        ([("user", "continue")], "lost"),
        ([("user", "do not publish images, ever; only I may do that")], "lost"),
        ([("user", "please measure the cold start of the checkout page instead")], "overtaken"),
        ([("compact", "The user rejected publishing with docker."), ("user", "continue")], "told_before"),
        ([("compact", "The route was renamed."), ("user", "continue")], "lost"),
    ],
)
def test_a_refusal_that_was_told_before_or_overtaken_is_named_and_does_not_head_a_report(
    compacted, between, status: str
) -> None:
    record = audited(compacted, [("user", "go"), *_PUBLISH, *between, *WORK], "The route was renamed in src/a.py.")
    assert [found for found, _ in statements(record, "denial")] == [status]
    assert any(getattr(one, "category", "") == "denial" for one in record.headline) is (status == "lost")


def test_an_order_in_quotation_marks_among_the_requests_must_be_a_humans(compacted) -> None:
    summary = (
        '## Primary Request and Intent\n- Rework the exporter; "never merge before I have seen the benchmarks"\n'
        '- It prints "no rows in the table"\n## Critical Context\n- Keep the `--strict` switch? The user has not answered.\n'
    )
    record = audited(compacted, [("user", "What is a tokenizer?"), ("assistant", "It cuts text.")], summary)
    assert statements(record, "user_quote") == [("invented", "never merge before I have seen the benchmarks")]
    assert [status for status, _ in statements(record, "question")] == ["invented"]
    said = ("user", "Rework the exporter, but never merge before I have seen the benchmarks. What of --strict?")
    record = audited(compacted, [said, *WORK], summary)
    assert statements(record, "user_quote") + statements(record, "question") == []
    hook = ("user", "<system-reminder>Rules: never merge before I have seen the benchmarks</system-reminder>")
    record = audited(compacted, [("user", "What is a tokenizer?"), hook, ("assistant", "--strict?")], summary)
    assert statements(record, "user_quote") + statements(record, "question") == []


def test_what_a_person_queued_and_nobody_took_up_is_their_word(compacted, tmp_path) -> None:
    import json

    from threefold.reading import read

    quoted = '6. All user messages:\n   - "does the cache survive a restart of the worker??"\n   - "agent 7 is done with the search"\n'
    session, _ = compacted([("user", "please look at the worker"), *WORK], quoted)
    lines = session.source.read(0, session.source.size).decode().splitlines()
    for text in (
        "does the cache survive a restart of the worker??",
        "<agent-notification>agent 7 is done with the search",
    ):
        queue = {"type": "queue-operation", "operation": "enqueue", "sessionId": "s1", "content": text}
        lines.insert(1, json.dumps({"timestamp": "2026-01-01T00:00:01Z", **queue}))
    path = tmp_path / "queued.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    session = read(path)
    record = audit(session, session.compactions[-1])
    assert statements(record, "user_quote") == [("invented", "agent 7 is done with the search")]


def _todos(*open_: str) -> list[tuple[str, object]]:
    todos = [{"content": one, "status": "pending", "activeForm": one} for one in open_]
    return [("call", ("TodoWrite", {"todos": todos}, "w1")), ("result", ("w1", "Todos have been modified."))]


def test_an_open_task_of_the_harness_list_of_which_the_summary_says_nothing_is_dropped(compacted) -> None:
    entries = [("user", "go"), *_todos("Translate the help pages", "Rotate the signing keys"), *WORK]
    record = audited(compacted, entries, "The route was renamed. The signing keys are to be rotated next.")
    assert statements(record, "task_state") == [("dropped", "Translate the help pages")]


@pytest.mark.parametrize(
    ("printed", "said", "lost"),
    [
        ('{"pending": true, "message": "No answer arrived before the timeout."}', "Continue.", True),
        ('{"pending": true}', "Let me think about the mirror; rename the route meanwhile", True),
        ('{"pending": true}', "Retire the mirror please, it is old", False),
        ('{"pending": true}', "no", False),
        ("User has answered your question: keep it", "Continue.", False),
    ],
)
def test_a_question_that_the_tool_says_is_pending_stays_open_until_a_human_answers_it(
    compacted, printed: str, said: str, lost: bool
) -> None:
    asked = {"questions": [{"question": "Should the old mirror in Oslo be retired?", "header": "Mirror"}]}
    entries = [("user", "go"), ("call", ("ask_user_question", asked, "q1")), ("result", ("q1", printed))]
    record = audited(compacted, [*entries, ("user", said), *WORK], "The route was renamed.")
    assert [status for status, _ in statements(record, "question")] == (["lost"] if lost else [])


BUTTON = [
    ("user", "给订单页加导出按钮。"),
    ("call", ("Read", {"file_path": "/repo/docs/export.md"}, "t0")),
    ("result", ("t0", "# Export")),
    ("call", ("Edit", {"file_path": "/repo/order.vue", "old_string": "x", "new_string": "commit()"}, "t1")),
    ("result", ("t1", "The file /repo/order.vue has been updated.")),
    ("assistant", "导出按钮加好了。"),
]
COMMITTED = [
    ("call", ("Bash", {"command": "git commit -am button"}, "t2")),
    ("result", ("t2", "[main 9ab12cd] button")),
]


@pytest.mark.parametrize(
    "claim",
    [
        "order.vue 已修改并提交。",
        "所有改动都已经提交，工作区干净。",
        "order.vue 改好并提交了。",
        "git 提交完成，说明为“加按钮”。",
        "已将代码提交到 git。",
        "The button is in order.vue, committed to main.",
        "The button was added to order.vue and committed.",
        "Work committed on branch feat/export.",
    ],
)
def test_a_commit_that_nothing_made_is_named_in_either_language_wherever_it_is_told(compacted, claim: str) -> None:
    found = statements(audited(compacted, BUTTON, claim), "claim")
    assert [(status, value.rstrip("。.;；") in claim) for status, value in found] == [("no_evidence", True)]
    assert statements(audited(compacted, [*BUTTON, *COMMITTED], claim), "claim") == []


@pytest.mark.parametrize(
    "claim",
    [
        "代码已推送到远端。", "分支已合入主干。", "新版本已部署到测试环境。", "通知邮件已经发给客户。", "PR 已创建。",
        "已发布到 npm。", "结果已上传到共享盘。", "已发版。", "导出按钮完成，并推送到了 origin/main。",
    ],
)  # fmt: skip
def test_a_deed_that_reaches_the_outside_is_named_in_chinese_where_nothing_did_it(compacted, claim: str) -> None:
    assert [status for status, _ in statements(audited(compacted, BUTTON, claim), "claim")] == ["no_evidence"]


@pytest.mark.parametrize(
    "said",
    [
        "改动尚未提交，也没有推送。", "测试通过后再提交并推送。", "待提交：order.vue。", "表单提交后会清空，已提交的数据保留。",
        "训练作业已提交，等待排队。", "两个表格已合并成一个。", "消息推送的开关已完成。", "用户已提交并推送。", "部署脚本已检查。",
        "Rows are read and pushed to the queue; then the transaction is committed.",
        "## 下一步\n- 代码已提交到 git",
    ],
)  # fmt: skip
def test_what_is_to_be_done_or_another_thing_or_anothers_deed_is_no_claim(compacted, said: str) -> None:
    assert statements(audited(compacted, BUTTON, said), "claim") == []


def test_a_deed_that_a_human_tells_of_in_chinese_needs_no_call(compacted) -> None:
    done = [*BUTTON, ("user", "好，已经提交并推送了，接着看日志。")]
    assert statements(audited(compacted, done, "导出按钮已提交并推送。"), "claim") == []


def test_of_two_deeds_in_one_clause_the_one_that_nothing_did_is_named(compacted) -> None:
    record = audited(compacted, [*BUTTON, *COMMITTED], "改动已提交并推送。")
    assert [one.basis for one in record.statements if one.category == "claim"] == [
        "no call of a tool has to do with 'push'"
    ]


@pytest.mark.parametrize(
    "claim",
    [
        "文档 docs/export.md 也已更新。", "更新了 docs/export.md。", "Updated docs/export.md.",
        "Added the button and updated docs/export.md.", "`docs/export.md` was rewritten.",
    ],
)  # fmt: skip
def test_a_file_that_every_call_only_read_is_not_changed(compacted, claim: str) -> None:
    listed = [("call", ("Bash", {"command": "ls docs"}, "t3")), ("result", ("t3", "docs/export.md"))]
    record = audited(compacted, [*BUTTON, *listed], claim)
    assert statements(record, "claim") == [("no_evidence", "docs/export.md")]
    wrote = [("call", ("Bash", {"command": "npx prettier --write ."}, "t3")), ("result", ("t3", "docs/export.md 20ms"))]
    assert statements(audited(compacted, [*BUTTON, *wrote], claim), "claim") == []


@pytest.mark.parametrize(
    "said",
    [
        "docs/export.md was last updated in May.",
        "用户更新了 docs/export.md。",
        "docs/export.md 还没更新。",
        "Read docs/export.md.",
    ],
)
def test_a_file_that_is_said_to_be_changed_by_others_or_not_yet_is_no_claim(compacted, said: str) -> None:
    assert statements(audited(compacted, BUTTON, said), "claim") == []


TESTS_FAIL = [
    ("user", "Make the parser accept tabs."),
    *WORK,
    ("call", ("Bash", {"command": "pytest -q"}, "t2")),
    ("result", ("t2", "2 failed, 30 passed in 1.2s")),
]
NOTHING_OPEN = [
    "Pending tasks: none.", "Nothing is left open.", "No remaining work.", "## Next steps\n- None", "**Pending Tasks**: nothing",
    "待办：无。", "没有遗留问题。", "四、待办\n无", "未完成事项：无",
]  # fmt: skip


@pytest.mark.parametrize("none", NOTHING_OPEN)
@pytest.mark.parametrize(
    ("entries", "left"),
    [
        (TESTS_FAIL, "2 failed"),
        (
            [*TESTS_FAIL, ("assistant", "Tabs are accepted. Two tests fail with mixed indentation.")],
            "Two tests fail with",
        ),
        ([("user", "Clean up."), *WORK, ("assistant", "I still have to remove the debug prints.")], "debug prints"),
        ([("user", "清理日志。"), *WORK, ("assistant", "日志清理了。还差旧的加载器没删。")], "旧的加载器"),
    ],
)
def test_what_stands_open_is_named_beside_a_summary_that_says_nothing_is(
    compacted, entries, left: str, none: str
) -> None:
    ((status, value),) = statements(audited(compacted, entries, f"The work on a.py went on.\n\n{none}"), "task_state")
    assert (status, left in value) == ("open_listed_done", True)


@pytest.mark.parametrize(
    "told",
    [
        "Two tests fail. Pending tasks: none.", "Pending tasks: none besides the failing tests.",
        "Once the tests pass nothing is left open.", "Pending tasks:\n- make the failing tests pass",
        "待办：修好失败的测试。其他待办：无。", "The work went on.",
    ],
)  # fmt: skip
def test_a_summary_that_tells_of_what_is_open_and_one_that_says_nothing_of_it_is_no_finding(
    compacted, told: str
) -> None:
    assert statements(audited(compacted, TESTS_FAIL, told), "task_state") == []


def test_failures_that_were_mended_or_are_none_of_this_work_are_not_open(compacted) -> None:
    well = [("call", ("Bash", {"command": "pytest -q"}, "t3")), ("result", ("t3", "32 passed in 1.2s"))]
    assert statements(audited(compacted, [*TESTS_FAIL, *well], "Pending tasks: none."), "task_state") == []
    known = [("assistant", "They are known and need a database.")]
    assert statements(audited(compacted, [*TESTS_FAIL, *known], "Pending tasks: none."), "task_state") == []


@pytest.mark.parametrize(
    ("asked", "summary", "lost"),
    [
        ("Should old thumbnails be deleted or kept forever?", "Old thumbnails are kept forever. Pending: none.", 1),
        ("旧的缩略图一个月后删除，还是一直保留？", "旧的缩略图一个月后删除。\n待办：无", 1),
        (
            "Should old thumbnails be deleted or kept forever?",
            "Old thumbnails: deleted or kept forever? Pending: none.",
            0,
        ),
        ("Should old thumbnails be deleted or kept forever?", "Old thumbnails are kept forever.", 0),
    ],
)
def test_beside_nothing_open_a_question_is_told_of_only_by_what_asks_it(
    compacted, asked: str, summary: str, lost: int
) -> None:
    entries = [("user", "Store the thumbnails."), *WORK, ("assistant", f"Stored. {asked}")]
    assert [status for status, _ in statements(audited(compacted, entries, summary), "question")] == ["lost"] * lost


@pytest.mark.parametrize("summary", ["src/a.py 的分页与限速均已实现。", "分页和限速都做完了。"])
def test_of_several_things_that_are_given_as_done_together_the_open_one_is_named(compacted, summary: str) -> None:
    entries = [("user", "给 src/a.py 加分页和限速。"), *WORK, ("assistant", "分页加好了。限速还没做。")]
    assert statements(audited(compacted, entries, summary), "task_state") == [("open_listed_done", "限速还没做。")]
    done = [*entries, ("user", "做吧"), ("assistant", "限速也做好了。")]
    assert statements(audited(compacted, done, summary), "task_state") == []
