"""A store in memory: its own, shared by threads, and nowhere on disk."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from storage_kit import STORY, FakeEmbedder, add, ingest, session, told

from fta_mem.storage.store import SqlStore


def test_two_stores_know_nothing_of_each_other() -> None:
    with SqlStore.in_memory(FakeEmbedder()) as one, SqlStore.in_memory(FakeEmbedder()) as other:
        add(one, "case", session("s1", ["x"]))
        assert other.cases() == ()


def test_threads_take_turns_at_it() -> None:
    clean = SqlStore.in_memory(FakeEmbedder())
    ingest(clean, "case", STORY)
    with SqlStore.in_memory(FakeEmbedder()) as store, ThreadPoolExecutor(8) as pool:
        names = [f"case {number}" for number in range(16)]
        list(pool.map(lambda name: ingest(store, name, STORY), names))
        views = list(pool.map(lambda name: told(store, name), names * 3))
        assert all(view == told(clean, "case") for view in views)


def test_a_failed_change_leaves_it_as_it_was() -> None:
    with SqlStore.in_memory(FakeEmbedder()) as store:
        ingest(store, "case", STORY)
        before = told(store, "case")
        with pytest.raises(ZeroDivisionError):
            store._ledger.write(lambda connection: connection.exec_driver_sql("DELETE FROM units") and 1 / 0)
        assert told(store, "case") == before
        add(store, "case", session("s99", ["more"], "2025-01-01"))
        assert store.summary("case").sessions == 4


def test_nothing_is_left_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with SqlStore.in_memory(FakeEmbedder()) as store:
        ingest(store, "case", STORY)
        store.remake_index("case")
        store.nearest("case", store.embed_query("dog"), 3, "chroma")
    assert list(tmp_path.iterdir()) == []
