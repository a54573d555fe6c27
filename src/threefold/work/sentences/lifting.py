"""Whether a person's later words lift what they forbade: "don't change any code yet", and then "ok, fix it now".

A prohibition forbids deeds (to change, to commit, to push …) of something, or of anything. It is lifted once later
words of the person order or allow each of those deeds of the same thing, or say that it holds no longer. What was
forbidden for good ("never") takes more than an order, which may be one exception: words that allow. What holds but on a
condition ("not without my word", "unless the tests pass") outlives every order.
"""

# ruff: noqa: E501
from __future__ import annotations

from functools import lru_cache

from threefold.text.later import later
from threefold.work.sentences.allowing import DEPENDS, GO_AHEAD, Leave, leaves
from threefold.work.sentences.asking import is_question
from threefold.work.sentences.forbidding import CLAUSES, Ban, bans, spoken, thing_of
from threefold.work.sentences.phrases import Phrases, said
from threefold.work.sentences.words import share, terms

_NAMED = 0.6
"""How much of what names the forbidden thing stands in the words that allow it."""
_RELEASED = 0.25
"""How much of a demand's words stand in those that release from it."""
_PART = 0.5
"""No more than so much of what names the allowed thing is shared where it is a part of the forbidden one."""
_COVERS = {"change": ("break",), "add": ("use", "install")}
"""What the deed is covered by once it is allowed: who may break a thing may change it."""
_AFAR = frozenset(("origin", "upstream", "remot"))
"""Where everything goes that is pushed."""
_TAKES_BACK = Phrases(
    r"\b(?:no longer (?:appl\w+|hold\w*|need\w*|in force|active|valid|off[- ]limits|forbidden|frozen)|fair game|"
    r"(?:forget|ignore|drop|scrap|disregard|scratch) (?:that|this|it)(?: one| again)?(?:[,.;:!]|$)|never ?mind|"
    r"(?:is|are|was|were|has been|have been) (?:now )?(?:lifted|off|void|over|cancell?ed)|(?:forget|ignore|drop|scrap|"
    r"disregard|scratch|never ?mind|take back|withdraw)(?: about)?(?: everything| all)? (?:what (?:i|we) (?:\w+ )?"
    r"(?:said|told|asked|wrote)|(?:the|that|my|this|those) (?:[\w-]+ ){0,4}(?:rule|ban|restriction|constraint|"
    r"instruction|prohibition|limit|condition|freeze|requirement|thing|part|bit)s?\b))",
    r"不再(?:适用|需要|有效|限制)|解禁|解冻|(?:取消|解除|撤销|去掉|放开|作废)[^，。；]{0,20}(?:限制|禁令|禁止|冻结|规则|规矩|约束|"
    r"要求|规定|[这那][条个])|(?:限制|禁令|规则|规矩|约束|要求|规定|[这那]条|说的?|讲的)[^，。；]{0,24}(?:取消|解除|撤销|作废|放开|"
    r"不算|失效|不作数)",
    r"(?:忘了|忘掉|忘记|别管|不用管|不用理|忽略|无视)(?:掉)?(?:我|之前|刚才?|前面|上面|先前)|^(?:那|还是)?算了|当我没说",
)
_KEEPS = Phrases(
    r"\b(?:don'?t|do not|never|not)(?: \w+){0,2} (?:forget|ignore|drop|scrap|disregard|lift\w*|over|off|void)\b",
    r"(?:不要|不能|不得|别|勿|没有?|未)(?:被|再)?(?:忘|忽略|无视|取消|解除|撤销|去掉|作废|放开)",
)
"""How one says that nothing is taken back."""
_OF_BANS = Phrases(
    r"\b(?:restrictions?|prohibitions?|constraints?|bans?|read-?only|plan mode|freeze)\b|限制|禁令|禁止|冻结"
)


_RELEASES = Phrases(
    r"\b(?:no need to|(?:needn'?t|(?:don'?t|do not) (?:need|have) to)(?: \w+){0,2}|no longer (?:need|have) to|(?:can|may) "
    r"(?:skip|stop|drop)|stop) \w",
    r"(?:不用|不必|无需|不需要|用不着)(?:再|每次|总是|都|先)*.{1,30}了|(?:不用|不必|无需|不需要|用不着)再",
)
"""How one says that what was demanded need not be done any more."""
_RELEASE_WORDS = frozenset(
    ["stop", "skip", "drop", "longer", "need", "needn", "any", "more", "不用", "用再", "不必", "必再", "无需", "需再"]
)
_UNNAMED = later(
    r"(?i)\b(?:forget|ignore|drop|scrap|disregard|scratch|never ?mind|take|back|withdraw\w*|lift\w*|void|cancel\w*|rules?|bans?|"
    r"restrictions?|constraints?|instructions?|prohibitions?|conditions?|freeze|requirements?|part|bit|said|told|asked|wrote|"
    r"earlier|before|no longer|applies|apply|holds?|in force|valid|actually|hm+|oh)\b|忘[了掉记]|别管|不用[管理]|忽略|无视|我|刚才?|"
    r"之前|前面|上面|先前|说的?|讲的|限制|禁令|禁止|冻结|规则|规矩|约束|要求|规定|[这那][条个]|取消|解除|撤销|去掉|放开|作废|失效|不算|算了|"
    r"不作数|当|话|就|已经|现在|了|吧"
)
"""What stands in a clause that takes something back without naming it."""


def lifts(rule: str, text: str, *, near: bool = False) -> bool:
    """Whether a person's message lifts all that a rule of an earlier message forbids, or releases from what it demands.
    False for a rule that lays down several such things. ``near``: it is what the person said last before, so that
    "forget that" is about it."""
    standing = bans(rule)
    return not left_of(standing, text, rule, near=near) if standing else _releases(rule, text)


def _releases(rule: str, text: str) -> bool:
    """Whether a message says that what a rule demands need not be done any more."""
    if not may_release(text):
        return False
    wanted = terms(rule)
    for line in said(text):
        if _RELEASES.within(line) and not (is_question(line) or DEPENDS.within(line)):
            named = terms(spoken(line)) - _RELEASE_WORDS
            if named and share(named, wanted) >= _NAMED and share(wanted, named) >= _RELEASED:
                return True
    return False


def may_lift(text: str) -> bool:
    """Whether a message orders, allows or takes back anything at all."""
    return bool(leaves(text)) or _TAKES_BACK.within(text)


@lru_cache(16)
def may_release(text: str) -> bool:
    """Whether a message may say that something need not be done any more."""
    return _RELEASES.within(text)


def left_of(standing: tuple[Ban, ...], text: str, rule: str = "", *, near: bool = False) -> tuple[Ban, ...]:
    """Of prohibitions, what a later message of the person leaves of them; ``rule`` is their wording. ``near`` as for
    ``lifts``."""
    given = leaves(text) if standing else ()
    left = []
    for ban in _not_taken_back(standing, rule, text, given, near=near):
        deeds = frozenset(deed for deed in ban.deeds if not any(_grants(leave, deed, ban) for leave in given))
        if deeds:
            left.append(ban._replace(deeds=deeds))
    return tuple(left)


def _grants(leave: Leave, deed: str, ban: Ban) -> bool:
    if leave.deed == GO_AHEAD:
        return ban.provisional and not (ban.for_good or ban.thing) and deed == "change"
    covers = leave.deed == deed or (leave.may and leave.deed in _COVERS.get(deed, ()))
    if not covers or (ban.for_good and not leave.may):
        return False
    if not ban.thing:
        return not (leave.text and deed == "change")
    if not leave.thing:  # "fix it" is about the fault, "push it" is not
        beyond = leave.may or (leave.now and not ban.for_good)  # "ok, push it now"
        anywhere = beyond and ban.place and (ban.thing <= _AFAR or not ban.for_good)
        return (ban.provisional and (leave.may or deed != "change")) or (anywhere and deed != "change")
    named, of_it = share(ban.thing, leave.thing) >= _NAMED, share(leave.thing, ban.thing)
    if leave.may:
        return of_it == 1 or (named and of_it > _PART)
    whole = of_it == 1 and ban.thing <= leave.thing
    return named and (ban.provisional or whole or (leave.now and of_it > _PART))


def _not_taken_back(
    standing: tuple[Ban, ...], rule: str, text: str, given: tuple[Leave, ...], *, near: bool
) -> tuple[Ban, ...]:
    """The prohibitions of which a message does not say that they hold no longer."""
    allowed = {leave.deed for leave in given if leave.may}
    for line in said(text) if standing and _TAKES_BACK.within(text) else ():
        if not _TAKES_BACK.within(line) or _KEEPS.within(line) or DEPENDS.within(line) or is_question(line):
            continue
        words, general = spoken(line), _OF_BANS.within(line)
        known = terms(words) | thing_of(words)
        named = share(terms(rule), known) >= 0.34
        bare = any(_TAKES_BACK.within(piece) and not terms(_UNNAMED.sub(" ", piece)) for piece in CLAUSES.split(words))
        standing = tuple(
            ban
            for ban in standing
            if not (
                named
                or (bare and (near or ban.deeds <= allowed))
                or (ban.thing and share(ban.thing, known) >= _NAMED)
                or (general and not ban.thing and "change" in ban.deeds)
            )
        )
    return standing
