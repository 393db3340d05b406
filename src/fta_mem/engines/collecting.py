"""An engine that notes what it would be asked of one session's place in memory, so that it can be asked at once."""

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


class CollectingEngine:
    """Judges boundaries and units through ``engine``, and collects the requests for relations and lines unanswered.

    None of the collected requests depends on the answer to another: a fragment's candidates are found by similarity.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.name = engine.name
        self.model = engine.model
        self.relations: list[RelationRequest] = []
        self.lines: list[LongitudinalRequest] = []

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
        """Note the request."""
        self.relations.append(request)
        return Judgement((), self.name, self.model)

    def update_longitudinal(self, request: LongitudinalRequest) -> Judgement[tuple[LongitudinalLine, ...]]:
        """Note the request."""
        self.lines.append(request)
        return Judgement((), self.name, self.model)

    def rewrite_query(self, request: RewriteRequest) -> Judgement[RewrittenQuery]:
        """Rewrite a question."""
        return self.engine.rewrite_query(request)

    def answer(self, request: AnswerRequest) -> Judgement[Answer]:
        """Answer from a packet."""
        return self.engine.answer(request)
