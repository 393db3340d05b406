"""A unit is seen as the latest session that wrote it left it; a session's outcome is replaced as a whole."""

from dataclasses import replace

from hypothesis import given as given_that
from hypothesis import settings
from hypothesis import strategies as st
from storage_kit import STORY, FakeEmbedder, add, ingest, session, told, unit

from fta_mem.state.records import Fact
from fta_mem.storage.ports import Store
from fta_mem.storage.store import SqlStore


def texts(store: Store) -> list[str]:
    return [item.fact.text for item in store.view("case").units]


def test_the_latest_session_in_fold_order_wins_whenever_it_arrived(store: Store) -> None:
    (first,) = add(store, "case", session("s1", ["old"], "2024-01-01"))
    add(store, "case", session("s3", ["-"], "2024-03-01"), units=[replace(first, fact=Fact("newest"))])
    add(store, "case", session("s2", ["-"], "2024-02-01"), units=[replace(first, fact=Fact("between"))])
    assert texts(store) == ["newest"]
    assert [item.fact.text for item in store.units_before("case", "s3")] == ["between"]
    assert [item.fact.text for item in store.units_before("case", "s2")] == ["old"]
    assert store.units_before("case", "s1") == ()
    assert store.summary("case").units == 1


def test_replacing_a_later_session_brings_the_earlier_version_back(store: Store) -> None:
    (first,) = add(store, "case", session("s1", ["old"], "2024-01-01"))
    add(store, "case", session("s2", ["-"], "2024-02-01"), units=[replace(first, fact=Fact("fused"))])
    add(store, "case", session("s2", ["apart"], "2024-02-01"))
    assert texts(store) == ["old", "apart"]


def test_replacing_an_early_session_leaves_later_outcomes_in_place(store: Store) -> None:
    (first,) = add(store, "case", session("s1", ["old"], "2024-01-01"))
    add(store, "case", session("s2", ["later"], "2024-02-01"))
    add(store, "case", session("s1", ["other"], "2024-01-01"))
    assert texts(store) == ["other", "later"]
    assert first.memory_id not in {item.memory_id for item in store.view("case").units}


def test_committing_the_same_outcome_again_changes_nothing_but_the_revision(store: Store) -> None:
    add(store, "case", session("s1", ["a", "b"]))
    before, revision = told(store, "case"), store.view("case").revision
    add(store, "case", session("s1", ["a", "b"]))
    assert told(store, "case") == before
    assert store.view("case").revision > revision


def test_canonical_order_is_by_session_then_turn_then_text(store: Store) -> None:
    add(store, "case", session("s2", ["x", "y"], "2024-02-01"), units=[unit("s2", 1, "d"), unit("s2", 0, "c")])
    add(store, "case", session("s1", ["x"], "2024-01-01"), units=[unit("s1", 0, "b"), unit("s1", 0, "a")])
    assert texts(store) == ["a", "b", "c", "d"]


SESSIONS = st.lists(
    st.tuples(
        st.sampled_from(["s1", "s2", "s3", "s10"]),
        st.lists(st.sampled_from(["the dog", "~ a move", "the dog barks", "a new job"]), max_size=3),
        st.sampled_from(["2024-01-01", "2024-02-01", "2024-03-01", None]),
    ),
    max_size=3,
)


@settings(max_examples=60)
@given_that(st.lists(SESSIONS, min_size=1, max_size=4))
def test_any_history_of_ingests_ends_in_the_memory_of_a_clean_run(
    history: list[list[tuple[str, list[str], str | None]]],
) -> None:
    store, latest, given_ids = SqlStore.in_memory(FakeEmbedder()), {}, {}
    for step in history:
        sessions = {name: session(name, turns, stamp) for name, turns, stamp in step}
        latest |= sessions
        ingest(store, "case", list(sessions.values()))
        for item in store.view("case").units if latest else ():
            key = (item.evidence, item.fact.text)
            assert given_ids.setdefault(item.memory_id, key)[0] == item.evidence  # an id never moves to another place
    if latest:
        clean = SqlStore.in_memory(FakeEmbedder())
        ingest(clean, "case", list(latest.values()))
        assert told(store, "case") == told(clean, "case")


def test_such_a_history_ends_alike_in_every_store(store: Store, opened: object) -> None:
    ingest(store, "case", STORY[1:])
    ingest(store, "case", [session("s2", ["something else"], "2024-01-08T10:00:00")])
    ingest(opened(), "case", STORY)
    clean = SqlStore.in_memory(FakeEmbedder())
    ingest(clean, "case", STORY)
    assert told(opened(), "case") == told(clean, "case")
    revision = store.view("case").revision
    ingest(store, "case", STORY)
    assert store.view("case").revision == revision


def test_interrupted_folds_end_alike_when_run_again(store: Store) -> None:
    ingest(store, "case", STORY[:2])
    store.stage("case", session("s1", ["changed"], "2024-01-20T10:00:00"))
    store.stage("case", session("s0", ["new"], "2023-01-01"))
    ingest(store, "case", STORY)
    clean = SqlStore.in_memory(FakeEmbedder())
    ingest(clean, "case", STORY)
    assert told(store, "case") == told(clean, "case")
