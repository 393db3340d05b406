"""Amounts that change: "three cans a day", later "down to one can a day", "it was longer than six weeks"."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fta_mem.engines.rules.linking.reading import ReadUnit
from fta_mem.engines.rules.state.agreement import Agreement
from fta_mem.engines.rules.state.noun_phrases import numbers_in
from fta_mem.text.content_words import stem

_NUMBER: Final = (
    r"\d+(?:[.,]\d+)?|zero|no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty"
)
_COUNTED: Final = re.compile(
    rf"\b(?P<number>{_NUMBER})\s+(?P<between>[a-z]+\s+)?(?P<unit>[a-z]{{2,}}s?)\b(?P<rate>\s+(?:a|an|per|every|each)\s+\w+)?",
    re.IGNORECASE,
)
_COMPARED: Final = re.compile(
    rf"\b(?:longer|more|less|fewer|shorter|later|earlier)\s+than\s+(?P<number>{_NUMBER})\s+(?P<unit>[a-z]+)\b",
    re.IGNORECASE,
)
_LOWERED: Final = re.compile(r"\b(?:down to|up to|cut down|cut back|zero|since)\b", re.IGNORECASE)
_MOST_UNITS: Final = 6
"""How many of the compared units may name a unit of counting that ties two of them."""


def amount_turned(new: ReadUnit, old: ReadUnit, counts: Counter[str]) -> Agreement | None:
    """Say whether a new unit gives another amount of what an old one counts, or says that it was more or less."""
    said, before = _amounts(new.text), _amounts(old.text)
    known = dict(before.rated)
    for unit, number in (*said.rated, *said.lowered):
        if unit in known and known[unit] != number and counts[unit] <= _MOST_UNITS:
            return "replaces"
    return "corrects" if not said.compared.isdisjoint(before.counted) else None


Amount = tuple[str, str]
"""What is counted, as a stem, and the number."""


@dataclass(frozen=True, slots=True)
class _Amounts:
    """The amounts of a text: all, those by the day or week, those it comes down or up to, those it compares with."""

    counted: tuple[Amount, ...]
    rated: tuple[Amount, ...]
    lowered: tuple[Amount, ...]
    compared: frozenset[Amount]


@lru_cache(maxsize=4096)
def _amounts(text: str) -> _Amounts:
    matches = list(_COUNTED.finditer(text))
    counted = tuple(_amount(match) for match in matches)
    rated = tuple(_amount(match) for match in matches if match["rate"])
    compared = frozenset(_amount(match) for match in _COMPARED.finditer(text))
    return _Amounts(counted, rated, counted if _LOWERED.search(text) else (), compared)


def _amount(match: re.Match[str]) -> Amount:
    return stem(match["unit"].lower()), _number(match["number"])


def _number(said: str) -> str:
    return "0" if said.casefold() == "no" else next(iter(numbers_in(said)), said)
