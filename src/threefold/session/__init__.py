"""The one model that all rooms speak.

A :class:`Session` is an index over the bytes of a log: where each event stands, which events the model sees now (the
*surface*), and which compactions took place. Events are decoded when asked, so a log of a gigabyte costs a few tens of
megabytes. What an event says is a :class:`Record`: at most one piece of a message, and *marks*, the facts about the
state of the work that a harness writes into its log (a todo list, a job, a question, a turn).

Two notions are kept apart throughout. The *role* is what the wire format says; the *author* is who really wrote a
text. A harness puts summaries, reminders and notifications into the user role; none of them is a human's word.
"""

from __future__ import annotations

from threefold.session.compactions import Attempt, Compaction
from threefold.session.events import Event, EventTable, Flag, Source
from threefold.session.lines import MAX_KINDS, OTHER, Lines
from threefold.session.marks import Directory, Edit, Fact, Job, Mark, Question, Queued, Ran, Todo, Todos, Turn, Usage
from threefold.session.message import Message, Record
from threefold.session.parts import Author, Blob, Part, Text, Thinking, ToolCall, ToolResult
from threefold.session.session import Session

__all__ = [
    "MAX_KINDS",
    "OTHER",
    "Attempt",
    "Author",
    "Blob",
    "Compaction",
    "Directory",
    "Edit",
    "Event",
    "EventTable",
    "Fact",
    "Flag",
    "Job",
    "Lines",
    "Mark",
    "Message",
    "Part",
    "Question",
    "Queued",
    "Ran",
    "Record",
    "Session",
    "Source",
    "Text",
    "Thinking",
    "Todo",
    "Todos",
    "ToolCall",
    "ToolResult",
    "Turn",
    "Usage",
]
