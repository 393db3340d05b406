"""Which older units a new one is compared with, beside those that read alike: about the same one, in the same words.

Two statements of one slot may read unlike ("I work at the bakery", "they let me go on Monday"), and the older one of
them is the one that matters.
"""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

from fta_mem.state.records import FTAUnit
from fta_mem.text.content_words import content_stems

SLOT: Final = 4.0
"""What a shared slot weighs (a claim about the same one with the same predicate), as against rare words."""
LEAST: Final = 0.5
"""Share of the weight of a word said once below which two units have too little in common to be compared."""


class LinkCandidates:
    """Units by the people and the words in them; made once for the units of a session."""

    def __init__(self, older: Sequence[FTAUnit]) -> None:
        self._older = older
        self._stems = [stems_of(unit) for unit in older]
        self._people = [people_of(unit) for unit in older]
        counts = Counter(stem for stems in self._stems for stem in stems)
        self._weights = {stem: math.log((1 + len(older)) / (0.5 + count)) for stem, count in counts.items()}
        self._least = LEAST * math.log((1 + len(older)) / 1.5)

    def near(self, new: FTAUnit, count: int, without: Collection[str] = ()) -> list[FTAUnit]:
        """Return at most ``count`` units about the same one that share slots or rare words, best first.

        ``without`` are the ids of those that are not older.
        """
        stems, slots, people = stems_of(new), slots_of(new), people_of(new)
        scored: list[tuple[float, int]] = []
        for place, unit in enumerate(self._older):
            if unit.memory_id in without or people.isdisjoint(self._people[place]):
                continue
            weight = sum(self._weights[stem] for stem in stems & self._stems[place])
            weight += SLOT * (not slots.isdisjoint(slots_of(unit)))
            if weight > 0 and weight >= self._least:
                scored.append((weight, place))
        return [self._older[place] for _, place in sorted(scored, reverse=True)[:count]]


def stems_of(unit: FTAUnit) -> frozenset[str]:
    """Return the stems that a unit is about, the names of those in it left out."""
    return _stems(unit.fact.text, (unit.fact.subject, unit.fact.speaker, *unit.fact.participants))


def people_of(unit: FTAUnit) -> frozenset[str]:
    """Return whom a unit is about and who else takes part, not who merely said it."""
    known = (unit.fact.subject, *unit.fact.participants, *(claim.subject for claim in unit.claims))
    return frozenset(name.casefold() for name in known if name) or frozenset({unit.fact.speaker.casefold()})


def slots_of(unit: FTAUnit) -> frozenset[tuple[str, str]]:
    """Return what a unit's claims say something about: subject and predicate."""
    claims = ((claim.subject.casefold(), claim.predicate.casefold()) for claim in unit.claims)
    return frozenset((subject, predicate) for subject, predicate in claims if subject and predicate not in ("", "be"))


@lru_cache(maxsize=20_000)
def _stems(text: str, names: tuple[str, ...]) -> frozenset[str]:
    named = {stem for name in names for stem in content_stems(name)}
    return frozenset(content_stems(text, without=named))
