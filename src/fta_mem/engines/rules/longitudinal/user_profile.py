"""What a told sentence says about who somebody is: likes, home, work, relations, habits (user semantic memory)."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fta_mem.engines.rules.claims.kinship import KIN
from fta_mem.text.content_words import content_stems

_ADVERB: Final = (
    r"(?:(?:really|also|just|still|absolutely|truly|actually|always|usually|often|now|currently|mostly|totally)\s+)*"
)
_NOT: Final = r"(?P<not>(?:doesn['’]?t|does not|isn['’]?t|is not|no longer|never)\s+)?"
_TRAITS: Final[tuple[tuple[str, str, bool], ...]] = (
    ("likes", r"(?:loves?|likes?|enjoys?|adores?|hates?|dislikes?|prefers?|can['’]?t stand)\s+(?P<what>.+)", True),
    (
        "likes",
        r"is\s+(?:really\s+|so\s+|very\s+)?(?:into|fond of|passionate about|keen on|a (?:big|huge) fan of)\s+"
        r"(?P<what>.+)",
        True,
    ),
    ("lives", r"(?:lives?|is living)\s+(?:with|in|at|near|alone|by)\b.*", True),
    ("works", r"(?:works?|is working)\s+(?:as|at|for|in|on a|part|full|from)\b.*", True),
    (
        "does",
        r"(?:teach(?:es)?|stud(?:y|ies)|is studying|runs?|owns?|manages?|speaks?|plays?|volunteers?)\s+(?P<what>.+)",
        False,
    ),
    ("is", r"is\s+(?:not\s+)?(?:an?|the only|the eldest|the youngest)\s+(?P<what>.+)", False),
    (
        "is",
        r"is\s+(?:not\s+)?(?P<what>married|single|divorced|engaged|widowed|retired|unemployed|pregnant|vegan|"
        r"vegetarian|"
        r"\d+ years old)\b.*",
        True,
    ),
    ("has", r"(?:has|has got)\s+(?:an?|two|three|four|five|no|\d+)\s+(?P<what>.+)", False),
)
_HABIT: Final = re.compile(
    r"\b(?:every (?:day|morning|evening|night|week|weekend|month|year|\w+day)|each (?:day|week|morning|night)|usually|"
    r"regularly|most (?:days|nights|weekends)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:once|twice) a \w+)\b",
    re.IGNORECASE,
)
_PRESENT: Final = re.compile(r"^(?:\w+ly\s+|always\s+|often\s+)?(?:is|has|does|\w+s)\b", re.IGNORECASE)
_TRANSIENT: Final = re.compile(
    r"\b(?:feel(?:s|ing)? like|like (?:that|it|this)\b|would|bit (?:of|tired)|lot (?:of|to)|few|yesterday|today|"
    r"tonight|tomorrow|right now|"
    r"at the moment|this (?:week|morning|afternoon|evening)|good (?:time|day)|question|plan|meeting|appointment|"
    r"feeling)\b",
    re.IGNORECASE,
)
_LONGEST_WORDS: Final = 30


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait of a person; ``changeable`` when a newer statement of the same trait replaces the older one."""

    person: str
    name: str
    changeable: bool


def trait_of(sentence: str, person: str) -> Trait | None:
    """Return the trait that a sentence, told with the person's name, states in the present; None if none."""
    if not person or "?" in sentence or len(sentence.split()) > _LONGEST_WORDS or _TRANSIENT.search(sentence):
        return None
    if sentence[: len(person)].casefold() != person.casefold():
        return None
    rest = sentence[len(person) :]
    if re.match(r"['’]s\s", rest):
        return _relation(rest[2:].strip(), person)
    if not rest.startswith(" "):
        return None
    rest = rest.strip()
    for name, pattern, changeable in _patterns():
        found = pattern.match(rest)
        if found is not None:
            return Trait(person, _named(name, found), changeable)
    return Trait(person, "habit", changeable=False) if _HABIT.search(rest) and _PRESENT.match(rest) else None


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str], bool], ...]:
    return tuple(
        (name, re.compile(rf"{_ADVERB}{_NOT}{_ADVERB}{pattern}", re.IGNORECASE | re.DOTALL), changeable)
        for name, pattern, changeable in _TRAITS
    )


def _named(name: str, found: re.Match[str]) -> str:
    """Return the trait's name, with the first word of what it is about where that tells traits apart."""
    what = found.groupdict().get("what") or ""
    about = content_stems(what.split(",")[0])
    return f"{name}:{about[0]}" if about else name


def _relation(rest: str, person: str) -> Trait | None:
    """Read "Ana's sister is …", "Ana's partner works …": somebody of theirs, in the present."""
    words = rest.split()
    if len(words) < 3 or words[0].lower() not in KIN or not _PRESENT.match(" ".join(words[1:])):
        return None
    return Trait(person, f"{words[0].lower()}:{words[1].lower()}", changeable=False)
