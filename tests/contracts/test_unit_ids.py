"""A unit's content key keeps its number for good; no number is used twice."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from storage_kit import FakeEmbedder, add, session, unit

from fta_mem.state.errors import StoreError
from fta_mem.state.records import SessionOutcome
from fta_mem.storage.ports import Store
from fta_mem.storage.store import SqlStore


def test_asking_writes_nothing_and_answers_the_same_until_the_commit(store: Store) -> None:
    assert store.memory_ids("case", ["a", "b", "a"]) == ["emem_000001", "emem_000002", "emem_000001"]
    assert store.memory_ids("case", ["c"]) == ["emem_000001"]
    add(store, "case", session("s1", ["x", "y"]))
    assert store.memory_ids("case", ["a"]) == ["emem_000003"]


def test_a_unit_that_comes_back_gets_its_id_back(store: Store, opened: object) -> None:
    (first,) = add(store, "case", session("s1", ["x"]))
    (other,) = add(store, "case", session("s1", ["y"]))
    (again,) = add(opened(), "case", session("s1", ["x"]))
    assert (first.memory_id, other.memory_id, again.memory_id) == ("emem_000001", "emem_000002", "emem_000001")


@settings(max_examples=50)
@given(st.lists(st.tuples(st.sampled_from(["s1", "s2"]), st.lists(st.sampled_from("abcdef"), unique=True)), max_size=8))
def test_no_number_is_ever_used_twice(story: list[tuple[str, list[str]]]) -> None:
    store, meaning = SqlStore.in_memory(FakeEmbedder()), {}
    for session_id, texts in story:
        for item in add(store, "case", session(session_id, texts)):
            said = (item.evidence, item.fact.text)
            assert meaning.setdefault(item.memory_id, said) == said
    assert len(set(meaning.values())) == len(meaning)


@pytest.mark.parametrize(
    ("names", "keys"),
    [
        (["emem_000001"], {}),
        (["emem_000005"], {"emem_000005": "known"}),
        (["emem_000001"], {"emem_000001": "fresh"}),
        (["emem_000002"], {"emem_000002": "fresh", "emem_000003": "fresh"}),
        (["emem_000002", "emem_000002"], {"emem_000002": "fresh"}),
        (["emem_2"], {"emem_2": "fresh"}),
        ([""], {"": "fresh"}),
    ],
    ids=["no key", "renumbered", "number taken", "key shared", "unit twice", "odd id", "no id"],
)
def test_ids_that_the_case_did_not_give_out_are_refused_and_nothing_is_written(
    store: Store, names: list[str], keys: dict[str, str]
) -> None:
    known = unit("s0", 0, "known").with_id("emem_000001")
    store.stage("case", session("s0", ["known"]))
    store.commit(SessionOutcome("case", "s0", (), (known,), (), ()), {"emem_000001": "known"}, "k0")
    store.stage("case", session("s1", ["x"]))
    units = tuple(unit("s1", 0, "x").with_id(name) for name in names)
    if not keys:
        units = (*units, unit("s1", 0, "y").with_id("emem_000007"))
    with pytest.raises(StoreError):
        store.commit(SessionOutcome("case", "s1", (), units, (), ()), keys, "k1")
    assert [item.fact.text for item in store.view("case").units] == ["known"]
    assert store.fold_order("case")[1].fold_key is None
    assert store.memory_ids("case", ["next"]) == ["emem_000002"]
