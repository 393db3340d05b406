"""An engine for tests that answers from a list, and fails on a call it doesn't expect and on an answer nobody used."""

from collections.abc import Iterable, Sequence
from threading import Lock
from types import TracebackType
from typing import Self, TypeVar, cast

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
from fta_mem.state.errors import EngineError
from fta_mem.state.records import LongitudinalLine, Turn

T = TypeVar("T")
Scripted = tuple[str, object]
"""The judgement's name and its value, a whole Judgement, or an EngineError to raise."""


class ScriptedEngine:
    """Answers each call with the next entry of its script for that judgement.

    Judgements of one kind come in the script's order; those of different kinds may be asked side by side, as links and
    longitudinal lines are. ``requests`` holds what it was asked, in order. As a context manager it checks at its end
    that all was used.
    """

    name = "scripted"
    model = ""

    def __init__(self, script: Iterable[Scripted]) -> None:
        self._script = list(script)
        self._lock = Lock()
        self.requests: list[object] = []

    def fingerprint(self) -> str:
        """Return its name: a script has no version."""
        return self.name

    def warm(self, turns: Sequence[Turn]) -> None:
        """Do nothing."""

    def detect_boundaries(self, request: BoundaryRequest) -> Judgement[tuple[SegmentSpan, ...]]:
        """Return the scripted segments."""
        return self._next("detect_boundaries", request, ())

    def extract_units(self, request: ExtractionRequest) -> Judgement[tuple[UnitDraft, ...]]:
        """Return the scripted drafts."""
        return self._next("extract_units", request, ())

    def judge_relations(self, request: RelationRequest) -> Judgement[tuple[RelationJudgement, ...]]:
        """Return the scripted relations."""
        return self._next("judge_relations", request, ())

    def update_longitudinal(self, request: LongitudinalRequest) -> Judgement[tuple[LongitudinalLine, ...]]:
        """Return the scripted lines."""
        return self._next("update_longitudinal", request, ())

    def rewrite_query(self, request: RewriteRequest) -> Judgement[RewrittenQuery]:
        """Return the scripted query."""
        return self._next("rewrite_query", request, RewrittenQuery(request.question))

    def answer(self, request: AnswerRequest) -> Judgement[Answer]:
        """Return the scripted answer."""
        return self._next("answer", request, Answer("", True))

    def close(self) -> None:
        """Fail if something of the script was never asked for."""
        if self._script:
            left = ", ".join(name for name, _ in self._script)
            raise EngineError(f"{len(self._script)} scripted answers were never used: {left}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.close()

    def _next(self, judgement: str, request: object, like: T) -> Judgement[T]:
        with self._lock:
            self.requests.append(request)
            place = next((place for place, (name, _) in enumerate(self._script) if name == judgement), None)
            if place is None:
                left = ", ".join(name for name, _ in self._script) or "nothing"
                raise EngineError(f"unexpected call of {judgement}: the script has {left} left")
            _, value = self._script.pop(place)
        if isinstance(value, EngineError):
            raise value
        if isinstance(value, Judgement):
            return cast(Judgement[T], value)
        if not isinstance(value, type(like)):
            raise EngineError(f"the script's value for {judgement} is a {type(value).__name__}")
        return Judgement(value, self.name)
