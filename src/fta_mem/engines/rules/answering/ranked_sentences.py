"""The packet's turns as ranked sentences: how near each is to the question, and whether the right person says it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from fta_mem.engines.rules.answering.question_kinds import Question
from fta_mem.state.answering import SourceTurn
from fta_mem.text.content_words import content_stems, coverage, rarity
from fta_mem.text.embedder import Embedder
from fta_mem.text.sentences import split_sentences

# Fixed weights beside the cosine: shared rare words in the sentence, and in its turn or the one that it replies to;
# whether the person asked about says it; and that a question is seldom an answer.
WORDS: Final = 0.35
TURN_WORDS: Final = 0.7
SPEAKER: Final = 0.2
QUESTION: Final = 0.4
READ: Final = 44
"""Sentences that are embedded, those that share most words with the question: what an answer costs."""
READABLE: Final = 2_000
"""Characters of one turn that are looked at sentence by sentence: bounds the work for endless turns."""

_CAPTION = re.compile(r"\[photo: ([^\]]*)\]")
_YOU = re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
_ME = re.compile(r"\b(?:i|me|my|mine|myself|we|us|our|ours)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RankedSentence:
    """A sentence that may answer; ``place`` is its turn's place in the packet.

    ``overlap`` and ``turn_overlap`` are the shares of the question's rare words that the sentence and its turn hold;
    ``about_asked`` says that the person asked about speaks of themselves, or is spoken to about themselves.
    """

    turn: SourceTurn
    place: int
    text: str
    similarity: float
    overlap: float
    turn_overlap: float
    said_by_asked: bool
    about_asked: bool
    is_question: bool
    score: float


def rank_sentences(question: Question, turns: Sequence[SourceTurn], embedder: Embedder) -> tuple[RankedSentence, ...]:
    """Return the sentences of the turns, best first."""
    pieces = [(place, text) for place, turn in enumerate(turns) for text in _sentences(turn)]
    if not pieces:
        return ()
    words = [frozenset(content_stems(turn.text)) for turn in turns]
    weights = rarity(question.terms, words)
    found = [_candidate(question, turns, place, text, words, weights) for place, text in pieces]
    likely = sorted(found, key=lambda each: -(each.score + each.turn.score))[:READ]
    return tuple(sorted(_with_similarity(question, likely, embedder), key=lambda each: -each.score))


def _candidate(
    question: Question,
    turns: Sequence[SourceTurn],
    place: int,
    text: str,
    words: Sequence[frozenset[str]],
    weights: dict[str, float],
) -> RankedSentence:
    turn = turns[place]
    context = words[place] | (words[place - 1] if _replies(turns, place) else frozenset())
    overlap = coverage(question.terms, weights, frozenset(content_stems(text)))
    by_asked = question.asked is not None and turn.speaker == question.asked
    asks = text.rstrip("\"'”’) ").endswith("?")
    score = WORDS * overlap + TURN_WORDS * coverage(question.terms, weights, context)
    score += SPEAKER * by_asked - QUESTION * asks
    turn_overlap = coverage(question.terms, weights, words[place])
    about = _is_about(question, turn, text, by_asked)
    return RankedSentence(turn, place, text, 0.0, overlap, turn_overlap, by_asked, about, asks, score)


def _with_similarity(
    question: Question, candidates: Sequence[RankedSentence], embedder: Embedder
) -> list[RankedSentence]:
    vectors = embedder.embed([question.text, *(f"{each.turn.speaker}: {each.text}" for each in candidates)])
    near: list[float] = np.round(vectors[1:] @ vectors[0], 6).tolist()
    return [
        replace(each, similarity=similarity, score=round(each.score + similarity, 6))
        for each, similarity in zip(candidates, near, strict=True)
    ]


def _sentences(turn: SourceTurn) -> list[str]:
    text = turn.text[:READABLE]
    captions = [found[1] for found in _CAPTION.finditer(text) if found[1].strip()]
    said = _CAPTION.sub(" ", text)
    return [said[begin:end] for begin, end in split_sentences(said)] + captions


def _replies(turns: Sequence[SourceTurn], place: int) -> bool:
    if place == 0:
        return False
    before, here = turns[place - 1], turns[place]
    return before.session == here.session and before.turn_index == here.turn_index - 1


def _is_about(question: Question, turn: SourceTurn, text: str, by_asked: bool) -> bool:
    """Say whether the person asked about speaks of themselves, or another person speaks to them of them."""
    only_you = _YOU.search(text) is not None and _ME.search(text) is None
    if by_asked:
        return not only_you
    return question.asked is not None and turn.role != "assistant" and only_you
