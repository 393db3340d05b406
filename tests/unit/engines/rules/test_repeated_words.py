"""Words said over and over are read in one pass: a pattern with two ways to read one would never come back."""

import pytest

from fta_mem.engines.rules.answering.question_kinds import read_question
from fta_mem.engines.rules.extraction.speech_acts import is_empathy
from fta_mem.engines.rules.segmentation.boundary_cues import _GOAL

REPEATED = ["and so on " * 200, "yeah " * 200, "oh, so, and, " * 200, "after, at, by, " * 200]


@pytest.mark.parametrize("text", REPEATED)
def test_sympathy_and_a_new_goal_are_not_found_in_repetition(text: str) -> None:
    assert not is_empathy(text)
    assert is_empathy(text + "I'm so sorry to hear that")
    assert _GOAL.match(text) is None


@pytest.mark.parametrize("text", REPEATED)
def test_a_question_after_repetition_is_still_a_question(text: str) -> None:
    assert read_question(text + "when did she leave?").kind == "when"
