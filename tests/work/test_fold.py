"""The state of the work, folded from whole logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.work import Item, Work, fold

if TYPE_CHECKING:
    from conftest import ClaudeLog  # type: ignore[import-not-found]


def texts(items: tuple[Item, ...]) -> list[str]:
    return [item.text for item in items]


def open_count(work: Work) -> int:
    return sum(map(len, (work.todos, work.edits, work.outside, work.questions, work.decisions, work.next_steps)))


# --- files and commits ------------------------------------------------------------------------------------------------

COMMITTED = "[main 1a2b3c4] done\n 1 file changed"


@pytest.mark.parametrize(
    ("command", "result", "status", "left"),
    [
        ("git add -A && git commit -m x", COMMITTED, 0, []),
        ("git commit -am x", COMMITTED, 0, ["new.txt"]),
        ("git add a.py && git commit -m x", COMMITTED, 0, ["b.py", "new.txt"]),
        ("git commit -m x a.py b.py", COMMITTED, 0, ["new.txt"]),
        ("git add '*.py' && git commit -m x", COMMITTED, 0, ["new.txt"]),
        ("git add . && git commit -qm x", "", 0, []),
        ("git add -A && git commit -m x; git status", COMMITTED, 0, []),
        ("git add -A && git commit -m x | tail -1", " 1 file changed", 0, []),
        ("git add -A && git commit -m x && npm test", f"{COMMITTED}\nFAIL", 1, []),
        ("git add -A && git commit -m x", "hook failed", 1, ["a.py", "b.py", "new.txt"]),
        ("git add -A && git commit -m x || true", "pre-commit hook failed", 0, ["a.py", "b.py", "new.txt"]),
        ("git commit --dry-run -am x", "Changes to be committed", 0, ["a.py", "b.py", "new.txt"]),
        ("git -C /elsewhere commit -am x", COMMITTED, 0, ["a.py", "b.py", "new.txt"]),
        ("git -C /home/dev/shop add -A && git -C /home/dev/shop commit -m x", COMMITTED, 0, []),
        ("echo 'git add -A && git commit -m x'", "git add -A && git commit -m x", 0, ["a.py", "b.py", "new.txt"]),
        ("git stash", "Saved working directory", 0, ["a.py", "b.py", "new.txt"]),
        ("git stash && git stash drop", "Dropped", 0, ["new.txt"]),
        ("git checkout -- a.py", "", 0, ["b.py", "new.txt"]),
        ("git restore .", "", 0, ["new.txt"]),
        ("git reset --hard && git clean -fd", "HEAD is now at 1a2b3c4", 0, []),
        ("rm new.txt", "", 0, ["a.py", "b.py"]),
        ("git mv a.py c.py", "", 0, ["b.py", "c.py", "new.txt"]),
        ("git status --short", " M a.py\n?? new.txt", 0, ["a.py", "new.txt"]),
        ("git status --short", " M a.py\n M b.py\n?? new.txt\n?? docs/", 0, ["a.py", "b.py", "docs", "new.txt"]),
        ("git status --short", "", 0, []),
        ("git status", "nothing to commit, working tree clean", 0, []),
        ("git status --short src", "", 0, ["a.py", "b.py", "new.txt"]),
        ("hg commit -m x", "", 0, []),
    ],
)
def test_what_a_command_leaves_uncommitted(
    log: ClaudeLog, command: str, result: str, status: int, left: list[str]
) -> None:
    log.human("Change the three files.")
    log.edit("a.py")
    log.edit("b.py")
    log.write("new.txt")
    log.bash(command, result, status)
    assert sorted(texts(log.work().edits)) == left


def test_a_commit_that_is_undone_gives_back_what_it_took(log: ClaudeLog) -> None:
    log.edit("a.py")
    log.bash("git commit -am x", COMMITTED)
    assert texts(log.work().landed) == ["a.py"]
    log.bash("git reset --soft HEAD~1")
    assert texts(log.work().edits) == ["a.py"]
    log.bash("git reset --hard HEAD^")
    assert texts(log.work().edits) == []


def test_a_failed_edit_and_a_rejected_one_change_nothing(log: ClaudeLog) -> None:
    log.call("Edit", "<tool_use_error>String to replace not found</tool_use_error>", file_path="/home/dev/shop/a.py")
    log.call("Edit", "The user doesn't want to proceed with this tool use.", True, file_path="/home/dev/shop/b.py")
    log.call("Edit", None, file_path="/home/dev/shop/c.py")
    assert texts(log.work().edits) == []


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("mcp__filesystem__write_file", {"path": "a.py", "content": "x"}),
        ("mcp__serena__replace_symbol_body", {"relative_path": "a.py", "body": "x"}),
        ("MultiEdit", {"file_path": "/home/dev/shop/a.py", "edits": []}),
        ("NotebookEdit", {"notebook_path": "a.py", "new_source": "x"}),
        ("str_replace_based_edit_tool", {"command": "str_replace", "path": "a.py"}),
        ("apply_patch", {"input": "*** Begin Patch\n*** Update File: a.py\n*** End Patch"}),
        ("edit_file", {"target_file": "a.py", "code_edit": "x"}),
        ("file_editor", {"command": "create", "path": "a.py", "file_text": "x"}),
        ("editor", {"path": "a.py", "old_text": "x", "new_text": "y"}),
        ("run_commands", {"commands": ["ls", "echo x > a.py"]}),
        ("Bash", {"command": "cat > a.py <<'E'\nx\nE"}),
    ],
)
def test_every_kind_of_edit_counts(log: ClaudeLog, name: str, arguments: dict[str, object]) -> None:
    log.call(name, "ok", **arguments)
    assert texts(log.work().edits) == ["a.py"]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("Read", {"file_path": "a.py"}),
        ("mcp__filesystem__list_directory", {"path": "."}),
        ("str_replace_based_edit_tool", {"command": "view", "path": "a.py"}),
        ("create_directory", {"path": "src"}),
        ("mcp__github__create_or_update_file", {"path": "a.py", "branch": "main", "message": "m", "content": "x"}),
        ("Write", {"file_path": "/tmp/scratch.py", "content": "x"}),
        ("Write", {"file_path": "/home/dev/.claude/plans/p.md", "content": "x"}),
        ("Bash", {"command": "make > /dev/null 2> build/err.log"}),
    ],
)
def test_what_reads_or_writes_elsewhere_is_no_edit_here(
    log: ClaudeLog, name: str, arguments: dict[str, object]
) -> None:
    log.call(name, "ok", **arguments)
    work = log.work()
    assert texts((*work.edits, *work.outside)) == []


def test_a_file_outside_the_session_s_directory_is_kept_apart(log: ClaudeLog) -> None:
    log.call("Write", "File created", file_path="/home/dev/other/x.py", content="x")
    work = log.work()
    assert (texts(work.edits), texts(work.outside)) == ([], ["/home/dev/other/x.py"])


def test_a_folder_that_git_lists_stands_for_the_new_files_in_it(log: ClaudeLog) -> None:
    log.write("tests/test_a.py")
    log.bash("git status --short", "?? tests/")
    assert texts(log.work().edits) == ["tests/test_a.py"]


def test_a_merge_that_stopped_is_a_step_until_it_is_concluded(log: ClaudeLog) -> None:
    log.bash("git merge main", "CONFLICT (content): Merge conflict in a.py", 1)
    assert texts(log.work().next_steps) == ["Finish the git merge that stopped at a conflict"]
    log.bash("git merge --abort")
    assert texts(log.work().next_steps) == []


# --- todo lists -------------------------------------------------------------------------------------------------------


def todos(*pairs: tuple[str, str]) -> list[dict[str, str]]:
    return [{"content": text, "status": status} for text, status in pairs]


def test_the_last_list_holds_and_what_fell_out_of_it_is_dropped(log: ClaudeLog) -> None:
    log.call("TodoWrite", "ok", todos=todos(("A", "pending"), ("B", "in_progress")))
    log.call("TodoWrite", "ok", todos=todos(("B", "completed"), ("C", "pending")))
    work = log.work()
    assert texts(work.todos) == ["C"]
    assert {task.text: task.status for task in work.tasks} == {"A": "dropped", "B": "completed", "C": "pending"}


def test_a_list_that_failed_to_be_written_does_not_count(log: ClaudeLog) -> None:
    log.call("TodoWrite", "<tool_use_error>bad</tool_use_error>", True, todos=todos(("A", "pending")))
    assert texts(log.work().todos) == []


def test_tasks_are_followed_by_their_numbers(log: ClaudeLog) -> None:
    log.call("TaskCreate", "Task #1 created successfully: Parse", subject="Parse")
    log.call("TaskCreate", "Task #2 created successfully: Print", subject="Print")
    log.call("TaskUpdate", "Updated task #1 status", taskId="1", status="completed")
    assert texts(log.work().todos) == ["Print"]
    log.call("TaskUpdate", "Updated task #2 status", taskId="2", status="deleted")
    assert texts(log.work().todos) == []


def test_a_list_that_is_changed_step_by_step_is_followed(log: ClaudeLog) -> None:
    log.call("todo", "Added todo #1: Parse", action="add", text="Parse")
    log.call("todo", "Added todo #2: Print", action="add", text="Print")
    log.call("todo", "Todo #1 completed", action="toggle", id=1)
    assert texts(log.work().todos) == ["Print"]
    log.call("todo", "Todo #1 uncompleted", action="toggle", id=1)
    assert texts(log.work().todos) == ["Parse", "Print"]
    log.call("todo", "Cleared 2 todos", action="clear")
    assert texts(log.work().todos) == []


def test_a_todo_list_takes_the_place_of_a_plan_in_prose(log: ClaudeLog) -> None:
    log.human("How?")
    log.model("My plan:\n\n1. Parse\n2. Print")
    log.human("Do it.")
    log.call("TodoWrite", "ok", todos=todos(("Parse", "completed"), ("Print", "pending")))
    log.model("Parsing is done.")
    work = log.work()
    assert (texts(work.todos), texts(work.next_steps)) == (["Print"], [])


# --- turns, calls, jobs -----------------------------------------------------------------------------------------------


def test_a_call_in_flight_belongs_to_the_turn_in_progress(log: ClaudeLog) -> None:
    log.human("Count.")
    log.bash("wc -l a.py", None)
    step = log.work().next_steps[0]
    assert (step.text, step.current) == ("Unfinished call of Bash: wc -l a.py", True)


@pytest.mark.parametrize("name", ["context_verdict_build", "mcp__threefold__context_verdict_build"])
def test_the_call_that_asks_for_the_verdict_is_no_unfinished_work(log: ClaudeLog, name: str) -> None:
    log.human("May this session be compacted?")
    log.call(name, None)
    assert log.work().next_steps == ()


def test_a_turn_that_broke_off_stays_open_until_it_is_taken_up(log: ClaudeLog) -> None:
    log.human("Migrate the data.")
    log.bash("python migrate.py", None)
    log.human("hello?")
    log.model("Hello!")
    assert texts(log.work().next_steps) == ["Interrupted: Migrate the data."]
    log.human("The machine went down. Run it again.")
    log.bash("python migrate.py", "ok")
    log.model("The data is migrated.")
    assert texts(log.work().next_steps) == []


def test_a_turn_that_a_person_stopped_is_over_once_the_talk_goes_on(log: ClaudeLog) -> None:
    log.human("Rewrite everything.")
    log.bash("ls", "a")
    log.interrupt()
    assert texts(log.work().next_steps) == ["Interrupted: Rewrite everything."]
    log.human("Leave it. What is in a?")
    log.model("One function.")
    assert texts(log.work().next_steps) == []


@pytest.mark.parametrize(
    ("command", "left"),
    [
        ("kill $(lsof -ti:3000)", []),
        ("pkill -f 'run dev'", []),
        ("kill -0 4711", ["Running job: npm run dev"]),
        ("pkill chrome", ["Running job: npm run dev"]),
        ("echo kill", ["Running job: npm run dev"]),
    ],
)
def test_a_kill_in_a_shell_ends_the_only_job_there_is(new_log: type[ClaudeLog], command: str, left: list[str]) -> None:
    log = new_log()
    log.human("start the site")
    log.call("Bash", "Command running in background with ID: b81x", command="npm run dev", run_in_background=True)
    log.call("Bash", "", command=command)
    log.model("It is stopped.")
    assert texts(log.work().next_steps) == left


@pytest.mark.parametrize(
    ("ended", "left"),
    [
        (
            "<status>failed</status>\n<summary>failed with exit code 11</summary>",
            ["Failed job: rsync -a photos/ /mnt/usb/"],
        ),
        ("<status>failed</status>\n<summary>failed with exit code 143</summary>", []),
        ("<status>completed</status>\n<summary>completed (exit code 0)</summary>", []),
    ],
)
def test_a_background_command_that_failed_by_itself_is_open(
    new_log: type[ClaudeLog], ended: str, left: list[str]
) -> None:
    log = new_log()
    log.human("back the photos up")
    started = "Command running in background with ID: b81x"
    log.call("Bash", started, command="rsync -a photos/ /mnt/usb/", run_in_background=True)
    log.model("It copies.")
    log.human(f"<task-notification>\n<task-id>b81x</task-id>\n{ended}\n</task-notification>")
    log.model("One of the shell jobs has ended.")
    assert texts(log.work().next_steps) == left
    if left:
        log.bash("rsync -a photos/ /mnt/big/", "sent 1.3T")
        log.model("All of it is on the other disk.")
        assert texts(log.work().next_steps) == []


def test_a_kill_in_a_shell_ends_the_jobs_that_it_names(new_log: type[ClaudeLog]) -> None:
    log = new_log()
    log.human("start both")
    log.call("Bash", "Command running in background with ID: b81x", command="npm run dev", run_in_background=True)
    log.call("Bash", "Command running in background with ID: b82x", command="cargo watch", run_in_background=True)
    log.call("Bash", "", command="pkill cargo")
    log.call("Bash", "", command="kill 4711")
    assert texts(log.work().next_steps) == []
    log = new_log()
    log.human("start both")
    log.call("Bash", "Command running in background with ID: b81x", command="npm run dev", run_in_background=True)
    log.call("Bash", "Command running in background with ID: b82x", command="cargo watch", run_in_background=True)
    log.call("Bash", "", command="kill 4711")
    assert len(texts(log.work().next_steps)) == 2


def test_a_background_command_runs_until_a_notice_a_poll_or_a_kill_ends_it(new_log: type[ClaudeLog]) -> None:
    def started() -> ClaudeLog:
        log = new_log()
        log.human("Run it.")
        log.call("Bash", "Command running in background with ID: bash_9", command="make all", run_in_background=True)
        log.model("It runs.")
        return log

    assert texts(started().work().next_steps) == ["Running job: make all"]
    polled = started()
    polled.call("BashOutput", "<status>running</status>\n2 tests failed", bash_id="bash_9")
    assert texts(polled.work().next_steps) == ["Running job: make all"]
    polled.call("BashOutput", "<status>completed</status>", bash_id="bash_9")
    assert texts(polled.work().next_steps) == []
    killed = started()
    killed.call("KillShell", "Successfully killed shell: bash_9", shell_id="bash_9")
    assert texts(killed.work().next_steps) == []


def test_output_that_speaks_of_somebody_s_jobs_starts_none(log: ClaudeLog) -> None:
    log.bash("curl ci/jobs", '{"job_id": "abc123", "status": "running"}')
    assert texts(log.work().next_steps) == []


def test_c020_an_agent_that_was_launched_is_listed_until_it_reports(log: ClaudeLog) -> None:
    log.human("Let an agent look.")
    log.call("Task", "Async agent launched successfully. agentId: a1b2c3d4", description="Look", run_in_background=True)
    log.model("It looks.")
    assert texts(log.work().next_steps) == ["Running job: Look"]
    log.human("<task-notification>\n<task-id>a1b2c3d4</task-id>\n<status>completed</status>\n</task-notification>")
    assert texts(log.work().next_steps) == []


def test_c022_an_agent_of_which_only_an_id_is_told_is_listed_until_it_ends(log: ClaudeLog) -> None:
    log.human("Let an agent look.")
    log.call("spawn_agent", '{"agent_id": "7d3a-11"}', prompt="Look at the parser")
    log.model("It looks.")
    assert texts(log.work().next_steps) == ["Running job: Look at the parser"]
    log.call("wait_agent", '{"agent_id": "7d3a-11", "status": "completed", "output": "fine"}', agent_id="7d3a-11")
    assert texts(log.work().next_steps) == []


def test_an_agent_that_answers_at_once_is_over(log: ClaudeLog) -> None:
    log.human("Let an agent look.")
    log.call("spawn_agent", '{"agent_id": "7d3a-11", "output": "the parser drops the last row"}', prompt="Look")
    log.call("start_session", '{"session_id": "browser-7"}')
    log.call("start_task", '{"task_id": "T-12"}')
    log.model("The parser drops the last row, as you said.")
    assert not any("Running job" in text for text in texts(log.work().next_steps))


# --- talk -------------------------------------------------------------------------------------------------------------


def test_words_between_calls_are_narration_and_only_closing_words_promise(log: ClaudeLog) -> None:
    log.human("Look at it.")
    log.model("Next I'll read the file. Should be quick, right?")
    log.call("Read", "x", file_path="a.py")
    log.model("It is fine.")
    assert open_count(log.work()) == 0


@pytest.mark.parametrize(
    ("reply", "still_open"),
    [
        ("Yes, please.", False),
        ("No, leave the rows alone.", False),
        ("Reject them.", False),
        ("不用。", False),
        ("Let me think about it.", True),
        ("By the way, shorten the readme.", True),
        ("What does the loader do with empty rows?", True),
        ("Thanks!", True),
        ("Please write a script that lists the customers of last year and sorts them by name.", True),
    ],
)
def test_which_replies_answer_a_question(log: ClaudeLog, reply: str, still_open: bool) -> None:
    log.human("Check the loader.")
    log.model("It accepts rows with too many fields. Should such rows be rejected?")
    log.human(reply)
    log.model("All right.")
    assert bool(log.work().questions) == still_open


def test_a_put_off_question_is_closed_by_the_answer_that_comes_later(log: ClaudeLog) -> None:
    log.human("Check the login.")
    log.model("Only app.py uses it. Should the legacy login be removed?")
    log.human("Let me check with support.")
    log.model("Sure.")
    assert texts(log.work().questions)
    log.human("Support says yes, remove the legacy login.")
    log.model("Good.")
    assert log.work().questions == ()


def test_an_offer_that_is_passed_over_is_declined(log: ClaudeLog) -> None:
    log.human("Add the page.")
    log.model("Added. Would you like me to add a banner too?")
    assert len(log.work().questions) == 1
    log.human("Shorten the footer of the start page and of the contact page, then show me both.")
    log.model("Here they are.")
    work = log.work()
    assert work.questions == ()
    assert work.closed[-1].why == "an offer that the user passed over"


@pytest.mark.parametrize("place", ["file", "commit", "issue", "nowhere"])
def test_a_decision_is_open_until_something_written_carries_it(log: ClaudeLog, place: str) -> None:
    log.human("We decided that refunds over 500 euros need a second signature.")
    log.model("Noted.")
    sentence = "Refunds over 500 euros need a second signature"
    if place == "file":
        log.human("Write it down.")
        log.write("docs/rules.md", f"# Rules\n\n{sentence}.")
    elif place == "commit":
        log.human("Commit.")
        log.bash(f"git commit --allow-empty -m '{sentence}'", COMMITTED)
    elif place == "issue":
        log.human("Put it into the tracker.")
        log.bash(f"gh issue create --title '{sentence}' --body x", "https://example.invalid/1")
    log.model("Done.")
    assert len(log.work().decisions) == (1 if place == "nowhere" else 0)


def test_a_decision_that_is_echoed_is_one_and_one_that_is_taken_back_is_none(log: ClaudeLog) -> None:
    log.human("Let's go with Kafka, with seven days of retention.")
    log.model("Agreed: Kafka, seven days of retention.")
    assert len(log.work().decisions) == 1
    log.human("Never mind, forget Kafka.")
    log.model("All right, no Kafka.")
    assert log.work().decisions == ()


def test_words_about_committing_are_settled_by_a_commit(log: ClaudeLog) -> None:
    log.human("Fix it.")
    log.edit("a.py")
    log.model("Fixed. I haven't committed it yet. Shall I commit?")
    assert open_count(log.work()) == 2
    log.human("Show the log first, I want to see what happened in the last week and who did it.")
    log.bash("git commit -am x && git log", COMMITTED)
    log.model("Here is the log.")
    assert open_count(log.work()) == 0


def test_a_fold_can_stop_at_an_event(log: ClaudeLog) -> None:
    log.human("Fix it.")
    log.edit("a.py")
    log.bash("git commit -am x", COMMITTED)
    session = log.session()
    assert texts(fold(session, until=3).edits) == ["a.py"]
    assert texts(fold(session).edits) == []


hostile = st.text(st.characters(), max_size=60) | st.sampled_from(
    ["\x00", "\x1b[2J", "\r\n", "？" * 20, "- [ ] x", "```"]
)


@given(st.lists(st.tuples(st.sampled_from(["human", "model", "bash", "write"]), hostile), max_size=8), st.randoms())
def test_no_text_makes_the_fold_raise_and_each_item_says_where_it_stands(
    new_log: type[ClaudeLog], story: list[tuple[str, str]], random: object
) -> None:
    log = new_log()
    for kind, text in story:
        getattr(log, kind)(text)
    session = log.session() if log.rows else None
    if session is None:
        return
    work = fold(session)
    for items in (work.todos, work.edits, work.questions, work.decisions, work.next_steps, work.closed):
        assert all(0 <= item.event < len(session.events) and item.why for item in items)
    assert all(0 <= item.opened <= item.event for item in work.closed)


@given(st.sampled_from(["Fix the header.", "Look at the logs.", "改一下页脚。"]), st.integers(0, 3))
def test_an_unrelated_exchange_without_effect_makes_nothing_land(
    new_log: type[ClaudeLog], request_: str, before: int
) -> None:
    log = new_log()
    log.human("Change the importer.")
    for number in range(before):
        log.edit(f"src/part{number}.py")
    log.model("Changed. Which encoding does the customer's export have?")
    first = open_count(log.work())
    log.human(f"By the way: {request_}")
    log.model("All right, that is another matter.")
    assert open_count(log.work()) >= first


def test_c063_a_change_that_is_claimed_without_a_call_is_named(log: ClaudeLog) -> None:
    log.human("What does a.py do?")
    log.call("Read", "x", file_path="a.py")
    log.model("It parses.")
    log.human("Add a retry and commit it.")
    log.model("I've added the retry and committed the change.")
    assert texts(log.work().next_steps) == ["Claimed and not seen done: I've added the retry and committed the change."]


def test_c064_a_commit_that_is_claimed_and_was_never_made_is_named(log: ClaudeLog) -> None:
    log.human("Release the version and push.")
    log.bash("make build", "ok")
    log.model("Released and pushed as v0.8.59.")
    assert len(log.work().next_steps) == 1


@pytest.mark.parametrize(
    ("request_", "reply"),
    [
        ("Did you commit?", "Yes, it is committed."),
        ("Commit it.", "It is already committed, in the last turn."),
        ("How would one add a retry?", "Added as a decorator, it wraps the call."),
        ("改一下措辞", "可以改成：请稍候再试。"),
    ],
)
def test_an_answer_about_work_is_no_claim_of_new_work(log: ClaudeLog, request_: str, reply: str) -> None:
    log.human("Fix it.")
    log.edit("a.py")
    log.bash("git commit -am x", COMMITTED)
    log.model("Fixed and committed.")
    log.human(request_)
    log.model(reply)
    assert log.work().next_steps == ()


@pytest.mark.parametrize(
    ("offered", "picked", "acknowledged", "decided"),
    [
        ("Tabs or spaces both work.", "Tabs then.", "Noted, tabs.", True),
        ("I'd suggest Postgres.", "Fine, Postgres.", "OK.", True),
        ("方案一简单，方案二灵活。", "按方案二来。", "好的，按方案二。", True),
        ("I'd suggest Postgres.", "Thanks!", "You're welcome.", False),
        ("I'd suggest Postgres.", "Sounds good.", "Great.", False),
        ("It copies files.", "Tabs then.", "Noted, tabs.", False),
        ("可以用 A，或者 B。", "知道了，谢谢。", "不客气。", False),
    ],
)
def test_a_pick_that_is_only_acknowledged_is_a_decision(
    log: ClaudeLog, offered: str, picked: str, acknowledged: str, decided: bool
) -> None:
    log.human("What would you use?")
    log.model(offered)
    log.human(picked)
    log.model(acknowledged)
    assert bool(log.work().decisions) == decided


def test_a_choice_that_was_put_and_answered_is_a_decision_until_work_carries_it(log: ClaudeLog) -> None:
    log.human("How should we store the sessions?")
    log.model("Redis or Postgres would both work. Which one should it be?")
    log.human("Postgres.")
    log.model("Noted, Postgres.")
    assert len(log.work().decisions) == 1
    log.human("Set it up.")
    log.write("compose.yaml", "image: postgres:17")
    log.model("It is set up.")
    assert log.work().decisions == ()


@pytest.mark.parametrize(
    ("said", "still_open"),
    [
        ("Thanks, that's all!", False),
        ("Perfect.", False),
        ("谢谢，辛苦了。", False),
        ("Great, now run the tests.", True),
        ("好的，再加一个测试", True),
        ("Fix the header.", True),
    ],
)
def test_a_last_word_of_thanks_wants_no_answer(log: ClaudeLog, said: str, still_open: bool) -> None:
    log.human("What does a.py do?")
    log.model("It parses.")
    log.human(said)
    assert bool(log.work().next_steps) == still_open


def test_consent_without_a_reply_is_work_not_begun(log: ClaudeLog) -> None:
    log.human("Look at the deployment.")
    log.model("Staging is two versions behind. Should I deploy it?")
    log.human("ok")
    assert texts(log.work().next_steps) == ["Asked for and not begun: ok"]


# --- changes that no editing tool makes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "result", "left"),
    [
        ("node -e \"require('fs').writeFileSync('icons.json', '[]')\"", "", ["icons.json"]),
        ("python3 - <<'E'\nfrom pathlib import Path\np = Path('v.txt')\np.write_text('2')\nE", "", ["v.txt"]),
        ("npx prettier --write src/", "src/a.ts 20ms", ["src"]),
        ("npx prettier --check src/", "src/a.ts", []),
        ("ruff format lib", "3 files left unchanged", []),
        ("cargo fmt", "", ["."]),
        ("npm install lodash", "added 1 package", ["package.json"]),
        ("npm install", "added 90 packages", []),
        ("npm install -g lodash", "added 1 package", []),
        ("uv add httpx", "Resolved", ["pyproject.toml"]),
        ("curl -sSo static/q.js https://example.test/q.js", "", ["static/q.js"]),
        ("curl -s -o /dev/null https://example.test/", "", []),
        ("wget -O data.csv https://example.test/d", "", ["data.csv"]),
        ("rm -r legacy/", "", ["legacy"]),
        ("rm -rf node_modules build", "", []),
        ("mkdir trial && rm -r trial", "", []),
        ("npx prettier --write src/ && git commit -qam x", "", []),
    ],
)
def test_programs_that_write_files_without_an_editing_tool_are_seen(
    log: ClaudeLog, command: str, result: str, left: list[str]
) -> None:
    log.human("Do it")
    log.bash(command, result)
    log.model("Ran it.")
    assert texts(fold(log.session()).edits) == left


def test_a_commit_does_not_take_what_lies_in_a_stash(log: ClaudeLog) -> None:
    log.human("Do it")
    log.edit("a.py")
    log.bash("git stash", "Saved working directory and index state")
    log.edit("b.py")
    log.bash("git commit -am b", COMMITTED)
    log.bash("git checkout main && git commit --allow-empty -m x", COMMITTED)
    assert texts(fold(log.session()).edits) == ["a.py"]
    log.bash("git stash pop", "Dropped refs/stash@{0}")
    log.bash("git commit -am a", COMMITTED)
    assert open_count(fold(log.session())) == 0


def test_of_two_stashes_the_latest_is_applied_and_the_other_stays(log: ClaudeLog) -> None:
    log.human("Do it")
    for name in ("a.py", "b.py"):
        log.edit(name)
        log.bash("git stash", "Saved working directory and index state")
    log.bash("git stash pop && git commit -am b", COMMITTED)
    work = fold(log.session())
    assert (texts(work.edits), len(work.stashed)) == (["a.py"], 1)


@pytest.mark.parametrize(
    ("command", "settled"),
    [
        ("git cherry-pick -n abc1234", "git commit -m x"),
        ("git merge --no-commit --no-ff feature", "git merge --abort"),
        ("git revert --no-commit HEAD", "git reset --hard"),
        ("git apply fix.patch", "git commit -am x"),
    ],
)
def test_what_git_brings_into_the_tree_without_a_commit_counts(log: ClaudeLog, command: str, settled: str) -> None:
    log.human("Do it")
    log.bash(command, "")
    assert len(fold(log.session()).next_steps) == 1
    log.bash(settled, COMMITTED if "commit -" in settled else "")
    assert fold(log.session()).next_steps == ()


@pytest.mark.parametrize(
    "claim",
    [
        "I have implemented login in auth.py and committed it.",
        "Committed and tagged v0.8.59.",
        "我已经在 auth.py 里实现了登录。",
        "版本 0.8.59 已推送。",
    ],
)
def test_a_claim_of_landed_work_that_no_tool_shows_counts(log: ClaudeLog, claim: str) -> None:
    log.human("How far are you?")
    log.model(claim)
    assert len(fold(log.session()).next_steps) == 1


def test_a_claim_of_a_commit_stands_where_a_script_may_have_made_it(log: ClaudeLog) -> None:
    log.human("Release it")
    log.bash("make release", "ok")
    log.model("Committed and tagged v0.8.59.")
    assert open_count(fold(log.session())) == 0


@pytest.mark.parametrize(("path", "counts"), [("/tmp/try/a.py", True), ("/tmp/other/a.py", False)])
def test_a_session_that_works_in_scratch_space_has_edits_like_any_other(
    log: ClaudeLog, path: str, counts: bool
) -> None:
    log.human("Fix it.")
    log.call("Edit", "updated", file_path=path, old_string="a", new_string="b")
    for row in log.rows:
        row["cwd"] = "/tmp/try"
    work = log.work()
    assert bool(work.edits or work.outside) is counts


def test_a_file_that_was_read_before_is_not_new_when_it_is_written_whole(log: ClaudeLog) -> None:
    log.human("Make the indentation spaces and commit.")
    log.bash("expand -i -t4 deploy.py > /tmp/d && cp /tmp/d deploy.py && git commit -qam spaces", "")
    log.call("Read", "1\tx = 1", file_path="/repo/setup.cfg")
    log.bash("sort setup.cfg > /tmp/s && cp /tmp/s setup.cfg && git commit -qam sorted", "")
    log.bash("cp deploy.py deploy2.py && git commit -qam copied", "")
    assert texts(log.work().edits) == ["deploy2.py"]


@pytest.mark.parametrize(
    ("command", "result", "left"),
    [
        ("grep -rl a . | xargs sed -i 's/a/b/'", "", ["."]),
        ("find . -name '*.md' -exec sed -i 's/a/b/' {} +", "", ["."]),
        ("grep -rl a . | xargs cat", "", []),
        ("python - <<'E'\nfor f in glob('*.md'):\n    open(f, 'w').write('x')\nE", "", ["."]),
        ("python tools/migrate.py", "", []),
    ],
)
def test_what_a_command_writes_without_naming_it_is_open_as_its_directory(
    log: ClaudeLog, command: str, result: str, left: list[str]
) -> None:
    log.human("rename a to b everywhere")
    log.bash(command, result)
    log.model("Renamed.")
    assert [item.text for item in log.work().edits] == left


def test_git_diff_shows_what_a_script_changed_until_a_commit_takes_it(log: ClaudeLog) -> None:
    log.human("migrate the posts")
    log.bash("python tools/migrate.py", "ok")
    log.bash("git diff --stat", " posts/a.md | 4 ++--\n posts/b.md | 2 +-\n 2 files changed, 3 insertions(+)")
    assert [item.text for item in log.work().edits] == ["posts/a.md", "posts/b.md"]
    log.bash("git add -A && git commit -m migrate", "[main 1a2b3c4] migrate\n 2 files changed")
    assert log.work().edits == ()


def test_git_diff_alone_shows_a_person_their_own_changes(log: ClaudeLog) -> None:
    log.human("what did I change?")
    log.bash("git diff --stat", " posts/a.md | 4 ++--\n 1 file changed, 2 insertions(+)")
    log.model("Two lines of posts/a.md.")
    assert log.work().edits == ()


def test_what_git_ignores_is_no_change(log: ClaudeLog) -> None:
    log.human("build it")
    log.bash("make && git status --short --ignored", "built\n!! dist/\n!! node_modules/")
    assert log.work().edits == ()


def test_an_approved_plan_that_was_carried_out_and_reported_leaves_no_step(log: ClaudeLog) -> None:
    log.human("make the heartbeat configurable, plan it first")
    log.call("ExitPlanMode", "User has approved your plan.", plan="1. read the value\n2. add a lower bound\n3. note it")
    log.edit("conn.py")
    log.bash("git commit -am 'Configure the heartbeat'", "[main 1a2b3c4] Configure the heartbeat")
    log.model("All three steps of the plan are done and committed.\n\n1. ✅ value\n2. ✅ bound\n3. ✅ README")
    assert log.work().next_steps == ()


def test_an_approved_plan_that_was_carried_out_in_part_keeps_its_steps(log: ClaudeLog) -> None:
    log.human("make the heartbeat configurable, plan it first")
    log.call("ExitPlanMode", "User has approved your plan.", plan="1. read the value\n2. add a lower bound\n3. note it")
    log.edit("conn.py")
    log.bash("git commit -am 'Read the heartbeat'", "[main 1a2b3c4] Read the heartbeat")
    log.model("Step 1 is committed.")
    assert "add a lower bound" in [item.text for item in log.work().next_steps]


@pytest.mark.parametrize("reply", ["ok makes sense", "got it", "ok 没别的了", "明白了", "fair enough"])
def test_taking_in_an_explanation_decides_nothing(log: ClaudeLog, reply: str) -> None:
    log.human("why not avx2?")
    log.model("Because the width that helps is one pixel. We recommend either SSE2 or plain code there.")
    log.human(reply)
    log.model("Good.")
    assert log.work().decisions == ()


def test_a_suggestion_that_the_person_declines_is_over(log: ClaudeLog) -> None:
    log.human("run the evaluation and commit the numbers")
    log.write("results.md")
    log.bash("git add -A && git commit -m results", "[main 1a2b3c4] results")
    log.model("Committed. Half of the errors are handwriting, so a separate set could be worth having.")
    assert log.work().next_steps
    log.human("no, leave it")
    log.model("Fine.")
    assert log.work().next_steps == ()


def test_what_a_person_commits_beside_the_conversation_has_landed(log: ClaudeLog) -> None:
    log.human("bump the year in the footer")
    log.edit("footer.html")
    log.model("The footer says 2026.")
    log.human("<bash-input>git commit -am 'Bump the year'</bash-input>")
    assert texts(log.work().edits) == ["footer.html"]
    log.human("<bash-stdout>[main 0dd1e22] Bump the year\n 1 file changed</bash-stdout><bash-stderr></bash-stderr>")
    assert log.work().edits == ()


def test_a_commit_of_the_person_that_failed_leaves_the_file_open(log: ClaudeLog) -> None:
    log.human("bump the year in the footer")
    log.edit("footer.html")
    log.model("The footer says 2026.")
    log.human("<bash-input>git commit -am 'Bump the year'</bash-input>")
    log.human("<bash-stdout></bash-stdout><bash-stderr>husky - pre-commit hook failed</bash-stderr>")
    assert texts(log.work().edits) == ["footer.html"]


@pytest.mark.parametrize(
    ("command", "result", "left"),
    [
        ("git commit -qam x && git push && gh run watch | tail -1", "done", []),
        ("git commit -qam x | tail -1", "", ["a.py"]),
        ("git commit -qam x && git status --short | head", " M b.py\n?? notes.txt", ["b.py"]),
        ("git commit -qam x && git status", "On branch main\n\tmodified:   b.py\n", ["b.py"]),
        ("git commit -qam x && git status", "On branch main\n\tnew file:   c.py\n", ["c.py"]),
    ],
)
def test_what_stands_before_and_has_run_and_what_git_lists_is_open(
    log: ClaudeLog, command: str, result: str, left: list[str]
) -> None:
    log.human("change a and commit")
    log.edit("a.py")
    log.bash(command, result)
    log.model("Committed.")
    assert texts(log.work().edits) == left


def test_a_chain_that_the_person_did_not_let_run_changes_nothing(log: ClaudeLog) -> None:
    log.human("clean up")
    refused = "The user doesn't want to proceed with this tool use. The tool use was rejected."
    log.call("Bash", refused, error=True, command="rm -rf a && echo hi > src/x.py && git commit -am x")
    work = log.work()
    assert (work.edits, work.landed) == ((), ())


def test_a_chain_that_failed_at_its_end_changed_what_stands_before(log: ClaudeLog) -> None:
    log.human("write x and test")
    log.bash("echo hi > src/x.py && make", "boom", 2)
    assert texts(log.work().edits) == ["src/x.py"]
