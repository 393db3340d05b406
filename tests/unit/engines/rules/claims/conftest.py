"""Small dialogues read into claims, and a short way to say which claim must be among them."""

from collections.abc import Callable, Sequence

import pytest

from fta_mem.engines.rules.claims.extract import claims_of
from fta_mem.engines.rules.claims.people import People
from fta_mem.state.claims import Claim
from fta_mem.state.records import Turn

Read = Callable[..., list[Claim]]
Found = Callable[..., list[Claim]]


def turns_of(lines: Sequence[str], at: str | None) -> list[Turn]:
    turns = []
    for place, line in enumerate(lines):
        name, _, text = line.partition(": ")
        turns.append(Turn(place, f"t{place}", "assistant" if name == "Guide" else "user", name, text, at))
    return turns


@pytest.fixture
def read() -> Read:
    """Read "Name: text" lines into claims; Guide is the supporting agent."""

    def run(*lines: str, at: str | None = "2024-02-10", skip: int = 0) -> list[Claim]:
        turns = turns_of(lines, at)
        return claims_of(turns, People.of(turn.name for turn in turns), session="s1", skip=skip)

    return run


@pytest.fixture
def found(read: Read) -> Found:
    """Return the claims of the lines whose fields have the given values."""

    def run(*lines: str, at: str | None = "2024-02-10", **fields: object) -> list[Claim]:
        return [
            claim
            for claim in read(*lines, at=at)
            if all(getattr(claim, name) == value for name, value in fields.items())
        ]

    return run
