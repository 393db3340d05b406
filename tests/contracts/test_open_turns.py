"""What is staged can be asked about before it is memory, without a lock and without a trace."""

from storage_kit import add, session

from fta_mem.storage.ports import Store


def test_staged_turns_are_open_until_they_are_memory(store: Store) -> None:
    assert store.open_turns("case") == ()
    add(store, "case", session("s1", ["zero"]))
    assert store.open_turns("case") == ()
    store.stage("case", session("s2", ["one", "  ", "two"]))
    with store.writing("case"):
        opened = store.open_turns("case")
    assert [(turn.session, turn.turn_index, turn.text, turn.is_open) for turn in opened] == [
        ("s2", 0, "one", True),
        ("s2", 2, "two", True),
    ]
    assert store.open_turns("CASE") == ()


def test_open_vectors_are_those_that_memory_would_have(store: Store) -> None:
    add(store, "case", session("s1", ["zero", "one"]))
    asked = store.open_vectors(["one", "zero"])
    assert (asked == store.view("case").turn_vectors[[1, 0]]).all()
