"""What a sentence is about, in words that two sentences about one thing share: stems, names, and deeds in two languages."""

# ruff: noqa: E501
from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache

from threefold.auditing.facts.phrases import chinese, stem
from threefold.auditing.statements.late import said
from threefold.text.later import later

_DEEDS = (
    "send sent deliver email mail 发送 发给 发出 邮件 寄出 群发",
    "deploy ship release launch publish rollout 部署 上线 发布",
    "import load ingest 导入 导回 入库",
    "export dump 导出",
    "upgrade 升级 升到",
    "migrate migration 迁移 迁到 迁往",
    "upload 上传 传到",
    "delete remove drop 删除 删掉 移除",
    "rename 改名 重命名 更名",
    "backup 备份",
    "merge 合并 合入",
    "commit 提交",
    "push 推送",
    "restart reboot 重启",
    "sync synchronise mirror 同步",
    "convert transcode 转换 转码",
    "calibrate calibration 校准 标定",
    "train finetune 训练 微调",
    "test tests pytest jest vitest ctest 测试 用例",
    "build compile 构建 编译",
    "install 安装 装上",
    "restore 恢复",
    "review 评审 审查 复核",
    "reindex reindexing 重建索引 索引重建",
    "benchmark 压测 基准",
    "draw plot 作图 画图",
    "document documentation docs 文档",
    "translate translation 翻译",
    "print 打印",
    "order purchase 下单 订购",
    "clean cleanup clear 清理 清空",
    "verify check 验证 核对 校验 检查",
    "widget 小组件",
)
_OF = {stem(word): f"@{group.split()[0]}" for group in _DEEDS for word in group.split() if word.isascii()}
_HAN_OF = {word: f"@{group.split()[0]}" for group in _DEEDS for word in group.split() if not word.isascii()}
_HAN = later("|".join(sorted(_HAN_OF, key=lambda word: (-len(word), word))))
_POINTS = later(
    r"(?i)\b(?:one|two|three|four|five|six|seven|eight|nine|ten|both|half|parts?|of|tasks?|to-?dos?|items?|things?|leave|till|until|hold|then|wait|altogether|completely|entirely|instead|either|anyway|any ?more|for now)\b|[那这哪](?:部分|[个些块边次条件份张])?|换成|换为|改成|改为|从(?=.{1,20}[到换改])|部分|另外|顺便|原来|[一二两三四五六七八九十]+[个处条件份张台页]"
)
"""What points at things and counts them."""
_JOINT = later(r"[-_./:@#=]+")
_CAMEL = later(r"(?<![\w.])(?:([A-Z]{2,6}|[A-Z]?[a-z]{2,20})([A-Z][a-z]{2,20}))(?![\w.])")
"""A name of two words written together, by which a person speaks of either: ``HTTPRoutes``."""
_PROD = later(r"(?i)\bproduction\b")


_GENERIC_WORDS = "fix add update change make run do implement create improve handle support set put use start check new file work plan option step phase variant approach idea milestone"
_GENERIC = frozenset(map(stem, _GENERIC_WORDS.split()))
"""What many things share."""


@lru_cache(maxsize=1 << 12)
def topic(text: str, call: bool = False) -> frozenset[str]:
    """What a text is about: its telling words without those of its state, what its names are made of, and its deeds. The
    name of a script tells a deed in a ``call``."""
    found: set[str] = set()
    text = _PROD.sub("prod", text)
    for word in said(_HAN.sub(" ", _POINTS.sub(" ", text)) if not text.isascii() else _POINTS.sub(" ", text)):
        if not word.isascii():
            found.add(word)
            continue
        folder, _, name = word.rpartition("/")
        name = name or word
        found.add(_OF.get(name, name))
        if _JOINT.search(word):
            parts = {stem(part) for part in _JOINT.split(name) if len(part) > 2 and part.isalpha()}
            found.update(_OF.get(part, part) if call else part for part in parts)
            found.update(part for part in map(stem, _JOINT.split(folder)) if len(part) > 2 and part not in _OF)
            found.update(part for part in folder.split("/") if "-" in part)
    found.update(stem(part.lower()) for match in _CAMEL.finditer(text) for part in match.groups())
    if not text.isascii():
        found.update(_HAN_OF[match[0]] for match in _HAN.finditer(text))
    found.update(f"{(match[1] or match[2]).lower()}~{match[3].lower()}" for match in _LETTERED.finditer(text))
    return frozenset(found)


ID = later(r"^(?:\d{6,}|[0-9a-f-]{12,}|(?=(?:\D*\d){3})(?=[^a-z]*[a-z])[a-z0-9_-]{8,})$")
"""What names one thing alone: a job, a commit, a device."""
NAME = later(r"^[a-z_-]+\d|^[\d.]+[a-z]|[a-z][._/-][a-z]")
"""What tells a thing by its name."""
_NUMBERED = later(r"^v\d+(?:\.\d+)+$|^\d{6,}$|^[a-z]{1,6}-?\d{1,4}$|~")
_LETTERED = later(
    r"(?:\b([A-Za-z]{2,20})|([\u4e00-\u9fff]{2})) ?(?:(?<= )|(?<=[\u4e00-\u9fff]))([A-Z]|\d{1,2}(?=$|[,;:)，。；：）]|\.(?:\s|$)| (?:is|was|are|has)\b))(?![\w'’+#]|[.-]\w)"
)
"""What is told apart by a letter or a number behind its kind: ``module A``, ``shard 3 is done``, 模块 F."""
_DIGIT = later(r"(?<=~).+|\d")
_SETS = later(r"(?i)(?:\b(?:to|at|=)|[为到成])\s*[`\"]?([a-z]*\d[\w.,%]*)")
_SPELLED = later(r"`([^`\n]{2,60})`|\b([A-Za-z]\w*[-_./\d][\w./-]*\w)")
_LATIN = later(r"[A-Za-z][\w.-]*\w")
_FLAG = later(r"\s--?[a-z]")
"""What only a command line has."""


def deeds_of(words: frozenset[str]) -> set[str]:
    """The deeds among the words of a topic."""
    return {word for word in words if word[0] == "@"}


def unlike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two topics name different things of one kind: two versions, two days, two jobs."""
    mine = _numbered(one)
    theirs = _numbered(other) if mine else mine
    if not theirs or mine & theirs:
        return False
    return not {_DIGIT.sub("0", word) for word in mine}.isdisjoint(_DIGIT.sub("0", word) for word in theirs)


def sets_value(item: str, call: str) -> bool:
    """Whether an item sets something to a value, and a call names both the thing and the value."""
    value = None if _FLAG.search(item) else _SETS.search(item)
    if value is None:
        return False
    spelled = _LATIN.findall(item) if chinese(item) else map("".join, _SPELLED.findall(item))
    named = {name.lower() for name in spelled} - {value[1].lower()}
    known = call.lower()
    return bool(named) and value[1].lower() in known and all(name in known for name in named)


@lru_cache(maxsize=1 << 12)  # each item of a summary is compared with many mentions
def _numbered(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if _NUMBERED.search(word))


class Weights:
    """How much it tells that two sentences share a word: the rarer it is among them, the more."""

    def __init__(self, topics: Iterable[Collection[str]]) -> None:
        self._held: Counter[str] = Counter()
        self._all = 1
        for one in topics:
            self._held.update(one)
            self._all += 1
        self._known: dict[str, float] = {}

    def share(self, one: frozenset[str], other: frozenset[str]) -> float:
        """How much of what one topic tells stands in another; 0.0 for one that tells nothing."""
        whole = math.fsum(map(self._of, one))  # exact, so that the order of a set is of no account
        return math.fsum(map(self._of, one & other)) / whole if whole else 0.0

    def _of(self, word: str) -> float:
        found = self._known.get(word)
        if found is None:
            kind = 0.5 if chinese(word) or word in _GENERIC or (word.isdigit() and len(word) < 4) else 1.0
            found = self._known[word] = kind * math.log(1 + self._all / (1 + self._held[word]))
        return found

    def generic(self, words: frozenset[str]) -> bool:
        """Whether no word of some tells one thing from others."""
        return words <= _GENERIC
