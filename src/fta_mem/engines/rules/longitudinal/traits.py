"""Which slots make a trait worth keeping for months: who they are, their people, home, work, health, habits, likes."""

import re
from collections.abc import Iterator
from typing import Final

from fta_mem.engines.rules.state.contrast import taken_up
from fta_mem.engines.rules.state.families import ANY
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
    "migraine allergy ptsd ocd bipolar disability tinnitus"
)
_KIN: Final = words(
    "sister brother daughter son mother father mum dad aunt auntie uncle cousin friend neighbour twin godmother "
    "godfather grandmother grandfather grandma grandad granny widow widower carer foster"
)
_LIKING: Final = words("like love hate prefer trust fear")
_HABITS: Final = words(
    "smoke drink vape play sing run swim dance paint knit cook garden climb cycle box draw volunteer practise practice "
    "meditate pray gamble fish hike teach coach"
)
"""What one says of oneself without saying how often: "I smoke", "I play the cello"."""
_NOW_AND_THEN: Final = words("eat write read attend visit walk bake help")
"""What everybody does once: only "every Sunday" or "never" makes it a habit."""
_OFTEN: Final = re.compile(
    r"\b(?:every|each|daily|weekly|monthly|nightly|(?:once|twice|times|days|nights) a|weekends|mornings|evenings|nights"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b",
    re.IGNORECASE,
)
_ALWAYS: Final = words("always usually often never regularly sometimes")
_MEASURED: Final = words("take work pay earn weigh smoke drink sleep cost owe")
"""Verbs whose amount is a dose, hours, a price or a weight: what somebody "stops" or "drives" two of is anything."""
_UNIT: Final = re.compile(
    r"[£$€%]|\b(?:m[gl]|mcg|k?g|kilos?|pounds?|quid|stone|euros?|dollars?|cents?|francs?|pence|percent|hours?|minutes?"
    r"|tablets?|pills?|units?|cigarettes|cups?|cans?|glass(?:es)?|pints?|nights?|days?|shifts?"
    r"|a (?:day|week|month|year))\b",
    re.IGNORECASE,
)
_MEDICINE: Final = re.compile(
    r"^(?:\w+ )?(?:medication|medicine|meds|antidepressants?|insulin|inhalers?|tablets?|pills?|lithium|melatonin"
    r"|steroids?|painkillers?|antibiotics?|beta[- ]?blockers?|methadone|warfarin|iron|vitamins?"
    r"|\w{2,}(?:pram|oxetine|traline|afaxine|zepam|zolam|olol|azole|statin|pril|sartan|idone|apine|azine|formin|triptan"
    r"|cillin|mycin|barbital|tidine|fenac|profen|methasone|solone|thyroxine|gabalin|bapentin|otrigine|phenidate))$",
    re.IGNORECASE,
)
_ROOMS: Final = words("room bedroom kitchen bathroom lounge attic sofa couch bed floor hallway box")
_REMAINDERS: Final = words("rest other way lot distance")
_EMPTY_VALUES: Final = words("it that this them he she something anything everything nothing everyone one")
_DETERMINED: Final = re.compile(
    r"^(?:an?|my|his|her|their|our|no|one|two|three|four|five|six|several|some|type \d|[A-Z]\w+['’]s)\s", re.IGNORECASE
)
_A_THING: Final = re.compile(rf"(?:the\s|{_DETERMINED.pattern})", re.IGNORECASE)
_SUPERLATIVE: Final = re.compile(r"\b(?:only|same|first|last|next|\w+est|most|least|worst)\b", re.IGNORECASE)
_NAMING: Final = re.compile(r"\b(?:call(?:s|ed)? (?:me|myself)|my (?:\w+ )?name|goes? by|known as)\b", re.IGNORECASE)
_LONGEST: Final = 6
"""Words of a value; what is longer is a clause."""


def traits_of(unit: FTAUnit) -> Iterator[SlotUse]:
    """Return the lasting traits that a unit's claims state; a plan, a wish or somebody else's guess states none.

    What a supporter says of a person, and what is only quoted, never describes anybody.
    """
    if unit.fact.content_type in _TALKING or unit.grounding != "grounded" or unit.status == "partial":
        return
    known = frozenset(name.casefold() for name in (unit.fact.subject, unit.fact.speaker, *unit.fact.participants))
    for claim in taken_up(unit.claims):
        told = not claim.implied or claim.predicate == "be called"
        if claim.is_so and claim.speaker == unit.fact.speaker and not claim.reported_by and told:
            uses = [use for use in slot_uses(claim) if _is_lasting(use) and _is_known(use)]
            yield from _distinct([use for use in uses if _is_somebody(use.holder.casefold(), known)])


def _is_somebody(holder: str, known: frozenset[str]) -> bool:
    """Say whether a holder is one of a unit's people, or what belongs to one ("Ana's parrot")."""
    return holder in known or holder.partition("'s ")[0] in known


def _distinct(uses: list[SlotUse]) -> Iterator[SlotUse]:
    """Leave out what a claim's other trait says more closely.

    "Takes 5 mg of X" stands without "takes X", and "Lorraine is Rhian's manager" without "is called Lorraine".
    """
    seen: set[str] = set()
    roles = {use.value for use in uses if use.slot != "name"}
    for use in uses:
        about = use.slot.partition(":")[2]
        if about in seen or (use.slot == "name" and use.value in roles):
            continue
        if about:
            seen.add(about)
        yield use


def _is_lasting(use: SlotUse) -> bool:
    """Say whether a use is the kind of thing that holds for months, told plainly enough to be read alone."""
    if len(use.value.split()) > _LONGEST or _SUPERLATIVE.search(use.value):
        return False
    family, _, about = use.slot.partition(":")
    if ":" not in use.slot:
        return _fills_one_place(use)
    claim = use.claim
    if family == "have":
        return _is_among(about, _LASTING_HAVE) and bool(use.kind == "ends" or _DETERMINED.match(claim.object))
    if family.split(" ")[0] == "be":
        return _is_among(about, LASTING_STATES | _KIN)
    if family == "amount":
        return claim.predicate in (*_MEASURED, "be") and bool(numbers_in(use.value)) and bool(_UNIT.search(use.value))
    if family == "take":
        return bool(_MEDICINE.match(claim.object or use.value) or (claim.amount and _UNIT.search(claim.amount)))
    if family == ANY:
        return claim.predicate == "join" and bool(_DETERMINED.match(use.value))
    if family in _LIKING:
        return bool(about) and not claim.past
    return _is_habit(use, family)


def _fills_one_place(use: SlotUse) -> bool:
    """Say whether a single-valued slot (home, work, name, age…) gets a value that can be read alone."""
    if not use.value:
        return use.kind in ("ends", "denied")
    if use.slot == "drive":
        return head_of(use.value.casefold()) not in _REMAINDERS and bool(
            _DETERMINED.match(use.value) or use.value[:4] == "the "
        )
    if use.slot == "home":
        return head_of(use.value.casefold()) not in _ROOMS or any(word[0].isupper() for word in use.value.split())
    if use.slot == "attend":
        return _is_habit(use, use.slot)
    if use.slot == "name":
        return "'s " in use.holder or bool(_NAMING.search(use.claim.words))
    return True


def _is_habit(use: SlotUse, family: str) -> bool:
    claim = use.claim
    marked = bool(_OFTEN.search(claim.time) or _ALWAYS.intersection(claim.adverbs) or claim.phase)
    if family in _NOW_AND_THEN:
        return marked and bool(claim.object or claim.obliques or claim.place)
    return family in _HABITS and (marked or claim.actuality == "habitual")


def _is_among(about: str, listed: frozenset[str]) -> bool:
    return any(about == concept_of(word)[0] for word in listed)


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
