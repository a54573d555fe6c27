"""What kind of exchange it was: whether it wanted words, a text, work, or nothing at all."""

from __future__ import annotations

from threefold.text.later import later
from threefold.work.exchanges.exchange import Exchange
from threefold.work.sentences import acts, answering, asking, deciding, wishes
from threefold.work.sentences.acts import Act
from threefold.work.sentences.phrases import Phrases, Said
from threefold.work.sentences.words import terms

_PROPOSES = Phrases(
    r"\b(?:i(?:'d| would)|i (?:suggest|recommend|propose|think we)|we (?:could|should|can|might)|i (?:can|could|"
    r"may)|shall i|should i|let's|my (?:suggestion|recommendation|proposal|advice)|it would be (?:better|wise|"
    r"best)|the best (?:option|way|approach|fix) (?:is|would)|do you want|want me|if you (?:like|want|agree)|"
    r"the (?:plan|fix|idea) (?:is|would)|needs? (?:a|to|an)|would (?:fix|do it|solve|help|be)|wants? an?)\b",
    r"建议|推荐|我们可以|我可以|可以(?:分|先|用|把|考虑)|方案|要不要?|我来|最好|不如|应该|第一步|"
    r"分(?:成)?[两二三四五]",
)
_SUGGESTS = Phrases(
    r"\b(?:i(?:'d| would)? (?:suggest|recommend|propose)|we (?:could|should)|(?:do you )?want me|shall i|should i|"
    r"let's|my "
    r"(?:suggestion|recommendation|proposal))\b|建议|推荐|要不要|我们可以|我可以|不如"
)
_OF_OURS = Phrases(
    r"\b(?:we|our|us|i|my|should|shall)\b|我们|咱|该|要不要|怎么(?:分|办|定|做|处理|拆|排)|[放存用选]哪|"
    r"好[？?]?$|合适|合理|建议|推荐"
)
_OF_DESIGN = Phrases(
    r"\b(?:interface|api|design|schema|plan|architecture|spec\w*|proposal|rfc|adr|migration|concept)\b|接口|方案|"
    r"设计|架构|计划"
)

_WANTS_RESULT = Phrases(
    r"^(?:and |now |then |please |can you |could you |ok,? |great,? |just )*(?:re-?)?(?:run|execute|try|check|"
    r"do)\b.{0,40}\b(?:tests?|suites?|specs?|lint\w*|checks?|builds?|bench\w*|type ?check\w*|coverage|mypy|"
    r"pytest|profiler?)\b",
    r"(?:跑|运行|执行|重跑|测).{0,12}(?:测试|用例|检查|构建|编译|基准|覆盖率|压测|lint)",
)
_TO_BE_TOLD = Phrases(
    r"\b(?:lists?|overview|summary|table|report|plan|diagram|names|steps|notes|numbers|figures|ideas?|answer|command) "
    r"(?:of|for|from|about)\b|\b(?:get|give|hand|fetch) (?:me|us)\b|\b\d[\d.,]* ?\w* (?:to|in|into) \w+$|"
    r"^(?:\w+ )?(?:write|read|look|pull|open|load) (?:up|out|the \w+$)|\buse .{1,40} to (?:find|see|check|look)\b",
    r"列出|列[一个]|清单|总结|汇总|归类|分类|给出|说说|讲[讲一]|算一|统计|梳理|打开|读一|写[个份一]|画[个一]|一份|周报|报告",
)
"""How a person orders what a reply gives by itself."""

_VALUE = later(r"\d")
"""What a value is given in."""
_REASON = later(
    r"(?i)^(?:so |and |but |ok,? |hm+,? )*why (?:do|did|does|don't|didn't) (?:we|you|they|i|one)\b(?! (?:\w+ ){0,2}?"
    r"(?:get|see|los|miss|crash|fail|hang|run out|leak|drop|time out|end up|hav|still|keep|receiv))|"
    r"为(?:什么|啥|何)(?:还|都)?(?:要(?!等|花|跑|这么|那么|很|半)|先|用(?!户|时)|非|不用|不直接)"
)
_OTHERWISE = Phrases(
    r"^(?:\w+ )?(?:wouldn't|won't|couldn't) (?:it|that|this|we)\b|"
    r"^what (?:happens|would happen|if) .{0,20}(?:don't|didn't|not)\b",
    r"会怎(?:么)?样|会有(?:什么|啥)(?:影响|后果|问题)|有(?:什么|啥)(?:影响|后果|好处|坏处|区别|讲究)",
)


def was_proposed(before: Exchange) -> bool:
    """Whether the words that a person agreed to put something forward that concerns the work."""
    said = "\n".join(before.closing)
    if before.commits:  # what is told of work that has landed is no proposal, unless it is called one
        return _SUGGESTS.within(said) or any(map(asking.is_offer, asking.asks_of_person(said)))
    if said and _OF_OURS.within(before.human) and any(_asks_ahead(*one) for one in acts.acts(before.human)):
        return True
    if only_informs(before) and not _OF_OURS.within(before.human) and not asking.asks_of_person(said):
        return False
    return bool(said) and (_PROPOSES.within(said) or any(asking.is_offer(q) for q in asking.asks_of_person(said)))


def _asks_ahead(act: Act, line: Said) -> bool:
    """Whether a sentence asks what is to be, and not what was: "what did I just run" puts nothing forward."""
    return act is Act.ASK and (answering.is_choice(line.text) or not wishes.looks_back(line))


def wants_nothing(now: Exchange, before: Exchange | None) -> bool:
    """Whether a message that nobody answered needs no answer."""
    heard = [act for act, _ in acts.acts(now.human)]
    if Act.ACCEPT in heard and before is not None and was_proposed(before):
        return False
    if before is not None and _chooses(now, before):
        return False
    told = before is not None and only_informs(before) and not was_asked_of_us(before)
    if acts.reports_done(now.human) and not any(wishes.asks_firmly(line) for _, line in acts.acts(now.human)):
        return True
    return all(
        act in (Act.SOCIAL, Act.ACCEPT, Act.REPORT, Act.OFF, Act.NO, Act.REMARK)
        or now.puts_off(line.plain)
        or (told and act is Act.OTHER and acts.reacts(line) and not wishes.asks_firmly(line))
        or (told and act is Act.ASK and acts.concludes(line))
        for act, line in acts.acts(now.human)
    )


def _chooses(now: Exchange, before: Exchange) -> bool:
    """Whether a remark behind a choice about the work makes it: it names a side of it, or a value ("ok Redis then")."""
    said = "\n".join(before.closing)
    if not said or not (_asks_choice(before) or deciding.offers_choice(said)):
        return False
    sides = terms(before.human) | terms(said)
    return any(
        act is Act.REMARK
        and not (wishes.looks_back(line) or acts.reacts(line) or now.puts_off(line.plain))
        and (_VALUE.search(line.masked) is not None or not sides.isdisjoint(terms(line.masked)))
        for act, line in acts.acts(now.human)
    )


def _asks_choice(before: Exchange) -> bool:
    return answering.is_choice(before.human) and not before.calls  # what is looked up is no choice


def was_asked_of_us(before: Exchange) -> bool:
    """Whether an exchange put a choice about the work, so that few words may make it."""
    said = "\n".join(before.closing)
    asked = any(not answering.asks_what_is(question) for question in asking.asks_of_person(said))
    return asked or _asks_choice(before) or deciding.offers_choice(said)


def wants_text(now: Exchange, before: Exchange | None = None) -> bool:
    """Whether all that was asked for is a text: what it says is the text's, and no one in the session says it.

    What is said of a text that was just given ("shorter") still wants a text.
    """
    heard = [act for act, _ in acts.acts(now.human)]
    asks = bool(asking.asks_of_person("\n".join(now.closing))) and _OF_DESIGN.within(now.human)
    if asking.wants_text(now.human) or (Act.TEXT in heard and (Act.OTHER not in heard or not now.calls) and not asks):
        return True
    if before is None or now.calls or before.calls or not (before.closing and now.closing):
        return False
    return {Act.OTHER, Act.REMARK, Act.OFF} >= set(heard) and wants_text(before)


def only_informs(now: Exchange) -> bool:
    """Whether only words were wanted, and nothing was changed."""
    heard = [act for act, _ in acts.acts(now.human)]
    return not (now.edits or now.commits or {Act.OTHER, Act.ACCEPT} & set(heard)) and Act.ASK in heard


def wants_to_be_told(now: Exchange) -> bool:
    """Whether an order is fulfilled by what a reply tells, a list or a number, once somebody has looked."""
    return now.calls > 0 and bool(now.closing) and _TO_BE_TOLD.within(now.human)


def asks_for_reason(now: Exchange) -> bool:
    """Whether all that a person asks for is why something was made as it is, or what it would be like otherwise: the
    reply tells of a choice, and what it says would go wrong is what the choice prevents."""
    heard = acts.acts(now.human)
    reasons = [
        _OTHERWISE.within(line) or (act is Act.ASK and _REASON.search(line.masked) is not None) for act, line in heard
    ]
    return any(reasons) and all(reason or act is Act.SOCIAL for reason, (act, _) in zip(reasons, heard, strict=True))


def asks_beside(now: Exchange) -> bool:
    """Whether something was asked, so that what a person says of themselves is the reason for it."""
    return any(act in (Act.ASK, Act.TEXT) for act, _ in acts.acts(now.human))


def is_social(now: Exchange) -> bool:
    """Whether an exchange was but thanks or small talk: what was proposed before it still stands in the room."""
    heard = [act for act, _ in acts.acts(now.human)]
    return not now.calls and bool(heard) and all(act is Act.SOCIAL for act in heard)


def is_work(now: Exchange) -> bool:
    """Whether the exchange was to do something, so that its closing words tell how far it came."""
    if now.edits or now.commits:
        return True
    wanted = [line for act, line in acts.acts(now.human) if act is Act.OTHER and not wants_result(line)]
    return now.calls > now.looks and bool(wanted)


def wants_result(line: Said) -> bool:
    """Whether a sentence wants a run of tests or checks, which is answered by what came out, be it good or bad."""
    return _WANTS_RESULT.within(line)
