"""Claims near a question: what memory says of the same matter and the same people, old and new.

The K best units hold one side of a change more often than both: a question of state needs every claim about its
subject and slot. Their turns get a first, bounded share of the packet (retrieval/packing.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.rules.state.slots import same_slot, slot_use, slot_uses
from fta_mem.state.answering import RewrittenQuery, SourceTurn
from fta_mem.state.claims import Claim
from fta_mem.storage.ports import CaseView
from fta_mem.text.content_words import content_stems, coverage, rarity

NEAR: Final = 0.5
"""Share of the question's rare stems that a claim must hold to be near it."""
SAME_SUBJECT: Final = 0.3
"""What a claim gains that is about somebody whom the question names."""
OF_SLOT: Final = 4
"""Turns of the slot asked about that are handed on, the newest."""
SHOWN: Final = 6
"""Turns with near claims that are handed on, best first."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """A claim with the places of its unit and its turn in the view, and what it says and of whom, as stems."""

    claim: Claim
    unit: int
    turn: int
    stems: frozenset[str]
    whose: frozenset[str]


class ClaimIndex:
    """The claims of a view's units, built once a revision."""

    def __init__(self, view: CaseView) -> None:
        places = {(turn.session, turn.turn_index): place for place, turn in enumerate(view.turns)}
        self.entries = [
            Indexed(claim, unit, places[at], said_of(claim), frozenset(content_stems(claim.subject)))
            for unit, record in enumerate(view.units)
            for claim in record.claims
            if (at := (claim.session, claim.turn)) in places
        ]
        self._ids = [unit.memory_id for unit in view.units]
        self._uses = [(place, use) for place, entry in enumerate(self.entries) for use in slot_uses(entry.claim)]
        self._by_stem: dict[str, list[int]] = {}
        for place, entry in enumerate(self.entries):
            for stem in entry.stems | entry.whose:
                self._by_stem.setdefault(stem, []).append(place)

    def turns_near(self, query: RewrittenQuery, names: frozenset[str]) -> list[int]:
        """Return the places of the turns whose claims are near the question: of its slot, then of its words.

        The newest of equals stands first. ``names`` are the stems of the names of everybody who speaks: they say of
        whom, never what.
        """
        near = [*self._of_slot(query), *self._of_words(query, names)]
        return list(dict.fromkeys(near))[:SHOWN]

    def _of_slot(self, query: RewrittenQuery) -> list[int]:
        """Return the newest turns that fill, begin, change or end the slot that is asked about, newest first."""
        use = slot_use(query.asked[0].claim) if query.asked else None
        if use is None:
            return []
        # Whatever its words: "I moved to Leeds" is of the slot of "Where do you live?" and shares no word with it.
        held = [self.entries[place].turn for place, other in self._uses if same_slot(use, other)]
        return sorted(dict.fromkeys(held), reverse=True)[:OF_SLOT]

    def _of_words(self, query: RewrittenQuery, names: frozenset[str]) -> list[int]:
        terms = tuple(stem for stem in _asked_stems(query) if stem not in names)
        whose = frozenset(stem for name in query.cues.participants for stem in content_stems(name)) & names
        reached = sorted({place for stem in terms for place in self._by_stem.get(stem, ())})
        weights = rarity(terms, [entry.stems | entry.whose for entry in self.entries])
        scored = [(self._score(self.entries[place], terms, weights, whose), place) for place in reached]
        # Rounded, so that among claims as good as equal the newest stands first.
        ranked = sorted((each for each in scored if each[0] >= NEAR), key=lambda each: (-round(each[0], 3), -each[1]))
        return [self.entries[place].turn for _, place in ranked]

    def stated_in(self, turns: Sequence[SourceTurn]) -> tuple[tuple[str, Claim], ...]:
        """Return the claims that the turns make, in order, each with its unit's id."""
        shown = {(turn.session, turn.turn_index) for turn in turns}
        held = [entry for entry in self.entries if (entry.claim.session, entry.claim.turn) in shown]
        return tuple((self._ids[entry.unit], entry.claim) for entry in sorted(held, key=lambda entry: entry.turn))

    def _score(self, entry: Indexed, terms: tuple[str, ...], weights: dict[str, float], whose: frozenset[str]) -> float:
        held = coverage(terms, weights, entry.stems | entry.whose)
        return held + SAME_SUBJECT * bool(held and whose & entry.whose)


def said_of(claim: Claim) -> frozenset[str]:
    """Return the stems of what a claim says of its subject: predicate, object, place, amount and the rest."""
    parts = (claim.predicate, claim.object, claim.place, claim.amount, *(text for _, text in claim.obliques))
    return frozenset(content_stems(" ".join((*parts, *claim.people))))


def tells_names(claim: Claim) -> bool:
    """Say whether a claim may tell who is who: it names somebody outright, or says who somebody is."""
    return claim.predicate == "be called" or (claim.predicate == "be" and bool(claim.people or claim.object))


def _asked_stems(query: RewrittenQuery) -> Sequence[str]:
    asked = [f"{each.kind} {each.claim.subject} {_named(each.claim)}" for each in query.asked[:1]]
    return content_stems(" ".join(asked or query.terms))


def _named(claim: Claim) -> str:
    parts = (claim.predicate, claim.object, claim.place, claim.amount, *(text for _, text in claim.obliques))
    return " ".join((*parts, *claim.people))
