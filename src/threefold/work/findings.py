"""What an investigation found and nobody wrote down."""

from __future__ import annotations

from threefold.work import acts, phrases, wishes
from threefold.work.acts import Act
from threefold.work.exchange import Exchange
from threefold.work.phrases import Phrases

_INVESTIGATES = Phrases(
    r"\b(?:investigate|debug|diagnose|figure out|find out|find the|track down|root[- ]?cause|profile|bisect|"
    r"pin ?point|get to the bottom|look into|dig into|audit|reproduce|trace|hunt|have a look|can you look|take a look|"
    r"(?:see|know|tell me|idea|check|tell|look at|look) why|what(?:'s| is) causing|what causes|what's wrong|"
    r"what is wrong|why (?:is|are|does|do)\b.{0,80}\b(?:slow|fail\w*|crash\w*|leak\w*|hang\w*|break\w*|wrong|flak\w*|"
    r"twice|stuck|missing|empty|lost|grow\w*|climb\w*))\b",
    r"看(?:看|一?下|下)?.{0,20}(?:为什么|为啥|怎么回事|什么问题)|排查|调查|定位|追查|诊断|(?:查查|查一查|找找)|(?:查|"
    r"找)(?:一?下|出|到|清|明|查|找)?.{0,12}(?:原因|为什么|为啥|怎么回事|问题|泄漏|瓶颈|慢|漏|崩|bug)|(?:为什么|为啥|"
    r"怎么).{0,30}(?:慢|失败|崩|泄漏|挂|卡|重复|丢|不对|报错|超时|涨)|怎么回事",
)
_VERIFIES = Phrases(
    r"\b(?:check|verify|validate|make sure|confirm|see|test|find out) (?:if|whether|that|how)\b|\b(?:does|do|is|are|"
    r"can) .{0,60}\b(?:actually|really|still|correctly|properly|safe|secure|ok|work|works|valid|enough)\b",
    r"(?:验证|检查|确认|核实|测)(?:一下|下)?.{0,20}(?:能不能|是否|有没有|对不对|是不是|会不会|能否|问题)|(?:能不能|"
    r"是否|有没有).{0,10}(?:正常|真的|正确|安全|恢复)",
)
_FAULT = Phrases(
    r"\b(?:missing|fails?|failed|broken|couldn't|can't|cannot|never|leaks?|stops?|wrong|errors?|crash\w*|loses?|lost|"
    r"vulnerab\w*|unsafe|insecure|expired|corrupt\w*|not (?:safe|enough|work\w*|check\w*|valid\w*|escaped))\b|缺少|"
    r"失败|恢复不了|不了|错|漏|崩|损坏|过期|没有(?:校验|检查|处理|转义)|不安全|不够"
)
_REVIEWS = Phrases(r"\b(?:code[- ])?review(?:ed)?\b|审查|评审|审一?下|(?:看|过)一?[下遍]?.{0,12}(?:代码|改动|diff|PR)")
_PAST = Phrases(
    r"\b(?:last|yesterday|previous|was|were|did|happened|ago|history|earlier)\b|昨|上次|上周|之前|当时|那次"
)


def finding(now: Exchange) -> str:
    """The first words of what an investigation found and nobody wrote down, or an empty string."""
    if now.edits or now.commits or now.written or not now.calls or not now.closing:
        return ""
    reply = "\n".join(now.closing)
    wanted = _INVESTIGATES.within(now.human)
    long = len(reply.encode()) >= 40
    heard = [(act, line) for act, line in acts.acts(now.human) if act in (Act.ASK, Act.OTHER)]
    told = wanted or any(wishes.reports_problem(line) for _, line in heard if not _VERIFIES.within(line))
    proved = (_VERIFIES.within(now.human) or _REVIEWS.within(now.human)) and _FAULT.within(reply)
    if not (told or proved) or not long or now.calls < (1 if wanted or proved else 2):
        return ""
    if _PAST.within(now.human) and now.calls <= 2:
        return ""
    return phrases.first_line(reply)
