"""Longitudinal lines stand on evidence, and say when they have been superseded."""

from storage_kit import add, session

from fta_mem.state.records import LongitudinalLine
from fta_mem.storage.ports import Store


def stating(key: str, text: str, supersedes: str | None = None) -> object:
    return lambda named: [LongitudinalLine(key, "user", text, [named[0].memory_id], None, supersedes)]


def shown(store: Store) -> list[tuple[str, bool]]:
    return [(line.text, line.superseded) for line in store.view("case").lines]


def test_a_later_line_marks_what_it_supersedes(store: Store) -> None:
    add(store, "case", session("s2", ["b"], "2024-02-01"), lines=stating("bonn", "lives in Bonn", "ulm"))
    add(store, "case", session("s1", ["a"], "2024-01-01"), lines=stating("ulm", "lives in Ulm"))
    assert shown(store) == [("lives in Ulm", True), ("lives in Bonn", False)]
    assert [line.superseded for line in store.lines_before("case", "s2")] == [False]
    assert store.lines_before("case", "s1") == ()


def test_a_line_falls_with_its_evidence_and_what_it_superseded_stands_again(store: Store) -> None:
    add(store, "case", session("s1", ["a"], "2024-01-01"), lines=stating("ulm", "lives in Ulm"))
    (old,) = add(store, "case", session("s2", ["b"], "2024-02-01"))
    line = LongitudinalLine("bonn", "user", "lives in Bonn", (old.memory_id,), supersedes="ulm")
    add(store, "case", session("s3", ["c"], "2024-03-01"), lines=lambda named: [line])
    assert shown(store) == [("lives in Ulm", True), ("lives in Bonn", False)]
    add(store, "case", session("s2", ["other"], "2024-02-01"))
    assert shown(store) == [("lives in Ulm", False)]


def test_evidence_that_is_gone_is_not_cited(store: Store) -> None:
    (old,) = add(store, "case", session("s1", ["a"], "2024-01-01"))
    both = lambda named: [LongitudinalLine("k", "support", "walks help", [old.memory_id, named[0].memory_id])]  # noqa: E731
    (new,) = add(store, "case", session("s2", ["b"], "2024-02-01"), lines=both)
    add(store, "case", session("s1", ["changed"], "2024-01-01"))
    assert [line.evidence for line in store.view("case").lines] == [(new.memory_id,)]


def test_a_statement_made_again_is_one_line_and_stands_again(store: Store) -> None:
    add(store, "case", session("s1", ["a"], "2024-01-01"), lines=stating("ulm", "lives in Ulm"))
    add(store, "case", session("s2", ["b"], "2024-02-01"), lines=stating("bonn", "lives in Bonn", "ulm"))
    add(store, "case", session("s3", ["c"], "2024-03-01"), lines=stating("ulm", "lives in Ulm", "bonn"))
    assert shown(store) == [("lives in Bonn", True), ("lives in Ulm", False)]


def test_a_line_without_evidence_is_not_shown(store: Store) -> None:
    add(store, "case", session("s1", ["a"]), lines=lambda named: [LongitudinalLine("k", "user", "hearsay", ())])
    assert shown(store) == []
