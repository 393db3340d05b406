"""The home and the ledger's file: missing, unwritable, damaged, or of another version."""

import sqlite3
from pathlib import Path

import pytest
from storage_kit import STORY, FakeEmbedder, add, ingest, session, told

from fta_mem.state.errors import StoreError, UnknownCaseError
from fta_mem.storage.store import SqlStore


def test_reading_makes_nothing(home: Path, on_disk: object) -> None:
    store = on_disk()
    assert store.cases() == ()
    assert store.fold_order("case") == ()
    assert store.cached_judgement("case", "key") is None
    for read in (store.view, store.summary, store.forget_case):
        with pytest.raises(UnknownCaseError):
            read("case")
    store.close()
    assert not home.exists()


def test_a_home_that_must_be_there_and_is_not(home: Path) -> None:
    with pytest.raises(StoreError, match="no memory at"):
        SqlStore(home, FakeEmbedder(), create=False)


def test_a_home_that_is_a_file(home: Path) -> None:
    home.write_text("not a folder", encoding="utf-8")
    with pytest.raises(StoreError, match="not a folder"):
        SqlStore(home, FakeEmbedder())


def test_a_home_that_can_not_be_made(home: Path) -> None:
    home.write_text("not a folder", encoding="utf-8")
    with SqlStore(home / "below", FakeEmbedder()) as store, pytest.raises(StoreError, match="can't be made") as caught:
        store.stage("case", session("s1", ["secret"]))
    assert "\n" not in str(caught.value) and "secret" not in str(caught.value)


def test_the_home_is_its_owners_alone(home: Path, on_disk: object) -> None:
    on_disk().stage("case", session("s1", ["x"]))
    assert home.stat().st_mode & 0o077 == 0


def test_a_home_that_can_not_be_written_is_read(home: Path, on_disk: object, monkeypatch: pytest.MonkeyPatch) -> None:
    with on_disk() as store:
        ingest(store, "case", STORY)
    before = sorted(path.name for path in home.iterdir())
    monkeypatch.setattr("fta_mem.storage.ledger.sqlite.os.access", lambda path, mode: False)
    store = on_disk()
    clean = SqlStore.in_memory(FakeEmbedder())
    ingest(clean, "case", STORY)
    assert told(store, "case") == told(clean, "case")
    with pytest.raises(StoreError, match="readonly"):
        store.stage("case", session("s9", ["x"]))
    assert sorted(path.name for path in home.iterdir()) == before


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 100])
def test_a_damaged_ledger_is_one_clear_line(home: Path, on_disk: object, damage: bytes) -> None:
    with on_disk() as store:
        add(store, "case", session("s1", ["a secret"]))
    path = home / "ledger.sqlite3"
    path.write_bytes(damage or path.read_bytes()[:100] + b"\xff" * 9000)
    with pytest.raises(StoreError, match="can't be used") as caught:
        on_disk().view("case")
    assert "\n" not in str(caught.value) and "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE units SET body = X'7B7D'",
        "UPDATE units SET body = X'FF'",
        "DELETE FROM vectors",
        "UPDATE vectors SET vector = X'00'",
    ],
)
def test_a_damaged_record_is_one_clear_line(home: Path, on_disk: object, statement: str) -> None:
    with on_disk() as store:
        add(store, "case", session("s1", ["a secret"]))
    with sqlite3.connect(home / "ledger.sqlite3") as connection:
        connection.execute(statement)
    connection.close()
    with pytest.raises(StoreError, match="damaged"):
        on_disk().view("case")


def test_a_ledger_of_a_newer_version_is_left_alone(home: Path, on_disk: object) -> None:
    with on_disk() as store:
        add(store, "case", session("s1", ["x"]))
    with sqlite3.connect(home / "ledger.sqlite3") as connection:
        connection.execute("INSERT INTO migrations VALUES ('0099_from_the_future', '2030')")
    connection.close()
    store = on_disk()
    for use in (store.view, store.fold_order, lambda case: store.stage(case, session("s2", ["y"]))):
        with pytest.raises(StoreError, match="newer FTA-Mem"):
            use("case")


def test_an_empty_file_becomes_a_ledger(home: Path, on_disk: object) -> None:
    home.mkdir()
    (home / "ledger.sqlite3").touch()
    assert on_disk().cases() == ()
    add(on_disk(), "case", session("s1", ["x"]))
    assert on_disk().summary("case").units == 1


def test_a_row_of_another_case_is_refused(home: Path, on_disk: object) -> None:
    with on_disk() as store:
        add(store, "case", session("s1", ["x"]))
    with sqlite3.connect(home / "ledger.sqlite3") as connection:
        connection.execute("UPDATE cases SET case_id = X'61'")
    connection.close()
    with pytest.raises(StoreError, match="another case"):
        on_disk().view("case")


def test_an_error_of_the_database_never_shows_what_was_said(home: Path, on_disk: object) -> None:
    with on_disk() as store:
        add(store, "case", session("s1", ["x"]))
    with sqlite3.connect(home / "ledger.sqlite3") as connection:
        connection.execute("CREATE TRIGGER full BEFORE INSERT ON turns BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    connection.close()
    with pytest.raises(StoreError, match="disk full") as caught:
        on_disk().stage("case", session("s2", ["a secret"]))
    shown = f"{caught.value} {caught.value.__cause__}"
    assert "secret" not in shown


def test_another_database_can_hold_the_ledger(home: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/elsewhere.db"
    with SqlStore(home, FakeEmbedder(), url=url) as store:
        ingest(store, "case", STORY)
        store.forget_case("case")
        ingest(store, "case", STORY)
    clean = SqlStore.in_memory(FakeEmbedder())
    ingest(clean, "case", STORY)
    with SqlStore(home, FakeEmbedder(), url=url) as store:
        assert told(store, "case") == told(clean, "case")
    assert not (home / "ledger.sqlite3").exists()
