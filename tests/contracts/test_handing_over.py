"""What a host hands over: kept at once and without a lock, until it is memory or forgotten."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from storage_kit import add, session

from fta_mem.formats.messages import continued
from fta_mem.state.records import Session, Turn
from fta_mem.storage.ports import Store

Opened = Callable[[], Store]


def hand_over(store: Store, case_id: str, given: Session, shown: Sequence[str] = ()) -> Session:
    return store.hand_over(case_id, given.session_id, shown, lambda held: continued(held, given))


def waiting(store: Store, case_id: str = "case") -> list[tuple[str, list[str]]]:
    given = [item.session for item in store.handed_over(case_id)]
    return [(item.session_id, [turn.text for turn in item.turns]) for item in given]


def named(session_id: str, *words: str) -> Session:
    return Session(
        session_id, None, tuple(Turn(index, f"id of {word}", "user", "Ana", word) for index, word in enumerate(words))
    )


def test_what_is_handed_over_is_there_at_the_next_start_and_is_read_as_open(opened: Opened) -> None:
    hand_over(opened(), "case", session("s1", ["I moved to Leeds."]))
    store = opened()
    assert waiting(store) == [("s1", ["I moved to Leeds."])]
    assert store.waiting_cases() == ("case",)
    assert [(turn.text, turn.is_open) for turn in store.open_turns("case")] == [("I moved to Leeds.", True)]
    assert store.cases() == ()
    assert store.fold_order("case") == ()


def test_nobody_waits_for_the_writer_of_the_case(store: Store) -> None:
    add(store, "case", session("s1", ["one"]))
    with store.writing("case"), ThreadPoolExecutor(1) as other:
        other.submit(hand_over, store, "case", session("s2", ["two"])).result()
    assert waiting(store) == [("s2", ["two"])]


def test_a_session_is_handed_over_on_top_of_what_is_held_of_it(store: Store) -> None:
    add(store, "case", named("s1", "one"))
    hand_over(store, "case", named("s1", "two"))
    hand_over(store, "case", named("s1", "three"))
    assert waiting(store) == [("s1", ["one", "two", "three"])]


def test_what_is_memory_as_it_stands_is_not_kept_again(store: Store) -> None:
    add(store, "case", named("s1", "one"))
    hand_over(store, "case", named("s1", "one"))
    assert waiting(store) == []


def test_what_came_since_stays_when_the_rest_is_taken_off(store: Store) -> None:
    hand_over(store, "case", named("s1", "one"))
    hand_over(store, "case", named("s2", "other"))
    taken = store.handed_over("case")
    hand_over(store, "case", named("s1", "two"))
    store.take_off("case", taken)
    assert waiting(store) == [("s1", ["one", "two"])]


def test_threads_do_not_undo_each_others(store: Store) -> None:
    words = [f"word {number}" for number in range(20)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda word: hand_over(store, "case", named("s1", word)), words))
    ((_, kept),) = waiting(store)
    assert sorted(kept) == sorted(words)


def test_what_a_thread_showed_last_is_known(store: Store) -> None:
    assert store.shown("case", "s1") == ()
    hand_over(store, "case", named("s1", "one"), ["id of one"])
    hand_over(store, "case", named("s1", "two"), ["id of two"])
    assert store.shown("case", "s1") == ("id of two",)


def test_forgetting_takes_it_along_and_the_same_thread_cannot_tell_it_again(opened: Opened) -> None:
    store = opened()
    hand_over(store, "case", named("s1", "secret"), ["id of secret"])
    store.forget_case("case")
    again = opened()
    assert again.handed_over("case") == again.open_turns("case") == again.shown("case", "s1") == ()
    told = again.without_forgotten("case", named("s1", "secret", "weather"))
    assert [turn.text for turn in told.turns] == ["weather"]
    assert again.without_forgotten("case", named("s2", "secret")).turns
    hand_over(again, "case", told)
    again.bring_back("case")
    assert again.without_forgotten("case", named("s1", "secret")).turns
