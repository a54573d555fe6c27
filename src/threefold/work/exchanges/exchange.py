"""One exchange of a conversation, and what was said in it that may stay open."""

from __future__ import annotations

import msgspec

from threefold.text.later import later
from threefold.work.commands.suites import Run
from threefold.work.sentences import phrases, planning, postponing
from threefold.work.sentences.signs import Work
from threefold.work.sentences.words import terms

_ENDED_WELL = frozenset(("", "completed", "complete", "done", "end_turn", "stop", "success", "finished", "idle", "ok"))

_LOOKS = later(r"\s*(?:grep|rg|ls|cat|find|sed -n|head|tail|git (?:diff|log|status|show))\b")
_PARTS = "\n\x00\n"
"""What parts the words from the deeds, where both are looked through together."""
_STEPS = later(r"&&|\|\||[;\n]")
_PATH = later(r"(?<![\w-])[\w-]*[./][\w./-]+")
_TO_COME = phrases.Phrases(r"^next\b|\b(?:comes?|is) next\b|\bto follow\b|^(?:接下来|下一步|然后是|之后是)")
"""How closing words name what is not done yet."""
_ABOUT_TO = phrases.Phrases(
    r"^(?:now,? |next,? |first,? |then,? |ok(?:ay)?,? |good[,.] |great[,.] )*(?:let me|let's|i'll|i will|"
    r"i'm going to|i need "
    r"to)\b|^(?:好的?[，,])?(?:我(?:来|先|将|会)|先|接下来|下面|现在(?:来|开始|去)?)"
)
"""How the words between calls announce what comes next."""


class Open(msgspec.Struct):
    """Something said that may still be open. ``kind`` is question, user_question, decision, plan, promise, reminder,
    pending (from a summary), push, deed, deferred (put off by the person) or interrupted; ``number`` is the place in
    its list, from 1."""

    kind: str
    text: str
    event: int
    why: str
    terms: frozenset[str] = frozenset()
    number: int = 0
    exchange: int = 0
    offer: bool = False
    stopped: bool = False
    covered: bool = False
    current: bool = False
    changes: int = 0
    about: frozenset[str] = frozenset()
    """what the person wanted when an assistant announced this"""

    failed: tuple[Run, ...] = ()
    """the runs of tests that it says have failed"""

    forbids: bool = False
    """whether it forbids something: no deed does what is forbidden, so only words that are written settle it"""

    @property
    def topic(self) -> str:
        """``commit`` for words about committing, which a clean tree settles."""
        about = self.kind in ("promise", "question", "loose") and planning.speaks_of_commit(self.text)
        return "commit" if about else ""

    @property
    def has_content(self) -> bool:
        """Whether a question asks something of its own, and not merely waits for a word."""
        return "?" in self.text or "？" in self.text


class Exchange(msgspec.Struct):
    """One exchange while it is being heard."""

    number: int
    human: str = ""
    human_event: int = -1
    closing: list[str] = []
    closing_event: int = -1
    narration: list[str] = []
    calls: int = 0
    successes: int = 0
    looks: int = 0
    seen: list[tuple[int, str, str]] = []
    """what looks showed: after how many edits, the command or the tool with what it was given, and the text"""

    deeds: int = 0
    """calls that succeeded and neither merely looked, nor tested, nor kept a list"""

    failed_last: bool = False
    approved: bool = False
    """whether the person approved a plan that was presented in it"""

    edits: int = 0
    commits: int = 0
    pushed: bool = False
    """whether a push came through, or git said that nothing is left to push, and no commit was made since"""
    written: list[str] = []
    commands: list[str] = []
    tools: list[str] = []
    """the names of the tools that were called, shells apart"""
    read: bool = False
    reason: str = ""
    ended: bool = False
    stopped: bool = False
    listed: bool = False
    """whether a todo list was written in it, which takes the place of what it was made from"""

    answers: list[tuple[str, str]] = []
    """questions of the model that the person answered, with what was answered"""
    picks: bool = False
    """whether the person picked some of what stood open together, or dismissed it"""

    off: list[str] = []
    """the clauses in which the person put off what had come up before"""

    ends: list[str] | None = None
    """what its closing words leave open, once it is over and was looked at"""

    _landed: str | None = None
    _said: str | None = None
    _deeds: str | None = None

    def puts_off(self, sentence: str) -> bool:
        """Whether a sentence of the person does no more than put off what had come up before."""
        return any(clause in sentence for clause in self.off) and postponing.puts_off(sentence)

    def landed(self) -> str:
        """Everything that was written, in lower case; of an exchange that is over, and put together once."""
        if self._landed is None:
            self._landed = "\n".join(self.written).lower()
        return self._landed

    def said(self) -> str:
        """What the model said, in lower case, without what it was about to do."""
        return self.told().partition(_PARTS)[0]

    def told(self, *, places: bool = True) -> str:
        """What the model said and did, in lower case, without what it was about to do and where it merely looked; of an
        exchange that is over, and put together once. Without ``places``, no word of a path that a deed names."""
        if self._said is None or self._deeds is None:
            narrated = "\n".join(self.narration)
            about_to = frozenset(planning.promises(narrated))
            said = (
                line for line in phrases.said(narrated) if line.plain not in about_to and not _ABOUT_TO.within(line)
            )
            closing = "\n".join(self.closing)
            to_come = [line.text for line in phrases.said(closing) if _TO_COME.within(line)]
            for sentence in to_come if not planning.promises(closing) else ():  # a promise is open by itself
                closing = closing.replace(sentence, "")
            parted = " ".join(sorted(terms(closing)))  # jQuery is a query, too
            self._said = "\n".join((closing, parted, *(line.text for line in said))).lower()
            steps = (step for command in self.commands for step in _STEPS.split(command))
            self._deeds = "\n".join(step for step in steps if not _LOOKS.match(step)).lower()
        return f"{self._said}{_PARTS}{self._deeds if places else _PATH.sub(' ', self._deeds)}"

    @property
    def work(self) -> Work:
        """What was done in it."""
        return (
            "changed" if self.edits or self.commits or self.written else "ran" if self.calls > self.looks else "looked"
        )

    @property
    def answered(self) -> bool:
        return bool(self.closing or self.narration)

    @property
    def went_wrong(self) -> bool:
        """Whether the turn ended otherwise than by being done."""
        return self.ended and self.reason.lower() not in _ENDED_WELL

    def evidence(self) -> str:
        """Everything that was done or claimed, in lower case."""
        claimed = [sentence for text in self.closing for sentence in planning.claims(text)]
        return "\n".join((*self.written, *self.commands, *claimed)).lower()
