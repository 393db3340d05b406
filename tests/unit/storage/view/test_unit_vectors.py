"""A unit is seen with a few turns around it, never across its session's border."""

import numpy as np
import pytest

from fta_mem.state.answering import SourceTurn
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, TimeAnchor
from fta_mem.storage.view.unit_vectors import grounded_vectors, situation

SESSIONS = ["a"] * 8 + ["b"] * 3


@pytest.mark.parametrize(
    ("spoken", "seen"),
    [
        ([3], [1, 2, 3, 4, 5]),
        ([0], [0, 1, 2, 3, 4]),
        ([7], [3, 4, 5, 6, 7]),
        ([9], [8, 9, 10]),
        ([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]),
        ([6, 7, 9], [3, 4, 5, 6, 7]),
    ],
)
def test_what_a_unit_is_seen_with(spoken: list[int], seen: list[int]) -> None:
    assert situation(spoken, SESSIONS) == seen


def test_rows_are_of_unit_length_and_lean_to_the_units_own_turns() -> None:
    turns = [SourceTurn("a", index, f"a:{index}", "Ana", "x") for index in range(8)]
    turn_vectors = np.eye(8, dtype=np.float32)
    unit = FTAUnit(Fact("x"), TimeAnchor(), Affect(), Evidence("a", (3, 3)))
    gone = FTAUnit(Fact("x"), TimeAnchor(), Affect(), Evidence("z", (0, 0)))
    text = np.zeros((2, 8), dtype=np.float32)
    text[:, 7] = 1.0
    mixed = grounded_vectors(text, [unit, gone], turns, turn_vectors)
    assert np.allclose(np.linalg.norm(mixed, axis=1), 1.0)
    assert mixed[0, 3] > mixed[0, 2] > 0.0
    assert mixed[0, 0] == 0.0
    assert np.array_equal(mixed[1], text[1])
