"""Memory around the model calls of `create_agent`."""

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest
from langchain.agents import AgentState, create_agent
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, SystemMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.checkpoint.memory import InMemorySaver

from fta_mem.host.host_fields import HostFields
from fta_mem.host.middleware import MemoryMiddleware
from fta_mem.host.subgraph import memory_subgraph
from fta_mem.memory import Memory
from fta_mem.state.errors import SettingsError


@dataclass
class Visitor:
    user_id: str


class ListeningModel(BaseChatModel):
    """Says the same thing always, and keeps what it was sent."""

    heard: list[list[BaseMessage]]

    @property
    def _llm_type(self) -> str:
        return "listening"

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **more: Any
    ) -> ChatResult:
        self.heard.append(messages)
        return ChatResult(generations=[ChatGeneration(message=AIMessage("I see."))])


@pytest.mark.parametrize("asynchronously", [False, True])
def test_the_model_reads_the_packet_and_the_session_becomes_memory(memory: Memory, asynchronously: bool) -> None:
    model = ListeningModel(heard=[])
    where: Any = {"configurable": {"user_id": "ana", "thread_id": "s2"}}
    given: Any = {"messages": [("user", "I called my sister Mara.")]}
    with memory_subgraph(memory) as embedded:
        saver = InMemorySaver()
        agent = create_agent(
            model, system_prompt="Be kind.", middleware=[MemoryMiddleware(embedded)], checkpointer=saver
        )
        out = asyncio.run(agent.ainvoke(given, where)) if asynchronously else agent.invoke(given, where)
        embedded.wait()
    system, human = model.heard[0]
    assert system.type == "system"
    assert str(system.text).startswith("Be kind.\n\nWhat you remember")
    assert "0 Ana: My sister Mara moved to Leeds." in str(system.text)
    assert human.text == "I called my sister Mara."
    assert [message.type for message in out["messages"]] == ["human", "ai"]
    assert [turn.text for turn in memory.store.view("ana").turns if turn.session == "s2"] == [
        "I called my sister Mara.",
        "I see.",
    ]


def test_somebody_new_gets_the_plain_prompt(memory: Memory) -> None:
    model = ListeningModel(heard=[])
    with memory_subgraph(memory) as embedded:
        agent = create_agent(model, middleware=[MemoryMiddleware(embedded)])
        agent.invoke({"messages": [("user", "Hello.")]}, {"configurable": {"user_id": "bo", "thread_id": "s1"}})
    assert [message.type for message in model.heard[0]] == ["human"]


def test_content_blocks_of_the_system_prompt_stay_blocks(memory: Memory) -> None:
    model = ListeningModel(heard=[])
    prompt = SystemMessage([{"type": "text", "text": "Be kind.", "cache_control": {"type": "ephemeral"}}])
    with memory_subgraph(memory) as embedded:
        agent = create_agent(model, system_prompt=prompt, middleware=[MemoryMiddleware(embedded)])
        agent.invoke(
            {"messages": [("user", "Where is Mara?")]}, {"configurable": {"user_id": "ana", "thread_id": "s3"}}
        )
    kept, packet = model.heard[0][0].content
    assert kept == prompt.content[0]
    assert "My sister Mara moved to Leeds." in packet["text"]  # type: ignore[index]


def test_the_packet_stands_where_the_host_says(memory: Memory) -> None:
    model = ListeningModel(heard=[])
    with memory_subgraph(memory, fields=HostFields(packet="recalled")) as embedded:
        agent = create_agent(model, middleware=[MemoryMiddleware(embedded)])
        agent.invoke(
            {"messages": [("user", "Where is Mara?")]}, {"configurable": {"user_id": "ana", "thread_id": "s3"}}
        )
    assert "My sister Mara moved to Leeds." in str(model.heard[0][0].text)


def test_a_host_that_keeps_something_else_under_that_name_is_told_so(memory: Memory) -> None:
    class Mine(AgentState[Any]):
        memory: dict[str, int]

    given: Any = {"messages": [("user", "Where is Mara?")], "memory": {"k": 1}}
    with memory_subgraph(memory) as embedded:
        agent = create_agent(ListeningModel(heard=[]), middleware=[MemoryMiddleware(embedded)], state_schema=Mine)
        with pytest.raises(SettingsError, match="'memory' holds a dict"):
            agent.invoke(given, {"configurable": {"user_id": "ana", "thread_id": "s3"}})


def test_the_user_may_stand_in_the_agents_context(memory: Memory) -> None:
    model = ListeningModel(heard=[])
    with memory_subgraph(memory) as embedded:
        agent = create_agent(model, middleware=[MemoryMiddleware(embedded)], context_schema=Visitor)
        agent.invoke(
            {"messages": [("user", "Where is Mara?")]}, {"configurable": {"thread_id": "s3"}}, context=Visitor("ana")
        )
    assert "My sister Mara moved to Leeds." in str(model.heard[0][0].text)
