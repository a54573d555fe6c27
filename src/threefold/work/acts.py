"""What a person's sentence does: ask, want a text, be sociable, tell what was done outside, call off, or bind.

The default is the other way round from a list of decisions: whatever is none of the harmless acts is a statement or a
request, and it counts until work takes it up. So only what is harmless has to be known, which is a small and closed
part of language: questions, thanks, greetings, small talk.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from threefold.text.sentences import Kind
from threefold.work import answering, asking, deciding
from threefold.work.manners import praises, sociable_words, thanks
from threefold.work.phrases import Phrases, Said, said
from threefold.work.words import terms


class Act(Enum):
    """What one sentence of a person does. ``OTHER`` is a request or a statement."""

    ASK = "ask"
    TEXT = "text"
    SOCIAL = "social"
    ACCEPT = "accept"
    REPORT = "report"
    OFF = "call off"
    NO = "no"
    OTHER = "other"


_LEAD = (
    r"^(?:(?:and|so|but|now|then|also|ok(?:ay)?|hi|hey|hello|please|pls|plz|well|hm+|oh|ah|first|next|btw|again|"
    r"just|great|good|thanks|cool|nice|one more (?:thing|question)|quick(?: question)?|by the way|"
    r"for my understanding|out of curiosity)[,.:;!\s-]*)*"
)
_POLITE = (
    r"(?:(?:can|could|would|will) (?:you|u|we|someone) (?:please |pls |also |quickly |just )?|i(?:'d|"
    r" would) like you to |i want you to |(?:let's|lets|let us) )?"
)
_INFORMS = (
    r"explain|show|list|tell|describe|compare|summari[sz]e|translate|proofread|review|check|look|lookup|read|see|"
    r"count|print|display|analy[sz]e|inspect|search|estimate|calculate|compute|define|outline|suggest|recommend|"
    r"propose|brainstorm|discuss|quote|cite|identify|report|measure|verify|confirm|recap|teach|clarify|elaborate|"
    r"guess|imagine|rephrase|reword|paraphrase|convert|walk me|help me (?:understand|see|choose)|give me (?:the|"
    r"an?|some|your|all|any|two|three|five|\d+)|gimme|remind me (?:what|how|why|of)|grep|find|ping|query|say|"
    r"answer|name|think about|talk me through|have a look|take a look|google|browse|plan"
)
_ASKS = Phrases(
    rf"{_LEAD}(?:i (?:wonder|was wondering|am wondering|'m wondering)|wondering|curious|any idea|no idea|(?:does|"
    rf"do|did|is|are|was|were|am|can|could|may|should|shall|would|will|has|have|had) (?:\S*[\w)`]|\\\w) (?:\w|`)|"
    rf"who\b|whom\b|whose\b|what\b|what's|whats|when(?:'s| is| do| does| did| will| was)|where\b|which\b|why\b|"
    rf"how\b|hows|how's|what if|how come|(?:in|at|on|from|to|for|by|with|under|since|of) (?:which|what|whom|"
    rf"how many|how)\b)",
    rf"{_LEAD}{_POLITE}(?:quickly |briefly |first |next |now |double[- ]?|re-?)?(?:{_INFORMS})\b",
    r"\b(?:what|which|why|how|whether|where|who|when)\b[^.!]{0,120}[?？]",
    r"\b(?:don't|do not|can't|cannot) (?:understand|get|see|tell|figure out|remember)\b|\bnot sure (?:how|what|"
    r"why|if|whether|which)\b|\btrying to (?:understand|learn|figure)\b|\b(?:i'm|i am) (?:curious|confused|"
    r"learning|wondering|new to)\b|\bjust (?:curious|seeing|checking|testing|wondering|asking|looking)\b|"
    r"\b(?:want|like) to (?:know|understand|see|learn|hear)\b|\b(?:difference between|pros and cons|meaning of|"
    r"definition of|example of|overview of|what do you think|thoughts)\b",
    r"什么|为什么|为何|怎么|怎样|如何|哪[个些里种一儿]|多少|多久|多大|多长|几[个次种条]|是不是|有没有|能不能|"
    r"可不可以|会不会|是否|吗|呢[。？?！!]?$|么[？?]?$|区别|含义|啥|咋|谁[^都也]|何时|对吗|行吗|[？?]\s*$",
    r"^(?:请|麻烦|帮我?|先|再|另外|顺便|那|你)*(?:给我)?(?:解释|说明|介绍|讲讲|讲一?下|总结|概括|归纳|翻译|列出|"
    r"列一?下|看看|看一?下|看下|检查|查|比较|对比|告诉我|分析|评估|评审|审一?下|审查|审阅|读一?下|读读|统计|"
    r"数一?下|算一?下|算算|测一?下|推荐|建议|举例|举个|描述|展示|给我看|聊聊|说说|谈谈|确认一?下|验证|搜|找一?下|"
    r"找找|回顾|复述|想想|帮忙看)|(?:把|将|帮我把).{0,400}(?:翻|译|总结|解释|概括|润色|改写)|(?:给|让)我看|讲讲|"
    r"解释一?下|说说|介绍一?下|讲一?下|说明一?下|好奇|想知道|想了解|不明白|不懂|搞不懂|没看懂|不太清楚|没搞懂|"
    r"分不清|搞不清|拿不准",
)
_WANTS_DONE = Phrases(
    rf"{_LEAD}(?:can|could|would|will) (?:you|u|we) (?:please |pls |also |just |maybe )?(?:add|fix|change|make|"
    rf"implement|update|remove|delete|rename|"
    r"move|commit|push|deploy|merge|refactor|bump|install|replace|migrate|release|tag|save|store|write it|put|"
    r"set|turn|switch|start|stop|restart|apply|do|go|handle|create|clean|split|drop|revert|use)\b",
    r"(?:\band|\bthen|,|;)\s+(?:then |also |please )?(?:fix|commit|push|add|change|update|remove|delete|apply|"
    r"implement|deploy|save|put|rename|replace|write it|write them|record|note)\b",
    r"(?:能不能|可不可以|可以|能否|可否|能|麻烦|请).{0,12}(?:改成|改一下|加上|加个|加一|删掉|删了|修一下|修复|"
    r"提交|换成|更新|部署|推送|合并|实现|保存|写进|写到|记到)|(?:并|然后|再|顺便|"
    r"，)(?:帮我)?(?:把.{1,30})?(?:提交|修复|修好|改掉|改好|删掉|部署|推送|合并|写进|写到|记到|记录|保存)",
)
_THING = (
    r"(?:poem|haiku|limerick|story|joke|riddle|song|lyrics|e-?mails?|mails?|letter|message|reply|response|post|"
    r"tweet|slogans?|taglines?|names?|titles?|headlines?|captions?|paragraph|sentence|essay|abstract|outline|"
    r"quiz|questions?|survey|speech|toast|invitation|announcement|bio|recipe|menu|itinerary|regex(?:p)?|"
    r"regular expression|one-?liner|(?:sql )?query|snippet|loop|(?:bash|shell|awk|sed) \w+|example|command|list|"
    r"table|diagram|prompt|blurb|text|wording|cover letter|explanation|description|summary|pun|quote|metaphor|"
    r"analogy|greeting|card|apology|excuse|eulogy|cheat ?sheet|ideas?|suggestions?|alternatives?|options?|"
    r"synonyms?|commit messages?|release notes?|pr descriptions?|docstrings?|changelog entry|uuids?|passwords?|"
    r"tokens?|hash|random \w+)"
)
_TEXT = Phrases(
    rf"{_LEAD}{_POLITE}(?:write|draft|compose|make up|come up with|invent|make|create|generate|give|suggest|tell|"
    rf"sing|word|formulate|think of)\b.{{0,60}}\b{_THING}\b",
    rf"{_LEAD}{_POLITE}(?:rephrase|reword|rewrite|proofread|shorten|polish|paraphrase|translate|improve|correct|"
    rf"simplify)\b.{{0,30}}\b(?:this|these|the following|sentence|paragraph|text|it|wording|:)",
    rf"{_LEAD}(?:an? |some )?(?:short |quick |simple |good |nice |better |funny )*{_THING}\b.{{0,40}}\b(?:for|"
    rf"about|that|to|of|with)\b",
    r"(?:写|起草|草拟|拟|编|想|来|作|讲|取|起|给).{0,12}(?:一|几|个|点|两|三|首|段|封|条|份|篇|句).{0,30}(?:诗|"
    r"故事|笑话|邮件|信|通知|公告|文案|标题|口号|祝福|贺词|消息|回复|名字|歌|作文|演讲稿|介绍|简介|问卷|正则|"
    r"例子|示例|话|句子|段子|谜语|对联|俳句|菜谱|食谱|短信|请柬|评语|语|循环|代码片段|命令|语句|表达式|清单)",
    r"润色|改写|翻译|校对|缩写|扩写|续写|译成|翻成|译为|换(?:个|一个|种)(?:更|说法|词)",
)
_INTO_FILE = Phrases(
    r"[\w-]/[\w.-]+|\b[\w-]+\.(?:md|txt|py|js|ts|tsx|go|rs|rb|java|c|h|cpp|sh|sql|ya?ml|toml|json|html|css|rst|"
    r"csv)\b|\b(?:save|push|into|file|repo|readme|changelog|docs?)\b|\bcommit (?:it|this|them|when|after|and)\b|"
    r"\b(?:and|then),? commit\b|\bcommit[.!]?$|提交|保存|(?:写|存|记|放|加)(?:到|进|入)"
)
"""A text that is to stand somewhere is work."""
_OFF = Phrases(
    r"\b(?:no change|no changes|(?:stays?|leave|keep|remain)s? (?:\w+ ){0,3}(?:as (?:it|they) (?:is|are|was|"
    r"were)|as is|unchanged|untouched))\b|^(?:no|nope|nah|not now|no need|not needed|none|"
    r"neither)[\s,.!]*(?:thanks?|thank you|thx|need)?[\s,.!]*(?:that'?s (?:all|it|fine)|not now)?[\s.!]*$",
    r"^(?:不用|不必|不需要|不了|没有了?|没了|先不|暂时不用|算了)[了吧，,。.!！谢\s]*$|^(?:actually|no|nah|"
    r"hm+)[, ]+(?:no[, ]+)?(?:let's |just )?(?:leave|keep|stay|stick)\b|还是(?:保持|维持|用原来)|维持原样|"
    r"保持(?:原样|不变|现状)|恢复原[状样]|还原|撤销|别.{1,3}了|不[改换做]了|(?:就)?这样(?:吧|就行)",
)
_LEAVES_AS_IS = Phrases(r"\b(?:leave|keep|stay|stays|alone|as is|skip|don't|wrong)\b|保持|留|别|不")
_DROPS_LATER = Phrases(
    r"\b(?:drop|cancel|remove|skip|scrap) (?:it|that|this|them) (?:in|at|on|by|after|from|when|with|once|for|"
    r"until|before)\b"
)
_FINISHES = Phrases(
    r"\b(?:we're|we are|i'm|i am|all) (?:done|good|set|finished)\b|\bthat's (?:all|it)\b|\bnothing (?:else|"
    r"more)\b|\bno (?:further|more) (?:questions?|changes?)\b|没别的了?|没有别的|没事了?|就这样|就这些|没问题了"
)
_REPORTS = Phrases(
    r"^(?:ok(?:ay)?[, ]+|yes[, ]+|great[, ]+|thanks?[, !]+)*(?:(?:i|we)(?:'ve| have)? (?:just |already |now |"
    r"also )?)?(?:done|did (?:it|that|so)|merged|deployed|restarted|tried|tested|fixed|pushed|committed|"
    r"installed|updated|applied|sent|posted|pasted|published|released|verified|confirmed|approved|copied|"
    r"found it|solved|closed|uploaded|ran|checked|submitted|forwarded|shipped|read it)\b",
    r"\b(?:works?|worked|working|running|runs?|passes|green|fine|good) (?:now|again|here|for me|perfectly|great|"
    r"fine|as expected|like a charm)\b|\bthat (?:was|did|fixed|solved|worked|helped|explains|matches)\b|\b(?:it|"
    r"that|this) (?:works|worked|passes|fits|helps|helped|matches)\b|\bmatches\b|\bmyself\b|^\w+ed (?:it|them|"
    r"that|this|and|one)\b|\b(?:compiles?|builds?|starts?|loads?|passes|boots?|responds?|connects?|"
    r"renders?) (?:now|again|fine)\b",
    r"^(?:可以|好的?|嗯|行|对)?[，, ]*我?.{0,6}(?:已经?|刚|刚才|都)?(?:验证|发|发出去|合并|合|部署|重启|试|测|修|"
    r"推|装|更新|应用|发布|确认|复制|上传|看|提交|改|处理|弄|跑)(?:过|好|完|出去|上去)?了|(?:已经?|"
    r"刚刚?).{0,10}了[。!！\s]*$|可以用|管用|我自己(?:来|改|弄)|(?:能用|可用|正常|好使|没问题|成功|好)了",
)
_SMALL_TALK = Phrases(
    r"\b(?:weather|raining|sunny|coffee|lunch|dinner|breakfast|birthday|tired|sleepy|slept|haha|lol|kidding|"
    r"funny|football|movie|bored|how are you|how's it going|nice to meet|i'm (?:fine|good|great|ok)|"
    r"nothing (?:yet|much|special))\b",
    r"天气|下雨|咖啡|午饭|吃饭|周末愉快|放假|生日|好累|累死|困了|哈哈|开玩笑|心情|聊天|你好|您好|早上好|晚上好|"
    r"下班了|周一",
)
_BINDS = Phrases(
    r"\b(?:must|mustn't|shall|should|shouldn't|ought|never|always|only|every time|from now on|going forward|"
    r"in (?:the )?future|in general|as a rule|by default|need(?:s|ed)? to|has to|have to|can't|cannot|may not|"
    r"not allowed|forbidden|required|mandatory|no longer|prefers?|rather|instead|let's|lets|we'll|we will|i'll|"
    r"i will|will \w+|gonna|going to|decided?|agreed|settled|deal|promise[ds]?|deadline|due|until|unless|"
    r"remember|keep in mind|bear in mind|note that|don't forget|fyi|heads[- ]?up|for the record|by the way|btw|"
    r"policy|rule|convention|wants?|insists?|expects?|asked (?:for|that|us)|tomorrow|tonight|later|next (?:week|"
    r"month|sprint|release|quarter|year|time)|(?:by|on|before|until|this|next) (?:mon|tues|wednes|thurs|fri|"
    r"satur|sun)day|eod|end of (?:the )?(?:day|week|month)|go(?:es|ing)? live|launch|not (?:before|until)|do not|"
    r"don't|avoid|stop|forget about|leave)\b",
    r"我(?:去|找|问|跟|让)|必须|务必|一定要|不要|别|不能|不许|不得|禁止|只能|只许|只用|总是|永远|每次|以后|今后|"
    r"往后|从现在|统一|一律|原则上|默认|应该|应当|需要|要求|希望|定(?:在|为|了|成)|决定|约定|说好|记住|记得|注意|"
    r"提醒|别忘|截止|之前|以前(?:要|得)|明天|后天|下周|下个月|周[一二三四五六日]|月底|今晚|上线|交付|演示|客户|"
    r"规定|规范|就(?:用|按|走|选|定|这么)|改成|换成|改用|我们(?:用|走|选|要)",
)
_SPECIFIC = Phrases(r"\d|(?-i:\b[A-Z]{2,}[a-z]*\b)|[A-Za-z]+[_/.:][A-Za-z0-9]|(?-i:\b[a-z]+[A-Z]\w*)|`")
_VALUE = Phrases(r"\d|\w[_/:]\w|[A-Za-z]\.[A-Za-z]|`")
_PROBLEM = Phrases(
    r"\b(?:is red|drops?|dies|disconnects?|blank|duplicate[sd]?|stale|freezes?|flickers?|loses|weird|odd|strange|"
    r"chokes?|complains?|crash\w*|broken?|breaks?|fails?|failing|failed|bugs?|errors?|exceptions?|wrong|missing|"
    r"slow|leaks?|hangs?|stuck|flak[ey]\w*|doesn't|does not|don't (?:work|load|show)|isn't|can't|cuts? off|"
    r"cut off|typo|404|500|timeouts?|times out|ugly|off by)\b",
    r"掉线|断开|空白|不见|奇怪|连不上|打不开|老是|崩|报错|出错|错误|失败|不对|不行|不了|挂了|卡|慢|漏|坏|异常|"
    r"有问题|问题|超时|差一天|丢失|乱码|没反应|不生效|不显示|重复",
)
_TELLS = Phrases(
    r"\b(?:is|are|was|were|has|have|lives?|listens?|sits?|moved|uses?|needs?|expires?|called|stands?|runs on)\b|"
    r"[是在叫有到为用走]"
)
_ORDERS = Phrases(
    r"^(?:please |pls |can you |now |then |and |ok,? |just )*(?:plot|draw|double|measure|compute|count|add|fix|"
    r"change|make|set|put|use|run|kill|stop|start|restart|check|delete|remove|drop|move|rename|tag|bump|push|"
    r"commit|deploy|update|upgrade|create|write|convert|open|close|try|find|show|list|merge|rebase|revert|undo|"
    r"switch|turn|import|export|load|copy|install|build|format|get|ask|tell|notify|remind|send|email|mail|"
    r"message|ping|inform|post|reply|invite)\b|^(?:请|帮我?|麻烦|再|然后|那就?|先|顺便)*(?:把|将|给|打|跑|看|查|"
    r"改|加|删|换|推|提交|部署|写|杀|停|启|重|设|建|升|装|导|发|合|试|用|找|列|读)"
)
_HEDGES = Phrases(
    r"^(?:well,? )?(?:i (?:think|guess|suppose|believe|feel)|maybe|perhaps|probably|seems|looks like|it seems)\b|"
    r"我觉得|我猜|也许|可能|好像|似乎|感觉"
)
_OPENS_REACTION = Phrases(
    r"^(?:ah+|oh|o+h|hm+|i see|ok(?:ay)?|right|interesting|got it|so it|wow|huh|fine|good|well|of course|"
    r"no wonder|figures|thought so|knew it|as expected|like i thought)\b|^(?:[跟和].{1,6}一样|果然|难怪|怪不得|"
    r"不出所料|哦|噢|啊|嗯|原来|好|喔|这样)"
)
_GOES_FURTHER = Phrases(
    r"\b(?:same|too|both|again|instead|for|on|now|then|also|next|please|pls|and|run|fix|add|make|do|use|try|"
    r"change|go|write|commit|push)\b|也|还是|同样|另外|再|然后|把|请|加|改|写|做|跑|换|用|提交"
)
_ASSERTS = Phrases(
    r"\b(?:i|we|they|he|she|it|you|there|that|this|those|these|ours?|is|are|was|were|isn't|aren't|has|have|had|"
    r"will|would|can|could|do|does|did|told|said|says|gets?|got|goes|went|needs?|wants?|uses?|runs?|keeps?|"
    r"lives?|stays?|starts?|ends?|ships?|breaks?|works?|expects?|supports?|requires?|means|comes?|came|takes?|"
    r"took|makes?|made|gave|gives?|i'm|we're|it's|that's|they're|don't|doesn't|didn't|can't|won't)\b|"
    r"[\x{3400}-\x{9fff}].{0,8}[\x{3400}-\x{9fff}].{0,8}[\x{3400}-\x{9fff}].{0,8}[\x{3400}-\x{9fff}].{0,8}[\x{340"
    r"0}-\x{9fff}].{0,8}[\x{3400}-\x{9fff}]"
)
_SAYS_HOW = Phrases(
    r"\b(?:answer|reply|respond|keep it|be brief|briefly|short|in (?:one|two|a few) (?:sentences?|words?|lines?)|"
    r"like i'?m|eli5|in english|in chinese|in german|no code|only (?:tell|explain|answer|say|the)|just (?:tell|"
    r"explain|answer|say|the|an?)|don't (?:change|edit|touch|write|modify|fix|commit)|do not (?:change|edit|"
    r"touch|write|modify)|no (?:changes|edits|need to)|not touching|one line|quick take|step by step|roughly|"
    r"simple words|simply|concise\w*)\b|简单(?:说|讲)|简短|一句话|用中文|用英文|不要改|先不改|别改|别动|不用改|"
    r"只要?(?:说|看|解释|回答)|就行|够了|几条|三条"
)
_ACCEPTS = Phrases(
    r"^(?:(?:yes|yep|yeah|yup|ok(?:ay)?|sure|agreed|agree|approved?|fine|right|alright|all right|perfect|great|"
    r"good|nice|cool)[,.!\s]*)*(?:sounds (?:good|great|right|reasonable|sensible|like a plan|fine)|good idea|"
    r"great idea|works for me|makes sense|fine (?:by|with) me|go ahead|go for it|do it|do that|do both|do so|"
    r"let's do (?:it|that|this)|make it so|ship it|both|all of (?:it|them)|deal|i agree|i'm in|please do|proceed|"
    r"agreed|your call|as you (?:say|propose|suggest)\w*)",
    r"^(?:yes|yep|yeah|yup|sure|ok(?:ay)?|agreed|approved?|absolutely|definitely|of course|fine|"
    r"right)\b[\s.!,]*(?:please)?[\s.!]*$",
    r"^(?:好|好的|行|可以|同意|没问题|嗯|对|是的|赞成|成)(?:吧|啊|的)?[，,。.！!\s]*$|就这么(?:办|做|定)|按(?:你|"
    r"您|这个|这样)|听你的|照(?:你|这个)|都(?:做|要|行|可以)|^(?:好|行|可以|同意)[，,]",
)


def act_of(line: Said) -> Act:
    """What one sentence does."""
    off = deciding.calls_off(line.text) and (len(terms(line.masked)) <= 4 or deciding.calls_off_altogether(line.text))
    if _OFF.within(line) or (off and not _DROPS_LATER.within(line)):
        return Act.OFF
    if (
        deciding.refuses(line.text)
        and not is_specific(line)
        and (sociable_words(line)[1] <= 1 or _LEAVES_AS_IS.within(line))
    ):
        return Act.NO
    if _TEXT.within(line) and not _INTO_FILE.within(line):
        return Act.TEXT
    if _is_asked(line):
        return Act.ASK
    sociable, left = sociable_words(line)
    if _ACCEPTS.within(line) and left <= 1.5:
        return Act.ACCEPT
    later = answering.puts_off(line.text)
    if (left <= (sociable > 1 or praises(line)) and not later) or (
        thanks(line) and left <= 4 and not _BINDS.within(line)
    ):
        return Act.SOCIAL
    if _FINISHES.within(line) and not _BINDS.within(line):
        return Act.SOCIAL
    if _REPORTS.within(line) and len(terms(line.masked)) <= 8 and not (_BINDS.within(line) or _VALUE.within(line)):
        return Act.REPORT
    if _SMALL_TALK.within(line) and not _SPECIFIC.within(line):
        return Act.SOCIAL
    return Act.OTHER


def _is_asked(line: Said) -> bool:
    """Whether a sentence wants words for an answer; a request that is put as a question wants work."""
    return (asking.is_question(line) or _ASKS.within(line)) and not _WANTS_DONE.within(line)


@lru_cache(8)
def acts(text: str) -> tuple[tuple[Act, Said], ...]:
    """The sentences of a person's message that are prose, and what each does. Several rules ask it of one message."""
    return tuple((act_of(line), line) for line in said(text) if line.kind is not Kind.HEADING)


def binds(line: Said) -> bool:
    """Whether a sentence lays something down for later: an obligation, a rule, a date, a choice."""
    return _BINDS.within(line)


def is_specific(line: Said) -> bool:
    """Whether a sentence holds a value or a name that later work may need."""
    return _SPECIFIC.within(line)


def reports_problem(line: Said) -> bool:
    """Whether a sentence tells of something that is broken, which is a request to mend it."""
    return _PROBLEM.within(line)


def tells_fact(line: Said) -> bool:
    """Whether a sentence tells a fact with a value in it, and is no request."""
    return _VALUE.within(line) and _TELLS.within(line) and not _ORDERS.within(line)


def hedges(line: Said) -> bool:
    """Whether a sentence is an opinion or a guess."""
    return _HEDGES.within(line)


def reacts(line: Said) -> bool:
    """Whether a few words merely react to what was said ("ah, the cache")."""
    if sociable_words(line)[1] > 3 or not (_OPENS_REACTION.within(line) or not _ORDERS.within(line)):
        return False
    return not (_BINDS.within(line) or _VALUE.within(line) or _PROBLEM.within(line) or _GOES_FURTHER.within(line))


def asserts(line: Said) -> bool:
    """Whether a sentence says something of the world, and is not a mere fragment ("regex for a date")."""
    return _ASSERTS.within(line)


def says_how_to_answer(line: Said) -> bool:
    """Whether a sentence says how the answer shall be given, or that nothing shall be touched for it."""
    return _SAYS_HOW.within(line)
