"""Yes or no: only where a claim with the same subject, predicate and object settles it.

Polarity and actuality say which. "Still", "ever" or "as planned" say what to look for (the newest state, the outcome
of the plan), never the verdict: no word of a question is evidence.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.rules.answering.evidence import Evidence, Statement
from fta_mem.engines.rules.answering.matching import (
    covers,
    is_affirmed,
    is_covered,
    may_be_meant,
    meets,
    named_in,
    said_in,
)
from fta_mem.engines.rules.state.agreement import Agreement, is_same_deed, settles
from fta_mem.engines.rules.state.holding import state_at
from fta_mem.engines.rules.state.slots import slot_use
from fta_mem.state.claims import Asked, Claim

UNSAID: Final[frozenset[Agreement]] = frozenset({"denies", "corrects", "cancels", "postpones"})
"""Relations by which a later claim says that the earlier one is not so, or never was."""
OVER: Final[frozenset[Agreement]] = UNSAID | {"ends", "replaces"}
"""Relations by which what an earlier claim says holds no longer."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Yes or no, and the statement that says so."""

    is_so: bool
    by: Statement


def find_verdict(asked: Asked, evidence: Evidence) -> Verdict | None:
    """Return what the newest evidence says, or None where nothing settles it."""
    # What the slot holds now comes first: the newest single statement may tell of what has ended since.
    for statement in (*_holding(asked, evidence), *_newest_first(asked, evidence)):
        said = says(statement.claim, asked.claim)
        if said is not None:
            return Verdict(said, statement)
    return None


def says(claim: Claim, question: Claim) -> bool | None:
    """Say whether a claim makes a question true or false, None where it says less than the question names.

    Yes needs everything that is named; no needs a denial of nothing narrower, or another value in the same slot.
    """
    said = settles(claim, question)
    if is_same_deed(claim, question) and may_be_meant(claim, question):
        said = is_affirmed(claim) == is_affirmed(question)
    if said is None:
        return None
    if claim.polarity == "asserted":
        # A yes must cover all that is named ("a red bike?" isn't settled by "a bike"); a no needs less.
        fills = said == (question.polarity == "asserted")
        return said if not fills or (covers(claim, question) and meets(claim, question)) else None
    # "I didn't take the late train" leaves open whether a train was taken.
    narrow = is_covered(claim, question) and named_in(_object_alone(question)) <= said_in(claim)
    return said if narrow else None


def _object_alone(question: Claim) -> Claim:
    """Return a claim with nothing but the question's object: what must be one and the same in a denial."""
    return Claim(object=question.object)


def _holding(asked: Asked, evidence: Evidence) -> Iterator[Statement]:
    """Yield what fills, or emptied, the slot that a question about the present names."""
    use = slot_use(asked.claim)
    if use is None or not use.holder or asked.claim.past:
        return
    state = state_at(evidence.claims, use.holder, use.slot, evidence.until, evidence.said_on)
    for found in (state.now, *state.detail, state.ended):
        statement = evidence.statement_of(found.claim) if found is not None else None
        if statement is not None:
            yield statement


def _newest_first(asked: Asked, evidence: Evidence) -> Iterator[Statement]:
    """Yield the statements that no later one takes back, newest first."""
    over = UNSAID if asked.claim.past else OVER
    for statement in reversed(evidence.statements):
        if settles(statement.claim, asked.claim) is not None and not evidence.is_taken_back(statement, over):
            yield statement
