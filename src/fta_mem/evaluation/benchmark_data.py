"""A run's cases and questions, over all the files that were named."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fta_mem.evaluation.question_files import asked_cases, benchmark_of, read_benchmark_cases, read_questions
from fta_mem.evaluation.questions import Benchmark, Question, QuestionSet
from fta_mem.evaluation.runner import chosen_cases
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Case

Held = Callable[[str], Case]
"""Returns a case that memory holds, by its id."""


@dataclass(frozen=True, slots=True)
class BenchmarkData:
    """What a run is about."""

    benchmark: Benchmark
    cases: tuple[Case, ...]
    asked: QuestionSet


def told_benchmark(paths: Sequence[Path]) -> Benchmark:
    """Return the benchmark that the files' content shows; beside one's own questions stand dialogues of any form.

    Raises:
        DatasetError: there are no questions in the files, or files of several benchmarks.
    """
    found = {benchmark_of(path) for path in paths}
    if "questions" in found:
        return "questions"
    named = [name for name in found if name is not None]
    if len(found) != 1 or not named:
        several = ", ".join(sorted(named)) or "dialogues without questions"
        raise DatasetError(f"the data is of no one benchmark: {several}; name it, or give the questions as well")
    return named[0]


def read_benchmark(paths: Sequence[Path], benchmark: Benchmark, wanted: str | None, held: Held) -> BenchmarkData:
    """Return the cases that are wanted, and what is asked of them.

    Cases of one's own questions that stand in no file are those that memory holds (``held``).

    Raises:
        DatasetError: a file isn't of the benchmark's form, two cases have one name, or nothing is asked.
    """
    cases = _distinct(case for path in paths for case in read_benchmark_cases(path, benchmark))
    asking = paths
    if benchmark == "questions":
        asking = [path for path in paths if benchmark_of(path) == "questions"]
        if not asking:
            raise DatasetError("none of the files holds questions: lines with case, question and answer")
        known = {case.case_id for case in cases}
        named = dict.fromkeys(name for path in asking for name in asked_cases(path))
        cases = [*cases, *(held(name) for name in named if name not in known)]
    chosen = chosen_cases(cases, wanted)
    sets = [read_questions(path, benchmark, chosen) for path in asking]
    return BenchmarkData(benchmark, chosen, _joined(sets))


def _distinct(cases: Iterable[Case]) -> list[Case]:
    found: dict[str, Case] = {}
    for case in cases:
        if case.case_id in found:
            raise DatasetError(f"two of the files have a case called {case.case_id!r}")
        found[case.case_id] = case
    return list(found.values())


def _joined(sets: Sequence[QuestionSet]) -> QuestionSet:
    """Return the questions of several files, numbered on within a case that more than one of them asks about."""
    if len(sets) == 1:
        return sets[0]
    numbers: dict[str, int] = {}
    questions: list[Question] = []
    for question in (question for each in sets for question in each.questions):
        numbers[question.case_id] = numbers.get(question.case_id, -1) + 1
        questions.append(replace(question, number=numbers[question.case_id]))
    return QuestionSet(tuple(questions), sum(each.dropped_evidence for each in sets))
