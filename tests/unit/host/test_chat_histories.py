"""Chat histories that a host has already."""

import warnings
from pathlib import Path

from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from fta_mem.host.chat_histories import case_from_histories
from fta_mem.memory import Memory


def file_history(path: Path) -> BaseChatMessageHistory:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from langchain_community.chat_message_histories import FileChatMessageHistory
    return FileChatMessageHistory(str(path))


def test_histories_become_sessions(tmp_path: Path, memory: Memory) -> None:
    kept = file_history(tmp_path / "s2.json")
    at = {"timestamp": "2024-05-10T18:00:00"}
    kept.add_messages(
        [
            SystemMessage("Be kind."),
            HumanMessage("My sister Mara came home.", name="Ana", additional_kwargs=at),
            AIMessage("How nice!", id="m2"),
        ]
    )
    histories = {"s2": file_history(tmp_path / "s2.json"), "empty": file_history(tmp_path / "none.json")}
    case = case_from_histories("ana", histories)
    (session,) = case.sessions
    assert (session.session_id, session.timestamp) == ("s2", "2024-05-10T18:00:00")
    assert [(turn.index, turn.turn_id, turn.role, turn.name, turn.text) for turn in session.turns] == [
        (0, "s2:0", "user", "Ana", "My sister Mara came home."),
        (1, "m2", "assistant", "assistant", "How nice!"),
    ]
    assert memory.ingest(case).sessions == 2
