"""What a person's sentence does: ask, want a text, be sociable, tell what was done outside, call off, or bind.

The default is the other way round from a list of decisions: whatever is none of the harmless acts is a statement or a
request, and it counts until work takes it up. So only what is harmless has to be known, which is a small and closed
part of language: questions, thanks, greetings, small talk.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from threefold.text.sentences import Kind
from threefold.work.sentences import answering, asking, deciding, handing, ruling, trying, wishes
from threefold.work.sentences.manners import praises, sociable_words, thanks
from threefold.work.sentences.phrases import Phrases, Said, said
from threefold.work.sentences.wishes import LEAD
from threefold.work.sentences.words import terms


class Act(Enum):
    """What one sentence of a person does. ``OTHER`` is a request or a statement."""

    ASK = "ask"
    TEXT = "text"
    SOCIAL = "social"
    ACCEPT = "accept"
    REPORT = "report"
    OFF = "call off"
    NO = "no"
    REMARK = "remark"
    OTHER = "other"


_POLITE = (
    r"(?:(?:can|could|would|will) (?:you|u|we|someone) (?:please |pls |also |quickly |just )?|i(?:'d|"
    r" would) like you to |i want you to |(?:let's|lets|let us) )?"
)
_INFORMS = (
    r"explain|show|list|tell|describe|compare|summari[sz]e|translate|proofread|review|check|look|lookup|read|see|"
    r"count|print|display|analy[sz]e|inspect|search|estimate|calculate|compute|define|outline|suggest|recommend|"
    r"propose|brainstorm|discuss|quote|cite|identify|report|measure|verify|confirm|recap|teach|clarify|elaborate|"
    r"guess|imagine|rephrase|reword|paraphrase|convert|walk me|help me (?:understand|see|choose)|give me (?:the|an?|"
    r"some|your|all|any|two|three|five|\d+)|gimme|remind me (?:what|how|why|of)|grep|find|ping|query|say|answer|name|"
    r"re-?(?:check|read|count|calculate|measure|verify)|think about|talk me through|have a look|take a look|google|"
    r"browse|plan"
)
_ASKS = Phrases(
    r",\s*(?:are|is|do|does|did|can|could|should|will|would) (?:those|these|they|it|this|that|we|you|i|there)\b",
    r",\s*(?:which one|what (?:do|does|is|are|would|should)|how (?:do|does|to)|why (?:do|does|is))\b",
    r"[:：]\s*(?:does|do|did|is|are|was|were|can|could|may|should|would|will|has|have|what|which|why|how|where|who|"
    r"when) (?:\S*\w )?\w",
    rf"{LEAD}(?:i (?:wonder|was wondering|am wondering|'m wondering)|wondering|curious|any idea|no idea|(?:does|"
    rf"do|did|is|are|was|were|am|can|could|may|should|shall|would|will|has|have|had) (?:\S*[\w)`]|\\\w) (?:\w|`)|"
    rf"who\b|whom\b|whose\b|what\b|what's|whats|when(?:'s| is| do| does| did| will| was)|where\b|which\b|why\b|"
    rf"how\b|hows|how's|what if|how come|(?:in|at|on|from|to|for|by|with|under|since|of) (?:which|what|whom|"
    rf"how many|how)\b)",
    rf"{LEAD}{_POLITE}(?:quickly |briefly |first |next |now |double[- ]?)?(?:{_INFORMS})\b",
    r"\b(?:what|which|why|how|whether|where|who|when)\b[^.!]{0,120}[?？]",
    r"\b(?:don't|do not|can't|cannot) (?:understand|get|see|tell|figure out|remember)\b|\bnot sure (?:how|what|why|if|"
    r"whether|which)\b|\btrying to (?:understand|learn|figure)\b|\b(?:i'm|i am) (?:curious|confused|learning|"
    r"wondering|new to)\b|\bjust (?:curious|seeing|checking|testing|wondering|asking|looking)\b|\b(?:want|"
    r"like) to (?:know|understand|see|learn|hear)\b|\b(?:difference between|pros and cons|meaning of|definition of|"
    r"example of|overview of|what do you think|thoughts)\b",
    r"什么|为什么|为何|怎么|怎样|如何|哪[个些里种一儿]|多少|多久|多大|多长|几[个次种条]|是不是|有没有|能不能|可不可以|"
    r"会不会|是否|吗|呢[。？?！!]?$|么[？?]?$|没有?[。？?]?$|区别|含义|啥|咋|谁[^都也]|何时|对吗|行吗|[？?]\s*$",
    r"^(?:请|麻烦|帮我?|先|再|另外|顺便|那|你)*(?:给我)?\s*(?:review|解释|说明|介绍|讲讲|讲一?下|总结|概括|归纳|翻译|列出|"
    r"列一?下|看看|看一?下|看下|检查|查|比较|对比|告诉我|分析|评估|评审|审一?下|审查|审阅|读一?下|读读|统计|数一?下|"
    r"算一?下|算算|测一?下|推荐|建议|举例|举个|描述|展示|给我看|聊聊|说说|谈谈|确认一?下|验证|搜|找一?下|找找|回顾|"
    r"复述|想想|帮忙看)|(?:把|将|帮我把).{0,400}(?:翻|译|总结|解释|概括|润色|改写)|(?:给|让)我看|讲讲|解释一?下|说说|"
    r"介绍一?下|讲一?下|说明一?下|好奇|想知道|想了解|不明白|不懂|搞不懂|没看懂|不太清楚|没搞懂|分不清|搞不清|拿不准",
)
_THING = (
    r"(?:poem|haiku|limerick|story|joke|riddle|song|lyrics|e-?mails?|mails?|letter|message|reply|response|post|tweet|"
    r"slogans?|taglines?|names?|titles?|headlines?|captions?|paragraph|sentence|essay|abstract|outline|quiz|"
    r"questions?|survey|speech|toast|invitation|announcement|bio|recipe|menu|itinerary|regex(?:p)?|regular expression|"
    r"one-?liner|(?:sql )?query|snippet|loop|(?:bash|shell|awk|sed) \w+|example|command|list|table|diagram|prompt|"
    r"blurb|text|wording|cover letter|explanation|description|summary|pun|quote|metaphor|analogy|greeting|card|"
    r"apology|excuse|eulogy|cheat ?sheet|ideas?|suggestions?|alternatives?|options?|synonyms?|commit messages?|"
    r"release notes?|pr descriptions?|docstrings?|changelog entry|uuids?|passwords?|tokens?|hash|random \w+)"
)
_TEXT = Phrases(
    rf"{LEAD}{_POLITE}(?:write|draft|compose|make up|come up with|invent|make|create|generate|give|suggest|tell|"
    rf"sing|word|formulate|think of)\b.{{0,60}}\b{_THING}\b",
    rf"{LEAD}{_POLITE}(?:draft|compose|phrase|draw|sketch|add (?:one|two|three|another|an?|some) (?:[\w-]+ ){{0,3}}"
    r"(?:sentences?|paragraphs?|stanzas?|verses?))\b",
    r"(?:出|写|来)[^，,。]{0,6}[道套份张][^，,。]{0,12}(?:题|卷|练习)",
    r"(?:写|来|编|作|想).{0,3}[一两二三四五六七八九十几\d]+.{0,2}(?:句|段|首|封|篇|则|条|份)",
    rf"{LEAD}{_POLITE}(?:rephrase|reword|rewrite|proofread|shorten|polish|paraphrase|translate|improve|correct|"
    rf"simplify)\b.{{0,30}}\b(?:this|these|the following|sentence|paragraph|text|it|wording|:)",
    rf"{LEAD}(?:an? |some )?(?:short |quick |simple |good |nice |better |funny )*{_THING}\b.{{0,40}}\b(?:for|"
    rf"about|that|to|of|with)\b",
    r"(?:写|起草|草拟|拟|编|想|来|作|讲|取|起|给).{0,12}(?:一|几|个|点|两|三|首|段|封|条|份|篇|句).{0,30}(?:诗|故事|"
    r"笑话|邮件|信|通知|公告|文案|标题|口号|祝福|贺词|消息|回复|名字|歌|作文|演讲稿|介绍|简介|问卷|正则|例子|示例|话|"
    r"句子|段子|谜语|对联|俳句|菜谱|食谱|短信|请柬|评语|语|循环|代码片段|命令|语句|表达式|清单)",
    r"润色|改写|翻译|校对|缩写|扩写|续写|译成|翻成|译为|换(?:个|一个|种)(?:更|说法|词)",
)
_INTO_FILE = Phrases(
    r"[\w-]/[\w.-]+|\b[\w-]+\.(?:md|txt|py|js|ts|tsx|go|rs|rb|java|c|h|cpp|sh|sql|ya?ml|toml|json|html|css|rst|csv)\b|"
    r"\b(?:save|push|into|file|repo|readme|changelog|docs?)\b|\bcommit (?:it|this|them|when|after|and)\b|\b(?:and|"
    r"then),? commit\b|\bcommit[.!]?$|提交|保存|(?:写|存|记|放|加)(?:到|进|入)"
)
"""A text that is to stand somewhere is work."""
_OFF = Phrases(
    r"\b(?:no change|no changes|(?:stays?|leave|keep|remain)s? (?:\w+ ){0,3}(?:as (?:it|they) (?:is|are|was|were)|"
    r"as is|unchanged|untouched))\b|^(?:no|nope|nah|not now|no need|not needed|none|neither)[\s,.!]*(?:thanks?|"
    r"thank you|thx|need)?[\s,.!]*(?:that'?s (?:all|it|fine)|not now)?[\s.!]*$",
    r"^(?:不用|不必|不需要|不了|没有了?|没了|先不|暂时不用|算了)[了吧，,。.!！谢\s]*$|(?:^|[，,。… ]|"
    r"那)不.{1,3}了(?:[，,。.！!]|$)|维持现状|当我没说|(?:那|就)算了|^(?:actually|no|nah|"
    r"hm+)[, ]+(?:no[, ]+)?(?:let's |just )?(?:leave|keep|stay|stick)\b|还是(?:保持|维持|用原来)|维持原样|保持(?:原样|"
    r"不变|现状)|恢复原[状样]|还原|撤销|别.{1,3}了|不[改换做]了|(?:就)?这样(?:吧|就行)",
)
_LEAVES_AS_IS = Phrases(r"\b(?:leave|keep|stay|stays|alone|as is|skip|don't|wrong)\b|保持|留|别|不")
_DROPS_LATER = Phrases(
    r"\b(?:drop|cancel|remove|skip|scrap) (?:it|that|this|them) (?:in|at|on|by|after|from|when|with|once|for|until|"
    r"before)\b"
)
_FINISHES = Phrases(
    r"\b(?:we're|we are|i'm|i am|all) (?:done|good|set|finished)\b|\bthat's (?:all|it)\b|\bnothing (?:else|more)\b|"
    r"\bno (?:further|more) (?:questions?|changes?)\b|没别的了?|没有别的|没事了?|就这样|就这些|没问题了|收工|下班|"
    r"打烊|\b(?:call it a (?:day|night|week)|wrap(?:ping)? (?:it )?up|that's a wrap|signing off|off to bed)\b"
)
_REPORTS = Phrases(
    r"^(?:ok(?:ay)?[, ]+|yes[, ]+|great[, ]+|thanks?[, !]+)*(?:(?:i|we)(?:'ve| have)? (?:just |already |now |"
    r"also )?)?(?:done|did (?:it|that|so)|merged|deployed|restarted|tried|tested|fixed|pushed|committed|installed|"
    r"updated|applied|sent|posted|pasted|published|released|verified|confirmed|approved|copied|found it|solved|closed|"
    r"uploaded|ran|checked|submitted|forwarded|shipped|read it)\b",
    r"\b(?:works?|worked|working|running|runs?|passes|green|fine|good) (?:now|again|here|for me|perfectly|great|fine|"
    r"as expected|like a charm)\b|\bthat (?:was|did|fixed|solved|worked|helped|explains|matches)\b|\b(?:it|that|"
    r"this) (?:works|worked|passes|fits|helps|helped|matches)\b|\bmatches\b|\bmyself\b|^\w+ed (?:it|them|that|this|"
    r"and|one)\b|\b(?:compiles?|builds?|starts?|loads?|passes|boots?|responds?|connects?|renders?) (?:now|again|"
    r"fine)\b",
    r"^(?:可以|好的?|嗯|行|对)?[，, ]*我?.{0,6}(?:已经?|刚|刚才|都)?(?:验证|发|发出去|合并|合|部署|重启|试|测|修|推|"
    r"装|更新|应用|发布|确认|复制|上传|看|提交|改|处理|弄|跑)(?:过|好|完|出去|上去)?了|(?:已经?|"
    r"刚刚?).{0,10}了[。!！\s]*$|可以用|管用|我自己(?:来|改|弄)|(?:能用|可用|正常|好使|没问题|成功|好)了",
)
_ALL_WELL = Phrases(
    r"^(?:(?:yes|yep|yeah|yup|ah|oh|ok(?:ay)?|right|indeed|great|perfect|nice|thanks|thx)\W+)*that (?:was it|did it|"
    r"(?:fixed|solved|sorted|worked|helped|cured)(?: it| that)?)(?:[\s.,!]+(?:thanks?|thx|thank you|great|perfect|"
    r"nice)\b[^,;]{0,30})?[\s.!]*$",
    r"\b(?:we're|we are|i'm|all|it's|is|looks|looking|are) (?:good|well|green|fine|happy|gone|back|solved|resolved|"
    r"fixed|sorted)\b|\b(?:i|we) (?:\w+ )?(?:merged|fixed|deployed|closed|pushed|restarted|reverted|solved|sorted|"
    r"rolled|patched|corrected)\b|\b(?:i|we)(?:'ve| have)? .{1,30}\b(?:myself|ourselves)\b|(?:改|修|弄|处理|搞|解决|"
    r"恢复|部署|发布|合并|提交|上线)(?:好|完|掉|定)?了|(?:刚|都|"
    r"也|已)(?:经)?.{0,4}了",
)
_SUGGESTS = Phrases(r"吧[。.！!\s]*$")
"""How a Chinese sentence wants what it puts as if it were done."""
_SMALL_TALK = Phrases(
    r"\b(?:weather|raining|sunny|coffee|lunch|dinner|breakfast|birthday|tired|sleepy|slept|haha|lol|kidding|funny|"
    r"football|movie|bored|how are you|how's it going|nice to meet|i'm (?:fine|good|great|ok)|nothing (?:yet|much|"
    r"special))\b",
    r"天气|下雨|咖啡|午饭|吃饭|周末愉快|放假|生日|好累|累死|困了|哈哈|开玩笑|心情|聊天|你好|您好|早上好|晚上好|下班了|"
    r"周一",
)
_DO_NOT = Phrases(r"^(?:please )?do not\b")
_LAUGHS = Phrases(r"\b(?:lol|rofl|lmao|ha(?:ha)+|hallelujah)\b|哈哈|笑死|真香")
_CURIOUS = Phrases(
    r"\bjust (?:curious|wondering|asking|checking|kidding|saying)\b|\bout of curiosity\b|(?:就是|只是|纯属|单纯|"
    r"纯)好奇|好奇而已|随便问问"
)
_ALWAYS_WANTED = Phrases(r"\balways wanted\b|一直想要")
_LIKES = Phrases(
    r"^(?:whoa|woah|wow|omg|damn|holy \w+|wild|insane|sick)\b|\b(?:i|we) (?:really |do |just |always )?(?:like|love|"
    r"liked|loved) (?:that|this|it|the|how|these|those|your)\b",
    r"(?:我)?(?:很|挺|蛮|太|最)?喜欢(?:这|它|你)?|这个设计我喜欢|(?:讲|写|做|逻辑|解释|说)得?(?:很|真|太|挺)|绝了|"
    r"太(?:强|快|好|香|牛|赞|细|棒)了",
)
"""How a person says that they like it."""
_CONCLUDES = Phrases(
    r"^(?:so|ah so|oh so|which means|in other words)[, ]+\S+ \S+|^(?:所以|也就是说|那就是说|那.{1,20}就是)"
)
"""How a person repeats an answer in their own words, to see whether it was understood."""
_HEDGES = Phrases(
    r"^(?:well,? )?(?:i (?:think|guess|suppose|believe|feel)|maybe|perhaps|probably|seems|looks like|it seems)\b|"
    r"我觉得|我猜|也许|可能|好像|似乎|感觉"
)
_OPENS_REACTION = Phrases(
    r"^(?:ah+|oh|o+h|hm+|i see|ok(?:ay)?|right|interesting|got it|so it|wow|huh|fine|good|well|of course|no wonder|"
    r"figures|thought so|knew it|as expected|like i thought)\b|^(?:[跟和].{1,6}一样|果然|难怪|怪不得|不出所料|哦|噢|"
    r"啊|嗯|原来|好|喔|这样)"
)
_GOES_FURTHER = Phrases(
    r"\b(?:same|too|both|again|instead|for|on|now|then|also|next|please|pls|and|run|fix|add|make|do|use|try|change|go|"
    r"write|commit|push)\b|也|还是|同样|另外|再|然后|把|请|加|改|写|做|跑|换|用|提交"
)
_SAYS_HOW = Phrases(
    r"\b(?:answer|reply|respond|keep it|be brief|briefly|short|in (?:one|two|a few) (?:sentences?|words?|lines?)|"
    r"like i'?m|eli5|in english|in chinese|in german|no code|only (?:tell|explain|answer|say|the)|just (?:tell|"
    r"explain|answer|say|the|an?)|don't (?:change|edit|touch|write|modify|fix|commit)|do not (?:change|edit|touch|"
    r"write|modify)|no (?:changes|edits|need to)|not touching|one line|quick take|step by step|roughly|simple words|"
    r"simply|concise\w*)\b|简单(?:说|讲)|简短|一句话|用中文|用英文|不要改|先不改|别改|别动|不用改|只要?(?:说|看|解释|"
    r"回答)|就行|够了|几条|三条"
)
_ACCEPTS = Phrases(
    r"^(?:(?:yes|yep|yeah|yup|ok(?:ay)?|sure|agreed|agree|approved?|fine|right|alright|all right|perfect|great|good|"
    r"nice|cool)[,.!\s]*)*(?:sounds (?:good|great|right|reasonable|sensible|like a plan|fine)|good idea|great idea|"
    r"works for me|makes sense|fine (?:by|with) me|go ahead|go for it|do it|do that|do both|do so|let's do (?:it|that|"
    r"this)|make it so|ship it|both|all of (?:it|them)|deal|i agree|i'm in|please do|proceed|agreed|your call|"
    r"as you (?:say|propose|suggest)\w*)",
    r"^(?:yes|yep|yeah|yup|sure|ok(?:ay)?|agreed|approved?|absolutely|definitely|of course|fine|"
    r"right)\b[\s.!,]*(?:please)?[\s.!]*$",
    r"^(?:好|好的|行|可以|同意|没问题|嗯|对|是的|赞成|成)(?:吧|啊|的)?[，,。.！!\s]*$|就这么(?:办|做|定)|按(?:你|您|"
    r"这个|这样)|听你的|照(?:你|这个)|都(?:做|要|行|可以)|^(?:好|行|可以|同意)[，,]",
)


def act_of(line: Said) -> Act:
    """What one sentence does."""
    if (wishes.prohibits(line) and not _is_asked(line)) or ruling.lays_down(line):
        return Act.OTHER
    off = deciding.calls_off(line.text) and (len(terms(line.masked)) <= 4 or deciding.calls_off_altogether(line.text))
    if _OFF.within(line) or (off and not _DROPS_LATER.within(line)):
        return Act.OFF
    if (
        deciding.refuses(line.text)
        and not wishes.is_specific(line)
        and (sociable_words(line)[1] <= 1 or _LEAVES_AS_IS.within(line))
    ):
        return Act.NO
    if _TEXT.within(line) and not _INTO_FILE.within(line):
        return Act.TEXT
    if _FINISHES.within(line) and not (wishes.binds(line) or asking.is_question(line)):
        return Act.SOCIAL
    if wishes.is_still_open(line):
        return Act.OTHER
    sociable, left = sociable_words(line)
    if thanks(line) and left <= 4 and not (wishes.binds(line) or asking.is_question(line)):
        return Act.SOCIAL
    if (_CURIOUS.within(line) or _ALWAYS_WANTED.within(line)) and not asking.is_question(line):
        return Act.SOCIAL
    if _LIKES.within(line) and not (wishes.binds(line) or wishes.orders(line) or asking.is_question(line)):
        return Act.SOCIAL
    if _is_asked(line) or (_CONCLUDES.within(line) and not wishes.binds_firmly(line)):
        return Act.ASK
    if _ACCEPTS.within(line) and left <= 1.5:
        return Act.ACCEPT
    later = answering.puts_off(line.text)
    if (left <= (sociable > 1 or praises(line)) and not later) or (
        thanks(line) and left <= 4 and not wishes.binds(line)
    ):
        return Act.SOCIAL
    if trying.went_well(line) or handing.hands_over(line):
        return Act.REPORT
    if _REPORTS.within(line) and len(terms(line.masked)) <= 8 and not (wishes.binds(line) or wishes.has_value(line)):
        return Act.REPORT
    if (_SMALL_TALK.within(line) and not wishes.is_specific(line)) or _LAUGHS.within(line):
        return Act.SOCIAL
    return Act.OTHER if wishes.wants_something(line) else Act.REMARK


def _is_asked(line: Said) -> bool:
    """Whether a sentence wants words for an answer; a request that is put as a question wants work."""
    if _DO_NOT.within(line) and not asking.is_question(line):
        return False  # opens like "do they"
    return (asking.is_question(line) or _ASKS.within(line)) and not wishes.wants_done(line)


def into_file(text: str) -> bool:
    """Whether what is wanted is to stand in a file, or to be committed."""
    return _INTO_FILE.within(text)


@lru_cache(8)
def acts(text: str) -> tuple[tuple[Act, Said], ...]:
    """The sentences of a person's message that are prose, and what each does. Several rules ask it of one message."""
    return tuple((act_of(line), line) for line in said(text) if line.kind is not Kind.HEADING)


def reports_done(text: str) -> bool:
    """Whether a person tells that it is done, or that all is well now."""
    return any(act is Act.REPORT or (_ALL_WELL.within(line) and not _SUGGESTS.within(line)) for act, line in acts(text))


def concludes(line: Said) -> bool:
    """Whether a sentence repeats in a person's own words what they were told."""
    return _CONCLUDES.within(line) and not asking.is_question(line)


def hedges(line: Said) -> bool:
    """Whether a sentence is an opinion or a guess."""
    return _HEDGES.within(line)


def reacts(line: Said) -> bool:
    """Whether a few words merely react to what was said ("ah, the cache")."""
    if sociable_words(line)[1] > 3 or not (_OPENS_REACTION.within(line) or not wishes.orders(line)):
        return False
    return not (
        wishes.binds(line) or wishes.has_value(line) or wishes.reports_problem(line) or _GOES_FURTHER.within(line)
    )


def says_how_to_answer(line: Said) -> bool:
    """Whether a sentence says how the answer shall be given, or that nothing shall be touched for it."""
    return _SAYS_HOW.within(line)
