"""Runs methods over a benchmark's questions and puts the figures into one report."""

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from fta_mem.evaluation.bootstrap import paired_bootstrap
from fta_mem.evaluation.methods import Indexed, Method
from fta_mem.evaluation.profiles import BUDGETS, Profile
from fta_mem.evaluation.question_scores import BY_BUDGET, Outcome, Scores, averaged, pooled, score, spread
from fta_mem.evaluation.questions import Question, QuestionSet
from fta_mem.state.encoding import JSON, to_json
from fta_mem.state.records import Case
from fta_mem.state.settings import Settings

Say = Callable[[str], None]
Write = Callable[[str, Outcome], None]
"""Takes the method's name and what it did with one question."""

GAINS = (*(f"{name}@{budget}" for name in BY_BUDGET[:3] for budget in BUDGETS), "f1", "abstention", "false_abstention")


@dataclass(frozen=True, slots=True)
class Job:
    """What to measure: the cases, their questions, how, and where progress and outcomes go."""

    profile: Profile
    cases: tuple[Case, ...]
    asked: QuestionSet
    settings: Settings
    seed: int = 0
    say: Say = lambda line: None
    write: Write = lambda method, outcome: None


def run_method(job: Job, method: Method) -> list[Outcome]:
    """Return what the method did with every question, in the questions' order, and close it."""
    outcomes: dict[Question, Outcome] = {}
    with closing(method):
        for case in job.cases:
            questions = [question for question in job.asked.questions if question.case_id == case.case_id]
            if questions:
                job.say(f"{method.name}: {case.case_id}, {len(questions)} questions")
                indexed = method.prepare(case, [question.text for question in questions])
                outcomes |= {question: _ask(job, method, indexed, question) for question in questions}
    return [outcomes[question] for question in job.asked.questions]


def _ask(job: Job, method: Method, indexed: Indexed, question: Question) -> Outcome:
    budgets = sorted({*BUDGETS, job.settings.budget})
    brought = indexed.recall(question.text, question.now, budgets)
    answered = indexed.answer(question.text, question.now)
    outcome = score(job.profile, question, brought, answered, indexed.units, job.settings.budget)
    job.write(method.name, outcome)
    return outcome


def sampled(asked: QuestionSet, limit: int | None, seed: int) -> QuestionSet:
    """Return at most ``limit`` of the questions, drawn by the seed, in the file's order."""
    if limit is None or limit >= len(asked.questions):
        return asked
    kept = sorted(random.Random(seed).sample(range(len(asked.questions)), limit))
    return QuestionSet(tuple(asked.questions[place] for place in kept), asked.dropped_evidence)


def build_report(job: Job, outcomes: Mapping[str, Sequence[Outcome]], reference: str) -> dict[str, JSON]:
    """Return the document that ``fta-mem eval --json`` prints (design, section 7)."""
    case_ids = list(dict.fromkeys(question.case_id for question in job.asked.questions))
    return {
        "benchmark": job.profile.benchmark,
        "cases": len(case_ids),
        "questions": len(job.asked.questions),
        "dropped_evidence": job.asked.dropped_evidence,
        "seed": job.seed,
        "settings": to_json(job.settings),
        "methods": {name: _summary(job, found) for name, found in outcomes.items()},
        "reference": reference,
        "gains": _gains(job, outcomes, reference),
    }


def _summary(job: Job, outcomes: Sequence[Outcome]) -> dict[str, JSON]:
    by_category: dict[str, JSON] = {}
    for category in sorted({outcome.question.category for outcome in outcomes}):
        own = [outcome for outcome in outcomes if outcome.question.category == category]
        by_category[category] = _figures(job, own, [outcome.scores for outcome in own])
    return _figures(job, outcomes, pooled(job.profile, outcomes)) | {"by_category": by_category}


def _figures(job: Job, outcomes: Sequence[Outcome], scores: Sequence[Scores]) -> dict[str, JSON]:
    return averaged(scores) | {"intervals": spread(outcomes, scores, job.seed)}


def _gains(job: Job, outcomes: Mapping[str, Sequence[Outcome]], reference: str) -> dict[str, JSON]:
    ours = outcomes.get(reference, ())
    return {
        name: {metric: gain for metric in GAINS if (gain := _gain(job, ours, theirs, metric)) is not None}
        for name, theirs in outcomes.items()
        if name != reference and ours
    }


def _gain(job: Job, ours: Sequence[Outcome], theirs: Sequence[Outcome], metric: str) -> JSON:
    differences: dict[str, list[float]] = {}
    pairs = zip(ours, pooled(job.profile, ours), pooled(job.profile, theirs), strict=True)
    for outcome, mine, other in pairs:
        if metric in mine and metric in other:
            differences.setdefault(outcome.question.case_id, []).append(_difference(mine, other, metric))
    interval = paired_bootstrap(differences, job.seed)
    if interval is None:
        return None
    return {
        "mean": interval.mean,
        "low": interval.low,
        "high": interval.high,
        "cases": interval.cases,
        "few_cases": interval.is_shaky,
    }


def _difference(mine: Scores, other: Scores, metric: str) -> float:
    return mine[metric] - other[metric]
