"""Erasing turns and sessions: gone from memory and every file, made anew from the rest, kept away afterwards."""

from pathlib import Path

import pytest
from hypothesis import given as given_that
from hypothesis import settings
from hypothesis import strategies as st
from storage_kit import STORY, FakeEmbedder, add, ingest, session, told

from fta_mem.state.erasure import Erasure
from fta_mem.state.errors import UnknownCaseError
from fta_mem.state.records import Case
from fta_mem.storage.ports import Store
from fta_mem.storage.store import SqlStore

SECRET = "my safe's code is marigold-71 and nobody knows"
PLACES = st.sets(
    st.sampled_from([(given.session_id, turn.index) for given in STORY for turn in given.turns]), min_size=1
)


def erasure(places: set[tuple[str, int]], sessions: set[str] | None = None) -> Erasure:
    names = {name for name, _ in places}
    turns = {name: frozenset(index for other, index in places if other == name) for name in names}
    return Erasure(frozenset(sessions or ()), turns)


def said(store: Store) -> list[str]:
    return [turn.text for turn in store.view("case").turns]


@settings(max_examples=25)
@given_that(PLACES, st.sets(st.sampled_from([given.session_id for given in STORY]), max_size=1))
def test_what_is_left_is_the_memory_of_a_clean_run_over_it(places: set[tuple[str, int]], sessions: set[str]) -> None:
    wanted = erasure(places, sessions)
    store, clean = SqlStore.in_memory(FakeEmbedder()), SqlStore.in_memory(FakeEmbedder())
    ingest(store, "case", STORY)
    before = {(item.evidence, item.fact.text): item.memory_id for item in store.view("case").units}
    store.erase_said("case", wanted)
    ingest(store, "case", [])
    left = [wanted.left_of(given) for given in STORY if given.session_id not in sessions]
    ingest(clean, "case", left)
    if left:
        assert told(store, "case") == told(clean, "case")
    for item in store.view("case").units:
        assert before.get((item.evidence, item.fact.text), item.memory_id) == item.memory_id


def test_what_goes_with_a_turn_is_told_before(store: Store) -> None:
    (first,) = add(store, "case", session("s1", ["a dog"]))
    add(store, "case", session("s2", ["a cat"]))
    found = store.resting_on("case", erasure({("s1", 0)}))
    assert [(name, turn.text) for name, turn in found.turns] == [("s1", "a dog")]
    assert [item.memory_id for item in found.units] == [first.memory_id]
    assert said(store) == ["a dog", "a cat"]


def test_nothing_made_with_it_is_seen_before_memory_is_made_anew(store: Store) -> None:
    for name in ("s1", "s2", "s3"):
        add(store, "case", session(name, [f"said in {name}", "and more"]))
    store.erase_said("case", erasure({("s2", 0)}))
    assert said(store) == ["said in s1", "and more", "", "and more", "said in s3", "and more"]
    assert {item.evidence.session for item in store.view("case").units} == {"s1"}
    assert [entry.fold_key for entry in store.fold_order("case")] == ["key", None, None]


def test_what_was_only_staged_can_be_erased(store: Store) -> None:
    store.stage("case", session("s1", [SECRET, "more"]))
    store.erase_said("case", erasure({("s1", 0)}))
    assert said(store) == ["", "more"]


@pytest.mark.parametrize("wanted", [erasure({("s9", 0)}), erasure({("s1", 7)}), erasure(set(), {"s9"})])
def test_what_is_not_there_is_refused_and_nothing_goes(store: Store, wanted: Erasure) -> None:
    add(store, "case", session("s1", ["a dog"]))
    with pytest.raises(UnknownCaseError):
        store.erase_said("case", wanted)
    with pytest.raises(UnknownCaseError):
        store.erase_said("nobody", wanted)
    assert said(store) == ["a dog"]


def test_it_is_in_no_file_and_another_persons_words_are(on_disk: object, home: Path) -> None:
    store = on_disk()
    add(store, "neighbour", session("s1", ["a remark that the neighbour made"]))
    ingest(
        store, "case", [session("s1", [SECRET, "~ the move"], "2024-01-01"), session("s2", ["is over"], "2024-02-01")]
    )
    store.keep_judgement("case", "key", f'{{"text": "{SECRET}"}}')
    store.follow_index("case")
    assert [path for path in home.rglob("*") if path.is_file() and b"marigold" in path.read_bytes()]
    gone = store.erase_said("case", erasure({("s1", 0)}))
    ingest(store, "case", [])
    store.remake_index("case")
    assert [path for path in home.rglob("*") if path.is_file() and b"marigold" in path.read_bytes()] == []
    found = store.traces("case", gone)
    assert (found.texts, found.found_in) == (1, ())
    assert found.files > 2
    assert [turn.text for turn in store.view("neighbour").turns] == ["a remark that the neighbour made"]


def test_a_trace_that_is_left_is_found(on_disk: object, home: Path) -> None:
    store = on_disk()
    add(store, "case", session("s1", [SECRET]))
    gone = store.erase_said("case", erasure({("s1", 0)}))
    (home / "copy.txt").write_text(f"a copy: {SECRET}")
    assert store.traces("case", gone).found_in == ("copy.txt",)
    add(store, "neighbour", session("s1", [SECRET]))
    assert store.traces("case", gone).texts == 0  # theirs to keep


def test_it_stays_away_until_it_is_asked_for(store: Store) -> None:
    told_twice = (session("s1", [SECRET, "Yes."]), session("s2", ["Yes.", "more"]))
    ingest(store, "case", told_twice)
    store.erase_said("case", erasure({("s1", 0), ("s1", 1), ("s2", 1)}))
    kept, count = store.without_erased(Case("case", (*told_twice, session("s3", [SECRET, "Yes."]))))
    assert [[turn.text for turn in given.turns] for given in kept.sessions] == [["Yes.", ""], ["", "Yes."]]
    assert count == 4
    assert store.without_erased(Case("other", told_twice))[1] == 0
    store.bring_back("case")
    assert store.without_erased(Case("case", told_twice))[1] == 0


def test_the_number_of_an_erased_unit_is_not_given_again(store: Store) -> None:
    (first,) = add(store, "case", session("s1", ["a dog"]))
    store.erase_said("case", erasure(set(), {"s1"}))
    (again,) = add(store, "case", session("s1", ["a dog"]))
    assert (first.memory_id, again.memory_id) == ("emem_000001", "emem_000002")
