"""What an investigation found and nobody wrote down."""

from __future__ import annotations

from threefold.work.exchanges import kinds, taking
from threefold.work.exchanges.exchange import Exchange
from threefold.work.sentences import acts, listing, numbering, phrases, reviewing, wishes
from threefold.work.sentences.acts import Act
from threefold.work.sentences.listing import Finding
from threefold.work.sentences.phrases import Phrases
from threefold.work.sentences.reviewing import HAN_NOUNS, NOUNS
from threefold.work.sentences.words import carries, terms

_INVESTIGATES = Phrases(
    r"\b(?:investigate|debug|diagnose|figure out|find out|find the|track down|root[- ]?cause|profile|bisect|"
    r"pin ?point|get to the bottom|look into|dig into|audit|reproduce|trace|hunt|have a look|can you look|take a look|"
    r"(?:see|know|tell me|idea|check|tell|look at|look) why|what(?:'s| is) causing|what causes|what's wrong|"
    r"what is wrong|why (?:is|are|does|do)\b.{0,80}\b(?:slow|fail\w*|crash\w*|leak\w*|hang\w*|break\w*|wrong|flak\w*|"
    r"twice|stuck|missing|empty|lost|grow\w*|climb\w*|fall\w*|die\w*|drop\w*|blank|"
    r"take\w* (?:so |too )?(?:long|\w+ (?:hours?|minutes?|"
    r"seconds?))|restart\w*|stop\w*|freez\w*|los\w+|differ\w*|fill\w*|full|spik\w*|swap\w*|so (?:high|low|large|"
    r"big|old|late|hot)|down|unreachable|late|stale|pending))\b",
    r"看(?:看|一?下|下)?.{0,20}(?:为什么|为啥|怎么回事|什么问题)|排查|调查|定位|追查|诊断|(?:查查|查一查|找找)|(?:查|"
    r"找)(?:一?下|出|到|清|明|查|找)?.{0,12}(?:原因|为什么|为啥|怎么回事|问题|泄漏|瓶颈|慢|漏|崩|bug)|(?:为什么|为啥|"
    r"怎么).{0,30}(?:慢|失败|崩|泄漏|挂|卡|重复|丢|不对|报错|超时|涨|白屏|空白|乱码|不见|变|少|多出|打满|"
    r"满了|爆|飙|[很太这么]高|老是|总是|突然|100 ?%)|怎么回事",
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
_REVIEWS = Phrases(
    r"\b(?:code[- ])?review(?:ed)?\b|\b(?:critique|examine|inspect|vet|assess)\b|\b(?:security|safety|code|"
    r"quality) (?:check|pass)\b|\blook over\b|"
    r"\b(?:what do you (?:think|make) (?:of|about)|what(?:'s| is) wrong with|"
    r"how (?:does|do|is|are) .{1,60} look|double[- ]check)\b|"
    r"\b(?:does|do|is|are)\b.{1,60}\b(?:ok|okay|sane|sound|fine|right|correct|good|safe|secure)\b.{0,12}[?]|"
    r"看看?.{1,30}(?:怎么样|如何)|写得(?:怎么样|如何|好不好|对不对)|"
    r"审查|评审|审计|审一?下|[提给].{0,4}(?:意见|反馈)|(?:看|过)一?[下遍看]?.{0,12}(?:代码|改动|\bdiff\b|\bPR\b)",
    rf"\b(?:any|an?|some|hidden|obvious|possible|potential) (?:\w+ ){{0,2}}(?:{NOUNS})\b.{{0,80}}[?]|"
    rf"\b(?:spot|see) (?:any |some )?(?:{NOUNS})\b|"
    r"\banything (?:wrong|off|suspicious|risky|odd|fishy)\b.{0,80}[?]|"
    r"\b(?:feedback|opinion|take|thoughts) on (?:the|my|this|our|that)\b|"
    rf"\b(?:check|look|search|hunt|scan|go) (?:\S+ ){{0,6}}for (?:\w+ ){{0,2}}(?:{NOUNS})\b|"
    rf"(?:有没有|是否有|会不会有|有什么|存在|找).{{0,8}}(?:{HAN_NOUNS})",
)
_PAST = Phrases(
    r"\blast (?:week|month|night|time|year|sprint|release)\b|"
    r"\b(?:yesterday|previous|was|were|did|happened|ago|history|earlier)\b|昨|上次|上周|之前|当时|那次"
)


_BEFORE_US = Phrases(
    r"(?:^|\n)[ \t]*(?:```|~~~|>|Traceback |diff --git |\+\+\+ |@@ )|\n\s*at \S+\(|`[^`\n]{8,}`|[\w-]/[\w.-]+\.\w|"
    r"\b[\w-]+\.(?:py|pyi|ts|tsx|js|jsx|go|rs|rb|java|kt|c|h|cc|cpp|cs|php|sh|sql|ya?ml|toml|json|html|css|vue|swift|"
    r"md|"
    r"tf|proto)\b|\b(?:pr|pull request|mr|merge request|commit|diff|branch|patch|migration)\b|"
    r"(?:下面|以下|这[段个份些]|上面)的?(?:代码|配置|函数|脚本|改动|SQL|提交)",
    r"\A/[\w:-]+",
)
"""What is looked into without a call: what was pasted into the message, or was read before it."""
_WORDS = 300
"""Characters of a reply, from its beginning, by whose words it is looked for in what was written."""
_SHORT = 40
"""Bytes; a shorter reply tells of no finding."""


def asks_for_findings(text: str) -> bool:
    """Whether a person asks for what is found by looking."""
    return _INVESTIGATES.within(text) or _REVIEWS.within(text) or _VERIFIES.within(text)


def findings(now: Exchange) -> list[Finding]:
    """What an investigation found and nobody wrote down: each finding, or the first words about the one there is."""
    if now.edits or now.commits:
        return _left_beside_work(now) if now.narration and now.closing else []
    if kinds.asks_for_reason(now):
        return []
    if not now.closing or not (now.calls or _BEFORE_US.within(now.human)):
        return []
    reply = "\n".join(now.closing)
    human = now.human or phrases.first_line(reply)  # a command that a harness spells out is known by its answer
    wanted, judges = _INVESTIGATES.within(now.human), _REVIEWS.within(human)
    reviews = judges or "检查" in human
    heard = [(act, line) for act, line in acts.acts(now.human) if act in (Act.ASK, Act.OTHER)]
    told = wanted or any(wishes.reports_problem(line) for _, line in heard if not _VERIFIES.within(line))
    verifies = reviews or _VERIFIES.within(now.human)
    found = listing.listed(numbering.counted(reply), announced=reviews) if told or verifies else []
    if reviews and not found and not reviewing.is_posted(now.human, reply):
        found = reviewing.in_prose(reply, judges=judges)
    proved = verifies and (bool(found) or (not reviews and _FAULT.within(reply)))
    least = (1 if wanted or proved else 2) - (now.calls == 0 and (bool(found) or wanted))
    if not (told or proved) or len(reply.encode()) < _SHORT or now.calls < least:
        return []
    if now.calls <= 2 and any(_PAST.within(line) for _, line in heard):
        return []
    landed = now.landed()
    return [
        one
        for one in found or [Finding(_first_words(reply), 0, "", reply[:_WORDS])]
        if not landed or not carries(landed, terms(one.words), 0.34)
    ]


def _left_beside_work(now: Exchange) -> list[Finding]:
    """Of what was found and listed on the way, what the work that followed passes over."""
    if not asks_for_findings(now.human):
        return []
    found = listing.listed("\n\n".join(map(numbering.counted, now.narration)), announced=True)
    taken = taking.of_found([one.words for one in found], now)
    return [one for one, done in zip(found, taken, strict=True) if not done]


def _first_words(reply: str) -> str:
    """The first line that is no heading over others."""
    rows = [row for row in reply.splitlines() if row.strip()]
    return phrases.first_line(
        next((row for row in rows if not (listing.HEADING.match(row) or row.lstrip().startswith("|"))), rows[0])
    )
