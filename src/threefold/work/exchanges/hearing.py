"""What a person's words do: close what stood open, decide, put off, and want what they do not get."""

from __future__ import annotations

from threefold.work.exchanges import kinds, picking, swapped
from threefold.work.exchanges.exchange import Exchange, Open
from threefold.work.exchanges.replies import answered_of, is_carried
from threefold.work.exchanges.standing import OF_A_WISH, Standing
from threefold.work.model import Item
from threefold.work.sentences import (
    acts,
    answering,
    asking,
    deciding,
    handing,
    numbering,
    phrases,
    planning,
    postponing,
    pushing,
    trying,
)
from threefold.work.sentences.conjuncts import SEPARATORS, cut
from threefold.work.sentences.force import ends, may_end
from threefold.work.sentences.phrases import Phrases
from threefold.work.sentences.words import carries, literals, own_terms, share, terms

_REVOCABLE = OF_A_WISH | {"decision", "said", "reminder", "pending"}

_BY_PERSON = frozenset(("promise", "plan", "reminder", "pending", "loose", "request", "deed", "deferred"))
"""Kinds that a person may have seen to themselves."""
_PUT_OFF = frozenset(("question", "plan", "promise", "loose", "request", "finding", "part", "deed", "push"))
"""Kinds that a person may put off."""
_HANDED = frozenset(("finding", "loose", "request"))
"""Kinds that a person may hand to somebody else, or put into a ticket."""
_SETS = frozenset(("decision", "said"))
"""Kinds that may lay down a value, or demand something."""
_MENDED = frozenset(("finding", "loose", "request", "said"))
"""Kinds that a person's word that all is well settles."""

_DID = Phrases(
    r"^(?:ok(?:ay)?[, ]+|yes[, ]+|done[,:. ]+|great[, ]+)*(?:i|we)(?:'ve| have)? (?:just |already |now |also |"
    r"meanwhile |then )*(?:\w{2,}ed|ran|run|did|done|put|set|made|wrote|written|sent|took|told|built|gave|given|"
    r"cut) (?:\w+ )?(?:the|an?|your|our|my|all|both) \w",
    r"^(?:好的?[，, ]*|行[，, ]*)*(?:我|我们)(?:已经?|刚|都|也|自己)*.{0,24}(?:了|好|完|过)",
)
_DID_NOT = Phrases(
    r"\b(?:not|never|nothing|tried|wanted|hoped|planned|forgot\w*|noticed|wondered|decided)\b|n't\b|没|未|不|忘"
)
"""How a person says that they did something themselves, and what makes no such word of it."""


_FIRST = Phrases(
    r"\bfirst(?: please)?[.!]*$|\b(?:start|begin|go) with\b|\bfirst (?:do |take |add |make )?(?:the|that)\b",
    r"^(?:(?:好的?|行|可以|嗯|那|就)[，, ]*)*先[^不别放]|从.{1,12}(?:开始|做起)",
)
"""How one of several steps is picked to begin with."""


def _picks_first(on: Standing, now: Exchange) -> None:
    """Where the person picks one of the steps that a single sentence announced, each of them stands for itself."""
    lines = [line for line in phrases.said(now.human) if _FIRST.within(line)]
    given = frozenset(term for line in lines for term in terms(line.masked))
    announced = [item for item in on.items if item.kind == "promise" and item.exchange == now.number - 1]
    for item in announced if given else ():
        pieces = [
            piece.text for line in phrases.said(item.text) for piece in cut(line, SEPARATORS) if terms(piece.text)
        ]
        own = own_terms(pieces)
        if 0 < sum(bool(words & given) for words in own) < len(pieces):
            on.part(item, list(zip(pieces, own, strict=True)))


def heard(on: Standing, now: Exchange) -> None:
    """What the person's words close of what stood open before them."""
    text, event = now.human, now.human_event
    _picks_first(on, now)
    given = terms(text)
    revocable = [item for item in on.items if item.kind in _REVOCABLE] if deciding.calls_off(text) else []
    latest = max((item.exchange for item in revocable), default=now.number)
    for item in revocable:
        if _called_off(item, given, text, min(latest, now.number - 1)):
            on.shut(item, event, "taken back")
    may = may_end(text)
    for item in on.items:
        if item.kind == "push" and pushing.settles_push(text):
            on.shut(item, event, "taken back, or seen to by the person")
        if (
            (item.forbids or item.kind in _SETS)
            and item.exchange < now.number
            and may
            and (ends(item.text, text, near=item.exchange == now.number - 1))
        ):
            on.shut(item, event, "lifted or replaced by the person")
    done = _told_done(text)
    for item in on.items if done else ():
        if item.kind in _BY_PERSON and item.exchange < now.number and share(item.terms, done) >= 0.5:
            on.shut(item, event, "the person says that they did it")
    for item in _done_themselves(on, now):
        on.shut(item, event, "the person says that they did it")
    if handing.hands_matter_over(text):
        last = [item for item in on.items if item.kind in _HANDED and item.exchange == now.number - 1]
        for item in picking.meant(last, handing.matter(text)) or last:
            on.shut(item, event, "handed over, or written down by the person")
    elif acts.reports_done(text):
        named = numbering.picked(text)
        for item in on.items:
            of_it = not done or not done.isdisjoint(item.terms)
            other = named and item.number and item.number not in named
            if item.kind in _MENDED and item.exchange == now.number - 1 and of_it and not other:
                on.shut(item, event, "the person says that it is done")
    if deciding.refuses(text) or deciding.calls_off(text):
        for item in on.items:
            if item.kind == "loose" and item.exchange == now.number - 1 and planning.suggests(item.text):
                on.shut(item, event, "a suggestion that the person declined")
    for group in on.together():
        near = group[0].exchange == now.number - 1
        for item, dropped in zip(group, picking.dismissed(group, text, near=near), strict=True):
            if dropped:
                now.picks = True
                on.shut(item, event, "dismissed by the person")
    for item in on.items:
        if item.why == swapped.SWAPPED and item.exchange >= now.number - 1 and swapped.takes(text):
            on.shut(item, event, "the person took what was done instead")
    _puts_off(on, now)
    asked = [item for item in on.items if item.kind == "question"]
    if asked and not (answering.puts_off(text) or answering.is_greeting(text)):
        last = [item for item in asked if item.exchange == max(other.exchange for other in asked)]
        for item in answered_of(last, text):
            on.shut(item, event, "answered")
            now.answers.append((item.text, text))
        for item in asked:
            if item not in last and share(item.terms, given) >= 0.5 and not asking.only_asks(text):
                on.shut(item, event, "answered later")
            elif item.offer and item.kind == "question":
                on.shut(item, event, "an offer that the user passed over")
    on.sweep()


def _puts_off(on: Standing, now: Exchange) -> None:
    """What the person puts off is neither open now nor lost: what they name of what stood open, else all that came up
    last, else what the reply before spoke of. A list of findings stands nowhere else, and counts on."""
    off = postponing.put_off(now.human)
    before = now.number - 1 if on.before is None else on.before.number
    about = phrases.first_line("\n".join(on.before.closing)) if off and on.before else ""
    for words, named in off:
        waiting = [item for item in on.items if item.kind in _PUT_OFF]
        near = [item for item in waiting if item.exchange >= before]
        meant = [item for item in near if named & item.terms] if named else picking.put_off(near, words, now.human)
        meant = meant or [item for item in waiting if share(named, item.terms) >= 0.5] or ([] if named else near)
        if not meant and not named and now.off:
            continue  # it says again what a clause before it put off
        for item in meant:
            if item.kind != "finding" or not item.number:
                on.defer(item, words, about)
        if meant or (about and not named):
            now.off.append(words)
        if about and not (meant or named):
            why = "put off by the person"
            on.open("deferred", f"{words} (of: {about})", now.human_event, why, wanted=terms(about))


def _done_themselves(on: Standing, now: Exchange) -> list[Open]:
    """The one thing that a person did, or tried, who tells of it by the deed alone."""
    did = trying.deeds_done(now.human)
    theirs = [item for item in on.items if item.kind in _BY_PERSON and item.exchange < now.number]
    meant = [item for item in theirs if did & item.terms or trying.tries(now.human, item.text)]
    return meant if len(meant) == 1 else []


def _told_done(text: str) -> frozenset[str]:
    """The terms of what a person says that they did themselves, where they name what it was."""
    told = (line for act, line in acts.acts(text) if _DID.within(line) and act not in (acts.Act.ASK, acts.Act.TEXT))
    return frozenset(term for line in told if not _DID_NOT.within(line) for term in terms(line.masked))


def _called_off(item: Open, given: frozenset[str], text: str, latest: int) -> bool:
    if share(item.terms, given) >= 0.25 or (item.kind == "deferred" and item.terms & given):
        return True
    if item.kind in OF_A_WISH and share(item.about, given) >= 0.5:
        return True
    recent = item.exchange >= latest
    return recent and (deciding.calls_off_altogether(text) or item.kind == "interrupted")


def person_said(on: Standing, now: Exchange) -> None:
    if now.calls == 0 and kinds.wants_text(now, on.before):
        return
    asked = {line.plain for act, line in acts.acts(now.human) if act is acts.Act.ASK}
    for sentence in deciding.decisions(now.human, person=True):
        if sentence in asked or handing.hands_matter_over(sentence) or now.puts_off(sentence):
            continue  # "where do we decide that": nothing is decided by asking
        decide(on, sentence, now.human_event, "decided by the user, and nothing written since carries it", now)
    asks = kinds.asks_beside(now)
    near = any(group[0].exchange == now.number - 1 for group in on.together())
    for sentence in planning.reminders(now.human):
        if now.puts_off(sentence):
            continue
        if near and picking.puts_off_rest(sentence):
            continue  # they stand open by their own words
        if not (asks and planning.is_own(sentence)) and not _done_within(sentence, now):
            on.open("reminder", sentence, now.human_event, "the user put it off, and it was not done since")


def _done_within(sentence: str, now: Exchange) -> bool:
    return now.successes > 0 and carries(now.evidence(), terms(sentence), 0.5)


def decide(
    on: Standing, sentence: str, event: int, why: str, now: Exchange, wanted: frozenset[str] = frozenset()
) -> None:
    wanted = wanted or terms(sentence)
    for item in on.items:
        if item.kind == "decision" and (share(wanted, item.terms) >= 0.5 or share(item.terms, wanted) >= 0.5):
            if item.exchange == now.number:
                return
            on.shut(item, event, "decided anew")
    on.sweep()
    written = now.landed()
    changed = now.edits > 0 or now.commits > 0
    bare = now.commits > 0 and len(wanted) < 4 and not literals(sentence)  # "let's do it like that", and it was done
    alone = now.commits > 0 and len(phrases.said(now.human)) == 1  # the sentence is the request that was carried out
    told = changed and sentence in now.human and (bare or alone or deciding.asks_to_record(now.human))
    if told or carries(written, wanted, 0.5) or (changed and is_carried(wanted, sentence, written)):
        on.closed.append(Item(sentence, event, "carried out and written down", opened=event))
    else:
        on.open("decision", sentence, event, why, wanted=wanted)


def left_unanswered(on: Standing, now: Exchange, *, open_turn: bool) -> None:
    """What the person asked for and got no answer to."""
    current = open_turn and not now.ended
    questions = asking.asks_of_model(now.human)
    if not now.answered and not now.calls:
        if kinds.wants_nothing(now, on.before):
            return
        if questions:
            for question in questions:
                on.open("user_question", question, now.human_event, "the user asked, and there is no answer",
                           current=current)  # fmt: skip
        elif now.went_wrong or current or not now.ended:
            on.open("interrupted", f"Asked for and not begun: {phrases.first_line(now.human)}", now.human_event,
                       "the user's message has no answer", current=current)  # fmt: skip
        return
    if now.went_wrong:
        on.open("interrupted", f"Interrupted: {phrases.first_line(now.human)}", now.human_event,
                   f"the turn ended as {now.reason!r} and nothing took it up")  # fmt: skip
        return
