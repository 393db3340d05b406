"""fuser: complete carried-over partial units and finish the rest, inside one session (paper, Equations 4 and 5)."""

from collections.abc import Sequence

from langgraph.runtime import Runtime

from fta_mem.state.construction import ConstructionState, ConstructionUpdate
from fta_mem.state.fusion import compatible, fuse
from fta_mem.state.records import Candidate, FTAUnit
from fta_mem.state.settings import Settings, settings_of


def fuser(state: ConstructionState, runtime: Runtime[Settings]) -> ConstructionUpdate:
    """Fuse candidates into the partial units that they complete; at the session's end keep what is still partial."""
    finished, carried = sort_candidates(state.candidates, state.carried_over, settings_of(runtime.context).fuse)
    if is_last(state):
        finished, carried = [*finished, *carried], []
    return ConstructionUpdate(candidates=[], carried_over=carried, units=[*state.units, *finished])


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


def is_last(state: ConstructionState) -> bool:
    """Say whether the session has no further fragment."""
    return not state.pending_fragments and state.window_start >= state.turn_count


def _partial_for(item: Candidate, given: Sequence[FTAUnit], waiting: Sequence[FTAUnit]) -> FTAUnit | None:
    if item.completes is not None and 0 <= item.completes < len(given):
        named = given[item.completes]
        if any(other is named for other in waiting):
            return named
    return next((partial for partial in waiting if compatible(partial, item.unit)), None)
