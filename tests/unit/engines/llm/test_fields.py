"""Single fields of a model's item."""

import pytest

from fta_mem.engines.llm.fields import clamped, integer_of, known_text, label_of, names_of, one_line, span_of, text_of
from fta_mem.state.labels import CONTENT_TYPES, RELATIONS


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("updates", "updates"),
        ("Follow-up of", "followup_of"),
        ("SAME_EPISODE_AS", "same_episode_as"),
        ("contradict", "contradicts"),
        ("updates | contradicts", "updates"),
        ("cousin of", "unknown"),
        ("", "unknown"),
        (7, "unknown"),
        (None, "unknown"),
    ],
)
def test_labels_are_mapped_or_unknown(said, label):
    assert label_of({"relation": said}, RELATIONS, "unknown", "relation") == label


def test_a_missing_content_type_is_a_general_fact():
    assert label_of({}, CONTENT_TYPES, "general_fact", "content_type") == "general_fact"


@pytest.mark.parametrize(
    ("item", "span"),
    [
        ({"turnspan": [2, 5]}, (2, 5)),
        ({"turnspan": [5, 2]}, (2, 5)),
        ({"turnspan": ["2", "5"]}, (2, 5)),
        ({"turnspan": "2-5"}, (2, 5)),
        ({"turnspan": [2, 3, 4, 5]}, (2, 5)),
        ({"turnspan": 4}, (4, 4)),
        ({"turnspan": [4]}, (4, 4)),
        ({"start": 1, "end": 3}, (1, 3)),
        ({"turnspan": []}, None),
        ({"turnspan": ["two", "five"]}, None),
        ({"turnspan": [True, False]}, None),
        ({"turnspan": [10**30, 10**31]}, None),
        ({"turnspan": None}, None),
    ],
)
def test_spans_are_read_however_they_are_written(item, span):
    assert span_of(item, "turn_span") == span


@pytest.mark.parametrize(
    ("span", "inside"),
    [((0, 99), (3, 8)), ((5, 6), (5, 6)), ((9, 12), None), ((0, 2), None), (None, None), ((8, 99), (8, 8))],
)
def test_spans_are_clamped(span, inside):
    assert clamped(span, 3, 8) == inside


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3), ("3", 3), ("T3", 3), (3.0, 3), (3.5, None), (True, None), ("three", None), (10**12, None)],
)
def test_integers(value, number):
    assert integer_of(value) == number


def test_texts_are_one_bounded_line_without_control_characters():
    assert text_of({"text": "a\x00b\n c\ud800 d"}, "text") == "a b c d"
    cut = one_line("word " * 100, 60)
    assert len(cut) <= 60 and cut.endswith("word…")


@pytest.mark.parametrize("said", ["N/A", "none", "Unknown.", "", None, 4])
def test_no_text_is_unknown(said):
    assert known_text({"eventtime": said}, "event_time") == "unknown"


def test_names_come_as_list_or_text():
    assert names_of({"participants": "Ana, Bo"}, "participants") == ("Ana", "Bo")
    assert names_of({"participants": ["Ana", "Ana", "none", 3]}, "participants") == ("Ana",)
