"""The vector of a unit in search: its retrieval text's and its turns', mixed in equal parts.

The retrieval text says who, when and how it felt; the turns say it in the words that were used. Their normalised mean
finds more evidence than either alone (docs/experiments.md), and costs nothing: both are embedded anyway.
"""

from collections.abc import Sequence

import numpy as np

from fta_mem.engines.base import Matrix
from fta_mem.state.answering import SourceTurn
from fta_mem.state.records import FTAUnit


def grounded_vectors(
    text_vectors: Matrix, units: Sequence[FTAUnit], turns: Sequence[SourceTurn], turn_vectors: Matrix
) -> Matrix:
    """Return one unit-length row a unit, shape (n, dim); a unit whose turns are gone keeps its text's vector."""
    place = {(turn.session, turn.turn_index): row for row, turn in enumerate(turns)}
    mixed = text_vectors.copy()
    for row, unit in enumerate(units):
        spoken = [
            place[(span.session, index)]
            for span in unit.spans
            for index in range(span.turn_span[0], span.turn_span[1] + 1)
            if (span.session, index) in place
        ]
        if spoken:
            mixed[row] += _unit_length(turn_vectors[spoken].mean(axis=0))
            mixed[row] = _unit_length(mixed[row])
    return mixed


def _unit_length(vector: Matrix) -> Matrix:
    length = float(np.linalg.norm(vector))
    return vector / np.float32(length) if length > 0 else vector
