import math

import pytest

from fta_mem.evaluation.evidence_metrics import (
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

UNITS = [("a", "b"), ("b", "c"), ("d",), ("e", "f")]
RANKED = [("d",), ("b", "c"), ("e", "f"), ("a", "b")]


def test_recall_and_precision_count_each_turn_once() -> None:
    assert evidence_recall(["a", "x", "x"], ["a", "b", "b"]) == 0.5
    assert evidence_precision(["a", "x"], ["a", "b", "b", "c"]) == pytest.approx(1 / 3)
    assert evidence_precision(["a"], []) == 0.0


def test_span_length_is_the_mean_of_the_rendered_units() -> None:
    assert mean_span_length(UNITS) == 7 / 4
    assert mean_span_length([]) == 0.0


def test_unit_recall_counts_units_that_hold_evidence() -> None:
    assert unit_recall({"b"}, RANKED, UNITS, 1) == 0.0
    assert unit_recall({"b"}, RANKED, UNITS, 2) == 0.5
    assert unit_recall({"b"}, RANKED, UNITS, 25) == 1.0
    assert unit_recall({"x"}, RANKED, UNITS, 25) == 0.0


def test_coverage_counts_evidence_turns_that_units_stand_on() -> None:
    assert unit_coverage({"c", "f", "x"}, RANKED, 2) == pytest.approx(1 / 3)
    assert unit_coverage({"c", "f", "x"}, RANKED, 25) == pytest.approx(2 / 3)


def test_ndcg_weighs_places_by_their_logarithm() -> None:
    gained = 1 / math.log2(3) + 1 / math.log2(5)
    ideal = 1 / math.log2(2) + 1 / math.log2(3)
    assert ndcg({"b"}, RANKED, UNITS, 4) == pytest.approx(gained / ideal)
    assert ndcg({"b"}, RANKED, UNITS, 1) == 0.0
    assert ndcg({"d"}, RANKED, UNITS, 1) == 1.0
    assert ndcg({"x"}, RANKED, UNITS, 4) == 0.0


@pytest.mark.parametrize(
    ("ranked", "first"),
    [
        ([("new",), ("old",)], 1.0),
        ([("x",), ("old",), ("new",)], 0.0),
        ([("old", "new")], 1.0),
        ([("x",)], 0.0),
        ([("old",)], 0.0),
    ],
)
def test_the_new_before_the_old(ranked: list[tuple[str, ...]], first: float) -> None:
    assert comes_first(("new",), ("old",), ranked) == first


def test_the_old_alone_is_stale() -> None:
    assert is_stale(("new",), ("old",), ("x", "old")) == 1.0
    assert is_stale(("new",), ("old",), ("new", "old")) == 0.0
    assert is_stale(("new",), ("old",), ("x",)) == 0.0


def test_a_gold_session_is_found_by_any_of_its_turns() -> None:
    assert session_recall([("a:0", "a:1"), ("b:0",)], ("a:1", "c:0")) == 0.5


def test_what_a_packet_holds_is_taken_in_rank_order_for_its_ndcg() -> None:
    shown = in_rank_order(RANKED, [("a", "b"), ("x",), ("b", "c")])
    assert shown == [("b", "c"), ("a", "b"), ("x",)]
    # Of the two relevant units both are shown, at the first two places.
    assert ndcg({"b"}, shown, UNITS, len(shown)) == 1.0
    # Evidence "a" stands in one unit, shown at the second place: 1 / log2(3) of 1.
    assert ndcg({"a"}, shown, UNITS, len(shown)) == pytest.approx(1 / math.log2(3))
    assert ndcg({"a"}, [], UNITS, 0) == 0.0
