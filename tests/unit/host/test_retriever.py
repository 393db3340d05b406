"""Units as LangChain documents."""

from fta_mem.host.retriever import MemoryRetriever
from fta_mem.memory import Memory


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
