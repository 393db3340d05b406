"""A person's word on their memory holds on every way to it: files, agents, tools, the machines, and after erasing."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import START, MessagesState, StateGraph
from small_engine import SmallEngine
from word_embedder import WordEmbedder

from fta_mem.cli.options import Invocation
from fta_mem.cli.program import run
from fta_mem.host.retriever import MemoryRetriever
from fta_mem.host.subgraph import memory_subgraph
from fta_mem.host.tools import SWITCHED_OFF, memory_tools
from fta_mem.memory import Memory
from fta_mem.state.consent import ConsentState
from fta_mem.state.erasure import Erasure
from fta_mem.state.errors import ConsentError
from fta_mem.state.records import Session, Turn
from fta_mem.storage.store import SqlStore

ASKED = "Where did Mara move?"


class HostState(MessagesState):
    memory: str


def session(name: str, *texts: str) -> Session:
    return Session(name, None, tuple(Turn(i, f"{name}-{i}", "user", "Ana", text) for i, text in enumerate(texts)))


@pytest.fixture(params=["files", "alone"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    home = tmp_path / "home" if request.param == "files" else None
    with Memory(SqlStore(home, WordEmbedder()), SmallEngine()) as memory:
        memory.remember("ana", session("s1", "My sister Mara moved to Leeds."))
        yield memory


def texts_of(memory: Memory) -> list[str]:
    return [turn.text for turn in memory.store.view("ana").turns]


def test_memory_is_on_until_somebody_says_otherwise(memory: Memory) -> None:
    assert memory.consent("ana").state == "on"
    assert memory.store.consents("ana") == ()


@pytest.mark.parametrize("state", ["paused", "off"])
def test_nothing_new_is_kept(memory: Memory, state: ConsentState) -> None:
    given = memory.set_consent("ana", state, by="Ana")
    assert (given.state, given.by) == (state, "Ana")
    with pytest.raises(ConsentError, match=r"by Ana on .*`fta-mem consent CASE on`"):
        memory.remember("ana", session("s2", "I have a secret."))
    with pytest.raises(ConsentError):
        memory.store.stage("ana", session("s2", "I have a secret."))
    with pytest.raises(ConsentError):
        memory.construction_graph().invoke(
            {"case_id": "ana", "session": {"session_id": "s2", "turns": [{"role": "user", "content": "A secret."}]}}
        )
    assert texts_of(memory) == ["My sister Mara moved to Leeds."]
    memory.set_consent("ana", "on")
    memory.remember("ana", session("s2", "I have a parrot."))
    assert len(texts_of(memory)) == 2
    assert [each.state for each in memory.store.consents("ana")] == [state, "on"]


def test_what_is_paused_can_be_asked_and_what_is_off_can_not(memory: Memory) -> None:
    memory.set_consent("ana", "paused")
    assert "Leeds" in memory.recall("ana", ASKED).packet.text
    memory.set_consent("ana", "off")
    for asking in (memory.recall, memory.ask):
        with pytest.raises(ConsentError, match="off"):
            asking("ana", ASKED)
    with pytest.raises(ConsentError, match="off"):
        memory.answering_graph().invoke({"case_id": "ana", "question": ASKED})
    assert memory.recall("bo", ASKED, open_sessions=[session("s", "Mara moved to Oslo.")]).packet.text


def test_an_agent_goes_on_without_memory(memory: Memory) -> None:
    memory.set_consent("ana", "off")
    with memory_subgraph(memory) as embedded:
        builder = StateGraph(HostState).add_node("reply", lambda state: {"messages": [AIMessage("I see.")]})
        builder.add_node("recall", embedded.recall).add_node("remember", embedded.remember)
        builder.add_edge(START, "recall").add_edge("recall", "reply").add_edge("reply", "remember")
        where: Any = {"configurable": {"user_id": "ana", "thread_id": "t1"}}
        out = builder.compile().invoke({"messages": [HumanMessage("I have a secret.")]}, where)
        (search, _) = memory_tools(memory)
        assert search.invoke({"question": ASKED}, where) == SWITCHED_OFF
    assert (out["memory"], out["messages"][-1].text) == ("", "I see.")
    assert memory.store.handed_over("ana") == ()
    assert MemoryRetriever(memory=memory, case_id="ana").invoke(ASKED) == []


def test_what_waits_goes_with_off_and_waits_on_when_paused(memory: Memory) -> None:
    memory.store.hand_over("ana", "s2", (), lambda held: session("s2", "I have a parrot."))
    memory.set_consent("ana", "paused")
    memory.build("ana")
    assert len(memory.store.handed_over("ana")) == 1
    memory.set_consent("ana", "off")
    assert memory.store.handed_over("ana") == ()


@pytest.mark.parametrize("state", ["paused", "off"])
def test_what_is_known_can_be_seen_taken_along_and_erased(memory: Memory, state: ConsentState) -> None:
    memory.remember("ana", session("s2", "I have a parrot."))
    memory.set_consent("ana", state)
    assert memory.store.view("ana").units
    assert "Leeds" in memory.export_case("ana")
    memory.erase("ana", Erasure(sessions=frozenset({"s2"})))
    assert texts_of(memory) == ["My sister Mara moved to Leeds."]


def test_off_outlives_erasing_without_saying_by_whom(memory: Memory) -> None:
    memory.set_consent("ana", "off", by="Ana")
    memory.store.forget_case("ana")
    assert [(each.state, each.by) for each in memory.store.consents("ana")] == [("off", "")]
    with pytest.raises(ConsentError):
        memory.remember("ana", session("s1", "My sister Mara moved to Leeds."))


def test_the_command_line_shows_and_sets_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def opened(home: Path, **more: object) -> Memory:
        return Memory(SqlStore(home, WordEmbedder()), SmallEngine())

    invocation = Invocation(home=tmp_path, opener=opened)  # type: ignore[arg-type]
    assert run(["consent", "ana", "off", "--by", "Ana\u202e"], invocation) == 0
    told = capsys.readouterr().out
    assert told.startswith("Memory of ana is off.\n")
    assert "by Ana" in told
    assert "\u202e" not in told
    assert run(["ask", "ana", ASKED], Invocation(home=tmp_path, opener=opened)) == 1  # type: ignore[arg-type]
    assert "switched off by Ana" in capsys.readouterr().err
    assert run(["consent", "ana", "--json"], Invocation(home=tmp_path, opener=opened)) == 0  # type: ignore[arg-type]
    assert json.loads(capsys.readouterr().out)["consent"] == "off"
