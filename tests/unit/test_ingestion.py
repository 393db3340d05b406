"""Sessions through both parts of the machine: in which order, what is said when, and what ends early."""

from collections.abc import Sequence
from threading import Timer, get_ident

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_engine import SmallEngine
from word_embedder import WordEmbedder

from fta_mem.engines.base import (
    BoundaryRequest,
    ExtractionRequest,
    Judgement,
    LongitudinalRequest,
    SegmentSpan,
    UnitDraft,
)
from fta_mem.ingestion import TURNS_WARMED, Ingestion, batches, by_length
from fta_mem.memory import Memory
from fta_mem.state.errors import EngineError
from fta_mem.state.records import Case, LongitudinalLine, Session, Turn
from fta_mem.state.settings import Settings
from fta_mem.storage.store import SqlStore

CASE = Case(
    "ida",
    tuple(
        Session(
            f"s{day}",
            f"2024-05-0{day}",
            tuple(Turn(at, f"s{day}:{at}", "user", "Ida", f"day {day} line {at}", None) for at in range(3)),
        )
        for day in range(1, 4)
    ),
)


class Watched(SmallEngine):
    """Notes what it was warmed with and whether a tracer could hear; fails on a text if told to."""

    def __init__(self, fails_on: str = "nothing") -> None:
        super().__init__()
        self.fails_on = fails_on
        self.warmed: list[str] = []
        self.traced: list[bool] = []

    def warm(self, turns: Sequence[Turn]) -> None:
        self.warmed += [turn.content for turn in turns]

    def detect_boundaries(self, request: BoundaryRequest) -> Judgement[tuple[SegmentSpan, ...]]:
        from langsmith.utils import tracing_is_enabled

        self.traced.append(bool(tracing_is_enabled()))
        if any(self.fails_on in turn.content for turn in request.turns):
            raise EngineError("it broke")
        return super().detect_boundaries(request)


def test_each_session_is_warmed_once_and_never_again() -> None:
    engine = Watched()
    with Memory(SqlStore.in_memory(WordEmbedder()), engine) as memory:
        memory.ingest(CASE)
        assert engine.warmed == [turn.content for session in CASE.sessions for turn in session.turns]
        more = Turn(3, "s1:3", "user", "Ida", "day 1 line 3", None)
        first = CASE.sessions[0]
        memory.ingest(Case("ida", (Session("s1", first.timestamp, (*first.turns, more)),)))
        assert engine.warmed[9:] == [*(turn.content for turn in first.turns), more.content]


def test_no_ambient_tracer_hears_what_is_judged_in_a_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    from langsmith.utils import get_env_var

    monkeypatch.setenv("LANGSMITH_TRACING", "true")
    get_env_var.cache_clear()
    try:
        engine = Watched()
        with Memory(SqlStore.in_memory(WordEmbedder()), engine) as memory:
            memory.ingest(CASE)
    finally:
        monkeypatch.undo()
        get_env_var.cache_clear()
    assert engine.traced
    assert not any(engine.traced)


def test_what_goes_wrong_with_a_session_is_told_when_its_turn_comes() -> None:
    with Memory(SqlStore.in_memory(WordEmbedder()), Watched(fails_on="day 2")) as memory:
        with pytest.raises(EngineError, match="it broke"):
            memory.ingest(CASE)
        assert {unit.evidence.session for unit in memory.store.view("ida").units} == {"s1"}


def test_leaving_early_waits_for_nothing_that_has_not_begun() -> None:
    engine = Watched()
    store = SqlStore.in_memory(WordEmbedder())
    engine.held_up.clear()
    with store.writing("ida"):
        for session in CASE.sessions:
            store.stage("ida", session)
        with Ingestion(engine, store, Settings(workers=2), "ida") as ingestion:
            ingestion.begin([session.session_id for session in CASE.sessions])
            assert engine.extracting.wait(30)
            Timer(0.2, engine.held_up.set).start()  # the last one is called off by then: the others may go on
    assert len(engine.traced) <= 2 < len(CASE.sessions)


class Ordered(Watched):
    """Notes the order of what is judged within sessions and across them; goes by the name that it is given."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.order: list[str] = []

    def extract_units(self, request: ExtractionRequest) -> Judgement[tuple[UnitDraft, ...]]:
        self.order.append(f"within {request.session_id}")
        return super().extract_units(request)

    def update_longitudinal(self, request: LongitudinalRequest) -> Judgement[tuple[LongitudinalLine, ...]]:
        self.order.append(f"across {request.session_id}")
        return super().update_longitudinal(request)


def test_rules_finish_a_session_before_they_begin_the_next() -> None:
    engine = Ordered("rules")
    with Memory(SqlStore.in_memory(WordEmbedder()), engine) as memory:
        memory.ingest(CASE)
    assert engine.order == [f"{part} s{day}" for day in range(1, 4) for part in ("within", "across")]


def test_a_models_sessions_become_memory_in_order_while_later_ones_are_still_judged() -> None:
    class Slow(Ordered):
        def extract_units(self, request: ExtractionRequest) -> Judgement[tuple[UnitDraft, ...]]:
            return super().extract_units(request) if request.session_id != "s1" else Judgement((), self.name)

    engine = Slow("slow model")
    engine.held_up.clear()

    def watch(event: dict[str, object]) -> None:
        if (event["event"], event["session_id"]) == ("session_committed", "s1"):
            engine.held_up.set()  # the others were waiting for this

    with Memory(SqlStore.in_memory(WordEmbedder()), engine, Settings(workers=3)) as memory:
        memory.ingest(CASE, watch=watch)
        assert {unit.evidence.session for unit in memory.store.view("ida").units} == {"s2", "s3"}


@pytest.mark.parametrize("name", ["rules", "model"])
def test_a_watcher_hears_one_session_after_another_on_its_own_thread(name: str) -> None:
    heard: list[tuple[object, object, int]] = []

    def watch(event: dict[str, object]) -> None:
        heard.append((event["session_id"], event["event"], get_ident()))

    with Memory(SqlStore.in_memory(WordEmbedder()), Ordered(name)) as memory:
        memory.ingest(CASE, watch=watch)
    kinds = ["fragment_closed", *["unit_finalised"] * 3, "session_committed"]
    assert [(session, kind) for session, kind, _ in heard] == [
        (f"s{day}", kind) for day in range(1, 4) for kind in kinds
    ]
    assert {thread for _, _, thread in heard} == {get_ident()}


@given(st.lists(st.integers(0, 2 * TURNS_WARMED), max_size=12))
def test_batches_hold_every_session_once_in_order(counts: list[int]) -> None:
    said = {str(place): [CASE.sessions[0].turns[0]] * count for place, count in enumerate(counts)}
    found = batches(said)
    assert [name for batch in found for name in batch] == list(said)
    for batch in found:
        assert len(batch) == 1 or sum(len(said[name]) for name in batch) <= TURNS_WARMED


def test_the_first_sessions_begin_first_and_no_long_one_begins_last() -> None:
    said = {name: [CASE.sessions[0].turns[0]] * count for name, count in {"a": 1, "b": 2, "c": 3, "d": 9}.items()}
    assert by_length(list(said), said, 1) == ["a", "d", "c", "b"]
    assert by_length(list(said), said, 8) == ["a", "b", "c", "d"]
