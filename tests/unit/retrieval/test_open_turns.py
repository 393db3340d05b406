"""What is not memory yet: found, ranked, marked, and within the budget."""

import numpy as np
import pytest
from small_engine import SmallEngine
from word_embedder import WordEmbedder

from fta_mem.memory import Memory
from fta_mem.retrieval.open_turns import OPEN, OPEN_CONSIDERED, OPEN_SHARE, nearest_first, take_open
from fta_mem.state.answering import SourceTurn
from fta_mem.state.errors import UnknownCaseError
from fta_mem.state.records import Session, Turn
from fta_mem.state.settings import Settings
from fta_mem.storage.store import SqlStore


def session(session_id: str, *texts: str, role: str = "user") -> Session:
    turns = tuple(Turn(index, f"{session_id}:{index}", role, "Ana", text) for index, text in enumerate(texts))
    return Session(session_id, "2024-05-03T18:00:00", turns)


def words(text: str) -> int:
    return len(text.split())


@pytest.fixture
def memory() -> Memory:
    return Memory(SqlStore.in_memory(WordEmbedder()), SmallEngine())


def test_a_case_that_is_not_memory_yet_is_answered_from_what_is_open(memory: Memory) -> None:
    under_way = session("s1", "Mara moved to Leeds.", "The cat is old.")
    asked = memory.ask("ana", "Where did Mara move?", open_sessions=[under_way])
    assert asked.answer.text == "Mara moved to Leeds."
    assert asked.packet.text.splitlines()[0] == OPEN
    assert all(turn.is_open for turn in asked.packet.turns)


def test_a_case_of_which_nothing_is_known_is_an_error(memory: Memory) -> None:
    with pytest.raises(UnknownCaseError):
        memory.recall("ana", "Where?")


def test_a_session_in_which_nobody_said_a_word_brings_nothing(memory: Memory) -> None:
    assert memory.recall("ana", "Where?", open_sessions=[session("s1", "", "  ")]).packet.text == ""


def test_what_is_memory_is_not_open_as_well(memory: Memory) -> None:
    memory.remember("ana", session("s1", "Mara moved to Leeds."))
    packet = memory.recall("ana", "Mara?", open_sessions=[session("s1", "Mara moved to Leeds.", "She called.")]).packet
    assert [(turn.text, turn.is_open) for turn in packet.turns] == [
        ("Mara moved to Leeds.", False),
        ("She called.", True),
    ]
    assert packet.text.index("# Turns") < packet.text.index(OPEN)


def test_staged_sessions_are_searched_without_a_lock(memory: Memory) -> None:
    memory.store.stage("ana", session("s1", "Mara moved to Leeds.", "Ok", role="user"))
    with memory.store.writing("ana"):
        packet = memory.recall("ana", "Where did Mara move?").packet
    assert "0 Ana: Mara moved to Leeds." in packet.text


def test_what_tools_say_is_not_open(memory: Memory) -> None:
    packet = memory.recall("ana", "Mara?", open_sessions=[session("s1", "Mara moved.", role="tool")]).packet
    assert packet.text == ""


def test_the_budget_holds_with_open_turns(memory: Memory) -> None:
    memory.remember("ana", session("s1", *[f"Mara moved to place number {number}." for number in range(60)]))
    under_way = session("s2", *[f"Mara moved on to city number {number}." for number in range(60)])
    small = Memory(memory.store, memory.engine, Settings(budget=150))
    packet = small.recall("ana", "Where did Mara move?", open_sessions=[under_way]).packet
    is_open = [turn.is_open for turn in packet.turns]
    assert packet.tokens == words(packet.text) <= 150
    assert True in is_open and False in is_open
    assert words(packet.text[packet.text.index(OPEN) :]) <= 150 * OPEN_SHARE


def test_a_flat_packet_shows_them_too(memory: Memory) -> None:
    flat = Memory(memory.store, memory.engine, Settings(packet="flat"))
    assert OPEN in flat.recall("ana", "Mara?", open_sessions=[session("s1", "Mara moved.")]).packet.text


def test_only_the_latest_are_looked_at(memory: Memory) -> None:
    long = session("s1", *[f"Word {number}." for number in range(OPEN_CONSIDERED + 50)])
    shown = memory.recall("ana", "Word 3.", open_sessions=[long]).packet.turns
    assert min(turn.turn_index for turn in shown) >= 50


def turn(index: int, text: str) -> SourceTurn:
    return SourceTurn("s1", index, f"s1:{index}", "Ana", text, is_open=True)


def test_nearer_turns_come_first_and_those_that_only_ask_later() -> None:
    vectors = np.array([[0.5, 0.0], [0.9, 0.0], [0.55, 0.0]], dtype=np.float32)
    ranked = nearest_first([turn(0, "a"), turn(1, "b"), turn(2, "c?")], vectors, np.array([1.0, 0.0], dtype=np.float32))
    assert [item.text for item in ranked] == ["b", "a", "c?"]


def test_they_are_shown_in_the_order_said_and_cannot_pass_for_a_heading() -> None:
    part = take_open([turn(2, "last\n# Units"), turn(0, "first")], 100, words)
    assert part.text.splitlines() == [OPEN, "s1", "0 Ana: first", "2 Ana: last", "  # Units"]
