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


_PREFIXES = {"p": -12, "n": -9, "u": -6, "m": -3, "c": -2, "d": -1, "h": 2, "k": 3, "M": 6, "G": 9, "T": 12}


def _metric(
    dimension: str, symbol: str, prefixes: str, base: int = 0, spellings: str = ""
) -> dict[str, tuple[str, Base]]:
    """A unit of the International System with those of its prefixes that people write; ``base`` is the power of ten of
    the unit itself, ``spellings`` are its names."""
    table: dict[str, tuple[str, tuple[int | Fraction, ...]]] = {}
    for prefix in prefixes:
        signs = "uµμ" if prefix == "u" else prefix
        spelled = " ".join(f"{sign}{symbol}" for sign in signs)
        table[f"{prefix}{symbol}"] = (spelled, (Fraction(10) ** (base + _PREFIXES[prefix]),))
    if spellings:
        table[symbol] = (spellings, (Fraction(10) ** base,))
    return _units(dimension, table)


def _sizes() -> dict[str, tuple[str, Base]]:
    """Bytes and bits in powers of 1,000 and of 1,024. Whether ``Mb`` is meant for the one or the other, and ``MB`` in
    which powers, only the writer knows: all are kept."""
    table: dict[str, tuple[str, tuple[int | Fraction, ...]]] = {
        "byte": ("B byte bytes 字节", (1,)),
        "bit": ("bit bits 比特", (Fraction(1, 8),)),
    }
    names = {"K": "kilo kibi 千", "M": "mega mebi 兆", "G": "giga gibi", "T": "tera tebi", "P": "peta pebi"}
    for power, (letter, name) in enumerate(names.items(), 1):
        small, (long, binary, *han) = letter.lower(), name.split()
        wide = f"{han[0]}字节" if han else ""
        decimal, two = 1000**power, 1024**power
        table[f"{letter}B"] = (f"{letter}B {small}B {long}byte {long}bytes {wide}", (decimal, two))
        table[f"{letter}iB"] = (f"{letter}iB {small}ib {binary}byte {binary}bytes {letter}i", (two,))
        table[f"{letter}b"] = (f"{letter}b {small}b", (decimal, two, Fraction(decimal, 8)))
        bits = f"{small if letter == 'K' else letter}bit"
        table[bits] = (f"{letter}bit {small}bit {long}bit {long}bits", (Fraction(decimal, 8),))
    spread = _units("bytes", table)
    for letter, bits in (("k", "kbit"), ("K", "kbit"), ("M", "Mbit"), ("m", "Mbit"), ("G", "Gbit")):
        spread[f"{letter}bps"] = (f"{bits}/s", ("bytes/s", spread[bits][1][1]))
    return spread | {"兆": spread["MB"]}


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
        "month": ("month months 个月", (2629746, 30 * 86400)),
        "year": ("yr yrs year years 年", (31556952, 365 * 86400)),
    },
)
BYTES = _sizes()
SHARE = _units(
    "share",
    {
        "%": ("% ％ percent pct 百分点 个百分点", (1,)),
        "折": ("折", (10, 1)),
        "‰": ("‰", (Fraction(1, 10),)),
        "bp": ("bp 基点 个基点", (Fraction(1, 100),)),
    },
)
_MONEY = {
    "USD": "$ US$ usd dollar dollars 美元 刀", "EUR": "€ eur euro euros 欧元", "GBP": "£ gbp 英镑", "JPY": "yen 日元",
    "CNY": "¥ ￥ RMB rmb 元 块 块钱 人民币", "INR": "₹ rupees", "KRW": "₩ 韩元", "RUB": "₽ roubles rubles", "TRY": "₺",
    "ILS": "₪", "UAH": "₴", "VND": "₫", "BRL": "R$", "PLN": "zł", "CZK": "Kč", "HKD": "HK$ 港币 港元",
    "TWD": "NT$ 台币",
    "CHF": "", "CAD": "", "AUD": "", "NZD": "", "SGD": "", "SEK": "", "NOK": "", "DKK": "", "MXN": "", "THB": "",
    "ZAR": "", "AED": "", "BTC": "", "ETH": "", "USDT": "",
}  # fmt: skip
MONEY = {
    spelling: known
    for code, spellings in _MONEY.items()
    for spelling, known in _units(code, {code: (f"{code} {spellings}", (1,))}).items()
}
MONEYS = frozenset(_MONEY)
MONEY |= _units("USD", {"cent": ("cents", (Fraction(1, 100),))})
MONEY |= _units("CNY", {"fen": ("fen", (Fraction(1, 100),))})
OTHER = {
    **_metric("frequency", "Hz", "mkMGT", 0, "Hz hz 赫兹"),
    **_units("frequency", {"kHz": ("khz", (10**3,)), "rpm": ("rpm RPM", (Fraction(1, 60),))}),
    **_units("frequency", {"bpm": ("bpm BPM", (Fraction(1, 60),))}),
    **_metric("metres", "m", "numck", 0, "meter meters metre metres 米"),
    **_units("metres", {"km": ("公里 千米", (1000,)), "cm": ("厘米", (Fraction(1, 100),))}),
    **_units("metres", {"mm": ("毫米", (Fraction(1, 1000),)), "inch": ("inch inches", (Fraction(254, 10_000),))}),
    **_units(
        "metres", {"ft": ("ft feet", (Fraction(3048, 10_000),)), "mile": ("mile miles", (Fraction(1_609_344, 1000),))}
    ),
    **_metric("grams", "g", "num", 0, "g gram grams 克"),
    **_units(
        "grams", {"kg": ("kg kgs 公斤 千克", (1000,)), "tonne": ("tonne tonnes 吨", (10**6,)), "jin": ("斤", (500,))}
    ),
    **_units("grams", {"lb": ("lb lbs", (Fraction(45_359_237, 10**5),)), "oz": ("oz", (Fraction(2835, 100),))}),
    **_metric("litres", "L", "umcdh", 0, "L litre litres liter liters 公升"),
    **_metric("litres", "l", "umcdh"),
    **_units(
        "litres",
        {"mL": ("毫升", (Fraction(1, 1000),)), "gallon": ("gallon gallons gal", (Fraction(3_785_412, 10**6),))},
    ),
    **_metric("watts", "W", "umkMG", 0, "W watt watts 瓦"),
    **_metric("joules", "J", "mkMG", 0, "joule joules"),
    **_units(
        "joules", {"Wh": ("Wh", (3600,)), "kWh": ("kWh kwh 千瓦时 度电", (3_600_000,)), "MWh": ("MWh", (36 * 10**8,))}
    ),
    **_units("joules", {"cal": ("cal", (Fraction(4184, 1000),)), "kcal": ("kcal", (4184,))}),
    **_metric("volts", "V", "umk", 0, "V volt volts 伏特"),
    **_metric("amperes", "A", "numk", 0, "amp amps ampere amperes"),
    **_units("coulombs", {"Ah": ("Ah", (3600,)), "mAh": ("mAh", (Fraction(36, 10),))}),
    **_metric("ohms", "Ω", "mkM", 0, "Ω ohm ohms"),
    **_metric("farads", "F", "pnum"),
    **_metric("pascals", "Pa", "hkM", 0, "Pa"),
    **_units("pascals", {"mbar": ("mbar", (100,)), "psi": ("psi PSI", (Fraction(689_476, 100),))}),
    **_metric("moles", "mol", "num", 0, "mol"),
    **_units("degrees", {"°C": ("°C ℃ 摄氏度", (1,)), "degree": ("degree degrees deg °", (1,))}),
    **_units("degrees F", {"°F": ("°F", (1,))}),
    **_units("pixels", {"px": ("px pixel pixels 像素", (1,))}),
    **_units("points", {"pt": ("pt", (1,))}),
    **_units("ems", {"em": ("em", (1,)), "rem": ("rem", (1,))}),
    **_units("dots", {"dpi": ("dpi DPI", (1,)), "ppi": ("ppi PPI", (1,))}),
    **_units("times", {"x": ("x × X 倍", (1,))}),
    **_units("decibels", {"dB": ("dB 分贝", (1,)), "dBm": ("dBm", (1,))}),
    **_units("parts", {"ppm": ("ppm", (1,)), "ppb": ("ppb", (Fraction(1, 1000),))}),
    **_units("rate", {"fps": ("fps FPS", (1,)), "rps": ("rps qps QPS RPS", (1,)), "tps": ("tps TPS", (1,))}),
    **_units("rate", {"iops": ("IOPS iops", (1,))}),
}
MEASURES = {**TIME, **BYTES, **SHARE, **MONEY, **OTHER}
for _unit, _base in list(MEASURES.values()):
    if "/" not in _unit:
        MEASURES.setdefault(_unit, (_unit, _base))  # a normal form is read back by its unit

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
    "product reset restart subscriber upload video visitor vote "
    "account attendee button camera chapter digit guest letter paragraph participant player screen seat sensor slide "
    "store student tenant"
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
    "passed": "passed", "passing": "passed", "failed": "failure", "failing": "failure", "skipped": "skip",
    "pending": "pending",
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
