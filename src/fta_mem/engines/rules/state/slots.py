"""Slots: what holds one value at a time (where somebody lives, a dose, whom they are with) and which claim fills it.

A slot is a *fluent* of the event calculus: some claims say that it holds, others begin, change, end or deny it.
"""

from dataclasses import dataclass
from typing import Literal

from fta_mem.state.claims import Claim

UseKind = Literal["holds", "held", "begins", "changes", "ends", "planned", "planned_end", "denied"]
"""``held``: it was so once, and whether it still is isn't said; ``planned_end``: somebody means to end it."""


@dataclass(frozen=True, slots=True)
class SlotUse:
    """What one claim says of one slot.

    ``holder`` is whose slot it is, by the name the case knows; ``slot`` is a key that two claims about the same
    thing share ("lives", "phone number", "dose:sertralin", "smoke:"); ``value`` is what fills it, as said, "" for
    slots that just hold or don't ("smoke:"), and for a question that asks for it.
    """

    holder: str
    slot: str
    value: str
    kind: UseKind
    claim: Claim


def slot_use(claim: Claim) -> SlotUse | None:
    """Return the slot that a claim is mainly about; None for an event that leaves nothing standing.

    A question read into a claim (actuality ``asked``) has a slot too, with what it asks for left empty.
    """
    return next(iter(slot_uses(claim)), None)


def slot_uses(claim: Claim) -> tuple[SlotUse, ...]:
    """Return all slots that a claim fills, begins, changes, ends or denies, the main one first.

    What is wished, imagined, conditional, nearly so, possible or another's word fills no slot.
    """
    raise NotImplementedError


def same_slot(first: SlotUse, second: SlotUse) -> bool:
    """Say whether two uses are about one slot of one holder ("stop sertraline" is about "take sertraline")."""
    raise NotImplementedError


def same_value(first: str, second: str) -> bool:
    """Say whether two values are one, or one tells the other more closely ("a nurse", "a nurse on nights")."""
    raise NotImplementedError
