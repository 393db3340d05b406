"""Amounts that change: "three cans a day", later "down to one can a day", "it was longer than six weeks"."""

import re
from collections import Counter
from typing import Final

from fta_mem.engines.rules.linking.reading import Reading
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


def amount_turned(new: Reading, old: Reading, counts: Counter[str]) -> Agreement | None:
    """Say whether a new unit gives another amount of what an old one counts, or says that it was more or less."""
    known = dict(_rated(old.text))
    for unit, number in _rated(new.text) + _lowered(new.text):
        if unit in known and known[unit] != number and counts[unit] <= _MOST_UNITS:
            return "replaces"
    exact = {(stem(match["unit"].lower()), _number(match["number"])) for match in _COUNTED.finditer(old.text)}
    for match in _COMPARED.finditer(new.text):
        if (stem(match["unit"].lower()), _number(match["number"])) in exact:
            return "corrects"
    return None


def _rated(text: str) -> list[tuple[str, str]]:
    """Return what is counted by the day, week and so on: the thing and the number."""
    return [
        (stem(match["unit"].lower()), _number(match["number"])) for match in _COUNTED.finditer(text) if match["rate"]
    ]


def _lowered(text: str) -> list[tuple[str, str]]:
    if not _LOWERED.search(text):
        return []
    return [(stem(match["unit"].lower()), _number(match["number"])) for match in _COUNTED.finditer(text)]


def _number(said: str) -> str:
    return "0" if said.casefold() == "no" else next(iter(numbers_in(said)), said)
