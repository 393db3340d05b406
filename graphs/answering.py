"""The answering machine: one question in, one grounded answer out (design, section 2; paper, Equations 8 to 12).

rewriter -> retriever -> neighbour_expander -> synthesizer -> answerer
"""

from functools import partial

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from fta_mem.decoding import decoding
from fta_mem.engines.base import Engine
from fta_mem.nodes.answerer import answerer
from fta_mem.nodes.neighbour_expander import neighbour_expander
from fta_mem.nodes.retriever import retriever
from fta_mem.nodes.rewriter import rewriter
from fta_mem.nodes.synthesizer import synthesizer
from fta_mem.state.answering import AnsweringInput, AnsweringOutput, AnsweringState
from fta_mem.state.settings import Settings
from fta_mem.storage.ports import NodeStore

AnsweringGraph = CompiledStateGraph[AnsweringState, Settings, AnsweringInput, AnsweringOutput]
AnsweringBuilder = StateGraph[AnsweringState, Settings, AnsweringInput, AnsweringOutput]


def build_answering_graph(engine: Engine, store: NodeStore) -> AnsweringBuilder:
    """Wire the whole machine; the caller compiles it, with a checkpointer or without."""
    builder = _recalling(engine, store)
    builder.add_node("answerer", partial(answerer, engine=engine, store=store))
    builder.add_edge("synthesizer", "answerer")
    builder.add_edge("answerer", END)
    return builder


def build_recall_graph(engine: Engine, store: NodeStore) -> AnsweringBuilder:
    """Wire the machine up to the packet, for an agent that writes its own replies."""
    builder = _recalling(engine, store)
    builder.add_edge("synthesizer", END)
    return builder


def _recalling(engine: Engine, store: NodeStore) -> AnsweringBuilder:
    builder = StateGraph(
        decoding(AnsweringState), context_schema=Settings, input_schema=AnsweringInput, output_schema=AnsweringOutput
    )
    builder.add_node("rewriter", partial(rewriter, engine=engine, store=store))
    builder.add_node("retriever", partial(retriever, store=store))
    builder.add_node("neighbour_expander", partial(neighbour_expander, store=store))
    builder.add_node("synthesizer", partial(synthesizer, store=store))
    builder.add_edge(START, "rewriter")
    builder.add_edge("rewriter", "retriever")
    builder.add_edge("retriever", "neighbour_expander")
    builder.add_edge("neighbour_expander", "synthesizer")
    return builder
