import math

import pytest

from fta_mem.evaluation.answer_metrics import (
    answer_f1,
    bleu1,
    es_f1,
    false_assertion,
    locomo_f1,
    normalise,
    polarity,
    stem_f1,
    yes_no_scores,
)
from fta_mem.evaluation.questions import Question
from fta_mem.state.answering import Answer


def test_locomo_compares_without_case_punctuation_articles_and_and() -> None:
    assert normalise("The U.S.A., and an Apple-pie & a band!") == "usa applepie band"


@pytest.mark.parametrize(
    ("prediction", "gold", "f1"),
    [
        ("She was running.", "ran", 0.0),
        ("Running", "runs", 1.0),
        ("the red dog", "a dog", 2 * 1 / (2 + 1)),
        ("dog dog cat", "dog", 2 * 1 / (3 + 1)),
        ("", "dog", 0.0),
        ("", "", 0.0),
    ],
)
def test_stem_f1(prediction: str, gold: str, f1: float) -> None:
    assert stem_f1(prediction, gold) == pytest.approx(f1)


def test_lists_take_the_best_part_for_each_gold_part() -> None:
    # "hiking" is found whole, "red car" by half a part of two words: 2 * 1 / (1 + 2).
    assert locomo_f1("a car, swimming, hikes", "hiking, red car", "1") == pytest.approx((1 + 2 / 3) / 2)
    assert locomo_f1("a car, swimming, hikes", "hiking, red car", "4") == pytest.approx(2 * 2 / (3 + 3))


def test_open_domain_gold_ends_at_its_explanation() -> None:
    assert locomo_f1("Yes", "Yes; she said so twice", "3") == 1.0
    assert locomo_f1("Yes", "Yes; she said so twice", "4") == pytest.approx(2 * 1 / (1 + 5))


def test_es_f1_compares_sets_of_words_without_empty_ones() -> None:
    assert es_f1("Yes, yes. A nurse!", "yes, she is a nurse.") == pytest.approx(2 * 3 / (3 + 5))
    assert es_f1("...", "!") == 0.0


def test_bleu1_clips_and_punishes_what_is_too_short() -> None:
    assert bleu1("the the the", "the dog ran") == pytest.approx(1 / 3)
    assert bleu1("dog", "The dog ran off") == pytest.approx(math.exp(1 - 4))
    assert bleu1("the dog ran off today", "the dog") == pytest.approx(2 / 5)
    assert bleu1("", "dog") == 0.0


def test_locomo_adversarial_counts_an_abstention_whatever_it_says() -> None:
    question = Question("c", 0, "?", "", "5", expects_abstention=True)
    assert answer_f1("locomo", question, Answer("", abstained=True)) == 1.0
    assert answer_f1("locomo", question, Answer("Not mentioned", abstained=False)) == 0.0


@pytest.mark.parametrize("said", ["", "Not in memory", "Not mentioned."])
def test_one_rule_for_abstentions_whoever_gives_them_and_however_they_are_worded(said: str) -> None:
    question = Question("c", 0, "?", "Not mentioned.", "Abstention", expects_abstention=True)
    assert answer_f1("es-memeval", question, Answer(said, abstained=True)) == 1.0
    assert answer_f1("es-memeval", question, Answer(said, abstained=False)) == 0.0


def test_the_words_of_an_abstention_answer_nothing() -> None:
    question = Question("c", 0, "?", "Not in the garden.", "Temporal Reasoning")
    assert answer_f1("es-memeval", question, Answer("Not mentioned in the talk", abstained=True)) == 0.0
    assert answer_f1("locomo", question, Answer("Not mentioned in the talk", abstained=True)) == 0.0


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Yes", True),
        ("yes, she did", True),
        ("No.", False),
        ("No, since May", False),
        ("no she didn't", False),
        ("No one told him", None),
        ("no-one", None),
        ("No longer", None),
        ("Nobody", None),
        ("Yesterday", None),
        ("", None),
    ],
)
def test_an_answer_says_yes_or_no_by_how_it_begins(text: str, meant: bool | None) -> None:
    assert polarity(text) is meant


@pytest.mark.parametrize(
    ("gold", "said", "scores", "false"),
    [
        ("Yes", Answer("Yes, in May", abstained=False), {"yes_right": 1.0}, 0.0),
        ("Yes", Answer("No", abstained=False), {"yes_right": 0.0}, 1.0),
        ("No; he sold it", Answer("No", abstained=False), {"no_right": 1.0}, 0.0),
        ("No", Answer("Yes", abstained=False), {"no_right": 0.0}, 1.0),
        ("No", Answer("He sold it", abstained=False), {"no_right": 0.0}, 0.0),
        ("No", Answer("", abstained=True), {"no_right": 0.0}, 0.0),
        ("Oslo", Answer("Bergen", abstained=False), {}, None),
    ],
)
def test_yes_and_no_are_scored_by_what_is_right(
    gold: str, said: Answer, scores: dict[str, float], false: float | None
) -> None:
    question = Question("c", 0, "?", gold, "4")
    assert yes_no_scores(question, said) == scores
    assert false_assertion(question, said) == false


def test_an_answer_where_nothing_is_told_is_a_false_assertion() -> None:
    question = Question("c", 0, "?", "No", "5", expects_abstention=True)
    assert yes_no_scores(question, Answer("Yes", abstained=False)) == {}
    assert false_assertion(question, Answer("No", abstained=False)) == 1.0
    assert false_assertion(question, Answer("", abstained=True)) == 0.0
