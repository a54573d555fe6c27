"""Session logs in the shape of Claude Code's JSONL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from bench.story import Step, Turn, summary, turns
from bench.texts import Texts

HEADINGS = tuple(
    f"{number}. {name}:"
    for number, name in enumerate(
        (
            "Primary Request and Intent",
            "Key Technical Concepts",
            "Files and Code Sections",
            "Errors and fixes",
            "Problem Solving",
            "All user messages",
            "Pending Tasks",
            "Current Work",
        ),
        1,
    )
)
OPENING = (
    "This session is being continued from a previous conversation that ran out of context. The summary below covers "
    "the earlier portion of the conversation.\n\nSummary:\n"
)

Row = dict[str, Any]


def lines(seed: int, window: int) -> Iterator[bytes]:
    """The lines of a log without end; a compaction about every `window` bytes, the first after half of one."""
    return Log(Texts(seed)).write(window)


class Log:
    """Chains entries by `parentUuid`, as the harness does."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.last: str | None = None
        self.common: Row = {
            "isSidechain": False, "userType": "external", "cwd": texts.home, "sessionId": texts.uuid(),
            "version": "2.1.40", "gitBranch": "main",
        }  # fmt: skip

    def entry(self, kind: str, **fields: Any) -> Row:
        row: Row = {"parentUuid": self.last, **self.common, "type": kind, **fields}
        row["uuid"] = self.last = self.texts.uuid()
        row["timestamp"] = self.texts.stamp()
        return row

    def write(self, window: int) -> Iterator[bytes]:
        encode = msgspec.json.Encoder().encode
        due = window // 2
        for turn in turns(self.texts, huge=1600):
            for row in self.play(turn):
                line = encode(row) + b"\n"
                due -= len(line)
                yield line
            if due <= 0:
                due = window
                for row in self.compaction():
                    yield encode(row) + b"\n"

    def play(self, turn: Turn) -> Iterator[Row]:
        rnd = self.texts.random
        yield self.entry("user", message={"role": "user", "content": turn.prompt})
        yield {
            "type": "file-history-snapshot", "messageId": self.last, "isSnapshotUpdate": False,
            "snapshot": {"messageId": self.last, "trackedFileBackups": {}, "timestamp": self.texts.stamp()},
        }  # fmt: skip
        for step in turn.steps:
            yield from self.step(step)
            if rnd.random() < 0.5:
                data = {
                    "type": "hook_progress",
                    "hookEvent": "PostToolUse",
                    "hookName": "PostToolUse",
                    "command": "check",
                }
                yield self.entry("progress", data=data, toolUseID=self.texts.token("toolu_"))
        yield from self.model([{"type": "text", "text": turn.answer}])
        yield self.entry("system", subtype="turn_duration", durationMs=rnd.randrange(900, 400_000), isMeta=False)

    def model(self, blocks: list[Row]) -> Iterator[Row]:
        """One reply is written as several entries, one block in each, under one message id."""
        message_id, request_id = self.texts.token("msg_"), self.texts.token("req_")
        for block in blocks:
            message = {
                "model": "bench-1", "id": message_id, "type": "message", "role": "assistant", "content": [block],
                "stop_reason": None, "stop_sequence": None,
                "usage": {"input_tokens": 3, "cache_read_input_tokens": 27_730, "output_tokens": 9},
            }  # fmt: skip
            yield self.entry("assistant", message=message, requestId=request_id)

    def step(self, step: Step) -> Iterator[Row]:
        name, arguments, result, structured = call(step)
        call_id = self.texts.token("toolu_")
        blocks: list[Row] = []
        if step.thinking:
            seal = f"{self.texts.random.getrandbits(1200):0300x}"
            blocks.append({"type": "thinking", "thinking": step.thinking, "signature": seal})
        if step.text:
            blocks.append({"type": "text", "text": step.text})
        yield from self.model([*blocks, {"type": "tool_use", "id": call_id, "name": name, "input": arguments}])
        answer = {"tool_use_id": call_id, "type": "tool_result", "content": result}
        yield self.entry("user", message={"role": "user", "content": [answer]}, toolUseResult=structured)

    def compaction(self) -> Iterator[Row]:
        before, self.last = self.last, None
        tokens = self.texts.random.randrange(150_000, 175_000)
        yield self.entry(
            "system", logicalParentUuid=before, subtype="compact_boundary", content="Conversation compacted",
            isMeta=False, level="info", compactMetadata={"trigger": "auto", "preTokens": tokens},
        )  # fmt: skip
        said = OPENING + summary(self.texts, HEADINGS)
        message = {"role": "user", "content": said}
        yield self.entry("user", message=message, isVisibleInTranscriptOnly=True, isCompactSummary=True)


def call(step: Step) -> tuple[str, Row, str, Any]:
    """A step's tool as the harness names it: name, input, what the model is shown, and the structured copy of that."""
    match step.tool:
        case "read":
            lines = step.result.split("\n")
            shown = "\n".join(f"{place:6}→{line}" for place, line in enumerate(lines, 1))
            file = {"filePath": step.path, "content": step.result, "numLines": len(lines), "startLine": 1}
            return "Read", {"file_path": step.path}, shown, {"type": "text", "file": file}
        case "edit":
            arguments = {"file_path": step.path, "old_string": step.old, "new_string": step.new}
            structured = {"filePath": step.path, "oldString": step.old, "newString": step.new, "userModified": False}
            return "Edit", arguments, f"The file {step.path} has been updated.", structured
        case "write":
            arguments = {"file_path": step.path, "content": step.new}
            structured = {"type": "create", "filePath": step.path, "content": step.new}
            return "Write", arguments, f"File created successfully at: {step.path}", structured
        case "todo":
            todos = [{"content": said, "status": status, "activeForm": said} for said, status in step.todos]
            return "TodoWrite", {"todos": todos}, "Todos have been modified successfully.", {"newTodos": todos}
    structured = {"stdout": step.result, "stderr": "", "interrupted": False}
    return "Bash", {"command": step.command}, step.result, structured
