"""The vector of a unit in search: its retrieval text's, its turns', and its surroundings'.

The retrieval text says who, when and how it felt; the turns say it in the words that were used; what stands around a
short unit says what it is about. Their normalised mixture finds more evidence than any of them alone
(docs/experiments.md), and costs nothing: all of it is embedded anyway.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from fta_mem.state.answering import SourceTurn
from fta_mem.state.records import FTAUnit
from fta_mem.text.embedder import Matrix

SITUATION_TURNS: Final = 5
"""Turns that a unit is seen with: its own, and those around it as far as it has fewer."""
SITUATION_WEIGHT: Final = 0.5


def grounded_vectors(
    text_vectors: Matrix, units: Sequence[FTAUnit], turns: Sequence[SourceTurn], turn_vectors: Matrix
) -> Matrix:
    """Return one unit-length row a unit, shape (n, dim); a unit whose turns are gone keeps its text's vector."""
    place = {(turn.session, turn.turn_index): row for row, turn in enumerate(turns)}
    sessions = [turn.session for turn in turns]
    mixed = text_vectors.copy()
    for row, unit in enumerate(units):
        spoken = [
            place[(span.session, index)]
            for span in unit.spans
            for index in range(span.turn_span[0], span.turn_span[1] + 1)
            if (span.session, index) in place
        ]
        if spoken:
            own = _unit_length(turn_vectors[spoken].mean(axis=0))
            around = _unit_length(turn_vectors[situation(spoken, sessions)].mean(axis=0))
            mixed[row] = _unit_length(_unit_length(mixed[row] + own) + np.float32(SITUATION_WEIGHT) * around)
    return mixed


def situation(spoken: Sequence[int], sessions: Sequence[str]) -> list[int]:
    """Return the rows of the turns that a unit is seen with: those of its first run, widened within its session."""
    session = sessions[spoken[0]]
    inside = [row for row in spoken if sessions[row] == session]
    first, last = inside[0], inside[-1]
    while last - first + 1 < SITUATION_TURNS:
        after = last + 1 < len(sessions) and sessions[last + 1] == session
        last += after
        before = last - first + 1 < SITUATION_TURNS and first > 0 and sessions[first - 1] == session
        first -= before
        if not (after or before):
            break
    return list(range(first, last + 1))


def _unit_length(vector: Matrix) -> Matrix:
    length = float(np.linalg.norm(vector))
    return vector / np.float32(length) if length > 0 else vector
