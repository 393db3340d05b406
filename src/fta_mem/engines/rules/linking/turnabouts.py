"""Turnabouts: what was refused and is done, what was going on and is over, what is taken back, told over many turns.

People seldom say a change in the words of what it changes ("she wants me in her choir, absolutely not"; "I joined it").
Here two units of one speaker are tied by a thing that both name and few others do, and by what each says of it.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import Final, Literal

from fta_mem.engines.rules.linking.amounts import amount_turned
from fta_mem.engines.rules.linking.everyday import EVERYDAY
from fta_mem.engines.rules.linking.reading import ReadUnit
from fta_mem.engines.rules.state.agreement import Agreement, parts_agree
from fta_mem.engines.rules.state.lexicon import MOODS, SAYING, concept_of
from fta_mem.engines.rules.state.noun_phrases import bare, head_of, is_told, same_person, same_value
from fta_mem.state.claims import Claim
from fta_mem.text.word_lists import words

COMMON: Final = 0.15
"""Share of the compared units above which a thing that they name ties nothing."""
_FEW: Final = 4
_MOVING: Final = words("attend move return")
_PROMISING: Final = words("say promise offer owe agree swear")
_NO_LONGER: Final = re.compile(r"\b(?:no longer|any ?more|any longer)\b", re.IGNORECASE)
_LIGHT: Final = words("have do get make give take put keep let bring use")


@dataclass(frozen=True, slots=True)
class Turn:
    """What a new unit says of an old one, and how much ties the two (the rarity of what both name)."""

    finding: Agreement | Literal["follows"]
    weight: float
    taken_back: bool = False
    """The speaker takes something back: of all older units one alone is meant."""


@dataclass(frozen=True, slots=True)
class Rarity:
    """How many of the compared units name a thing."""

    counts: Counter[str]
    units: int

    def weight(self, things: Iterable[str]) -> float:
        """Return how much shared things tie two units; things that many units name tie nothing."""
        most = max(_FEW, COMMON * self.units)
        shared = [self.counts[thing] for thing in things if self.counts[thing] <= most]
        return sum(math.log((self.units + 2) / (count + 0.5)) for count in shared)


def rarity_of(readings: Sequence[ReadUnit]) -> Rarity:
    """Count in how many units each thing is named."""
    return Rarity(Counter(thing for reading in readings for thing in reading.stems), len(readings))


def turnabout(new: ReadUnit, old: ReadUnit, rarity: Rarity) -> Turn | None:
    """Say what a new unit turns about in an old one; None where the two share no rare thing that it changes."""
    if new.is_support:
        return None
    if old.is_support:
        return _first(_of_suggestion(new, old, rarity))
    if new.unit.fact.speaker != old.unit.fact.speaker:
        return None
    return _first(chain(_of_things(new, old, rarity), _of_deeds(new, old, rarity), _taken_back(new, old, rarity)))


def _first(turns: Iterable[Turn]) -> Turn | None:
    return next((turn for turn in turns if turn.weight > 0), None)


def _of_suggestion(new: ReadUnit, old: ReadUnit, rarity: Rarity) -> Iterator[Turn]:
    """Say what came of a suggestion: it failed, or it was taken up."""
    yield Turn("denies", rarity.weight(new.failed & old.suggested))
    yield Turn("follows", rarity.weight((new.done | new.worked | new.ended) & old.suggested))


def _of_things(new: ReadUnit, old: ReadUnit, rarity: Rarity) -> Iterator[Turn]:
    yield Turn("restores", rarity.weight(new.done & old.refused - new.refused))
    over = new.ended & (old.stems - old.denied if _NO_LONGER.search(new.text) else old.held | old.begun)
    yield Turn("ends", rarity.weight(over - old.ended))
    yield Turn("restores", rarity.weight(new.begun & old.ended))
    if new.instead & old.words and not old.instead:
        named = new.leant_on if new.leans else new.stems
        yield Turn("ends", rarity.weight(named & old.leant_on))
    yield Turn("replaces", rarity.weight((new.worked & old.failed) | (new.failed & old.worked)))
    changed = amount_turned(new, old, rarity.counts)
    if changed is not None:
        yield Turn(changed, 1.0)


def _of_deeds(new: ReadUnit, old: ReadUnit, rarity: Rarity) -> Iterator[Turn]:
    """Find a deed that is done though it was denied: not done yet, or never going to be."""
    for newer, older in product(new.claims, old.claims):
        if is_turned(newer, older) and _is_undone(newer, older):
            yield Turn("restores", 1.0 if _is_one_deed(newer, older, new, old, rarity) else 0.0)


def _is_one_deed(newer: Claim, older: Claim, new: ReadUnit, old: ReadUnit, rarity: Rarity) -> bool:
    """Say whether two tellings are of one deed: of a telling verb, to one place or thing, or back to what both name."""
    agree = parts_agree(newer, older)
    concept = concept_of(newer.predicate)[0]
    if concept in _MOVING:
        return agree is True or (
            "back" in newer.adverbs and "back" in older.adverbs and rarity.weight(new.stems & old.stems) > 0
        )
    return agree is True or concept not in EVERYDAY


def _is_undone(newer: Claim, older: Claim) -> bool:
    if newer.polarity == "denied" or older.past:
        return False
    meant = older.actuality == "planned" or (not older.perfect and older.actuality == "actual")
    if newer.past or newer.perfect:
        return older.perfect or meant
    return concept_of(newer.predicate)[0] in _MOVING and meant


def _taken_back(new: ReadUnit, old: ReadUnit, rarity: Rarity) -> Iterator[Turn]:
    """Find what the speaker takes back in so many words; the older unit that shares most is meant."""
    for newer, older in product(new.claims, old.claims):
        if _withholds(newer, older, old.text):
            yield Turn("cancels", 1.0)
    if not new.takes_back:
        return
    shared = rarity.weight(new.stems & old.stems)
    pairs = list(product(new.claims, old.claims))
    if any((is_turned(newer, older) and _is_meant(older)) or _was_thought(newer, older) for newer, older in pairs):
        yield Turn("corrects", 20.0 + shared, taken_back=True)
    if old.refused and len(new.people & old.people) > 1:
        yield Turn("restores", 10.0 + shared, taken_back=True)
    yield Turn(
        "corrects", rarity.weight(new.taken_back & (old.held | old.done | old.denied | old.refused)), taken_back=True
    )


def _was_thought(newer: Claim, older: Claim) -> bool:
    """Say whether a claim repeats as a mere thought what an older one stated ("I always thought I was nine")."""
    if newer.actuality not in ("possible", "reported") or not older.is_so or newer.predicate != older.predicate:
        return False
    same = same_person(newer.subject, older.subject) and is_told(newer.subject)
    return same and bool(newer.object) and same_value(newer.object, older.object)


def _withholds(newer: Claim, older: Claim, told: str) -> bool:
    """Say whether somebody never did what they had said of a thing ("the other twenty on payday")."""
    promised = older.predicate in _PROMISING and older.polarity == "asserted" and is_told(head_of(older.object))
    never = newer.polarity == "denied" and newer.is_so and (newer.past or newer.perfect)
    named = older.subject == "" and re.search(rf"\b{re.escape(newer.subject)}\b", told, re.IGNORECASE) is not None
    same = is_told(newer.subject) and (named or same_person(newer.subject, older.subject))
    return promised and never and same and head_of(newer.object) == head_of(older.object)


def _is_meant(older: Claim) -> bool:
    """Say whether a claim tells what somebody means to do or what is so, and not a deed of the past."""
    return older.predicate == "be" or not (older.past or older.perfect)


def is_turned(newer: Claim, older: Claim) -> bool:
    """Say whether two claims tell one deed or state, the one asserted and the other denied."""
    if newer.polarity == older.polarity or older.actuality not in ("actual", "habitual", "planned"):
        return False
    concept = concept_of(newer.predicate)[0]
    if not newer.is_so or concept in SAYING or newer.predicate in _LIGHT:
        return False
    if newer.predicate == "be":
        same = bool(newer.object) and newer.object.casefold() == older.object.casefold()
        return same and older.predicate == "be" and bare(newer.object) not in MOODS
    other = concept_of(older.predicate)[0]
    same = concept == other or (concept in _MOVING and other in _MOVING)
    told = is_told(newer.subject) and same_person(newer.subject, older.subject)
    return same and told and parts_agree(newer, older) is not False
