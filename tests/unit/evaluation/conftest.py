"""A tiny dialogue, and an embedder whose vectors can be worked out by hand."""

from collections.abc import Sequence

import numpy as np
import pytest

from fta_mem.state.records import Case, Session, Turn
from fta_mem.text.embedder import Matrix


class LetterEmbedder:
    """Counts four letters: texts with the same of them point the same way. A token is a word."""

    name = "letters"
    dimension = 4
    letters = "xyzw"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> Matrix:
        self.asked.extend(texts)
        counts = np.array([[text.count(letter) for letter in self.letters] for text in texts], dtype=np.float32)
        rows = counts.reshape(len(texts), self.dimension) + np.float32(1e-6)
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)

    def count_tokens(self, text: str) -> int:
        return len(text.split())


@pytest.fixture
def embedder() -> LetterEmbedder:
    return LetterEmbedder()


def _session(session_id: str, day: str, *texts: str) -> Session:
    turns = tuple(
        Turn(index, f"{session_id}:{index}", "user" if index % 2 else "assistant", "Ann" if index % 2 else "Bo", text)
        for index, text in enumerate(texts)
    )
    return Session(session_id, f"{day}T18:00:00", turns)


@pytest.fixture
def case() -> Case:
    """Two sessions: x and y in the first, z and w in the second."""
    return Case(
        "c1",
        (
            _session("s1", "2024-01-02", "hello xx", "a kitten yy", "tell me x", "xy", "bye y", "late yyy"),
            _session("s2", "2024-02-03", "z", "a kitten slept w"),
        ),
    )
