"""Runs methods over a benchmark's questions and puts the figures into one report."""

import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Protocol

from fta_mem.evaluation.bootstrap import paired_bootstrap
from fta_mem.evaluation.methods import Built, Indexed, Method
from fta_mem.evaluation.pace import Pace
from fta_mem.evaluation.profiles import BUDGETS, Profile
from fta_mem.evaluation.question_scores import (
    BY_BUDGET,
    Outcome,
    Scores,
    averaged,
    pooled,
    score,
    spread,
    with_text_scores,
)
from fta_mem.evaluation.questions import Question, QuestionId, QuestionSet
from fta_mem.evaluation.text_scores import TextScorer
from fta_mem.state.encoding import JSON, to_json
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Case
from fta_mem.state.settings import Settings

Say = Callable[[str], None]

GAINS = (
    *(f"{name}@{budget}" for name in BY_BUDGET[:3] for budget in BUDGETS),
    "f1",
    "bertscore",
    "judge",
    "abstention",
    "false_abstention",
)


class Keeper(Protocol):
    """Where outcomes go as they come, and come from where an earlier sitting had them."""

    def outcomes(self, method: str, questions: Sequence[Question]) -> dict[Question, Outcome]:
        """Return what the method did with those of the questions that it was asked already."""

    def keep(self, method: str, outcome: Outcome) -> None:
        """Keep an outcome."""

    def keep_built(self, method: str, case_id: str, built: Built) -> None:
        """Keep what making a case's memory took, unless it is known already."""

    def built(self, method: str) -> dict[str, Built]:
        """Return what making each case's memory took."""

    def settle(self, method: str, outcomes: Sequence[Outcome]) -> None:
        """Put a finished method's outcomes into the questions' order."""


class Unkept:
    """Keeps nothing but what building took, for a run without a folder."""

    def __init__(self) -> None:
        self._built: dict[str, dict[str, Built]] = {}

    def outcomes(self, method: str, questions: Sequence[Question]) -> dict[Question, Outcome]:
        """Return nothing: no sitting came before."""
        return {}

    def keep(self, method: str, outcome: Outcome) -> None:
        """Keep no outcome but the figures."""

    def keep_built(self, method: str, case_id: str, built: Built) -> None:
        """Keep what making a case's memory took."""
        self._built.setdefault(method, {}).setdefault(case_id, built)

    def built(self, method: str) -> dict[str, Built]:
        """Return what making each case's memory took."""
        return self._built.get(method, {})

    def settle(self, method: str, outcomes: Sequence[Outcome]) -> None:
        """Put nothing into order."""


@dataclass(frozen=True, slots=True)
class Job:
    """What to measure: the cases, their questions, how, and where progress and outcomes go.

    ``about`` says who built and answered, for the report. ``workers`` cases are worked on at a time: a model is
    waited for, rules keep the processor busy (decision 0005).
    """

    profile: Profile
    cases: tuple[Case, ...]
    asked: QuestionSet
    settings: Settings
    seed: int = 0
    say: Say = lambda line: None
    keeper: Keeper = field(default_factory=Unkept)
    pace: Pace = field(default_factory=lambda: Pace(0))
    workers: int = 1
    about: Mapping[str, JSON] = field(default_factory=dict)
    scorers: Sequence[TextScorer] = ()
    wrong_keys: frozenset[QuestionId] = frozenset()


def run_method(job: Job, name: str, build: Callable[[], Method]) -> list[Outcome]:
    """Return what the method did with every question, in the questions' order; what is known already isn't asked."""
    found = job.keeper.outcomes(name, job.asked.questions)
    job.pace.skip(len(found))
    job.pace.begin()
    left = [(case, questions) for case in job.cases if (questions := _open_questions(job, case, found))]
    if job.workers > 1:
        _side_by_side(job, build, left, found)
    else:
        with closing(build()) as method:
            for case, questions in left:
                _run_case(job, method, case, questions, found)
    ordered = [found[question] for question in job.asked.questions]
    job.keeper.settle(name, ordered)
    return ordered


def _open_questions(job: Job, case: Case, found: Mapping[Question, Outcome]) -> list[Question]:
    return [each for each in job.asked.questions if each.case_id == case.case_id and each not in found]


def _side_by_side(
    job: Job,
    build: Callable[[], Method],
    left: Sequence[tuple[Case, list[Question]]],
    found: dict[Question, Outcome],
) -> None:
    """Work on several cases at a time, each with a method of its own; after a failure no other case is begun."""

    def work(case: Case, questions: Sequence[Question]) -> None:
        with closing(build()) as method:
            _run_case(job, method, case, questions, found)

    pool = ThreadPoolExecutor(job.workers)
    try:
        for future in [pool.submit(work, *each) for each in left]:
            future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _run_case(
    job: Job, method: Method, case: Case, questions: Sequence[Question], found: dict[Question, Outcome]
) -> None:
    job.say(f"{method.name}: {case.case_id}, {len(questions)} questions ({job.pace})")
    indexed = method.prepare(case, [question.text for question in questions])
    job.keeper.keep_built(method.name, case.case_id, indexed.built)
    for question in questions:
        found[question] = outcome = _ask(job, indexed, question)
        job.keeper.keep(method.name, outcome)
        job.pace.step()


def _ask(job: Job, indexed: Indexed, question: Question) -> Outcome:
    started = perf_counter()
    budgets = sorted({*BUDGETS, indexed.budget})
    brought = indexed.recall(question.text, question.now, budgets)
    answered = indexed.answer(question.text, question.now)
    outcome = score(job.profile, question, brought, answered, indexed.units, indexed.budget)
    seconds = perf_counter() - started
    return replace(with_text_scores(outcome, job.scorers), seconds=seconds)


def chosen_cases(cases: Sequence[Case], wanted: str | None) -> tuple[Case, ...]:
    """Return the cases that are named, with commas between them, or the first so many where that is a number.

    Raises:
        DatasetError: the file has no such case.
    """
    if wanted is None:
        return tuple(cases)
    known = {case.case_id: case for case in cases}
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    if len(names) == 1 and names[0] not in known and names[0].isdecimal() and int(names[0]):
        return tuple(cases[: int(names[0])])
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        raise DatasetError(f"there is no case {', '.join(unknown) or wanted!r} in the data; it has {', '.join(known)}")
    return tuple(case for case in cases if case.case_id in names)


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
        "wrong_keys": sum(question.id in job.wrong_keys for question in job.asked.questions),
        "seed": job.seed,
        "run": dict(job.about),
        "settings": to_json(job.settings),
        "methods": {name: _summary(job, name, found) for name, found in outcomes.items()},
        "reference": reference,
        "gains": _gains(job, outcomes, reference),
    }


def _summary(job: Job, name: str, outcomes: Sequence[Outcome]) -> dict[str, JSON]:
    by_category: dict[str, JSON] = {}
    for category in sorted({outcome.question.category for outcome in outcomes}):
        own = [outcome for outcome in outcomes if outcome.question.category == category]
        by_category[category] = _figures(job, own, [outcome.scores for outcome in own])
    overall = _figures(job, outcomes, pooled(job.profile, outcomes))
    if job.wrong_keys:
        sound = [outcome for outcome in outcomes if outcome.question.id not in job.wrong_keys]
        overall["sound_keys"] = _figures(job, sound, pooled(job.profile, sound))
    return overall | {"by_category": by_category, "construction": _construction(job, name)}


def _construction(job: Job, name: str) -> JSON:
    """Return what making memory of all cases took (paper, Tables 5 and 6)."""
    built = job.keeper.built(name).values()
    return {
        "units": sum(each.units for each in built),
        "calls": sum(each.calls for each in built),
        "tokens": sum(each.tokens for each in built),
        "seconds": round(sum(each.seconds for each in built), 3),
    }


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
