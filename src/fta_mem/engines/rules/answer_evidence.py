"""The packet's turns as ranked sentences: how near each is to the question, and whether the right person says it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from fta_mem.engines.base import Embedder
from fta_mem.engines.rules.content_words import content_stems, coverage, rarity
from fta_mem.engines.rules.question_kinds import Question
from fta_mem.engines.rules.sentences import split_sentences
from fta_mem.state.answering import Packet, SourceTurn

# Fixed weights beside the cosine: shared rare words in the sentence, and in its turn or the one that it replies to;
# whether the person asked about says it; and that a question is seldom an answer.
WORDS: Final = 0.35
TURN_WORDS: Final = 0.7
SPEAKER: Final = 0.2
QUESTION: Final = 0.4
READABLE: Final = 2_000
"""Characters of one turn that are looked at sentence by sentence: bounds the work for endless turns."""

_CAPTION = re.compile(r"\[photo: [^\]]*\]")
_YOU = re.compile(r"\b(?:you|your|yours|you['’](?:re|ve|ll|d))\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that may answer; ``place`` is its turn's place in the packet, ``said_by_asked`` whose words it is."""

    turn: SourceTurn
    place: int
    text: str
    words: frozenset[str]
    context: frozenset[str]
    similarity: float
    overlap: float
    said_by_asked: bool
    is_question: bool
    score: float


def rank_sentences(question: Question, packet: Packet, embedder: Embedder, until: str | None) -> tuple[Candidate, ...]:
    """Return the sentences of the packet's turns, best first; turns after the day ``until`` don't count."""
    turns = [turn for turn in packet.turns if _counts(turn, until)]
    pieces = [(place, text) for place, turn in enumerate(turns) for text in _sentences(turn)]
    if not pieces:
        return ()
    near = _similarities(question, turns, pieces, embedder)
    words = [frozenset(content_stems(turn.text)) for turn in turns]
    weights = rarity(question.terms, words)
    candidates = []
    for at, (place, text) in enumerate(pieces):
        own = frozenset(content_stems(text))
        context = words[place] | (words[place - 1] if _replies(turns, place) else frozenset())
        overlap = coverage(question.terms, weights, own)
        by_asked = _is_asked(question, turns[place], text)
        asks = text.rstrip("\"'”’) ").endswith("?")
        score = (
            near[at]
            + WORDS * overlap
            + TURN_WORDS * coverage(question.terms, weights, context)
            + SPEAKER * by_asked
            - QUESTION * asks
        )
        candidates.append(
            Candidate(turns[place], place, text, own, context, near[at], overlap, by_asked, asks, round(score, 6))
        )
    return tuple(sorted(candidates, key=lambda each: -each.score))


def _counts(turn: SourceTurn, until: str | None) -> bool:
    return until is None or turn.dialogue_time is None or turn.dialogue_time[:10] <= until


def _sentences(turn: SourceTurn) -> list[str]:
    text = turn.text[:READABLE]
    captions = [found.group() for found in _CAPTION.finditer(text)]
    said = _CAPTION.sub(" ", text)
    return [said[begin:end] for begin, end in split_sentences(said)] + captions


def _replies(turns: Sequence[SourceTurn], place: int) -> bool:
    if place == 0:
        return False
    before, here = turns[place - 1], turns[place]
    return before.session == here.session and before.turn_index == here.turn_index - 1


def _similarities(
    question: Question, turns: Sequence[SourceTurn], pieces: Sequence[tuple[int, str]], embedder: Embedder
) -> list[float]:
    vectors = embedder.embed([question.text, *(f"{turns[place].speaker}: {text}" for place, text in pieces)])
    scores: list[float] = np.round(vectors[1:] @ vectors[0], 6).tolist()
    return scores


def _is_asked(question: Question, turn: SourceTurn, text: str) -> bool:
    """Say whether the person asked about speaks of themselves, or somebody else speaks to them about them."""
    return question.asked is not None and turn.speaker == question.asked


def speaks_to(text: str) -> bool:
    """Say whether a sentence is about the one it is said to."""
    return _YOU.search(text) is not None
