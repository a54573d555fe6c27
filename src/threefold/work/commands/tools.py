"""What a tool call asks for: the vocabulary of the tools that agent harnesses and MCP servers offer.

Names are compared without case, separators and the server's prefix, so that ``mcp__fs__write_file``, ``WriteFile`` and
``write-file`` are one tool. A tool that is in no list is judged by the words of its name and by its arguments.
"""

from __future__ import annotations

import re
from functools import lru_cache

from threefold.session import Todo, ToolCall
from threefold.text.later import later

Arguments = dict[str, object]

_CAMEL = later(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")

_SHELL = (
    "bash shell exec execcommand localshell runshellcommand runterminalcmd runterminalcommand terminal"
    " executecommand "
    "executebash runcommand powershell containerexec shellcommand bashtool runbash shelltool commandexecution "
    "runinterminal unifiedexec runcommands executecommands"
)
_QUESTIONS = (
    "askuserquestion askuser askhuman requestuserinput askfollowupquestion requestinput elicit askquestion clarify "
    "askclarification exitplanmode presentplan humanfeedback"
)
_TODOS = "todowrite writetodos updateplan updatetodolist settodolist todo updatetodos managetodolist"
_SHELL_WORDS = frozenset(("shell", "bash", "terminal", "powershell"))
_WRITING_WORDS = (
    "write edit create replace insert patch append overwrite update save modify rename move delete multiedit rewrite "
    "editor"
)
_READING_WORDS = (
    "read list search find get view open show grep glob fetch stat status log diff lookup query ls cat inspect"
)
SHELL = frozenset(_SHELL.split())
QUESTIONS = frozenset(_QUESTIONS.split())
PLANS = frozenset(("exitplanmode", "presentplan"))
TODOS = frozenset(_TODOS.split())
_SPAWNING_WORDS = "spawn agent subagent task workflow background launch start delegate dispatch session sessions job"
SPAWN = frozenset(_SPAWNING_WORDS.split())
SPAWNS = frozenset(("spawn", "launch", "delegate", "dispatch"))
SPAWNED = frozenset(("agent", "subagent", "workflow", "background", "job"))
"""Of them, those that by themselves say that something begins to run, and what; a browser's session is started too."""
ISSUE_WORDS = frozenset(("issue", "ticket", "comment", "note", "memory", "page", "document", "pull"))
WRITING = frozenset(_WRITING_WORDS.split())
READING = frozenset(_READING_WORDS.split())
_PATHS = ("file_path", "filePath", "path", "filename", "file", "notebook_path", "target_file", "absolute_path",
          "relative_path", "filepath", "file_name", "TargetFile", "target")  # fmt: skip
_TEXTS = (
    "content", "contents", "new_string", "newString", "new_str", "newText", "new_text", "file_text", "text", "body",
    "code_edit", "new_source", "insert_text", "replacement", "replace", "patch", "input", "diff", "value",
    "description", "title", "message", "edits", "changes",
)  # fmt: skip


_READING_TOO = (
    "ls cat web query lookup tree inspect check describe image screenshot usage think thinking docs context skill "
    "output "
    "resolve explore scan symbols references definition time ask wait"
)
_ONLY_READING = READING | frozenset(_READING_TOO.split())
_READS = ("read", "search", "list", "find", "get", "view", "grep", "glob", "fetch", "websearch", "webfetch")
"""How the name of a tool that reads begins, where it is one word."""


@lru_cache(4096)
def plain(name: str) -> str:
    """A tool's name without server prefix, case and separators."""
    return re.sub(r"[^a-z0-9]", "", short(name).lower())


def short(name: str) -> str:
    """A tool's name without the prefix of its server."""
    if name.startswith("mcp__"):
        return name.split("__")[-1]
    return name.rpartition(".")[2] if name.startswith(("functions.", "mcp.", "tools.")) else name


@lru_cache(4096)
def words(name: str) -> frozenset[str]:
    """The lower-case words of a tool's name."""
    return frozenset(word.lower() for word in _CAMEL.findall(short(name)))


def command_of(arguments: Arguments) -> str:
    """The command line of a shell call; an argument vector becomes one."""
    for key in ("command", "cmd", "commands", "script", "code", "input", "CommandLine"):
        value = arguments.get(key)
        if isinstance(value, str):
            return value
        if key == "commands" and isinstance(value, list):
            return "\n".join(command_of(line if isinstance(line, dict) else {"command": line}) for line in value)
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            if len(value) >= 3 and value[1] in ("-lc", "-c", "-ic"):
                return str(value[2])
            return " ".join(_quoted(word) for word in value)
    return ""


def _quoted(word: str) -> str:
    return word if re.fullmatch(r"[\w@%+=:,./-]+", word) else "'" + word.replace("'", "'\\''") + "'"


def directory_of(arguments: Arguments) -> str:
    """The directory that a call names for itself, or an empty string."""
    for key in ("workdir", "cwd", "working_directory", "directory", "dir_path", "dir", "repo_path", "Cwd"):
        value = arguments.get(key)
        if isinstance(value, str) and value:
            return value
    return ""


def path_of(arguments: Arguments) -> str:
    """The file that a call is about, or an empty string."""
    for key in _PATHS:
        value = arguments.get(key)
        if isinstance(value, str) and value.strip() and "\n" not in value:
            return value.strip()
    return ""


def paths_of(arguments: Arguments) -> list[str]:
    """The files that a call names in a list, or the one that it names."""
    for key in ("files", "paths"):
        value = arguments.get(key)
        if isinstance(value, list):
            named = [
                item if isinstance(item, str) else path_of(item) if isinstance(item, dict) else "" for item in value
            ]
            return [name for name in named if name]
    one = path_of(arguments)
    return [one] if one else []


def only_reads(name: str) -> bool:
    """Whether a tool that is no shell and writes no file only reads, by the words of its name."""
    found = words(name)
    return bool(found & _ONLY_READING) or plain(name).startswith(_READS)


def is_shell(call: ToolCall) -> bool:
    """Whether a call runs a command line: by its name, or by a word of it and a command among its arguments."""
    if plain(call.name) in SHELL:
        return True
    return bool(words(call.name) & _SHELL_WORDS) and bool(command_of(call.input))


def is_edit(name: str, arguments: Arguments) -> bool:
    """Whether a call changes files: by its name's words, and because it names a path."""
    found = words(name)
    if arguments.get("command") in ("view", "read", "open", "list"):
        return False
    if found & READING and not found & {"write", "edit", "replace"}:
        return False
    if "applypatch" in plain(name):
        return True
    return bool(found & WRITING) and bool(paths_of(arguments)) and not found & {"todo", "todos", "plan", "directory"}


def is_remote_write(name: str, arguments: Arguments) -> bool:
    """Whether a call lands a file in a repository elsewhere: it names a branch, and nothing stays to be committed."""
    return isinstance(arguments.get("branch"), str) and bool(
        words(name) & {"create", "update", "push", "delete", "commit"}
    )


def written_text(arguments: Arguments) -> str:
    """What a call writes somewhere: its contents, new text, message or body."""
    found: list[str] = []
    for key in _TEXTS:
        _gather(arguments.get(key), found, 0)
    return "\n".join(found)


def _gather(value: object, found: list[str], depth: int) -> None:
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, list) and depth < 3:
        for item in value:
            _gather(item, found, depth + 1)
    elif isinstance(value, dict) and depth < 3:
        for key, item in value.items():
            if key not in ("old_string", "oldString", "old_str", "oldText"):
                _gather(item, found, depth + 1)


def todos_of(arguments: Arguments) -> tuple[Todo, ...] | None:
    """The whole list that a call writes, or None where it holds none."""
    for key in ("todos", "plan", "items", "tasks", "todoList", "todo_list"):
        value = arguments.get(key)
        if isinstance(value, list):
            return tuple(todo for todo in map(_todo, value) if todo is not None)
        if isinstance(value, str) and value.strip():
            return tuple(checkboxes(value)) or None
    return None


def _todo(item: object) -> Todo | None:
    if isinstance(item, str):
        return Todo(item, "pending")
    if not isinstance(item, dict):
        return None
    text = next((str(item[k]) for k in ("content", "step", "text", "title", "description", "subject", "task", "name")
                 if isinstance(item.get(k), str) and item[k]), "")  # fmt: skip
    done = item.get("done") is True or item.get("completed") is True
    status = str(item.get("status") or ("completed" if done else "pending"))
    return Todo(text, status_of(status), str(item.get("id") or "")) if text else None


def status_of(word: str) -> str:
    """A harness's word for a task's state in ours."""
    plain_word = re.sub(r"[^a-z]", "", word.lower())
    if plain_word in ("completed", "complete", "done", "finished", "closed", "resolved"):
        return "completed"
    if plain_word in (
        "cancelled",
        "canceled",
        "deleted",
        "skipped",
        "dropped",
        "abandoned",
        "removed",
        "obsolete",
        "wontfix",
    ):
        return "cancelled"
    return "in_progress" if plain_word in ("inprogress", "active", "doing", "started", "current") else "pending"


_BOX = later(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+\[([ xX~/-])\][ \t]+(.+?)[ \t]*$", re.MULTILINE)


def checkboxes(text: str) -> list[Todo]:
    """The ``- [ ] …`` lines of a text."""
    states = {
        " ": "pending",
        "x": "completed",
        "X": "completed",
        "~": "in_progress",
        "/": "in_progress",
        "-": "cancelled",
    }
    return [Todo(found[2], states[found[1]]) for found in _BOX.finditer(text)]


def question_of(arguments: Arguments) -> str:
    """The question that a call puts to a person."""
    questions = arguments.get("questions")
    if isinstance(questions, list):
        texts = [str(q.get("question") or q.get("header") or "") if isinstance(q, dict) else str(q) for q in questions]
        return " / ".join(text for text in texts if text)
    for key in ("question", "prompt", "message", "query", "plan", "text"):
        value = arguments.get(key)
        if isinstance(value, str) and value.strip():
            return value
    return ""
