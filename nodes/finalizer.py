"""finalizer: units get their persistent ids; what the session before left partial is completed (paper, Equation 5)."""

from collections.abc import Sequence

from langgraph.runtime import Runtime

from fta_mem.nodes.fuser import continue_open, open_units
from fta_mem.nodes.progress import announce
from fta_mem.state.construction import ConstructionState, ConstructionUpdate
from fta_mem.state.fold_keys import session_keys
from fta_mem.state.records import FTAUnit
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import NodeStore


def finalizer(state: ConstructionState, runtime: Runtime[Settings], *, store: NodeStore) -> ConstructionUpdate:
    """Fuse the session's units into what earlier sessions left open, and number the rest."""
    units = state.units
    if settings_of(runtime.context).fuse and units:
        units = continue_open(units, open_units(store.units_before(state.case_id, state.session_id)))
    units = identify(state.case_id, store, units)
    _announce(state, runtime, units)
    return ConstructionUpdate(units=units)


def identify(case_id: str, store: NodeStore, units: Sequence[FTAUnit]) -> list[FTAUnit]:
    """Give units their persistent ids; a unit that completes an earlier session's keeps the one that it has."""
    fresh = [unit for unit in units if not unit.memory_id]
    numbered = iter(store.memory_ids(case_id, session_keys(fresh)))
    return [unit if unit.memory_id else unit.with_id(next(numbered)) for unit in units]


def _announce(state: ConstructionState, runtime: Runtime[Settings], units: Sequence[FTAUnit]) -> None:
    for unit in units:
        announce(runtime, "unit_finalised", state, memory_id=unit.memory_id, status=unit.status)
        if unit.fact.content_type == "risk_signal":
            announce(runtime, "risk_signal", state, memory_id=unit.memory_id, subject=unit.fact.subject)
