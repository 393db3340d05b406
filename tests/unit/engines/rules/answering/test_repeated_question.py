"""What only repeats the question is no part of an answer, and everything else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fta_mem.engines.rules.answering.repeated_question import LONGEST, telling, without_echo
from fta_mem.text.sentences import split_sentences


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
        ("Why did Jo's plan please Ida?", "Ida told Jo about the plan at lunch", "Ida told Jo about the plan at lunch"),
        ("What did Ida mention to Jo?", "Ida mentions to Jo that rents rise", "rents rise"),
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


@pytest.mark.parametrize(
    ("question", "answer", "judged", "rest"),
    [
        ("How did they meet?", "At a fair. What fair? In Graz.", False, "At a fair. In Graz."),
        ("Does Ida keep bees?", "Ida keeps bees. She sold them in May.", True, "She sold them in May."),
        ("Does Ida still keep bees?", "No. Ida still doesn't keep bees. She sold them.", True, "She sold them."),
        ("Does Ida keep bees?", "Ida keeps no bees.", True, ""),
        ("Who is it?", "Jo. Jo. Jo.", False, "Jo."),
        ("Whom does Ida like, Jo or Ute?", "Jo", False, ""),
        ("What happened?", f"{'one ' * 17}end. Two more.", False, f"{'one ' * 17}end."),
        ("你住在哪里？", "我住在北京。我喜欢这里。", False, "我住在北京。我喜欢这里。"),
        ("", "", False, ""),
    ],
)
def test_sentences_that_tell_nothing_new_are_dropped(question: str, answer: str, judged: bool, rest: str) -> None:
    assert telling(answer, question, judged=judged) == rest


@given(st.text(max_size=200), st.text(max_size=60), st.booleans())
def test_only_whole_sentences_are_kept_and_few_words_but_for_the_first(
    answer: str, question: str, judged: bool
) -> None:
    kept = telling(answer, question, judged=judged)
    sentences = [answer[begin:end] for begin, end in split_sentences(answer)]
    left = iter(answer)
    assert all(character in left for character in kept if not character.isspace())
    assert len(kept.split()) <= max(LONGEST, *(len(each.split()) for each in sentences), 0, 0)
