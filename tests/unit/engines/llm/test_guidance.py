"""Help for small models (``guided``): code decides days, yes or no, and what is hopeless; off unless asked for."""

import pytest

from fta_mem.engines.base import AnswerRequest
from fta_mem.state.answering import Answer, Hit, Packet, RewrittenQuery, SourceTurn
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, TimeAnchor
from fta_mem.state.settings import Settings

GUIDED = Settings(guided=True)


def unit(memory_id, text, day):
    return FTAUnit(
        Fact(text),
        TimeAnchor(day, "then", day, day, "day"),
        Affect(),
        Evidence("s0", (0, 1), day),
        memory_id=memory_id,
    )


MOVED = Hit(unit("emem_000009", "Hanno moved out on Monday.", "2024-05-06"), 0.8)


def ask(text="When did Hanno move out?", kind="when", hits=(MOVED,)):
    turn = SourceTurn("s0", 0, "s0:0", "Mina", "Hanno moved out on Monday.")
    shown = Packet("0 Mina: Hanno moved out on Monday.", 20, hits, (turn,), labels=(("s0", "s1"),))
    return AnswerRequest(text, RewrittenQuery(text, kind), shown, "2024-05-09", ("Mina",))


def test_help_is_off_unless_it_is_asked_for():
    assert Settings().guided is False


def test_a_day_that_code_resolved_needs_no_model(bench):
    made = bench("never asked", settings=GUIDED)
    made.rules.answer_given = Answer("Monday, May 6, 2024", False, confidence=0.9)
    judged = made.engine.answer(ask())
    assert (judged.value.text, judged.engine, judged.usage.calls) == ("Monday, May 6, 2024", "rules", 0)


def test_hopeless_evidence_is_not_asked_about(bench):
    made = bench("never asked", settings=GUIDED)
    made.rules.answer_given = Answer("", True, confidence=0.05)
    assert made.engine.answer(ask()).value.abstained
    assert made.chat.told == []


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Yes, he stayed", "No, Hanno moved out on Monday"),
        ("he left on Monday", "No, he left on Monday"),
        ("Yes", "No, Hanno moved out on Monday"),
        ("no longer so", "No, Hanno moved out on Monday"),
        ("Hanno stayed as planned. What is or was so instead?", "No, Hanno moved out on Monday"),
        (
            "No. Hanno didn't stay. He left for Lund. He has a dog and two cats there, who sleep on the sofa all day and snore.",
            "No, he left for Lund.",
        ),
    ],
)  # fmt: skip
def test_yes_or_no_is_the_word_of_the_evidence(bench, said, text):
    made = bench({"found": True, "answer": said}, settings=GUIDED)
    made.rules.answer_given = Answer("No, Hanno moved out on Monday", False, confidence=0.9)
    assert made.engine.answer(ask("Did Hanno stay as planned?", "yes_no")).value.text == text
    assert "Did Hanno stay as planned? No. What is or was so instead?" in made.data


def test_what_might_be_is_left_to_the_model(bench):
    made = bench({"found": True, "answer": "Yes"}, settings=GUIDED)
    made.rules.answer_given = Answer("No", False, confidence=0.9)
    assert made.engine.answer(ask("Would Hanno enjoy chess?", "yes_no")).value.text == "Yes"


@pytest.mark.parametrize(
    ("asked", "kind", "said", "text"),
    [
        ("Why did Hanno move out?", "why", "Hanno moved out because of mould", "because of mould"),
        ("When did Hanno move out?", "when", "the week before Hanno moved out", "the week before Hanno moved out"),
    ],
)
def test_what_only_repeats_the_question_is_cut_but_no_time(bench, asked, kind, said, text):
    made = bench({"found": True, "answer": said}, settings=GUIDED)
    assert made.engine.answer(ask(asked, kind)).value.text == text


def test_the_nearest_claims_are_repeated_with_their_days(bench):
    old = Hit(unit("emem_000001", "Mina lives with Hanno.", "2024-05-01"), 0.9, replaced_by="m9", until="2024-05-06")
    made = bench({"found": True, "answer": "No"}, settings=GUIDED)
    made.engine.answer(ask("Does Mina live with Hanno?", "yes_no", (old, MOVED)))
    assert "Mina lives with Hanno. (2024-05-01; no longer holds since 2024-05-06)" in made.data
    made.engine.answer(ask())
    assert "Hanno moved out on Monday. (2024-05-06)" in made.data


def test_units_that_say_the_answers_words_are_cited_for_it(bench):
    made = bench({"found": True, "answer": "Hanno moved"}, settings=GUIDED)
    judged = made.engine.answer(ask("Who moved out?", "who"))
    assert [(cited.memory_id, cited.turn_ids) for cited in judged.value.citations] == [("emem_000009", ("s0:0",))]


def test_not_in_memory_is_a_value_here_too(bench):
    made = bench({"found": False, "answer": "maybe"}, settings=GUIDED)
    assert made.engine.answer(ask("Who moved out?", "who")).value.abstained
