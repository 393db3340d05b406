"""Graph factories for the LangGraph server: ``langgraph.json`` names them; nothing is opened before the first run.

Memory lives at ``FTA_MEM_HOME`` (the user's ``.fta-mem`` folder otherwise). ``FTA_MEM_ENGINE``, ``FTA_MEM_MODEL``,
``FTA_MEM_ANSWER_MODEL`` and ``FTA_MEM_BASE_URL`` choose who judges; the rules engine needs none of them. With an auth
handler (``fta_mem.server.auth``, or the host's own), every graph reaches the cases of who is logged in, and no others.
"""

import atexit
import os
import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from fta_mem.assembly import home_folder, open_memory
from fta_mem.host.subgraph import MemorySubgraph, memory_subgraph
from fta_mem.memory import Memory

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

    from fta_mem.graphs.answering import AnsweringGraph
    from fta_mem.graphs.construction import ConstructionGraph
    from fta_mem.host.companion_graph import CompanionGraph
    from fta_mem.server.mcp_tools import AskGraph, RecallGraph, RememberGraph
    from fta_mem.storage.ports import Store

_opening: Final = threading.Lock()


def construction(config: "RunnableConfig") -> "ConstructionGraph":
    """Return the construction machine over the server's memory.

    The server calls this for each run and copies the run's settings into its config. Stops inside a part are compiled
    in: LangGraph takes those that a run names for the outermost nodes alone.
    """
    from fta_mem.graphs.construction import build_construction_graph

    stop_after = str(config.get("configurable", {}).get("stop_after", ""))
    return build_construction_graph(_memory().engine, _own_cases(), stop_after=[stop_after]).compile()


def answering() -> "AnsweringGraph":
    """Return the answering machine over the server's memory."""
    from fta_mem.graphs.answering import build_answering_graph

    return build_answering_graph(_memory().engine, _own_cases()).compile()


def companion() -> "CompanionGraph":
    """Return the example agent; with a model in the environment it speaks in that model's words."""
    from fta_mem.host.companion import companion_graph

    given = os.environ.get
    model = given("FTA_MEM_ANSWER_MODEL") or given("FTA_MEM_MODEL")
    return companion_graph(_subgraph(), model=model, base_url=given("FTA_MEM_BASE_URL")).compile()


def ask() -> "AskGraph":
    """Return the tool that answers from memory."""
    from fta_mem.server.mcp_tools import build_ask_tool

    return build_ask_tool(_memory())


def recall() -> "RecallGraph":
    """Return the tool that looks memory up."""
    from fta_mem.server.mcp_tools import build_recall_tool

    return build_recall_tool(_memory())


def remember() -> "RememberGraph":
    """Return the tool that makes memory of a session."""
    from fta_mem.server.mcp_tools import build_remember_tool

    return build_remember_tool(_memory())


def _own_cases() -> "Store":
    from fta_mem.host.ownership import check_own

    return _memory().store.checked_by(check_own)


def _memory() -> Memory:
    with _opening:
        return _open_once()


def _subgraph() -> MemorySubgraph:
    with _opening:
        return _embed_once()


@lru_cache(maxsize=1)
def _open_once() -> Memory:
    given = os.environ.get
    memory = open_memory(
        home_folder(),
        engine=given("FTA_MEM_ENGINE") or ("llm" if given("FTA_MEM_MODEL") else "rules"),
        model=given("FTA_MEM_MODEL"),
        answer_model=given("FTA_MEM_ANSWER_MODEL"),
        base_url=given("FTA_MEM_BASE_URL"),
    )
    atexit.register(memory.close)
    return memory


@lru_cache(maxsize=1)
def _embed_once() -> MemorySubgraph:
    return memory_subgraph(_open_once())
