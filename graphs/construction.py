"""The construction machine: one session in, units out (design, section 2; paper, Figure 1).

intake -> window_detector (a window a visit) -> extractor -> fuser -> linker (a fragment a round) -> longitudinal
-> commit
"""

from collections.abc import Hashable
from functools import partial
from typing import Literal

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from fta_mem.engines.base import Engine
from fta_mem.nodes.commit import commit
from fta_mem.nodes.extractor import extractor
from fta_mem.nodes.fuser import fuser, fuser_alone
from fta_mem.nodes.intake import intake
from fta_mem.nodes.linker import linker
from fta_mem.nodes.longitudinal import longitudinal
from fta_mem.nodes.window_detector import window_detector
from fta_mem.state.construction import ConstructionInput, ConstructionOutput, ConstructionState
from fta_mem.state.settings import Settings
from fta_mem.storage.ports import ConstructionStore

ConstructionGraph = CompiledStateGraph[ConstructionState, Settings, ConstructionInput, ConstructionOutput]
ConstructionBuilder = StateGraph[ConstructionState, Settings, ConstructionInput, ConstructionOutput]


def route_segmentation(state: ConstructionState) -> Literal["window_detector", "extractor", "longitudinal"]:
    """Look at the next window, or go on to extraction when every turn is in a fragment."""
    if state["window_start"] < state["turn_count"]:
        return "window_detector"
    return route_fragments(state)


def route_fragments(state: ConstructionState) -> Literal["extractor", "longitudinal"]:
    """Take the next finalised fragment, or close the session."""
    return "extractor" if state["pending_fragments"] else "longitudinal"


def build_construction_graph(engine: Engine, store: ConstructionStore) -> ConstructionBuilder:
    """Wire the machine; the caller compiles it, with a checkpointer or without."""
    builder = build_judging_graph(engine, store, then="commit")
    builder.add_node("commit", partial(commit, engine=engine, store=store))
    builder.add_edge("commit", END)
    return builder


def build_judging_graph(engine: Engine, store: ConstructionStore, *, then: str = END) -> ConstructionBuilder:
    """Wire all that judges a session; without ``commit`` behind it nothing becomes memory."""
    builder = StateGraph(
        ConstructionState, context_schema=Settings, input_schema=ConstructionInput, output_schema=ConstructionOutput
    )
    _add_reading(builder, engine, store)
    builder.add_node("fuser", partial(fuser, store=store))
    builder.add_node("linker", partial(linker, engine=engine, store=store))
    builder.add_node("longitudinal", partial(longitudinal, engine=engine, store=store))
    builder.add_conditional_edges("intake", route_segmentation)
    builder.add_conditional_edges("window_detector", route_segmentation)
    builder.add_edge("fuser", "linker")
    builder.add_conditional_edges("linker", route_fragments)
    builder.add_edge("longitudinal", then)
    return builder


def build_reading_graph(engine: Engine, store: ConstructionStore) -> ConstructionBuilder:
    """Wire the part that looks at one session alone: sessions can be read side by side, before the fold links them."""
    builder = StateGraph(
        ConstructionState, context_schema=Settings, input_schema=ConstructionInput, output_schema=ConstructionOutput
    )
    _add_reading(builder, engine, store)
    builder.add_node("fuser", fuser_alone)
    ends: dict[Hashable, str] = {"window_detector": "window_detector", "extractor": "extractor", "longitudinal": END}
    builder.add_conditional_edges("intake", route_segmentation, ends)
    builder.add_conditional_edges("window_detector", route_segmentation, ends)
    builder.add_conditional_edges("fuser", route_fragments, {"extractor": "extractor", "longitudinal": END})
    return builder


def _add_reading(builder: ConstructionBuilder, engine: Engine, store: ConstructionStore) -> None:
    builder.add_node("intake", partial(intake, store=store))
    builder.add_node("window_detector", partial(window_detector, engine=engine, store=store))
    builder.add_node("extractor", partial(extractor, engine=engine, store=store))
    builder.add_edge(START, "intake")
    builder.add_edge("extractor", "fuser")
