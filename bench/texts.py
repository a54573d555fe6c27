"""Text as agent sessions hold it: prose in English and Chinese, code, logs, listings, and the facts within them.

Everything comes from one seeded generator, so a seed gives the same text everywhere. Facts are drawn from a small
world (a project's files, its running ids, its measurements) and come back, as they do in real work; `recent` holds the
latest ones, for summaries to quote.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime

Slot = Callable[[], str]

STEMS = (
    *("importer", "parser", "session", "ledger", "window", "budget", "cache", "index", "router", "worker", "queue"),
    *("store", "reader", "writer", "schema", "report", "client", "server", "token", "stream", "merge", "export"),
    *("signal", "archive", "policy", "scanner"),
)
FOLDERS = ("src", "src/core", "src/io", "lib/net", "tests", "tests/unit", "docs", "tools", "internal/db", "pkg/api")
ENDINGS = ("py", "py", "py", "ts", "go", "rs", "md", "toml", "sql", "yaml")
UNITS = ("ms", "s", "MB", "kB", "GiB", "%", "requests", "rows", "tokens", "files", "retries", "MB/s")
LEVELS = ("INFO ", "DEBUG", "WARN ", "ERROR")
NAMES = ("load_rows", "merge_spans", "apply_patch", "read_header", "count_units", "flush_pages", "resolve_path", "fold")

ENGLISH = (
    "The failure is in {path}: it reads the header twice and then trusts the second copy.",
    "I ran the suite again and {number} of them took longer than {measure}, which is new since {sha}.",
    "Before touching {path} we should decide whether the old format stays, because the exporter still writes it.",
    "Request {uuid} is the one that never came back; the worker logged it at {time} and then went quiet.",
    "That explains the gap. The cache keeps {measure} of rows, and nothing evicts them until the next restart.",
    "Do not change the public names; three callers outside this repository depend on them.",
    "The migration has to run before the deploy, and the rollback must not need it.",
    "Memory stays flat at {measure} with the streaming reader, against {measure} before.",
    "There is one caller left in {path} that passes a string where a path is expected.",
    "I would rather keep this simple: one function that decides, and one that writes.",
    "Version {version} changed the default, so the two machines do not agree about what a blank line means.",
    "It is {ticket} again, with another input. The fix there handled only the first of two cases.",
    "Nothing here is urgent, but the test that covers it was skipped for weeks and nobody noticed.",
    "After the change {path} imports nothing from the command line, and the cycle is gone.",
    "Please leave the timeout at {measure}; the slow network in the lab needs all of it.",
    "The second run of job {uuid} finished with {number} rows, which is what the report says too.",
)
CHINESE = (
    "问题出在 {path}：它把表头读了两遍，然后相信了第二份。",
    "我重新跑了一遍测试，其中 {number} 个超过了 {measure}，这是从 {sha} 开始才有的现象。",
    "修改 {path} 之前，我们要先决定旧格式是否保留，因为导出程序还在写它。",
    "请求 {uuid} 一直没有返回；工作进程在 {time} 记录了它，之后就没有动静了。",
    "缓存里保留了 {measure} 的数据，在下次重启之前不会清理，所以内存一直在涨。",
    "不要改动公开的名字，仓库之外还有三个地方在调用它们，改了就会出错。",
    "迁移必须在部署之前执行，而且回滚的时候不能依赖它。",
    "改成流式读取之后，内存稳定在 {measure}，之前是 {measure}。",
    "这里并不着急，但是覆盖它的测试被跳过了好几个星期，没有人发现。",
    "版本 {version} 改了默认值，所以两台机器对空行的理解不一样。",
    "又是 {ticket}，只是换了一个输入。上次的修复只处理了两种情况里的第一种。",
    "请把超时保持在 {measure}，实验室的网络比较慢，这些时间都用得上。",
)
CODE = (
    "def {name}(rows, limit={number}):",
    '    """Read rows until the limit; blank lines do not count."""',
    "    for index, row in enumerate(rows):",
    "        if index >= limit or not row.strip():",
    "            continue",
    "        fields = [part.strip() for part in row.split(',')]",
    "        yield index, {name}(fields)",
    "    return None",
    "from {module} import {name}, {name}_all",
    "assert {name}([1, 2, 3]) == {number}",
    "    raise ValueError(f'row {{index}} has {{len(fields)}} fields, expected {number}')",
    "TIMEOUT_SECONDS = {number}  # see {ticket}",
    "    with open('{path}', encoding='utf-8') as source:",
    "        cursor.execute('select id, name from jobs where state = ? limit {number}', (state,))",
    "    # 空行不算，超过上限就停止；上限见 {ticket}",
    "    # 这里不能改成一次读完，文件可能有几个 GB",
    "",
)
LOG = (
    "{time} {level} worker.{stem} request={uuid} took {measure}",
    "{time} {level} {stem}.cache evicted {number} entries, {measure} left",
    "{time} {level} http GET /v2/{stem}/{number} 200 {measure}",
    "{time} {level} {path}:{number} retry 2 of 5 after {measure}",
    "{time} {level} db commit {sha} rows={number}",
    "{time} {level} {stem} 任务 {uuid} 已完成，共处理 {number} 条记录，耗时 {measure}",
    "{time} {level} {stem} 连接超时，等待 {measure} 后重试，剩余 {number} 次",
)
TESTS = (
    "{path}::test_{name}[{number}] PASSED",
    "{path}::test_{name} PASSED",
    "{path}::test_{stem}_keeps_order PASSED",
    "{path}::test_{name}_refuses_blank FAILED",
)


class Texts:
    """One session's worth of words. `chinese` is the chance that a paragraph is Chinese."""

    def __init__(self, seed: int, chinese: float = 0.6) -> None:
        self.random = random.Random(seed)
        self.chinese = chinese
        self.recent: deque[str] = deque(maxlen=240)
        self.clock = 1_760_000_000_000
        pick = self.random.choice
        self.home = f"/home/dev/{pick(STEMS)}-{self.random.randrange(100, 999)}"
        self.paths = [f"{pick(FOLDERS)}/{pick(STEMS)}_{pick(STEMS)}.{pick(ENDINGS)}" for _ in range(160)]
        self.uuids = [self.uuid() for _ in range(40)]
        slots = self._slots()
        self.english, self.chinese_lines, self.code_lines, self.log_lines, self.test_lines = (
            [self._compile(line, slots) for line in lines] for lines in (ENGLISH, CHINESE, CODE, LOG, TESTS)
        )

    # --- facts ---------------------------------------------------------------------------------------------------

    def uuid(self) -> str:
        """A random UUID of version 4."""
        digits = f"{self.random.getrandbits(128):032x}"
        return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"

    def token(self, prefix: str, length: int = 24) -> str:
        """An id such as vendors give to calls and messages."""
        return f"{prefix}{self.random.getrandbits(4 * length):0{length}x}"

    def now(self) -> int:
        """Milliseconds since 1970, a little later each time."""
        self.clock += self.random.randrange(1, 900)
        return self.clock

    def stamp(self) -> str:
        """The same clock as ISO 8601 in UTC."""
        return datetime.fromtimestamp(self.now() / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def _slots(self) -> dict[str, Slot]:
        rnd, pick = self.random, self.random.choice

        def noted(make: Slot) -> Slot:
            def slot() -> str:
                fact = make()
                if rnd.random() < 0.05:
                    self.recent.append(fact)
                return fact

            return slot

        def measure() -> str:
            unit = pick(UNITS)
            return f"{rnd.randrange(1, 9000)}{unit}" if unit == "%" else f"{rnd.randrange(10, 90000) / 10:g} {unit}"

        return {
            "path": noted(lambda: pick(self.paths)),
            "uuid": noted(lambda: pick(self.uuids) if rnd.random() < 0.7 else self.uuid()),
            "number": lambda: str(rnd.randrange(2, 5000)),
            "measure": noted(measure),
            "sha": noted(lambda: f"{rnd.getrandbits(40):010x}"),
            "version": noted(lambda: f"v{rnd.randrange(9)}.{rnd.randrange(30)}.{rnd.randrange(12)}"),
            "ticket": noted(lambda: f"OPS-{rnd.randrange(100, 4000)}"),
            "time": lambda: f"2025-10-{rnd.randrange(1, 29):02}T{rnd.randrange(24):02}:{rnd.randrange(60):02}:07Z",
            "level": lambda: pick(LEVELS),
            "stem": lambda: pick(STEMS),
            "name": lambda: pick(NAMES),
            "module": lambda: f"{pick(STEMS)}.{pick(STEMS)}",
        }

    @staticmethod
    def _compile(line: str, slots: dict[str, Slot]) -> Slot:
        """A template as one closure: str.format would parse it again each time."""
        pieces: list[str] = []
        makers: list[Slot] = []
        rest = line
        while (start := _slot_start(rest)) >= 0:
            end = rest.index("}", start)
            pieces.append(_plain(rest[:start]))
            makers.append(slots[rest[start + 1 : end]])
            rest = rest[end + 1 :]
        pieces.append(_plain(rest))
        if not makers:
            return lambda: pieces[0]
        form = "%s".join(piece.replace("%", "%%") for piece in pieces)
        return lambda: form % tuple(make() for make in makers)

    # --- passages ------------------------------------------------------------------------------------------------

    def prose(self, sentences: int) -> str:
        """A few paragraphs of one language."""
        chinese = self.random.random() < self.chinese
        lines = self.chinese_lines if chinese else self.english
        said = [make() for make in self.random.choices(lines, k=sentences)]
        joint = "" if chinese else " "
        return "\n\n".join(joint.join(said[start : start + 4]) for start in range(0, sentences, 4))

    def code(self, lines: int) -> str:
        """Source text; it need not run, only look like it."""
        return "\n".join(make() for make in self.random.choices(self.code_lines, k=lines))

    def log(self, lines: int) -> str:
        """A service's log."""
        return "\n".join(make() for make in self.random.choices(self.log_lines, k=lines))

    def document(self, lines: int) -> str:
        """Notes in Markdown, one paragraph a line."""
        return "\n".join(self.prose(2) for _ in range(lines))

    def tests(self, lines: int) -> str:
        """What a test runner prints."""
        shown = "\n".join(make() for make in self.random.choices(self.test_lines, k=lines))
        return f"{shown}\n{'=' * 20} {lines} tests in {self.random.randrange(1, 900) / 10:g}s {'=' * 20}"

    def listing(self, lines: int) -> str:
        """A list of files with their sizes."""
        return "\n".join(
            f"-rw-r--r-- 1 dev dev {self.random.randrange(90, 99_000):>6} {path}"
            for path in self.random.choices(self.paths, k=lines)
        )


def _slot_start(text: str) -> int:
    """Where the next `{slot}` begins; a doubled brace is none."""
    start = text.find("{")
    while start >= 0 and text[start : start + 2] == "{{":
        start = text.find("{", start + 2)
    return start


def _plain(text: str) -> str:
    return text.replace("{{", "{").replace("}}", "}")
