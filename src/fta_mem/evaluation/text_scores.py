"""Scores of an answer that need a model: BERTScore, a judge; with the one rule for abstentions in front."""

from typing import Protocol

from fta_mem.evaluation.questions import Question
from fta_mem.state.answering import Answer


class TextScorer(Protocol):
    """Scores what was said against what is right; ``name`` is the score's key, ``best`` what a right answer has."""

    name: str
    best: float

    def score(self, question: Question, said: str) -> float | None:
        """Return the score of a text that answers, None where none can be had."""


def text_score(scorer: TextScorer, question: Question, answer: Answer) -> float | None:
    """Return an answer's score; an abstention is right where nothing is told and worth nothing elsewhere.

    That is decided here, for every method and every score alike, and no model is asked about it.
    """
    if question.expects_abstention:
        return scorer.best if answer.abstained else 0.0
    return 0.0 if answer.abstained else scorer.score(question, answer.text)
