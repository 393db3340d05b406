"""A small world for whole runs: a hash-based embedder, an in-memory store, one short session."""

import pytest
from word_embedder import WordEmbedder

from fta_mem.state.session_input import SessionInput
from fta_mem.storage.store import SqlStore


@pytest.fixture
def embedder() -> WordEmbedder:
    return WordEmbedder()


@pytest.fixture
def store(embedder: WordEmbedder) -> SqlStore:
    return SqlStore.in_memory(embedder)


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
