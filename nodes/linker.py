"""linker: relate each new unit to older ones near it (paper, Temporal-Link Maintenance, Equation 6)."""

from collections.abc import Sequence

import numpy as np
from langgraph.runtime import Runtime

from fta_mem.engines.base import Engine, RelationJudgement, RelationRequest
from fta_mem.nodes.progress import announce
from fta_mem.retrieval.link_candidates import LinkCandidates
from fta_mem.state.construction import ConstructionState, ConstructionUpdate
from fta_mem.state.records import Fragment, FTAUnit, Link, Usage
from fta_mem.state.retrieval_text import retrieval_text
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import NodeStore
from fta_mem.text.embedder import Matrix

Scored = tuple[FTAUnit, float]


def linker(
    state: ConstructionState, runtime: Runtime[Settings], *, engine: Engine, store: NodeStore
) -> ConstructionUpdate:
    """Judge the session's units against older ones, all at once; only known relations become edges."""
    settings = settings_of(runtime.context)
    candidates = near_candidates(state, settings, store) if settings.links and state.units else []
    if not any(candidates):
        return ConstructionUpdate(links=[], link_usage=Usage())
    judged = engine.judge_relations(RelationRequest(tuple(state.units), tuple(map(tuple, candidates))))
    links = links_from(judged.value, state.units, candidates)
    for link in links:
        announce(runtime, "link_made", state, source=link.source, target=link.target, relation=link.relation)
    return ConstructionUpdate(links=links, link_usage=judged.usage)


def near_candidates(state: ConstructionState, settings: Settings, store: NodeStore) -> list[list[Scored]]:
    """Return for each of the session's units those of earlier sessions and fragments to judge it against."""
    case_id, session_id, units = state.case_id, state.session_id, state.units
    older = earlier_units(units, session_id, state.fragments)
    vectors = store.vectors(case_id, [retrieval_text(unit) for unit in units])
    near = store.near_units(case_id, session_id, vectors, settings.link_candidates)
    known = {unit.memory_id: unit for unit in (*store.units_before(case_id, session_id), *units)}
    by_words = LinkCandidates(list(known.values()))
    rows: list[list[Scored]] = []
    for unit, vector, found in zip(units, vectors, near, strict=True):
        earlier = older[unit.memory_id]
        before = [item for item in found if item[0].memory_id not in older]
        own = _scored(vector, units, vectors)
        alike = _nearest([*before, *(item for item in own if item[0].memory_id in earlier)], settings)
        named = by_words.near(unit, settings.link_by_words, without=older.keys() - earlier)
        texts = store.vectors(case_id, [retrieval_text(other) for other in named])
        rows.append(mixed(alike, _scored(vector, named, texts), settings))
    return rows


def earlier_units(
    units: Sequence[FTAUnit], session_id: str, fragments: Sequence[Fragment]
) -> dict[str, frozenset[str]]:
    """Return for each of a session's units those that an earlier fragment of it completed, by their ids."""
    place = {unit.memory_id: _fragment_of(unit, session_id, fragments) for unit in units}
    return {name: frozenset(other for other, at in place.items() if at < own) for name, own in place.items()}


def _fragment_of(unit: FTAUnit, session_id: str, fragments: Sequence[Fragment]) -> int:
    last = max((span.turn_span[1] for span in unit.spans if span.session == session_id), default=-1)
    return next((place for place, fragment in enumerate(fragments) if last <= fragment.end), len(fragments))


def mixed(alike: Sequence[Scored], named: Sequence[Scored], settings: Settings) -> list[Scored]:
    """Return the candidates of one unit, the nearest first; ``named`` ones go before the least alike."""
    sure = [unit.memory_id for unit, _ in alike[: max(0, settings.link_candidates - len(named))]]
    kept = [item for item in named if item[0].memory_id not in sure][: settings.link_candidates]
    taken = {unit.memory_id for unit, _ in kept}
    rest = [item for item in alike if item[0].memory_id not in taken]
    return sorted([*rest[: settings.link_candidates - len(kept)], *kept], key=lambda item: -item[1])


def links_from(
    judgements: Sequence[RelationJudgement], new_units: Sequence[FTAUnit], candidates: Sequence[Sequence[Scored]]
) -> list[Link]:
    """Return one edge a judged pair with a known relation; pairs that were not asked about are dropped.

    An edge carries the day of the change as far as it is known.
    """
    asked = {
        (unit.memory_id, old.memory_id): (unit, old)
        for unit, row in zip(new_units, candidates, strict=True)
        for old, _ in row
    }
    links: dict[tuple[str, str], Link] = {}
    for item in judgements:
        pair = (item.source, item.target)
        if item.relation == "unknown" or pair not in asked or pair in links:
            continue
        at = day_of_change(*asked[pair])
        links[pair] = Link(*pair, item.relation, item.confidence, item.completeness, item.lifecycle, at)
    return list(links.values())


def day_of_change(new: FTAUnit, old: FTAUnit) -> str | None:
    """Return the day of the new unit's event where that is one day, or else its dialogue's, never a guess.

    The first of a month is no day on which anything is known to have changed; and what the old unit says was so on the
    day on which it was said.
    """
    day = new.time.event_start
    said = (old.time.dialogue_time or "")[:10]
    is_known = day is not None and day == new.time.event_end and day >= said
    return day if is_known else new.time.dialogue_time


def _scored(vector: Matrix, units: Sequence[FTAUnit], vectors: Matrix) -> list[Scored]:
    return [(unit, float(score)) for unit, score in zip(units, np.asarray(vectors @ vector), strict=True)]


def _nearest(row: Sequence[Scored], settings: Settings) -> list[Scored]:
    near = [item for item in row if item[1] >= settings.link_threshold]
    return sorted(near, key=lambda item: -item[1])[: settings.link_candidates]
