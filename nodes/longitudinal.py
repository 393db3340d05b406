"""longitudinal: user semantic memory U and support-experience memory H after a session (paper, Equation 7)."""

from langgraph.runtime import Runtime

from fta_mem.engines.base import Engine, LongitudinalRequest
from fta_mem.state.construction import ConstructionState, ConstructionUpdate
from fta_mem.state.records import LongitudinalLine, Usage
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import NodeStore


def longitudinal(
    state: ConstructionState, runtime: Runtime[Settings], *, engine: Engine, store: NodeStore
) -> ConstructionUpdate:
    """Ask for the lines that the session's units bring; one without evidence among them is refused, and counted."""
    units = tuple(state.units)
    if not units or not settings_of(runtime.context).longitudinal:
        return ConstructionUpdate(lines=[], line_usage=Usage())
    standing = store.lines_before(state.case_id, state.session_id)
    judged = engine.update_longitudinal(LongitudinalRequest(state.session_id, state.dialogue_time, standing, units))
    known = {unit.memory_id for unit in units} | {memory_id for line in standing for memory_id in line.evidence}
    lines = supported(judged.value, known)
    refused = Usage(refused_lines=len(judged.value) - len(lines))
    return ConstructionUpdate(lines=lines, line_usage=judged.usage + refused)


def supported(lines: tuple[LongitudinalLine, ...], known: set[str]) -> list[LongitudinalLine]:
    """Return the lines that stand on evidence, all of it known."""
    return [line for line in lines if line.evidence and set(line.evidence) <= known]
