"""linker: relate each new unit to older ones near it (paper, Temporal-Link Maintenance, Equation 6)."""

from collections.abc import Sequence

import numpy as np
from langgraph.runtime import Runtime

from fta_mem.engines.base import Engine, RelationJudgement, RelationRequest
from fta_mem.nodes.progress import announce
from fta_mem.state.construction import ConstructionState, ConstructionUpdate
from fta_mem.state.encoding import from_json
from fta_mem.state.records import FTAUnit, Link, Usage
from fta_mem.state.retrieval_text import retrieval_text
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import ConstructionStore
from fta_mem.text.embedder import Matrix

Scored = tuple[FTAUnit, float]


def linker(
    state: ConstructionState, runtime: Runtime[Settings], *, engine: Engine, store: ConstructionStore
) -> ConstructionUpdate:
    """Judge the fragment's new units against their nearest older units; only known relations become edges."""
    settings = settings_of(runtime.context)
    new_units = [from_json(FTAUnit, unit) for unit in state["new_units"]]
    links = [from_json(Link, link) for link in state["links"]]
    if not settings.links or not new_units:
        return ConstructionUpdate(new_units=[], links=links)
    candidates = near_candidates(state, settings, store, new_units)
    if not any(candidates):
        return ConstructionUpdate(new_units=[], links=links)
    judged = engine.judge_relations(RelationRequest(tuple(new_units), tuple(tuple(row) for row in candidates)))
    usage = from_json(Usage, state.get("usage", Usage())) + judged.usage
    made = links_from(judged.value, new_units, candidates)
    for link in made:
        announce(runtime, "link_made", state, source=link.source, target=link.target, relation=link.relation)
    return ConstructionUpdate(new_units=[], links=[*links, *made], usage=usage)


def near_candidates(
    state: ConstructionState, settings: Settings, store: ConstructionStore, new_units: Sequence[FTAUnit]
) -> list[list[Scored]]:
    """Return for each new unit the nearest units of earlier sessions and of earlier fragments, above the threshold."""
    vectors = store.vectors(state["case_id"], [retrieval_text(unit) for unit in new_units])
    rows = store.near_units(state["case_id"], state["session_id"], vectors, settings.link_candidates)
    fresh = {unit.memory_id for unit in new_units}
    units = [from_json(FTAUnit, item) for item in state["units"]]
    same_session = [unit for unit in units if unit.memory_id not in fresh]
    if same_session:
        others = store.vectors(state["case_id"], [retrieval_text(unit) for unit in same_session])
        rows = [[*row, *_scored(vector, same_session, others)] for row, vector in zip(rows, vectors, strict=True)]
    return [_nearest(row, settings, fresh) for row in rows]


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
