"""Nothing that was handed over is lost, and the thread is the truth: what a host takes back leaves memory too."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from faults import killed_after, lost, start
from langchain.agents import create_agent
from langchain.agents.middleware import SummarizationMiddleware
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from small_engine import SmallEngine

from fta_mem.host.middleware import MemoryMiddleware
from fta_mem.host.subgraph import MemorySubgraph, memory_subgraph
from fta_mem.host.tools import NOTHING_YET, memory_tools
from fta_mem.memory import Memory
from fta_mem.state.errors import UnknownCaseError
from fta_mem.storage.store import SqlStore


class HostState(MessagesState):
    memory: str


def where(thread: str = "s1", **more: str) -> Any:
    return {"configurable": {"thread_id": thread, "user_id": "ana", **more}}


def host(memory: MemorySubgraph) -> Any:
    numbers = iter(range(99))

    def reply(state: HostState) -> dict[str, Any]:
        return {"messages": [AIMessage(f"Reply {next(numbers)}.")]}

    nodes = [memory.recall, reply, memory.remember]
    return StateGraph(HostState).add_sequence(nodes).add_edge(START, "recall").compile(checkpointer=InMemorySaver())


def tell(graph: Any, text: str, thread: str = "s1", **more: str) -> Any:
    return graph.invoke({"messages": [("user", text)]}, where(thread, **more))


def held(memory: Memory, thread: str = "s1") -> list[str]:
    return [turn.text for turn in memory.store.view("ana").turns if turn.session == thread]


@pytest.fixture
def engine() -> SmallEngine:
    return SmallEngine()


@pytest.fixture
def memory(store: SqlStore, engine: SmallEngine) -> Memory:
    return Memory(store, engine)


@pytest.fixture
def embedded(memory: Memory) -> Iterator[MemorySubgraph]:
    with memory_subgraph(memory) as subgraph:
        yield subgraph


def test_a_killed_host_loses_nothing_that_was_taken(tmp_path: Path) -> None:
    taken = killed_after(start(tmp_path, "k", 8, "hold"), 0.3)
    assert taken
    assert lost(tmp_path, taken) == []


def test_two_hosts_write_on_one_person_and_one_is_killed(tmp_path: Path) -> None:
    one, other = (start(tmp_path, tag, 6) for tag in ("a", "b"))
    taken = killed_after(one, 0.2)
    taken += other.communicate()[0].split()
    assert len(taken) > 6
    assert lost(tmp_path, taken) == []


def test_what_is_kept_already_is_recalled_in_other_threads_and_by_tools(
    embedded: MemorySubgraph, memory: Memory, engine: SmallEngine
) -> None:
    (search, _) = memory_tools(memory)
    assert search.invoke({"question": "Where was my bike stolen?"}, where()) == NOTHING_YET
    engine.held_up.clear()
    graph = host(embedded)
    tell(graph, "My bike was stolen in Ghent.")
    assert "stolen in Ghent" in search.invoke({"question": "Where was my bike stolen?"}, where())
    assert "stolen in Ghent" in tell(graph, "Where was my bike stolen?", "s2")["memory"]
    engine.held_up.set()


def test_what_waits_for_more_turns_is_kept_and_flushed(memory: Memory) -> None:
    with memory_subgraph(memory, every=10) as embedded:
        tell(host(embedded), "My bike was stolen in Ghent.")
        embedded.wait()
        with pytest.raises(UnknownCaseError):
            memory.store.view("ana")
        embedded.flush("ana", "another thread")
        with pytest.raises(UnknownCaseError):
            memory.store.view("ana")
        embedded.warm()
        embedded.flush("ana", "s1")
        assert held(memory) == ["My bike was stolen in Ghent.", "Reply 0."]


def test_the_next_start_makes_memory_of_what_was_left(store: SqlStore) -> None:
    left = memory_subgraph(Memory(store, SmallEngine()), every=10)
    tell(host(left), "My bike was stolen in Ghent.")
    again = Memory(store, SmallEngine())
    with memory_subgraph(again) as embedded:
        embedded.wait()
    assert held(again)[0] == "My bike was stolen in Ghent."


def test_a_branch_that_was_left_and_a_message_that_was_removed_leave_memory(
    embedded: MemorySubgraph, memory: Memory
) -> None:
    graph = host(embedded)
    tell(graph, "I hate my boss Karl.")
    embedded.wait()
    first = [state for state in graph.get_state_history(where()) if state.next == ("__start__",)][-1]
    tell(graph, "I love my boss Karl.", checkpoint_id=first.config["configurable"]["checkpoint_id"])
    embedded.wait()
    assert held(memory) == ["I love my boss Karl.", "Reply 1."]
    said = graph.get_state(where()).values["messages"]
    graph.update_state(where(), {"messages": [RemoveMessage(said[0].id)]})
    tell(graph, "Good-bye for today.")
    embedded.wait()
    assert held(memory) == ["Reply 1.", "Good-bye for today.", "Reply 2."]
    assert [unit.fact.text for unit in memory.store.view("ana").units] == ["Good-bye for today."]


def test_a_reply_made_anew_and_a_message_sent_again_take_the_places_of_the_old(
    embedded: MemorySubgraph, memory: Memory
) -> None:
    graph = host(embedded)
    tell(graph, "One.")
    tell(graph, "I hate Karl.")
    embedded.wait()
    before_reply = next(state for state in graph.get_state_history(where()) if state.next == ("reply",))
    graph.invoke(None, {"configurable": {**before_reply.config["configurable"], "user_id": "ana"}})
    embedded.wait()
    assert held(memory) == ["One.", "Reply 0.", "I hate Karl.", "Reply 2."]
    said = graph.get_state(where()).values["messages"]
    graph.update_state(where(), {"messages": [RemoveMessage(message.id) for message in said[2:]]})
    tell(graph, "I love Karl.")
    embedded.wait()
    assert held(memory) == ["One.", "Reply 0.", "I love Karl.", "Reply 3."]


def test_what_a_run_trims_stays_memory(embedded: MemorySubgraph, memory: Memory) -> None:
    def trim(state: HostState) -> dict[str, Any]:
        first, *rest = state["messages"]
        if len(rest) < 3:
            return {}
        return {"messages": [RemoveMessage(REMOVE_ALL_MESSAGES), first, *rest[-2:]]}

    def reply(state: HostState) -> dict[str, Any]:
        return {"messages": [AIMessage("I see.")]}

    nodes = [embedded.recall, trim, reply, embedded.remember]
    graph = StateGraph(HostState).add_sequence(nodes).add_edge(START, "recall").compile(checkpointer=InMemorySaver())
    words = ["I moved to Oslo.", "In May, with Nils.", "I work as a nurse.", "My dog is Rex.", "He is old."]
    for word in words:
        tell(graph, word)
    embedded.wait()
    assert held(memory)[::2] == words


def test_summaries_that_a_framework_writes_are_no_source_and_lose_nothing(
    embedded: MemorySubgraph, memory: Memory
) -> None:
    def model(text: str) -> Any:
        return GenericFakeChatModel(messages=iter([AIMessage(text) for _ in range(20)]))

    summarize = SummarizationMiddleware(model=model("SUMMARY of it"), trigger=("messages", 4), keep=("messages", 1))
    agent = create_agent(
        model("I see."), middleware=[MemoryMiddleware(embedded), summarize], checkpointer=InMemorySaver()
    )
    words = ["My cat Miso died.", "I cried all night.", "My brother Ivo comes.", "He lives in Split."]
    for word in words:
        agent.invoke({"messages": [HumanMessage(word)]}, where())
    embedded.wait()
    assert held(memory) == [text for word in words for text in (word, "I see.")]


def test_what_was_forgotten_is_not_learnt_again_from_the_same_thread(embedded: MemorySubgraph, memory: Memory) -> None:
    graph = host(embedded)
    tell(graph, "My secret is that I gamble.")
    embedded.wait()
    memory.store.forget_case("ana")
    tell(graph, "Hello again, nice weather.")
    embedded.wait()
    assert held(memory) == ["Hello again, nice weather.", "Reply 1."]
