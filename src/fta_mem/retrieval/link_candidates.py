"""Which older units a new one is compared with, beside those that read alike: about the same one, in the same words.

Two statements of one slot may read unlike ("I work at the bakery", "they let me go on Monday"), and the older one of
them is the one that matters. What is common among the older units is never gone through, so that a session costs as
much after a thousand others as after ten.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, takewhile
from typing import Final

from fta_mem.engines.rules.state.lexicon import concept_of
from fta_mem.engines.rules.state.noun_phrases import is_name
from fta_mem.engines.rules.state.slots import slot_uses
from fta_mem.state.claims import Claim
from fta_mem.state.records import Fact, FTAUnit
from fta_mem.text.content_words import content_stems

SLOT: Final = 4.0
"""What a shared slot weighs (a claim about the same one with the same predicate), as against rare words."""
LEAST: Final = 0.5
"""Share of the weight of a word said once below which two units have too little in common to be compared."""
COMMON: Final = 60
"""How many older units may hold a word that finds them; of the uses of a slot, so many newest ones are found."""
PLAN: Final = "~plan"
PLANS: Final = 10
"""How many of the latest plans are looked at for an outcome told without saying of what."""

Term = str | tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Entry:
    memory_id: str
    fact: Fact
    terms: frozenset[Term]
    """Rare words and slots."""
    people: frozenset[str]


class LinkCandidates:
    """A case's units by the people, the words and the slots in them; kept from session to session."""

    def __init__(self, older: Sequence[FTAUnit] = ()) -> None:
        self._older: Sequence[FTAUnit] = ()
        self._entries: list[_Entry] = []
        self._place_of: dict[str, int] = {}
        self._places: defaultdict[Term, list[int]] = defaultdict(list)
        self._of_session: defaultdict[str, list[int]] = defaultdict(list)
        self.bring_up(older)

    def bring_up(self, older: Sequence[FTAUnit]) -> None:
        """Hold these units and no others: those that it holds already in this order are not read again."""
        same = takewhile(
            lambda pair: pair[0].memory_id == pair[1].memory_id and pair[0].fact == pair[1].fact,
            zip(self._entries, older, strict=False),
        )
        kept = sum(1 for _ in same)
        while len(self._entries) > kept:
            self._drop_last(self._older[len(self._entries) - 1])
        self._older = older
        for unit in older[kept:]:
            self._add(unit)

    def _add(self, unit: FTAUnit) -> None:
        entry = _Entry(unit.memory_id, unit.fact, terms_of(unit) | self._before(unit), people_of(unit))
        self._place_of[unit.memory_id] = len(self._entries)
        for places in (*(self._places[term] for term in entry.terms), self._of_session[unit.evidence.session]):
            places.append(len(self._entries))
        self._entries.append(entry)

    def _before(self, unit: FTAUnit) -> frozenset[Term]:
        """Return the words of the unit before, where the same one tells both in one breath: what "it" may mean."""
        before = self._older[len(self._entries) - 1] if self._entries else None
        if before is None or before.fact.speaker != unit.fact.speaker or not _touch(before, unit):
            return frozenset()
        return frozenset(stems_of(before))

    def _drop_last(self, unit: FTAUnit) -> None:
        terms = self._entries.pop().terms
        del self._place_of[unit.memory_id]
        for places in (*(self._places[term] for term in terms), self._of_session[unit.evidence.session]):
            places.pop()

    def near(self, new: FTAUnit, count: int, without: Collection[str] = ()) -> list[FTAUnit]:
        """Return at most ``count`` units about the same one that share slots or rare words, best first.

        ``without`` are the ids of those that are not older.
        """
        weights: defaultdict[int, float] = defaultdict(float)
        held = self._place_of.get(new.memory_id)
        for term in self._entries[held].terms if held is not None else terms_of(new):
            places = self._places.get(term, [])
            if len(places) <= COMMON or _is_single(term):
                weight = math.log((1 + len(self._entries)) / (0.5 + len(places))) + SLOT * _is_single(term)
                for place in places[-COMMON:]:
                    weights[place] += max(weight, 0.0)
        least, people = LEAST * math.log((1 + len(self._entries)) / 1.5), people_of(new)
        ranked = sorted(((weight, place) for place, weight in weights.items() if weight >= least > 0), reverse=True)
        found = (
            self._older[place]
            for _, place in ranked
            if self._entries[place].memory_id not in without and not people.isdisjoint(self._entries[place].people)
        )
        both = {unit.memory_id: unit for unit in chain(self._plans(new, without), found)}
        return list(islice(both.values(), count))

    def _plans(self, new: FTAUnit, without: Collection[str]) -> Iterator[FTAUnit]:
        """Yield the latest plans that words too few to name one ("I didn't go", "I mailed it") may be about."""
        if not any(_names_nothing(claim) for claim in new.claims):
            return
        places = {place for person in people_of(new) for place in self._places.get((person, PLAN), [])[-COMMON:]}
        plans = (place for place in sorted(places, reverse=True) if self._entries[place].memory_id not in without)
        yield from (self._older[place] for place in islice(plans, PLANS))

    def beside(self, units: Collection[FTAUnit]) -> list[FTAUnit]:
        """Return the other units of the turns that the given ones are told in: what they lean on and go on with."""
        given = {unit.memory_id for unit in units}
        found = {
            other.memory_id: other
            for unit in units
            for other in (self._older[place] for place in self._of_session.get(unit.evidence.session, ()))
            if other.memory_id not in given and _touch(unit, other)
        }
        return list(found.values())


def _touch(one: FTAUnit, other: FTAUnit) -> bool:
    if one.evidence.session != other.evidence.session:
        return False
    (begin, end), (first, last) = one.evidence.turn_span, other.evidence.turn_span
    return begin <= last and first <= end


def terms_of(unit: FTAUnit) -> frozenset[Term]:
    """Return what finds a unit: the stems of its words, its claims' predicates and slots."""
    return stems_of(unit) | slots_of(unit)


def _is_single(term: Term) -> bool:
    """Say whether a term is a slot that holds one value at a time ("home", a dose)."""
    return not isinstance(term, str) and term[1].startswith("=")


def _names_nothing(claim: Claim) -> bool:
    """Say whether a claim tells an outcome without what it is the outcome of."""
    named = (claim.object, claim.place, *(text for _, text in claim.obliques))
    return (
        claim.is_so and (claim.past or claim.perfect) and all(text.casefold() in ("", "it", "that") for text in named)
    )


def stems_of(unit: FTAUnit) -> frozenset[str]:
    """Return the stems that a unit is about, the names of those in it left out."""
    return _stems(unit.fact.text, (unit.fact.subject, unit.fact.speaker, *unit.fact.participants))


def people_of(unit: FTAUnit) -> frozenset[str]:
    """Return whom a unit is about and who else takes part, not who merely said it of somebody else."""
    own = () if is_name(unit.fact.subject) else (unit.fact.speaker,)
    known = (*own, unit.fact.subject, *unit.fact.participants, *(claim.subject for claim in unit.claims))
    return frozenset(name.casefold() for name in known if name) or frozenset({unit.fact.speaker.casefold()})


def slots_of(unit: FTAUnit) -> frozenset[tuple[str, str]]:
    """Return what a unit's claims say something about: subject and what the predicate means, holder and slot."""
    told = [claim for claim in unit.claims if claim.subject and claim.predicate]
    said = {
        (claim.subject.casefold(), concept_of(claim.predicate.casefold())[0])
        for claim in told
        if claim.predicate != "be"
    }
    uses = (use for claim in unit.claims for use in slot_uses(claim))
    said |= {(claim.subject.casefold(), PLAN) for claim in told if claim.actuality == "planned"}
    return frozenset(said | {(use.holder.casefold(), f"{'' if use.is_plain else '='}{use.slot}") for use in uses})


@lru_cache(maxsize=20_000)
def _stems(text: str, names: tuple[str, ...]) -> frozenset[str]:
    named = {stem for name in names for stem in content_stems(name)}
    stems = content_stems(text, without=named)
    return frozenset({*stems, *(concept_of(each)[0] for each in stems)})
