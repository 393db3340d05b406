"""An engine that notes what it would be asked of one session's place in memory, so that it can be asked at once."""

from fta_mem.engines.base import (
    Engine,
    Judgement,
    LongitudinalRequest,
    RelationJudgement,
    RelationRequest,
)
from fta_mem.engines.wrappers.delegating import DelegatingEngine
from fta_mem.state.records import LongitudinalLine


class CollectingEngine(DelegatingEngine):
    """Judges boundaries and units through ``engine``, and collects the requests for relations and lines unanswered.

    None of the collected requests depends on the answer to another: a fragment's candidates are found by similarity.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.relations: list[RelationRequest] = []
        self.lines: list[LongitudinalRequest] = []

    def judge_relations(self, request: RelationRequest) -> Judgement[tuple[RelationJudgement, ...]]:
        """Note the request."""
        self.relations.append(request)
        return Judgement((), self.name, self.model)

    def update_longitudinal(self, request: LongitudinalRequest) -> Judgement[tuple[LongitudinalLine, ...]]:
        """Note the request."""
        self.lines.append(request)
        return Judgement((), self.name, self.model)
