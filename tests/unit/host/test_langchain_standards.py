"""LangChain's own standard suites for retrievers and tools, over a real memory of four told facts."""

from collections.abc import Iterator
from typing import Any

import pytest
from langchain_core.retrievers import BaseRetriever
from langchain_core.tools import BaseTool
from langchain_tests.integration_tests import RetrieversIntegrationTests, ToolsIntegrationTests
from langchain_tests.unit_tests import ToolsUnitTests
from small_engine import SmallEngine
from word_embedder import WordEmbedder

from fta_mem.host.host_fields import HostFields
from fta_mem.host.retriever import MemoryRetriever
from fta_mem.host.tools import memory_tools
from fta_mem.memory import Memory
from fta_mem.state.records import Case, Session, Turn
from fta_mem.storage.store import SqlStore

SAID = ("My sister Mara moved to Leeds.", "Mara works at a bakery.", "The cat is old.", "I sleep badly.")
ANA = HostFields(user_id=lambda config: "ana")
HELD: list[Memory] = []
"""The memory under test: the suites ask for their subjects through properties, which take no fixture."""


@pytest.fixture(autouse=True)
def _held() -> Iterator[None]:
    turns = tuple(Turn(index, f"s1:{index}", "user", "Ana", text) for index, text in enumerate(SAID))
    with Memory(SqlStore.in_memory(WordEmbedder()), SmallEngine()) as memory:
        memory.ingest(Case("ana", (Session("s1", "2024-05-03T18:00:00", turns),)))
        HELD.append(memory)
        yield
    HELD.clear()


class TestRetriever(RetrieversIntegrationTests):
    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return MemoryRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"memory": HELD[-1], "case_id": "ana"}

    @property
    def retriever_query_example(self) -> str:
        return "Where does Mara live?"


class _SearchMemory:
    @property
    def tool_constructor(self) -> BaseTool:
        return memory_tools(HELD[-1], ANA)[0]

    @property
    def tool_invoke_params_example(self) -> dict[str, Any]:
        return {"question": "Where does Mara live?"}


class _ExplainMemory:
    @property
    def tool_constructor(self) -> BaseTool:
        return memory_tools(HELD[-1], ANA)[1]

    @property
    def tool_invoke_params_example(self) -> dict[str, Any]:
        return {"memory_id": "emem_000001"}


class TestSearchMemory(_SearchMemory, ToolsUnitTests): ...


class TestSearchMemoryInUse(_SearchMemory, ToolsIntegrationTests): ...


class TestExplainMemory(_ExplainMemory, ToolsUnitTests): ...


class TestExplainMemoryInUse(_ExplainMemory, ToolsIntegrationTests): ...
