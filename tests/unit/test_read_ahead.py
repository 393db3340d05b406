"""Reading ahead of the fold: what it gets ready, what it lets pass, and what it keeps to itself."""

from collections.abc import Sequence

import pytest
from fta_mem.read_ahead import TURNS_WARMED, ReadAhead, _batches, _by_length
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.small_engine import SmallEngine
from tests.kit.word_embedder import WordEmbedder

from fta_mem.engines.base import BoundaryRequest, Judgement, SegmentSpan
from fta_mem.memory import Memory
from fta_mem.state.errors import EngineError
from fta_mem.state.records import Case, Session, Turn
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


def test_no_ambient_tracer_hears_what_is_read_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
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
        with ReadAhead(engine, store, Settings(workers=2), "ida") as ahead:
            ahead.start([session.session_id for session in CASE.sessions])
            assert engine.extracting.wait(30)
            last = ahead._unit_texts[CASE.sessions[-1].session_id]
            last.add_done_callback(lambda _: engine.held_up.set())  # called off: the others may go on
    assert last.cancelled()
    assert len(engine.traced) <= 2 < len(CASE.sessions)


@given(st.lists(st.integers(0, 2 * TURNS_WARMED), max_size=12))
def test_batches_hold_every_session_once_in_order(counts: list[int]) -> None:
    said = {str(place): [CASE.sessions[0].turns[0]] * count for place, count in enumerate(counts)}
    batches = _batches(said)
    assert [name for batch in batches for name in batch] == list(said)
    for batch in batches:
        assert len(batch) == 1 or sum(len(said[name]) for name in batch) <= TURNS_WARMED


def test_the_fold_waits_for_the_first_sessions_and_no_long_one_begins_last() -> None:
    said = {name: [CASE.sessions[0].turns[0]] * count for name, count in {"a": 1, "b": 2, "c": 3, "d": 9}.items()}
    assert _by_length(list(said), said, 1) == ["a", "d", "c", "b"]
    assert _by_length(list(said), said, 8) == ["a", "b", "c", "d"]
