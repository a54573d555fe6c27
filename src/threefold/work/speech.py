"""What sentences do: ask, offer, decide, plan, promise, call off, put off. Rules for English and Chinese.

The rules look at sentences of prose only. Code, block quotes, headings and quoted words are no one's question or
plan; they are masked before any rule looks. Sentences over :data:`LONG` characters are data, not speech.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from threefold.text.sentences import Kind, sentences

LONG = 1_500
"""Characters; a longer sentence is pasted data."""
LONGEST = 60_000
"""Characters of one message that are read for speech; what is longer is read at both ends."""

_QUOTED_LINE = re.compile(r"(?m)^[ \t]{0,8}>[^\n]*$")
_MASKED = re.compile(
    r"``[^`\n]{1,400}``|`[^`\n]{1,400}`|\"[^\"\n]{1,400}\"|“[^”\n]{0,400}”|「[^」\n]{0,400}」|"
    r"『[^』\n]{0,400}』|《[^》\n]{0,200}》|https?://\S+"
)
_URL_OR_CODE = re.compile(r"^[`h]")


class Said(NamedTuple):
    """A sentence: as it stands, and with quoted words and code masked."""

    text: str
    masked: str
    kind: Kind
    block: int

    @property
    def low(self) -> str:
        return self.masked.lower()


def said(text: str) -> list[Said]:
    """The sentences of a message, without code, block quotes and what is too long to be one."""
    if len(text) > LONGEST:
        text = text[: LONGEST // 2] + "\n\n" + text[-LONGEST // 2 :]
    text = _QUOTED_LINE.sub("", text)
    masked = _MASKED.sub(lambda match: match[0][0] + "\u00b7" * (len(match[0]) - 2) + match[0][-1], text)
    found: list[Said] = []
    block = 0
    last = 0
    for sentence in sentences(masked):
        if "\n" in masked[last : sentence.start] or sentence.kind is not Kind.PROSE:
            block += 1
        last = sentence.end
        if sentence.kind is not Kind.CODE and sentence.end - sentence.start <= LONG:
            found.append(
                Said(text[sentence.start : sentence.end], masked[sentence.start : sentence.end], sentence.kind, block)
            )
    return found


# --- questions ------------------------------------------------------------------------------------------------------

_MARK = re.compile(r"[?？][)\]）」”\"'*_`\s\U0001F300-\U0001FAFF☺-➿]*$")
_CHINESE_ASKS = re.compile(r"(?:吗|呢)[。.!！~～\s]*$|^(?:要不要|是否|需不需要|能不能|可不可以)")
_COURTESY = re.compile(
    r"anything else|something else|any(?:thing)? (?:other|more|further)|further (?:help|questions?|"
    r"assistance|changes|tweaks)|"
    r"(?:have|had|got) (?:any )?(?:other |more |further )?(?:questions|concerns|feedback)|feel free|"
    r"happy to|glad to|hope (?:this|that|it) helps|"
    r"(?:does|did) (?:that|this|it) (?:help|make sense|answer)|make(?:s)? sense\s*\?|^(?:okay|ok|right|"
    r"clear|cool|nice|good|great|alright)\s*\?|"
    r"(?:how|what) (?:can|may|could|else can|should) (?:i|we) (?:help|assist|do for you)|what(?:'s|"
    r" is) (?:up|next)\s*\?|what would you like (?:me )?to (?:do|work on|tackle)|"
    r"what (?:do|would) you (?:want|like) (?:me )?to (?:do|work on|tackle) (?:next|now|today|first)|"
    r"ready (?:for|when)|"
    r"还有(?:什么|其他|别的|哪些|啥)|有(?:什么|啥)(?:可以|需要|能|我)|(?:有|需要)其他|需要(?:我)?(?:帮忙|"
    r"帮助|协助|做(?:点)?什么)|能帮(?:到)?(?:你|您)|随时(?:告诉|联系|叫|找|说|跟|和|问)|"
    r"有(?:任何)?(?:问题|疑问|需要).{0,6}(?:随时|请|尽管)|(?:明白|清楚|懂|理解)了?吗|希望.{0,6}(?:有帮助|"
    r"对(?:你|您))|还在吗|你好"
)
_OFFER = re.compile(
    r"\b(?:let me know|tell me|say so|shout|ping me|just ask)\b[^?]{0,40}\b(?:if|when(?:ever)?|"
    r"should)\b(?! (?:i|we) should)|\bif you(?:'d| would)? (?:like|want|need|prefer|wish)|\bif (?:needed|"
    r"desired|helpful|useful)|"
    r"如果(?:你|您)?(?:需要|想|愿意|希望|觉得|有)|如(?:有|果有)?需(?:要)?|需要的话|要的话|想的话|有需要"
)
_REQUEST = re.compile(
    r"\b(?:tell me|let me know|please (?:confirm|choose|pick|decide|advise|specify|clarify|say|answer|"
    r"provide|send|share|review|approve)|"
    r"(?:confirm|advise|specify|clarify|decide|choose) (?:which|whether|what|how|if))\b.{0,60}\b(?:which|"
    r"whether|what|how|when|where|who|one|your|if (?:i|we) should|before|so (?:that )?i|to proceed)\b|"
    r"\bplease (?:confirm|choose|pick|decide|clarify|specify|approve)\b|"
    r"\b(?:waiting|wait|await(?:ing)?|blocked|hold(?:ing)?) (?:for |on )?your\b|\b(?:need|needs|requires?|"
    r"pending|await\w*) your (?:decision|input|answer|approval|confirmation|reply|call|choice|go-ahead|"
    r"sign-off|ok)|"
    r"\bi need (?:to know|from you|you to)\b|\b(?:once|until|before|as soon as|when) you(?:'ve|"
    r" have)? (?:confirm|decide|answer|approve|choose|chosen|pick|reply|say|tell)|\bopen (?:question|"
    r"point)s?\b(?! (?:is|are|was|were) (?:closed|settled|answered))|"
    r"\b(?:your call|up to you|you decide)\b|"
    r"请(?:你|您)?(?:先)?(?:告诉我|告知|确认|选择|决定|指定|明确|回复|答复|提供|定一下|选一|拍板|批准|"
    r"审批|说明一下)|(?:等|等待|待|需要|需|请|由|听)(?:你|您)(?:的|来|先)?(?:确认|决定|选择|回答|回复|"
    r"答复|提供|拍板|批准|审批|意见|指示|定|答案)|"
    r"待(?:你|您|用户)?确认|需要(?:你|您)|(?:你|您)(?:更)?(?:想|希望|倾向|喜欢|打算|看).{0,30}(?:哪|还是|"
    r"什么|多少|怎么)|取决于(?:你|您)|(?:你|您)(?:来|看着)?定"
)
_DIRECTED = re.compile(
    r"\b(?:should|shall)\b|\b(?:may|can|could) (?:i|we)\b|\b(?:do|did|would|could|can|will|are|have|"
    r"were) you\b|\byou(?:'d)? (?:want|prefer|like|need|mean|have|think|rather)\b|"
    r"\b(?:want|like|need) me\b|\byour\b|\b(?:ok|okay|fine|acceptable|alright|safe) (?:to|if|with|for)\b|"
    r"\bwhich (?:one|of|option|approach|do|would|way|version)\b|\b(?:proceed|go ahead|continue|"
    r"keep going)\s*\?|\bor\b|"
    r"你|您|我(?:应该|要|是否|可以|能|需要|来|先|该)|要不要|需不需要|是不是要|是否|要.{0,20}吗|可以吗|"
    r"行吗|好吗|(?:可|能)不(?:可以|能)|哪(?:个|种|一|些|边)|还是|怎么(?:处理|办|选|定)|多少|几(?:个|行|条|"
    r"天|次)"
)
_SELF_ANSWER = re.compile(
    r"^(?:yes|no|nope|because|not? |it |the (?:answer|reason|cause)|that(?:'s| is)|since|due|simply|"
    r"turns out|well|是|不|因为|由于|答案|原因|其实|没有|有|当然)",
    re.IGNORECASE,
)
_WHY = re.compile(
    r"^(?:so |but |and )?(?:why|how come|what (?:happened|went wrong|changed|caused)|how (?:did|does|"
    r"do) (?:this|that|it)|为什么|为何|怎么回事|原因)",
    re.IGNORECASE,
)
_RHETORICAL = re.compile(
    r"\bwho (?:knows|cares)\b|\b(?:on earth|the (?:hell|heck|fuck)|in the world)\b|\byou (?:may|might|"
    r"could|will) (?:ask|wonder)|\bguess what\b|\bwhy not\b\s*\?|\bright\s*\?$|\bisn't it\s*\?$|谁知道|"
    r"何必|何苦|难道|岂|怎么搞的|搞什么|不是吗|对吧|是吧",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r",?\s+and\s+(?=(?:which|what|how|who|when|where|whether|should|do|does|is|are|can|may)\b)|"
    r"[，,；;]\s*(?:还有|另外|以及|并且|同时)?(?=[^，,；;]{0,30}(?:吗|呢|哪|什么|多少|几|是否|要不要|"
    r"怎么)[^，,；;]{0,12}[?？])",
    re.IGNORECASE,
)


def asks_mark(sentence: Said) -> bool:
    return _MARK.search(sentence.masked) is not None or _CHINESE_ASKS.search(sentence.masked) is not None


def asks_of_person(text: str) -> list[str]:
    """The questions that a model's closing words put to the person: directed, or left standing at the end."""
    lines = said(text)
    found: list[str] = []
    for place, line in enumerate(lines):
        low = line.low
        if line.kind is Kind.HEADING or _COURTESY.search(low) or _RHETORICAL.search(line.masked):
            continue
        if asks_mark(line):
            if _answered_by_itself(lines, place):
                continue
            if found and _CONTINUES.match(line.masked) and asks_mark(lines[place - 1]):
                found[-1] += " " + _bare(line.text)
            else:
                found.extend(_parts(line))
        elif _REQUEST.search(low) and not (_OFFER.search(low) and not _HARD_REQUEST.search(low)):
            found.append(_bare(line.text))
    return found


_CONTINUES = re.compile(r"^(?:or\b|还是|或者)", re.IGNORECASE)
_HARD_REQUEST = re.compile(
    r"\bwhich\b|\bwhether\b|\bif (?:i|we) should\b|请(?:你|您)?(?:告诉我|确认|选择|决定)|等(?:你|您)"
)


def _answered_by_itself(lines: list[Said], place: int) -> bool:
    """Whether the speaker goes on to answer the question: what follows is a statement, and the question is about a
    cause or to nobody."""
    line = lines[place]
    following = next((other for other in lines[place + 1 :] if not asks_mark(other)), None)
    if following is None:
        return False
    if following.block == line.block and _SELF_ANSWER.match(following.masked):
        return True
    if _WHY.match(line.masked):
        return True
    if _DIRECTED.search(line.low):
        return False
    return not _COURTESY.search(following.low) and following.kind is not Kind.HEADING


def _parts(line: Said) -> list[str]:
    """A compound question as its parts."""
    cut = [0]
    cut += [match.end() for match in _SPLIT.finditer(line.masked)]
    pieces = [_bare(line.text[a:b]) for a, b in zip(cut, [*cut[1:], len(line.text)], strict=True)]
    if len(pieces) > 1 and not re.search(
        r"(?i)\b(?:which|what|how|who|when|where|whether|should|shall|do|does|is|are|can|may)\b|吗|呢|哪|什么|"
        r"多少|几|是否|要不要|怎么",
        pieces[0],
    ):
        return [_bare(line.text)]
    return [piece for piece in pieces if piece]


_ASKS_TO_DO = re.compile(
    r"^(?:and |also |now |ok(?:ay)?,? |so |then |please )*(?:can|could|would|will) (?:you|we)\b|"
    r"\bwould you mind\b|\bcan (?:you|we) (?:please )?\w+|^(?:how|what) about\b|^why (?:don't|not)\b|"
    r"(?:能不能|可以|能|可否|能否|麻烦|请).{0,12}(?:帮|给|把|改|加|写|删|修|做|跑|看|提交|解释|介绍|说)|帮我"
)
_WANTS_TO_KNOW = re.compile(
    r"\b(?:tell|show) me (?:whether|why|how|what|which|if|when|where|who)\b|\bexplain (?:why|how|what)\b|"
    r"\bi(?:'d like| want) to know\b|告诉我(?:为什么|怎么|是否|哪|什么|.{0,12}(?:吗|不))|解释一下|"
    r"说明一下(?:为什么|怎么)|想知道"
)


def asks_of_model(text: str) -> list[str]:
    """The questions that a person wants answered in words (not the requests that are put as questions)."""
    found: list[str] = []
    for line in said(text):
        low = line.low
        if line.kind is Kind.HEADING or _RHETORICAL.search(line.masked):
            continue
        if (asks_mark(line) and not _ASKS_TO_DO.search(low)) or _WANTS_TO_KNOW.search(low):
            found.append(_bare(line.text))
    return found


def only_asks(text: str) -> bool:
    """Whether a message holds questions and nothing else."""
    lines = said(text)
    return bool(lines) and all(asks_mark(line) for line in lines)


# --- answers --------------------------------------------------------------------------------------------------------

_PUT_OFF = re.compile(
    r"\b(?:let me|i(?:'ll| will| need to| have to| want to)?|while i|give me .{0,20}to) (?:think|sleep on|"
    r"consider|check|ask|get back|come back|look into|decide later|talk to)\b|\bnot sure(?: yet)?\b|"
    r"\bi don't know(?: yet)?\b|\bhaven't decided\b|\bget back to you\b|\bstill (?:thinking|undecided|"
    r"open)\b|\bdecide (?:that )?later\b|"
    r"(?:我|让我|容我)?(?:再|先)?(?:想想|想一想|考虑|琢磨|问问|问一下|确认一下|商量)|还没(?:想好|决定|定)|"
    r"(?:晚点|稍后|回头|过会|之后|明天)(?:再)?(?:告诉|回复|答复|说|定|决定)|不确定|再说|不清楚"
)
_ASIDE = re.compile(
    r"^(?:also|btw|by the way|another (?:thing|question)|unrelated|separately|meanwhile|in the meantime|"
    r"first,|before that|one more thing|另外|顺便|对了|还有|先(?!不|别)|话说|插一句)",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^(?:hi|hello|hey|good (?:morning|evening|afternoon)|thanks?(?: you)?|thx|你好|早上好|早|在吗|还在吗|"
    r"谢谢|多谢|辛苦了)[\s,.!?！？，。]*(?:are you (?:still )?there|在吗|还在吗)?[\s.!?！？。]*$",
    re.IGNORECASE,
)
_POLAR = re.compile(
    r"^(?:yes|yep|yeah|yup|no|nope|nah|ok|okay|sure|right|correct|exactly|please|go|do|don't|dont|not|"
    r"never|leave|keep|skip|drop|agreed?|fine|good|great|perfect|sounds|absolutely|definitely|of course|"
    r"approved?|confirmed?|lgtm|ship|"
    r"是|对|好|行|可以|要|不|别|嗯|用|没|同意|确认|先不|无需|当然|就|都|随便|听你|按|继续|批准|没问题|删|"
    r"留|保留|算了)",
    re.IGNORECASE,
)
_YES_NO = re.compile(
    r"^(?:so |and |also |or |then |now )*(?:should|shall|do|does|did|is|are|was|were|can|could|may|would|"
    r"will|have|has|want|ok|okay)\b|要不要|是否|吗|需不需要|能不能|可不可以|可以(?:吗|么)",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:both|all(?: of (?:them|it|these))?|everything|neither|none|either|whatever|any)\b|"
    r"\b(?:go ahead|proceed|your call|up to you|you decide)\b|都|全部|全都|随(?:便|你)|你(?:来)?定|"
    r"两个(?:都)?|照做"
)
_COUNT = re.compile(r"\bhow (?:many|much|long|often|big|large)\b|多少|几|多(?:大|长|久)")
_CLAUSE = re.compile(r"[,，;；。\n]|[.!?！？](?:\s|$)|\band\b|(?<!\d)\d[.)、]")


def puts_off(text: str) -> bool:
    """Whether a person says that the answer comes later."""
    return any(_PUT_OFF.search(line.low) for line in said(text))


def is_greeting(text: str) -> bool:
    return _GREETING.match(text.strip()) is not None


def is_aside(text: str) -> bool:
    """Whether a message opens a subject of its own."""
    return _ASIDE.match(text.strip()) is not None


def is_polar(text: str) -> bool:
    """Whether a message opens with consent or refusal."""
    return _POLAR.match(text.strip()) is not None


_ONLY_GOES_ON = re.compile(
    r"^(?:ok(?:ay)?,? |good,? |great,? |please )*(?:continue|go on|carry on|keep going|proceed|next|"
    r"resume)[\s.!]*$|^(?:好的?[，,。]?)?(?:请)?(?:继续|接着)(?:吧|做)?[\s。.!！]*$",
    re.IGNORECASE,
)
_OFFERS = re.compile(
    r"\b(?:would|do) you (?:like|want) (?:me|us)\b|\b(?:want|like|need) me to\b|\bshall i\b|"
    r"\bshould i (?:also|go ahead)\b|"
    r"\binterested in\b|需要我|要我|(?:我)?要不要(?:我)?(?:顺便|也|再)|我可以.{0,20}吗",
    re.IGNORECASE,
)


def only_goes_on(text: str) -> bool:
    """Whether a message says "continue" and nothing else."""
    return _ONLY_GOES_ON.match(text.strip()) is not None


def is_alternative(question: str) -> bool:
    """Whether a question gives a choice that yes and no do not make."""
    return re.search(r"(?i)\bor\b|还是|\bwhich\b|哪", question) is not None


def is_offer(question: str) -> bool:
    """Whether a question offers something more; who says nothing to it declines."""
    return _OFFERS.search(question) is not None


def wants_yes_or_no(question: str) -> bool:
    return _YES_NO.search(question) is not None


def wants_count(question: str) -> bool:
    return _COUNT.search(question.lower()) is not None


def speaks_of_all(text: str) -> bool:
    return _ALL.search(text.lower()) is not None


def clauses(text: str) -> int:
    """How many things a reply may say."""
    return sum(1 for piece in _CLAUSE.split(text) if piece.strip())


def is_brief(text: str) -> bool:
    """A few words: nothing but an answer."""
    han = sum(1 for char in text if "\u3400" <= char <= "\u9fff")
    return len(text.split()) <= 5 and han <= 12


# --- consent and calling off ------------------------------------------------------------------------------------------

_GO_ON = re.compile(
    r"^(?:yes|yep|yeah|ok|okay|sure|please|good|great|perfect|fine|right|sounds good|looks good|lgtm|"
    r"approved?|agreed?|do (?:it|that|all|both|so|them)|go(?: ahead| on|)?|continue|proceed|carry on|"
    r"keep going|next|start|let's (?:go|do|start)|make it so|finish|now|all right|alright|"
    r"好|行|可以|是|对|嗯|继续|开始|同意|批准|没问题|写吧|做吧|改吧|加吧|来吧|就这么|按(?:这个|计划|你)|"
    r"都做|全部|接着|下一步|去做|照做|请)",
    re.IGNORECASE,
)
_OFF = re.compile(
    r"\b(?:never ?mind|forget (?:it|that|about)|scrap|cancel(?:led)?|call(?:ed)? off|drop (?:it|that|the|"
    r"this)|no need|not needed|don't bother|skip|on second thought|changed? my mind|take (?:that|it) back|"
    r"undo|revert(?:ed)?|abandon|withdraw\w*|no longer|disregard|ignore (?:that|my)|won't (?:be )?(?:do|"
    r"need|written|necessary)|not doing)\b|"
    r"算了|作废|取消|收回|撤回|不用了|不用(?:再)?(?:做|跑|写|改|加|管)|不需要(?:了|再)?|不必|别(?:做|写|"
    r"改|加|管|弄)了?|改主意|推翻|放弃|不做了|不要了|停(?:掉|下|止)"
)


def goes_on(text: str) -> bool:
    """Whether a message tells the model to go on with what it proposed."""
    return _GO_ON.match(text.strip()) is not None and not is_greeting(text)


def calls_off(text: str) -> bool:
    """Whether a message takes something back."""
    return any(_OFF.search(line.low) for line in said(text) if not asks_mark(line))


def calls_off_in(sentence: str) -> bool:
    return _OFF.search(sentence.lower()) is not None


# --- decisions --------------------------------------------------------------------------------------------------------

_DECIDES = re.compile(
    r"\b(?:we|i)(?:'ve| have)? (?:now |finally |already |therefore |just )?(?:decided?|agreed|settled|"
    r"chose|chosen|opted)\b(?! (?:later|yet|whether|if|which))|\b(?:we|i)(?:'ll| will|'re| are|'m|"
    r" am)? (?:go|going|gone|went|stick|sticking|stay) with\b|"
    r"\b(?:key |final |design )?decisions?\s*[:：—]|\b(?:the|our|my) (?:final )?decision (?:is|was)\b|"
    r"^(?:ok(?:ay)?,? )?(?:agreed|decided|settled)\s*[:,，：—-]|\bit(?:'s| is) (?:decided|settled|"
    r"agreed)\b|\bthen we decide\b|\bwe (?:will )?standardi[sz]e on\b|\bfrom now on,? we\b|"
    r"\blet's (?:go with|settle on|stick with|standardi[sz]e)\b|"
    r"决定(?!吧|权|性|因素|于|一下|哪|是否|要不要)|敲定|拍板(?:了|：|:)|定(?:了|下来了?)[，,：:。]|定为|"
    r"(?:那)?就(?:选|采用|定)|达成(?:了)?一致|结论(?:是|：|:)|商定|约定(?:好|了|：)|选定|说好了"
)
_PERSON_DECIDES = re.compile(
    r"\blet's (?:use|keep|do|make|have|call)\b|\b(?:use|choose|pick|prefer|take) .{1,80}\b(?:over|"
    r"rather than|instead of|not)\b|\b(?:go|going) with\b|那就(?:用|按|走|统一|改用|放)|就用|就按|"
    r"统一(?:用|使用|采用|为|成|按)|一律|改用|不用.{1,30}[,，]?(?:改用|而用|用)"
)
_UNDECIDED = re.compile(
    r"\b(?:to|must|should|need to|have to|can|could|will|please|you|not|haven't|hasn't|before we|until we|"
    r"help (?:me|us)|if we|whether|once|when|who|how) (?:decide|go with|choose|agree)|\bundecided\b|"
    r"\bif (?:we|i|you) (?:decide|go|went|choose)|\bas (?:we |i |you )?(?:decided|agreed)|(?:earlier|"
    r"previous(?:ly)?|already|last week) (?:decided|agreed)|\b(?:decide|agreed?)d? (?:later|yet)\b|"
    r"(?:没|未|待|再|来|需要|由(?:你|您)|请(?:你|您)?|帮.{0,3}|先别|尚未|还没|如何|怎么|谁|如果|要是|之前|"
    r"上次|已经|根据|由)(?:你|您|我们|我)?(?:来|做|去)?决定|决定(?:之前|不了|不下)"
)


def decisions(text: str, *, person: bool) -> list[str]:
    """The sentences of a message that decide something for the work."""
    found: list[str] = []
    for line in said(text):
        low = line.low
        if asks_mark(line) or line.kind is Kind.HEADING:
            continue
        explicit = _DECIDES.search(low) is not None
        if not explicit and not (person and _PERSON_DECIDES.search(low)):
            continue
        if _UNDECIDED.search(low) or (_OFF.search(low) and not _NEW_CHOICE.search(low)):
            continue
        found.append(_bare(line.text))
    return found


_NEW_CHOICE = re.compile(r"\b(?:decided on|go(?:ing)? with|settled on|instead|use)\b|改用|改成|换成|决定(?:用|采用|改)")

# --- plans and promises -----------------------------------------------------------------------------------------------

_PLAN_HEAD = re.compile(
    r"\b(?:plan|next steps?|remaining(?: work| steps| tasks| items)?|still (?:to do|open|missing)|"
    r"to[- ]?do(?:s| list)?|left to do|what(?:'s| is) (?:left|next|missing)|steps|follow[- ]?ups?|"
    r"outstanding|i(?:'ll| will| am going to|'m going to)|pending)\b|计划|下一步|接下来|步骤|待办|剩余|"
    r"剩下|还需要|未完成|后续|打算"
)
_DONE_HEAD = re.compile(
    r"\b(?:done|did|completed|finished|was|were|have been|has been|changed|changes|summary|how it works|"
    r"reproduce|to run|usage|instructions|used to)\b|已完成|完成了|做了|改动|变更|小结|总结|用法|复现|如何"
)
_OPTIONAL = re.compile(
    r"\b(?:possible|optional(?:ly)?|suggest\w*|recommend\w*|could|might|may want|consider|ideas?|"
    r"nice[- ]to[- ]have|if you|would be|potential|alternatively|down the road)\b|可选|建议|可以考虑|如果|"
    r"或许|不妨"
)
_PROMISE = re.compile(
    r"^(?:ok(?:ay)?,? |understood[,.:]? |sure,? |noted[,.:]? |got it[,.:]? |then,? |and |so )*(?:next(?:,|"
    r":| up| i| we)|after (?:that|this|the)\b.{0,40}\bi(?:'ll| will))|"
    r"\b(?:i|we)(?:'ll| will| am going to|'m going to|'re going to| shall| plan to| intend to|"
    r" still (?:need|have) to| need to| have to| have yet to|'ve yet to)\b|"
    r"\bstill (?:need(?:s|ed)?|to do|to be|to come|left|missing|pending|outstanding|todo|has to|have to|"
    r"unfinished|incomplete|fail(?:s|ing)?|broken|running)\b|\bremain(?:s|ing)? (?:to be|to do|open|"
    r"undone|unfinished|tasks?|steps?|work|items?|is|are)\b|\bremaining\s*[:：]|\bleft to do\b|"
    r"\byet to be\b|\bto be (?:done|written|added|implemented|fixed|finished)\b|"
    r"\b(?:not|n't) (?:been )?(?:yet |been )?(?:committed|pushed|tested|run|written|implemented|finished|"
    r"done|started|added|fixed|deployed|merged|verified|complete|completed|documented|migrated|wired)\b|"
    r"\b(?:todo|to-do)\s*[:：]|\bnext (?:step|task|item)s? (?:is|are|will|would be)\b|"
    r"\bnext steps?\s*[:：]|\bis next\b|\btomorrow\b|\bin a follow-up\b|\bdeferred\b|\bpostponed\b|"
    r"\bhalf(?:way| done| finished)\b|\bunfinished\b|"
    r"接下来|下一步|(?:随后|之后|后面|稍后|回头|明天|晚点|等会|然后|再)(?:我)?(?:会|将|再|还要|还会|来|去|"
    r"要|需)|我(?:会|将|再去|马上|这就)|还(?:需要|需|要|差|剩|没|没有|未|得)(?!什么|有什么|任何)|尚未|"
    r"待(?:办|完成|处理|补|做|修|实现)|剩(?:下|余)|未(?:完成|提交|测试|实现|验证|处理|推送)|"
    r"没(?:有)?(?:提交|测试|跑|写完|做完|完成|实现|验证|推送)|TODO|留待|以后再|改天|后续"
)
_NO_PROMISE = re.compile(
    r"\b(?:i|we)(?:'ll| will) (?:not|never|always|be (?:happy|glad|here|around|able|ready)|wait|keep|"
    r"leave|stick|stay|hold|avoid|ignore|skip|remember|note|let you know|stop|assume|need (?:to know|"
    r"from you|your))\b|\b(?:won't|will not|nothing (?:else |more )?(?:remains|is left|left|to)|"
    r"no (?:remaining|outstanding|pending|further|more|open|follow-?ups?|todos?)|none remain|not needed|"
    r"no longer|whenever|if you|once you|when you|should you|unless|from now on|going forward|"
    r"in (?:the )?future|you(?:'ll| will| can| may| need| have)|let me know|feel free|as you asked|"
    r"on purpose|by design)\b|"
    r"\b(?:nothing|no \w+) (?:still )?(?:needs?|remains?|left)\b|不需要|无需|不用|不必|如果(?:你|您|需要)|"
    r"如需|需要的话|没有其他|没有剩|不再|不会|我会(?:保持|记住|记得(?:这|，)|注意|避免|一直|始终|遵守|"
    r"按(?:照)?(?:这|你|您))|今后|以后都|每次|一直|始终|(?:你|您)(?:可以|还)|没有(?:什么|任何)|是否|"
    r"吗[？?]?$"
)
_REMINDS = re.compile(
    r"\b(?:don't|do not|dont) forget\b|\bremember to\b|\bremind me\b|\b(?:later|tomorrow|next (?:week|"
    r"time|session)|afterwards|eventually|at some point|another time)\b.{0,40}\b(?:we|you|i|need|should|"
    r"must|do|add|write|fix|update)\b|\b(?:we|you|i) (?:still )?(?:need|should|must|"
    r"have) to\b.{0,60}\b(?:later|tomorrow|next|before|after|once|when|eventually)\b|\bbefore (?:the |we |"
    r"you )?(?:release|merg\w*|deploy\w*|ship\w*|launch|publish\w*)\b|\bnot (?:right )?now\b|"
    r"\btodo\s*[:：]|"
    r"别忘|记得|不要忘|(?:回头|稍后|以后|之后|明天|下次|下周|晚点|等.{1,20}(?:之后|以后|后|"
    r"完)).{0,12}(?:再|要|把|记|做|改|加|写|补|处理)|(?:发布|上线|合并|部署|发版|"
    r"提交)(?:之)?前.{0,12}(?:要|把|记|别|得|再|需)|留到"
)
_CLAIMS = re.compile(
    r"\b(?:done|finished|completed?|committed|landed|implemented|added|fixed|merged|pushed|written|"
    r"updated|removed|renamed|in place|is now|now (?:uses|has|reads|passes|works)|passes|resolved|all set|"
    r"took care|works)\b|完成|已经?|好了|搞定|修好|改好|写好|加好|提交了|通过"
)
_PARTIAL = re.compile(
    r"\b(?:not yet|except|but not|partly|partially|first (?:part|half)|only (?:the )?(?:first|points?|"
    r"steps?|items?)|points? \d|steps? \d|items? \d|remaining|still|half)\b|(?:尚|还)(?:未|没|有|需|剩|"
    r"差)|部分|第.{1,3}(?:步|项|点|条)|除了|只(?:做|完成)"
)


def plan_items(text: str) -> list[str]:
    """The items of the lists that a message puts under a plan, and its open checkboxes."""
    found: list[str] = []
    planning = False
    block = -2
    for line in said(text):
        box = _BOX.match(line.text)
        if box:
            if box[1] == " ":
                found.append(_bare(line.text[box.end() :]))
            planning = False
            continue
        if line.kind is Kind.ITEM:
            heads = _head_of(line)
            if planning and not _OPTIONAL.search(line.low) and line.block != block:
                found.append(_bare(line.text))
                block = line.block
            elif heads is not None:
                planning = heads
            continue
        heads = _head_of(line)
        planning = heads if heads is not None else False
    return found


_BOX = re.compile(r"^\[([ xX~-])\]\s+")


def _head_of(line: Said) -> bool | None:
    """Whether a line that may stand over a list announces a plan; None where it stands over none."""
    low = line.low.rstrip("*_ ")
    if not (line.kind is Kind.HEADING or low.endswith((":", "："))):
        return None
    return bool(_PLAN_HEAD.search(low)) and not _DONE_HEAD.search(low) and not _OPTIONAL.search(low)


def promises(text: str) -> list[str]:
    """The sentences in which a model's closing words say what is still to be done."""
    found: list[str] = []
    offered = False
    for line in said(text):
        low = line.low
        heads = _head_of(line)
        if heads is not None and line.kind is not Kind.ITEM:
            offered = _OPTIONAL.search(low) is not None
            continue
        if asks_mark(line) or line.kind is Kind.HEADING or (offered and line.kind is Kind.ITEM):
            continue
        if (
            _PROMISE.search(low)
            and not _NO_PROMISE.search(low)
            and not _OPTIONAL.search(low)
            and not _OFFER.search(low)
        ):
            found.append(_bare(line.text))
    return found


def reminders(text: str) -> list[str]:
    """The sentences in which a person puts something off without dropping it."""
    return [
        _bare(line.text)
        for line in said(text)
        if _REMINDS.search(line.low) and not asks_mark(line) and line.kind is not Kind.HEADING
    ]


def claims(text: str) -> Iterator[str]:
    """The sentences that say that something is done."""
    for line in said(text):
        if _CLAIMS.search(line.low) and not _PROMISE.search(line.low) and not asks_mark(line):
            yield line.text


def claims_all(text: str) -> bool:
    """Whether a message says that the work is done, and names no exception."""
    lines = said(text)
    return any(_CLAIMS.search(line.low) for line in lines) and not any(_PARTIAL.search(line.low) for line in lines)


_NUMBERS = re.compile(
    r"\b(?:points?|steps?|items?|numbers?|tasks?|parts?|options?|nos?\.?|#)\s*((?:\d{1,2}(?:\s*(?:,|and|&|"
    r"to|-|–)\s*)?)+)|第\s*([\d一二三四五六七八九十、和,，到至-]+)\s*(?:步|项|点|条|个)|"
    r"前([一二三四五六两\d])(?:步|项|点|条|个)|\bfirst (two|three|four|\d)\b"
)
_HAN_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九十")} | {"两": 2}
_ENGLISH = {"two": 2, "three": 3, "four": 4}


def numbered(text: str) -> frozenset[int]:
    """The numbers of a list's items that a message names (``points 1 and 2``, 前两点)."""
    found: set[int] = set()
    for english, chinese, first, word in _NUMBERS.findall(text.lower()):
        if first or word:
            count = _ENGLISH.get(word) or _HAN_DIGITS.get(first) or int(word or first)
            found.update(range(1, count + 1))
            continue
        values = [int(v) for v in re.findall(r"\d+", english or chinese)] or [
            _HAN_DIGITS[c] for c in chinese if c in _HAN_DIGITS
        ]
        if len(values) == 2 and re.search(r"to|-|–|到|至", english or chinese):
            values = list(range(values[0], min(values[1], values[0] + 50) + 1))
        found.update(values)
    return frozenset(found)


def first_line(text: str, limit: int = 200) -> str:
    """The first sentence of a message, fit for one line."""
    line = _bare(next((part for part in text.splitlines() if part.strip()), ""))
    return line if len(line) <= limit else line[: limit - 1] + "…"


_EDGES = " \t*_#>-•·"


def _bare(text: str) -> str:
    return " ".join(text.split()).strip(_EDGES).replace("**", "")


_FILE_NAME = re.compile(r"[\w./-]+\.(?:md|txt|rst|org|adoc|ya?ml|toml|json|csv)\b", re.ASCII)


def names_file(text: str) -> bool:
    """Whether a message names a document."""
    return _FILE_NAME.search(text) is not None


def list_items(text: str) -> list[str]:
    """Every item of the lists in a text."""
    return [_bare(line.text) for line in said(text) if line.kind is Kind.ITEM]


_GENERAL_OFF = re.compile(
    r"\b(?:never ?mind|forget it|scrap (?:it|that|this)|cancel (?:it|that|this|everything)|drop (?:it|"
    r"that|this)|on second thought|changed? my mind|take (?:that|it) back|undo (?:it|that)|disregard|"
    r"not doing (?:it|that))\b|算了|作废|收回|撤回|改主意|推翻|不做了|不用(?:了|做了|跑了|改了|写了|加了)|"
    r"取消"
)


def is_general_off(text: str) -> bool:
    """Whether a message takes back what was said last, without naming it."""
    return _GENERAL_OFF.search(text.lower()) is not None


_PENDING_HEAD = re.compile(
    r"^[\s#*\d.、)）-]*(?:pending (?:tasks?|jobs?|work|items?|questions?)|(?:optional )?next steps?|"
    r"open (?:questions?|items?|tasks?)|remaining (?:work|tasks?)|todo|in progress|待办|未完成|下一步|"
    r"后续|待解决)",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"^\s*(?:#{1,6}\s|\d{1,2}[.、]\s+(?=[A-Z\u3400-\u9fff*])|\*\*[^*]+\*\*[:：]?\s*$|"
    r"[A-Z][A-Za-z /&-]{2,50}[:：]\s*$)"
)
_NONE = re.compile(
    r"^\W*(?:none|n/?a|nothing|no (?:pending|outstanding|open|further|remaining|next|additional|other|"
    r"explicit)|all (?:tasks?|work) (?:is|are)|wait|await|无|没有|暂无|等待)",
    re.IGNORECASE,
)


def pending_in_summary(text: str) -> list[str]:
    """What the sections of a summary name as pending or next; empty where they say that there is none."""
    found: list[str] = []
    inside = False
    for line in text.splitlines():
        bare = _bare(line)
        if _PENDING_HEAD.match(line) and len(line) < 200:
            inside = True
            rest = bare.partition(":")[2].strip() or bare.partition("：")[2].strip()
            if rest and not _NONE.match(rest):
                found.append(rest)
        elif _SECTION.match(line) and not line.startswith((" ", "\t", "-")):
            inside = False
        elif inside and bare and not bare.startswith("<"):
            bare = re.sub(r"^\d{1,2}[.)、]\s*", "", bare)
            if _NONE.match(bare):
                continue
            if len(bare) <= LONG and not _BOX_DONE.match(bare):
                found.append(_BOX.sub("", bare))
    return found


_BOX_DONE = re.compile(r"^\[[xX]\]")
