"""Decisions in prose, consent, and taking back."""

from __future__ import annotations

from threefold.text.sentences import Kind
from threefold.work.sentences.answering import is_aside, is_greeting, only_goes_on, puts_off
from threefold.work.sentences.asking import is_question
from threefold.work.sentences.framing import explaining
from threefold.work.sentences.phrases import Phrases, said
from threefold.work.sentences.words import terms

_GOES_ON = Phrases(
    r"^(?:yes|yep|yeah|ok|okay|sure|please|good|great|perfect|fine|right|sounds good|looks good|lgtm|approved?|"
    r"agreed?|continue|proceed|carry on|keep going|next|start|let's (?:go|do|start)|make it so|finish|now|all right|"
    r"alright|go(?: ahead| on)?|do (?:it|that|all|both|so|them|the|points?|steps?))\b",
    r"^(?:好|行|可以|是|对|嗯|继续|开始|同意|批准|没问题|写吧|做吧|改吧|加吧|来吧|就这么|按(?:这个|计划|你)|都做|全部|"
    r"接着|下一步|去做|照做|请)",
)
_OFF = Phrases(
    r"^(?:actually,? |ok(?:ay)?,? |please |no,? |then )*forget\b|\bleave (?:it|that|this)(?: alone)?[.!,]|"
    r"\bwe (?:don't|do not) (?:want|need) (?:it|that|this|them)\b",
    r"\b(?:never ?mind|forget (?:it|that|about)|scrap|cancel(?:led)?|call(?:ed)? off|drop (?:it|that|the|this)|"
    r"no need|not needed|don't bother|skip|on second thought|changed? my mind|take (?:that|it) back|undo|"
    r"revert(?:ed)?|abandon|withdraw\w*|no longer|disregard|ignore (?:that|my)|won't (?:be )?(?:do|need|written|"
    r"necessary)|not doing)\b",
    r"恢复原[状样]|还原吧|撤销|别[改换做弄加写]了|算了|作废|取消|收回|撤回|不用了|不用(?:再)?(?:做|跑|写|改|加|管)|"
    r"不需要(?:了|再)?|不必|别(?:做|写|改|加|管|弄)了?|改主意|推翻|放弃|不做了|不要了|停(?:掉|下|止)|(?:^|[，,。… ]|"
    r"那)不.{1,3}了(?:[，,。.！!]|$)|维持现状|当我没说",
)
_OFF_ALTOGETHER = Phrases(
    r"\bleave (?:it|that|this)(?: alone)?[.!,]",
    r"\b(?:never ?mind|forget it|(?:scrap|cancel|drop) (?:it|that|this|everything)|on second thought|changed? my mind|"
    r"take (?:that|it) back|undo (?:it|that)|disregard|not doing (?:it|that))\b",
    r"\b(?:drop|scrap|forget|abandon|skip|cancel|revert|undo) (?:it|that|this|them|everything|the (?:idea|plan|thing|"
    r"change|attempt|experiment|whole))\b|\bput (?:everything|it|that) back\b|\bno changes?\b|"
    r"\bstays? as (?:it )?is\b",
    r"算了|作废|收回|撤回|改主意|推翻|不做了|不用(?:了|做了|跑了|改了|写了|加了)|取消|恢复原[状样]|还原|撤销|"
    r"别[改换做弄加写]了|不[改换]了|维持现状|当我没说",
)
_DECIDES = Phrases(
    r"\b(?:we|i)(?:'ve| have)? (?:now |finally |already |therefore |just )?(?:decided?|agreed|settled|chose|chosen|"
    r"opted)\b",
    r"\b(?:we|i)(?:'ll| will|'re| are|'m| am)? (?:go|going|gone|went|stick|sticking|stay) with\b",
    r"\b(?:key |final |design )?decisions?\s*[:：—]|\b(?:the|our|my) (?:final )?decision (?:is|was)\b",
    r"^(?:ok(?:ay)?,? )?(?:agreed|decided|settled)\s*[:,，：—-]|\bit(?:'s| is) (?:decided|settled|agreed)\b|"
    r"\bthen we decide\b",
    r"\bwe (?:will )?standardi[sz]e on\b|\bfrom now on,? we\b|\blet's (?:go with|settle on|stick with|"
    r"standardi[sz]e)\b",
    r"决定|敲定|拍板(?:了|：|:)|定(?:了|下来了?)[，,：:。]|定为|(?:那)?就(?:选|采用|定)|达成(?:了)?一致|结论(?:是|：|"
    r":)|商定|约定(?:好|了|：)|选定|说好了",
)
_PERSON_DECIDES = Phrases(
    r"\blet's (?:use|keep|have|call)\b|\b(?:go|going) with\b|\bwe(?:'ll| will) (?:use|keep|have|drop|support|host|"
    r"store|name|call)\b",
    r"\bfinal answer\b|\bthat's final\b|,? decided[.!]?$|\bchoose (?:the )?(?:first|second|third|option|approach)\b",
    r"(?:^|\b(?:let's|please|then|just|and|we|we'll|i'd) )(?:use|choose|pick|prefer|take) .{1,80}\b(?:over|"
    r"rather than|instead of|not)\b",
    r"^[^,.;:?]{1,40} it is(?:[.,;!]|$| then\b)|^那?我们?(?:就)?定[^个一下].{0,30}",
    r"我们?选|^采用|就这(?:样|么)定|(?:以后|今后)都|那就(?:用|按|走|统一|改用|选|第[一二三四五\d]|前者|后者|"
    r"[ABab甲乙]|放[在到进])|就用|就按|统一(?:用|使用|采用|为|成|按)|一律|改用|不用.{1,30}[,，]?(?:改用|而用|用)",
)
_NO_CHOICE = Phrases(
    r"\b(?:as|what|how|where|which|so|because|since|if|think|hope|like|than) it is\b",
)
_DETERMINES = Phrases(
    r"\b(?:it|that|this|which|only) (?:\w+ )?(?:decides?|determines?)\b|(?:它|这|值|参数|时间|大小|只|共同)决定|"
    r"决定(?:了?(?:多|何|哪|谁|是否|能否|每|什么)|于|着)|取决于"
)
"""How one thing depends on another: nobody decides."""
_ASKS_TO_RECORD = Phrases(
    r"\b(?:write|put|note|record|document|capture|add)\b.{0,20}\b(?:that|this|it|down|them)\b|(?:写|记|记录|补|"
    r"加)(?:到|进|入|下来|在)",
)


def asks_to_record(text: str) -> bool:
    """Whether a person tells the model to write down what was said."""
    return _ASKS_TO_RECORD.within(text)


_UNDECIDED = Phrases(
    r"\b(?:to|must|should|need to|have to|can|could|will|please|you|not|haven't|hasn't|before we|until we|help (?:me|"
    r"us)|if we|whether|once|when|who|how) (?:decide|go with|choose|agree)",
    r"\bundecided\b|\bif (?:we|i|you) (?:decide|go|went|choose)|\bas (?:we |i |you )?(?:decided|agreed)",
    r"\b(?:last (?:year|month|week|quarter|sprint|time)|(?:years?|months?|weeks?) ago|back then|long ago)\b|去年|"
    r"上个?月|当年|以前",
    r"(?:earlier|previous(?:ly)?|already|last week) (?:decided|agreed)|\b(?:decide|agree)d? (?:later|yet|whether|if|"
    r"which)\b",
    r"(?:没|未|待|再|来|需要|由(?:你|您)|请(?:你|您)?|帮.{0,3}|先别|尚未|还没|如何|怎么|谁|如果|要是|之前|上次|已经|"
    r"根据|由|需要先|得先|要先|先)(?:你|您|我们|我)?(?:来|做|去)?决定",
    r"决定(?:吧|权|性|因素|于|一下|哪|是否|要不要|之前|不了|不下)",
)
_ANEW = Phrases(
    r"\b(?:decided on|go(?:ing)? with|settled on|instead|use)\b|改用|改成|换成|决定(?:用|采用|改)",
)


_ACKNOWLEDGES = Phrases(
    r"^(?:ok|okay|noted|understood|got it|agreed|all right|alright|sure|good|great|perfect|fine|thanks|thank you|"
    r"will do|makes sense|that works)\b",
    r"^(?:好|明白|了解|收到|知道|记住|没问题|行|可以|嗯|同意)",
)
_REFUSES = Phrases(
    r"^(?:no|nope|nah|not|none|neither|don'?t|do not|leave|skip|never ?mind|nothing)\b",
    r"^(?:不(?:[^错愧]|$)|别|先不|算了|没|无需|都[不别没]|暂时不)|保持(?:原样|现状|不变)",
)
_STATUS_QUO = Phrases(
    r"\b(?:keep|leave|stay with|stick with|stay on)\b.{0,60}\b(?:old|current|existing|as (?:it|they|is)|unchanged|"
    r"original)\b",
    r"\bnothing (?:changes|changed|to change)\b|\bno changes?\b|\bstays? as\b|保持|原样|不变|还是原来",
)


def acknowledges(text: str) -> bool:
    """Whether a model's closing words take note of an answer and do no more."""
    return len(text) <= 240 and _ACKNOWLEDGES.within(text.strip())


def refuses(text: str) -> bool:
    """Whether an answer leaves everything as it is."""
    return _REFUSES.within(text.strip())


_OFFERS_CHOICE = Phrases(
    r"\b(?:options?|either|alternatives?|versus|vs|suggest|recommend|would (?:use|choose|prefer|go)|trade-?offs?)\b|"
    r"\bor\b",
    r"还是|方案|两种|或者|建议|推荐|要么|优点|缺点",
)


def offers_choice(text: str) -> bool:
    """Whether a model's words put alternatives or a recommendation, without asking."""
    lines = said(text)
    explains = explaining(lines)
    return any(_OFFERS_CHOICE.within(line) for place, line in enumerate(lines) if place not in explains)


_TAKES_IN = Phrases(
    r"^(?:(?:ok(?:ay)?|ah|oh|i see|right|yeah|yes|cool|fine|great|nice|good),?\s+)*(?:(?:that |it )?makes sense|"
    r"got it|understood|i see|fair(?: enough)?|good to know|clear|that's (?:all|it)|nothing else|(?:that|"
    r"this) (?:explains|answers)\b.*)[\s.!]*$",
    r"^(?:(?:ok|好|嗯|行|哦)[的吧，, ]*)*(?:(?:我)?(?:明白|懂|知道|了解|清楚)(?:了)?|有道理|原来如此|没别的了?|"
    r"没有别的了?|没事了|就这些|没问题了?)[。！!\s]*$",
)
"""How a person takes in what was explained, or has nothing more to say."""


def picks(text: str) -> bool:
    """Whether a short message of a person picks something: a statement with a content of its own."""
    lines = said(text)
    short = len(text.split()) <= 12 and len(text) <= 80
    speaks = not (is_greeting(text) or refuses(text) or calls_off(text) or puts_off(text) or is_aside(text))
    speaks = speaks and not _TAKES_IN.within(text.strip()) and not only_goes_on(text)
    return short and speaks and bool(terms(text)) and not any(is_question(line) for line in lines)


def goes_on(text: str) -> bool:
    """Whether a message tells the model to go on with what it proposed."""
    return _GOES_ON.within(text.strip()) and not is_greeting(text)


def calls_off(text: str) -> bool:
    """Whether a message takes something back."""
    return any(_OFF.within(line) for line in said(text) if not is_question(line))


def calls_off_altogether(text: str) -> bool:
    """Whether a message takes back what was said last, without naming it."""
    return _OFF_ALTOGETHER.within(text)


def decisions(text: str, *, person: bool) -> list[str]:
    """The sentences of a message that decide something for the work.

    A person decides in more words than a model: of a model's, only what is called a decision counts, since it reports
    in the same words what it has done. Who takes an idea back leaves things as they are, and decides nothing by that.
    """
    withdrawn = calls_off(text)
    return [
        line.plain
        for line in said(text)
        if line.kind is not Kind.HEADING
        and not is_question(line)
        and (
            _DECIDES.within(line)
            or (person and _PERSON_DECIDES.within(line) and not (_STATUS_QUO.within(line) or _NO_CHOICE.within(line)))
        )
        and ((person and not withdrawn) or not _STATUS_QUO.within(line))
        and not (_UNDECIDED.within(line) or (not person and _DETERMINES.within(line)))
        and not (_OFF.within(line) and not _ANEW.within(line))
    ]
