"""What a person's reply does: answer, put off, change the subject, consent, take leave."""

from __future__ import annotations

from threefold.text.later import later
from threefold.work.sentences.phrases import Phrases, said

_PUTS_OFF = Phrases(
    r"\b(?:let me|i(?:'ll| will| need to| have to| want to)?|while i|give me .{0,20}to) (?:think|sleep on|"
    r"consider|check|ask|get back|come back|look into|decide later|talk to)\b",
    r"^(?:(?:ok(?:ay)?|thanks?|thx|good|hm+)[,. ]+)*(?:will|gonna|going to|have to|need to) "
    r"(?:think|sleep on|consider)\b",
    r"\bnot sure(?: yet)?\b|\bi don't know(?: yet)?\b|\bhaven't decided\b|\bget back to you\b|"
    r"\bstill (?:thinking|undecided|open)\b|\bdecide (?:that )?later\b",
    r"(?:我|让我|容我)?(?:再|先)?(?:想想|想一想|考虑|琢磨|问问|问一下|确认一下|商量)|还没(?:想好|决定|定)",
    r"(?:晚点|稍后|回头|过会|之后|明天)(?:再)?(?:告诉|回复|答复|说|定|决定)|不确定|再说|不清楚",
)
_ASIDE = Phrases(
    r"^(?:also|btw|by the way|another (?:thing|question)|unrelated|separately|meanwhile|in the meantime|"
    r"before that|one more thing|(?:a )?quick (?:follow-?up )?question|taking a step back)\b",
    r"^(?:first,|另外|顺便|对了|还有|先[^不别]|话说|插一句)",
)
_GREETING = Phrases(
    r"^(?:hi|hello|hey|good (?:morning|evening|afternoon)|thanks?(?: you)?|thx|你好|早上好|早|在吗|还在吗|"
    r"谢谢|多谢|辛苦了)[\s,.!?！？，。]*(?:are you (?:still )?there|在吗|还在吗)?[\s.!?！？。]*$"
)
_POLAR = Phrases(
    r"^(?:yes|yep|yeah|yup|no|nope|nah|ok|okay|sure|correct|exactly|not|never|agreed?|absolutely|"
    r"definitely|of course)\b",
    r"^(?:approved?|confirmed?|lgtm|sounds good|go ahead|do (?:it|that|so|not)|don'?t|please (?:do|don't)|"
    r"go for it)\b",
    r"^(?:是|对|好|行|可以|不|别|嗯|没|同意|确认|先不|无需|当然|随便|听你|批准|没问题|算了)",
)
_POLAR_IF_SHORT = Phrases(
    r"^(?:right|please|go|do|leave|keep|skip|drop|remove|use|fine|good|great|perfect|ship)\b",
    r"^(?:要|用|就|都|按|继续|删|留|保留)",
)
_YES_NO = Phrases(
    r"^(?:so |and |also |or |then |now )*(?:should|shall|do|does|did|is|are|was|were|can|could|may|would|"
    r"will|have|has|want|ok|okay)\b",
    r"要不要|是否|吗|需不需要|能不能|可不可以|可以(?:吗|么)",
)
_ALL = Phrases(
    r"\b(?:both|all(?: of (?:them|it|these))?|everything|neither|none|either|whatever|any)\b|"
    r"\b(?:go ahead|proceed|your call|up to you|you decide)\b",
    r"都|全部|随(?:便|你)|你(?:来)?定|照做",
)
_ALTERNATIVE = Phrases(r"\bor\b|还是|\bwhich\b|哪")
_COUNT = Phrases(r"\bhow (?:many|much|long|often|big|large)\b|多少|几|多(?:大|长|久)")
_ONLY_GOES_ON = Phrases(
    r"^(?:ok(?:ay)?,? |good,? |great,? |please |just )*(?:continue|go on|carry on|keep going|proceed|next|resume)"
    r"(?: (?:until|till) (?:(?:it|everything|all|that|you)(?: is| are|'s|'re)? )?(?:all )?(?:done|finished|complete|"
    r"through))?[\s.!]*$",
    r"^(?:好的?[，,。]?)?(?:请)?(?:继续|接着)(?:吧|做)?[\s。.!！]*$",
)
_CLAUSE = later(r"[,，;；。\n]|[.!?！？](?:\s|$)|\band\b|(?<!\d)\d[.)、]")


def puts_off(text: str) -> bool:
    """Whether a person says that the answer comes later."""
    return any(_PUTS_OFF.within(line) for line in said(text))


def is_greeting(text: str) -> bool:
    """Whether a message only greets or thanks."""
    return _GREETING.within(text.strip())


def is_aside(text: str) -> bool:
    """Whether a message opens a subject of its own."""
    return _ASIDE.within(text.strip())


def is_polar(text: str) -> bool:
    """Whether a message opens with consent or refusal."""
    text = text.strip()
    short = len(text.split()) <= 8 and _han(text) <= 16
    return _POLAR.within(text) or (short and _POLAR_IF_SHORT.within(text))


def only_goes_on(text: str) -> bool:
    """Whether a message says "continue" and nothing else."""
    return _ONLY_GOES_ON.within(text.strip())


def wants_yes_or_no(question: str) -> bool:
    return _YES_NO.within(question)


def is_alternative(question: str) -> bool:
    """Whether a question gives a choice that yes and no do not make."""
    return _ALTERNATIVE.within(question)


_CHOICE = Phrases(
    r"\b(?:should|shall|prefer|rather|want|would you like|which \w+|how long|what's the plan)\b|\bor\b",
    r"还是|要不要|是否|选|用什么|用哪|哪(?:个|种|一)|默认|应该|多少|多久|合适|怎么(?:分|定|排|命名)",
)

_ASKS_WHY = Phrases(r"^(?:so |but |and |hm+,? )*(?:why|how come|what for)\b|^(?:那)?(?:为什么|为何|为啥|怎么不)")
_ASKS_WHAT_IS = Phrases(
    r"\b(?:do|did) you (?:see|get|have|mean|observe|notice)\b|\bare you (?:on|using|running|seeing)\b|你(?:看到|"
    r"遇到|用的是)"
)


def asks_what_is(question: str) -> bool:
    """Whether a question asks what somebody sees or has: its answer is information, and no choice."""
    return _ASKS_WHAT_IS.within(question)


def is_choice(question: str) -> bool:
    """Whether a question puts a choice about the work; others ask for what the asker does not know."""
    return _CHOICE.within(question) and not (_ASKS_WHAT_IS.within(question) or _ASKS_WHY.within(question))


def wants_count(question: str) -> bool:
    return _COUNT.within(question)


def speaks_of_all(text: str) -> bool:
    return _ALL.within(text)


def clauses(text: str) -> int:
    """How many things a reply may say."""
    return sum(1 for piece in _CLAUSE.split(text) if piece.strip())


def is_brief(text: str) -> bool:
    """A few words: nothing but an answer."""
    return len(text.split()) <= 5 and _han(text) <= 12


def _han(text: str) -> int:
    return sum(1 for char in text if "\u3400" <= char <= "\u9fff")
