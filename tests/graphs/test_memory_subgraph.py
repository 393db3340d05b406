"""Memory inside a host: two nodes of its graph, its state and context its own, nothing waiting for memory."""

import asyncio
import dataclasses
import operator
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.runtime import Runtime
from small_engine import SmallEngine

from fta_mem.host.host_fields import HostFields
from fta_mem.host.memory_nodes import RiskSignal
from fta_mem.host.subgraph import MemorySubgraph, memory_subgraph
from fta_mem.memory import Memory
from fta_mem.retrieval.open_turns import OPEN
from fta_mem.state.errors import SettingsError, StoreError
from fta_mem.storage.store import SqlStore


class HostState(MessagesState, total=False):
    memory: str
    session_ended: bool


def reply(state: HostState) -> dict[str, Any]:
    return {"messages": [AIMessage("I see.")]}


def host(memory: MemorySubgraph, schema: Any = HostState, answer: Any = reply, **more: Any) -> Any:
    builder = StateGraph(schema, **more)
    builder.add_node("recall", memory.recall)
    builder.add_node("reply", answer)
    builder.add_node("remember", memory.remember)
    builder.add_edge(START, "recall")
    builder.add_edge("recall", "reply")
    builder.add_edge("reply", "remember")
    builder.add_edge("remember", END)
    return builder.compile(checkpointer=InMemorySaver())


def config(thread: str = "s1", user: str = "ana") -> Any:
    return {"configurable": {"thread_id": thread, "user_id": user}}


def said(text: str, day: str = "2024-05-03") -> dict[str, Any]:
    return {"messages": [HumanMessage(text, additional_kwargs={"timestamp": f"{day}T18:00:00"})]}


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


def run_plainly(graph: Any, given: Any, where: Any) -> Any:
    return graph.invoke(given, where)


def run_async(graph: Any, given: Any, where: Any) -> Any:
    return asyncio.run(graph.ainvoke(given, where))


def run_streaming(graph: Any, given: Any, where: Any) -> Any:
    *_, last = graph.stream(given, where, stream_mode="values")
    return last


@pytest.mark.parametrize("run", [run_plainly, run_async, run_streaming])
def test_what_was_said_in_one_session_is_recalled_in_the_next(
    embedded: MemorySubgraph, run: Callable[[Any, Any, Any], Any]
) -> None:
    graph = host(embedded)
    first = run(graph, said("My sister Mara moved to Leeds."), config("s1"))
    assert first["memory"] == ""
    embedded.wait()
    second = run(graph, said("Where did my sister Mara move?", "2024-05-10"), config("s2"))
    assert "0 user: My sister Mara moved to Leeds." in second["memory"]
    assert "emem_000001" in second["memory"]
    assert OPEN not in second["memory"]


def test_what_was_said_minutes_ago_is_recalled_while_memory_of_it_is_still_being_made(
    embedded: MemorySubgraph, engine: SmallEngine
) -> None:
    engine.held_up.clear()
    graph = host(embedded)
    graph.invoke(said("My sister Mara moved to Leeds."), config("s1"))
    assert engine.extracting.wait(30)
    same = graph.invoke(said("Where did Mara move?"), config("s1"))["memory"]
    later = graph.invoke(said("Where did Mara move?", "2024-05-10"), config("s2"))["memory"]
    for packet in (same, later):
        heading, *lines = packet.splitlines()
        assert heading == OPEN
        assert "0 user: My sister Mara moved to Leeds." in lines
    engine.held_up.set()
    embedded.wait()
    assert "# Units" in graph.invoke(said("Where did Mara move?", "2024-05-17"), config("s3"))["memory"]


def test_people_do_not_see_each_others_memory(embedded: MemorySubgraph) -> None:
    graph = host(embedded)
    for user in ("u1", "u10", "U1", "u1-old"):
        graph.invoke(said(f"The secret of {user} is safe."), config(f"first of {user}", user))
    embedded.wait()
    for user in ("u1", "u10", "U1", "u1-old"):
        packet = graph.invoke(said("What is the secret?"), config(f"second of {user}", user))["memory"]
        assert {line.split(" of ")[-1] for line in packet.splitlines() if "secret" in line} == {f"{user} is safe."}


@pytest.mark.parametrize(
    ("where", "named"),
    [
        ({"configurable": {"thread_id": "s1"}}, "no user id"),
        ({"configurable": {"thread_id": "s1", "user_id": ""}}, "no user id"),
        ({"configurable": {"thread_id": "s1", "user_id": ["ana"]}}, "is a list"),
        ({"configurable": {"thread_id": "s1", "user_id": True}}, "is a bool"),
    ],
)
def test_a_run_without_a_user_is_a_loud_error(embedded: MemorySubgraph, where: Any, named: str) -> None:
    with pytest.raises(SettingsError, match=named):
        host(embedded).invoke(said("Hello."), where)


def test_a_host_whose_messages_stand_elsewhere_is_told_so(embedded: MemorySubgraph) -> None:
    builder = StateGraph(dict)
    builder.add_node("recall", embedded.recall)
    builder.add_edge(START, "recall")
    with pytest.raises(SettingsError, match="HostFields"):
        builder.compile().invoke({"talk": []}, config())


@dataclass
class OtherState:
    talk: Annotated[list[AnyMessage], operator.add] = dataclasses.field(default_factory=list)
    visit: int = 1
    known: str = ""
    over: bool = False


def test_a_host_with_another_state_maps_it_in_one_place(memory: Memory) -> None:
    fields = HostFields(
        messages="talk", session_id=lambda state: f"visit-{state.visit}", ended="over", packet="known", user_id="client"
    )
    where: Any = {"configurable": {"thread_id": "one thread for all visits", "client": "ana"}}
    with memory_subgraph(memory, fields=fields, every=100) as embedded:
        graph = host(embedded, OtherState, lambda state: {"talk": [AIMessage("I see.")]})
        graph.invoke({"talk": [HumanMessage("Mara moved to Leeds.")], "over": True}, where)
        embedded.wait()
        assert [entry.head.session_id for entry in memory.store.fold_order("ana")] == ["visit-1"]
        assert "Leeds" in graph.invoke({"talk": [HumanMessage("Where did Mara move?")], "visit": 2}, where)["known"]


@dataclass
class HostContext:
    tone: str


def test_the_hosts_context_stays_its_own(embedded: MemorySubgraph) -> None:
    seen = []

    def answer(state: HostState, runtime: Runtime[HostContext]) -> dict[str, Any]:
        seen.append(runtime.context)
        return reply(state)

    host(embedded, answer=answer, context_schema=HostContext).invoke(
        said("Hello."), config(), context=HostContext("warm")
    )
    assert seen == [HostContext("warm")]


@pytest.mark.parametrize("background", [True, False])
def test_the_hosts_checkpoints_hold_its_own_state_and_the_packet(memory: Memory, background: bool) -> None:
    with memory_subgraph(memory, background=background) as embedded:
        graph = host(embedded)
        graph.invoke(said("Mara moved to Leeds."), config("s1"))
        embedded.wait()
        graph.invoke(said("Where did Mara move?"), config("s2"))
    kept = list(graph.checkpointer.list(None))
    assert {item.config["configurable"]["checkpoint_ns"] for item in kept} == {""}
    names = {name for item in kept for name in item.checkpoint["channel_values"] if ":" not in name}
    assert names == {"__start__", "messages", "memory"}


def test_the_hosts_step_limit_is_not_ours(memory: Memory) -> None:
    with memory_subgraph(memory, background=False) as embedded:
        host(embedded).invoke(said("Mara moved to Leeds."), {**config(), "recursion_limit": 4})
    assert memory.store.summary("ana").units == 1


def test_remembering_waits_for_enough_new_turns_or_the_sessions_end(memory: Memory) -> None:
    with memory_subgraph(memory, every=4, background=False) as embedded:
        graph = host(embedded)
        graph.invoke(said("One."), config())
        assert memory.store.fold_order("ana") == ()
        graph.invoke(said("Two."), config())
        assert memory.store.summary("ana").turns == 4
        graph.invoke(said("Three."), config())
        assert memory.store.summary("ana").turns == 4
        graph.invoke({**said("Four, and good-bye."), "session_ended": True}, config())
        assert memory.store.summary("ana").turns == 8


def test_words_of_danger_do_not_wait_for_more_turns(memory: Memory) -> None:
    with memory_subgraph(memory, every=4, background=False, on_risk=lambda signal: None) as embedded:
        host(embedded).invoke(said("I want to kill myself."), config())
    assert memory.store.summary("ana").turns == 2


def test_what_got_no_reply_does_not_wait_for_more_turns(memory: Memory) -> None:
    with memory_subgraph(memory, every=4, background=False) as embedded:
        host(embedded, answer=lambda state: {}).invoke(said("One."), config())
    assert memory.store.summary("ana").turns == 1


def test_nothing_is_remembered_twice(memory: Memory) -> None:
    with memory_subgraph(memory, background=False) as embedded:
        graph = host(embedded)
        graph.invoke(said("Mara moved to Leeds."), config())
        before = memory.store.view("ana").units
        graph.invoke(said("I miss her."), config())
    assert memory.store.view("ana").units[:1] == before
    assert [unit.fact.text for unit in memory.store.view("ana").units] == ["Mara moved to Leeds.", "I miss her."]


def test_a_host_that_trims_its_messages_loses_no_memory(memory: Memory) -> None:
    with memory_subgraph(memory, background=False) as embedded:
        graph = host(embedded)
        graph.invoke(said("Mara moved to Leeds."), config())
        first = graph.get_state(config()).values["messages"]
        graph.update_state(config(), {"messages": [RemoveMessage(message.id) for message in first]})
        graph.invoke(said("I miss her."), config())
    assert [turn.text for turn in memory.store.view("ana").turns] == [
        "Mara moved to Leeds.",
        "I see.",
        "I miss her.",
        "I see.",
    ]


def test_what_systems_and_tools_say_is_never_remembered(memory: Memory) -> None:
    given = [
        SystemMessage("You are kind."),
        HumanMessage("Mara moved to Leeds."),
        AIMessage("", tool_calls=[{"name": "look", "args": {}, "id": "1"}]),
        ToolMessage("a packet full of old memories", tool_call_id="1"),
    ]
    with memory_subgraph(memory, background=False) as embedded:
        host(embedded).invoke({"messages": given}, config())
    assert [turn.text for turn in memory.store.view("ana").turns] == ["Mara moved to Leeds.", "I see."]


def test_the_host_is_told_of_danger_once(memory: Memory) -> None:
    told: list[RiskSignal] = []
    with memory_subgraph(memory, on_risk=told.append) as embedded:
        graph = host(embedded)
        graph.invoke(said("I am in danger."), config())
        embedded.wait()
        graph.invoke(said("Nothing else."), config())
        embedded.wait()
    assert told == [RiskSignal("ana", "s1", "emem_000001", "user")]


def test_without_a_queue_the_run_streams_what_becomes_of_it(memory: Memory) -> None:
    with memory_subgraph(memory, background=False, on_risk=lambda signal: None) as embedded:
        events = list(host(embedded).stream(said("I am in danger."), config(), stream_mode="custom"))
    assert [event["event"] for event in events] == [
        "fragment_closed",
        "unit_finalised",
        "risk_signal",
        "session_committed",
    ]


def test_a_memory_that_could_not_be_made_goes_on_waiting(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    build = memory.build

    def full(case_id: str, **more: Any) -> Any:
        raise StoreError("the disk is full")

    with memory_subgraph(memory) as embedded:
        graph = host(embedded)
        monkeypatch.setattr(memory, "build", full)
        graph.invoke(said("Mara moved to Leeds."), config("s1"))
        with pytest.raises(StoreError):
            embedded.wait()
        assert "Leeds" in graph.invoke(said("Where is Mara?"), config("s2"))["memory"]
        with pytest.raises(StoreError):
            embedded.wait()
        monkeypatch.setattr(memory, "build", build)
        graph.invoke(said("Good-bye."), config("s2"))
        embedded.wait()
    assert memory.store.summary("ana").sessions == 2


HOST_PROJECT = {
    "state/__init__.py": "",
    "state/talk.py": "from langgraph.graph import MessagesState\n\n\nclass Talk(MessagesState):\n    memory: str\n",
    "nodes/__init__.py": "",
    "nodes/reply.py": "def reply(state):\n    return {'messages': [('ai', 'known: ' + state['memory'])]}\n",
    "graphs/__init__.py": "",
    "agent.py": """
import sys
from langgraph.graph import START, StateGraph
from nodes.reply import reply
from state.talk import Talk
from small_engine import SmallEngine
from word_embedder import WordEmbedder
from fta_mem import Memory, memory_subgraph
from fta_mem.storage.store import SqlStore
import graphs

with memory_subgraph(Memory(SqlStore.in_memory(WordEmbedder()), SmallEngine())) as memory:
    builder = StateGraph(Talk).add_node(memory.recall).add_node(reply).add_node(memory.remember)
    builder.add_edge(START, "recall").add_edge("recall", "reply").add_edge("reply", "remember")
    agent = builder.compile()
    for thread in ("1", "2"):
        where = {"configurable": {"user_id": "ana", "thread_id": thread}}
        out = agent.invoke({"messages": [("user", "Mara moved to Leeds.")]}, where)
        memory.wait()
print(out["messages"][-1].content)
for room in ("nodes", "state", "graphs"):
    assert "host" in sys.modules[room].__file__, sys.modules[room]
    assert "host" not in sys.modules["fta_mem." + room].__file__
""",
}


def test_a_host_with_rooms_of_the_same_names_runs_beside_ours(tmp_path: Path) -> None:
    project = tmp_path / "host"
    for name, text in HOST_PROJECT.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    kit = Path(__file__).parents[1] / "kit"
    run = subprocess.run(
        [sys.executable, "agent.py"],
        cwd=project,
        env={"PYTHONPATH": str(kit)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "0 user: Mara moved to Leeds." in run.stdout
