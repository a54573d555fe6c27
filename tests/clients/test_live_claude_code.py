"""Claude Code itself, with our hooks in its settings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest

SUMMARY = "<analysis>thought</analysis>\n<summary>\nWe wrote deploy.md; the service listens on port 8124.\n</summary>"
RULE = "Never push to main. Write deploy.md, the service listens on port 8123."


class Claude:
    """One session of Claude Code, a process for each prompt."""

    def __init__(self, box: Any, version: str, model: Any) -> None:
        self.box, self.model = box, model
        self.program = box.client(f"claude-code-{version}")
        box.environ |= {
            "ANTHROPIC_BASE_URL": model.url,
            "ANTHROPIC_API_KEY": "sk-ant-fake",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "DISABLE_AUTOUPDATER": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        }

    def say(self, text: str, *, first: bool = False) -> Any:
        words = ["-p", text, "--output-format", "stream-json", "--verbose", "--model", "claude-sonnet-4-5"]
        words += ["--allowedTools", "Write,Bash"] + ([] if first else ["--continue"])
        return self.box.run(self.program, *words)

    @property
    def summaries(self) -> list[str]:
        return [json.dumps(body["messages"][-1], ensure_ascii=False) for body in self.model.summaries]


@pytest.fixture(params=["2.1.332", "2.1.197"])
def session(request: pytest.FixtureRequest, box: Any, wire: ModuleType) -> Callable[..., Any]:
    """Opens a session with a script; ``window`` makes the client compact by itself."""

    @contextmanager
    def opened(*steps: Any, window: bool = False) -> Iterator[Claude]:
        if window:
            box.environ["CLAUDE_CODE_AUTO_COMPACT_WINDOW"] = "100000"
        with wire.Model(steps, SUMMARY) as model:
            yield Claude(box, request.param, model)

    return opened


def test_a_manual_compaction_is_guided_by_what_is_unlanded_and_audited(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    box.threefold("install", "claude-code", "--policy", "guide")
    write = wire.Write(str(box.work / "deploy.md"), "port 8123\n")
    with session(write, wire.Say("written"), wire.Say("third")) as claude:
        claude.say(RULE, first=True)
        claude.say("/compact keep the deploy rule")
        (summary,) = claude.summaries
        third = claude.say("third prompt")
    for wanted in ("keep the deploy rule", "Files changed and not committed: deploy.md", "Never push to main", "8123"):
        assert wanted in summary
    (verdict,) = box.verdicts
    assert (verdict["trigger"], verdict["action"], verdict["verdict"]) == ("manual", "guide", "wait")
    (audit,) = box.audits
    assert [one["value"] for one in audit["fidelity"]["candidates"] if one["status"] == "altered"] == ["8124"]
    assert third.status == 0
    assert not claude.model.left


def test_an_automatic_compaction_is_guided_inside_its_turn_and_the_person_is_told_at_its_end(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    box.threefold("install", "claude-code", "--policy", "guide")
    write = wire.Write(str(box.work / "deploy.md"), "port 8123\n")
    with session(write, wire.Run("echo more", 99_000), wire.Say("done"), window=True) as claude:
        done = claude.say(RULE, first=True)
        (summary,) = claude.summaries
    assert "Never push to main" in summary
    assert [(one["trigger"], one["action"]) for one in box.verdicts] == [("automatic", "guide")]
    assert len(box.audits) == 1
    assert done.status == 0
    told = (box.ours / "sessions").iterdir()
    if "2.1.332" in claude.program:  # the older version prints no message of Stop's in this mode
        assert "Stop says: Threefold: audit of" in done.output
    assert list(told) == []


def test_observing_leaves_the_summarisers_request_as_it_was(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    box.threefold("install", "claude-code")
    with session(wire.Write(str(box.work / "deploy.md"), "x\n"), wire.Say("written")) as claude:
        claude.say(RULE, first=True)
        claude.say("/compact keep the deploy rule")
        (summary,) = claude.summaries
    assert "Carry each of the following lines" not in summary
    assert [one["action"] for one in box.verdicts] == ["pass"]
    assert len(box.audits) == 1


def test_a_held_compaction_names_the_reason_and_goes_through_once_acknowledged(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    box.threefold("install", "claude-code", "--policy", "hold")
    with session(wire.Write(str(box.work / "deploy.md"), "x\n"), wire.Say("written")) as claude:
        claude.say(RULE, first=True)
        held = claude.say("/compact")
        assert claude.summaries == []
        assert "this compaction was stopped" in held.output
        assert "deploy.md" in held.output
        assert "threefold acknowledge" in held.output
        again = claude.say("/compact")
        assert "this compaction was stopped" in again.output
        box.threefold("acknowledge")
        claude.say("/compact")
        assert len(claude.summaries) == 1
    assert [one["action"] for one in box.verdicts] == ["hold", "hold", "guide"]
    assert len(box.audits) == 1


def test_work_that_was_committed_is_not_held(session: Callable[..., Any], box: Any, wire: ModuleType) -> None:
    box.threefold("install", "claude-code", "--policy", "hold")
    commit = wire.Run("git add -A && git commit -q -m done")
    with session(wire.Write(str(box.work / "deploy.md"), "x\n"), commit, wire.Say("done")) as claude:
        claude.say("Write deploy.md and commit it.", first=True)
        claude.say("/compact")
        assert len(claude.summaries) == 1
    assert [one["verdict"] for one in box.verdicts] == ["safe_to_compact"]


def test_an_automatic_compaction_is_vetoed_once_and_the_turn_goes_on_to_its_end(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    box.threefold("install", "claude-code", "--policy", "veto")
    write = wire.Write(str(box.work / "deploy.md"), "x\n")
    steps = [write, wire.Run("echo one", 99_000), wire.Run("echo two", 99_000), wire.Say("done")]
    with session(*steps, window=True) as claude:
        done = claude.say(RULE, first=True)
        assert done.status == 0
        assert claude.model.left == []
    # 2.1.197 does not say whether the model refused the context, so there each is let through. The newest may ask
    # before it has written so much of its log that this is known: then the first is let through, and the next is not.
    actions = [one["action"] for one in box.verdicts]
    assert sorted(actions) == sorted(["veto" if "2.1.332" in claude.program else "guide", "guide"])
    assert len(claude.summaries) == actions.count("guide")


def test_a_reactive_compaction_is_let_through_and_the_turn_lives(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    write = wire.Write(str(box.work / "deploy.md"), "x\n")
    with session(write, wire.TooLong(), wire.Say("done")) as claude:
        if "2.1.197" in claude.program:  # it ends the turn where the model refuses the context
            without = claude.say(RULE, first=True)
            assert (without.status, claude.summaries) == (1, [])
            claude.model.left[:] = [write, wire.TooLong(), wire.Say("done")]
        box.threefold("install", "claude-code", "--policy", "veto")
        done = claude.say(RULE, first=True)
        if "2.1.197" in claude.program:
            assert (done.status, claude.summaries) == (1, [])
            assert [(one["trigger"], one["action"]) for one in box.verdicts] == [("automatic", "guide")]
            return
        assert done.status == 0
        assert claude.model.left == []
        assert len(claude.summaries) == 1
    assert [(one["trigger"], one["action"]) for one in box.verdicts] == [("overflow", "guide")]


def test_the_model_hears_of_lost_facts_only_where_that_was_asked_for(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    steps = [wire.Write(str(box.work / "deploy.md"), "x\n"), wire.Say("written"), wire.Say("third")]
    with session(*steps) as claude:
        box.threefold("install", "claude-code")
        claude.say(RULE, first=True)
        claude.say("/compact")
        claude.say("third prompt")
        assert "threefold-recovered" not in json.dumps(claude.model.requests)
    with session(wire.Say("fourth")) as claude:
        box.threefold("install", "claude-code", "--inject")
        claude.say("/compact")
        claude.say("fourth prompt")
        assert "threefold-recovered" in json.dumps(claude.model.requests[-1])
        assert "8123" in json.dumps(claude.model.requests[-1])


def test_what_was_installed_is_removed_without_a_trace(session: Callable[..., Any], box: Any, wire: ModuleType) -> None:
    settings = box.home / ".claude" / "settings.json"
    settings.parent.mkdir()
    mine = (
        b'{\n    "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo MINE"}]}]},\n    "model": "sonnet"}'
    )
    settings.write_bytes(mine)
    settings.chmod(0o600)
    with session(wire.Say("one"), wire.Say("two")) as claude:
        box.threefold("install", "claude-code", "--policy", "guide")
        claude.say("first", first=True)
        claude.say("/compact")
        assert len(box.verdicts) == 1
        box.threefold("install", "claude-code", "--uninstall")
        claude.say("second")
        claude.say("/compact")
    assert len(box.verdicts) == 1
    assert settings.read_bytes() == mine
    assert settings.stat().st_mode & 0o777 == 0o600
    assert [name for name in box.files(settings.parent) if "threefold" in name] == []


def test_a_broken_installation_of_ours_costs_a_line_and_not_the_compaction(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    box.threefold("install", "claude-code", "--policy", "hold")
    (box.home / ".config" / "threefold").mkdir(parents=True)
    (box.home / ".config" / "threefold" / "threefold.toml").write_text("this is no TOML")
    with session(wire.Write(str(box.work / "deploy.md"), "x\n"), wire.Say("written")) as claude:
        claude.say(RULE, first=True)
        claude.say("/compact")
        assert len(claude.summaries) == 1
        assert "Carry each" not in claude.summaries[0]
