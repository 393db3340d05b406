"""Forgotten means gone from every file: rows, vectors, documents, free pages and logs."""

from pathlib import Path

import pytest
from storage_kit import FakeEmbedder, add, session

from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, Link, LongitudinalLine, TimeAnchor
from fta_mem.state.retrieval_text import retrieval_text
from fta_mem.storage.ledger.row_encoding import vector_bytes
from fta_mem.storage.store import SqlStore

CANARY = "marigold-71"


def files_with(home: Path, needles: list[bytes]) -> list[str]:
    files = [path for path in home.rglob("*") if path.is_file()]
    return [path.name for path in files if any(needle in path.read_bytes() for needle in needles)]


def plant(store: SqlStore, case_id: str) -> list[bytes]:
    """Put a canary into everything that can hold one; return its traces."""
    told = session(f"s {CANARY}", [f"my code word is {CANARY}", "and nothing else"], "2024-01-01", name=f"Ana {CANARY}")
    item = FTAUnit(
        Fact(f"The code word is {CANARY}", participants=(CANARY,), summary=CANARY),
        TimeAnchor(event_time=f"since {CANARY}"),
        Affect(CANARY),
        Evidence(told.session_id, (0, 1)),
        "complete",
    )
    other = FTAUnit(Fact(f"again {CANARY}"), TimeAnchor(), Affect(), Evidence(told.session_id, (1, 1)), "complete")
    add(
        store,
        case_id,
        told,
        units=[item, other],
        links=lambda named: [Link(named[1].memory_id, named[0].memory_id, "updates", at=CANARY)],
        lines=lambda named: [LongitudinalLine(CANARY, "user", CANARY, (named[0].memory_id,))],
    )
    store.keep_judgement(case_id, "key", f'"{CANARY}"')
    store.stage(case_id, session("staged", [f"{CANARY} staged"]))
    store.follow_index(case_id)
    store.nearest(case_id, store.embed_query(CANARY), 2, "chroma")
    texts = [turn.text for turn in told.turns] + [retrieval_text(item), retrieval_text(other)]
    return [CANARY.encode(), *[vector_bytes(row) for row in FakeEmbedder().embed(texts)]]


def test_nothing_of_a_forgotten_case_is_left_in_any_file(on_disk: object, home: Path) -> None:
    store = on_disk()
    add(store, "neighbour", session("s1", ["an unrelated remark"]))
    traces = plant(store, "case")
    assert files_with(home, traces)
    store.forget_case("case")
    assert files_with(home, traces) == []
    assert [path.name for path in (home / "index").iterdir()] == []
    assert sorted(path.name.split(".")[1] for path in (home / "locks").iterdir()) == ["write"]
    store.close()
    assert files_with(home, traces) == []
    assert [turn.text for turn in on_disk().view("neighbour").turns] == ["an unrelated remark"]


def test_a_reader_in_the_way_only_delays_it(on_disk: object, home: Path, caplog: pytest.LogCaptureFixture) -> None:
    import sqlite3

    store = on_disk()
    traces = plant(store, "case")
    reader = sqlite3.connect(home / "ledger.sqlite3", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM turns").fetchall()
    busy = store._ledger._opened()
    with busy.connect() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout = 1")
    store.forget_case("case")
    assert "leaves its log" in caplog.text
    reader.close()
    on_disk()
    store.close()
    with on_disk() as again:
        assert again.cases() == ()
    assert files_with(home, traces) == []


def test_what_a_replaced_session_said_leaves_the_index(on_disk: object, home: Path) -> None:
    store = on_disk()
    add(store, "case", session("s1", ["an unrelated remark"], "2024-01-01"))
    add(store, "case", session("s2", [f"the word is {CANARY}"], "2024-01-02"))
    store.follow_index("case")
    vector = vector_bytes(FakeEmbedder().embed([f"the word is {CANARY}"])[0])
    assert files_with(home / "index", [CANARY.encode()])
    add(store, "case", session("s2", ["the word is gone"], "2024-01-02"))
    store.follow_index("case")
    assert files_with(home / "index", [CANARY.encode(), vector]) == []


def test_a_text_that_changed_under_its_id_leaves_the_index(on_disk: object, home: Path) -> None:
    from dataclasses import replace

    store = on_disk()
    (first,) = add(store, "case", session("s1", ["a remark"], "2024-01-01"))
    add(store, "case", session("s2", ["-"], "2024-01-02"), units=[replace(first, fact=Fact(f"fused {CANARY}"))])
    store.follow_index("case")
    add(store, "case", session("s2", ["-"], "2024-01-03"), units=[])
    store.follow_index("case")
    assert files_with(home / "index", [CANARY.encode()]) == []


@pytest.mark.parametrize("sizes", [[2], [2, 3], [1100], [1100, 5], [90, 40]])
def test_no_memory_of_the_process_gets_into_the_vector_files(
    on_disk: object, home: Path, sizes: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    store = on_disk()
    for number, size in enumerate(sizes):
        given = session(f"s{number}", [f"turn {number} {place}" for place in range(size)])
        add(store, "case", given)
        store.follow_index("case")
    store.close()
    for path in (home / "index").rglob("data_level0.bin"):
        data = path.read_bytes()
        header = path.with_name("header.bin").read_bytes()
        used, width = int.from_bytes(header[20:28], "little"), int.from_bytes(header[28:36], "little")
        assert not any(data[used * width :])
        assert all(any(data[place * width : place * width + width]) for place in range(used))
        assert not any(path.with_name("length.bin").read_bytes()[used * 4 :])
    vector = store.embed_query("turn 0 1")
    again = on_disk()
    assert again.nearest("case", vector, 5, "chroma").units == again.nearest("case", vector, 5, "exact").units
    assert caplog.text == ""
