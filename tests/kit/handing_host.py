"""A small host as a process of its own: hands exchanges over and says of each when it has been taken.

python handing_host.py HOME TAG COUNT [hold]: ``hold`` lets no memory be made, ``COUNT`` exchanges in threads of their own.
"""

import sys
from pathlib import Path

from langchain_core.messages import AIMessage
from langgraph.graph import START, MessagesState, StateGraph
from small_engine import SmallEngine
from word_embedder import WordEmbedder

from fta_mem.host.subgraph import memory_subgraph
from fta_mem.memory import Memory
from fta_mem.storage.store import SqlStore


class State(MessagesState):
    memory: str


def reply(state: State) -> dict[str, list[AIMessage]]:
    return {"messages": [AIMessage("I see.")]}


def main(home: str, tag: str, count: str, *more: str) -> None:
    engine = SmallEngine()
    if "hold" in more:
        engine.held_up.clear()
    memory = memory_subgraph(Memory(SqlStore(Path(home), WordEmbedder()), engine))
    graph = StateGraph(State).add_sequence([memory.recall, reply, memory.remember]).add_edge(START, "recall").compile()
    for number in range(int(count)):
        where = {"configurable": {"user_id": "ana", "thread_id": f"{tag}-{number}"}}
        graph.invoke({"messages": [("user", f"Item {tag}{number} is in the attic.")]}, where)
        sys.stdout.write(f"{tag}{number}\n")
        sys.stdout.flush()
    memory.close()
    memory.memory.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
