"""Noun phrases as claims keep them: whose something is, its head, and whether two phrases name one value."""

import re
from functools import lru_cache
from typing import Final

from fta_mem.engines.rules.state.lexicon import POINTING, concept_of
from fta_mem.text.content_words import content_stems, stem, words_of
from fta_mem.text.word_lists import entries, words

_OWNED: Final = re.compile(r"^(?P<owner>.*\S)['’]s?\s+(?P<noun>[^'’]+)$")
_BEFORE_HEAD: Final = re.compile(
    r"\s(?:of|in|at|on|with|for|from|to|about|near|by|called|named|that|who|which)\s|[,;(]", re.IGNORECASE
)
_MEASURED: Final = re.compile(
    r"^.*\b(?:mgs?|ml|g|grams?|mcg|milligrams?|cups?|glass(?:es)?|pints?|couple|lots?|bit|pairs?|bottles?|cans?|packets?|"
    r"packs?|dose|kinds?|sorts?|pieces?|slices?|hours?|minutes?|tablets?|pills?|rest|most|half)\s+of\s+(?P<what>\S.*)$",
    re.IGNORECASE,
)
_VAGUE: Final = words("thing things stuff one ones lot lots bit way kind sort person people man woman guy")
_FRESH: Final = words("new current present latest")
_FORMER: Final = words("old former ex previous last late")
_TITLES: Final = words("dr doctor mr mrs ms miss prof professor sir nurse aunt auntie uncle")
_EMPTY: Final = words("now currently the a an my his her our their this that these those own anymore today again")
_NUMBERS: Final = re.compile(r"\d+(?:[.,:]\d+)*")
_TO_TWENTY: Final = entries(
    "zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, "
    "sixteen, seventeen, eighteen, nineteen, twenty"
)
_COUNTED: Final = {word: str(value) for value, word in enumerate(_TO_TWENTY)} | {
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "sixty": "60",
    "hundred": "100",
    "once": "1",
    "twice": "2",
}


@lru_cache(maxsize=8192)
def owner_and_noun(phrase: str) -> tuple[str, str]:
    """Split "Ana's sister's new number" into ("Ana's sister", "new number"); ("", phrase) where nobody owns it."""
    found = _OWNED.match(phrase.strip())
    return (found["owner"], found["noun"].strip()) if found else ("", phrase.strip())


def freshness(noun: str) -> str:
    """Say whether a noun's adjective calls it "new" or "old"; "" if neither."""
    first = noun.casefold().split(" ")[0].rstrip("-")
    return "new" if first in _FRESH else "old" if first in _FORMER else ""


def bare(noun: str) -> str:
    """Return a noun phrase without articles, possessives and what calls it new or old, in lower case."""
    parts = [part for part in noun.casefold().split() if part not in _EMPTY]
    while len(parts) > 1 and parts[0].rstrip("-") in _FRESH | _FORMER:
        parts = parts[1:]
    return " ".join(parts)


@lru_cache(maxsize=8192)
def head_of(phrase: str) -> str:
    """Return the stem of a phrase's head, in the sense that the lexicon gives it ("the evening walks" is "walk")."""
    noun = owner_and_noun(phrase)[1]
    measured = _MEASURED.match(noun)
    if phrase.casefold() in POINTING:
        return ""
    base = _BEFORE_HEAD.split(bare(measured["what"] if measured else noun))[0] or phrase
    parts = words_of(base)
    if not parts:
        return ""
    if parts[-1] in _VAGUE:
        return ""
    whole = concept_of(" ".join(parts))[0]
    return whole if whole != " ".join(parts) and len(parts) > 1 else concept_of(parts[-1])[0]


@lru_cache(maxsize=8192)
def value_stems(value: str) -> frozenset[str]:
    """Return what tells a value from another: its content stems and numbers, without titles."""
    parts = [part for part in words_of(value) if part not in _EMPTY]
    told = [part for part in parts if part not in _TITLES] or parts
    return frozenset(stem(_COUNTED.get(part, part)) for part in told if part in _COUNTED or content_stems(part))


def numbers_in(value: str) -> tuple[str, ...]:
    """Return the numbers of a value, written or spelled."""
    parts = value.casefold().replace("-", " ").split()
    return tuple(_NUMBERS.findall(" ".join(_COUNTED.get(part, part) for part in parts)))


def same_value(first: str, second: str) -> bool:
    """Say whether two values are one, or one tells the other more closely ("a nurse", "a nurse on nights")."""
    one, other = value_stems(first), value_stems(second)
    if not one or not other:
        return first.strip().casefold() == second.strip().casefold()
    if numbers_in(first) != numbers_in(second) and (numbers_in(first) and numbers_in(second)):
        return False
    if _is_owner(first, second) or _is_owner(second, first):
        return False
    return one <= other or other <= one


def _is_owner(value: str, owned: str) -> bool:
    """Say whether one value only owns the other: "Dr Soto" is not "Dr Soto's dog"."""
    owner, noun = owner_and_noun(owned)
    stems = value_stems(value)
    return bool(owner) and stems <= value_stems(owner) and not stems <= value_stems(noun)


def is_told(name: str) -> bool:
    """Say whether a label tells whom or what is meant ("it" doesn't)."""
    return bool(name) and name.casefold() not in POINTING


def is_name(phrase: str) -> bool:
    """Say whether a phrase is a proper name, from its capitals."""
    parts = [part for part in phrase.split() if part[:1].isalpha()]
    return bool(parts) and all(part[:1].isupper() for part in parts)


def same_person(first: str, second: str) -> bool:
    """Say whether two labels may mean one person: "Ana's sister Mara" is both "Mara" and "Ana's sister"."""
    one, other = first.casefold().strip(), second.casefold().strip()
    if one == other:
        return True
    return _is_within(one, other) or _is_within(other, one)


def _is_within(short: str, long: str) -> bool:
    """Say whether a label is the kin part or the name part of a longer label."""
    owner, noun = owner_and_noun(long)
    if not owner or " " not in noun or not short:
        return False
    kin, _, name = noun.partition(" ")
    return short in (f"{owner}'s {kin}", name)
