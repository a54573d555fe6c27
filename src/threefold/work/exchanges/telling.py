"""What an assistant's closing words do: ask, promise, claim, decide, and leave something open."""

from __future__ import annotations

from threefold.text.later import later
from threefold.work.exchanges import endings, kinds, landing, orders, overlooked, picking, sets, swapped, taking, traces
from threefold.work.exchanges.exchange import Exchange
from threefold.work.exchanges.findings import findings
from threefold.work.exchanges.hearing import decide
from threefold.work.exchanges.replies import reads_out, same_script
from threefold.work.exchanges.standing import Standing
from threefold.work.model import FOUND, Item
from threefold.work.sentences import (
    answering,
    asking,
    claims,
    deciding,
    ordering,
    phrases,
    planning,
    postponing,
    pushing,
    reports,
    shortfalls,
)
from threefold.work.sentences.parts import named_before, order, told_of
from threefold.work.sentences.words import GENERIC, own_terms, terms

KEPT = 60
"""How many items of one kind a message may open."""

_ANSWERED = later(r'"answer"\s*:\s*"([^"]*)"')
"""An answer within the JSON that a tool gives."""


def agreed(on: Standing, now: Exchange) -> None:
    """A choice that was put, answered and merely acknowledged is a decision, and it stands in talk alone."""
    if now.edits or now.commits or kinds.is_social(now) or not deciding.acknowledges("\n".join(now.closing)):
        return
    why = "chosen in talk and only acknowledged; nothing written since carries it"
    for question, answer in now.answers:
        given = _ANSWERED.search(answer)
        words = given[1] if given else answer
        if answering.is_choice(question) and not (deciding.refuses(words) or deciding.calls_off(words)):
            chosen = f"{question} {phrases.first_line(answer)}"
            decide(on, chosen, now.human_event, why, now, terms(answer) or terms(question))
    asked_before = on.before.human if on.before else ""
    before = "\n".join(on.before.closing) if on.before else ""
    asked = bool(asking.asks_of_model(asked_before)) and answering.is_choice(asked_before)
    choice = bool(before) and (asked or deciding.offers_choice(before))
    picks = choice and deciding.picks(now.human) and not now.off
    if not now.answers and not now.calls and picks:
        decide(on, phrases.first_line(now.human), now.human_event, why, now)


def model_said(on: Standing, now: Exchange) -> None:
    text, event = "\n".join(now.closing), now.closing_event
    if now.calls == 0 and kinds.wants_text(now, on.before):
        return
    asked = asking.asks_of_person(text)[:KEPT]
    for question in asked:
        why = "asked by the assistant and not answered"
        on.open("question", question, event, why, offer=asking.is_offer(question))
    _saved_in_words(on, now, text, event)
    if reads_out(now, text):
        return
    _claimed(on, now, text, event)
    _left(on, now, text, event)
    steps = [] if asking.asks_how(now.human) and not now.edits else planning.plan_items(text)
    for number, step in enumerate(steps[:KEPT], 1):
        on.open("plan", step, event, "a step of a plan that nothing shows as done", number)
    things = told_of(now.human, planning.undertakes(text))
    for number, (one, own) in enumerate(zip(things, own_terms([one.words for one in things]), strict=True), 1):
        on.open("part", one.text, event, "the assistant said that it would see to it", number, wanted=own)
    informs = kinds.only_informs(now)
    for sentence in _weighed(planning.promises(text), text)[:KEPT]:
        if now.off and postponing.says_later(sentence):
            continue  # it says again what the person put off
        if things and planning.undertakes(sentence):
            continue
        if sentence not in asked and not (informs and not planning.is_own(sentence)):
            on.open("promise", sentence, event, "announced by the assistant and not done since")
    for sentence in deciding.decisions(text, person=False):
        decide(on, sentence, event, "decided in talk, and nothing written since carries it", now)


def _weighed(sentences: list[str], text: str) -> list[str]:
    """Of sentences found in closing words: all, and of a long report those that say it outright."""
    outright = reports.open_in_report(text) if sentences else None
    kept = None if outright is None else frozenset(outright)
    return sentences if kept is None else [sentence for sentence in sentences if sentence in kept]


def _left(on: Standing, now: Exchange, text: str, event: int) -> None:
    """What the assistant says went wrong or is done in part, where it was to do it and not to tell of it."""
    if not now.calls or asking.asks_for_report(now.human) or kinds.only_informs(now):
        return
    for sentence in _weighed(shortfalls.fell_short(text), text)[:KEPT]:
        on.open("promise", sentence, event, "the assistant says that it failed or is done in part")


def _saved_in_words(on: Standing, now: Exchange, text: str, event: int) -> None:
    """What is said to be saved in a file that the log never shows written."""
    if now.edits:
        return
    commands = "\n".join(now.commands)
    for line in phrases.said(text):
        named = [] if asking.is_question(line) else claims.saved_into(line.text)
        if named and not any(name in on.touched or name in commands for name in named):
            why = "said to be saved in a file that nothing in the log wrote"
            on.open("promise", f"Claimed and not seen done: {line.plain}", event, why)
            return


def _claimed(on: Standing, now: Exchange, text: str, event: int) -> None:
    """Work that was asked for and is said to be done, in a session with tools, and no tool did it."""
    asked = on.tools and claims.asks_for_change(now.human)
    unseen = not (on.commits or on.elsewhere)
    for sentence in claims.claimed_changes(text):
        commit = claims.claims_commit(sentence, now.commands)
        never = unseen and (commit or (not on.changes and not now.calls and claims.claims_file(sentence)))
        if never or (asked and (now.calls == 0 or (commit and not on.commits and not now.edits))):
            why = "the assistant says that it is done, and no tool call did it"
            on.open("promise", f"Claimed and not seen done: {sentence}", event, why)
            return


def _ends(found: list[orders.Left]) -> list[orders.Left]:
    """Of too many, those at both ends of the message: an order stands before what was pasted, or behind it."""
    return found if len(found) <= KEPT else [*found[: KEPT // 2], *found[-KEPT // 2 :]]


def left_behind(on: Standing, now: Exchange, *, open_turn: bool) -> None:
    """What the exchange leaves by its shape, whatever its words: see :mod:`threefold.work.exchanges.landing`."""
    current = open_turn and not now.ended
    if now.went_wrong or (not now.closing and not now.calls and current):
        return
    if not now.human:
        _found(on, now)
        return
    found = _ends([*{left.text: left for left in landing.left_by_person(now, on.before)}.values()])
    push = orders.not_pushed(now)
    undone = push or any(left.kind == orders.REQUEST for left in found)
    other = "" if undone else swapped.swapped(now)
    if now.closing and ordering.orders_change(now.human) and not (undone or other):
        text = f"Asked for: {phrases.first_line(now.human)}"
        on.closed.append(Item(text, now.closing_event, orders.carried_out(now), opened=now.human_event))
    for left in found:
        if on.covers(left.text) or left.text == order(now.human).begins or (left.wanted and on.announced(now.number)):
            continue
        if now.picks and picking.picks_or_dismisses(left.text):
            continue
        unfinished = current and not now.closing
        on.open(left.kind, left.text, now.human_event, left.why, wanted=left.wanted, current=unfinished)
    if not now.closing:
        return
    if push and not (on.covers(push) or any(item.kind == "push" for item in on.items)):
        on.open("push", f"Asked for and not pushed: {push}", now.human_event, "no push came through since")
    _found(on, now)
    if other and not on.covers(other):
        on.open("request", f"Asked for, and something else was done: {other}", now.human_event, swapped.SWAPPED)
    for question in overlooked.passed_over(now, current=current):
        on.open("user_question", question, now.human_event, "the user asked, and no reply speaks of it")
    for clause in traces.Traces(now).untraced():
        if not on.covers(clause, apart=("push",)):  # what was pushed is not tagged by that
            on.open("deed", clause, now.human_event, "asked for, and no command and no word tells that it was done")
    rest = sets.untouched(now)
    if rest:
        text = f"Not named among what was done to all of them: {', '.join(rest)}"
        why = "an order over all that was listed, and no deed and no word names these"
        on.open("part", text, now.human_event, why, 1, wanted=terms(" ".join(rest)))
    fewer = "" if rest else sets.short_of(now)
    if fewer:
        why = "an order over a number of things, and the reply counts up fewer of them"
        on.open("part", fewer, now.human_event, why, 1, wanted=terms(now.human) - GENERIC)
    for number, part, own in _not_taken_up(now, on.before):
        if not (on.covers(part) or (push and pushing.orders_push(part))):
            why = "a part of what was asked for, and nothing tells of it"
            on.open("part", part, now.human_event, why, number, wanted=own)
    if kinds.is_work(now):
        for sentence in endings.loose_ends(now)[:KEPT]:
            if not (on.covers(sentence) or (push and pushing.speaks_of_push(sentence))):
                on.open("loose", sentence, now.closing_event, "the assistant's closing words leave it open")


def _found(on: Standing, now: Exchange) -> None:
    """What was found by looking; without a list of its own, only where nothing else of the reply stands open."""
    others = any(item.exchange == now.number for item in on.items)
    before = len(on.items)
    found = findings(now)
    for one, own in zip(found, own_terms([one.words for one in found]), strict=True):
        if one.number or not others:
            wanted = own | terms(one.label) if one.number else terms(one.text)
            on.open("finding", one.text, now.closing_event, FOUND, one.number, wanted=wanted)
    if others or len(on.items) > before or now.work == "changed" or not (now.human and now.calls):
        return
    told = kinds.wants_text(now, on.before) or kinds.asks_for_reason(now)
    for sentence in endings.loose_ends(now)[:KEPT] if not told else ():
        on.open("finding", sentence, now.closing_event, FOUND)


def _not_taken_up(now: Exchange, before: Exchange | None) -> list[tuple[int, str, frozenset[str]]]:
    """The parts of an order of which no deed and no word tells that they were done: number, words, terms."""
    reply = "\n".join(now.closing)
    if not now.successes or now.calls == now.looks or now.listed or now.approved or asking.asks_of_person(reply):
        return []
    things, begins = order(now.human)
    if len(things) < 2 and before is not None:
        things, begins = named_before(now.human, "\n".join(before.closing))
    if len(things) < 2:
        undertaken = planning.undertakes("\n".join(now.narration))
        things, begins = told_of(now.human, undertaken) if undertaken else things, begins
    if len(things) < 2 or not same_script(" ".join(one.text for one in things), reply):
        return []
    taken = taking.of_order(things, begins, now)
    told = enumerate(zip(things, own_terms([one.words for one in things]), taken, strict=True), 1)
    return [(number, one.text, words) for number, (one, words, done) in told if not done][:KEPT]
