"""When, by the unit that tells the event: its day, where the claim that agrees with the question has none of its own.

"He's moved out." - "When was that?" - "Saturday." is one unit with one day (its time anchor, paper section 3.2),
though neither turn says all of it. A question may name more than the claim; the turn and the one before it, which it
may reply to, say the rest.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from fta_mem.engines.date_wording import guess_granularity, word_interval
from fta_mem.engines.rules.answering.evidence import Evidence, Statement, points_back
from fta_mem.engines.rules.answering.matching import is_affirmed, may_be_meant, means_same, named_in, said_in
from fta_mem.engines.rules.answering.occasions import days_of
from fta_mem.engines.rules.answering.values import Value
from fta_mem.engines.rules.answering.verdicts import UNSAID
from fta_mem.engines.rules.claims.people import People
from fta_mem.engines.rules.state.agreement import parts_agree
from fta_mem.engines.rules.state.noun_phrases import head_of, same_person
from fta_mem.state.claims import Asked, Claim
from fta_mem.state.settings import DateStyle

Days = tuple[date, date]
NAMED: Final = 0.5
"""Share of what a question names beside people and the deed that must be said where the event is told."""
_BARE: Final = frozenset({"be", "have", "do", "happen", "take place", "get", "go", "make"})
"""Verbs that tell no event without their noun."""
_ORDERING: Final = frozenset({"first", "last", "again"})


@dataclass(frozen=True, slots=True)
class _Told:
    statement: Statement
    days: Days
    share: float


def find_event_day(asked: Asked, evidence: Evidence, style: DateStyle) -> Value | None:
    """Return the one day that the units give the event asked for, None where they give none or several."""
    found = [told for statement in evidence.statements for told in _told(statement, asked, evidence)]
    # Two days among those that fit equally well are two events, and nobody says which of them is asked for.
    nearest = max((each.share for each in found), default=0.0)
    best = [each for each in found if each.share == nearest]
    if nearest < NAMED or len({each.days for each in best}) != 1:
        return None
    span = best[-1].days
    return Value(word_interval(span, guess_granularity(span), style), (best[-1].statement,))


def _told(statement: Statement, asked: Asked, evidence: Evidence) -> Iterator[_Told]:
    claim, wanted = statement.claim, asked.claim
    if claim.polarity != "asserted" or not may_be_meant(claim, wanted) or not _is_event(claim, wanted, evidence.people):
        return
    if evidence.is_taken_back(statement, UNSAID):
        return
    days = days_of(claim) or evidence.unit_days(statement) or _taken_up(statement, evidence)
    if days is None:
        return
    said = said_in(claim) | evidence.concepts_around(statement)
    people = _names(wanted)
    named = named_in(wanted) - people
    if people <= said:
        yield _Told(statement, days, len(named & said) / len(named) if named else 1.0)


def _taken_up(statement: Statement, evidence: Evidence) -> Days | None:
    """Return the day of the clause of the same turn that goes on about it ("I told her. On Friday I just said it")."""
    own = (each.claim for each in evidence.in_turn(statement.turn) if each.claim.span[0] > statement.claim.span[0])
    following = (claim for claim in own if claim.is_so and points_back(claim) and _ends(claim, statement.turn.text))
    return next((days for claim in following if (days := days_of(claim)) is not None), None)


def _ends(claim: Claim, text: str) -> bool:
    """Say whether nothing goes on behind a clause: "It was on Saturday that I fell" goes on about something else."""
    return text[claim.span[1] :].lstrip()[:1] in ("", ".", "!", "?", ",", ";")


def _is_event(claim: Claim, wanted: Claim, people: People) -> bool:
    """Say whether a claim tells of the same person's same deed; an event that is a noun must be named.

    The first time, or the last, is told only by who says that it was.
    """
    if not _ORDERING & frozenset(wanted.adverbs) <= frozenset(claim.adverbs):
        return False
    of_one = same_person(claim.subject, wanted.subject)
    if wanted.predicate not in _BARE:
        agree = parts_agree(claim, wanted) is not False
        return of_one and agree and means_same(claim.predicate, wanted.predicate)
    named = (wanted.object, wanted.place, *(text for _, text in wanted.obliques), wanted.subject)
    noun = next((head_of(text) for text in named if text and not people.resolve(text)), "")
    told = bool(noun) and noun in said_in(claim) and is_affirmed(claim)
    return told and (of_one or not people.resolve(wanted.subject))


def _names(wanted: Claim) -> frozenset[str]:
    """Return the concepts of the other people whom a question names: they are never left out."""
    return named_in(Claim(object=" ".join(name for name in wanted.people if name[:1].isupper())))
