"""Staging keeps a session for construction without making it memory."""

import pytest
from storage_kit import FakeEmbedder, add, session

from fta_mem.state.encoding import content_hash
from fta_mem.state.errors import StoreError, UnknownCaseError
from fta_mem.state.records import Session, SessionOutcome, Turn
from fta_mem.storage.ports import Store

ODD = ["", "\x00\x01\x1b[31m", "\ud83d lone \udc00", "\ud83d\ude00 two halves", "{braces} %s", "小棠", "x" * 60_000]


def test_a_staged_session_is_there_for_construction_and_for_no_reader(store: Store) -> None:
    store.stage("case", session("s1", ["hello", "there"]))
    assert store.session_head("case", "s1").turn_count == 2
    assert store.cases() == ()
    for read in (store.view, store.summary):
        with pytest.raises(UnknownCaseError, match="no case 'case'"):
            read("case")


def test_turns_come_back_by_inclusive_span(store: Store) -> None:
    store.stage("case", session("s1", ["zero", "one", "two", "three"]))
    assert [turn.text for turn in store.turns("case", "s1", 1, 2)] == ["one", "two"]
    assert [turn.text for turn in store.turns("case", "s1", 3, 9)] == ["three"]
    assert store.turns("case", "none", 0, 9) == ()


def test_any_text_comes_back_as_it_was(store: Store, opened: object) -> None:
    turns = [Turn(i, f"\ud800{i}", "user", "\udfff", text, None, "\x00") for i, text in enumerate(ODD)]
    given = Session("s\x00\ud800", None, tuple(turns))
    add(store, "case", given)
    again = opened()
    assert again.turns("case", given.session_id, 0, 99) == given.turns
    assert [turn.text for turn in again.view("case").turns] == [turn.content for turn in turns]
    assert {item.fact.text for item in again.view("case").units} == set(ODD)


def test_a_head_says_who_speaks_and_what_the_session_hashes_to(store: Store) -> None:
    turns = (
        Turn(0, "a", "system", "System", "be kind"),
        Turn(1, "b", "assistant", "Guide", "hello"),
        Turn(2, "c", "user", "Ana", "hi"),
        Turn(3, "d", "assistant", "Guide", "how are you"),
    )
    given = Session("s1", "2024-01-01", turns)
    store.stage("case", given)
    head = store.session_head("case", "s1")
    assert (head.people, head.content_hash, head.timestamp) == (("Ana", "Guide"), content_hash(given), "2024-01-01")


def test_a_changed_session_is_staged_beside_its_committed_form(store: Store) -> None:
    add(store, "case", session("s1", ["old"]))
    store.stage("case", session("s1", ["new", "newer"]))
    assert [turn.text for turn in store.turns("case", "s1", 0, 9)] == ["new", "newer"]
    assert store.session_head("case", "s1").turn_count == 2
    assert [turn.text for turn in store.view("case").turns] == ["old"]
    store.drop_staged("case")
    assert [turn.text for turn in store.turns("case", "s1", 0, 9)] == ["old"]


def test_staging_what_is_memory_already_stages_nothing(store: Store) -> None:
    given = session("s1", ["same"])
    add(store, "case", given, fold_key="first")
    store.stage("case", session("s1", ["other"]))
    store.stage("case", given)
    assert [entry.fold_key for entry in store.fold_order("case")] == ["first"]


def test_dropping_forgets_only_what_was_staged(store: Store) -> None:
    add(store, "case", session("s1", ["kept"]))
    store.stage("case", session("s2", ["dropped"]))
    store.drop_staged("case")
    assert [entry.head.session_id for entry in store.fold_order("case")] == ["s1"]
    with pytest.raises(UnknownCaseError):
        store.session_head("case", "s2")


def test_dropping_in_a_case_that_is_not_there_does_nothing(store: Store) -> None:
    store.drop_staged("nobody")
    assert store.fold_order("nobody") == ()


def test_an_outcome_of_a_session_that_was_never_staged_is_refused(store: Store) -> None:
    store.stage("case", session("s1", ["a"]))
    with pytest.raises(UnknownCaseError, match="'s2'"):
        store.commit(SessionOutcome("case", "s2", (), (), (), ()), {}, "key")


def test_another_embedder_is_refused_before_anything_is_mixed(opened: object, embedder: FakeEmbedder) -> None:
    add(opened(), "case", session("s1", ["a"]))
    embedder.name = "other"
    store = opened()
    for use in (store.view, lambda case: store.vectors(case, ["b"]), lambda case: store.units_before(case, "s1")):
        with pytest.raises(StoreError, match="embedded by 'fake'"):
            use("case")
