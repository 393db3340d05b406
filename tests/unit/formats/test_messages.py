"""Chat messages as turns, and a session that goes on after its host forgot the beginning."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from fta_mem.formats.messages import continued, session_from_messages
from fta_mem.state.records import Session


def test_contents_in_parts_are_read_as_text() -> None:
    parts: AnyMessage = HumanMessage([{"type": "text", "text": "Look: "}, {"type": "text", "text": "my cat."}])
    assert [turn.text for turn in session_from_messages("s", [parts, AIMessage("")]).turns] == ["Look: my cat."]


def thread(*messages: tuple[str, str] | tuple[str, str, str]) -> Session:
    """Messages as (role, text), with an id as a third where the host gives ids."""
    made = [
        (HumanMessage if role == "user" else AIMessage)(text, id=ids[0] if ids else None)
        for role, text, *ids in messages
    ]
    return session_from_messages("s", made)


def told(session: Session) -> list[str]:
    assert [turn.index for turn in session.turns] == list(range(len(session.turns)))
    assert len({turn.turn_id for turn in session.turns}) == len(session.turns)
    return [turn.text for turn in session.turns]


A, B, C, D = ("user", "One", "a"), ("assistant", "Two", "b"), ("user", "Three", "c"), ("assistant", "Four", "d")


@pytest.mark.parametrize("ids", [True, False])
@pytest.mark.parametrize(
    ("held", "shown", "stands"),
    [
        ([A, B], [A, B, C, D], [A, B, C, D]),
        ([A, B, C, D], [C, D], [A, B, C, D]),  # trimmed
        ([A, B], [C, D], [A, B, C, D]),  # each run is given its own messages alone
        ([], [A], [A]),
    ],
)
def test_what_a_host_trims_stays(held: Any, shown: Any, stands: Any, ids: bool) -> None:
    cut = 3 if ids else 2
    before, now = thread(*[each[:cut] for each in held]), thread(*[each[:cut] for each in shown])
    assert told(continued(before.turns, now)) == [each[1] for each in stands]


def test_what_is_said_twice_stays_twice() -> None:
    yes, fine = ("user", "Yes."), ("assistant", "Fine.")
    held = thread(yes, fine, yes, fine)
    assert told(continued(held.turns, thread(yes, fine, yes, fine, yes, fine))) == ["Yes.", "Fine."] * 3


NEW = ("assistant", "Two again", "e")


@pytest.mark.parametrize(
    ("held", "shown"),
    [
        ([A, B], [A, NEW]),  # regenerated
        ([A, B, C, D], [A, B, D]),  # removed in the middle
        ([A, B, C, D], [A, B]),  # removed at the end
        ([A, B, C, D], [("user", "One, edited", "a"), B, C, D]),
        ([A, B, C, D], [("user", "Uno", "x"), B, C, D]),  # said anew at the beginning
        ([A, B], [B, C, D]),  # the first one taken back, its reply left
    ],
)
def test_what_a_host_removes_edits_or_regenerates_goes(held: Any, shown: Any) -> None:
    now = thread(*shown)
    assert told(continued(thread(*held).turns, now)) == told(now)


def test_a_thread_that_begins_again_from_an_earlier_point_is_all_there_is() -> None:
    held, now = thread(A, B), thread(C, D)
    assert told(continued(held.turns, now, whole=True)) == ["Three", "Four"]


@given(st.lists(st.sampled_from("abc"), max_size=8), st.integers(0, 8))
def test_a_window_over_a_thread_without_ids_loses_and_doubles_nothing(said: list[str], most: int) -> None:
    held = thread()
    numbered = [f"{text}{place}" for place, text in enumerate(said)]
    for end in range(1, len(numbered) + 1):
        held = continued(held.turns, thread(*[("user", text) for text in numbered[max(0, end - 1 - most) : end]]))
    assert told(held) == numbered
