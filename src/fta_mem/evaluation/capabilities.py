"""What a question tests, by one name however its file spells it: in any case, abbreviated, or by initials."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

ES_MEMEVAL: Final = (
    "Information Extraction",
    "Temporal Reasoning",
    "Conflict Detection",
    "Abstention",
    "User Modeling",
)
LONGMEMEVAL: Final = (
    "single-session-user",
    "single-session-assistant",
    "single-session-preference",
    "multi-session",
    "knowledge-update",
    "temporal-reasoning",
)
BEAM: Final = (
    "abstention",
    "contradiction_resolution",
    "event_ordering",
    "information_extraction",
    "instruction_following",
    "knowledge_update",
    "multi_session_reasoning",
    "preference_following",
    "summarization",
    "temporal_reasoning",
)
LOCOMO: Final[Mapping[str, str]] = {
    "1": "multi-hop",
    "2": "temporal",
    "3": "open domain",
    "4": "single hop",
    "5": "adversarial",
}
REALTALK: Final[Mapping[str, str]] = {"1": "multi-hop", "2": "temporal", "3": "commonsense"}

_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_LETTERS: Final = 2
"""An abbreviation of fewer letters could be anything."""


def known_name(given: str, names: Sequence[str]) -> str:
    """Return the one of the names that is meant; what is none of them, or could be two, stays as it is written."""
    words = _words(given)
    for is_meant in (_same, _abbreviated, _initials):
        meant = [name for name in names if is_meant(words, _words(name))]
        if len(meant) == 1:
            return meant[0]
    return given.strip()


def known_number(given: str, names: Mapping[str, str]) -> str:
    """Return a category's number, where a file may have its name instead."""
    if given in names:
        return given
    meant = known_name(given, list(names.values()))
    return next((number for number, name in names.items() if name == meant), given)


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _same(words: list[str], wanted: list[str]) -> bool:
    return "".join(words) == "".join(wanted)


def _abbreviated(words: list[str], wanted: list[str]) -> bool:
    """Say whether each word begins the wanted one ("Info. Extr."), or the first one alone does ("temporal", "Abs")."""
    if not words or len(words) > len(wanted) or any(len(word) < _LETTERS for word in words):
        return False
    return all(full.startswith(word) for word, full in zip(words, wanted, strict=False))


def _initials(words: list[str], wanted: list[str]) -> bool:
    return len(wanted) > 1 and "".join(words) == "".join(word[0] for word in wanted)
