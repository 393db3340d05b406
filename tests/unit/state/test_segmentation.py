"""BWS: whatever an engine returns, the fragments of a session are a partition of its turns, in linear calls."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fta_mem.state.records import Fragment
from fta_mem.state.segmentation import bws_step, fixed_step, partition, turn_pairs, whole_session

garbage = st.one_of(st.integers(-50, 250), st.none(), st.floats(), st.text(max_size=3), st.booleans())
spans = st.lists(st.tuples(garbage, garbage, st.text(max_size=12)), max_size=12)


def covered(fragments: list[Fragment]) -> list[int]:
    return [turn for fragment in fragments for turn in range(fragment.start, fragment.end + 1)]


@given(spans=spans, begin=st.integers(0, 100), length=st.integers(1, 60))
def test_partition_covers_every_turn_once_and_in_order(
    spans: list[tuple[object, object, object]], begin: int, length: int
) -> None:
    fragments = partition(spans, begin, begin + length - 1)
    assert covered(list(fragments)) == list(range(begin, begin + length))


@given(data=st.data(), turns=st.integers(1, 300), size=st.integers(2, 40), forward=st.integers(1, 40))
def test_windows_of_a_session_partition_it_in_linear_calls(
    data: st.DataObject, turns: int, size: int, forward: int
) -> None:
    forward = min(forward, size)
    longest = size + data.draw(st.integers(0, 30))
    window: tuple[int, int] | None = (0, min(size, turns) - 1)
    done: list[Fragment] = []
    calls = 0
    while window is not None:
        calls += 1
        step = bws_step(partition(data.draw(spans), *window), window, turns - 1, size, forward, longest)
        done.extend(step.finalised)
        window = step.next_window
    assert covered(done) == list(range(turns))
    assert calls <= turns + 1
    assert max(len(fragment) for fragment in done) <= longest + size


def test_the_last_segment_is_looked_at_again_with_what_follows() -> None:
    segments = (Fragment(0, 5), Fragment(6, 14), Fragment(15, 19))
    step = bws_step(segments, (0, 19), 99, size=20, forward=5, longest=40)
    assert step.finalised == segments[:2]
    assert step.provisional == Fragment(15, 19)
    assert step.next_window == (15, 34)


def test_a_segment_that_fills_its_window_keeps_its_first_turn() -> None:
    step = bws_step((Fragment(0, 19),), (0, 19), 99, size=20, forward=5, longest=40)
    assert step.finalised == ()
    assert step.next_window == (0, 24)


def test_a_segment_of_the_longest_length_is_closed() -> None:
    step = bws_step((Fragment(0, 39),), (0, 39), 99, size=20, forward=5, longest=40)
    assert step.finalised == (Fragment(0, 39),)
    assert step.next_window == (40, 59)


def test_fixed_windows_do_not_look_back() -> None:
    step = fixed_step((Fragment(0, 5), Fragment(6, 19)), (0, 19), 30, size=20)
    assert (step.finalised, step.next_window) == ((Fragment(0, 5), Fragment(6, 19)), (20, 30))


@pytest.mark.parametrize(("turns", "expected"), [(0, []), (1, [(0, 0)]), (5, [(0, 1), (2, 3), (4, 4)])])
def test_turn_pairs(turns: int, expected: list[tuple[int, int]]) -> None:
    assert [(fragment.start, fragment.end) for fragment in turn_pairs(turns)] == expected


def test_a_whole_session_is_one_fragment() -> None:
    assert whole_session(7) == (Fragment(0, 6, "session_start"),)
    assert whole_session(0) == ()


def test_an_unknown_trigger_becomes_unknown() -> None:
    assert partition([(0, 3, "mood"), (4, 6, "emotion_shift")], 0, 6) == (
        Fragment(0, 3),
        Fragment(4, 6, "emotion_shift"),
    )
