"""A session passes the construction machine once, whoever runs it, and memory is the same."""

from collections import Counter
from importlib.resources import as_file, files
from threading import Lock

import pytest
from small_engine import SmallEngine
from word_embedder import WordEmbedder

from fta_mem.engines.base import (
    BoundaryRequest,
    Engine,
    ExtractionRequest,
    Judgement,
    LongitudinalRequest,
    RelationJudgement,
    RelationRequest,
    SegmentSpan,
    UnitDraft,
)
from fta_mem.engines.rules.engine import RulesEngine
from fta_mem.engines.wrappers.delegating import DelegatingEngine
from fta_mem.formats.reader import read_cases
from fta_mem.graphs.construction import build_construction_graph
from fta_mem.memory import Memory
from fta_mem.state.records import Case, LongitudinalLine
from fta_mem.state.session_input import input_of
from fta_mem.state.settings import Settings
from fta_mem.storage.store import SqlStore
from fta_mem.text.embedder import Embedder


class Counted(DelegatingEngine):
    """Counts the judgements of construction."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.asked: Counter[str] = Counter()
        self._lock = Lock()

    def detect_boundaries(self, request: BoundaryRequest) -> Judgement[tuple[SegmentSpan, ...]]:
        self._count("detect_boundaries")
        return super().detect_boundaries(request)

    def extract_units(self, request: ExtractionRequest) -> Judgement[tuple[UnitDraft, ...]]:
        self._count("extract_units")
        return super().extract_units(request)

    def judge_relations(self, request: RelationRequest) -> Judgement[tuple[RelationJudgement, ...]]:
        self._count("judge_relations")
        return super().judge_relations(request)

    def update_longitudinal(self, request: LongitudinalRequest) -> Judgement[tuple[LongitudinalLine, ...]]:
        self._count("update_longitudinal")
        return super().update_longitudinal(request)

    def _count(self, name: str) -> None:
        with self._lock:
            self.asked[name] += 1


class LookedUp(SqlStore):
    """Notes which judgements it is asked for."""

    def __init__(self, embedder: Embedder) -> None:
        super().__init__(None, embedder)
        self.keys: list[str] = []

    def cached_judgement(self, case_id: str, key: str) -> str | None:
        self.keys.append(key)
        return super().cached_judgement(case_id, key)


class TurnByTurn(SmallEngine):
    """Makes a fragment of each pair of turns, so that a session has many."""

    def detect_boundaries(self, request: BoundaryRequest) -> Judgement[tuple[SegmentSpan, ...]]:
        turns = request.turns
        return Judgement(tuple(SegmentSpan(turn.index, turn.index) for turn in turns[::2]), self.name)


RESTING_ON_A_PARSE = ("detect_boundaries", "extract_units")
"""What is kept of rules' judgements."""


@pytest.fixture(scope="module")
def case() -> Case:
    with as_file(files("fta_mem.demo") / "case.json") as path:
        (read,) = read_cases(path)
    return read.case


@pytest.mark.parametrize("kind", ["rules", "model"])
def test_the_bundled_case_is_judged_once(case: Case, kind: str) -> None:
    embedder = WordEmbedder()
    engine = Counted(RulesEngine(embedder, Settings()) if kind == "rules" else TurnByTurn())
    store = LookedUp(embedder)
    with Memory(store, engine) as memory:
        report = memory.ingest(case)
    assert engine.asked["extract_units"] == report.fragments > len(case.sessions)
    assert engine.asked["update_longitudinal"] == len(case.sessions)
    assert engine.asked["judge_relations"] <= len(case.sessions)
    # What was judged before is found in the ledger, so what is asked for twice shows there alone.
    kept = [count for name, count in engine.asked.items() if kind == "model" or name in RESTING_ON_A_PARSE]
    assert sum(kept) == len(store.keys) == len(set(store.keys))


def test_the_machine_run_session_by_session_makes_the_same_memory(case: Case) -> None:
    embedder = WordEmbedder()
    whole, single = SqlStore.in_memory(embedder), SqlStore.in_memory(embedder)
    with Memory(whole, TurnByTurn()) as memory, single:
        memory.ingest(case)
        graph = build_construction_graph(TurnByTurn(), single).compile()
        for session in case.sessions:
            graph.invoke({"case_id": case.case_id, "session": input_of(session)}, context=Settings())
        ours, theirs = whole.view(case.case_id), single.view(case.case_id)
        assert (ours.units, ours.links, ours.lines) == (theirs.units, theirs.links, theirs.lines)
