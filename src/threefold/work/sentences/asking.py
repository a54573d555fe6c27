"""Questions in prose: who asks whom, and what is merely courtesy or rhetoric."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from threefold.text.later import later
from threefold.text.sentences import Kind
from threefold.work.sentences.phrases import Phrases, Said, bare, said
from threefold.work.sentences.words import terms

_MARK = Phrases(r"[?？][)\]）」”\"'*_`\s\x{1F300}-\x{1FAFF}\x{2600}-\x{27BF}]*$")
_CHINESE_ASKS = Phrases(
    r"(?:吗|呢)[。.!！~～\s]*$|(?:不会|不至于|没有).{1,20}吧[。.!！\s]*$", r"^(?:要不要|是否|需不需要|能不能|可不可以)"
)
_COURTESY = Phrases(
    r"还需要(?:别的|其他|什么)",
    r"(?:any|some)thing (?:else|other|more|further)",
    r"further (?:help|questions?|assistance|changes|tweaks)",
    r"(?:have|had|got) (?:any )?(?:other |more |further )?(?:questions|concerns|feedback)",
    r"feel free|happy to|glad to|hope (?:this|that|it) helps",
    r"(?:does|did) (?:that|this|it) (?:help|make sense|answer)|makes? sense\s*\?",
    r"^(?:okay|ok|right|clear|cool|nice|good|great|alright|ready)\s*\?",
    r"(?:how|what) (?:can|may|could|else can|should) i (?:help|assist|do for you)|what(?:'s| is) (?:up|next)\s*\?",
    r"what (?:else )?(?:do|would) you (?:want|like)(?: me)? to (?:do|work on|tackle)(?: next| now| today|"
    r" first)?\s*\?",
    r"ready (?:for|when)",
    r"还有(?:什么|其他|别的|哪些|啥)|有(?:什么|啥)(?:可以|需要|能|我)|(?:有|需要)其他|需要(?:我)?(?:帮忙|帮助|协助|"
    r"做(?:点)?什么)",
    r"能帮到?(?:你|您)|随时(?:告诉|联系|叫|找|说|跟|和|问)|有(?:任何)?(?:问题|疑问|需要).{0,6}(?:随时|请|尽管)",
    r"(?:明白|清楚|懂|理解)了?吗|希望.{0,6}(?:有帮助|对(?:你|您))|还在吗|你好",
)
CONDITIONAL = Phrases(
    r"\b(?:let me know|tell me|say so|shout|ping me|just ask)\b[^?]{0,40}\b(?:if|when(?:ever)?|should)\b",
    r"\bif you(?:'d| would)? (?:like|want|need|prefer|wish)|\bif (?:needed|desired|helpful|useful)",
    r"如果(?:你|您)?(?:需要|想|愿意|希望|觉得|有)|如(?:有|果有)?需(?:要)?|(?:需要|要|想)的话|有需要",
)
_FIRM = Phrases(r"\bwhich\b|\bwhether\b|\bif (?:i|we) should\b|请(?:你|您)?(?:告诉我|确认|选择|决定)|等(?:你|您)")
_WAITS = Phrases(
    r"\b(?:tell me|let me know)\b.{0,60}\b(?:which|whether|what|how|when|where|who|one|your|if (?:i|we) should|before|"
    r"so)\b",
    r"\b(?:please|you)\b.{0,20}\b(?:confirm|advise|specify|clarify|decide|choose)\b.{0,60}\b(?:which|whether|what|how|"
    r"when|where|who|one|if|before)\b",
    r"\bplease (?:confirm|choose|pick|decide|clarify|specify|approve|advise)\b",
    r"\b(?:waiting|waits?|await(?:ing)?|blocked|hold(?:ing)?)\b (?:for |on )?your\b",
    r"\b(?:needs?|requires?|pending|await\w*) your (?:decision|input|answer|approval|confirmation|reply|call|choice|"
    r"go-ahead|sign-off|ok)",
    r"\bi(?:'d| would)?(?: still)? need .{0,60}\bfrom you\b|\b(?:remaining|open|only|one|last) question (?:is|"
    r"remains)\b",
    r"\bi need (?:to know|from you|you to)\b|\byou(?:'ll| will)? need to (?:decide|choose|confirm|tell)\b",
    r"\b(?:once|until|before|as soon as|when) you(?:'ve| have)? (?:confirm|decide|answer|approve|choose|chosen|pick|"
    r"reply|say|tell)",
    r"\b(?:with|after|upon|on|given) your (?:approval|confirmation|go-ahead|ok|consent|sign-off)\b|\bif you (?:agree|"
    r"approve|confirm)\b",
    r"(?:得到|经|征得|有了?)(?:你|您)的?(?:同意|确认|批准|许可)|(?:你|您)(?:同意|确认|批准|点头)(?:了|之)?(?:后|的话)",
    r"\bplease (?:send|share|paste|provide|attach|upload)\b|(?:麻烦|请)(?:你|您)?先?(?:发|给|贴|传|上传)",
    r"\bgreen light\b|\bsay the word\b|\bthumbs[- ]up\b|\byour (?:nod|word|blessing|go-ahead)\b|\b(?:once|until|"
    r"before|as soon as|when|after) you(?:'ve| have)? (?:give|given|gave|ok(?:ay)?|sign|agree)\b",
    r"\bi(?:'d| would|'ll| will)(?: first| still| also)? need (?:to know|from you|you to)\b",
    r"等(?:你|您).{0,8}(?:点头|发话|通知|回复|拍板|批|一句话|消息|回话|同意)|(?:你|您)(?:点头|发话|说一声|给个话|"
    r"拍板)",
    r"\bopen (?:question|point)s?\b|\b(?:your call|up to you|you decide)\b",
    r"请(?:你|您)?(?:先)?(?:告诉我|告知|确认|选择|决定|指定|明确|回复|答复|提供|定一下|选一|拍板|批准|审批|说明一下)",
    r"(?:等|等待|待|需要|需|请|由|听)(?:你|您)(?:的|来|先)?(?:确认|决定|选择|回答|回复|答复|提供|拍板|批准|审批|意见|"
    r"指示|定|答案)",
    r"待(?:你|您|用户)?确认|取决于(?:你|您)|(?:你|您)(?:来|看着)?定",
    r"(?:你|您)(?:更)?(?:想|希望|倾向|喜欢|打算|看).{0,30}(?:哪|还是|什么|多少|怎么)",
)
_DIRECTED = Phrases(
    r"\b(?:should|shall)\b|\b(?:may|can|could) (?:i|we)\b|\b(?:do|did|would|could|can|will|are|have|were) you\b",
    r"\byou(?:'d)? (?:want|prefer|like|need|mean|have|think|rather)\b|\b(?:want|like|need) me\b|\byour\b",
    r"\b(?:ok|okay|fine|acceptable|alright|safe) (?:to|if|with|for)\b",
    r"\bwhich (?:one|of|option|approach|do|would|way|version)\b|\b(?:proceed|go ahead|continue|keep going)\s*\?|"
    r"\bor\b",
    r"你|您|我(?:应该|要|是否|可以|能|需要|来|先|该)|要不要|需不需要|是不是要|是否|要.{0,20}吗|可以吗|行吗|好吗",
    r"(?:可|能)不(?:可以|能)|哪(?:个|种|一|些|边)|还是|怎么(?:处理|办|选|定)|多少|几(?:个|行|条|天|次)",
)
_ANSWERS_ITSELF = Phrases(
    r"^(?:yes|no|nope|because|not? |it |the (?:answer|reason|cause)|that(?:'s| is)|since|due|simply|turns out|well)\b",
    r"^(?:是|不|因为|由于|答案|原因|其实|没有|有|当然)",
)
_WHY = Phrases(
    r"^(?:so |but |and )?(?:why|how come|what (?:happened|went wrong|changed|caused)|how (?:did|does|do) (?:this|that|"
    r"it))",
    r"^(?:为什么|为何|怎么回事|原因)",
)
_RHETORICAL = Phrases(
    r"\bwho (?:knows|cares)\b|\b(?:on earth|the (?:hell|heck|fuck)|in the world)\b|\byou (?:may|might|could|"
    r"will) (?:ask|wonder)",
    r"谁(?:能)?(?:想得到|想到|料到|知道)|\bguess what\b|\bwhy not\b\s*\?|\bright\s*\?$|\bisn't it\s*\?$|谁知道|何必|"
    r"何苦|难道|岂|怎么搞的|搞什么|不是吗|对吧|是吧",
)
_QUESTION_WORD = r"(?:which|what|how|who|when|where|whether|should|shall|do|does|is|are|can|may)"
_SPLIT = later(
    rf",?\s+and\s+(?=(?:{_QUESTION_WORD}|why)\b)|[，,；;]\s*(?:还有|另外|以及|并且|同时)?"
    r"(?=[^，,；;]{0,30}(?:吗|呢|哪|什么|多少|几|是否|要不要|怎么)[^，,；;]{0,12}[?？])",
    re.IGNORECASE,
)
_ASKING_WORD = Phrases(rf"\b{_QUESTION_WORD}\b", r"吗|呢|哪|什么|多少|几|是否|要不要|怎么")
_CONTINUES = Phrases(r"^(?:or\b|还是|或者)")
_WHICH = Phrases(
    r"^(?:so |and |or )?(?:please )?(?:(?:tell me|let me know|say|pick|choose),? )?(?:which|what)\b|"
    r"\b(?:your (?:pick|choice|preference|call)|you(?:'d| would)? prefer|you decide)\b|"
    r"^(?:你|您|请|我|那)*(?:想|要|更|倾向|觉得|希望|告诉我|该|"
    r"应该)*(?:选|用|按|走|是|取|做|要)?(?:哪|怎么选)|^(?:请|你|您)*(?:选|定)一?[个下]"
)
_CHOICE = (
    "answ approach bet call choic choos eith favor favour fit know lik mean option pick pref prefer preferenc reply "
    "rout say take tell think variant"
)
_CHOICE_WORDS = frozenset(
    (*_CHOICE.split(), *"你您请更倾向想要选用按走取做哪个种一边条方案式好些呢的来告诉我该应觉得希望怎么定下")
)
"""Words with which one asks to choose, and names nothing to be chosen."""
_OPENS_QUESTION = Phrases(
    rf"^(?:so |and |but |also )?(?:{_QUESTION_WORD}|why|would|could|will|did|was|were|has|have|am)\b|"
    r"吗|是否|要不要|什么|哪|怎么|多少"
)
_NAMES_TWO = Phrases(r"\bor\b|还是|或者?")


def is_question(line: Said) -> bool:
    """Whether a sentence is put as a question."""
    text = line.masked  # asked of every sentence by many rules: what it needs is looked for first
    marked = ("?" in text or "？" in text) and _MARK.within(line)
    return marked or (not text.isascii() and _CHINESE_ASKS.within(line))


@lru_cache(16)
def asks_of_person(text: str) -> tuple[str, ...]:
    """The questions that a model's closing words put to the person: directed at them, or left standing at the end."""
    lines = said(text)
    asks = [is_question(line) for line in lines]
    itself = answering_themselves(lines)
    found: list[list[str]] = []
    for place, line in enumerate(lines):
        if line.kind is Kind.HEADING or place in itself or not (asks[place] or _WAITS.within(line)):
            continue
        if _COURTESY.within(line) or _RHETORICAL.within(line):
            continue
        before = lines[place - 1] if found and place and asks[place - 1] else None
        if before is not None and _of_one_choice(before, line):
            found[-1].append(line.plain)
        elif asks[place]:
            if before is not None and _CONTINUES.within(line):
                found[-1].append(line.plain)
            else:
                found.extend([part] for part in parts(line))
        elif _FIRM.within(line) or not CONDITIONAL.within(line):
            found.append([line.plain])
    return tuple(" ".join(parts) for parts in found)


def _of_one_choice(before: Said, line: Said) -> bool:
    """Whether two questions, one after the other, put one choice: one names what there is to choose from, the other
    only asks which ("A or B? Which one?", "Which format? A or B?")."""
    content = (word if word.isascii() else set(word) - _CHOICE_WORDS for word in terms(line.masked) - _CHOICE_WORDS)
    if _WHICH.within(line) and not any(content):
        return True
    names = _NAMES_TWO.within(line) and not _OPENS_QUESTION.within(line)
    return names and _WHICH.within(before)


def answering_themselves(lines: Sequence[Said]) -> set[int]:
    """The places of the questions that the speaker answers: a statement follows, and the question asks for a cause or
    asks nobody."""
    found: set[int] = set()
    following: Said | None = None
    for place in range(len(lines) - 1, -1, -1):
        line = lines[place]
        if not is_question(line):
            following = line
        elif following is not None and _is_answered(line, following):
            found.add(place)
    return found


def _is_answered(question: Said, following: Said) -> bool:
    if (following.block == question.block and _ANSWERS_ITSELF.within(following)) or _WHY.within(question):
        return True
    return not (_DIRECTED.within(question) or _COURTESY.within(following) or following.kind is Kind.HEADING)


def parts(line: Said) -> list[str]:
    """A compound question as its parts."""
    cuts = [0, *(match.end() for match in _SPLIT.finditer(line.masked)), len(line.text)]
    pieces = [bare(line.text[start:end]) for start, end in pairwise(cuts)]
    if len(pieces) > 1 and not _ASKING_WORD.within(pieces[0]):
        return [line.plain]
    return [piece for piece in pieces if piece]


_WANTS_TEXT = Phrases(
    r"^(?:please |can you |could you )?(?:translate|rephrase|reword|proofread|(?:draft|write) (?:me )?(?:an?|"
    r"the) (?:short |small |little |funny |brief |long )?(?:e-?mail|letter|message|reply|post|poem|story|speech|quiz|"
    r"survey|tweet))\b",
    r"^(?:请|帮我)?(?:把.{0,40})?(?:翻译|翻成|译成|起草|润色|改写|写一?(?:封|首|篇|段|条|份|个).{0,20}(?:信|邮件|消息|"
    r"回复|诗|故事|问卷|文案))",
)


def wants_text(text: str) -> bool:
    """Whether a person asks for a text: what it says is then the text's, and no one in the session says it."""
    return _WANTS_TEXT.within(text.strip())


_ASKS_HOW = Phrases(r"^(?:so |and )?how (?:do|does|can|to|would)\b|^(?:请问|那)?(?:怎么|如何|怎样)")
_OURS = Phrases(
    r"\b(?:we|you|our|this|these|that|it|split|migrate|refactor|implement|fix)\b|我们|你|该|怎么办|[这那](?:个|些|"
    r"里)?(?:模块|功能|问题|项目|服务|接口|类|函数|代码|仓库|表|系统)|拆|迁移|重构|实现|修"
)
_WANTS_HOW = Phrases(
    r"\b(?:tell|show|explain|remind|teach)(?: (?:me|us))?(?: again)? how\b|"
    r"\bhow (?:do|can|could|would|to|should) (?:i|we|one)\b|\bhow to \w+|(?:怎么|如何|怎样)"
)
_HOW_CLAUSE = later(
    r"\b(?:tell|show|explain|remind|teach)(?: (?:me|us))?(?: again)? how\b[^.!?;\n]*|"
    r"(?:告诉|教|说明?)我?(?:一下)?(?:怎么|如何|怎样)[^。！？；\n]*",
    re.IGNORECASE,
)
_TELLS_HOW = later(
    r"`[^`\n]{1,200}`\s?(?:\w+(?<!ss)s|will|can|会|可以?|就|能)\b|`[^`\n]{1,200}`\s?[会可就能]|"
    r"(?:to|for|if you want)\s[^`\n]{1,80}\b(?:run|use|call|type|enter|press|edit|open|set|with|is)\b[^`\n]{0,40}`|"
    r"[要想如若][^`\n]{1,40}[用跑行执改][^`\n]{0,20}`",
    re.IGNORECASE,
)
_ASKS_FOR_REPORT = Phrases(
    r"^(?:please |now |then |can you |could you )*(?:run|rerun|check|show|list|look|see|tell|explain|describe|report|"
    r"analy[sz]e|investigate|find|why|what|how|which|who|review|inspect|compare|measure)\b",
    r"^(?:请|帮我|再|先|麻烦)*(?:跑一?下?|运行|看|检查|查|列|说明|解释|分析|统计|审|比较|为什么|测一?下)",
)


def asks_how(text: str) -> bool:
    """Whether a person asks how something is done, and for no more: the answer's steps are the person's to take."""
    return only_asks(text) and _ASKS_HOW.within(text.strip()) and not _OURS.within(text)


def wants_how(text: str) -> bool:
    """Whether a person wants to be told how something is done, be it beside an order."""
    return _WANTS_HOW.within(text)


def without_how(text: str) -> str:
    """A text without the words that want to be told how ("and tell me how to turn it off")."""
    return _HOW_CLAUSE.sub("", text)


def tells_how(line: Said) -> bool:
    """Whether a sentence tells what a command does, or which one does what is wanted."""
    return _TELLS_HOW.match(line.text) is not None


def asks_for_report(text: str) -> bool:
    """Whether a person wants to be told something: what is found broken is then the answer, not work left over."""
    return _ASKS_FOR_REPORT.within(text.strip()) or bool(asks_of_model(text))


_ASKS_TO_DO = Phrases(
    r"^(?:and |also |now |ok(?:ay)?,? |so |then |please )*(?:can|could|would|will) (?:you|we)\b|\bwould you mind\b",
    r"\bcan (?:you|we) (?:please )?\w+|^(?:how|what) about\b|^why (?:don't|not)\b",
    r"(?:能不能|可以|能|可否|能否|麻烦|请).{0,12}(?:帮|给|把|改|加|写|删|修|做|跑|看|提交|解释|介绍|说)|帮我",
)
_WANTS_TO_KNOW = Phrases(
    r"\b(?:tell|show) me (?:whether|why|how|what|which|if|when|where|who)\b|\bexplain (?:why|how|what)\b",
    r"\bi(?:'d like| want) to know\b|告诉我(?:为什么|怎么|是否|哪|什么|.{0,12}(?:吗|不))|解释一下|说明一下(?:为什么|"
    r"怎么)|想知道",
)


_BARE_QUESTION = Phrases(
    r"^(?:and |so |but )?(?:why|which|who|where|how (?:many|much|long|often|do|does|did|is|are|can|come)|what (?:is|"
    r"are|does|do|did|was|were|happens)|when (?:is|does|did|will))\b[^.!。！]{0,120}$",
    r"^(?:为什么|怎么(?:会|样)|如何|什么是|哪(?:个|里|些)|多少)[^。！]{0,60}$",
)


@lru_cache(16)
def asks_of_model(text: str) -> tuple[str, ...]:
    """The questions that a person wants answered in words, not the requests that are put as questions."""
    return tuple(
        line.plain
        for line in said(text)
        if line.kind is not Kind.HEADING
        and (
            (is_question(line) and not _ASKS_TO_DO.within(line))
            or _WANTS_TO_KNOW.within(line)
            or _BARE_QUESTION.within(line)
        )
        and not _RHETORICAL.within(line)
    )


_BESIDE = later(
    r"(?i)(?:,|;|\band|\bthen|\bbut)\s+(?:also |then |please )*(?:tell me|let me know|say|report) "
    r"(?P<asked>(?!when (?:it|that|this|they|you|all|everything|all of it)(?:'s|'re| is| are| has| have) "
    r"(?:all |been |back )*(?:done|finished|ready|live|up|over|through|completed?|online|merged|deployed|green)\b)"
    r"(?:whether|how (?:many|much|long|big)|which|what|who|where|when)\b[^.;!]{4,160})|"
    r"(?:，|；|再|并|顺便|然后)(?:再|也|顺便|请)*(?:告诉我|说一?下|跟我说)"
    r"(?P<han>(?=[^，。；！]*(?:是否|有没有|是不是|多少|哪|几))[^，。；！]{3,60})"
)


def beside_order(text: str) -> list[tuple[str, str]]:
    """What sentences ask to be told beside something else that they order ("… and tell me whether …"): what stands
    before the question, and the question."""
    found = []
    for line in said(text):
        match = _BESIDE.search(line.masked)
        if match and not is_question(line):
            found.append((line.masked[: match.start()], bare(match["asked"] or match["han"])))
    return found


def only_asks(text: str) -> bool:
    """Whether a message holds questions and nothing else."""
    lines = said(text)
    return bool(lines) and all(is_question(line) for line in lines)


_OFFERS = Phrases(
    r"\b(?:would|do) you (?:like|want) (?:me|us)\b|\b(?:want|like|need) me to\b|\bshall i\b|\bshould i (?:also|"
    r"go ahead)\b",
    r"\binterested in\b|需要我|要我|要不要(?:我)?(?:顺便|也|再)|我可以.{0,20}吗",
)


def is_offer(question: str) -> bool:
    """Whether a question offers something more; who says nothing to it declines."""
    return _OFFERS.within(question)
