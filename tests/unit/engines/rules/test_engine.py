from collections.abc import Sequence

import numpy as np

from fta_mem.engines.base import (
    BoundaryRequest,
    Engine,
    ExtractionRequest,
    LongitudinalRequest,
    RelationRequest,
)
from fta_mem.engines.rules.engine import RulesEngine
from fta_mem.state.records import Turn
from fta_mem.state.settings import Settings
from fta_mem.text.embedder import Matrix


class FlatEmbedder:
    """Gives every text the same vector."""

    name = "flat"
    dimension = 2

    def embed(self, texts: Sequence[str]) -> Matrix:
        return np.ones((len(texts), 2), dtype=np.float32)

    def count_tokens(self, text: str) -> int:
        return len(text.split())


def engine(embedder: FlatEmbedder | None = None) -> Engine:
    return RulesEngine(embedder or FlatEmbedder(), Settings())


def test_every_construction_judgement_is_counted_and_named() -> None:
    turn = Turn(0, "t0", "user", "Ana", "I sold the van.")
    judge = engine()
    judgements = (
        judge.detect_boundaries(BoundaryRequest((turn,), np.ones((1, 2), dtype=np.float32))),
        judge.extract_units(ExtractionRequest("s1", None, (turn,), (), ("Ana",))),
        judge.judge_relations(RelationRequest((), ())),
        judge.update_longitudinal(LongitudinalRequest("s1", None, (), ())),
    )
    assert {(judgement.engine, judgement.usage.calls) for judgement in judgements} == {("rules", 1)}
    assert judgements[1].value[0].fact.text == "Ana sold the van."


def test_the_fingerprint_follows_the_embedder() -> None:
    other = FlatEmbedder()
    other.name = "another"
    assert engine().fingerprint() == engine().fingerprint()
    assert engine().fingerprint() != engine(other).fingerprint()


def test_warming_changes_no_judgement() -> None:
    turn = Turn(0, "t0", "user", "Ana", "I fed nine hens yesterday.", "2024-02-10")
    request = ExtractionRequest("s1", None, (turn,), (), ("Ana",))
    cold = engine().extract_units(request)
    warm = RulesEngine(FlatEmbedder(), Settings())
    warm.warm([turn])
    assert warm.extract_units(request) == cold
