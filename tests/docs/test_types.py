"""A host's own code passes a strict type check against our annotations."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOST = """
from dataclasses import dataclass

from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langgraph.graph import START, MessagesState, StateGraph

from fta_mem import HostFields, memory_subgraph
from fta_mem.host.middleware import MemoryMiddleware
from fta_mem.host.tools import memory_tools


class State(MessagesState):
    memory: str


@dataclass
class Context:
    tenant: str


def reply(state: State) -> dict[str, list[AIMessage]]:
    return {"messages": [AIMessage(state["memory"])]}


memory = memory_subgraph("home", fields=HostFields(user_id=lambda config: config["configurable"]["client"]))
builder = StateGraph(State).add_sequence([memory.recall, reply, memory.remember]).add_edge(START, "recall")
other = StateGraph(State, context_schema=Context)
other.add_node("recall", memory.recall)
other.add_node("remember", memory.remember)
model = GenericFakeChatModel(messages=iter([]))
plain = create_agent(model, tools=memory_tools(memory.memory), middleware=[MemoryMiddleware(memory)])
tenants = create_agent(model, middleware=[MemoryMiddleware(memory)], context_schema=Context)
"""


def test_a_host_passes_a_strict_type_check(tmp_path: Path) -> None:
    program = tmp_path / "host.py"
    program.write_text(HOST, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "pyproject.toml", str(program)]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
