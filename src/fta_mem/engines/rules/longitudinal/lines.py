"""update_longitudinal: user semantic memory U and support-experience memory H after a session (Equation 7)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from fta_mem.engines.base import LongitudinalRequest
from fta_mem.engines.rules.longitudinal.user_profile import Trait, trait_of
from fta_mem.state.encoding import content_hash
from fta_mem.state.labels import LineKind
from fta_mem.state.records import FTAUnit, LongitudinalLine
from fta_mem.text.content_words import content_stems
from fta_mem.text.sentences import split_sentences
from fta_mem.text.word_lists import words

LINE_CHARACTERS: Final = 240
SHARED_STEMS: Final = 2
_SUPPORTING: Final = frozenset({"support_interaction", "belief_candidate"})
_TELLING_LETTERS: Final = 3
_IN_EVERY_TALK: Final = words(
    "support seeker user assist suggest someth time back think feel know want tri week night morn help need start today"
)
_SUGGESTED: Final = re.compile(
    r"\b(?:could|should|might want|may want|(?:has|have) \w+ (?:tried|considered|thought)|would it help|(?:might|"
    r"may|can|could) help|offer|suggest\w*|"
    r"recommend\w*|maybe try|try (?:to|and|writing|making|taking|doing|\w+ing)|what if|how about|remember to|make "
    r"sure|let['’]?s try|advice|"
    r"encourage\w*|one (?:idea|thing)|important to|why not|ought to)\b",
    re.IGNORECASE,
)
_TRIED: Final = re.compile(
    r"\b(?:tried|did (?:it|the|that|my|what)|helped|worked|didn['’]?t (?:help|work|do|try)|used|practi[sc]ed|kept|"
    r"wrote|made|"
    r"started|have been (?:doing|trying|using)|gave it a)\b",
    re.IGNORECASE,
)


def update_longitudinal(request: LongitudinalRequest) -> tuple[LongitudinalLine, ...]:
    """Return the lines that the session brings; a line about the same trait of the same person replaces the older."""
    people = _speakers(request)
    standing = {line.key: line for line in request.lines if not line.superseded}
    made: dict[str, LongitudinalLine] = {}
    for line in (*_user_lines(request), *_support_lines(request)):
        if line.key in standing:
            continue
        older = _replaced(line, standing, people)
        if older is not None:
            standing.pop(older.key)
            line = replace(line, supersedes=older.supersedes if made.pop(older.key, None) else older.key)
        standing[line.key] = made[line.key] = line
    return tuple(made.values())


def line_key(kind: LineKind, text: str) -> str:
    """Return a line's key: the same statement has the same key whenever it is made."""
    return content_hash(kind, text)


def _speakers(request: LongitudinalRequest) -> tuple[str, ...]:
    names = {unit.fact.speaker for unit in request.units if unit.fact.speaker}
    return tuple(sorted(names, key=lambda name: (-len(name), name)))


def _user_lines(request: LongitudinalRequest) -> Iterator[LongitudinalLine]:
    for unit in request.units:
        if not _may_describe(unit):
            continue
        for begin, end in split_sentences(unit.fact.text):
            sentence = unit.fact.text[begin:end]
            if trait_of(sentence, unit.fact.speaker) is not None:
                yield _line("user", sentence, (unit.memory_id,), _since(unit, request))


def _may_describe(unit: FTAUnit) -> bool:
    """Only a person's own, finished words describe them; a supporter's guess or a third party's trait never does."""
    own = unit.fact.subject.split("'s ")[0] == unit.fact.speaker
    telling = unit.fact.content_type not in (*_SUPPORTING, "risk_signal") and unit.grounding == "grounded"
    return bool(unit.memory_id) and own and telling and unit.status != "partial"


def _support_lines(request: LongitudinalRequest) -> Iterator[LongitudinalLine]:
    """Say what was suggested and how it was taken up, then what came of a suggestion of an earlier session."""
    for unit in request.units:
        if unit.fact.content_type == "support_interaction" and unit.memory_id and _SUGGESTED.search(unit.fact.text):
            yield _line("support", unit.fact.text, (unit.memory_id,), _since(unit, request))
    known = [line for line in request.lines if line.kind == "support" and _SUGGESTED.search(line.text)]
    stems = [_telling_stems(line.text) for line in known]
    for unit in request.units:
        if unit.fact.content_type in _SUPPORTING or not unit.memory_id or not _TRIED.search(unit.fact.text):
            continue
        told = _telling_stems(unit.fact.text)
        reported = [line for line, about in zip(known, stems, strict=True) if len(told & about) >= SHARED_STEMS]
        if reported:
            evidence = tuple(dict.fromkeys((*reported[-1].evidence, unit.memory_id)))
            yield _line("support", unit.fact.text, evidence, _since(unit, request))


def _telling_stems(text: str) -> frozenset[str]:
    """Return the stems that can tie a report to a suggestion: long ones, for short words are in every talk."""
    return frozenset(stem for stem in content_stems(text) if len(stem) >= _TELLING_LETTERS) - _IN_EVERY_TALK


def _line(kind: LineKind, text: str, evidence: Sequence[str], since: str | None) -> LongitudinalLine:
    short = text if len(text) <= LINE_CHARACTERS else f"{text[: LINE_CHARACTERS - 1].rsplit(' ', 1)[0]}…"
    return LongitudinalLine(line_key(kind, short), kind, short, tuple(evidence), since)


def _since(unit: FTAUnit, request: LongitudinalRequest) -> str | None:
    return unit.time.event_start or unit.time.dialogue_time or request.dialogue_time


def _replaced(
    line: LongitudinalLine, standing: dict[str, LongitudinalLine], people: Sequence[str]
) -> LongitudinalLine | None:
    trait = _changeable(line, people)
    if trait is None:
        return None
    return next((other for other in standing.values() if _changeable(other, people) == trait), None)


def _changeable(line: LongitudinalLine, people: Sequence[str]) -> Trait | None:
    """Return the trait that a line states, if a newer statement of it would replace this one."""
    if line.kind != "user":
        return None
    traits = (trait_of(line.text, person) for person in people if line.text.casefold().startswith(person.casefold()))
    found = next((trait for trait in traits if trait is not None), None)
    return found if found is not None and found.changeable else None
