"""detect_boundaries: situation boundaries in a window, from dips of similarity and cues (g_phi, Equation 2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from fta_mem.engines.base import BoundaryRequest, SegmentSpan
from fta_mem.engines.rules.extraction.utterances import Utterance, read_turns
from fta_mem.engines.rules.segmentation.boundary_cues import Cue, cues_at
from fta_mem.state.labels import BoundaryTrigger
from fta_mem.state.records import Turn
from fta_mem.text.embedder import Matrix

CONTEXT_TURNS: Final = 2
SHORTEST: Final = 2
LONGEST: Final = 8
ENOUGH: Final = 0.42
DEPTH_REACH: Final = 4


@dataclass(frozen=True, slots=True)
class _Gap:
    """The place before turn ``at`` of the window, how strongly a boundary shows there, and the cue that says so."""

    at: int
    score: float
    trigger: BoundaryTrigger


def detect_boundaries(request: BoundaryRequest) -> tuple[SegmentSpan, ...]:
    """Return the window's segments: cut where topic and cues change, never between a question and its answer."""
    turns = request.turns
    if not turns:
        return ()
    people = tuple(dict.fromkeys(turn.name for turn in turns))
    read = {item.index: item for item in read_turns(turns, people)}
    utterances = [read.get(turn.index) for turn in turns]
    gaps = _gaps(turns, utterances, _depths(request.vectors, len(turns)), people)
    cuts = _cuts(gaps, len(turns))
    opening = _opening(turns, utterances, people)
    triggers = {gap.at: gap.trigger for gap in gaps}
    starts = [0, *cuts]
    ends = [cut - 1 for cut in cuts] + [len(turns) - 1]
    return tuple(
        SegmentSpan(turns[begin].index, turns[end].index, triggers[begin] if begin else opening)
        for begin, end in zip(starts, ends, strict=True)
    )


def _opening(turns: Sequence[Turn], utterances: Sequence[Utterance | None], people: tuple[str, ...]) -> BoundaryTrigger:
    if turns[0].index == 0:
        return "session_start"
    cues = cues_at(utterances, 0, people)
    return _strongest(cues).trigger if cues else "unknown"


def _gaps(
    turns: Sequence[Turn], utterances: Sequence[Utterance | None], depths: Sequence[float], people: tuple[str, ...]
) -> list[_Gap]:
    gaps: list[_Gap] = []
    for at in range(1, len(turns)):
        if not _may_cut(utterances, at):
            continue
        cues = cues_at(utterances, at, people)
        score = depths[at] + sum(cue.weight for cue in cues)
        # The cue that a fragment is kept under is the strongest reason for the cut; similarity alone is a change of
        # topic.
        leads = not cues or depths[at] > _strongest(cues).weight
        gaps.append(_Gap(at, round(score, 6), "topic_change" if leads else _strongest(cues).trigger))
    return gaps


def _strongest(cues: Sequence[Cue]) -> Cue:
    return max(cues, key=lambda cue: cue.weight)


def _may_cut(utterances: Sequence[Utterance | None], at: int) -> bool:
    """Refuse a cut before an answer, before small talk or a mere comment, and after small talk that opens."""
    here, before = utterances[at], utterances[at - 1]
    if here is None or here.is_filler or not here.of("statement", "question", "advice"):
        return False
    for back in (at - 1, at - 2):
        asked = utterances[back] if back >= 0 else None
        if asked is not None and asked.of("question") and asked.speaker != here.speaker:
            between = utterances[back + 1 : at]
            return any(item is not None and item.speaker == here.speaker and not item.is_filler for item in between)
    return before is not None or at > 1


def _depths(vectors: Matrix, count: int) -> list[float]:
    """Return for each gap how deep the similarity of left and right context dips below both sides (TextTiling)."""
    if vectors.shape[0] != count:
        return [0.0] * count
    flat = np.asarray(vectors, dtype=np.float64)
    similar = [1.0] * count
    for at in range(1, count):
        left = flat[max(0, at - CONTEXT_TURNS) : at].mean(axis=0)
        right = flat[at : at + CONTEXT_TURNS].mean(axis=0)
        norm = float(np.linalg.norm(left) * np.linalg.norm(right))
        similar[at] = float(left @ right) / norm if norm > 0 else 0.0
    depths = [0.0] * count
    for at in range(1, count):
        left_peak = max(similar[max(1, at - DEPTH_REACH) : at + 1])
        right_peak = max(similar[at : at + DEPTH_REACH + 1])
        # Rounded, since the last bits differ from one processor to another and must move no boundary.
        depths[at] = round(left_peak + right_peak - 2 * similar[at], 6)
    return depths


def _cuts(gaps: Sequence[_Gap], count: int) -> list[int]:
    """Choose the strongest gaps first, fragments staying within 2 to 8 turns where the dialogue allows it."""
    cuts: list[int] = []
    # Strongest first, since a weak cut nearby would make a strong one's fragment too short.
    for gap in sorted(gaps, key=lambda gap: (-gap.score, gap.at)):
        if gap.score >= ENOUGH and all(abs(gap.at - other) >= SHORTEST for other in (0, count, *cuts)):
            cuts.append(gap.at)
    while (forced := _forced(gaps, sorted(cuts), count)) is not None:
        cuts.append(forced)
    return sorted(cuts)


def _forced(gaps: Sequence[_Gap], cuts: Sequence[int], count: int) -> int | None:
    edges = [0, *cuts, count]
    for begin, end in zip(edges, edges[1:], strict=False):
        inside = [gap for gap in gaps if begin + SHORTEST <= gap.at <= end - SHORTEST]
        if end - begin > LONGEST and inside:
            return max(inside, key=lambda gap: (gap.score, -gap.at)).at
    return None
