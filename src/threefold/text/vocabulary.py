"""The words of amounts: units and their factors, nouns that people count, numerals. Tables only; see ``units``."""

from __future__ import annotations

from fractions import Fraction

Base = tuple[str, tuple[Fraction, ...]]
"""A dimension, and the factors to its base unit: one, or several where a spelling has several meanings."""


def _units(dimension: str, table: dict[str, tuple[str, tuple[int | Fraction, ...]]]) -> dict[str, tuple[str, Base]]:
    """Spread ``{unit: (spellings, factors)}`` into one entry for each spelling."""
    spread: dict[str, tuple[str, Base]] = {}
    for unit, (spellings, factors) in table.items():
        for spelling in spellings.split():
            spread[spelling] = (unit, (dimension, tuple(map(Fraction, factors))))
    return spread


# Spellings whose case matters (MB is not mb in a unit table, but people write both) are listed in each case they take.
TIME = _units(
    "time",
    {
        "ns": ("ns nanosecond nanoseconds 纳秒", (Fraction(1, 10**9),)),
        "us": ("us µs μs microsecond microseconds 微秒", (Fraction(1, 10**6),)),
        "ms": ("ms msec msecs millisecond milliseconds 毫秒", (Fraction(1, 1000),)),
        "second": ("s sec secs second seconds 秒 秒钟", (1,)),
        "minute": ("m min mins minute minutes 分钟", (60,)),
        "hour": ("h hr hrs hour hours 小时 个小时 钟头 个钟头", (3600,)),
        "day": ("d day days 天", (86400,)),
        "week": ("w wk wks week weeks 周 星期 个星期", (604800,)),
        "month": ("month months 个月", (2629746,)),
        "year": ("yr yrs year years 年", (31556952,)),
    },
)
BYTES = _units(
    "bytes",
    {
        "byte": ("B byte bytes 字节", (1,)),
        "KB": ("KB kB kb kilobyte kilobytes 千字节", (10**3, 2**10)),
        "MB": ("MB mb megabyte megabytes 兆 兆字节", (10**6, 2**20)),
        "GB": ("GB gb gigabyte gigabytes", (10**9, 2**30)),
        "TB": ("TB tb terabyte terabytes", (10**12, 2**40)),
        "KiB": ("KiB kib kibibyte kibibytes Ki", (2**10,)),
        "MiB": ("MiB mib mebibyte mebibytes Mi", (2**20,)),
        "GiB": ("GiB gib gibibyte gibibytes Gi", (2**30,)),
        "TiB": ("TiB tib tebibyte tebibytes Ti", (2**40,)),
    },
)
SHARE = _units(
    "share",
    {
        "%": ("% ％ percent pct per\u00a0cent", (1,)),
        "‰": ("‰", (Fraction(1, 10),)),
        "bp": ("bp 基点 个基点", (Fraction(1, 100),)),
    },
)
MONEY = {
    **_units("USD", {"USD": ("$ US$ USD usd dollar dollars 美元 刀", (1,)), "cent": ("cents", (Fraction(1, 100),))}),
    **_units("EUR", {"EUR": ("€ EUR eur euro euros 欧元", (1,))}),
    **_units("GBP", {"GBP": ("£ GBP gbp", (1,))}),
    **_units("CNY", {"CNY": ("¥ ￥ CNY RMB rmb 元 块 块钱 人民币", (1,)), "fen": ("fen", (Fraction(1, 100),))}),
    **_units("JPY", {"JPY": ("JPY yen 日元", (1,))}),
}
OTHER = {
    **_units("frequency", {"Hz": ("Hz hz", (1,)), "kHz": ("kHz khz", (10**3,)), "MHz": ("MHz", (10**6,))}),
    **_units("frequency", {"GHz": ("GHz ghz", (10**9,))}),
    **_units("pixels", {"px": ("px pixel pixels 像素", (1,))}),
    **_units(
        "metres", {"mm": ("mm", (Fraction(1, 1000),)), "cm": ("cm", (Fraction(1, 100),)), "km": ("km 公里", (1000,))}
    ),
    **_units("grams", {"g": ("grams", (1,)), "kg": ("kg kgs 公斤 千克", (1000,)), "mg": ("mg", (Fraction(1, 1000),))}),
    **_units("bits", {"bit": ("bit bits", (1,)), "kbit": ("kbit Kbit", (1000,)), "Mbit": ("Mbit", (10**6,))}),
    **_units("bits/s", {"kbps": ("kbps Kbps", (10**3,)), "Mbps": ("Mbps mbps", (10**6,)), "Gbps": ("Gbps", (10**9,))}),
    **_units("times", {"x": ("x × X 倍", (1,))}),
    **_units("degrees", {"°C": ("°C ℃", (1,))}),
    **_units("degrees F", {"°F": ("°F", (1,))}),
    **_units("decibels", {"dB": ("dB", (1,))}),
    **_units("rate", {"fps": ("fps", (1,)), "rpm": ("rpm", (1,)), "rps": ("rps qps QPS RPS", (1,))}),
}
MEASURES = {**TIME, **BYTES, **SHARE, **MONEY, **OTHER}

# Things that people count in such sessions. A noun outside the list is no unit: "3 interesting observations" is prose.
_COUNTED_WORDS = (
    "addition agent api argument arg assertion attempt benchmark block branch bug byte call candidate case "
    "change character char check checkpoint chunk class cluster column comment commit component conflict "
    "connection container core cpu customer deletion dependency device directory document edge edit element endpoint "
    "entry epoch error event example exception failure feature field file finding fix folder function gpu handler "
    "hit hook hunk image index insertion instance issue item iteration job key layer level line link log machine "
    "match member message method migration miss model module mutation node occurrence option order package page "
    "parameter param partition pass patch pattern phase place plugin pod point port problem process project prompt "
    "property pull-request pr query question record reference region replica repo repository request response result "
    "retry review revision round route row rule run sample scenario schema script section segment server service "
    "session shard site skip slot snapshot source spec stage statement step string suite table tag task template "
    "test thread ticket time todo token tool transaction turn type update user value variable variant vector version "
    "violation vulnerability warning word worker write "
    "annotation article bounce bucket click consumer deployment download email host image invoice mail payment photo "
    "product reset restart subscriber upload video visitor vote"
)
COUNTED = _COUNTED_WORDS.split()
CHINESE_COUNTED = {
    "个文件": "file", "份文件": "file", "行代码": "line", "行": "line", "条": "item", "项": "item", "次": "time",
    "个测试": "test", "个用例": "case", "个测试用例": "case", "个错误": "error", "处": "place", "个用户": "user",
    "名用户": "user", "个请求": "request", "个提交": "commit", "条消息": "message", "条记录": "record",
    "个字符": "character",
    "个任务": "task", "个步骤": "step", "个函数": "function", "个模块": "module", "个接口": "endpoint", "张表": "table",
    "个线程": "thread", "个进程": "process", "个节点": "node", "个分支": "branch", "个问题": "issue", "页": "page",
    "步": "step", "轮": "round", "台": "machine", "人": "user", "字": "character",
    "个": "one", "件": "item", "种": "type",
    "个警告": "warning", "个失败": "failure", "张图片": "image", "个包": "package", "个字段": "field",
    "个检查": "check", "项检查": "check", "台服务器": "server", "个订单": "order", "个索引": "index",
    "个参数": "parameter", "个依赖": "dependency", "个服务": "service", "个容器": "container",
    "个页面": "page", "个链接": "link",
    "个测试文件": "file", "个源文件": "file", "个配置文件": "file",
    "个通过": "passed", "通过": "passed", "失败": "failure", "个跳过": "skip", "跳过": "skip",
    "封邮件": "mail", "封": "one", "笔": "one", "批": "batch", "例": "case", "层": "layer", "名": "one",
    "辆": "one", "颗": "one", "套": "one", "箱": "one", "幅": "one",
    "篇": "document", "家": "company", "只": "one", "份": "document", "张": "one", "位": "one", "组": "group",
}  # fmt: skip
_IRREGULAR = {
    "entries": "entry", "retries": "retry", "queries": "query", "directories": "directory", "properties": "property",
    "dependencies": "dependency", "repositories": "repository", "vulnerabilities": "vulnerability",
    "classes": "class", "branches": "branch", "matches": "match", "passes": "pass", "patches": "patch",
    "processes": "process", "fixes": "fix", "misses": "miss", "indexes": "index", "indices": "index",
    "vertices": "vertex", "batches": "batch", "chars": "character", "char": "character", "args": "argument",
    "arg": "argument", "params": "parameter", "param": "parameter", "repos": "repository", "repo": "repository",
    "prs": "pull-request", "pr": "pull-request", "pull-requests": "pull-request",
    "passed": "passed", "failed": "failure", "skipped": "skip",
}  # fmt: skip
SINGULAR = {noun + "s": noun for noun in COUNTED} | {noun: noun for noun in COUNTED} | _IRREGULAR

MAGNITUDE = {
    "k": 10**3, "K": 10**3, "M": 10**6, "million": 10**6, "billion": 10**9, "thousand": 10**3, "bn": 10**9,
    "百": 100, "千": 10**3, "万": 10**4, "亿": 10**8, "萬": 10**4, "億": 10**8,
}  # fmt: skip
VULGAR = {
    "½": Fraction(1, 2),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
    "⅛": Fraction(1, 8),
}
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
WORDS = {word: value for value, word in enumerate(_ONES.split())}
WORDS |= {word: 10 * value for value, word in enumerate(_TENS.split(), 2)}
HAN_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
HAN_SCALES = {"十": 10, "百": 100, "千": 1000}
HAN_SECTIONS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
