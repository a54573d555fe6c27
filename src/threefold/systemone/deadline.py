"""Asynchronous work for synchronous callers, with a deadline that holds.

The work runs in a loop of its own on a daemon thread, so it can be called from inside a running event loop, and a name
look-up or a close that hangs delays neither the caller nor the end of the process.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Coroutine
from typing import Any

MARGIN_S = 0.1
"""The work itself is stopped this much (at most a tenth of the time) before the caller is answered."""


class _Loop(asyncio.SelectorEventLoop):
    """Looks names up on daemon threads: those of the default executor are joined when the process ends."""

    async def getaddrinfo(self, *args: Any, **kwargs: Any) -> list[Any]:
        """As ``socket.getaddrinfo``."""
        result: asyncio.Future[list[Any]] = self.create_future()

        def look_up() -> None:
            found: list[Any] | BaseException
            try:
                found = socket.getaddrinfo(*args, **kwargs)
            except OSError as error:
                found = error
            except ValueError:  # UnicodeError, for a label that no host name can have
                found = socket.gaierror(socket.EAI_NONAME, "not the name of a host")
            # The loop may be closed by now: nobody waits for the answer any more.
            with contextlib.suppress(RuntimeError):
                self.call_soon_threadsafe(_settle, result, found)

        threading.Thread(target=look_up, name="threefold-dns", daemon=True).start()
        return await result


def run(work: Callable[[], Coroutine[Any, Any, None]], seconds: float) -> None:
    """Run ``work()`` for at most ``seconds`` and return, finished or not. What it raises is dropped.

    Results are whatever ``work`` has filed by then, so it must file them as it goes.
    """
    done = threading.Event()
    loop = _Loop()
    task: list[asyncio.Task[None]] = []

    async def bounded() -> None:
        task.append(asyncio.ensure_future(work()))
        await asyncio.wait(task, timeout=max(seconds - MARGIN_S, seconds * 0.9))
        task[0].cancel()
        await asyncio.wait(task, timeout=MARGIN_S)
        done.set()
        # Nobody waits from here on: what is still open is closed in peace.
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for one in rest:
            one.cancel()
        await asyncio.gather(*task, *rest, return_exceptions=True)
        await asyncio.sleep(0)

    def main() -> None:
        try:
            loop.run_until_complete(bounded())
            loop.run_until_complete(loop.shutdown_asyncgens())
        finally:
            done.set()
            loop.close()

    threading.Thread(target=main, name="threefold-service", daemon=True).start()
    try:
        done.wait(seconds)
    finally:
        if not done.is_set():
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_cancel, task)


def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()


def _settle(future: asyncio.Future[list[Any]], found: list[Any] | BaseException) -> None:
    if future.done():
        return
    if isinstance(found, BaseException):
        future.set_exception(found)
    else:
        future.set_result(found)
