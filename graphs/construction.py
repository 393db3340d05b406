"""The construction machine: one session in, units out (design, section 2; paper, Figure 1), in two parts.

within_session    intake -> window_detector (a window a visit) -> extractor -> fuser (a fragment a round) -> vectorizer
across_sessions   finalizer -> linker and longitudinal, side by side -> commit

The first part depends on its session alone, the second on the sessions before it.
"""

from collections.abc import Sequence
from functools import partial
from typing import Literal

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from fta_mem.decoding import decoding
from fta_mem.engines.base import Engine
from fta_mem.nodes.commit import commit
from fta_mem.nodes.extractor import extractor
from fta_mem.nodes.finalizer import finalizer
from fta_mem.nodes.fuser import fuser
from fta_mem.nodes.intake import intake
from fta_mem.nodes.linker import LinkIndexes, linker
from fta_mem.nodes.longitudinal import longitudinal
from fta_mem.nodes.vectorizer import vectorizer
from fta_mem.nodes.window_detector import window_detector
from fta_mem.state.construction import ConstructionInput, ConstructionOutput, ConstructionState, SessionYield
from fta_mem.state.settings import Settings
from fta_mem.storage.ports import NodeStore

State = decoding(ConstructionState)
ConstructionGraph = CompiledStateGraph[ConstructionState, Settings, ConstructionInput, ConstructionOutput]
ConstructionBuilder = StateGraph[ConstructionState, Settings, ConstructionInput, ConstructionOutput]
WithinSession = StateGraph[ConstructionState, Settings, ConstructionInput, SessionYield]
AcrossSessions = StateGraph[ConstructionState, Settings, SessionYield, ConstructionOutput]


def route_segmentation(state: ConstructionState) -> Literal["window_detector", "extractor", "vectorizer"]:
    """Look at the next window, or go on to extraction when every turn is in a fragment."""
    if state.window_start < state.turn_count:
        return "window_detector"
    return route_fragments(state)


def route_fragments(state: ConstructionState) -> Literal["extractor", "vectorizer"]:
    """Take the next finalised fragment, or close the session."""
    return "extractor" if state.pending_fragments else "vectorizer"


def build_construction_graph(
    engine: Engine, store: NodeStore, *, stop_after: Sequence[str] = ()
) -> ConstructionBuilder:
    """Wire the whole machine; the caller compiles it, with a checkpointer or without.

    ``stop_after`` names nodes of the parts behind which a run with a checkpointer stops, to be looked at and edited:
    LangGraph takes the stops of a run for the outermost nodes alone.
    """
    within, across = build_within_session(engine, store), build_across_sessions(engine, store)
    stops = [[name for name in stop_after if name in part.nodes] for part in (within, across)]
    builder = StateGraph(
        State, context_schema=Settings, input_schema=ConstructionInput, output_schema=ConstructionOutput
    )
    builder.add_node("within_session", within.compile(interrupt_after=stops[0]), input_schema=ConstructionInput)
    builder.add_node("across_sessions", across.compile(interrupt_after=stops[1]), input_schema=SessionYield)
    builder.add_edge(START, "within_session")
    builder.add_edge("within_session", "across_sessions")
    builder.add_edge("across_sessions", END)
    return builder


def build_within_session(engine: Engine, store: NodeStore) -> WithinSession:
    """Wire what a session yields by itself: sessions can be worked on side by side."""
    builder = StateGraph(State, context_schema=Settings, input_schema=ConstructionInput, output_schema=SessionYield)
    builder.add_node("intake", partial(intake, store=store), input_schema=ConstructionInput)
    builder.add_node("window_detector", partial(window_detector, engine=engine, store=store))
    builder.add_node("extractor", partial(extractor, engine=engine, store=store))
    builder.add_node("fuser", fuser, input_schema=State)
    builder.add_node("vectorizer", partial(vectorizer, store=store))
    builder.add_edge(START, "intake")
    builder.add_conditional_edges("intake", route_segmentation)
    builder.add_conditional_edges("window_detector", route_segmentation)
    builder.add_edge("extractor", "fuser")
    builder.add_conditional_edges("fuser", route_fragments)
    builder.add_edge("vectorizer", END)
    return builder


def build_across_sessions(engine: Engine, store: NodeStore) -> AcrossSessions:
    """Wire what depends on the sessions before: they must be memory, so sessions pass it one by one, in order."""
    builder = StateGraph(State, context_schema=Settings, input_schema=SessionYield, output_schema=ConstructionOutput)
    builder.add_node("finalizer", partial(finalizer, store=store))
    builder.add_node("linker", partial(linker, engine=engine, store=store, indexes=LinkIndexes()))
    builder.add_node("longitudinal", partial(longitudinal, engine=engine, store=store))
    builder.add_node("commit", partial(commit, engine=engine, store=store))
    builder.add_edge(START, "finalizer")
    builder.add_edge("finalizer", "linker")
    builder.add_edge("finalizer", "longitudinal")
    builder.add_edge(["linker", "longitudinal"], "commit")
    builder.add_edge("commit", END)
    return builder
