"""What came of plans where the outcome is told in few words: "I didn't go", weeks after "I fly up on Wednesday"."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from fta_mem.engines.rules.linking.reading import ReadUnit
from fta_mem.engines.rules.state.agreement import parts_agree
from fta_mem.engines.rules.state.lexicon import concept_of
from fta_mem.engines.rules.state.noun_phrases import head_of, is_told, same_person
from fta_mem.state.claims import Claim
from fta_mem.text.word_lists import words

_RIDES: Final = words("train bus flight plane ferry coach taxi journey")
_GOING: Final = words("go come") | {"go in", "go along", "go out", "drive in", "go up", "go down"}
_AGREED: Final = re.compile(
    r"\b(?:the plan|i said (?:ok|okay|yes|sure)|i agreed|we agreed|we['’]re going)\b", re.IGNORECASE
)


def missed(new: ReadUnit, older: Sequence[ReadUnit]) -> ReadUnit | None:
    """Return the older unit whose plan a bare "I didn't go" is about: the last one that was due by then."""
    if new.is_support or not any(_is_bare_miss(claim, new) for claim in new.claims):
        return None
    due = [(_day(old), place, old) for place, old in enumerate(older) if _is_due(old, new)]
    return max(due, key=lambda item: item[:2])[2] if due else None


def _is_bare_miss(claim: Claim, new: ReadUnit) -> bool:
    own = claim.subject == new.unit.fact.speaker
    denied = claim.polarity == "denied" and claim.past and claim.is_so
    bare = not any(is_told(part) for part in (claim.object, claim.place, *(text for _, text in claim.obliques)))
    return own and denied and bare and (concept_of(claim.predicate)[0] == "attend" or claim.predicate in _GOING)


def _is_due(old: ReadUnit, new: ReadUnit) -> bool:
    """Say whether an older unit plans to go somewhere, on a day that lies between the two tellings."""
    if old.is_support or not any(_goes(claim) for claim in old.claims):
        return False
    said, now = _day(old), _day(new)
    if any(said <= day <= now for day in _planned_days(old)):
        return True
    return said < now and _AGREED.search(old.text) is not None and bool(new.people & old.people)


def _goes(claim: Claim) -> bool:
    """Say whether a claim plans that the speaker goes somewhere or takes part."""
    if claim.actuality not in ("planned", "wished") or claim.polarity == "denied":
        return False
    there = claim.predicate == "be" and claim.place == "there"
    rides = claim.predicate in ("get", "take", "book") and head_of(claim.object) in _RIDES
    return there or rides or concept_of(claim.predicate.split()[0])[0] == "attend" or claim.predicate in _GOING


def _planned_days(old: ReadUnit) -> Iterator[str]:
    planned = (claim.start for claim in old.claims if claim.actuality == "planned" and claim.start)
    yield from (day[:10] for day in planned)
    if old.unit.time.event_start:
        yield old.unit.time.event_start[:10]
    elif old.day_before:
        yield old.day_before


def _day(reading: ReadUnit) -> str:
    return (reading.unit.time.dialogue_time or "")[:10]


def kept(new: ReadUnit, older: Sequence[ReadUnit]) -> ReadUnit | None:
    """Return the only older unit whose plan a bare "I mailed it" carries out."""
    for claim in new.claims:
        if (
            claim.is_so
            and claim.polarity == "asserted"
            and (claim.past or claim.perfect)
            and claim.object.casefold() in ("it", "that")
        ):
            plans = [old for old in older if any(_plans(other, claim) for other in old.claims)]
            if len(plans) == 1 and _day(plans[0]) < _day(new):
                return plans[0]
    return None


def _plans(older: Claim, newer: Claim) -> bool:
    planned = (
        older.actuality == "planned" and older.polarity == "asserted" and same_person(older.subject, newer.subject)
    )
    return (
        planned
        and concept_of(older.predicate) == concept_of(newer.predicate)
        and parts_agree(newer, older) is not False
    )
