"""The order of sessions is theirs, not that of their arrival."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from storage_kit import FakeEmbedder, add, session

from fta_mem.state.errors import UnknownCaseError
from fta_mem.storage.ports import Store
from fta_mem.storage.store import SqlStore
from fta_mem.storage.view.fold_order import FoldOrder, fold_sorted, instant


def order(store: Store) -> list[str]:
    return [entry.head.session_id for entry in store.fold_order("case")]


@pytest.mark.parametrize(
    ("stamps", "expected"),
    [
        ({"session_10": None, "session_2": None, "session_1": None}, ["session_1", "session_2", "session_10"]),
        ({"b": None, "a": "2024-05-01"}, ["a", "b"]),
        ({"early": "2024-01-01T23:30:00-05:00", "late": "2024-01-02T05:00:00"}, ["early", "late"]),
        ({"x": "2024-01-01T12:00:00+02:00", "y": "2024-01-01T11:00:00Z"}, ["x", "y"]),
        ({"s2": "2024-01-01", "s1": "2024-01-01T00:00:00"}, ["s1", "s2"]),
        ({"spoiled": "once upon a time", "dated": "9999-12-31"}, ["dated", "spoiled"]),
        ({"1" * 5000: None, "2": None}, ["2", "1" * 5000]),
        ({"a01": None, "a1": None, "a": None}, ["a", "a01", "a1"]),
    ],
)
def test_sessions_stand_by_instant_then_by_natural_id(
    store: Store, stamps: dict[str, str | None], expected: list[str]
) -> None:
    for session_id, stamp in stamps.items():
        store.stage("case", session(session_id, ["x"], stamp))
    assert order(store) == expected


def test_arrival_does_not_matter() -> None:
    stamps = {"s1": "2024-03-01", "s2": "2024-01-01", "s3": None, "s10": None}
    for arrival in permutations(stamps):
        store = SqlStore.in_memory(FakeEmbedder())
        for number, session_id in enumerate(arrival):
            if number % 2:
                add(store, "case", session(session_id, ["x"], stamps[session_id]))
            else:
                store.stage("case", session(session_id, ["x"], stamps[session_id]))
        assert order(store) == ["s2", "s1", "s3", "s10"]


def test_a_changed_timestamp_moves_a_session_at_once_for_construction(store: Store) -> None:
    add(store, "case", session("s1", ["a"], "2024-01-01"))
    add(store, "case", session("s2", ["b"], "2024-01-02"))
    store.stage("case", session("s2", ["b"], "2023-01-02"))
    assert order(store) == ["s2", "s1"]
    assert [item.fact.text for item in store.view("case").units] == ["a", "b"]
    assert store.units_before("case", "s2") == ()


def test_fold_keys_are_those_of_what_is_memory(store: Store) -> None:
    add(store, "case", session("s1", ["a"], "2024-01-01"), fold_key="k1")
    store.stage("case", session("s2", ["b"], "2024-01-02"))
    add(store, "case", session("s3", ["c"], "2024-01-03"), fold_key="k3")
    assert [entry.fold_key for entry in store.fold_order("case")] == ["k1", None, "k3"]
    before = {name: store.fold_key_before("case", name) for name in ("s1", "s2", "s3")}
    assert before == {"s1": "", "s2": "k1", "s3": "k1"}
    with pytest.raises(UnknownCaseError):
        store.fold_key_before("case", "s4")


@given(st.lists(st.tuples(st.text(max_size=6), st.none() | st.datetimes().map(lambda d: d.isoformat())), unique=True))
def test_the_order_is_total(sessions: list[tuple[str, str | None]]) -> None:
    rows = [session(name, [], stamp) for name, stamp in dict(sessions).items()]
    assert fold_sorted(reversed(rows)) == fold_sorted(rows)


def test_instants_are_compared_across_offsets_up_to_the_ends_of_the_calendar() -> None:
    assert instant("0001-01-01T00:00:00+14:00") < instant("0001-01-01T00:00:00-12:00")
    assert instant("2024-02-30") is None


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["s1", "s2", "s10", "x"]),
            st.sampled_from(["2024-01-01", "2024-02-01", "spoiled", None, "gone"]),
        )
    )
)
def test_an_order_that_is_kept_up_is_the_order(changes: list[tuple[str, str | None]]) -> None:
    kept, latest = FoldOrder(), {}
    for name, stamp in changes:
        if stamp == "gone":
            kept.drop(name)
            latest.pop(name, None)
        else:
            latest[name] = session(name, [], stamp)
            kept.put(latest[name])
        expected = [item.session_id for item in fold_sorted(latest.values())]
        assert kept.ids() == expected
        assert [kept.before(each) for each in expected] == [expected[:place] for place in range(len(expected))]
