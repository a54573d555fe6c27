"""States of tasks: what became of a task is never cut where what it was before stays."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from threefold.compacting import compact
from threefold.compaction.settings import CompactSettings
from threefold.relevance.protocol import Report, Request, Score, Scoring
from threefold.work.ledger import Tasks
from threefold.work.lists import follow, kind_of

Message = dict[str, Any]
Step = tuple[str, str, str, bool]
FILLER = "The parser reads one line after the other and counts what it has seen so far. " * 3

steps = st.lists(
    st.tuples(
        st.sampled_from(("TaskCreate", "TaskUpdate", "TaskUpdate", "todo_write", "bash")),
        st.sampled_from("123"),
        st.sampled_from(("pending", "in_progress", "completed")),
        st.booleans(),
    ),
    min_size=1,
    max_size=14,
)


class Drawn:
    """A scorer that values messages as the test says, from the first on and over again."""

    name = "drawn"

    def __init__(self, values: list[float]) -> None:
        self.values = values

    def score(self, request: Request) -> Scoring:
        given = ((c.index, self.values[c.index % len(self.values)]) for c in request.candidates if not c.settled)
        scores = tuple(Score(index=index, value=value, confidence=1.0, source=self.name) for index, value in given)
        return Scoring(scores=scores, report=Report(scorer=self.name, tier=self.name, calibrated=True))


def conversation(steps: list[Step]) -> list[Message]:
    """A person's request, then a call for each step, in a message with words or without, and a tail."""
    messages: list[Message] = [{"role": "user", "content": "Mend the parser, then the writer."}]
    for place, (tool, id, status, speaks) in enumerate(steps):
        arguments = {
            "TaskCreate": {"subject": f"task number {id}"},
            "TaskUpdate": {"taskId": id, "status": status},
            "todo_write": {"todos": [{"content": f"step {id}", "status": status}]},
            "bash": {"command": f"make test-{place}"},
        }[tool]
        answer = f"Task #{id} created successfully" if tool == "TaskCreate" else f"{FILLER}{place}"
        function = {"name": tool, "arguments": json.dumps(arguments)}
        call = {"id": f"c{place}", "type": "function", "function": function}
        messages += [
            {"role": "assistant", "content": FILLER if speaks else None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": f"c{place}", "content": answer},
        ]
    return [*messages, {"role": "assistant", "content": "Now for the writer. " + FILLER}]


def tasks_of(messages: list[Message]) -> dict[tuple[str, str], str]:
    """The last state of each task that the messages tell of."""
    tasks, calls = Tasks(), {}
    for place, message in enumerate(messages):
        for call in message.get("tool_calls") or ():
            calls[call["id"]] = call["function"]
        if message["role"] == "tool" and kind_of(calls[message["tool_call_id"]]["name"]):
            function = calls[message["tool_call_id"]]
            arguments, answer = json.loads(function["arguments"]), message["content"]
            follow(tasks, kind_of(function["name"]), arguments, answer, place)
    return {slot: task.status for slot, task in tasks.tasks.items()}


@settings(max_examples=150, deadline=None)
@given(
    steps=steps,
    share=st.floats(0.1, 0.95),
    recent=st.integers(0, 3),
    values=st.lists(st.floats(0.0, 1.0), min_size=1, max_size=12),
)
@example(
    steps=[
        ("TaskCreate", "1", "", True),
        ("TaskUpdate", "1", "in_progress", True),
        ("TaskUpdate", "1", "completed", False),
    ],
    share=0.6,
    recent=0,
    values=[0.1, 0.9, 0.9, 0.9, 0.9, 0.1, 0.1, 0.1],
)
def test_a_task_that_the_output_names_stands_in_its_last_state(
    steps: list[Step], share: float, recent: int, values: list[float]
) -> None:
    messages = conversation(steps)
    wanted = CompactSettings(target_ratio=share, keep_recent=recent)
    made = compact(messages, settings=wanted, scorers=[Drawn(values)], environ={}).messages
    after = tasks_of([message for message in made if message["role"] != "system"])
    before = tasks_of(messages)
    assert after.items() <= before.items()


def test_the_states_of_open_tasks_stay_and_name_the_task() -> None:
    steps: list[Step] = [
        ("TaskCreate", "1", "", False),
        ("TaskUpdate", "1", "in_progress", False),
        *[("bash", "1", "", True)] * 12,
    ]
    messages = conversation(steps)
    result = compact(messages, settings=CompactSettings(target_ratio=0.4, keep_recent=2, scorer="recency"), environ={})
    reasons = [decision.reason for decision in result.decisions]
    assert reasons[1:5] == ["the state of an open task"] * 4
    assert result.stats.cut > 0


def test_finished_tasks_have_no_claim_to_stay() -> None:
    steps: list[Step] = [
        ("todo_write", "1", "in_progress", False),
        ("todo_write", "1", "completed", False),
        *[("bash", "1", "", True)] * 12,
    ]
    messages = conversation(steps)
    result = compact(messages, settings=CompactSettings(target_ratio=0.2, keep_recent=2, scorer="recency"), environ={})
    assert [decision.decision for decision in result.decisions[1:5]] == ["cut"] * 4
    assert result.decisions[1].reason == "a newer todo list replaces it"


def test_a_state_that_is_no_more_takes_no_room_however_well_it_scored() -> None:
    steps: list[Step] = [
        ("TaskCreate", "1", "", False),
        ("TaskUpdate", "1", "in_progress", False),
        ("TaskUpdate", "1", "completed", False),
        *[("bash", "1", "", True)] * 4,
    ]
    messages = conversation(steps)
    values = [0.9] * 7 + [0.1] * 8 + [0.9]
    made = compact(
        messages,
        settings=CompactSettings(target_ratio=0.9, keep_recent=1, summary_bytes=0),
        scorers=[Drawn(values)],
        environ={},
    )
    assert [d.decision for d in made.decisions[1:7]] == ["cut"] * 4 + ["keep"] * 2
    assert made.decisions[1].reason == "a state of tasks that is no more"


def test_calls_whose_results_come_together_may_outdate_one_another() -> None:
    def use(number: int, tool: str, words: str = "", **arguments: str) -> Message:
        said = [{"type": "text", "text": words}] if words else []
        call = {"type": "tool_use", "id": f"c{number}", "name": tool, "input": arguments}
        return {"role": "assistant", "content": [*said, call]}

    def results(*numbers: int) -> Message:
        content = [
            {"type": "tool_result", "tool_use_id": f"c{n}", "content": f"Task #{n} created {FILLER}"} for n in numbers
        ]
        return {"role": "user", "content": content}

    messages: list[Message] = [
        {"role": "user", "content": "Mend the parser."},
        use(1, "TaskCreate", FILLER, subject="one"),
        results(1),
        use(3, "TaskUpdate", taskId="1", status="in_progress"),
        use(4, "TaskUpdate", taskId="1", status="completed"),
        use(5, "TaskUpdate", taskId="9", status="in_progress"),
        use(6, "TaskUpdate", taskId="8", status="in_progress"),
        use(7, "TaskUpdate", taskId="9", status="completed"),
        use(8, "TaskUpdate", taskId="8", status="completed"),
        results(3, 5, 8),
        results(4, 6, 7),
        {"role": "assistant", "content": "Done. " + FILLER},
    ]
    for values in ([0.9, 0.1], [0.1, 0.9], [0.9], [0.1]):
        wanted = CompactSettings(target_ratio=0.7, keep_recent=1, summary_bytes=0)
        assert compact(messages, settings=wanted, scorers=[Drawn(values)], environ={}).stats.error == ""
