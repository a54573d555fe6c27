"""The server: lists its tools, checks what it is given, runs a tool in a thread, and answers with structured data."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Mapping
from functools import partial
from importlib.metadata import version

import anyio
import anyio.from_thread
import anyio.to_thread
import mcp_types as types
import msgspec
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPDeprecationWarning
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from threefold.doors.halves import whole
from threefold.doors.mcp import compaction, verdict
from threefold.doors.mcp.roots import Roots, of_uris
from threefold.doors.mcp.tools import Call, Tool
from threefold.errors import ThreefoldError
from threefold.settings import Settings
from threefold.verdict.gates import TOOLS, refuse_forbidden

Context = ServerRequestContext[dict[str, object]]
ROOTS = "roots"


class Abandoned(Exception):
    """Nobody waits for the answer any more."""


class Serving:
    """One set of tools with its settings and roots."""

    def __init__(
        self, name: str, settings: Settings, roots: Roots | None, working: Roots, *, trusts_client: bool
    ) -> None:
        """``roots`` are the operator's, if there are any; ``working`` is what holds without any."""
        module = {"verdict": verdict, "compaction": compaction}[name]
        self.tools: dict[str, Tool] = {tool.name: tool for tool in module.tools()}
        self._settings, self._roots, self._working = settings, roots, working
        self._trusts_client = trusts_client
        self.server: Server[dict[str, object]] = Server(
            name=f"threefold-{name}",
            version=version("threefold"),
            instructions=module.INSTRUCTIONS,
            on_list_tools=self._list,
            on_call_tool=self._call,
        )

    async def _list(self, context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in self.tools.values()])

    async def _call(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        tool = self.tools.get(params.name)
        if tool is None:
            return _refused(f"There is no tool {params.name!r}; there are {', '.join(self.tools)}.", "usage")
        try:
            if tool.name in TOOLS:  # G3, before any other check
                refuse_forbidden(params.arguments or {}, "The call of the tool")
            asked = tool.read(params.arguments or {})
            roots = await self._allowed(context, params)
            if isinstance(roots, types.InputRequiredResult):
                return roots
            return _answered(await self._run(tool, asked, roots, context))
        except ThreefoldError as error:
            return _refused(str(error), error.code)
        except OSError as error:
            return _refused(f"{error.strerror or error}.", "unreadable")

    async def _run(self, tool: Tool, asked: msgspec.Struct, roots: Roots, context: Context) -> Mapping[str, object]:
        """Run a tool in a thread. Where the call is cancelled its next stage finds that out and stops."""
        gone = threading.Event()
        stages = 0

        def progress(stage: str) -> None:
            nonlocal stages
            if gone.is_set():
                raise Abandoned
            stages += 1
            anyio.from_thread.run(partial(context.session.report_progress, stages, None, stage))

        try:
            return await anyio.to_thread.run_sync(
                tool.run, asked, Call(roots, self._settings, progress), abandon_on_cancel=True
            )
        finally:
            gone.set()

    async def _allowed(
        self, context: Context, params: types.CallToolRequestParams
    ) -> Roots | types.InputRequiredResult:
        """The roots that hold for a call; a client may have to be asked for its own first."""
        if self._roots is not None:
            return self._roots
        capabilities = context.session.client_capabilities
        if not self._trusts_client or capabilities is None or capabilities.roots is None:
            return self._working
        if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
            answer = (params.input_responses or {}).get(ROOTS)
            if answer is None:
                return types.InputRequiredResult(input_requests={ROOTS: types.ListRootsRequest()})
            found = answer if isinstance(answer, types.ListRootsResult) else types.ListRootsResult(roots=[])
        else:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", MCPDeprecationWarning)  # the older protocol has no other way
                found = await context.session.list_roots()
        return of_uris(str(root.uri) for root in found.roots)


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input,
        output_schema=tool.output,
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=not tool.writes,
            destructive_hint=False,
            idempotent_hint=not tool.writes,
            open_world_hint=tool.asks,
        ),
    )


def _answered(made: Mapping[str, object]) -> types.CallToolResult:
    """Structured data, and the same as text for clients that know nothing else. Half characters become U+FFFD."""
    data = msgspec.json.encode(whole(dict(made)))
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=data.decode())], structured_content=msgspec.json.decode(data)
    )


def _refused(message: str, code: str) -> types.CallToolResult:
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=str(whole(message)))], is_error=True, _meta={"code": code}
    )
