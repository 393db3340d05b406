"""Graph factories for the LangGraph server: ``langgraph.json`` names them; nothing is opened before the first run.

Memory lives at ``FTA_MEM_HOME`` (the user's ``.fta-mem`` folder otherwise). ``FTA_MEM_ENGINE``, ``FTA_MEM_MODEL``,
``FTA_MEM_ANSWER_MODEL`` and ``FTA_MEM_BASE_URL`` choose who judges; the rules engine needs none of them.
"""

import os
from functools import lru_cache
from typing import TYPE_CHECKING

from fta_mem.assembly import Memory, home_folder, open_memory

if TYPE_CHECKING:
    from fta_mem.graphs.answering import AnsweringGraph
    from fta_mem.graphs.construction import ConstructionGraph


def construction() -> "ConstructionGraph":
    """Return the construction machine over the server's memory."""
    return _memory().construction_graph()


def answering() -> "AnsweringGraph":
    """Return the answering machine over the server's memory."""
    return _memory().answering_graph()


@lru_cache(maxsize=1)
def _memory() -> Memory:
    given = os.environ.get
    return open_memory(
        home_folder(),
        engine=given("FTA_MEM_ENGINE") or "rules",
        model=given("FTA_MEM_MODEL"),
        answer_model=given("FTA_MEM_ANSWER_MODEL"),
        base_url=given("FTA_MEM_BASE_URL"),
    )
