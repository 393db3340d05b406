"""How strong the evidence is, 0 to 1: abstention is a decision of its own, never a side effect of retrieval."""

import math
import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from fta_mem.engines.rules.answering.extracts import Found
from fta_mem.engines.rules.answering.question_kinds import Question
from fta_mem.engines.rules.answering.ranked_sentences import RankedSentence
from fta_mem.engines.rules.answering.sentence_names import wants_name
from fta_mem.text.content_words import words_of
from fta_mem.text.embedder import Embedder

# What moves the strength, in logits. The margin between what the person asked about says and what the other says
# counts most: a question that swaps the two is answered by the wrong person's words.
BASE: Final = 0.6
MARGIN: Final = 4.0
USUAL_MARGIN: Final = 0.2
"""Taken where the margin can't be measured: nobody, both, or the only person is asked about."""
NEARNESS: Final = 3.0
USUAL_NEARNESS: Final = 0.55
OUTSIDER: Final = -1.8
"""Memory is of its user: of somebody else alone it needs evidence that holds what is asked. Counts in full where the
best turn holds at most half of the question's rare words, and not at all where it holds them all."""
WRONG_KIND: Final = -0.8
NAME: Final = -0.35
"""Only a name, a place or a number can answer: most of what is near can't."""
DATED: Final = 1.0
RIVALS: Final = 8
"""Sentences of each side that are compared."""


def strength(question: Question, candidates: Sequence[RankedSentence], found: Found, embedder: Embedder) -> float:
    """Return how strongly the packet holds an answer, calibrated so that 0.5 parts answering from abstaining."""
    if not candidates:
        return 0.0
    margin = _margin(question, candidates, embedder)
    logit = BASE + MARGIN * ((USUAL_MARGIN if margin is None else margin) - USUAL_MARGIN)
    logit += NEARNESS * (candidates[0].similarity - USUAL_NEARNESS)
    logit += OUTSIDER * _outside(question, candidates) + WRONG_KIND * (not found.of_kind) + NAME * wants_name(question)
    logit += DATED * (question.kind == "when" and found.of_kind)
    return round(1 / (1 + math.exp(-logit)), 4)


def _outside(question: Question, candidates: Sequence[RankedSentence]) -> float:
    if question.asked is not None or all(each.turn.role != "assistant" for each in candidates):
        return 0.0
    return min(1.0, 2 * (1 - candidates[0].turn_overlap))


def _margin(question: Question, candidates: Sequence[RankedSentence], embedder: Embedder) -> float | None:
    """Return how much better the sentences about the person asked about are than those about the other, names aside."""
    if question.asked is None or len(question.people) != 1:
        return None
    own = [each for each in candidates if each.about_asked][:RIVALS]
    others = [each for each in candidates if not each.about_asked and each.turn.role != "assistant"][:RIVALS]
    if not any(each.turn.speaker != question.asked for each in others):
        return None
    vectors = embedder.embed([_without_names(question, candidates), *(each.text for each in (*own, *others))])
    near: list[float] = np.round(vectors[1:] @ vectors[0], 6).tolist()
    scores = [_blind(each, similarity) for each, similarity in zip((*own, *others), near, strict=True)]
    return max(scores[: len(own)], default=0.0) - max(scores[len(own) :], default=0.0)


def _blind(candidate: RankedSentence, similarity: float) -> float:
    return similarity + 0.5 * candidate.overlap + 0.5 * candidate.turn_overlap - 0.4 * candidate.is_question


def _without_names(question: Question, candidates: Sequence[RankedSentence]) -> str:
    names = {word for each in candidates for word in words_of(each.turn.speaker)}
    kept = re.sub(
        rf"\b(?:{'|'.join(map(re.escape, sorted(names)))})(?:['’]s?)?(?!\w)", "", question.text, flags=re.IGNORECASE
    )
    return " ".join(kept.split())
