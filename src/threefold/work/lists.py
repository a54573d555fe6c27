"""Todo lists as calls of tools write them: whole, or one task after the other."""

from __future__ import annotations

from threefold.session import Todo, Todos
from threefold.text.later import later
from threefold.work.commands import tools
from threefold.work.ledger import Tasks

_NUMBER = later(r"#(\w+)")
_UNDONE = later(r"(?i)\b(?:uncompleted|incomplete|reopened|not done|unchecked|pending)\b")
_TASK_ID = later(r"(?i)task #?(\w+)")


def kind_of(name: str) -> str:
    """Which kind of call about a list this tool's are: ``todos``, ``taskcreate`` or ``taskupdate``; empty for none."""
    plain = tools.plain(name)
    if plain in tools.TODOS or tools.words(name) & {"todo", "todos"}:
        return "todos"
    return plain if plain in ("taskcreate", "taskupdate") else ""


def follow(tasks: Tasks, kind: str, arguments: tools.Arguments, result: str, event: int) -> bool:
    """Do to the lists what a call of this kind did that succeeded; whether it wrote a list whole."""
    if kind != "todos":
        _task(tasks, kind, arguments, result, event)
        return False
    todos = tools.todos_of(arguments)
    if todos is None:
        _step(tasks, arguments, result, event)
        return False
    tasks.whole(Todos(todos), event)
    return True


def _step(tasks: Tasks, arguments: tools.Arguments, result: str, event: int) -> None:
    """One step of a list that is changed step by step (pi's todo extension)."""
    action, id = str(arguments.get("action", "")), str(arguments.get("id", ""))
    text = str(arguments.get("text") or arguments.get("content") or "")
    if action in ("add", "create") and text:
        found = _NUMBER.search(result)
        tasks.create(Todo(text, "pending", found[1] if found else ""), event, "todo")
    elif action in ("toggle", "complete", "done", "check", "update") and id:
        undone = _UNDONE.search(result) is not None
        tasks.update(id, event, "todo", "pending" if undone else "completed", text)
    elif action in ("remove", "delete") and id:
        tasks.update(id, event, "todo", "cancelled", text)
    elif action == "clear":
        tasks.clear("todo", event)


def _task(tasks: Tasks, kind: str, arguments: tools.Arguments, result: str, event: int) -> None:
    text = str(arguments.get("subject") or arguments.get("title") or arguments.get("description") or "")
    if kind == "taskcreate":
        found = _TASK_ID.search(result)
        tasks.create(Todo(text, "pending", found[1] if found else ""), event, "tasks")
        return
    status = arguments.get("status")
    id = str(arguments.get("taskId") or arguments.get("id") or "")
    tasks.update(id, event, "tasks", tools.status_of(status) if isinstance(status, str) else "", text)
