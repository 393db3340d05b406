"""A memory of one told session, without models."""

from collections.abc import Iterator

import pytest
from small_engine import SmallEngine
from word_embedder import WordEmbedder

from fta_mem.memory import Memory
from fta_mem.state.records import Case, Session, Turn
from fta_mem.storage.store import SqlStore


@pytest.fixture
def memory() -> Iterator[Memory]:
    said = [
        ("user", "Ana", "My sister Mara moved to Leeds."),
        ("assistant", "supporter", "Oh."),
        ("user", "Ana", "The cat is old."),
    ]
    turns = tuple(Turn(index, f"s1:{index}", role, name, text) for index, (role, name, text) in enumerate(said))
    with Memory(SqlStore.in_memory(WordEmbedder()), SmallEngine()) as memory:
        memory.ingest(Case("ana", (Session("s1", "2024-05-03T18:00:00", turns),)))
        yield memory
