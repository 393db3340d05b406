"""A question's line in the file that a run leaves behind, so that any figure can be traced to its questions."""

from fta_mem.evaluation.question_scores import Outcome
from fta_mem.state.encoding import JSON


def row_of(method: str, outcome: Outcome) -> dict[str, JSON]:
    """Return what was asked, what was said, what was rendered, and the scores."""
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
        "evidence": list(question.evidence),
        "rendered": {str(budget): list(each.turn_ids) for budget, each in outcome.brought.by_budget.items()},
        "scores": dict(outcome.scores),
    }
