"""linker: relate each new unit to older ones near it (paper, Temporal-Link Maintenance, Equation 6)."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

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


class LinkIndexes:
    """The indexes of the cases under work, the latest few; each grows by a session at a time."""

    def __init__(self, most: int = 8) -> None:
        self._most = most
        self._lock = Lock()
        self._known: OrderedDict[str, tuple[Lock, LinkCandidates]] = OrderedDict()

    @contextmanager
    def holding(self, case_id: str, units: Sequence[FTAUnit]) -> Iterator[LinkCandidates]:
        """Give a case's index brought up to these units; nobody else has it meanwhile."""
        with self._lock:
            held, index = self._known.setdefault(case_id, (Lock(), LinkCandidates()))
            self._known.move_to_end(case_id)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        with held:
            index.bring_up(units)
            yield index


@dataclass(frozen=True, slots=True)
class Candidates:
    """What each of a session's units is judged against: the near ones, further ones, and what they lean on."""

    near: list[list[Scored]]
    further: list[list[FTAUnit]]
    beside: list[FTAUnit]

    def __bool__(self) -> bool:
        return any(self.near) or any(self.further)

    def judged(self) -> list[list[FTAUnit]]:
        """Return for each new unit all units that it may be judged against."""
        return [[*(unit for unit, _ in near), *more] for near, more in zip(self.near, self.further, strict=True)]


def linker(
    state: ConstructionState, runtime: Runtime[Settings], *, engine: Engine, store: NodeStore, indexes: LinkIndexes
) -> ConstructionUpdate:
    """Judge the session's units against older ones, all at once; only known relations become edges."""
    settings = settings_of(runtime.context)
    found = candidates_of(state, settings, store, indexes) if settings.links and state.units else None
    if not found:
        return ConstructionUpdate(links=[], link_usage=Usage())
    rows = (tuple(map(tuple, found.near)), tuple(map(tuple, found.further)), tuple(found.beside))
    judged = engine.judge_relations(RelationRequest(tuple(state.units), *rows))
    links = links_from(judged.value, state.units, found.judged())
    for link in links:
        announce(runtime, "link_made", state, source=link.source, target=link.target, relation=link.relation)
    return ConstructionUpdate(links=links, link_usage=judged.usage)


def candidates_of(state: ConstructionState, settings: Settings, store: NodeStore, indexes: LinkIndexes) -> Candidates:
    """Return for each of the session's units those of earlier sessions and fragments to judge it against."""
    units = state.units
    before = store.units_before(state.case_id, state.session_id)
    known = {unit.memory_id: unit for unit in (*before, *units)}
    later = {unit.memory_id for unit in units}
    earlier = earlier_units(units, state.session_id, state.fragments)
    with indexes.holding(state.case_id, list(known.values())) as index:
        most = settings.link_by_words + settings.link_candidates + settings.link_further
        named = [index.near(unit, most, later - earlier[unit.memory_id]) for unit in units]
        near = _near(state, settings, store, named)
        further = [_further(row, more, settings) for row, more in zip(near, named, strict=True)]
        rows = {unit.memory_id: unit for row in near for unit, _ in row}
        rows |= {unit.memory_id: unit for row in further for unit in row}
        return Candidates(near, further, index.beside([*units, *rows.values()]))


def _near(
    state: ConstructionState, settings: Settings, store: NodeStore, named: Sequence[Sequence[FTAUnit]]
) -> list[list[Scored]]:
    """Return for each unit those that read alike, with some places kept for those that words and slots name."""
    case_id, session_id, units = state.case_id, state.session_id, state.units
    older = earlier_units(units, session_id, state.fragments)
    vectors = store.vectors(case_id, [retrieval_text(unit) for unit in units])
    near = store.near_units(case_id, session_id, vectors, settings.link_candidates)
    rows: list[list[Scored]] = []
    for unit, vector, found, others in zip(units, vectors, near, named, strict=True):
        before = [item for item in found if item[0].memory_id not in older]
        own = _scored(vector, units, vectors)
        alike = _nearest([*before, *(item for item in own if item[0].memory_id in older[unit.memory_id])], settings)
        first = others[: settings.link_by_words]
        texts = store.vectors(case_id, [retrieval_text(other) for other in first])
        rows.append(mixed(alike, _scored(vector, first, texts), settings))
    return rows


def _further(row: Sequence[Scored], named: Sequence[FTAUnit], settings: Settings) -> list[FTAUnit]:
    taken = {unit.memory_id for unit, _ in row}
    return [unit for unit in named if unit.memory_id not in taken][: settings.link_further]


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
    judgements: Sequence[RelationJudgement], new_units: Sequence[FTAUnit], candidates: Sequence[Sequence[FTAUnit]]
) -> list[Link]:
    """Return one edge a judged pair with a known relation; pairs that were not asked about are dropped.

    An edge carries the day of the change as far as it is known.
    """
    asked = {
        (unit.memory_id, old.memory_id): (unit, old)
        for unit, row in zip(new_units, candidates, strict=True)
        for old in row
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
