"""Whether a person's sentence orders a change in the world, and whether words take such an order up.

A wish for words (explain, show, count, review, plan) is fulfilled by a reply, a run by a command that ran; a change is
fulfilled by nothing but a deed, or by words that say what became of it.
"""

from __future__ import annotations

from functools import lru_cache

from threefold.text.later import later
from threefold.work.sentences import asking, ruling, wishes
from threefold.work.sentences.phrases import Phrases, Said, said
from threefold.work.sentences.wishes import LEAD
from threefold.work.sentences.words import terms

_VERB = (
    r"add|adjust|align|assign|invite|notify|sign (?:up|in|off)|allow|amend|append|apply|archive|attach|automate|"
    r"backport|ban|block|bring|build|bump|cache|cap|"
    r"cent(?:er|re)|change|clean|clear|close|combine|comment out|commit|compress|configure|connect|convert|copy|"
    r"correct|"
    r"cover|create|cut|decrease|dedup\w*|delete|deploy|deprecate|disable|document|double|downgrade|drop|duplicate|"
    r"enable|"
    r"encrypt|enforce|export|expose|extend|extract|fill|fix|force-?push|format|generate|get rid of|group|guard|handle|"
    r"hide|hook|implement|import|improve|increase|inline|insert|install|instrument|integrate|introduce|invert|isolate|"
    r"join|kill|limit|link|locali[sz]e|lock|lower|make|mark|mend|merge|migrate|mirror|mock|moderni[sz]e|move|mute|"
    r"normali[sz]e|optimi[sz]e|overwrite|package|pad|paginate|paralleli[sz]e|parametri[sz]e|patch|pin|port|post|"
    r"prefix|"
    r"promote|provision|publish|purge|push|put|raise|rate-?limit|rearrange|rebase|rebuild|record|redesign|redirect|"
    r"reduce|"
    r"refactor|reformat|refresh|regenerate|register|reindex|release|relocate|remove|rename|reorder|reorgani[sz]e|"
    r"repair|"
    r"replace|reset|resize|resolve|restart|restore|restructure|rework|rewrite|roll (?:back|out)|rotate|round|"
    r"saniti[sz]e|"
    r"save|schedule|seed|send|separate|seriali[sz]e|set|ship|shorten|shrink|silence|simplify|solve|sort|speed up|"
    r"split|"
    r"squash|standardi[sz]e|start|stop|store|stream|strip|style|support|swap|switch|sync|tag|tidy|tighten|toggle|trim|"
    r"turn|unify|uninstall|unpin|update|upgrade|upload|validate|vendor|widen|wire|wrap|write|zip|"
    r"(?:open|file|raise) an? (?:\w+ )?(?:issue|ticket|pr|mr|pull request|bug|merge request)"
)
"""Deeds that change something."""
_NOUN_VERBS = (
    "ban block build cache cap change clear close commit copy correct cover cut document double drop export fill "
    "format "
    "group guard hook import increase join kill limit link lock lower mark mirror mock mute package pad patch pin "
    "port post prefix "
    "purge push record release reset round schedule seed set ship sort split start stop store stream strip style "
    "support swap switch sync tag tidy toggle trim turn update upgrade upload vendor wire wrap zip"
)
_NOUNS = frozenset(_NOUN_VERBS.split())
"""Such words that open a sentence as a noun or an adjective as well."""
_DETERMINED = (
    r"(?:the|an?|all|our|my|your|this|that|these|those|both|every|each|any|some|it|its|them|everything|"
    r"two|three|four|five|\d+)"
)
_POLITE = (
    rf"{LEAD}(?:(?:(?:can|could|would|will) (?:you|u)|i(?:'d| would) like you to|i (?:want|need) you to|let's|lets|"
    r"you (?:can|should|may)|go ahead and|go and|(?:we|i) (?:need|want|have) to)[\s,]+(?:please |pls |also |now |"
    r"just |maybe |quickly |"
    r"then |first ){0,3}|(?:please |also |now |then |just |quickly |rather |first |finally |simply |actually ){0,4})"
)
_ORDERS = later(
    rf"(?i){_POLITE}\b(?P<verb>{_VERB})(?![\w'’:-])(?P<rest>.*)",
)
_OTHER_VERB = later(
    rf"(?i){_POLITE}\b(?P<verb>[a-z]+)(?P<rest> (?:up |out |in |on |off |down |back |over |away )?"
    r"(?:the|an?|all|our|my|your|these|those|both|every|each|this|that)\b.*)"
)
_FOLLOWS = later(
    rf"(?i)\s+(?:up |out |in |on |off |down |back |over |away )?(?:{_DETERMINED}|(?-i:[A-Z`\"'“])|to\b|from\b|new\b|"
    rf"old\b|\w+ly\b)|\s*$|\s*[.!]|\s+[a-z]+[a-rt-z](?!\w)(?!.*\b(?:is|are|was|were|has|have|had|looks?|works?|seems?|"
    r"fail(?:s|ed)?|pass(?:es|ed)|takes?|took|breaks?|broke|goes|went|gets?|got)\b)"
)
"""What follows a verb that may be a noun."""
_OTHER_WORDS = (
    "i we you he she they it its this that these those there here is are was were be been do does did has have had "
    "can could "
    "may might must shall should will would let give tell show get take go come see look read check review explain "
    "describe "
    "list count find search compare summarize summarise analyze analyse inspect verify confirm print display estimate "
    "calculate compute define suggest recommend propose discuss think plan outline draft sketch imagine guess "
    "remember note "
    "forget ignore skip leave keep hold wait continue proceed try use run execute test say answer reply ask know "
    "want need "
    "like love hate hope mean call read pick choose decide prefer assume consider watch mind pay spare save trust "
    "thank "
    "because since so if when while as after before until unless though although but and or nor not no yes only even "
    "just also then than with without for from into onto in on at by of to over under about like per via both all "
    "each every any some none most more less where which who whose what why how same another other still again once "
    "maybe perhaps probably good great nice ok okay fine right sure thanks understand investigate debug diagnose "
    "trace "
    "measure profile reproduce help report walk talk teach learn translate rephrase proofread quote cite name "
    "identify "
    "double unlike despite during between within except besides regarding concerning whatever whoever my our your "
    "their "
    "somewhere somehow anyhow everywhere saw took went came ran gave made kept left met found knew thought wrote "
    "felt got had said "
    "told heard held sat stood won lost built sent spent meant brought bought caught taught fought became began "
    "chose drove "
    "fell flew forgot grew hung hid hit hurt lay led lent lit put rode rose shook shot shut sold spoke stole stuck "
    "swore "
    "threw tore woke wore acknowledge begin establish respond react introduce welcome hello hi dear enjoy take bear "
    "draw evaluate assess study examine audit explore research compose sing"
)
_NO_VERB = frozenset(_OTHER_WORDS.split())
"""Words before a determiner that order no change."""
_NO_THING = Phrases(
    rf"{_POLITE}(?:convert|shorten|turn|rewrite|format|sort|simplify|clean up|fix|correct|improve) (?:this|these|"
    rf"the following)\b"
    r"[^.:：]{0,60}[:：]\s*\S",
    rf"{_POLITE}(?:make sure|make sense|make (?:it|that|this|the (?:answer|summary|reply|explanation|text)) (?:short|"
    rf"brief|"
    r"simple|clear|concise)\w*|make (?:a|your) (?:guess|choice|pick)|put (?:differently|simply)|"
    r"(?:start|stop)(?:[.! ]|$)(?:here|there|now|it|that|with|over|by|at)?(?:\W|$)|move (?:on|ahead)|turn to|"
    r"build on|set (?:aside|a side)|"
    r"clear[.,!]|correct[.,!]|mark my|cut it|stop (?:and|when|if|once|at|\w+ing)\b|set (?:your|it) aside|"
    r"start (?:with|from|by)|bring me up|fill me in|hook me|update me|keep\b|"
    r"(?:make|create|write|give|generate|build|put|prepare)(?: up| together| me| us| down)?(?: an?| the| some| your|"
    r" two| three| \d+)? "
    r"(?:\w+ ){0,3}(?:plans?|lists?|tables?|diagrams?|overview|summary|summaries|comparison|proposals?|suggestions?|"
    r"estimates?|"
    r"recommendations?|outlines?|questions?|explanation|report|review|analysis|chart|drawing|pros|sketch|thoughts|"
    r"ideas?|"
    r"names?|answers?|examples?|joke|poem|story|regex\w*|one-?liners?)\b)",
)
"""What opens like an order and wants words, or nothing."""
_RUNS = Phrases(
    rf"{_POLITE}(?:re-?)?(?:run|execute) (?:the|a|all|our|my|it|this|that|these|those|them|make|npm|`|\S+\.\w)|"
    rf"^(?:请|帮我?|麻烦|再|先|现在|去)*(?:跑|运行|执行)"
)
_BROKEN = Phrases(
    rf"{_POLITE}\w+ (?:is|are|was|were|has|have|looks?|works?|seems?|fails?|failed|passed)\b|^[^,，。]{{0,30}}[:：]$"
)
"""How a word that opens like an order goes on where it names a thing."""
_HAN_VERB = (
    r"删(?:除|掉|去)|加(?![载油密班急倍])|改(?![天日进善])|删|修(?![养行饰])|写(?![得法])|换|补(?![丁])|拆|并入|"
    r"合(?:并|到|入|进)|限制|锁|压缩|"
    r"导(?:入|出)|建(?![议])|设(?:为|成|置|定|上)|封装|抽(?:取|出|成|到|离)|迁|搬|移(?:到|动|除|走|进|出)|清(?:理|空|"
    r"除|掉)|"
    r"调(?:整|成|到|大|小|高|低|为|优)|升(?:级|到|为)|降(?:低|到|级|为)|实现|更新|支持|部署|发(?:布|版|到|给|送)|"
    r"推(?:送|到|上)|"
    r"上线|下线|重(?:构|命名|写|启|做|置|建)|新增|添加|增加|减少|去(?:掉|除|重)|替换|提(?:交|取|高|速|个|一个)|回滚|"
    r"启动|停(?:掉|止|用|了)|关(?:掉|闭|了)|"
    r"打开|启用|禁用|创建|生成|搭|接入|整理|备份|恢复|格式化|缓存|处理|解决|完善|编写|归档|切换|切到|开启|引入|安装|"
    r"装(?:上|好|一)|"
    r"配置|优化|翻新|统一|拷贝|复制|上传|标记|隐藏|显示成|加密|校验|分页|杀掉|做(?:个|一个|成)|弄(?:成|好)|搞(?:成|"
    r"好|定)"
)
_HAN_LEAD = (
    r"^(?:请|帮(?:我|忙)?|麻烦(?:你|您)?|你|您|再|然后|那就?|先|顺便|接着|现在|去|来|好的?[，, ]|谢谢[，, ]|"
    r"可以[，, ]|行[，, ]|另外[，, ]?|"
    r"还有[，, ]?|也|我(?:想|要|需要)(?:你)?|我们(?:要|需要|得)|需要|能不能|可不可以|可以|能否|可否|能|直接|立即|"
    r"立刻|马上|尽快|给我|"
    r"[,，、 ]){0,8}"
)
_HAN_ORDERS = later(
    rf"{_HAN_LEAD}(?:(?:把|将|给|在|为|对|从|按|用|往|"
    rf"让)[^，,。；;！!？?]{{1,40}}?)?(?P<verb>{_HAN_VERB})(?P<rest>[^，,。；;]*)"
)
_HAN_DONE = later(r"^[^，,。；;吧]*[了过][，,。！!\s]*$|^(?:了|过|得|的(?!.))|之?[后前]")
_HAN_WORDS = Phrases(
    r"措辞|用词|说法|语气|(?:计划|方案|清单|列表|表格|总结|概述|对比|建议|报告|说明一下|解释|正则|例子|示例|诗|故事|笑话|邮件|大纲|思路|"
    r"分析)[。.！!]*$|给我看|为什么|怎[么样]|如何|会不会|"
    r"^(?:以后|今后|每次|如果|要是|当|等)"
)
_CLAUSES = later(
    r"(?:[,;]|\s[-–—]|[，；。！])\s*(?:(?:and|then|so|but|please|also) )*|\s(?:and|then)(?: then| also| please)? |"
    r"然后|并且?|再(?=[把将给])"
)
_CONDITION = Phrases(r"^(?:if|once|when|whenever|as soon as|unless|until|before|after)\b|^(?:如果|要是|等|一旦|当)")
_PIECES = 12
"""Clauses of a sentence that are looked at."""


@lru_cache(64)
def orders_of(text: str) -> tuple[Said, ...]:
    """The sentences of a person's message that order a change."""
    return tuple(line for line in said(text) if deed_of(line))


_WORDS_FIRST = (
    r"(?:please |just |can you |could you )*(?:tell|explain|show|list|describe|let me know|give me|say|walk me)\b"
)
_POSTPONES = later(
    rf"(?i)(?:^|[,;.!?–—-]\s*|\b)(?:but |and |only )?(?:first(?: of all)?|"
    r"before (?:that|you (?:do|start|begin|touch)\b[^,]{0,20})|"
    rf"beforehand)[,:]? {_WORDS_FIRST}|(?:^|[,;]\s*)(?:but |and )?{_WORDS_FIRST}.{{1,80}}\bfirst\W*$|"
    r"之?前[，,]?(?:请|麻烦)?(?:你|您)?先(?:告诉|说|解释|列|讲|给我看)|(?:^|[，,；])(?:不过|但是?|只是)?(?:请)?(?:你|您)?先(?:告诉|说|解释|列|讲|"
    r"给我看)"
)
"""How an order is put off until something was told."""
_BEFORE_YOU = later(rf"(?i)^before you (?P<deed>[^,]{{3,80}}),\s*{_WORDS_FIRST}")


def postponed(text: str) -> list[Said]:
    """The sentences of a message whose order waits until something was told ("add a lock, but first tell me …"): the
    words that were asked for do not carry it out."""
    found: list[Said] = []
    before: Said | None = None
    for line in said(text):
        plain = line.masked.strip(" *_#>-•·")
        named = _BEFORE_YOU.match(plain)
        puts_off = _POSTPONES.search(plain)
        if named:
            found += [line] if _deed(named["deed"], first=True) else []
        elif puts_off:
            head = plain[: puts_off.start()].strip(" ,;，；")
            ordered = [line] if head and any(map(_wants_change, said(head))) else []
            found += ordered or ([before] if before is not None and not head and _wants_change(before) else [])
        before = line
    return found


def _wants_change(line: Said) -> bool:
    return bool(deed_of(line)) or (wishes.is_request(line) and not _ASKS_WORDS.match(line.masked))


_ASKS_WORDS = later(rf"(?i){_POLITE}{_WORDS_FIRST}")


def orders_change(text: str) -> bool:
    """Whether a message orders a change."""
    return bool(orders_of(text))


def orders_run(line: Said) -> bool:
    """Whether a sentence orders that something is run, which any command fulfils."""
    return _RUNS.within(line)


@lru_cache(512)
def _deed(text: str, *, first: bool) -> str:
    latin = _ORDERS.match(text)
    if latin:
        noun = latin["verb"].lower() in _NOUNS and text[: latin.start("verb")].strip() == ""
        if not noun or _FOLLOWS.match(latin["rest"]):
            return latin["verb"].lower()
        return ""
    other = _OTHER_VERB.match(text) if first else None
    if other:
        verb = other["verb"].lower()
        if verb not in _NO_VERB and len(verb) > 2 and not verb.endswith(("ed", "ing", "ly", "s", "'s")):
            return verb
    if not text.isascii():
        han = _HAN_ORDERS.match(text)
        if han and not (_HAN_DONE.match(han["rest"]) or _HAN_WORDS.within(text)):
            return han["verb"]
    return ""


def deed_of(line: Said) -> str:
    """The verb with which a sentence orders a change; empty where it orders none.

    A clause may order behind what leads up to it ("in load(), add a check"; "the header overlaps, fix it").
    """
    text = line.masked.strip(" *_#>-•·")
    if wishes.prohibits(line) or ruling.lays_down(line) or _CONDITION.within(line) or _BROKEN.within(text):
        return ""
    polite = wishes.wants_done(line)
    if not text.isascii() and _HAN_ASKS.within(line) and not (polite or _ASKS_POLITELY.match(text)):
        return ""
    if asking.is_question(line) and not polite and not _ASKS_POLITELY.match(text):
        return ""
    pieces = _CLAUSES.split(text, _PIECES)
    for place, piece in enumerate(pieces):
        if _CONDITION.within(piece.strip()):
            break
        deed = "" if _NO_THING.within(piece) else _deed(piece.strip(), first=not place)
        if deed and (place == 0 or terms(piece)) and (len(terms(text)) > 1 or _IT.search(text)):
            return deed
    return ""


_HAN_ASKS = Phrases(r"什么|为什么|为何|怎[么样]|如何|哪|多少|几[个次种条]|是否|吗|呢|没有?[。？?]?$|谁|区别|含义|啥|咋")
_IT = later(r"(?i)\b(?:it|them|that|this|these|those)\b|[\u3400-\u9fff]{4}")
_ASKS_POLITELY = later(
    rf"(?i){LEAD}(?:can|could|would|will) (?:you|u)\b|[^，。]{{0,6}}(?:能不能|可不可以|可以|能否|可否|能|麻烦|请)"
)
