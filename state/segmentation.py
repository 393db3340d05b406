"""Pure rules of boundary-preserving window segmentation (BWS): repair an engine's spans, and move the window on."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeGuard

from fta_mem.state.labels import BOUNDARY_TRIGGERS, BoundaryTrigger
from fta_mem.state.records import Fragment


@dataclass(frozen=True, slots=True)
class WindowStep:
    """What one window decides: fragments to finalise, the provisional last segment, and the next window.

    ``next_window`` is an inclusive span, None when the session is finished.
    """

    finalised: tuple[Fragment, ...]
    provisional: Fragment | None
    next_window: tuple[int, int] | None


def partition(spans: Iterable[tuple[object, object, object]], begin: int, end: int) -> tuple[Fragment, ...]:
    """Return fragments that cover ``begin..end`` exactly once and in order, whatever an engine returned.

    Only the starts of usable spans count: each opens a fragment that reaches to the next start. Gaps, overlaps,
    reversed or foreign spans, duplicates and values that are no whole numbers can so never lose or repeat a turn.
    """
    starts: dict[int, BoundaryTrigger] = {}
    for first, last, trigger in spans:
        if _is_index(first) and _is_index(last) and begin <= (start := min(first, last)) <= end:
            starts.setdefault(start, _known(trigger))
    starts.setdefault(begin, "session_start" if begin == 0 else "unknown")
    ordered = sorted(starts)
    ends = [start - 1 for start in ordered[1:]] + [end]
    return tuple(Fragment(start, stop, starts[start]) for start, stop in zip(ordered, ends, strict=True))


def bws_step(
    segments: tuple[Fragment, ...], window: tuple[int, int], last: int, size: int, forward: int, longest: int
) -> WindowStep:
    """Finalise all but the last segment of a window and keep that one provisional for the next (Algorithm 1).

    Unlike Algorithm 1, a segment that fills its window is not cut at its first turn: the window's end moves on by
    at least ``forward`` turns until another boundary shows, the session ends, or the segment has ``longest`` turns.
    Every step moves the end on, so the number of windows is linear in the turns.
    """
    if window[1] >= last:
        return WindowStep(segments, None, None)
    closed, tail = segments[:-1], segments[-1]
    if len(tail) >= longest:
        start = tail.end + 1
        return WindowStep(segments, None, (start, min(start + size - 1, last)))
    reach = max(tail.start + size - 1, window[1] + forward)
    return WindowStep(closed, tail, (tail.start, min(reach, tail.start + longest - 1, last)))


def fixed_step(segments: tuple[Fragment, ...], window: tuple[int, int], last: int, size: int) -> WindowStep:
    """Finalise every segment and move on by a fixed stride (the fixed-window setting of Table 7)."""
    if window[1] >= last:
        return WindowStep(segments, None, None)
    start = window[1] + 1
    return WindowStep(segments, None, (start, min(start + size - 1, last)))


def whole_session(turn_count: int) -> tuple[Fragment, ...]:
    """Return one fragment for the whole session (session-level construction, Table 6)."""
    return (Fragment(0, turn_count - 1, "session_start"),) if turn_count else ()


def turn_pairs(turn_count: int) -> tuple[Fragment, ...]:
    """Return fragments of two turns each (turn-pair construction, Table 6)."""
    return tuple(Fragment(start, min(start + 1, turn_count - 1)) for start in range(0, turn_count, 2))


def _is_index(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _known(trigger: object) -> BoundaryTrigger:
    return next((known for known in BOUNDARY_TRIGGERS if known == trigger), "unknown")
