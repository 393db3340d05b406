"""What only repeats the question is no part of an answer, and everything else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fta_mem.engines.rules.answer_echo import without_echo


@pytest.mark.parametrize(
    ("question", "answer", "rest"),
    [
        (
            "How do they describe their years abroad?",
            "They describe their years abroad as one long picnic",
            "long picnic",
        ),
        ("What is Jo's view of being on the council?", "Jo is proud and tired to be on the council", "proud and tired"),
        ("How does Ute use the old loom?", "Ute uses the old loom to make rugs, bags.", "make rugs, bags."),
        ("What did grandma give Ida?", "a brooch from grandma", "a brooch"),
        ("Which workshop did Ida attend?", "a pottery workshop", "a pottery workshop"),
        ("How many children does Ida have?", "three children", "three children"),
        ("Where did Ida go?", "in the mountains near Graz", "in the mountains near Graz"),
        ("Does Ida like Graz?", "No, Ida likes Linz", "No, Ida likes Linz"),
        ("Whom does Ida trust more, Jo or Ute?", "Ida trusts Jo", "Ida trusts Jo"),
        ("Why did Ida leave Graz?", "Ida left Graz because she was alone", "because she was alone"),
        ("When did Ida leave?", "Ida left before the war", "before the war"),
        ("What does Ida like?", "Ida likes", "Ida likes"),
        ("", "anything", "anything"),
        ("What is it?", "", ""),
        ("你住在哪里？", "我住在北京", "我住在北京"),
    ],
)
def test_ends_that_repeat_the_question_are_cut(question: str, answer: str, rest: str) -> None:
    assert without_echo(answer, question) == rest


@given(st.text(max_size=60), st.text(max_size=60))
def test_what_is_left_stands_in_the_answer_and_is_never_nothing(answer: str, question: str) -> None:
    rest = without_echo(answer, question)
    assert rest in answer
    assert bool(rest.strip()) or not answer.strip() or rest == answer
