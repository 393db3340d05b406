"""Chat messages as turns, and a session that goes on after its host forgot the beginning."""

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from fta_mem.formats.messages import continued, names_of, retracted, session_from_messages, without
from fta_mem.state.records import Session


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


def thread(names: str) -> Session:
    """Return a thread of messages with these ids: a capital letter for a person's, a small one for a reply."""
    kinds = [HumanMessage if name.isupper() else AIMessage for name in names]
    return session_from_messages("s", [kind(f"said {name}", id=name) for kind, name in zip(kinds, names, strict=True)])


def unnamed(words: str) -> Session:
    kinds = [HumanMessage if word.isupper() else AIMessage for word in words]
    return session_from_messages("s", [kind(f"said {word}") for kind, word in zip(kinds, words, strict=True)])


@pytest.mark.parametrize(
    ("shown", "now", "gone"),
    [
        ("AaBb", "AaBbC", ""),
        ("AaBb", "BbC", ""),  # a beginning that was trimmed
        ("AaBb", "aBbC", "A"),  # one message, its reply still there
        ("AaBb", "bC", ""),  # half an exchange is left, but more than its beginning was trimmed
        ("AaBb", "AaC", "Bb"),  # edited and sent again
        ("AaBb", "AaBc", "b"),  # regenerated
        ("AaBb", "ABb", "a"),
        ("AaBb", "C", ""),
        ("AaBb", "", ""),
        ("", "A", ""),
    ],
)
def test_what_a_thread_took_back_is_told_from_what_it_trimmed(shown: str, now: str, gone: str) -> None:
    assert retracted(tuple(shown), thread(now)) == set(gone)


def test_a_thread_that_branches_off_before_its_first_message_takes_all_back() -> None:
    assert retracted(tuple("Aa"), thread("B"), branched=True) == {"A", "a"}
    assert [turn.text for turn in without(thread("AaBb").turns, thread("Bb"), frozenset("Aa")).turns] == [
        "said B",
        "said b",
    ]


@pytest.mark.parametrize(
    ("held", "now", "whole"),
    [
        ("AaBb", "BbCc", "AaBbCc"),
        ("AaBb", "bCc", "AaBbCc"),
        ("AaBb", "Cc", "AaBbCc"),
        ("AaBb", "AaBb", "AaBb"),
        ("AaBb", "AaCc", "AaCc"),
        ("AaAa", "Aa", "AaAa"),
        ("HaBb", "HcDd", "HaBbHcDd"),
    ],
)
def test_messages_without_ids_go_on_where_they_say_again_what_was_held(held: str, now: str, whole: str) -> None:
    session = continued(unnamed(held).turns, unnamed(now))
    assert "".join(turn.text[-1] for turn in session.turns) == whole
    assert [turn.turn_id for turn in session.turns] == [f"s:{index}" for index in range(len(whole))]


def test_what_a_run_trims_with_its_first_message_kept_stays_where_it_was() -> None:
    session = continued(thread("AaBb").turns, thread("ABbCc"))
    assert names_of(session) == tuple("AaBbCc")
