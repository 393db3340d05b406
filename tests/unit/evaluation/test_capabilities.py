import pytest

from fta_mem.evaluation.capabilities import BEAM, ES_MEMEVAL, LOCOMO, LONGMEMEVAL, known_name, known_number


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("Information Extraction", "Information Extraction"),
        ("information_extraction", "Information Extraction"),
        ("INFORMATION-EXTRACTION", "Information Extraction"),
        ("informationExtraction", "Information Extraction"),
        ("IE", "Information Extraction"),
        ("ie", "Information Extraction"),
        ("Info. Extr.", "Information Extraction"),
        ("TR", "Temporal Reasoning"),
        ("temporal", "Temporal Reasoning"),
        ("CD", "Conflict Detection"),
        ("Abs", "Abstention"),
        ("abstention ", "Abstention"),
        ("UM", "User Modeling"),
        ("user", "User Modeling"),
        ("A", "A"),
        ("Mood", "Mood"),
        ("", ""),
    ],
)
def test_a_capability_is_known_by_any_spelling(given: str, meant: str) -> None:
    assert known_name(given, ES_MEMEVAL) == meant


def test_what_could_be_two_stays_as_it_is() -> None:
    assert known_name("single-session", LONGMEMEVAL) == "single-session"
    assert known_name("KU", LONGMEMEVAL) == "knowledge-update"
    assert known_name("Knowledge Update", BEAM) == "knowledge_update"


@pytest.mark.parametrize(
    ("given", "number"), [("2", "2"), ("temporal", "2"), ("Multi Hop", "1"), ("single_hop", "4"), ("other", "other")]
)
def test_a_category_has_a_number_or_its_name(given: str, number: str) -> None:
    assert known_number(given, LOCOMO) == number
