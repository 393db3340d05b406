"""The index follows the ledger, and can be made again from it."""

import logging
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from storage_kit import STORY, FakeEmbedder, add, ingest, proposed, session

from fta_mem.state.errors import StoreError
from fta_mem.state.records import Link
from fta_mem.storage.store import SqlStore


def agrees(store: SqlStore, question: str = "dog") -> bool:
    vector = store.embed_query(question)
    return store.nearest("case", vector, 5, "chroma").units == store.nearest("case", vector, 5, "exact").units != ()


def generations(home: Path) -> list[str]:
    return sorted(path.name for path in (home / "index").glob("*/*"))


def flats(store: SqlStore) -> dict[str, dict[str, object]]:
    """Return what the index of the case holds beside texts and vectors."""
    (opened,) = store._index._indexes._open.values()
    held = opened.collection.get(include=["metadatas"])
    return dict(zip(held["ids"], held["metadatas"], strict=True))


def proposals(store: SqlStore, question: str = "dog") -> list[int] | None:
    return proposed(store, question, 3)


def test_what_only_grew_or_was_filed_otherwise_is_added_in_place(on_disk: object, home: Path) -> None:
    store = on_disk()
    (old,) = add(store, "case", session("s1", ["the dog"], "2024-01-01"))
    store.follow_index("case")
    link = lambda named: [Link(named[0].memory_id, old.memory_id, "updates", lifecycle="completed")]  # noqa: E731
    add(store, "case", session("s2", ["the dog again"], "2024-01-02"), links=link)
    store.follow_index("case")
    assert generations(home) == ["1"]
    assert proposals(store) == [0, 1]
    assert agrees(store)


def test_what_is_known_of_an_index_is_not_asked_of_it_again(on_disk: object, home: Path) -> None:
    """A session that is added to many costs the index what it adds, also where it says something of an older unit."""
    store, fresh = on_disk(), []
    for number in range(6):
        link = lambda named: [Link(named[0].memory_id, old, "updates", lifecycle="completed") for old in fresh[-1:]]  # noqa: E731
        (unit,) = add(store, "case", session(f"s{number}", [f"dog {number}"], f"2024-01-0{number + 1}"), links=link)
        store.follow_index("case")
        fresh.append(unit.memory_id)
    assert generations(home) == ["1"]
    kept = flats(store)
    assert [kept[name]["lifecycle"] for name in fresh] == ["completed"] * 5 + ["unknown"]
    store.remake_index("case")
    assert flats(store) == kept
    assert agrees(store)


def test_a_unit_that_comes_between_others_is_added_in_place(on_disk: object, home: Path) -> None:
    store = on_disk()
    for day in ("01", "03", "02"):
        add(store, "case", session(f"s{day}", [f"dog {day}"], f"2024-01-{day}"))
        store.follow_index("case")
    assert generations(home) == ["1"]
    assert proposals(store) == [0, 1, 2]


def test_what_lost_a_unit_or_a_wording_is_made_afresh(on_disk: object, home: Path) -> None:
    store = on_disk()
    (old,) = add(store, "case", session("s1", ["the dog"], "2024-01-01"))
    store.follow_index("case")
    add(store, "case", session("s2", ["-"], "2024-01-02"), units=[replace(old, fact=replace(old.fact, text="a dog"))])
    store.follow_index("case")
    assert generations(home) == ["2"]
    add(store, "case", session("s1", ["the cat"], "2024-01-01"))
    add(store, "case", session("s2", ["-"], "2024-01-02"))
    store.follow_index("case")
    assert generations(home) == ["3"]
    assert agrees(store, "cat") and agrees(on_disk(), "cat")


def test_a_ledger_that_ran_ahead_is_followed_at_the_next_search(on_disk: object, home: Path) -> None:
    with on_disk() as store:
        ingest(store, "case", STORY[:1])
        add(store, "case", STORY[1])
    reader = on_disk()
    assert agrees(reader)
    assert len(proposals(reader)) == len(reader.view("case").units)


def test_an_index_that_is_gone_comes_back_without_embedding(
    on_disk: object, home: Path, embedder: FakeEmbedder
) -> None:
    with on_disk() as store:
        ingest(store, "case", STORY)
    shutil.rmtree(home / "index")
    embedder.asked.clear()
    store = on_disk()
    assert agrees(store)
    assert [len(texts) for texts in embedder.asked] == [1]  # the question
    assert generations(home) == ["1"]


def test_a_damaged_index_is_noticed_and_can_be_made_again(
    on_disk: object, home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with on_disk() as store:
        ingest(store, "case", STORY)
    (database,) = (home / "index").rglob("chroma.sqlite3")
    database.write_bytes(b"no database" * 1000)
    store = on_disk()
    with caplog.at_level(logging.WARNING):
        assert agrees(store)
    assert "searching exactly" in caplog.text
    caplog.clear()
    store.remake_index("case")
    assert proposals(store) is not None
    assert caplog.text == ""


def test_a_cut_off_index_is_noticed(on_disk: object, home: Path, caplog: pytest.LogCaptureFixture) -> None:
    with on_disk() as store:
        ingest(store, "case", [session("s1", [f"dog number{i}" for i in range(1100)])])
    (vectors,) = (home / "index").rglob("data_level0.bin")
    with vectors.open("r+b") as file:
        file.truncate(vectors.stat().st_size // 2)
    store = on_disk()
    assert agrees(store)
    assert "damaged" in caplog.text
    ingest(store, "case", [session("s2", ["dog"])])
    assert len(proposals(store)) > 0


def test_an_index_made_by_another_embedder_is_made_again(on_disk: object, home: Path) -> None:
    with on_disk() as store:
        ingest(store, "case", STORY)
    other = SqlStore(home.with_name("other"), FakeEmbedder("other", 8))
    with other:
        ingest(other, "case", STORY)
    shutil.rmtree(home / "index")
    shutil.copytree(home.with_name("other") / "index", home / "index")
    store = on_disk()
    assert agrees(store)
    store.remake_index("case")
    assert proposals(store) is not None and agrees(store)


def test_only_a_few_indexes_stay_open(on_disk: object) -> None:
    store = on_disk()
    for number in range(10):
        ingest(store, f"case {number}", [session("s1", ["dog"])])
    assert len(store._index._indexes._open) == len(store._index._indexes._locks) == 8
    store.close()
    assert store._index._indexes._locks == {}


def test_text_that_chroma_does_not_take_is_found_all_the_same(on_disk: object) -> None:
    store = on_disk()
    ingest(store, "case", [session("s\ud800\x00", ["\ud83d dog \x00", "", "dog"], name="\udfff")])
    assert len(proposals(store)) == 3
    assert agrees(store)


def test_an_index_that_another_process_has_open_is_not_remade(on_disk: object, other_process: object) -> None:
    with on_disk() as store:
        ingest(store, "case", STORY)
    with other_process("read") as process:
        process.stdout.readline()
        store = on_disk()
        with pytest.raises(StoreError, match="another process has the index"):
            store.remake_index("case")
    store.remake_index("case")
    assert proposals(store) is not None and agrees(store)


def lose_files(home: Path) -> None:
    shutil.rmtree(home / "index")


def cut_files(home: Path) -> None:
    for path in (home / "index").glob("*/*/chroma.sqlite3"):
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@contextmanager
def behind_our_back(home: Path) -> Iterator[Any]:
    import chromadb

    (folder,) = (home / "index").glob("*/*")
    client = chromadb.PersistentClient(path=str(folder))
    yield client.get_collection("units", embedding_function=None)
    client.close()


def lose_a_unit(home: Path) -> None:
    with behind_our_back(home) as collection:
        collection.delete(ids=collection.get()["ids"][:1])


def turn_a_vector(home: Path) -> None:
    with behind_our_back(home) as collection:
        held = collection.get(include=["embeddings"])
        collection.update(ids=held["ids"][:1], embeddings=-held["embeddings"][:1])


@pytest.mark.parametrize("spoil", [lose_files, cut_files, lose_a_unit, turn_a_vector])
def test_an_index_that_is_not_what_the_ledger_says_is_told_and_remade(
    on_disk: object, home: Path, spoil: Callable[[Path], None]
) -> None:
    store = on_disk()
    ingest(store, "case", STORY)
    store.follow_index("case")
    assert store.faults() == ()
    store.close()
    spoil(home)
    again = on_disk()
    (told,) = again.faults()
    assert "reindex" in told
    again.remake_index("case")
    assert again.faults() == ()
    assert agrees(again)


def test_an_index_without_its_case_in_the_ledger_is_told(on_disk: object, home: Path) -> None:
    store = on_disk()
    ingest(store, "case", STORY)
    store.follow_index("case")
    store.close()
    (home / "ledger.sqlite3").unlink()
    (told,) = on_disk().faults()
    assert told.startswith("1 cases have an index and nothing in the ledger")


def test_a_staged_session_is_told(on_disk: object) -> None:
    store = on_disk()
    store.stage("case", session("s1", ["the dog"], "2024-01-01"))
    (told,) = store.faults()
    assert "broke off before 1 of its sessions" in told


def test_nothing_is_said_on_the_strength_of_a_turn_whose_words_were_changed(on_disk: object, home: Path) -> None:
    store = on_disk()
    add(store, "case", session("s1", ["the dog"], "2024-01-01"))
    store.close()
    with closing(sqlite3.connect(home / "ledger.sqlite3")) as ledger, ledger:
        ledger.execute("UPDATE turns SET body = CAST(replace(CAST(body AS TEXT), 'dog', 'cat') AS BLOB)")
    again = on_disk()
    with pytest.raises(StoreError, match="not what was read"):
        again.view("case")
    assert "not what was read" in again.faults()[0]
    assert again.forget_case("case").turns == 1
    assert again.faults() == ()
