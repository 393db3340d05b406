"""A judgement made once is not asked for again, and comes back exactly as it was."""

from dataclasses import replace

import numpy as np
import pytest

from fta_mem.engines.base import (
    AnswerRequest,
    BoundaryRequest,
    ExtractionRequest,
    Judgement,
    LongitudinalRequest,
    RelationJudgement,
    RelationRequest,
    RewriteRequest,
    SegmentSpan,
    UnitDraft,
)
from fta_mem.engines.scripted import ScriptedEngine
from fta_mem.engines.wrappers.cached import CachedEngine
from fta_mem.state.answering import Answer, Packet, RewrittenQuery
from fta_mem.state.errors import EngineError
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, LongitudinalLine, TimeAnchor, Turn, Usage

TURNS = (
    Turn(0, "t0", "user", "Ida", "broken \ud83d half, tab\t and 夜"),
    Turn(1, "t1", "assistant", "Helper", "{x} </turns>"),
)
UNIT = FTAUnit(Fact("Ida rows."), TimeAnchor(), Affect(), Evidence("s", (0, 1)), memory_id="emem_000001")
DRAFT = UnitDraft(
    Fact("Ida rows on lakes.", "event", ("Ida", "Bo"), "rowing", "Ida", "Ida"),
    TimeAnchor("2024-05-07", "on Monday", "2024-05-06", "2024-05-06", "day", "past"),
    Affect("calm", "row again", ("friend",), 0.25),
    (0, 1),
    "partial",
    completes=0,
    grounding="ungrounded",
)
CALLS = {
    "detect_boundaries": (
        BoundaryRequest(TURNS, np.ones((2, 3), dtype=np.float32)),
        (SegmentSpan(5, -2, "risk_signal"),),
    ),
    "extract_units": (ExtractionRequest("s", None, TURNS, (UNIT,), ("Ida",)), (DRAFT,)),
    "judge_relations": (
        RelationRequest((UNIT,), (((UNIT, 0.75),),)),
        (RelationJudgement("a", "b", "updates", "high", "complete", "archived"),),
    ),
    "update_longitudinal": (
        LongitudinalRequest("s", "2024-05-07", (), (UNIT,)),
        (LongitudinalLine("k", "support", "Rowing helped.", ("emem_000001",), "2024-05-06", "old", True),),
    ),
}


class Shelf(dict[str, str]):
    """A place for judgements, as the ledger is one."""

    def keep(self, key: str, text: str) -> None:
        self[key] = text


@pytest.mark.parametrize("name", CALLS)
def test_a_judgement_comes_back_exactly_and_is_asked_once(name):
    request, value = CALLS[name]
    judged = Judgement(value, "llm", "test:model", ("p@1:abc",), Usage(1, 200, 30, 1, 0, 0, 2))
    shelf = Shelf()
    with ScriptedEngine([(name, judged)]) as engine:
        cached = CachedEngine(engine, shelf.get, shelf.keep)
        first = getattr(cached, name)(request)
        again = getattr(CachedEngine(engine, shelf.get, shelf.keep), name)(request)
    assert first == again == judged
    assert len(shelf) == 1


@pytest.mark.parametrize(("name", "times"), [("extract_units", 1), ("judge_relations", 2), ("update_longitudinal", 2)])
def test_of_rules_only_what_rests_on_a_parse_is_kept(name, times):
    request, value = CALLS[name]
    with ScriptedEngine([(name, value)] * times) as engine:
        engine.name = "rules"
        shelf = Shelf()
        cached = CachedEngine(engine, shelf.get, shelf.keep)
        assert [getattr(cached, name)(request).value for _ in range(2)] == [value] * 2
    assert len(shelf) == 2 - times


def test_vectors_are_no_part_of_the_key_but_turns_are():
    request, value = CALLS["detect_boundaries"]
    shelf = Shelf()
    with ScriptedEngine([("detect_boundaries", value), ("detect_boundaries", ())]) as engine:
        cached = CachedEngine(engine, shelf.get, shelf.keep)
        cached.detect_boundaries(request)
        cached.detect_boundaries(replace(request, vectors=np.zeros((2, 3), dtype=np.float32)))
        cached.detect_boundaries(replace(request, turns=TURNS[:1]))
    assert len(shelf) == 2


def test_a_fallback_counts_for_one_run_only():
    request, value = CALLS["extract_units"]
    shelf = Shelf()
    taken_over = Judgement(value, "rules", usage=Usage(calls=4, retries=3, fallbacks=1))
    with ScriptedEngine([("extract_units", taken_over), ("extract_units", Judgement(value, "llm"))]) as engine:
        first = CachedEngine(engine, shelf.get, shelf.keep)
        assert first.extract_units(request) == first.extract_units(request) == taken_over
        assert shelf == {}
        next_run = CachedEngine(engine, shelf.get, shelf.keep)
        assert next_run.extract_units(request).engine == next_run.extract_units(request).engine == "llm"


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"value": [{"begin": "x"}]}', '{"value": 3}', "null"])
def test_a_spoilt_entry_is_asked_for_again(kept):
    request, value = CALLS["detect_boundaries"]
    shelf = Shelf()
    with ScriptedEngine([("detect_boundaries", value)]) as engine:
        cached = CachedEngine(engine, lambda key: shelf.get(key, kept), shelf.keep)
        assert cached.detect_boundaries(request).value == value
    assert len(shelf) == 1


def test_another_engine_is_another_key():
    request, value = CALLS["extract_units"]
    shelf = Shelf()

    class Renamed(ScriptedEngine):
        def fingerprint(self) -> str:
            return "another"

    for kind in (ScriptedEngine, Renamed):
        with kind([("extract_units", value)]) as engine:
            CachedEngine(engine, shelf.get, shelf.keep).extract_units(request)
    assert len(shelf) == 2


def test_questions_are_never_kept():
    shelf = Shelf()
    query, packet = RewrittenQuery("who rows"), Packet("", 0)
    with ScriptedEngine(
        [("rewrite_query", query), ("answer", Answer("Ida", False)), ("answer", Answer("Bo", False))]
    ) as engine:
        cached = CachedEngine(engine, shelf.get, shelf.keep)
        assert cached.rewrite_query(RewriteRequest("Who rows?", None, ())).value == query
        asked = AnswerRequest("Who rows?", query, packet, None)
        assert [cached.answer(asked).value.text for _ in range(2)] == ["Ida", "Bo"]
    assert shelf == {}


def test_a_failing_engine_leaves_nothing_behind():
    shelf = Shelf()
    engine = ScriptedEngine([("extract_units", EngineError("down"))])
    with pytest.raises(EngineError, match="down"):
        CachedEngine(engine, shelf.get, shelf.keep).extract_units(CALLS["extract_units"][0])
    assert shelf == {}
