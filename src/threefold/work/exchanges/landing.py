"""What an exchange leaves that has not landed, by its shape.

A person's words are taken up in few ways: a question gets its answer, a request is carried out by calls that succeed,
a statement is written somewhere, and thanks want nothing. Whatever of a person's words ends in none of these counts,
in whatever wording it was put. The other half, what the assistant's closing words leave open, is in
:mod:`threefold.work.exchanges.endings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from threefold.text.later import later
from threefold.work.exchanges import kinds, orders, picking
from threefold.work.exchanges.exchange import Exchange
from threefold.work.exchanges.findings import asks_for_findings
from threefold.work.exchanges.orders import REQUEST, SAID, Left
from threefold.work.exchanges.replies import same_script
from threefold.work.sentences import (
    acts,
    answering,
    asking,
    claims,
    deciding,
    numbering,
    ordering,
    outcomes,
    phrases,
    ruling,
    wishes,
)
from threefold.work.sentences.acts import Act
from threefold.work.sentences.phrases import Phrases, Said
from threefold.work.sentences.words import carried, carries, literals, share, terms

Heard = tuple[tuple[Act, Said], ...]
FAILED = "Asked for, and the last attempt failed: "
KEPT = 20
"""How many items of an exchange are opened."""
_WORD = 16
"""Bytes; a reply as short as that says nothing of its own."""
_SHORT = 60
"""Bytes; a reply to calls that succeeded need not say more."""
_DEEDS = 3
"""Calls that do something; whoever gets so many on facts alone has told the task by them."""
_LONG = 2_500
"""Characters; a longer request is a specification: the work on it is its measure, not its words."""


_TAKES_NOTE = Phrases(
    r"^(?:ok|okay|noted|understood|got it|got you|agreed|i agree|all right|alright|sure|right|good (?:idea|point|call|"
    r"to know|choice|plan|thinking|catch)|great|perfect|fine|thanks for|thank you|will do|makes sense|that (?:works|"
    r"makes)|you're right|you are right|my mistake|my bad|sorry|apologies|true|indeed|absolutely|of course|certainly|"
    r"no problem|yes|yep|on it|i'll|i will|sounds good|nice|cool|lovely|excellent|awesome|wonderful|fair|exactly|"
    r"i see|acknowledged|roger|ack|clear|done deal|deal|wise|copy that)\b",
    r"^(?:好|明白|了解|收到|知道|记住|记下|没问题|行|可以|嗯|同意|对|是的|确实|抱歉|没错|那就|赞成|有道理|理解|清楚|"
    r"遵命|当然)",
)
_NOTES = Phrases(
    r"\b(?:understood|noted|i'll (?:remember|keep|note|bear|make sure)|got it|will keep|from now on|in mind|"
    r"acknowledged|my understanding|to recap|let me (?:restate|repeat|summari[sz]e)|if i understand)\b|我的?理解(?:是|"
    r"：|:)|复述一下|记住了?|记下了?|已了解|明白了|会注意|以后都?会"
)
_SETS_ABOUT = Phrases(r"\bi(?:'ll| will|'m going to) \w|\bwill do\b|\bon it\b|我(?:来|先|马上|这就|逐|去|会|再)")
"""How a reply promises to do something about it."""
_AGREES = Phrases(
    r"^(?:yes,? |ok,? )?(?:i |fully |totally )?(?:agreed?|good (?:idea|call|plan|choice)|sounds (?:good|right)|"
    r"right call)\b|^(?:then|in that case|that (?:would|means|changes))\b|^(?:好主意|同意|赞成|我也(?:觉得|认为)|"
    r"那(?:么|就|会|样))"
)
_AFFIRMS = Phrases(
    r"(?:^|[.!:;\n] ?)(?:all |now |both |it's |it is )?(?:done|ok|sent|built|set|put|cut|up|\w+ed)\b|\b(?:is|are|has|"
    r"have|was|were|been|i've|i) (?:now |all |also |just )?(?:been )?(?:\w+ed|done|gone|sent|built|set|up|live|open|"
    r"free|green|clean|in|there|on|off|over|ready|running|healthy|complete|back)\b|\b(?:pass(?:es|ed)?|works?|"
    r"compiles?|builds?|succeeded|successful\w*|no errors?)\b",
    r"了(?:[，。！；：,.!:]|$)|已|好了|完成|完毕|通过|成功|没问题|正常|空出来",
)
"""How a reply says that something was carried out."""
_CHANGES = Phrases(
    r"\b(?:speed|shrink|reduce|improve|optimi[sz]e|make|bring|fix|solve|repair|enable|disable|support|handle|add|"
    r"implement|change|update|remove|delete|rename|replace|convert|migrate|refactor|move|bump|clean|upgrade|faster|"
    r"smaller|deploy|release|publish|import|export|get)\b|提速|加快|优化|减|改|修|加|删|换|升|迁|部署|发布|导|去掉|清"
)
"""Requests whose end shows: that it came, a reply has to say."""
_NOTHING_TO_DO = Phrases(
    r"\b(?:nothing to|no changes? (?:is|are|was|were)?\s?(?:needed|necessary|required)|already|not needed|no need|"
    r"isn't needed|unnecessary|as it should|exists|nothing (?:refers|uses|needs))\b|无需|已经|不需要|不用|本来就"
)
_PROMISES = Phrases(
    r"^(?:let me|i'll|i will|i'm going to|i am going to|one moment|checking|looking|sure|on it|ok|okay|will do|"
    r"right away)\b|^(?:我(?:来|去|先|马上|这就|看看|查)|稍等|好的?[，,。！!]*$|马上|没问题[，,。！!]*$)"
)
_OF_ONESELF = Phrases(r"^(?:so |hi,? |hey,? )?(?:i|i'm|i've|my)\b|^我[^们]")
_REFERS = Phrases(r"\b(?:it|its|that|this|them|those|these)\b|它|这")
_CONFIRMS = Phrases(
    r"^(?:right|exactly|correct|yes|precisely|close|almost|that's (?:right|it))\b|^(?:对|没错|正确|是的)"
)
"""How a teacher answers who was understood."""
_OURS = Phrases(
    r"\b(?:we|we're|we'll|our|ours|us|my|mine|let's|customers?|clients?|prod\w*|staging|you|your|please)\b|"
    r"\b[A-Z]{2,}-\d|[\w-]+\.(?:py|ts|js|go|rs|md|ya?ml|json|sql)\b|\d{4,}|我们|咱|客户|线上|生产|测试环境|你|请|"
    r"就(?:用|按|选|定)|定(?:了|为)|改(?:成|用)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|周[一二三四五六日]|明天"
)
"""How words speak of this work and of these people, and not of the world at large."""


def left_by_person(now: Exchange, before: Exchange | None) -> Iterator[Left]:
    """What of a person's words the exchange did not take up. Where nothing was said in it, only orders are asked for:
    words are still to come."""
    text = kinds.wants_text(now, before) and not acts.into_file(now.human)
    if not now.human.strip() or (text and not ordering.postponed(now.human)):
        return
    if text or (not now.closing and now.calls):
        yield from orders.not_carried_out(now)
        return
    heard = tuple((act, line) for act, line in acts.acts(now.human) if not now.puts_off(line.plain))
    reply = "\n".join(now.closing)
    if now.edits or now.commits:
        yield from _beside_work(now, before, heard, reply)
        return
    left = [*_without_work(now, before, heard, reply)]
    undone = [] if any(one.kind == REQUEST for one in left) else [*orders.not_carried_out(now)]
    ordered = {line.plain for line in ordering.orders_of(now.human) if not ruling.STANDS.within(line)} if undone else ()
    yield from (one for one in left if one.text not in ordered)
    yield from undone


def _beside_work(now: Exchange, before: Exchange | None, heard: Heard, reply: str) -> Iterator[Left]:
    """Statements beside a request that was carried out: what it says of the request itself is consumed by the work."""
    if now.failed_last and any(act is Act.OTHER for act, _ in heard):
        first = next(line.plain for act, line in heard if act is Act.OTHER)
        yield Left(REQUEST, f"{FAILED}{first}", "the last call did not succeed")
    if len(now.human) > _LONG or deciding.asks_to_record(now.human):
        return
    written = "\n".join(now.written).lower()
    everything = "\n".join((written, *now.commands, reply)).lower()
    noted = _NOTES.within(reply)
    answers = before is not None and kinds.was_proposed(before)
    for (act, line), after in zip_longest(heard, heard[1:]):
        wanted = terms(line.masked)
        alone = len(heard) == 1 and (wishes.reports_problem(line) or now.commits > 0)
        rule = not alone and (ruling.lays_down(line) or (ruling.keeps(line) and not answers))
        if (
            (act is not Act.OTHER and not rule)
            or (len(wanted) < 2 and not (rule or wishes.prohibits(line)))
            or _is_carried(line, wanted, written)
        ):
            continue
        if rule:
            yield Left(SAID, line.plain, "a rule said beside a request; nothing that was written carries it")
            continue
        if _names_file(line, now.commands):
            continue  # what it says of the file stands there now
        request = wishes.is_request(line) or wishes.reports_problem(line) or alone  # and the work is it
        stands = (ruling.FOR_GOOD if request else ruling.STANDS).within(line)
        if stands or (noted and wishes.binds(line) and not request):
            yield Left(SAID, line.plain, "said beside a request; nothing that was written carries it")
        elif (
            wishes.is_specific(line) and len(heard) > 1 and not wishes.reports_problem(line)
            and carried(wanted, everything) == 0.0 and same_script(line.text, everything)
            and not (after is not None and _REFERS.within(after[1])) and not numbering.picked(line.text)
        ):  # fmt: skip
            yield Left(
                SAID, line.plain, "said beside a request of another subject; nothing that was written carries it"
            )


_FILE = later(r"[\w./-]*[\w-]\.[A-Za-z]\w{0,4}\b")


def _names_file(line: Said, touched: Sequence[str]) -> bool:
    """Whether a sentence speaks of a file that was changed."""
    names = {name.rpartition("/")[2] for name in _FILE.findall(line.text)}
    return any(path.rpartition("/")[2] in names for path in touched)


def _is_carried(line: Said, wanted: frozenset[str], written: str) -> bool:
    if carries(written, wanted, 0.5):
        return True
    named = literals(line.masked)
    return not same_script(line.text, written) and bool(named) and carries(written, named, 0.5)


def _without_work(now: Exchange, before: Exchange | None, heard: Heard, reply: str) -> Iterator[Left]:
    """An exchange that changed nothing takes up questions, and requests that its calls fulfil."""
    off = [line for act, line in heard if act is Act.OFF]
    if off and (before is None or not (before.closing or before.calls)) and all(map(ruling.keeps, off)):
        heard, off = tuple((Act.OTHER if act is Act.OFF else act, line) for act, line in heard), []
    if asking.asks_of_person(reply) or off:
        return  # the assistant asked back, and that question stands for the request; or the person called it off
    asks = any(act in (Act.ASK, Act.TEXT) for act, _ in heard)
    done = _fulfilled(now, reply)
    notes = _takes_note(now.human, reply.strip())
    chosen = before is not None and not now.calls and kinds.was_asked_of_us(before)
    written = "\n".join(now.written).lower()
    answers = before is not None and bool(asking.asks_of_person("\n".join(before.closing)))
    informed = before is not None and kinds.only_informs(before) and not (now.calls or before.calls)
    learning = informed and _CONFIRMS.within(reply.strip())
    heeded = _takes_on(now.human, reply) and (chosen or not answers)
    requests = done and any(wishes.is_request(line) for _, line in heard)
    for (act, line), after in zip_longest(heard, heard[1:]):
        if act is Act.ACCEPT and before is not None and kinds.was_proposed(before) and not done:
            yield Left(
                REQUEST, f"Agreed to and not carried out: {line.plain}", "the person agreed, and no work followed"
            )
        if act not in (Act.OTHER, Act.REMARK) or (answers and answering.puts_off(line.text)):
            continue
        if answering.only_goes_on(line.text):
            continue  # it holds nothing by itself
        if act is Act.REMARK and not (heeded and (chosen or wishes.asserts(line)) and not wishes.looks_back(line)):
            continue
        if now.calls and kinds.wants_result(line) and reply.strip() and not _PROMISES.within(reply.strip()):
            continue  # a run of the tests is answered by what came out, be it good or bad
        if written and _is_carried(line, terms(line.masked), written):
            continue
        if before is not None and asks_for_findings(before.human) and picking.dismisses(line.text):
            continue
        if learning and not _OURS.within(line):
            continue  # who learns says it again in their own words
        if asks:
            wants = after is not None and after[0] in (Act.ASK, Act.TEXT)
            context = wants and (_REFERS.within(after[1] if after else line) or _OF_ONESELF.within(line))
            lays_down = ruling.STANDS.within(line) or (wishes.binds(line) and not done)
            if lays_down and not (context or acts.says_how_to_answer(line)):
                yield Left(SAID, line.plain, "said beside a question; nothing written since carries it")
        elif now.failed_last and now.calls > now.looks and not notes:
            yield Left(REQUEST, f"{FAILED}{line.plain}", "the last call did not succeed")
            return
        elif done and written and len(heard) == 1 and not ruling.FOR_GOOD.within(line):
            continue  # the sentence is the request, and what it wanted was written
        elif done:
            acted = now.calls > now.looks or claims.asks_for_change(line.text)
            task = now.calls - now.looks >= _DEEDS and not requests
            if (wishes.binds(line) and (ruling.STANDS.within(line) or not acted)) or (
                not task and wishes.tells_fact(line)
            ):
                yield Left(SAID, line.plain, "said beside a request; nothing written since carries it")
        elif ordering.deed_of(line) and outcomes.tells_outcome(reply) and _NOTHING_TO_DO.within(reply):
            continue  # the order needed no deed
        elif (terms(line.masked) or _bare_choice(line)) and (
            notes or act is Act.REMARK or now.calls > now.looks or _weighs(line, answers=answers)
        ):
            yield Left(SAID, line.plain, "said by the person; nothing written since carries it")


def _takes_note(human: str, reply: str) -> bool:
    """Whether a reply only takes note: it says so, repeats what it was told, or there is none."""
    if len(reply.encode()) <= _WORD or _TAKES_NOTE.within(reply):
        return True
    prose = " ".join(line.masked for line in phrases.said(reply))  # code that has the words is what was asked for
    own = terms(prose)
    heeds = _NOTES.within(prose) or _SETS_ABOUT.within(prose)
    return len(reply) <= 300 and (heeds or bool(own and share(own, terms(human)) >= 0.5))


def _takes_on(human: str, reply: str) -> bool:
    """Whether a reply promises to heed what it was told, or says it again as something to heed."""
    lines = phrases.said(reply)
    own = terms(" ".join(line.masked for line in lines))
    echoes = len(own) > 1 and share(own, terms(human)) >= 0.5
    return len(reply) <= 300 and (
        _NOTES.within(reply) or _AGREES.within(reply.strip()) or echoes or any(wishes.binds(line) for line in lines)
    )


def _weighs(line: Said, *, answers: bool) -> bool:
    """Whether words that got an informative reply, and no mere note of them, hold something for later work."""
    if answers and not wishes.binds(line):
        return False
    if acts.hedges(line) and not deciding.decisions(line.text, person=True):
        return False
    return (wishes.binds_firmly(line) or ruling.STANDS.within(line)) and wishes.asserts(line)


def takes_out(text: str) -> bool:
    """Whether words of a person take something out of what was just put forward, and lay down nothing for good."""
    return deciding.refuses(text) and _REFERS.within(text) and not ruling.STANDS.within(text)


def refers(text: str) -> bool:
    """Whether words point back at something that was named before them."""
    return _REFERS.within(text)


def _bare_choice(line: Said) -> bool:
    """A letter or a number for an answer."""
    return any(char.isalnum() for char in line.plain) and len(line.plain) <= 4


def _fulfilled(now: Exchange, reply: str) -> bool:
    """Whether calls that succeeded did what was asked, and the reply does not merely take note."""
    if not now.successes or now.failed_last or not reply.strip():
        return False
    if now.written:
        return True
    if now.looks == now.calls and claims.asks_for_change(now.human):
        return _NOTHING_TO_DO.within(reply)
    short = now.calls > now.looks and len(reply.encode()) <= _SHORT
    other = now.calls > now.looks and not _CHANGES.within(asking.without_how(now.human))
    return (short or other or _AFFIRMS.within(reply)) and not _PROMISES.within(reply.strip())
