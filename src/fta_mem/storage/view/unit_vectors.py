"""The vector of a unit in search: its retrieval text's, its turns', and its surroundings'.

The retrieval text says who, when and how it felt; the turns say it in the words that were used; what stands around a
short unit says what it is about. Their normalised mixture finds more evidence than any of them alone
(docs/experiments.md), and costs nothing: all of it is embedded anyway.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from fta_mem.state.records import FTAUnit
from fta_mem.storage.ledger.rows import CommittedSession
from fta_mem.text.embedder import Matrix

SITUATION_TURNS: Final = 5
"""Turns that a unit is seen with: its own, and those around it as far as it has fewer."""
SITUATION_WEIGHT: Final = 0.5


def grounded_vector(text_vector: Matrix, unit: FTAUnit, sessions: Mapping[str, CommittedSession]) -> Matrix:
    """Return the unit's vector, of unit length; a unit whose turns are not there keeps its text's."""
    heard = {span.session: sessions[span.session] for span in unit.spans if span.session in sessions}
    offsets: dict[str, int] = {}
    whose: list[str] = []
    for name, session in heard.items():
        offsets[name] = len(whose)
        whose += [name] * len(session.turns)
    spoken = [
        offsets[span.session] + heard[span.session].rows_by_index[index]
        for span in unit.spans
        for index in range(span.turn_span[0], span.turn_span[1] + 1)
        if span.session in heard and index in heard[span.session].rows_by_index
    ]
    if not spoken:
        return text_vector
    vectors = np.concatenate([session.turn_vectors for session in heard.values()])
    own = _unit_length(vectors[spoken].mean(axis=0))
    around = _unit_length(vectors[situation(spoken, whose)].mean(axis=0))
    return _unit_length(_unit_length(text_vector + own) + np.float32(SITUATION_WEIGHT) * around)


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
