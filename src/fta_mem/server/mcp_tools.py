"""Memory as three tools, a graph of one node each: the server offers graphs over MCP under their names."""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from fta_mem.host.ownership import own_case
from fta_mem.state.answering import Answer, Packet
from fta_mem.state.records import Session
from fta_mem.state.session_input import session_from_input
from fta_mem.state.tool_inputs import (
    AskOutput,
    AskState,
    QuestionInput,
    RecallOutput,
    RecallState,
    RememberInput,
    RememberOutput,
    RememberState,
)

AskGraph = CompiledStateGraph[AskState, None, QuestionInput, AskOutput]
RecallGraph = CompiledStateGraph[RecallState, None, QuestionInput, RecallOutput]
RememberGraph = CompiledStateGraph[RememberState, None, RememberInput, RememberOutput]


class _Recalled(Protocol):
    @property
    def packet(self) -> Packet: ...


class _Asked(Protocol):
    @property
    def answer(self) -> Answer: ...


class _Counts(Protocol):
    @property
    def sessions(self) -> int: ...
    @property
    def turns(self) -> int: ...
    @property
    def units(self) -> int: ...


class ToolMemory(Protocol):
    """What the tools need of a Memory (``fta_mem.memory``)."""

    def recall(
        self, case_id: str, question: str, *, now: str | None = None, open_sessions: Sequence[Session] = ()
    ) -> _Recalled:
        """Return the packet for a question."""

    def ask(
        self, case_id: str, question: str, *, now: str | None = None, open_sessions: Sequence[Session] = ()
    ) -> _Asked:
        """Answer a question from memory."""

    def remember(self, case_id: str, session: Session) -> _Counts:
        """Make memory of a session."""


def build_recall_tool(memory: ToolMemory) -> RecallGraph:
    """Return the tool that looks memory up."""
    builder = StateGraph(RecallState, input_schema=QuestionInput, output_schema=RecallOutput)
    builder.add_node("recall", partial(recall, memory=memory))
    builder.add_edge(START, "recall")
    builder.add_edge("recall", END)
    return builder.compile()


def build_ask_tool(memory: ToolMemory) -> AskGraph:
    """Return the tool that answers from memory."""
    builder = StateGraph(AskState, input_schema=QuestionInput, output_schema=AskOutput)
    builder.add_node("ask", partial(ask, memory=memory))
    builder.add_edge(START, "ask")
    builder.add_edge("ask", END)
    return builder.compile()


def build_remember_tool(memory: ToolMemory) -> RememberGraph:
    """Return the tool that makes memory of a session."""
    builder = StateGraph(RememberState, input_schema=RememberInput, output_schema=RememberOutput)
    builder.add_node("remember", partial(remember, memory=memory))
    builder.add_edge(START, "remember")
    builder.add_edge("remember", END)
    return builder.compile()


def recall(state: QuestionInput, *, memory: ToolMemory) -> RecallOutput:
    """Return the packet's text for a question, and the ids of the units in it."""
    packet = memory.recall(own_case(state.get("case_id")), state["question"], now=state.get("now")).packet
    return RecallOutput(packet=packet.text, memory_ids=[hit.unit.memory_id for hit in packet.hits])


def ask(state: QuestionInput, *, memory: ToolMemory) -> AskOutput:
    """Return the answer with the units and turns that it stands on."""
    answer = memory.ask(own_case(state.get("case_id")), state["question"], now=state.get("now")).answer
    return AskOutput(
        answer=answer.text,
        abstained=answer.abstained,
        memory_ids=[citation.memory_id for citation in answer.citations if citation.memory_id],
        turn_ids=[turn_id for citation in answer.citations for turn_id in citation.turn_ids],
    )


def remember(state: RememberInput, *, memory: ToolMemory) -> RememberOutput:
    """Make memory of a session and return the case's counts."""
    counts = memory.remember(own_case(state.get("case_id")), session_from_input(state["session"]))
    return RememberOutput(sessions=counts.sessions, turns=counts.turns, units=counts.units)
