"""One question's scores by flat names ("evidence_recall@1000"), and what many of them come to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fta_mem.evaluation.answer_metrics import answer_f1, bleu1, false_assertion, yes_no_scores
from fta_mem.evaluation.bootstrap import paired_bootstrap
from fta_mem.evaluation.evidence_metrics import (
    Span,
    comes_first,
    evidence_precision,
    evidence_recall,
    in_rank_order,
    is_stale,
    mean_span_length,
    ndcg,
    session_recall,
    unit_coverage,
    unit_recall,
)
from fta_mem.evaluation.methods import Answered, Brought
from fta_mem.evaluation.profiles import BUDGETS, UNIT_COUNTS, Profile
from fta_mem.evaluation.questions import Question
from fta_mem.evaluation.text_scores import TextScorer, text_score
from fta_mem.state.answering import Answer
from fta_mem.state.encoding import JSON
from fta_mem.state.records import Usage

Scores = Mapping[str, float]

BY_BUDGET = ("evidence_recall", "all_evidence", "precision", "span_length", "ndcg_in_packet", "session_recall", "stale")
BY_COUNT = ("unit_recall", "unit_coverage", "ndcg")
COSTS = ("model_asked", "model_tokens_in", "model_tokens_out", "model_fallbacks")
SPREAD = (
    *(f"{name}@{budget}" for name in BY_BUDGET[:2] for budget in BUDGETS),
    "f1",
    "bleu1",
    "bertscore",
    "judge",
    "abstention",
    "false_abstention",
    "false_assertion",
)
"""The figures that stand with an interval."""
PLAIN = (
    "f1",
    "bleu1",
    "bertscore",
    "judge",
    "abstention",
    "false_abstention",
    "false_assertion",
    "yes_right",
    "no_right",
    "new_before_old",
    "answer_evidence",
    "tokens_per_question",
    *COSTS,
)
TEXT_SCORES = ("f1", "bleu1", "bertscore", "judge")
"""Scores of what an answer says, which a benchmark may not pool for questions that have no answer."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one method did with one question: the turns rendered at each budget, the answer, scores and seconds."""

    question: Question
    rendered: Mapping[int, tuple[str, ...]]
    answer: Answer | None
    scores: Scores
    seconds: float = 0.0


def score(
    profile: Profile,
    question: Question,
    brought: Brought,
    answered: Answered | None,
    units: Sequence[Span],
    budget: int,
) -> Outcome:
    """Score what a method brought and answered; a score that the question can't have is left out."""
    scores = {"tokens_per_question": float(brought.by_budget[budget].tokens)}
    rendered = {budget: each.turn_ids for budget, each in brought.by_budget.items()}
    if question.measures_evidence:
        scores |= _evidence_scores(question, brought, units) | _unit_scores(question, brought, units)
        scores["answer_evidence"] = evidence_recall(question.evidence, rendered[budget])
    scores |= _session_scores(question, brought) | _change_scores(question, brought)
    if answered is None:
        return Outcome(question, rendered, None, scores)
    scores |= _answer_scores(profile, question, answered.answer) | _costs(answered.usage)
    return Outcome(question, rendered, answered.answer, scores)


def _evidence_scores(question: Question, brought: Brought, units: Sequence[Span]) -> dict[str, float]:
    scores: dict[str, float] = {}
    for budget in BUDGETS:
        rendered = brought.by_budget[budget]
        recall = evidence_recall(question.evidence, rendered.turn_ids)
        scores[f"evidence_recall@{budget}"] = recall
        scores[f"all_evidence@{budget}"] = float(recall == 1.0)
        scores[f"precision@{budget}"] = evidence_precision(question.evidence, rendered.turn_ids)
        scores[f"span_length@{budget}"] = mean_span_length(rendered.spans)
        shown = in_rank_order(brought.ranked, rendered.spans)
        scores[f"ndcg_in_packet@{budget}"] = ndcg(question.evidence, shown, units, len(shown))
    return scores


def _session_scores(question: Question, brought: Brought) -> dict[str, float]:
    if not question.sessions or question.expects_abstention:
        return {}
    return {
        f"session_recall@{budget}": session_recall(question.sessions, brought.by_budget[budget].turn_ids)
        for budget in BUDGETS
    }


def _change_scores(question: Question, brought: Brought) -> dict[str, float]:
    """Return whether the new outranks the old, where annotators marked both."""
    new, old = question.current, question.outdated
    if not new or not old:
        return {}
    stale = {f"stale@{budget}": is_stale(new, old, brought.by_budget[budget].turn_ids) for budget in BUDGETS}
    return {"new_before_old": comes_first(new, old, brought.ranked), **stale}


def _unit_scores(question: Question, brought: Brought, units: Sequence[Span]) -> dict[str, float]:
    scores: dict[str, float] = {}
    for count in UNIT_COUNTS:
        scores[f"unit_recall@{count}"] = unit_recall(question.evidence, brought.ranked, units, count)
        scores[f"unit_coverage@{count}"] = unit_coverage(question.evidence, brought.ranked, count)
        scores[f"ndcg@{count}"] = ndcg(question.evidence, brought.ranked, units, count)
    return scores


def _answer_scores(profile: Profile, question: Question, answer: Answer) -> dict[str, float]:
    f1 = answer_f1(profile.benchmark, question, answer)
    abstention = "abstention" if question.expects_abstention else "false_abstention"
    scores = {"f1": f1, abstention: float(answer.abstained)}
    if question.gold and not question.expects_abstention:
        scores["bleu1"] = bleu1("" if answer.abstained else answer.text, question.gold)
    asserted = false_assertion(question, answer)
    if asserted is not None:
        scores["false_assertion"] = asserted
    return scores | yes_no_scores(question, answer)


def with_text_scores(outcome: Outcome, scorers: Sequence[TextScorer]) -> Outcome:
    """Return the outcome with the scores that models give its answer."""
    if outcome.answer is None:
        return outcome
    found = {each.name: text_score(each, outcome.question, outcome.answer) for each in scorers}
    known = {name: value for name, value in found.items() if value is not None}
    return replace(outcome, scores={**outcome.scores, **known})


def _costs(usage: Usage) -> dict[str, float]:
    """Return whether a model was asked, and what its part in the answer cost."""
    asked = usage.tokens_in > 0 or usage.fallbacks > 0
    counts = (asked, usage.tokens_in, usage.tokens_out, usage.fallbacks)
    return dict(zip(COSTS, map(float, counts), strict=True))


def pooled(profile: Profile, outcomes: Sequence[Outcome]) -> list[Scores]:
    """Return the scores that an overall figure pools: F1 of unanswerable questions only where the benchmark does so."""
    if profile.pools_unanswerable:
        return [outcome.scores for outcome in outcomes]
    return [_without_answer_text(outcome) for outcome in outcomes]


def _without_answer_text(outcome: Outcome) -> Scores:
    if not outcome.question.expects_abstention:
        return outcome.scores
    return {name: value for name, value in outcome.scores.items() if name not in TEXT_SCORES}


def spread(outcomes: Sequence[Outcome], scores: Sequence[Scores], seed: int) -> dict[str, JSON]:
    """Return for each metric how sure its mean is: the 95 % interval over cases, or that there is one case alone."""
    names = [name for name in SPREAD if any(name in each for each in scores)]
    return {name: _interval(outcomes, scores, name, seed) for name in names}


def _interval(outcomes: Sequence[Outcome], scores: Sequence[Scores], name: str, seed: int) -> JSON:
    by_case: dict[str, list[float]] = {}
    for outcome, each in zip(outcomes, scores, strict=True):
        if name in each:
            by_case.setdefault(outcome.question.case_id, []).append(each[name])
    found = paired_bootstrap(by_case, seed)
    if found is None or found.cases == 1:
        return {"cases": 1}
    return {"low": found.low, "high": found.high, "cases": found.cases}


def averaged(scores: Sequence[Scores]) -> dict[str, JSON]:
    """Return the means as the report nests them: {"evidence_recall": {"500": …}, "f1": …}; None without a question."""
    nested: dict[str, JSON] = {"questions": len(scores)}
    for name in BY_BUDGET:
        nested[name] = {str(budget): _mean(scores, f"{name}@{budget}") for budget in BUDGETS}
    for name in BY_COUNT:
        nested[name] = {str(count): _mean(scores, f"{name}@{count}") for count in UNIT_COUNTS}
    for name in PLAIN:
        nested[name] = _mean(scores, name)
    return nested


def _mean(scores: Sequence[Scores], name: str) -> float | None:
    values = [each[name] for each in scores if name in each]
    return sum(values) / len(values) if values else None
