"""Yes or no: only where a claim with the same subject, predicate and object settles it.

Polarity and actuality say which. "Still", "ever" or "as planned" say what to look for (the newest state, the outcome
of the plan), never the verdict: no word of a question is evidence.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fta_mem.engines.rules.answering.evidence import Evidence, Statement
from fta_mem.engines.rules.state.agreement import settles
from fta_mem.engines.rules.state.holding import state_at
from fta_mem.engines.rules.state.slots import same_value, slot_use
from fta_mem.state.claims import Asked


@dataclass(frozen=True, slots=True)
class Verdict:
    """Yes or no, and the statement that says so."""

    is_so: bool
    by: Statement


def find_verdict(asked: Asked, evidence: Evidence) -> Verdict | None:
    """Return what the newest evidence says, or None where nothing settles it."""
    return _by_slot(asked, evidence) or _by_claim(asked, evidence.statements)


def _by_claim(asked: Asked, statements: Sequence[Statement]) -> Verdict | None:
    """Return the newest statement's word: a later one corrects an earlier one."""
    for statement in reversed(statements):
        said = settles(statement.claim, asked.claim)
        if said is not None:
            return Verdict(said, statement)
    return None


def _by_slot(asked: Asked, evidence: Evidence) -> Verdict | None:
    """Return whether a slot holds the value asked about: another value in it means no."""
    use = slot_use(asked.claim)
    if use is None or asked.claim.past or asked.claim.polarity == "denied" or not use.holder:
        return None
    state = state_at(
        [each.claim for each in evidence.statements], use.holder, use.slot, evidence.until, evidence.said_on
    )
    if state.now is not None and use.value:
        return _verdict(same_value(use.value, state.now.value), state.now.claim, evidence)
    if state.now is not None:
        return _verdict(True, state.now.claim, evidence)
    return _verdict(False, state.ended.claim, evidence) if state.ended is not None else None


def _verdict(is_so: bool, claim: object, evidence: Evidence) -> Verdict | None:
    by = next((each for each in evidence.statements if each.claim is claim), None)
    return Verdict(is_so, by) if by is not None else None
