"""What a summariser is told to keep: a person's word and what nobody finds again; no filler, no pasted text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from threefold.auditing import audit
from threefold.auditing.reports.record import Candidate, Where
from threefold.harness import guidance, policy
from threefold.harness.behind import injected
from threefold.harness.own_words import OwnWords
from threefold.reading import read
from threefold.report.masking import ADDRESSES, masked
from threefold.settings import Settings
from threefold.verdict import from_work
from threefold.work import fold

CWD = "/home/dev/shop"
REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the "
    "new_string was NOT written to the file). To tell you how to proceed, the user said:\n"
)


class Log:
    """Writes a short log in the shape of Claude Code's."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: list[str] = []
        self.calls = 0

    def put(self, role: str, content: object) -> None:
        number = len(self.rows)
        row = {
            "type": role,
            "uuid": f"u{number}",
            "parentUuid": f"u{number - 1}" if number else None,
            "sessionId": "s",
            "cwd": CWD,
            "timestamp": f"2026-11-12T10:{number:02}:00.000Z",
            "message": {"role": role, "content": content},
        }
        self.rows.append(json.dumps(row))

    def human(self, text: str) -> None:
        self.put("user", text)

    def model(self, text: str) -> None:
        self.put("assistant", [{"type": "text", "text": text}])

    def call(self, name: str, result: str, error: bool = False, **arguments: object) -> None:
        self.calls += 1
        id = f"c{self.calls}"
        self.put("assistant", [{"type": "tool_use", "id": id, "name": name, "input": arguments}])
        self.put("user", [{"type": "tool_result", "tool_use_id": id, "content": result, "is_error": error}])

    def edit(self, path: str) -> None:
        result = f"The file {CWD}/{path} has been updated."
        self.call("Edit", result, file_path=f"{CWD}/{path}", old_string="a", new_string="b")

    def lines(self) -> list[str]:
        self.path.write_text("\n".join(self.rows) + "\n")
        with read(self.path) as session:
            work = fold(session)
            snapshot = from_work(work, "s", None, at_compaction=True).snapshot
            held = tuple(guidance.stated(session, Settings()))
            return [line.removeprefix("- ") for line in guidance.lines(work, snapshot, held)]


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return Log(tmp_path / "log.jsonl")


def test_what_a_person_refused_comes_first_and_is_neither_a_step_nor_a_fact(log: Log) -> None:
    log.human("Fix the parser in src/a.py.")
    log.edit("src/a.py")
    log.call(
        "Bash", REFUSED + "no, never commit, I do that myself", error=True, command="git add -A && git commit -m x"
    )
    log.model("Understood. It is fixed, and not committed.")
    log.human("Are there other places with this problem?")
    log.model("No, that was the only one.")
    assert log.lines() == [
        "The user did not let this run: Bash: git add -A && git commit -m x. They said: no, never commit, I do that "
        "myself",
        "Files changed and not committed: src/a.py",
    ]


@pytest.mark.parametrize(
    ("rule", "word", "other"),
    [
        ("Don't change any code yet.", "ok, fix it now", "thanks, and the tests?"),
        ("Never commit, I do that.", "actually you may commit this one yourself", "commit what you like of it later?"),
        ("先不要改任何代码。", "可以，改吧", "再看看测试"),
    ],
)
def test_a_prohibition_stands_there_until_the_person_lifts_it(tmp_path: Path, rule: str, word: str, other: str) -> None:
    def told(number: int, words: str) -> list[str]:
        log = Log(tmp_path / f"{number}.jsonl")
        log.human("Look why the parser loses rows.")
        log.model("It drops the last row.")
        log.human(rule)
        log.model("Understood.")
        log.human(words)
        log.edit("src/p.py")
        log.model("Done.")
        return [line for line in log.lines() if rule in line]

    assert told(0, other)
    assert not told(1, word)


@pytest.mark.parametrize(("word", "stands"), [("thanks, and the tests?", True), ("ok, fix it now", False)])
def test_nobody_puts_back_a_prohibition_that_was_lifted(log: Log, word: str, stands: bool) -> None:
    log.human("Look why the parser loses rows.")
    log.model("It drops the last row.")
    log.human("Don't change any code yet.")
    log.model("Understood.")
    log.human(word)
    log.model("Done.")
    log.lines()
    with read(log.path) as session:
        imagined, compaction = guidance.with_compaction(session, "The parser drops the last row.")
        record = audit(imagined, compaction, settings=Settings().audit)
        assert ("Don't change any code yet." in injected(imagined, record, 4_000)) is stands


def test_a_refusal_is_over_once_the_person_allows_what_they_refused(log: Log) -> None:
    log.human("Fix the parser in src/a.py.")
    log.edit("src/a.py")
    log.call("Bash", REFUSED + "don't commit anything yet", error=True, command="git commit -am x")
    log.model("I leave the commit to you.")
    assert any("don't commit anything yet" in line for line in log.lines())
    log.human("ok, commit it now")
    assert not any("don't commit anything yet" in line for line in log.lines())


def test_a_secret_in_the_words_of_a_refusal_is_masked_before_they_are_cut(log: Log) -> None:
    words = "no, " + "really not, " * 18 + "the token is ghp_" + "aB3" * 12
    log.human("Fix the parser in src/a.py.")
    log.call("Bash", REFUSED + words, error=True, command="git push")
    said = log.lines()[0]
    assert len(words[:240].partition("ghp_")[2]) > 1  # the cut falls into the secret
    assert "the token is [" in said
    assert "ghp_" not in said


def test_what_a_person_put_off_is_told_with_their_words(log: Log) -> None:
    log.human("How is the index built?")
    log.model("Every night, from scratch. Shall I make it incremental?")
    log.human("let's do that tomorrow")
    log.model("Fine.")
    [line] = [line for line in log.lines() if "incremental" in line]
    assert line.startswith('To be done later and not now, put off by the person: "let\'s do that tomorrow": ')


def test_a_refused_command_is_no_fact_also_where_the_model_speaks_of_it(log: Log) -> None:
    log.human("Fix the parser in src/a.py, then run `git push --force origin main`.")
    log.call("Bash", REFUSED + "on second thought, no", error=True, command="git push --force origin main")
    log.model("I will not run `git push --force origin main`.")
    said = log.lines()
    assert (
        said[0] == "The user did not let this run: Bash: git push --force origin main. They said: on second thought, no"
    )
    assert not any(line.startswith("command: ") for line in said)


def test_a_file_stands_there_once_by_the_longest_of_its_names(log: Log) -> None:
    log.human("Mend hooks.go, cmd/cli/hooks.go I mean, and the guide in docs/guide.md.")
    log.edit("cmd/cli/hooks.go")
    log.call("Bash", "[main 1a2b3c4] Mend\n 1 file changed", command=f"cd {CWD} && git commit -am Mend")
    log.edit("docs/guide.md")
    log.call("Bash", " 1 file changed", command=f"git diff --stat {CWD}/docs/guide.md")
    log.model(f"Mended {CWD}/cmd/cli/hooks.go, {CWD}/docs/guide.md waits.")
    said = log.lines()
    assert [line for line in said if "hooks.go" in line] == ["path: cmd/cli/hooks.go"]
    assert [line for line in said if "guide.md" in line] == ["Files changed and not committed: docs/guide.md"]


def test_two_files_of_one_name_are_two(log: Log) -> None:
    log.human("Look at a/hooks.go and b/hooks.go.")
    log.model("Looking.")
    assert {"path: a/hooks.go", "path: b/hooks.go"} <= set(log.lines())


def test_what_is_found_again_by_looking_is_no_fact_to_keep_and_what_a_person_gave_is(log: Log) -> None:
    log.human("The service of staging listens on port 8123, see docs/staging.md and 1a2b3c4d.")
    for _ in range(4):
        log.call("Read", "package x", file_path=f"{CWD}/fixtures/file1.go")
        log.call("Bash", "commit 9f8e7d6c", command="git show 9f8e7d6c --stat")
        log.model("In fixtures/file1.go and 9f8e7d6c it is the same, 1 line.")
    told = "The service of staging listens on port 8123, see docs/staging.md and 1a2b3c4d."
    assert log.lines() == [f"the user wrote: {told}"]


def test_a_command_that_a_person_asks_about_is_none_that_they_give(log: Log) -> None:
    log.human("Question: the outcome of `rm -rf app bin config` was clearly committed in 72a7142b6550, why?")
    log.model("It was.")
    assert not any("rm -rf" in line for line in log.lines())


@pytest.mark.parametrize(
    ("said", "rule", "lays_down"),
    [
        ("{} They are incorrectly given to the agent.", "Edits before the first prompt are never captured.", False),
        ("The lookup fails twice. {}", "**Leak in the loop**: each round fetches a reader but never closes it.", False),
        ("The lookup fails twice. {}", "No global state.", False),
        ("The upload fails with an error. {}", "Never retry it by yourself.", True),
        ("It crashes at start. {}", "Please always run it with -v.", True),
        ("It crashes at start. {}", "The container must stay under 2 GB.", True),
        ("上传会报错。{}", "以后都不要自动重试。", True),
        ("Mend the upload. {}", "Tests are always run with the race detector.", True),
        ("Mend the upload. {}", "No new dependencies.", True),
        ("> {}\n\nWhat is meant by that?", "Never push to main.", False),
        ("{} Then run it.", 'Set {"retries": 3, "wait":"10s"} in config.json and never touch the rest.', True),
        ("ids were found. {} Why?", 'Each block must have a result in the next message."},"request":"r1"}', False),
    ],
)
def test_a_report_of_a_fault_lays_down_only_what_turns_to_somebody(
    log: Log, said: str, rule: str, lays_down: bool
) -> None:
    log.human(said.format(rule))
    log.path.write_text("\n".join(log.rows) + "\n")
    with read(log.path) as session:
        assert OwnWords(session).lays_down(rule, 0) is lays_down


SCREEN = """> v dev/list-command *  [4 checkpoints]
   v * ok, never show the vertical line, and always keep the grouping by session
      - 47c7452 show the runtime - 14 hours ago"""
WRAPPED = """{"type":"error","error":{"type":"invalid_request","message":"ids were found. Each
 `tool_use` block must have a corresponding block in the next
 message."},"request_id":"req_1"}"""


@pytest.mark.parametrize("pasted", [SCREEN, WRAPPED])
def test_a_screen_or_data_that_was_copied_lays_down_nothing_and_gives_no_fact(log: Log, pasted: str) -> None:
    log.human(f"{pasted}\n\nNever touch port 8123.")
    log.model("I see.")
    assert log.lines() == ["Decisions written nowhere: Never touch port 8123."]


def test_a_deed_that_was_done_is_called_done(log: Log) -> None:
    log.human("Push it.")
    log.call("Bash", "To github.com:x/y\n   1a2b3c4..5d6e7f8  main -> main", command="git push origin main")
    log.model("Pushed.")
    assert "done already: git push origin main" in log.lines()


def test_of_what_does_not_fit_the_refusal_is_kept(log: Log) -> None:
    log.human("Fix src/a.py and src/b.py.")
    log.edit("src/a.py")
    log.edit("src/b.py")
    log.call("Bash", REFUSED + "no", error=True, command="git commit -am x")
    log.model("Understood.")
    lines = [f"- {line}" for line in log.lines()]
    assert policy.kept("", lines, 80) == lines[0] + "\n"


@pytest.mark.parametrize(
    ("category", "basis", "origin", "still_used", "expected"),
    [
        ("path", "the user wrote it", "human", False, True),
        ("path", "a file that was changed", "call", False, True),
        ("path", "the user wrote it", "harness", False, False),
        ("path", "used 5 times", "call", True, False),
        ("port", "used 5 times", "call", True, True),
        ("port", "used 5 times", "call", False, False),
        ("port", "stands in the session", "model", True, False),
        ("uuid", "only printed by a tool", "result", True, False),
    ],
)
def test_a_fact_is_worth_a_line_before_a_compaction_and_behind_one_for_the_same_reasons(
    category: str, basis: str, origin: str, still_used: bool, expected: bool
) -> None:
    fact = Candidate(
        category=category, value="x", status="lost", basis=basis, still_used=still_used, where=Where(1, 1, origin)
    )
    assert guidance.binds(fact) is expected


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ("Let 10.8.0.0/16 in, and nobody else.", "the user wrote: Let 10.8.0.0/16 in, and nobody else."),
        ("The route is /api/v2/exports/{id}/progress.", "path: /api/v2/exports/{id}/progress"),
    ],
)
def test_a_value_stands_there_as_it_was_written(log: Log, told: str, line: str) -> None:
    log.human(told)
    log.call("Read", "1\tx", file_path="api.py")
    log.model("Noted.")
    assert line in log.lines()


def test_a_finding_is_told_once(log: Log) -> None:
    log.human("Review src/http.py.")
    log.call("Read", "1\tx", file_path="src/http.py")
    log.model("Two findings:\n\n1. The retry loop never sleeps.\n2. The header is logged in full.")
    assert sum("The retry loop never sleeps" in line for line in log.lines()) == 1


@pytest.mark.parametrize("rule", ["Only I deploy to production.", "提交之前必须先给我看 diff。"])
def test_a_rule_that_the_verdict_counts_is_told_to_the_summariser(log: Log, rule: str) -> None:
    log.human(f"{rule} Add a footer to f.html and commit it.")
    log.edit("f.html")
    log.call("Bash", "[main 1a2b3c4] Footer\n 1 file changed", command="git commit -am Footer")
    log.model("The footer is in and committed.")
    assert any(rule.rstrip(".。") in line for line in log.lines())


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("Look at the relay. It is on port 7391, as of v2. Thanks!", "It is on port 7391, as of v2."),
        ("看一下网关。客户编号是 CUST-20260711，端口 8443。", "客户编号是 CUST-20260711，端口 8443。"),
        ("Stop. Take batch 6f1c2a90-3b7e-4d22-8c11-aa90de51f0b1.", "Take batch 6f1c2a90-3b7e-4d22-8c11-aa90de51f0b1."),
    ],
)
def test_a_value_of_a_person_stands_in_the_sentence_that_tells_what_it_is_of(
    log: Log, said: str, sentence: str
) -> None:
    log.human(said)
    log.call("Read", "1\tx", file_path="relay.py")
    log.model("It is as you say.")
    told = [line for line in log.lines() if any(word in line for word in sentence.split())]
    assert len(told) == 1
    assert told[0].endswith(sentence)


@pytest.mark.parametrize("word", ["continue", "ok, go on", "继续", "请继续吧"])
def test_who_only_says_go_on_decides_nothing(log: Log, word: str) -> None:
    log.human("Store the thumbnails.")
    log.edit("img.py")
    log.model("Stored. Should old ones be deleted or kept?")
    log.human(word)
    log.model("Continuing.")
    assert not any(line.endswith(word) for line in log.lines())


def test_a_correction_that_stands_among_the_decisions_is_told_once(log: Log) -> None:
    log.human("给导入加断点续传。")
    log.edit("import.py")
    log.model("加好了。超时设 5 分钟可以吗？")
    log.human("超时要设 10 分钟，不是 5 分钟")
    log.model("好的，超时设为 10 分钟。")
    assert len([line for line in log.lines() if "10 分钟" in line]) == 1


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("The timeout is 45 seconds now.", "The retry loop is in and the timeout is 60 seconds now."),
        ("I set the upload limit to 20 MB.", "I raised the upload limit to 50 MB."),
        ("超时改成 5 分钟了。", "超时改成 10 分钟了。"),
    ],
)
def test_the_last_value_that_was_set_is_told_and_none_before_it(log: Log, first: str, last: str) -> None:
    log.human("Mend the importer.")
    log.edit("importer.py")
    log.model(first)
    log.human("More.")
    log.edit("importer.py")
    log.model(f"{last} All 54 tests pass now. Shall it be set to 90?")
    assert [line for line in log.lines() if line.startswith("set since")] == [f"set since: {last}"]


@pytest.mark.parametrize(
    ("first", "done", "later", "told"),
    [
        (
            "use port 8080 for the dev server",
            "The dev server is on port 8080.",
            "8080 is taken by jenkins, take 8099 instead",
            "the user wrote: use port 8080 for the dev server (since replaced by: 8080 is taken by jenkins, take 8099 "
            "instead)",
        ),
        (
            "set the timeout to 30 seconds",
            "30 seconds now.",
            "make it 90 seconds instead",
            "the user wrote: set the timeout to 30 seconds (since replaced by: make it 90 seconds instead)",
        ),
    ],
)
def test_a_value_that_was_replaced_is_told_with_what_replaced_it_and_put_back_by_nobody(
    log: Log, first: str, done: str, later: str, told: str
) -> None:
    log.human(first)
    log.edit("src/a.py")
    log.model(done)
    log.human(later)
    log.edit("src/a.py")
    log.call("Bash", "[main 1a2b3c4] x\n 1 file changed, 2 insertions(+)", command="git commit -am x")
    log.model("Changed and committed.")
    assert [line for line in log.lines() if "the user wrote" in line] == [told]
    with read(log.path) as session:
        imagined, compaction = guidance.with_compaction(session, "Work went on.")
        block = injected(imagined, audit(imagined, compaction, settings=Settings().audit), 4_000)
    assert done not in block
    assert first not in block


@pytest.mark.parametrize(
    ("rule", "word"),
    [
        ("never push to main", "forget that, pushing to main is fine from now on"),
        ("Don't push to main.", "ok push it now"),
        ("don't touch src/legacy.ts", "ok, you can change src/legacy.ts now"),
        ("永远不要推送到 main", "那个规矩作废，以后可以推"),
    ],
)
def test_all_say_the_same_of_a_ban_that_was_lifted(log: Log, rule: str, word: str) -> None:
    log.human(rule)
    log.model("Understood.")
    log.human(word)
    log.call("Bash", "   1f2e3d4..77ab120  main -> main", command="git push")
    log.model("Done.")
    assert not [line for line in log.lines() if line.startswith(("rule", "Decisions"))]
    with read(log.path) as session:
        assert not fold(session).decisions
        imagined, compaction = guidance.with_compaction(session, "Work went on.")
        record = audit(imagined, compaction, settings=Settings().audit)
        assert not [one for one in record.statements if one.category == "rule"]
        assert rule not in injected(imagined, record, 4_000)


def test_an_address_in_an_order_is_told_and_a_secret_is_not() -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    told = masked([f"send it to ops@acme.test with {token}", "password: bob@acme.test"], ADDRESSES)
    assert token not in told[0]
    assert "ops@acme.test" in told[0]
    assert "bob" not in told[1]
    assert "ops@acme.test" not in masked("send it to ops@acme.test")
