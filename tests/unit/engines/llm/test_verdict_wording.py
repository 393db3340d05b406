"""How a judged yes or no joins what a small model says."""

import pytest

from fta_mem.engines.llm.verdict_wording import asks_opinion, worded


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        ("She's away", "No, she's away"),
        ("The boat sank", "No, the boat sank"),
        ("I'm well", "No, I'm well"),
        ("I sold it", "No, I sold it"),
        ("Ida sold it", "No, Ida sold it"),
        ("", "No"),
        ("… no", "No, … no"),
    ],
)
def test_yes_or_no_and_its_clause_are_one_sentence(clause: str, sentence: str) -> None:
    assert worded("No", clause) == sentence


def test_what_might_be_is_a_matter_of_opinion() -> None:
    assert asks_opinion("Would Ida like a boat?")
    assert not asks_opinion("Did Ida buy a boat?")
