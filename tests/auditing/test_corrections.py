from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.auditing import audit
from threefold.auditing.facts.corrections import corrections


def pairs(text: str) -> list[tuple[str, str]]:
    return [(one.wanted, one.rejected) for one in corrections(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no, use 5433, not 5432", [("5433", "5432")]),
        ("No, I meant src/app.py not src/main.py please.", [("src/app.py", "src/main.py")]),
        ("use tabs instead of spaces", [("tabs", "spaces")]),
        ("don't use npm, use pnpm", [("pnpm", "npm")]),
        ("instead of redis use postgres.", [("postgres", "redis")]),
        ("the port is 5433, not 5432", [("5433", "5432")]),
        ("should be `b` instead of `a`.", [("b", "a")]),
        ("not 10 but 20", [("20", "10")]),
        ("I said staging", [("staging", "")]),
        ("wrong, it's `foo_bar`", [("foo_bar", "")]),
        ("Actually, make it 30 seconds.", [("30 seconds", "")]),
        ("Please use pytest rather than unittest because it is faster", [("pytest", "unittest")]),
        ("不是 5432，是 5433", [("5433", "5432")]),
        ("应该是 5433，不是 5432", [("5433", "5432")]),
        ("端口用5433而不是5432", [("5433", "5432")]),
        ("别用 npm，用 pnpm", [("pnpm", "npm")]),
        ("不要用 sudo，改用 docker", [("docker", "sudo")]),
        ("不对，应该用 main 分支", [("main", "")]),
        ("日志只留7天，不是14天，领导说过", [("7天", "14天")]),
        ("我说的是staging环境，不是生产环境", [("staging环境", "生产环境")]),
    ],
)
def test_a_correction_carries_what_is_wanted_and_what_was_rejected(text: str, expected: list[tuple[str, str]]) -> None:
    assert pairs(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "it should be fine, not to worry",
        "this is a test, not a joke",
        "that's not what I said",
        "I said that we should go",
        "it's not a bug, it's a feature",
        "is it possible to not use foo?",
        "no, it's horrible",
        "是不是有问题？是的",
        "我不是很懂，是这样吗",
        "```\nuse 5433, not 5432\n```",
        "",
    ],
)
def test_talk_that_only_sounds_like_a_correction_is_none(text: str) -> None:
    assert pairs(text) == []


def test_the_sentence_that_makes_the_correction_is_its_place() -> None:
    text = "Thanks! No, use 5433, not 5432. Then go on."
    (one,) = corrections(text)
    assert text[one.start : one.end] == "No, use 5433, not 5432."


PIECES = st.sampled_from([*"ab12 ,.;\n`\"'", "not ", "use ", "instead of ", "不是", "，是", "I said "])


@settings(max_examples=100)
@given(st.lists(PIECES, max_size=20).map("".join))
def test_no_text_makes_the_reader_fail_and_every_place_is_in_the_text(text: str) -> None:
    for one in corrections(text):
        assert 0 <= one.start < one.end <= len(text)
        assert one.wanted
        assert one.wanted.lower() != one.rejected.lower()


@pytest.mark.parametrize("piece", ["use a, not ", "not a b ", "不是", "`a", "I said ", "a instead of "])
def test_a_long_run_of_half_corrections_is_read_in_linear_time(piece: str) -> None:
    corrections(piece * (400_000 // len(piece)))
    corrections("\n".join([piece * 40] * 2000))


@pytest.mark.parametrize(
    ("summary", "status"),
    [
        ("Keep build-v7, not build-v6 (v6 is last year's).", "verified"),
        ("Keep build-v6, not build-v7.", "altered"),
        ("v6 instead of v7 is read.", "altered"),
        ("It reads build-v6.", "altered"),
        ("v7 is read, v6 is gone.", "verified"),
        ("It was changed from v6 to v7.", "verified"),
        ("It was changed from v7 to v6.", "altered"),
        ("由v7改为v6。", "altered"),
        ("It reads v6, the user rejected v7.", "altered"),
    ],
)
def test_a_correction_is_kept_by_what_a_summary_gives_and_not_by_what_it_refuses(
    compacted, summary: str, status: str
) -> None:
    record = audit(*compacted([("user", "no, keep v7, not v6"), ("assistant", "ok")], summary), all_facts=True)
    assert [one.status for one in record.facts or () if one.category == "correction"] == [status]


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("make the heartbeat 750 ms, not 1200", ("750 ms", "1200")),
        ("3 replicas, not 5, the nodes are full", ("3 replicas", "5")),
        ("set it to 09:40, not 9:55", ("09:40", "9:55")),
        ("start it at 4:20 every night, not 5:20", ("4:20", "5:20")),
        ("重试最多 3 次，不要 8 次", ("3 次", "8 次")),
        ("恢复到 06:15:40，不是 06:20", ("06:15:40", "06:20")),
        ("保留天数改为 21，用户更正：不要 60", ("21", "60")),
        ("不要 60，改成 21", ("21", "60")),
        ("the bucket id is 77ab12, not the one in the file", ("77ab12", "")),
        ("保存间隔从 20 秒改成 80 秒，别改成 40 秒", ("80 秒", "40 秒")),
        ("编号要改成 4471903，之前写成了 4471930", ("4471903", "4471930")),
        ('"会员" 统一译 Mitglied，不要 Teilnehmer', ("Mitglied", "Teilnehmer")),
        ("sort by weight, not by age, it reads better", ("by weight", "by age")),
        ("Nein, nicht 7070, sondern 7071", ("7071", "7070")),
        ("ce n'est pas 7070 mais 7071", ("7071", "7070")),
        ("no es 7070, sino 7071", ("7071", "7070")),
        ("der Port ist 7071 und nicht 7070", ("7071", "7070")),
        ("это не 7070, а 7071", ("7071", "7070")),
        ("ポートは7070ではなく7071です", ("7071", "7070")),
        ("ok, it's 140 then", ("140", "")),
    ],
)
def test_amounts_and_times_are_corrected_too(text: str, pair: tuple[str, str]) -> None:
    assert [(one.wanted, one.rejected) for one in corrections(text)] == [pair]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("no, use 8443, not 9443", "Traffic goes through port 9443, not 8443 (as the user said)."),
        ("make the heartbeat 750 ms, not 1200", "The heartbeat is 1200 ms, not 750."),
        ("重试最多 3 次，不要 8 次", "重试最多 8 次，不要 3 次（监管要求）。"),
        ("use blue-green, not rolling", 'The user: "use blue-green, not rolling". Use rolling, not blue-green.'),
    ],
)
def test_a_correction_turned_round_is_altered_though_both_values_stand_in_the_log(compacted, said, told) -> None:
    record = audit(*compacted([("user", said)], told))
    (found,) = [one for one in record.fidelity.candidates if one.category == "correction"]
    wanted = corrections(said)[0].wanted
    assert (found.status, found.near[0].value) == ("altered", wanted)


def test_a_correction_that_was_taken_back_later_is_told_in_its_last_form(compacted) -> None:
    entries = [("user", "use 8443, not 9443"), ("assistant", "Done."), ("user", "sorry: use 9443, not 8443")]
    record = audit(*compacted(entries, "Traffic uses 9443, not 8443."))
    assert [one for one in record.fidelity.candidates if one.category == "correction"] == []


@pytest.mark.parametrize(
    "summary", ["Open:\n6. Merge the branch.", "The bus runs at 6 MB/s.", "There were 6 files in the folder."]
)
def test_a_short_number_with_another_unit_is_not_the_rejected_value(compacted, summary: str) -> None:
    record = audit(*compacted([("user", "4 shards, not 6, we pay per minute; the bus has 6 MB/s, 6 files")], summary))
    assert [one for one in record.fidelity.candidates if one.category == "correction"] == []


def test_a_fault_told_with_what_was_expected_is_no_correction_and_dates_are_told_apart(compacted) -> None:
    assert corrections("the receipt shows 12.05 EUR instead of 12.00 EUR") == []
    entries = [("user", "no: 2031-05-02, not 2031-06-02")]
    record = audit(*compacted(entries, "The launch is on 2031-05-02, not 2031-06-02."))
    assert [one for one in record.fidelity.candidates if one.category == "correction"] == []


def test_a_time_of_day_is_the_same_with_its_zero(compacted) -> None:
    entries = [("user", "run it at 4:20 every night, not 5:20")]
    record = audit(*compacted(entries, "It runs at 04:20 every night (the user corrected 5:20)."))
    assert record.fidelity.candidates == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("poll each 20 s, no, make that 35 s.", [("35 s", "20 s")]),
        ("Tag 2.4.1? No wait, the format changed, so 2.5.0. Then push.", [("2.5.0", "2.4.1")]),
        ("每次 20 秒，哦不对，35 秒", [("35 秒", "20 秒")]),
        ("It takes 20 s. No errors in 35 s.", []),
        ("retry after 20 s, wait 35 s", []),
        ("20 s, no, make that 35 files", []),
    ],
)
def test_what_is_put_right_in_the_same_breath_is_a_correction_of_values_of_one_shape(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert pairs(text) == expected


def test_a_value_put_right_in_the_same_breath_must_not_come_back(compacted) -> None:
    entries = [("user", "Tag 2.4.1? No wait, the format changed, so 2.5.0."), ("assistant", "ok")]
    (found,) = audit(*compacted(entries, "The tag will be 2.4.1.")).fidelity.candidates
    assert (found.category, found.value, found.near[0].value) == ("correction", "2.4.1", "2.5.0")


def test_a_corrected_port_is_found_with_its_word_in_front_or_behind(compacted) -> None:
    entries = [("user", "从库是 4407 端口，不是 4406"), ("assistant", "好")]
    assert audit(*compacted(entries, "从库（端口 4407 而不是 4406）有延迟。")).fidelity.candidates == ()


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ("Room of lab 2 set to 31.", ["altered"]),
        ("There are 31 rows in the log.", []),
        ("Sorted by age in the lab.", ["altered"]),
        ("She counts by age.", []),
    ],
)
def test_a_short_number_or_a_common_word_is_the_rejected_one_beside_the_corrections_words(
    compacted, told: str, status: list[str]
) -> None:
    said = [("user", "Lab 2 holds 27 pupils, not 31. Have them sorted by name, not by age.")]
    record = audit(*compacted(said, told), all_facts=True)
    assert [one.status for one in record.facts or () if one.category == "correction"] == status


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("50% is far too generous. 35%.", ("35%", "50%")),
        ("Rate limited. Not 5 minutes, that's too long, 30 seconds.", ("30 seconds", "5 minutes")),
        ("2 minutes is too nervous, make it 10.", ("10", "2 minutes")),
        ("20 万太大，内存扛不住，用 5 万。", ("5 万", "20 万")),
        ("保留 7 天不行，审计要求 10 天。", ("10 天", "7 天")),
        ("order-event 改成 24 分区，开发说 12 不够", ("24 分区", "12")),
        ("Lanczos3 is too slow for thumbnails, take Mitchell.", ("Mitchell", "Lanczos3")),
        ("No, not Redis. Use a Postgres table.", ("Postgres", "Redis")),
    ],
)
def test_what_is_too_much_or_not_meant_is_rejected_for_what_is_named_behind_it(
    text: str, pair: tuple[str, str]
) -> None:
    assert pair in [(one.wanted, one.rejected) for one in corrections(text)]


@pytest.mark.parametrize(
    "text",
    [
        "That took 5 minutes, which is too long.",
        "12 tests are too slow, 3 files of them time out.",
        "if it is not 5, 6 or 7",
        "64 workers is too many, the box has 24 cores.",
        "It is too slow, use Rust.",
        "This is too big. Use Git LFS.",
        "并发 4 太高了，数据有 20 万行。",
    ],
)
def test_what_is_too_much_without_another_amount_of_its_kind_corrects_nothing(text: str) -> None:
    assert corrections(text) == []


def test_an_amount_that_was_too_much_must_not_come_back(compacted) -> None:
    said = [("user", "20 万太大，内存扛不住，用 5 万。"), ("assistant", "改为每批 5 万行。")]
    kept = audit(*compacted(said, "每批 5 万行，写入正常。"))
    back = audit(*compacted(said, "每批 20 万行，写入正常。"))
    assert [one.status for one in kept.fidelity.candidates if one.category == "correction"] == []
    assert [one.status for one in back.fidelity.candidates if one.category == "correction"] == ["altered"]
