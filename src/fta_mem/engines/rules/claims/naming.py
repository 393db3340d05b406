"""What people are called: "my name is Rosa", "everyone calls me Jo", "my sister's name is Mara", as one predicate."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fta_mem.engines.rules.claims.kinship import kin_of, label_of
from fta_mem.engines.rules.claims.statements import Said
from fta_mem.engines.rules.claims.turn_reading import TurnReading
from fta_mem.engines.rules.claims.wording import phrase
from fta_mem.state.claims import Claim
from fta_mem.text.word_lists import words

CALLED: Final = "be called"
_NAME_OF: Final = re.compile(
    r"^(?P<who>.+?)['’]s?\s+(?:(?:full|first|last|real|middle|maiden|married|nick|sur)[- ]?)*(?:nick|sur)?name$",
    re.IGNORECASE,
)
_SAYS: Final = re.compile(
    r"\b(?:every(?:one|body)|people|most people|friends|they all|the family|my friends|my "
    r"family)\s+(?:just\s+|always\s+)?(?:says?|calls?\s+(?:me|her|him)|"
    r"goes?\s+with)\s+(?P<name>[A-Z][\w'’-]+)"
)
_NAME_IS: Final = re.compile(
    r"\b[Mm]y\s+(?:(?:full|first|real)\s+)?name(?:(?:'|’)?s|\s+is)\s+(?P<name>[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)?)"
)
_GOES_BY: Final = re.compile(r"\b(?:[Ii]|[Ss]he|[Hh]e)\s+(?:just\s+)?go(?:es)?\s+by\s+(?P<name>[A-Z][\w'’-]+)")
_CALL_ME: Final = re.compile(r"\b[Cc]all me (?P<name>[A-Z][\w'’-]+|[a-z]{2,}(?=\s*(?:[.!,)]|$)))")
_NO_NAMES: Final = words(
    "back later tomorrow tonight soon now crazy old asap anytime please names it that if when today again first"
)
_SHORT_FOR: Final = re.compile(
    r"\b(?P<short>[A-Z][\w'’-]+)(?:'s|’s| is| was)?,?\s+(?:is\s+)?short for\s+(?P<long>[A-Z][\w'’-]+)"
)
_FULL: Final = re.compile(
    r"\b(?P<short>[A-Z][\w-]+)[.,;]?\s+(?:(?P<long>[A-Z][\w-]+),?\s+)?(?:her|his|my)\s+(?:full|real|proper)\s+name(?:\s+is|(?:'|’)s|,)"
)


def renamed(reading: TurnReading, item: Said) -> Claim:
    """Return a claim with its naming in one form; any other claim as it is."""
    claim, tree = item.claim, reading.tree
    match = _NAME_OF.match(claim.subject)
    if claim.predicate == "be" and match is not None and claim.object:
        return replace(claim, subject=match["who"], predicate=CALLED, object=claim.object)
    if claim.predicate == "call" and item.clause.objects and tree.tokens[item.clause.objects[-1]].dep == "oprd":
        told = item.clause.objects[-1]
        if tree.tokens[told].pos != "PROPN" or tree.first(told, "det") is not None:
            return replace(claim, obliques=(*claim.obliques, ("as", phrase(tree, told, reading.labels))))
        actuality = "actual" if claim.actuality in ("wished", "habitual") else claim.actuality
        name = tree.tokens[told].text
        people = tuple(each for each in claim.people if each != claim.object)
        return replace(claim, subject=claim.object, predicate=CALLED, object=name, actuality=actuality, people=people)
    if claim.predicate in ("be known", "be called") and ("as", claim.object) != ("as", ""):
        return claim
    if claim.predicate == "be known" and claim.obliques and claim.obliques[0][0] == "as":
        return replace(claim, predicate=CALLED, object=claim.obliques[0][1], obliques=claim.obliques[1:])
    return claim


def names_told(reading: TurnReading, claims: Sequence[Claim]) -> list[Claim]:
    """Return what a turn says of names: "everyone says Lucy", "Jo is short for Josephine"."""
    text = reading.tree.parsed.text
    found = [*_said(reading, text, claims), *_attached(reading)]
    for match in _SHORT_FOR.finditer(text):
        found.append(_called(reading, match.span(), _person(reading, match["long"]), match["short"]))
    for match in _FULL.finditer(text):
        if match["long"]:
            found.append(_called(reading, match.span(), _person(reading, match["short"]), match["long"]))
    known = {(claim.subject, claim.object) for claim in claims if claim.predicate == CALLED}
    return [claim for claim in found if (claim.subject, claim.object) not in known and claim.subject != claim.object]


def _said(reading: TurnReading, text: str, claims: Sequence[Claim]) -> list[Claim]:
    subject = next(
        (claim.subject for claim in reversed(claims) if claim.predicate == CALLED and claim.subject),
        reading.voice.speaker,
    )
    found = [
        _called(reading, match.span(), reading.voice.speaker, match["name"])
        for match in _NAME_IS.finditer(text)
        if match["name"][:1].isupper()
    ]
    found += [_called(reading, match.span(), subject, match["name"]) for match in _SAYS.finditer(text)]
    for match in _CALL_ME.finditer(text):
        if match["name"] not in _NO_NAMES:
            found.append(_called(reading, match.span(), reading.voice.speaker, match["name"].capitalize()))
    for match in _GOES_BY.finditer(text):
        who = reading.voice.speaker if match.group().lower().startswith("i") else subject
        found.append(_called(reading, match.span(), who, match["name"]))
    return found


def tells_name(reading: TurnReading, claim: Claim) -> bool:
    """Say whether a claim only repeats in its own way what a name was told with ("everyone says Lucy")."""
    if claim.predicate not in ("say", "call", "go"):
        return False
    spans = [
        match.span()
        for pattern in (_SAYS, _NAME_IS, _CALL_ME, _GOES_BY)
        for match in pattern.finditer(reading.tree.parsed.text)
    ]
    return any(begin < claim.span[1] and claim.span[0] < end for begin, end in spans)


def _person(reading: TurnReading, name: str) -> str:
    """Return whom a name means in its turn."""
    return next(
        (label for place, label in reading.labels.items() if label and reading.tree.tokens[place].text == name), name
    )


def _attached(reading: TurnReading) -> list[Claim]:
    """Return the names that stand beside a relation ("my flatmate Oren"): nobody says so apart, but it is told."""
    found: dict[str, Claim] = {}
    for place, label in reading.labels.items():
        parts = label_of(label)
        if not (parts.kin and parts.name) or not kin_of(reading.tree.tokens[place].text):
            continue
        related = label[: len(label) - len(parts.name)].strip()
        span = (reading.tree.tokens[place].span[0], reading.tree.tokens[place].span[1])
        found.setdefault(label, replace(_called(reading, span, related, parts.name), implied=True))
    return list(found.values())


def _called(reading: TurnReading, span: tuple[int, int], subject: str, name: str) -> Claim:
    text = reading.tree.parsed.text
    return Claim(
        subject=subject, predicate=CALLED, object=name, speaker=reading.voice.speaker, turn=reading.turn.index,
        words=text[span[0] : span[1]], span=span, implied=False,
    )  # fmt: skip
