"""A unit as linking reads it: which things its speaker says hold, are done, begun, over, denied, refused, tried."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fta_mem.engines.rules.linking.everyday import EVERYDAY
from fta_mem.engines.rules.linking.passages import ALONE, Passage
from fta_mem.engines.rules.state.agreement import topics_of
from fta_mem.engines.rules.state.contrast import taken_up
from fta_mem.engines.rules.state.lexicon import SAYING, aspect_of, concept_of
from fta_mem.engines.rules.state.noun_phrases import head_of, is_name, is_told
from fta_mem.engines.rules.state.slots import is_ended, slot_uses
from fta_mem.engines.rules.suggestions import suggestion_in
from fta_mem.state.claims import Claim
from fta_mem.state.records import FTAUnit
from fta_mem.text.content_words import content_stems, is_content, stem, words_of
from fta_mem.text.sentences import split_sentences
from fta_mem.text.word_lists import phrases, words

_REFUSAL: Final = re.compile(
    r"\b(?:absolutely not|no way|not ever|no chance|not a chance|definitely not|certainly not|"
    r"i (?:won['’]t|refuse)|i said no|over my dead body|not in a million years|but no\b|not going back)\b"
    r"|\bnot an? \w+ since\b|\bi(?:['’]m|['’]ll|['’]d| am| will| would) never\b|\btold \w+ (?:no|never)\b"
    r"|(?<!\?\": )(?:^|[,.!?] )(?:never|no)[.!]*$"
    r"|\b(?:will|would|might|could|should)\b[^?]*\?\": (?:never|no)[.!]*$",
    re.IGNORECASE,
)
_TAKING_BACK: Final = re.compile(
    r"\bi know (?:that )?i(?:['’]d)? (?:said|told you|swore|promised)\b|\bi lied\b|\bi made (?:it|that) up\b"
    r"|\b(?:not|never|wasn['’]t|isn['’]t) true\b|\bwasn['’]t (?:being )?(?:straight|honest)\b|\bi was wrong\b"
    r"|\btake (?:it|that) back\b|\balways thought\b|(?<!n['’]t )(?<!not )\bchanged my mind\b",
    re.IGNORECASE,
)
_WHEN_SAID: Final = re.compile(r"\bwhen i (?:said|told you)\b", re.IGNORECASE)
_DENYING: Final = re.compile(r"\b(?:wasn|isn|didn|don|doesn|haven|couldn|wouldn)['’]?t\b|\bnot\b", re.IGNORECASE)
_FAILED: Final = phrases(
    "made it worse, made things worse, made me worse, made me feel worse, didn't work, didn't help, doesn't work, "
    "doesn't help, not working, isn't working, not helping, didn't do a thing, didn't do anything, did nothing, "
    "no use, useless, gave up, backfired, waste of time"
)
_WORKED: Final = phrases(
    "it worked, that worked, it works, that works, it helped, that helped, it helps, that helps, it's working, "
    "it's helping, it's been helping, did the trick, sorted it, worked a treat"
)
_INSTEAD: Final = re.compile(r"\b(?:instead of|rather than)\s+(?P<what>[^.,;!?]+)", re.IGNORECASE)
_BACK: Final = re.compile(r"\b(?:back|again)\b", re.IGNORECASE)
_FINISHING: Final = words("finish end close lose leave sell die shut sign swap split separate")
"""Verbs that end a deed by doing it, or an owning: nothing that is said of the thing elsewhere stops holding."""
_POINTING: Final = re.compile(r"\b(?:there|it|that|them)\b", re.IGNORECASE)
_FRAGMENT: Final = 3
_CUE_WORDS: Final = words("straight true honest said swear swore promis lie wrong")


@dataclass(frozen=True)
class ReadUnit:
    """What a unit's own speaker says of which things; things are stems, by what the lexicon says they mean."""

    unit: FTAUnit
    claims: tuple[Claim, ...]
    topics: tuple[tuple[Claim, frozenset[str]], ...]
    """Every claim of the unit with what it can agree about."""
    text: str
    stems: frozenset[str]
    """All that the text names."""
    people: frozenset[str]
    held: frozenset[str]
    done: frozenset[str]
    begun: frozenset[str]
    ended: frozenset[str]
    denied: frozenset[str]
    refused: frozenset[str]
    worked: frozenset[str]
    failed: frozenset[str]
    taken_back: frozenset[str]
    """What is named where the speaker takes something back."""
    suggested: frozenset[str]
    """What a supporter suggests doing something with."""
    instead: frozenset[str]
    """What something else has taken the place of, common words included."""
    words: frozenset[str]
    """All content stems of the text, common ones included."""
    leant_on: frozenset[str]
    """All that the text and the sentence before it name."""
    takes_back: bool
    day_before: str
    """The day that the unit before it in its turn tells of."""

    @property
    def leans(self) -> bool:
        """Say whether the text points at what the sentence before it names."""
        return _POINTING.search(self.text) is not None

    @property
    def is_support(self) -> bool:
        """Say whether it tells what a supporter said or guessed of somebody else."""
        fact = self.unit.fact
        guess = fact.content_type == "belief_candidate" and fact.subject != fact.speaker
        return guess or fact.content_type == "support_interaction"


@lru_cache(maxsize=4096)
def read(unit: FTAUnit, passage: Passage = ALONE) -> ReadUnit:
    """Return a unit as linking reads it, with the sentences beside it for what its own words lean on."""
    claims = tuple(
        claim for claim in taken_up(unit.claims) if claim.speaker in ("", unit.fact.speaker) and not claim.implied
    )
    text = " ".join(dict.fromkeys((unit.fact.text, *(claim.words for claim in claims))))
    people = _people(claims) | {unit.fact.speaker}
    stems = things_in(text) - {each for name in people for each in things_in(name)}
    asserted = [claim for claim in claims if _is_told(claim) and claim.polarity == "asserted"]
    ended = [claim for claim in claims if _is_over(claim)]
    own = [claim for claim in asserted if claim.subject == unit.fact.speaker and claim.predicate not in SAYING]
    teller = things_in(unit.fact.speaker)
    done = _things(claim for claim in own if claim not in ended) - teller
    beside = things_in(passage.before) - teller
    return ReadUnit(
        unit,
        claims,
        tuple((claim, topics_of(claim)) for claim in taken_up(unit.claims)),
        text,
        stems,
        people - {unit.fact.speaker},
        frozenset(
            each for claim in asserted if _lasts(claim) and claim not in ended for each in things_in(claim.words)
        ),
        done,
        _things(claim for claim in asserted if _begins(claim)),
        _ended_things(ended, text),
        stems & {each for claim in claims if claim.polarity == "denied" for each in things_in(claim.words)},
        _named_with(_refuses, unit, claims, passage, after=1),
        done | beside if _WORKED.search(text) and not _FAILED.search(text) else frozenset(),
        stems | things_in(passage.after) - teller if _FAILED.search(text) else frozenset(),
        _named_with(_takes_back, unit, claims, passage) - _CUE_WORDS,
        _suggested(unit, stems),
        _replaced(claims),
        frozenset(content_stems(text)),
        stems | beside,
        _takes_back(text),
        passage.day[:10],
    )


def _named_with(
    cue: Callable[[str], bool], unit: FTAUnit, claims: Sequence[Claim], passage: Passage, after: int = 0
) -> frozenset[str]:
    """Return what the sentences with a cue name, with the one before (it may be another unit's) and so many after."""
    text = unit.fact.text
    sentences = [passage.before, *(text[begin:end] for begin, end in split_sentences(text))]
    near = [
        " ".join(sentences[place - 1 : place + 1 + after])
        for place, sentence in enumerate(sentences[1:], start=1)
        if cue(sentence)
    ]
    if not near and cue(" ".join(claim.words for claim in claims if claim.question_turn is None)):
        near = sentences
    return things_in(" ".join(near)) - things_in(unit.fact.speaker)


def _refuses(sentence: str) -> bool:
    return _REFUSAL.search(sentence) is not None


def _suggested(unit: FTAUnit, stems: frozenset[str]) -> frozenset[str]:
    suggests = any(suggestion_in(claim.words) for claim in unit.claims)
    return stems if unit.fact.content_type == "support_interaction" and suggests else frozenset()


def things_in(text: str) -> frozenset[str]:
    """Return what a text names: its content words' stems, or what the lexicon says they mean."""
    named = (
        concept_of(stem(word))[0] if concept_of(word)[0] == stem(word) else concept_of(word)[0]
        for word in words_of(text)
        if is_content(word)
    )
    return frozenset(thing for thing in named if len(thing) > 2) - EVERYDAY


def _is_told(claim: Claim) -> bool:
    return claim.is_so or claim.actuality == "planned"


def _people(claims: Sequence[Claim]) -> frozenset[str]:
    """Return whom claims name: their people, and subjects that bear a name ("The box thing" is nobody)."""
    named = ((claim.subject,) if is_name(claim.subject) else () for claim in claims)
    return frozenset(
        name for own, claim in zip(named, claims, strict=True) for name in (*own, *claim.people) if is_told(name)
    )


def _takes_back(text: str) -> bool:
    said = _WHEN_SAID.search(text)
    return _TAKING_BACK.search(text) is not None or (said is not None and _DENYING.search(text, said.end()) is not None)


def _things(claims: Iterable[Claim]) -> frozenset[str]:
    found = {thing for claim in claims for thing in _named(claim)}
    return frozenset(thing for thing in found if len(thing) > 2) - EVERYDAY


def _named(claim: Claim) -> Iterator[str]:
    """Yield the heads of what a claim names besides people."""
    for phrase in (claim.object, claim.place, *(text for _, text in claim.obliques)):
        if is_told(phrase) and phrase != claim.speaker and phrase not in claim.people:
            yield concept_of(head_of(phrase))[0]


def _lasts(claim: Claim) -> bool:
    return not (claim.past or claim.perfect) or claim.actuality in ("planned", "habitual") or _begins(claim)


def _is_over(claim: Claim) -> bool:
    """Say whether a claim tells that something is over; "had to quit" quit."""
    if claim.predicate in _FINISHING:
        return False
    forced = claim.past and claim.actuality == "planned" and claim.polarity == "asserted"
    return is_ended(claim) or (
        aspect_of(claim.predicate) == "ends" and (forced or (claim.is_so and claim.polarity == "asserted"))
    )


def _ended_things(claims: Iterable[Claim], text: str) -> frozenset[str]:
    """Return what is over; a fragment may name it after a verb without an object ("He stopped. The dialysis.")."""
    found: set[str] = set()
    for claim in claims:
        if claim.predicate == "be" and claim.object:
            found |= things_in(claim.words.casefold().partition(claim.object.casefold())[0])
        elif claim.phase == "end":
            found |= things_in(claim.words)
        elif claim.object:
            found.add(head_of(claim.object))
        else:
            found |= things_in(_fragment_after(claim.words, text)) - things_in(claim.predicate)
    return frozenset(thing for thing in found if len(thing) > 2) - EVERYDAY


def _fragment_after(clause: str, text: str) -> str:
    rest = text.partition(clause)[2].lstrip(" .!?")
    begin, end = next(iter(split_sentences(rest)), (0, 0))
    return rest[begin:end] if len(rest[begin:end].split()) <= _FRAGMENT else ""


def _begins(claim: Claim) -> bool:
    begun = any(use.kind == "begins" for use in slot_uses(claim)) or aspect_of(claim.predicate) == "begins"
    return begun or _BACK.search(claim.words) is not None


def _replaced(claims: Iterable[Claim]) -> frozenset[str]:
    found = (match["what"] for claim in claims for match in _INSTEAD.finditer(claim.words))
    return frozenset(each for what in found for each in content_stems(what))
