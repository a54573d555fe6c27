"""Standing rules in a person's words: what is to be done always, never, or on a condition, beyond the work at hand.

One reader for both that count them: what is said beside an order that was carried out, and what a summariser is told.
"""

from __future__ import annotations

from threefold.work.sentences import asking, wishes
from threefold.work.sentences.forbidding import bans
from threefold.work.sentences.phrases import Phrases, Said

FOR_GOOD = Phrases(
    r"\b(?:from now on|going forward|in (?:the )?future|always|never|ever|until|every time|whenever|as a rule|"
    r"by (?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|next (?:week|month|sprint|release|time))\b|以后|今后|"
    r"往后|从现在|总是|永远|每次.{0,12}[要须得先]|明天|后天|下周|下个月"
)
"""What a request says beyond the work that it asks for."""
STANDS = Phrases(
    r"\b(?:from now on|going forward|in (?:the )?future|in general|always|never|ever|until|every time|whenever|"
    r"as a rule|remember|keep in mind|bear in mind|note that|don't forget|fyi|heads[- ]?up|for the record|by the way|"
    r"btw|deadline|due|tomorrow|tonight|later|next (?:week|month|sprint|release|quarter|year|time)|(?:by|on|before|"
    r"until|this|next) (?:mon|tues|wednes|thurs|fri|satur|sun)day|eod|end of (?:the )?(?:day|week|month)|go(?:es|"
    r"ing)? live|launch|after (?:that|this|lunch|the)|(?:when|before) (?:we|i)(?:'re| are)? (?:wrap|finish|stop|leave|"
    r"end|close|done)\w*|once|eventually|at some point|promise[ds]?)\b",
    r"以后|今后|往后|从现在|总是|永远|每次.{0,12}[要须得先]|原则上|记住|记得|别忘|截止|明天|后天|下周|下个月|"
    r"周[一二三四五六日]|月底|今晚|上线|交付|演示|回头|稍后|等.{1,12}(?:再|后)|顺便说|提醒一下|注意",
)
"""The same, and what it tells of a later time."""
_KEEPS = Phrases(
    r"^(?:please |and |but |also |and please )*(?:keep|leave) (?:the|our|my|all|every|any|both|`)(?:\W*\S+){1,8} "
    r"(?:as (?:it|they) (?:is|are|was|were)|as is|unchanged|untouched|alone|intact|stable|"
    r"(?:backwards? )?compatible)\b|"
    r"^(?:请|还有)*(?:保持|维持).{1,30}(?:不变|不动|原样)|.{2,}(?:保持|维持)(?:不变|不动|原样)"
)
"""What is to stay as it is, by its name."""
_LANGUAGE = r"(?:english|german|french|spanish|italian|japanese|chinese|portuguese|korean|russian)"
_NAMES = (
    r"(?:commit messages|commits|pr (?:titles|descriptions)|branch(?:es| names)|comments|docstrings|(?:file|"
    r"class|"
    r"variable|test|function|table|column) names|(?:log|error) messages|identifiers|release notes|"
    r"changelog entries)"
)
_RULES = Phrases(
    r"^(?:please |and |but |also |no[.,] )*only (?:i|we|he|she|(?-i:[A-Z])\w+|the (?:\w+ ){0,2}\w+ team)(?: and \w+)? "
    r"(?:may|can|must|should|is|are|\w+)\b",
    r"\b(?:nobody|no one|no-one)(?: (?:but|except) \w+)? (?:may|can|should|must|gets?|is|deploys|pushes|merges|"
    r"touches)\b|"
    r"\bi (?:\w+ ){1,3}myself\b,? (?:always|please)",
    r"\bwithout (?:asking|telling|checking with|consulting|my|our|permission|approval|an? (?:ok|okay|review|approval|"
    r"ticket|go-ahead))\b|\bbefore (?:every|each)\b",
    rf"\b(?:in|to) {_LANGUAGE} only\b|\bonly (?:in|to) {_LANGUAGE}\b|"
    rf"^(?:please )?(?:answer|reply|respond|write|comment) "
    rf"(?:\w+ ){{0,3}}in {_LANGUAGE}\b|^(?:the |all |our |my )?{_NAMES} (?:in|are|must|should|have|start|stay|"
    rf"at most|no)\b",
    r"\b(?:must|may|can|should|shall)(?: not|n't|not) (?:change|break|move|be (?:changed|touched|renamed|removed|"
    r"moved|"
    r"broken|edited|modified|deleted))\b|\b(?:must|has to|have to) (?:stay|remain|keep working)\b|,? so no [a-z]+",
    r"\b(?:is|are) (?:off[- ]limits|read-?only|frozen|not to be \w+)\b",
    r"(?:之前|以前|前)(?:都|请|一定)?(?:必须|务必|要|得|先).{0,4}[给让跟问经跑做看走等备通]|只(?:能|许|准|有).{1,12}|"
    r"[^可]不(?:许|准|得)[^不]|"
    r"(?:^|[^只就可])不能(?:变|改|动|删|写|断|破|超|低于)|一律|统一(?:用|使用|为|按|成)|用[中英日德法韩俄]文(?:写|"
    r"回答|回复|来写|输出)?"
    r"[。.！!]*$|未经|没有?.{1,12}(?:不许|不准|不得|别|不要)|我没说.{1,12}(?:不|别)|(?:禁止|严禁)",
)
"""What holds beyond one deed: who may, on what condition, in which form, and what must not change."""


_BARE_NO = Phrases(r"^(?:please |and |but |also |ok(?:ay)?[,. ]+|so )*no\b")
_MORE = Phrases(
    r"\bno (?:new|more|further|additional|extra|other|third[- ]party|external|direct|manual|force[- ]?\w*) \w+"
)
"""Of the things that a bare "no" refuses, those that it refuses from now on."""


def keeps(line: Said) -> bool:
    """Whether a sentence says of something that it names that it is to stay as it is."""
    return _KEEPS.within(line) and not asking.is_question(line)


def lays_down(line: Said) -> bool:
    """Whether a sentence lays down a rule that outlives the work at hand: who may do something, what is not to be done
    to a thing that it names, on what condition, in which form."""
    if asking.is_question(line):
        return False
    return _RULES.within(line) or (wishes.prohibits(line) and _names(line))


def _names(line: Said) -> bool:
    """Whether a prohibition holds on a condition, or of a thing that it names, and not but for now."""
    if _BARE_NO.within(line):
        return _MORE.within(line)
    found = bans(line.text)
    return not found or any(ban.thing and not ban.provisional for ban in found)
