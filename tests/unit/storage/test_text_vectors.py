"""Vectors are made once, and the latest ones are not even read again."""

import pytest
from storage_kit import FakeEmbedder, session

from fta_mem.storage import recent_vectors
from fta_mem.storage.store import SqlStore


def test_a_text_is_embedded_once_and_repeated_texts_share_a_row() -> None:
    embedder = FakeEmbedder()
    with SqlStore.in_memory(embedder) as store:
        rows = store.open_vectors(["a", "bb", "a"])
        assert (rows[0] == rows[2]).all() and (rows[0] != rows[1]).any()
        store.open_vectors(["bb", "ccc"])
        assert store.open_vectors([]).shape == (0, embedder.dimension)
        assert embedder.asked == [["a", "bb"], ["ccc"]]


def test_what_was_said_in_an_open_session_is_kept_with_the_case_that_comes_of_it() -> None:
    embedder = FakeEmbedder()
    with SqlStore.in_memory(embedder) as store:
        store.open_vectors(["a"])
        store.stage("case", session("s1", ["a"]))
        store.vectors("case", ["a"])
        store._vectors.forget()
        store.vectors("case", ["a"])
        assert embedder.asked == [["a"]]


def test_the_oldest_are_forgotten_and_all_of_a_case_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent_vectors, "KEPT", 3)
    embedder = FakeEmbedder()
    with SqlStore.in_memory(embedder) as store:
        for text in "abcd":
            store.open_vectors([text])
        store.open_vectors(["a"])
        assert embedder.asked[4:] == [["a"]]
        store.stage("case", session("s1", ["x"]))
        store.forget_case("case")
        store.open_vectors(["a"])
        assert embedder.asked[5:] == [["a"]]
