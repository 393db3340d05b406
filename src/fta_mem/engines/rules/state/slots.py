"""Slots: what holds one value at a time (where somebody lives, a dose, whom they are with) and which claim fills it.

A slot is a *fluent* of the event calculus: some claims say that it holds, others begin, change, end or deny it.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from fta_mem.engines.rules.state.families import ANY, FAMILIES, Found
from fta_mem.engines.rules.state.lexicon import Aspect, concept_of
from fta_mem.engines.rules.state.noun_phrases import is_told, same_person
from fta_mem.state.claims import Claim

UseKind = Literal["holds", "held", "begins", "changes", "ends", "planned", "planned_end", "denied"]
"""``held``: it was so once, and whether it still is isn't said; ``planned_end``: somebody means to end it."""
_UNTOLD: Final = ("wished", "imagined", "conditional", "nearly", "possible", "reported", "asked")
_NO_LONGER: Final = re.compile(r"\b(?:no longer|any ?more|any longer)\b", re.IGNORECASE)
_NOW: Final = re.compile(r"\s+(?:now|currently|these days|at the moment|any ?more|again)$", re.IGNORECASE)
FILLING: Final = ("holds", "begins", "changes")
"""The kinds that say that the value fills the slot from then on."""
EMPTYING: Final = ("ends", "denied")


@dataclass(frozen=True, slots=True)
class SlotUse:
    """What one claim says of one slot.

    ``holder`` is whose slot it is, by the name the case knows; ``slot`` is a key that two claims about the same
    thing share ("home", "phone number", "amount:sertralin", "smoke:"); ``value`` is what fills it, as said, "" for
    slots that just hold or don't ("smoke:"), and for a question that asks for it.
    """

    holder: str
    slot: str
    value: str
    kind: UseKind
    claim: Claim

    @property
    def is_plain(self) -> bool:
        """Say whether the slot merely holds or doesn't, so that no other value can take its place."""
        return ":" in self.slot and not self.slot.startswith(("amount:", "when:"))


def slot_use(claim: Claim) -> SlotUse | None:
    """Return the slot that a claim is mainly about; None for an event that leaves nothing standing.

    A question's claim has a slot too, with what it asks for left empty.
    """
    return next(iter(slot_uses(claim)), None)


@lru_cache(maxsize=8192)
def slot_uses(claim: Claim) -> tuple[SlotUse, ...]:
    """Return all slots that a claim fills, begins, changes, ends or denies, the main one first.

    What is wished, imagined, conditional, nearly so, possible or another's word fills no slot.
    """
    if claim.actuality in _UNTOLD or not claim.predicate:
        return ()
    found: dict[tuple[str, str], SlotUse] = {}
    for family in FAMILIES:
        for each in family(claim):
            if is_told(each.holder):
                found.setdefault((each.holder, each.slot), _use(claim, each))
    return tuple(found.values())


def _use(claim: Claim, found: Found) -> SlotUse:
    kind = _kind(claim, found.aspect)
    if found.slot.startswith("when:") and kind in ("planned", "held"):
        kind = "holds"  # an event's day is told by whoever plans it or has arranged it
    return SlotUse(found.holder, found.slot, _NOW.sub("", found.value), kind, claim)


def _kind(claim: Claim, aspect: Aspect) -> UseKind:
    """Tell what a claim does to its slot: a denied end leaves it standing, "no longer" ends it."""
    # A verb that says no by itself ("lacks") turns a denial round; an aspect has that in it already.
    denied = (claim.polarity == "denied") != (not aspect and concept_of(claim.predicate)[1] < 0)
    ending = (aspect == "ends" and not denied) or (claim.phase == "end" and denied)
    if claim.actuality == "planned":
        return "planned_end" if ending else "denied" if denied and aspect != "ends" else "planned"
    if ending:
        return "ends"
    if denied:
        return "holds" if aspect == "ends" else "ends" if _NO_LONGER.search(claim.words) else "denied"
    if aspect == "ends":
        return "holds"
    if aspect or claim.phase == "begin":
        return "begins" if claim.phase == "begin" or aspect == "begins" else "changes"
    return "held" if claim.past and claim.phase != "go on" else "holds"


def same_slot(first: SlotUse, second: SlotUse) -> bool:
    """Say whether two uses are about one slot of one holder ("stop sertraline" is about "take sertraline")."""
    if not same_person(first.holder, second.holder):
        return False
    if first.slot == second.slot:
        return True
    one, _, about = first.slot.partition(":")
    other, _, against = second.slot.partition(":")
    return bool(about) and about == against and ANY in (one, other) and "when" not in (one, other)


def is_ended(claim: Claim) -> bool:
    """Say whether a claim tells that something is over ("quit the walks", "the running's finished")."""
    if not claim.is_so:
        return False
    if claim.polarity == "asserted" and claim.object.casefold() in ("finished", "over", "done"):
        return True
    return any(use.kind == "ends" for use in slot_uses(claim))
