"""A unit is seen with a few turns around it, never across its session's border."""

from dataclasses import replace

import numpy as np
import pytest

from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, SessionOutcome, TimeAnchor, Turn
from fta_mem.storage.ledger.rows import CommittedSession, SessionRow
from fta_mem.storage.ports import SessionHead
from fta_mem.storage.view.unit_vectors import grounded_vector, situation
from fta_mem.text.embedder import Matrix

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


def committed(name: str, vectors: Matrix) -> CommittedSession:
    turns = tuple(Turn(index, f"{name}:{index}", "user", "Ana", "x") for index in range(len(vectors)))
    head = SessionHead(name, None, len(turns), ("Ana",), "hash")
    outcome = SessionOutcome("case", name, (), (), (), ())
    return CommittedSession(SessionRow(head), turns, vectors, outcome, np.zeros((0, 8), dtype=np.float32))


def test_a_vector_is_of_unit_length_and_leans_to_the_units_own_turns() -> None:
    sessions = {"a": committed("a", np.eye(8, dtype=np.float32)), "b": committed("b", np.eye(8, dtype=np.float32)[:3])}
    text = np.zeros(8, dtype=np.float32)
    text[7] = 1.0
    unit = FTAUnit(Fact("x"), TimeAnchor(), Affect(), Evidence("a", (3, 3)))
    mixed = grounded_vector(text, unit, sessions)
    assert np.isclose(np.linalg.norm(mixed), 1.0)
    assert mixed[3] > mixed[2] > 0.0
    assert mixed[0] == 0.0
    gone = replace(unit, evidence=Evidence("z", (0, 0)))
    assert np.array_equal(grounded_vector(text, gone, sessions), text)
    fused = replace(gone, more_evidence=(Evidence("b", (1, 1)), Evidence("a", (6, 6))))
    assert grounded_vector(text, fused, sessions)[6] > 0.0
