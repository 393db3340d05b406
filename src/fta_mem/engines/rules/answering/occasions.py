"""When, how long, how often, which first: only by times that turns give for the claim asked about.

The day of the talk is no answer: what has no day keeps the words that were said ("when she was nine").
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from fta_mem.engines.date_wording import duration_between, guess_granularity, word_day, word_interval, word_time
from fta_mem.engines.rules.answering.evidence import Evidence, Statement
from fta_mem.engines.rules.answering.matching import covers
from fta_mem.engines.rules.answering.sentence_times import moment_of
from fta_mem.engines.rules.answering.values import Value, fitting
from fta_mem.engines.rules.state.holding import state_at
from fta_mem.engines.rules.state.noun_phrases import owner_and_noun
from fta_mem.engines.rules.state.slots import slot_uses
from fta_mem.state.claims import Asked, Claim
from fta_mem.state.settings import DateStyle
from fta_mem.temporal.numbers import spell
from fta_mem.temporal.resolve import find_times
from fta_mem.text.content_words import content_stems

WHEN: Final = "when:"
"""How the slots of events' days begin (``engines/rules/state/families.py``)."""
FIT: Final = 0.6
"""Share of an option's content words that the statement must hold which dates it."""


def find_time(asked: Asked, evidence: Evidence, style: DateStyle) -> Value | None:
    """Return when it was, is or will be, as the newest agreeing statement dates it."""
    for statement in (*_of_event(asked, evidence), *fitting(asked, evidence)):
        text = word_when(statement, style)
        if text:
            return Value(text, (statement,))
    return None


def _of_event(asked: Asked, evidence: Evidence) -> list[Statement]:
    """Return the statement that gives the day of an event that is a noun ("When is her operation?")."""
    # A claim has a slot for its day only where it is dated; the question's own is what is asked for.
    dated = replace(asked.claim, time="then")
    use = next((each for each in slot_uses(dated) if each.slot.startswith(WHEN)), None)
    if use is None:
        return []
    state = state_at(evidence.claims, use.holder, use.slot, evidence.until, evidence.said_on)
    found = [*reversed(state.planned), *((state.now,) if state.now else ()), *state.before][:1]
    named = Claim(object=owner_and_noun(asked.claim.subject)[1])
    told = [evidence.statement_of(each.claim) for each in found if covers(each.claim, named)]
    return [each for each in told if each is not None]


def word_when(statement: Statement, style: DateStyle) -> str:
    """Return a statement's time in words: its days where they are known, else what was said."""
    claim = statement.claim
    span = days_of(claim)
    if span is None:
        return claim.time
    said = find_times(claim.time, moment_of(statement.turn.dialogue_time))
    mention = next((each for each in said if (each.start, each.end) == span), None)
    if mention is not None:
        return word_time(mention, style=style)
    return word_interval(span, guess_granularity(span), style)


def days_of(claim: Claim) -> tuple[date, date] | None:
    """Return the days of a claim, None where they are unknown."""
    if claim.start is None or claim.end is None:
        return None
    return date.fromisoformat(claim.start[:10]), date.fromisoformat(claim.end[:10])


def find_duration(asked: Asked, evidence: Evidence) -> Value | None:
    """Return how long it took or takes as it was said, else the time since its day to the day asked about."""
    for statement in fitting(asked, evidence):
        said = statement.claim.amount or dict(statement.claim.obliques).get("for", "")
        if any(each.isalnum() for each in said):
            return Value(said, (statement,))
    return None


def find_count(asked: Asked, evidence: Evidence, style: DateStyle) -> Value | None:
    """Return on how many days a thing is told to have been, as the least that it can have been."""
    dated: dict[date, Statement] = {}
    for statement in fitting(asked, evidence):
        span = days_of(statement.claim)
        if statement.claim.actuality == "actual" and span is not None and span[0] == span[1]:
            dated.setdefault(span[0], statement)
    if len(dated) < 2:
        return None
    days = ", ".join(word_day(day, style) for day in sorted(dated))
    return Value(f"at least {spell(len(dated))} ({days})", tuple(dated.values()))


def find_first(asked: Asked, evidence: Evidence) -> Value | None:
    """Return which of two things came first, where turns date both and the days don't meet."""
    if len(asked.options) != 2:
        return None
    found = [
        (statement, span)
        for option in asked.options
        if (statement := _dated(option, evidence.statements)) is not None
        and (span := days_of(statement.claim)) is not None
    ]
    if len(found) != 2:
        return None
    (one, first), (other, second) = found
    # Days that meet leave the order open.
    if first[1] < second[0]:
        return Value(asked.options[0], (one, other))
    return Value(asked.options[1], (other, one)) if second[1] < first[0] else None


def find_gap(events: Sequence[Asked], evidence: Evidence) -> Value | None:
    """Return how long it was from one event to the other, where turns give the day of each."""
    if len(events) != 2:
        return None
    found = [day for each in events for day in _days(each, evidence)[:1]]
    if len(found) != 2:
        return None
    (one, first), (other, second) = found
    return Value(duration_between(first, second, "day"), (one, other))


def _days(asked: Asked, evidence: Evidence) -> list[tuple[Statement, date]]:
    """Return the newest agreeing statement that gives one day."""
    return [
        (each, span[0])
        for each in fitting(asked, evidence)
        if (span := days_of(each.claim)) is not None and span[0] == span[1]
    ]


def _dated(option: str, statements: Sequence[Statement]) -> Statement | None:
    """Return the one dated statement that tells of an option; None where none or several days do."""
    wanted = frozenset(content_stems(option))
    fitting = [
        each
        for each in statements
        if days_of(each.claim) is not None
        and each.claim.is_so
        and each.claim.polarity == "asserted"
        and len(wanted & frozenset(content_stems(each.claim.words))) >= FIT * len(wanted)
    ]
    return fitting[-1] if fitting and len({days_of(each.claim) for each in fitting}) == 1 else None
