"""What a person's sentence wants: whether it lays something down, asks for work, tells of a fault or of a value.

Two sides are weighed. What obliges, orders, dates or names a value speaks for it; what looks back, tells what has come
about, or merely remarks speaks against it. A sentence with neither is a remark: it holds nothing that later work needs.
"""

from __future__ import annotations

from threefold.work.sentences import asking
from threefold.work.sentences.phrases import Phrases, Said
from threefold.work.sentences.words import terms

LEAD = (
    r"^(?:(?:and|so|but|now|then|also|ok(?:ay)?|hi|hey|hello|please|pls|plz|well|hm+|oh|ah|first|next|btw|again|just|"
    r"great|good|thanks|cool|nice|one more (?:thing|question)|quick(?: question)?|by the way|for my understanding|"
    r"out of curiosity)[,.:;!\s-]*)*"
)
_BINDS = Phrases(
    r"\b(?:must|mustn't|shall|should|shouldn't|ought|never|always|only|every time|from now on|going forward|"
    r"in (?:the )?future|in general|as a rule|by default|need(?:s|ed)? to|has to|have to|can't|cannot|may not|"
    r"not allowed|forbidden|required|mandatory|no longer|prefers?|rather|instead|let's|lets|we'll|we will|i'll|i will|"
    r"(?:it|this|that|they|we|he|she) will \w+|gonna|going to|decided?|agreed|settled|deal|promise[ds]?|deadline|due|"
    r"until|till|unless|remember|keep in mind|bear in mind|note that|don't forget|fyi|heads[- ]?up|for the record|"
    r"by the way|btw|policy|rule|convention|wants?|insists?|expects?|asked (?:for|that|us)|supposed to|(?:told|"
    r"tells) (?:me|us)|they (?:pay|need|want|require)\w*|tomorrow|tonight\S*|(?:when|once|after|before) (?:i|im|we|"
    r"they|he|she|you|the|that|this|it)\b|later|next (?:week|month|sprint|release|quarter|year|time)|(?:by|on|before|"
    r"until|this|next) (?:mon|tues|wednes|thurs|fri|satur|sun)day|eod|end of (?:the )?(?:day|week|month)|go(?:es|"
    r"ing)? live|launch|not (?:before|until)|do not|don't|avoid|stop|forget about|leave)\b",
    r"我(?:去|找|问|跟|让)|必须|务必|一定要|不要|(?:^|[，,。；;、 也都就请先你])别[^的人处样]|不能|不许|不得|禁止|"
    r"只能|只许|只用|总是|永远|每次.{0,12}[要须得先]|以后|今后|往后|从现在|统一|一律|原则上|默认|应该|应当|需要|要求|"
    r"希望|定(?:在|为|了|成)|决定|约定|说好|记住|记得|注意|提醒|别忘|截止|之前|以前(?:要|得)|明天|后天|下周|下个月|"
    r"周[一二三四五六日]|月底|今晚|上线|交付|演示|客户(?:要|需要|希望|说|那边|等)|规定|规范|就(?:用|按|走|选|定|这么)|"
    r"改成|换成|改用|我们(?:用|走|选|要)",
)
_BINDS_FIRMLY = Phrases(
    r"\b(?:must|mustn't|shall|should|ought|never|always|let's|lets|we'll|we will|i'll|gonna|going to|decided?|agreed|"
    r"don't|do not|need to|needs to|have to|has to|go with|supposed to|(?:told|tells) (?:me|us)|they (?:pay|need|want|"
    r"require)\w*|until|till|before (?:they|we|the|that)|(?:when|once) (?:i|im|i'm|we|they)\b)\b|, not \w|必须|务必|"
    r"一定要|不要|(?:^|[，,。；;、 也都就请先你])别[^的人处样]|别[跑动碰改删推提发写]|只[许准能]|不[许准得]|禁止|千万|"
    r"^注意|应该|需要|要求|决定|约定|改成|换成|改用|我们(?:用|走|选|要)|(?:他们|客户|财务|老板|产品|业务)要|"
    r"吧[。.！!]?$|就(?:用|按|走|选|定|这么)"
)
_WANTS_DONE = Phrases(
    rf"{LEAD}(?:can|could|would|will) (?:you|u|we) (?:please |pls |also |just |maybe )?(?:add|fix|change|make|"
    rf"implement|update|remove|delete|rename|"
    r"move|commit|push|deploy|merge|refactor|bump|install|replace|migrate|release|tag|save|store|write it|put|set|"
    r"turn|switch|start|stop|restart|apply|do|go|handle|create|clean|split|drop|revert|use)\b",
    r"(?:\band|\bthen|,|;)\s+(?:then |also |please )?(?:fix|commit|push|add|change|update|remove|delete|apply|"
    r"implement|deploy|save|put|rename|replace|write it|write them|record|note)\b",
    r"(?:能不能|可不可以|可以|能否|可否|能|麻烦|请).{0,12}(?:改成|改一下|加上|加个|加一|删掉|删了|修一下|修复|提交|"
    r"换成|更新|部署|推送|合并|实现|保存|写进|写到|记到)|(?:并|然后|再|顺便|，)(?:帮我)?(?:把.{1,30})?(?:提交|修复|"
    r"修好|改掉|改好|删掉|部署|推送|合并|写进|写到|记到|记录|保存)",
)
_ORDERS = Phrases(
    rf"{LEAD}(?:please |pls |can you |now |then |and |ok,? |just )*(?:plot|draw|double|measure|compute|count|"
    rf"message|ping|inform|reply|invite|email|sign|assign|request|schedule|book|order|approve|save|store|record|"
    rf"document|ask|send|mail|"
    r"tell|notify|remind|wait|keep|continue|retry|test|verify|bring|post|publish|ship|clean|split|handle|add|fix|"
    r"change|make|set|put|use|run|kill|stop|start|restart|check|delete|remove|drop|move|rename|tag|bump|push|commit|"
    r"deploy|update|upgrade|create|write|convert|open|close|try|find|show|list|merge|rebase|revert|undo|switch|turn|"
    r"import|export|load|copy|install|build|format|get)\b|^(?:(?:好的?|行|可以|嗯|谢谢|不错)[，,。 ]+)?(?:请|帮我?|"
    r"麻烦|再|然后|那就?|先|顺便)*(?:把|将|给|打|跑|看|查|改|加|删|换|推|提交|部署|写|杀|停|启|重|设|建|升|装|导|发|"
    r"合|试|用|找|列|读)"
)
_ASKS_POLITELY = Phrases(r"\b(?:please|pls|plz)\b|请|麻烦|拜托")
_ADDS = Phrases(
    r"^(?:and|also|plus|same|ditto|next)\b|\b(?:too|as well)[.!]?$|\b(?:i|we) (?:need|want|would like|'d like|"
    r"could use)\b|^(?:再|还有|另外|也|顺便|同样|给我|来|要|想要|我要|我想|我们要|我们想)"
)
_FIRST = r"^(?:please |and |also |but |ok(?:ay)?[,.]? |so |just |no[,.!] )*"
_FORBIDS = Phrases(
    rf"{_FIRST}(?:don'?t|do not|never|stop|avoid) (?:ever |yet )?\w+(?:ing)?\b",
    r"^(?:absolutely |please |and |also )*no \w+",
    r"^hands off\b|^keep (?:your )?hands off\b|\boff[- ]limits\b|^leave .{0,40}\balone\b|^stay (?:away|out|off)\b",
    r"^(?:请|先|千万|绝对|记得|还有|另外)*(?:不要|不许|不准|不得|不能|切勿|勿|禁止|严禁|别)[^的人处样]",
    r"(?:千万|绝对|都|先|也|就|谁)(?:都)?(?:不要|不许|不准|不能|别)[动碰改删推提发用写]|[^\s级类识区个特分辨性告鉴]别[动碰改删推提发]",
)
_UNTIL = Phrases(r"\b(?:until|till|unless|before|ever)\b|之前|以前|除非")
_FORBIDS_NOTHING = Phrases(
    rf"{_FIRST}(?:don'?t|do not|never|no|stop|avoid) (?:ever |yet )?(?:bother|worry|worries|worrying|mind|know|think|"
    r"care|understand|see|get|believe|remember|rush|hurry|need|"
    r"problem|thanks|thank|thx|idea|questions?|changes|more (?:questions|changes|cycles)|doubt|way|kidding|pressure|"
    r"hard|big|offen[cs]e|wonder|one|longer|matter|dice|luck|clue|joke|comment|regrets|complaints|i|we|it|not|the|"
    r"that|this)\b",
    r"^(?:no[,.!] )*(?:don'?t|do not|leave|stop) ?(?:\w+ )?(?:it|this|that|them|so|alone)?(?: (?:then|now|please|"
    r"alone))*[.!]*$",
    r"^no (?:[a-z]*[a-fh-z]) (?:this|that|it|them|these|those|the|my|our)\b",
    r"(?:不要|不用|别)(?:紧|客气|担心|急|管|了|说了|在意)|了[。.！!]*$|不(?:要|能)了|^不能",
    r"^(?:请|先)*(?:不要|别)(?:改动?|动|修改)(?:代码|文件|东西|任何)?[，,。.]?(?:$|只|就)",
)
"""Words after "don't" and "no" that forbid nothing."""
_ADDS_ONE = Phrases(
    r"(?:优化|处理|调整|整理|清理|检查|修|改|查|看|调|加|补|弄|搞)(?:一)?下|[,，;；](?:帮我?|请|再|就)?(?:加|改|补|换|"
    r"删|修|写)[个一下上掉成]"
)
_LATER = Phrases(
    r"\b(?:get|come|circle) back to you\b|\b(?:i'll|i will|will|can) (?:let you know|tell you|confirm|answer|"
    r"decide)\b|\bsleep on it\b|\b(?:have to|need to|gotta|must|let me|i'll|going to) (?:first )?(?:ask|check with|"
    r"talk to|discuss|think)\b|(?:晚上|晚点|晚些|明天|回头|稍后|之后|过会|想好了?|定了|商量|讨论|问过).{0,10}(?:告诉|"
    r"跟你说|和你说|给你|告知|回复|答复|通知)|(?:得|要|先)(?:跟|和|问).{1,10}(?:商量|讨论|确认|定)"
)
"""How a person says that a choice is still to come."""
_REJECTS = Phrases(
    r"\bnot (?:really )?(?:what|the one|how) (?:i|we)(?:'d)? (?:asked|meant|wanted|want|mean|said)\b|\b(?:didn't|"
    r"doesn't|did not|does not|that's no|isn't an) answer\b|\b(?:that's|this is|it's|that is) (?:wrong|not it|"
    r"not right)\b|\bstill (?:red|broken|failing|fails?|wrong|not|the same|there|happens|see)\b|不是我(?:问|要|说|"
    r"想要)的|答非所问|没(?:有)?回答|还是(?:不行|不对|报错|失败|一样|老样子)"
)
"""How a person says that they were not understood, or that it is not done."""
_PICKS = Phrases(r"^[A-Ha-h1-9甲乙丙丁][.)）]?$")
"""A letter or a number for an answer."""
_PROBLEM = Phrases(
    r"\b(?:is red|drops?|dies|disconnects?|blank|duplicate[sd]?|stale|freezes?|flickers?|loses|weird|odd|strange|"
    r"chokes?|complains?|crash\w*|broken?|breaks?|fails?|failing|failed|bugs?|errors?|exceptions?|wrong|missing|slow|"
    r"leaks?|hangs?|stuck|flak[ey]\w*|doesn't|does not|don't (?:work|load|show)|isn't|can't|cuts? off|cut off|typo|"
    r"timeouts?|times out|ugly|off by|inefficient|incorrect(?:ly)?|ha(?:s|ve) an? (?:\w+ )?(?:issue|problem))\b",
    r"\b(?:404|50[0-4])(?:s|'s)?(?: errors?\b| (?:on|from|for|when|if|in|at|after|and|instead)\b|[.,;:!?)]|$)",
    r"掉线|断开|空白|不见|奇怪|连不上|打不开|老是|崩|报错|出错|错误|失败|不对|不行|不了|挂了|卡|慢|漏|坏|异常|有问题|"
    r"问题|超时|差一天|丢失|乱码|没反应|不生效|不显示|重复",
)
_SPECIFIC = Phrases(r"\d|(?-i:\b[A-Z]{2,}[a-z]*\b)|[A-Za-z]+[_/.:][A-Za-z0-9]|(?-i:\b[a-z]+[A-Z]\w*)|`")
_VALUE = Phrases(r"\d|\w[_/:]\w|[A-Za-z]\.[A-Za-z]|`")
_TELLS = Phrases(
    r"\b(?:is|are|was|were|has|have|lives?|listens?|sits?|moved|uses?|needs?|expires?|called|stands?|runs on)\b|"
    r"[是在叫有到为用走]"
)
_TELLS_LATIN = Phrases(r"\b(?:is|are|was|were|has|have|'s)\b")
_ASSERTS = Phrases(
    r"\b(?:i|we|they|he|she|it|you|there|that|this|those|these|ours?|is|are|was|were|isn't|aren't|has|have|had|will|"
    r"would|can|could|do|does|did|told|said|says|gets?|got|goes|went|needs?|wants?|uses?|runs?|keeps?|lives?|stays?|"
    r"starts?|ends?|ships?|breaks?|works?|expects?|supports?|requires?|means|comes?|came|takes?|took|makes?|made|gave|"
    r"gives?|i'm|we're|it's|that's|they're|don't|doesn't|didn't|can't|won't)\b|"
    r"[\x{3400}-\x{9fff}].{0,8}[\x{3400}-\x{9fff}].{0,8}[\x{3400}-\x{9fff}].{0,8}[\x{3400}-\x{9fff}].{0,8}[\x{3400}-\x"
    r"{9fff}].{0,8}[\x{3400}-\x{9fff}]"
)
_LOOKS_BACK = Phrases(
    r"\b(?:was|were|had|did|didn't|wasn't|weren't|used to|saw|said|told|got|gave|went|came|took|found|felt|knew|"
    r"thought|heard|watched|closed|opened|dropped|turned out)\b|^(?:i |we |he |she |they |it )?\w{3,}ed\b|"
    r"了[，,一两半几]|过[了的]?[，,。.！!\s]*$|那时|当时|以前|上次|昨天|去年|原来|果然"
)
"""What was, and what somebody saw."""
_COME_ABOUT = Phrases(r"了[。.！!~～\s]*$")
_STILL_TO_COME = Phrases(r"[要该别请须快]|[还就都也]得|得(?:先|再|去)|就.{1,6}了|不.{1,6}了")
_IDLE = Phrases(
    r"\b(?:has|have) to the\b|\b(?:i'm|i am|we're) (?:off|out)\b|\bheading (?:home|out|off)\b|\b(?:(?:as|how) (?:it|"
    r"they|things) should|did(?: not|n't) (?:have|need) to|never (?:going|gonna|knew|seen|thought|heard|mind)|"
    r"i will\b|i'll (?:survive|manage|live|sleep)|can't (?:complain|wait|believe)|couldn't (?:be|ask)|no longer)\b|"
    r"文档里(?:有|都)|我?记得是|as much\b|不能(?:再|更)|要是.{0,12}就好|周[一二三四五六日]了|终于"
)

_SHALL_BE = Phrases(
    r"^(?:the|our|all|every|each) (?:\S+ ){1,4}?(?:should|must|shall|has to|have to|needs? to)\b|"
    r"^[^这那它他她我你]{2,8}(?:应该|应当|必须|需要)"
)
"""How a piece says how something shall be."""
_STAYS = Phrases(
    r"\b(?:stay|remain|keep|still|not|be (?:left|kept|skipped|ignored|dropped|the same|unchanged))\b|n't\b|不|保持"
)
"""How a piece says what shall be left as it is."""


def wants_something(line: Said) -> bool:
    """Whether a sentence lays something down, wants something done, tells of a fault, or tells a value."""
    if _PICKS.within(line) or is_still_open(line) or prohibits(line):
        return True
    polite = _ASKS_POLITELY.within(line)
    firm = polite or _BINDS_FIRMLY.within(line)
    if _IDLE.within(line) and not polite:
        return False
    if (_LOOKS_BACK.within(line) and not firm) or has_come_about(line):
        return False
    adds = _ADDS.within(line) and bool(terms(line.masked)) and not _TELLS_LATIN.within(line)
    tells = _VALUE.within(line) and _TELLS.within(line)
    return firm or adds or tells or any(marks.within(line) for marks in (_BINDS, _ORDERS, _WANTS_DONE, _PROBLEM))


def has_come_about(line: Said) -> bool:
    """Whether a Chinese sentence tells that something is so by now, and names no value."""
    return _COME_ABOUT.within(line) and not (_STILL_TO_COME.within(line) or _VALUE.within(line))


def is_still_open(line: Said) -> bool:
    """Whether a sentence says that the answer missed the question, or that a choice is still to come."""
    return _REJECTS.within(line) or (_LATER.within(line) and not asking.is_question(line))


def prohibits(line: Said) -> bool:
    """Whether a sentence forbids something that it names ("don't touch the users table", "no new dependencies")."""
    if not _FORBIDS.within(line) or asking.is_question(line):
        return False
    return _UNTIL.within(line) or not _FORBIDS_NOTHING.within(line)


def wants_done(line: Said) -> bool:
    """Whether a sentence that is put as a question wants work."""
    return _WANTS_DONE.within(line)


def binds(line: Said) -> bool:
    """Whether a sentence lays something down for later: an obligation, a rule, a date, a choice."""
    return _BINDS.within(line)


def binds_firmly(line: Said) -> bool:
    """Whether a sentence says what must, shall or will be."""
    return _BINDS_FIRMLY.within(line)


def asks_firmly(line: Said) -> bool:
    """Whether a sentence asks for something, lays something down, or tells of a fault that is there."""
    return (
        _BINDS_FIRMLY.within(line)
        or _ASKS_POLITELY.within(line)
        or asking.is_question(line)
        or _REJECTS.within(line)
        or _LATER.within(line)
    )


def is_specific(line: Said) -> bool:
    """Whether a sentence holds a value or a name that later work may need."""
    return _SPECIFIC.within(line)


def reports_problem(line: Said) -> bool:
    """Whether a sentence tells of something that is broken, which is a request to mend it."""
    return _PROBLEM.within(line)


def tells_fact(line: Said) -> bool:
    """Whether a sentence tells a fact with a value in it, and is no request."""
    return _VALUE.within(line) and _TELLS.within(line) and not _ORDERS.within(line)


def looks_back(line: Said) -> bool:
    """Whether a sentence tells of what was, or of what somebody did."""
    return _LOOKS_BACK.within(line)


def asserts(line: Said) -> bool:
    """Whether a sentence says something of the world, and is not a mere fragment ("regex for a date")."""
    return _ASSERTS.within(line)


def is_request(line: Said) -> bool:
    """Whether a sentence asks for work, in whatever form."""
    return _ORDERS.within(line) or _WANTS_DONE.within(line) or _ASKS_POLITELY.within(line) or _ADDS_ONE.within(line)


def has_value(line: Said) -> bool:
    """Whether a sentence holds a number, a path or a name in code."""
    return _VALUE.within(line)


def orders(line: Said) -> bool:
    """Whether a sentence opens as an order."""
    return _ORDERS.within(line)


def shall_be(text: str) -> bool:
    """Whether words say how something that they name shall be, and not that it shall stay as it is."""
    return _SHALL_BE.within(text) and not _STAYS.within(text)
