"""A question and its answer stand in a packet together; a short reply brings what was asked."""

import pytest

from fta_mem.retrieval.exchanges import half_exchanges
from fta_mem.retrieval.packing import pack
from fta_mem.state.answering import SourceTurn


def turn(index, speaker, text, *, session="s1", score=0.0, needs=None):
    role = "assistant" if speaker == "Sol" else "user"
    return SourceTurn(session, index, f"{session}:{index}", speaker, text, None, role, score, needs=needs)


@pytest.mark.parametrize(
    ("asked", "said", "halves"),
    [
        (("Sol", "That must be hard. Where do you live?"), ("Ana", "With my aunt, for the time being."), {0: 1}),
        (("Sol", "Where do you live?"), ("Ana", "In Leeds."), {0: 1, 1: 0}),
        (("Sol", "I see."), ("Ana", "In Leeds."), {}),
        (("Theo", "We went to Leeds and saw the old mill there. You?"), ("Ana", "I stayed at home all week, ill."), {}),
        (("Theo", "And you, what did you do?"), ("Ana", "I stayed at home all week, ill."), {0: 1}),
        (("Ana", "Did I say so?"), ("Ana", "I did."), {}),
    ],
)
def test_questions_and_short_replies_are_halves(asked, said, halves):
    assert half_exchanges([turn(0, *asked), turn(1, *said)]) == halves


def test_no_answer_comes_from_another_session():
    assert half_exchanges([turn(0, "Sol", "Where?"), turn(0, "Ana", "In Leeds.", session="s2")]) == {}


ASKED = turn(4, "Sol", "Where do you live these days?", score=0.9, needs=5)
SAID = turn(5, "Ana", "With my aunt, for the time being.", score=0.1)


def shown(turns, budget):
    packet = pack(
        [], turns, (), sessions=("s1",), budget=budget, tokens_per_unit=100, count=lambda text: len(text.split())
    )
    return [turn.turn_index for turn in packet.turns]


def test_a_chosen_question_brings_its_answer():
    assert shown([ASKED, SAID], 100) == [4, 5]


def test_a_question_gives_way_where_only_its_answer_fits():
    assert shown([ASKED, SAID], 20) == [5]


def test_a_short_reply_without_room_for_its_question_is_left():
    reply = turn(5, "Ana", "Since March.", score=0.9, needs=4)
    asked = turn(4, "Sol", "How long have you been living with your aunt now?", needs=5)
    assert shown([reply, asked], 20) == []
    assert shown([reply, asked], 40) == [4, 5]
