"""Mixed mode: one engine builds and reads memory, another words the answers (a small local model, say)."""

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


class MixedEngine:
    """Sends answers to ``answering`` and all else to ``construction``, under whose name and fingerprint it goes.

    Memory doesn't depend on who answers from it, so another answer model rebuilds nothing.
    """

    def __init__(self, construction: Engine, answering: Engine) -> None:
        self.construction = construction
        self.answering = answering
        self.name = construction.name
        self.model = construction.model

    def fingerprint(self) -> str:
        """Return what memory depends on: the construction engine."""
        return self.construction.fingerprint()

    def warm(self, turns: Sequence[Turn]) -> None:
        """Get the construction engine ready."""
        self.construction.warm(turns)

    def detect_boundaries(self, request: BoundaryRequest) -> Judgement[tuple[SegmentSpan, ...]]:
        """Segment a window."""
        return self.construction.detect_boundaries(request)

    def extract_units(self, request: ExtractionRequest) -> Judgement[tuple[UnitDraft, ...]]:
        """Propose units for a fragment."""
        return self.construction.extract_units(request)

    def judge_relations(self, request: RelationRequest) -> Judgement[tuple[RelationJudgement, ...]]:
        """Label (new, old) pairs."""
        return self.construction.judge_relations(request)

    def update_longitudinal(self, request: LongitudinalRequest) -> Judgement[tuple[LongitudinalLine, ...]]:
        """Return a session's new lines."""
        return self.construction.update_longitudinal(request)

    def rewrite_query(self, request: RewriteRequest) -> Judgement[RewrittenQuery]:
        """Rewrite a question where memory was built: retrieval fits it best, and a small model is spared a call."""
        return self.construction.rewrite_query(request)

    def answer(self, request: AnswerRequest) -> Judgement[Answer]:
        """Answer from a packet."""
        return self.answering.answer(request)
