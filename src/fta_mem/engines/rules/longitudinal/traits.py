"""Which slots make a trait worth keeping for months: who they are, their people, home, work, health, habits, likes."""

from collections.abc import Iterator
from typing import Final

from fta_mem.engines.rules.state.contrast import taken_up
from fta_mem.engines.rules.state.lexicon import LASTING_STATES, concept_of
from fta_mem.engines.rules.state.noun_phrases import head_of, numbers_in, owner_and_noun, value_stems
from fta_mem.engines.rules.state.slots import SlotUse, slot_uses
from fta_mem.state.records import FTAUnit
from fta_mem.text.word_lists import words

_TALKING: Final = frozenset({"support_interaction", "belief_candidate", "risk_signal"})
_LASTING_HAVE: Final = words(
    "dog cat pet puppy kitten rabbit horse parrot bird hamster fish tortoise sister brother daughter son child twin "
    "baby wife husband partner friend flatmate house garden car van boat bike caravan allotment business shop degree "
    "job custody asthma diabetes depression anxiety epilepsy insomnia adhd autism arthritis cancer dyslexia eczema "
    "migraine allergy ptsd ocd bipolar diagnosis condition disability tinnitus"
)
_KIN: Final = words("sister brother daughter son mother father mum dad aunt uncle cousin friend neighbour twin")
_LIKING: Final = words("like prefer believe trust fear")
_HABITS: Final = words(
    "smoke drink vape eat play sing run swim dance paint knit cook garden climb cycle box draw write volunteer speak "
    "practise practice meditate pray gamble fish hike teach coach read attend"
)
_MEASURED: Final = words("take be work pay earn weigh smoke drink sleep run swim walk cost owe eat")
"""Verbs whose amount is a dose, hours, a price or a weight: what somebody "stops" or "drives" two of is anything."""
_CLOCK: Final = words("half quarter past to o'clock am pm")
_REMAINDERS: Final = words("rest others way lot distance")
_EMPTY_VALUES: Final = words("it that this them he she something anything everything nothing everyone one")


def traits_of(unit: FTAUnit) -> Iterator[SlotUse]:
    """Return the lasting traits that a unit's claims state; a plan, a wish or somebody else's guess states none.

    What a supporter says of a person, and what is only quoted, never describes anybody.
    """
    if unit.fact.content_type in _TALKING or unit.grounding != "grounded" or unit.status == "partial":
        return
    known = frozenset(name.casefold() for name in (unit.fact.subject, unit.fact.speaker, *unit.fact.participants))
    for claim in taken_up(unit.claims):
        if claim.is_so and claim.speaker == unit.fact.speaker and not claim.reported_by and not claim.implied:
            uses = [use for use in slot_uses(claim) if _is_lasting(use) and _is_known(use)]
            yield from _distinct([use for use in uses if _is_somebody(use.holder.casefold(), known)])


def _is_somebody(holder: str, known: frozenset[str]) -> bool:
    """Say whether a holder is one of a unit's people, or what belongs to one ("Ana's parrot")."""
    return holder in known or holder.partition("'s ")[0] in known


def _distinct(uses: list[SlotUse]) -> Iterator[SlotUse]:
    """Leave out what a claim's other trait says more closely ("takes 5 mg of X" beside "takes X")."""
    told = [use.slot.partition(":")[2] for use in uses]
    return (use for place, use in enumerate(uses) if not told[place] or told[place] not in told[:place])


def _is_lasting(use: SlotUse) -> bool:
    family, _, about = use.slot.partition(":")
    if not about and ":" not in use.slot:
        if use.slot == "drive" and head_of(use.value) in _REMAINDERS:
            return False
        return bool(use.value or use.kind in ("ends", "denied"))
    if family in ("have", "be"):
        lasting = _LASTING_HAVE if family == "have" else LASTING_STATES | _KIN
        return any(about == concept_of(word)[0] for word in lasting)
    if family == "amount":
        told = frozenset(use.value.casefold().split())
        return use.claim.predicate in _MEASURED and bool(numbers_in(use.value)) and not told & _CLOCK
    if family == "take":
        return True
    habitual = use.claim.actuality == "habitual" or use.claim.phase != ""
    return (family in _LIKING and bool(about)) or (habitual and family in _HABITS)


def _is_known(use: SlotUse) -> bool:
    """Say whether the trait reads alone: its holder has a name, and its value is no pronoun."""
    named = use.holder[:1].isupper()
    pointing = use.value.casefold() in _EMPTY_VALUES
    whose = owner_and_noun(use.value)[0].casefold()
    return (
        named
        and not pointing
        and whose not in ("my", "your")
        and (bool(value_stems(use.value)) or not use.value or bool(head_of(use.value)))
    )
