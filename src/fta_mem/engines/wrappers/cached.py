"""An engine that asks another one only what it hasn't been asked before: a resume repeats no finished call."""

import json
import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

from fta_mem.decoding import decoded
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
from fta_mem.engines.side_by_side import is_waited_for
from fta_mem.state.answering import Answer, RewrittenQuery
from fta_mem.state.encoding import content_hash, to_json
from fta_mem.state.records import LongitudinalLine, Turn, Usage

T = TypeVar("T")
logger = logging.getLogger(__name__)


class CachedEngine:
    """Wraps an engine; construction judgements are kept under the hash of what was asked and of the engine.

    ``read`` and ``keep`` are the ledger's; both may be called from several threads. A judgement that the rules engine
    had to take over is remembered by this object alone: one run asks once, the next run asks the model again. A kept
    one says what it cost when it was made.

    Rules judge relations and lines faster than what they are asked, dozens of whole units, is hashed: such judgements
    are simply made again. What rests on a parse (boundaries, units) is kept for them too.
    """

    def __init__(self, engine: Engine, read: Callable[[str], str | None], keep: Callable[[str, str], None]) -> None:
        self.engine = engine
        self.name = engine.name
        self.model = engine.model
        self._read = read
        self._keep = keep
        self._fingerprint = engine.fingerprint()
        self._taken_over: dict[str, str] = {}

    def fingerprint(self) -> str:
        """Return the wrapped engine's fingerprint."""
        return self._fingerprint

    def warm(self, turns: Sequence[Turn]) -> None:
        """Get the wrapped engine ready."""
        self.engine.warm(turns)

    def detect_boundaries(self, request: BoundaryRequest) -> Judgement[tuple[SegmentSpan, ...]]:
        """Segment a window; its vectors follow from its turns and are no part of the key."""
        key = self._key("detect_boundaries", request.turns)
        return self._judged(key, SegmentSpan, lambda: self.engine.detect_boundaries(request))

    def extract_units(self, request: ExtractionRequest) -> Judgement[tuple[UnitDraft, ...]]:
        """Propose units for a fragment."""
        return self._judged(self._key("extract_units", request), UnitDraft, lambda: self.engine.extract_units(request))

    def judge_relations(self, request: RelationRequest) -> Judgement[tuple[RelationJudgement, ...]]:
        """Label (new, old) pairs."""
        if not is_waited_for(self.engine):
            return self.engine.judge_relations(request)
        key = self._key("judge_relations", request)
        return self._judged(key, RelationJudgement, lambda: self.engine.judge_relations(request))

    def update_longitudinal(self, request: LongitudinalRequest) -> Judgement[tuple[LongitudinalLine, ...]]:
        """Return a session's new lines."""
        if not is_waited_for(self.engine):
            return self.engine.update_longitudinal(request)
        key = self._key("update_longitudinal", request)
        return self._judged(key, LongitudinalLine, lambda: self.engine.update_longitudinal(request))

    def rewrite_query(self, request: RewriteRequest) -> Judgement[RewrittenQuery]:
        """Rewrite a question; never cached, questions belong to whoever asks."""
        return self.engine.rewrite_query(request)

    def answer(self, request: AnswerRequest) -> Judgement[Answer]:
        """Answer from a packet; never cached."""
        return self.engine.answer(request)

    def _key(self, judgement: str, request: object) -> str:
        return content_hash(judgement, self._fingerprint, request)

    def _judged(self, key: str, kind: type[T], ask: Callable[[], Judgement[tuple[T, ...]]]) -> Judgement[tuple[T, ...]]:
        kept = self._taken_over.get(key) or self._read(key)
        known = _decode(kept, kind) if kept is not None else None
        if known is not None:
            return known
        judged = ask()
        if judged.usage.fallbacks == 0:
            self._keep(key, _encode(judged))
        else:
            self._taken_over[key] = _encode(judged)
        return judged


def _encode(judged: Judgement[tuple[T, ...]]) -> str:
    return json.dumps(
        {
            "value": to_json(judged.value),
            "engine": judged.engine,
            "model": judged.model,
            "prompts": list(judged.prompts),
            "usage": to_json(judged.usage),
        },
        separators=(",", ":"),
    )


def _decode(text: str, kind: type[T]) -> Judgement[tuple[T, ...]] | None:
    """Return the kept judgement, its usage as at first; None where the text is not one (then it is asked again)."""
    try:
        kept = json.loads(text)
        return Judgement(
            value=tuple(decoded(kind, item) for item in kept["value"]),
            engine=kept["engine"],
            model=kept["model"],
            prompts=tuple(kept["prompts"]),
            usage=decoded(Usage, kept["usage"]),
        )
    except (ValueError, KeyError, TypeError):
        logger.warning("a kept judgement can't be read and is made again")
        return None
