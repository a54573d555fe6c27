"""What a sentence is about, in terms that do not depend on its wording: one term for verbs of one deed, for a number in
digits and in words, and for what both languages say of a program's work."""

# ruff: noqa: E501
from __future__ import annotations

from functools import lru_cache

from threefold.auditing.facts.phrases import stem, telling
from threefold.text.later import later
from threefold.text.numerals import number

_WORDS = (
    r"change edit modify touch alter modification|修改|改动|编辑|改(?![善为成])|变(?!量|体)|(?<![自启手移运活驱被主能])动(?![态作画力手])|碰; "
    r"delete remove drop purge wipe erase deletion|删除|删掉|删; commit|提交; push|推送|推(?![荐理测迟出断]); force|强(?=推); merge|合并; deploy release ship publish|部署|上线|发布; "
    r"run execute|运行|执行|跑; print log output|打印|输出|日志; ask confirm consult approve approval confirmation|确认|征求|同意|批准|(?<!访)问(?!题); install|安装; "
    r"upgrade bump|升级; add introduce|添加|新增|引入; rename|重命名|改名; test|测试; migrate migration|迁移; thread|线程; dependency dependencies|依赖; retry retries|重试; "
    r"timeout|超时; interval|间隔; backup|备份; branch|分支; database db|数据库; table|(?<![报代图列])表(?![示现格达]); file|文件; directory folder dir|目录|文件夹; code|代码; "
    r"message|信息|消息; comment|注释; document documentation docs|文档; interface endpoint api|接口; config configuration setting|配置; key|密钥; token|令牌; password|密码; "
    r"prod production|生产; amount|金额; time timestamp|时间; local|本地; email e-mail mail|邮件; english|英文|英语; chinese|中文|汉语; restart|重启; public|公开|公共; "
    r"monday|周一|星期一; tuesday|周二|星期二; wednesday|周三|星期三; thursday|周四|星期四; friday|周五|星期五; weekend|周末"
)
"""English words for one thing, and the pattern of the Chinese ones."""
_GROUPS = _WORDS.split("; ")
_TERMS = tuple(stem(one.partition("|")[0].split()[0]) for one in _GROUPS)
TERMS = frozenset(_TERMS)
"""The terms that both languages have."""
_LATIN = {
    stem(form): term
    for term, one in zip(_TERMS, _GROUPS, strict=True)
    for word in one.partition("|")[0].split()
    for form in (word, f"{word}s", f"{word}es", f"{word}ing", f"{word}ed", f"{word.removesuffix('y')}ied")
}
_HAN = later("|".join(f"({one.partition('|')[2]})" for one in _GROUPS))
_WHEN = later(r"之[前后]|以[前后]|[没未过通完先才次秒分每时再]")
_NUMERAL = later(
    r"(?i)\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety)\b|[两二三四五六七八九十]{1,3}(?=[次个行秒分小天条])"
)
_NUMBER = later(
    r"(?<![\w.:/-])\d+(?:[.,]\d+){0,9}(?![A-Za-z0-9_/-]|[.,]\d)|(?<=[\u4e00-\u9fff])\d+(?:[.,]\d+){0,9}(?![\d./])"
)
_PARTS = later(r"[a-z]{2,}(?:-[a-z]{2,})+").fullmatch


def spelled(text: str) -> str:
    """A text with its numerals in digits."""
    return _NUMERAL.sub(lambda match: str(number("二" if match[0] == "两" else match[0]) or match[0]), text)


def term(word: str) -> str:
    """A word in lower case as ``about`` has it."""
    return _LATIN.get(stem(word), stem(word))


@lru_cache(maxsize=1 << 12)
def _about(text: str) -> frozenset[str]:
    found: set[str] = set()
    for word in telling(spelled(text)):
        found.update(map(term, word.split("-")) if _PARTS(word) else (_LATIN.get(word, word),))
    return frozenset(found - {"without"})  # which tells how it is meant


def about(text: str) -> set[str]:
    """The telling words of a text, each verb of one deed by the same word; Chinese as pairs of characters."""
    return set(_about(text))


@lru_cache(maxsize=1 << 12)
def subject(text: str) -> frozenset[str]:
    """What a text is about as either language would tell it: its Latin words, its numbers, and the terms of its Chinese."""
    latin = frozenset(word for word in _about(text) if word.isascii()) | numbers(text)
    return (
        latin
        if text.isascii()
        else latin.union(_TERMS[match.lastindex - 1] for match in _HAN.finditer(text) if match.lastindex)
    )


@lru_cache(maxsize=1 << 12)
def numbers(text: str) -> frozenset[str]:
    """The numbers of a text that stand by themselves, in digits."""
    return frozenset(_NUMBER.findall(spelled(text)))


def untermed(text: str) -> str:
    """A Chinese text without what ``subject`` takes of it, and without words for when something holds."""
    return _WHEN.sub("", _HAN.sub("", text))
