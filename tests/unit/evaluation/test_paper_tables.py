"""The paper's tables, from runs that are made up here: our rows by hand-computed figures, the paper's beneath."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from fta_mem.evaluation.methods import Built
from fta_mem.evaluation.paper_figures import paper_rows, paper_table
from fta_mem.evaluation.paper_tables import PAPER_MARK, TABLES, average_ranks, table_of
from fta_mem.evaluation.profiles import PROFILES
from fta_mem.evaluation.question_scores import Outcome
from fta_mem.evaluation.questions import Benchmark, Question, QuestionSet
from fta_mem.evaluation.report import Report
from fta_mem.evaluation.runner import Job, Unkept, build_report
from fta_mem.state.answering import Answer
from fta_mem.state.settings import Settings

LOCOMO = (("a", "1"), ("a", "4"), ("a", "5"), ("b", "2"), ("b", "3"), ("b", "4"))
ES = (("a", "Information Extraction"), ("a", "Abstention"), ("b", "Temporal Reasoning"), ("b", "User Modeling"))


def report_of(
    benchmark: Benchmark,
    asked: tuple[tuple[str, str], ...],
    scores: Mapping[str, tuple[float, ...]],
    extra: Mapping[str, float] | None = None,
) -> Report:
    """Return the report of a run whose methods have these F1s, one a question; two units each in either case."""
    trap = {"locomo": "5", "es-memeval": "Abstention"}.get(benchmark, "")
    questions = tuple(
        Question(case, number, "?", "x", category, expects_abstention=category == trap)
        for number, (case, category) in enumerate(asked)
    )
    keeper = Unkept()
    job = Job(PROFILES[benchmark], (), QuestionSet(questions), Settings(top_k=7), keeper=keeper)
    job = replace(job, about={"answer_model": "openai:some-model"})
    outcomes = {}
    for method, values in scores.items():
        for case in ("a", "b"):
            keeper.keep_built(method, case, Built(2, 3, 500, 1.0))
        outcomes[method] = [
            Outcome(
                question,
                {},
                Answer("x", abstained=False),
                {
                    "f1": value,
                    "bleu1": value / 2,
                    "tokens_per_question": 90.0,
                    "evidence_recall@1000": value,
                    "answer_evidence": value,
                    **(extra or {}),
                },
            )
            for question, value in zip(questions, values, strict=True)
        ]
    return build_report(job, outcomes, next(iter(scores)))


def cells(name: str, report: Report) -> list[dict[str, str]]:
    columns, rows = table_of(name, report)
    return [dict(zip(columns, row, strict=True)) for row in rows]


def test_locomos_categories_have_both_names_and_the_papers_average_is_that_of_the_columns() -> None:
    report = report_of("locomo", LOCOMO, {"fta": (0.2, 0.4, 1.0, 0.6, 0.8, 0.0)})
    ours, *paper = cells("main", report)
    assert (ours["method"], ours["backbone"], ours["protocol"]) == ("fta", "openai:some-model", "K = 7, 1000 tokens")
    assert ours["F1 1 multi-hop (the paper's Single Hop)"] == "20.00"
    assert ours["F1 4 single hop (the paper's Multi Hop)"] == "20.00"
    assert ours["BLEU-1 3 open domain"] == "40.00"
    assert ours["F1 average"] == "45.00"  # (20 + 20 + 60 + 80) / 4
    assert ours["F1 pooled"] == "40.00"  # (0.2 + 0.4 + 0.6 + 0.8 + 0.0) / 5, without category 5
    assert len(paper) == 18
    assert {row["backbone"] for row in paper} == {"Qwen3-8B", "Qwen3-14B", "GPT-4o-mini"}
    assert all(row["method"].startswith(PAPER_MARK) and row["protocol"] == "K = 10" for row in paper)


def test_es_memevals_capabilities_and_the_average_rank() -> None:
    scores = {"fta": (0.5, 1.0, 0.2, 0.0), "turn_bm25": (0.4, 0.0, 0.2, 0.1), "session": (0.1, 0.0, 0.1, 0.1)}
    ours = cells("main", report_of("es-memeval", ES, scores))[:3]
    by_name = {row["method"]: row for row in ours}
    assert [by_name["fta"][f"F1 {name}"] for name in ("IE", "TR", "CD", "Abs", "UM", "All")] == [
        *("50.00", "20.00", "-", "100.00", "0.00", "42.50")
    ]
    # Ranks over IE, TR, Abs, UM and All; nobody has CD, BERTScore wasn't run.
    assert by_name["fta"]["Avg.R"] == "1.5"  # (1 + 1.5 + 1 + 3 + 1) / 5
    assert by_name["session"]["Avg.R"] == "2.6"  # (3 + 3 + 2.5 + 1.5 + 3) / 5
    assert (by_name["fta"]["BERTScore All"], by_name["fta"]["judge"]) == ("not run", "not run")
    judged = cells("main", report_of("es-memeval", ES, scores, {"judge": 1.25, "bertscore": 0.5}))[0]
    assert (judged["BERTScore All"], judged["judge"]) == ("50.00", "1.250")


def test_ranks_are_shared_and_gaps_are_left_out() -> None:
    assert average_ranks([[0.9, 0.5, 0.5], [0.1, 0.2, 0.3], [None, 1.0, 1.0]]) == [2.0, 2.25, 1.75]
    with pytest.raises(ValueError, match="no column"):
        average_ranks([[None, 1.0]])


def test_what_building_costs_stands_in_tables_5_to_7() -> None:
    f1 = (0.5,) * 6
    scores = {"fta": f1, "fta_session": f1, "fta_turn_pair": f1, "fta_fixed_window": f1}
    report = report_of("locomo", LOCOMO, scores)
    ours = cells("granularity", report)
    assert [row["method"] for row in ours] == [
        *("fta", "Session-level", "Turn-pair", "paper: Session-level", "paper: Turn-pair", "paper: FTA-Mem")
    ]
    assert (ours[1]["units"], ours[1]["calls"], ours[1]["tokens"]) == ("4", "6", "1000")
    assert (ours[0]["F1"], ours[0]["BLEU-1"], ours[5]["BLEU-1"]) == ("50.00", "25.00", "31.67")
    assert [row["method"] for row in cells("windows", report)[:2]] == ["fta", "Fixed Window"]
    cost = cells("cost", report)
    assert (cost[0]["units"], cost[0]["tokens a question"], cost[-1]["tokens a question"]) == ("4", "90", "1713")


def test_ablations_and_the_bootstrap_give_differences_with_intervals() -> None:
    report = report_of(
        "locomo", LOCOMO, {"fta": (0.5,) * 6, "fta_no_time": (0.3, 0.3, 0.3, 0.5, 0.5, 0.5), "turn_bm25": (0.4,) * 6}
    )
    ours = {row["method"]: row for row in cells("ablations", report)}
    # Case a has two questions that count (a fifth category doesn't), b three: (2 x 20 + 3 x 0) / 5, drawn 20 to 0.
    assert ours["w/o Time"]["loses F1"] == "8.00 [0.00, 20.00]"
    assert (ours["fta"]["loses F1"], "paper: FTA-Mem" in ours) == ("", False)
    found = cells("bootstrap", report)
    assert [(row["method"], row["clusters"]) for row in found] == [
        ("fta less turn_bm25", "2"),
        ("paper: FTA-Mem less CompassMem", "10"),
    ]
    by_method = {row["method"]: row for row in found}
    assert by_method["fta less turn_bm25"]["mean difference"] == "10.00"
    assert by_method["paper: FTA-Mem less CompassMem"]["95% interval"] == "[-0.01, 3.18]"


def test_the_k_sweep_says_its_protocol() -> None:
    rows = cells("k", report_of("es-memeval", ES, {"fta_k3": (0.1,) * 4, "fta_k10": (0.2,) * 4}))
    assert [(row["method"], row["protocol"], row["F1"]) for row in rows] == [
        ("fta_k3", "K = 3, no budget", "10.00"),
        ("fta_k10", "K = 10, no budget", "20.00"),
    ]


def test_other_benchmarks_have_a_table_by_category() -> None:
    rows = cells("main", report_of("beam", (("a", "x"), ("b", "y")), {"fta": (0.5, 1.0)}))
    assert rows == [
        {
            "method": "fta",
            "backbone": "openai:some-model",
            "protocol": "K = 7, 1000 tokens",
            "F1 x": "50.00",
            "F1 y": "100.00",
            "F1 all": "75.00",
            "judge": "not run",
        }
    ]


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("about", ["locomo", "es-memeval", "questions"])
def test_every_table_can_be_built_of_every_benchmark(name: str, about: Benchmark) -> None:
    values = {method: (0.5,) * 4 for method in TABLES[name].methods}
    columns, rows = table_of(name, report_of(about, ES, values))
    assert rows and all(len(row) == len(columns) for row in rows)


@pytest.mark.parametrize("number", range(1, 12))
def test_the_papers_tables_are_whole(number: int) -> None:
    rows = paper_table(number)
    assert rows and all(None not in row and None not in row.values() for row in rows)
    assert paper_rows(6, "locomo")[2]["calls"] == "2061"
