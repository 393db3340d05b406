import json
from dataclasses import replace

import pytest
from tests.unit.evaluation.conftest import LetterEmbedder

from fta_mem.evaluation.baselines import Baseline
from fta_mem.evaluation.dialogue_index import KeptVectors
from fta_mem.evaluation.methods import Answered, Method
from fta_mem.evaluation.pace import Pace
from fta_mem.evaluation.profiles import BUDGETS, PROFILES
from fta_mem.evaluation.question_scores import Outcome, spread
from fta_mem.evaluation.questions import Question, QuestionSet
from fta_mem.evaluation.report import answers_table, as_text, certainty_table, gains_table, methods_table, notes, tables
from fta_mem.evaluation.rows import row_of
from fta_mem.evaluation.runner import Job, Unkept, build_report, chosen_cases, run_method, sampled
from fta_mem.state.answering import Answer, Packet
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Case, Usage
from fta_mem.state.settings import Settings

QUESTIONS = QuestionSet(
    (
        Question("c1", 0, "who slept? w", "kitten", "4", ("s2:1",)),
        Question("c1", 1, "xy", "no", "1", ("s1:3", "s1:5")),
        Question("c1", 2, "unheard of?", "", "5", expects_abstention=True),
    ),
    dropped_evidence=3,
)


def _says_kitten(question: str, packet: Packet, now: str | None, people: tuple[str, ...]) -> Answered:
    return Answered(Answer("the kitten", abstained="unheard" in question), Usage(calls=2, tokens_in=90, tokens_out=4))


def _methods(embedder: LetterEmbedder) -> dict[str, Method]:
    kept = KeptVectors(embedder)
    return {name: Baseline(name, kept, _says_kitten, 1000) for name in ("turn_embedding", "turn_bm25")}


@pytest.fixture
def job(case: Case) -> Job:
    return Job(PROFILES["locomo"], (case,), QUESTIONS, Settings())


@pytest.fixture
def outcomes(job: Job, embedder: LetterEmbedder) -> dict[str, list[Outcome]]:
    return {name: run_method(job, name, lambda: method) for name, method in _methods(embedder).items()}  # noqa: B023


def test_the_report_holds_the_contract(job: Job, outcomes: dict[str, list[Outcome]]) -> None:
    report: dict[str, JSON] = json.loads(json.dumps(build_report(job, outcomes, "turn_embedding")))
    assert (report["benchmark"], report["cases"], report["questions"]) == ("locomo", 1, 3)
    assert report["dropped_evidence"] == 3
    methods = report["methods"]
    assert isinstance(methods, dict)
    figures = methods["turn_embedding"]
    assert isinstance(figures, dict)
    for name in ("evidence_recall", "all_evidence", "precision"):
        nested = figures[name]
        assert isinstance(nested, dict)
        assert list(nested) == ["500", "1000", "1700"]
    assert figures["unit_recall"] == {"5": 0.75, "10": 1.0, "25": 1.0}  # s1:5 is the sixth
    assert figures["evidence_recall"] == {"500": 1.0, "1000": 1.0, "1700": 1.0}
    assert figures["precision"] == {str(budget): pytest.approx((1 / 8 + 2 / 8) / 2) for budget in BUDGETS}
    assert figures["f1"] == 0.5  # the trap is left out
    assert (figures["abstention"], figures["false_abstention"]) == (1.0, 0.0)
    by_category = figures["by_category"]
    assert isinstance(by_category, dict)
    assert list(by_category) == ["1", "4", "5"]
    assert figures.keys() == {*by_category["5"], "by_category", "construction"}  # type: ignore[misc]
    assert figures["construction"] == {"units": 8, "calls": 0, "tokens": 0, "seconds": 0.0}


def test_one_case_stands_beside_each_figure_as_such(job: Job, outcomes: dict[str, list[Outcome]]) -> None:
    headings, rows = certainty_table(build_report(job, outcomes, "turn_embedding"))
    figures = dict(zip(headings, rows[0], strict=True))
    assert (figures["evid@1000"], figures["F1"]) == ("100.0 (one case)", "50.0 (one case)")


def test_several_cases_give_each_figure_its_interval() -> None:
    def outcome(case_id: str, f1: float) -> Outcome:
        asked = Question(case_id, 0, "?", "x", "4")
        return Outcome(asked, {}, Answer("x", abstained=False), {"f1": f1})

    outcomes = [outcome("a", 1.0), outcome("b", 0.0), outcome("c", 0.5)]
    known = spread(outcomes, [each.scores for each in outcomes], 0)
    assert list(known) == ["f1"]
    interval = known["f1"]
    assert isinstance(interval, dict)
    assert (interval["low"], interval["high"], interval["cases"]) == (0.0, 1.0, 3)


def test_gains_are_the_reference_less_the_other(job: Job, outcomes: dict[str, list[Outcome]]) -> None:
    gains = build_report(job, outcomes, "turn_embedding")["gains"]
    assert isinstance(gains, dict)
    assert list(gains) == ["turn_bm25"]
    gain = gains["turn_bm25"]
    assert isinstance(gain, dict)
    assert gain["evidence_recall@1000"] == {"mean": 0.0, "low": 0.0, "high": 0.0, "cases": 1, "few_cases": True}
    assert "f1" in gain


class Watched(Unkept):
    """Shows the lines that a folder would get."""

    def __init__(self, rows: list[dict[str, JSON]]) -> None:
        super().__init__()
        self._rows = rows

    def keep(self, method: str, outcome: Outcome) -> None:
        self._rows.append(row_of(method, outcome))


def test_outcomes_are_written_as_they_come(job: Job, embedder: LetterEmbedder) -> None:
    rows: list[dict[str, JSON]] = []
    said: list[str] = []
    told = replace(job, say=said.append, keeper=Watched(rows), pace=Pace(3))
    run_method(told, "turn_bm25", lambda: _methods(embedder)["turn_bm25"])
    assert said == ["turn_bm25: c1, 3 questions (0 of 3 done)"]
    assert [row["number"] for row in rows] == [0, 1, 2]
    assert rows[0]["answer"] == "the kitten"
    assert rows[0]["evidence"] == ["s2:1"]
    rendered = rows[0]["rendered"]
    assert isinstance(rendered, dict)
    assert list(rendered) == ["500", "1000", "1700"]
    json.dumps(rows)


def test_cases_are_chosen_by_name_or_the_first_so_many(case: Case) -> None:
    cases = [replace(case, case_id=name) for name in ("a", "b", "7")]
    assert [each.case_id for each in chosen_cases(cases, "7, a")] == ["a", "7"]
    assert [each.case_id for each in chosen_cases(cases, "7")] == ["7"]
    assert [each.case_id for each in chosen_cases(cases, "2")] == ["a", "b"]
    assert chosen_cases(cases, None) == tuple(cases)
    for wrong in ("z", ",", "0"):
        with pytest.raises(DatasetError):
            chosen_cases(cases, wrong)


def test_cases_side_by_side_give_what_one_after_the_other_gives(job: Job, case: Case, embedder: LetterEmbedder) -> None:
    cases = (case, replace(case, case_id="c2"), replace(case, case_id="c3"))
    asked = [replace(each, case_id=one.case_id) for one in cases for each in job.asked.questions]
    wide = replace(job, cases=cases, asked=QuestionSet(tuple(asked)))

    def found(workers: int) -> list[dict[str, JSON]]:
        told = replace(wide, workers=workers)
        outcomes = run_method(told, "turn_bm25", lambda: _methods(embedder)["turn_bm25"])
        return [row_of("turn_bm25", replace(outcome, seconds=0.0)) for outcome in outcomes]

    assert found(1) == found(3)


def test_a_sample_is_drawn_by_its_seed_and_keeps_the_order() -> None:
    asked = QuestionSet(tuple(Question("c", number, "?", "", "4") for number in range(50)), 1)
    first = sampled(asked, 10, 1)
    assert first == sampled(asked, 10, 1) != sampled(asked, 10, 2)
    numbers = [question.number for question in first.questions]
    assert numbers == sorted(numbers)
    assert (len(numbers), first.dropped_evidence) == (10, 1)
    assert sampled(asked, None, 1) == sampled(asked, 50, 1) == asked


def test_tables_read_in_percent(job: Job, outcomes: dict[str, list[Outcome]]) -> None:
    report = build_report(job, outcomes, "turn_embedding")
    headings, rows = methods_table(report)
    assert [row[0] for row in rows] == ["turn_embedding", "turn_bm25"]
    assert dict(zip(headings, rows[0], strict=True))["evid@1000"] == "100.0"
    headings, rows = answers_table(report)
    answers = dict(zip(headings, rows[0], strict=True))
    assert (answers["F1"], answers["BERTScore"], answers["judge 0-2"]) == ("50.0", "not run", "not run")
    assert (answers["false assertion"], answers["no right"], answers["yes right"]) == ("0.0", "0.0", "-")
    assert gains_table(report)[1][0][1] == "+0.0 [+0.0, +0.0]"
    assert len(tables(report)) == 5
    assert "One case" in notes(report)[1]
    assert (
        "turn_bm25 asked the model about 100.0 % of the questions: 90.0 tokens in, 4.0 out a question"
        in notes(report)[3]
    )
    assert as_text((["a", "bb"], [["long", "1"]])) == "a     bb\nlong   1"


def test_models_score_answers_and_wrong_keys_are_left_out(job: Job, embedder: LetterEmbedder) -> None:
    class Half:
        name, best = "judge", 2.0

        def score(self, question: Question, said: str) -> float | None:
            return None if question.number else 1.0

    wide = replace(job, scorers=(Half(),), wrong_keys=frozenset({("c1", 1)}))
    outcomes = run_method(wide, "turn_bm25", lambda: _methods(embedder)["turn_bm25"])
    assert [each.scores.get("judge") for each in outcomes] == [1.0, None, 2.0]
    report = build_report(wide, {"turn_bm25": outcomes}, "turn_bm25")
    assert report["wrong_keys"] == 1
    headings, rows = answers_table(report)
    assert [(row[0], row[1], row[4]) for row in rows] == [
        ("turn_bm25", "50.0", "1.000"),
        ("turn_bm25, sound keys", "100.0", "1.000"),
    ]


def test_without_a_second_method_there_are_no_gains(job: Job, outcomes: dict[str, list[Outcome]]) -> None:
    report = build_report(job, {"turn_bm25": outcomes["turn_bm25"]}, "turn_bm25")
    assert report["gains"] == {}
    assert len(tables(report)) == 4
    assert len(notes(report)) == 3
