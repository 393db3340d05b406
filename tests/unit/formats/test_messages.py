"""Chat messages as turns, and a session that goes on after its host forgot the beginning."""

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from fta_mem.formats.messages import continued, session_from_messages


def test_contents_in_parts_are_read_as_text() -> None:
    parts: AnyMessage = HumanMessage([{"type": "text", "text": "Look: "}, {"type": "text", "text": "my cat."}])
    assert [turn.text for turn in session_from_messages("s", [parts, AIMessage("")]).turns] == ["Look: my cat."]


def test_a_session_goes_on_where_it_was() -> None:
    whole = session_from_messages("s", [HumanMessage("One", id="a"), AIMessage("Two", id="b")])
    trimmed = session_from_messages("s", [AIMessage("Two, edited", id="b"), HumanMessage("Three", id="c")])
    went_on = continued(whole.turns, trimmed)
    assert [(turn.index, turn.turn_id, turn.text) for turn in went_on.turns] == [
        (0, "a", "One"),
        (1, "b", "Two, edited"),
        (2, "c", "Three"),
    ]
