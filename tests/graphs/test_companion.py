"""The example agent: it recalls, reflects, remembers, and leaves danger to people."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from small_engine import SmallEngine

from fta_mem.host.companion import companion_graph
from fta_mem.host.companion_graph import route_listening
from fta_mem.host.memory_nodes import RiskSignal
from fta_mem.host.subgraph import MemorySubgraph, memory_subgraph
from fta_mem.memory import Memory
from fta_mem.state.errors import QuestionError, SettingsError
from fta_mem.storage.store import SqlStore

NOON = datetime(2024, 5, 3, 12, 0, tzinfo=UTC)


@pytest.fixture
def memory(store: SqlStore) -> Iterator[MemorySubgraph]:
    with memory_subgraph(Memory(store, SmallEngine())) as subgraph:
        yield subgraph


@pytest.fixture
def told() -> list[RiskSignal]:
    return []


@pytest.fixture
def companion(memory: MemorySubgraph, told: list[RiskSignal]) -> Any:
    return companion_graph(memory, on_risk=told.append, clock=lambda: NOON).compile(checkpointer=InMemorySaver())


def say(companion: Any, text: str, thread: str = "s1") -> Any:
    where = {"configurable": {"thread_id": thread, "user_id": "ana"}}
    return companion.invoke({"messages": [("user", text)]}, where)


def test_it_hands_back_what_it_hears_and_remembers_it(companion: Any, memory: MemorySubgraph) -> None:
    out = say(companion, "I miss my sister Mara.")
    assert out["messages"][-1].content == "I hear that you miss your sister Mara. What is that like for you?"
    memory.wait()
    assert [turn.dialogue_time for turn in memory.memory.store.view("ana").turns] == [NOON.isoformat()] * 2


def test_a_question_is_answered_from_what_was_said(companion: Any, memory: MemorySubgraph) -> None:
    say(companion, "My sister Mara moved to Leeds.")
    assert say(companion, "Where did my sister Mara move?")["messages"][-1].content.endswith(
        "My sister Mara moved to Leeds."
    )
    memory.wait()
    again = say(companion, "Where did my sister Mara move?", "s2")
    assert "As far as I remember:" in again["messages"][-1].content


def test_danger_is_told_to_the_host_and_not_answered(companion: Any, told: list[RiskSignal]) -> None:
    out = say(companion, "I want to kill myself.")
    assert out["handed_over"] is True
    assert [message.type for message in out["messages"]] == ["human"]
    assert told == [RiskSignal("ana", "s1", "", "user")]
    assert say(companion, "I am here again.")["handed_over"] is False


def test_watchers_learn_of_danger_too(companion: Any) -> None:
    where: Any = {"configurable": {"thread_id": "s1", "user_id": "ana"}}
    given: Any = {"messages": [("user", "I want to kill myself.")]}
    events = list(companion.stream(given, where, stream_mode="custom"))
    assert [event["event"] for event in events] == ["risk_signal"]
    assert "kill" not in repr(events)


def test_silence_is_an_error_not_a_crash(companion: Any) -> None:
    with pytest.raises(QuestionError):
        companion.invoke({"messages": []}, {"configurable": {"thread_id": "s1", "user_id": "ana"}})


def test_a_model_that_can_not_be_opened_is_named_at_the_start(memory: MemorySubgraph) -> None:
    with pytest.raises(SettingsError, match="nowhere"):
        companion_graph(memory, model="nowhere:model")


def test_a_model_that_is_away_leaves_the_reply_to_the_rule(
    memory: MemorySubgraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fta_mem.engines.llm import factory as opening
    from fta_mem.engines.llm.call_policy import Policy

    monkeypatch.setattr(opening, "Policy", lambda **more: Policy(attempts=1, call_seconds=5.0))
    graph = companion_graph(memory, model="openai:local", base_url="http://127.0.0.1:9/v1", clock=lambda: NOON)
    out = say(graph.compile(), "I miss my sister Mara.")
    assert out["messages"][-1].content.startswith("I hear that you miss your sister Mara.")


@pytest.mark.parametrize(
    ("text", "handed_over", "way"),
    [("Kill me.", True, "hand_over"), ("Hello.", False, "recall"), (" ", False, "remember")],
)
def test_routes(text: str, handed_over: bool, way: str) -> None:
    assert route_listening({"messages": [HumanMessage(text)], "handed_over": handed_over}) == way


@pytest.mark.parametrize("content", ["  ", [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}]])
def test_a_message_without_words_gets_no_reply_and_is_no_memory(
    companion: Any, memory: MemorySubgraph, content: Any
) -> None:
    where: Any = {"configurable": {"thread_id": "s1", "user_id": "ana"}}
    out = companion.invoke({"messages": [HumanMessage(content)]}, where)
    assert [message.type for message in out["messages"]] == ["human"]
    assert memory.memory.store.handed_over("ana") == ()
