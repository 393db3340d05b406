"""Vectors are made once; exact search is complete, and its ties stand in canonical order."""

import numpy as np
import pytest
from storage_kit import STORY, FakeEmbedder, add, ingest, session

from fta_mem.state.errors import UnknownCaseError
from fta_mem.storage.ports import Store


def test_texts_are_embedded_once_and_in_one_batch(store: Store, opened: object, embedder: FakeEmbedder) -> None:
    store.stage("case", session("s1", ["x"]))
    first = store.vectors("case", ["one", "two", "one"])
    assert embedder.asked == [["one", "two"]]
    again = opened().vectors("case", ["two", "three"])
    assert embedder.asked[1:] == [["three"]]
    assert np.array_equal(first[0], first[2]) and np.array_equal(first[1], again[0])
    assert first.dtype == np.float32 and first.flags["C_CONTIGUOUS"]
    assert store.vectors("case", []).shape == (0, embedder.dimension)


def test_a_case_that_is_not_there_keeps_no_vectors(store: Store, embedder: FakeEmbedder) -> None:
    store.vectors("nobody", ["one"])
    store.vectors("nobody", ["one"])
    assert embedder.asked == [["one"], ["one"]]


def test_nothing_is_embedded_when_memory_is_read(store: Store, opened: object, embedder: FakeEmbedder) -> None:
    ingest(store, "case", STORY)
    embedder.asked.clear()
    view = opened().view("case")
    assert embedder.asked == []
    assert np.array_equal(view.turn_vectors, embedder.embed([turn.text for turn in view.turns]))
    assert view.unit_vectors.shape == (len(view.units), embedder.dimension)
    for matrix in (view.unit_vectors, view.turn_vectors):
        assert matrix.dtype == np.float32 and matrix.flags["C_CONTIGUOUS"]


def test_near_units_are_those_of_earlier_sessions_nearest_first(store: Store, embedder: FakeEmbedder) -> None:
    add(store, "case", session("s1", ["the dog barks", "rain"], "2024-01-01"))
    add(store, "case", session("s3", ["the dog barks"], "2024-03-01"))
    store.stage("case", session("s2", ["x"], "2024-02-01"))
    (near, other) = store.near_units("case", "s2", embedder.embed(["the dog barks", "rain"]), 5)
    assert [item.fact.text for item, _ in near] == ["the dog barks", "rain"]
    assert near[0][1] == pytest.approx(1.0, abs=1e-6)
    assert {item.evidence.session for item, _ in near} == {"s1"}
    assert other[0][0].fact.text == "rain"
    assert store.near_units("case", "s1", embedder.embed(["rain"]), 5) == [[]]
    assert store.near_units("case", "s2", embedder.embed([]), 5) == []
    assert store.near_units("case", "s2", embedder.embed(["rain"]), 0) == [[]]


def test_ties_stand_in_canonical_order_for_any_count(store: Store, embedder: FakeEmbedder) -> None:
    add(store, "case", session("s2", ["same"] * 9, "2024-02-01"))
    add(store, "case", session("s1", ["same"] * 9, "2024-01-01"))
    places = [(item.evidence.session, item.evidence.turn_span[0]) for item in store.view("case").units]
    names = {item.memory_id: place for item, place in zip(store.view("case").units, places, strict=True)}
    store.stage("case", session("s3", ["x"], "2024-03-01"))
    for count in (1, 7, 18, 99):
        (near,) = store.near_units("case", "s3", embedder.embed(["same"]), count)
        assert [(item.evidence.session, item.evidence.turn_span[0]) for item, _ in near] == places[:count]
        best = store.nearest("case", store.embed_query("same"), count, "exact").units
        assert [names[name] for name, _ in best] == places[:count]


def test_memory_before_a_session_follows_commits_and_staging(store: Store, embedder: FakeEmbedder) -> None:
    vector = embedder.embed(["rain"])
    store.stage("case", session("s3", ["x"], "2024-03-01"))
    assert store.near_units("case", "s3", vector, 5) == [[]]
    add(store, "case", session("s1", ["rain"], "2024-01-01"))
    assert len(store.near_units("case", "s3", vector, 5)[0]) == 1
    add(store, "case", session("s2", ["snow"], "2024-02-01"))
    assert len(store.near_units("case", "s3", vector, 5)[0]) == 2
    store.stage("case", session("s2", ["snow"], "2024-04-01"))
    assert len(store.near_units("case", "s3", vector, 5)[0]) == 1


def test_asking_before_a_session_or_case_that_is_not_there_says_so(store: Store, embedder: FakeEmbedder) -> None:
    with pytest.raises(UnknownCaseError):
        store.units_before("case", "s1")
    store.stage("case", session("s1", ["x"]))
    with pytest.raises(UnknownCaseError):
        store.near_units("case", "s2", embedder.embed(["x"]), 1)


def test_both_ways_of_searching_agree(store: Store, opened: object) -> None:
    texts = [f"word{i % 7} word{i % 11} word{i % 13} number{i}" for i in range(150)]
    ingest(store, "case", [session(f"s{i}", texts[i * 50 : i * 50 + 50], f"2024-0{i + 1}-01") for i in range(3)])
    for reader in (store, opened()):
        for question in ("word3 word5", "word0", "nothing alike", ""):
            vector = reader.embed_query(question)
            for count in (1, 10, 90):
                exact = reader.nearest("case", vector, count, "exact").units
                assert reader.nearest("case", vector, count, "chroma").units == exact
                assert len(exact) == count


def test_a_case_without_units_finds_nothing(store: Store) -> None:
    ingest(store, "case", [session("s1", [])])
    assert store.nearest("case", store.embed_query("x"), 5, "chroma").units == ()
    assert store.view("case").unit_vectors.shape == (0, 16)
