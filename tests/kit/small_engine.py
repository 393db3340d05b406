"""A whole engine in miniature, for runs where what is judged doesn't matter: a unit for each thing that a user says."""

import threading
from collections.abc import Sequence

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
from fta_mem.state.answering import Answer, RewrittenQuery
from fta_mem.state.records import Affect, Fact, LongitudinalLine, TimeAnchor, Turn


class SmallEngine:
    """Answers with the packet's best turn, abstains where there is none; "danger" is a risk signal.

    ``held_up`` can be cleared by a test: no unit is extracted before it is set again.
    """

    name = "small"
    model = ""

    def __init__(self) -> None:
        self.held_up = threading.Event()
        self.held_up.set()
        self.extracting = threading.Event()

    def fingerprint(self) -> str:
        return "small 1"

    def warm(self, turns: Sequence[Turn]) -> None:
        pass

    def detect_boundaries(self, request: BoundaryRequest) -> Judgement[tuple[SegmentSpan, ...]]:
        first, last = request.turns[0].index, request.turns[-1].index
        return Judgement((SegmentSpan(first, last, "session_start"),), self.name)

    def extract_units(self, request: ExtractionRequest) -> Judgement[tuple[UnitDraft, ...]]:
        self.extracting.set()
        assert self.held_up.wait(30)
        drafts = tuple(
            UnitDraft(
                Fact(
                    turn.text, "risk_signal" if "danger" in turn.text else "event", subject=turn.name, speaker=turn.name
                ),
                TimeAnchor(),
                Affect(),
                (turn.index, turn.index),
                "complete",
            )
            for turn in request.turns
            if turn.role == "user"
        )
        return Judgement(drafts, self.name)

    def judge_relations(self, request: RelationRequest) -> Judgement[tuple[RelationJudgement, ...]]:
        return Judgement((), self.name)

    def update_longitudinal(self, request: LongitudinalRequest) -> Judgement[tuple[LongitudinalLine, ...]]:
        return Judgement((), self.name)

    def rewrite_query(self, request: RewriteRequest) -> Judgement[RewrittenQuery]:
        return Judgement(RewrittenQuery(request.question), self.name)

    def answer(self, request: AnswerRequest) -> Judgement[Answer]:
        turns = sorted(request.packet.turns, key=lambda turn: -turn.score)
        return Judgement(Answer(turns[0].text, False) if turns else Answer("", True), self.name)
