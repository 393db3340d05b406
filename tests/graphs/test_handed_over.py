"""What a host hands over is never lost: not by a lock, not by a process that dies, not by another one beside it."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from small_engine import SmallEngine
from word_embedder import WordEmbedder

from fta_mem.host.subgraph import MemorySubgraph, memory_subgraph
from fta_mem.host.tools import memory_tools
from fta_mem.memory import Memory
from fta_mem.state.erasure import Erasure
from fta_mem.state.records import Session, Turn
from fta_mem.storage.store import SqlStore


class HostState(MessagesState):
    memory: str


def host(embedded: MemorySubgraph, answer: Any = lambda state: {"messages": [AIMessage("I see.")]}) -> Any:
    builder = StateGraph(HostState).add_node("reply", answer)
    builder.add_node("recall", embedded.recall).add_node("remember", embedded.remember)
    builder.add_edge(START, "recall").add_edge("recall", "reply").add_edge("reply", "remember")
    return builder.compile(checkpointer=InMemorySaver())


def where(thread: str = "t1", user: str = "ana") -> Any:
    return {"configurable": {"user_id": user, "thread_id": thread}}


def said(text: str) -> Any:
    return {"messages": [HumanMessage(text)]}


def opened(home: Path | None) -> Memory:
    return Memory(SqlStore(home, WordEmbedder(), patience=0.1), SmallEngine())


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with opened(tmp_path / "home") as memory:
        yield memory


def turns_of(memory: Memory) -> list[str]:
    return [turn.text for turn in memory.store.view("ana").turns]


def session(*texts: str, name: str = "t1") -> Session:
    return Session(name, None, tuple(Turn(i, f"m{i}", "user", "user", text) for i, text in enumerate(texts)))


DIES = """
import os, signal, sys
from pathlib import Path
from langchain_core.messages import HumanMessage
from tests.graphs.test_handed_over import host, opened, said, where
from fta_mem.host.subgraph import memory_subgraph

embedded = memory_subgraph(opened(Path(sys.argv[1])))
agent = host(embedded)
for number in range(3):
    agent.invoke(said(f"Item {number} is bought."), where(f"t{number}"))
if sys.argv[2] == "kill":
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("end", ["kill", "just ends"])
def test_what_a_process_took_before_it_died_is_searched_and_becomes_memory(tmp_path: Path, end: str) -> None:
    home = tmp_path / "home"
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", DIES, str(home), end], cwd=root, env=_environment(root), check=False)
    with opened(home) as memory:
        assert all(f"Item {number}" in memory.recall("ana", "Which item is bought?").packet.text for number in range(3))
        with memory_subgraph(memory) as embedded:
            embedded.wait()
        assert memory.store.waiting_cases() == ()
        assert sum("Item" in text for text in turns_of(memory)) == 3


def _environment(root: Path) -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": f"{root}:{root / 'tests/kit'}:{os.environ.get('PYTHONPATH', '')}"}


def test_nobodys_lock_is_waited_for(tmp_path: Path, memory: Memory) -> None:
    with opened(tmp_path / "home") as other, memory_subgraph(memory) as embedded:
        agent = host(embedded)
        agent.invoke(said("I live in Porto."), where("t1"))
        embedded.wait()
        held, release = threading.Event(), threading.Event()

        def hold() -> None:
            with other.store.writing("ana"):
                held.set()
                assert release.wait(30)

        holder = threading.Thread(target=hold)
        holder.start()
        assert held.wait(30)
        agent.invoke(said("I got engaged to Nuno."), where("t2"))
        (search, _) = memory_tools(other)
        assert "Nuno" in search.invoke({"question": "Who is Nuno?"}, where("t3"))  # from another process's memory
        release.set()
        holder.join()
    assert "I got engaged to Nuno." in turns_of(memory)


def test_two_workers_on_one_person_keep_every_exchange(tmp_path: Path) -> None:
    with opened(tmp_path / "home") as one, opened(tmp_path / "home") as other:
        pair = [memory_subgraph(memory) for memory in (one, other)]

        def work(embedded: MemorySubgraph, tag: str) -> None:
            agent = host(embedded)
            for number in range(4):
                agent.invoke(said(f"Bought {tag}{number}."), where(f"{tag}{number}"))

        threads = [threading.Thread(target=work, args=given) for given in zip(pair, "xy", strict=True)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for embedded in pair:
            embedded.close()
        bought = [text for text in turns_of(one) if text.startswith("Bought")]
    assert sorted(bought) == sorted(f"Bought {tag}{number}." for tag in "xy" for number in range(4))


def test_a_few_words_below_every_are_kept_too(tmp_path: Path) -> None:
    with opened(tmp_path / "home") as memory, memory_subgraph(memory, every=10) as embedded:
        host(embedded).invoke(said("Mara moved to Leeds."), where("t1"))
    with opened(tmp_path / "home") as memory:
        assert "Leeds" in memory.recall("ana", "Where did Mara move?").packet.text


def test_an_ingest_takes_in_what_waits_and_what_goes_on_meanwhile_waits_on(memory: Memory) -> None:
    memory.hand_over("ana", session("One."))
    waiting = memory.store.handed_over("ana")
    memory.hand_over("ana", session("One.", "Two."))
    memory.store.took_in("ana", waiting)
    assert [len(each.turns) for each in memory.store.handed_over("ana")] == [2]
    memory.remember("ana", session("Other.", name="t2"))
    assert sorted(turns_of(memory)) == ["One.", "Other.", "Two."]
    assert memory.store.handed_over("ana") == ()


def test_what_is_memory_already_does_not_wait_again(memory: Memory) -> None:
    memory.remember("ana", session("One."))
    memory.hand_over("ana", session("One."))
    assert memory.store.waiting_cases() == ()


def test_forgetting_takes_what_waits_along(memory: Memory) -> None:
    memory.hand_over("ana", session("My secret is that I gamble."))
    memory.store.forget_case("ana")
    assert memory.store.waiting_cases() == ()
    assert b"gamble" not in b"".join(
        path.read_bytes() for path in Path(memory.store._home or "").rglob("*") if path.is_file()
    )


def test_what_was_erased_is_not_learnt_again_from_the_same_thread(memory: Memory) -> None:
    memory.remember("ana", session("My secret is that I gamble.", "I live in Porto."))
    memory.erase("ana", Erasure(turns={"t1": frozenset({0})}))
    memory.hand_over("ana", session("My secret is that I gamble.", "I live in Porto.", "Good-bye."))
    assert "gamble" not in memory.recall("ana", "What is my secret?").packet.text
    memory.take_in("ana")
    assert not any("gamble" in text for text in turns_of(memory))
    assert "Good-bye." in turns_of(memory)


def test_erasing_a_turn_keeps_what_waits_of_its_session(memory: Memory) -> None:
    memory.remember("ana", session("My secret is that I gamble."))
    memory.hand_over("ana", session("My secret is that I gamble.", "I live in Porto."))
    memory.erase("ana", Erasure(turns={"t1": frozenset({0})}))
    assert [text for text in turns_of(memory) if text] == ["I live in Porto."]


def test_edited_regenerated_and_removed_messages_leave_memory(memory: Memory) -> None:
    drafts = iter(range(9))

    def answer(state: HostState) -> dict[str, Any]:
        return {"messages": [AIMessage(f"Draft {next(drafts)}.")]}

    with memory_subgraph(memory) as embedded:
        agent = host(embedded, answer)
        agent.invoke(said("I hate my boss Karl."), where())
        embedded.wait()
        first = [state for state in agent.get_state_history(where()) if state.next == ("__start__",)][-1]
        again = {"configurable": {**first.config["configurable"], "user_id": "ana"}}
        agent.invoke(said("I love my boss Karl."), again)
        embedded.wait()
        assert turns_of(memory) == ["I love my boss Karl.", "Draft 1."]
        taken_back = agent.get_state(where()).values["messages"][0]
        agent.update_state(where(), {"messages": [RemoveMessage(taken_back.id)]})
        agent.invoke(said("Thank you."), where())
        embedded.wait()
    assert turns_of(memory) == ["Draft 1.", "Thank you.", "Draft 2."]
    assert not any("Karl" in unit.fact.text for unit in memory.store.view("ana").units)
