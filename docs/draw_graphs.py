"""Pictures of the graphs as Mermaid text, drawn from the code: ``make graphs``."""

import re
import sys
from datetime import UTC, datetime
from typing import Final, Protocol

HEAD: Final = """# The graphs

Drawn from the code by `make graphs`; a test compares.
Dotted arrows are decisions. What each node does is the docstring of the file of its name in `nodes/`.
"""
CAPTIONS: Final = {
    "construction": "One session in, units out, in two parts, each a graph of its own. `within_session` depends on the "
    "session alone: `window_detector` returns until every turn stands in a fragment, `extractor` and `fuser` until "
    "every fragment is worked on. `across_sessions` depends on the sessions before it; `linker` and `longitudinal` run "
    "side by side.",
    "answering": "One question in, one grounded answer or an abstention out. Recalling stops at `synthesizer`.",
    "host": "A graph of yours that embeds memory: two nodes around whatever replies (docs/embedding.md).",
    "companion": "The example of such a host, `src/fta_mem/host/companion_graph.py`.",
}


_PREFIX: Final = re.compile(r"\w+\\3a")


class _Drawn(Protocol):
    def draw_mermaid(self) -> str: ...


def pictures() -> dict[str, str]:
    """Return the Mermaid text of each graph by its name."""
    return {name: _bare(graph.draw_mermaid()) for name, graph in _graphs().items()}


def page() -> str:
    """Return the whole of docs/graphs.md."""
    parts = [f"## {name}\n\n{CAPTIONS[name]}\n\n```mermaid\n{text}\n```\n" for name, text in pictures().items()]
    return "\n".join([HEAD, *parts])


def _graphs() -> dict[str, _Drawn]:
    from langgraph.graph import END, START, MessagesState, StateGraph

    from fta_mem.engines.scripted import ScriptedEngine
    from fta_mem.graphs.answering import build_answering_graph
    from fta_mem.graphs.construction import build_construction_graph
    from fta_mem.host.companion import reflecting
    from fta_mem.host.companion_graph import CompanionParts, build_companion_graph
    from fta_mem.host.memory_nodes import MemoryNodes
    from fta_mem.host.subgraph import warn
    from fta_mem.memory import Memory
    from fta_mem.storage.store import SqlStore
    from fta_mem.text.minilm import MiniLM

    store, engine = SqlStore.in_memory(MiniLM()), ScriptedEngine([])
    memory = Memory(store, engine)
    nodes = MemoryNodes(memory)
    parts = CompanionParts(nodes, reflecting(memory), lambda text: False, warn, lambda: datetime.now(UTC))
    host = StateGraph(MessagesState)
    host.add_node("recall", nodes.recall)
    host.add_node("your_reply", lambda state: state)
    host.add_node("remember", nodes.remember)
    for begin, end in ((START, "recall"), ("recall", "your_reply"), ("your_reply", "remember"), ("remember", END)):
        host.add_edge(begin, end)
    return {
        "construction": build_construction_graph(engine, store).compile().get_graph(xray=True),
        "answering": build_answering_graph(engine, store).compile().get_graph(),
        "host": host.compile().get_graph(),
        "companion": build_companion_graph(parts).compile().get_graph(),
    }


def _bare(mermaid: str) -> str:
    """Drop the library's colours, which change with its version, and the prefix of nodes that stand in a box."""
    _, _, body = mermaid.partition("graph TD;")
    body = _PREFIX.sub("", body)
    lines = [line.strip() for line in body.splitlines() if line.strip() and not line.strip().startswith("classDef")]
    return "\n".join(["graph TD", *(f"    {line}" for line in lines)])


if __name__ == "__main__":
    sys.stdout.write(page())
