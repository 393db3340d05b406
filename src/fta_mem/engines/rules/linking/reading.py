"""A unit as linking reads it: which things it says hold, are done, begun, ended, denied or refused by its speaker."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fta_mem.engines.rules.state.lexicon import SAYING, aspect_of, concept_of
from fta_mem.engines.rules.state.noun_phrases import head_of, is_told
from fta_mem.engines.rules.state.slots import is_ended, slot_uses
from fta_mem.state.claims import Claim
from fta_mem.state.records import FTAUnit
from fta_mem.text.content_words import content_stems
from fta_mem.text.word_lists import phrases, words

_REFUSAL: Final = phrases(
    "absolutely not, no way, never, not ever, no chance, not a chance, no thanks, definitely not, certainly not, "
    "i won't, i said no, i refuse, over my dead body, not in a million years, but no"
)
_TAKING_BACK: Final = re.compile(
    r"\bi know (?:that )?i(?:['’]d)? (?:said|told you|swore|promised)\b|\bi lied\b|\bi made (?:it|that) up\b"
    r"|\b(?:not|never|wasn['’]t|isn['’]t) true\b|\bwasn['’]t (?:being )?(?:straight|honest)\b|\bi was wrong\b"
    r"|\btake (?:it|that) back\b|\balways thought\b|(?<!n['’]t )(?<!not )\bchanged my mind\b",
    re.IGNORECASE,
)
_WHEN_SAID: Final = re.compile(r"\b(?:when|what) i (?:said|told you)\b", re.IGNORECASE)
_DENYING: Final = re.compile(r"\b(?:wasn|isn|didn|don|doesn|haven|couldn|wouldn)['’]?t\b|\bnot\b", re.IGNORECASE)
_INSTEAD: Final = re.compile(r"\b(?:instead of|rather than)\s+(?P<what>[^.,;!?]+)", re.IGNORECASE)
_BACK: Final = words("back again anymore")
_FINISHING: Final = words("finish end close lose leave sell die shut sign swap")
"""Verbs that end a deed by doing it, or an owning: nothing that is said of the thing elsewhere stops holding."""
_WORKING: Final = words("work help sort improve")
_EVERYDAY: Final = words(
    "time day night week weekend month year morn even afternoon today people friend thing stuff place home life hour "
    "minut bit lot way word money talk call work monday tuesday wednesday thursday friday"
)


@dataclass(frozen=True)
class Reading:
    """What a unit's own speaker says of which things; things are stems of what claims name."""

    unit: FTAUnit
    claims: tuple[Claim, ...]
    text: str
    stems: frozenset[str]
    people: frozenset[str]
    held: frozenset[str]
    done: frozenset[str]
    begun: frozenset[str]
    ended: frozenset[str]
    denied: frozenset[str]
    refused: frozenset[str]
    worked: frozenset[str]
    failed: frozenset[str]
    takes_back: bool


@lru_cache(maxsize=4096)
def read(unit: FTAUnit) -> Reading:
    """Return a unit as linking reads it."""
    claims = tuple(claim for claim in unit.claims if claim.speaker in ("", unit.fact.speaker) and not claim.implied)
    text = " ".join(dict.fromkeys((unit.fact.text, *(claim.words for claim in claims))))
    told = [claim for claim in claims if claim.is_so or claim.actuality == "planned"]
    asserted = [claim for claim in told if claim.polarity == "asserted"]
    own = [claim for claim in asserted if claim.subject == unit.fact.speaker and claim.predicate not in SAYING]
    ended = [claim for claim in told if _is_over(claim)]
    return Reading(
        unit,
        claims,
        text,
        frozenset(content_stems(text)),
        _people(claims) - {unit.fact.speaker},
        _things(claim for claim in asserted if _lasts(claim) and claim not in ended),
        _things(own),
        _things(claim for claim in own if _begins(claim)),
        _things(ended) | _replaced(claims),
        _things(claim for claim in told if claim.polarity == "denied"),
        _things(claims) if _REFUSAL.search(text) else frozenset(),
        _things(claims) if any(_is_outcome(claim, "asserted") for claim in told) else frozenset(),
        _things(claims) if any(_is_outcome(claim, "denied") for claim in told) else frozenset(),
        _takes_back(text),
    )


def _people(claims: Iterable[Claim]) -> frozenset[str]:
    return frozenset(name for claim in claims for name in (claim.subject, *claim.people) if is_told(name))


def _takes_back(text: str) -> bool:
    said = _WHEN_SAID.search(text)
    return _TAKING_BACK.search(text) is not None or (said is not None and _DENYING.search(text, said.end()) is not None)


def _things(claims: Iterable[Claim]) -> frozenset[str]:
    found = {thing for claim in claims for thing in _named(claim)}
    return frozenset(thing for thing in found if len(thing) > 2) - _EVERYDAY


def _named(claim: Claim) -> Iterator[str]:
    """Yield the heads of what a claim names besides people; of "finished running" and "the running" the deed too."""
    for phrase in (claim.subject, claim.object, claim.place, *(text for _, text in claim.obliques)):
        if is_told(phrase) and phrase != claim.speaker and phrase not in claim.people:
            yield head_of(phrase)
    if claim.phase or (claim.actuality in ("planned", "habitual") and " " not in claim.predicate):
        yield from content_stems(claim.predicate)


def _lasts(claim: Claim) -> bool:
    return not claim.past or claim.actuality in ("planned", "habitual") or _begins(claim)


def _is_over(claim: Claim) -> bool:
    return is_ended(claim) and claim.predicate not in _FINISHING


def _begins(claim: Claim) -> bool:
    begun = any(use.kind == "begins" for use in slot_uses(claim)) or aspect_of(claim.predicate) == "begins"
    return begun or bool(_BACK & set(claim.adverbs))


def _replaced(claims: Iterable[Claim]) -> frozenset[str]:
    found = (match["what"] for claim in claims for match in _INSTEAD.finditer(claim.words))
    return frozenset(stem for what in found for stem in content_stems(what))


def _is_outcome(claim: Claim, polarity: str) -> bool:
    concept, sign = concept_of(claim.predicate)
    if concept not in _WORKING or claim.subject == claim.speaker:
        return False
    return ((claim.polarity == "asserted") == (sign > 0)) == (polarity == "asserted")
