"""Mixed mode: memory by one engine, answers by another."""

import numpy as np

from fta_mem.engines.base import (
    AnswerRequest,
    BoundaryRequest,
    ExtractionRequest,
    LongitudinalRequest,
    RelationRequest,
    RewriteRequest,
)
from fta_mem.engines.scripted import ScriptedEngine
from fta_mem.engines.wrappers.mixed import MixedEngine
from fta_mem.state.answering import Answer, Packet, RewrittenQuery


def test_only_answers_go_to_the_answering_engine():
    query = RewrittenQuery("q")
    script = [
        ("detect_boundaries", ()),
        ("extract_units", ()),
        ("judge_relations", ()),
        ("update_longitudinal", ()),
        ("rewrite_query", query),
    ]
    with ScriptedEngine(script) as builder, ScriptedEngine([("answer", Answer("yes", False))]) as speaker:
        mixed = MixedEngine(builder, speaker)
        mixed.detect_boundaries(BoundaryRequest((), np.zeros((0, 2), dtype=np.float32)))
        mixed.extract_units(ExtractionRequest("s", None, (), (), ()))
        mixed.judge_relations(RelationRequest((), ()))
        mixed.update_longitudinal(LongitudinalRequest("s", None, (), ()))
        assert mixed.rewrite_query(RewriteRequest("q", None, ())).value == query
        assert mixed.answer(AnswerRequest("q", query, Packet("", 0), None)).value.text == "yes"
        assert (mixed.name, mixed.fingerprint()) == (builder.name, builder.fingerprint())
