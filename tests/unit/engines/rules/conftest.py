"""Small dialogues for the construction rules: "Name: text" lines become turns, "A" is the supporter."""

from collections.abc import Callable

import pytest

from fta_mem.engines.base import ExtractionRequest, UnitDraft
from fta_mem.engines.rules.extraction.units import extract_units
from fta_mem.state.records import FTAUnit, Turn

ROLES = {"A": "assistant", "S": "system", "T": "tool"}
NAMES = {"A": "Supporter", "S": "System", "T": "Tool"}

Talk = Callable[..., tuple[Turn, ...]]
Extract = Callable[..., tuple[UnitDraft, ...]]


def turns_of(*lines: str, at: str | None = "2024-02-10", start: int = 0) -> tuple[Turn, ...]:
    turns = []
    for place, line in enumerate(lines, start):
        who, _, text = line.partition(": ")
        turns.append(Turn(place, f"t{place}", ROLES.get(who, "user"), NAMES.get(who, who), text, at))
    return tuple(turns)


@pytest.fixture
def talk() -> Talk:
    """Turn lines into turns."""
    return turns_of


@pytest.fixture
def extract() -> Extract:
    """Extract the units of a fragment given as lines."""

    def run(
        *lines: str, at: str | None = "2024-02-10", carried: tuple[FTAUnit, ...] = (), start: int = 0
    ) -> tuple[UnitDraft, ...]:
        turns = turns_of(*lines, at=at, start=start)
        people = tuple(dict.fromkeys(turn.name for turn in turns if turn.is_source))
        return extract_units(ExtractionRequest("s1", at, turns, carried, people))

    return run
