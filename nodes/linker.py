"""linker: relate each new unit to older ones near it (paper, Temporal-Link Maintenance, Equation 6)."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, groupby, pairwise

import numpy as np
from langgraph.runtime import Runtime

from fta_mem.engines.base import Engine, RelationJudgement, RelationRequest
from fta_mem.engines.side_by_side import ask_side_by_side, workers_of
from fta_mem.nodes.progress import announce
from fta_mem.state.construction import ConstructionState, ConstructionUpdate
from fta_mem.state.records import Fragment, FTAUnit, Link, Usage
from fta_mem.state.retrieval_text import retrieval_text
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import ConstructionStore
from fta_mem.text.embedder import Matrix

Scored = tuple[FTAUnit, float]


def linker(
    state: ConstructionState, runtime: Runtime[Settings], *, engine: Engine, store: ConstructionStore
) -> ConstructionUpdate:
    """Judge each fragment's units against their nearest older units; only known relations become edges.

    No fragment's request depends on what is said of another one, so a model is asked for all of them at once.
    """
    settings = settings_of(runtime.context)
    if not settings.links or not state.units:
        return ConstructionUpdate(links=[], link_usage=Usage())
    near = near_candidates(state, settings, store)
    requests = [RelationRequest(tuple(new), tuple(map(tuple, rows))) for new, rows in near if any(rows)]
    judged = ask_side_by_side(engine.judge_relations, requests, workers_of(engine, settings))
    links, usage = list[Link](), Usage()
    for request, judgement in zip(requests, judged, strict=True):
        links += links_from(judgement.value, request.new_units, request.candidates)
        usage += judgement.usage
    for link in links:
        announce(runtime, "link_made", state, source=link.source, target=link.target, relation=link.relation)
    return ConstructionUpdate(links=links, link_usage=usage)


def near_candidates(
    state: ConstructionState, settings: Settings, store: ConstructionStore
) -> list[tuple[list[FTAUnit], list[list[Scored]]]]:
    """Return each fragment's units, and for each of them the nearest older units above the threshold.

    Older are the units of earlier sessions and of earlier fragments.
    """
    vectors = store.vectors(state.case_id, [retrieval_text(unit) for unit in state.units])
    rows = store.near_units(state.case_id, state.session_id, vectors, settings.link_candidates)
    found = []
    for begin, end in by_fragment(state.units, state.fragments):
        new_units, older = state.units[begin:end], state.units[:begin]
        fresh = {unit.memory_id for unit in new_units}
        near = [[*rows[place], *_scored(vectors[place], older, vectors[:begin])] for place in range(begin, end)]
        found.append((new_units, [_nearest(row, settings, fresh) for row in near]))
    return found


def by_fragment(units: Sequence[FTAUnit], fragments: Sequence[Fragment]) -> list[tuple[int, int]]:
    """Return from where to where in ``units`` stand those that each fragment finished.

    A unit is finished where its evidence ends; one that stayed partial waited for a completion to the session's end.
    """
    starts = [fragment.start for fragment in fragments]

    def finished_in(unit: FTAUnit) -> int:
        return len(starts) if unit.status == "partial" else bisect_right(starts, unit.spans[-1].turn_span[1])

    counts = [len(list(group)) for _, group in groupby(units, finished_in)]
    ends = list(accumulate(counts, initial=0))
    return list(pairwise(ends))


def links_from(
    judgements: Sequence[RelationJudgement], new_units: Sequence[FTAUnit], candidates: Sequence[Sequence[Scored]]
) -> list[Link]:
    """Return one edge a judged pair with a known relation; pairs that were not asked about are dropped."""
    asked = {
        (unit.memory_id, old.memory_id): unit for unit, row in zip(new_units, candidates, strict=True) for old, _ in row
    }
    links: dict[tuple[str, str], Link] = {}
    for item in judgements:
        pair = (item.source, item.target)
        if item.relation == "unknown" or pair not in asked or pair in links:
            continue
        time = asked[pair].time
        at = time.event_start or time.dialogue_time
        links[pair] = Link(*pair, item.relation, item.confidence, item.completeness, item.lifecycle, at)
    return list(links.values())


def _scored(vector: Matrix, units: Sequence[FTAUnit], vectors: Matrix) -> list[Scored]:
    return [(unit, float(score)) for unit, score in zip(units, np.asarray(vectors @ vector), strict=True)]


def _nearest(row: Sequence[Scored], settings: Settings, fresh: set[str]) -> list[Scored]:
    near = [item for item in row if item[1] >= settings.link_threshold and item[0].memory_id not in fresh]
    return sorted(near, key=lambda item: -item[1])[: settings.link_candidates]
