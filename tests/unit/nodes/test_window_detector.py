"""The cue of a segment that a window cut short outlives the window."""

import pytest

from fta_mem.nodes.window_detector import keep_cue
from fta_mem.state.records import Fragment

TAIL = Fragment(15, 19, "topic_change")


@pytest.mark.parametrize(
    ("first", "provisional", "kept"),
    [
        (Fragment(15, 22), TAIL, "topic_change"),
        (Fragment(15, 22, "risk_signal"), TAIL, "risk_signal"),
        (Fragment(20, 22), TAIL, "unknown"),
        (Fragment(0, 9, "session_start"), None, "session_start"),
        (Fragment(15, 22), None, "unknown"),
    ],
)
def test_the_first_segment_keeps_the_cue_that_opened_it(
    first: Fragment, provisional: Fragment | None, kept: str
) -> None:
    rest = (Fragment(23, 30, "goal_change"),)
    head, *others = keep_cue((first, *rest), provisional)
    assert (head.start, head.end, head.trigger, tuple(others)) == (first.start, first.end, kept, rest)
