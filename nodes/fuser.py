"""fuser: complete carried-over partial units, finalise the rest under persistent ids (paper, Equations 4 and 5)."""

from collections.abc import Sequence

from langgraph.runtime import Runtime

from fta_mem.nodes.progress import announce
from fta_mem.state.construction import ConstructionState, ConstructionUpdate
from fta_mem.state.encoding import from_json
from fta_mem.state.fold_keys import own_units, session_keys
from fta_mem.state.fusion import compatible, fuse
from fta_mem.state.records import Candidate, FTAUnit
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import ConstructionStore


def fuser(state: ConstructionState, runtime: Runtime[Settings], *, store: ConstructionStore) -> ConstructionUpdate:
    """Fuse candidates into the partial units that they complete; at the session's end keep what is still partial."""
    fusing = settings_of(runtime.context).fuse
    earlier = [from_json(FTAUnit, unit) for unit in state["units"]]
    finished, carried = _settled(state, fusing)
    if fusing and finished:
        taken = {unit.memory_id for unit in earlier}
        left = open_units(store.units_before(state["case_id"], state["session_id"]))
        finished = continue_open(finished, [unit for unit in left if unit.memory_id not in taken])
    new_units = identify(state, store, earlier, finished)
    _announce(state, runtime, new_units)
    return ConstructionUpdate(
        candidates=[], carried_over=carried, new_units=new_units, units=_latest([*earlier, *new_units])
    )


def fuser_alone(state: ConstructionState, runtime: Runtime[Settings]) -> ConstructionUpdate:
    """Fuse within the session and look at no other one: its units have no ids yet, for reading ahead of the fold."""
    finished, carried = _settled(state, settings_of(runtime.context).fuse)
    earlier = [from_json(FTAUnit, unit) for unit in state["units"]]
    return ConstructionUpdate(candidates=[], carried_over=carried, units=[*earlier, *finished])


def sort_candidates(
    candidates: Sequence[Candidate], carried_over: Sequence[FTAUnit], fusing: bool
) -> tuple[list[FTAUnit], list[FTAUnit]]:
    """Return (finished, carried on): each candidate fused with the carried-over unit that it completes, or alone.

    Looks at this session only, so that what a session yields by itself does not depend on other sessions.
    """
    waiting, finished = list(carried_over), list[FTAUnit]()
    for item in candidates:
        unit = item.unit
        partial = _partial_for(item, carried_over, waiting) if fusing else None
        if partial is not None:
            waiting = [other for other in waiting if other is not partial]
            unit = fuse(partial, unit)
        (waiting if unit.status == "partial" else finished).append(unit)
    return finished, waiting


def continue_open(finished: Sequence[FTAUnit], left_open: Sequence[FTAUnit]) -> list[FTAUnit]:
    """Fuse finished units into the partial units that the session before left, where they complete them."""
    waiting, result = list(left_open), list[FTAUnit]()
    for unit in finished:
        partial = next((other for other in waiting if compatible(other, unit)), None)
        if partial is not None:
            waiting.remove(partial)
            unit = fuse(partial, unit)
        result.append(unit)
    return result


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


def is_last(state: ConstructionState) -> bool:
    """Say whether the session has no further fragment."""
    return not state["pending_fragments"] and state["window_start"] >= state["turn_count"]


def _settled(state: ConstructionState, fusing: bool) -> tuple[list[FTAUnit], list[FTAUnit]]:
    candidates = [from_json(Candidate, item) for item in state["candidates"]]
    carried_over = [from_json(FTAUnit, unit) for unit in state["carried_over"]]
    finished, carried = sort_candidates(candidates, carried_over, fusing)
    return ([*finished, *carried], []) if is_last(state) else (finished, carried)


def _partial_for(item: Candidate, given: Sequence[FTAUnit], waiting: Sequence[FTAUnit]) -> FTAUnit | None:
    if item.completes is not None and 0 <= item.completes < len(given):
        named = given[item.completes]
        if any(other is named for other in waiting):
            return named
    return next((partial for partial in waiting if compatible(partial, item.unit)), None)


def _latest(units: Sequence[FTAUnit]) -> list[FTAUnit]:
    return list({unit.memory_id: unit for unit in units}.values())


def _announce(state: ConstructionState, runtime: Runtime[Settings], units: Sequence[FTAUnit]) -> None:
    for unit in units:
        announce(runtime, "unit_finalised", state, memory_id=unit.memory_id, status=unit.status)
        if unit.fact.content_type == "risk_signal":
            announce(runtime, "risk_signal", state, memory_id=unit.memory_id, subject=unit.fact.subject)
