"""The reply rule of the example agent."""

import pytest

from fta_mem.engines.rules.answering.companion_reply import OPEN_QUESTION, UNKNOWN, reflective_reply
from fta_mem.state.answering import Answer


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("I feel lonely. And tired.", f"I hear that you feel lonely. {OPEN_QUESTION}"),
        ("My sister left me!", f"I hear that your sister left you. {OPEN_QUESTION}"),
        ("I\u2019m afraid I am late", f"I hear that you're afraid you are late. {OPEN_QUESTION}"),
        ("The rain again.", f"Thank you for telling me. {OPEN_QUESTION}"),
        ("Estoy cansada.", f"Thank you for telling me. {OPEN_QUESTION}"),
        ("...", f"Thank you for telling me. {OPEN_QUESTION}"),
        ("I " + "really " * 60 + "do", f"Thank you for telling me. {OPEN_QUESTION}"),
    ],
)
def test_what_is_said_of_oneself_is_handed_back(said: str, reply: str) -> None:
    assert reflective_reply(said) == reply


def test_a_question_gets_what_memory_answers_or_that_it_does_not() -> None:
    assert reflective_reply("Where?", Answer("Leeds", abstained=False)) == "As far as I remember: Leeds"
    assert reflective_reply("Where?", Answer("", abstained=True)) == UNKNOWN
