"""Dropping sessions: they and what came from them are gone, the rest stays and is worked on again."""

import pytest
from storage_kit import add, session

from fta_mem.storage.store import SqlStore


def texts(store: SqlStore) -> list[str]:
    return [turn.text for turn in store.view("case").turns]


def test_a_dropped_session_is_gone_and_the_others_stay(store: SqlStore) -> None:
    for name in ("s1", "s2", "s3"):
        add(store, "case", session(name, [f"said in {name}"]))
    before = store.view("case").revision
    store.drop_sessions("case", ["s2", "never there"])
    assert texts(store) == ["said in s1", "said in s3"]
    assert [unit.fact.text for unit in store.view("case").units] == ["said in s1", "said in s3"]
    assert store.view("case").revision > before
    assert [entry.head.session_id for entry in store.fold_order("case")] == ["s1", "s3"]
    assert store.summary("case").sessions == 2


def test_what_was_staged_of_it_goes_too_and_what_else_is_staged_stays(store: SqlStore) -> None:
    add(store, "case", session("s1", ["old"]))
    store.stage("case", session("s1", ["new"]))
    store.stage("case", session("s2", ["other"]))
    store.drop_sessions("case", ["s1"])
    assert store.turns("case", "s1", 0, 9) == ()
    assert [turn.text for turn in store.turns("case", "s2", 0, 9)] == ["other"]


def test_judgements_that_hold_its_words_go_and_the_others_stay(store: SqlStore) -> None:
    add(store, "case", session("s1", ['he said "naïve"']))
    add(store, "case", session("s2", ["something else"]))
    store.keep_judgement("case", "a", '{"text": "he said \\"na\\u00efve\\""}')
    store.keep_judgement("case", "b", '{"text": "he said \\"naïve\\""}')
    store.keep_judgement("case", "c", '{"text": "something else"}')
    store.drop_sessions("case", ["s1"])
    assert [store.cached_judgement("case", key) for key in "abc"] == [None, None, '{"text": "something else"}']


def test_a_case_that_is_not_there_has_nothing_to_drop(store: SqlStore) -> None:
    store.drop_sessions("nobody", ["s1"])
    with pytest.raises(ValueError, match="no case 'nobody'"):
        store.view("nobody")
