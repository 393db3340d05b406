"""Units as LangChain documents."""

import pytest

from fta_mem.host.retriever import MemoryRetriever
from fta_mem.memory import Memory
from fta_mem.state.errors import SettingsError


def test_units_come_as_documents_with_their_evidence_best_first(memory: Memory) -> None:
    first, *others = MemoryRetriever(memory=memory, case_id="ana").invoke("Where did my sister Mara move?")
    assert first.page_content.splitlines() == [
        "My sister Mara moved to Leeds.",
        "s1 2024-05-03",
        "0 Ana: My sister Mara moved to Leeds.",
    ]
    assert (first.id, first.metadata["session"], first.metadata["turn_ids"]) == ("emem_000001", "s1", ["s1:0"])
    assert all(other.metadata["score"] <= first.metadata["score"] for other in others)


async def _ask(memory: Memory) -> list[str]:
    found = await MemoryRetriever(memory=memory, case_id="ana").ainvoke("the old cat")
    return [document.metadata["memory_id"] for document in found]


def test_it_works_asynchronously(memory: Memory) -> None:
    import asyncio

    assert "emem_000002" in asyncio.run(_ask(memory))


def test_as_many_documents_as_were_asked_for(memory: Memory) -> None:
    assert len(MemoryRetriever(memory=memory, case_id="ana", k=1).invoke("Where is Mara?")) == 1
    assert len(MemoryRetriever(memory=memory, case_id="ana").invoke("Where is Mara?", k=1)) == 1
    with pytest.raises(SettingsError, match="k must be from 1 to 200"):
        MemoryRetriever(memory=memory, case_id="ana").invoke("Where is Mara?", k=0)


def test_a_new_person_has_no_documents(memory: Memory) -> None:
    assert MemoryRetriever(memory=memory, case_id="somebody new").invoke("Where is Mara?") == []
