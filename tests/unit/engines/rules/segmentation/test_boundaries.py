"""Where a window is cut, and where never (paper, Equation 2 and Figure 6)."""

from collections.abc import Callable

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from fta_mem.engines.base import BoundaryRequest, SegmentSpan
from fta_mem.engines.rules.extraction.utterances import read_turns
from fta_mem.engines.rules.segmentation.boundaries import LONGEST, detect_boundaries
from fta_mem.engines.rules.segmentation.boundary_cues import cues_at
from fta_mem.state.records import Turn
from fta_mem.text.embedder import Matrix

Talk = Callable[..., tuple[Turn, ...]]


def about(*topics: int) -> Matrix:
    return np.eye(8, dtype=np.float32)[list(topics)]


def spans(turns: tuple[Turn, ...], vectors: Matrix) -> list[tuple[int, int]]:
    return [(span.begin, span.end) for span in detect_boundaries(BoundaryRequest(turns, vectors))]


def triggers(turns: tuple[Turn, ...]) -> set[str]:
    people = tuple(dict.fromkeys(turn.name for turn in turns))
    return {cue.trigger for cue in cues_at(read_turns(turns, people), len(turns) - 1, people)}


def test_a_change_of_topic_opens_a_fragment(talk: Talk) -> None:
    turns = talk(
        "Ana: I baked rye bread.",
        "Ben: My rye bread never rises.",
        "Ana: The dough needs a warm room.",
        "Ben: The train strike ruined our trip.",
        "Ana: Our trains were cancelled too.",
        "Ben: We took a bus in the end.",
    )
    found = detect_boundaries(BoundaryRequest(turns, about(0, 0, 0, 1, 1, 1)))
    assert found == (SegmentSpan(0, 2, "session_start"), SegmentSpan(3, 5, "topic_change"))


def test_an_answer_stays_with_its_question(talk: Talk) -> None:
    turns = talk(
        "Ana: I baked rye bread.",
        "Ben: My rye bread never rises. And how did the exam go?",
        "Ana: I failed the exam by two points.",
        "Ben: I failed mine as well.",
    )
    assert (0, 1) not in spans(turns, about(0, 0, 1, 1))


def test_thanks_and_closings_join_what_they_follow(talk: Talk) -> None:
    turns = talk("Ana: I baked rye bread.", "Ben: I burnt my cake.", "Ana: Thank you so much!", "Ben: Bye, take care!")
    assert spans(turns, about(0, 0, 1, 1)) == [(0, 3)]


def test_a_long_stretch_is_cut_at_its_weakest_places(talk: Talk) -> None:
    turns = talk(*[f"Ana: The goat number {n} ate my hat." for n in range(20)])
    found = spans(turns, about(*[0] * 20))
    assert all(end - begin + 1 <= LONGEST for begin, end in found)
    assert found[0][0] == 0 and found[-1][1] == 19


def test_a_later_window_does_not_start_a_session(talk: Talk) -> None:
    turns = talk("Ana: I baked rye bread.", "Ben: I burnt my cake.", start=7)
    (span,) = detect_boundaries(BoundaryRequest(turns, about(0, 0)))
    assert (span.begin, span.end, span.trigger) == (7, 8, "unknown")


def test_each_cue_names_its_trigger(talk: Talk) -> None:
    calm = "Ana: The shed needs a new roof."
    cases = {
        "risk_signal": "Ana: I wanted to die that night.",
        "goal_change": "Ana: By the way, can you help me with a letter?",
        "new_time_reference": "Ana: I fell off the ladder last Tuesday.",
        "new_person_or_relationship": "Ana: My nephew Emre repaired it.",
        "problem_to_support_transition": "A: You could ask a roofer for three offers.",
        "homework_or_plan_creation": "Ana: I'm going to call a roofer.",
        "correction_or_contradiction": "Ana: I was wrong, it was the barn.",
    }
    for trigger, line in cases.items():
        assert trigger in triggers(talk(calm, line)), trigger


def test_a_swing_of_mood_of_the_same_speaker_is_a_cue(talk: Talk) -> None:
    turns = talk(
        "Ana: I love this wonderful happy garden!", "Ben: The hedge is green.", "Ana: I feel awful and hopeless."
    )
    assert "emotion_shift" in triggers(turns)


@settings(max_examples=25)
@given(
    st.lists(st.sampled_from(["hey", "I lost my cat.", "Why?", "", "\ud800", "Try to rest.", "好。"]), max_size=14),
    st.integers(0, 30),
)
def test_segments_partition_any_window(texts: list[str], start: int) -> None:
    roles = ("user", "assistant", "system")
    turns = tuple(Turn(start + n, "", roles[n % 3], roles[n % 3], text) for n, text in enumerate(texts))
    vectors: Matrix = np.full((len(turns), 4), 0.5, dtype=np.float32)
    found = spans(turns, vectors)
    covered = [index for begin, end in found for index in range(begin, end + 1)]
    assert covered == list(range(start, start + len(turns)))
