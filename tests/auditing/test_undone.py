# ruff: noqa: E501
"""What the end of the record shows to be open, failed, withheld or done, against what a summary says of it."""

from __future__ import annotations

import json

import pytest

from threefold.auditing import AuditRecord, audit
from threefold.auditing.ledger.ledger import Origin, Piece
from threefold.auditing.reports.given import plain_session, with_summary
from threefold.auditing.statements.late import Late, failed

NAMES = {"user": "User: ", "assistant": "Assistant: ", "result": "[tool result]\n"}


def audited(turns: list[tuple[str, str]], summary: str) -> AuditRecord:
    """The audit of a summary of these turns; a ``shell`` turn is a call of a shell."""
    text = "\n\n".join(
        f"[tool call] shell {json.dumps({'command': said})}" if who == "shell" else NAMES[who] + said
        for who, said in [*turns, ("assistant", "")]
    )
    return audit(*with_summary(plain_session(f"{text}\n".encode(), "original"), summary))


def states(record: AuditRecord, *categories: str) -> list[tuple[str, str]]:
    wanted = categories or ("task_state", "claim")
    return [(one.status, one.evidence or one.value) for one in record.statements if one.category in wanted]


ROLL = [("user", "Please roll the new image out to the edge nodes"), ("shell", "ansible-playbook roll.yml -l edge")]


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            [*ROLL, ("result", "fatal: [edge-3]: timed out"), ("assistant", "The rollout to the edge nodes failed with a timeout.")],
            "Rolled the new image out to the edge nodes.",
        ),
        (
            [
                ("user", "write the release notes and then mail them to Ilse"),
                ("shell", "ed notes.md"),
                ("result", "ok"),
                ("assistant", "The notes are written. The mail to Ilse has not been sent yet."),
            ],
            "Release notes written and mailed to Ilse.",
        ),
        (
            [
                ("user", "migrate the customers table"),
                ("shell", "python migrate.py --dry-run customers"),
                ("result", "would migrate 4411 rows"),
                ("assistant", "The dry run counts 4411 rows. The real migration has not been started."),
            ],
            "Migration of the customers table finished, 4411 rows.",
        ),
        (
            [
                ("user", "put the build on the share"),
                ("shell", "make dist"),
                ("result", "dist/ 4 MB"),
                ("assistant", "The folder is ready. The upload waits for the key of the share."),
            ],
            "Uploaded to the share.",
        ),
        (
            [
                ("user", "把镜像发布到测试环境"),
                ("shell", "make image"),
                ("result", "ok"),
                ("assistant", "镜像已构建，测试环境还没有发布，等您确认。"),
            ],
            "镜像已构建，并已发布到测试环境。",
        ),
        (
            [
                ("user", "部署手册也写一下"),
                ("shell", "touch manual.md"),
                ("result", "ok"),
                ("assistant", "手册现在只有目录，正文待补。"),
            ],
            "部署手册已写完。",
        ),
        (
            [
                ("user", "Translate the leaflet and upload it to the intranet"),
                ("shell", "tr leaflet.md"),
                ("result", "ok"),
                ("assistant", "Translated. I can't upload it: the intranet asks for a login."),
            ],
            "Leaflet translated and uploaded to the intranet.",
        ),
        (
            [
                ("user", "train the small model for 10 epochs"),
                ("shell", "python train.py --epochs 10"),
                ("result", "epoch 4/10\nCUDA out of memory"),
                ("assistant", "Training broke off in epoch 4 for lack of memory."),
            ],
            "The small model was trained for 10 epochs.",
        ),
    ],
)  # fmt: skip
def test_what_the_models_last_words_leave_open_is_not_done(turns: list[tuple[str, str]], told: str) -> None:
    assert states(audited(turns, f"## Progress\n- {told}\n")) == [("open_listed_done", told)]


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            [("user", "the shop is slow"), ("assistant", "It is the index."), ("user", "merge the branch once Tom has approved it")],
            "The branch was approved by Tom and merged.",
        ),
        (
            [
                ("user", "I'll rotate the API keys myself tonight, you update the docs"),
                ("shell", "ed docs.md"),
                ("result", "ok"),
                ("assistant", "Docs are updated."),
            ],
            "API keys were rotated; docs updated.",
        ),
        (
            [
                ("user", "把表导出，导入正式库之前先给我看，别自己导"),
                ("shell", "pg_dump -t t > t.dump"),
                ("result", "ok"),
                ("assistant", "导出好了。"),
            ],
            "表已导入正式库。",
        ),
        (
            [
                ("user", "今晚出安装包给陈工"),
                ("shell", "make package"),
                ("result", "error: signing key not found"),
                ("assistant", "签名密钥找不到。"),
            ],
            "已出安装包并发给陈工。",
        ),
    ],
)  # fmt: skip
def test_what_a_human_ordered_or_withheld_last_is_not_done_without_a_call_that_went_well(
    turns: list[tuple[str, str]], told: str
) -> None:
    assert states(audited(turns, f"## Progress\n- {told}\n"), "task_state") == [("open_listed_done", told)]


@pytest.mark.parametrize(
    ("turns", "summary"),
    [
        (
            [
                *ROLL,
                ("result", "fatal: [edge-3]: timed out"),
                ("assistant", "The rollout failed on edge-3. Once more."),
                ROLL[1],
                ("result", "ok=12 changed=3"),
                ("assistant", "The rollout to the edge nodes went through."),
            ],
            "Rolled the new image out to the edge nodes (second attempt).",
        ),
        (
            [
                ("user", "Add retries to the client"),
                ("shell", "ed client.py"),
                ("result", "ok"),
                ("assistant", "Retries are in. I still have to write a test for the backoff."),
            ],
            "Added retries to the client.\n- The test for the backoff is not written yet.",
        ),
        (
            [
                ("user", "don't add tests for now, just fix the typo"),
                ("shell", "sed -i s/teh/the/ a.md"),
                ("result", ""),
                ("assistant", "Typo fixed."),
            ],
            "Fixed the typo in a.md; no tests added.",
        ),
        (
            [
                ("user", "Fix the error handling in the reader"),
                ("shell", "sed -i s/a/b/ reader.py"),
                ("result", ""),
                ("shell", "grep -n error reader.py"),
                ("result", "12: raise error"),
                ("assistant", "The error handling in the reader is fixed."),
            ],
            "Fixed the error handling in the reader.",
        ),
        (
            [("user", "the deploy to staging worked, thanks. Now fix the header")],
            "Deployed to staging.",
        ),
        (
            [
                ("user", "Deploy to staging, and to production only when I say so"),
                ("shell", "./deploy.sh staging"),
                ("result", "deployed"),
                ("assistant", "Staging is deployed. Production is waiting for your word."),
            ],
            "Deployed to staging. Production waits for the user's word.",
        ),
        (
            [
                ("user", "把订单服务升级到 2.4"),
                ("shell", "helm upgrade orders --set tag=2.4"),
                ("result", "upgraded"),
                ("assistant", "订单服务已升级到 2.4，监控面板还没更新。"),
            ],
            "订单服务已升级到 2.4。",
        ),
        (
            [
                ("user", "Build the report"),
                ("shell", "make report"),
                ("result", "error: missing font"),
                ("assistant", "The build failed because of a missing font."),
                ("shell", "apt install font && make report"),
                ("result", "report.pdf written"),
                ("assistant", "report.pdf is built. The cover page still needs a logo."),
            ],
            "Report built; the first build failed for a missing font, which was installed.",
        ),
    ],
)  # fmt: skip
def test_what_was_done_after_all_and_what_is_told_as_open_is_no_finding(
    turns: list[tuple[str, str]], summary: str
) -> None:
    assert states(audited(turns, f"## Progress\n- {summary}\n")) == []


def test_tests_that_failed_last_do_not_all_pass() -> None:
    run = [("user", "run everything"), ("shell", "pytest -q"), ("result", "3 failed, 40 passed in 2.1s")]
    again = [("shell", "pytest -q"), ("result", "43 passed in 2.0s")]
    told = "- All tests pass (`pytest -q`).\n"
    assert states(audited(run, told)) == [("open_listed_done", "All tests pass (`pytest -q`).")]
    assert states(audited([*run, *again], told)) == []
    assert states(audited(run, "- All tests pass except three in test_tax.py.\n")) == []


SPOKE = [
    ("user", "look at the parser"),
    ("assistant", "The parser drops the last token. Next: the trailing comma handling in the printer."),
]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("skip that for now. Update the Polish strings instead", 1),
        ("leave that for now", 1),
        ("skip the intro", 0),
        ("drop the comma handling, nobody prints any more", 1),
        ("逗号先不做了", 0),
        ("great, go ahead with the trailing comma handling in the printer", 0),
    ],
)
def test_an_open_item_of_which_a_human_said_to_skip_it_was_cancelled(said: str, found: int) -> None:
    item = "Mend the trailing comma handling in the printer."
    record = audited([*SPOKE, ("user", said)], f"## Next steps\n1. {item}\n2. Update the Polish strings.\n")
    assert states(record) == [("cancelled_listed_open", item)] * found
    taken_up = audited(
        [*SPOKE, ("user", said), ("user", "ok, now mend the comma handling in the printer")],
        f"## Next steps\n1. {item}\n",
    )
    assert states(taken_up) == []


def test_an_open_item_that_a_human_took_back_by_its_name_was_cancelled() -> None:
    turns = [("user", "先做导出，再做打印"), ("assistant", "导出做好了。"), ("user", "打印先不做了，改做搜索")]
    record = audited(turns, "## 待办\n- 实现打印功能\n- 实现搜索\n")
    assert states(record) == [("cancelled_listed_open", "实现打印功能")]


@pytest.mark.parametrize(
    ("turns", "item", "heading"),
    [
        (
            [
                ("user", "raise the pool"),
                ("shell", "kubectl set env deploy/api POOL_SIZE=40"),
                ("result", "env updated"),
                ("assistant", "ok"),
            ],
            "Raise POOL_SIZE to 40",
            "## Pending",
        ),
        (
            [
                ("user", "把堆加大"),
                ("shell", "ssh db-2 'sed -i s/4g/12g/ /etc/jvm.options && systemctl restart engine'"),
                ("result", ""),
                ("assistant", "好"),
            ],
            "把 db-2 的堆加到 12g 并重启 engine",
            "未完成",
        ),
        (
            [
                ("user", "add a changelog entry for the retry fix"),
                ("shell", "ed CHANGELOG.md"),
                ("result", "ok"),
                ("assistant", "The changelog entry for the retry fix is written."),
            ],
            "Write the changelog entry for the retry fix",
            "## Pending",
        ),
    ],
)
def test_an_open_item_that_a_call_or_the_models_word_has_done_is_done(
    turns: list[tuple[str, str]], item: str, heading: str
) -> None:
    assert states(audited(turns, f"{heading}\n- {item}\n")) == [("done_listed_open", item)]
    assert states(audited(turns, f"{heading}\n- Check again: {item}\n- 再检查 {item}\n")) == []


def test_a_failed_call_or_a_later_word_leaves_an_item_open() -> None:
    call = ("shell", "kubectl set env deploy/api POOL_SIZE=40")
    summary = "## Pending\n- Raise POOL_SIZE to 40\n- Write the changelog entry for the retry fix\n"
    turns = [
        ("user", "raise the pool"),
        call,
        ("result", "error: forbidden"),
        ("assistant", "The changelog entry for the retry fix is written."),
        ("user", "no, the changelog entry for the retry fix must name the ticket"),
    ]
    assert states(audited(turns, summary)) == []


def test_what_is_said_to_be_done_with_a_variable_that_no_call_names_is_open() -> None:
    turns = [
        ("user", "refresh the keys every six hours, variable KEY_REFRESH_HOURS"),
        ("shell", "ed keys.py"),
        ("result", "ok"),
        ("assistant", "Looking at the loader."),
    ]
    told = "已实现每六小时刷新（KEY_REFRESH_HOURS）。"
    assert states(audited(turns, f"- {told}\n")) == [("open_listed_done", told)]
    assert states(audited([*turns, ("shell", "echo KEY_REFRESH_HOURS=6 >> .env"), ("result", "")], f"- {told}\n")) == []


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("The pull request was merged.", 1),
        ("The invoice mail to the client was sent.", 1),
        ("The merge request !7 has been opened.", 1),
        ("The pull request has not been merged.", 0),
        ("Once the pull request is merged, tag it.", 0),
    ],
)
def test_a_deed_that_reaches_the_outside_needs_a_call_or_a_humans_word(told: str, found: int) -> None:
    turns = [("user", "speed up the page"), ("shell", "ed page.ts"), ("result", "ok"), ("assistant", "It is faster.")]
    assert states(audited(turns, f"- {told}\n"), "claim") == [("no_evidence", told)] * found
    own = [*turns, ("user", "I merged it, sent the mail and opened the request")]
    assert states(audited(own, f"- {told}\n"), "claim") == []


def test_the_end_of_the_record_is_held_in_bounded_space() -> None:
    late = Late()
    for event in range(500):
        late.add(Piece(event, Origin.RESULT, "x" * 100_000, "c"))
    late.add(Piece(500, Origin.REASONING, "thought"))
    assert len(late.texts) <= 100
    assert sum(len(one.text) for one in late.texts) < 1_000_000
    assert not failed("c", late.texts)
    assert late.since_human() == []


GOES_ON = [
    ("user", "thanks. And what is the size of the log?"),
    ("shell", "du -sh log"),
    ("result", "4 MB"),
    ("assistant", "4 MB."),
]


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (  # forbidden in the middle
            [("user", "Don't rotate the signing keys, I rotate them by hand on Sunday."), ("assistant", "ok")],
            "The signing keys were rotated.",
        ),
        (  # put off in the middle
            [("user", "先发灰度那台，观察一晚再发另外两台"), ("shell", "deploy gray-1"), ("result", "ok"), ("assistant", "灰度发完。")],
            "另外两台也已发布",
        ),
        (  # put off, told of in another language
            [("user", "db-prod-7 先别动，等周四盘点完"), ("assistant", "好")],
            "Database db-prod-7: migrated as well",
        ),
        (  # ordered in the middle, and nothing since then names it
            [("user", "Flag ticket OPS-771 as frozen, and list the open ones."), ("shell", "backlog ls"), ("result", "12"), ("assistant", "There are 12.")],
            "Ticket OPS-771: has been flagged as frozen",
        ),
        (  # a call that failed
            [("user", "dump the ledger"), ("shell", "pg_dump ledger -f /mnt/nas/ledger_0412.dump"), ("result", "pg_dump: error: permission denied"), ("assistant", "No rights on the share.")],
            "[x] Dump of the ledger to /mnt/nas/ledger_0412.dump",
        ),
        (  # a run that failed, told of by its number
            [("user", "publish 1.4"), ("shell", "git push --tags && gh run watch 88120045117"), ("result", "Process completed with exit code 1"), ("assistant", "The job has no token.")],
            "1.4 was published (run 88120045117)",
        ),
        (  # some of them failed
            [("user", "convert the scans"), ("shell", "conv scans/"), ("result", "done 871 / 880"), ("assistant", "871 of 880; 9 failed.")],
            "All 880 scans are converted",
        ),
        (  # missed its aim
            [("user", "get the start below 2 s"), ("shell", "bench start"), ("result", "2.6 s"), ("assistant", "The start takes 2.6 s; the target of 2 s is not met.")],
            "The target of 2 s for the start was met",
        ),
    ],
)  # fmt: skip
def test_what_the_middle_of_a_record_leaves_open_and_nothing_settles_is_not_done(
    turns: list[tuple[str, str]], told: str
) -> None:
    plain = told.removeprefix("[x] ")
    found = states(audited([*turns, *GOES_ON], f"## Done\n- {told}\n"), "task_state")
    assert found == [("open_listed_done", plain)]


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            [("user", "Don't rotate the signing keys yet."), ("assistant", "ok"), ("user", "now rotate the signing keys"), ("shell", "keys rotate signing"), ("result", "ok"), ("assistant", "Rotated.")],
            "The signing keys were rotated.",
        ),
        (
            [("user", "Flag ticket OPS-771 as frozen."), ("shell", "tickets flag OPS-771 frozen"), ("result", "ok"), ("assistant", "Flagged.")],
            "Ticket OPS-771: has been flagged as frozen",
        ),
        (
            [("user", "dump the ledger"), ("shell", "pg_dump ledger -f /mnt/nas/l_0412.dump"), ("result", "error: permission denied"), ("shell", "sudo pg_dump ledger -f /mnt/nas/l_0412.dump"), ("result", ""), ("assistant", "Dumped.")],
            "Dump of the ledger to /mnt/nas/l_0412.dump",
        ),
        (
            [("user", "convert the scans"), ("shell", "conv scans/"), ("result", "0 failed"), ("assistant", "All 880 went through, 0 failed.")],
            "All 880 scans are converted",
        ),
        (
            [("user", "Don't upgrade the driver, it is pinned for the lab."), ("assistant", "ok")],
            "The driver stays pinned, it is not upgraded",
        ),
        (
            [("user", "I'll upload the video by hand."), ("assistant", "ok")],
            "The video: uploaded by the user by hand",
        ),
        (
            [("user", "run the job for 2031-04-05"), ("shell", "job 2031-04-05"), ("result", "done 97 / 100, failed 3"), ("assistant", "97 of 100; 3 failed.")],
            "Job for 2031-04-05 ran: 97 of 100, 3 failed",
        ),
    ],
)  # fmt: skip
def test_what_was_settled_later_or_is_told_as_it_was_is_no_finding(turns: list[tuple[str, str]], told: str) -> None:
    assert states(audited([*turns, *GOES_ON], f"## Done\n- {told}\n"), "task_state") == []


def test_what_a_summary_quotes_lists_as_a_rule_or_copies_out_is_no_claim() -> None:
    turns = [("user", "Don't rotate the signing keys, I rotate them by hand on Sunday."), ("assistant", "ok"), *GOES_ON]
    told = "- The signing keys were rotated.\n"
    for heading in ("All user messages:", "## Constraints", "Appendix: output, verbatim", "附：工具输出原文"):
        assert states(audited(turns, f"{heading}\n{told}"), "task_state") == []


@pytest.mark.parametrize(
    ("turns", "item", "status"),
    [
        (
            [("user", "Sketch the footer in docs/footer.svg, 40 px high."), ("shell", "draw docs/footer.svg"), ("result", "ok"), ("assistant", "Sketched. Next the header?")],
            "Sketch the footer in docs/footer.svg",
            "done_listed_open",
        ),
        (
            [("user", "i roll out to the pilot group myself"), ("assistant", "ok"), ("user", "rolled out to the pilot group, looks fine :)"), ("assistant", "nice")],
            "Roll the build out to the pilot group",
            None,  # "roll out" has no word of its own
        ),
        ([("user", "Same for the mobile app next month, not now."), ("assistant", "ok")], "Do the same for the mobile app now", "cancelled_listed_open"),
        ([("user", "Same for the mobile app next month, not now."), ("assistant", "ok")], "Do the same for the mobile app next month", None),
        ([("user", "legacy_auth 不用管了，直接删掉"), ("assistant", "好")], "Port legacy_auth to the new client", "cancelled_listed_open"),
        ([("user", "skip node-4 until Thursday"), ("assistant", "ok")], "node-4 on Thursday", None),
    ],
)  # fmt: skip
def test_an_open_item_is_done_or_called_off_by_what_was_said_of_it_last(
    turns: list[tuple[str, str]], item: str, status: str | None
) -> None:
    for heading in ("7. Pending Tasks:", "六、待办", "Active task"):
        found = states(audited([*turns, *GOES_ON], f"{heading}\n- {item}\n"), "task_state")
        assert found == ([(status, item)] if status else [])


def test_commands_under_a_heading_of_their_own_are_no_open_items() -> None:
    call = "kubectl set env deploy/api POOL_SIZE=40"
    turns = [("user", "raise the pool"), ("shell", call), ("result", "env updated"), ("assistant", "ok")]
    for heading in ("Appendix: steps", "Commands", "Pending Tasks:\n- watch the pool\n- `"):
        told = (
            f"{heading}{call}`\n"
            if heading.endswith("`")
            else f"Pending Tasks:\n- watch it\n\n{heading}\n   - `{call}`\n"
        )
        assert states(audited(turns, told), "task_state") == []


@pytest.mark.parametrize(
    ("turns", "told", "event_holds"),
    [
        (
            [("user", "render the teaser"), ("shell", "farmctl submit teaser.blend"), ("result", "Submitted as job 77120934"), ("assistant", "Submitted.")],
            "The render of the teaser (job 77120934) completed.",
            "Submitted as job 77120934",
        ),
        (
            [("user", "try the kiosk"), ("shell", "adb -s KX41907QQ install app.apk"), ("result", "Failure [INSTALL_FAILED_OLDER_SDK]"), ("assistant", "安装失败。"), ("user", "先看另一台")],
            "一体机（KX41907QQ）：已安装",
            "安装失败",
        ),
        (
            [("user", "put 4.2.0 on the canary"), ("shell", "helm upgrade shop --set image=4.2.0 -n canary"), ("result", "STATUS: failed"), ("user", "roll it back"), ("shell", "helm rollback shop -n canary"), ("result", "Rollback was a success!"), ("assistant", "Rolled back to 4.1.9.")],
            "Deployed the shop 4.2.0 to the canary.",
            "Rolled back to 4.1.9.",
        ),
        (
            [("user", "1. 首页改版；2. 登录接口限流"), ("shell", "pytest"), ("result", "1 failed, 8 passed"), ("assistant", "第二件还差一个用例没过。"), ("user", "继续第一件")],
            "登录接口限流已完成，可以上线。",
            "第二件还差一个用例没过。",
        ),
        (
            [("user", "the list of stale accounts?"), ("assistant", "There are 41 stale accounts."), ("user", "hold on with the removal, legal wants to see the list. Draw the chart meanwhile"), ("assistant", "ok")],
            "The 41 stale accounts were removed.",
            "hold on with the removal",
        ),
    ],
)  # fmt: skip
def test_what_was_only_begun_failed_was_taken_back_or_is_on_hold_is_not_done(
    turns: list[tuple[str, str]], told: str, event_holds: str
) -> None:
    record = audited(turns, f"## State\n- {told}\n")
    ((status, item),) = states(record, "task_state")
    assert (status, item) == ("open_listed_done", told)
    (state,) = (one for one in record.statements if one.category == "task_state")
    assert event_holds in state.value


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            [("user", "render the teaser"), ("shell", "farmctl submit teaser.blend"), ("result", "Submitted as job 77120934"), ("shell", "farmctl wait 77120934"), ("result", "77120934 finished"), ("assistant", "It ran through.")],
            "The render of the teaser (job 77120934) completed.",
        ),
        (
            [("user", "put 4.2.0 on the canary"), ("shell", "helm rollback shop -n canary"), ("result", "ok"), ("assistant", "Rolled back."), ("user", "now again"), ("shell", "helm upgrade shop --set image=4.2.0 -n canary"), ("result", "STATUS: deployed"), ("assistant", "Deployed 4.2.0 to the canary.")],
            "Deployed the shop 4.2.0 to the canary.",
        ),
        (
            [("user", "update the snapshots"), ("shell", "jest"), ("result", "2 failed, 7 passed"), ("assistant", "2 tests failed on the old snapshots."), ("shell", "jest -u"), ("result", "9 passed"), ("assistant", "All pass.")],
            "Snapshots updated, all 9 tests pass (2 failed before).",
        ),
        (  # a human let go of what they had withheld
            [("user", "原因没找到之前先别动配置"), ("assistant", "找到了，是时区。"), ("user", "好，可以动了"), ("shell", "sed -i s/UTC/CST/ app.conf"), ("result", ""), ("assistant", "改好了。")],
            "配置修改：完成",
        ),
        (  # they took what was done as it was
            [("user", "Now the contrast check. It should be above 4.5."), ("shell", "python probe.py"), ("result", "5.1"), ("assistant", "5.1."), ("user", "great. Next the fonts"), ("assistant", "ok")],
            "The contrast check is done.",
        ),
    ],
)  # fmt: skip
def test_what_came_through_after_all_is_done(turns: list[tuple[str, str]], told: str) -> None:
    assert states(audited(turns, f"## State\n- {told}\n"), "task_state") == []


def test_what_stands_in_brackets_behind_an_item_is_no_word_about_its_state() -> None:
    calls = {"todos": [{"content": "Chart for each quarter", "status": "pending", "activeForm": "x"}]}
    text = f"User: go\n\n[tool call] TodoWrite {json.dumps(calls)}\n\n[tool result]\nok\n\nAssistant: ok\n"
    item = "Chart for each quarter (sending it to the board was done by the office)"
    record = audit(*with_summary(plain_session(text.encode(), "original"), f"## Pending tasks\n- {item}\n"))
    assert states(record, "task_state") == []
