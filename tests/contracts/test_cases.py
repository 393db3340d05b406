"""Cases: their counts, their look-alikes, and their judgements."""

import pytest
from storage_kit import STORY, add, ingest, session, told

from fta_mem.state.errors import UnknownCaseError
from fta_mem.state.records import Session, Turn, Usage
from fta_mem.storage.ports import Store

ALIKE = [
    "u1", "u10", "U1", "u1-old", "u1 ", " u1", "../x", "", "🙂", "\ud83d", "\ud83d\ude42", "x" * 5000, "con", "a/b",
    "a\x00b", "a", "%", "_", "u_", "é", "e\u0301", "null", ".", "..", "u1\n",
]  # fmt: skip


def test_look_alikes_see_only_their_own(store: Store, opened: object) -> None:
    for number, case_id in enumerate(ALIKE):
        add(store, case_id, session("s1", [f"secret number{number}", "same"]))
        store.keep_judgement(case_id, "key", f'"{number}"')
        if number < 5:  # the rest is searched exactly: 25 folders take their time
            store.follow_index(case_id)
    reader = opened()
    assert [summary.case_id for summary in reader.cases()] == sorted(ALIKE)
    for number, case_id in enumerate(ALIKE):
        view = reader.view(case_id)
        assert [turn.text for turn in view.turns] == [f"secret number{number}", "same"]
        assert [item.memory_id for item in view.units] == ["emem_000001", "emem_000002"]
        assert reader.cached_judgement(case_id, "key") == f'"{number}"'
        for way in ("chroma", "exact") if number < 5 else ("exact",):
            found = reader.nearest(case_id, reader.embed_query(f"secret number{number}"), 5, way).units
            assert [name for name, _ in found] == ["emem_000001", "emem_000002"]
            assert found[0][1] > found[1][1]


def test_forgetting_one_look_alike_leaves_the_others(store: Store) -> None:
    for case_id in ALIKE:
        add(store, case_id, session("s1", ["x"]))
    store.forget_case("u1")
    assert [summary.case_id for summary in store.cases()] == sorted(set(ALIKE) - {"u1"})


def test_counts_are_those_of_what_a_reader_sees(store: Store, opened: object) -> None:
    ingest(store, "case", STORY)
    add(store, "other", session("s1", ["x"]), usage=Usage(calls=2, tokens_in=7))
    store.stage("case", session("s99", ["staged"], "2030-01-01"))
    view, summary = store.view("case"), opened().summary("case")
    assert (summary.sessions, summary.turns, summary.fragments) == (3, 6, 3)
    assert (summary.units, summary.links) == (len(view.units), len(view.links))
    assert (summary.first, summary.last, summary.usage.calls) == ("2024-01-01", "2024-02-01", 3)
    assert opened().cases() == (summary, store.summary("other"))
    assert store.summary("other").usage == Usage(calls=2, tokens_in=7)
    assert (store.summary("other").first, store.summary("other").last) == (None, None)


def test_days_are_the_speakers_own(store: Store) -> None:
    late = Turn(0, "t", "user", "Ana", "x", "2024-03-09T23:30:00-08:00")
    add(store, "case", Session("s1", "2024-03-09T22:00:00-08:00", (late,)))
    assert store.view("case").last_day == store.summary("case").last == "2024-03-09"


def test_a_view_names_users_first_and_gives_each_turn_its_time(store: Store) -> None:
    turns = (
        Turn(0, "t0", "assistant", "Guide", "hello"),
        Turn(1, "t1", "user", "Ana", "look", "2024-01-01T10:05:00", "a beach"),
        Turn(2, "t2", "tool", "Tool", "noise"),
    )
    add(store, "case", Session("s1", "2024-01-01T10:00:00", turns))
    view = store.view("case")
    assert view.people == ("Ana", "Guide")
    assert [turn.dialogue_time for turn in view.turns] == ["2024-01-01T10:00:00", "2024-01-01T10:05:00"] + [
        "2024-01-01T10:00:00"
    ]
    assert [turn.text for turn in view.turns] == ["hello", "look [photo: a beach]", "noise"]
    assert [turn.role for turn in view.turns] == ["assistant", "user", "tool"]


def test_a_view_is_kept_until_the_case_changes(store: Store) -> None:
    add(store, "case", session("s1", ["x"]))
    view = store.view("case")
    assert store.view("case") is view
    add(store, "other", session("s1", ["x"]))
    assert store.view("case") is view
    add(store, "case", session("s2", ["y"]))
    assert len(store.view("case").units) == 2


def test_a_view_is_renewed_by_what_another_store_wrote(store: Store, opened: object) -> None:
    add(store, "case", session("s1", ["x"]))
    reader = opened()
    assert len(reader.view("case").units) == 1
    add(store, "case", session("s1", ["x", "y"]))
    assert len(reader.view("case").units) == 2
    store.forget_case("case")
    with pytest.raises(UnknownCaseError):
        reader.view("case")
    add(store, "case", session("s1", ["z"]))
    assert [turn.text for turn in reader.view("case").turns] == ["z"]
    assert told(reader, "case") == told(store, "case")


def test_many_cases_can_be_read_in_turn(store: Store) -> None:
    for number in range(10):
        ingest(store, f"case {number}", [session("s1", [f"text {number}"])])
    for number in [*range(10), *range(10)]:
        vector = store.embed_query(f"text {number}")
        assert store.nearest(f"case {number}", vector, 1, "chroma").units == (("emem_000001", 1.0),)


def test_judgements_are_kept_and_replaced(store: Store, opened: object) -> None:
    store.keep_judgement("case", "key", "lost: there is no such case")
    assert store.cached_judgement("case", "key") is None
    store.stage("case", session("s1", ["x"]))
    store.keep_judgement("case", "key", '"\ud800\x00"')
    assert opened().cached_judgement("case", "key") == '"\ud800\x00"'
    store.keep_judgement("case", "key", "2")
    assert store.cached_judgement("case", "key") == "2"
    assert store.cached_judgement("case", "other") is None


def test_forgetting_says_what_went_and_numbers_begin_anew(store: Store, opened: object) -> None:
    ingest(store, "case", STORY)
    was = store.summary("case")
    removed = store.forget_case("case")
    assert (removed.sessions, removed.turns, removed.units, removed.links) == (3, 6, was.units, was.links)
    for reader in (store, opened()):
        with pytest.raises(UnknownCaseError):
            reader.view("case")
        assert reader.fold_order("case") == () and reader.cases() == ()
    with pytest.raises(UnknownCaseError):
        store.forget_case("case")
    assert add(store, "case", session("s1", ["x"]))[0].memory_id == "emem_000001"


def test_a_case_that_was_only_staged_can_be_forgotten(store: Store) -> None:
    store.stage("case", session("s1", ["x"]))
    assert store.forget_case("case").turns == 0
    with pytest.raises(UnknownCaseError):
        store.session_head("case", "s1")
