"""A small world for whole runs: a hash-based embedder, an in-memory store, one short session."""

import hashlib
from collections.abc import Sequence

import numpy as np
import pytest

from fta_mem.engines.base import Matrix
from fta_mem.state.dialogue import SessionInput
from fta_mem.storage.memory import MemoryStore


class WordEmbedder:
    """Bags of hashed words as vectors: texts that share words are near, and nothing has to be loaded."""

    name = "words"
    dimension = 64

    def embed(self, texts: Sequence[str]) -> Matrix:
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.casefold().split():
                row[int(hashlib.sha256(word.encode("utf-8", "replace")).hexdigest(), 16) % self.dimension] += 1
            row[0] += 0.01
            row /= np.linalg.norm(row)
        return rows

    def count_tokens(self, text: str) -> int:
        return len(text.split())


@pytest.fixture
def embedder() -> WordEmbedder:
    return WordEmbedder()


@pytest.fixture
def store(embedder: WordEmbedder) -> MemoryStore:
    return MemoryStore(embedder)


@pytest.fixture
def session() -> SessionInput:
    said = [
        ("user", "I have news about my garden."),
        ("assistant", "Tell me!"),
        ("user", "The garden was chosen for the town show."),
        ("user", "And my sister Mara is moving to Leeds."),
    ]
    return SessionInput(
        session_id="s1",
        timestamp="2024-05-03T18:00:00",
        turns=[
            {"role": role, "content": text, "name": "Ana" if role == "user" else "supporter"} for role, text in said
        ],
    )
