"""An engine that hands every judgement to another one; what a wrapper does differently, it overrides."""

from collections.abc import Sequence

from fta_mem.engines.base import (
    AnswerRequest,
    BoundaryRequest,
    Engine,
    ExtractionRequest,
    Judgement,
    LongitudinalRequest,
    RelationJudgement,
    RelationRequest,
    RewriteRequest,
    SegmentSpan,
    UnitDraft,
)
from fta_mem.state.answering import Answer, RewrittenQuery
from fta_mem.state.records import LongitudinalLine, Turn


class DelegatingEngine:
    """Goes under the name and fingerprint of ``engine``, and judges through it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.name = engine.name
        self.model = engine.model

    def fingerprint(self) -> str:
        """Return the wrapped engine's fingerprint."""
        return self.engine.fingerprint()

    def warm(self, turns: Sequence[Turn]) -> None:
        """Get the wrapped engine ready."""
        self.engine.warm(turns)

    def detect_boundaries(self, request: BoundaryRequest) -> Judgement[tuple[SegmentSpan, ...]]:
        """Segment a window."""
        return self.engine.detect_boundaries(request)

    def extract_units(self, request: ExtractionRequest) -> Judgement[tuple[UnitDraft, ...]]:
        """Propose units for a fragment."""
        return self.engine.extract_units(request)

    def judge_relations(self, request: RelationRequest) -> Judgement[tuple[RelationJudgement, ...]]:
        """Label (new, old) pairs."""
        return self.engine.judge_relations(request)

    def update_longitudinal(self, request: LongitudinalRequest) -> Judgement[tuple[LongitudinalLine, ...]]:
        """Return a session's new lines."""
        return self.engine.update_longitudinal(request)

    def rewrite_query(self, request: RewriteRequest) -> Judgement[RewrittenQuery]:
        """Rewrite a question."""
        return self.engine.rewrite_query(request)

    def answer(self, request: AnswerRequest) -> Judgement[Answer]:
        """Answer from a packet."""
        return self.engine.answer(request)
