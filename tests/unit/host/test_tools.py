"""Memory as two tools of an agent."""

from typing import Any

import pytest
from langchain_core.tools import BaseTool

from fta_mem.host.tools import memory_tools
from fta_mem.memory import Memory
from fta_mem.state.errors import SettingsError

ANA: Any = {"configurable": {"user_id": "ana"}}


@pytest.fixture
def tools(memory: Memory) -> dict[str, BaseTool]:
    return {tool.name: tool for tool in memory_tools(memory)}


def test_a_model_sees_typed_arguments_and_no_user(tools: dict[str, BaseTool]) -> None:
    assert {name: set(tool.args) for name, tool in tools.items()} == {
        "search_memory": {"question", "now"},
        "explain_memory": {"memory_id"},
    }
    assert all(field["description"] for tool in tools.values() for field in tool.args.values())


def test_a_search_returns_the_packet(tools: dict[str, BaseTool]) -> None:
    found = tools["search_memory"].invoke({"question": "Where did my sister move?"}, ANA)
    assert "0 Ana: My sister Mara moved to Leeds." in found


def test_a_memory_is_explained_by_its_turns(tools: dict[str, BaseTool]) -> None:
    assert tools["explain_memory"].invoke({"memory_id": "emem_000001"}, ANA).splitlines() == [
        "emem_000001: My sister Mara moved to Leeds.",
        "status: complete",
        "turns:",
        "s1 2024-05-03",
        "0 Ana: My sister Mara moved to Leeds.",
    ]


def test_a_model_is_told_what_it_got_wrong(tools: dict[str, BaseTool]) -> None:
    assert "emem_000099" in tools["explain_memory"].invoke({"memory_id": "emem_000099"}, ANA)
    assert "empty" in tools["search_memory"].invoke({"question": " "}, ANA)


def test_a_run_without_a_user_is_a_loud_error(tools: dict[str, BaseTool]) -> None:
    with pytest.raises(SettingsError, match="user_id"):
        tools["search_memory"].invoke({"question": "Where?"})


def test_a_new_person_is_no_error(tools: dict[str, BaseTool]) -> None:
    nobody: Any = {"configurable": {"user_id": "somebody new"}}
    assert tools["search_memory"].invoke({"question": "Where?"}, nobody) == "Nothing is known of this person yet."
    assert (
        tools["explain_memory"].invoke({"memory_id": "emem_000001"}, nobody) == "Nothing is known of this person yet."
    )
