"""The companion: an example of a counselling agent that embeds memory; its own state, context and nodes.

listen -> recall -> reply -> remember
listen -> hand_over -> remember          where somebody seems to be in danger
listen -> remember                       where a message has no words
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Annotated, Literal

from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig
from langgraph.config import get_stream_writer
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph

from fta_mem.formats.messages import TIMESTAMP
from fta_mem.host.memory_nodes import MemoryNodes, RiskSignal
from fta_mem.state.errors import QuestionError
from fta_mem.state.form_fields import Shown
from fta_mem.state.records import Session


@dataclass(frozen=True, slots=True)
class CompanionContext:
    """Who talks. On a server with authentication, leave it empty: it is who is logged in."""

    user_id: Annotated[str, Shown("Whose memory the conversation becomes.", "ana")] = ""


class CompanionState(MessagesState, total=False):
    """The conversation, what memory brought to the last message, and whether a person has to take over."""

    memory: str
    handed_over: bool


class CompanionUpdate(MessagesState, total=False):
    """What a node of the companion may return."""

    memory: str
    handed_over: bool


CompanionGraph = CompiledStateGraph[CompanionState, CompanionContext, MessagesState, CompanionState]
CompanionBuilder = StateGraph[CompanionState, CompanionContext, MessagesState, CompanionState]
Replier = Callable[[str, Session, str], str]
"""Gives the next message to a person, from their id, the session so far and the packet."""


@dataclass(frozen=True, slots=True)
class CompanionParts:
    """What the companion is made of; ``in_danger`` looks at a text, ``on_risk`` tells the host."""

    memory: MemoryNodes
    replier: Replier
    in_danger: Callable[[str], bool]
    on_risk: Callable[[RiskSignal], None]
    clock: Callable[[], datetime]


def route_listening(state: CompanionState) -> Literal["recall", "hand_over", "remember"]:
    """Reply from memory, or leave the floor to a person; a message without words calls for no reply."""
    if not str(state["messages"][-1].text).strip():
        return "remember"
    return "hand_over" if state["handed_over"] else "recall"


def build_companion_graph(parts: CompanionParts) -> CompanionBuilder:
    """Wire the agent; the caller compiles it, with a checkpointer or without."""
    builder = StateGraph(
        CompanionState, context_schema=CompanionContext, input_schema=MessagesState, output_schema=CompanionState
    )
    builder.add_node("listen", partial(listen, parts=parts))
    builder.add_node("recall", parts.memory.recall)
    builder.add_node("reply", partial(reply, parts=parts))
    builder.add_node("hand_over", partial(hand_over, parts=parts))
    builder.add_node("remember", parts.memory.remember)
    builder.add_edge(START, "listen")
    builder.add_conditional_edges("listen", route_listening)
    builder.add_edge("recall", "reply")
    builder.add_edge("reply", "remember")
    builder.add_edge("hand_over", "remember")
    builder.add_edge("remember", END)
    return builder


def listen(state: CompanionState, *, parts: CompanionParts) -> CompanionUpdate:
    """Note when the last message came, since memory needs to know, and whether it speaks of danger."""
    if not state["messages"]:
        raise QuestionError("there is no message; say something")
    last = state["messages"][-1]
    stamped = last.model_copy(update={"additional_kwargs": {TIMESTAMP: _now(parts), **last.additional_kwargs}})
    return {"messages": [stamped], "handed_over": parts.in_danger(str(last.text))}


def reply(state: CompanionState, config: RunnableConfig, *, parts: CompanionParts) -> CompanionUpdate:
    """Say something, in the light of what memory brought."""
    fields = parts.memory.fields
    said = parts.replier(fields.user(config), fields.session(state, config), state["memory"])
    return {"messages": [AIMessage(said, name="companion", additional_kwargs={TIMESTAMP: _now(parts)})]}


def hand_over(state: CompanionState, config: RunnableConfig, *, parts: CompanionParts) -> dict[str, str]:
    """Tell the host, and say nothing: what to answer to danger is not for a program to find."""
    fields = parts.memory.fields
    session = fields.session(state, config)
    subject = session.turns[-1].name if session.turns else ""
    parts.on_risk(RiskSignal(fields.user(config), session.session_id, "", subject))
    get_stream_writer()({"event": "risk_signal", "session_id": session.session_id, "memory_id": "", "subject": subject})
    return {"memory": ""}


def _now(parts: CompanionParts) -> str:
    return parts.clock().isoformat(timespec="seconds")
