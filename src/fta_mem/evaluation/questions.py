"""A benchmark's questions, with the turns that its annotators marked as evidence."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

Benchmark = Literal["locomo", "es-memeval", "longmemeval", "beam", "realtalk", "questions"]
BENCHMARKS: Final[tuple[Benchmark, ...]] = get_args(Benchmark)

NO_ANSWER: Final[Mapping[Benchmark, str]] = {
    "locomo": "5",
    "es-memeval": "Abstention",
    "beam": "abstention",
}
"""The category whose right answer is that memory doesn't hold it, where a benchmark has one."""


QuestionId = tuple[str, int]
"""A question's case and its number there, from 0."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one case; ``evidence`` holds turn ids that exist, ``gold`` is "" where abstaining is right.

    ``category`` is LoCoMo's number (1 to 5) or the name of a capability. ``sessions`` are gold sessions, each by its
    turns. Where something changed, ``outdated`` are the turns that tell the old, ``current`` those that tell the new.
    """

    case_id: str
    number: int
    text: str
    gold: str
    category: str
    evidence: tuple[str, ...] = ()
    expects_abstention: bool = False
    now: str | None = None
    sessions: tuple[tuple[str, ...], ...] = ()
    outdated: tuple[str, ...] = ()
    current: tuple[str, ...] = ()

    @property
    def id(self) -> QuestionId:
        """Return what names it in its benchmark."""
        return self.case_id, self.number

    @property
    def measures_evidence(self) -> bool:
        """Say whether recall of evidence counts: some is annotated, and the answer is there."""
        return bool(self.evidence) and not self.expects_abstention


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """The questions of a file; ``dropped_evidence`` counts annotations that name no turn of their case."""

    questions: tuple[Question, ...]
    dropped_evidence: int = 0
