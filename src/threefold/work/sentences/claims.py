"""Claims of work that nothing in the log shows: a change was asked for, it is said to be done, and no tool did it."""

from __future__ import annotations

import re

from threefold.text.later import later
from threefold.text.sentences import Kind
from threefold.work.sentences.asking import is_question
from threefold.work.sentences.phrases import Phrases, said

_ASKS_FOR_CHANGE = Phrases(
    r"^(?:please |now |then |also |ok(?:ay)?,? |and |good,? |can you |could you |would you )*(?:please )?(?:add|"
    r"fix|implement|change|update|commit|push|rename|remove|delete|deploy|merge|refactor|move|bump|install|"
    r"replace|convert|migrate|release|tag)\b",
    r"^(?:请|帮我|麻烦|那就?|再|然后|顺便|好[，,])*(?:把|改|加|修|提交|推送|实现|删|更新|部署|合并|重命名|发布|替换)",
)
_CLAIMS_CHANGE = Phrases(
    r"\b(?:i(?:'ve| have)?|is|are|has been|have been|now) (?:now )?(?:all )?(?:committed|implemented|fixed|"
    r"pushed|deployed|merged|added|updated|renamed|removed|created|released|tagged)\b",
    r"^(?:done|committed|fixed|implemented|pushed|deployed|merged|added|updated|renamed|removed|released|tagged)\b",
    r"已(?:经)?(?:提交|修复|实现|完成|部署|合并|推送|更新|添加|删除|改|发布)|(?:提交|修复|实现|改好|部署|发布)了",
)
_DENIES = Phrases(
    r"\bcommitted (?:version|state|one|copy|code)\b|\b(?:nothing|none|no|not|never|cannot|without|if|once|when|"
    r"until|before|after)\b|n't\b|没|未|不|如果|等"
)
_EARLIER = Phrases(r"\b(?:already|earlier|previously|before|yesterday|last)\b|之前|早就|上次|刚才|昨天")
_MAY_COMMIT = Phrases(r"commit|release|version|publish|\btag\b|push|deploy|\bgh\b|sync")
_CLAIMS_COMMIT = Phrases(r"\b(?:committed|pushed|tagged|released)\b|已(?:经)?(?:提交|推送|发布)|(?:提交|推送)了")


def asks_for_change(text: str) -> bool:
    """Whether a person asks for a change of files or their history."""
    return any(_ASKS_FOR_CHANGE.within(line) for line in said(text) if line.kind is not Kind.HEADING)


def claimed_changes(text: str) -> list[str]:
    """The sentences that say that a change was made now."""
    return [
        line.plain
        for line in said(text)
        if _CLAIMS_CHANGE.within(line) and not (_EARLIER.within(line) or _DENIES.within(line) or is_question(line))
    ]


_OF_FILE = Phrases(
    r"\bi(?:'ve| have)? (?:now |just )?(?:implemented|added|fixed|updated|created|wrote|written|renamed|removed|"
    r"changed)\b.{0,120}[\w/-]\.(?:py|ts|tsx|js|jsx|go|rs|rb|java|kt|c|h|cc|cpp|cs|php|sh|sql|md|rst|ya?ml|toml|"
    r"json|html|css|vue|swift)\b",
    r"(?:已经?|我)(?:在|把|给|将)?.{0,60}\.(?:py|tsx?|jsx?|go|rs|rb|java|md|ya?ml|toml|json|sql).{0,60}(?:实现|"
    r"加上|加好|改好|修好|写好|更新|完成|创建|删除)",
)


def claims_file(sentence: str) -> bool:
    """Whether a claim is one of a change in a file that it names."""
    return _OF_FILE.within(sentence)


_SAVED = Phrases(
    r"(?:^|[.!;] |\bi(?:'ve| have)? |\bit(?:'s| is) (?:now |all )?|\beverything(?:'s| is) (?:now )?)(?:now |"
    r"just |also )?(?:saved|written|wrote|recorded|noted|stored|put|added|logged|captured|filed|created|"
    r"updated)\b",
    r"^(?:已经?|我|都|好的?，).{0,8}(?:记录|保存|写|存|记|更新|补充)(?:到|进|入|在|好|了)",
)
_A_FILE = later(
    r"[\w./~-]*\b[\w-]{2,60}\.(?:md|txt|rst|adoc|org|py|tsx?|jsx?|go|rs|rb|java|sh|sql|ya?ml|toml|json|csv|html|"
    r"css)\b",
    re.ASCII,
)


def saved_into(sentence: str) -> list[str]:
    """The names of the files that a claim says something was saved into."""
    if not _SAVED.within(sentence) or _DENIES.within(sentence) or _EARLIER.within(sentence):
        return []
    return [found.rpartition("/")[2] for found in _A_FILE.findall(sentence)]


def may_commit(command: str) -> bool:
    """Whether a command may have made a commit, be it by a script."""
    return _MAY_COMMIT.within(command)


def claims_commit(sentence: str, commands: list[str]) -> bool:
    """Whether a claim is one of a commit that none of the commands can have made, not even a release script."""
    return _CLAIMS_COMMIT.within(sentence) and not any(map(_MAY_COMMIT.within, commands))
