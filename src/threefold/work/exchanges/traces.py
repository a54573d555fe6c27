"""Deeds that leave a trace in a log whatever they are done to: tagging, a pull request, merging, deploying, publishing.

A push is held against what git says of it, which is more: see :mod:`threefold.work.sentences.pushing`.

Such a deed is a command of a known family, or a tool or script that is called after it, and a reply tells of it by few
words. An order that names it is open until one of these is there, however much else was done: a commit that was told
of in full is not pushed by that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from threefold.text.later import later
from threefold.work.exchanges.exchange import Exchange
from threefold.work.sentences import acts, asking, ruling, wishes
from threefold.work.sentences.acts import Act
from threefold.work.sentences.phrases import Phrases, Said, bare

_IT = r"(?:it|this|that|these|them|everything|all(?: of it)?|both)"
_END = r"(?:\s*$)"
_ON = r"(?:and|then|when|once|after|please|pls|now|too|as well|straight|right|up)\b"
_TOWARDS = r"(?:to|into|onto|on|in|for) (?:the |our |my )?"
_MAIN = r"(?:origin|main|master|develop|dev|trunk|remote|upstream|git\w*)\b"
_HOSTS = r"(?:prod\w*|staging|live|servers?|test server|box|vps)\b"
_PR = (
    r"(?:pr|pull request|mr|merge request)\b(?! (?:reviews?|template|comments?|descriptions?|titles?|numbers?|body|"
    r"text|checks?|lists?|links?|page)\b)"
)
_HAN_AFTER = r"(?:^|[再就并后]|提交|打包|直接|推送|构建)"
"""What a Chinese deed stands behind where it is ordered at the end of a clause, and not spoken of."""
_HAN_NOT = r"(?![前后时中过失之了的吗脚流文日权按消频通器服荐])"
"""Characters behind a Chinese deed with which it is named, and not ordered."""


class Family(NamedTuple):
    """One kind of deed: how it is ordered, which commands and tools do it, and how it is told of."""

    ordered: re.Pattern[str]
    run: Phrases
    told: Phrases


def _ordered_as(*sources: str) -> re.Pattern[str]:
    return later("|".join(sources), re.IGNORECASE)


_FAMILIES = (
    Family(
        _ordered_as(
            r"^tag(?: (?:it|this|that)| (?:the )?(?:new )?(?:release|commit|version)| v?\d[\w.]*)?"
            rf"(?:{_END}| {_ON}| (?:as|with)\b)|^tag (?:it|the \w+) v?\d",
            r"^(?:create|make|add|cut|set) (?:a|the) (?:git |release |new |github )*(?:tag|release)\b",
            rf"打[个上好]?(?:新的?|一个)?\s?(?:tag|(?:版本|发布)标签){_HAN_NOT}",
        ),
        Phrases(r"\btag|--follow-tags|\brelease|\bnpm version|bump-?(?:2|my)?version"),
        Phrases(r"\btag|\breleased?\b|标签|发布"),
    ),
    Family(
        _ordered_as(
            rf"^(?:open|create|file|raise|make|send|submit|start|put up|do)(?: \w+){{0,3}} {_PR}",
            rf"^(?:and )?(?:a |new |draft )*{_PR}(?: it)?(?: (?:to|against|into) \S+)?(?: (?:pls|please))?$",
            rf"\b(?:in|as|with|via) an? (?:new |draft )?{_PR}",
            r"[提开发建]一?[个下]?\s?(?:pr|mr|合并请求)(?!.{0,4}[吗了])",
        ),
        Phrases(r"\bpr\b|pull.?request|\bmr\b|merge.?request"),
        Phrases(r"\bprs?\b|pull.?request|merge.?request|\bmrs?\b|/pull/|合并请求"),
    ),
    Family(
        _ordered_as(
            rf"^merge(?: (?:the |my |this )?(?:branch|pr|mr))?(?:{_END}| {_ON})",
            rf"^merge (?:{_IT} |the branch )?(?:in)?to (?:the )?{_MAIN}",
            r"合(?:并|到|进|入)[到进入回]?\s?(?:main|master|主干|主分支|dev)",
        ),
        Phrases(r"\bmerg|\brebase|cherry-pick|fast-forward|git push \S+ \S+:\S+"),
        Phrases(r"merg|rebase|squash|cherry-pick|fast-forward|合[并到进入回]"),
    ),
    Family(
        _ordered_as(
            r"^(?:re)?deploy\b"
            r"(?! (?:scripts?|keys?|fail\w*|is|was|jobs?|steps?|workflow|stage|hooks?|config|docs?|logs?)\b)",
            rf"^(?:roll|push|ship|put|get|bring) (?:{_IT} |the \w+ )?(?:live\b|{_TOWARDS}{_HOSTS})|"
            rf"^roll (?:{_IT} )?out\b",
            rf"部署(?:到|上去|一下)|{_HAN_AFTER}(?:部署|上线){_HAN_NOT}|发到(?:线上|生产|测试|服务器|预发)",
        ),
        Phrases(
            r"deploy|\broll|\bship|\bprod|\brelease|publish|rsync|\bscp\b|kubectl|helm|docker|\bssh\b|systemctl|ansible|"
            r"terraform|heroku|vercel|netlify|wrangler|\bfly\b|\bpm2\b|serverless|pipeline|"
            r"run watch|\bstag(?:e|ing)\b|restart"
        ),
        Phrases(
            r"\b(?:re)?deploy|\blive\b|\broll(?:ed|ing|s)?[- ](?:it )?out|\bshipped|"
            r"\b(?:in|on|to) (?:prod|staging|the server|"
            r"the box)|\breleased\b|\bpublished\b|pipeline|restarted|"
            r"\b(?:is|it's) up\b|\bup (?:at|on)\b|\bstag(?:e|ing)\b|https?://|部署|上线|线上|发布|生效|流水线|服务器|重启"
        ),
    ),
    Family(
        _ordered_as(rf"^ship(?: {_IT}| v?\d)"),
        Phrases(r"push|deploy|publish|releas|\bship|\bmerg|upload"),
        Phrases(r"push|deploy|publish|releas|\bshipp|\bmerg|\blive\b"),
    ),
    Family(
        _ordered_as(
            rf"^(?:publish|release)(?: {_IT}| (?:the |a )?(?:package|crate|gem|image|new version|version|lib\w*)"
            rf"| v?\d[\w.]*)?(?:{_END}| {_ON}| (?:to|on) (?:npm|pypi|crates|maven|hex|nuget|ruby\w+|docker ?hub)\b)",
            rf"发布?到?\s?(?:npm|pypi|maven|crates)|{_HAN_AFTER}发布(?:$|一下|出去)|发(?:个|一个)新?版(?:本)?$",
        ),
        Phrases(r"publish|releas|upload|twine|docker push|gem push|deploy"),
        Phrases(r"publish|releas|upload|\blive\b|npmjs|pypi\.org|发布|发到|上传|上架|已发"),
    ),
)
_CLAUSES = later(
    r"[,;:]\s+|\s[-–—+&]\s|(?<=commit)[/+&]|[，；。：、]|\s(?:and|then)\s|然后|并且|并(?=[推打发提部上])|接着|再(?=[推打发提部上合])",
    re.IGNORECASE,
)
_LEADS = later(
    r"(?i)(?:(?:please|pls|plz|also|then|now|just|and|finally|ok(?:ay)?|go ahead and|"
    r"(?:can|could|would|will) (?:you|u)|"
    r"you can|you may|when (?:you(?:'re| are) )?(?:done|ready|finished|green|ok)|after that|afterwards)\b[\s,]*)+"
)
_PUT_OFF = Phrases(
    r"\b(?:later|tomorrow|next week|myself|if|unless|until|not|don't|never|no|"
    r"(?:once|when|after|before) (?:i|we|they|he|she))\b|自己|我来|"
    r"不[要用必需急推打提发部合]|[暂先还]不|(?:^|[先也都])别|别[再急推打提发部合]|还没|如果|要是|^等|等.{0,8}[后再]|以后|明天|晚点|"
    r"回头|吗|之前|是否"
)
"""How a clause orders nothing for now, or nothing of the model."""
_ASKS_FOR_IT = later(r"(?i)\b(?:can|could|would|will) (?:you|u)\b")
_TELLS = later(r"(?i)(?:\S+ ){1,2}(?:should|must|needs?|is|are|was|has|have|fails?|failed)\b")
"""How a clause tells of a thing that is called after a deed ("deploy previews should …")."""
_OFF = (Act.ASK, Act.OFF, Act.NO, Act.REPORT, Act.TEXT)
_QUOTED = later(r"\"[^\"]*\"|'[^']*'")
_PLACE = later(r"[\w-]+(?:[./][\w.-]+)+")
_KEPT = 6


class Traces:
    """The traces that an exchange shows. Looked for once, and asked about every deed that is open."""

    def __init__(self, now: Exchange) -> None:
        self._now = now
        self._shown: dict[Family, bool] = {}

    def untraced(self) -> list[str]:
        """What a person ordered in the exchange that leaves a trace, and left none: the clauses that order it."""
        return [clause for family, clause in self._orders[:_KEPT] if not self._shows(family)]

    def settle(self, ordered: str) -> bool:
        """Whether the exchange did what a clause ordered before it, or the person tells of it otherwise than by
        ordering it."""
        families = [family for family in _FAMILIES if family.ordered.search(ordered)]
        again = {family for family, _ in self._orders}
        heard = self._now.human if not asking.only_asks(self._now.human) else ""
        return all(self._shows(one) or (one not in again and one.told.within(heard)) for one in families)

    @cached_property
    def _orders(self) -> list[tuple[Family, str]]:
        return _ordered(self._now.human)

    @cached_property
    def _texts(self) -> tuple[str, str]:
        return self._now.said(), _run(self._now)

    def _shows(self, family: Family) -> bool:
        if family not in self._shown:
            told, run = self._texts
            self._shown[family] = family.told.within(told) or family.run.within(run)
        return self._shown[family]


def _ordered(text: str) -> list[tuple[Family, str]]:
    found = []
    for act, line in acts.acts(text):
        politely = _ASKS_FOR_IT.search(line.masked) is not None
        if (act in _OFF and not (act is Act.ASK and politely)) or wishes.looks_back(line) or ruling.lays_down(line):
            continue
        if asking.is_question(line) and not (wishes.wants_done(line) or politely):
            continue
        for clause in _clauses(line):
            if _PUT_OFF.within(clause) or _TELLS.match(clause):
                break  # what is joined to it is put off as well
            found += [(family, clause) for family in _FAMILIES if family.ordered.search(clause)]
    return found


def _clauses(line: Said) -> Iterator[str]:
    for piece in _CLAUSES.split(line.masked):
        clause = bare(piece).strip(" .!。！~")
        lead = _LEADS.match(clause)
        yield clause[lead.end() :] if lead else clause


def _run(now: Exchange) -> str:
    """What was run, without what was only written into a message, and the tools that were called."""
    run = (
        _QUOTED.sub(" ", command) if "commit" in command else command
        for command in now.commands
        if not _PLACE.fullmatch(command)
    )
    return "\n".join((*run, *now.tools)).lower()
