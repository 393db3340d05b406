"""fuser: complete carried-over partial units, finalise the rest under persistent ids (paper, Equations 4 and 5)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from langgraph.runtime import Runtime

from fta_mem.nodes.progress import announce
from fta_mem.state.construction import ConstructionState, ConstructionUpdate
from fta_mem.state.encoding import from_json
from fta_mem.state.fold import content_key
from fta_mem.state.fusion import compatible, fuse
from fta_mem.state.records import Candidate, FTAUnit
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.base import ConstructionStore


@dataclass
class Sorting:
    """Where units stand while a fragment's candidates are sorted: carried on, left by earlier sessions, finished."""

    carried: list[FTAUnit]
    left_open: list[FTAUnit] = field(default_factory=list)
    finished: list[FTAUnit] = field(default_factory=list)


def fuser(state: ConstructionState, runtime: Runtime[Settings], *, store: ConstructionStore) -> ConstructionUpdate:
    """Fuse candidates into the partial units that they complete; at the session's end keep what is still partial."""
    candidates = [from_json(Candidate, item) for item in state["candidates"]]
    earlier = [from_json(FTAUnit, unit) for unit in state["units"]]
    sorting = Sorting([from_json(FTAUnit, unit) for unit in state["carried_over"]])
    fusing = settings_of(runtime.context).fuse
    if fusing and candidates:
        touched = {unit.memory_id for unit in (*earlier, *sorting.carried)}
        before = store.units_before(state["case_id"], state["session_id"])
        sorting.left_open = [unit for unit in open_units(before) if unit.memory_id not in touched]
    sort_candidates(candidates, sorting, fusing=fusing)
    if is_last(state):
        sorting.finished += sorting.carried
        sorting.carried = []
    new_units = identify(state, store, earlier, sorting.finished)
    _announce(state, runtime, new_units)
    return ConstructionUpdate(
        candidates=[], carried_over=sorting.carried, new_units=new_units, units=_latest([*earlier, *new_units])
    )


def sort_candidates(candidates: Sequence[Candidate], sorting: Sorting, *, fusing: bool) -> None:
    """Give each candidate its place: fused with what it completes, carried on while partial, finished otherwise."""
    given = list(sorting.carried)
    for item in candidates:
        partial = _partial_for(item, given, sorting) if fusing else None
        unit = item.unit
        if partial is not None:
            sorting.carried = [other for other in sorting.carried if other is not partial]
            sorting.left_open = [other for other in sorting.left_open if other is not partial]
            unit = fuse(partial, unit)
        (sorting.carried if unit.status == "partial" else sorting.finished).append(unit)


def open_units(units: Sequence[FTAUnit]) -> list[FTAUnit]:
    """Return the partial units that the session just before this one left (design, section 2.3)."""
    if not units:
        return []
    latest = units[-1].spans[-1].session
    return [unit for unit in units if unit.status == "partial" and unit.spans[-1].session == latest]


def identify(
    state: ConstructionState, store: ConstructionStore, earlier: Sequence[FTAUnit], finished: Sequence[FTAUnit]
) -> list[FTAUnit]:
    """Give finished units their persistent ids; a unit that completes an earlier session's keeps the one it has."""
    fresh = [unit for unit in finished if not unit.memory_id]
    keys = session_keys([*own_units(earlier, state["session_id"]), *fresh])
    ids = store.memory_ids(state["case_id"], keys)[len(keys) - len(fresh) :]
    numbered = iter(ids)
    return [unit if unit.memory_id else unit.with_id(next(numbered)) for unit in finished]


def own_units(units: Sequence[FTAUnit], session_id: str) -> list[FTAUnit]:
    """Return the units that began in this session (the others complete what an earlier session left)."""
    return [unit for unit in units if unit.evidence.session == session_id]


def session_keys(units: Sequence[FTAUnit]) -> list[str]:
    """Return the content keys of a session's units, telling apart those that say the same."""
    seen: Counter[str] = Counter()
    keys = []
    for unit in units:
        plain = content_key(unit)
        keys.append(content_key(unit, seen[plain]))
        seen[plain] += 1
    return keys


def is_last(state: ConstructionState) -> bool:
    """Say whether the session has no further fragment."""
    return not state["pending_fragments"] and state["window_start"] >= state["turn_count"]


def _partial_for(item: Candidate, given: Sequence[FTAUnit], sorting: Sorting) -> FTAUnit | None:
    if item.completes is not None and 0 <= item.completes < len(given):
        named = given[item.completes]
        if any(other is named for other in sorting.carried):
            return named
    waiting = [*sorting.carried, *sorting.left_open]
    return next((partial for partial in waiting if compatible(partial, item.unit)), None)


def _latest(units: Sequence[FTAUnit]) -> list[FTAUnit]:
    return list({unit.memory_id: unit for unit in units}.values())


def _announce(state: ConstructionState, runtime: Runtime[Settings], units: Sequence[FTAUnit]) -> None:
    for unit in units:
        announce(runtime, "unit_finalised", state, memory_id=unit.memory_id, status=unit.status)
        if unit.fact.content_type == "risk_signal":
            announce(runtime, "risk_signal", state, memory_id=unit.memory_id, subject=unit.fact.subject)
