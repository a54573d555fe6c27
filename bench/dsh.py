"""Session logs in the shape of DeepSeek Harness, log version 4."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from bench.story import Step, Turn, summary, turns
from bench.texts import Texts

HEADINGS = tuple(
    f"## {name}"
    for name in (
        "Primary Request and Intent",
        "Key Technical Concepts",
        "Files and Code",
        "Errors and Fixes",
        "Pending Jobs",
        "Current Work",
        "Next Step",
        "Critical Context",
    )
)
MODEL = {"provider": "bench", "model": "bench-1"}
SYSTEM = "You are a coding agent. Investigate failures before moving on, and read a file before changing it. "

Row = dict[str, Any]


def lines(seed: int, window: int) -> Iterator[bytes]:
    """The lines of a log without end; a compaction about every `window` bytes, the first after half of one."""
    return Log(Texts(seed)).write(window)


class Log:
    """Numbers events and keeps the surface: the sequence numbers of what the model sees now."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.seq = -1
        self.surface: list[int] = []
        self.turn = 0

    def event(self, kind: str, data: Row, surface: bool = False, sources: list[int] | None = None) -> Row:
        self.seq += 1
        row: Row = {"type": kind, "seq": self.seq, "time": self.texts.now(), "data": data}
        if sources is not None:
            row["sourceEventSeqs"] = sources
        if surface:
            row["surfaceOp"] = "append"
            self.surface.append(self.seq)
        return row

    def write(self, window: int) -> Iterator[bytes]:
        encode = msgspec.json.Encoder().encode
        due = window // 2
        for row in self.opening():
            yield encode(row) + b"\n"
        for turn in turns(self.texts, huge=1200):
            start = len(self.surface)
            for row in self.play(turn):
                line = encode(row) + b"\n"
                due -= len(line)
                yield line
            if due <= 0:
                due = window
                for row in self.compaction(start):
                    yield encode(row) + b"\n"

    def opening(self) -> Iterator[Row]:
        yield {
            "type": "session", "version": 4, "id": self.texts.uuid(), "createdAt": self.texts.now(),
            "cwd": self.texts.home, "isSeeded": False, "delegationDepth": 0,
        }  # fmt: skip
        yield self.event("permission/preset", {"preset": "workspace-write"})
        message = {
            "role": "system",
            "content": text(SYSTEM * 12),
            "source": {"kind": "system"},
            "id": self.texts.uuid(),
        }
        yield self.event("system/message", {"turn": 1, "step": 1, "message": message}, surface=True)

    def play(self, turn: Turn) -> Iterator[Row]:
        self.turn += 1
        said = {"content": text(turn.prompt), "source": {"kind": "user"}, "role": "user", "id": self.texts.uuid()}
        yield self.event("agent/inbox/spliced", {"target": "next-turn", "start": 0, "inserted": [said]})
        yield self.event("turn/start", {"turn": self.turn})
        yield self.event("user/message", said, surface=True)
        for number, step in enumerate(turn.steps, 1):
            at = {"turn": self.turn, "step": number}
            yield self.event("step/start", at)
            yield from self.step(at, step)
            yield self.event("step/end", at)
        yield from self.model({"turn": self.turn, "step": len(turn.steps) + 1}, text(turn.answer))
        yield self.event("turn/end", {"turn": self.turn, "reason": {"kind": "completed"}})

    def model(self, at: Row, content: list[Row]) -> Iterator[Row]:
        """A reply, with the stream that it came in as: each block once more."""
        usage = {"inputTokens": self.seq, "outputTokens": len(content)}
        stream: list[Row] = []
        for index, block in enumerate(content):
            said = block.get("text") or block.get("arguments")
            stream.append({"type": "text-chunks", "time0": self.texts.now(), "index": index, "dt": [], "texts": [said]})
        message = {
            "role": "assistant", "content": content, "source": {"kind": "model", **MODEL}, "id": self.texts.uuid(),
        }  # fmt: skip
        data = {**at, "message": message, "usage": usage, "stream": stream}
        yield self.event("assistant/message", data, surface=True)

    def step(self, at: Row, step: Step) -> Iterator[Row]:
        name, arguments, result, meta = call(step)
        call_id = self.texts.token("call_")
        written = msgspec.json.encode(arguments).decode()
        content = [{"type": "reasoning", "text": step.thinking}] if step.thinking else []
        content += text(step.text) if step.text else []
        yield from self.model(at, [*content, {"type": "tool-call", "id": call_id, "name": name, "arguments": written}])
        yield self.event("tool/call", {**at, "callId": call_id, "name": name, "arguments": written})
        called = self.seq
        if name == "bash":
            job = {
                "jobId": self.texts.token("bash-", 16), "kind": "bash", "label": step.command,
                "startedAt": self.texts.now(), "toolCall": {"callId": call_id, "rootCallId": call_id},
            }  # fmt: skip
            yield self.event("job/registered", job)
            yield self.event("job/settled", {**job, "finishedAt": self.texts.now(), "status": "completed"})
        if name == "todo_write":
            yield self.event("todo/write", arguments)
        message = {
            "role": "tool", "source": {"kind": "tool", "callId": call_id}, "toolCallId": call_id,
            "content": text(result), "isError": False, "id": self.texts.uuid(),
        }  # fmt: skip
        yield self.event("tool/result", {**at, "message": message, "meta": meta}, surface=True, sources=[called])

    def compaction(self, keep_from: int) -> Iterator[Row]:
        """A manual compaction of everything but the system prompt and the turn that began at `keep_from`."""
        kept, shadowed = self.surface[keep_from:], self.surface[1:keep_from]
        if not shadowed:
            return
        which = {"compactionId": self.texts.uuid(), "turn": None}
        yield self.event("compaction/start", which)
        started = self.seq
        said = summary(self.texts, HEADINGS)
        span = {"start": shadowed[0], "end": shadowed[-1]}
        yield self.event(
            "compaction/summary",
            {
                "compactionId": which["compactionId"], "summary": text(said), "rawOutput": text(said),
                "llmStreamCall": True, "shadowedRange": span, "shadowedSeqs": shadowed,
                "shadowedTokenCount": 90 * len(shadowed), **MODEL, "maxTokens": 65536,
            },
        )  # fmt: skip
        row = self.event(
            "user/message",
            {
                "content": [*text("An automatic checkpoint of what came before.\n\n<compacted-summary>"), *text(said),
                            *text("</compacted-summary>")],
                "source": {"kind": "compact-checkpoint", "compactionId": which["compactionId"]},
                "role": "user", "id": self.texts.uuid(),
            },
            sources=[started, self.seq, *shadowed],
        )  # fmt: skip
        yield row | {"surfaceOp": {"op": "replace", "startSeq": span["start"], "endSeq": span["end"]}}
        self.surface = [self.surface[0], self.seq, *kept]
        yield self.event("compaction/end", which)


def text(said: str) -> list[Row]:
    return [{"type": "text", "text": said}]


def call(step: Step) -> tuple[str, Row, str, Row]:
    """A step's tool as the harness names it: name, arguments, what the model is shown, what the log keeps beside it."""
    match step.tool:
        case "read":
            numbered = "\n".join(f"{place}: {line}" for place, line in enumerate(step.result.split("\n"), 1))
            shown = f"<path>{step.path}</path>\n<type>file</type>\n<content>\n{numbered}\n</content>"
            return "read", {"file_path": step.path}, shown, {"path": step.path, "offset": 1}
        case "edit":
            arguments = {"file_path": step.path, "old_string": step.old, "new_string": step.new}
            diff = {"path": step.path, "oldText": step.old, "newText": step.new}
            return "edit", arguments, f"The file {step.path} has been updated.", {"path": step.path, "diffs": [diff]}
        case "write":
            arguments = {"file_path": step.path, "content": step.new}
            meta = {"operation": "create", "path": step.path, "diffs": []}
            return "write", arguments, f"<path>{step.path}</path>\nCreated file", meta
        case "todo":
            todos = [{"content": said, "status": status} for said, status in step.todos]
            return "todo_write", {"todos": todos}, f"Updated todo list: {len(todos)} items.", {}
    return "bash", {"command": step.command}, f"{step.result}\n[exit code: 0]", {}
