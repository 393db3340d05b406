"""window_detector: boundary-preserving window segmentation, a window a visit (paper, Equation 2, Algorithm 1)."""

from dataclasses import replace

from langgraph.runtime import Runtime

from fta_mem.engines.base import BoundaryRequest, Engine
from fta_mem.nodes.progress import announce
from fta_mem.state.construction import ConstructionState, ConstructionUpdate
from fta_mem.state.records import Fragment
from fta_mem.state.segmentation import WindowStep, bws_step, fixed_step, partition
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import NodeStore


def window_detector(
    state: ConstructionState, runtime: Runtime[Settings], *, engine: Engine, store: NodeStore
) -> ConstructionUpdate:
    """Segment the current window, finalise what is certain, and move the pointer to the last segment's start."""
    window = (state.window_start, state.window_end)
    turns = store.turns(state.case_id, state.session_id, *window)
    vectors = store.vectors(state.case_id, [turn.content for turn in turns])
    judged = engine.detect_boundaries(BoundaryRequest(turns, vectors))
    spans = [(span.begin, span.end, span.trigger) for span in judged.value]
    segments = keep_cue(partition(spans, *window), state.provisional)
    step = next_step(segments, window, state.turn_count - 1, settings_of(runtime.context))
    announce(runtime, "fragment_closed", state, spans=[(item.start, item.end, item.trigger) for item in step.finalised])
    start, end = step.next_window or (state.turn_count, state.turn_count - 1)
    return ConstructionUpdate(
        window_start=start,
        window_end=end,
        provisional=step.provisional,
        fragments=[*state.fragments, *step.finalised],
        pending_fragments=[*state.pending_fragments, *step.finalised],
        usage=state.usage + judged.usage,
    )


def next_step(segments: tuple[Fragment, ...], window: tuple[int, int], last: int, settings: Settings) -> WindowStep:
    """Decide by the granularity in force what is finalised and where the next window stands."""
    if settings.segmentation == "fixed_window":
        return fixed_step(segments, window, last, settings.window_size)
    return bws_step(segments, window, last, settings.window_size, settings.min_forward_step, settings.max_segment_turns)


def keep_cue(segments: tuple[Fragment, ...], provisional: Fragment | None) -> tuple[Fragment, ...]:
    """Return the segments, the first one under the cue that opened it in the window before, unless it got another.

    A boundary that stands at a window's first turn can't be seen from inside the window.
    """
    first, *others = segments
    if provisional is None or first.start != provisional.start or first.trigger != "unknown":
        return segments
    return (replace(first, trigger=provisional.trigger), *others)
