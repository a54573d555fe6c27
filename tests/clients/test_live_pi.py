"""pi itself, with our extension in its folder."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest

SUMMARY = "We wrote deploy.md; the service listens on port 8124."
RULE = "Never push to main. Write deploy.md, the service listens on port 8123."
FULL = 95_000


class Pi:
    """pi in a home of its own, with a context window of 100,000 tokens of which a handful are kept."""

    def __init__(self, box: Any, version: str, model: Any) -> None:
        self.box, self.model = box, model
        self.words = [box.client("node-24"), box.client(f"pi-{version}")]
        home = box.home / ".pi" / "agent"
        home.mkdir(parents=True, exist_ok=True)
        mock = {
            "id": "mock-1", "name": "mock-1", "reasoning": False, "input": ["text"], "contextWindow": 100_000,
            "maxTokens": 8000, "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
        }  # fmt: skip
        provider = {"baseUrl": f"{model.url}/v1", "api": "openai-completions", "apiKey": "fake", "models": [mock]}
        (home / "models.json").write_text(json.dumps({"providers": {"mock": provider}}))
        compaction = {"enabled": True, "reserveTokens": 16_384, "keepRecentTokens": 10}
        (home / "settings.json").write_text(json.dumps({"compaction": compaction}))
        box.environ |= {"PI_CODING_AGENT_DIR": str(home), "PI_OFFLINE": "1", "PI_SKIP_VERSION_CHECK": "1"}
        box.environ |= {"PI_TELEMETRY": "0"}
        self.extensions = home / "extensions"

    def say(self, text: str, *, first: bool = False) -> Any:
        words = ["-p", "--mode", "json", "--provider", "mock", "--model", "mock-1"]
        return self.box.run(*self.words, *words, *([] if first else ["--continue"]), text)

    def compact(self, then: str = "") -> list[dict[str, Any]]:
        """A compaction that a person asks for, perhaps a prompt after it, and everything that was said until then."""
        words = [*self.words, "--mode", "rpc", "--provider", "mock", "--model", "mock-1", "--continue"]
        process = subprocess.Popen(
            words, cwd=self.box.work, env=self.box.environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        told: list[dict[str, Any]] = []
        with process:
            process.stdin.write('{"id":"1","type":"compact"}\n')
            process.stdin.flush()
            for line in process.stdout:
                told.append(json.loads(line))
                if told[-1].get("type") == "response" and told[-1].get("id") == "1":
                    if not then:
                        break
                    process.stdin.write(json.dumps({"id": "2", "type": "prompt", "message": then}) + "\n")
                    process.stdin.flush()
                if told[-1].get("type") == "agent_end":
                    break
            process.kill()
        return told

    @property
    def summaries(self) -> list[str]:
        return [json.dumps(body["messages"], ensure_ascii=False) for body in self.model.summaries]


@pytest.fixture(params=["1.6.0", "0.73.1"])
def session(request: pytest.FixtureRequest, box: Any, wire: ModuleType) -> Callable[..., Any]:
    @contextmanager
    def opened(*steps: Any) -> Iterator[Pi]:
        with wire.Model(steps, SUMMARY) as model:
            yield Pi(box, request.param, model)

    return opened


def install(pi: Pi, *words: str) -> None:
    pi.box.threefold("install", "pi", *words)


def test_a_full_context_is_compacted_with_what_is_unlanded_among_what_is_summarised(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    write = wire.Write(str(box.work / "deploy.md"), "port 8123\n")
    with session(write, wire.Run("echo more", FULL), wire.Say("done", FULL), wire.Say("second")) as pi:
        install(pi, "--policy", "guide")
        done = pi.say(RULE, first=True)
        assert done.status == 0
        assert pi.summaries
        assert "Files changed and not committed: deploy.md" in pi.summaries[-1]
        assert re.search(r"- (?:rule|Decisions written nowhere): Never push to main\.", pi.summaries[-1])
        if "0.73.1" not in pi.words[1]:  # which leaves while its compaction is at work
            assert "Threefold: audit of" in done.errors
            assert box.audits
    assert {one["action"] for one in box.verdicts} == {"guide"}
    assert {one["trigger"] for one in box.verdicts} == {"automatic"}


def test_observing_changes_nothing_of_what_is_summarised_and_audits_it(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    write = wire.Write(str(box.work / "deploy.md"), "port 8123\n")
    with session(write, wire.Say("done"), wire.Say("more")) as pi:
        install(pi)
        pi.say(RULE, first=True)
        pi.say("go on")
        assert pi.compact()[-1]["success"] is True
        assert pi.summaries
        assert "A program, not the user" not in "".join(pi.summaries)
    assert [one["action"] for one in box.verdicts] == ["pass"]
    (audit,) = box.audits
    assert [(one["value"], one["status"]) for one in audit["fidelity"]["candidates"]] == [("8124", "altered")]


def test_a_held_compaction_is_cancelled_and_goes_through_once_acknowledged(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    with session(wire.Write(str(box.work / "deploy.md"), "x\n"), wire.Say("written"), wire.Say("more")) as pi:
        install(pi, "--policy", "hold")
        pi.say(RULE, first=True)
        pi.say("and more")
        told = pi.compact()
        if "0.73.1" in pi.words[1]:  # it does not say whether a person asked
            assert told[-1]["success"] is True
            assert "Files changed and not committed: deploy.md" in "".join(pi.summaries)
            assert [(one["trigger"], one["action"]) for one in box.verdicts] == [("automatic", "guide")]
            return
        assert pi.summaries == []
        assert told[-1]["success"] is False
        assert "this compaction was stopped" in json.dumps(told)
        box.threefold("acknowledge")
        assert pi.compact()[-1]["success"] is True
        assert len(pi.summaries) >= 1
    assert [one["action"] for one in box.verdicts] == ["hold", "guide"]
    assert len(box.audits) == 1


def test_an_automatic_compaction_is_vetoed_once(session: Callable[..., Any], box: Any, wire: ModuleType) -> None:
    write = wire.Write(str(box.work / "deploy.md"), "x\n")
    with session(write, wire.Run("echo one", FULL), wire.Say("done", FULL), wire.Say("second", FULL)) as pi:
        install(pi, "--policy", "veto")
        assert pi.say(RULE, first=True).status == 0
        if "0.73.1" in pi.words[1]:  # with -p its last compaction asks nobody; it landed, so the next may be stopped
            assert ([one["action"] for one in box.verdicts], len(pi.summaries)) == (["veto"], 1)
            assert pi.say("go on").status == 0
            assert pi.model.left == []
            assert ([one["action"] for one in box.verdicts], len(pi.summaries)) == (["veto", "veto"], 2)
            return
        assert pi.say("go on").status == 0
        assert pi.model.left == []
        assert pi.summaries
    actions = [one["action"] for one in box.verdicts]
    assert actions[:2] == ["veto", "guide"]


def test_the_model_hears_of_lost_facts_with_the_next_prompt_where_that_was_asked_for(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    with session(wire.Run("echo port 8123"), wire.Say("done"), wire.Say("more"), wire.Say("next")) as pi:
        install(pi, "--inject")
        pi.say(RULE, first=True)
        pi.say("go on")
        pi.compact(then="next prompt")
        assert len(box.audits) == 1
        told = json.dumps(pi.model.requests[-1])
    assert "next prompt" in told
    assert "threefold-recovered" in told


def test_our_own_compaction_takes_the_place_of_the_models(
    session: Callable[..., Any], box: Any, wire: ModuleType
) -> None:
    long = [wire.Run(f"seq {number} {number + 400}") for number in range(6)]
    with session(*long, wire.Say("done"), wire.Say("more")) as pi:
        install(pi, "--engine", "threefold")
        pi.say(RULE, first=True)
        pi.say("go on")
        assert pi.compact()[-1]["success"] is True
        assert pi.summaries == []
    (log,) = pi.box.home.rglob("sessions/**/*.jsonl")
    (entry,) = [one for one in map(json.loads, log.read_text().splitlines()) if one["type"] == "compaction"]
    assert entry["fromHook"] is True
    assert "not written by a model" in entry["summary"]
    assert RULE in entry["summary"]
    (audit,) = box.audits
    assert all(one["evidence"].startswith("[threefold: ") for one in audit["fidelity"]["candidates"])


def test_a_missing_program_of_ours_costs_nothing(session: Callable[..., Any], box: Any, wire: ModuleType) -> None:
    write = wire.Write(str(box.work / "deploy.md"), "x\n")
    with session(write, wire.Run("echo more", FULL), wire.Say("done", FULL)) as pi:
        install(pi, "--policy", "hold")
        (extension,) = pi.extensions.iterdir()
        text = extension.read_text()
        extension.write_text(text.replace("const COMMAND: string[] = [", 'const COMMAND: string[] = ["/no/such", '))
        assert pi.say(RULE, first=True).status == 0
        assert pi.summaries
    assert box.verdicts == []


def test_the_extension_is_removed_without_a_trace(session: Callable[..., Any], box: Any) -> None:
    with session() as pi:
        before = box.files(box.home)
        install(pi)
        assert [path.name for path in pi.extensions.iterdir()] == ["threefold.ts"]
        install(pi, "--uninstall")
        assert box.files(box.home) == before
        assert not pi.extensions.exists()
