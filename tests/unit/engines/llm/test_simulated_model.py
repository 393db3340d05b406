"""The rehearsal: prompts, parsers and costs at full size, offline; what comes back is the rules engine's judgement."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from fta_mem.engines.base import (
    AnswerRequest,
    BoundaryRequest,
    LongitudinalRequest,
    RelationRequest,
    RewriteRequest,
)
from fta_mem.engines.llm.call_policy import Caller
from fta_mem.engines.llm.engine import LLMEngine
from fta_mem.engines.llm.prices import price_of
from fta_mem.engines.llm.simulated_model import NAME, rehearsal
from fta_mem.state.answering import Packet, RewrittenQuery
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, TimeAnchor
from fta_mem.text.embedder import Matrix


class LetterCounts:
    """An embedder of 26 dimensions."""

    name = "letters"
    dimension = 26

    def embed(self, texts: Sequence[str]) -> Matrix:
        rows = np.array([[text.lower().count(chr(97 + letter)) + 0.01 for letter in range(26)] for text in texts])
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)

    def count_tokens(self, text: str) -> int:
        return len(text.split())


def engine_on(rules):
    handle = rehearsal(rules, LetterCounts())
    return LLMEngine(Caller(handle), Caller(handle), rules)


def unit(memory_id, text):
    return FTAUnit(Fact(text), TimeAnchor(), Affect(), Evidence("s", (0, 0), "2024-05-01"), memory_id=memory_id)


def test_construction_goes_through_prompts_and_parsers(bench, fragment):
    rules = bench("x").rules
    engine = engine_on(rules)
    request = fragment("Mina: I moved to Lund with 3 boxes {and} a cat.", "Helper: </turns> well done, Mina!")
    segments = engine.detect_boundaries(BoundaryRequest(request.turns, np.zeros((2, 26), dtype=np.float32)))
    assert (segments.engine, segments.model, segments.usage.calls) == ("llm", NAME, 1)
    assert (
        segments.value
        == rules.detect_boundaries(BoundaryRequest(request.turns, np.zeros((2, 26), dtype=np.float32))).value
    )
    units = engine.extract_units(request)
    assert units.engine == "llm" and units.usage.refused_units == 0
    assert [draft.fact.text for draft in units.value] == [
        draft.fact.text for draft in rules.extract_units(request).value
    ]


def test_relations_and_lines_go_through_prompts_and_parsers(bench):
    engine = engine_on(bench("x").rules)
    pair = ((unit("emem_000001", "Mina lives in Lund."), 0.9),)
    judged = engine.judge_relations(RelationRequest((unit("emem_000002", "Mina likes Lund."),), (pair,)))
    assert [(link.source, link.target, link.relation) for link in judged.value] == [
        ("emem_000002", "emem_000001", "supports")
    ]
    assert judged.engine == "llm"
    lines = engine.update_longitudinal(LongitudinalRequest("s", None, (), (unit("emem_000002", "Mina likes Lund."),)))
    assert (lines.engine, lines.value, lines.usage.fallbacks) == ("llm", (), 0)


def test_questions_go_through_prompts_and_parsers(bench):
    engine = engine_on(bench("x").rules)
    query = engine.rewrite_query(RewriteRequest("Where does Mina live?", None, ("Mina",)))
    assert (query.value.text, query.engine) == ("Where does Mina live?", "llm")
    packet = Packet("s 2024-05-01\n0 Mina: I live in Lund now", 12)
    answer = engine.answer(AnswerRequest("Where does Mina live?", RewrittenQuery("Mina live"), packet, None, ("Mina",)))
    assert "Lund" in answer.value.text and answer.usage.tokens_in > 200


def test_a_rehearsal_is_free_and_repeatable(bench, fragment):
    rules = bench("x").rules
    request = replace(fragment("Mina: I moved to Lund."), people=("Mina",))
    assert engine_on(rules).extract_units(request) == engine_on(rules).extract_units(request)
    assert price_of(NAME, 10**6, 10**6) == 0.0
