"""A question's line in the folder that a run leaves behind, so that any figure can be traced to its questions."""

from collections.abc import Mapping
from typing import cast

from fta_mem.evaluation.question_scores import Outcome, Scores
from fta_mem.evaluation.questions import Question
from fta_mem.state.answering import Answer, Citation
from fta_mem.state.encoding import JSON


def row_of(method: str, outcome: Outcome) -> dict[str, JSON]:
    """Return what was asked, what was said and on what, what was rendered, and the scores."""
    question, answer = outcome.question, outcome.answer
    return {
        "method": method,
        "case": question.case_id,
        "number": question.number,
        "category": question.category,
        "question": question.text,
        "gold": question.gold,
        "answer": answer.text if answer is not None else None,
        "abstained": answer.abstained if answer is not None else None,
        "confidence": answer.confidence if answer is not None else None,
        "cited": [_cited(each) for each in answer.citations] if answer is not None else [],
        "evidence": list(question.evidence),
        "rendered": {str(budget): list(turn_ids) for budget, turn_ids in outcome.rendered.items()},
        "tokens": int(outcome.scores["tokens_per_question"]),
        "seconds": round(outcome.seconds, 3),
        "scores": dict(outcome.scores),
    }


def outcome_of(row: Mapping[str, JSON], question: Question) -> Outcome:
    """Return the outcome that a line tells of, for the question that it answers."""
    rendered = cast("Mapping[str, list[str]]", row["rendered"])
    return Outcome(
        question,
        {int(budget): tuple(turn_ids) for budget, turn_ids in rendered.items()},
        _answer(row),
        cast(Scores, row["scores"]),
        cast(float, row["seconds"]),
    )


def _answer(row: Mapping[str, JSON]) -> Answer | None:
    if row["answer"] is None:
        return None
    cited = cast("list[Mapping[str, object]]", row["cited"])
    return Answer(
        str(row["answer"]),
        bool(row["abstained"]),
        tuple(Citation(str(each["memory_id"]), cast("tuple[str, ...]", each["turn_ids"])) for each in cited),
        cast(float, row["confidence"]),
    )


def _cited(citation: Citation) -> JSON:
    return {"memory_id": citation.memory_id, "turn_ids": list(citation.turn_ids)}
