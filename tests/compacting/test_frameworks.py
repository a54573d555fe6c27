"""The examples of docs/agents.md, run inside the real libraries with a model that is a function."""

from __future__ import annotations

import asyncio
import json
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import threefold
from threefold.errors import UsageError

PROSE = "some output of a tool, line after line. " * 60
BUDGET = 9_000


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Scored by recency, and without the warnings of other people's packages."""
    monkeypatch.setenv("THREEFOLD_COMPACT_SCORER", "recency")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.fixture
def page(checkout: Path) -> str:
    return (checkout / "docs" / "agents.md").read_text("utf-8")


def example(page: str, name: str, behind: dict[str, Any] | None = None) -> dict[str, Any]:
    """What an example of the page defines, behind what another did, with the budget that a test can fill."""
    (code,) = re.findall(rf"<!-- example: {name} -->\n```python\n(.*?)```", page, re.DOTALL)
    found: dict[str, Any] = {} if behind is None else behind
    exec(compile(code.replace("120_000", str(BUDGET)), "agents.md", "exec", dont_inherit=True), found)
    return found


def test_langchain_messages_come_back_as_messages_with_their_pairs(page: str) -> None:
    messages = pytest.importorskip("langchain_core.messages")
    talk: list[Any] = [messages.SystemMessage("Be brief."), messages.HumanMessage("Port the importer.")]
    for n in range(20):
        calls = [{"name": "read", "args": {"n": n}, "id": f"c{n}", "type": "tool_call"}]
        talk.append(messages.AIMessage("", tool_calls=calls))
        talk.append(messages.ToolMessage(f"{n}: {PROSE}", tool_call_id=f"c{n}"))
    kept = example(page, "langchain")["fit"](talk)
    assert kept[:2] == talk[:2]
    assert len(kept) < len(talk)
    calls = {call["id"] for m in kept if isinstance(m, messages.AIMessage) for call in m.tool_calls}
    assert calls == {m.tool_call_id for m in kept if isinstance(m, messages.ToolMessage)} != set()
    assert [m for m in kept if m in talk] == [m for m in talk if m in kept]
    assert sum("threefold-digest" in str(m.content) for m in kept) == 1
    # Anthropic's models and others refuse a system message behind the conversation's beginning.
    assert [m for m in kept if isinstance(m, messages.SystemMessage)] == talk[:1]


@pytest.mark.parametrize("asynchronous", [False, True])
def test_an_agent_of_langchain_sends_its_model_the_shorter_conversation(page: str, asynchronous: bool) -> None:
    agents = pytest.importorskip("langchain.agents")
    from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
    from langchain_core.messages import AIMessage, HumanMessage

    sent: list[Any] = []

    class Scripted(GenericFakeChatModel):
        def _generate(self, messages: Any, *args: Any, **kwargs: Any) -> Any:
            sent.append(messages)
            return super()._generate(messages, *args, **kwargs)

    talk: list[Any] = [HumanMessage("Port the importer.")]
    for n in range(20):
        talk += [AIMessage(f"Step {n}. {PROSE}"), HumanMessage(f"And then {n}?")]
    middleware = example(page, "langchain_middleware", example(page, "langchain"))["Fit"]()
    agent = agents.create_agent(Scripted(messages=iter([AIMessage("done")])), [], middleware=[middleware])
    given = {"messages": talk}
    done = asyncio.run(agent.ainvoke(given)) if asynchronous else agent.invoke(given)
    assert done["messages"][-1].content == "done"
    assert len(done["messages"]) == len(talk) + 1
    ((first, *rest),) = sent
    assert first.content == "Port the importer."
    assert 0 < len(rest) < len(talk) - 1


def test_settings_without_embeddings_embed_nothing(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("THREEFOLD_COMPACT_SCORER")
    settings = example(page, "settings")["settings"]
    talk: list[Any] = [{"role": "user", "content": "Port the importer."}]
    talk += [{"role": "assistant", "content": f"{n}: {PROSE}"} for n in range(20)]
    made = threefold.compact(talk, settings=settings, environ={})
    assert made.stats.changed
    assert made.stats.sources.keys() == {"lexical"}


@pytest.mark.parametrize(
    "before", [[], [{"role": "developer", "content": "Never push."}], [{"role": "system", "content": "Never push."}]]
)
def test_the_agents_sdk_sends_its_model_the_shorter_conversation(page: str, before: list[Any]) -> None:
    agents = pytest.importorskip("agents")
    from agents.models.interface import Model
    from openai.types.responses import ResponseOutputMessage, ResponseOutputText

    sent: list[Any] = []

    class Scripted(Model):
        async def get_response(self, system_instructions: Any, input: Any, *args: Any, **kwargs: Any) -> Any:
            sent.append((system_instructions, input))
            text = ResponseOutputText(type="output_text", text="done", annotations=[])
            message = ResponseOutputMessage(
                id="m", type="message", role="assistant", status="completed", content=[text]
            )
            return agents.ModelResponse(output=[message], usage=agents.Usage(), response_id=None)

        def stream_response(self, *args: Any, **kwargs: Any) -> Any:
            raise NotImplementedError

    talk: list[Any] = [*before, {"role": "user", "content": "Port the importer."}]
    for n in range(20):
        talk.append({"type": "function_call", "call_id": f"c{n}", "name": "read", "arguments": "{}"})
        talk.append({"type": "function_call_output", "call_id": f"c{n}", "output": f"{n}: {PROSE}"})
    agents.set_tracing_disabled(True)
    agent = agents.Agent(name="porter", instructions="Be brief.", model=Scripted())
    done = asyncio.run(agents.Runner.run(agent, talk, run_config=example(page, "agents")["config"]))
    assert done.final_output == "done"
    ((instructions, items),) = sent
    assert instructions == "Be brief."
    assert items[: len(before) + 1] == talk[: len(before) + 1]
    assert len(items) < len(talk)
    calls = {item["call_id"] for item in items if item.get("type") == "function_call"}
    assert calls == {item["call_id"] for item in items if item.get("type") == "function_call_output"} != set()


def test_pydantic_ai_sends_its_model_the_shorter_conversation(page: str) -> None:
    pytest.importorskip("pydantic_ai")
    from pydantic_ai import Agent, ModelRequest, ModelResponse, TextPart, ToolCallPart, ToolReturnPart, UserPromptPart
    from pydantic_ai.models.function import FunctionModel

    sent: list[Any] = []

    def answer(messages: Any, info: Any) -> Any:
        sent.append(messages)
        return ModelResponse(parts=[TextPart("done")])

    talk: list[Any] = [ModelRequest(parts=[UserPromptPart("Port the importer, and keep src/old.py.")])]
    for n in range(20):
        call = ToolCallPart("read", {"n": n}, tool_call_id=f"c{n}")
        talk.append(ModelResponse(parts=[TextPart(f"Step {n}."), call]))
        talk.append(ModelRequest(parts=[ToolReturnPart("read", f"{n}: {PROSE}", tool_call_id=f"c{n}")]))
    talk.append(ModelResponse(parts=[TextPart("All steps are done.")]))
    agent = Agent(FunctionModel(answer), capabilities=[example(page, "pydantic_ai")["compaction"]])
    done = asyncio.run(agent.run("And now the changelog.", message_history=talk))
    assert done.output == "done"
    (messages,) = sent
    assert len(messages) < len(talk)
    parts = [part for message in messages for part in message.parts]
    assert parts[0].content == "Port the importer, and keep src/old.py."
    assert "And now the changelog." in [getattr(part, "content", "") for part in parts]
    calls = {part.tool_call_id for part in parts if isinstance(part, ToolCallPart)}
    assert calls == {part.tool_call_id for part in parts if isinstance(part, ToolReturnPart)} != set()
    assert sum("threefold-digest" in str(getattr(part, "content", "")) for part in parts) == 1


def test_the_plain_example_runs(page: str) -> None:
    (code,) = re.findall(r"without a framework.*?```python\n(.*?)```", page, re.DOTALL)
    found: dict[str, Any] = {}
    exec(compile(code, "agents.md", "exec", dont_inherit=True), found)
    assert found["made"].messages == found["messages"]


def test_what_a_vendors_client_answered_stays_the_same_object_within_a_message() -> None:
    """``{"role": "assistant", "content": response.content}`` is how Anthropic's own examples go on."""
    anthropic = pytest.importorskip("anthropic.types")
    talk: list[Any] = [{"role": "user", "content": "Port the importer."}]
    for n in range(20):
        call = anthropic.ToolUseBlock(type="tool_use", id=f"c{n}", name="read", input={"n": n})
        talk.append({"role": "assistant", "content": [anthropic.TextBlock(type="text", text=f"Part {n}."), call]})
        result = {"type": "tool_result", "tool_use_id": f"c{n}", "content": f"{n}: {PROSE}"}
        talk.append({"role": "user", "content": [result]})
    made = threefold.compact(talk, settings={"target_bytes": BUDGET})
    assert made.stats.error == ""
    assert made.stats.bytes_after <= BUDGET < made.stats.bytes_before
    plain = json.loads(json.dumps(talk, default=lambda block: block.model_dump(mode="json", exclude_unset=True)))
    assert made.output == threefold.compact(plain, settings={"target_bytes": BUDGET}).output
    kept = [m for m in made.messages if any(m is given for given in talk)]
    calls = {b.id for m in kept for b in m["content"] if isinstance(b, anthropic.ToolUseBlock)}
    assert calls == {b["tool_use_id"] for m in kept for b in m["content"] if isinstance(b, dict)} != set()


def test_messages_that_openais_client_answered_need_no_conversion() -> None:
    chat = pytest.importorskip("openai.types.chat")
    talk: list[Any] = [{"role": "user", "content": "Port the importer."}]
    for n in range(20):
        function = {"name": "read", "arguments": json.dumps({"n": n})}
        call = {"id": f"c{n}", "type": "function", "function": function}
        talk.append(chat.ChatCompletionMessage.model_validate({"role": "assistant", "tool_calls": [call]}))
        talk.append({"role": "tool", "tool_call_id": f"c{n}", "content": f"{n}: {PROSE}"})
    made = threefold.compact(talk, settings={"target_bytes": BUDGET})
    assert made.stats.bytes_after <= BUDGET < made.stats.bytes_before
    kept: list[Any] = [m for m in made.messages if any(m is given for given in talk)]
    calls = {c.id for m in kept if isinstance(m, chat.ChatCompletionMessage) for c in m.tool_calls or ()}
    assert calls == {m["tool_call_id"] for m in kept if isinstance(m, dict) and m["role"] == "tool"} != set()


def test_messages_of_a_framework_that_have_to_be_given_in_another_form_are_refused_with_the_way() -> None:
    messages = pytest.importorskip("langchain_core.messages")
    with pytest.raises(UsageError, match=r"element 0 is HumanMessage; docs/agents\.md"):
        threefold.compact([messages.HumanMessage("Port it.")])
