"""What stands beside a unit in its turn: "Absolutely not." says what of only with the sentence before it."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from fta_mem.state.records import FTAUnit
from fta_mem.text.sentences import split_sentences


@dataclass(frozen=True, slots=True)
class Passage:
    """The sentence before a unit and the one after it, where its speaker says them in the same turn; else "".

    ``day`` is the day of the event that the unit before tells.
    """

    before: str = ""
    after: str = ""
    day: str = ""


ALONE: Final = Passage()


def passages_of(units: Iterable[FTAUnit]) -> dict[str, Passage]:
    """Return what stands beside each unit, as far as the units beside it are given; by their ids."""
    turns: dict[tuple[str, str, int], dict[str, tuple[int, FTAUnit]]] = {}
    for unit in units:
        for turn, place in _places(unit).items():
            turns.setdefault((unit.evidence.session, unit.fact.speaker, turn), {})[unit.memory_id] = (place, unit)
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    days: dict[str, str] = {}
    for told in turns.values():
        ordered = [unit for _, unit in sorted(told.values(), key=lambda item: (item[0], item[1].memory_id))]
        for one, other in pairwise(ordered):
            after[one.memory_id] = _sentence(other.fact.text, 0)
            before[other.memory_id] = _sentence(one.fact.text, -1)
            days[other.memory_id] = one.time.event_start or ""
    names = {*before, *after}
    return {name: Passage(before.get(name, ""), after.get(name, ""), days.get(name, "")) for name in names}


def _places(unit: FTAUnit) -> dict[int, int]:
    """Return where in its turns a unit's own claims begin."""
    places: dict[int, int] = {}
    for claim in unit.claims:
        if claim.speaker in ("", unit.fact.speaker) and claim.session == unit.evidence.session:
            places[claim.turn] = min(claim.span[0], places.get(claim.turn, claim.span[0]))
    return places


def _sentence(text: str, place: int) -> str:
    spans = split_sentences(text)
    return text[slice(*spans[place])] if spans else ""
