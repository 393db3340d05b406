"""Plain values become records, or one line that says which field is wrong and nothing of what stands in it."""

from typing import Any

import pytest

from fta_mem.decoding import decoded, decoding
from fta_mem.state.answering import AnsweringState, Packet, RewrittenQuery
from fta_mem.state.construction import ConstructionState
from fta_mem.state.encoding import to_json
from fta_mem.state.errors import RecordError
from fta_mem.state.records import Affect, Candidate, Evidence, Fact, Fragment, FTAUnit, TimeAnchor, Usage

UNIT = FTAUnit(Fact("Ana moved."), TimeAnchor(), Affect(), Evidence("s1", (0, 1)))


def test_an_edited_record_may_leave_out_fields_and_carry_more() -> None:
    assert decoded(Fact, {"text": "Ana moved.", "colour": "blue"}) == Fact("Ana moved.")


def test_a_record_stays_the_same_object() -> None:
    assert decoded(FTAUnit, UNIT) is UNIT


def test_half_a_character_is_kept() -> None:
    assert decoded(Fact, {"text": "half \ud83d"}).text == "half \ud83d"


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (Fact, "x", "Fact: Input should be a dictionary or an instance of Fact"),
        (Fact, {}, "Fact.text: Field required"),
        (Fact, {"text": 3}, "Fact.text: Input should be a valid string"),
        (Fact, {"text": "a", "content_type": "mood"}, "Fact.content_type: Input should be 'event'"),
        (Evidence, {"session": "s", "turn_span": [1]}, "Evidence.turn_span.1: Field required"),
        (Evidence, {"session": "s", "turn_span": [4, 1]}, "inclusive span"),
        (Fact, {"text": "a", "participants": "Ana"}, "Fact.participants: Input should be a valid tuple"),
    ],
)
def test_wrong_json_is_named(kind: type, value: object, said: str) -> None:
    with pytest.raises(RecordError) as error:
        decoded(kind, value)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_nothing_that_was_said_stands_in_the_error() -> None:
    with pytest.raises(RecordError) as error:
        decoded(Fact, {"text": ["I am ill"], "participants": "I am ill"})
    assert "ill" not in repr((error.value, error.value.__cause__))


def test_a_state_class_hands_out_records_whoever_wrote_its_channels() -> None:
    built: Any = decoding(ConstructionState)
    edited = {"units": [to_json(UNIT)], "candidates": [{"unit": to_json(UNIT)}], "usage": {"calls": 2}}
    state = built(case_id="ana", fragments=[Fragment(0, 1), {"start": 2, "end": 3}], **edited)
    assert type(state) is ConstructionState
    assert state.fragments == [Fragment(0, 1), Fragment(2, 3)]
    assert (state.units, state.candidates, state.usage) == ([UNIT], [Candidate(UNIT)], Usage(2))
    assert (state.links, state.provisional) == ([], None)


def test_what_is_missing_has_its_default_and_what_is_wrong_is_named() -> None:
    built: Any = decoding(AnsweringState)
    state = built(question="Who?", query={"text": "who", "cues": {"participants": ["Ana"]}})
    assert (state.query.cues.participants, state.packet, state.now) == (("Ana",), Packet("", 0), None)
    assert built(query=RewrittenQuery("who")).query == RewrittenQuery("who")
    with pytest.raises(RecordError, match="AnsweringState.hits.0.unit: Field required"):
        built(hits=[{"score": 1.0}])
