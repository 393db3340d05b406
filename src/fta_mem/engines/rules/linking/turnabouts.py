"""Turnabouts: what was refused and is done, what was going on and is over, what is taken back, told over many turns.

People seldom say a change in the words of what it changes ("she wants me in her choir, absolutely not"; "I joined it").
Here two units of one speaker are tied by a thing that both name and few others do, and by what each says of it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.rules.linking.reading import Reading
from fta_mem.engines.rules.state.agreement import Agreement, parts_agree
from fta_mem.engines.rules.state.lexicon import SAYING, concept_of
from fta_mem.engines.rules.state.noun_phrases import same_person
from fta_mem.state.claims import Claim
from fta_mem.text.content_words import content_stems

COMMON: Final = 0.12
"""Share of a new unit's candidates above which a thing that they name ties nothing."""
ENOUGH: Final = 8


@dataclass(frozen=True, slots=True)
class Rarity:
    """Which things few of the compared units name."""

    counts: Counter[str]
    units: int

    def rare(self, things: frozenset[str]) -> frozenset[str]:
        """Return the things that are named seldom enough to tie two units."""
        most = max(2.0, COMMON * self.units) if self.units >= ENOUGH else self.units
        return frozenset(thing for thing in things if self.counts[thing] <= most)


def rarity_of(readings: Sequence[Reading]) -> Rarity:
    """Count in how many units each thing is named."""
    return Rarity(Counter(stem for reading in readings for stem in reading.stems), len(readings))


def turnabout(new: Reading, old: Reading, rarity: Rarity) -> Agreement | None:
    """Say what a new unit turns about in an old one; None where the two share no rare thing that it changes."""
    if new.unit.fact.speaker != old.unit.fact.speaker or _is_support(new) or _is_support(old):
        return None
    if rarity.rare(new.done & old.refused - new.denied - new.refused):
        return "restores"
    if rarity.rare(new.ended & (old.held | old.begun) - old.ended):
        return "ends"
    if rarity.rare(new.begun & old.ended - new.denied):
        return "restores"
    if rarity.rare(new.worked & old.failed) or rarity.rare(new.failed & old.worked):
        return "replaces"
    return _deed_turned(new, old, rarity) or (_taken_back(new, old, rarity) if new.takes_back else None)


def _is_support(reading: Reading) -> bool:
    return reading.unit.fact.content_type in ("support_interaction", "belief_candidate")


def _deed_turned(new: Reading, old: Reading, rarity: Rarity) -> Agreement | None:
    """Find a deed of a rare verb that was denied and is done: "I haven't played it" and "I played it four times"."""
    for newer in new.claims:
        stems = frozenset(content_stems(newer.predicate))
        if newer.polarity == "denied" or not newer.is_so or not (newer.past or newer.perfect) or not rarity.rare(stems):
            continue
        if stems and any(
            older.polarity == "denied" and older.perfect and _is_turned(newer, older) for older in old.claims
        ):
            return "restores"
    return None


def _taken_back(new: Reading, old: Reading, rarity: Rarity) -> Agreement | None:
    """Find what the speaker takes back: the same deed said the other way, or what both name and the old one refused."""
    if any(_is_turned(newer, older) and _is_meant(older) for newer in new.claims for older in old.claims):
        return "corrects"
    if old.refused and (len(new.people & old.people) > 1 or rarity.rare((new.held | new.done) & old.refused)):
        return "restores"
    shared = rarity.rare((new.ended | new.denied) & (old.held | old.done | old.begun))
    return "corrects" if shared else None


def _is_meant(older: Claim) -> bool:
    """Say whether a claim tells what somebody means to do or what is so, and not a deed of the past."""
    return older.predicate == "be" or not (older.past or older.perfect)


def _is_turned(newer: Claim, older: Claim) -> bool:
    if newer.polarity == older.polarity or older.actuality not in ("actual", "habitual", "planned"):
        return False
    if not newer.is_so or concept_of(newer.predicate)[0] in SAYING:
        return False
    if newer.predicate == "be":
        return bool(newer.object) and newer.object.casefold() == older.object.casefold() and older.predicate == "be"
    same = concept_of(newer.predicate)[0] == concept_of(older.predicate)[0]
    return same and same_person(newer.subject, older.subject) and parts_agree(newer, older) is not False
