import pytest

from fta_mem.evaluation.methods import Answered, Brought, Rendered
from fta_mem.evaluation.profiles import BUDGETS, PROFILES, profile_settings
from fta_mem.evaluation.question_scores import COSTS, averaged, pooled, score
from fta_mem.evaluation.questions import Question
from fta_mem.state.answering import Answer
from fta_mem.state.errors import SettingsError
from fta_mem.state.records import Usage

UNITS = (("a", "b"), ("c",))
BROUGHT = Brought({budget: Rendered("…", budget - 1, ("a", "c"), UNITS) for budget in BUDGETS}, (("c",), ("a", "b")))
ASKED = Question("one", 0, "Who?", "Ann", "4", ("a", "b"))
TRAP = Question("one", 1, "Who?", "", "5", ("a",), expects_abstention=True)


def test_a_question_with_evidence_has_all_scores() -> None:
    scores = score(PROFILES["locomo"], ASKED, BROUGHT, Answered(Answer("Ann", abstained=False)), UNITS, 1000).scores
    assert scores["evidence_recall@500"] == 0.5
    assert scores["all_evidence@500"] == 0.0
    assert scores["precision@1700"] == 0.5
    assert scores["span_length@1000"] == 1.5
    assert scores["unit_recall@5"] == 1.0
    assert scores["unit_coverage@5"] == 1.0
    assert scores["f1"] == scores["bleu1"] == 1.0
    assert scores["false_abstention"] == 0.0
    assert scores["tokens_per_question"] == 999.0
    assert "abstention" not in scores


def test_a_trap_has_no_evidence_scores() -> None:
    scores = score(PROFILES["locomo"], TRAP, BROUGHT, Answered(Answer("", abstained=True)), UNITS, 1000).scores
    own = {"tokens_per_question": 999.0, "f1": 1.0, "abstention": 1.0, "false_assertion": 0.0}
    assert scores == own | dict.fromkeys(COSTS, 0.0)


def test_without_answers_only_retrieval_is_scored() -> None:
    scores = score(PROFILES["locomo"], ASKED, BROUGHT, None, UNITS, 500).scores
    assert "f1" not in scores
    assert scores["tokens_per_question"] == 499.0


def test_overall_f1_pools_traps_only_where_the_benchmark_does() -> None:
    right, wrong = Answer("", abstained=True), Answer("Bo", abstained=False)
    for name, profile in PROFILES.items():
        outcomes = [
            score(profile, ASKED, BROUGHT, Answered(wrong), UNITS, 1000),
            score(profile, TRAP, BROUGHT, Answered(right), UNITS, 1000),
        ]
        assert sum("f1" in scores for scores in pooled(profile, outcomes)) == (
            1 if name in ("locomo", "realtalk") else 2
        )
        assert averaged(pooled(profile, outcomes))["abstention"] == 1.0


def test_figures_without_a_question_are_null() -> None:
    figures = averaged([{"f1": 0.5}, {"f1": 1.0, "precision@500": 0.25}])
    assert figures["f1"] == 0.75
    assert figures["precision"] == {"500": 0.25, "1000": None, "1700": None}
    assert figures["abstention"] is None
    assert figures["questions"] == 2


def test_profiles_stand_below_the_environment_and_what_is_set() -> None:
    locomo = PROFILES["locomo"]
    assert profile_settings(locomo, {}, {}).top_k == 25
    assert profile_settings(locomo, {}, {}).date_style == "locomo"
    assert profile_settings(locomo, {}, {"FTA_MEM_TOP_K": "7"}).top_k == 7
    assert profile_settings(locomo, {"top_k": "3"}, {"FTA_MEM_TOP_K": "7"}).top_k == 3
    assert profile_settings(PROFILES["es-memeval"], {}, {}).top_k == 10
    with pytest.raises(SettingsError):
        profile_settings(locomo, {"top_kk": "3"}, {})


def test_what_a_model_cost_is_counted() -> None:
    answered = Answered(Answer("Ann", abstained=False), Usage(calls=2, tokens_in=700, tokens_out=9, fallbacks=1))
    scores = score(PROFILES["locomo"], ASKED, BROUGHT, answered, UNITS, 1000).scores
    assert [scores[name] for name in COSTS] == [1.0, 700.0, 9.0, 1.0]
    by_rules = Answered(Answer("Ann", abstained=False), Usage(calls=1))
    assert score(PROFILES["locomo"], ASKED, BROUGHT, by_rules, UNITS, 1000).scores["model_asked"] == 0.0
